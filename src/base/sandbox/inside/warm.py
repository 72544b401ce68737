"""Stops a Python interpreter just before the first line of a program, so that a fork of it can run each program.

Python imports this module at the end of its start, because it is called `sitecustomize`. Python itself then makes
`__main__`, the arguments and the search path, and is stopped when it is about to open the program. The modules that
are imported here are removed again, so that a program finds the interpreter as if it had just been started.

A fresh interpreter starts with this file too, from another folder: only to look at its own program (`look_alone`).

The launcher first sends the settings as JSON. They are read without the `json` module, because every module that is
imported here makes every fork slower. The native module `_yardstick` (`native/`) does the rest: Python tells it when
the program is about to begin, and it makes a fork for each run and isolates the fork. All objects that exist before
the forks are frozen: a garbage collection in a fork would copy every page of memory that holds one.

The tests with `fixtures/faithful/` show that a program cannot tell the difference.
"""

import builtins
import os
import sys

WARM = "/.yardstick"
CONTROL = 3

# The folder of this file.
HERE = os.path.dirname(__file__)

# The environment variables that the launcher has added.
ADDED_VARIABLES = ("PYTHONPATH", "LD_BIND_NOW")

# The variable of the environment with the seed of the program's random numbers.
SEED = "YARDSTICK_SEED"

# The modules that find out whether the program is endless, each after those that it imports.
ENDLESS = ("places", "state", "claim", "endless")

# The module that is asked where the program is when its time is up. It is compiled only then.
HEARD = "heard"

# The module that writes down when the program asks for a line, and the variable of the environment with the path of
# the file for that.
ASKS = "asks"
ASKS_FILE = "YARDSTICK_ASKS"

# After this processor time, in milliseconds, they look for the first time.
FIRST = 100

# Modules that have to know of a fork, because they hold random numbers, threads or locks. If none of them is loaded,
# the functions that modules have registered for forks (`os.register_at_fork`) are not called.
NEED_FORK_HOOKS = frozenset({"random", "threading", "logging", "concurrent.futures.thread", "asyncio.events"})


def prepare():
    """Makes Python wait for runs when it is about to begin its program.

    Before Python 3.8 there are no audit hooks. Then it waits here, and this function returns only in the forks.

    Returns the error of the system's own `sitecustomize`, or `None`.
    """
    known, importers = set(sys.modules), set(sys.path_importer_cache)
    import atexit
    import gc

    import _yardstick

    settings = literal(_yardstick.begin(CONTROL))
    check = check_of(settings["check"])
    ours = forget(known, importers)
    problem = import_original()
    _yardstick.shut_in()
    for name, source in settings["modules"].items():
        module = sys.modules[name] = type(sys)(name)
        exec(compile(source, "<string>", "exec"), vars(module))
    if settings["endless"]:
        # A fork compiles what looks at its program only when it looks: most programs have ended by then.
        inside = Inside(_yardstick.wake)
        _yardstick.wake_with(inside.suspect, FIRST)
        _yardstick.answer_with(inside.answer)
    has_hooks = hasattr(sys, "addaudithook") and hasattr(_yardstick, "hear")
    hooks = hooks_with(_yardstick.hear, gc) if has_hooks else []
    _yardstick.know(
        hooks,
        len(hooks) - 1,
        sys.modules["_frozen_importlib_external"].SourceFileLoader,
        gc.collect,
        gc.freeze,
        atexit.register,
        _yardstick.leave,
        check,
        id(sys.stdout),
        id(sys.stderr),
        settings["source"],
        settings["source"] and settings["path"],
        not NEED_FORK_HOOKS.isdisjoint(sys.modules),
    )
    _yardstick.never_free((ours, known, importers, globals()))
    if not has_hooks:
        _yardstick.wait_for_runs()
    return problem


def look_alone():
    """Has a fresh interpreter look at its own program; gives the error it would have met here.

    Nothing is compiled for a program that ends soon.
    """
    known, importers = set(sys.modules), set(sys.path_importer_cache)
    inside = Inside(lambda milliseconds: _yardstick.wake(milliseconds))
    asks = os.environ.pop(ASKS_FILE, None)
    hook = asks and source_of(ASKS)
    try:
        import _yardstick
    except ImportError:
        _yardstick = None  # The file system of the folder may allow no libraries. Then nobody looks.
    ours = forget(known, importers)
    for name in os.listdir(HERE):
        os.remove(os.path.join(HERE, name))
    os.rmdir(HERE)
    problem = import_original()
    seed_random()
    if hook:
        module = type(sys)(ASKS)
        exec(compile(hook, "<asks>", "exec"), vars(module))
        module.watch(asks)
    if _yardstick:
        _yardstick.never_free((ours, known, importers, globals()))
        _yardstick.wake_with(inside.suspect, FIRST)
        _yardstick.answer_with(inside.answer)
        _yardstick.begin_to_wake()
    return problem


def seed_random():
    """Fixes the random numbers of the program, if it was started with a seed."""
    seed = os.environ.pop(SEED, None)
    if seed is not None:
        import random

        random.seed(int(seed))


class Inside:
    """The modules that look at the program from inside, each made when it is needed.

    They are not in `sys.modules`, and have builtins that the program cannot change.
    """

    def __init__(self, wake):
        self.wake, self.made, self.provers, self.hearings = wake, {}, [], []
        self.builtins = {**vars(builtins), "__import__": self.find}
        self.sources = {}
        for name in (*ENDLESS, HEARD):
            self.sources[name] = source_of(name)

    def find(self, name, *more):
        return self.made[name] if name in self.made else __import__(name, *more)

    def load(self, *names):
        for name in names:
            if name not in self.made:
                module = type(sys)(name)
                vars(module)["__builtins__"] = self.builtins
                exec(compile(self.sources[name], "<" + name + ">", "exec"), vars(module))
                # Only now: a program that has used up its calls may end this before.
                self.made[name] = module

    def prover(self):
        if not self.provers:
            self.load(*ENDLESS)
            self.provers.append(self.made["endless"].Prover(self.wake, FIRST))
        return self.provers[0]

    def suspect(self):
        self.prover().suspect(sys._getframe(1))

    def answer(self, goes_on):
        """Tells where the program is, because its time is up. It `goes_on` after this, unless it cannot."""
        if not self.hearings:
            self.load("places", "claim", HEARD)
            self.hearings.append(self.made[HEARD].Hearing())
        self.hearings[0].begin(sys._getframe(1), goes_on)


def source_of(name):
    with open(os.path.join(HERE, name + ".py"), "rb") as file:
        return file.read()


def literal(text):
    """Returns the value of a JSON text. The text is from the launcher, so `eval` is safe."""
    return eval(text, {"__builtins__": {}, "true": True, "false": False, "null": None})


def check_of(given):
    """Returns the function that checks the program, or `None` if nothing is to be checked."""
    if given is None:
        return None
    module = type(sys)("check")
    exec(compile(given["source"], "<check>", "exec"), vars(module))
    return lambda: module.main(given["names"])


def forget(known, importers):
    """Removes everything that the imports of this module have left, once for all forks. Returns the removed modules."""
    ours = {name: module for name, module in sys.modules.items() if name not in known}
    for name in ours:
        del sys.modules[name]
    for path in {*sys.path_importer_cache} - importers | {HERE}:
        sys.path_importer_cache.pop(path, None)
    for name in ADDED_VARIABLES:
        os.environ.pop(name, None)
    sys.path.remove(HERE)
    return ours


def hooks_with(hook, gc):
    """Adds an audit hook, and returns the list of all hooks, so that the hook can be removed later.

    No function of Python returns that list. But while Python calls the hooks it has an iterator of the list, and the
    garbage collector can find the iterator.
    """

    class Finder:
        hooks = None

        def __call__(self, event, args):
            if event == "yardstick":
                iterators = (one for one in gc.get_objects() if type(one) is type(iter([])))
                lists = (one for iterator in iterators for one in gc.get_referents(iterator))
                found = (one for one in lists if type(one) is list and one and one[-1] is self)
                self.hooks = next(found, None)

    finder = Finder()
    sys.addaudithook(finder)
    sys.audit("yardstick")
    if finder.hooks is None:
        sys.addaudithook(hook)
        return [hook]  # The list was not found: both hooks stay, and do nothing any more.
    finder.hooks[-1] = hook
    return finder.hooks


def import_original():
    """Imports the system's own `sitecustomize`, which this module has replaced. Returns the error if that fails."""
    del sys.modules["sitecustomize"]
    spec = sys.modules["_frozen_importlib_external"].PathFinder.find_spec("sitecustomize")
    if spec is None:
        # Python's site.py expects this error when there is no `sitecustomize`.
        return ImportError("there is no sitecustomize", name="sitecustomize")
    try:
        sys.modules["sitecustomize"] = sys.modules["_frozen_importlib"]._load(spec)
    except Exception as error:
        return error
    return None


if HERE in sys.path:
    problem = prepare() if HERE == WARM else look_alone()
    if problem is not None:
        raise problem
