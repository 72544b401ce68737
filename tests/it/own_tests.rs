//! Students' own tests: they tell right programs from wrong ones by what these do, and nothing tells students what
//! these are.

use std::fs;
use std::path::{Path, PathBuf};

use super::scratch::{Scratch, named};
use super::{night, optional};

const SPEC: &str = "assignment: t\nsubmission: { files: [t.py], optional: [test_t.py] }\nscenarios:\n- name: tests\n  \
                    points: 4\n  tests:\n    file: test_t.py\n    correct: right/t.py\n    \
                    wrong: [one/t.py, two/t.py, three/t.py]\n";

/// What stands in every program under test, and nowhere else.
const SECRET: &str = "hush-4711";

/// A spec with programs under test and these tests of some students.
fn class(tests: &[(&str, &str)]) -> Scratch {
    let right = format!("def double(x): return 2 * x\nSECRET = '{SECRET}'\n");
    let wrong = |bug: &str, body: &str| {
        let more = "\n\ndef same(x):\n    '''Nothing is wrong here.'''\n    return x\n";
        format!(
            "# Bug: {bug}\n'''A wrong program.'''\ndef double(x): {body}  # wrong{more}SECRET = '{SECRET}'\n"
        )
    };
    let class = Scratch::new(SPEC)
        .write("right/t.py", right)
        .write("one/t.py", wrong("squares", "return x * x"))
        .write("two/t.py", wrong("adds", "return x + 2"))
        .write("three/t.py", wrong("does nothing", "pass"));
    tests.iter().fold(class, |class, (name, test)| {
        class
            .write(&format!("class/{name}/t.py"), "")
            .write(&format!("class/{name}/test_t.py"), format!("import unittest, os, sys, t\n{test}\n"))
    })
}

/// A test of one method.
fn test(body: &str) -> String {
    format!("class T(unittest.TestCase):\n    def test_it(self):\n        {body}")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn tests_that_print_the_program_under_test_show_nothing_of_it() {
    let source = "source = open(t.__file__).read()\n        ";
    let number = "int.from_bytes(source.encode(), 'big')";
    let attacks = [
        ("prints", format!("{source}print(source); print(source, file=sys.stderr); self.fail(source)")),
        ("raises", format!("{source}raise type(t.SECRET, (Exception,), {{}})(source)")),
        ("exits", format!("{source}sys.exit(source)")),
        ("last-words", format!("{source}os.write(2, b'\\n' + t.SECRET.encode()); os._exit(3)")),
        ("counts", format!("{source}os.write(2, b'FAILED (failures=%d)' % {number}); os._exit(1)")),
        ("names", format!("{source}os.write(2, b'FAILED (' + t.SECRET.encode() + b'=1)'); os._exit(1)")),
        ("descriptor-3", format!("{source}os.write(3, source.encode())")),
        ("dies", format!("{source}print(source, flush=True); os.abort()")),
    ];
    let tests: Vec<(&str, String)> = attacks.iter().map(|(name, body)| (*name, test(body))).collect();
    let tests: Vec<(&str, &str)> = tests.iter().map(|(name, test)| (*name, test.as_str())).collect();
    let class = class(&tests);
    let graded = class.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let mut shown = vec![graded.stdout, graded.stderr];
    for (name, _) in &tests {
        shown.push(class.run(&["trace", name, "tests"]).stdout);
        shown.push(class.run(&["trace", name, "tests", "--json"]).stdout);
        let submission = format!("class/{name}");
        let formats =
            ["feedback", "json", "html", "junit", "tap", "markdown", "sarif", "github", "gitlab", "ctrf"];
        let (checked, pages) = class.check_in(&submission, &formats);
        assert_eq!(checked.code, 1, "{name}: {}", checked.stderr);
        shown.extend([checked.stdout, checked.stderr]);
        shown.extend(pages);
    }
    // The manifest holds the programs, for whoever graded.
    let left =
        files(&class.path("yardstick-results")).into_iter().filter(|path| !path.ends_with("grading.json"));
    shown.extend(left.map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()));
    for text in &shown {
        assert!(!text.contains(SECRET) && !text.contains("hush"), "{text}");
    }
    let page = |name: &str| class.read(&format!("yardstick-results/feedback/{name}.txt"));
    let says = "The tests must pass on a right program, and do not: ";
    assert!(
        page("prints").contains(&format!("{says}FAILED (failures=1), exit code 1.")),
        "{}",
        page("prints")
    );
    assert!(page("raises").contains(&format!("{says}FAILED (errors=1), exit code 1.")), "{}", page("raises"));
    assert!(page("last-words").contains(&format!("{says}exit code 3.")), "{}", page("last-words"));
    assert!(page("counts").contains(&format!("{says}exit code 1.")), "{}", page("counts"));
}

#[test]
fn tests_that_look_for_signs_in_the_program_catch_nothing() {
    // The longest of the programs without comments, as each is laid out.
    let size =
        format!("def double(x): return x * x\ndef same(x):\n    return x\nSECRET = '{SECRET}'\n").len();
    let looks = [
        ("comments", "self.assertFalse({'#', 'Bug', 'wrong'} & set(open(t.__file__).read().split()))"),
        ("docstrings", "self.assertIsNone(t.__doc__ or t.double.__doc__)"),
        ("lines", "self.assertEqual(t.double.__code__.co_firstlineno, 1)"),
        ("size", &format!("self.assertEqual(os.path.getsize(t.__file__), {size})")),
        ("names", "self.assertEqual((t.__name__, sorted(os.listdir())), ('t', ['t.py', 'test_t.py']))"),
        ("place", "self.assertEqual(os.path.basename(os.path.dirname(t.__file__)), 'student')"),
        ("call", "self.assertEqual(sys.argv[1:] + os.environ.get('BUG', '').split(), ['test_t'])"),
        ("descriptors", "self.assertRaises(OSError, os.fstat, 3)"),
    ];
    let tests: Vec<(&str, String)> = looks.iter().map(|(name, body)| (*name, test(body))).collect();
    let tests: Vec<(&str, &str)> = tests.iter().map(|(name, test)| (*name, test.as_str())).collect();
    let class = class(&tests);
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    for (name, _) in tests {
        let page = class.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert!(page.contains("The tests catch 0 of 3 wrong programs."), "{name}: {page}");
    }
}

#[test]
fn functions_that_only_pytest_takes_for_tests_are_no_tests() {
    let class = class(&[("Ada", "def test_it():\n    assert t.double(3) == 6"), ("Bob", "")]);
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    for name in ["Ada", "Bob"] {
        let page = class.read(&format!("yardstick-results/feedback/{name}.txt"));
        let said = "No test ran. A test is a method whose name begins with `test`, in a class derived from `unittest.TestCase`";
        assert!(page.contains(said), "{name}: {page}");
    }
}

#[test]
fn a_file_that_cannot_be_imported_has_no_tests_that_could_pass() {
    let class =
        class(&[("Ada", "from t import secret"), ("Bob", "def broken(:"), ("Cyd", "import no_such_module")]);
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    for name in ["Ada", "Bob", "Cyd"] {
        let page = class.read(&format!("yardstick-results/feedback/{name}.txt"));
        let said =
            "No test ran, because `test_t.py` ends with an error while it is imported beside a right program";
        assert!(page.contains(said) && page.contains("0 of 4 points"), "{name}: {page}");
    }
}

#[test]
fn tests_that_count_their_runs_do_not_learn_which_program_is_right() {
    // Without isolation one run can leave something for the next.
    let counts = "count = open('COUNT', 'ab+')\ncount.write(b'!')\ncount.seek(0)\n\
                  class T(unittest.TestCase):\n    def test_it(self): self.assertEqual(len(count.read()), 1)";
    let class = class(&[]);
    let counts = counts.replace("COUNT", class.path("count").to_str().unwrap());
    let class = class
        .write("class/Eve/t.py", "")
        .write("class/Eve/test_t.py", format!("import unittest\n{counts}\n"));
    let graded = class.run(&["grade", "spec.yaml", "class", "--sandbox", "none", "--jobs", "1"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(named(&class.results(), "Eve")["points"], "0");
}

#[test]
fn a_program_under_test_that_is_no_python_is_refused() {
    let spec = class(&[]).write("two/t.py", "def double(x) return x\n").write("class/Ada/t.py", "");
    let refused = spec.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("error: cannot take the comments out of `two/t.py`: it has syntax errors"),
        "{}",
        refused.stderr
    );
}

/// Compares pairs of files by their syntax trees, as Python reads them, without the texts that stand alone.
const SAME: &str = r#"
import ast, sys

class Bare(ast.NodeTransformer):
    def generic_visit(self, node):
        super().generic_visit(node)
        body = getattr(node, "body", None)
        if isinstance(body, list):
            idle = lambda one: isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            node.body = [one for one in body if not idle(one)]
        return node

def tree(path):
    return ast.dump(Bare().visit(ast.parse(open(path, "rb").read())))

compared = 0
for path in sys.argv[1:]:
    try:
        original = tree(path)
    except SyntaxError:
        continue  # Some are not meant to be read.
    assert original == tree(path + ".bare"), path
    compared += 1
assert compared > 20
"#;

#[test]
fn a_program_without_its_comments_is_the_same_to_python() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = tempfile::tempdir().unwrap();
    let mut compared = Vec::new();
    let folders =
        ["specs", "fixtures/michigan-connect-n", "fixtures/faithful/submissions", "tests/python", "src"];
    let mut programs: Vec<PathBuf> = folders.iter().flat_map(|folder| files(&project.join(folder))).collect();
    programs.retain(|file| file.extension().is_some_and(|extension| extension == "py"));
    programs.sort();
    for file in night::spread(programs, 6) {
        let content = fs::read(&file).unwrap();
        let Ok(bare) = yardstick::testing::rules::bare("a.py", &content) else { continue };
        let copy = scratch.path().join(format!("{}.py", compared.len()));
        fs::write(&copy, content).unwrap();
        fs::write(copy.with_extension("py.bare"), bare).unwrap();
        compared.push(copy);
    }
    let output = std::process::Command::new("python3").args(["-c", SAME]).args(&compared).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A class with programs under test in another language and the tests of some students.
fn class_in(spec: &str, programs: &[(&str, &str)], program: &str, tests: &[(&str, &str, &str)]) -> Scratch {
    let class = programs.iter().fold(Scratch::new(spec), |class, (path, text)| class.write(path, text));
    tests.iter().fold(class, |class, (name, file, text)| {
        class
            .write(&format!("class/{name}/{program}"), programs[0].1)
            .write(&format!("class/{name}/{file}"), text)
    })
}

fn points_are(class: &Scratch, expected: &[(&str, &str)]) {
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = class.results();
    for (name, points) in expected {
        assert_eq!(named(&results, name)["points"], *points, "{name}: {:#}", named(&results, name));
    }
}

#[test]
fn own_tests_in_javascript_are_asserts_or_tests_of_node() {
    if optional::found("node").is_none() {
        return;
    }
    let spec = "assignment: t\nsubmission: { files: [double.js] }\nscenarios:\n- name: tests\n  points: 4\n  tests:\n    \
                file: double.test.js\n    correct: right/double.js\n    wrong: [squares.js, adds.js]\n";
    let programs = [
        ("right/double.js", "// Doubles.\nexports.double = x => 2 * x;\n"),
        ("squares.js", "// Bug: squares instead\nexports.double = x => x * x;\n"),
        ("adds.js", "/* Bug: adds two */\nexports.double = x => x + 2;\n"),
    ];
    let uses = "const assert = require('assert');\nconst { double } = require('./double.js');\n";
    let (file, plain) = ("double.test.js", |body: &str| format!("{uses}{body}\n"));
    let tests = [
        ("both", plain("assert.strictEqual(double(3), 6);")),
        ("half", plain("require('node:test').test('nothing', () => assert.strictEqual(double(0), 0));")),
        ("none", plain("double(1);")),
        ("strict", plain("require('node:test').test('wrong', () => assert.strictEqual(double(3), 7));")),
        ("syntax", plain("assert(")),
        ("jest", plain("test('double', () => expect(double(3)).toBe(6));")),
        ("module", plain("require('chai');")),
        (
            "asynchronous",
            plain("require('node:test')('later', async () => assert.strictEqual(await double(3), 6));"),
        ),
    ];
    let tests: Vec<(&str, &str, &str)> =
        tests.iter().map(|(name, text)| (*name, file, text.as_str())).collect();
    let class = class_in(spec, &programs, "double.js", &tests);
    points_are(
        &class,
        &[
            ("asynchronous", "4"),
            ("both", "4"),
            ("half", "2"),
            ("jest", "0"),
            ("module", "0"),
            ("none", "0"),
            ("strict", "0"),
            ("syntax", "0"),
        ],
    );
    for name in ["jest", "module", "syntax"] {
        let page = class.read(&format!("yardstick-results/feedback/{name}.txt"));
        let said =
            "The tests cannot pass, because `double.test.js` ends with an error beside a right program";
        assert!(page.contains(said), "{name}: {page}");
    }
    let half = class.read("yardstick-results/feedback/half.txt");
    assert!(half.contains("Missed:\n  - squares instead\n  Caught:\n  - adds two\n"), "{half}");
}

#[test]
fn own_tests_in_java_are_run_by_junit() {
    if optional::found("javac").is_none() {
        return;
    }
    let Ok(junit) = fs::read("/usr/share/java/junit4.jar") else { return optional::skipped("JUnit") };
    let Ok(hamcrest) = fs::read("/usr/share/java/hamcrest.jar") else { return optional::skipped("JUnit") };
    let spec = "assignment: t\nsubmission: { files: [Twice.java] }\nscenarios:\n- name: tests\n  points: 4\n  tests:\n    \
                file: TwiceTest.java\n    correct: right/Twice.java\n    wrong: [squares/Twice.java, adds/Twice.java]\n    \
                with: [\"lib/*.jar\"]\n";
    let program = |bug: &str, body: &str| {
        format!(
            "// {bug}\npublic class Twice {{\n    static int of(int x) {{ return {body}; }}\n    public static void main(String[] a) {{ }}\n}}\n"
        )
    };
    let programs = [
        ("right/Twice.java", program("Doubles.", "2 * x")),
        ("squares/Twice.java", program("Bug: squares instead", "x * x")),
        ("adds/Twice.java", program("Bug: adds two", "x + 2")),
    ];
    let programs: Vec<(&str, &str)> = programs.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let test = |body: &str| {
        let head = "import static org.junit.Assert.*;\nimport org.junit.Test;\n";
        format!("{head}public class TwiceTest {{\n    @Test public void it() {{ {body} }}\n}}\n")
    };
    let tests = [
        // It begins with the mark that editors on Windows write.
        ("both", format!("\u{feff}{}", test("assertEquals(6, Twice.of(3));"))),
        ("half", test("assertEquals(0, Twice.of(0));")),
        ("none", "public class TwiceTest { }\n".to_owned()),
        ("strict", test("assertEquals(7, Twice.of(3));")),
        ("broken", test("assertEquals(6, Twice.of(\"three\"));")),
        ("empty", String::new()),
        ("other", test("").replace("public class TwiceTest", "class TestTwice")),
    ];
    let tests: Vec<(&str, &str, &str)> =
        tests.iter().map(|(name, text)| (*name, "TwiceTest.java", text.as_str())).collect();
    let class_of = |spec: &str, tests: &[(&str, &str, &str)]| {
        let class = class_in(spec, &programs, "Twice.java", tests);
        class.write("lib/junit4.jar", &junit).write("lib/hamcrest.jar", &hamcrest)
    };
    // The tests may be all that is asked for, or be named beside the program.
    for files in ["[TwiceTest.java]", "['*Test.java']", "[Twice.java, TwiceTest.java], entry: Twice.java"] {
        let class = class_of(&spec.replace("[Twice.java]", files), &tests[..2]);
        points_are(&class, &[("both", "4"), ("half", "2")]);
    }
    // What need not be handed in beside them is the program of other scenarios, and its lack costs these.
    let session = "- name: twice\n  points: 1\n  session: |\n    >>> Twice.of(3)\n";
    let files = "[TwiceTest.java], optional: [Twice.java], entry: Twice.java";
    let class = class_of(&format!("{}{session}", spec.replace("[Twice.java]", files)), &tests[..1]);
    std::fs::create_dir_all(class.path("class/alone")).unwrap();
    std::fs::copy(class.path("class/both/TwiceTest.java"), class.path("class/alone/TwiceTest.java")).unwrap();
    let class = class.write("solution/Twice.java", programs[0].1);
    let with_reference =
        |text: String| text.replace("scenarios:", "reference: { files: [solution/Twice.java] }\nscenarios:");
    let whole = with_reference(class.read("spec.yaml"));
    let class = class.write("spec.yaml", &whole);
    points_are(&class, &[("both", "5"), ("alone", "4")]);
    let class = class.write("spec.yaml", whole.replace(", entry: Twice.java", ""));
    points_are(&class, &[("both", "5"), ("alone", "4")]);
    let class = class_of(spec, &tests);
    let points = [
        ("both", "4"),
        ("broken", "0"),
        ("empty", "0"),
        ("half", "2"),
        ("none", "0"),
        ("other", "0"),
        ("strict", "0"),
    ];
    points_are(&class, &points);
    for (name, said) in [
        ("half", "Missed:\n  - squares instead\n  Caught:\n  - adds two\n"),
        ("strict", "The tests must pass on a right program, and do not: FAILED (failures=1), exit code 1."),
        (
            "none",
            "No test ran. A test is a method with `@Test` before it, in the class that is named like the file,",
        ),
        ("empty", "No test ran. A test is"),
        ("other", "No test ran. A test is"),
        ("broken", "The tests do not compile with a right program."),
    ] {
        let page = class.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert!(page.contains(said), "{name}: {page}");
    }
}

#[test]
fn own_tests_that_nobody_could_run_are_refused() {
    let folder = |files: &str, tests: &str| {
        Scratch::new(&format!(
            "assignment: t\nsubmission: {{ files: [{files}] }}\nscenarios:\n- {{ name: s, points: 1, tests: {{ {tests} }} }}\n"
        ))
        .write("right/a.js", "exports.a = 1;\n")
        .write("right/a.py", "a = 1\n")
        .write("right/A.java", "class A { }\n")
    };
    for (files, tests, told) in [
        (
            "a.c",
            "file: test.c, correct: right/a.js, wrong: []",
            "own tests are written in Python, Java or JavaScript, and `test.c` is none",
        ),
        (
            "a.py",
            "file: test.js, correct: right/a.js, wrong: []",
            "the tests are written in JavaScript, and `a.py` is not",
        ),
        (
            "a.js",
            "file: test.js, correct: right/a.py, wrong: []",
            "the tests are written in JavaScript, and `a.py` is not",
        ),
        (
            "A.java",
            "file: T.java, correct: right/A.java, wrong: []",
            "tests in Java need the libraries of JUnit",
        ),
    ] {
        folder(files, tests).refuses(told);
    }
}

#[test]
fn own_tests_in_java_are_run_by_junit_5_too() {
    if optional::found("javac").is_none() {
        return;
    }
    let libraries = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-platform-commons",
        "junit-platform-engine",
        "junit-platform-launcher",
        "opentest4j",
        "apiguardian-api",
    ];
    let read = |name: &str| Some((name.to_owned(), fs::read(format!("/usr/share/java/{name}.jar")).ok()?));
    let found: Vec<(String, Vec<u8>)> = libraries.iter().filter_map(|name| read(name)).collect();
    if found.len() < libraries.len() {
        return optional::skipped("JUnit 5");
    }
    let spec = "assignment: t\nsubmission: { files: [Twice.java] }\nscenarios:\n- name: tests\n  points: 2\n  tests:\n    \
                file: TwiceTest.java\n    correct: right/Twice.java\n    wrong: [squares/Twice.java, adds/Twice.java]\n    \
                with: [\"lib/*.jar\"]\n";
    let program = |bug: &str, body: &str| {
        format!("// {bug}\npublic class Twice {{\n    static int of(int x) {{ return {body}; }}\n}}\n")
    };
    let programs = [
        ("right/Twice.java", program("Doubles.", "2 * x")),
        ("squares/Twice.java", program("Bug: squares instead", "x * x")),
        ("adds/Twice.java", program("Bug: adds two", "x + 2")),
    ];
    let programs: Vec<(&str, &str)> = programs.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let test = |body: &str| {
        let head = "import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.*;\n";
        format!("{head}class TwiceTest {{\n    {body}\n}}\n")
    };
    let tests = [
        // Each of the two catches one of the programs.
        (
            "both",
            test(
                "@Test @DisplayName(\"none\") void it() { assertEquals(0, Twice.of(0)); }\n    \
                 @Nested class Inner { @Test void it() { assertNotEquals(9, Twice.of(3)); } }",
            ),
        ),
        (
            "strict",
            test(
                "@Test void it() { assertEquals(7, Twice.of(3)); }\n    @Test void raises() { throw new IllegalStateException(); }",
            ),
        ),
        ("fails-before", test("@BeforeAll static void all() { fail(); }\n    @Test void it() { }")),
        ("skips", test("@Disabled @Test void it() { assertEquals(6, Twice.of(3)); }")),
        ("none", test("void it() { }")),
    ];
    let tests: Vec<(&str, &str, &str)> =
        tests.iter().map(|(name, text)| (*name, "TwiceTest.java", text.as_str())).collect();
    let class = class_in(spec, &programs, "Twice.java", &tests);
    let class =
        found.into_iter().fold(class, |class, (name, jar)| class.write(&format!("lib/{name}.jar"), jar));
    points_are(
        &class,
        &[("both", "2"), ("fails-before", "0"), ("none", "0"), ("skips", "0"), ("strict", "0")],
    );
    for (name, said) in [
        ("strict", "FAILED (failures=1, errors=1), exit code 1."),
        ("fails-before", "FAILED (failures=1), exit code 1."),
        (
            "skips",
            "No test ran. A test is a method with `@Test` before it, in the class that is named like the file",
        ),
        ("none", "No test ran."),
    ] {
        let page = class.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert!(page.contains(said), "{name}: {page}");
    }
}

/// A right program with a function that no scenario calls, and scenarios in Python and in JavaScript that show mutants of the
/// other.
fn with_mutants(language: &str, keys: &str) -> Scratch {
    let (program, test, text) = match language {
        "py" => (
            "t.py",
            "test_t.py",
            "\"\"\"Numbers.\"\"\"\n\n\ndef clamp(value, least):\n    if value < least:\n        return least\n    return value\n\n\n\
             def idle(value):\n    return value * 3 + 1\n",
        ),
        _ => (
            "t.js",
            "t.test.js",
            "// Numbers.\nfunction clamp(value, least) {\n  if (value < least) return least;\n  return value;\n}\n\nfunction idle(value) \
             {\n  return value * 3 + 1;\n}\nmodule.exports = { clamp, idle };\n",
        ),
    };
    let spec = format!(
        "assignment: t\nsubmission: {{ files: [{program}] }}\nreference: {{ files: [right/{program}] }}\ngroups:\n- name: clamp\n  points: \
         1\n  scenarios:\n  - name: both\n    session: |\n      >>> clamp(1, 3)\n      >>> clamp(5, 3)\n- name: tests\n  points: 4\n  \
         scenarios:\n  - name: tests\n    tests: {{ file: {test}, correct: right/{program}, {keys} }}\n"
    );
    let (head, [low, high]) = match language {
        "py" => (
            "import unittest\nfrom t import clamp, idle\n\n\nclass T(unittest.TestCase):\n    def test_it(self):\n        ",
            ["self.assertEqual(clamp(1, 3), 3)", "self.assertEqual(clamp(5, 3), 5)"],
        ),
        _ => (
            "const assert = require('assert');\nconst { clamp } = require('./t.js');\n",
            ["assert.strictEqual(clamp(1, 3), 3)", "assert.strictEqual(clamp(5, 3), 5)"],
        ),
    };
    Scratch::new(&spec)
        .write(&format!("right/{program}"), text)
        .write(&format!("class/both/{program}"), text)
        .write(&format!("class/both/{test}"), format!("{head}{low}; {high}\n"))
        .write(&format!("class/none/{program}"), text)
        .write(&format!("class/none/{test}"), format!("{head}clamp(5, 3)\n"))
}

#[test]
fn mutants_of_the_right_program_are_those_that_the_spec_shows() {
    for language in night::spread(vec!["py", "js"], 2) {
        if language == "js" && optional::found("node").is_none() {
            continue;
        }
        let class = with_mutants(language, "mutants: 6");
        points_are(&class, &[("both", "5"), ("none", "1")]);
        assert_eq!(class.run(&["verify"]).code, 0);
        for name in ["both", "none"] {
            let page = class.read(&format!("yardstick-results/feedback/{name}.txt"));
            // Nothing calls `idle`, so none of its mutants need be found; what is told shows nothing of the program.
            assert!(page.contains("- In `clamp`, ") && !page.contains("`idle`"), "{page}");
            assert!(!page.contains("Line ") && !page.contains("least"), "{page}");
        }
    }
}

#[test]
fn where_a_mutant_differs_is_told_if_the_spec_says_so() {
    let class = with_mutants("py", "mutants: 3, tell: place");
    let checked = class.run(&["check", "spec.yaml", "class/none"]);
    assert_eq!(checked.code, 1, "{}", checked.stderr);
    assert!(
        checked.stdout.contains("  - Line 5 has `not (value < least)` in the place of `value < least`."),
        "{}",
        checked.stdout
    );
}

#[test]
fn mutants_that_no_scenario_shows_are_no_wrong_programs() {
    let class = with_mutants("py", "mutants: 3");
    let spec = class.read("spec.yaml").replace("clamp(1, 3)", "1").replace("clamp(5, 3)", "2");
    let refused = class.write("spec.yaml", spec).run(&["check", "spec.yaml", "class/none"]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @r"
    error: no scenario shows any of the 9 mutants that were tried
      --> spec.yaml:16:61
       |
    16 |     tests: { file: test_t.py, correct: right/t.py, mutants: 3 }
       |                                                             ^ none of them is wrong for certain
       |
       = help: test more of the program: `yardstick suggest` finds scenarios that show them; or name wrong programs under `wrong`
    ");
}
