"""Answers sessions: lines of typed Python, against a submission's module.

The grader starts this program in the folder of the submission, with the interpreter that runs it. It reads one
request, a JSON object, from standard input:

    {"module": "connect4", "cpu": 2, "wall": 10.0, "sessions": [{"lines": ["x = f(1)", "x"], "stdin": ["3"]}]}

and writes one JSON object a line on descriptor 3 for every session, in their order:

    {"records": "…", "ended": ["exit", 0]}

`records` is what the session's own process wrote: one JSON object a line, the first about the import and then one
for each line. `ended` is `["exit", code]`, `["signal", number]` or `["time"]`.

Every session is a fork of this process, which never imports anything of the submission: each starts in a fresh,
warm interpreter. What is expected is not in here. A session can lie about its values, but to gain by that it
would have to know the right ones.
"""

import ast
import enum
import importlib
import json
import os
import resource
import select
import signal
import struct
import sys
import time
import types

# What one answer may hold. More cannot be compared, and is told as an object of an unreadable size.
MOST_DEPTH = 50
MOST_NODES = 200_000
MOST_BYTES = 4 << 20
MOST_BITS = 1 << 20

# What one session may write in all.
MOST_RECORDS = 16 << 20

CHANNEL = 3


class TooLarge(Exception):
    """A value holds more than is compared."""


class Encoder:
    """Turns values into JSON by their exact types: `1` is no `True`, and a subclass of `int` is no `int`.

    Nothing of the value is called: no `repr`, no `==`, no iterator of its own.
    """

    def __init__(self):
        self.nodes = 0
        self.bytes = 0

    def encode(self, value, depth=0):
        """The value as a list that begins with a tag, or the tag alone."""
        self.nodes += 1
        if depth > MOST_DEPTH or self.nodes > MOST_NODES:
            raise TooLarge
        kind = type(value)
        if value is None:
            return "none"
        if kind is bool:
            return "true" if value else "false"
        if kind is int:
            if value.bit_length() > MOST_BITS:
                raise TooLarge
            return ["int", self.spend(format(value, "x"))]
        if kind is float:
            return ["float", struct.pack(">d", value).hex()]
        if kind is str:
            return ["str", self.spend(valid_text(value))]
        if kind in (bytes, bytearray):
            return ["bytes" if kind is bytes else "bytearray", self.spend(value.hex())]
        if kind in SEQUENCES:
            return [SEQUENCES[kind], [self.encode(item, depth + 1) for item in list(value)]]
        if kind is dict:
            items = list(value.items())
            return ["dict", [[self.encode(key, depth + 1), self.encode(item, depth + 1)] for key, item in items]]
        if isinstance(kind, enum.EnumMeta) and is_member(kind, value):
            return ["enum", self.spend(name_of(kind)), self.spend(valid_text(value._name_))]
        return ["object", self.spend(name_of(kind))]

    def spend(self, text):
        self.bytes += len(text)
        if self.bytes > MOST_BYTES:
            raise TooLarge
        return text


SEQUENCES = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}


def is_member(kind, value):
    """Whether an enum member is what its class says it is, under a plain name."""
    members = type.__getattribute__(kind, "_member_map_")
    name = object.__getattribute__(value, "__dict__").get("_name_")
    return type(name) is str and members.get(name) is value


def name_of(kind):
    """The name of a class, without asking its metaclass."""
    return valid_text(type.__dict__["__name__"].__get__(kind))


def valid_text(text):
    """A text that UTF-8 can hold: lone surrogates, U+D800 to U+DFFF, stand at U+10D800 to U+10DFFF."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return "".join(chr(ord(c) + 0x100000) if 0xD800 <= ord(c) < 0xE000 else c for c in text)


def encoded(value):
    """The value, or an object of an unreadable size in its place."""
    try:
        return Encoder().encode(value)
    except TooLarge:
        return ["object", "value too large to compare"]


def raised(error):
    """The class of an exception and its message."""
    try:
        message = str(error)
    except BaseException:  # A submission's own exception may fail to describe itself.
        message = ""
    return [name_of(type(error)), valid_text(message)[:2000]]


class Printed:
    """Standard output as a file that has lost its name: all that any code of the process prints."""

    def __init__(self):
        self.file = nameless_file()
        self.read_so_far = 0
        os.dup2(self.file, 1)

    def take(self):
        """What was printed since the last call, one character a byte."""
        for stream in (sys.stdout, sys.__stdout__):
            try:
                stream.flush()
            except BaseException:  # Whatever a submission made of its standard output.
                pass
        printed = os.pread(self.file, MOST_BYTES, self.read_so_far)
        self.read_so_far += len(printed)
        return printed.decode("latin-1")


def nameless_file():
    name = f".yardstick-{os.getpid()}-{time.monotonic_ns()}"
    file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    os.unlink(name)
    return file


class Records:
    """The way back to the grader: one JSON object a line.

    The JSON is written here, because a submission can reach into the `json` module that it shares with us.
    """

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.write = os.write

    def add(self, **record):
        data = (self.written(record) + "\n").encode()
        while data:
            data = data[self.write(self.descriptor, data) :]

    def written(self, record):
        """JSON of dictionaries with plain keys, lists, texts, whole numbers, truth values and `None`."""
        kind = type(record)
        if kind is dict:
            pairs = [f'"{key}": {self.written(item)}' for key, item in record.items()]
            return "{" + ", ".join(pairs) + "}"
        if kind is list:
            return "[" + ", ".join([self.written(item) for item in record]) + "]"
        if kind is str:
            return '"' + "".join([c if " " <= c <= "~" and c not in '"\\' else escaped(c) for c in record]) + '"'
        if kind is bool:
            return "true" if record else "false"
        return "null" if record is None else f"{record}"


def escaped(character):
    """A character as JSON escapes it: two units of UTF-16 where one is not enough."""
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def run_session(request, session, descriptor):
    """Imports the module and answers the lines, in this process, which it does not leave."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (request["cpu"], request["cpu"] + 1))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    records = Records(descriptor)
    printed = Printed()
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 2)
    sys.argv = [request["module"] + ".py"]
    sys.path[0] = os.getcwd()
    sys.modules["__main__"] = types.ModuleType("__main__")
    leave = os._exit
    module = import_module(request["module"], records)
    if module is not None:
        printed.take()
        give_input(session["stdin"])
        answer(module, session["lines"], records, printed)
    leave(0)


def import_module(name, records):
    """The module, or `None` when its import failed, which is recorded."""
    try:
        module = importlib.import_module(name)
    except BaseException as error:
        place = line_of_syntax(error) if isinstance(error, SyntaxError) else line_of(error)
        records.add(imported=False, raised=raised(error), place=place)
        return None
    records.add(imported=True)
    return module


def line_of_syntax(error):
    """The line that Python cannot read: its number, its text and its file."""
    return [error.lineno, valid_text(error.text or ""), valid_text(os.path.basename(error.filename or ""))]


def line_of(error):
    """The last line of the submission in a traceback: its number, and its file twice; `None` if there is none."""
    found = None
    try:
        trace = error.__traceback__
        while trace is not None:
            if os.path.dirname(trace.tb_frame.f_code.co_filename) == os.getcwd():
                file = valid_text(os.path.basename(trace.tb_frame.f_code.co_filename))
                found = [trace.tb_lineno, file, file]
            trace = trace.tb_next
    except BaseException:  # A submission's own exception may hide its traceback, or the folder may be gone.
        pass
    return found


def give_input(lines):
    """Puts lines on standard input, for the program and for whatever it starts."""
    file = nameless_file()
    os.write(file, "".join(line + "\n" for line in lines).encode())
    os.lseek(file, 0, os.SEEK_SET)
    os.dup2(file, 0)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)


def answer(module, lines, records, printed):
    """Evaluates one line after the other in a copy of the module's names, as doctest does."""
    namespace = dict(vars(module))
    for line in lines:
        record = {}
        try:
            code, is_expression = compiled(line)
            value = eval(code, namespace)
            if is_expression:
                record["value"] = encoded(value)
        except BaseException as error:
            record["raised"] = raised(error)
            record["place"] = line_of(error)
        record["printed"] = printed.take()
        records.add(**record)


def compiled(line):
    """The code of a line, and whether it is an expression."""
    tree = ast.parse(line, "<session>")
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
        return compile(ast.Expression(tree.body[0].value), "<session>", "eval"), True
    return compile(tree, "<session>", "exec"), False


def collect(descriptor, process, seconds):
    """What a session wrote, and how it ended; it is killed when its time is up."""
    deadline = time.monotonic() + seconds
    data = bytearray()
    while len(data) < MOST_RECORDS:
        left = deadline + delay(process) - time.monotonic()
        if left <= 0:
            break
        if not select.select([descriptor], [], [], left)[0]:
            continue
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            break
        data += chunk
    # The descriptor may be closed before the end, or be held open after it by a process left running.
    status = wait(process, deadline)
    if status is None:
        kill(process)
        os.waitpid(process, 0)
        ended = ["time"]
    elif os.WIFSIGNALED(status):
        ended = ["signal", os.WTERMSIG(status)]
    else:
        ended = ["exit", os.WEXITSTATUS(status)]
    kill(process)
    return data.decode("latin-1"), ended


def wait(process, deadline):
    """The status of a process, or `None` if it is still there at the deadline."""
    pause = 0.0002
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return status
        if time.monotonic() >= deadline + delay(process):
            return None
        time.sleep(pause)
        pause = min(pause * 2, 0.02)


def delay(process):
    """For how many seconds a process has waited for a processor, where that can be known: it is not to blame."""
    try:
        with open(f"/proc/{process}/schedstat") as counted:
            return int(counted.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def kill(process):
    """Kills a session's process group; it may be gone."""
    try:
        os.killpg(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def main():
    """Reads the request and answers its sessions."""
    request = json.loads(sys.stdin.readline())
    for session in request["sessions"]:
        ours, theirs = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(ours)
            os.close(CHANNEL)
            run_session(request, session, theirs)
        os.close(theirs)
        records, ended = collect(ours, process, request["wall"])
        os.close(ours)
        os.write(CHANNEL, (json.dumps({"records": records, "ended": ended}) + "\n").encode())
        if not records.startswith('{"imported": true'):
            return  # The same would come of every other session.


if __name__ == "__main__":
    main()
