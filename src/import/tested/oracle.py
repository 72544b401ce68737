"""Asks an oracle of TESTed about an output, by the contract of checkers.

`yardstick import tested` wrote it; it is yours to change.

The arguments behind those of every checker are the module of the oracle, its function, what it judges (`text`,
`value` or `files`), what is expected, and its arguments. The last two are written as literals of Python. What an
oracle does wrong is raised here, so that nobody loses points for it.
"""

import ast
import importlib
import inspect
import os
import sys
import tempfile
import types

RIGHT, WRONG = 42, 43


class Message:
    def __init__(self, description, format="text", permission=None):
        self.description, self.format, self.permission = description, format, permission


class EvaluationResult:
    def __init__(
        self, result, readable_expected=None, readable_actual=None, messages=None, dsl_expected=None, dsl_actual=None
    ):
        self.result = result
        self.readable_expected = readable_expected if readable_expected is not None else dsl_expected
        self.readable_actual = readable_actual if readable_actual is not None else dsl_actual
        self.messages = list(messages or [])


class Context:
    """What newer oracles get as their first argument."""

    def __init__(self, expected, actual, folder):
        self.expected, self.actual = expected, actual
        self.execution_directory = self.evaluation_directory = folder
        self.programming_language, self.natural_language = "", "en"


def value_of(shown):
    """Reads a value as a session shows it; a text that is none of Python's literals stays a text."""
    for read in (ast.literal_eval, lambda text: {"true": True, "false": False, "null": None}[text]):
        try:
            return read(shown.strip())
        except (ValueError, SyntaxError, KeyError, MemoryError, RecursionError):
            pass
    inside = shown.strip()
    if inside.startswith("{") and inside.endswith("}"):
        # An array of Java, C or C++.
        return value_of("[" + inside[1:-1].replace("true", "True").replace("false", "False") + "]")
    if inside.startswith("["):
        changed = inside.replace("true", "True").replace("false", "False").replace("null", "None")
        return shown if changed == inside else value_of(changed)
    return shown


def ask(function, expected, actual, arguments, folder):
    """Calls the oracle as it is written: `(context, …)`, or `(expected, actual)` with or without arguments."""
    names = list(inspect.signature(function).parameters)
    if len(names) == 1 or names[0].lstrip("_") == "context":
        return function(Context(expected, actual, folder), *arguments)
    if len(names) == 2:
        return function(expected, actual)
    return function(expected, actual, arguments)


def main():
    _, _, _, feedback, module, name, kind, expected, arguments = sys.argv
    expected, arguments = ast.literal_eval(expected), ast.literal_eval(arguments)
    shown = sys.stdin.buffer.read().decode(errors="replace")
    utilities = types.ModuleType("evaluation_utils")
    utilities.EvaluationResult, utilities.Message = EvaluationResult, Message
    utilities.ConvertedOracleContext = utilities.EvaluationContext = Context
    sys.modules["evaluation_utils"] = utilities
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    function = getattr(importlib.import_module(module), name)
    with tempfile.TemporaryDirectory() as folder:
        actual = shown
        if kind == "value":
            if not shown.strip():
                return say(feedback, False, ["there is no value"])
            actual = value_of(shown)
        if kind == "files":
            lay(folder, expected, shown)
            actual = expected = None
        result = ask(function, expected, actual, arguments, folder)
    if not isinstance(result, EvaluationResult) or not isinstance(result.result, bool):
        wanted = "an EvaluationResult with True or False"
        raise TypeError(f"the oracle `{name}` must return {wanted}, and returned {result!r}")
    texts = []
    for message in result.messages:
        if getattr(message, "permission", None) not in ("staff", "zeus"):
            texts.append(str(getattr(message, "description", message)))
    if not result.result and not texts and result.readable_expected is not None:
        texts.append(f"expected {result.readable_expected}, got {result.readable_actual}")
    return say(feedback, result.result, texts)


def lay(folder, names, shown):
    """Writes the files that the submission left, as far as it left them. The session shows each on a line."""
    # Older interpreters know no `strict`.
    for name, line in zip(names, shown.splitlines()):  # noqa: B905
        content = value_of(line)
        if isinstance(content, str) and content != line:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(content)


def say(feedback, is_right, texts):
    if texts:
        with open(os.path.join(feedback, "teammessage.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(texts))
    return RIGHT if is_right else WRONG


sys.exit(main())
