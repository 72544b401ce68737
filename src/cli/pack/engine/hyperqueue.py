#!/usr/bin/env python3
"""Grades the submissions of a plan with HyperQueue. `yardstick pack hyperqueue` wrote this; it is yours to change.

    python3 grade-hyperqueue.py                 with the server that `hq server start` has started for you
    python3 grade-hyperqueue.py SERVER_FOLDER   with another one

It needs the package `hyperqueue` of the version of your server: `python3 -m pip install hyperqueue==0.27.0`.

You may stop it and call it again at any time, also after the server has lost its jobs: what is done, the results folder alone
tells, and a shard that is graded twice does no harm.
"""

import os
import subprocess
import sys
from pathlib import Path

from hyperqueue import Client, Job
from hyperqueue.ffi.protocol import ResourceRequest

# All machines must know these by the same paths.
YARDSTICK = @YARDSTICK@
PLAN = @PLAN@
RESULTS = @RESULTS@
JOINED = @JOINED@
# What machines say, and which of them are not fit.
LOGS = Path(@LOGS@)

# How many processors a shard gets.
CPUS = @CPUS@
# How often what is missing is submitted before a person must look.
ROUNDS = 5
# How many workers may be lost with a shard before it is left to the next round.
CRASHES = 5

# A machine that fails at once would be given one shard after the other. So each task asks first whether its machine is fit. If
# not, it keeps its place busy until all is done (ten minutes at most), and another machine gets the shard.
TASK = """
if "$1" doctor --node --plan "$2"; then
    exec "$1" grade --plan "$2" --shard "$3" --out "$4" --jobs "$5"
fi
touch "$6/unfit-$7-$3"
waited=0
while [ ! -e "$6/finished" ] && [ "$waited" -lt 600 ]; do sleep 1; waited=$((waited + 1)); done
exit 75
"""


class AllTried(Exception):
    """Every task of a round has ended, or keeps the place of a machine busy that is not fit."""


def missing():
    """The exit code of `status`, and the shards that lack something. 75: they can be tried again; 0: all is there."""
    command = [YARDSTICK, "status", "--plan", PLAN, "--results", RESULTS, "--missing"]
    status = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    shards = []
    for part in status.stdout.strip().split(","):
        if part:
            first, _, last = part.partition("-")
            shards.extend(range(int(first), int(last or first) + 1))
    return status.returncode, shards


def grade(client, shards, number):
    """Submits these shards, and waits until each was tried."""
    job = Job(max_fails=None, name=f"yardstick round {number}")
    for shard in shards:
        words = [YARDSTICK, PLAN, shard, RESULTS, CPUS, LOGS, number]
        log = str(LOGS / f"shard-{shard}-round-{number}.txt")
        job.program(
            ["sh", "-c", TASK, "sh", *map(str, words)],
            stdout=log,
            stderr=log,
            resources=ResourceRequest(cpus=CPUS),
            crash_limit=CRASHES,
        )

    def look(jobs):
        ended = sum(one["finished"] + one["failed"] for one in jobs.values())
        held = len(list(LOGS.glob(f"unfit-{number}-*")))
        if ended + held >= len(shards):
            raise AllTried

    submitted = client.submit(job)
    try:
        client.connection.wait_for_jobs([submitted.id], look)
    except AllTried:
        pass


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.expanduser("~/.hq-server")
    LOGS.mkdir(parents=True, exist_ok=True)
    for old in [*LOGS.glob("unfit-*"), LOGS / "finished"]:
        old.unlink(missing_ok=True)
    try:
        for number in range(1, ROUNDS + 1):
            code, shards = missing()
            if code != 75:
                break
            print(f"round {number}: {len(shards)} shards", file=sys.stderr)
            try:
                grade(Client(folder), shards, number)
            except Exception as error:
                print(f"error: the server of `{folder}` does not answer: {error}", file=sys.stderr)
                print("help: start it again, and its workers, and then this", file=sys.stderr)
                return 75
        for mark in sorted(LOGS.glob("unfit-*")):
            print(f"a machine was not fit: see `{LOGS}/shard-{mark.name.split('-')[2]}-*`", file=sys.stderr)
        if missing()[0] == 75:
            print(f"error: after {ROUNDS} rounds something is missing: `{LOGS}` tells why", file=sys.stderr)
            return 75
    finally:
        (LOGS / "finished").touch()
    return subprocess.run([YARDSTICK, "merge", "--plan", PLAN, RESULTS, "--out", JOINED]).returncode


if __name__ == "__main__":
    sys.exit(main())
