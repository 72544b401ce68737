"""Holds a Python interpreter just before the first line of a program, and lets forks of it go on.

Python imports `sitecustomize`, this module, at the end of its start. What was imported to get here is forgotten
again before a fork goes on, so that the program finds an interpreter as if it had just been started: `__main__`,
the arguments and the search path are made by Python itself, after this.

The launcher sends a first packet with the system calls by which a fork shuts itself in, and then one packet with
descriptors for each run. Packets are JSON from the grader, which is trusted; they are read without the `json`
module, because every module that is imported here makes every fork slower. What is there before the forks is
frozen for the garbage collector: a collection would copy every page of it.
"""

import os
import sys

WARM = "/.yardstick"
CONTROL = 3

# The highest number of a descriptor that a program is given.
CHANNEL = 3

# Namespaces to step into, as setns(2) takes them.
CLONE_NEWNS = 0x00020000
CLONE_NEWPID = 0x20000000

# The name of a function that stands at the end of a compiled program, where its code is asked for.
END = "<yardstick: the end>"


def wait_for_runs():
    """Forks for every packet; returns only in the forks."""
    known = set(sys.modules)
    import _socket
    import fcntl
    import gc

    import ctypes

    the_system_s_own()
    known.add("sitecustomize")
    before = set(sys.modules)
    control = _socket.socket(fileno=fcntl.fcntl(CONTROL, fcntl.F_DUPFD, 64))
    os.close(CONTROL)
    kernel = Kernel(ctypes)
    start = literal(control.recv(1 << 20))
    for step in start["once"]:
        kernel.perform(kernel.prepared(step)[1], -1)
    calls = [kernel.prepared(step) for step in start["each"]]
    settings = literal(start["settings"])
    for name in settings["imports"]:
        __import__(name)
    known |= set(sys.modules) - before
    if settings["source"]:
        run_compiled(settings)
    surplus = {name: module for name, module in sys.modules.items() if name not in known}
    kernel.never_free(surplus, known, before, start, settings, calls, globals())
    forget(surplus)
    gc.collect()
    gc.freeze()
    while True:
        message, ancillary, _, _ = control.recvmsg(1 << 12, _socket.CMSG_SPACE(4 * 16))
        if not message:
            os._exit(0)
        given = Given(ancillary, message == b"with a channel", fcntl)
        try:
            kernel.move(given.processes, CLONE_NEWPID)
            process = os.fork()
        except OSError as error:
            given.fail(error)
            given.close()
            os.close(given.ended)
            continue
        if process == 0:
            control.close()
            try:
                become_the_program(kernel, given, calls, start["folder"], _socket)
            except OSError as error:
                given.fail(error)
                os._exit(127)
            return
        given.close()
        _, status, usage = os.wait4(process, 0)
        cpu = int((usage.ru_utime + usage.ru_stime) * 1e6)
        try:
            os.write(given.ended, f"{status} {cpu} {usage.ru_maxrss * 1024}\n".encode())
        except BrokenPipeError:  # The run was given up.
            pass
        os.close(given.ended)


def literal(text):
    """The value of JSON."""
    return eval(text, {"__builtins__": {}, "true": True, "false": False, "null": None})


class Given:
    """The descriptors of a run."""

    def __init__(self, ancillary, channel, fcntl):
        data = b"".join(rights for _, _, rights in ancillary)
        fds = [int.from_bytes(data[at : at + 4], sys.byteorder) for at in range(0, len(data), 4)]
        # Not the numbers that a program is given: none may be overwritten when those are set.
        fds = [fd if fd > CHANNEL else moved(fd, fcntl) for fd in fds]
        self.processes, self.mounts, self.ended, self.handover = fds[:4]
        end = 8 if channel else 7
        self.standard = fds[4:end]
        self.ruleset = fds[end] if fds[end:] else -1

    def fail(self, error):
        os.write(self.ended, f"! {error.strerror} {error.errno}\n".encode())

    def close(self):
        """Closes all but `ended`."""
        for fd in {self.processes, self.mounts, self.handover, *self.standard, self.ruleset} - {-1}:
            os.close(fd)


def moved(fd, fcntl):
    copy = fcntl.fcntl(fd, fcntl.F_DUPFD, 64)
    os.close(fd)
    return copy


class Kernel:
    """System calls that Python has no function for."""

    def __init__(self, ctypes):
        self.ctypes = ctypes
        self.library = ctypes.CDLL(None, use_errno=True)
        self.kept = []

    def prepared(self, step):
        """A step of the launcher, with its arguments in memory: whether it gives the listener, and the arguments."""
        number = self.ctypes.c_long(step["number"])
        return step["listener"], [number, *[self.argument(arg) for arg in step["args"]]]

    def argument(self, arg):
        """As the call takes it; the ruleset, which every run has another of, as `None`."""
        if arg == "Ruleset":
            return None
        if "Number" in arg:
            return self.ctypes.c_ulong(arg["Number"])
        data = bytes(arg["Bytes"] if "Bytes" in arg else arg["Filter"])
        address = self.keep(data)
        if "Filter" in arg:
            # struct sock_fprog: the number of instructions, and where they are.
            count = (len(data) // 8).to_bytes(2, sys.byteorder)
            address = self.keep(count + bytes(6) + address.to_bytes(8, sys.byteorder))
        return self.ctypes.c_ulong(address)

    def keep(self, data):
        buffer = self.ctypes.create_string_buffer(data, len(data))
        self.kept.append(buffer)
        return self.ctypes.addressof(buffer)

    def never_free(self, *values):
        """Keeps what no fork needs from being taken apart in every one of them."""
        values = (*values, self)
        self.ctypes.pythonapi.Py_IncRef(self.ctypes.py_object(values))

    def perform(self, args, ruleset):
        args = [self.ctypes.c_ulong(ruleset) if arg is None else arg for arg in args]
        return self.checked(self.library.syscall(*args))

    def move(self, door, kind):
        """Into a namespace, which a descriptor stands for."""
        self.checked(self.library.setns(door, kind))

    def checked(self, result):
        if result == -1:
            error = self.ctypes.get_errno()
            raise OSError(error, os.strerror(error))
        return result


def become_the_program(kernel, given, calls, folder, _socket):
    """Steps into the cell and shuts this process in; from here on it is the program's."""
    os.setsid()
    kernel.move(given.mounts, CLONE_NEWNS)
    os.chdir(folder)
    for number, fd in enumerate(given.standard):
        os.dup2(fd, number)
    listener = []
    for gives_listener, args in calls:
        try:
            result = kernel.perform(args, given.ruleset)
        except OSError:
            if not gives_listener:
                raise
        else:
            if gives_listener:
                listener = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, result.to_bytes(4, sys.byteorder))]
    handover = _socket.socket(fileno=given.handover)
    handover.sendmsg([b"!"], listener)
    handover.detach()
    os.closerange(len(given.standard), 256)


def forget(surplus):
    """Takes back what the imports of this module left, for all forks at once."""
    for name in surplus:
        del sys.modules[name]
    del os.environ["PYTHONPATH"]
    sys.path.remove(WARM)
    sys.path_importer_cache.pop(WARM, None)


def run_compiled(settings):
    """Has Python run the compiled program that stands where the source should, and puts the source back.

    Python takes a file for compiled code when it begins like that, whatever its name. The source returns when that
    has been opened and is about to be read. A program that does nothing at its end that could be seen is ended at once,
    without taking every object apart: that takes twice as long as all the rest.
    """
    import atexit

    is_main = started = complete = False

    def watch(event, args):
        nonlocal is_main, started, complete
        if event == "cpython.run_file":
            is_main = True
        elif is_main and not started and event in ("marshal.loads", "marshal.load"):
            started = True
            os.rename(settings["source"], settings["path"])
            main = sys.modules["__main__"]
            loader = sys.modules["_frozen_importlib_external"].SourceFileLoader
            main.__loader__ = loader("__main__", main.__file__)
        elif event == "object.__getattr__" and args[1] == "__code__" and args[0].__name__ == END:
            complete = True

    def leave():
        if complete:
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            except BaseException:  # Python itself says what is wrong with it.
                return
            os._exit(0)

    sys.addaudithook(watch)
    if settings["ends_plainly"]:
        atexit.register(leave)


def the_system_s_own():
    """Imports the `sitecustomize` in whose place this module was imported, if there is one."""
    finder = sys.modules["_frozen_importlib_external"].PathFinder
    spec = finder.find_spec("sitecustomize", [folder for folder in sys.path if folder != WARM])
    del sys.modules["sitecustomize"]
    if spec is not None:
        sys.modules["sitecustomize"] = sys.modules["_frozen_importlib"]._load(spec)


if WARM in sys.path:
    wait_for_runs()
    if "sitecustomize" not in sys.modules:
        # Which site.py takes for what it is: there is none.
        raise ImportError("there is no sitecustomize", name="sitecustomize")
