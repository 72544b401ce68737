"""Checks that files are Python, and prints the first one compiled.

What is wrong with a file goes to standard error, as Python itself would say it. Otherwise standard output holds
one byte, then the first file as Python keeps compiled files: `p` if nothing in the program can be seen at its end
after `atexit`, `n` if something might.

Nothing of the files is run, and no module is imported from their folder. What few files need is imported for those.
"""

import sys

if __name__ == "__main__":
    del sys.path[0]

import marshal  # noqa: E402
import os  # noqa: E402
from _frozen_importlib_external import MAGIC_NUMBER  # noqa: E402
from opcode import opmap  # noqa: E402

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

# What may wait for its end when the program ends, and does something then: generators, coroutines and both, by the
# flags of their code (Python's library reference, `inspect`).
UNFINISHED = 0x20 | 0x80 | 0x200

IMPORT = opmap["IMPORT_NAME"]
EXTENDED = opmap["EXTENDED_ARG"]


def main(names):
    """Compiles the first file that is named, and every other one that is there; the first problem ends it."""
    if __name__ != "__main__":  # Then the folder of the submission is still the first place to import from.
        del sys.path[0]
    names = [name for name in names if name == names[0] or os.path.isfile(name)]
    first = source_of_first = None
    plain = True
    own = {os.path.splitext(name)[0] for name in names}
    # What stands beside the program is imported in the place of the library.
    importable = own | PLAIN - {os.path.splitext(name)[0] for name in os.listdir()}
    for name in names:
        with open(name, "rb") as file:
            source = file.read()
        try:
            code = compile(source, os.path.abspath(name), "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            if isinstance(error, SyntaxError):
                error.filename = name
            import traceback

            sys.exit("".join(traceback.format_exception_only(type(error), error)))
        plain = plain and ends_plainly(code, importable)
        if first is None:
            first, source_of_first = code, source
    compiled = marshal.dumps(first)
    # Before 3.10 nothing tells when a compiled file is read, and `warm.py` could not put the source back.
    if sys.version_info >= (3, 10) and keeps_orders(source_of_first, first, marshal.loads(compiled)):
        sys.stdout.buffer.write(b"p" if plain else b"n")
        sys.stdout.buffer.write(MAGIC_NUMBER + bytes(12) + compiled)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def ends_plainly(code, importable):
    """Whether nothing in compiled code leaves something to be done at the end."""
    if code.co_flags & UNFINISHED and code.co_name != "<genexpr>":
        return False
    words = {*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars, *texts(code.co_consts)}
    if not NOT_PLAIN.isdisjoint(words) or not imported(code) <= importable:
        return False
    return all(ends_plainly(one, importable) for one in code.co_consts if hasattr(one, "co_code"))


def texts(consts):
    """The texts among constants."""
    for one in consts:
        if isinstance(one, str):
            yield one
        elif isinstance(one, (tuple, frozenset)):
            yield from texts(one)


def imported(code):
    """The names of the modules that code imports; `None` is among them when there may be others."""
    operations, arguments = code.co_code[::2], code.co_code[1::2]
    names = set()
    place = operations.find(IMPORT)
    while place != -1:
        extended = place and operations[place - 1] == EXTENDED
        names.add(None if extended else code.co_names[arguments[place]])
        place = operations.find(IMPORT, place + 1)
    return names


def keeps_orders(source, code, again):
    """Whether all sets that a program can go through are in the same order after they were kept.

    The compiler makes constants of sets of constants, and `marshal` sorts them. The order of one that is only
    looked into (`x in {…}`) cannot be seen.
    """
    if list(orders(code)) == list(orders(again)):
        return True
    import ast

    tree = ast.parse(source)
    sets = {node for node in ast.walk(tree) if isinstance(node, ast.Set)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for place, op in enumerate(node.ops):
                if isinstance(op, (ast.In, ast.NotIn)):
                    sets.discard(node.comparators[place])
    return not sets


def orders(const):
    """The items of all sets among constants, in their orders."""
    if isinstance(const, frozenset):
        yield list(const)
    elif isinstance(const, tuple):
        for one in const:
            yield from orders(one)
    elif hasattr(const, "co_consts"):
        yield from orders(const.co_consts)


if __name__ == "__main__":
    main(sys.argv[1:])
