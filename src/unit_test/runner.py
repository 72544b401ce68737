"""Runs tests of the instructor with a submission: one test in each fork of the driver.

The driver executes this text in a module of its own, calls `prepare` once, and `run` in each fork. A request names a
test, and holds the files of the instructor that belong to it:

    {"key": "5f…", "test": ["TestSquare", "test_side"], "file": "test_shapes.py", "files": {"test_shapes.py": "…"}}

One record is written at the end. It repeats the key, which nobody else knows, and says what came of each case of the
test. The submission runs in the same interpreter as the test, so this module makes it hard to get at the key or to
change what decides about a test: `docs/isolation.md` says how, and what is left.
"""

import base64
import builtins
import importlib
import os
import re
import shutil
import sys
import types
import unittest

# The longest message and output that are kept, in characters.
MOST_TEXT = 4000

# The most cases of one test that are told.
MOST_CASES = 1000

# Modules that a file of the submission with their name must not replace.
PROTECTED = ("unittest", "pytest", "_pytest", "pluggy")

# Files that would change how pytest behaves. Only the instructor can have them.
SETTINGS = {"conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini", "sitecustomize.py"}

# Functions that assertions need. The test itself may replace others, such as `input`.
NEEDED = (
    *("AssertionError", "Exception", "abs", "all", "any", "getattr", "hasattr", "isinstance", "issubclass", "len"),
    *("repr", "round", "sorted", "str", "type"),
)

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
DIRECT_EVENTS = {"code.__new__", "ctypes.dlopen", "sys._getframe"}
HELPERS = (os.path.join("ctypes", "__init__.py"), "inspect.py", "traceback.py")

# Attributes that lead from an object to running code.
FRAMES = {"ag_frame", "cr_frame", "f_code", "gi_frame", "tb_frame"}

# What Python says if it is asked for a line and there is none.
NO_INPUT = "EOF when reading a line"

# The folder in which a test runs, below that of the submission.
FOLDER = ".yardstick-test"


class State:
    """What the process that forks has prepared."""

    missing = None
    plugins = ()
    seal = None


def prepare(head):
    """Loads what all tests need, while nothing of the submission can be imported."""
    sys.dont_write_bytecode = True
    if head["framework"] == "pytest":
        try:
            import pytest  # noqa: F401
        except ImportError:
            State.missing = "pytest"
            return
        State.plugins = installed_plugins()
        load_framework()
    State.seal = Seal([module for name, module in sys.modules.items() if name.partition(".")[0] in PROTECTED])


def load_framework():
    """Loads the parts of pytest that each run needs, so that no fork has to. It does as well without."""
    try:
        from _pytest.config import get_config

        get_config()
    except Exception:  # Another version of pytest has another inside.
        return


def installed_plugins():
    """Returns the modules of the plugins of pytest that are installed here, which is when they can be imported."""
    try:
        from importlib.metadata import entry_points
    except ImportError:  # Before Python 3.8.
        return ()
    found = entry_points()
    found = found.select(group="pytest11") if hasattr(found, "select") else found.get("pytest11", ())
    plugins = []
    for name in sorted({entry.value.partition(":")[0] for entry in found}):
        try:
            importlib.import_module(name)
            plugins.append(name)
        except Exception:  # A plugin that is broken is as good as none.
            pass
    return plugins


class Seal:
    """Remembers functions and classes, and tells whether one of them was replaced."""

    def __init__(self, modules):
        self.known = []
        for module in modules:
            self.add(module, module.__name__)

    def add(self, owner, name, depth=0):
        for key, value in list(vars(owner).items()):
            plain = getattr(value, "__func__", value)
            if isinstance(plain, types.FunctionType):
                self.known.append((owner, key, value, plain, plain.__code__, plain.__defaults__))
            elif isinstance(value, type) and value.__module__ == name and depth < 3:
                self.known.append((owner, key, value, None, None, None))
                self.add(value, name, depth + 1)

    def broken(self):
        """Returns the name of what was replaced, or `None`."""
        for owner, key, value, plain, code, defaults in self.known:
            now = vars(owner).get(key)
            if now is not value or plain is not None and (plain.__code__ is not code or plain.__defaults__ != defaults):
                return f"{owner.__name__}.{key}"
        return None


class Watch:
    """Refuses the submission what only serves to find or to change the test that examines it."""

    def __init__(self, files):
        self.is_own = files.is_own
        self.theirs = files.theirs
        self.seen = []
        self.is_open = True
        getframe, busy = sys._getframe, []

        def hook(event, arguments):
            if busy or not self.is_open or not is_looked_at(event, arguments):
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

    def culprit(self, frame, event, arguments):
        """Returns what the submission did and where, if it did it."""
        if event == "object.__getattr__" and arguments[1] == "__code__" or event == "object.__setattr__":
            file = getattr(arguments[0], "__globals__", {}).get("__file__")
            if isinstance(file, str) and self.is_own(file):
                return None
        is_direct = event not in EVENTS
        is_first = True
        while frame is not None:
            file = frame.f_code.co_filename
            if self.is_own(file):
                return [told(event, arguments), frame.f_lineno, file]
            is_helper = is_first and file.endswith(HELPERS) and arguments[1:2] != ("__code__",)
            # To print a traceback is no secret, to walk along it is.
            is_helper = is_helper and (not file.endswith("traceback.py") or frame.f_code.co_name.startswith("walk"))
            is_text = file.startswith("<") and not file.startswith("<frozen")
            if file in self.theirs or file.startswith("<frozen") or is_direct and not (is_helper or is_text):
                return None
            is_first = is_first and is_text
            frame = frame.f_back
        return None


def is_looked_at(event, arguments):
    if event == "open":
        path = arguments[0]
        return isinstance(path, (str, bytes)) and os.fsdecode(path).endswith("/mem")
    if event in ("object.__getattr__", "object.__setattr__"):
        return arguments[1] == "__code__" or arguments[1] in FRAMES
    return event in EVENTS or event in DIRECT_EVENTS


def told(event, arguments):
    """Returns what was done, in a word."""
    if event == "open":
        return os.fsdecode(arguments[0])
    return arguments[1] if event.startswith("object.") else event


class Files:
    """The files of the instructor, which are laid out beside those of the submission in a fresh folder."""

    def __init__(self, request):
        self.base = os.getcwd()
        self.folder = os.path.join(self.base, FOLDER)
        self.contents = {path: base64.b64decode(content) for path, content in request["files"].items()}
        self.test = self.path(request["file"])
        self.theirs = {self.path(path) for path in self.contents}
        self.source = self.contents[request["file"]].decode("utf-8-sig")
        self.lines = self.source.splitlines(keepends=True)

    def lay_out(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        for entry in os.listdir(self.base):
            source, target = os.path.join(self.base, entry), os.path.join(self.folder, entry)
            if entry.startswith(".yardstick") or entry in SETTINGS or entry.endswith((".egg-info", ".dist-info")):
                continue
            if os.path.isdir(source) and not os.path.islink(source):
                others = shutil.ignore_patterns(*SETTINGS)
                shutil.copytree(source, target, symlinks=True, ignore=others, copy_function=shutil.copy)
            else:
                shutil.copy(source, target, follow_symlinks=False)
        for path, content in self.contents.items():
            target = self.path(path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(content)
        os.chdir(self.folder)
        sys.path[:1] = [self.folder]

    def is_own(self, file):
        """Tells whether a file is one of the submission."""
        return isinstance(file, str) and file.startswith(self.base + os.sep) and file not in self.theirs

    def path(self, name):
        return os.path.normpath(os.path.join(self.folder, name))

    def name(self, file):
        return os.path.relpath(file, self.folder).replace(os.sep, "/")

    def without_folder(self, text):
        text = text.replace(self.folder + os.sep, "").replace(self.base + os.sep, "")
        return re.sub(r"\b0x[0-9a-fA-F]{6,}", "0x…", text)


class Cases:
    """What came of the cases of a test."""

    def __init__(self, files):
        self.files = files
        self.all = []
        self.score = None

    def add(self, outcome, name="", error=None, reason="", printed=""):
        case = {"name": cut(name), "outcome": outcome, "reason": cut(reason), "printed": cut(printed)}
        if error is not None:
            case.update(self.described(error))
        if len(self.all) < MOST_CASES:
            self.all.append(case)

    def described(self, error):
        """Returns the class and the message of an exception, where the test was, and where the submission was."""
        files, test, own, is_own = self.files, None, None, False
        importing = False
        trace = error.__traceback__
        while trace is not None:
            file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            if file == files.test:
                test, is_own = [line, files.lines[line - 1].strip() if 0 < line <= len(files.lines) else ""], False
            elif files.is_own(file):
                own, is_own = [line, files.name(file), files.name(file)], True
                importing = importing or trace.tb_frame.f_code.co_name == "<module>"
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and not isinstance(error.filename, int) and error.filename:
            if files.is_own(error.filename):
                own, is_own = [error.lineno or 1, files.name(error.filename), files.name(error.filename)], True
            elif error.filename == files.test:
                test = [error.lineno or 1, (error.text or "").strip()]
        message = text_of(error)
        importing = importing and is_own
        return {
            "raised": [class_of(error, message), cut(files.without_folder(message))],
            "missing": missing_module(error),
            "at": test,
            "own": own,
            "is_own": is_own,
            "importing": importing,
        }


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


def run(request, records, printed, shield):
    """Runs one test and writes its record."""
    if State.missing:
        records.add(key=request["key"], lacks=State.missing)
        return
    key, test, process = request.pop("key"), request["test"], os.getpid()
    files = Files(request)
    files.lay_out()
    request.clear()
    cases = Cases(files)
    plant_stand_ins(cases)
    needed = {name: getattr(builtins, name) for name in NEEDED}
    loaded = {name: sys.modules[name] for name in PROTECTED if name in sys.modules}
    watch = Watch(files)
    shield()
    sealed = Seal([])
    if "pytest" in loaded:
        run_pytest(test, files, cases, sealed, loaded["pytest"])
    else:
        run_unittest(test, files, cases, sealed, printed)
    if os.getpid() != process:
        os._exit(0)  # A fork of the submission, which has come as far as this.
    watch.is_open = False
    sys.settrace(None)
    sys.setprofile(None)
    changed = State.seal.broken() or sealed.broken()
    changed = changed or next((name for name, one in needed.items() if getattr(builtins, name, None) is not one), None)
    changed = changed or next((name for name, one in loaded.items() if sys.modules.get(name) is not one), None)
    seen = [[what, line, files.name(file)] for what, line, file in watch.seen[:1]]
    score = None if cases.score is None else round(float(cases.score) * 1000)
    is_passed = all(case["outcome"] == "passed" for case in cases.all)
    liar = class_equal_to_all(files) if is_passed else None
    records.add(key=key, cases=cases.all, score=score, changed=changed, seen=seen, liar=liar)


class Stranger:
    """An object that nothing can be equal to but itself."""

    def __init__(self):
        self.stranger = True


def class_equal_to_all(files):
    """Returns the name of a class of the submission whose objects say that they are equal to everything, or `None`."""
    waiting, seen = [object], set()
    while waiting:
        for kind in type.__subclasses__(waiting.pop()):
            if kind in seen or issubclass(kind, type):
                continue
            seen.add(kind)
            waiting.append(kind)
            file = getattr(sys.modules.get(kind.__module__), "__file__", None)
            if "__eq__" in vars(kind) and files.is_own(file) and is_liar(kind):
                return kind.__name__
    return None


def is_liar(kind):
    for other in (Stranger(), 0x5EED5EED, "a stranger"):
        try:
            if kind.__eq__(kind.__new__(kind), other) is not True:
                return False
        except BaseException:  # Its objects need more than that: then it looks at what it compares.
            return False
    return True


def run_unittest(test, files, cases, sealed, printed):
    """Runs a method of a test case as `python3 -m unittest` does."""
    name = os.path.splitext(os.path.basename(files.test))[0]
    module = types.ModuleType(name)
    module.__file__ = files.test
    os.unlink(files.test)
    folder = os.path.dirname(files.test)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    sys.modules[name] = module
    result = Result(cases, printed)
    try:
        exec(compile(files.source, files.test, "exec", dont_inherit=True), module.__dict__)
        sealed.add(module, name)
        suite = unittest.defaultTestLoader.loadTestsFromName(".".join(test), module)
    except BaseException as error:
        cases.add("error", error=error, printed=printed.take())
        return
    printed.take()
    if any(isinstance(one, unittest.loader._FailedTest) for one in suite):
        cases.add("absent", reason=f"`{'.'.join(test)}` is not there when the file is loaded")
        return
    suite = unittest.TestSuite(suite)
    try:
        suite.run(result)
    except BaseException as error:
        cases.all.clear()
        cases.add("error", error=error, printed=printed.take())


class Result(unittest.TestResult):
    """Collects what came of the one test that is run. What went wrong first counts."""

    def __init__(self, cases, printed):
        super().__init__()
        self.cases = cases
        self.printed = printed
        self.has_failed = False

    def note(self, outcome, error=None, name="", reason=""):
        if self.has_failed:
            return
        self.has_failed = outcome in ("failed", "error", "skipped")
        self.cases.all.clear()
        self.cases.add(outcome, name=name, error=error, reason=reason, printed=self.printed.take())

    def addSuccess(self, test):
        self.note("passed")

    def addFailure(self, test, err):
        self.note("failed", err[1])

    def addError(self, test, err):
        self.note("error", err[1])

    def addSkip(self, test, reason):
        self.note("skipped", reason=reason)

    def addExpectedFailure(self, test, err):
        self.note("passed")

    def addUnexpectedSuccess(self, test):
        self.note("failed", reason="it was expected to fail, and passed")

    def addSubTest(self, test, subtest, err):
        if err is not None:
            is_failure = issubclass(err[0], test.failureException)
            self.note("failed" if is_failure else "error", err[1], name=subtest._subDescription())


def run_pytest(test, files, cases, sealed, pytest):
    """Runs a function or a method with all its parameters as `pytest` does."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    is_loaded = []

    def forget_source(event, arguments):
        """Empties the file of the test when its code is about to be executed: nothing can read it from then on."""
        if event == "exec" and not is_loaded and getattr(arguments[0], "co_filename", None) == files.test:
            is_loaded.append(True)
            os.truncate(files.test, 0)

    if hasattr(sys, "addaudithook"):
        sys.addaudithook(forget_source)
    known = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-o", "addopts="]
    for name in State.plugins:
        known += ["-p", name]
    place = ["--rootdir", files.folder, "--confcutdir", files.folder, "--tb=no", "-q"]
    plugin = Plugin(cases, sealed, pytest)
    try:
        code = pytest.main([*known, *place, "::".join([files.test, *test])], plugins=[plugin.hooks()])
    except BaseException as error:
        cases.all.clear()
        cases.add("error", error=error)
        return
    for case in cases.all:
        case.pop("item", None)
    if not cases.all:
        # With 2 it was interrupted; otherwise it does not know the test, or failed itself.
        reason = f"pytest ran no test, and ended with exit code {int(code)}"
        cases.add("error" if code == 2 else "absent", reason=reason)


class Plugin:
    """Listens to pytest."""

    def __init__(self, cases, sealed, pytest):
        self.cases = cases
        self.sealed = sealed
        self.pytest = pytest

    def hooks(self):
        plugin, pytest = self, self.pytest

        class Hooks:
            @pytest.hookimpl(hookwrapper=True)
            def pytest_make_collect_report(self, collector):
                report = (yield).get_result()
                if report.outcome == "failed":
                    error = report.call.excinfo.value
                    # pytest tells the text of the error that an import raised, and the error is its cause.
                    plugin.cases.add("error", error=error.__cause__ or error)
                elif report.outcome == "skipped":
                    plugin.cases.add("skipped", reason=str(report.longrepr[-1]))

            def pytest_keyboard_interrupt(self, excinfo):
                plugin.cases.all.clear()
                plugin.cases.add("error", error=excinfo.value)

            def pytest_collection_finish(self, session):
                for module in {item.module for item in session.items if hasattr(item, "module")}:
                    plugin.sealed.add(module, module.__name__)

            @pytest.hookimpl(hookwrapper=True)
            def pytest_runtest_makereport(self, item, call):
                report = (yield).get_result()
                plugin.note(item, call, report)

        return Hooks()

    def note(self, item, call, report):
        """Notes the phase of a case that decides: the first that did not pass, or the last."""
        name = item.name[len(getattr(item, "originalname", None) or item.name) :]
        if report.outcome == "passed" and report.when != "teardown":
            return
        cases, printed = self.cases, report.capstdout
        has_failed = bool(cases.all) and cases.all[-1].get("item") == item.nodeid
        if has_failed:
            return
        if report.outcome == "passed" or hasattr(report, "wasxfail"):
            cases.add("passed", name, printed=printed)
        elif report.outcome == "skipped":
            cases.add("skipped", name, reason=str(getattr(call.excinfo.value, "msg", "")), printed=printed)
        else:
            error = call.excinfo.value if call.excinfo else None
            kinds = (AssertionError, self.pytest.fail.Exception)
            is_failure = report.when == "call" and (error is None or isinstance(error, kinds))
            reason = "" if error is not None else cut(str(report.longrepr))
            cases.add("failed" if is_failure else "error", name, error, reason, printed)
        cases.all[-1]["item"] = item.nodeid


def plant_stand_ins(cases):
    """Provides the decorators of `gradescope_utils`, so that tests that were written for them run unchanged."""

    def mark(attribute):
        def decorator(value=None, *_):
            def set_mark(function):
                setattr(function, attribute, value)
                return function

            return set_mark

        return decorator

    def handing(keyword, take):
        def decorator(*_, **__):
            def wrap(function):
                def wrapper(*args, **kwargs):
                    kwargs[keyword] = take
                    return function(*args, **kwargs)

                wrapper.__name__, wrapper.__doc__ = function.__name__, function.__doc__
                wrapper.__module__, wrapper.__qualname__ = function.__module__, function.__qualname__
                return wrapper

            return wrap

        return decorator

    def set_score(score):
        cases.score = score

    def check_submitted_files(paths, base=None):
        return [path for path in paths if not os.path.isfile(path)]

    decorators = {
        "weight": mark("__weight__"),
        "number": mark("__number__"),
        "visibility": mark("__visibility__"),
        "tags": mark("__tags__"),
        "hide_errors": mark("__hide_errors__"),
        "partial_credit": handing("set_score", set_score),
        "leaderboard": handing("set_leaderboard_value", lambda value: None),
    }
    contents = {
        "gradescope_utils": {"__path__": []},
        "gradescope_utils.autograder_utils": {"__path__": []},
        "gradescope_utils.autograder_utils.decorators": decorators,
        "gradescope_utils.autograder_utils.files": {"check_submitted_files": check_submitted_files},
        "gradescope_utils.autograder_utils.json_test_runner": {"JSONTestRunner": unittest.TextTestRunner},
    }
    for name, content in contents.items():
        module = types.ModuleType(name)
        module.__dict__.update(content)
        sys.modules[name] = module
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, module)
