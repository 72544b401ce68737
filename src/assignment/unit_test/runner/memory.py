"""Gives a submission of `ctypes` only what does not reach into the memory of the test."""

import sys
import types

from .watch import hold, is_named

NAME = "ctypes"

# What is no more than a number, a row of them, or the size of one.
HARMLESS = frozenset((
    *("ARRAY", "ArgumentError", "Array", "BigEndianStructure", "LittleEndianStructure", "Structure", "Union"),
    *("sizeof", "c_bool", "c_byte", "c_char", "c_double", "c_float", "c_int", "c_int16", "c_int32", "c_int64"),
    *("c_int8", "c_long", "c_longdouble", "c_longlong", "c_short", "c_size_t", "c_ssize_t", "c_ubyte"),
    *("c_uint", "c_uint16", "c_uint32", "c_uint64", "c_uint8", "c_ulong", "c_ulonglong", "c_ushort"),
    *("c_wchar", "create_string_buffer", "util"),
))


def stand_in(load, is_own, tell):
    """Returns the module `ctypes` that a submission finds. `load` returns the real one, which libraries find behind it.

    `is_own` tells whether code may be the submission's, by its file.
    """

    def __getattr__(name):
        real, ask_own, say = ask(None)
        frame = sys._getframe(1)
        while frame.f_code.co_filename.startswith("<frozen"):
            frame = frame.f_back
        code, is_missing = frame.f_code, not hasattr(real, name)
        if not is_missing and name not in HARMLESS and name[:2] != "__":
            if ask_own(code.co_filename) or not is_named((name,), code):
                say(("seen", (f"{NAME}.{name}", frame.f_lineno, code.co_filename)))
                raise RuntimeError(f"`{NAME}.{name}` is refused while a test runs")
        if is_missing:
            raise AttributeError(f"module '{NAME}' has no attribute '{name}'")
        return getattr(real, name)

    real = load()
    ask = hold((real, is_own, tell), __getattr__)
    module = types.ModuleType(NAME)
    module.__getattr__, module.__path__ = __getattr__, list(real.__path__)
    return module
