"""Refuses the submission what only serves to find or to change the test that examines it."""

import os
import sys
import types

from .state import State, is_foreign

# What nobody does who only solves the task: to look at what else is in the interpreter. These also count if a module of
# Python does them for the submission.
EVENTS = {
    "gc.get_objects",
    "gc.get_referents",
    "gc.get_referrers",
    "sys._current_exceptions",
    "sys._current_frames",
    "sys.monitoring.register_callback",
    "sys.setprofile",
    "sys.settrace",
}

# Modules of Python do these, too. They count if the submission does them, or calls a function of these modules for it.
DIRECT_EVENTS = {"code.__new__", "ctypes.dlopen", "marshal.loads", "sys._getframe"}

HELPERS = (os.path.join("ctypes", "__init__.py"), "inspect.py", "traceback.py", os.path.join("logging", "__init__.py"))

# Attributes of a function that decide what it does.
CODE = {"__code__", "__defaults__", "__kwdefaults__"}

# Attributes that lead from an object to running code.
FRAMES = {"ag_frame", "cr_frame", "f_code", "gi_frame", "tb_frame"}


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
                culprit = self.culprit(getframe(1), event, arguments)
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
        is_direct = event not in EVENTS and event != "compile"
        is_first = True
        while frame is not None and frame is not self.bottom:
            code, file = frame.f_code, frame.f_code.co_filename
            if id(code) in self.code or id(code) in State.own_code:
                return None
            if event == "marshal.loads" and is_first and file.startswith("<frozen"):
                return self.forged_cache(frame, arguments[0])
            is_text = file.startswith("<") and not file.startswith("<frozen")
            is_theirs = file in self.theirs
            if not is_text and not is_theirs and is_foreign(file):
                return [told(event, arguments), frame.f_lineno, file]
            is_helper = is_first and file.endswith(HELPERS) and arguments[1:2] != ("__code__",)
            # To print a traceback or to log is no secret, to walk along frames is.
            if is_helper and file.endswith(HELPERS[2:]):
                is_walk = code.co_name.startswith("walk") or code.co_name in ("currentframe", "<lambda>")
                is_helper = is_walk and frame.f_back is not None and frame.f_back.f_code.co_filename != file
            is_rewriter = event == "compile" and id(code) in State.framework_code
            if is_theirs or is_rewriter or is_direct and not (is_helper or is_text):
                return None
            is_first = is_first and is_text
            frame = frame.f_back
        return None

    def forged_cache(self, frame, data):
        """Returns where a file of the submission holds code that says it were somebody else's."""
        path = frame.f_locals.get("bytecode_path")
        if type(path) is not str or not is_foreign(path.rpartition(os.sep)[0] + os.sep + "x.py"):
            return None
        places = [*self.theirs, *State.roots]
        is_claimed = any(place.encode("utf-8", "surrogateescape") in bytes(data) for place in places)
        return ["marshal.loads", 1, path] if is_claimed else None

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
    if event == "open":
        return os.fsdecode(arguments[0])
    return arguments[1] if event.startswith("object.") else event


def guard_signals():
    """Hands the handlers of the submission no frame: whoever has one can walk along it."""
    import _signal
    import signal

    plain, getframe = _signal.signal, sys._getframe

    def set_handler(number, handler):
        frame = getframe(1)
        while frame.f_globals.get("__name__") == "signal":
            frame = frame.f_back
        if not isinstance(handler, types.FunctionType) or not is_foreign(frame.f_code.co_filename):
            return plain(number, handler)
        return plain(number, lambda number, frame: handler(number, None))

    _signal.signal = set_handler
    if signal.signal is plain:
        signal.signal = set_handler
    else:
        signal.signal.__wrapped__ = set_handler
