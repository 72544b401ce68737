"""Describes what came of the cases of a test."""

import sys
import types
import unittest

from .sources import words_at
from .state import State
from .watch import hold

# The longest message and output that are kept, in characters.
MOST_TEXT = 4000

# What Python says if it is asked for a line and there is none.
NO_INPUT = "EOF when reading a line"


class Cases:
    """Describes what came of the cases of a test."""

    def __init__(self, files, tell, path):
        # Nobody can read the files of the instructor through this object.
        users = (Cases.begins_in, Cases.described, Cases.fault, Cases.concerns_submission, Cases.is_of_submission)
        self.ask = hold(files, *users)
        self.tell = tell
        self.path = path
        # The exceptions by which code says that a test is skipped, or fails as expected.
        self.raised = (unittest.SkipTest,)

    def add(self, outcome, name="", error=None, reason="", printed="", identity=None, is_around=None):
        """Tells a case. `is_around` tells whether the exception ended what only prepares a test, or tidies up."""
        case = {"name": cut(name), "outcome": outcome, "reason": cut(reason), "printed": cut(printed)}
        via = None
        if error is not None:
            described, via, is_in_test = self.described(error)
            case.update(described)
            around = self.fault(error, described) if outcome == "error" else None
            if around and (not is_in_test if is_around is None else is_around):
                case["outcome"], case["reason"] = "hook" if "`pytest_" in around else "fixture", cut(around)
        if outcome in ("skipped", "expected"):
            case["outcome"] = "failed" if isinstance(error, AssertionError) else "error"
            is_raised = isinstance(error, self.raised)
            # Outside of a function it stands in no file of the instructor, if nobody of theirs raised it.
            place = ("", 0) if case.get("is_own") or not via and case.get("own") else via
            self.tell((outcome, (case, identity, (place or None) if is_raised else None)))
        else:
            self.tell(("case", (case, identity)))

    def hook(self, error):
        """Tells that something around the tests failed: a hook, or a plugin."""
        described, _, _ = self.described(error)
        reason = self.fault(error, described)
        outcome = "hook" if reason else "error"
        case = {"name": "", "outcome": outcome, "reason": cut(reason or ""), "printed": ""}
        case.update(described)
        self.tell(("case", (case, "hook")))

    def begins_in(self, error, functions):
        """Tells whether the outermost function of the instructor that an exception passed is one of these."""
        files, trace = self.ask(None), error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in files.theirs:
                return trace.tb_frame.f_code.co_name in functions
            trace = trace.tb_next
        return False

    def described(self, error):
        """Describes an exception: its class, its message, where the test was, and where the submission was.

        Returns the last place in the instructor's files, too, and whether it passed the test itself.
        """
        files, test, own, is_own = self.ask(None), None, None, False
        importing, is_in_test, via = False, False, None
        trace = error.__traceback__
        while trace is not None:
            code, line = trace.tb_frame.f_code, trace.tb_lineno
            file = code.co_filename
            if file in files.lines:
                lines = files.lines[file]
                test, is_own = [line, lines[line - 1].strip() if 0 < line <= len(lines) else ""], False
                test += [] if file == files.test else [files.name(file)]
                is_in_test = is_in_test or code.co_name == self.path[-1]
            elif files.is_own(file):
                own, is_own = [line, files.name(file), files.name(file)], True
                importing = importing or code.co_name == "<module>"
            if file in files.theirs:
                via = (file, line)
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and not isinstance(error.filename, int) and error.filename:
            if files.is_own(error.filename):
                own, is_own = [error.lineno or 1, files.name(error.filename), files.name(error.filename)], True
            elif error.filename == files.test:
                test = [error.lineno or 1, (error.text or "").strip()]
        message = text_of(error)
        importing = importing and is_own
        described = {
            "raised": [class_of(error, message), cut(files.without_folder(message))],
            "missing": missing_module(error),
            "at": test,
            "own": own,
            "is_own": is_own,
            "importing": importing,
        }
        return described, via, is_in_test

    def fault(self, error, described):
        """Returns what of the instructor or of this machine failed by itself, or `None`."""
        if described["own"] or not isinstance(error, Exception):
            return None
        if isinstance(error, (AssertionError, ImportError, MemoryError, RecursionError, SyntaxError)):
            return None
        files, found, last = self.ask(None), None, None
        trace = error.__traceback__
        while trace is not None:
            frame = trace.tb_frame
            code, file = frame.f_code, frame.f_code.co_filename
            if file in files.theirs:
                if self.concerns_submission(frame, trace.tb_lineno):
                    return None
                last = code.co_name, f"`{files.name(file)}`"
            elif id(code) not in State.framework_code and id(code) not in State.own_code and "pytest" in str(file):
                module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
                last = last or (code.co_name, f"the plugin `{module}`")
            if code.co_name.startswith("pytest_") and last and last[0] == code.co_name:
                found = last
            trace = trace.tb_next
        found = found or last
        if not found and type(error).__name__ == "FixtureLookupError":
            return f"there is no fixture `{error.argname}`"
        if not found:
            return None
        told = described["raised"]
        where = found[1] if found[0] == "<module>" else f"`{found[0]}` of {found[1]}"
        return f"an error in {where}: {told[0]}: {told[1]}"

    def concerns_submission(self, frame, line):
        """Tells whether a function, or a statement outside of functions, uses something of the submission."""
        code, files = frame.f_code, self.ask(None)
        names = {*code.co_names, *code.co_varnames, *code.co_freevars}
        if code.co_name == "<module>":
            tree = files.trees().get(code.co_filename)
            names = words_at(tree, line) if tree else names
        spaces = (frame.f_locals, frame.f_globals)
        return any(self.is_of_submission(space[name]) for space in spaces for name in names if name in space)

    def is_of_submission(self, value):
        files = self.ask(None)
        if isinstance(value, types.ModuleType):
            return files.is_own(vars(value).get("__file__"))
        kind = value if isinstance(value, (type, types.FunctionType)) else type(value)
        module = sys.modules.get(vars(kind).get("__module__") if isinstance(kind, type) else kind.__module__)
        return files.is_own(getattr(module, "__file__", None))


def text_of(error):
    try:
        text = str(error)
    except BaseException:  # The `__str__` of a submission's own exception may fail.
        return ""
    if isinstance(error, OSError) and text.startswith("pytest: reading from stdin"):
        return NO_INPUT
    return "" if isinstance(error, SystemExit) and text == "None" else text


def class_of(error, message):
    """Returns the class of an exception. That nobody types is the same for all frameworks."""
    return "EOFError" if message is NO_INPUT else type.__dict__["__name__"].__get__(type(error))


def missing_module(error):
    """Returns the name of the module that could not be found, or `None`."""
    name = getattr(error, "name", None)
    return name if isinstance(error, ModuleNotFoundError) and type(name) is str else None


def cut(text):
    text = text if type(text) is str else str(text)
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT // 2] + "\n…\n" + text[-MOST_TEXT // 2 :]
