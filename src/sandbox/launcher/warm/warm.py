"""Holds a Python interpreter just before the first line of a program, and lets forks of it go on.

Python imports `sitecustomize`, this module, at the end of its start. It waits for runs when Python is about to begin
its program: `__main__`, the arguments and the search path are made by Python itself. What was imported to get here is
forgotten again, so that a program finds an interpreter as if it had just been started.

The launcher sends a first packet with what is to be prepared, as JSON, which is read without the `json` module,
because every module that is imported here makes every fork slower. The rest is done by `_yardstick` (`fork.rs`):
the system calls by which a fork shuts itself in, and a fork for each run. What is there before the forks is
frozen for the garbage collector: a collection would copy every page of it.

`fixtures/faithful/` shows that a program finds nothing of this.
"""

import os
import sys

WARM = "/.yardstick"
CONTROL = 3

# Variables of the environment that the launcher has added.
OURS = ("PYTHONPATH", "LD_BIND_NOW")


def prepare():
    """Makes Python wait for runs when it is about to begin its program; gives the error it would have met here.

    Where Python does not tell that, before 3.8, it waits here, and this comes back in the forks alone.
    """
    known, importers = set(sys.modules), set(sys.path_importer_cache)
    import atexit
    import gc

    import _yardstick

    ours = forget(known, importers)
    problem = the_system_s_own()
    settings = literal(_yardstick.begin(CONTROL))
    _yardstick.shut_in()
    for name in settings["imports"]:
        __import__(name)
    for name, source in settings["modules"].items():
        module = sys.modules[name] = type(sys)(name)
        exec(compile(source, "<string>", "exec"), vars(module))
    _yardstick.never_free((ours, settings, known, importers, globals()))
    if not hasattr(sys, "addaudithook"):
        wait_for_runs(gc, _yardstick)
        return problem
    hook = Hook(settings, gc, _yardstick)
    sys.addaudithook(hook)
    sys.audit("yardstick")
    if settings["source"] and settings["ends_plainly"]:
        atexit.register(leaving(sys.stdout, sys.stderr))
    return problem


def wait_for_runs(gc, _yardstick):
    """Forks for every run; returns only in the forks."""
    gc.collect()
    # What is frozen is never collected. Whatever a program leaves hangs on the dictionary of its functions, and would
    # not be finalized at its end.
    main = sys.modules["__main__"]
    set_apart = main, vars(main)
    for one in set_apart:
        _yardstick.hide_from_collector(one)
    gc.freeze()
    _yardstick.fork_for_every_run()
    gc.freeze()  # Sets the collector's counters back.
    for one in set_apart:
        _yardstick.show_to_collector(one)


def literal(text):
    """The value of JSON."""
    return eval(text, {"__builtins__": {}, "true": True, "false": False, "null": None})


def forget(known, importers):
    """Takes back what the imports of this module left, for all forks at once; gives the modules."""
    ours = {name: module for name, module in sys.modules.items() if name not in known}
    for name in ours:
        del sys.modules[name]
    for path in {*sys.path_importer_cache} - importers | {WARM}:
        sys.path_importer_cache.pop(path, None)
    for name in OURS:
        del os.environ[name]
    sys.path.remove(WARM)
    return ours


class Hook:
    """Hears what Python is about to do (PEP 578).

    Forks begin when it is about to begin the program: all that is before that is the same for all of them. Until then
    an empty file stands in the program's place.

    A program that was compiled stands where its source should. Python takes a file for compiled code when it begins
    like that, whatever its name. The source returns when that has been opened and is about to be read.
    """

    def __init__(self, settings, gc, _yardstick):
        self.gc, self.native = gc, _yardstick
        self.hooks = [self]
        self.compiled = settings["source"] is not None
        self.places = [os.fsencode(settings[name]) for name in ("source", "path") if self.compiled]

    def __call__(self, event, args):
        if event == "yardstick":
            self.hooks = list_with(self, self.gc)
        elif event in ("cpython.run_command", "cpython.run_module", "cpython.run_file"):
            if not self.compiled:
                self.hooks.remove(self)
            wait_for_runs(self.gc, self.native)
        elif event in ("marshal.loads", "marshal.load") and "__file__" in vars(sys.modules["__main__"]):
            self.put_back(event == "marshal.loads")
            # A hook costs a level of recursion, can be interrupted, and then stands in tracebacks.
            self.hooks.remove(self)

    def put_back(self, is_read):
        """The source, in the place of the compiled program."""
        if is_read:
            # Into the same file: a renamed one has another place in the listing of the folder.
            self.native.move_content(*self.places)
        else:
            os.rename(*self.places)
        main = sys.modules["__main__"]
        loader = sys.modules["_frozen_importlib_external"].SourceFileLoader
        main.__loader__ = loader("__main__", main.__file__)


def leaving(*streams):
    """What ends a program at once that does nothing at its end that could be seen.

    Taking every object apart would take twice as long as all the rest.
    """

    def leave():
        try:
            # Python takes `__file__` back at the end of the file, and not when the program exits before.
            if "__file__" in vars(sys.modules["__main__"]) or hasattr(sys, "last_type"):
                return
            if sys.stdout is not streams[0] or sys.stderr is not streams[1]:
                return
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:  # Python itself says what is wrong with it.
            return
        os._exit(0)

    return leave


def list_with(hook, gc):
    """The list of audit hooks, found by the iterator with which Python goes through it at this moment."""
    for one in gc.get_objects():
        if type(one) is type(iter([])):
            for hooks in gc.get_referents(one):
                if type(hooks) is list and hooks and hooks[-1] is hook:
                    return hooks
    return [hook]  # Not to be found: then the hook stays, and does nothing more.


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


if WARM in sys.path:
    problem = prepare()
    if problem is not None:
        raise problem
