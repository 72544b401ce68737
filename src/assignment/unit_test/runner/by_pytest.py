"""Runs a function or a method with all its parameters as `pytest` does."""

import ast
import importlib
import os
import sys
import unittest

from .by_unittest import follow
from .cases import cut
from .seals import Seal, hiding
from .state import Loading, State
from .watch import hidden, hold


def load_framework():
    """Loads the parts of pytest that each run needs, so that no fork has to. It does as well without."""
    try:
        from _pytest.config import get_config

        get_config()
        from _pytest.assertion import rewrite

        hook = rewrite.AssertionRewritingHook
        plain = hook.exec_module

        def exec_module(self, module):
            if Loading.load is None or not Loading.load(self, module):
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


def run_pytest(test, files, cases, tell, pytest, loader):
    """Runs a function or a method with all its parameters as `pytest` does."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

    def load(hook, module):
        """Executes a file of the instructor in the place of pytest. Returns whether it was one."""
        held, file = ask(None), module.__spec__.origin
        if file not in held.files.theirs:
            return False
        if held.is_ready:
            tell(("settled", None))
        source = held.files.contents[held.files.name(file)]
        tree = ast.parse(source, file)
        State.rewrite(tree, source, file, hook.config)
        if file == held.files.test:
            # Nothing more is rewritten, and nobody shall find the configuration here.
            sys.meta_path.remove(hook)
            hook.config = hook.session = Loading.load = None
        held.execute(tree, module, file)
        return True

    ask = hold(loader, load)
    Loading.load = load
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
        if plugin.is_collected:
            reason = "it was left before its end"
        cases.add("error" if code == 2 or plugin.is_collected else "absent", reason=reason)


def hide_configuration():
    """Lets pytest compare as it does, while nobody finds its configuration by the function with which it does."""
    from _pytest.assertion import util

    util._config = None
    if util._reprcompare is not None:
        ask = hidden(util._reprcompare)
        util._reprcompare = lambda *compared: ask(compared)[0]


class Plugin:
    """Listens to pytest."""

    def __init__(self, cases, tell, pytest):
        self.cases = cases
        self.tell = tell
        self.pytest = pytest
        self.is_collected = False
        cases.raised = (unittest.SkipTest, pytest.skip.Exception, pytest.xfail.Exception)

    def hooks(self):
        plugin, pytest, last = self, self.pytest, {}

        class Hooks:
            @pytest.hookimpl(tryfirst=True)
            def pytest_collection(self):
                # A package of the submission may be loaded before the first file of the instructor.
                plugin.tell(("settled", None))

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

            def pytest_keyboard_interrupt(self, excinfo):
                plugin.cases.hook(excinfo.value)

            def pytest_internalerror(self, excinfo):
                plugin.cases.hook(excinfo.value)

            def pytest_collection_modifyitems(self, items):
                # What its file skips whatever is tested is no set of the test.
                rest = [item for item in items if item.get_closest_marker("skip") is None]
                items[:] = rest or items

            def pytest_collection_finish(self, session):
                plugin.is_collected = bool(session.items)
                seal = Seal()
                for item in session.items:
                    seal.of(item).counts = hiding(item)
                plugin.tell(("sealed", seal))

            @pytest.hookimpl(tryfirst=True)
            def pytest_runtest_call(self, item):
                hide_configuration()
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
