"""One game of 42 answers on one right submission: ours against check50, which also answers prompt by prompt."""

import shutil
import statistics
from dataclasses import dataclass, field
from pathlib import Path

import measure
from adapter import Command, Setting, Unavailable
from adapters import check50, yardstick
from workload import DIALOGUE, FIXTURES, MODEL, Workload

AIM_MILLISECONDS = 60
AIM_RATIO = 100


@dataclass
class Player:
    """A way to play the game, and how long it took each time."""

    name: str
    command: Command
    seconds: list[float] = field(default_factory=list)

    @property
    def milliseconds(self) -> float:
        return 1000 * statistics.median(self.seconds)


def play(setting: Setting, workload: Workload, rounds: int, checks: check50.Check50 | None) -> list[Player]:
    """Ours first. `checks` is check50 if it is installed."""
    folder = setting.work / "dialogue"
    submission = folder / "submissions" / "student"
    submission.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIXTURES / MODEL / "connect.py", submission)
    spec = folder / "spec.yaml"
    workload.write_spec(spec, (DIALOGUE,))
    players = [Player("yardstick", yardstick.grade(setting.yardstick, str(spec), submission.parent, folder, 1))]
    if checks:
        for name, steps in (
            ("check50, every turn", check50.turn_by_turn(workload, DIALOGUE)),
            ("check50", check50.documented(workload, DIALOGUE)),
        ):
            package = folder / name.replace(" ", "-")
            check50.write_checks(package, check50.one_check(DIALOGUE, steps))
            players.append(Player(name, Command(check50.check(checks.program("check50"), package), submission)))
    log = folder / "log"
    for _ in range(rounds):
        for player in players:
            yardstick.forget(folder)
            player.seconds.append(measure.run([player.command], setting, log).seconds)
            confirm(player, log)
    return players


def confirm(player: Player, log: Path) -> None:
    """A fast answer that is wrong is worth nothing: the game must be accepted."""
    results = player.command.cwd / ("results/results.json" if player.name == "yardstick" else "results.json")
    text = results.read_text() if results.exists() else ""
    results.unlink(missing_ok=True)
    if '"accepted"' not in text and '"passed": true' not in text or '"passed": false' in text:
        raise Unavailable(f"{player.name} does not accept the game: {text[:300] or measure.last_line(log)}")
