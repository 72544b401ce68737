"""Begins with an interpreter, and does something wrong where programs are its forks."""

import builtins
import os
import sys
from types import SimpleNamespace


def instead(module, name, make):
    """Puts a function in the place of another one, of which it is made."""
    setattr(module, name, make(getattr(module, name)))


def end_after(text, code):
    """Ends the process as soon as a text is printed."""

    def printed(*said, **how):
        real(*said, **how)
        if " ".join(map(str, said)) == text:
            sys.stdout.flush()
            os._exit(code)

    real, builtins.print = builtins.print, printed


def say(change):
    """Prints other texts."""
    instead(builtins, "print", lambda real: lambda *said, **how: real(*map(change, map(str, said)), **how))


def leave_with(change):
    """Takes other codes from exceptions that end a program."""

    class SystemExit(builtins.SystemExit):
        def __init__(self, code=None):
            super().__init__(change(code))

    builtins.SystemExit = SystemExit


def told(kind, shown):
    """Shows exceptions of a kind in another way."""
    sys.excepthook = lambda error, *rest: (shown if issubclass(error, kind) else sys.__excepthook__)(error, *rest)


def as_seen(name, **others):
    """Gives programs a module with other contents."""

    def load(wanted, *rest, **named):
        module = real(wanted, *rest, **named)
        is_program = sys._getframe(1).f_globals.get("__name__") == "__main__"
        return SimpleNamespace(**{**vars(module), **others}) if wanted == name and is_program else module

    real, builtins.__import__ = builtins.__import__, load


def is_fork():
    """Whether programs are forks of this interpreter."""
    return sys.path[0] == "/.yardstick"
