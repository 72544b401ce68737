"""Keeps what decides about a test."""

import builtins
import os
import sys

from .sources import FAILS, SKIPS, assigned, is_meant
from .state import PROTECTED, State
from .watch import Watch

# The most cases of one test that are told.
MOST_CASES = 1000

# Functions that assertions need. The test itself may replace others, such as `input`.
NEEDED = (
    *("AssertionError", "BaseException", "Exception", "__build_class__", "__import__", "abs", "all", "any", "bool"),
    *("callable", "dict", "enumerate", "filter", "float", "frozenset", "getattr", "hasattr", "id", "int"),
    *("isinstance", "issubclass", "iter", "len", "list", "map", "max", "min", "next", "object", "range", "repr"),
    *("reversed", "round", "set", "sorted", "str", "sum", "super", "tuple", "type", "vars", "zip"),
)


def keep(key, records, files, process, bottom):
    """Keeps what decides about a test, and writes it.

    Nothing leads into a generator that waits but what the watch refuses. It calls nothing of the submission, and it
    believes what is good for a submission only if a framework told it, and nothing of the submission had called that.
    """
    getframe = sys._getframe
    needed = {name: getattr(builtins, name) for name in NEEDED}
    loaded = {name: sys.modules[name] for name in PROTECTED if name in sys.modules}
    watch, trees, seals = Watch(files, bottom), None, [State.seal]
    machinery = State.machinery
    cases, failed, score = [], set(), None
    started, entered, left, passed, settled = 0, 0, 0, set(), frozenset()
    is_noted, is_reached, answer = False, False, None
    while True:
        kind, value = yield answer
        answer = None
        if os.getpid() != process:
            os._exit(0)  # A fork of the submission, which has come as far as this.
        if kind == "entered":
            entered += 1
            continue
        if kind == "reached":
            is_reached = is_reached or id(getframe(1).f_back.f_code) in watch.code
            continue
        if kind in ("skipped", "expected"):
            case, identity, via = value
            trees = trees or files.trees()
            if is_meant(trees, via, SKIPS if kind == "skipped" else FAILS):
                case["outcome"] = kind if kind == "skipped" else "passed"
            value = case, identity
        if kind in ("case", "skipped", "expected") and value[0]["outcome"] != "passed":
            case, identity = value
            if identity in failed or len(cases) >= MOST_CASES:
                continue
            failed.add(identity)
            # What failed around the tests stands for all of them.
            cases = [other for other in cases if other[1] != identity and identity != "hook"] + [(case, identity)]
            records.add(case=case)
            continue
        trespasser = watch.trespasser(getframe(1), kind == "left")
        if trespasser:
            watch.seen.append(trespasser)
        elif kind == "started":
            started += 1
            if started > 1:
                watch.seen.append(["the result of the test", 1, files.test])
        elif kind == "left":
            left += 1
        elif kind == "noted":
            is_noted = True
        elif kind == "code":
            watch.trust(value)
        elif kind == "sealed":
            seals.append(value)
        elif kind == "score":
            score = value
        elif kind in ("case", "expected"):
            case, identity = value
            if identity in failed or identity in passed or len(cases) >= MOST_CASES:
                continue
            if kind == "case" and (entered != left or is_noted and not is_reached):
                case["outcome"], case["reason"] = "failed", "it was left before its end"
                failed.add(identity)
            is_reached = False
            passed.add(identity)
            cases.append((case, identity))
            records.add(case=case)
        elif kind == "settled":
            # Plugins have changed what they change, and nothing of the submission was there.
            if not any(files.is_own(getattr(one, "__file__", None)) for one in list(sys.modules.values())):
                settled = frozenset(State.seal.changes())
        elif kind == "counted":
            answer = len(cases)
        elif kind == "asked":
            answer = bool(cases) and not failed
        else:
            liar = value
            break
    watch.is_open = False
    sys.settrace(None)
    sys.setprofile(None)
    free = ()
    if any(name not in settled for seal in seals for name in seal.changes()):
        free = assigned(files.trees())
    changed = next((name for seal in seals for name in seal.changes(free) if name not in settled), None)
    changed = changed or next(machinery.changes(), None)
    changed = changed or next((name for name, one in needed.items() if getattr(builtins, name, None) is not one), None)
    changed = changed or next((name for name, one in loaded.items() if sys.modules.get(name) is not one), None)
    seen = [[what, line, files.name(file)] for what, line, file in watch.seen[:1]]
    all_cases = [case for case, _ in cases[:MOST_CASES]]
    thousandths = None if score is None else round(score * 1000)
    records.add(key=key, cases=all_cases, score=thousandths, changed=changed, seen=seen, liar=liar)
    yield
