"""Tells whether something was replaced while a test ran."""

import builtins
import types

from .state import PYTEST

# Attributes of test cases that decide nothing, and those that Python and the frameworks add themselves.
FREE = {"__annotations__", "__annotations_cache__", "__annotate_func__", "__slotnames__", "_classSetupFailed"}
FREE |= {"_diffThreshold", "longMessage", "maxDiff", "tearDown_exceptions"}


class Seal:
    """Remembers functions and classes, and tells whether one of them was replaced, or another one put before it.

    That the code of a function is replaced by other code, the watch tells.
    """

    def __init__(self):
        self.known = []
        self.keys = []

    def add_module(self, module):
        self.add(module, module.__name__)
        # A name that is new there may hide one that Python has for all modules.
        self.keys.append((module, frozenset(vars(module)), lambda name: hasattr(builtins, name) and name[:2] != "__"))

    def add(self, owner, module, depth=0):
        """Adds the functions of a module or a class, the classes of the module, and all that stands in these."""
        for key, value in list(vars(owner).items()):
            plain = getattr(value, "__func__", value)
            is_class = isinstance(value, type) and value.__module__ == module
            if isinstance(plain, types.FunctionType):
                self.known.append((owner, key, value))
            elif is_class or depth and key not in FREE and (callable(value) or not is_part_of(module, *PYTEST)):
                self.known.append((owner, key, value))
            if is_class and depth < 3:
                self.add(value, module, depth + 1)
                self.keys.append((value, frozenset(vars(value)), new_name(value, module)))

    def add_values(self, module, others=()):
        """Adds each name of a module with its value, without the others."""
        self.known.extend((module, key, value) for key, value in vars(module).items() if key not in others)

    def add_callables(self, module):
        """Adds each function and class of a module, wherever it was made."""
        self.add_module(module)
        self.known.extend((module, key, value) for key, value in vars(module).items() if callable(value))

    def code(self):
        """Returns the identities of the code of all functions."""
        functions = [getattr(value, "__func__", value) for _, _, value in self.known]
        functions = [function for function in functions if isinstance(function, types.FunctionType)]
        return frozenset(id(one) for function in functions for one in codes(function.__code__))

    def changes(self, free=()):
        """Finds what was replaced or added, by name. Names in `free` may be."""
        for owner, key, value in self.known:
            if vars(owner).get(key, self) is not value and key not in free:
                yield f"{name_of(owner)}.{key}"
        for owner, keys, counts in self.keys:
            if not vars(owner).keys() <= keys:
                for key in vars(owner).keys() - keys:
                    if counts(key) and key not in free:
                        yield f"{name_of(owner)}.{key}"


class Names:
    """Names and what they stand for, as the attributes of an object."""

    def __init__(self, names):
        self.__dict__ = names

    @property
    def __name__(self):
        return "modules"


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

    def decides(name):
        is_hiding = any(callable(vars(base).get(name)) for base in bases)
        return name not in FREE and (name[:2] == "__" or is_hiding)

    return decides


def name_of(owner):
    return owner.__name__ if isinstance(owner, (type, types.ModuleType, Names)) else type(owner).__name__


def seal_module(module, tell):
    """Seals all names of the module of a test, and what stands in its functions and classes."""
    seal = Seal()
    seal.add(module, module.__name__)
    seal.add_values(module)
    seal.keys.append((module, frozenset(vars(module)), lambda name: name != "__warningregistry__"))
    tell(("sealed", seal))
