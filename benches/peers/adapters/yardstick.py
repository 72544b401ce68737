"""Ours."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

from adapter import Adapter, Command, Unavailable, Verdicts
from workload import SCENARIOS


class Yardstick(Adapter):
    name = "yardstick"
    how = "one command for the folder, 2 jobs"
    jobs = 2

    @property
    def spec(self) -> str:
        return str(self.folder / "spec.yaml")

    def prepare(self) -> None:
        self.workload.write_spec(Path(self.spec), SCENARIOS)

    def commands(self) -> list[Command]:
        return [grade(self.setting.yardstick, self.spec, self.workload.sources, self.folder, self.jobs)]

    def results(self) -> list[Path]:
        return [self.folder / "results" / "results.json"]

    def forget(self) -> None:
        forget(self.folder)

    def verdicts(self) -> Verdicts:
        report = json.loads(self.results()[0].read_text())
        for submission in report["submissions"]:
            if submission["status"] != "graded":
                raise Unavailable(f"{submission['name']} was not graded: {submission['problem']}")
        return {
            submission["name"]: [scenario["verdict"] == "accepted" for scenario in submission["scenarios"]]
            for submission in report["submissions"]
        }


class YardstickOneJob(Yardstick):
    name = "yardstick, 1 job"
    how = "the same with 1 job"
    jobs = 1


class YardstickShippedSpec(Yardstick):
    name = "yardstick, shipped spec"
    how = "all games of the shipped spec, 2 jobs"
    scenarios = 29
    strict = False

    @property
    def spec(self) -> str:
        return "byu-connect-four"

    def prepare(self) -> None:
        pass


def grade(yardstick: str, spec: str, submissions: Path, folder: Path, jobs: int) -> Command:
    """Grades a folder of submissions, isolated as strictly as this yardstick can."""
    argv = [yardstick, "grade", spec, str(submissions), "--jobs", str(jobs), "--quiet"]
    argv += ["--out", str(folder / "results"), *isolation(yardstick)]
    return Command(argv, folder)


def forget(folder: Path) -> None:
    """Removes the traces in a results folder: what they tell is not run again."""
    shutil.rmtree(folder / "results", ignore_errors=True)


@cache
def isolation(yardstick: str) -> tuple[str, ...]:
    """`--sandbox strict`, if this yardstick knows it."""
    usage = subprocess.run([yardstick, "grade", "--help"], capture_output=True, text=True, check=True).stdout
    return ("--sandbox", "strict") if "--sandbox" in usage else ()
