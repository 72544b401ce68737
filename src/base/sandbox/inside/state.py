"""States of a program: all that decides what it does next, if it asks nobody else.

A state is a list of parts, made by going through everything that the frames reach. Two states are the same if their
parts are. An object that is met again is named by its number, so it counts whether two names mean the same object; and
what is named by its address is kept, so that nobody else gets that address meanwhile.

Nothing of the program is called: no `__eq__`, no `__repr__`, no property. What cannot be looked into, such as an
iterator or a file, makes the state impossible.
"""

import sys

# The largest state, in parts; the longest integer, in bits; the longest text.
MOST_PARTS = 20_000
MOST_BITS = 4096
MOST_TEXT = 20_000

Function = type(lambda: None)
Method = type((lambda own: None).__get__(0))
Builtin = type(len)
Module = type(sys)
Cell = type((lambda kept: (lambda: kept).__closure__[0])(0))
MethodOfType = type(list.append)
Slot = type(object.__init__)

ATOMS = {int, bool, float, complex, str, bytes, range, type(None), type(Ellipsis), type(NotImplemented)}
LISTS = (list, tuple, frozenset)
BASES = (list, tuple, dict, str, int, float)

# Modules of the library whose objects never change.
UNCHANGING = {"typing", "__future__", "dataclasses", "enum", "types", "_collections", "abc"}

# What Python itself keeps in the namespaces of modules and classes.
OF_PYTHON = {
    *("__builtins__", "__loader__", "__spec__", "__cached__", "__dict__", "__weakref__", "__annotations__"),
    *("_abc_impl", "__annotate__", "__annotate_func__", "__static_attributes__", "__firstlineno__"),
}


class Impossible(Exception):
    """The program does or holds something of which no state tells enough."""


class State:
    """The state of a program at one of its frames."""

    def __init__(self, program, frame):
        self.program = program
        self.parts, self.kept, self.has_sets = [], [], False
        roots = []
        while frame is not None:
            self.name(frame)
            if program.owns(frame):
                self.parts.append(frame.f_lasti)
                roots += (dict(frame.f_locals), frame.f_globals)
            frame = frame.f_back
        self.kept.append(roots)
        self.walk(roots)

    def walk(self, roots):
        parts, todo, numbers = self.parts, roots[::-1], {}
        while todo:
            one = todo.pop()
            number = numbers.setdefault(id(one), len(numbers))
            if number != len(numbers) - 1:
                parts.append(-number)
                continue
            kind = type(one)
            parts.append(id(kind))
            if kind in ATOMS:
                parts.append(atom(one, kind))
            else:
                inner = self.inside(one, kind)
                self.kept.append(inner)
                parts.append(len(inner))
                todo += inner[::-1]
                if len(parts) + len(todo) > MOST_PARTS:
                    raise Impossible

    def name(self, *several):
        """Names objects by their addresses."""
        self.kept += several
        self.parts += map(id, several)

    def inside(self, one, kind):
        """What an object consists of."""
        if kind in LISTS:
            return list(one)
        if kind is dict:
            return self.entries(one)
        if kind is set:
            return self.of_set(one)
        if kind is Function:
            return self.of_function(one)
        if kind is Method:
            return self.of_method(one)
        if kind is Module:
            return self.of_namespace(one, vars(one), self.program.has(vars(one)))
        if kind is Builtin:
            return self.of_builtin(one)
        if kind is Cell:
            return cell_contents(one)
        if kind is staticmethod or kind is classmethod:
            return [one.__func__]
        if kind is property:
            return [one.fget, one.fset, one.fdel]
        if type in kind.__mro__:
            return self.of_class(one)
        if kind.__module__ in self.program.modules:
            return self.of_instance(one, kind)
        if issubclass(kind, BaseException) and kind.__module__ == "builtins":
            return self.of_exception(one)
        is_stream = any(one is stream for stream in self.program.streams)
        if is_stream or kind is MethodOfType or kind is Slot or kind.__module__ in UNCHANGING:
            self.name(one)
            return []
        raise Impossible

    def entries(self, namespace):
        """The keys and values of a dictionary, without what Python keeps there and the program never names."""
        inner = []
        for key, value in dict.items(namespace):
            if type(key) is not str or key not in OF_PYTHON or key in self.program.attributes:
                inner += (key, value)
        return inner

    def of_set(self, one):
        """The order of a set follows from all that was done to it: see `Watch.changes_sets`."""
        self.has_sets = True
        if not all(type(item) in ATOMS or type(item) in LISTS for item in one):
            raise Impossible  # The hash of anything else may be its address.
        return list(one)

    def of_function(self, one):
        self.name(one)
        if not self.program.has(one.__globals__):
            return [one.__dict__] if one.__dict__ else []
        self.name(one.__code__)
        return [one.__defaults__, one.__kwdefaults__, one.__dict__, one.__globals__, *(one.__closure__ or ())]

    def of_method(self, one):
        function = one.__func__
        if type(function) is Function and self.program.has(function.__globals__):
            return [function, one.__self__]
        self.name(function, one.__self__)  # If it is called, that is seen.
        return []

    def of_builtin(self, one):
        owner = one.__self__
        self.parts.append(one.__name__)
        if owner is None or type(owner) is Module or type in type(owner).__mro__:
            self.name(owner)
            return []
        return [owner]

    def of_namespace(self, one, namespace, is_own):
        """What a module or class holds: all if it is the program's, else what the program has names for."""
        self.name(one)
        if is_own:
            return self.entries(namespace)
        named = sorted(self.program.attributes.intersection(namespace))
        return [part for key in named for part in (key, namespace[key])]

    def of_class(self, one):
        namespace = dict(type.__dict__["__dict__"].__get__(one))
        if type(one) is not type and type(one).__module__ not in ("abc", "enum"):
            raise Impossible
        is_own = one.__module__ in self.program.modules
        if is_own and ("__del__" in namespace or namespace.get("__slots__", ()) != ()):
            raise Impossible
        inner = self.of_namespace(one, namespace, is_own)
        return [one.__bases__, *inner] if is_own else inner

    def of_instance(self, one, kind):
        """An instance of a class of the program."""
        inner = [kind]
        for base in kind.__mro__:
            if base in BASES:
                inner.append(content(one, base))
            elif issubclass(base, BaseException) and base.__module__ == "builtins":
                return [*inner, object.__getattribute__(one, "__dict__"), *self.of_exception(one)]
            elif base is not object and base.__module__ not in self.program.modules | UNCHANGING:
                raise Impossible
        try:
            inner.append(object.__getattribute__(one, "__dict__"))
        except AttributeError:
            pass  # Of a named tuple.
        return inner

    def of_exception(self, one):
        if not self.program.attributes.isdisjoint(("__traceback__", "with_traceback")):
            raise Impossible  # It leads to frames that have ended.
        return [BaseException.args.__get__(one), one.__context__, one.__cause__]


def content(one, base):
    """The content of an instance of a class that is derived from a type of Python's own."""
    if base is dict:
        return dict(dict.items(one))
    if base is list or base is tuple:
        return base(base.__iter__(one))
    return str.__str__(one)[:] if base is str else base.__add__(one, base(0))


def cell_contents(cell):
    try:
        return [cell.cell_contents]
    except ValueError:
        return []  # The name has no value.


def atom(one, kind):
    if kind is int and one.bit_length() > MOST_BITS or kind in (str, bytes) and len(one) > MOST_TEXT:
        raise Impossible
    return repr(one) if kind is float or kind is complex else one  # Zero and minus zero are equal.
