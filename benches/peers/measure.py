"""Runs commands and says how long they took and how much memory their largest process had."""

import os
import signal
import statistics
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from adapter import Adapter, Command, Setting, Unavailable, Verdicts

# Above what any of the peers takes for one command; a peer that hangs must not hang the comparison.
TIMEOUT = 1800


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
            environment = setting.environment | command.environment
            start = time.perf_counter()
            process = subprocess.Popen(
                command.argv, cwd=command.cwd, env=environment, stdin=stdin, stdout=stdout, stderr=stderr,
                start_new_session=True,
            )  # fmt: skip
            signal.signal(signal.SIGALRM, lambda *_, group=process.pid: os.killpg(group, signal.SIGKILL))
            signal.alarm(TIMEOUT)
            _, status, usage = os.wait4(process.pid, 0)
            seconds += time.perf_counter() - start
            signal.alarm(0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode == -signal.SIGKILL:
                raise Unavailable(f"killed, perhaps after {TIMEOUT} s; see {log}")
            peak = max(peak, usage.ru_maxrss * 1024)
    return Cost(seconds, peak)


def one_round(measured: Measured, setting: Setting) -> None:
    """Grades once, and reads what was decided."""
    adapter = measured.adapter
    for path in adapter.results():
        path.unlink(missing_ok=True)
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
