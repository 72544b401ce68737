"""Runs a command on a machine that refuses some system calls, as containers and hardened systems do.

    without.py unshare=EPERM mount=EACCES -- yardstick doctor
"""

import ctypes
import errno
import os
import platform
import struct
import sys

# Numbers on x86-64 and on aarch64.
NUMBERS = {
    "clone3": (435, 435),
    "landlock_create_ruleset": (444, 444),
    "mount": (165, 40),
    "unshare": (272, 97),
}
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000


def main(arguments):
    split = arguments.index("--")
    code = [(LOAD, 0, 0, 0)]
    for refusal in arguments[:split]:
        name, reason = refusal.split("=")
        number = NUMBERS[name][platform.machine() == "aarch64"]
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | getattr(errno, reason))]
    code.append((RETURN, 0, 0, ALLOW))
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
    program = struct.pack("H6xQ", len(code), ctypes.addressof(instructions))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, set_seccomp, filter_mode = 38, 22, 2
    if libc.prctl(no_new_privileges, 1, 0, 0, 0) or libc.prctl(set_seccomp, filter_mode, program, 0, 0):
        sys.exit(f"cannot refuse calls: {os.strerror(ctypes.get_errno())}")
    command = arguments[split + 1 :]
    os.execvp(command[0], command)


main(sys.argv[1:])
