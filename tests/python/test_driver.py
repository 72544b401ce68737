"""What the driver says about sessions, line by line."""

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

DRIVER = os.path.join(os.path.dirname(__file__), "..", "..", "src", "assignment", "python", "driver.py")


def drive(module, *sessions, stdin=(), wall=5.0, beside=()):
    """The records and the end of each session with a module of this source, and empty files beside it."""
    said = said_by(module, *sessions, stdin=stdin, wall=wall, beside=beside)
    records, ended = [], []
    while said:
        written = b""
        while said.startswith(b"+"):
            length, _, said = said[1:].partition(b"\n")
            written, said = written + said[: int(length)], said[int(length) :]
        end, _, said = said.partition(b"\n")
        records.append([json.loads(record) for record in written.splitlines()])
        ended.append(end.decode())
    return records, ended


def said_by(module, *sessions, stdin=(), wall=5.0, beside=(), alone=False):
    """What comes back from the driver for a module of this source."""
    with tempfile.TemporaryDirectory() as folder:
        for name in beside:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write("theirs = True\n")
        with open(os.path.join(folder, "student.py"), "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(module))
        head = {"module": "student", "cpu": 1, "wall": wall, "alone": alone, "sessions": len(sessions)}
        objects = [head, *({"lines": lines, "stdin": list(stdin)} for lines in sessions)]
        ours, theirs = os.pipe()
        # Descriptor 3 is the way back; the shell puts our pipe there.
        command = ["sh", "-c", f'exec "$0" "$1" 3>&{theirs} {theirs}>&-', sys.executable, DRIVER]
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, pass_fds=[theirs]
        )
        os.close(theirs)
        for one in objects:
            text = json.dumps(one)
            process.stdin.write(f"{len(text) + 1:08}{text}\n".encode())
        process.stdin.close()
        with os.fdopen(ours, "rb") as channel:
            said = channel.read()
        process.wait()
    return said


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
        self.assertEqual(self.value("Liar(1)", module), ["object", "Liar", "1", [], [], ["int", "1"]])

    def test_objects_tell_what_they_hold(self):
        module = """
            from dataclasses import dataclass
            from fractions import Fraction
            class Account:
                def __init__(self, owner): self._owner = owner; self.friend = None
                @property
                def owner(self): return self._owner
                @property
                def broken(self): return 1 / 0
            class Shown:
                def __repr__(self): return "Shown!"
            class Failing:
                def __repr__(self): raise KeyError("x")
            class Slotted:
                __slots__ = ("x", "y")
                def __init__(self): self.x = 1
            @dataclass
            class Point:
                x: int
            class Turn:
                mark = "X"
            class Stack(list):
                def __iter__(self): return iter("nothing")
            one, other = Account("A"), Account("B")
            one.friend, other.friend = other, one
        """
        text = ["str", "A"]
        friend = ["object", "Account", None, [["_owner", ["str", "B"]], ["friend", ["met", "Account", 1]]]]
        friend += [[["owner", ["str", "B"]]], None, 2]
        one = ["object", "Account", None, [["_owner", text], ["friend", friend]], [["owner", text]], None, 1]
        for expression, value in [
            ("one", one),
            ("[one, one]", ["list", [one, ["met", "Account", 1]]]),
            ("Shown()", ["object", "Shown", "Shown!", [], [], None, 1]),
            ("Failing()", ["object", "Failing", "repr raised KeyError", [], [], None, 1]),
            ("Slotted()", ["object", "Slotted", None, [["x", ["int", "1"]]], [], None, 1]),
            ("Point(1)", ["object", "Point", None, [["x", ["int", "1"]]], [], None, 1, "Point(x=1)", []]),
            ("Stack([2])", ["object", "Stack", None, [], [], ["list", [["int", "2"]]], 1, "[2]", []]),
            ("Turn()", ["object", "Turn", None, [], [], None, 1, None, [["mark", ["str", "X"]]]]),
            ("range(2)", ["object", "range", "range(0, 2)", [], [], None]),
            ("{1: 2}.keys()", ["object", "dict_keys", None, [], [], ["list", [["int", "1"]]]]),
            ("Fraction(1, 2)", ["object", "Fraction", "Fraction(1, 2)", [], [], None]),
            ("Account", ["object", "type", "Account", [], [], None]),
            ("int", ["object", "type", "<class 'builtins.int'>", [], [], None]),
            ("len", ["object", "builtin_function_or_method", "<built-in function len>", [], [], None]),
            ("lambda: 1", ["object", "function"]),
        ]:
            self.assertEqual(self.value(expression, module), value, expression)

    def test_what_an_object_prints_of_itself_the_line_did_not(self):
        module = "class Loud:\n    def __repr__(self):\n        print('loud')\n        return 'Loud'\n"
        records, _ = drive(module, ["Loud()", "print(1)"])
        self.assertEqual([record["printed"] for record in records[0][1:]], ["", "1\n"])

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

    def test_a_list_that_holds_itself_is_told_by_the_levels_between(self):
        module = "knot = []\nknot.append((knot,))\n"
        self.assertEqual(self.value("knot", module), ["list", [["tuple", [["up", 2]]]]])


class Sessions(unittest.TestCase):
    """Every session starts afresh, and ends on its own."""

    def test_printed_text_and_exceptions_are_told_for_each_line(self):
        records, ended = drive("def f(): print('out'); return 1", ["f()", "x = f()", "1 / 0", "x"])
        self.assertEqual(records[0][1], {"value": ["int", "1"], "printed": "out\n"})
        self.assertEqual(records[0][2], {"printed": "out\n"})
        raised = {"raised": ["ZeroDivisionError", "division by zero"], "place": None, "printed": ""}
        self.assertEqual(records[0][3], raised)
        self.assertEqual(records[0][4]["value"], ["int", "1"])
        self.assertEqual(ended, ["exit 0"])

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
        self.assertEqual(ended, ["exit 3", "exit 0"])
        self.assertEqual(len(records[1]), 2)

    def test_a_session_that_never_ends_is_stopped(self):
        _, ended = drive("import time", ["time.sleep(60)"], wall=0.5)
        self.assertEqual(ended, ["time"])

    def test_a_patched_json_changes_no_record(self):
        module = """
            import json, json.encoder
            json.dumps = json.encoder.JSONEncoder.encode = lambda *args, **more: '{"value": "true", "printed": ""}'
        """
        records, _ = drive(module, ["None"])
        self.assertEqual(records[0][1]["value"], "none")


    def test_alone_it_says_nothing_but_records(self):
        said = said_by("def f(): return 1", ["f()"], alone=True)
        self.assertEqual(said.splitlines()[0], b'{"imported": true}')
        self.assertEqual(json.loads(said.splitlines()[1])["value"], ["int", "1"])

    def test_what_is_left_running_ends_the_driver_after_its_session(self):
        module = """
            import os, time
            def leave():
                ours, theirs = os.pipe()
                if os.fork() == 0:
                    os.setsid()
                    os.write(theirs, b"!")
                    time.sleep(3)
                os.read(ours, 1)
        """
        _, ended = drive(module, ["1"], ["leave()"], ["2"])
        self.assertEqual(ended, ["exit 0", "exit 0"])


class Secrets(unittest.TestCase):
    """No session finds anything of another, nor of the way back."""

    def found(self, function, body):
        """What a function of a module comes to, in the second of three sessions with texts of their own."""
        own = f"{function}('eve-' + 'text')"
        sessions = [["'ada-' + 'text'"], [own], ["'bob-' + 'text'"]]
        records, _ = drive(textwrap.dedent(body), *sessions)
        self.assertEqual(len(records), 3)
        return records[1][1]

    def test_no_frame_and_no_object_has_lines_or_answers_of_others(self):
        module = """
            import gc, sys
            def walk(own):
                texts, frame, seen = [], sys._getframe(), set()
                while frame is not None:
                    texts.append(repr(frame.f_locals) + repr(list(frame.f_globals)))
                    frame = frame.f_back
                for one in gc.get_objects():
                    for part in [one, *gc.get_referents(one)]:
                        if type(part) in (str, bytes, bytearray):
                            texts.append(str(part))
                all_of_it = " ".join(texts)
                return ["".join([start, end]) in all_of_it for start, end in [("ad", "a-"), ("bo", "b-"), ("ev", "e-")]]
        """
        value = self.found("walk", module)["value"]
        self.assertEqual(value, ["list", ["false", "false", "true"]])

    def test_memory_has_nothing_of_others_and_the_driver_s_own_is_closed(self):
        module = """
            import os
            # Moved by one, so that the words themselves are not here to be found.
            shift = bytes((byte + 1) % 256 for byte in range(256))
            words = [b"(beb.", b"(cpc.", b"(fwf."]
            def read(process):
                found = set()
                with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
                    for line in maps:
                        start, end = (int(place, 16) for place in line.split()[0].split("-"))
                        if "rw" in line and "[v" not in line:
                            memory.seek(start)
                            content = memory.read(end - start).translate(shift)
                            found.update(words.index(word) for word in words if word in content)
                return found
            def look(own):
                try:
                    theirs = read(os.getppid())
                except OSError:
                    theirs = None
                return read("self"), theirs
        """
        value = self.found("look", module)["value"]
        self.assertEqual(value, ["tuple", [["set", [["int", "2"]]], "none"]])

    def test_the_descriptors_and_the_memory_of_the_driver_cannot_be_opened(self):
        module = """
            import os
            def reach(own):
                opened = []
                for name in ["fd/0", "fd/1", "fd/3", "mem"]:
                    for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR):
                        try:
                            opened.append(os.open(f"/proc/{os.getppid()}/{name}", flags))
                        except OSError:
                            pass
                return opened
        """
        self.assertEqual(self.found("reach", module)["value"], ["list", []])

    def test_a_session_may_look_into_itself(self):
        records, _ = drive("import os\nnames = os.listdir('/proc/self/fd')", ["len(names) > 2"])
        self.assertEqual(records[0][1]["value"], "true")


class Modules(unittest.TestCase):
    """The driver needs modules, and takes none of the submission's."""

    def test_files_beside_the_module_do_not_stand_for_the_library_s(self):
        names = "ast enum importlib json os random re resource select signal struct time types _ctypes copy"
        beside = [f"{name}.py" for name in names.split()]
        records, _ = drive("def f(): return 1", ["f()"], ["f()"], beside=beside)
        self.assertEqual([record[1]["value"] for record in records], [["int", "1"]] * 2)

    def test_a_submission_imports_its_own_files(self):
        for name in ["json", "ast"]:
            records, _ = drive(f"import {name}", [f"{name}.theirs"], beside=[f"{name}.py"])
            self.assertEqual(records[0][1]["value"], "true", name)


if __name__ == "__main__":
    unittest.main()
