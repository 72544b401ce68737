"""Hears a program whose time is up: where it is, what goes round there, and which values change.

The supervisor asks (`sandbox/hearing.rs`) when a limit of time is exceeded. From then on nothing can save the program,
so what is done to it here need not be hidden from it. What it has printed is flushed. Where it can go on for a moment,
it does so under a tracer: first lines are counted, to find what goes round, and then the values in these lines are
looked at, a few times at the same place. Then a claim of that is written to standard error, and the process ends.
`src/traces/trace/heard.rs` reads the claim.

A program that waits, or is inside of a function that is not written in Python, only tells where that is.
"""

import os
import stat
import sys
import time
from _thread import get_ident
from posix import _exit, fstat, getpid, write
from sys import getrecursionlimit, setrecursionlimit

from claim import json, shown
from places import ONLY_TREE, kind_of, lines_of, nodes

# The beginning of the claim, which is one line.
MARK = b"\0heard "

# How many lines and calls are counted, and for how long, in seconds of processor time; for so long again the values
# are looked at. Together it is a fifth of the time that the supervisor allows.
MOST_EVENTS = 4_000
LONGEST = 0.02

# A line goes round if it was passed so often. So often values are looked at, if there is time: what goes round a board
# has come back by then. So many of them are told.
OFTEN, LOOKS, TOLD = 3, 100, 3

# The most frames, lines and names that are told, and the longest line, in characters.
MOST_FRAMES, MOST_LINES, MOST_NAMES = 8, 16, 8
LONGEST_LINE = 120

# The longest text whose content is told, in characters. Of longer ones, and of collections, the length is told.
LONGEST_TEXT = 40

# How long other threads go on between two looks at them, in seconds, and how often they are looked at.
PAUSE, PAUSES = 0.005, 10

# So many more calls may be nested while the claim is made (`native/wake.rs` gives as many before).
MORE_CALLS = 200

# What a name without a value means.
NOTHING = object()

COLLECTIONS = (str, bytes, bytearray, list, tuple, dict, set, frozenset)

LOOPS = ("While", "For", "AsyncFor")


class Hearing:
    """What is known of a program whose time is up."""

    def __init__(self):
        self.folder = os.path.dirname(os.path.abspath(sys.modules["__main__"].__file__))
        self.started = self.is_over = False
        self.stack = []
        self.process = getpid()
        # How much has happened under the tracer, and how much had when the program was asked again.
        self.events = self.seen = 0
        # For each frame of the program its depth, and how often each of its lines was passed.
        self.passed = {}
        # How often each function was called.
        self.called = {}
        # The frame in which something goes round, the first line that does, and the names to look at.
        self.frame = self.first = None
        self.names = []
        self.values = {}
        self.looks = 0

    def begin(self, frame, goes_on):
        """Asks the program, which `goes_on` after this unless it cannot: then there is nothing to wait for."""
        if self.is_over:
            return
        if self.started and goes_on:
            self.seen = self.events
            return  # A program that is watched comes to an end of that.
        if self.started and self.events > self.seen and getpid() != self.process:
            return  # So does one of which this is a copy: it was not inside of a long function.
        try:
            flush()
            if not self.started:
                self.started = True
                self.stack = self.own(frame)
                if goes_on and self.stack:
                    self.watch(frame)
                    return
                if not goes_on:
                    self.look_at_threads()
        except BaseException:
            pass  # What is known until here is told.
        self.tell()

    def own(self, frame):
        """The frames of the program among a frame and its callers, the innermost first."""
        frames = []
        while frame is not None:
            if self.owns(frame):
                frames.append(frame)
            frame = frame.f_back
        return frames

    def owns(self, frame):
        path = frame.f_code.co_filename
        return not path.startswith("<") and os.path.abspath(path).startswith(self.folder + os.sep)

    def watch(self, frame):
        self.until = time.process_time() + LONGEST
        for one in self.stack:
            one.f_trace = self.on_event
        sys.setprofile(None)
        sys.settrace(self.on_call)

    def on_call(self, frame, event, arg):
        """Python calls a function."""
        self.spend()
        if not self.owns(frame):
            return None
        code = frame.f_code
        self.called[code] = self.called.get(code, 0) + 1
        return self.on_event

    def on_event(self, frame, event, arg):
        """Something happens in a frame of the program."""
        if event == "line":
            self.spend()
            try:
                self.at_line(frame)
            except BaseException:
                self.tell()
        return self.on_event

    def at_line(self, frame):
        if self.frame is None:
            self.count(frame)
        elif frame is self.frame and frame.f_lineno == self.first:
            self.look(frame)

    def spend(self):
        try:
            self.events += 1
            is_up = self.events > MOST_EVENTS or self.events % 64 == 0 and time.process_time() > self.until
            if is_up and (self.frame is not None or not self.find()):
                self.tell()
        except BaseException:
            self.tell()

    def count(self, frame):
        if frame not in self.passed:
            self.passed[frame] = (depth_of(frame), {})
        lines = self.passed[frame][1]
        lines[frame.f_lineno] = lines.get(frame.f_lineno, 0) + 1

    def find(self):
        """Finds the outermost frame in which something goes round; returns whether there is one."""
        active = []
        for frame, (depth, lines) in self.passed.items():
            often = [line for line, times in lines.items() if times >= OFTEN]
            if often and not is_recursive(frame):
                active.append((depth, min(often), frame, often))
        if not active:
            return False
        _, first, frame, often = min(active, key=lambda one: one[:2])
        self.loop = Loop(frame, sorted(often))
        self.frame, self.first, self.names = frame, first, self.loop.names
        self.events, self.until = 0, time.process_time() + LONGEST
        return True

    def look(self, frame):
        for name in self.names:
            self.values.setdefault(name, []).append(Brief(value_of(name, frame)))
        self.looks += 1
        if self.looks == LOOKS:
            self.tell()

    def look_at_threads(self):
        """If there are other threads, one of them uses up the time: one that has moved after a moment."""
        own = get_ident()
        frames = [frame for thread, frame in sys._current_frames().items() if thread != own]
        threads = {one: state_of(one) for frame in frames for one in self.own(frame)[:1]}
        for _ in range(PAUSES if threads else 0):
            time.sleep(PAUSE)
            moved = [frame for frame, state in threads.items() if state_of(frame) != state]
            if moved:
                self.stack = self.own(moved[0])
                return

    def tell(self):
        """Writes the claim, and ends the program; with 1 if it cannot."""
        if self.is_over:
            return  # In a page the end of a process is an exception, which comes by here.
        self.is_over = True
        sys.settrace(None)
        failed = 1
        try:
            # Under the tracer the program may have used up its calls again.
            setrecursionlimit(getrecursionlimit() + MORE_CALLS)
            flush()
            output, errors = fstat(1), fstat(2)
            if self.stack and stat.S_ISFIFO(errors.st_mode) and errors.st_ino != output.st_ino:
                text = MARK + json(self.told()).encode() + b"\n"
                while text:
                    text = text[write(2, text) :]
            failed = 0
        finally:
            _exit(failed)

    def told(self):
        return {
            "stack": [self.place(one.f_code, one.f_lineno) for one in self.stack[:MOST_FRAMES]],
            "text": Source(self.stack[0]).text(self.stack[0].f_lineno),
            "depth": len(self.stack),
            "called": None if self.frame else self.told_of_function(),
            "around": None if self.frame is None else self.told_of_loop(),
        }

    def told_of_loop(self):
        loop = self.loop
        values = [change(name, self.values.get(name, [])) for name in self.names]
        lines = range(loop.first, loop.last + 1)[:MOST_LINES]
        return {
            "file": self.name_of(self.frame.f_code),
            "function": function_of(self.frame.f_code),
            "last": loop.last,
            "lines": [[line, loop.source.text(line)] for line in lines],
            "values": [one for one in values if one][:MOST_NAMES],
        }

    def told_of_function(self):
        """The function that was called most often, if it was often."""
        most = max(self.called, key=self.called.get, default=None)
        return self.place(most, most.co_firstlineno) if most and self.called[most] >= OFTEN else None

    def place(self, code, line):
        return {"file": self.name_of(code), "line": line, "function": function_of(code)}

    def name_of(self, code):
        """The name of the file of a function, in the folder of the program."""
        return os.path.relpath(os.path.abspath(code.co_filename), self.folder)


class Source:
    """The file of a frame."""

    def __init__(self, frame):
        self.path = os.path.abspath(frame.f_code.co_filename)
        with open(self.path, "rb") as file:
            self.bytes = file.read()
        self.texts = ["", *self.bytes.decode("utf-8", "replace").splitlines()]

    def text(self, line):
        return self.texts[line][:LONGEST_LINE] if line < len(self.texts) else ""


class Loop:
    """The innermost loop of the source that has all lines that go round in a frame; those lines if there is none."""

    def __init__(self, frame, lines):
        self.source = Source(frame)
        self.first, self.last = lines[0], lines[-1]
        tree = compile(self.source.bytes, self.source.path, "exec", ONLY_TREE, True)
        loops = [node for node in nodes(tree) if kind_of(node) in LOOPS and lines_of(node).issuperset(lines)]
        names = []
        if loops:
            tree = min(loops, key=lambda node: len(lines_of(node)))
            own = lines_of(tree)
            self.first, self.last = min(own), max(own)
            names += names_in(tree.test if kind_of(tree) == "While" else tree.target)
        names += [one for one in names_in(tree, self.first, self.last) if one not in names]
        self.names = [one for one in names if Brief(value_of(one, frame)).kind]


def names_in(tree, first=1, last=float("inf")):
    """The names in these lines, and attributes such as `self.row`, each once, in the order in which they are found."""
    found = []
    for node in nodes(tree):
        if kind_of(node) == "Attribute" and kind_of(node.value) == "Name" and first <= node.lineno <= last:
            found.append(node.value.id + "." + node.attr)
        elif kind_of(node) == "Name" and first <= node.lineno <= last:
            found.append(node.id)
    return list(dict.fromkeys(found))


def value_of(name, frame):
    """What a name means in a frame; of an attribute only what the object itself holds, so that nothing is called."""
    name, _, attribute = name.partition(".")
    value = frame.f_locals.get(name, frame.f_globals.get(name, NOTHING))
    if not attribute:
        return value
    try:
        return object.__getattribute__(value, "__dict__").get(attribute, NOTHING)
    except AttributeError:
        return NOTHING


class Brief:
    """A small value as Python writes it, or how long a large one is; without a kind it is anything else."""

    def __init__(self, value):
        kind = type(value)
        self.kind, self.text, self.size = None, None, 0
        small = None if kind is str and len(value) > LONGEST_TEXT else shown(value)
        if small is not None:
            self.kind, self.text, self.size = "value", small, value if kind in (int, float) else None
        elif kind in COLLECTIONS:
            self.kind, self.text, self.size = "length", str(len(value)), len(value)
        elif kind is int:
            digits = int(value.bit_length() * 0.30103) + 1
            self.kind, self.text, self.size = "digits", str(digits), digits


def change(name, looks):
    """What became of a value, if it was the same kind of thing each time."""
    kinds = {one.kind for one in looks}
    if len(kinds) != 1 or None in kinds:
        return None
    sizes = [one.size for one in looks]
    if len({one.text for one in looks}) == 1:
        told = "stays"
    elif None not in sizes and sizes == sorted(sizes):
        told = "grows"
    elif None not in sizes and sizes == sorted(sizes, reverse=True):
        told = "falls"
    else:
        told = "changes"
    return {"name": name, "kind": kinds.pop(), "change": told, "seen": [one.text for one in looks[:TOLD]]}


def function_of(code):
    name = code.co_name
    return None if name.startswith("<") else name


def state_of(frame):
    return frame.f_lasti, {name: Brief(value).text for name, value in dict(frame.f_locals).items()}


def depth_of(frame):
    depth = 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


def is_recursive(frame):
    """Whether a function has called itself: then what seems to go round may be many calls."""
    code, frame = frame.f_code, frame.f_back
    while frame is not None:
        if frame.f_code is code:
            return True
        frame = frame.f_back
    return False


def flush():
    """Writes out what was printed; only streams of Python's own kind, whose methods do nothing else."""
    streams = []
    for name in ("__stdout__", "stdout", "__stderr__", "stderr"):
        stream = getattr(sys, name, None)
        if type(stream) is type(sys.__stdin__) and stream not in streams:
            streams.append(stream)
    for stream in streams:
        try:
            stream.flush()
        except BaseException:
            pass  # It may be in use, or closed.
