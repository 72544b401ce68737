"""Runs programs one after the other in one interpreter, each as if it had an interpreter of its own.

A program has a fresh `__main__`, its own folder, arguments, environment and streams. Afterwards the table of modules,
and what programs change in modules of the library, is as it was. What cannot be taken back (an interpreter that
crashed) is told, and the page begins with a new interpreter.
"""

import _signal
import atexit
import builtins
import io
import json
import os
import posix
import stat
import sys

# What the page does for this file (`engine.js`).
PAGE = globals()["PAGE"]

# The first limit of nested calls, for which the stack of a browser is large enough.
DEPTH = sys.getrecursionlimit()

# The number by which this file is known among the tools that watch lines (`sys.monitoring`).
TOOL = 3


class Left(BaseException):
    """The process has ended, whatever the program would catch."""


class Leaving:
    """Ends the program at the next line, and at each line that it would still get to."""

    def __init__(self):
        self.code = None

    def leave(self, code):
        if self.code is None:
            self.code = code & 255
            PAGE.left(self.code)
            sys.monitoring.use_tool_id(TOOL, "the end")
            sys.monitoring.register_callback(TOOL, sys.monitoring.events.LINE, self.again)
            sys.monitoring.set_events(TOOL, sys.monitoring.events.LINE)
        raise Left

    def again(self, code, line):
        if code.co_filename == __file__:
            return sys.monitoring.DISABLE
        raise Left

    def over(self):
        """Returns the exit code of a program that was ended so."""
        code, self.code = self.code, None
        if code is not None:
            sys.monitoring.set_events(TOOL, 0)
            sys.monitoring.free_tool_id(TOOL)
        return code


class Clock:
    """Calls a function of a program's prover after some time, and another one when the time of the program is up."""

    def __init__(self):
        self.suspect = self.answer = None

    # What the native module of that name does elsewhere.
    def wake(self, milliseconds):
        PAGE.wake(milliseconds)

    def wake_with(self, suspect, first):
        self.suspect, self.first = suspect, first

    def answer_with(self, answer):
        self.answer = answer

    def begin_to_wake(self):
        PAGE.wake(self.first)

    def never_free(self, objects):
        pass

    def strike(self, number, frame):
        """Is called by the interpreter, between two instructions of the program."""
        if PAGE.printed_too_much():
            LEAVING.leave(0)
        elif not PAGE.late():
            if self.suspect:
                self.suspect()
        elif self.answer:
            self.answer(True)
        else:
            LEAVING.leave(0)


def lacking(what):
    """Returns a function for what a page cannot do: the program is ended there, and nobody blames it."""

    def lacks(*args, **named):
        PAGE.lacks(what)
        LEAVING.leave(0)

    return lacks


def sleep(seconds):
    """Nobody waits while a program sleeps."""
    PAGE.slept(max(0, float(seconds)))


def status_of_pipes(status):
    """The standard streams are pipes for whoever looks at them."""

    def fstat(fd):
        if fd in (0, 1, 2):
            return os.stat_result((stat.S_IFIFO | 0o600, fd + 1, 0, 1, 0, 0, 0, 0, 0, 0))
        return status(fd)

    return fstat


class Before:
    """What a program may change, as it was before the first one."""

    def __init__(self):
        self.modules = dict(sys.modules)
        known = [module for module in self.modules.values() if hasattr(module, "__dict__")]
        self.contents = [(module, dict(vars(module))) for module in known]
        self.path, self.environ = list(sys.path), dict(os.environ)
        self.importers = set(sys.path_importer_cache)

    def restore(self):
        for name in list(sys.modules):
            if name not in self.modules:
                del sys.modules[name]
        sys.modules.update(self.modules)
        for module, saved in self.contents:
            now = vars(module)
            if len(now) != len(saved) or any(now.get(name, now) is not value for name, value in saved.items()):
                for name in list(now):
                    if name not in saved:
                        del now[name]
                now.update(saved)
        sys.path[:] = self.path
        os.environ.clear()
        os.environ.update(self.environ)
        for path in set(sys.path_importer_cache) - self.importers:
            del sys.path_importer_cache[path]
        sys.setrecursionlimit(DEPTH)
        sys.settrace(None)
        sys.setprofile(None)


class Streams:
    """The three streams of a program, as they are beside a pipe."""

    def __init__(self):
        def text(fd, mode, errors, lines=False):
            raw = io.FileIO(fd, mode, closefd=False)
            buffered = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
            stream = io.TextIOWrapper(buffered, "utf-8", errors, line_buffering=lines)
            stream.mode = mode
            return stream

        sys.stdin = sys.__stdin__ = text(0, "r", "surrogateescape")
        sys.stdout = sys.__stdout__ = text(1, "w", "surrogateescape")
        sys.stderr = sys.__stderr__ = text(2, "w", "backslashreplace", lines=True)
        self.out, self.err = sys.stdout, sys.stderr

    def flush(self):
        """Tells whether everything could be written."""
        written = True
        for stream in (self.out, self.err):
            try:
                if not stream.closed:
                    stream.flush()
            except (OSError, ValueError):
                written = False
        return written


def run(request):
    """Runs a program as JSON asks, and returns its exit code."""
    asked = json.loads(request)
    before, streams = BEFORE, Streams()
    random.seed()
    clock = Clock()
    # The prover believes that nobody but Python itself has set this one.
    _signal.default_int_handler = strike = clock.strike
    _signal.signal(_signal.SIGINT, strike)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["env"], HOME=asked["folder"], TMPDIR=asked["folder"])
    try:
        code = ended(lambda: start(asked["args"], clock))
        if LEAVING.code is None:
            code = ended(atexit._run_exitfuncs) or code
        if LEAVING.code is None and not streams.flush():
            code = code or 120
        left = LEAVING.over()
        return code if left is None else left
    finally:
        LEAVING.over()
        PAGE.over()
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
        atexit._clear()
        os.chdir("/")
        for fd, kept in enumerate(STREAMS):
            os.dup2(kept, fd)
        before.restore()
        sys.stdin = sys.stdout = sys.stderr = None


def start(args, clock):
    """Begins as Python does with these arguments."""
    main = type(sys)("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    begin_with_prover(clock)
    if args[:1] == ["-c"]:
        sys.argv = ["-c", *args[2:]]
        sys.path.insert(0, "")
        exec(compile(args[1], "<string>", "exec", dont_inherit=True), vars(main))
        return
    sys.argv = list(args)
    path = os.path.abspath(args[0])
    sys.path.insert(0, os.path.dirname(path))
    main.__file__ = path
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec", dont_inherit=True), vars(main))


def begin_with_prover(clock):
    """Imports what Python would import first, if there is a folder for that."""
    folder = os.environ.get("PYTHONPATH")
    if not folder:
        return
    sys.path.insert(0, os.path.abspath(folder))
    sys.modules["_yardstick"] = clock
    try:
        __import__("sitecustomize")
    except ImportError:
        pass  # Python has none of its own.
    for name in ("_yardstick", "sitecustomize"):
        sys.modules.pop(name, None)


def ended(what):
    """Does something, and returns the exit code of a program that ends so."""
    try:
        what()
    except Left:
        return 0
    except SystemExit as end:
        code = end.code
        if code is None or isinstance(code, int):
            return (code or 0) & 255
        print(code, file=sys.stderr)
        return 1
    except BaseException as error:
        if isinstance(error, RecursionError) and sys.getrecursionlimit() > DEPTH:
            PAGE.lacks("nest calls so deeply")
        told(error)
        return 1
    return 0


def told(error):
    """Prints an error as Python does, without the lines of this file."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    try:
        sys.excepthook(type(error), error.with_traceback(trace), trace)
    except Left:
        raise
    except BaseException:
        sys.__excepthook__(type(error), error, trace)


LEAVING = Leaving()
# The standard streams of this interpreter, which a program may replace.
STREAMS = [os.dup2(fd, 100 + fd) for fd in range(3)]
posix._exit = os._exit = LEAVING.leave
posix.fstat = os.fstat = status_of_pipes(os.fstat)
# What drivers and programs load again and again, or what is changed here.
import _thread  # noqa: E402
import ast  # noqa: E402, F401
import enum  # noqa: E402, F401
import importlib  # noqa: E402, F401
import random  # noqa: E402
import select  # noqa: E402, F401
import signal  # noqa: E402
import struct  # noqa: E402, F401
import subprocess  # noqa: E402
import threading  # noqa: E402
import time  # noqa: E402

time.sleep = sleep
for module in (_thread, threading):
    for name in ("start_new_thread", "start_new", "start_joinable_thread", "_start_joinable_thread"):
        if hasattr(module, name):
            setattr(module, name, lacking("start threads"))
for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system", "execv", "execve", "popen"):
    setattr(os, name, lacking("start other programs"))
subprocess.Popen.__init__ = lacking("start other programs")
for module in (_signal, signal):
    module.alarm = module.setitimer = lacking("set alarms")
_signal.getitimer = lambda which: (0.0, 0.0)
_signal.ITIMER_REAL, _signal.ITIMER_VIRTUAL, _signal.ITIMER_PROF = range(3)
BEFORE = Before()
