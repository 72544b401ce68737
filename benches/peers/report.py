"""The tables, and the same numbers as JSON."""

import statistics
from dataclasses import asdict

import dialogue
import forks
import languages
import scaling
from adapters import OURS, Yardstick
from dialogue import Player
from measure import Measured
from workload import SCENARIOS


def table(measured: list[Measured]) -> str:
    """A row for each grader: the median for one submission and how many times as fast we are."""
    ours = next((one for one in measured if type(one.adapter) is OURS and one.rounds), None)
    rows = [("grader", "how", "submissions", "ms each", "÷ ours", "aim", "largest process", "verdicts")]
    for one in measured:
        adapter = one.adapter
        if not one.rounds:
            continue
        rival = ours and not isinstance(adapter, Yardstick)
        rows.append(
            (
                adapter.name,
                adapter.how,
                str(len(adapter.submissions)) + (" (sample)" if adapter.sample else ""),
                f"{one.milliseconds:,.1f}",
                f"{one.milliseconds / ours.milliseconds:,.1f}" if rival else "",
                f"{adapter.aim:,.0f}" if rival and adapter.aim else "",
                megabytes(one.peak_bytes),
                agreement(one, ours),
            )
        )
    lines = aligned(rows)
    if versions := [one.versions for one in measured if one.rounds and one.versions]:
        lines.append(f"installed: {', '.join(versions)}")
    lines += [f"not measured: {one.adapter.name}: {one.unavailable}" for one in measured if one.unavailable]
    if ours:
        lines += [line for one in measured for line in disagreements(one, ours)]
    return "\n".join(lines)


def agreement(one: Measured, ours: Measured | None) -> str:
    """How many verdicts are the same as ours."""
    if not comparable(one, ours):
        return ""
    total = len(one.adapter.submissions) * len(SCENARIOS)
    same = total - len(disagreements(one, ours))
    return f"{same} of {total} the same" + (", not stable" if one.unstable else "")


def disagreements(one: Measured, ours: Measured) -> list[str]:
    """The verdicts that differ from ours, in words."""
    if not comparable(one, ours):
        return []
    word = {True: "accepted", False: "not accepted"}
    return [
        f"  {one.adapter.name}: {name}, {scenario.name}: {word[theirs]}, ours {word[mine]}"
        for name in one.verdicts
        for scenario, mine, theirs in zip(SCENARIOS, ours.verdicts[name], one.verdicts[name], strict=True)
        if mine != theirs
    ]


def comparable(one: Measured, ours: Measured | None) -> bool:
    """Whether both have decided about the same scenarios."""
    return bool(ours and ours.rounds and one.rounds and one is not ours and one.adapter.scenarios == len(SCENARIOS))


def dialogue_table(players: list[Player]) -> str:
    """Ours is the first."""
    ours = players[0]
    rows = [("one dialogue of 42 answers", "ms", "÷ ours", "aim")]
    rows += [
        (
            player.name,
            f"{player.milliseconds:,.1f}",
            "" if player is ours else f"{player.milliseconds / ours.milliseconds:,.1f}",
            f"< {dialogue.AIM_MILLISECONDS} ms" if player is ours else f"{dialogue.AIM_RATIO}",
        )
        for player in players
    ]
    return "\n".join(aligned(rows))


def forks_table(runs: forks.Runs) -> str:
    """A run of ours, shut in and conducted, and a fork with nothing around it."""
    all_in_all, more, bare = map(statistics.median, (runs.all_in_all, runs.more, runs.bare))
    rows = [
        ("a run", "ms", "÷ bare fork", "aim"),
        ("yardstick, strict, 1 job: one run more", f"{more:,.2f}", f"{more / bare:,.2f}", f"{forks.AIM_RATIO}"),
        ("yardstick, strict, 1 job: all in all", f"{all_in_all:,.2f}", f"{all_in_all / bare:,.2f}", ""),
        ("bare fork of one interpreter", f"{bare:,.2f}", "", ""),
    ]
    return "\n".join(aligned(rows))


def languages_table(compared: list[languages.Compared]) -> str:
    """Folders in languages that are compiled, or start slowly."""
    rows = [("a submission", "ours, ms", "shell loop, ms", "÷ ours", "aim", "DMOJ judge, ms", "÷ ours", "verdicts")]
    for one in compared:
        times = (statistics.median(one.ours), statistics.median(one.loop))
        shown = (f"{languages.ratio(one.loop, one.ours):,.2f}", f"{one.language.aim}")
        judge = ("", "")
        if one.judge:
            judge = (f"{statistics.median(one.judge):,.0f}", f"{languages.ratio(one.judge, one.ours):,.1f}")
        told = "agree" if one.agrees else "differ"
        rows.append((one.language.name, *(f"{time:,.0f}" for time in times), *shown, *judge, told))
    return "\n".join(aligned(rows))


def scaling_table(runs: list[scaling.Run]) -> str:
    rows = [("submissions", "jobs", "", "s", "ms each", "largest process", "traces")]
    for run in runs:
        sizes = (megabytes(run.peak_bytes), megabytes(run.trace_bytes))
        again = "again" if run.again else ""
        times = (f"{run.seconds:,.2f}", f"{run.milliseconds:,.1f}")
        rows.append((str(run.submissions), str(run.jobs), again, *times, *sizes))
    return "\n".join(aligned(rows))


def as_json(
    heading: dict[str, str],
    measured: list[Measured],
    players: list[Player],
    isolated: forks.Runs | None,
    compiled: list[languages.Compared],
    runs: list[scaling.Run],
) -> dict:
    """Everything that was measured."""
    return {
        "setting": heading,
        "scenarios": [scenario.name for scenario in SCENARIOS],
        "graders": [
            {
                "name": one.adapter.name,
                "how": one.adapter.how,
                "versions": one.versions,
                "unavailable": one.unavailable,
                "aim": one.adapter.aim,
                "submissions": len(one.adapter.submissions),
                "seconds": [cost.seconds for cost in one.rounds],
                "milliseconds_each": one.milliseconds if one.rounds else None,
                "peak_bytes": one.peak_bytes if one.rounds else None,
                "stable": not one.unstable,
                "verdicts": one.verdicts,
            }
            for one in measured
        ],
        "dialogue": [{"name": player.name, "seconds": player.seconds} for player in players],
        "forks": asdict(isolated) if isolated else None,
        "languages": [asdict(one) for one in compiled],
        "scaling": [
            {
                "submissions": run.submissions,
                "jobs": run.jobs,
                "again": run.again,
                "seconds": run.seconds,
                "peak_bytes": run.peak_bytes,
                "trace_bytes": run.trace_bytes,
            }
            for run in runs
        ],
    }


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Columns under each other; numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        pairs = list(zip(row, widths, strict=True))
        cells = [cell.rjust(width) if is_number(cell) else cell.ljust(width) for cell, width in pairs]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return lines


def is_number(cell: str) -> bool:
    return cell[:1].isdigit() and "(" not in cell and "the same" not in cell


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
