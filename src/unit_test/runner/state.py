"""What the process that forks has prepared for all tests."""

import os
import sys

# Modules that a file of the submission with their name must not replace.
PROTECTED = ("unittest", "pytest", "_pytest", "pluggy")

# The parts of pytest.
PYTEST = ("pytest", "_pytest", "pluggy")


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


def is_foreign(file):
    """Tells whether a file may be one of the submission: it lies in none of the folders of Python."""
    if file.startswith(State.base):
        return True
    return not (file.startswith("<frozen") or file.endswith(".py") and file.startswith(State.roots))


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
