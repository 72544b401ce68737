"""What one would type without a grader: a shell loop around `diff`."""

from pathlib import Path

from adapter import Adapter, Command, Verdicts
from workload import SCENARIOS

SCRIPT = """\
for student in "$1"/*; do
    for game in {games}; do
        python3 "$student/connect.py" <"games/$game.in" 2>/dev/null | diff - "games/$game.out" >/dev/null &&
            echo "${{student##*/}} $game"
    done
done >passed
exit 0
"""


class ShellLoop(Adapter):
    name = "shell loop"
    how = "`python3 connect.py < in | diff - out`"
    aim = 7

    def prepare(self) -> None:
        self.workload.write_scenarios(self.folder / "games")
        games = " ".join(scenario.key for scenario in SCENARIOS)
        (self.folder / "loop.sh").write_text(SCRIPT.format(games=games))

    def commands(self) -> list[Command]:
        return [Command(["sh", "loop.sh", str(self.workload.sources)], self.folder)]

    def results(self) -> list[Path]:
        return [self.folder / "passed"]

    def verdicts(self) -> Verdicts:
        passed = set(self.results()[0].read_text().splitlines())
        return {name: [f"{name} {scenario.key}" in passed for scenario in SCENARIOS] for name in self.submissions}
