"""check50, in the two ways in which a dialogue can be written for it.

`Check50` is the way of its documentation: `.stdin(line)` waits for a prompt and swallows what was printed, and
`.stdout(end)` looks at what remains; so only the end is compared. `Check50Turns` compares every turn with
`.stdout(turn)` and sends the answer without waiting for more.
"""

from pathlib import Path
from typing import Any

from adapter import OneByOne
from workload import SCENARIOS, Scenario, Workload

CONFIG = """\
check50:
  checks: __init__.py
  files:
    - !exclude "*"
    - !require connect.py
"""

HEAD = """\
import check50


@check50.check()
def exists():
    \"\"\"connect.py exists\"\"\"
    check50.exists("connect.py")
"""

CHECK = """

@check50.check(exists)
def {game}():
    \"\"\"{game}\"\"\"
    game = check50.run("python3 connect.py")
{steps}    game.exit(0)
"""


class Check50(OneByOne):
    name = "check50"
    how = "`.stdin(line)` … `.stdout(end)`"
    requirements = ("check50",)
    aim = 200
    sample = 4
    strict = False

    def steps(self, scenario: Scenario) -> str:
        return documented(self.workload, scenario)

    def prepare(self) -> None:
        self.copy_submissions()
        checks = HEAD
        for scenario in SCENARIOS:
            checks += CHECK.format(game=scenario.key, steps=self.steps(scenario))
        write_checks(self.folder / "checks", checks)

    def argv(self, name: str) -> list[str]:
        return check(self.program("check50"), self.folder / "checks")

    def passed(self, report: Any) -> list[bool]:
        passed = {check["name"]: check["passed"] for check in report["results"]}
        return [passed[scenario.key] is True for scenario in SCENARIOS]


class Check50Turns(Check50):
    name = "check50, every turn"
    how = "`.stdout(turn).stdin(line, prompt=False)` …"
    strict = True

    def steps(self, scenario: Scenario) -> str:
        return turn_by_turn(self.workload, scenario)


def documented(workload: Workload, scenario: Scenario) -> str:
    """Types all lines, and compares what is printed after the last."""
    turns, end = workload.turns(scenario)
    steps = "".join(f"    game.stdin({typed!r})\n" for _, typed in turns)
    return steps + f"    game.stdout({end!r}, regex=False)\n"


def turn_by_turn(workload: Workload, scenario: Scenario) -> str:
    """Compares what is printed before each line, and at the end."""
    turns, end = workload.turns(scenario)
    step = "    game.stdout({!r}, regex=False).stdin({!r}, prompt=False)\n"
    return "".join(step.format(shown, typed) for shown, typed in turns) + f"    game.stdout({end!r}, regex=False)\n"


def one_check(scenario: Scenario, steps: str) -> str:
    """A package of checks with a single game."""
    return HEAD + CHECK.format(game=scenario.key, steps=steps)


def write_checks(folder: Path, checks: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".cs50.yml").write_text(CONFIG)
    (folder / "__init__.py").write_text(checks)


def check(check50: str, checks: Path) -> list[str]:
    """`--dev` takes the checks from a folder and needs no network; what is checked is the current folder."""
    return [check50, "--dev", "-o", "json", "--output-file", "results.json", "--", str(checks)]
