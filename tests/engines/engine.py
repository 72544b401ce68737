"""What all engines have in common: nodes, a controller, and a script that `yardstick pack` has written."""

import json
import os
from pathlib import Path

from . import processes
from .course import digest


class Job:
    """One plan that an engine grades, and the folders of its results."""

    def __init__(self, engine, course, plan, name):
        self.course, self.plan = course, plan
        self.results = course.folder / f"{name}.shards"
        self.joined = course.folder / f"{name}.joined"
        self.script = course.folder / f"{name}.script"
        course.run(
            "pack", engine.name, "--plan", plan, "--results", self.results, "--joined", self.joined,
            "--out", self.script, "--executable", course.yardstick, "--cpus", 1, *engine.options,
        )  # fmt: skip

    def digest(self):
        """What came of it, as people get it."""
        return digest(self.joined)

    def graders(self):
        """The processes that grade a shard of it right now."""
        found = []
        for process in processes.descendants():
            words = processes.words(process)
            if len(words) > 2 and words[1] == "grade" and str(self.plan) in words:
                found.append(process)
        return found

    def attempts(self):
        """The files of all attempts at a shard."""
        return sorted((self.results / "attempts").glob("*")) if self.results.exists() else []

    def graders_of(self, submission):
        """The processes that began to grade the submission with this number, and have not finished."""
        found = []
        for attempt in self.attempts():
            events = [json.loads(line) for line in attempt.read_text().splitlines(keepends=True) if line.endswith("\n")]
            begun = {"start": submission} in events
            done = any(
                isinstance(event, dict) and event.get("done", {}).get("submission") == submission for event in events
            )
            if begun and not done:
                found.append(events[0]["begin"]["process"])
        return [one for one in found if one in self.graders()]

    def status(self):
        """Exit code and shards of `status --missing`."""
        done = self.course.run("status", "--plan", self.plan, "--results", self.results, "--missing", codes=(0, 65, 75))
        return done.returncode, done.stdout.strip()

    def status_in_words(self):
        return self.course.run("status", "--plan", self.plan, "--results", self.results, codes=(0, 65, 75)).stdout


class Engine:
    """An engine on loopback. A subclass says what its nodes and its controller are."""

    name = None
    # More options of `pack`.
    options = ()

    def __init__(self, room, nodes=2):
        self.room = Path(room)
        self.folder = self.room / f"{self.name}"
        (self.folder / "log").mkdir(parents=True)
        self.nodes = nodes
        self.log = self.folder / "log" / "said.txt"

    def environment(self):
        # An unfit node is held for a shorter time than in earnest.
        return {**os.environ, "YARDSTICK_HOLD": "3"}

    def begin(self, job):
        """Starts the script, which runs until the job has ended in one way or the other."""
        return processes.start(self.script(job), self.log, env=self.environment(), cwd=job.course.folder)

    def drive(self, job, seconds=240):
        """Has the engine grade the job, and returns the exit code of what `pack` wrote."""
        return self.wait(job, self.begin(job), seconds)

    def wait(self, job, script, seconds=240):
        """Waits until the job has ended in one way or the other, and returns the exit code of what `pack` wrote."""
        processes.wait_until(
            lambda: self.has_ended(script), seconds, f"{self.name} has done what it can\n{self.tail()}"
        )
        return script.returncode

    def has_ended(self, script):
        return script.poll() is not None

    def tail(self):
        """The last that was said."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-30:])

    def script(self, job):
        raise NotImplementedError
