"""What a run costs beside the least that it can cost: a fork of one interpreter that has compiled the program, with
nothing around it. Both play all games of all submissions, one after the other."""

import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import measure
from adapter import Setting, Unavailable
from adapters import yardstick
from workload import SCENARIOS, Workload

AIM_RATIO = 1.5

BARE_FORKS = Path(__file__).resolve().parents[1] / "bare_forks.py"


@dataclass
class Runs:
    """Milliseconds a run, a number for each round."""

    ours: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        return statistics.median(self.ours) / statistics.median(self.bare)


def compare(setting: Setting, made: Workload, rounds: int) -> Runs:
    folder = setting.work / "forks"
    folder.mkdir(parents=True, exist_ok=True)
    spec = folder / "spec.yaml"
    made.write_spec(spec, SCENARIOS)
    inputs = [folder / scenario.key for scenario in SCENARIOS]
    for path, scenario in zip(inputs, SCENARIOS, strict=True):
        path.write_text(scenario.stdin)
    submissions = sorted(Path(made.sources).iterdir())
    runs = Runs()
    for _ in range(rounds):
        yardstick.forget(folder)
        command = yardstick.grade(setting.yardstick, str(spec), made.sources, folder, 1)
        cost = measure.run([command], setting, folder / "log")
        runs.ours.append(1000 * cost.seconds / len(submissions) / len(SCENARIOS))
        forks = [bare(setting, submission / "connect.py", inputs) for submission in submissions]
        runs.bare.append(statistics.mean(forks))
    return runs


def bare(setting: Setting, program: Path, inputs: list[Path]) -> float:
    """Milliseconds a fork; the start of the interpreter and the compiling are not in it."""
    command = [setting.python, str(BARE_FORKS), str(program), *map(str, inputs)]
    done = subprocess.run(command, capture_output=True, text=True, env=setting.environment)
    if done.returncode != 0:
        raise Unavailable(f"bare forks: {done.stderr[-300:]}")
    return float(done.stdout)
