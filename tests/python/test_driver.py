"""What the driver says about sessions, line by line."""

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

DRIVER = os.path.join(os.path.dirname(__file__), "..", "..", "src", "python", "driver.py")


def drive(module, *sessions, stdin=(), wall=5.0):
    """The records and the end of each session with a module of this source."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "student.py"), "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(module))
        request = {
            "module": "student",
            "cpu": 1,
            "wall": wall,
            "sessions": [{"lines": lines, "stdin": list(stdin)} for lines in sessions],
        }
        ours, theirs = os.pipe()
        # Descriptor 3 is the way back; the shell puts our pipe there.
        command = ["sh", "-c", f'exec "$0" "$1" 3>&{theirs} {theirs}>&-', sys.executable, DRIVER]
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, pass_fds=[theirs]
        )
        os.close(theirs)
        process.stdin.write((json.dumps(request) + "\n").encode())
        process.stdin.close()
        with os.fdopen(ours, encoding="utf-8") as channel:
            said = [json.loads(line) for line in channel]
        process.wait()
    records = [[json.loads(record) for record in one["records"].splitlines()] for one in said]
    return records, [one["ended"] for one in said]


class Values(unittest.TestCase):
    """Values are told by their exact types."""

    def value(self, expression, module=""):
        records, _ = drive(module, [expression])
        return records[0][1]["value"]

    def test_plain_values(self):
        for expression, value in [
            ("None", "none"),
            ("True", "true"),
            ("-255", ["int", "-ff"]),
            ("1.5", ["float", "3ff8000000000000"]),
            ("b'\\x00'", ["bytes", "00"]),
            ("(1,)", ["tuple", [["int", "1"]]]),
            ("[[], ()]", ["list", [["list", []], ["tuple", []]]]),
            ("{1: None}", ["dict", [[["int", "1"], "none"]]]),
            ("'\\ud800'", ["str", "\U0010d800"]),
        ]:
            self.assertEqual(self.value(expression), value, expression)

    def test_a_subclass_is_no_int(self):
        module = """
            class Liar(int):
                def __eq__(self, other): return True
                def __repr__(self): return "1"
        """
        self.assertEqual(self.value("Liar(1)", module), ["object", "Liar"])

    def test_members_of_enumerations_have_their_names(self):
        module = """
            import enum
            class Colour(enum.IntEnum):
                RED = 1
        """
        self.assertEqual(self.value("Colour.RED", module), ["enum", "Colour", "RED"])

    def test_what_is_too_large_is_no_value(self):
        large = ["object", "value too large to compare"]
        for expression in ["1 << 10_000_000", "[0] * 1_000_000", "'x' * 5_000_000"]:
            self.assertEqual(self.value(expression), large, expression)
        module = "knot = []\nknot.append(knot)\n"
        self.assertEqual(self.value("knot", module), large)


class Sessions(unittest.TestCase):
    """Every session starts afresh, and ends on its own."""

    def test_printed_text_and_exceptions_are_told_for_each_line(self):
        records, ended = drive("def f(): print('out'); return 1", ["f()", "x = f()", "1 / 0", "x"])
        self.assertEqual(records[0][1], {"value": ["int", "1"], "printed": "out\n"})
        self.assertEqual(records[0][2], {"printed": "out\n"})
        raised = {"raised": ["ZeroDivisionError", "division by zero"], "place": None, "printed": ""}
        self.assertEqual(records[0][3], raised)
        self.assertEqual(records[0][4]["value"], ["int", "1"])
        self.assertEqual(ended, [["exit", 0]])

    def test_nothing_is_left_from_one_session_to_the_next(self):
        records, _ = drive("seen = []", ["seen.append(1)"], ["seen"])
        self.assertEqual(records[1][1]["value"], ["list", []])

    def test_input_is_given_to_functions_and_not_to_the_import(self):
        records, _ = drive("def ask(): return input('? ')", ["ask()", "ask()"], stdin=["3"])
        self.assertEqual(records[0][1], {"value": ["str", "3"], "printed": "? "})
        self.assertEqual(records[0][2]["raised"][0], "EOFError")
        records, _ = drive("input()", ["1"], ["2"], stdin=["3"])
        self.assertEqual(len(records), 1)
        self.assertEqual((records[0][0]["imported"], records[0][0]["raised"][0]), (False, "EOFError"))

    def test_a_session_that_ends_the_process_costs_only_itself(self):
        records, ended = drive("import os", ["os._exit(3)"], ["1"])
        self.assertEqual(ended, [["exit", 3], ["exit", 0]])
        self.assertEqual(len(records[1]), 2)

    def test_a_session_that_never_ends_is_stopped(self):
        _, ended = drive("import time", ["time.sleep(60)"], wall=0.5)
        self.assertEqual(ended, [["time"]])

    def test_a_patched_json_changes_no_record(self):
        module = """
            import json, json.encoder
            json.dumps = json.encoder.JSONEncoder.encode = lambda *args, **more: '{"value": "true", "printed": ""}'
        """
        records, _ = drive(module, ["None"])
        self.assertEqual(records[0][1]["value"], "none")


if __name__ == "__main__":
    unittest.main()
