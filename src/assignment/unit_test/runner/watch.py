"""Refuses the submission what only serves to find or to change the test that examines it."""

import os
import sys
import types
from _thread import RLock as Lock

from .state import State, is_foreign

# What nobody does who only solves the task: to look at what else is in the interpreter. These also count if a module of
# Python does them for the submission.
EVENTS = frozenset((
    "gc.get_objects",
    "gc.get_referents",
    "gc.get_referrers",
    "sys._current_exceptions",
    "sys._current_frames",
    "sys.monitoring.register_callback",
    "sys.setprofile",
    "sys.settrace",
))

# Modules of Python do these, too, and say so by these names. They count if the submission does them, if it calls a
# function of `HELPERS` for it, or if it lets somebody call them who does not know what that is.
DIRECT_EVENTS = types.MappingProxyType({
    "code.__new__": (),
    "ctypes.cdata": ("from_address", "from_buffer"),
    "ctypes.dlopen": ("_dlopen",),
    "marshal.loads": ("loads",),
    "sys._getframe": ("_getframe", "getframe"),
})
HELPERS = tuple(
    os.path.join(*path)
    for path in (
        *(("ctypes", "__init__.py"), ("asyncio", "base_tasks.py"), ("bdb.py",), ("inspect.py",)),
        *(("traceback.py",), ("logging", "__init__.py")),
    )
)

# Attributes of a function that decide what it does.
CODE = ("__code__", "__defaults__", "__kwdefaults__")

# Attributes that lead from an object to running code.
FRAMES = ("ag_frame", "cr_frame", "f_code", "gi_frame", "tb_frame")

# The module that reaches any memory, and what may import it for a submission.
MEMORY = "_ctypes"
IMPORTERS = (HELPERS[0], os.path.join("importlib", "__init__.py"))


class Watch:
    """Refuses the submission what only serves to find or to change the test that examines it."""

    def __init__(self, files, bottom):
        self.is_own = files.is_own
        self.theirs = files.theirs
        self.contents = {files.path(path): content for path, content in files.contents.items()}
        self.bottom = bottom
        self.code = set()
        self.kept = []
        self.seen = []
        self.is_open = True
        getframe, busy = sys._getframe, []

        def hook(event, arguments):
            if busy or not self.is_open or not self.is_looked_at(event, arguments):
                return
            busy.append(event)
            try:
                culprit = self.culprit(getframe(0).f_back, event, arguments)
            finally:
                busy.clear()
            if culprit:
                self.seen.append(culprit)
                raise RuntimeError(f"`{culprit[0]}` is refused while a test runs")

        if hasattr(sys, "addaudithook"):  # From Python 3.8 on.
            sys.addaudithook(hook)

    def trust(self, found):
        """Takes code as that of the instructor."""
        self.kept.extend(found)
        self.code.update(map(id, found))

    def is_looked_at(self, event, arguments):
        if event == "open":
            path = arguments[0]
            return isinstance(path, (str, bytes)) and os.fsdecode(path).endswith("/mem")
        if event == "object.__getattr__":
            return arguments[1] == "__code__" or arguments[1] in FRAMES
        if event == "object.__setattr__":
            return arguments[1] in CODE or arguments[1] in FRAMES
        if event == "compile":
            return self.is_forged(*arguments)
        if event == "import":
            return arguments[0] == MEMORY
        return event in EVENTS or event in DIRECT_EVENTS

    def is_forged(self, source, file):
        """Tells whether code claims to stand in a file of the instructor or of Python, and does not stand there."""
        file = os.fsdecode(file) if type(file) in (str, bytes) else ""
        if file.startswith("<") and not file.startswith("<frozen") or file not in self.theirs and is_foreign(file):
            return False
        if type(source) not in (str, bytes):
            return True
        source = source if type(source) is bytes else source.encode("utf-8", "surrogatepass")
        try:
            content = self.contents[file] if file in self.contents else content_of(file)
        except (OSError, ValueError):
            return True
        return source != content and source != content.replace(b"\r\n", b"\n")

    def culprit(self, frame, event, arguments):
        """Returns what the submission did and where, if it did it."""
        if event == "object.__getattr__" and arguments[1] == "__code__" or event == "object.__setattr__":
            file = getattr(arguments[0], "__globals__", {}).get("__file__")
            if type(file) is str and self.is_own(file):
                return None
        names = DIRECT_EVENTS.get(event, arguments[1:2] if arguments[1:2] and arguments[1] in FRAMES else ())
        is_direct, is_first = event not in EVENTS and event != "compile", True
        is_handed_on = bool(names) and frame is not None and not is_named(names, frame.f_code)
        if event == "sys.settrace" and frame is not None and ends_doctest(frame):
            return None
        while frame is not None and frame is not self.bottom:
            code, file = frame.f_code, frame.f_code.co_filename
            if not is_handed_on and (id(code) in self.code or id(code) in State.own_code):
                return None
            if event == "marshal.loads" and is_first and file.startswith("<frozen"):
                return self.forged_cache(frame, arguments[0])
            is_text = file.startswith("<") and not file.startswith("<frozen")
            is_theirs = file in self.theirs
            if not is_text and not is_theirs and is_foreign(file):
                return [told(event, arguments), frame.f_lineno, file]
            is_helper = is_first and file.endswith(HELPERS) and arguments[1:2] != ("__code__",)
            # To print a traceback or to log is no secret, to walk along frames is.
            if is_helper and file.endswith(HELPERS[-2:]):
                is_walk = code.co_name.startswith("walk") or code.co_name in ("currentframe", "<lambda>")
                is_helper = is_walk and frame.f_back is not None and frame.f_back.f_code.co_filename != file
            if event == "import":
                is_helper = file.startswith("<frozen importlib") or file.endswith(IMPORTERS)
            is_rewriter = event == "compile" and id(code) in State.framework_code
            is_allowed = is_theirs or is_rewriter or is_direct and not (is_helper or is_text)
            if is_allowed and not is_handed_on:
                return None
            is_first = is_first and (is_text or event == "import")
            frame = frame.f_back
        if frame is None or is_handed_on:
            # Nobody's: a thread of the submission began with it, or it is what the submission handed to somebody.
            return [told(event, arguments), 1, ""]
        return None

    def forged_cache(self, frame, data):
        """Returns where a file of the submission holds code that says it were somebody else's."""
        path = frame.f_locals.get("bytecode_path")
        if type(path) is not str or not is_foreign(path.rpartition(os.sep)[0] + os.sep + "x.py"):
            return None
        places = [*self.theirs, *State.roots]
        is_claimed = any(place.encode("utf-8", "surrogateescape") in bytes(data) for place in places)
        return ["marshal.loads", 1, path] if is_claimed else None

    def caller(self, frame):
        """Returns who called a test while it runs, or while what prepares it does, if the submission did.

        Tells besides whether it runs in another thread than its framework.
        """
        code, foreign = frame.f_code, None
        while frame is not None and frame is not self.bottom:
            frame = frame.f_back
            if frame is None:
                return None, True
            file = frame.f_code.co_filename
            if frame.f_code is code or foreign and id(frame.f_code) in self.code:
                return foreign or ["the test", frame.f_lineno, file], False
            is_known = file in self.theirs or id(frame.f_code) in State.own_code or not is_foreign(file)
            if foreign is None and not is_known:
                foreign = ["the test", frame.f_lineno, file]
        return None, False

    def trespasser(self, frame, may_be_inside):
        """Returns who tells something that only a framework may tell, if it was somebody else.

        `may_be_inside` tells whether a function of the instructor may do so, also if the submission called it.
        """
        is_first = True
        if frame is not self.bottom and id(frame.f_code) not in State.own_code:
            return ["the result of the test", frame.f_lineno, frame.f_code.co_filename]
        while frame is not self.bottom:
            if frame is None:
                return ["threads", 1, self.bottom.f_code.co_filename]
            code, file = frame.f_code, frame.f_code.co_filename
            if id(code) not in State.own_code and file not in self.theirs and not file.startswith("<frozen"):
                is_known = id(code) in State.framework_code or may_be_inside
                if is_first and not is_known or is_foreign(file) and file[:1] != "<" and not may_be_inside:
                    return ["the result of the test", frame.f_lineno, file]
            is_first = is_first and id(code) in State.own_code
            frame = frame.f_back
        return None


def content_of(file):
    with open(file, "rb") as opened:
        return opened.read()


def told(event, arguments):
    """Returns what was done, in a word."""
    if event in ("import", "open"):
        return ("import " if event == "import" else "") + os.fsdecode(arguments[0])
    return arguments[1] if event.startswith("object.") else event


def is_named(names, code):
    """Tells whether code says by its name what it calls or reads."""
    places = (code.co_names, code.co_consts, code.co_freevars, code.co_varnames)
    return any(name in place for name in names for place in places)


# Generators in which no handler of a signal may run, and the handlers that wait until they are left.
UNDISTURBED = []
WAITING = []


def locked(generator, is_undisturbed=True):
    """Lets a generator go on to its first `yield`, and returns what sends it a value, from one thread at a time."""
    next(generator)
    send, lock = generator.send, Lock()
    if is_undisturbed:
        UNDISTURBED.append(generator)

    def tell(value):
        with lock:
            answer = send(value)
        while WAITING:
            WAITING.pop(0)()
        return answer

    return tell


def hold(value, *functions):
    """Returns something that gives a value to these functions, and to nobody else: to others it gives `None`."""
    getframe, known = sys._getframe, frozenset(id(function.__code__) for function in functions)

    def holds():
        answer = None
        while True:
            yield answer
            frame = getframe(1)
            is_known = frame.f_code is ask.__code__ and id(frame.f_back.f_code) in known
            answer = value if is_known else None

    ask = locked(holds())
    return ask


def hidden(function):
    """Returns something that calls a function, and through which nothing leads to it.

    It takes all arguments as a tuple, and returns a result, or `None` and an exception.
    """

    def calls():
        answer = None
        while True:
            arguments = yield answer
            try:
                answer = function(*arguments), None
            except Exception as error:
                answer = None, error

    return locked(calls(), is_undisturbed=False)


def guard_forks(code):
    """Ends a fork of the submission as soon as it would go on where the test stands.

    `code` has the identities of what the instructor wrote. Nothing in the fork can take this back.
    """
    getframe, settrace, leave = sys._getframe, sys.settrace, os._exit

    def end(*_):
        leave(0)

    def end_at_return(frame, event, value):
        return leave(0) if event == "return" else end_at_return

    def is_of_test(frame):
        return id(frame.f_code) in code or id(frame.f_code) in State.own_code

    def hold_back():
        settrace(lambda *_: None)
        frame, last = getframe(1), None
        while frame is not None and not is_of_test(frame):
            frame, last = frame.f_back, frame
        if frame is not None and last is not None:
            last.f_trace = end_at_return
        while frame is not None:
            frame.f_trace, frame.f_trace_opcodes = end, True
            frame = frame.f_back

    if hasattr(os, "register_at_fork"):  # Windows has no forks.
        os.register_at_fork(after_in_child=hold_back)


def ends_doctest(frame):
    """Tells whether `doctest` of Python has run the examples of a module, and nothing was traced before."""
    code = frame.f_code
    is_run = code.co_name == "run" and os.path.basename(code.co_filename) == "doctest.py"
    return is_run and not is_foreign(code.co_filename) and frame.f_locals.get("save_trace", 0) is None


def guard_signals():
    """Hands the handlers of the submission no frame: whoever has one can walk along it."""
    import _signal
    import signal

    plain, known = _signal.signal, State.own_code | State.framework_code

    def set_plain(number, handler):
        is_known = isinstance(handler, types.FunctionType) and id(handler.__code__) in known
        if is_known or not callable(handler) or handler is _signal.default_int_handler:
            return plain(number, handler)

        def handle(number, frame):
            if any(one.gi_running for one in UNDISTURBED):
                WAITING.append(lambda: handler(number, None))
            else:
                handler(number, None)

        return plain(number, handle)

    ask = hidden(set_plain)

    def set_handler(number, handler):
        before, error = ask((number, handler))
        if error is not None:
            raise error.with_traceback(None)
        return before

    _signal.signal = set_handler
    if signal.signal is plain:
        signal.signal = set_handler
    else:
        signal.signal.__wrapped__ = set_handler
