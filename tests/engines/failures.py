"""What goes wrong on purpose, in each engine.

The right answer is always what one plain run leaves, or a refusal that names what is wrong.
"""

import os
import shutil
import signal
import time

from . import node, processes
from .course import KINDS, SOLUTION, Course, busy
from .engine import Job

SHARDS = 6


class Failures:
    """All failures for one engine. Each method with a documentation is one; its name is the fact that it shows."""

    def __init__(self, engine, course):
        self.engine, self.course = engine, course
        self.plan = course.plan(f"{engine.name}.plan", SHARDS)
        self.number = 0

    def all(self):
        names = [name for name in vars(Failures) if getattr(Failures, name).__doc__ and not name.startswith("_")]
        return [name for name in names if name not in ("all", "job")]

    def job(self, course=None, plan=None):
        self.number += 1
        return Job(self.engine, course or self.course, plan or self.plan, f"{self.engine.name}-{self.number}")

    # How a job ends.

    def _is_right(self, job, code, course=None):
        assert code == 0, f"exit code {code}\n{self.engine.tail()}"
        assert job.digest() == (course or self.course).alone, "the results are others than those of one plain run"
        assert job.status() == (0, ""), job.status()

    def _under_way(self, job, attempts=1):
        """Waits until graders are at work, and at least so many attempts have begun."""
        return processes.wait_until(
            lambda: len(job.attempts()) >= attempts and job.graders(), 60, "a shard is being graded"
        )

    def _again(self, job, times=3):
        """Calls the script as a person does who finds that something is missing."""
        for _ in range(times):
            code = self.engine.drive(job)
            if code == 0:
                break
        return code

    # The failures.

    def nothing_goes_wrong(self):
        """Without a failure an engine comes to what one plain run leaves."""
        job = self.job()
        self._is_right(job, self.engine.drive(job))

    def a_grader_is_killed(self):
        """The process that grades a shard gets SIGKILL."""
        job = self.job()
        script = self.engine.begin(job)
        processes.kill(self._under_way(job))
        self._is_right(job, self.engine.wait(job, script))

    def a_worker_is_killed(self):
        """The daemon of a node gets SIGKILL, while what it started goes on, and is started again."""
        job = self.job()
        script = self.engine.begin(job)
        self._under_way(job)
        self.engine.kill_worker(0)
        self.engine.start_node(0)
        code = self.engine.wait(job, script)
        self._is_right(job, code if code == 0 else self._again(job))

    def a_node_is_lost(self):
        """A node loses its power, and comes back only when all is done."""
        job = self.job()
        script = self.engine.begin(job)
        self._under_way(job)
        self.engine.stop_node(0)
        try:
            code = self.engine.wait(job, script)
            code = code if code == 0 else self._again(job)
        finally:
            self.engine.start_node(0)
            self.engine.wait_for_nodes()
        self._is_right(job, code)

    def the_controller_is_killed(self):
        """What knows of all jobs gets SIGKILL, and is started again; a person calls the script again."""
        job = self.job()
        script = self.engine.begin(job)
        self._under_way(job)
        if self.engine.name == "parallel":
            # The script is the controller.
            processes.kill([script.pid, *[one for one in processes.descendants(script.pid) if self._is_perl(one)]])
            script.wait()
        else:
            self.engine.kill_controller()
            self.engine.start_controller()
            if self.engine.name == "hyperqueue":
                code = script.wait(120)
                assert code == 75, f"without a server the script ends with 75, not {code}"
                for number in range(self.engine.nodes):
                    self.engine.stop_node(number)
                    self.engine.start_node(number)
            else:
                self.engine.wait(job, script)
        self._is_right(job, self._again(job))

    def _is_perl(self, process):
        return any("parallel" in word for word in processes.words(process)[:3])

    def a_job_is_requeued_while_it_runs(self):
        """The engine puts a running shard back into its queue: its signal is not the crash of a student."""
        job = self.job()
        script = self.engine.begin(job)
        self._under_way(job)
        if self.engine.name == "slurm":
            for running in processes.wait_until(self.engine.running, 30, "jobs run"):
                self.engine.ask("scontrol", "requeue", running)
        else:
            # Each process of the shard is told to stop, as these engines and people do it.
            graders = job.graders()
            processes.kill(
                [one for grader in graders for one in [*processes.descendants(grader), grader]], signal.SIGTERM
            )
        self._is_right(job, self.engine.wait(job, script))

    def the_time_is_up(self):
        """The time of a job is up before its shard is done: Slurm warns it, others just end the script."""
        # No two alike: what one of two equal programs does is known of the other.
        seconds, students = (2, 6) if self.engine.name == "slurm" else (0.7, 6)
        slow = [f"# {number}\n{busy(seconds)}" for number in range(students)]
        course = Course(
            self.course.folder.parent / f"slow-{self.engine.name}", self.course.yardstick, students, slow
        )
        course.grade_alone()
        job = self.job(course, course.plan("plan", 1))
        if self.engine.name == "slurm":
            # One shard of 36 seconds and a limit of one minute, with a warning 40 seconds before its end.
            submit = job.script / "submit.sh"
            submit.write_text(submit.read_text().replace("OPTIONS=()", "OPTIONS=(--time=1 --signal=B:USR1@40)"))
            code = self.engine.drive(job, 600)
            assert len(job.attempts()) > 1, "one attempt was enough: no time was up"
        else:
            script = self.engine.begin(job)
            self._under_way(job)
            time.sleep(5)
            processes.kill([script.pid, *processes.descendants(script.pid)], signal.SIGTERM)
            script.wait(60)
            code = self._again(job)
        self._is_right(job, code, course)

    def a_node_fails_at_once(self):
        """On one node yardstick cannot be started: it must not eat the queue."""
        broken = self.engine.folder / "broken"
        broken.write_text("#!/bin/sh\nexit 127\n")
        broken.chmod(0o755)
        self._with_node(node.other_file(self.course.yardstick, broken))

    def a_node_has_another_python(self):
        """On one node Python is another one: it is refused, and the others do the work."""
        python = os.path.realpath("/usr/bin/python3")
        copy = self.engine.folder / "python-itself"
        shutil.copy(python, copy)
        other = self.engine.folder / "other-python"
        other.write_text(
            f'#!/bin/sh\ncase "$*" in *-V*|*--version*) echo Python 3.99.0; exit;; esac\nexec {copy} "$@"\n'
        )
        other.chmod(0o755)
        self._with_node(node.other_file(python, other))

    def a_disk_is_full(self):
        """On one node the results cannot be written: its disk is full."""
        self._with_node(None)

    def _with_node(self, mount):
        """Grades with a first node that is unlike the others."""
        job = self.job()
        if mount is None:
            job.results.mkdir()
            # Room for a few lines.
            mount = node.full_disk(job.results, "16k")
        self.engine.stop_node(0)
        self.engine.start_node(0, [mount])
        self.engine.wait_for_nodes()
        began = time.monotonic()
        try:
            code = self.engine.drive(job)
        finally:
            self.engine.stop_node(0)
            self.engine.start_node(0)
            self.engine.wait_for_nodes()
        self._is_right(job, code)
        took = time.monotonic() - began
        assert took < 120, f"it took {took:.0f} s"

    def a_shard_runs_twice_at_once(self):
        """A second engine grades the same shards at the same time into the same folder."""
        job = self.job()
        script = self.engine.begin(job)
        self._under_way(job)
        for shard in range(SHARDS):
            processes.start(
                [
                    self.course.yardstick,
                    "grade",
                    "--plan",
                    job.plan,
                    "--shard",
                    str(shard),
                    "--out",
                    job.results,
                    "--quiet",
                ],
                self.engine.log,
            )
        code = self.engine.wait(job, script)
        self._is_right(job, code)

    def a_results_file_is_cut(self):
        """A file of results ends in the middle of a line: what is whole counts, the rest is graded again."""
        job = self.job()
        assert self.engine.drive(job) == 0
        for file in sorted((job.results / "traces").iterdir())[:2]:
            content = file.read_bytes()
            file.write_bytes(content[: len(content) * 2 // 3])
        shutil.rmtree(job.joined)
        code, missing = job.status()
        assert code == 75, f"status: {code}"
        assert missing != "", "nothing is missing"
        self._is_right(job, self.engine.drive(job))

    def a_submission_is_edited_after_the_plan(self):
        """A submission is edited: it is refused by name, and the others are graded."""
        course, plan = self._own_course("edited", KINDS)
        course.file(3).write_text("print('something else')\n")
        job = self.job(course, plan)
        self.engine.drive(job)
        refused = self._refused(job, course)
        assert "student-3" in refused, refused
        assert "7 of 8 submissions are graded" in job.status_in_words(), job.status_in_words()
        # A person puts it right, and grades what was refused.
        course.file(3).write_text(KINDS[3])
        course.run("grade", "--plan", plan, "--shard", "all", "--out", job.results, "--quiet")
        self._is_right(job, self._again(job), course)

    def a_submission_kills_its_grader(self):
        """A submission whose graders die is set aside after three times, and named; the others are graded."""
        course, plan = self._own_course("killer", [SOLUTION, busy(3), *[SOLUTION] * 6])
        # No program reaches its grader. So something outside kills whoever grades this one.
        job = self.job(course, plan)
        script = self.engine.begin(job)
        end = time.monotonic() + 240
        killed = 0
        while not self.engine.has_ended(script) and time.monotonic() < end:
            graders = job.graders_of(1)
            processes.kill(graders)
            killed += len(graders)
            time.sleep(0.05)
        refused = self._refused(job, course)
        assert "student-1" in refused, refused
        assert killed == 3, f"{killed} graders were killed"
        done = job.status_in_words()
        assert "7 of 8 submissions are graded" in done, done

    def _own_course(self, name, programs):
        course = Course(
            self.course.folder.parent / f"{name}-{self.engine.name}",
            self.course.yardstick,
            8,
            programs,
            is_download=False,
        )
        course.grade_alone()
        return course, course.plan("plan", 4)

    def _refused(self, job, course):
        """What `merge` says when something must be looked at by a person."""
        shutil.rmtree(job.joined, ignore_errors=True)
        done = course.run("merge", "--plan", job.plan, job.results, "--out", job.joined, codes=(65,))
        return done.stdout + done.stderr
