"""Answers sessions: lines of Python that are typed at a submission's module. Runs tests of the instructor, too.

The grader starts this program in the folder of the submission, with the interpreter that runs the submission. The
program reads JSON objects from standard input. Before each object stands its length in bytes, in eight digits. The
first object, the head, has the settings of all sessions and their number. Then come the sessions:

    00000078{"module": "shapes", "cpu": 2, "wall": 10.0, "alone": false, "sessions": 1}
    00000045{"lines": ["x = f(1)", "x"], "stdin": ["3"]}

`cpu` and `wall` are limits for each session, in seconds of processor time and on the clock.

Every session is answered by a fork of this process. This process never imports a module of the submission, so each
session starts in a fresh, warm interpreter. The fork reads its own session from standard input. This process reads no
session, so no fork can find anything of another session in its memory, and forks cannot read the memory of this
process. If this process cannot keep its forks out, or if a session leaves a process running, it ends, and the grader
starts another driver for the remaining sessions.

The bytes that a session writes are passed on to descriptor 3 in pieces, each after a line with its length. A line with
the end of the session follows: `exit` with a code, `signal` with a number, or `time`:

    +17
    {"imported": true}
    exit 0

Together the pieces are records: one JSON object a line, the first about the import, then one for each typed line. If
the head says `alone`, there is one session and no fork, and only the records are written. The expected answers are not
here. A session can lie about its values, but to gain by it the session would have to know the right ones.

Where a system has no forks and passes no descriptor on, as on Windows, the head always says `alone`, and the records go
into a side file: the environment variable `YARDSTICK_SIDE` has its path. This process then looks at no processor time.

If the head has the texts of a `runner`, the requests are not sessions but tests, and the runner carries them out:
`src/assignment/unit_test/runner/`.
"""

import sys

# A new interpreter looks for modules in the folder of the submission first. Ours must not come from there.
if __name__ == "__main__":
    del sys.path[0]

# The modules that any interpreter has loaded when a program begins. All others are loaded only for this program.
LOADED_AT_START = frozenset(sys.modules) - {__name__}

import ast  # noqa: E402
import builtins  # noqa: E402
import enum  # noqa: E402
import errno  # noqa: E402
import importlib  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import select  # noqa: E402
import signal  # noqa: E402
import struct  # noqa: E402
import time  # noqa: E402
import types  # noqa: E402

try:
    import resource
except ImportError:  # Windows has no such limits.
    resource = None

try:
    import _ctypes  # `ctypes` itself takes ten times as long to load.

    LIBRARY = _ctypes.dlopen(None, os.RTLD_NOW)
    FUNCTIONS = {name: _ctypes.dlsym(LIBRARY, name) for name in ("prctl", "syscall")}
except (ImportError, AttributeError, OSError):
    FUNCTIONS = {}

# The largest value that is encoded: levels of nesting, values inside it, bytes of text, bits of an integer, items of an
# iterator. A larger one is an object of a class that no program can have.
MOST_DEPTH = 200
MOST_NODES = 200_000
MOST_BYTES = 4 << 20
MOST_BITS = 1 << 20
MOST_ITEMS = 1000
MOST_TOO_LARGE = 3
TOO_LARGE = "value too large to compare"

# Python's own limit of nested calls while a value is encoded: some for each level.
MOST_CALLS = 4000

# The largest number of bytes that one session may write.
MOST_RECORDS = 16 << 20

# The descriptor that leads to the grader, and the path of the file that does so where no descriptor does.
CHANNEL = 3
SIDE = os.environ.pop("YARDSTICK_SIDE", None)

# The folder of the submission, and folders of packages that were installed there and are not its own.
FOLDER = None
PACKAGES = frozenset({"site-packages", "dist-packages"})

# Modules of the library that do the same whenever they are imported.
AHEAD = frozenset(
    b"abc bisect collections copy dataclasses datetime decimal enum fractions functools heapq itertools json math"
    b" operator random re statistics string textwrap time typing".split()
)

# On Windows, what is read and written keeps its line ends.
BINARY = getattr(os, "O_BINARY", 0)

# The time between two checks whether a session that writes nothing has ended, in seconds.
PERIOD = 0.02

# The time that processes have to end after they were killed, in seconds.
DYING = 0.5

# Options of prctl(2).
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

# System calls of landlock(7), which have the same numbers on all architectures, and a flag.
LANDLOCK_CREATE_RULESET = 444
LANDLOCK_RESTRICT_SELF = 446
LANDLOCK_SCOPE_SIGNAL = 2


class TooLarge(Exception):
    """A value is larger than the limits allow."""


class Incomparable(Exception):
    """Nothing of an object can be compared with another one: it is a function, or it cannot be read."""


class Encoder:
    """Encodes values as JSON by their exact types: `1` is not `True`, and an object of a subclass of `int` is no `int`.

    Of an object that cannot be read there is only the class. Of one of the submission only `repr` and the properties of
    its own classes are called; of one of a library, what tells its content.
    """

    def __init__(self):
        self.nodes = 0
        self.bytes = 0
        # The objects with an identity whose state was encoded, and their numbers, by their ids. They are kept alive, so
        # no other object gets their ids.
        self.met = {}
        self.forgotten = 0
        # How deep the lists and the like lie in which the place lies, by their ids.
        self.inside = {}
        self.is_full = False
        # How many attributes were too large, and how many objects of the submission lie around the place.
        self.too_large = 0
        self.around = 0
        # Whether everything was a literal, which is shown in one way only.
        self.is_literal = True
        # Whether something says more of itself than a record holds: to show all of it would take memory for nothing.
        self.says_too_much = False

    def encode(self, value, depth=0):
        """Returns the value as a list that begins with a tag, or as the tag alone."""
        self.nodes += 1
        if depth > MOST_DEPTH or self.nodes > MOST_NODES:
            raise TooLarge
        kind = type(value)
        if value is None:
            return "none"
        if kind is bool:
            return "true" if value else "false"
        if kind is int:
            if value.bit_length() > MOST_BITS:
                raise TooLarge
            return ["int", self.spend(format(value, "x"))]
        if kind is float:
            return ["float", struct.pack(">d", value).hex()]
        if kind is str:
            return ["str", self.spend(valid_text(value))]
        if kind is bytes:
            return ["bytes", self.spend(value.hex())]
        if kind in SEQUENCES or kind is dict:
            return self.collection(kind, value, depth)
        self.is_literal = False
        if kind is bytearray:
            return ["bytearray", self.spend(value.hex())]
        name = self.spend(class_name(kind))
        if isinstance(kind, enum.EnumMeta):
            if is_member(kind, value):
                return ["enum", name, self.spend(valid_text(value._name_))]
            # Flags together are no member.
            combined = object.__getattribute__(value, "__dict__").get("_value_")
            return ["object", name, None, [], [], self.encode(combined, depth + 1)]
        if id(value) in self.met:
            return ["met", name, self.met[id(value)][0]]
        before = self.nodes, self.bytes, len(self.met), self.around
        try:
            if self.is_full:
                raise TooLarge
            return ["object", name, *(self.own if is_own(kind) else self.of_library)(kind, value, depth)]
        except TooLarge:
            self.nodes, self.bytes = before[:2]
            self.is_full = depth + 1 < MOST_DEPTH
            name = TOO_LARGE
        except BaseException:  # Classes of a submission may fail in any way.
            pass
        self.around = before[3]
        for met in list(self.met)[before[2] :]:
            del self.met[met]
        return ["object", name]

    def collection(self, kind, value, depth):
        """Returns the items of a list or the like. One that lies in itself is told by how many levels up it is."""
        if id(value) in self.inside:
            self.is_literal = False
            return ["up", depth - self.inside[id(value)]]
        self.inside[id(value)] = depth
        try:
            if kind is dict:
                pairs = [list(pair) for pair in value.items()]
                return ["dict", [[self.encode(part, depth + 1) for part in pair] for pair in pairs]]
            return [SEQUENCES[kind], [self.encode(item, depth + 1) for item in list(value)]]
        finally:
            del self.inside[id(value)]

    def own(self, kind, value, depth):
        """Returns the state of an object whose class is defined in a file of the submission.

        The state is its `repr`, attributes, properties and content, and its number if it has an identity.
        """
        number = [] if is_value(kind) else [self.forgotten + len(self.met) + 1]
        if number:
            self.met[id(value)] = number[0], value
        self.around += 1
        shown = own_repr(kind, value)
        attributes, properties, defaults = [self.named(part, depth) for part in held(kind, value)]
        base = next((base for base in mro_of(kind) if not is_own(base)), object)
        content = None if base is object else content_of(base, value) or made_of(base, value)
        content = None if content is None else self.encode(content[0], depth + 1)
        self.around -= 1
        state = [None if shown is None else self.said(shown), attributes, properties, content, *number]
        made = inherited_repr(kind, value) if shown is None else None
        if made is None and not defaults:
            return state
        return [*state, *([] if number else [None]), None if made is None else self.said(made), defaults]

    def of_library(self, kind, value, depth):
        """Returns the state of an object of a class of Python or of a package: its content, or else its `repr`."""
        if issubclass_of(kind, ITERATORS) and not issubclass_of(kind, FILES):
            # An object that holds an iterator still needs it.
            if self.around:
                raise Incomparable
            items, end = first_items(value)
            return [None, self.named(end, depth), [], self.encode(items, depth + 1)]
        content = content_of(kind, value)
        if content is not None:
            content, *attributes = content
            return [None, self.named(attributes, depth), [], self.encode(content, depth + 1)]
        shown = repr_of_library(kind, value)
        if shown is not None:
            return [self.said(shown), [], [], None]
        return [None, [], [], self.encode(reduced(kind, value), depth + 1)]

    def named(self, part, depth):
        return [[self.spend(name), self.part(item, depth + 1)] for name, item in part]

    def part(self, item, depth):
        """Returns an attribute. One that is too large does not make the others so, unless there are many of them."""
        before = self.nodes, self.bytes, len(self.met), self.around
        try:
            return self.encode(item, depth)
        except TooLarge:
            if self.too_large == MOST_TOO_LARGE:
                raise
            self.too_large += 1
            self.nodes, self.bytes, _, self.around = before
            for met in list(self.met)[before[2] :]:
                del self.met[met]
            return ["object", TOO_LARGE]

    def forget(self):
        """Makes ready for another value of the same line: the objects met may have changed since."""
        self.forgotten += len(self.met)
        self.met = {}
        self.is_literal = True
        self.says_too_much = False

    def said(self, text):
        self.says_too_much = self.says_too_much or len(text) > MOST_BYTES
        return self.spend(text)

    def spend(self, text):
        self.bytes += len(text)
        if self.bytes > MOST_BYTES:
            raise TooLarge
        return text


SEQUENCES = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}


def by_call(name):
    """Returns a function that calls a method of a class, and not what a derived class has in its place."""
    return lambda base, value: (type.__getattribute__(base, name)(value),)


def items_of(base, value):
    return (list(base.__iter__(value)),)


# What objects of library classes hold, by the module and the name of the class: each function gets the class and the
# object, and returns the content and the attributes that count besides, as pairs. Derived classes hold the same.
CONTENTS = {
    ("builtins", "dict"): lambda base, value: (dict(dict.items(value)),),
    ("builtins", "list"): items_of,
    ("builtins", "tuple"): lambda base, value: (tuple(tuple.__iter__(value)),),
    ("builtins", "set"): lambda base, value: (set(set.__iter__(value)),),
    ("builtins", "frozenset"): lambda base, value: (frozenset(frozenset.__iter__(value)),),
    ("builtins", "str"): by_call("__str__"),
    ("builtins", "int"): by_call("__int__"),
    ("builtins", "float"): by_call("__float__"),
    ("builtins", "complex"): lambda base, value: ((complex.real.__get__(value), complex.imag.__get__(value)),),
    ("builtins", "bytes"): lambda base, value: (bytes(list(bytes.__iter__(value))),),
    ("builtins", "bytearray"): lambda base, value: (bytes(list(bytearray.__iter__(value))),),
    ("builtins", "memoryview"): lambda base, value: (value.tolist(),),
    ("builtins", "mappingproxy"): lambda base, value: (dict(base.items(value)),),
    ("builtins", "dict_keys"): items_of,
    ("builtins", "dict_values"): items_of,
    ("builtins", "dict_items"): items_of,
    # The message of some exceptions is made of more than their arguments.
    ("builtins", "BaseException"): lambda base, value: (base.args.__get__(value),),
    # Its order counts.
    ("collections", "OrderedDict"): lambda base, value: (list(base.items(value)),),
    ("collections", "odict_keys"): items_of,
    ("collections", "odict_values"): items_of,
    ("collections", "odict_items"): items_of,
    ("collections", "deque"): lambda base, value: (
        list(base.__iter__(value)),
        ("maxlen", base.maxlen.__get__(value)),
    ),
    ("array", "array"): lambda base, value: (base.tolist(value), ("typecode", base.typecode.__get__(value))),
    ("types", "SimpleNamespace"): lambda base, value: (dict(object.__getattribute__(value, "__dict__")),),
    ("builtins", "module"): lambda base, value: (base.__getattribute__(value, "__name__"),),
    ("queue", "Queue"): lambda base, value: (list(value.queue),),
    ("argparse", "Namespace"): lambda base, value: (dict(object.__getattribute__(value, "__dict__")),),
    ("re", "Match"): lambda base, value: (
        (value.string, base.span(value), base.groups(value), base.groupdict(value)),
    ),
    ("re", "Pattern"): lambda base, value: ((base.pattern.__get__(value), base.flags.__get__(value)),),
    ("_io", "StringIO"): lambda base, value: ((base.getvalue(value), base.tell(value)),),
    ("_io", "BytesIO"): lambda base, value: ((base.getvalue(value), base.tell(value)),),
    ("numpy", "MaskedArray"): lambda base, value: items_of_array(base, value),
    ("numpy", "ndarray"): lambda base, value: items_of_array(base, value),
    ("numpy", "generic"): lambda base, value: plain_number(base, value),
    ("pandas", "DataFrame"): lambda base, value: (
        [(name, list(value.iloc[:, place])) for place, name in enumerate(value.columns)],
        ("index", list(value.index)),
    ),
    ("pandas", "Series"): lambda base, value: (list(value), ("index", list(value.index)), ("name", value.name)),
    ("pandas", "Index"): lambda base, value: (list(value), ("names", list(value.names))),
}


def items_of_array(base, value):
    """Returns the items of an array of numpy, its shape if it has none, and its type if the items do not tell it.

    What is not told is there as `None`: otherwise one that says more would be equal to it.
    """
    shape = None if base.size.__get__(value) else base.shape.__get__(value)
    kind = base.dtype.__get__(value)
    kind = str(kind) if kind.kind in "mMV" else None
    return base.tolist(value), ("shape", shape), ("dtype", kind)


def plain_number(base, value):
    """Returns a number of numpy as one of Python, if there is one as wide. A date or a duration has a unit besides."""
    item = base.item(value)
    return None if isinstance(item, base) or value.dtype.kind in "mM" else (item,)


def content_of(kind, value):
    """Returns what an object of a library class holds, as a tuple; `None` if its class is in no list.

    The tuple has plain values in place of the object, such as a list, and then pairs of names and attributes.
    """
    for base in mro_of(kind):
        # Packages keep their classes where they like, and call them by the name of the package.
        module = module_of(base)
        found = CONTENTS.get((module, name_of(base))) or CONTENTS.get((module.partition(".")[0], name_of(base)))
        content = found(base, value) if found is not None else None
        if content is not None:
            return content
    return None


def first_items(value):
    """Returns the next items of an iterator, and pairs that tell how it goes on if it does not end behind them."""
    items = []
    try:
        for item in value:
            if len(items) == MOST_ITEMS:
                return items, [("more", True)]
            items.append(item)
    except Exception as error:  # A generator of the submission may fail in any way.
        return items, [("raised", error)]
    return items, []


def repr_of_library(kind, value):
    """Returns the `repr` of an object of a library, if it tells all that the object holds."""
    if isinstance(value, type):
        return name_of(value) if is_own(value) else f"<class '{module_of(value)}.{name_of(value)}'>"
    if issubclass_of(kind, CALLABLES) or type.__getattribute__(kind, "__repr__") is object.__repr__:
        return None
    if kind is range:
        value = shortest_range(value)
    shown = valid_text(repr(value))
    is_sketch = shown.startswith("<") and not shown.startswith("<built-in function ")
    return None if is_sketch or " at 0x" in shown or "..." in shown else shown


def shortest_range(value):
    """Returns the range of the same numbers whose limits say nothing more: ranges are equal if their numbers are."""
    if not value:
        return range(0)
    step = value.step if value[0] != value[-1] else 1
    return range(value[0], value[-1] + (1 if step > 0 else -1), step)


def reduced(kind, value):
    """Returns what `pickle` would keep of an object: names, and plain values.

    It raises `Incomparable` for an object that cannot be made again.
    """
    if issubclass_of(kind, CALLABLES) or isinstance(value, types.FunctionType):
        raise Incomparable
    parts = type.__getattribute__(kind, "__reduce_ex__")(value, 2)
    if isinstance(parts, str):
        return parts
    maker, arguments, *rest = parts
    rest = [list(part) if issubclass_of(type(part), ITERATORS) else part for part in rest]
    return [getattr(maker, "__qualname__", ""), without_classes(arguments), rest]


def made_of(kind, value):
    """Returns what an object of a class in C is made from, as a tuple; `None` if no base class is in C.

    The objects of a class that Python made hold nothing but attributes.
    """
    if all(base is object or type.__dict__["__flags__"].__get__(base) & MADE_BY_PYTHON for base in mro_of(kind)):
        return None
    return (without_classes(type.__getattribute__(kind, "__reduce_ex__")(value, 2)[1]),)


def without_classes(arguments):
    return [part for part in arguments if not isinstance(part, type)]


# The flag of a class that is not static, `Py_TPFLAGS_HEAPTYPE`.
MADE_BY_PYTHON = 1 << 9

# Attributes by which classes are told apart that have no base class in common.
ITERATORS = "__next__"
FILES = "readline"
CALLABLES = "__code__", "__func__", "cr_frame", "ag_frame"


def issubclass_of(kind, names):
    """Tells whether a class or one of its base classes defines one of these names."""
    names = (names,) if isinstance(names, str) else names
    return any(name in names_in(base) for base in mro_of(kind) for name in names)


def mro_of(kind):
    return type.__dict__["__mro__"].__get__(kind)


def module_of(kind):
    """Returns the name of the module of a class. The classes in C have it in no dictionary."""
    module = type.__dict__["__module__"].__get__(kind)
    return module if type(module) is str else ""


def names_in(kind):
    """Returns the attributes of a class without those of its base classes."""
    return dict(type.__dict__["__dict__"].__get__(kind))


def is_own(kind):
    """Tells whether a class is defined in a file of the submission."""
    module = sys.modules.get(names_in(kind).get("__module__"))
    return own_file(getattr(module, "__file__", None)) is not None


def own_file(path):
    """Returns the name of a file of the submission, from its folder on; `None` for any other file."""
    # What has no file is called `<string>` and the like.
    if type(path) is not str or path.startswith("<"):
        return None
    path = os.path.normpath(os.path.join(FOLDER, path))
    names = path[len(FOLDER) :].split(os.sep)[1:]
    is_own = path.startswith(FOLDER + os.sep) and PACKAGES.isdisjoint(names)
    return valid_text("/".join(names)) if is_own else None


def is_value(kind):
    """Tells whether the objects of a class never change: then it makes no difference which of two equal ones it is."""
    params = names_in(kind).get("__dataclass_params__")
    is_frozen = getattr(params, "frozen", False) is True
    # A class with a hash of its own says that its objects are values.
    has_hash = any(is_own(base) and names_in(base).get("__hash__") is not None for base in mro_of(kind))
    return is_frozen or has_hash or any(base in UNCHANGING for base in mro_of(kind))


UNCHANGING = {tuple, str, int, float, complex, bytes, frozenset}


def own_repr(kind, value):
    """Returns the `repr` of an object if a file of the submission defines the method, otherwise `None`.

    The method that `dataclass` makes is not in a file of the submission.
    """
    for base in mro_of(kind):
        method = names_in(base).get("__repr__")
        if method is not None:
            code = getattr(method, "__code__", None)
            if code is None or own_file(code.co_filename) is None:
                return None
            try:
                shown = valid_text(repr(value))
            except BaseException as error:  # A submission's own `repr` may fail.
                return f"repr raised {name_of(type(error))}"
            return None if " object at 0x" in shown else shown
    return None


def inherited_repr(kind, value):
    """Returns the `repr` of an object if a class of a library or `dataclass` makes it, unless it names an address."""
    if type.__getattribute__(kind, "__repr__") is object.__repr__:
        return None
    try:
        shown = valid_text(repr(value))
    except BaseException:  # It may call the `repr` of the submission's own classes.
        return None
    return None if " at 0x" in shown else shown


def held(kind, value):
    """Returns the attributes of an object, the properties of its class, and what the class gives each of its objects.

    These are three lists of names and values.
    """
    attributes, properties, defaults = {}, {}, {}
    if not is_own(kind):
        return [[], [], []]
    try:
        attributes.update(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        pass
    for base in reversed(mro_of(kind)):
        for name, member in names_in(base).items():
            try:
                if type(member) is types.MemberDescriptorType:
                    attributes[name] = member.__get__(value, kind)
                elif not is_own(base):
                    pass
                elif type(member) is property:
                    properties[name] = member.__get__(value, kind)
                elif is_computed(name, member):
                    item = looked_up(name, value)
                    if not callable(item):
                        attributes.pop(name, None)
                        properties[name] = item
                elif not name.startswith("_") and is_data(member):
                    defaults[name] = member
            except BaseException:  # Nothing was assigned to the slot yet, or a property of the submission fails.
                pass
    fields = names_in(kind).get("_fields") if issubclass_of(kind, "_fields") else None
    if type(fields) is tuple and tuple in mro_of(kind):
        properties.update({fields[at]: item for at, item in enumerate(tuple.__iter__(value)) if at < len(fields)})
    for name in attributes.keys() | properties.keys():
        defaults.pop(name, None)
    return [
        [(valid_text(name), item) for name, item in part.items() if type(name) is str]
        for part in (attributes, properties, defaults)
    ]


def is_computed(name, member):
    """Tells whether an attribute of a class may be computed for each object, as by `functools.cached_property`."""
    is_special = name.startswith("__") and name.endswith("__")
    return not is_special and type(member) not in METHODS and issubclass_of(type(member), "__get__")


METHODS = {types.FunctionType, classmethod, staticmethod}


def looked_up(name, value):
    """Returns an attribute of an object. What its descriptor keeps in the object is taken out again."""
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return object.__getattribute__(value, name)
    before = dict(held)
    try:
        return object.__getattribute__(value, name)
    finally:
        dict.clear(held)
        dict.update(held, before)


def is_data(member):
    """Tells whether an attribute of a class is a value, and no method, class or descriptor."""
    return not isinstance(member, (type, types.ModuleType)) and not issubclass_of(type(member), "__get__")


def is_member(kind, value):
    """Tells whether the class of an enum knows a value as its member, under a name that is a plain `str`."""
    members = type.__getattribute__(kind, "_member_map_")
    name = object.__getattribute__(value, "__dict__").get("_name_")
    return type(name) is str and members.get(name) is value


def name_of(kind):
    """Returns the name of a class. No method of its metaclass is called."""
    return valid_text(type.__dict__["__name__"].__get__(kind))


def class_name(kind):
    """Returns the name of a class, and whose class it is if one of Python itself has this name."""
    name, module = name_of(kind), module_of(kind)
    if name not in BUILT_IN or module == "builtins":
        return name
    return f"own {name}" if is_own(kind) else f"{module}.{name}"


BUILT_IN = frozenset(vars(builtins))


def valid_text(text):
    """Returns a text that can be written in UTF-8: lone surrogates, U+D800 to U+DFFF, become U+10D800 to U+10DFFF."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return "".join(chr(ord(c) + 0x100000) if 0xD800 <= ord(c) < 0xE000 else c for c in text)


def encoded(value, encoder):
    """Returns the fields of a record for a value: the value, and its `repr` if that is not known from the value.

    A value that is too large is replaced by an object that says so.
    """
    try:
        record = {"value": encoder.encode(value)}
    except TooLarge:
        record = {"value": ["object", TOO_LARGE]}
    shown = "" if encoder.is_literal or encoder.says_too_much else repr_without_address(value)
    try:
        if shown:
            record["shown"] = encoder.spend(shown)
    except TooLarge:
        pass
    return record


def deeply(function, *arguments):
    """Calls a function that may call itself for each level of a value, whatever the submission allows itself."""
    calls = sys.getrecursionlimit()
    sys.setrecursionlimit(max(calls, MOST_CALLS))
    try:
        return function(*arguments)
    finally:
        sys.setrecursionlimit(calls)


def raised(error):
    """Returns the class and the message of an exception."""
    try:
        message = str(error)
    except BaseException:  # The `__str__` of a submission's own exception may fail.
        message = ""
    return [class_name(type(error)), valid_text(message)[:2000]]


class Paper(io.FileIO):
    """Standard output of which each line may use `MOST_BYTES`, so that a line that prints without end is told by that.

    Otherwise it would depend on the machine whether its time or the room for its output is over first.
    """

    def __init__(self):
        super().__init__(1, "w", closefd=False)
        self.name = "<stdout>"
        self.room = MOST_BYTES
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(self), encoding, errors, newline="\n")
        sys.stdout.mode = "w"
        sys.__stdout__ = sys.stdout

    def write(self, data):
        """Writes bytes while there is room."""
        self.room -= len(data)
        if self.room < 0:
            raise OSError(errno.EFBIG, "File too large")
        return super().write(data)


class Printed:
    """Collects standard output in a file without a name: everything that this process and its children print."""

    def __init__(self, paper):
        self.file = nameless_file("printed")
        self.read_so_far = 0
        self.paper = paper
        os.dup2(self.file, 1)

    def take(self):
        """Returns the output since the last call, as a text with one character for each byte."""
        for stream in (sys.stdout, sys.__stdout__):
            try:
                stream.flush()
            except BaseException:  # A submission may replace `sys.stdout` by anything.
                pass
        self.paper.room = MOST_BYTES
        if os.fstat(self.file).st_size <= self.read_so_far:
            return ""
        printed = read_at(self.file, self.read_so_far)
        self.read_so_far += len(printed)
        return printed.decode("latin-1")


def nameless_file(use):
    """Returns the descriptor of a new file whose name is removed at once, or lies beside the side file."""
    name = f".yardstick-{use}-{os.getpid()}-{time.monotonic_ns()}"
    path = os.path.join(os.path.dirname(SIDE) if SIDE else FOLDER, name)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | BINARY, 0o600)
    if not SIDE:
        os.unlink(path)
    return file


def read_at(file, place):
    """Returns what stands in a file from a place on."""
    if hasattr(os, "pread"):
        return os.pread(file, MOST_BYTES, place)
    os.lseek(file, place, os.SEEK_SET)
    return os.read(file, MOST_BYTES)


class Records:
    """Writes records for the grader: one JSON object a line.

    The JSON is made here and not with the module `json`, because a submission could change that module.
    """

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.write = os.write

    def add(self, **record):
        data = (deeply(self.written, record) + "\n").encode()
        while data:
            data = data[self.write(self.descriptor, data) :]

    def written(self, record):
        """Returns the JSON of dictionaries with plain keys, lists, texts, integers, booleans and `None`."""
        kind = type(record)
        if kind is dict:
            pairs = [f'"{key}": {self.written(item)}' for key, item in record.items()]
            return "{" + ", ".join(pairs) + "}"
        if kind is list:
            return "[" + ", ".join([self.written(item) for item in record]) + "]"
        if kind is str:
            return '"' + "".join([c if " " <= c <= "~" and c not in '"\\' else escaped(c) for c in record]) + '"'
        if kind is bool:
            return "true" if record else "false"
        return "null" if record is None else f"{record}"


def escaped(character):
    """Returns the JSON escape of a character: one unit of UTF-16, or two if one is not enough."""
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


class Ready:
    """What every fork needs, made once: whatever a fork touches first is copied for it, page by page."""

    def __init__(self, head):
        self.paper = Paper()
        if "runner" not in head:
            # The same object before and after the lines of input are there: a module may keep it while it is imported.
            sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
            sys.__stdin__ = sys.stdin
            if not head["alone"]:
                import_ahead(head["module"])
        # The modules that are loaded for this program alone, by the name of the file or package that they come from.
        self.modules = {}
        for name in set(sys.modules) - LOADED_AT_START - {"__main__"}:
            self.modules.setdefault(name.partition(".")[0], []).append(name)

    def forget_own_modules(self, protected):
        """Removes this module, and each loaded module with the same name as a file of the submission.

        Then the submission imports its own module of that name, unless it is a protected one.
        """
        theirs = {entry.partition(".")[0] for entry in os.listdir()}.difference(protected)
        for root in theirs | {__name__}:
            for name in self.modules.get(root, ()):
                sys.modules.pop(name, None)


def run_request(head, descriptor, ready):
    """Reads a session or a test and carries it out. Then it ends this process."""
    global FOLDER
    FOLDER = os.getcwd()
    request = next_object()
    if resource and not SIDE:
        resource.setrlimit(resource.RLIMIT_CPU, (head["cpu"], head["cpu"] + 1))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    records = Records(descriptor)
    printed = Printed(ready.paper)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 2)
    sys.argv = [head["module"] + ".py"]
    sys.path.insert(0, FOLDER)
    sys.modules["__main__"] = types.ModuleType("__main__")
    runner = head.get("runner")
    ready.forget_own_modules(runner.PROTECTED if runner else ())
    leave = os._exit
    if runner:
        runner.run(request, records, printed, shield)
    else:
        run_session(head["module"], request, records, printed)
    leave(0)


def run_session(name, session, records, printed):
    """Imports the module and answers the lines."""
    module = import_module(name, records)
    if module is not None:
        printed.take()
        give_input(session["stdin"])
        answer(module, session["lines"], records, printed)


def load_runner(head):
    """Replaces the texts of the runner by its last module, and lets it prepare."""
    package, modules = types.ModuleType("runner"), []
    package.__path__, sys.modules["runner"] = [], package
    for name, text in head["runner"]:
        module = types.ModuleType("runner." + name)
        module.__package__, sys.modules[module.__name__] = "runner", module
        setattr(package, name, module)
        # What it calls stays the same, whatever a submission puts into `builtins`.
        module.__builtins__ = dict(vars(builtins))
        exec(compile(text, "<runner>", "exec"), vars(module))
        modules.append(module)
    for module in (package, *modules):
        del sys.modules[module.__name__]
    module.prepare(head, modules)
    head["runner"] = module


def import_ahead(module):
    """Imports what a module of the submission imports from the library in its first place, for all sessions.

    Where the submission has a file named like a module of the library, other modules may import that one.
    """
    theirs = {entry.partition(".")[0] for entry in os.listdir()}
    if not theirs.isdisjoint(getattr(sys, "stdlib_module_names", theirs)):
        return
    try:
        with open(module.replace(".", os.sep) + ".py", "rb") as source:
            lines = source.read(MOST_BYTES).split(b"\n")
        for line in lines:
            word, _, rest = line.partition(b" ")
            if word in (b"import", b"from"):
                names = rest.partition(b"import")[0].replace(b",", b" ").split()
                for name in AHEAD.intersection(names):
                    importlib.import_module(name.decode())
    except (ImportError, OSError):
        pass  # The session will tell what is wrong.


def import_module(name, records):
    """Imports a module and records the result. Returns the module, or `None` if the import failed."""
    try:
        module = importlib.import_module(name)
    except BaseException as error:
        place = line_of_syntax(error) if isinstance(error, SyntaxError) else line_of(error)
        records.add(imported=False, raised=raised(error), place=place)
        return None
    records.add(imported=True)
    return module


def line_of_syntax(error):
    """Returns the line with a syntax error: its number, its text and its file."""
    file = own_file(error.filename) or valid_text(os.path.basename(error.filename or ""))
    return [error.lineno, valid_text(error.text or ""), file]


def line_of(error):
    """Returns the last line of the submission in a traceback, or `None`: its number, and twice its file."""
    found = None
    try:
        trace = error.__traceback__
        while trace is not None:
            file = own_file(trace.tb_frame.f_code.co_filename)
            if file is not None:
                found = [trace.tb_lineno, file, file]
            trace = trace.tb_next
    except BaseException:  # An exception of a submission may hide its traceback.
        pass
    return found


def give_input(lines):
    """Makes lines the standard input of this process and of its children."""
    if lines:  # Without, standard input is empty already.
        file = nameless_file("input")
        os.write(file, "".join(line + "\n" for line in lines).encode())
        os.lseek(file, 0, os.SEEK_SET)
        os.dup2(file, 0)


def answer(module, lines, records, printed):
    """Evaluates the lines one by one in a copy of the module's namespace, as doctest does, and records the answers."""
    namespace = dict(vars(module))
    for line in lines:
        record = {}
        screen = Screen(printed)
        try:
            code, is_expression = compiled(line)
            sys.displayhook = screen.show
            value = eval(code, namespace)
            record["printed"] = screen.printed_so_far()
            if screen.values:
                record.update(value=["list", screen.values], screen="".join(screen.parts))
            if is_expression:
                record.update(deeply(encoded, value, Encoder()))
                printed.take()  # The output of `repr` and of properties is not output of the line.
                if value is not None:
                    builtins._ = value  # As at the prompt, and in a doctest.
        except BaseException as error:
            said = raised(error)
            # The prompt shows the place of a syntax error apart from its message.
            if type(error) in (SyntaxError, IndentationError, TabError) and type(error.msg) is str:
                said[1] = valid_text(error.msg)[:2000]
            record = {"raised": said, "place": line_of(error), "printed": screen.printed_so_far()}
        records.add(**record)


def compiled(line):
    """Returns the code of a line, and whether the line is an expression.

    As at the prompt, a statement shows the values of the expressions in it: `for x in y: x`. Several statements below
    each other, which the prompt does not take, are a script and show nothing.
    """
    tree = ast.parse(line, "<session>")
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
        return compile(ast.Expression(tree.body[0].value), "<session>", "eval"), True
    if len(tree.body) > 1 and "\n" in line:
        return compile(tree, "<session>", "exec"), False
    return compile(ast.Interactive(tree.body), "<session>", "single"), False


class Screen:
    """What the prompt shows of one line: what is printed and, if it is a statement, the values between."""

    def __init__(self, printed):
        self.printed = printed
        self.encoder = Encoder()
        self.said = []
        self.values = []
        self.parts = []

    def show(self, value):
        """Notes a value as it is now, as `sys.displayhook`."""
        if value is None or self.values and self.values[-1] == ["object", TOO_LARGE]:
            return
        builtins._ = value
        self.take()
        self.encoder.forget()
        record = deeply(encoded, value, self.encoder)
        self.values.append(record["value"])
        if not self.encoder.says_too_much:
            self.parts += [record.get("shown") or deeply(repr_without_address, value), "\n"]
        self.printed.take()  # The output of `repr` and of properties is not output of the line.

    def take(self):
        """Notes what was printed since the last value."""
        said = self.printed.take()
        if said:
            self.said.append(said)
            self.parts.append(said)

    def printed_so_far(self):
        """Returns all that was printed."""
        self.take()
        return "".join(self.said)


def repr_without_address(value):
    """Returns the `repr` of an object; an address, which is another one in each run, becomes `0x...`."""
    try:
        first, *others = valid_text(repr(value)).split(" at 0x")
        return first + "".join([" at 0x..." + other.lstrip("0123456789abcdefABCDEF") for other in others])
    except BaseException:  # The `repr` of a submission's own class may fail in any way.
        return ""


def pass_on(descriptor, process, seconds, buffer):
    """Passes on the bytes that a session writes, then how it ended. Kills the session when its time is up.

    Returns whether the module could be imported.
    """
    deadline = time.monotonic() + seconds
    passed_on, held, status, imported = 0, 0, None, None
    room = memoryview(buffer)
    while passed_on < MOST_RECORDS and is_in_time(process, deadline):
        if select.select([descriptor], [], [], PERIOD if status is None else 0)[0]:
            length = os.readv(descriptor, [room[held:]])
            if length == 0:
                break
            held += length
            if imported is None:
                imported = buffer.startswith(b'{"imported": true')
            if held == len(buffer):
                write_all(b"+%d\n" % held, room)
                passed_on, held = passed_on + held, 0
        elif status is not None:
            break  # The session has ended, and a process that it has left behind still has the descriptor.
        else:
            status = status_of(process)
    write_all(b"+%d\n" % held, room[:held])
    room[:] = bytes(len(buffer))  # The next fork must not find bytes of this session in the buffer.
    if status is None:
        status = wait(process, deadline)
    if status is None:
        kill(process)
        os.waitpid(process, 0)
        write_all(b"time\n")
    elif os.WIFSIGNALED(status):
        write_all(b"signal %d\n" % os.WTERMSIG(status))
    else:
        write_all(b"exit %d\n" % os.WEXITSTATUS(status))
    kill(process)
    return imported


def write_all(*parts):
    """Writes all bytes of the parts to the grader."""
    for part in parts:
        while part:
            part = part[os.write(CHANNEL, part) :]


def status_of(process):
    """Returns the exit status of a process; `None` if it has not ended."""
    ended, status = os.waitpid(process, os.WNOHANG)
    return status if ended else None


def wait(process, deadline):
    """Waits for the end of a process and returns its exit status; `None` if it has not ended at the deadline."""
    pause = 0.0002
    while True:
        status = status_of(process)
        if status is not None or not is_in_time(process, deadline):
            return status
        time.sleep(pause)
        pause = min(pause * 2, 0.02)


def is_in_time(process, deadline):
    """Tells whether a process has time left. Time in which it waited for a processor does not count."""
    late = time.monotonic() - deadline
    return late < 0 or late < delay(process)


def delay(process):
    """Returns the seconds in which a process was ready to run and got no processor; 0 if the system does not tell."""
    try:
        with open(f"/proc/{process}/schedstat") as counted:
            return int(counted.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def kill(process):
    """Kills the process group of a session and the process itself, if they still exist."""
    for send in (os.killpg, os.kill):
        try:
            send(process, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def no_process_is_left():
    """Tells whether all processes of the session have ended. Killed processes have `DYING` seconds to end."""
    deadline = time.monotonic() + DYING
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if not ended:
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.001)


def call_c_function(name, *arguments):
    """Calls a function of the C library with numbers and bytes. Returns -1 if it cannot be called."""
    return _ctypes.call_cdeclfunction(FUNCTIONS[name], arguments) if FUNCTIONS else -1


def prctl(option, value):
    return call_c_function("prctl", option, value, 0, 0, 0)


def shield():
    """Forbids other processes of this user to read the memory of this one, and makes it the parent of orphans.

    Returns whether both succeeded.
    """
    return prctl(PR_SET_DUMPABLE, 0) == 0 and prctl(PR_SET_CHILD_SUBREAPER, 1) == 0


def leave_parent():
    """Makes this fork an ordinary process in a session of its own.

    It cannot read the memory of its parent. From Linux 6.12 on it cannot send signals to its parent either.
    """
    os.setsid()
    prctl(PR_SET_DUMPABLE, 1)
    rules = struct.pack("QQQ", 0, 0, LANDLOCK_SCOPE_SIGNAL)
    ruleset = call_c_function("syscall", LANDLOCK_CREATE_RULESET, rules, len(rules), 0)
    if ruleset >= 0:
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        call_c_function("syscall", LANDLOCK_RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)


def next_object():
    """Reads the next object from standard input."""
    return json.loads(read_exactly(int(read_exactly(8))))


def read_exactly(size):
    """Reads exactly this number of bytes from standard input. The bytes after them may be for another fork."""
    data = b""
    while len(data) < size:
        more = os.read(0, size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def answer_in_a_fork(head, ready, buffer):
    """Lets a fork answer the next session. Returns whether the module could be imported."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reader)
        os.close(CHANNEL)
        leave_parent()
        run_request(head, writer, ready)
    os.close(writer)
    imported = pass_on(reader, process, head["wall"], buffer)
    os.close(reader)
    return imported


def main():
    """Reads the head and lets the sessions be answered."""
    if sys.path[:1] == [""]:
        del sys.path[0]
    head = next_object()
    if "runner" in head:
        load_runner(head)
    ready = Ready(head)
    if head["alone"]:
        run_request(head, os.open(SIDE, os.O_WRONLY | os.O_APPEND | BINARY) if SIDE else CHANNEL, ready)
    shielded = shield()
    buffer = bytearray(1 << 16)
    for _ in range(head["sessions"]):
        # After a failed import, every other session would fail in the same way.
        is_imported = answer_in_a_fork(head, ready, buffer) or "runner" in head
        if not is_imported or not no_process_is_left() or not shielded:
            return


if __name__ == "__main__":
    main()
