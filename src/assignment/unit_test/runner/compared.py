"""Looks at what comes back from a submission and at what is compared with it, before the test goes on.

The code of the instructor is changed so that it hands over what each call gave back, and what stands on both sides of a
comparison. An object that agrees with whatever it is compared with passes nothing.
"""

import ast
import copy
import gc
import io
import os
import sys
import types
from itertools import islice


# What the code of the instructor calls with what another call gave back, and with what is compared.
BACK, COMPARED = "__yardstick_back__", "__yardstick_compared__"

# What it calls with an object that is asked what was done with it, and the names of what is asked.
ASKED = "__yardstick_asked__"
RECORDS = ("call_args", "call_args_list", "call_count", "called", "method_calls", "mock_calls")

# The parts of a syntax tree that need not be looked at, as they run before the test.
ASIDE = frozenset(("annotation", "decorator_list", "returns"))

ORDERS = (ast.Is, ast.IsNot)

# The nodes of a syntax tree that do nothing but look at a value.
SIMPLE = ("Bytes", "Constant", "List", "Load", "Name", "NameConstant", "Num", "Str", "Tuple", "USub", "UnaryOp")

# Types whose values say nothing but what they are, and those whose parts are looked at.
VALUES = (bool, bytes, bytearray, complex, float, int, range, str, type(None))
PLAIN = (*VALUES, type, types.FunctionType, types.ModuleType)
SEQUENCES = (frozenset, list, set, tuple)

# The most objects of one class, and the most parts of one container, that are looked at.
MOST_OBJECTS = 20
MOST_PARTS = 50


def mark(tree):
    """Changes the code of the instructor so that it hands over what comes back and what is compared."""
    # What is added up or taken off within a comparison is compared, too: `abs(f(1) - 2) < 1e-9`.
    deciding = [node for node in ast.walk(tree) if isinstance(node, (ast.Assert, ast.Compare)) or is_assertion(node)]
    counted = {id(part) for node in deciding for part in ast.walk(node) if isinstance(part, ast.BinOp)}
    for parent in list(ast.walk(tree)):
        is_compare = isinstance(parent, ast.Compare) and not all(isinstance(one, ORDERS) for one in parent.ops)
        for name, value in ast.iter_fields(parent):
            is_compared = is_compare or is_assertion(parent) and name == "args"
            others = simple(parent) if is_compared else ()
            is_compared = is_compared or id(parent) in counted
            if name in ASIDE:
                continue
            if isinstance(value, list):
                value[:] = [handed(one, is_compared, others) for one in value]
            elif name == "value" and isinstance(parent, ast.Attribute) and is_record(parent):
                parent.value = called(ASKED, handed(value, False))
            elif isinstance(value, ast.AST):
                setattr(parent, name, handed(value, is_compared, others))


def is_assertion(node):
    """Tells whether something asserts by a call, such as `self.assertEqual(…)`."""
    return isinstance(node, ast.Call) and name_of(node.func).startswith("assert")


def is_record(node):
    """Tells whether an attribute is one of those by which objects of `unittest.mock` say what was done with them."""
    is_self = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    return isinstance(node.ctx, ast.Load) and not is_self and (node.attr[:7] == "assert_" or node.attr in RECORDS)


def name_of(function):
    """Returns the last name of what is called, or an empty text."""
    return getattr(function, "attr", None) or getattr(function, "id", "")


def simple(node):
    """Returns what is compared in a node, as far as it can be looked at twice: names and what is written there."""
    compared = node.args if isinstance(node, ast.Call) else [node.left, *node.comparators]
    return [one for one in compared if all(type(part).__name__ in SIMPLE for part in ast.walk(one))]


def handed(node, is_compared, others=()):
    if isinstance(node, ast.Call) and is_ours(node):
        return node
    if is_compared and isinstance(node, ast.expr) and not isinstance(node, (ast.Constant, ast.Starred)):
        return called(COMPARED, node, *(copy.deepcopy(one) for one in others if one is not node))
    return called(BACK, node) if isinstance(node, ast.Call) else node


def is_ours(call):
    """Tells whether a call is one that no instructor wrote, or that needs to stand where it stands."""
    function = call.func
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and (function.id in (BACK, COMPARED, "super") or function.id[:1] == "@")


def called(name, node, *others):
    call = ast.Call(ast.Name(name, ast.Load()), [node, *others], [])
    return ast.fix_missing_locations(ast.copy_location(call, node))


def watching(tell):
    """Returns what the code of the instructor calls, by its names."""
    tried = {}

    def back(value):
        tell(("back", None))
        if has_any(value, *ARRAY):
            ask(suspects(value), ())
        return value

    def compared(value, *others):
        found = suspects(value)
        tell(("compared", bool(found)))
        ask(found, others)
        return value

    def ask(found, others):
        for one in found:
            kind = type(one)
            tried[kind] = tried.get(kind, 0) + 1
            if tried[kind] <= MOST_OBJECTS and lies(one, others):
                tell(("lies", kind))
        if found:
            tell(("back", None))

    def asked(value):
        name = hidden_in(value)
        if name:
            tell(("hidden", name))
        elif is_mock(value):
            # What it was called with is what it will be compared by.
            for call in list(value.mock_calls)[:MOST_PARTS]:
                _, args, named = call
                ask(suspects([*args, *named.values()]), ())
        return value

    return {BACK: back, COMPARED: compared, ASKED: asked}


def is_mock(value):
    """Tells whether something is an object of `unittest.mock` that notes how it is called."""
    mock = sys.modules.get("unittest.mock")
    return mock is not None and mock.NonCallableMock in type(value).__mro__


def hidden_in(value):
    """Returns what an object of `unittest.mock` no longer says by itself, or `None`."""
    if not is_mock(value):
        return None
    mock, kind = sys.modules["unittest.mock"], type(value)
    bases = [base for base in kind.__mro__[:-1] if vars(mock).get(base.__name__) is base]
    names = {name for base in bases for name in vars(base) if name[:1] != "_"} | {"__dict__", "__getattribute__"}
    # Each of these objects has a class of its own.
    found = sorted(names & {*vars(value), *(() if kind in bases else vars(kind))})
    if not found and value.call_count > len(value.call_args_list):
        found = ["call_count"]
    return f"{kind.__name__}.{found[0]}" if found else None


def suspects(value, depth=0):
    """Returns the objects in a value that may say anything, those of a library too: they say what is in them."""
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
    return (value,)


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


# Values of one kind each, which have nothing else in common.
KINDS = (
    (3, -4, 10**6 + 1),
    (7.5, -0.25, 1e6),
    (False, True),
    ("x", "Zebra 7", "two\nlines", ""),
    (b"x", b"two words", b""),
    ((), (3,), ("x", None)),
    ([], [3], ["x", None]),
    ({}, {3: 4}, {"x": None}),
    (Stranger(), Stranger()),
)
NUMBERS, TEXTS = KINDS[0] + KINDS[1], KINDS[3]
ARRAYS = ([3], [7.5, -4], [[1, 2], [3, 4]])

# The methods by which an object decides what functions of numpy make of it.
ARRAY = ("__array_function__", "__array_ufunc__")


def lies(value, others):
    """Tells whether an object agrees with whatever it is compared with.

    What is equal to some of these values may be so by its author's rule, such as equality by size: only an object that
    agrees with all of one kind, or with a number and its opposite each time, says nothing. So does one that agrees with
    whatever is near to what it is compared with.
    """
    claims = claims_of(value, [near for other in others for near in near_to(other)])
    questions = [(place, question) for place, claim in enumerate(claims) for question in claim]
    # In another order and number each time: nobody can tell these questions from the one of the test.
    questions += [one for one in questions if os.urandom(1)[0] < 64]
    questions.sort(key=lambda _: os.urandom(8))
    printed, sys.stdout = sys.stdout, io.StringIO()
    try:
        denied = {place for place, question in questions if not holds(question)}
    finally:
        sys.stdout = printed
    return len(denied) < len(claims)


def near_to(other, depth=0):
    """Returns groups of values near to what an object is compared with, and to its parts."""
    kind, parts = type(other), []
    if kind in (list, tuple):
        parts = [near_to(one, depth + 1) for one in other[:MOST_PARTS]] if depth < 2 else []
        whole = [[one[0][place] for one in parts] for place in (0, 1)] if parts and all(parts) else []
        whole = [(kind(whole[0]), kind(whole[1] + whole[1]))] if whole else []
        return [*whole, *(near for part in parts for near in part)]
    if kind is str:
        turned = "".join(chr(ord(one) + 1) if one.isalnum() else one for one in other)
        return [(other + "x", turned, other + " and 7 more")]
    if kind in (float, int):
        step = -1 if other < 0 else 1
        return [(other + step, other + 2 * step, 10 * other + 1000 * step)]
    return []


def claims_of(value, near):
    """Returns questions about an object, in groups: no honest object answers all of one group with yes."""
    claims = [[lambda one=one: value == one or not value != one for one in kind] for kind in (*KINDS, *near)]
    claims += (
        [lambda number=number: value > number and value < number for number in NUMBERS],
        [lambda number=number: value >= number and value <= number for number in NUMBERS],
        [lambda number=number: abs(value - number) < 1 for number in NUMBERS],
        [lambda number=number: abs(number - value) < 1 for number in NUMBERS],
    )
    numpy = sys.modules.get("numpy")
    if numpy is not None and has_any(value, *ARRAY):
        claims += (
            [lambda one=one: numpy.array_equal(value, one) for one in ARRAYS],
            [lambda one=one: numpy.allclose(value, one) for one in ARRAYS],
            [lambda one=one: numpy.array(one) == value for one in ARRAYS],
        )
    if has_any(value, "__contains__"):
        # What has all but some values holds these somewhere.
        parts = TEXTS if isinstance(value, str) else [kind[0] for kind in KINDS] + parts_of(value)
        claims.append([lambda part=part: part in value for part in parts])
    return claims


def has_any(value, *names):
    """Tells whether the class of an object, or one of its bases, has a method of one of these names."""
    return any(name in vars(base) for base in type(value).__mro__ for name in names)


def parts_of(value):
    """Returns the plain values in the attributes of an object."""
    found, waiting = [], [(value, 0)]
    for one, depth in waiting:
        for part in gc.get_referents(one)[:MOST_PARTS]:
            if type(part) in VALUES:
                found.append(part)
            elif type(part) in (*SEQUENCES, dict) and depth < 3:
                waiting.append((part, depth + 1))
    return found[:MOST_PARTS]


def holds(question):
    try:
        return bool(question())
    except BaseException:  # Its objects are compared with something else.
        return False
