"""What a run costs beside the least that it can cost: a fork of one interpreter that has compiled the program, with
nothing around it. Both play all games of all submissions, one after the other.

A bare fork does not start the interpreter, compile the program or judge it. So ours counts in two ways: all that a
folder takes, by the number of its runs; and what a folder takes longer with twice as many runs."""

import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import measure
from adapter import Setting, Unavailable
from adapters import yardstick
from workload import SCENARIOS, Scenario, Workload

AIM_RATIO = 1.5

BARE_FORKS = Path(__file__).resolve().parents[1] / "bare_forks.py"


@dataclass
class Runs:
    """Milliseconds a run, a number for each round."""

    all_in_all: list[float] = field(default_factory=list)
    more: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)


def compare(setting: Setting, made: Workload, rounds: int) -> Runs:
    folder = setting.work / "forks"
    folder.mkdir(parents=True, exist_ok=True)
    once, twice = folder / "once.yaml", folder / "twice.yaml"
    made.write_spec(once, SCENARIOS)
    # Nobody reads the line that makes them other games.
    again = tuple(Scenario(f"{one.name} again", (*one.lines, "0")) for one in SCENARIOS)
    made.write_spec(twice, SCENARIOS + again)
    inputs = [folder / scenario.key for scenario in SCENARIOS]
    for path, scenario in zip(inputs, SCENARIOS, strict=True):
        path.write_text(scenario.stdin)
    submissions = sorted(Path(made.sources).iterdir())
    runs = Runs()
    for _ in range(rounds):
        short, long = (milliseconds(setting, spec, made, folder) for spec in (once, twice))
        count = len(submissions) * len(SCENARIOS)
        runs.all_in_all.append(short / count)
        runs.more.append((long - short) / count)
        forks = [bare(setting, submission / "connect.py", inputs) for submission in submissions]
        runs.bare.append(statistics.mean(forks))
    return runs


def milliseconds(setting: Setting, spec: Path, made: Workload, folder: Path) -> float:
    yardstick.forget(folder)
    command = yardstick.grade(setting.yardstick, str(spec), made.sources, folder, 1)
    return 1000 * measure.run([command], setting, folder / "log").seconds


def bare(setting: Setting, program: Path, inputs: list[Path]) -> float:
    """Milliseconds a fork; the start of the interpreter and the compiling are not in it."""
    command = [setting.python, str(BARE_FORKS), str(program), *map(str, inputs)]
    done = subprocess.run(command, capture_output=True, text=True, env=setting.environment)
    if done.returncode != 0:
        raise Unavailable(f"bare forks: {done.stderr[-300:]}")
    return float(done.stdout)
