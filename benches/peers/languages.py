"""Programs that are compiled, or start slowly: a folder of C, C++, Java and JavaScript beside a shell loop with the
same compilers and `diff`, both with two jobs, ours shut in; and beside the DMOJ judge, one process for the folder,
where it knows the language.

The program of `programs/` is the same in each language. Every fourth submission has a wrong message."""

import json
import shutil
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import measure
from adapter import Command, Setting, Unavailable, Verdicts, succeed
from adapters import dmoj, yardstick
from workload import SCENARIOS, Workload

PROGRAMS = Path(__file__).resolve().parent / "programs"

SUBMISSIONS = 64

# The judge grades none of the programs in Python here.
NO_WORKLOAD = Workload(Path(), (), {})


@dataclass(frozen=True)
class Language:
    """How one would compile and start a program by hand."""

    name: str
    source: str
    # Shell commands in the folder of the submission; `$1` is a folder for what is made.
    build: str
    start: str
    comment: str
    # How many times as fast as the shell loop we want to be.
    aim: float
    # What the DMOJ judge calls it and its compiler. Its JavaScript is not Node, and its Java refuses OpenJDK 17.
    judged_as: str | None = None
    judged_with: str | None = None


LANGUAGES = (
    Language("C", "grid.c", 'gcc -o "$1/program" grid.c -lm', '"$1/program"', "// {}", 1.0, "C", "gcc"),
    Language("C++", "grid.cpp", 'g++ -o "$1/program" grid.cpp', '"$1/program"', "// {}", 1.0, "CPP20", "g++20"),
    Language("Java", "Grid.java", 'javac -d "$1" Grid.java', 'java -cp "$1" Grid', "// {}", 1.5),
    Language("JavaScript", "grid.js", ":", "node grid.js", "// {}", 1.2),
)

# Grades one submission: its folder and a folder for what is made.
ONE = """\
games=$PWD/games
cd "$2" || exit
mkdir -p "$1"
({build}) 2>/dev/null || exit 0
for game in {games}; do
    ({start}) <"$games/$game.in" 2>/dev/null | diff - "$games/$game.out" >/dev/null && echo "${{2##*/}} $game"
done
exit 0
"""

LOOP = """\
rm -rf made
for student in "$1"/*; do echo "made/${student##*/}"; echo "$student"; done |
    xargs -P 2 -n 2 sh -c 'sh one.sh "$PWD/$1" "$2"' one >passed
"""


@dataclass
class Compared:
    """One language: milliseconds a submission, a number for each round."""

    language: Language
    ours: list[float] = field(default_factory=list)
    loop: list[float] = field(default_factory=list)
    judge: list[float] = field(default_factory=list)
    # Whether both decided the same each time.
    agrees: bool = True


def compare(setting: Setting, rounds: int) -> list[Compared]:
    """Every language that this machine has, by turns with the loop."""
    compared = []
    for language in LANGUAGES:
        folder = setting.work / "languages" / language.source
        submissions = make(folder, language)
        done = Compared(language)
        for _ in range(rounds):
            ours, verdicts = grade(setting, folder)
            loop, passed = by_hand(setting, folder)
            done.ours.append(ours)
            done.loop.append(loop)
            if judge := judged(setting, folder, language):
                done.judge.append(judge[0])
                done.agrees &= verdicts == judge[1]
            done.agrees &= verdicts == passed and sum(map(all, passed.values())) == submissions - submissions // 4
        compared.append(done)
    return compared


def make(folder: Path, language: Language) -> int:
    """Writes the submissions, the games and what is expected, the spec and the loop."""
    right = (PROGRAMS / language.source).read_text()
    wrong = right.replace("Invalid move", "invalid move")
    for index in range(SUBMISSIONS):
        name = f"student-{index:04}"
        own = folder / "submissions" / name
        own.mkdir(parents=True, exist_ok=True)
        text = wrong if index % 4 == 3 else right
        (own / language.source).write_text(f"{text}\n{language.comment.format(f'handed in by {name}')}\n")
    games, made = folder / "games", folder / "made"
    games.mkdir(exist_ok=True)
    made.mkdir(exist_ok=True)
    model = folder / "submissions" / "student-0000"
    succeed(["sh", "-c", f'cd "$2" && {language.build}', "build", str(made), str(model)])
    scenarios = []
    for scenario in SCENARIOS:
        # The last line of every game is invalid, so that a wrong message is seen in all of them.
        stdin = "\n".join((*scenario.lines, "none", ""))
        start = ["sh", "-c", f'cd "$2" && {language.start}', "start", str(made), str(model)]
        run = subprocess.run(start, input=stdin, capture_output=True, text=True, timeout=30, check=True)
        (games / f"{scenario.key}.in").write_text(stdin)
        (games / f"{scenario.key}.out").write_text(run.stdout)
        given, printed = ({"from": f"games/{scenario.key}.{ending}"} for ending in ("in", "out"))
        shown = {"name": scenario.name, "points": 10, "stdin": given, "expect": {"stdout": printed}}
        scenarios.append(shown)
    spec = {
        "assignment": "grid",
        "submission": {"files": [language.source]},
        "limits": {"cpu": "5s", "wall": "30s"},
        "compare": "exact",
        "scenarios": scenarios,
    }
    (folder / "spec.yaml").write_text(json.dumps(spec, indent=1))
    keys = " ".join(scenario.key for scenario in SCENARIOS)
    (folder / "one.sh").write_text(ONE.format(build=language.build, start=language.start, games=keys))
    (folder / "loop.sh").write_text(LOOP)
    return SUBMISSIONS


def grade(setting: Setting, folder: Path) -> tuple[float, Verdicts]:
    """Our milliseconds for one submission, and what we decided."""
    yardstick.forget(folder)
    command = yardstick.grade(setting.yardstick, str(folder / "spec.yaml"), folder / "submissions", folder, 2)
    cost = measure.run([command], setting, folder / "log")
    report = json.loads((folder / "results" / "results.json").read_text())
    verdicts = {}
    for one in report["submissions"]:
        if one["status"] != "graded":
            raise Unavailable(f"{one['name']} was not graded: {one['problem']}")
        verdicts[one["name"]] = [scenario["verdict"] == "accepted" for scenario in one["scenarios"]]
    return 1000 * cost.seconds / SUBMISSIONS, verdicts


def by_hand(setting: Setting, folder: Path) -> tuple[float, Verdicts]:
    """The same of the shell loop."""
    command = Command(["sh", "loop.sh", str(folder / "submissions")], folder)
    cost = measure.run([command], setting, folder / "log")
    passed = set((folder / "passed").read_text().splitlines())
    names = sorted(path.name for path in (folder / "submissions").iterdir())
    verdicts = {name: [f"{name} {scenario.key}" in passed for scenario in SCENARIOS] for name in names}
    return 1000 * cost.seconds / SUBMISSIONS, verdicts


def judged(setting: Setting, folder: Path, language: Language) -> tuple[float, Verdicts] | None:
    """The same of the DMOJ judge, if it can be installed and knows the language."""
    if not language.judged_as or not language.judged_with:
        return None
    adapter = dmoj.Dmoj(setting, NO_WORKLOAD)
    try:
        adapter.install()
    except (Unavailable, OSError, subprocess.SubprocessError):
        return None
    own = folder / "dmoj"
    problem = own / "problems" / dmoj.PROBLEM
    problem.mkdir(parents=True, exist_ok=True)
    for case in (folder / "games").iterdir():
        shutil.copy(case, problem)
    names = sorted(path.name for path in (folder / "submissions").iterdir())
    compiler = language.judged_with.removesuffix("20")
    sources = [folder / "submissions" / name / language.source for name in names]
    dmoj.lay_out(own, language.judged_as, {language.judged_with: shutil.which(compiler) or compiler}, sources)
    printed = own / "verdicts"
    printed.unlink(missing_ok=True)
    command = dmoj.judge(adapter.program("dmoj-cli"), own, language.judged_as, printed)
    cost = measure.run([command], setting, folder / "log")
    return 1000 * cost.seconds / SUBMISSIONS, dmoj.decided(printed, names)


def ratio(others: list[float], ours: list[float]) -> float:
    """How many times as long as we another one takes, in the median of the rounds."""
    return statistics.median(other / own for other, own in zip(others, ours, strict=True))
