"""Runs the tests of a submission as `python3 -m unittest MODULE` does.

The modules that this program itself needs are never imported from the submission.
"""

import sys

# A new interpreter looks for modules in the folder of the submission first. Ours must not come from there.
if __name__ == "__main__":
    del sys.path[0]

import os  # noqa: E402
import unittest  # noqa: E402


def main():
    """Runs the tests of the module that is named on the command line, and ends the process."""
    if sys.path[:1] == [""]:
        del sys.path[0]
    sys.path.insert(0, os.getcwd())
    sys.argv[0] = "python3 -m unittest"
    program = unittest.main
    # A file may end with `unittest.main()`, whoever runs it: its tests are found all the same.
    unittest.main = unittest.TestProgram = lambda *_, **__: None
    loader = unittest.TestLoader()
    try:
        result = program(module=None, exit=False, testLoader=loader).result
    except Exception:  # Only errors of an import are kept by the loader.
        loader.errors.append("")
    if loader.errors:
        print("\nNOT LOADED", file=sys.stderr)
        sys.exit(1)
    if not result.testsRun and not result.skipped and result.wasSuccessful():
        print("\nNO TESTS RAN", file=sys.stderr)  # Before 3.12 Python says that they passed.
        sys.exit(5)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
