"""One pytest session over the whole folder, spread over two processes by pytest-xdist."""

from pathlib import Path
from xml.etree import ElementTree

from adapter import Adapter, Command, Verdicts
from workload import SCENARIOS

TESTS = """\
import subprocess
from pathlib import Path

import pytest

GAMES = Path(__file__).parent / "games"
SUBMISSIONS = Path({submissions!r})


@pytest.mark.parametrize("game", {games})
@pytest.mark.parametrize("student", {students})
def test_game(student, game):
    run = subprocess.run(
        ["python3", SUBMISSIONS / student / "connect.py"],
        input=(GAMES / f"{{game}}.in").read_text(),
        capture_output=True,
        text=True,
        timeout=10,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == (GAMES / f"{{game}}.out").read_text()
"""


class PytestSession(Adapter):
    name = "pytest -n 2"
    how = "one session for the folder, 2 processes"
    requirements = ("pytest", "pytest-xdist")
    aim = 4

    def prepare(self) -> None:
        self.workload.write_scenarios(self.folder / "games")
        games = [scenario.key for scenario in SCENARIOS]
        tests = TESTS.format(submissions=str(self.workload.sources), games=games, students=list(self.submissions))
        (self.folder / "test_connect.py").write_text(tests)

    def commands(self) -> list[Command]:
        argv = [self.program("python"), "-m", "pytest", "-q", "-n", "2", "--junitxml=results.xml", "test_connect.py"]
        return [Command(argv, self.folder)]

    def results(self) -> list[Path]:
        return [self.folder / "results.xml"]

    def verdicts(self) -> Verdicts:
        cases = ElementTree.parse(self.results()[0]).getroot().iter("testcase")
        passed = {case.attrib["name"] for case in cases if case.find("failure") is None and case.find("error") is None}
        return {
            name: [f"test_game[{name}-{scenario.key}]" in passed for scenario in SCENARIOS]
            for name in self.submissions
        }
