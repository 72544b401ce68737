"""`tests/engines/run` starts this, in a room of its own and as an ordinary user."""

import argparse
import sys
import time
import traceback
from pathlib import Path

from . import kills, makespan, processes
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
    for name in names:
        engine = ENGINES[name](args.room)
        engine.start()
        failures = Failures(engine, course)
        for failure in failures.all():
            if args.only not in failure:
                continue
            began = time.monotonic()
            try:
                getattr(failures, failure)()
                answer = "ok"
                passed += 1
            except Exception:
                answer = "FAILED\n" + traceback.format_exc()
                failed.append(f"{name}: {failure}")
            print(f"{name}: {failure} ... {answer} ({time.monotonic() - began:.1f} s)", flush=True)
        engine.stop()
        processes.end_all()
    for failure in failed:
        print(f"failed: {failure}")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
