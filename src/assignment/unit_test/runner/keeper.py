"""Keeps what decides about a test."""

import os
import sys
import types

from .compared import is_meant_to_lie
from .sources import FAILS, SKIPS, assigned, is_meant
from .state import FIXED, PROTECTED, State
from .watch import Watch, guard_forks

# The most cases of one test that are told.
MOST_CASES = 1000

# The methods of a stream by which a test learns what was printed.
TEXT_OF_STREAM = ("getvalue", "read", "readline", "readlines", "seek")

# How often what is near is looked at for sure: after a call, and before a comparison. Then it is looked at now and
# then, and nobody knows when.
MOST_LOOKS = types.MappingProxyType({"back": 32, "compared": 256})


def keep(key, records, files, process, bottom):
    """Keeps what decides about a test, and writes it.

    Nothing leads into a generator that waits but what the watch refuses. It calls nothing of the submission, and it
    believes what is good for a submission only if a framework told it, and nothing of the submission had called that.
    """
    getframe, urandom, getpid, leave = sys._getframe, os.urandom, os.getpid, os._exit
    loaded = {name: sys.modules[name] for name in PROTECTED if name in sys.modules}
    watch, trees = Watch(files, bottom), None
    guard_forks(watch.code)
    seals, near, looks = [*State.near, *State.seals], [*State.near], 0
    # What the instructor changes is no change, nor is what plugins changed.
    free, settled, changed, liar, finder = None, frozenset(), None, None, None
    cases, failed, score = [], set(), None
    started, entered, left, passed = 0, 0, 0, set()
    is_noted, is_reached, answer = False, False, None
    begun, apart = 0, 0
    while True:
        kind, value = yield answer
        answer = None
        if getpid() != process:
            # A fork of the submission. It may call functions of the instructor, and compares nothing of its own.
            if kind != "back" and (kind != "compared" or value):
                leave(0)
            answer = looks
            continue
        if kind == "entered":
            entered += 1
            continue
        if kind == "reached":
            frame = getframe(1).f_back.f_back
            is_reached = is_reached or id(frame.f_code) in watch.code
            begun += 1
            caller, is_apart = watch.caller(frame)
            apart += is_apart
            if caller or apart and begun > 1:
                watch.seen.append(caller or ["threads", 1, files.test])
            continue
        is_near = kind in MOST_LOOKS
        if (is_near or kind in ("loaded", "end")) and changed is None:
            looks += 1
            if not is_near or looks < MOST_LOOKS[kind] or urandom(1)[0] < 16:
                found = (one for seal in (near if is_near else seals) for one in seal.changes())
                for owner, name in (one for one in found if one not in settled):
                    free = assigned(files.trees()) if free is None else free
                    if owner in FIXED or name not in free:
                        changed = f"{owner}.{name}"
                        break
            if not is_near and changed is None and is_before(finder):
                changed = "sys.meta_path"
            changed = changed or hidden_in_streams()
        if is_near or kind == "loaded":
            answer = looks
            continue
        if kind == "seen":
            watch.seen.append(list(value))
            continue
        if kind == "lies":
            if liar is None and not is_meant_to_lie(value, files, watch.code):
                liar = type.__dict__["__name__"].__get__(value)
            continue
        if kind == "hidden":
            free = assigned(files.trees()) if free is None else free
            changed = changed or (None if value.rpartition(".")[2] in free else value)
            continue
        if kind == "own":
            answer = id(value) in watch.code
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
        elif kind == "near":
            seals.append(value)
            near.append(value)
        elif kind == "finder":
            finder = value
        elif kind == "score":
            score = value
        elif kind in ("case", "expected"):
            case, identity = value
            if identity in failed or identity in passed or len(cases) >= MOST_CASES:
                continue
            if kind == "case" and (entered != left or is_noted and not is_reached):
                case["outcome"], case["reason"] = "failed", "it was left before its end"
                failed.add(identity)
            is_reached, begun, apart = False, 0, 0
            passed.add(identity)
            cases.append((case, identity))
            records.add(case=case)
        elif kind == "settled":
            # Plugins have changed what they change, and nothing of the submission was there.
            if not any(files.is_own(getattr(one, "__file__", None)) for one in list(sys.modules.values())):
                settled |= {one for seal in seals for one in seal.changes()}
        elif kind == "counted":
            answer = len(cases)
        else:
            break
    watch.is_open = False
    sys.settrace(None)
    sys.setprofile(None)
    changed = changed or next((name for name, one in loaded.items() if sys.modules.get(name) is not one), None)
    seen = [[what, *place_of(line, file, files)] for what, line, file in watch.seen[:1]]
    all_cases = [case for case, _ in cases[:MOST_CASES]]
    thousandths = None if score is None else round(score * 1000)
    records.add(key=key, cases=all_cases, score=thousandths, changed=changed, seen=seen, liar=liar)
    yield


def hidden_in_streams():
    """Returns what a text in the place of standard output no longer says by itself, or `None`."""
    for stream in (sys.stdout, sys.stderr):
        kind = type(stream)
        if kind in State.classes and hasattr(stream, "__dict__"):
            for name in TEXT_OF_STREAM:
                if name in vars(stream):
                    return f"{kind.__name__}.{name}"
    return None


def is_before(finder):
    """Tells whether modules of the instructor are not found by our finder, but by one that came later, or by none."""
    for one in list(sys.meta_path):
        if one is finder:
            return False
        if type(one) not in State.classes:
            return True
    return True


def place_of(line, file, files):
    """Returns a place in the submission. What others did for it has none of its own: then the file is told."""
    if file in files.theirs or files.is_own(file):
        return line, files.name(file)
    loaded = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return 1, files.name(next((one for one in loaded if files.is_own(one)), files.test))
