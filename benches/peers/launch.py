"""Runs one command, and writes how long it took and the memory of its largest process to a descriptor.

A small process of its own, because Linux counts the memory of the process that starts a program as the program's:
what is measured would never be below the size of the whole comparison. So the smallest figure is this process's,
about 10 MB.
"""

import os
import sys
import time


def main() -> int:
    answer, argv = int(sys.argv[1]), sys.argv[2:]
    # The command must not hold the descriptor open: a process that it leaves behind would be waited for.
    os.set_inheritable(answer, False)
    start = time.perf_counter()
    pid = os.posix_spawnp(argv[0], argv, os.environ)
    _, _, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    os.write(answer, f"{seconds} {usage.ru_maxrss * 1024}".encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
