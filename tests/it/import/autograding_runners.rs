//! Tests of GitHub Classroom that run a runner of tests, or `make`.

use std::path::Path;

use serde_json::{Value, json};

use super::{imported, refuses};
use crate::optional;
use crate::scratch::Scratch;
use crate::unit_tests::has_pytest;

fn repository(tests: &Value) -> Scratch {
    let text = json!({ "tests": tests }).to_string();
    Scratch::new("").write("package/.github/classroom/autograding.json", text)
}

/// Grades a class of two with the imported spec: what each of them earns.
fn earn(scratch: &Scratch, right: &str, wrong: &str) {
    let graded = scratch.run(&["grade", "out/spec.yaml", "class"]);
    for (name, points) in [("right", right), ("wrong", wrong)] {
        let page = page_of(scratch, name);
        assert!(page.contains(points), "{name}\n{}\n{page}{}", scratch.read("out/spec.yaml"), graded.stderr);
    }
}

fn page_of(scratch: &Scratch, name: &str) -> String {
    scratch.read(&format!("yardstick-results/feedback/{name}.txt"))
}

const SQUARE: &str = "def area(a):\n    return a * a\n\n\ndef side(a):\n    return round(a ** 0.5)\n";
const WORDS: &str = "def count(text):\n    return len(text.split())\n";

#[test]
fn a_test_that_runs_unittest_is_a_group_that_counts_as_a_whole() {
    let tests = json!([
        { "name": "one", "setup": "pip install -r requirements.txt", "run": "python3 -m unittest -v test_square.TestSquare.test_area",
          "points": 1 },
        { "name": "all", "run": "python -m unittest test_square", "points": 2 },
        { "name": "started", "run": "python test_square.py", "points": 4 },
        { "name": "found", "run": "python3 -m unittest discover -s tests", "points": 8 },
    ]);
    let square = "import unittest\nimport square\n\n\nclass TestSquare(unittest.TestCase):\n    def test_area(self):\n        \
                  self.assertEqual(square.area(2), 4)\n\n    def test_side(self):\n        self.assertEqual(square.side(9), 3)\n\n\n\
                  if __name__ == '__main__':\n    unittest.main()\n";
    let words = "import unittest\nfrom words import count\nfrom tests.texts import TEXT\n\n\nclass TestWords(unittest.TestCase):\n    \
                 def test_count(self):\n        self.assertEqual(count(TEXT), 2)\n";
    let scratch = repository(&tests)
        .write("package/square.py", "")
        .write("package/words.py", "")
        .write("package/test_square.py", square)
        .write("package/tests/test_words.py", words)
        .write("package/tests/texts.py", "TEXT = 'a b'\n");
    imported(&scratch, "autograding");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "  files: [square.py, words.py]\n",
        "  - name: one\n    points: 1\n    entry: square.py\n    pass: all\n    tests:\n      runner: unittest\n      files: \
         [test_square.py]\n      without: [TestSquare.test_side]\n",
        "    entry: words.py\n    pass: all\n    tests:\n      runner: unittest\n      files: [\"tests/test_words.py\", \
         \"tests/texts.py\"]\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    let scratch = scratch
        .write("class/right/square.py", SQUARE)
        .write("class/right/words.py", WORDS)
        .write("class/wrong/square.py", SQUARE.replace("round(a ** 0.5)", "a"))
        .write("class/wrong/words.py", WORDS);
    earn(&scratch, "15 of 15 points", "9 of 15 points");
}

#[test]
fn a_test_that_runs_pytest_becomes_a_group_of_tests() {
    let tests = json!([
        { "name": "one", "setup": "sudo -H pip3 install pytest", "run": "pytest test_square.py::test_area", "points": 1 },
        { "name": "keyword", "run": "python3 -m pytest -q -k 'side or nothing'", "points": 2 },
        { "name": "folder", "run": "cd tests && pytest .", "points": 4 },
    ]);
    let square = "from square import area, side\n\n\ndef test_area():\n    assert area(2) == 4\n\n\ndef test_side():\n    \
                  assert side(9) == 3\n";
    let words = "from words import count\n\n\ndef test_count():\n    assert count('a b') == 2\n";
    let scratch = repository(&tests)
        .write("package/square.py", "")
        .write("package/words.py", "")
        .write("package/test_square.py", square)
        .write("package/tests/words_test.py", words)
        .write("package/tests/other.py", "X = 1\n");
    imported(&scratch, "autograding");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "      runner: pytest\n      files: [test_square.py]\n      without: [test_side]\n",
        "      runner: pytest\n      files: [test_square.py]\n      without: [test_area]\n",
        "      runner: pytest\n      files: [\"tests/words_test.py\", \"tests/other.py\"]\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    if !has_pytest() {
        return;
    }
    let scratch = scratch
        .write("class/right/square.py", SQUARE)
        .write("class/right/words.py", WORDS)
        .write("class/wrong/square.py", SQUARE.replace("a * a", "a"));
    earn(&scratch, "7 of 7 points", "2 of 7 points");
}

#[test]
fn tests_that_stand_in_what_is_handed_in_are_run_as_they_are() {
    let tests = json!([{ "name": "own", "run": "python3 -m unittest work.TestWork.test_two", "points": 3 }]);
    let work = "import unittest\n\n\ndef two():\n    return 1\n\n\nclass TestWork(unittest.TestCase):\n    def test_two(self):\n        \
                self.assertEqual(two(), 2)\n";
    let scratch = repository(&tests).write("package/work.py", work);
    imported(&scratch, "autograding");
    let scratch = scratch
        .write("class/right/work.py", work.replace("return 1", "return 2"))
        .write("class/wrong/work.py", work);
    earn(&scratch, "3 of 3 points", "0 of 3 points");
}

#[test]
fn tests_for_jest_are_run_file_by_file() {
    let tests = json!([
        { "name": "sums", "setup": "npm install", "run": "npm run test sums.test.js", "points": 2 },
        { "name": "words", "setup": "npm install", "run": "npm test -- words", "points": 3 },
        { "name": "mocks", "run": "npx jest mocks", "points": 5 },
    ]);
    let sums = "const sums = require('../src/sums');\n\ndescribe('sums', () => {\n  let start;\n  beforeEach(() => { start = 1; });\n  \
                test('adds', () => { expect(sums.add(start, 2)).toBe(3); });\n  test.each([[1, 1, 2], [2, 3, 5]])('%i and %i', (a, b, c) => {\n    \
                expect(sums.add(a, b)).toEqual(c);\n  });\n  it('refuses', () => { expect(() => sums.add('x')).toThrow('number'); });\n});\n";
    let words = "const { words, later } = require('../src/words');\ntest('splits', async () => {\n  \
                 expect(words('a b')).toEqual(['a', 'b']);\n  await expect(later('a')).resolves.toHaveLength(1);\n  \
                 expect(words('')).not.toContain('a');\n});\n";
    let scratch = repository(&tests)
        .write("package/package.json", r#"{"scripts": {"test": "jest --coverage"}}"#)
        .write("package/src/sums.js", "")
        .write("package/src/words.js", "")
        .write("package/test/sums.test.js", sums)
        .write("package/test/words.test.js", words)
        .write("package/test/mocks.test.js", "jest.mock('../src/words');\n");
    let told = imported(&scratch, "autograding");
    assert!(told.contains("- the test `mocks`: `test/mocks.test.js` uses `jest.mock`"), "{told}");
    if optional::found("node").is_none() {
        return;
    }
    let add = "exports.add = (a, b) => {\n  if (typeof a !== 'number') throw new TypeError('no number');\n  console.log(a);\n  return a + b;\n};\n";
    let split = "exports.words = (text) => text.split(' ').filter(Boolean);\nexports.later = async (text) => exports.words(text);\n";
    let scratch = scratch
        .write("class/right/src/sums.js", add)
        .write("class/right/src/words.js", split)
        .write("class/wrong/src/sums.js", add.replace("a + b", "3"))
        .write("class/wrong/src/words.js", "process.exit(0);\n");
    earn(&scratch, "5 of 5 points", "0 of 5 points");
    let page = page_of(&scratch, "wrong");
    assert!(page.contains("sums > 1 and 1: expect(3).toEqual(2)"), "{page}");
}

#[test]
fn tests_for_jest_that_are_es_modules_are_run_as_node_loads_them() {
    let tests = json!([
        { "name": "sums", "setup": "npm install", "run": "npm test -- sums", "points": 2 },
        { "name": "words", "run": "npm test -- words", "points": 3 },
    ]);
    let sums = "import add, { twice } from '../src/sums.js';\n\ntest('adds', () => { expect(add(1, 2)).toBe(3); });\n\
                test('doubles', async () => { expect(await twice(4)).toBe(8); });\n";
    let words = "import { expect, jest, test } from '@jest/globals';\nimport {\n  each,\n} from '../src/words.js';\n\
                 test('calls', () => { const f = jest.fn(); each('a b', f); expect(f).toHaveBeenCalledWith('b'); });\n";
    let settings = r#"{"type": "module", "scripts": {"test": "node --experimental-vm-modules node_modules/jest/bin/jest.js"}}"#;
    let scratch = repository(&tests)
        .write("package/package.json", settings)
        .write("package/src/sums.js", "")
        .write("package/src/words.js", "")
        .write("package/test/sums.test.js", sums)
        .write("package/test/words.test.js", words);
    let told = imported(&scratch, "autograding");
    assert!(!told.contains("not carried over"), "{told}");
    if optional::found("node").is_none() {
        return;
    }
    let add = "export default (a, b) => a + b;\nexport const twice = async (a) => 2 * a;\n";
    let split = "import { strict as assert } from 'node:assert';\n\
                 export function each(text, work) { assert(text); text.split(' ').forEach((word) => work(word)); }\n";
    let scratch = scratch
        .write("class/right/src/sums.js", add)
        .write("class/right/src/words.js", split)
        .write("class/wrong/src/sums.js", add.replace("a + b", "a - b"))
        .write(
            "class/wrong/src/words.js",
            split.replace("export function", "export class Other {}\nfunction"),
        );
    earn(&scratch, "5 of 5 points", "0 of 5 points");
    let page = page_of(&scratch, "wrong");
    assert!(page.contains("adds: expect(-1).toBe(3)"), "{page}");
}

#[test]
fn modules_that_only_babel_finds_are_named() {
    let tests = json!([{ "name": "sums", "run": "npm test", "points": 2 }]);
    for (settings, test, told) in [
        ("{}", "import { add } from './sums';\n", "is a module that Babel translates for Jest"),
        (
            r#"{"type": "module"}"#,
            "import { add } from './sums';\n",
            "without its ending, which Node does not find",
        ),
    ] {
        let scratch = repository(&tests)
            .write("package/package.json", settings)
            .write("package/sums.js", "")
            .write("package/sums.test.js", test);
        refuses(&scratch, "autograding", "package", told);
    }
}

#[test]
fn a_program_that_make_builds_is_built_by_make() {
    let tests = json!([
        { "name": "tester", "setup": "make", "run": "./tester -s", "points": 4 },
        { "name": "again", "run": "make all && ./tester", "points": 2 },
    ]);
    let scratch = repository(&tests)
        .write(
            "package/Makefile",
            "all: tester\n\ntester: tests.c stack.c\n\tgcc tests.c stack.c -o tester\n",
        )
        .write(
            "package/tests.c",
            "#include \"stack.h\"\nint main(int count, char **args) { return size() != count; }\n",
        )
        .write("package/stack.h", "int size(void);\n")
        .write("package/stack.c", "int size(void) { return 0; }\n");
    imported(&scratch, "autograding");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("build: { make: all, program: tester, files: [Makefile, tests.c] }\n"), "{spec}");
    let scratch = scratch
        .write("class/right/stack.c", "#include \"stack.h\"\nint size(void) { return 2; }\n")
        .write("class/right/stack.h", "int size(void);\n")
        .write("class/wrong/stack.c", "int size(void) { return 0; }\n")
        .write("class/wrong/stack.h", "int size(void);\n");
    earn(&scratch, "4 of 6 points", "0 of 6 points");
}

#[test]
fn a_target_of_make_that_tests_is_asked_for_by_a_shell() {
    let tests = json!([{ "name": "one", "run": "make testOne", "points": 4 }, { "name": "made", "run": "make && ./wc", "points": 1 }]);
    let scratch = repository(&tests)
        .write(
            "package/Makefile",
            "wc: main.c\n\tgcc main.c -o wc\n\ntestOne: wc\n\techo a b | ./wc | diff - tests/one.out\n",
        )
        .write("package/tests/one.out", "2\n")
        .write("package/main.c", "int main(void) { return 1; }\n");
    imported(&scratch, "autograding");
    let count = "#include <stdio.h>\nint main(void) { char w[9]; int n = 0; while (scanf(\"%8s\", w) == 1) n++; printf(\"%d\\n\", n); }\n";
    let scratch = scratch
        .write("class/right/main.c", count)
        .write("class/wrong/main.c", count.replace("n++", "n += 3"));
    earn(&scratch, "5 of 5 points", "1 of 5 points");
}

#[test]
fn a_test_that_runs_gradle_or_maven_becomes_a_group_of_tests_for_junit() {
    if optional::found("javac").is_none() {
        return;
    }
    if !Path::new("/usr/share/java/junit-platform-console-standalone.jar").is_file() {
        return optional::skipped("JUnit");
    }
    let tests = json!([
        { "name": "one", "run": "./gradlew test --tests CartTest.doubles", "points": 1 },
        { "name": "all", "setup": "gradle clean", "run": "gradle test", "points": 2 },
        { "name": "file", "run": "mvn -Dtest=CartTest#none test", "points": 4 },
        { "name": "nobody", "run": "gradle test --tests OtherTest", "points": 8 },
        { "name": "task", "run": "gradle publish", "points": 8 },
    ]);
    let test = "package shop;\nimport org.junit.jupiter.api.*;\nimport static org.junit.jupiter.api.Assertions.*;\n\n\
                class CartTest {\n  @Test void doubles() { assertEquals(4, new Cart().total(2)); }\n  \
                @Test void none() { assertEquals(0, new Cart().total(0)); }\n}\n";
    let cart = "package shop;\npublic class Cart { int total(int each) { return new Twice().of(each); } }\n";
    let twice = "package shop;\nclass Twice { int of(int n) { return 2 * n; } }\n";
    let scratch = repository(&tests)
        .write("package/src/main/java/shop/Cart.java", cart)
        .write("package/src/test/java/shop/CartTest.java", test);
    let told = imported(&scratch, "autograding");
    assert!(told.contains("- the test `nobody`: it asks for tests that are not in the repository"), "{told}");
    assert!(told.contains("- the test `task`: only its build file tells"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "  files: [\"src/main/java/shop/Cart.java\", \"src/main/java/**/*.java\"]\n",
        "      files: [\"src/test/java/shop/CartTest.java\", \"lib/*.jar\"]\n      without: [CartTest.none]\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    let folder = "src/main/java/shop";
    let scratch = scratch
        .write(&format!("class/right/{folder}/Cart.java"), cart)
        .write(&format!("class/right/{folder}/Twice.java"), twice)
        // What is handed in with it does not count.
        .write("class/right/src/test/java/shop/CartTest.java", "package shop;\nclass CartTest { nothing }\n")
        .write(&format!("class/wrong/{folder}/Cart.java"), cart)
        .write(&format!("class/wrong/{folder}/Twice.java"), twice.replace("2 * n", "n + 3"));
    earn(&scratch, "7 of 7 points", "0 of 7 points");
}
