"""Runs a command on a machine whose /proc is masked, as containers mask it, or is not there at all.

    masked.py masked -- yardstick doctor
    masked.py absent -- yardstick doctor

The command runs as an ordinary user. The kernel refuses a new /proc in a user namespace where something lies on the
one that is there (user_namespaces(7)): what is hidden here would be seen there.
"""

import ctypes
import os
import sys

NOBODY = 65534
CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND = 1, 2, 4, 8, 32, 4096
PR_SET_DUMPABLE = 4

# What container engines lay on files and on folders, and what they make read-only.
HIDDEN_FILES = ["/proc/kcore", "/proc/keys", "/proc/timer_list"]
HIDDEN_FOLDERS = ["/proc/acpi", "/proc/scsi"]
READ_ONLY = ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys"]

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *args):
    if getattr(libc, name)(*args):
        sys.exit(f"cannot {name}: {os.strerror(ctypes.get_errno())}")


def mount(source, target, kind, flags):
    call("mount", source.encode(), target.encode(), kind.encode(), flags, None)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def main(arguments):
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    user, group = os.geteuid(), os.getegid()
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{user} {user} 1")
    write("/proc/self/gid_map", f"{group} {group} 1")
    split = arguments.index("--")
    if arguments[:split] == ["absent"]:
        mount("tmpfs", "/proc", "tmpfs", MS_RDONLY)
    else:
        mask()
    command = arguments[split + 1 :]
    os.execvp(command[0], command)


def mask():
    for path in filter(os.path.exists, HIDDEN_FILES):
        mount("/dev/null", path, "", MS_BIND)
    for path in filter(os.path.exists, HIDDEN_FOLDERS):
        mount("tmpfs", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for path in filter(os.path.exists, READ_ONLY):
        mount(path, path, "", MS_BIND)
        mount(path, path, "", MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)


main(sys.argv[1:])
