"""Tells whether something was replaced while a test ran."""

import builtins
import sys
import types
from operator import is_

from .state import NEEDED, PYTEST

# Attributes of test cases that decide nothing, and those that Python and the frameworks add themselves.
FREE = (
    *("__annotations__", "__annotations_cache__", "__annotate_func__", "__slotnames__", "_classSetupFailed"),
    *("_diffThreshold", "longMessage", "maxDiff", "tearDown_exceptions"),
)

# Functions and classes of Python's modules that it or a framework replaces for a while.
MOVING = (
    *("_loggerClass", "_logRecordFactory", "_showwarnmsg", "_showwarnmsg_impl", "breakpointhook", "displayhook"),
    *("excepthook", "showwarning", "unraisablehook"),
)

# The bit of a class that was made while the program ran. No attribute of others can be replaced.
HEAP = 1 << 9

# Types of values that are constants if they stand in a class of pytest.
CONSTANTS = (bool, float, int, str)


class Sealed:
    """A module, a class or an object, with what must stay the same in it."""

    def __init__(self, owner):
        self.owner = owner
        self.kept = {}
        # Tells whether a name that comes later may decide something.
        self.counts = None
        self.close()

    def close(self):
        """Remembers all that is there now: what looks as it does now needs no closer look."""
        names = vars(self.owner)
        self.keys, self.values = list(names), list(names.values())

    def is_same(self):
        """Tells whether nothing at all was replaced or added."""
        names = vars(self.owner)
        # To ask for an `id` tells the watch each time.
        return list(names) == self.keys and all(map(is_, names.values(), self.values))

    def changes(self):
        """Finds what was replaced or added, by name."""
        names = vars(self.owner)
        for key, value in self.kept.items():
            if names.get(key, self) is not value:
                yield key
        if self.counts is not None:
            for key in names.keys() - set(self.keys):
                if self.counts(key):
                    yield key


class Seal:
    """Remembers functions and classes, and tells whether one of them was replaced, or another one put before it.

    Of classes of the instructor and of `unittest` all attributes count, of those of pytest also constants. Of others
    only what is called does: they may count or remember something in the rest. That the code of a function is replaced
    by other code, the watch tells.
    """

    def __init__(self, is_strict=False):
        self.owners = {}
        self.is_strict = is_strict

    def of(self, owner):
        sealed = self.owners.get(id(owner))
        if sealed is None:
            sealed = self.owners[id(owner)] = Sealed(owner)
        return sealed

    def decides(self, value, module):
        """Tells whether an attribute of a class may decide something."""
        if self.is_strict or is_part_of(module, "unittest"):
            return True
        is_called = callable(value) or hasattr(type(value), "__get__")
        return is_called or is_part_of(module, *PYTEST) and type(value) in CONSTANTS

    def add_module(self, module):
        self.add(module, module.__name__)
        # A name that is new there may hide one that Python has for all modules.
        self.of(module).counts = lambda name: hasattr(builtins, name) and name[:2] != "__"

    def add(self, owner, module, depth=0):
        """Adds the functions of a module or a class, the classes of the module, and all that stands in these."""
        kept = self.of(owner).kept
        for key, value in list(vars(owner).items()):
            plain = getattr(value, "__func__", value)
            is_class = isinstance(value, type) and value.__module__ == module
            is_named = is_class or isinstance(plain, (types.FunctionType, types.ModuleType))
            if is_named or depth and key not in FREE and self.decides(value, module):
                kept[key] = value
            if is_class and depth < 3 and value.__flags__ & HEAP and id(value) not in self.owners:
                self.add(value, module, depth + 1)
                self.of(value).counts = new_name(value, module)

    def add_values(self, module, others=()):
        """Adds each name of a module with its value, without the others."""
        self.of(module).kept.update((key, value) for key, value in vars(module).items() if key not in others)

    def add_builtins(self, names):
        """Adds those of what is built in for a module that assertions need."""
        self.of(BuiltIn(names)).kept.update((name, names[name]) for name in NEEDED)

    def add_callables(self, module):
        """Adds each function and class of a module, wherever it was made."""
        self.add_module(module)
        kept = self.of(module).kept
        kept.update((key, value) for key, value in vars(module).items() if callable(value))
        for name in MOVING:
            kept.pop(name, None)

    def code(self):
        """Returns the identities of the code of all functions."""
        values = (value for sealed in self.owners.values() for value in sealed.kept.values())
        functions = [getattr(value, "__func__", value) for value in values]
        functions = [function for function in functions if isinstance(function, types.FunctionType)]
        return frozenset(id(one) for function in functions for one in codes(function.__code__))

    def changes(self):
        """Finds what was replaced or added, by the name of its owner and its own."""
        for sealed in self.owners.values():
            if not sealed.is_same():
                for key in sealed.changes():
                    yield name_of(sealed.owner), key


class Names:
    """Names and what they stand for, as the attributes of an object."""

    def __init__(self, names):
        self.__dict__ = names

    @property
    def __name__(self):
        return "modules"


class BuiltIn(Names):
    """What is built in for a module, by its names."""

    @property
    def __name__(self):
        return "builtins"


def codes(code):
    """Returns a code object and all that stand inside of it."""
    found = [code]
    for one in found:
        found.extend(inner for inner in one.co_consts if isinstance(inner, types.CodeType))
    return found


def all_classes():
    waiting, found = [object], {object}
    while waiting:
        new = [kind for kind in type.__subclasses__(waiting.pop()) if kind not in found]
        found.update(new)
        waiting += new
    return found


def is_part_of(module, *packages):
    return module.partition(".")[0] in packages


def new_name(kind, module):
    """Returns what tells whether a name that a class gets later may decide something.

    In `unittest` all do. Others note things by new names; those that hide a method, or that Python looks for, count.
    """
    if is_part_of(module, "unittest"):
        return lambda name: name not in FREE
    bases = kind.__mro__[1:]

    def is_new(name):
        is_hiding = any(callable(vars(base).get(name)) for base in bases)
        return name not in FREE and (name[:2] == "__" or is_hiding)

    return is_new


def hiding(thing, *names):
    """Returns what tells whether a name that an object gets later hides a method of its class."""
    kind = type(thing)
    return lambda key: key not in names and callable(getattr(kind, key, None))


def name_of(owner):
    return owner.__name__ if isinstance(owner, (type, types.ModuleType, Names)) else type(owner).__name__


def seal_of(module):
    """Seals all names of a module of the instructor, and what stands in its functions and classes."""
    seal = Seal(is_strict=True)
    seal.add(module, module.__name__)
    seal.add_values(module)
    seal.of(module).counts = lambda name: name != "__warningregistry__" and not is_below(module, name)
    return seal


def is_below(module, name):
    """Tells whether a name of a package is that of a module in it, which was imported later."""
    loaded = sys.modules.get(f"{module.__name__}.{name}")
    return loaded is not None and vars(module).get(name) is loaded


def seal_of_libraries(names):
    """Seals the modules with these names, and those below them, as far as they are loaded."""
    seal = Seal()
    for name, module in list(sys.modules.items()):
        if name in names and isinstance(module, types.ModuleType):
            seal.add_callables(module)
    return seal
