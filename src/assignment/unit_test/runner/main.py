"""Runs tests of the instructor with a submission: one test in each fork of the driver.

The driver executes these texts in modules of their own, calls `prepare` once, and `run` in each fork. A request names a
test, and holds the files of the instructor that belong to it:

    {"key": "5f…", "test": ["TestSquare", "test_side"], "file": "test_shapes.py", "files": {"test_shapes.py": "…"}}

What came of a case is written as it comes, on a line of its own: nothing can take it back. One record is written at the
end. It repeats the key, which nobody else knows, and all cases that count. The submission runs in the same interpreter
as the test, so this module makes it hard to get at the key or to change what decides about a test: what decides is
kept in a generator that waits (`keep`), into which nothing leads. `docs/isolation.md` says what is left.
"""

import ast
import builtins
import gc
import os
import sys

from .by_pytest import installed_plugins, load_framework, run_pytest
from .by_unittest import run_unittest
from .cases import Cases
from .keeper import keep
from .loading import Finder, Loader
from .seals import Seal, all_classes
from .sources import Files
from .stand_ins import plant_stand_ins
from .state import DECIDING, NEAR, NEEDED, PROTECTED, Loading, State, roots
from .watch import guard_signals, locked


def prepare(head, modules):
    """Loads what all tests need, while nothing of the submission can be imported. `modules` are those of the runner."""
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
    frameworks, fixed, near, ours = Seal(), Seal(), Seal(), Seal(is_strict=True)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in PROTECTED:
            frameworks.add_module(module)
    State.framework_code = frameworks.code()
    for name in DECIDING & sys.modules.keys():
        frameworks.add_callables(sys.modules[name])
    for name in NEAR & sys.modules.keys():
        near.add_module(sys.modules[name])
    fixed.of(builtins).kept.update((name, getattr(builtins, name)) for name in NEEDED)
    fixed.of(sys).kept["modules"] = sys.modules
    fixed.of(ast).kept.update((key, value) for key, value in vars(ast).items() if callable(value))
    if head["framework"] == "pytest":
        mark = sys.modules["pytest"].mark
        near.of(mark).counts = lambda name: name[:1] != "_"
    for module in modules:
        ours.add(module, module.__name__)
        ours.add_values(module)
        if module.__name__.endswith((".compared", ".seals")):
            near.add_module(module)
    # What finds out what the instructor changes is looked at first.
    State.own_code, State.seals, State.near = ours.code(), (frameworks, ours), (fixed, near)
    State.sealed = frozenset(name for name, module in sys.modules.items() if id(module) in frameworks.owners)
    guard_signals()
    State.classes = frozenset(all_classes())
    del ours.of(Loading).kept["load"]
    ours.of(State).kept.update(vars(State))
    ours.of(State).close()
    gc.freeze()  # What is there now stays: no fork has to look through it.


def run(request, records, printed, shield):
    """Runs one test and writes its record."""
    if State.missing:
        records.add(key=request["key"], lacks=State.missing)
        return
    test = request["test"]
    files = Files(request)
    files.lay_out()
    tell = locked(keep(request.pop("key"), records, files, os.getpid(), sys._getframe()))
    request.clear()
    cases = Cases(files, tell, test)
    loader = Loader(files, tell, test)
    finder = Finder(loader)
    sys.meta_path.insert(0, finder)
    tell(("finder", finder))
    plant_stand_ins(tell)
    shield()
    if "pytest" in sys.modules:
        run_pytest(test, files, cases, tell, sys.modules["pytest"], loader)
    else:
        run_unittest(test, files, cases, tell, printed, loader)
    tell(("end", None))
