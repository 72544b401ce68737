"""How long Slurm takes for a plan, against what `plan --simulate` says."""

import json
import re
import time

from .course import Course, busy
from .engine import Job

SLOTS = 2
# Most programs are quick, and a few are not, as in a class.
PROGRAMS = [busy(seconds) for seconds in (0.2, 0.3, 0.2, 0.5, 0.3, 0.2, 1.2, 0.4)]
# How far the prediction may be off.
MOST = 0.15


def measure(engine, room):
    """Grades a class to learn how long submissions take, again to learn what a shard costs, then with two other plans.

    The exit code says whether both took as long as predicted.
    """
    course = Course(room / "makespan", room / "yardstick", 32, PROGRAMS)
    engine.start()
    first = Job(engine, course, course.plan("first", 4), "first")
    timed(engine, first)
    # Nobody knew how long they take, so its shards were not equally long.
    second = Job(engine, course, planned(course, "second", 4, first), "second")
    took = timed(engine, second)
    work = sum(milliseconds(second)) / 1000
    # What a shard costs besides its submissions: a job must be found, started, and looked through.
    start = max(0, round((took * SLOTS - work) / 4))
    print(f"to learn from: 4 shards took {took:.1f} s, {work:.1f} s of it for submissions: {start} s to start a shard")
    right = True
    for shards in (2, 8):
        plan = planned(course, f"plan-{shards}", shards, second)
        said = course.run(
            "plan",
            *course.asked(),
            "--simulate",
            "--slots",
            SLOTS,
            "--start-seconds",
            start,
            "--lose-every",
            0,
            "--shards",
            shards,
            "--timings",
            second.results,
        ).stdout
        predicted = seconds(re.search(r"predicted +(.+?) \(", said)[1])
        job = Job(engine, course, plan, f"measured-{shards}")
        took = timed(engine, job)
        off = took / predicted - 1
        right = right and abs(off) <= MOST
        print(
            f"{shards} shards on {SLOTS} nodes: predicted {predicted:.1f} s, took {took:.1f} s: {off:+.0%}", flush=True
        )
    engine.stop()
    print(f"{int(right)} passed, {int(not right)} failed")
    return 0 if right else 1


def planned(course, name, shards, known):
    """A plan of the class in so many shards that are equally long, as far as it is known from another job."""
    plan = course.folder / name
    options = ["--shards", shards, "--timings", known.results]
    course.run("plan", *course.asked(), "--html", "--out", plan, *options)
    return plan


def timed(engine, job):
    """How long an engine takes for a job, in seconds."""
    began = time.monotonic()
    code = engine.drive(job, 600)
    assert code == 0, engine.tail()
    return time.monotonic() - began


def milliseconds(job):
    """How long each submission took."""
    for attempt in job.attempts():
        for line in attempt.read_text().splitlines():
            event = json.loads(line)
            if isinstance(event, dict) and "done" in event:
                yield event["done"]["milliseconds"]


def seconds(text):
    """The seconds of a time as yardstick writes it: `1 h 05 min`, `3 min 07 s`, `12.3 s`."""
    units = {"h": 3600, "min": 60, "s": 1}
    return sum(float(number) * units[unit] for number, unit in re.findall(r"([\d.]+) (h|min|s)", text))
