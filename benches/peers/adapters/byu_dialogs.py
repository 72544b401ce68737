"""byu-pytest-utils 0.8.5: its `@dialog` tests, which align what was printed with the dialogue letter by letter."""

from dataclasses import replace
from typing import Any

from adapter import Command, OneByOne
from workload import SCENARIOS

HEAD = """\
from pathlib import Path

from byu_pytest_utils import dialog, max_score

games = Path({games!r})
"""

TEST = """

@max_score(10)
@dialog(games / "{game}.txt", "connect.py")
def test_{game}():
    pass
"""


class ByuDialogs(OneByOne):
    name = "byu-pytest-utils 0.8.5"
    how = "`@dialog` tests, a session a submission"
    requirements = ("byu-pytest-utils==0.8.5",)
    aim = 500
    sample = 4

    def prepare(self) -> None:
        self.copy_submissions()
        games = self.folder / "games"
        games.mkdir(parents=True, exist_ok=True)
        tests = HEAD.format(games=str(games))
        for scenario in SCENARIOS:
            turns, end = self.workload.turns(scenario)
            dialogue = "".join(f"{shown}<<{typed}>>\n" for shown, typed in turns) + end
            (games / f"{scenario.key}.txt").write_text(dialogue)
            tests += TEST.format(game=scenario.key)
        for name in self.submissions:
            (self.folder / name / "test_connect.py").write_text(tests)

    def commands(self) -> list[Command]:
        # With GRADESCOPE it writes results.json, otherwise a page for the browser.
        return [replace(command, environment={"GRADESCOPE": "1"}) for command in super().commands()]

    def argv(self, name: str) -> list[str]:
        return [self.program("python"), "-m", "pytest", "test_connect.py"]

    def passed(self, report: Any) -> list[bool]:
        statuses = {test["name"]: test["status"] for test in report["tests"]}
        return [statuses[f"test_{scenario.key}"] == "passed" for scenario in SCENARIOS]
