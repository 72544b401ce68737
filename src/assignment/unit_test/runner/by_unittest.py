"""Runs a method of a test case as `python3 -m unittest` does."""

import ast
import os
import sys
import types
import unittest

from .seals import Seal, hiding

# The methods of a test case that call what its author wrote.
PHASES = ("_callSetUp", "_callTestMethod", "_callTearDown", "_callCleanup")

# Methods and functions of a test case that prepare a test and tidy up behind it.
AROUND = (
    *("asyncSetUp", "asyncTearDown", "setUp", "setUpClass", "setUpModule"),
    *("tearDown", "tearDownClass", "tearDownModule"),
)


def run_unittest(test, files, cases, tell, printed, loader):
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
        loader.execute(ast.parse(files.source, files.test), module, files.test)
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
        around = self.cases.begins_in(err[1], AROUND)
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

    if isinstance(case, unittest.TestCase):
        for phase in PHASES:
            if hasattr(case, phase):
                setattr(case, phase, followed(getattr(case, phase)))
        case.subTest = sub_test
    seal = Seal()
    seal.of(case).counts = hiding(case, name)
    tell(("near", seal))


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
