"""Proves that a program never ends: it came back to the same place in the same state, and asked nobody in between.

`Prover.suspect` is called when the program has used some processor time. It watches what the program does from then
on, line by line and call by call, and compares states (`state.py`) at places where they tell everything (`places.py`).
As soon as something happens that no state tells, it stops watching, and the program goes on as if nothing had been.

When the program is proved to be endless, what it printed is flushed, a claim of what repeats is written to standard
error, and the process ends with an exit code of its own. `src/traces/trace/endless.rs` reads the claim.

A program that ends must never be called endless; a program that never ends may go unnoticed.
"""

import builtins
import os
import stat
import sys
from posix import _exit, fstat, write

from claim import claim, shown
from places import Places
from state import Builtin, Impossible, Module, State

# What may be spent on one watch for each millisecond that the program has used: lines and calls of the program, and
# parts of its states. It takes some three of a hundred milliseconds.
BUDGET = 60

# The deepest stack that is watched, in frames.
MOST_FRAMES = 60

# An instruction jumps to itself if it comes again so often, and nothing between.
AGAIN = 32

# Until the next watch it takes so many times as long as it took until the last one.
FACTOR = 3

# The exit code of an endless program; with a claim at the end of standard error, it says that there is a proof.
EXIT_CODE = 113

# The flags of the code of generators, coroutines and both (Python's library reference, `inspect`).
GENERATORS = 0x20 | 0x80 | 0x200

# The flag of the code of functions, whose names have fixed places.
OPTIMIZED = 0x1

# Functions whose results follow from their arguments. `print` only adds to the output.
PURE = {
    getattr(builtins, name)
    for name in "abs all any ascii bin callable chr divmod format hex isinstance issubclass len max min oct ord pow "
    "print repr round sorted sum".split()
}
PURE_MODULES = {"math", "cmath"}
PURE_TYPES = {int, bool, float, complex, str, bytes, list, tuple, dict, set, frozenset, range}

# Methods after which the items of a set may have another order.
SET_CHANGES = {"add", "clear", "discard", "pop", "remove"} | {name for name in dir(set) if name.endswith("update")}


class Prover:
    """What knows the program, and watches it from time to time."""

    def __init__(self, wake, first):
        # `wake(milliseconds)` has `suspect` called after so much more processor time; `first` was the first time.
        self.wake, self.after, self.used = wake, first, 0

    def suspect(self, frame=None):
        """Begins a watch at a frame, the caller's if none is given, unless the program does what nobody can watch."""
        self.used += self.after
        self.after *= FACTOR
        try:
            Watch(Program(), self).begin(frame or sys._getframe(1))
        except Exception:
            self.wake(self.after)  # Nothing of it may be seen by the program.

    def prove(self, watch):
        """Hands over the claim, and ends the program."""
        output, errors = fstat(1), fstat(2)
        if not stat.S_ISFIFO(errors.st_mode) or errors.st_ino == output.st_ino:
            raise Impossible  # Nobody would find the claim there.
        text = claim(watch)
        for stream in watch.program.streams:
            stream.flush()
        while text:
            text = text[write(2, text) :]
        _exit(EXIT_CODE)


class Program:
    """The modules of the program: those that lie beside its main file."""

    def __init__(self):
        # A program that prints into something else could look into it.
        self.streams = [sys.__stdout__, sys.__stderr__]
        if sys.stdout is not sys.__stdout__ or sys.stderr is not sys.__stderr__:
            raise Impossible
        if [one.fileno() for one in self.streams] != [1, 2]:
            raise Impossible
        self.check_interpreter()
        self.folder = os.path.dirname(os.path.abspath(sys.modules["__main__"].__file__))
        own = [one for one in list(sys.modules.values()) if is_below(self.folder, one)]
        self.namespaces = {id(vars(one)): vars(one) for one in own}
        self.modules = {one.__name__ for one in own}
        self.places = {}
        self.attributes = set()
        for one in own:
            path = os.path.abspath(one.__file__)
            places = self.places[path] = Places(path)
            self.attributes |= places.attributes
            if places.asks_which:
                raise Impossible

    def check_interpreter(self):
        import _signal

        if sys.gettrace() or sys.getprofile() or len(sys._current_frames()) > 1:
            raise Impossible
        for number in range(1, _signal.NSIG):
            handler = _signal.getsignal(number)
            if callable(handler) and handler is not _signal.default_int_handler:
                raise Impossible
        for clock in (_signal.ITIMER_REAL, _signal.ITIMER_VIRTUAL, _signal.ITIMER_PROF):
            if any(_signal.getitimer(clock)):
                raise Impossible

    def has(self, namespace):
        return id(namespace) in self.namespaces

    def owns(self, frame):
        return id(frame.f_globals) in self.namespaces

    def places_of(self, frame):
        """The places in the file of a frame; `None` if it has none."""
        name = frame.f_code.co_filename
        if name not in self.places:
            self.places[name] = self.places.get(os.path.abspath(name))
        return self.places[name]

    def name_of(self, frame):
        """The name of the file of a frame, in the folder of the program."""
        return os.path.relpath(frame.f_code.co_filename, self.folder)


def has_hidden_locals(frame):
    """Whether Python 3.12, which has comprehensions of a module in its own frame, would lose their names by tracing."""
    return sys.version_info[:2] == (3, 12) and not frame.f_code.co_flags & OPTIMIZED and frame.f_code.co_nlocals > 0


def is_below(folder, module):
    path = getattr(module, "__file__", None) if type(module) is Module else None
    return type(path) is str and path.endswith((".py", ".ipynb")) and os.path.abspath(path).startswith(folder + os.sep)


class Watch:
    """What a program does from one place on, until it comes back to it in the same state."""

    def __init__(self, program, prover):
        self.program, self.prover = program, prover
        self.frames, self.budget = [], BUDGET * prover.used
        # The frame, its place, and its state there; after `renewal` lines another place is taken.
        self.frame = self.place = self.state = None
        # The numbers and texts of the frame: as long as they differ, nothing else need be looked at.
        self.simple = ()
        self.renewal = 16
        # Since then: the number of lines, those of the frame, and whether something was printed or a set changed.
        self.count, self.lines, self.prints, self.changes_sets = 0, set(), False, False
        # After the proof: how many lines are left until the same state, how often each line of the frame is passed till
        # then, and what the names in it mean.
        self.left, self.visits, self.values = None, {}, {}
        # The last instruction, and how often it came again at once.
        self.instruction, self.again = None, 0

    def begin(self, frame):
        while frame is not None:
            self.frames.append(frame)
            frame = frame.f_back
        if len(self.frames) > MOST_FRAMES:
            raise Impossible
        self.frames = [one for one in self.frames if self.program.owns(one)]
        if any(map(has_hidden_locals, self.frames)):
            raise Impossible
        for one in self.frames:
            one.f_trace = self.in_frame
        for innermost in self.frames[:1]:
            innermost.f_trace_opcodes = True
        sys.settrace(self.on_call)
        sys.setprofile(self.on_builtin)

    def end(self):
        """Stops watching; the next watch comes later."""
        sys.setprofile(None)
        sys.settrace(None)
        for one in self.frames:
            one.f_trace, one.f_trace_opcodes = None, False
        self.frames, self.frame, self.state = [], None, None
        self.prover.wake(self.prover.after)

    def spend(self, parts):
        self.budget -= parts
        if self.budget < 0:
            raise Impossible

    def on_call(self, frame, event, arg):
        """Python calls a function."""
        if not self.program.owns(frame):
            return self.end()
        return self.in_frame

    def on_builtin(self, frame, event, arg):
        """Python calls a function that is not written in Python."""
        if event == "c_call" and self.program.owns(frame):
            try:
                self.spend(1)
                self.judge(arg)
            except Exception:
                self.end()

    def judge(self, function):
        """Raises unless a state tells all that this function depends on and changes."""
        owner = getattr(function, "__self__", None)
        if function is print:
            self.prints = True
        elif type(owner) is Module or owner is None and type(function) is Builtin:
            if function not in PURE and function.__module__ not in PURE_MODULES:
                raise Impossible
        elif any(owner is stream for stream in self.program.streams) and function.__name__ in ("write", "flush"):
            self.prints = True
        else:
            kind = function.__objclass__ if owner is None else type(owner)
            if PURE_TYPES.isdisjoint(kind.__mro__):
                raise Impossible
            self.changes_sets |= set in kind.__mro__ and function.__name__ in SET_CHANGES

    def in_frame(self, frame, event, arg):
        """Something happens in a frame of the program."""
        try:
            if event == "line":
                self.spend(1)
                self.count += 1
                self.at_line(frame)
            elif event == "opcode":
                self.at_instruction(frame)
            elif event == "return" and frame is self.frame:
                self.frame = None
        except Exception:
            self.end()
        return frame.f_trace  # Whoever asks where the program is has put its own there.

    def at_instruction(self, frame):
        """Watches an instruction that jumps to itself, as in `while True: pass` in one line: no line begins there."""
        if frame.f_lasti != self.instruction:
            frame.f_trace_opcodes = self.instruction is None
            self.instruction = frame.f_lasti
            return
        self.spend(1)
        self.again += 1
        if self.again > AGAIN:
            self.count += 1
            self.at_line(frame)

    def at_line(self, frame):
        if self.left is not None:
            self.tell(frame)
            return
        places = self.program.places_of(frame)
        self.changes_sets |= places is not None and frame.f_lineno in places.set_changes
        if frame is self.frame:
            self.lines.add(frame.f_lineno)
            if frame.f_lasti == self.place:
                self.compare(frame, places)
        if self.left is None and (self.frame is None or self.count > self.renewal):
            self.take(frame, places)

    def take(self, frame, places):
        """Takes this place to compare states at, if it is one."""
        if places is None or frame.f_code.co_flags & GENERATORS or frame.f_lineno not in places.headers:
            return
        if self.count > self.renewal:
            self.renewal *= 2
        state = State(self.program, frame)
        self.spend(len(state.parts))
        self.frame, self.place, self.state = frame, frame.f_lasti, state
        self.simple = [one for one in dict(frame.f_locals).items() if type(one[1]) in (int, bool, str)]
        self.count, self.lines, self.prints, self.changes_sets = 0, set(), False, False

    def compare(self, frame, places):
        """Compares the state with the one at the same place before."""
        now = frame.f_locals
        if any(type(now.get(name)) is not type(then) or now[name] != then for name, then in self.simple):
            return
        state = State(self.program, frame)
        self.spend(len(state.parts))
        is_the_same = state.parts == self.state.parts and not (state.has_sets and self.changes_sets)
        if is_the_same and places.headers[frame.f_lineno].isdisjoint(self.lines):
            self.left = self.count

    def tell(self, frame):
        """Goes round once more, where everything is as the last time, and keeps what is told about it."""
        if frame is self.frame:
            self.visits[frame.f_lineno] = self.visits.get(frame.f_lineno, 0) + 1
            for name in self.program.places_of(frame).names.get(frame.f_lineno, ()):
                if name in frame.f_locals:
                    self.values.setdefault(name, []).append(shown(frame.f_locals[name]))
        self.left -= 1
        if self.left == 0:
            self.prover.prove(self)
