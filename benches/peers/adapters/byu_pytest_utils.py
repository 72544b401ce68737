"""byu-pytest-utils 0.3.6, the version that the handout names: pytest and `run_python`, once for each submission."""

from typing import Any

from adapter import OneByOne
from workload import SCENARIOS

HEAD = """\
from pathlib import Path

from byu_pytest_utils import max_score, run_python

games = Path({games!r})


def as_stdin(*moves):
    return "\\n".join(str(move) for move in moves)
"""

TEST = """

@max_score(10)
def test_{game}():
    observed = run_python("connect.py", stdin=as_stdin{moves})
    expected = (games / "{game}.out").read_text()
    assert observed == expected
"""


class ByuPytestUtils(OneByOne):
    name = "byu-pytest-utils 0.3.6"
    how = "pytest, a session a submission"
    requirements = ("byu-pytest-utils==0.3.6",)
    aim = 20

    def prepare(self) -> None:
        self.copy_submissions()
        games = self.folder / "games"
        self.workload.write_scenarios(games)
        tests = HEAD.format(games=str(games))
        for scenario in SCENARIOS:
            tests += TEST.format(game=scenario.key, moves=scenario.lines)
        for name in self.submissions:
            (self.folder / name / "test_connect.py").write_text(tests)

    def argv(self, name: str) -> list[str]:
        return [self.program("python"), "-m", "pytest", "test_connect.py"]

    def passed(self, report: Any) -> list[bool]:
        scores = {test["name"].split("::")[1]: test["score"] for test in report["tests"]}
        return [scores[f"test_{scenario.key}"] == 10 for scenario in SCENARIOS]
