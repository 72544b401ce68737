"""What the measuring knows of a grader: how it is installed, which commands grade the folder, what they decided."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workload import SCENARIOS, Workload

# Which scenarios a submission passes: by the submission's name, in the order of `workload.SCENARIOS`.
Verdicts = dict[str, list[bool]]


class Unavailable(Exception):
    """The grader cannot be measured here; the message is the reason."""


@dataclass(frozen=True)
class Setting:
    """What all graders share."""

    work: Path
    # The interpreter that runs the students' programs, and that the virtual environments are made of.
    python: str
    # The environment of every measured command: `python3` and `python` are that interpreter.
    environment: dict[str, str]
    yardstick: str


@dataclass(frozen=True)
class Command:
    """One process of a measured grader."""

    argv: list[str]
    cwd: Path
    stdin: Path | None = None
    # Where standard output goes; otherwise into the grader's log, with standard error.
    stdout: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)


class Adapter:
    """A grader. The class says what it is; `commands` are timed as a whole, everything else is not."""

    name = ""
    how = ""
    # What pip installs into the grader's own virtual environment.
    requirements: tuple[str, ...] = ()
    # How many times as fast as this one we want to be.
    aim: float | None = None
    # Grades only so many submissions, because it is slow; the cost of one does not depend on the others.
    sample: int | None = None
    # On how many scenarios it runs each submission.
    scenarios = len(SCENARIOS)
    # Whether its verdicts must be ours. A grader that compares only a part of the output cannot promise that.
    strict = True

    def __init__(self, setting: Setting, workload: Workload) -> None:
        self.setting = setting
        self.workload = workload
        self.folder = setting.work / "graders" / self.name.replace(" ", "-")
        self.submissions = workload.submissions[: self.sample]

    @property
    def venv(self) -> Path:
        return self.setting.work / "venvs" / re.sub(r"[^\w.-]+", "_", " ".join(self.requirements))

    def program(self, name: str) -> str:
        """A program of the virtual environment."""
        return str(self.venv / "bin" / name)

    def install(self) -> None:
        """Makes the virtual environment, unless an earlier run with the same work folder has made it."""
        done = self.venv / "installed"
        if not self.requirements or done.exists():
            return
        succeed([self.setting.python, "-m", "venv", "--clear", str(self.venv)])
        succeed([self.program("python"), "-m", "pip", "install", "--quiet", *self.requirements])
        done.touch()

    def versions(self) -> str:
        """The installed versions of what was asked for."""
        if not self.requirements:
            return ""
        listed = subprocess.run([self.program("pip"), "freeze"], capture_output=True, text=True, check=True).stdout
        wanted = [re.split(r"[=\[]", requirement)[0] for requirement in self.requirements]
        return " ".join(
            line.strip()
            for line in listed.splitlines()
            if line.split("==")[0].lower().replace("_", "-") in wanted
        )

    def prepare(self) -> None:
        """Writes the tests that this grader needs."""
        raise NotImplementedError

    def commands(self) -> list[Command]:
        """What grades the submissions, one after the other."""
        raise NotImplementedError

    def results(self) -> list[Path]:
        """The files that the commands must leave; removed before each round."""
        raise NotImplementedError

    def forget(self) -> None:
        """Takes away what would spare the next round its work."""

    def verdicts(self) -> Verdicts:
        """What the results say."""
        raise NotImplementedError

    def copy_submissions(self) -> None:
        """A folder for each submission, for graders that want their tests beside the program."""
        for name in self.submissions:
            shutil.copytree(self.workload.sources / name, self.folder / name, dirs_exist_ok=True)


class OneByOne(Adapter):
    """A grader that is started for each submission, in a folder of its own, and leaves `results.json` there."""

    def argv(self, name: str) -> list[str]:
        """What grades this submission."""
        raise NotImplementedError

    def passed(self, report: Any) -> list[bool]:
        """What a `results.json` says of the scenarios."""
        raise NotImplementedError

    def commands(self) -> list[Command]:
        return [Command(self.argv(name), self.folder / name) for name in self.submissions]

    def results(self) -> list[Path]:
        return [self.folder / name / "results.json" for name in self.submissions]

    def verdicts(self) -> Verdicts:
        reports = [json.loads(path.read_text()) for path in self.results()]
        return {name: self.passed(report) for name, report in zip(self.submissions, reports, strict=True)}


def succeed(argv: list[str]) -> None:
    """Runs a command of the installation; what it says is the reason if it fails."""
    run = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        lines = [line.strip() for line in run.stdout.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()]
        raise Unavailable(f"`{' '.join(argv[-3:])}` failed: {(errors or lines or ['it said nothing'])[0]}")
