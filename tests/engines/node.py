"""A node that is unlike the others: its daemon sees some files otherwise, in a mount namespace of its own."""

import os
import shlex


def full_disk(folder, size="128k"):
    """On this node the folder is a file system with little room."""
    return f"mount -t tmpfs -o size={size},mode=777 tmpfs {shlex.quote(str(folder))}"


def other_file(path, content):
    """On this node a program is another one."""
    return f"mount --bind {shlex.quote(str(content))} {shlex.quote(str(path))}"


def command(mounts, command):
    """A command in its own view of the file system; the command itself if there is nothing to be seen otherwise."""
    if not mounts:
        return command
    # Mounting needs root in a user namespace; the daemon then is the ordinary user again, in a namespace within.
    script = " && ".join(mounts) + ' && exec unshare --user --map-user="$1" --map-group="$2" "${@:3}"'
    ids = [str(os.getuid()), str(os.getgid())]
    return ["unshare", "--user", "--map-root-user", "--mount", "bash", "-c", script, "bash", *ids, *command]
