"""What is graded: eight scenarios of byu-connect-four and a folder of submissions, a quarter of them wrong.

Everything is made from the project's own fixtures, in the same way each time. The expected outputs are what a
right program prints, so no grader is its own judge.
"""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "byu-connect-four" / "submissions"

# Prints the expected outputs, and is the one submission of the dialogue.
MODEL = "accepted-functions"

# Programs that print nothing but the game, on standard output alone: some peers merge standard error into it.
RIGHT = (
    "accepted-functions",
    "accepted-classes",
    "accepted-flat-script",
    "accepted-column-lists",
    "accepted-string-search",
    "accepted-many-small-checks",
    "accepted-index-error-as-edge",
    "accepted-strips-blanks",
)

# Each loses at least one of the eight scenarios, and ends: programs that never end would measure time-outs.
WRONG = (
    "no-falling-diagonal",
    "crashes-on-letters",
    "full-column-overwritten",
    "prompt-with-newline",
    "no-tie",
    "double-zero-accepted",
    "turn-switched-after-invalid",
    "no-vertical-win",
    "minus-one-accepted",
    "no-final-grid-on-win",
    "grid-repeated-after-invalid",
    "o-never-wins",
    "lower-case-markers",
    "no-rising-diagonal",
    "bottom-header-missing",
    "crashes-on-empty-line",
)


@dataclass(frozen=True)
class Scenario:
    """One game: its name in the handout and what is typed."""

    name: str
    lines: tuple[str, ...]

    @property
    def key(self) -> str:
        """The name as part of a file name or of a function's name."""
        return self.name.lower().replace(" ", "_")

    @property
    def stdin(self) -> str:
        """The input as the course's own harness sends it: no newline after the last line."""
        return "\n".join(self.lines)


def game(name: str, typed: str) -> Scenario:
    """A scenario from its inputs, separated by commas; two commas in a row are an empty line."""
    return Scenario(name, tuple(typed.split(",")))


# The handout's eight tests, one game each.
SCENARIOS = (
    game("Vertical win", "0,7,0,6,0,5,0"),
    game("Horizontal win", "0,0,1,1,3,3,2"),
    game("Diagonal up win", "1,3,3,3,1,2,3,2,0,6,2"),
    game("Diagonal down win", "5,4,3,2,4,3,2,2,3,1,2"),
    game("Basic invalid moves", "0,8,1,a,0,-1,1,9,0,1,0"),
    game("Harder invalid moves", "0,00,0,0,0,0,0,,10,1,hello,2,1,2,1,2,1"),
    game("O wins", "0,7,1,7,0,7,1,7"),
    game("Tie", "0,5,7,7,6,1,0,4,5,0,7,2,2,7,3,7,1,2,0,0,2,2,5,3,6,1,5,6,3,5,6,4,4,3,3,6,1,4,4,1"),
)

# A tie of 40 moves with two refused answers: 42 turns of a dialogue.
DIALOGUE = game(
    "Forty two answers", "0,5,7,7,6,1,0,4,5,0,7,8,2,2,7,3,7,1,2,0,0,2,2,5,3,6,1,5,6,a,3,5,6,4,4,3,3,6,1,4,4,1"
)

PROMPT = "Enter a column: "


@dataclass(frozen=True)
class Workload:
    """A folder of submissions and the scenarios that each of them plays."""

    folder: Path
    submissions: tuple[str, ...]
    expected: dict[str, str]

    @property
    def sources(self) -> Path:
        """The folder with one folder for each submission, each with its `connect.py`."""
        return self.folder / "submissions"

    def write_scenarios(self, folder: Path) -> None:
        """`vertical_win.in`, `vertical_win.out` and so on, for peers that read files."""
        folder.mkdir(parents=True, exist_ok=True)
        for scenario in SCENARIOS:
            (folder / f"{scenario.key}.in").write_text(scenario.stdin)
            (folder / f"{scenario.key}.out").write_text(self.expected[scenario.key])

    def turns(self, scenario: Scenario) -> tuple[list[tuple[str, str]], str]:
        """What stands on the screen before each line is typed, with that line; and what is printed at the end."""
        *shown, end = self.expected[scenario.key].split(PROMPT)
        # As many prompts as lines: the game ends with the last line, and not before.
        return [(piece + PROMPT, line) for piece, line in zip(shown, scenario.lines, strict=True)], end

    def write_spec(self, path: Path, scenarios: tuple[Scenario, ...]) -> None:
        """The scenarios as a spec; the fields are those of the shipped `byu-connect-four`."""
        groups = [
            {"name": scenario.name, "points": 10, "scenarios": [{"name": "game", "stdin": list(scenario.lines)}]}
            for scenario in scenarios
        ]
        spec = {
            "assignment": "peers",
            "submission": {"files": ["connect.py"], "entry": "connect.py"},
            "reference": "byu-connect-four",
            "limits": {"cpu": "1s", "wall": "10s"},
            "final_newline": False,
            "compare": "exact",
            "groups": groups,
        }
        path.write_text(json.dumps(spec, indent=1))


def make(folder: Path, count: int, python: str) -> Workload:
    """Writes `count` submissions; every fourth is wrong."""
    names = []
    for index in range(count):
        wrong = index % 4 == 3
        fixture = WRONG[index // 4 % len(WRONG)] if wrong else RIGHT[(index - index // 4) % len(RIGHT)]
        name = f"student-{index:04}"
        source = (FIXTURES / fixture / "connect.py").read_text()
        to = folder / "submissions" / name
        to.mkdir(parents=True, exist_ok=True)
        # No two files are the same, so that a cache of any grader finds nothing.
        (to / "connect.py").write_text(f"{source}\n# handed in by {name} ({fixture})\n")
        names.append(name)
    model = FIXTURES / MODEL / "connect.py"
    expected = {scenario.key: play(python, model, scenario) for scenario in (*SCENARIOS, DIALOGUE)}
    return Workload(folder, tuple(names), expected)


def play(python: str, program: Path, scenario: Scenario) -> str:
    """What a right program prints."""
    run = subprocess.run(
        [python, program], input=scenario.stdin, capture_output=True, text=True, timeout=10, check=True
    )
    return run.stdout
