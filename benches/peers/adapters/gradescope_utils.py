"""gradescope-utils: unittest with weights and its JSON runner, once for each submission, as its autograder does."""

from typing import Any

from adapter import OneByOne
from workload import SCENARIOS

RUNNER = """\
import unittest

from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

if __name__ == "__main__":
    suite = unittest.defaultTestLoader.discover("tests")
    with open("results.json", "w") as results:
        JSONTestRunner(visibility="visible", stream=results).run(suite)
"""

HEAD = """\
import subprocess
import unittest
from pathlib import Path

from gradescope_utils.autograder_utils.decorators import number, weight

GAMES = Path({games!r})


class TestConnect(unittest.TestCase):
    def play(self, game):
        run = subprocess.run(
            ["python3", "connect.py"],
            input=(GAMES / f"{{game}}.in").read_text(),
            capture_output=True,
            text=True,
            timeout=10,
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stdout, (GAMES / f"{{game}}.out").read_text())
"""

TEST = """
    @weight(10)
    @number("{number}")
    def test_{game}(self):
        \"\"\"{game}\"\"\"
        self.play("{game}")
"""


class GradescopeUtils(OneByOne):
    name = "gradescope-utils"
    how = "unittest, a process a submission"
    requirements = ("gradescope-utils",)
    aim = 10

    def prepare(self) -> None:
        self.copy_submissions()
        games = self.folder / "games"
        self.workload.write_scenarios(games)
        tests = HEAD.format(games=str(games))
        for position, scenario in enumerate(SCENARIOS, 1):
            tests += TEST.format(number=position, game=scenario.key)
        for name in self.submissions:
            (self.folder / name / "run_tests.py").write_text(RUNNER)
            (self.folder / name / "tests").mkdir(exist_ok=True)
            (self.folder / name / "tests" / "test_connect.py").write_text(tests)

    def argv(self, name: str) -> list[str]:
        return [self.program("python"), "run_tests.py"]

    def passed(self, report: Any) -> list[bool]:
        statuses = {test["name"]: test["status"] for test in report["tests"]}
        return [statuses[scenario.key] == "passed" for scenario in SCENARIOS]
