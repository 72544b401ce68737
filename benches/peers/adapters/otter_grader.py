"""otter-grader: `otter run` on each submission, without a container.

Otter runs the submission once as a notebook cell, where nothing can be typed; the tests then start it as a program.
"""

import json
import zipfile
from typing import Any

from adapter import OneByOne
from workload import SCENARIOS

TEST = """\
import subprocess
from pathlib import Path

from otter.test_files import test_case

OK_FORMAT = False
name = "{game}"
points = 10

GAMES = Path({games!r})


@test_case(points=10)
def test_{game}(env):
    run = subprocess.run(
        ["python3", "connect.py"],
        input=(GAMES / "{game}.in").read_text(),
        capture_output=True,
        text=True,
        timeout=10,
    )
    assert run.returncode == 0
    assert run.stdout == (GAMES / "{game}.out").read_text()
"""


class OtterGrader(OneByOne):
    name = "otter-grader"
    how = "`otter run`, a notebook kernel a submission"
    requirements = ("otter-grader[grading]",)
    aim = 150
    sample = 4

    def prepare(self) -> None:
        games = self.folder / "games"
        self.workload.write_scenarios(games)
        with zipfile.ZipFile(self.folder / "autograder.zip", "w") as archive:
            archive.writestr("otter_config.json", json.dumps({"logo": False, "pdf": False}))
            for scenario in SCENARIOS:
                archive.writestr(f"tests/{scenario.key}.py", TEST.format(game=scenario.key, games=str(games)))
        for name in self.submissions:
            (self.folder / name).mkdir(exist_ok=True)

    def argv(self, name: str) -> list[str]:
        submission = self.workload.sources / name / "connect.py"
        return [self.program("otter"), "run", "-a", str(self.folder / "autograder.zip"), "-o", ".", str(submission)]

    def passed(self, report: Any) -> list[bool]:
        scores = {test["name"]: test.get("score") for test in report["tests"]}
        return [scores[scenario.key] == 10 for scenario in SCENARIOS]
