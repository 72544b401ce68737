"""Ours alone: folders of 8, 64 and 512 submissions with one and two jobs, the memory of a large folder, and grading
that again with nothing changed."""

from dataclasses import dataclass

import measure
import workload
from adapter import Setting
from adapters import yardstick

SIZES = (8, 64, 512)
# The memory of the first is compared with that of the second.
MEMORY_SIZES = (64, 1000)


@dataclass(frozen=True)
class Run:
    """One grading of a folder."""

    submissions: int
    jobs: int
    seconds: float
    peak_bytes: int
    trace_bytes: int
    # Whether nothing had changed since it was graded before.
    again: bool = False

    @property
    def milliseconds(self) -> float:
        """For one submission."""
        return 1000 * self.seconds / self.submissions


def measure_all(setting: Setting, sizes: tuple[int, ...] = SIZES, memory: tuple[int, ...] = MEMORY_SIZES) -> list[Run]:
    """Each size and number of jobs once; the small sizes after a run that is not counted."""
    plan = [(size, jobs) for size in sizes for jobs in (1, 2)]
    plan += [(size, 2) for size in memory if size not in sizes]
    grade(setting, plan[0][0], 2)
    runs = [grade(setting, size, jobs) for size, jobs in plan]
    return [*runs, grade(setting, plan[-1][0], 2, again=True)]


def grade(setting: Setting, size: int, jobs: int, again: bool = False) -> Run:
    folder = setting.work / "scaling" / str(size)
    if not again:
        yardstick.forget(folder)
    made = workload.make(folder, size, setting.python)
    spec = folder / "spec.yaml"
    made.write_spec(spec, workload.SCENARIOS)
    command = yardstick.grade(setting.yardstick, str(spec), made.sources, folder, jobs)
    cost = measure.run([command], setting, folder / "log")
    traces = sum(path.stat().st_size for path in (folder / "results" / "traces").iterdir())
    return Run(size, jobs, cost.seconds, cost.peak_bytes, traces, again)
