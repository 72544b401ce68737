"""A server or a worker of HyperQueue as a process: `hyperqueue_daemon server FOLDER`, `… worker FOLDER OWN`.

The package starts workers only beside a server. So a worker begins with a server of its own, which nobody uses, and
then is led to the other one by the link through which it looks for a server.
"""

import signal
import sys
import tempfile
from pathlib import Path

from hyperqueue.ffi.cluster import Cluster

LINK = "hq-current"


def main():
    role, folder, *own = sys.argv[1:]
    folder = Path(folder)
    if role == "server":
        cluster = Cluster(str(folder))
        ready = folder / "ready"
    else:
        unused = Path(tempfile.mkdtemp(dir=own[0]))
        cluster = Cluster(str(unused))
        (unused / LINK).unlink()
        (unused / LINK).symlink_to((folder / LINK).resolve())
        cluster.add_worker(1)
        ready = Path(own[0]) / "ready"
    ready.touch()
    signal.pause()


main()
