"""Checks that files are Python, and prints the first one compiled.

What is wrong with a file goes to standard error, as Python itself would say it. Otherwise standard output holds
one byte, then the first file as Python keeps compiled files: `p` if nothing in the program can be seen at its end
after `atexit`, `n` if something might.

Nothing of the files is run, and no module is imported from their folder.
"""

import sys

del sys.path[0]

import ast  # noqa: E402
import marshal  # noqa: E402
import os  # noqa: E402
from importlib.util import MAGIC_NUMBER  # noqa: E402

# The name by which `warm.py` knows that the end was reached.
END = "<yardstick: the end>"

# The parameter by which it is found among the constants of the file.
PARAMETER = "_yardstick_end"

# Modules after which nothing is left to be done when a program ends.
PLAIN = frozenset(
    "sys random time math copy string typing enum collections itertools functools operator re abc dataclasses "
    "textwrap decimal fractions statistics datetime numbers bisect heapq pprint __future__".split()
)

# Names with which something may be left: files, finalizers, code that is not to be seen here.
NOT_PLAIN = frozenset(
    "open __del__ exec eval compile __import__ weakref finalize __builtins__ __dict__ globals vars _exit "
    "modules".split()
)


def main(names):
    """Compiles every file; the first problem ends it."""
    first = None
    plain = True
    for name in names:
        with open(name, "rb") as file:
            source = file.read()
        path = os.path.abspath(name)
        try:
            tree = compile(source, path, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
            compile(source, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            import traceback

            if isinstance(error, SyntaxError):
                error.filename = name
            sys.exit("".join(traceback.format_exception_only(error)))
        plain = plain and ends_plainly(tree, {os.path.splitext(os.path.basename(name))[0] for name in names})
        if first is None:
            first = with_end(tree, path)
    # Before 3.10 nothing tells when a compiled file is read, and `warm.py` could not put the source back.
    if sys.version_info >= (3, 10):
        sys.stdout.buffer.write(b"p" if plain else b"n")
        sys.stdout.buffer.write(MAGIC_NUMBER + bytes(12) + marshal.dumps(first))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def ends_plainly(tree, own):
    """Whether nothing in a file leaves something to be done at the end."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            if not all(alias.name in PLAIN or alias.name in own for alias in node.names):
                return False
        elif isinstance(node, ast.ImportFrom):
            if node.level or not (node.module in PLAIN or node.module in own):
                return False
        name = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None)
        if name in NOT_PLAIN:
            return False
    return True


def with_end(tree, path):
    """The code of a file with one statement more, by which its end is known: `(lambda …: 0).__code__`.

    Asking for the code of a function is an event that an audit hook sees, and has no other effect.
    """
    last = tree.body[-1] if tree.body else None
    end = ast.parse(f"(lambda {PARAMETER}: 0).__code__").body[0]
    for node in ast.walk(end):
        if last is not None and hasattr(node, "lineno"):
            node.lineno = node.end_lineno = last.end_lineno
    tree.body.append(end)
    code = compile(tree, path, "exec", dont_inherit=True)
    # It is not there if the compiler sees that the end is never reached.
    return code.replace(co_consts=tuple(named(const) for const in code.co_consts))


def named(const):
    """The function at the end, under its own name; any other constant as it is."""
    is_end = getattr(const, "co_varnames", None) == (PARAMETER,)
    return const.replace(co_name=END) if is_end else const


main(sys.argv[1:])
