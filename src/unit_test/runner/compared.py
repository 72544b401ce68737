"""Finds objects that say that they are equal to everything."""

import sys

from .seals import all_classes
from .state import State


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
