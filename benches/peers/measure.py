"""Runs commands and says how long they took and how much memory their largest process had."""

import os
import signal
import statistics
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from adapter import Adapter, Command, Setting, Unavailable, Verdicts

# Above what any of the peers takes for one command; a peer that hangs must not hang the comparison.
TIMEOUT = 1800

LAUNCHER = Path(__file__).resolve().parent / "launch.py"


@dataclass(frozen=True)
class Cost:
    """What a series of commands cost."""

    seconds: float
    # The largest process, of the grader itself or of what it started and waited for.
    peak_bytes: int


@dataclass
class Measured:
    """A grader and what was measured of it."""

    adapter: Adapter
    versions: str = ""
    rounds: list[Cost] = field(default_factory=list)
    verdicts: Verdicts = field(default_factory=dict)
    # Whether two rounds decided differently.
    unstable: bool = False
    # Why it is not measured.
    unavailable: str | None = None

    @property
    def milliseconds(self) -> float:
        """The median, for one submission."""
        return 1000 * statistics.median(cost.seconds for cost in self.rounds) / len(self.adapter.submissions)

    @property
    def peak_bytes(self) -> int:
        return max(cost.peak_bytes for cost in self.rounds)


def run(commands: Iterable[Command], setting: Setting, log: Path) -> Cost:
    """Runs the commands one after the other; their output goes into a log."""
    seconds, peak = 0.0, 0
    for command in commands:
        with (
            open(command.stdin or os.devnull, "rb") as stdin,
            open(log, "ab") as stderr,
            open(command.stdout or log, "ab") as stdout,
        ):
            answer = launch(setting, command, stdin, stdout, stderr)
        if len(answer) != 2:
            raise Unavailable(f"could not be started: {command.argv[0]}; {last_line(log)}")
        seconds += float(answer[0])
        peak = max(peak, int(answer[1]))
    return Cost(seconds, peak)


def launch(setting: Setting, command: Command, stdin: IO, stdout: IO, stderr: IO) -> list[str]:
    """The seconds and bytes of one command, in words."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [setting.python, "-I", "-S", str(LAUNCHER), str(writer), *command.argv],
        cwd=command.cwd,
        env=setting.environment | command.environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=[writer],
        start_new_session=True,
    )
    os.close(writer)
    try:
        process.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise Unavailable(f"not finished after {TIMEOUT} s: {command.argv[0]}") from None
    finally:
        with open(reader) as answer:
            words = answer.read().split()
    return words


def one_round(measured: Measured, setting: Setting) -> None:
    """Grades once, and reads what was decided."""
    adapter = measured.adapter
    for path in adapter.results():
        path.unlink(missing_ok=True)
    adapter.forget()
    log = adapter.folder / "log"
    cost = run(adapter.commands(), setting, log)
    for path in adapter.results():
        if not path.exists():
            raise Unavailable(f"left no {path.name}; the last line of its log: {last_line(log)}")
    try:
        verdicts = adapter.verdicts()
    except (KeyError, IndexError, ValueError) as error:
        reason = f"its results cannot be read: {error!r}; the last line of its log: {last_line(log)}"
        raise Unavailable(reason) from error
    measured.unstable |= bool(measured.rounds) and verdicts != measured.verdicts
    measured.verdicts = verdicts
    measured.rounds.append(cost)


def last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "(it is empty)"
