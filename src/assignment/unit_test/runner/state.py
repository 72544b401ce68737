"""What the process that forks has prepared for all tests."""

import os
import sys

# Modules that a file of the submission with their name must not replace.
PROTECTED = ("unittest", "pytest", "_pytest", "pluggy")

# The parts of pytest.
PYTEST = ("pytest", "_pytest", "pluggy")

# What decides with them: the modules of Python with which they compare, and the parts of them that do.
# And what finds modules.
DECIDING = frozenset(
    (
        *("_frozen_importlib", "_frozen_importlib_external", "collections", "contextlib", "difflib", "math", "numbers"),
        *("pprint", "re", "traceback"),
    )
)
NEAR = frozenset(
    ("_pytest.outcomes", "_pytest.python_api", "_pytest.raises", "_pytest.recwarn", "unittest.case", "unittest.mock")
)

# Functions that assertions need. The test itself may replace others, such as `input`.
NEEDED = (
    *("AssertionError", "BaseException", "Exception", "__build_class__", "__import__", "abs", "all", "any", "bool"),
    *("callable", "dict", "enumerate", "filter", "float", "frozenset", "getattr", "hasattr", "id", "int"),
    *("isinstance", "issubclass", "iter", "len", "list", "map", "max", "min", "next", "object", "range", "repr"),
    *("reversed", "round", "set", "sorted", "str", "sum", "super", "tuple", "type", "vars", "zip"),
)

# What a test of the instructor cannot change either: what finds out what it changes, and what assertions need.
FIXED = ("ast", "builtins")


class State:
    """What the process that forks has prepared."""

    missing = None
    plugins = ()
    # What the frameworks are made of, and what is looked at after each call of a test.
    seals = near = ()
    sealed = frozenset()
    # What rewrites the assertions of pytest.
    rewrite = None
    # The folder of the submission, and those from which Python takes modules.
    base = None
    roots = ()
    # The code of this module and of the frameworks, by identity, and the objects that keep it alive.
    own_code = frozenset()
    # The classes that were there before the submission.
    classes = frozenset()
    framework_code = frozenset()


class Loading:
    """What executes files of the instructor in the place of pytest, while one of its runs lasts."""

    load = None


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
