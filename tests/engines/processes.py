"""Processes: what is started is known, found again, and ended; nothing else is touched."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

# prctl(2)
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LIBC = ctypes.CDLL(None)


def adopt_orphans():
    """From now on every orphan among our descendants becomes a child of this process, so none is lost sight of."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # Whoever ends this process has its descendants ended too: see `end_all`.
    signal.signal(signal.SIGTERM, stop)


def stop(*_):
    """Stops this process in good order; another signal does not stop it in that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit("stopped by a signal")


def parents():
    """The parent of each process, by its id."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
            except OSError:
                continue
            # The name stands in parentheses, and may have any byte in it.
            state, parent = status.rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(entry.name)] = int(parent)
    return found


def descendants(root=None):
    """The ids of all descendants of a process, of this one if none is named."""
    children = {}
    for process, parent in parents().items():
        children.setdefault(parent, []).append(process)
    found, left = [], [root or os.getpid()]
    while left:
        below = children.get(left.pop(), [])
        found += below
        left += below
    return found


def words(process):
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return []


def environment(process):
    """The environment with which a process was started; empty if it has ended or is another user's."""
    try:
        text = Path(f"/proc/{process}/environ").read_bytes().decode(errors="replace")
    except OSError:
        return {}
    return dict(line.partition("=")[::2] for line in text.split("\0") if line)


def kill(processes, number=signal.SIGKILL):
    """Sends a signal to those of these processes that are descendants of this one."""
    ours = set(descendants())
    for process in processes:
        if process in ours:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass


def reap():
    """Collects the adopted orphans that have ended."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) in STARTED:
            continue
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state == "Z" and int(parent) == os.getpid():
            os.waitpid(int(entry.name), os.WNOHANG)


# The processes that were started by `start`, by their id.
STARTED = {}


def start(command, log, **more):
    """Starts a process in a session of its own; what it says is appended to a file."""
    with open(log, "ab") as said:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
            preexec_fn=end_with_us,
            **more,
        )
    STARTED[process.pid] = process
    return process


def end_with_us():
    """Whatever ends this process, also SIGKILL, ends the one that is being started."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def end_all():
    """Ends every descendant: politely, and after a moment for certain."""
    kill(living(), signal.SIGTERM)
    end = time.monotonic() + 5
    while left := living():
        if time.monotonic() > end:
            kill(left)
        time.sleep(0.05)


def living():
    """The ids of all descendants, after those that have ended were collected."""
    for process in STARTED.values():
        process.poll()
    reap()
    return descendants()


def wait_until(is_so, seconds, what):
    """Waits for a condition, and returns what it returned at last."""
    end = time.monotonic() + seconds
    while not (value := is_so()):
        if time.monotonic() > end:
            raise TimeoutError(f"after {seconds} seconds it is still not so that {what}")
        time.sleep(0.05)
    return value
