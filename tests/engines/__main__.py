"""`tests/engines/run` starts this, in a room of its own and as an ordinary user."""

import argparse
import sys
import time
import traceback
from pathlib import Path

from . import condor, kills, makespan, processes
from .course import Course
from .failures import Failures
from .hyperqueue import HyperQueue
from .parallel import Parallel
from .slurm import Slurm

ENGINES = {engine.name: engine for engine in (Slurm, Parallel, HyperQueue)}


def main():
    parser = argparse.ArgumentParser(prog="tests/engines/run")
    parser.add_argument("engines", nargs="*", choices=[*ENGINES, []], default=[])
    parser.add_argument("--room", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", help="only failures with this in their name")
    parser.add_argument("--kills", type=int, help="instead: so many kills at random moments")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--makespan", action="store_true", help="instead: Slurm against `plan --simulate`")
    args = parser.parse_args()
    processes.adopt_orphans()
    names = args.engines or list(ENGINES)
    try:
        course = Course(args.room / "course", args.room / "yardstick", students=8 if args.kills else 16)
        course.grade_alone()
        if args.makespan:
            return makespan.measure(Slurm(args.room), args.room)
        if args.kills:
            return kills.torture([ENGINES[name](args.room) for name in names], course, args.kills, args.seed)
        return provoke(names, course, args)
    finally:
        processes.end_all()


def provoke(names, course, args):
    """Provokes every failure in each of these engines; the exit code says whether the answers were right."""
    passed, failed = 0, []

    def show(name, fact, check):
        nonlocal passed
        if args.only not in fact:
            return
        began = time.monotonic()
        try:
            check()
            answer = "ok"
            passed += 1
        except Exception:
            answer = "FAILED\n" + traceback.format_exc()
            failed.append(f"{name}: {fact}")
        print(f"{name}: {fact} ... {answer} ({time.monotonic() - began:.1f} s)", flush=True)

    for name in names:
        engine = ENGINES[name](args.room)
        engine.start()
        failures = Failures(engine, course)
        for failure in failures.all():
            show(name, failure, getattr(failures, failure))
        engine.stop()
        processes.end_all()
    if not args.engines:
        show("condor", "the_description_is_read", lambda: condor.the_description_is_read(course))
    for failure in failed:
        print(f"failed: {failure}")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
