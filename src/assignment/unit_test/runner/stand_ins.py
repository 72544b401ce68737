"""Stands in for packages that tests import, and that need not be installed."""

import os
import sys
import types
import unittest

from .seals import Names, Seal


def plant_stand_ins(tell):
    """Provides the decorators of `gradescope_utils`, so that tests that were written for them run unchanged."""

    def mark(attribute):
        def decorator(value=None, *_):
            def set_mark(function):
                setattr(function, attribute, value)
                return function

            return set_mark

        return decorator

    def handing(keyword, take):
        def decorator(*_, **__):
            def wrap(function):
                def wrapper(*args, **kwargs):
                    kwargs[keyword] = take
                    return function(*args, **kwargs)

                wrapper.__name__, wrapper.__doc__ = function.__name__, function.__doc__
                wrapper.__module__, wrapper.__qualname__ = function.__module__, function.__qualname__
                return wrapper

            return wrap

        return decorator

    def set_score(score):
        tell(("score", float(score)))

    def check_submitted_files(paths, base=None):
        return [path for path in paths if not os.path.isfile(path)]

    decorators = {
        "weight": mark("__weight__"),
        "number": mark("__number__"),
        "visibility": mark("__visibility__"),
        "tags": mark("__tags__"),
        "hide_errors": mark("__hide_errors__"),
        "partial_credit": handing("set_score", set_score),
        "leaderboard": handing("set_leaderboard_value", lambda value: None),
    }
    contents = {
        "gradescope_utils": {"__path__": []},
        "gradescope_utils.autograder_utils": {"__path__": []},
        "gradescope_utils.autograder_utils.decorators": decorators,
        "gradescope_utils.autograder_utils.files": {"check_submitted_files": check_submitted_files},
        "gradescope_utils.autograder_utils.json_test_runner": {"JSONTestRunner": unittest.TextTestRunner},
    }
    seal, loaded = Seal(), Names(sys.modules)
    for name, content in contents.items():
        module = types.ModuleType(name)
        module.__dict__.update(content)
        seal.add_values(module)
        sys.modules[name] = module
        seal.of(loaded).kept[name] = module
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, module)
    tell(("sealed", seal))
