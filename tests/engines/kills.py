"""Kills at random moments: whatever dies, the same bytes come out."""

import itertools
import random
import shutil
import time
from collections import Counter

from . import processes
from .engine import Job


def torture(engines, course, count, seed):
    """Provokes so many kills, one in each grading, shared by the engines.

    The exit code says whether all results were right.
    """
    chance = random.Random(seed)
    print(f"seed {seed}, {count} kills, one plain run is {course.alone[:16]}", flush=True)
    right = wrong = 0
    numbers = itertools.count()
    for place, engine in enumerate(engines):
        engine.start()
        share = count // len(engines) + (place < count % len(engines))
        plan = course.plan(f"{engine.name}.plan", 4)
        done = Counter()
        # Where everything was done before something could be killed, nothing is counted.
        while done.total() < share:
            kind, is_right = one(engine, course, plan, next(numbers), chance)
            done.update([kind] if kind else [])
            right, wrong = right + (is_right and kind is not None), wrong + (not is_right)
        print(f"{engine.name}: " + ", ".join(f"{kind} {times}" for kind, times in sorted(done.items())), flush=True)
        engine.stop()
        processes.end_all()
    print(f"{right} passed, {wrong} failed")
    return 1 if wrong or not right else 0


def one(engine, course, plan, number, chance):
    """Grades a plan once and kills something meanwhile. Returns what was killed, and whether the results were right."""
    engine.wait_for_nodes()
    job = Job(engine, course, plan, f"{engine.name}-kill-{number}")
    began = time.monotonic()
    script = engine.begin(job)
    processes.wait_until(lambda: job.graders() or engine.has_ended(script), 60, "a shard is being graded")
    time.sleep(chance.uniform(0, 1.5))
    kind = chance.choice(["grader", "grader", "worker", "node"])
    node = chance.randrange(engine.nodes)
    if kind == "grader":
        graders = job.graders()
        if not graders:
            processes.wait_until(lambda: job.graders() or engine.has_ended(script), 60, "another is graded")
            graders = job.graders()
        if graders:
            processes.kill([chance.choice(graders)])
        else:
            kind = None
    else:
        (engine.kill_worker if kind == "worker" else engine.stop_node)(node)
        engine.start_node(node)
    code = engine.wait(job, script)
    calls = 1
    while code != 0 and calls < 4:
        code = engine.drive(job)
        calls += 1
    is_right = code == 0 and job.digest() == course.alone
    print(
        f"{engine.name} {number}: {kind or 'nothing'} killed, {calls} calls, {time.monotonic() - began:.1f} s: "
        f"{job.digest()[:16] if code == 0 else f'exit code {code}'} {'ok' if is_right else 'WRONG'}",
        flush=True,
    )
    if is_right:
        for folder in (job.results, job.joined):
            shutil.rmtree(folder)
    return kind, is_right
