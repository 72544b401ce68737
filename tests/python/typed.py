"""Types the lines of sessions at modules, in this interpreter, and tells what each comes to.

Reads a list of `{"module", "lines", "stdin"}` as JSON and writes a list of answers for each, as
`yardstick_reference::Answer` has them. It shares no line with the driver of sessions. It is for programs that are
trusted: nothing is shut in.
"""

import ast
import contextlib
import enum
import importlib
import io
import json
import sys


def encode(value):
    """A value with its exact type, as `yardstick_reference::Value` has it."""
    if value is None:
        return "none"
    kind = type(value)
    if kind is int:
        return {"int": format(value, "x")}
    if kind is float:
        return {"float": repr(value)}
    if kind in (bool, str):
        return {kind.__name__: value}
    if kind in (list, tuple, set):
        return {kind.__name__: [encode(item) for item in value]}
    if kind is dict:
        return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
    if isinstance(value, enum.Enum):
        return {"enum": {"class": kind.__name__, "member": value.name}}
    return {"object": {"class": kind.__name__}}


def answer(source, names):
    """What one line comes to."""
    printed, screen, values = io.StringIO(), io.StringIO(), []
    value = raised = None

    class Both:
        def write(self, text):
            printed.write(text)
            screen.write(text)

        def flush(self):
            pass

    def show(value):
        if value is not None:
            values.append(encode(value))
            screen.write(f"{value!r}\n")

    try:
        body = ast.parse(source).body
        sys.displayhook = show
        with contextlib.redirect_stdout(Both()):
            if len(body) == 1 and isinstance(body[0], ast.Expr):
                value = encode(eval(compile(ast.Expression(body[0].value), "<line>", "eval"), names))
            elif len(body) > 1 and "\n" in source:
                exec(source, names)
            else:
                exec(compile(ast.Interactive(body), "<line>", "single"), names)
    except (Exception, SystemExit) as error:
        raised = {"class": type(error).__name__, "message": str(error)}
    if values and not raised:
        shown = {"value": {"list": values}, "screen": screen.getvalue()}
    else:
        shown = {"value": value}
    return {**shown, "printed": printed.getvalue(), "raised": raised}


def session(asked):
    """The answers to one session, at a module that nothing was done with before."""
    names = {}
    sys.stdin = io.StringIO("".join(line + "\n" for line in asked["stdin"]))
    if asked["module"] is not None:
        for module in [name for name in sys.modules if name not in USUAL]:
            del sys.modules[module]
        with contextlib.redirect_stdout(io.StringIO()):
            names.update(vars(importlib.import_module(asked["module"])))
    return [answer(line, names) for line in asked["lines"]]


sessions = json.load(sys.stdin)
USUAL = set(sys.modules)
print(json.dumps([session(asked) for asked in sessions]))
