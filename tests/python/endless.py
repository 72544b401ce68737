"""Runs small programs with and without the prover of `src/base/sandbox/inside/endless.py`.

Standard input is a JSON list of programs, each with the number of the line at which the prover begins to look.
Standard output is a JSON list: whether the program ended, and whether it was proved to be endless.
"""

import builtins
import json
import os
import resource
import sys
import tempfile

INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "base", "sandbox", "inside")

# A program that has not ended after so many lines counts as one that never ends.
MOST_LINES = 20_000


class Stopped(BaseException):
    """The program has run long enough."""


def load():
    made = {}

    def find(name, *more):
        return made[name] if name in made else __import__(name, *more)

    for name in ("places", "state", "claim", "endless"):
        module = made[name] = type(sys)(name)
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": find}
        with open(os.path.join(INSIDE, name + ".py")) as file:
            exec(compile(file.read(), name, "exec"), vars(module))
    return made["endless"]


def run(code, path, at_line):
    """Runs a program, and calls `at_line` at each of its lines, until it is told to stop that."""

    def trace(frame, event, arg):
        if frame.f_code.co_filename != path:
            return None
        if event == "line":
            frame.f_trace = trace
            at_line(frame)
            return frame.f_trace  # The prover may have put its own there.
        return trace

    main = sys.modules["__main__"]
    program = sys.modules["__main__"] = type(sys)("__main__")
    program.__file__ = path
    sys.settrace(trace)
    try:
        exec(code, vars(program))
    finally:
        sys.settrace(None)
        sys.setprofile(None)
        sys.modules["__main__"] = main


def ends(code, path):
    left = [MOST_LINES]

    def count(frame):
        left[0] -= 1
        if left[0] == 0:
            raise Stopped

    try:
        run(code, path, count)
    except Stopped:
        return False
    return True


def is_proved(endless, code, path, begin):
    left = [begin]
    prover = endless.Prover(lambda milliseconds: None, 100)

    def prove(watch):
        endless.claim(watch)
        left.append("proved")
        raise Stopped

    def begin_to_look(frame):
        left[0] -= 1
        if left[0] == 0:
            sys.settrace(None)
            prover.suspect(frame)

    prover.prove = prove
    # A watch that gives up lets the program go on, perhaps for ever; here that is enough.
    original = endless.Watch.end

    def end(watch):
        original(watch)
        raise Stopped

    endless.Watch.end = end
    try:
        run(code, path, begin_to_look)
    except Stopped:
        pass
    finally:
        endless.Watch.end = original
    return "proved" in left


def main():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))  # Should one of them not be stopped.
    endless = load()
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(os.path.realpath(folder), "main.py")
        for source, begin in json.load(sys.stdin):
            with open(path, "w") as file:
                file.write(source)
            code = compile(source, path, "exec")
            answers.append([ends(code, path), is_proved(endless, code, path, begin)])
    json.dump(answers, sys.stdout)


main()
