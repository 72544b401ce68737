"""Hands in a class made of the fixtures of byu-connect-four.

    python3 benches/review/handed_in.py FOLDER COUNT

What is slow on purpose (endless loops, floods) is left out: a review runs nothing.
"""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "fixtures/byu-connect-four/submissions"
SLOW = ("endless", "loop", "forever", "never-end", "flood", "fork", "memory", "huge")
# How many hand in the same program, at least: what one does alone is no group.
TOGETHER = 3


def hand_in(folder, count):
    """Writes so many submissions, each with a comment of its own."""
    programs = [one for one in sorted(FIXTURES.iterdir()) if not any(word in one.name for word in SLOW)]
    programs = programs[:: -(-len(programs) * TOGETHER // count)]
    for number in range(count):
        own = folder / f"student-{number:03}"
        shutil.copytree(programs[number % len(programs)], own)
        for source in own.glob("*.py"):
            with source.open("ab") as file:
                file.write(f"\n# number {number}\n".encode())


if __name__ == "__main__":
    hand_in(Path(sys.argv[1]), int(sys.argv[2]))
