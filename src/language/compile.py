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

# Modules after which nothing is left to be done when a program ends.
PLAIN = frozenset(
    "sys random time math copy string typing enum collections itertools functools operator re abc dataclasses "
    "textwrap decimal fractions statistics datetime numbers bisect heapq pprint __future__".split()
)

# Names with which something may be left, as names, keywords or texts: files, finalizers, hooks, code that is not
# to be seen here.
NOT_PLAIN = frozenset(
    "open __del__ exec eval compile __import__ weakref finalize __builtins__ __dict__ globals vars locals _exit "
    "modules __file__ breakpoint settrace setprofile addaudithook".split()
)

# What may wait for its end when the program ends, and says so or does something then.
UNFINISHED = (ast.Yield, ast.YieldFrom, ast.AsyncFunctionDef)


def main(names):
    """Compiles every file; the first problem ends it."""
    first = tree_of_first = None
    plain = True
    own = {os.path.splitext(name)[0] for name in names}
    # What stands beside the program is imported in the place of the library.
    importable = own | PLAIN - {os.path.splitext(name)[0] for name in os.listdir()}
    for name in names:
        with open(name, "rb") as file:
            source = file.read()
        path = os.path.abspath(name)
        try:
            tree = compile(source, path, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
            code = compile(source, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            import traceback

            if isinstance(error, SyntaxError):
                error.filename = name
            sys.exit("".join(traceback.format_exception_only(error)))
        plain = plain and ends_plainly(tree, importable)
        if first is None:
            first, tree_of_first = code, tree
    compiled = marshal.dumps(first)
    # Before 3.10 nothing tells when a compiled file is read, and `warm.py` could not put the source back.
    if sys.version_info >= (3, 10) and keeps_orders(tree_of_first, first, marshal.loads(compiled)):
        sys.stdout.buffer.write(b"p" if plain else b"n")
        sys.stdout.buffer.write(MAGIC_NUMBER + bytes(12) + compiled)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def ends_plainly(tree, importable):
    """Whether nothing in a file leaves something to be done at the end."""
    for node in ast.walk(tree):
        if isinstance(node, UNFINISHED):
            return False
        if isinstance(node, ast.Import):
            if not all(alias.name in importable for alias in node.names):
                return False
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module not in importable:
                return False
        texts = [getattr(node, field, None) for field in ("id", "attr", "name", "arg", "value")]
        if any(isinstance(text, str) and text in NOT_PLAIN for text in texts):
            return False
    return True


def keeps_orders(tree, code, again):
    """Whether all sets that a program can go through are in the same order after they were kept.

    The compiler makes constants of sets of constants, and `marshal` sorts them. The order of one that is only
    looked into (`x in {…}`) cannot be seen.
    """
    sets = {node for node in ast.walk(tree) if isinstance(node, ast.Set)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for place, op in enumerate(node.ops):
                if isinstance(op, (ast.In, ast.NotIn)):
                    sets.discard(node.comparators[place])
    return not sets or list(orders(code)) == list(orders(again))


def orders(const):
    """The items of all sets among constants, in their orders."""
    if isinstance(const, frozenset):
        yield list(const)
    elif isinstance(const, tuple):
        for one in const:
            yield from orders(one)
    elif hasattr(const, "co_consts"):
        yield from orders(const.co_consts)


main(sys.argv[1:])
