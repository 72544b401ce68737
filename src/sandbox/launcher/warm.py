"""Holds a Python interpreter just before the first line of a program, and lets forks of it go on.

Python imports `sitecustomize`, this module, at the end of its start. What was imported to get here is forgotten
again before a fork goes on, so that the program finds an interpreter as if it had just been started: `__main__`,
the arguments and the search path are made by Python itself, after this.

The launcher sends a first packet with the system calls by which a fork shuts itself in, and then one packet with
descriptors for each run. Packets are JSON from the grader, which is trusted; they are read without the `json`
module, because every module that is imported here makes every fork slower. What is there before the forks is
frozen for the garbage collector: a collection would copy every page of it.

`fixtures/faithful/` shows that a program finds nothing of this.
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


def wait_for_runs():
    """Forks for every packet; returns only in the forks, with the error that Python would have met here."""
    known, importers = set(sys.modules), set(sys.path_importer_cache)
    import _socket
    import atexit
    import fcntl
    import gc

    import ctypes

    ours = forget(known, importers)
    problem = the_system_s_own()
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
    for name, source in settings["modules"].items():
        module = sys.modules[name] = type(sys)(name)
        exec(compile(source, "<string>", "exec"), vars(module))
    if settings["source"]:
        run_compiled(settings, atexit, gc)
    kernel.never_free(ours, start, settings, calls, globals())
    gc.collect()
    set_apart = kernel.set_apart(sys.modules["__main__"])
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
            gc.freeze()  # Sets the collector's counters back, which the runs before have moved on.
            set_apart()
            return problem
        given.close()
        status, cpu, memory = kernel.wait_for(process)
        try:
            os.write(given.ended, f"{status} {cpu} {memory}\n".encode())
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

    def set_apart(self, main):
        """Hides `__main__` from the collector; gives a function that shows it again.

        What is frozen is never collected. Whatever a program leaves hangs on the dictionary of its functions, and would
        not be finalized at its end.
        """
        kept = [self.ctypes.py_object(main), self.ctypes.py_object(vars(main))]
        api = self.ctypes.pythonapi
        for one in kept:
            api.PyObject_GC_UnTrack(one)

        def show():
            while kept:
                api.PyObject_GC_Track(kept.pop())

        return show

    def wait_for(self, process):
        """How a child ended: its status, processor time in microseconds and memory in bytes.

        `os.wait4` would import `resource`, and every later fork would find it.
        """
        status = self.ctypes.c_int()
        usage = (self.ctypes.c_long * 18)()  # struct rusage: user and system time, the peak in KiB, and others.
        self.checked(self.library.wait4(process, self.ctypes.byref(status), 0, usage))
        return status.value, (usage[0] + usage[2]) * 1_000_000 + usage[1] + usage[3], usage[4] * 1024

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


def forget(known, importers):
    """Takes back what the imports of this module left, for all forks at once; gives the modules."""
    ours = {name: module for name, module in sys.modules.items() if name not in known}
    for name in ours:
        del sys.modules[name]
    for path in {*sys.path_importer_cache} - importers | {WARM}:
        sys.path_importer_cache.pop(path, None)
    del os.environ["PYTHONPATH"]
    sys.path.remove(WARM)
    return ours


def run_compiled(settings, atexit, gc):
    """Has Python run the compiled program that stands where the source should, and puts the source back.

    Python takes a file for compiled code when it begins like that, whatever its name. The source returns when that
    has been opened and is about to be read. A program that does nothing at its end that could be seen is ended at once,
    without taking every object apart: that takes twice as long as all the rest.
    """
    streams = sys.stdout, sys.stderr
    hooks = None
    is_main = False

    def watch(event, args):
        nonlocal hooks, is_main
        if event == "yardstick":
            hooks = list_with(watch, gc)
        elif event == "cpython.run_file":
            is_main = True
        elif is_main and event in ("marshal.loads", "marshal.load"):
            is_main = False
            put_back(settings, event == "marshal.loads")
            main = sys.modules["__main__"]
            loader = sys.modules["_frozen_importlib_external"].SourceFileLoader
            main.__loader__ = loader("__main__", main.__file__)
            # A hook costs a level of recursion, can be interrupted, and then stands in tracebacks.
            hooks.remove(watch)

    def leave():
        try:
            # Python takes `__file__` back at the end of the file, and not when the program exits before.
            if "__file__" in vars(sys.modules["__main__"]) or hasattr(sys, "last_type"):
                return
            if sys.stdout is not streams[0] or sys.stderr is not streams[1]:
                return
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:  # Python itself says what is wrong with it.
            return
        os._exit(0)

    sys.addaudithook(watch)
    sys.audit("yardstick")
    if settings["ends_plainly"]:
        atexit.register(leave)


def list_with(hook, gc):
    """The list of audit hooks, found by the iterator with which Python goes through it at this moment."""
    for one in gc.get_objects():
        if type(one) is type(iter([])):
            for hooks in gc.get_referents(one):
                if type(hooks) is list and hooks and hooks[-1] is hook:
                    return hooks
    return [hook]  # Not to be found: then the hook stays, and does nothing more.


def put_back(settings, is_read):
    """The source, in the place of the compiled program."""
    if not is_read:
        os.rename(settings["source"], settings["path"])
        return
    # Into the same file: a renamed one has another place in the listing of the folder.
    with open(settings["source"], "rb") as source, open(settings["path"], "wb") as place:
        place.write(source.read())
    os.remove(settings["source"])


def the_system_s_own():
    """Imports the `sitecustomize` in whose place this module was imported; gives the error if that fails."""
    del sys.modules["sitecustomize"]
    spec = sys.modules["_frozen_importlib_external"].PathFinder.find_spec("sitecustomize")
    if spec is None:
        # Which site.py takes for what it is: there is none.
        return ImportError("there is no sitecustomize", name="sitecustomize")
    try:
        sys.modules["sitecustomize"] = sys.modules["_frozen_importlib"]._load(spec)
    except Exception as error:
        return error
    return None


if WARM in sys.path:
    problem = wait_for_runs()
    if problem is not None:
        raise problem
