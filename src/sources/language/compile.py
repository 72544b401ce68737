"""Checks that files are Python, and prints the first one compiled.

An error in a file is printed on standard error, in Python's own words. Otherwise, if the first file does compiled what
it does without, one byte is printed on standard output, then the file in the format of `.pyc` files. The byte is `p`
(plain) if the program has nothing to do at its end after the functions of `atexit`, and `n` (not plain) if it may have
something to do. The last instruction of a plain program tells that its end was reached (`ENDED`): whether it exited
before, no two versions of Python tell in the same way.

No code of the files is run, and no module is imported from their folder. Modules that only few files need are imported
only for these files.
"""

import sys

if __name__ == "__main__":
    del sys.path[0]

import marshal  # noqa: E402
import os  # noqa: E402
from _frozen_importlib_external import MAGIC_NUMBER  # noqa: E402
from opcode import opmap  # noqa: E402

# Modules that have nothing to do when a program ends.
PLAIN = frozenset(
    "sys random time math copy string typing enum collections itertools functools operator re abc dataclasses "
    "textwrap decimal fractions statistics datetime numbers bisect heapq pprint __future__".split()
)

# A program with one of these words, as a name, a keyword or a text, may have something to do at its end: it may have
# open files, finalizers or hooks, or run code that is not in the file.
NOT_PLAIN = frozenset(
    "open __del__ exec eval compile __import__ weakref finalize __builtins__ __dict__ globals vars locals _exit "
    "modules f_code breakpoint settrace setprofile addaudithook __yardstick_ended__".split()
)

# The name that a plain program sets last. It would see it in its own code only, and then it is not plain.
ENDED = "__yardstick_ended__"

# The flags of code that may be in the middle of its work when the program ends, and then goes on: CO_GENERATOR,
# CO_COROUTINE and CO_ASYNC_GENERATOR (Python's library reference, `inspect`).
UNFINISHED = 0x20 | 0x80 | 0x200

IMPORT = opmap["IMPORT_NAME"]
EXTENDED = opmap["EXTENDED_ARG"]


def main(names):
    """Compiles the first named file, and every other named file that exists. The first error ends the process."""
    if __name__ != "__main__":  # In a fork of a warm interpreter the first place of imports is the submission's folder.
        del sys.path[0]
    names = [name for name in names if name == names[0] or os.path.isfile(name)]
    first = source_of_first = None
    plain = True
    own = {os.path.splitext(name)[0] for name in names}
    # A file beside the program is imported instead of a module of the library with the same name.
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
        plain = plain and is_so(ends_plainly, code, importable)
        if first is None:
            first, source_of_first = code, source
    marked = with_mark(source_of_first, os.path.abspath(names[0])) if plain else None
    plain = marked is not None
    compiled = marshal.dumps(marked or first)
    # Before Python 3.10 no audit event tells that a compiled file is read, and `warm.py` could not put the source back.
    if (
        sys.version_info >= (3, 10)
        and is_so(keeps_set_order, source_of_first, first, marshal.loads(compiled))
        and is_so(keeps_encoding, source_of_first)
    ):
        sys.stdout.buffer.write(b"p" if plain else b"n")
        sys.stdout.buffer.write(MAGIC_NUMBER + bytes(12) + compiled)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def is_so(question, *about):
    """Answers a question about a program that Python accepts. If it cannot be answered, the answer is no.

    The next Python may write its code in another way: that is no fault of the program.
    """
    try:
        return question(*about)
    except Exception:
        return False


def with_mark(source, path):
    """Returns the code of a program that sets `ENDED` at its end; `None` if no line can be added to it."""
    try:
        return compile(source + b"\n%s = None\n" % ENDED.encode(), path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None


def ends_plainly(code, importable):
    """Tells whether compiled code has nothing to do at the end of the program."""
    if code.co_flags & UNFINISHED and code.co_name != "<genexpr>":
        return False
    words = {*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars, *texts(code.co_consts)}
    if not NOT_PLAIN.isdisjoint(words) or not imported(code) <= importable:
        return False
    return all(ends_plainly(one, importable) for one in code.co_consts if hasattr(one, "co_code"))


def texts(consts):
    """Yields the texts among constants, also those inside tuples and sets."""
    for one in consts:
        if isinstance(one, str):
            yield one
        elif isinstance(one, (tuple, frozenset)):
            yield from texts(one)


def imported(code):
    """Returns the names of the modules that code imports. `None` among them stands for modules that are not known."""
    # Since Python 3.15 the two lowest bits tell whether an import is a lazy one.
    flags = 2 if sys.version_info >= (3, 15) else 0
    operations, arguments = code.co_code[::2], code.co_code[1::2]
    names = set()
    place = operations.find(IMPORT)
    while place != -1:
        extended = place and operations[place - 1] == EXTENDED
        names.add(None if extended else code.co_names[arguments[place] >> flags])
        place = operations.find(IMPORT, place + 1)
    return names


def keeps_set_order(source, code, again):
    """Tells whether the sets of a program have the same order after `marshal` has written and read them.

    The compiler makes a constant of a set that contains only constants, and `marshal` sorts its items. A program cannot
    see the order of a set that it uses only in tests such as `x in {…}`.
    """
    if list(set_orders(code)) == list(set_orders(again)):
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


def keeps_encoding(source):
    """Tells whether `python3 FILE` reads the bytes of a program that `compile` accepts.

    Where no encoding is declared, it refuses bytes in a comment that are not UTF-8; `compile` and `import` do not.
    """
    try:
        source.decode()
    except UnicodeDecodeError:
        return b"coding" in b"".join(source.split(b"\n", 2)[:2])
    return True


def set_orders(const):
    """Yields the items of each set among constants, in the order of the set."""
    if isinstance(const, frozenset):
        yield list(const)
    elif isinstance(const, tuple):
        for one in const:
            yield from set_orders(one)
    elif hasattr(const, "co_consts"):
        yield from set_orders(const.co_consts)


if __name__ == "__main__":
    main(sys.argv[1:])
