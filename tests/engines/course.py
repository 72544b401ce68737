"""A class of submissions, what one plain run makes of it, and plans of it."""

import hashlib
import shutil
import subprocess
from pathlib import Path

SPEC = """\
assignment: greeting
title: Greeting
submission: { files: [hello.py] }
reference: { files: [solution.py] }
limits: { cpu: 10s }
groups:
  - name: Greets
    points: 10
    scenarios:
      - { name: one name, stdin: [Ada] }
      - { name: two words, stdin: [Grace Hopper] }
  - name: Loud
    points: 2
    bonus: true
    scenarios:
      - { name: capitals, stdin: [BOB] }
"""
SOLUTION = "name = input('Name? ')\nprint(f'Hello, {name}!')\n"


def busy(seconds):
    """A right program that uses so much time, so that something is under way when a process is killed."""
    return f"import time\nwhile time.process_time() < {seconds}:\n    hash(str(time.process_time()))\n" + SOLUTION


KINDS = [
    SOLUTION,
    busy(0.2),
    "name = input('Name? ')\nprint(f'Hello {name}!')\n",
    "name = input('Name? ')\nif len(name) < 4:\n    raise ValueError('too short')\nprint(f'Hello, {name}!')\n",
    busy(0.1),
    "while True:\n    pass\n",
    "print(",
    busy(0.3),
]


class Refused(Exception):
    """A command ended with another exit code than it should have."""


class Course:
    """A folder with a spec, a class, and the results of one plain run."""

    def __init__(self, folder, yardstick, students=16, programs=KINDS, is_download=True):
        self.folder = Path(folder)
        self.yardstick = str(yardstick)
        self.spec = self.folder / "spec.yaml"
        self.submissions = self.folder / "the class's work"
        self.gradebook = self.folder / "gradebook.csv"
        self.is_download = is_download
        self.submissions.mkdir(parents=True)
        self.spec.write_text(SPEC)
        (self.folder / "solution.py").write_text(SOLUTION)
        rows = ["Student,ID,SIS User ID,SIS Login ID,Section,Greeting (98765)", "    Points Possible,,,,,10"]
        for number in range(students):
            self.file(number).parent.mkdir(exist_ok=True)
            self.file(number).write_text(programs[number % len(programs)])
            rows.append(f'"Student, The No {number}",{7000 + number},{number},s{number},A,')
        self.gradebook.write_text("\n".join(rows) + "\n")
        self.alone = None

    def file(self, number):
        """The file of a student: as in a download of Canvas, or in a folder of the student's own."""
        if self.is_download:
            return self.submissions / f"studenttheno{number}_{7000 + number}_{90000 + number}_hello.py"
        return self.submissions / f"student-{number}" / "hello.py"

    def run(self, *words, codes=(0,), **more):
        """Runs yardstick, and returns what it said; its exit code must be one of these."""
        command = [self.yardstick, *map(str, words)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, errors="replace", **more)
        if done.returncode not in codes:
            raise Refused(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def grade_alone(self):
        """Grades the class in one plain run: what every engine must come to."""
        shutil.rmtree(self.folder / "alone", ignore_errors=True)
        self.run("grade", *self.asked(), "--format", "html", "--out", "alone", "--quiet")
        self.alone = digest(self.folder / "alone")
        return self.alone

    def asked(self):
        gradebook = ["--gradebook", self.gradebook] if self.is_download else []
        return ["spec.yaml", self.submissions, *gradebook]

    def plan(self, name, shards):
        """A plan of the class in so many shards."""
        plan = self.folder / name
        self.run("plan", *self.asked(), "--html", "--out", plan, "--shards", shards)
        return plan


def digest(folder):
    """One digest of all that people get: results, gradebook, pages."""
    whole = hashlib.sha256()
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    kept = [path for path in files if path.relative_to(folder).parts[0] not in ("traces", "grading.json")]
    if not any(path.name == "results.json" for path in kept):
        raise Refused(f"`{folder}` has no results")
    for path in kept:
        whole.update(f"{path.relative_to(folder)}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()
