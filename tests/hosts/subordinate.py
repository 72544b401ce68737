"""Runs a command as an ordinary user whom the administrator has given user ids (subuid(5)).

    subordinate.py 200000 65536 -- yardstick doctor

To be run by root, in whose place the command runs as this user.
"""

import ctypes
import os
import sys
import tempfile

SOMEBODY = 1  # `daemon`, on every system: newuidmap wants a user with a name.
CLONE_NEWNS = 0x00020000
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *args):
    if getattr(libc, name)(*args):
        sys.exit(f"cannot {name}: {os.strerror(ctypes.get_errno())}")


def main(arguments):
    first, count, separator, *command = arguments
    assert separator == "--"
    call("unshare", CLONE_NEWNS)
    call("mount", None, b"/", None, MS_REC | MS_PRIVATE, None)
    with tempfile.NamedTemporaryFile("w", delete=False) as given:
        given.write(f"{SOMEBODY}:{first}:{count}\n")
        os.fchmod(given.fileno(), 0o644)
    if not os.path.exists("/etc/subuid"):
        open("/etc/subuid", "x").close()
    call("mount", given.name.encode(), b"/etc/subuid", None, MS_BIND, None)
    os.unlink(given.name)
    os.setgroups([])
    os.setresgid(SOMEBODY, SOMEBODY, SOMEBODY)
    os.setresuid(SOMEBODY, SOMEBODY, SOMEBODY)
    os.execvp(command[0], command)


main(sys.argv[1:])
