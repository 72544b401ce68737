//! Questions of CodeRunner, as Moodle exports them.

use super::{checked, imported, refuses};
use crate::optional;
use crate::scratch::Scratch;

fn case(code: &str, stdin: &str, expected: &str, more: &str) -> String {
    let display = if more.contains("HIDE") { "HIDE" } else { "SHOW" };
    format!(
        "<testcase testtype=\"0\" {}><testcode><text><![CDATA[{code}]]></text></testcode><stdin><text>{stdin}</text></stdin>\
         <expected><text><![CDATA[{expected}]]></text></expected><display><text>{display}</text></display></testcase>",
        more.replace("HIDE", "")
    )
}

fn question(name: &str, kind: &str, keys: &str, answer: &str, cases: &str) -> String {
    format!(
        "<question type=\"coderunner\"><name><text>{name}</text></name><defaultgrade>4.0000000</defaultgrade>\
         <coderunnertype>{kind}</coderunnertype>{keys}<answer><![CDATA[{answer}]]></answer><testcases>{cases}</testcases></question>"
    )
}

fn export(questions: &str) -> Scratch {
    Scratch::new("")
        .write("package/quiz.xml", format!("<?xml version=\"1.0\"?>\n<!-- x --><quiz>{questions}</quiz>\n"))
}

const HALF: &str = "import sys\ndef half(n):\n    print('half', file=sys.stdout)\n    return n / 2\n";

#[test]
fn each_question_is_a_group_with_its_answer() {
    let file = "<file name=\"d.txt\" path=\"/\" encoding=\"base64\">aGVs\nbG8K</file>";
    let cases = [
        case("print(half(6))", "", "half\n3.0  \n\n", "mark=\"2.0000000\""),
        case("x = half(3)\nfor i in range(2):\n    print(x)", "", "half\n1.5\n1.5", "mark=\"1\" HIDE"),
        case("print('''a\nb''', open('d.txt').read())", "", "a\nb hello", "mark=\"0.5\""),
        case("half(int(input()))", "8", "half", "mark=\"0.5\""),
    ];
    let half = question(
        "Half &amp;lt;n&amp;gt;",
        "python3",
        "<allornothing>0</allornothing>",
        HALF,
        &(cases.concat() + file),
    );
    let keys = "<cputimelimitsecs>1.5</cputimelimitsecs><memlimitmb>100</memlimitmb>";
    let cases = case("", "a\n\nb", "A\n\nB", "") + &case("", "x", "X", "");
    let shout = question("Shout", "python3", keys, "import sys\nprint(sys.stdin.read().upper())\n", &cases);
    let total = question(
        "Total",
        "python3",
        "<grader>RegexGrader</grader>",
        "print('Total:', 12)",
        &case("", "", r"Total: \d+$", ""),
    );
    let own = question("Own", "python3", "<template>{{ X }}</template>", "x", &case("a", "", "b", ""));
    let essay = "<question type=\"essay\"><name><text>e</text></name></question>";
    let scratch = export(&[half, shout, total, own, essay.to_owned()].concat());
    let told = imported(&scratch, "coderunner");
    for part in [
        "the question `Own`: it has a template of its own",
        "a question of other kinds than CodeRunner: 1",
        "yardstick check out/spec.yaml out/solutions",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "  - name: \"Half <n>\"\n    points: 4\n    entry: half_n.py\n",
        "        weight: 20\n        session: |\n          >>> print(half(6))\n          half\n          3.0\n",
        "        weight: 10\n        hidden: true\n",
        "          >>> exec(\"print('''a\\nb''', open('d.txt').read())\")\n",
        "    limits: { cpu: 1500ms, memory: 100 MiB }\n",
        "    pass: all\n",
        "        stdin: [a, \"\", b]\n        expect: { stdout: \"A\\n\\nB\\n\", stderr: empty }\n",
        "        expect: { stdout: { regex: 'Total: \\d+$' }, stderr: empty }\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    assert!(told.contains("prove it: it brings a program with known verdicts"), "{told}");
    // The answers of the authors earn everything.
    let ended = checked(&scratch, "out/solutions");
    assert!(ended.stdout.contains("12 of 12 points"), "{}{}", ended.stdout, ended.stderr);
    let scratch = scratch.write("bad/half_n.py", HALF.replace("/ 2", "// 2"));
    assert!(
        checked(&scratch, "bad").stdout.contains("1 of 12 points"),
        "{}",
        checked(&scratch, "bad").stdout
    );
}

#[test]
fn code_of_other_languages_is_one_block() {
    let class = "public class Thing { int n; Thing(int n) { this.n = n; } }";
    let thing = question(
        "Thing",
        "java_class",
        "",
        class,
        &case("Thing t = new Thing(3);\nSystem.out.println(t.n)", "", "3", ""),
    );
    let square = question(
        "Square",
        "nodejs",
        "",
        "const sqr = n => n * n;",
        &case("console.log(sqr(4))", "", "16", ""),
    );
    let scratch = export(&(thing + &square));
    imported(&scratch, "coderunner");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "  files: [Thing.java, square.js]\n",
        "          >>> {\n          ...     Thing t = new Thing(3);\n          ...     System.out.println(t.n);\n          ... }\n          3\n",
        "          >>> { console.log(sqr(4)) }\n          16\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
}

#[test]
fn a_function_alone_is_tested_by_a_program_around_it() {
    let square = question(
        "Square",
        "c_function",
        "<allornothing>0</allornothing>",
        "int square(int n)\n{\n    return n * n;\n}",
        &(case("printf(\"%d\\n\", square(-7))", "", "49", "")
            + &case("int n;\nscanf(\"%d\", &n);\nprintf(\"%d\\n\", square(n));", "3", "9", "HIDE")),
    );
    let shout = question(
        "Shout it",
        "cpp_function",
        "",
        "string shout(const string &text) { return text + \"!\"; }",
        &case("cout << shout(\"hi\") << endl", "", "hi!", ""),
    );
    let twice = question(
        "Twice",
        "java_method",
        "",
        "int twice(int n) { return 2 * n; }\nstatic int zero() { return 0; }",
        &(case("System.out.println(twice(4))", "", "8", "")
            + &case("System.out.println(zero() + twice(1));", "", "2", "")),
    );
    let cube = question(
        "Cube",
        "c_function",
        "",
        "int cube(int n) { return n * n * n; }",
        &case("printf(\"%d\", cube(2));", "", "8", ""),
    );
    let scratch = export(&(square.clone() + &shout + &twice + &cube));
    imported(&scratch, "coderunner");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "  files: []\n  optional: [square.h, shout_it.h, Twice.java, cube.h]\n  entry: test_square.c\n",
        "    entry: TestTwice.java\n",
        "      - name: test 2\n        hidden: true\n        args: [2]\n        stdin: [3]\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    let tester = scratch.read("out/support/test_square.c");
    assert!(tester.contains("#include \"square.h\"\n\nstatic int yardstick_test_1(void)\n{\n    printf(\"%d\\n\", square(-7))\n    ;\n"), "{tester}");
    assert_eq!(
        scratch.read("out/solutions/Twice.java"),
        "public class Twice {\n    int twice(int n) { return 2 * n; }\n    static int zero() { return 0; }\n}\n"
    );
    if ["gcc", "g++", "javac"].iter().all(|tool| optional::found(tool).is_some()) {
        let ended = checked(&scratch, "out/solutions");
        assert!(ended.stdout.contains("16 of 16 points"), "{}{}", ended.stdout, ended.stderr);
        // What is missing or broken costs its own question.
        let broken = scratch.read("out/solutions/square.h");
        let scratch =
            scratch.write("some/square.h", broken).write("some/cube.h", "int cube(int n) { return }");
        let ended = checked(&scratch, "some");
        assert!(ended.stdout.contains("4 of 16 points"), "{}{}", ended.stdout, ended.stderr);
    }

    // One question alone is one file.
    let scratch = export(&square);
    imported(&scratch, "coderunner");
    let spec = scratch.read("out/spec.yaml");
    assert!(
        spec.contains(
            "  files: [square.h]\n  entry: test_square.c\n  supplied: [\"support/test_square.c\"]\n"
        ),
        "{spec}"
    );
    if optional::found("gcc").is_some() {
        let scratch = scratch.write("answer/square.h", "int square(int n) { return n < 0 ? 0 : n * n; }\n");
        let ended = checked(&scratch, "answer");
        assert!(ended.stdout.contains("2 of 4 points"), "{}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn an_export_without_a_question_that_can_be_carried_over_is_refused() {
    refuses(&export(""), "coderunner", "package", "there are no questions of CodeRunner in it");
    let bad = question("X", "python3", "<grader>TemplateGrader</grader>", "", &case("a", "", "", ""));
    refuses(&export(&bad), "coderunner", "package", "its grader is `TemplateGrader`");
    let hostile = "<file name=\"../a\" encoding=\"base64\">YQ==</file>";
    let bad = question("X", "python3", "", "", &(case("a", "", "", "") + hostile));
    refuses(&export(&bad), "coderunner", "package", "its file `../a` has a name that cannot be written here");
    let bomb = Scratch::new("").write("package/a.xml", "<!DOCTYPE q [<!ENTITY a \"aa\">]><quiz>&a;</quiz>");
    refuses(&bomb, "coderunner", "package", "it declares a type of documents");
    refuses(&Scratch::new("").write("package/a.xml", "<quiz>"), "coderunner", "package", "it ends too early");
    refuses(
        &Scratch::new("").write("package/a.txt", "x"),
        "coderunner",
        "package",
        "there is no `.xml` file",
    );
}
