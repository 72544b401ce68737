"""The DMOJ judge: one judge process for all submissions, as on a contest server, with its own sandbox.

Its extension is compiled at installation and needs a C++ compiler, Python's headers and those of libseccomp.
"""

import json
import re
import shlex
from pathlib import Path

from adapter import Adapter, Command, Verdicts
from workload import SCENARIOS

# What the problem is called.
PROBLEM = "connect"

CASE = re.compile(r"Test case +(\d+) (\w+)")


class Dmoj(Adapter):
    name = "DMOJ judge"
    how = "`dmoj-cli`, one process for the folder"
    requirements = ("dmoj",)
    aim = 30

    def prepare(self) -> None:
        self.workload.write_scenarios(self.folder / "problems" / PROBLEM)
        sources = [self.workload.sources / name / "connect.py" for name in self.submissions]
        lay_out(self.folder, "PY3", {"python3": self.setting.python}, sources)

    def commands(self) -> list[Command]:
        return [judge(self.program("dmoj-cli"), self.folder, "PY3", self.results()[0])]

    def results(self) -> list[Path]:
        return [self.folder / "verdicts"]

    def verdicts(self) -> Verdicts:
        return decided(self.results()[0], self.submissions)


def lay_out(folder: Path, executor: str, runtime: dict[str, str], sources: list[Path]) -> None:
    """Writes what the judge reads, but for the inputs and outputs of the problem."""
    cases = [{"in": f"{scenario.key}.in", "out": f"{scenario.key}.out", "points": 10} for scenario in SCENARIOS]
    # Files in JSON are also files in YAML.
    init = {"checker": "identical", "test_cases": cases}
    (folder / "problems" / PROBLEM / "init.yml").write_text(json.dumps(init))
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    config = {
        "problem_storage_globs": [str(folder / "problems" / "*")],
        "runtime": runtime,
        "tempdir": str(temporary),
    }
    (folder / "judge.yml").write_text(json.dumps(config))
    lines = [f"submit {PROBLEM} {executor} {shlex.quote(str(source))} -tl 10 -ml 262144\n" for source in sources]
    (folder / "commands").write_text("".join(lines))


def judge(program: str, folder: Path, executor: str, stdout: Path) -> Command:
    argv = [program, "--no-ansi", "-c", "judge.yml", "-e", executor, "--history", "history"]
    return Command(argv, folder, stdin=folder / "commands", stdout=stdout)


def decided(printed: Path, submissions: list[str]) -> Verdicts:
    """Which cases are accepted, for submissions in the order in which they were judged."""
    accepted = [verdict == "AC" for _, verdict in CASE.findall(printed.read_text())]
    count = len(SCENARIOS)
    return {name: accepted[n * count : (n + 1) * count] for n, name in enumerate(submissions)}
