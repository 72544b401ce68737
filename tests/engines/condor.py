"""HTCondor: there is none here, but its own parser reads what `yardstick pack condor` writes."""

import htcondor2

SHARDS = 5


def the_description_is_read(course):
    """The parser finds a job for each shard, and the path of the plan as it is, also with signs of its own language."""
    plan = course.plan("it's $(id) \"five\"", SHARDS)
    out = course.folder / "grade.sub"
    course.run("pack", "condor", "--plan", plan, "--out", out)
    described = htcondor2.Submit(out.read_text())
    assert described.getQArgs() == str(SHARDS), described.getQArgs()
    words = described.expand("arguments")
    quoted = str(plan).replace("'", "''").replace('"', '""')
    assert f"'--plan' '{quoted}' '--shard'" in words, words
    assert described["retry_until"] == "ExitCode == 65", described["retry_until"]
