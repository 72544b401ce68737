"""Looks at what comes back from a submission and at what is compared with it, before the test goes on.

The code of the instructor is changed so that it hands over what each call gave back, and what stands on both sides of a
comparison. An object that says that it is equal to everything, or larger than everything, passes nothing.
"""

import ast
import io
import os
import sys
import types
from itertools import islice

from .state import PROTECTED, State, is_foreign

# What the code of the instructor calls with what another call gave back, and with what is compared.
BACK, COMPARED = "__yardstick_back__", "__yardstick_compared__"

# The parts of a syntax tree that need not be looked at, as they run before the test.
ASIDE = frozenset(("annotation", "decorator_list", "returns"))

ORDERS = (ast.Is, ast.IsNot)

# Types whose values say nothing but what they are, and those whose parts are looked at.
PLAIN = (bool, bytes, bytearray, complex, float, int, range, str, type, type(None))
PLAIN += (types.FunctionType, types.ModuleType)
SEQUENCES = (frozenset, list, set, tuple)

# The most objects of one class, and the most parts of one container, that are looked at.
MOST_OBJECTS = 20
MOST_PARTS = 50

# No number of an assignment is as large.
HUGE = 10**300


def mark(tree):
    """Changes the code of the instructor so that it hands over what comes back and what is compared."""
    for parent in list(ast.walk(tree)):
        is_compare = isinstance(parent, ast.Compare) and not all(isinstance(one, ORDERS) for one in parent.ops)
        is_assert = isinstance(parent, ast.Call) and name_of(parent.func).startswith("assert")
        for name, value in ast.iter_fields(parent):
            is_compared = is_compare or is_assert and name == "args"
            if name in ASIDE:
                continue
            if isinstance(value, list):
                value[:] = [handed(one, is_compared) for one in value]
            elif isinstance(value, ast.AST):
                setattr(parent, name, handed(value, is_compared))


def name_of(function):
    """Returns the last name of what is called, or an empty text."""
    return getattr(function, "attr", None) or getattr(function, "id", "")


def handed(node, is_compared):
    if isinstance(node, ast.Call) and is_ours(node):
        return node
    if is_compared and isinstance(node, ast.expr) and not isinstance(node, (ast.Constant, ast.Starred)):
        return called(COMPARED, node)
    return called(BACK, node) if isinstance(node, ast.Call) else node


def is_ours(call):
    """Tells whether a call is one that no instructor wrote, or that needs to stand where it stands."""
    function = call.func
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and (function.id in (BACK, COMPARED, "super") or function.id[:1] == "@")


def called(name, node):
    call = ast.Call(ast.Name(name, ast.Load()), [node], [])
    return ast.fix_missing_locations(ast.copy_location(call, node))


def watching(tell):
    """Returns what the code of the instructor calls, by its names."""
    tried = {}

    def back(value):
        tell(("back", None))
        return value

    def compared(value):
        for one in suspects(value):
            kind = type(one)
            tried[kind] = tried.get(kind, 0) + 1
            if tried[kind] <= MOST_OBJECTS and lies(one):
                tell(("lies", kind))
        tell(("compared", None))
        return value

    return {BACK: back, COMPARED: compared}


def suspects(value, depth=0):
    """Returns the objects in a value whose class may say anything."""
    kind = type(value)
    if kind in PLAIN:
        return ()
    if kind in SEQUENCES or kind is dict:
        if depth > 2:
            return ()
        try:
            parts = list(islice(value.values() if kind is dict else value, MOST_PARTS))
        except RuntimeError:  # Another thread changes it.
            return ()
        return [one for part in parts for one in suspects(part, depth + 1)]
    return () if is_of_library(kind) else (value,)


def is_of_library(kind):
    """Tells whether a class is one of Python or of a library, and none with which frameworks compare."""
    module = type.__dict__["__module__"].__get__(kind) if kind.__flags__ & 1 << 9 else "builtins"
    if type(module) is not str or module.partition(".")[0] in PROTECTED:
        return False
    if kind in State.classes:
        return True
    loaded = sys.modules.get(module)
    file = getattr(loaded, "__file__", None)
    return type(file) is str and not is_foreign(file) and vars(loaded).get(kind.__name__) is kind


def is_meant_to_lie(kind, files, code):
    """Tells whether the instructor wrote the class, or uses the object of `unittest.mock` that is equal to everything.

    `code` has the identities of what the instructor wrote.
    """
    mro = type.__dict__["__mro__"].__get__(kind)
    spaces = [type.__dict__["__dict__"].__get__(base) for base in mro[:-1]]
    mock = sys.modules.get("unittest.mock")
    if mock and any(base is one for base in mro[:-1] for one in vars(mock).values()):
        return any(word in content for content in files.contents.values() for word in (b"ANY", b"Mock"))
    methods = [space.get(name) for space in spaces for name in ("__eq__", "__lt__", "__gt__", "__contains__")]
    return any(isinstance(one, types.FunctionType) and id(one.__code__) in code for one in methods)


class Stranger:
    """An object that nothing can be equal to but itself."""


def lies(value):
    """Tells whether an object says that it is what nobody can have made it to be."""
    noise = os.urandom(8)
    number, text = int.from_bytes(noise, "big") + HUGE, noise.hex()
    others = [Stranger(), number, float(number), text, (number,), [text], {text: number}, noise]
    turn = noise[0] % len(others)
    # In another order and number each time: nobody can tell the lies for us from the one for the test.
    others = [*others[turn:], *others[:turn], *others[: noise[1] % len(others)]]
    printed, sys.stdout = sys.stdout, io.StringIO()
    try:
        return (
            any(holds(lambda other=other: value == other or not value != other) for other in others)
            or holds(lambda: value > number)
            or holds(lambda: value < -number)
            or holds(lambda: abs(value - number) < 1)
            or holds(lambda: abs(number - value) < 1)
            or any("__contains__" in vars(base) for base in type(value).__mro__) and holds(lambda: others[0] in value)
        )
    finally:
        sys.stdout = printed


def holds(question):
    try:
        return bool(question())
    except BaseException:  # Its objects are compared with something else.
        return False
