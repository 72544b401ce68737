"""Runs tests of the instructor with a submission: one test in each fork of the driver.

The driver executes this text in a module of its own, calls `prepare` once, and `run` in each fork. A request names a
test, and holds the files of the instructor that belong to it:

    {"key": "5f…", "test": ["TestSquare", "test_side"], "file": "test_shapes.py", "files": {"test_shapes.py": "…"}}

What came of a case is written as it comes, on a line of its own: nothing can take it back. One record is written at the
end. It repeats the key, which nobody else knows, and all cases that count. The submission runs in the same interpreter
as the test, so this module makes it hard to get at the key or to change what decides about a test: what decides is
kept in a generator that waits (`keep`), into which nothing leads. `docs/isolation.md` says what is left.
"""

import __future__
import ast

import base64
import builtins
import gc
import importlib
import os
import re
import shutil
import sys
import types
import unittest

# What this module calls stays the same, whatever a submission puts into `builtins`.
__builtins__ = dict(vars(builtins))

# The longest message and output that are kept, in characters.
MOST_TEXT = 4000

# The most cases of one test that are told.
MOST_CASES = 1000

# Modules that a file of the submission with their name must not replace.
PROTECTED = ("unittest", "pytest", "_pytest", "pluggy")

# The parts of pytest.
PYTEST = ("pytest", "_pytest", "pluggy")

# Files that would change how pytest behaves. Only the instructor can have them.
SETTINGS = {"conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini", "sitecustomize.py"}

# Functions that assertions need. The test itself may replace others, such as `input`.
NEEDED = (
    *("AssertionError", "BaseException", "Exception", "__build_class__", "__import__", "abs", "all", "any", "bool"),
    *("callable", "dict", "enumerate", "filter", "float", "frozenset", "getattr", "hasattr", "id", "int"),
    *("isinstance", "issubclass", "iter", "len", "list", "map", "max", "min", "next", "object", "range", "repr"),
    *("reversed", "round", "set", "sorted", "str", "sum", "super", "tuple", "type", "vars", "zip"),
)

# Modules of Python with which tests compare. If a test imports one, its functions must stay the same, too.
COMPARING = {
    *("cmath", "collections", "contextlib", "copy", "datetime", "decimal", "fractions", "functools", "io", "itertools"),
    *("math", "operator", "re", "statistics"),
}

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

# Attributes of test cases that decide nothing, and those that Python and the frameworks add themselves.
FREE = {"__annotations__", "__annotations_cache__", "__annotate_func__", "__slotnames__", "_classSetupFailed"}
FREE |= {"_diffThreshold", "longMessage", "maxDiff", "tearDown_exceptions"}

# Words by which a test says that it may be skipped, or is expected to fail.
SKIPS = {"SkipTest", "Skipped", "importorskip", "skip", "skipIf", "skipTest", "skipUnless", "skipif"}
FAILS = {"expectedFailure", "xfail"}

# The methods of a test case that call what its author wrote.
PHASES = ("_callSetUp", "_callTestMethod", "_callTearDown", "_callCleanup")

# Methods and functions of a test case that prepare a test and tidy up behind it.
AROUND = {"asyncSetUp", "asyncTearDown", "setUp", "setUpClass", "setUpModule"}
AROUND |= {"tearDown", "tearDownClass", "tearDownModule"}

# Attributes of a function that decide what it does.
CODE = {"__code__", "__defaults__", "__kwdefaults__"}

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
    # What finds out what the instructor changes, and may be changed by nobody.
    machinery = None
    # What executes the file of the test in the place of pytest, and what rewrites its assertions.
    load = None
    rewrite = None
    # The folder of the submission, and those from which Python takes modules.
    base = None
    roots = ()
    # The code of this module and of the frameworks, by identity, and the objects that keep it alive.
    own_code = frozenset()
    # The classes that were there before the submission.
    classes = frozenset()
    framework_code = frozenset()


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
    State.base, State.roots = os.getcwd() + os.sep, roots()
    State.seal = Seal()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in PROTECTED:
            State.seal.add_module(module)
    State.framework_code = State.seal.code()
    if head["framework"] == "pytest":
        mark = sys.modules["pytest"].mark
        State.seal.keys.append((mark, frozenset(vars(mark)), lambda name: name[:1] != "_"))
    ours = Seal()
    ours.add(Names(globals()), __name__)
    State.own_code = ours.code()
    State.machinery = Seal()
    State.machinery.known = [(ast, key, value) for key, value in vars(ast).items() if callable(value)]
    guard_signals()
    State.classes = frozenset(all_classes())
    gc.freeze()  # What is there now stays: no fork has to look through it.


def all_classes():
    waiting, found = [object], {object}
    while waiting:
        new = [kind for kind in type.__subclasses__(waiting.pop()) if kind not in found]
        found.update(new)
        waiting += new
    return found


def load_framework():
    """Loads the parts of pytest that each run needs, so that no fork has to. It does as well without."""
    try:
        from _pytest.config import get_config

        get_config()
        from _pytest.assertion import rewrite

        hook = rewrite.AssertionRewritingHook
        plain = hook.exec_module

        def exec_module(self, module):
            if State.load is None or not State.load(self, module):
                plain(self, module)

        hook.exec_module, State.rewrite = exec_module, rewrite.rewrite_asserts
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


def roots():
    """Returns the folders in which modules lie that are not the submission's."""
    folders = {os.path.abspath(path) for path in sys.path if path}
    folders.update((sys.prefix, sys.base_prefix, sys.exec_prefix))
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if type(file) is str and file.endswith(".py") and os.path.isabs(file):
            folders.add(os.path.dirname(file))
    folders = [folder.rstrip(os.sep) + os.sep for folder in folders if folder.strip(os.sep)]
    return tuple(folder for folder in folders if not folder.startswith(os.getcwd() + os.sep))


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


def is_foreign(file):
    """Tells whether a file may be one of the submission: it lies in none of the folders of Python."""
    if file.startswith(State.base):
        return True
    return not (file.startswith("<frozen") or file.endswith(".py") and file.startswith(State.roots))


def codes(code):
    """Returns a code object and all that stand inside of it."""
    found = [code]
    for one in found:
        found.extend(inner for inner in one.co_consts if isinstance(inner, types.CodeType))
    return found


class Seal:
    """Remembers functions and classes, and tells whether one of them was replaced, or another one put before it.

    That the code of a function is replaced by other code, the watch tells.
    """

    def __init__(self):
        self.known = []
        self.keys = []

    def add_module(self, module):
        self.add(module, module.__name__)
        # A name that is new there may hide one that Python has for all modules.
        self.keys.append((module, frozenset(vars(module)), lambda name: hasattr(builtins, name) and name[:2] != "__"))

    def add(self, owner, module, depth=0):
        """Adds the functions of a module or a class, the classes of the module, and all that stands in these."""
        for key, value in list(vars(owner).items()):
            plain = getattr(value, "__func__", value)
            is_class = isinstance(value, type) and value.__module__ == module
            if isinstance(plain, types.FunctionType):
                self.known.append((owner, key, value))
            elif is_class or depth and key not in FREE and (callable(value) or not is_part_of(module, *PYTEST)):
                self.known.append((owner, key, value))
            if is_class and depth < 3:
                self.add(value, module, depth + 1)
                self.keys.append((value, frozenset(vars(value)), new_name(value, module)))

    def add_values(self, module, others=()):
        """Adds each name of a module with its value, without the others."""
        self.known.extend((module, key, value) for key, value in vars(module).items() if key not in others)

    def add_callables(self, module):
        """Adds each function and class of a module, wherever it was made."""
        self.add_module(module)
        self.known.extend((module, key, value) for key, value in vars(module).items() if callable(value))

    def code(self):
        """Returns the identities of the code of all functions."""
        functions = [getattr(value, "__func__", value) for _, _, value in self.known]
        functions = [function for function in functions if isinstance(function, types.FunctionType)]
        return frozenset(id(one) for function in functions for one in codes(function.__code__))

    def changes(self, free=()):
        """Finds what was replaced or added, by name. Names in `free` may be."""
        for owner, key, value in self.known:
            if vars(owner).get(key, self) is not value and key not in free:
                yield f"{name_of(owner)}.{key}"
        for owner, keys, counts in self.keys:
            if not vars(owner).keys() <= keys:
                for key in vars(owner).keys() - keys:
                    if counts(key) and key not in free:
                        yield f"{name_of(owner)}.{key}"


def is_part_of(module, *packages):
    return module.partition(".")[0] in packages


def new_name(kind, module):
    """Returns what tells whether a name that a class gets later may decide something.

    In `unittest` all do. Others note things by new names; those that hide a method, or that Python looks for, count.
    """
    if is_part_of(module, "unittest"):
        return lambda name: name not in FREE
    bases = kind.__mro__[1:]

    def decides(name):
        is_hiding = any(callable(vars(base).get(name)) for base in bases)
        return name not in FREE and (name[:2] == "__" or is_hiding)

    return decides


def name_of(owner):
    return owner.__name__ if isinstance(owner, (type, types.ModuleType, Names)) else type(owner).__name__


class Names:
    """Names and what they stand for, as the attributes of an object."""

    def __init__(self, names):
        self.__dict__ = names

    @property
    def __name__(self):
        return "modules"


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


class Files:
    """The files of the instructor, which are laid out beside those of the submission in a fresh folder."""

    def __init__(self, request):
        self.base = os.getcwd()
        self.folder = os.path.join(self.base, FOLDER)
        self.contents = {path: base64.b64decode(content) for path, content in request["files"].items()}
        self.test = self.path(request["file"])
        # A class may have the test from a base in another file.
        self.origin = self.path(request.get("origin") or request["file"])
        self.theirs = frozenset(self.path(path) for path in self.contents)
        self.source = self.contents[request["file"]].decode("utf-8-sig")
        self.lines = {
            file: self.contents[self.name(file)].decode("utf-8-sig", "replace").splitlines(keepends=True)
            for file in (self.test, self.origin)
        }

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
        return type(file) is str and file.startswith(self.base + os.sep) and file not in self.theirs

    def has(self, module):
        """Tells whether the submission has a module of this name."""
        return any(
            os.path.exists(path) and path not in self.theirs
            for path in (os.path.join(self.folder, module + ".py"), os.path.join(self.folder, module))
        )

    def path(self, name):
        return os.path.normpath(os.path.join(self.folder, name))

    def name(self, file):
        return os.path.relpath(file, self.folder).replace(os.sep, "/")

    def without_folder(self, text):
        text = text.replace(self.folder + os.sep, "").replace(self.base + os.sep, "")
        return re.sub(r"\b0x[0-9a-fA-F]{6,}", "0x…", text)

    def trees(self):
        """Returns the syntax trees of the files of the instructor that are Python, by their paths."""
        trees = {}
        for name, content in self.contents.items():
            if name.endswith(".py"):
                try:
                    trees[self.path(name)] = ast.parse(content, "<instructor>")
                except (SyntaxError, ValueError):
                    pass
        return trees


def words(node):
    """Returns the names that stand in a syntax tree."""
    found = set()
    for one in ast.walk(node):
        found.update(getattr(one, field) for field in ("id", "attr", "name") if type(getattr(one, field, 0)) is str)
    return found


def words_at(tree, line):
    """Returns the names in the statements of a tree that stand in this line, without those around them."""
    found, begins = set(), 0
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= getattr(node, "end_lineno", line):
            if node.lineno >= begins:
                found = words(node) | (found if node.lineno == begins else set())
                begins = node.lineno
    return found


def is_meant(trees, via, allowed):
    """Tells whether a test is skipped, or fails as expected, because the instructor wrote so.

    `via` is the place of the instructor's files where the exception for it was raised; `None` if a mark did it.
    """
    if via is not None:
        path, line = via
        return path in trees and bool(words_at(trees[path], line) & allowed)
    return any(words(tree) & allowed for tree in trees.values())


def assigned(trees):
    """Returns the attributes and the global names that the instructor's files set themselves, as far as it shows."""
    free = set()
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                free.add(node.attr)
            elif isinstance(node, ast.Global):
                free.update(node.names)
            elif isinstance(node, (ast.Str if sys.version_info < (3, 8) else ast.Constant)):
                text = getattr(node, "value", getattr(node, "s", None))
                if type(text) is str and len(text) < 100:
                    free.add(text.rpartition(".")[2])
    return free


def keep(key, records, files, process, bottom):
    """Keeps what decides about a test, and writes it.

    Nothing leads into a generator that waits but what the watch refuses. It calls nothing of the submission, and it
    believes what is good for a submission only if a framework told it, and nothing of the submission had called that.
    """
    getframe = sys._getframe
    needed = {name: getattr(builtins, name) for name in NEEDED}
    loaded = {name: sys.modules[name] for name in PROTECTED if name in sys.modules}
    watch, trees, seals = Watch(files, bottom), None, [State.seal]
    machinery = State.machinery
    cases, failed, score = [], set(), None
    started, entered, left, passed, settled = 0, 0, 0, set(), frozenset()
    is_noted, is_reached, answer = False, False, None
    while True:
        kind, value = yield answer
        answer = None
        if os.getpid() != process:
            os._exit(0)  # A fork of the submission, which has come as far as this.
        if kind == "entered":
            entered += 1
            continue
        if kind == "reached":
            is_reached = is_reached or id(getframe(1).f_back.f_code) in watch.code
            continue
        if kind in ("skipped", "expected"):
            case, identity, via = value
            trees = trees or files.trees()
            if is_meant(trees, via, SKIPS if kind == "skipped" else FAILS):
                case["outcome"] = kind if kind == "skipped" else "passed"
            value = case, identity
        if kind in ("case", "skipped", "expected") and value[0]["outcome"] != "passed":
            case, identity = value
            if identity in failed or len(cases) >= MOST_CASES:
                continue
            failed.add(identity)
            # What failed around the tests stands for all of them.
            cases = [other for other in cases if other[1] != identity and identity != "hook"] + [(case, identity)]
            records.add(case=case)
            continue
        trespasser = watch.trespasser(getframe(1), kind == "left")
        if trespasser:
            watch.seen.append(trespasser)
        elif kind == "started":
            started += 1
            if started > 1:
                watch.seen.append(["the result of the test", 1, files.test])
        elif kind == "left":
            left += 1
        elif kind == "noted":
            is_noted = True
        elif kind == "code":
            watch.trust(value)
        elif kind == "sealed":
            seals.append(value)
        elif kind == "score":
            score = value
        elif kind in ("case", "expected"):
            case, identity = value
            if identity in failed or identity in passed or len(cases) >= MOST_CASES:
                continue
            if kind == "case" and (entered != left or is_noted and not is_reached):
                case["outcome"], case["reason"] = "failed", "it was left before its end"
                failed.add(identity)
            is_reached = False
            passed.add(identity)
            cases.append((case, identity))
            records.add(case=case)
        elif kind == "settled":
            # Plugins have changed what they change, and nothing of the submission was there.
            if not any(files.is_own(getattr(one, "__file__", None)) for one in list(sys.modules.values())):
                settled = frozenset(State.seal.changes())
        elif kind == "counted":
            answer = len(cases)
        elif kind == "asked":
            answer = bool(cases) and not failed
        else:
            liar = value
            break
    watch.is_open = False
    sys.settrace(None)
    sys.setprofile(None)
    free = ()
    if any(name not in settled for seal in seals for name in seal.changes()):
        free = assigned(files.trees())
    changed = next((name for seal in seals for name in seal.changes(free) if name not in settled), None)
    changed = changed or next(machinery.changes(), None)
    changed = changed or next((name for name, one in needed.items() if getattr(builtins, name, None) is not one), None)
    changed = changed or next((name for name, one in loaded.items() if sys.modules.get(name) is not one), None)
    seen = [[what, line, files.name(file)] for what, line, file in watch.seen[:1]]
    all_cases = [case for case, _ in cases[:MOST_CASES]]
    thousandths = None if score is None else round(score * 1000)
    records.add(key=key, cases=all_cases, score=thousandths, changed=changed, seen=seen, liar=liar)
    yield


class Cases:
    """Describes what came of the cases of a test."""

    def __init__(self, files, tell, path):
        self.files = files
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

    def described(self, error):
        """Describes an exception: its class, its message, where the test was, and where the submission was.

        Returns the last place in the instructor's files, too, and whether it passed the test itself.
        """
        files, test, own, is_own = self.files, None, None, False
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
        files, found, last = self.files, None, None
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
        code = frame.f_code
        names = {*code.co_names, *code.co_varnames, *code.co_freevars}
        if code.co_name == "<module>":
            tree = self.files.trees().get(code.co_filename)
            names = words_at(tree, line) if tree else names
        spaces = (frame.f_locals, frame.f_globals)
        return any(self.is_of_submission(space[name]) for space in spaces for name in names if name in space)

    def is_of_submission(self, value):
        if isinstance(value, types.ModuleType):
            return self.files.is_own(vars(value).get("__file__"))
        kind = value if isinstance(value, (type, types.FunctionType)) else type(value)
        module = sys.modules.get(vars(kind).get("__module__") if isinstance(kind, type) else kind.__module__)
        return self.files.is_own(getattr(module, "__file__", None))


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
    test, process = request["test"], os.getpid()
    files = Files(request)
    files.lay_out()
    keeper = keep(request.pop("key"), records, files, process, sys._getframe())
    next(keeper)
    tell = keeper.send
    request.clear()
    cases = Cases(files, tell, test)
    plant_stand_ins(tell)
    shield()
    if "pytest" in sys.modules:
        run_pytest(test, files, cases, tell, sys.modules["pytest"])
    else:
        run_unittest(test, files, cases, tell, printed)
    if os.getpid() != process:
        os._exit(0)  # A fork of the submission, which has come as far as this.
    tell(("end", class_equal_to_all(files) if tell(("asked", None)) else None))


class Stranger:
    """An object that nothing can be equal to but itself."""

    def __init__(self):
        self.stranger = True


def class_equal_to_all(files):
    """Returns the name of a class of the submission whose objects say that they are equal to everything, or `None`."""
    for kind in all_classes() - State.classes:
        if "__eq__" in vars(kind) and not issubclass(kind, type):
            file = getattr(sys.modules.get(kind.__module__), "__file__", None)
            if files.is_own(file) and is_liar(kind):
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



# The function that the code of a test calls first.
REACHED = "__yardstick_reached__"


def execute(tree, files, module, tell, path):
    """Executes the file of a test.

    Nothing can find its module while it imports the submission: until its first function or class, it is no module
    that is known. From then on each of its names must keep its value.
    """
    with open(files.test, "wb"):
        pass  # Nothing can read it from now on.
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    body = tree.body
    place = next((place for place, node in enumerate(body) if isinstance(node, kinds)), len(body))
    nodes_before = [one for node in body[:place] for one in ast.walk(node)]
    nodes = [one for node in body[place:] for one in ast.walk(node)]
    comparing, bound, names_imported = Seal(), stored(nodes), imported(nodes_before) | imported(nodes)
    is_noted = note_beginning(nodes, nodes_before, path, files)
    for name in sorted(names_imported & COMPARING):
        comparing.add_callables(importlib.import_module(name))
    tree.body = body[:place]
    first = compile(tree, files.test, "exec", dont_inherit=True)
    tree.body = body[place:]
    future = first.co_flags & sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
    then = compile(tree, files.test, "exec", flags=future, dont_inherit=True)
    tell(("code", [*codes(first), *codes(then)]))
    if is_noted:
        vars(module)[REACHED] = lambda: tell(("reached", None))
        tell(("noted", None))
    tell(("sealed", comparing))
    sys.modules.pop(module.__name__, None)
    try:
        for helper in helpers(names_imported, files):
            seal_module(helper, tell)
        exec(first, vars(module))
    finally:
        sys.modules[module.__name__] = module
    names = Seal()
    names.add_values(module, bound)
    tell(("sealed", names))
    exec(then, vars(module))


def note_beginning(nodes, nodes_before, path, files):
    """Lets the code of a test tell that it begins: a decorator may have put another function in its place.

    Returns whether it will. Decorators of the instructor's own may have a reason not to call a test.
    """
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    around = [node for node in nodes if isinstance(node, (*functions, ast.ClassDef)) and node.name in path]
    found = [node for node in around if isinstance(node, functions) and node.name == path[-1]]
    decorators = [decorator for node in around for decorator in node.decorator_list]
    if decorators:
        used, kinds = set().union(*map(words, decorators)), (*functions, ast.ClassDef)
        others = [one for tree in files.trees().values() for one in ast.walk(tree)]
        all_nodes = [*nodes_before, *nodes, *others]
        made = {node.name for node in all_nodes if isinstance(node, kinds)}
        if used & (made | {node.id for node in all_nodes if is_stored(node)}):
            return False
    for node in found:
        place = 1 if ast.get_docstring(node, clean=False) is not None else 0
        call = ast.Expr(ast.Call(ast.Name(REACHED, ast.Load()), [], []))
        near = node.body[min(place, len(node.body) - 1)]
        node.body.insert(place, ast.fix_missing_locations(ast.copy_location(call, near)))
    return bool(found)


def is_stored(node):
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)


def helpers(names, files):
    """Imports what the instructor's other files hold, before the submission can change it, and returns the modules.

    Those that import the submission themselves must wait for it.
    """
    trees, found = files.trees(), []
    for name in sorted(names):
        path = os.path.join(os.path.dirname(files.test), name + ".py")
        if path not in trees or path == files.test:
            continue
        if any(files.has(other) for other in imported(ast.walk(trees[path]))):
            continue
        try:
            found.append(importlib.import_module(name))
        except Exception:  # The test will meet it, too.
            pass
    return found


def imported(nodes):
    """Returns the modules that some nodes import, without those below a package."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def stored(nodes):
    """Returns the names that get a value in some nodes."""
    found = set()
    for node in nodes:
        if is_stored(node):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif type(getattr(node, "name", None)) is str:
            found.add(node.name)
    return found


def seal_module(module, tell):
    """Seals all names of the module of a test, and what stands in its functions and classes."""
    seal = Seal()
    seal.add(module, module.__name__)
    seal.add_values(module)
    seal.keys.append((module, frozenset(vars(module)), lambda name: name != "__warningregistry__"))
    tell(("sealed", seal))


def seal_bases(module, files, tell):
    """Seals the classes in other files of the instructor from which those of a test are derived."""
    seal = Seal()
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
    for base in {base for kind in kinds for base in kind.__mro__ if base.__module__ != module.__name__}:
        if getattr(sys.modules.get(base.__module__), "__file__", None) in files.theirs:
            seal.add(base, base.__module__, 1)
            seal.keys.append((base, frozenset(vars(base)), new_name(base, base.__module__)))
    tell(("sealed", seal))


def follow(case, tell, name, remember=None):
    """Tells when what a test case calls begins, and when it has come to its end: a pass needs both.

    From then on, no method of the case may be hidden by an attribute of the object.
    """

    def followed(method):
        def called(*args, **kwargs):
            tell(("entered", None))
            try:
                result = method(*args, **kwargs)
            except BaseException as error:
                if remember is not None:
                    remember(error)
                raise
            tell(("left", None))
            return result

        return called

    def sub_test(*args, **kwargs):
        return SubTest(type(case).subTest(case, *args, **kwargs), tell)

    kind = type(case)
    if isinstance(case, unittest.TestCase):
        for phase in PHASES:
            if hasattr(case, phase):
                setattr(case, phase, followed(getattr(case, phase)))
        case.subTest = sub_test
    seal = Seal()
    keys = frozenset(vars(case)) | {name}
    seal.keys.append((case, keys, lambda key: callable(getattr(kind, key, None))))
    tell(("sealed", seal))


class SubTest:
    """A part of a test, of which it is told when it came to its end."""

    def __init__(self, inner, tell):
        self.inner = inner
        self.tell = tell

    def __enter__(self):
        self.tell(("entered", None))
        return self.inner.__enter__()

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.tell(("left", None))
        return self.inner.__exit__(kind, error, trace)


def run_unittest(test, files, cases, tell, printed):
    """Runs a method of a test case as `python3 -m unittest` does."""
    name = os.path.splitext(os.path.basename(files.test))[0]
    module = types.ModuleType(name)
    module.__file__ = files.test
    module.__package__ = os.path.dirname(files.name(files.test)).replace("/", ".")
    folder = os.path.dirname(files.test)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    result = Result(cases, printed, tell)
    try:
        execute(ast.parse(files.source, files.test), files, module, tell, test)
        seal_module(module, tell)
        seal_bases(module, files, tell)
        suite = unittest.TestLoader().loadTestsFromName(".".join(test), module)
    except BaseException as error:
        cases.add("error", error=error, printed=printed.take(), is_around=True)
        return
    printed.take()
    if any(isinstance(one, unittest.loader._FailedTest) for one in suite):
        cases.add("absent", reason=f"`{'.'.join(test)}` is not there when the file is loaded")
        return
    suite = unittest.TestSuite(suite)
    for case in suite:
        if isinstance(case, unittest.TestCase):
            follow(case, tell, test[-1], result.remember)
    try:
        suite.run(result)
    except BaseException as error:
        cases.hook(error)


class Result(unittest.TestResult):
    """Listens to the one test that is run. What went wrong first counts."""

    def __init__(self, cases, printed, tell):
        super().__init__()
        self.cases = cases
        self.printed = printed
        self.tell = tell
        self.last = None

    def remember(self, error):
        self.last = error

    def note(self, outcome, error=None, name="", reason="", is_around=None):
        self.cases.add(outcome, name, error, reason, self.printed.take(), is_around=is_around)

    def startTest(self, test):
        super().startTest(test)
        self.tell(("started", None))

    def addSuccess(self, test):
        self.note("passed")

    def addFailure(self, test, err):
        self.note("failed", err[1])

    def addError(self, test, err):
        around = first_function(err[1], self.cases.files) in AROUND
        self.note("error", err[1], is_around=around or not isinstance(test, unittest.TestCase))

    def addSkip(self, test, reason):
        error = self.last if isinstance(self.last, unittest.SkipTest) else sys.exc_info()[1]
        self.note("skipped", error if isinstance(error, unittest.SkipTest) else None, reason=reason)

    def addExpectedFailure(self, test, err):
        self.note("expected", err[1])

    def addUnexpectedSuccess(self, test):
        self.note("failed", reason="it was expected to fail, and passed")

    def addSubTest(self, test, subtest, err):
        if err is not None:
            is_failure = issubclass(err[0], test.failureException)
            self.note("failed" if is_failure else "error", err[1], name=subtest._subDescription())


def first_function(error, files):
    """Returns the name of the outermost function of the instructor that an exception passed."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in files.theirs:
            return trace.tb_frame.f_code.co_name
        trace = trace.tb_next
    return ""


def run_pytest(test, files, cases, tell, pytest):
    """Runs a function or a method with all its parameters as `pytest` does."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

    def load(hook, module):
        """Executes the file of the test in the place of pytest. Returns whether it was that file."""
        if module.__spec__.origin != files.test:
            return False
        State.load = None
        source = files.contents[files.name(files.test)]
        tree = ast.parse(source, files.test)
        State.rewrite(tree, source, files.test, hook.config)
        execute(tree, files, module, tell, test)
        return True

    State.load = load
    known = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-o", "addopts="]
    for name in State.plugins:
        known += ["-p", name]
    place = ["--rootdir", files.folder, "--confcutdir", files.folder, "--tb=no", "-q"]
    plugin = Plugin(cases, tell, pytest)
    try:
        code = pytest.main([*known, *place, "::".join([files.test, *test])], plugins=[plugin.hooks()])
    except BaseException as error:
        cases.hook(error)
        return
    if not tell(("counted", None)):
        # With 2 it was interrupted; otherwise it does not know the test, or failed itself.
        reason = f"pytest ran no test, and ended with exit code {int(code)}"
        cases.add("error" if code == 2 else "absent", reason=reason)


class Plugin:
    """Listens to pytest."""

    def __init__(self, cases, tell, pytest):
        self.cases = cases
        self.tell = tell
        self.pytest = pytest
        cases.raised = (unittest.SkipTest, pytest.skip.Exception, pytest.xfail.Exception)

    def hooks(self):
        plugin, pytest, last = self, self.pytest, {}

        class Hooks:
            @pytest.hookimpl(hookwrapper=True)
            def pytest_make_collect_report(self, collector):
                report = (yield).get_result()
                call = getattr(report, "call", None)
                error = call.excinfo.value if call and call.excinfo else None
                if report.outcome == "failed":
                    # pytest tells the text of the error that an import raised, and the error is its cause.
                    plugin.cases.add("error", error=error.__cause__ or error, is_around=True)
                elif report.outcome == "skipped":
                    plugin.cases.add("skipped", error=error, reason=str(report.longrepr[-1]))

            @pytest.hookimpl(tryfirst=True)
            def pytest_sessionstart(self, session):
                if State.plugins:
                    plugin.tell(("settled", None))

            def pytest_keyboard_interrupt(self, excinfo):
                plugin.cases.hook(excinfo.value)

            def pytest_internalerror(self, excinfo):
                plugin.cases.hook(excinfo.value)

            def pytest_collection_finish(self, session):
                for module in {item.module for item in session.items if hasattr(item, "module")}:
                    seal_module(module, plugin.tell)
                    seal_bases(module, plugin.cases.files, plugin.tell)

            @pytest.hookimpl(tryfirst=True)
            def pytest_runtest_call(self, item):
                case = getattr(item, "_testcase", None) or getattr(item, "instance", None)
                if hasattr(case, "__dict__"):
                    follow(case, plugin.tell, item.name, lambda error: last.update({item.nodeid: error}))

            @pytest.hookimpl(hookwrapper=True)
            def pytest_runtest_makereport(self, item, call):
                first = call.excinfo
                report = (yield).get_result()
                # What unittest caught is known only now, and a skip of unittest was replaced by one of pytest.
                info = first or call.excinfo
                error = info.value if info else None
                skip = last.get(item.nodeid)
                is_skip = report.outcome == "skipped" and isinstance(skip, unittest.SkipTest)
                plugin.note(item, skip if is_skip else error, report)

        return Hooks()

    def note(self, item, error, report):
        """Notes the phase of a case that decides: the first that did not pass, or the last."""
        name = item.name[len(getattr(item, "originalname", None) or item.name) :]
        cases, printed, identity = self.cases, report.capstdout, item.nodeid
        if report.outcome == "passed" and error is None:
            if report.when == "teardown":
                cases.add("passed", name, printed=printed, identity=identity)
            return
        if hasattr(report, "wasxfail"):
            cases.add("expected", name, error, printed=printed, identity=identity)
        elif report.outcome == "skipped":
            reason = str(getattr(error, "msg", None) or error or "")
            cases.add("skipped", name, error, reason, printed, identity)
        else:
            kinds = (AssertionError, self.pytest.fail.Exception)
            is_failure = report.when == "call" and (error is None or isinstance(error, kinds))
            reason = "" if error is not None else cut(str(report.longrepr))
            outcome = "failed" if is_failure else "error"
            cases.add(outcome, name, error, reason, printed, identity, None if report.when == "call" else True)
def plant_stand_ins(tell):
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
        tell(("score", float(score)))

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
    seal = Seal()
    for name, content in contents.items():
        module = types.ModuleType(name)
        module.__dict__.update(content)
        seal.add_values(module)
        sys.modules[name] = module
        seal.known.append((Names(sys.modules), name, module))
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, module)
    tell(("sealed", seal))
