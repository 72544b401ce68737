"""Writes down when a program asks for a line of input, where nobody can see that from outside.

All lines are there from the beginning, so the standard input gives one line at a time, as if each were typed. Each
time it is asked, the number of bytes that the program has printed so far goes into a file. The bytes of both streams
stay the same, and line ends do too: on every system a program reads and prints the same.
"""

import io
import os
import sys

# The descriptor of the file: none that a program gets for its own files, and below the limit of all.
LOG = 250


class Lines(io.RawIOBase):
    """The standard input, one line at a time."""

    name = "<stdin>"

    def __init__(self, printed):
        self.printed, self.waiting, self.ended = printed, b"", False

    def readable(self):
        return True

    def fileno(self):
        return 0

    def readinto(self, room):
        try:
            os.write(LOG, b"%d\n" % self.printed[0])
        except OSError:
            pass  # The program has closed all descriptors.
        while b"\n" not in self.waiting and not self.ended and len(self.waiting) < len(room):
            more = os.read(0, 1 << 16)
            self.ended = not more
            self.waiting += more
        length = min(self.waiting.find(b"\n") + 1 or len(self.waiting), len(room))
        room[:length] = self.waiting[:length]
        self.waiting = self.waiting[length:]
        return length


class Counted(io.RawIOBase):
    """The standard output, whose bytes are counted."""

    name = "<stdout>"
    mode = "wb"

    def __init__(self, printed):
        self.printed = printed

    def writable(self):
        return True

    def fileno(self):
        return 1

    def write(self, piece):
        written = os.write(1, piece)
        self.printed[0] += written
        return written


def watch(path):
    """Puts both in the place of the streams of the program."""
    printed = [0]
    log = os.open(path, os.O_WRONLY)
    os.dup2(log, LOG, False)
    os.close(log)
    os.write(LOG, b"asks\n")
    old_in, old_out = sys.stdin, sys.stdout
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(
        io.BufferedReader(Lines(printed)), encoding=old_in.encoding, errors=old_in.errors
    )
    sys.stdin.mode = "r"
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(
        io.BufferedWriter(Counted(printed)),
        encoding=old_out.encoding,
        errors=old_out.errors,
        newline="\n",
        line_buffering=old_out.line_buffering,
    )
    sys.stdout.mode = "w"
    # Otherwise their end would close the descriptors.
    old_in.detach()
    old_out.detach()
