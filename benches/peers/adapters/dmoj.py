"""The DMOJ judge: one judge process for all submissions, as on a contest server, with its own sandbox.

Its extension is compiled at installation and needs a C++ compiler, Python's headers and those of libseccomp.
"""

import json
import re
import shlex
from pathlib import Path

from adapter import Adapter, Command, Verdicts
from workload import SCENARIOS

CASE = re.compile(r"Test case +(\d+) (\w+)")


class Dmoj(Adapter):
    name = "DMOJ judge"
    how = "`dmoj-cli`, one process for the folder"
    requirements = ("dmoj",)
    aim = 30

    def prepare(self) -> None:
        problem = self.folder / "problems" / "connect"
        self.workload.write_scenarios(problem)
        cases = [{"in": f"{scenario.key}.in", "out": f"{scenario.key}.out", "points": 10} for scenario in SCENARIOS]
        # Files in JSON are also files in YAML.
        init = {"checker": "identical", "test_cases": cases}
        (problem / "init.yml").write_text(json.dumps(init))
        temporary = self.folder / "temporary"
        temporary.mkdir(exist_ok=True)
        config = {
            "problem_storage_globs": [str(self.folder / "problems" / "*")],
            "runtime": {"python3": self.setting.python},
            "tempdir": str(temporary),
        }
        (self.folder / "judge.yml").write_text(json.dumps(config))
        sources = [self.workload.sources / name / "connect.py" for name in self.submissions]
        lines = [f"submit connect PY3 {shlex.quote(str(source))} -tl 10 -ml 262144\n" for source in sources]
        (self.folder / "commands").write_text("".join(lines))

    def commands(self) -> list[Command]:
        argv = [self.program("dmoj-cli"), "--no-ansi", "-c", "judge.yml", "-e", "PY3", "--history", "history"]
        return [Command(argv, self.folder, stdin=self.folder / "commands", stdout=self.results()[0])]

    def results(self) -> list[Path]:
        return [self.folder / "verdicts"]

    def verdicts(self) -> Verdicts:
        found = CASE.findall(self.results()[0].read_text())
        count = len(SCENARIOS)
        accepted = [verdict == "AC" for _, verdict in found]
        return {name: accepted[n * count : (n + 1) * count] for n, name in enumerate(self.submissions)}
