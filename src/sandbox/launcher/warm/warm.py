"""Holds a Python interpreter just before the first line of a program, and lets forks of it go on.

A fresh interpreter starts with this file too, from another folder: only to look at its own program (`look_alone`).

Python imports `sitecustomize`, this module, at the end of its start. It waits for runs when Python is about to begin
its program: `__main__`, the arguments and the search path are made by Python itself. What was imported to get here is
forgotten again, so that a program finds an interpreter as if it had just been started.

The launcher sends a first packet with what is to be prepared, as JSON, which is read without the `json` module,
because every module that is imported here makes every fork slower. The rest is done by `_yardstick` (`native/`):
it hears when the program is about to begin, makes a fork for each run, and shuts it in. What is there before the
forks is frozen for the garbage collector: a collection would copy every page of it.

`fixtures/faithful/` shows that a program finds nothing of this.
"""

import builtins
import os
import sys

WARM = "/.yardstick"
CONTROL = 3

# The folder of this file.
HERE = os.path.dirname(__file__)

# Variables of the environment that the launcher has added.
OURS = ("PYTHONPATH", "LD_BIND_NOW")

# The modules that find out whether the program is endless, each after those that it imports.
ENDLESS = ("places", "state", "claim", "endless")

# After so much processor time, in milliseconds, they look for the first time.
FIRST = 100

# Modules that have to know of a fork: what they hold would not be as in a new process.
TOLD = frozenset({"random", "threading", "logging", "concurrent.futures.thread", "asyncio.events"})


def prepare():
    """Makes Python wait for runs when it is about to begin its program; gives the error it would have met here.

    Where Python does not tell that, before 3.8, it waits here, and this comes back in the forks alone.
    """
    known, importers = set(sys.modules), set(sys.path_importer_cache)
    import atexit
    import gc

    import _yardstick

    settings = literal(_yardstick.begin(CONTROL))
    check = check_of(settings["check"])
    ours = forget(known, importers)
    problem = the_system_s_own()
    _yardstick.shut_in()
    for name, source in settings["modules"].items():
        module = sys.modules[name] = type(sys)(name)
        exec(compile(source, "<string>", "exec"), vars(module))
    if settings["endless"]:
        endless = load_prover(prover_sources())
        prover = endless.Prover(_yardstick.wake, FIRST)
        _yardstick.wake_with(prover.suspect, FIRST)
    hears = hasattr(sys, "addaudithook")
    hooks = hooks_with(_yardstick.hear, gc) if hears else []
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
        not TOLD.isdisjoint(sys.modules),
    )
    _yardstick.never_free((ours, known, importers, globals()))
    if not hears:
        _yardstick.wait_for_runs()
    return problem


def look_alone():
    """Has a fresh interpreter look at its own program; gives the error it would have met here.

    Nothing is compiled for a program that ends soon.
    """
    known, importers = set(sys.modules), set(sys.path_importer_cache)
    provers = []

    def suspect():
        if not provers:
            provers.append(load_prover(sources).Prover(_yardstick.wake, FIRST))
        provers[0].suspect(sys._getframe(1))

    sources = prover_sources()
    try:
        import _yardstick
    except ImportError:
        _yardstick = None  # The file system of the folder may allow no libraries. Then nobody looks.
    ours = forget(known, importers)
    for name in os.listdir(HERE):
        os.remove(os.path.join(HERE, name))
    os.rmdir(HERE)
    problem = the_system_s_own()
    if _yardstick:
        _yardstick.never_free((ours, known, importers, globals()))
        _yardstick.wake_with(suspect, FIRST)
        _yardstick.begin_to_wake()
    return problem


def prover_sources():
    """The sources of the modules that find out whether the program is endless, by their names."""
    sources = {}
    for name in ENDLESS:
        with open(os.path.join(HERE, name + ".py"), "rb") as file:
            sources[name] = file.read()
    return sources


def load_prover(sources):
    """Makes these modules; they are not in `sys.modules`, and have builtins that the program cannot change."""
    made = {}

    def find(name, *more):
        return made[name] if name in made else __import__(name, *more)

    for name, source in sources.items():
        module = made[name] = type(sys)(name)
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": find}
        exec(compile(source, "<" + name + ">", "exec"), vars(module))
    return made["endless"]


def literal(text):
    """The value of JSON."""
    return eval(text, {"__builtins__": {}, "true": True, "false": False, "null": None})


def check_of(given):
    """What checks the program, made ready."""
    if given is None:
        return None
    module = type(sys)("check")
    exec(compile(given["source"], "<check>", "exec"), vars(module))
    return lambda: module.main(given["names"])


def forget(known, importers):
    """Takes back what the imports of this module left, for all forks at once; gives the modules."""
    ours = {name: module for name, module in sys.modules.items() if name not in known}
    for name in ours:
        del sys.modules[name]
    for path in {*sys.path_importer_cache} - importers | {HERE}:
        sys.path_importer_cache.pop(path, None)
    for name in OURS:
        os.environ.pop(name, None)
    sys.path.remove(HERE)
    return ours


def hooks_with(hook, gc):
    """Adds an audit hook; gives the list of all hooks, so that it can be taken away again.

    Python gives that list to nobody, but goes through it with an iterator, which the collector knows.
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
        return [hook]  # Then both stay, and do nothing more.
    finder.hooks[-1] = hook
    return finder.hooks


def the_system_s_own():
    """Imports the `sitecustomize` in whose place this module was imported; gives the error if that fails."""
    del sys.modules["sitecustomize"]
    spec = sys.modules["_frozen_importlib_external"].PathFinder.find_spec("sitecustomize")
    if spec is None:
        # Which site.py takes for what it is: there is none.
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
