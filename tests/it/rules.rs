//! Scenarios that run no program: rules, packages, own tests, marks by hand.

use yardstick::testing::rules::{Rule, check_all};

use super::night;
use super::scratch::{Scratch, named};

const SPEC: &str = r#"
assignment: tidy
submission: { files: [tidy.py] }
groups:
  - name: Form
    points: 4
    scenarios:
      - { name: imports, rule: { imports: [math] }, effect: EFFECT }
      - { name: handed in as A3.zip, package: { archive: A3.zip }, effect: warning }
      - { name: has the function, rule: { defines: ["area(radius)"] } }
      - { name: answers, session: ">>> area(0)\n0.0" }
  - name: Style
    points: 1
    scenarios:
      - { name: names, manual: names say what they hold }
"#;

const TIDY: &str = "import math\n\ndef area(radius):\n    return math.pi * radius ** 2\n";

fn class(effect: &str) -> Scratch {
    Scratch::new(&SPEC.replace("EFFECT", effect))
        .write("class/Ada/tidy.py", TIDY)
        .write("class/Bob/tidy.py", format!("import os\n{TIDY}"))
        .write("class/Eve/tidy.py", "def Area(radius):\n    return __import__('math').pi\n")
        .zip("class/Grace/A3.zip", &[("A3/tidy.py", TIDY)])
}

fn points(scratch: &Scratch) -> Vec<String> {
    let results = scratch.results();
    ["Ada", "Bob", "Eve", "Grace"]
        .map(|name| named(&results, name)["points"].as_str().unwrap().to_owned())
        .to_vec()
}

#[test]
fn a_rule_costs_points_or_warns_or_is_a_gate() {
    for (effect, expected) in
        [("points", ["4", "3", "2", "4"]), ("warning", ["4", "4", "2", "4"]), ("gate", ["4", "0", "2", "4"])]
    {
        let class = class(effect);
        assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
        assert_eq!(points(&class), expected, "{effect}");
        let bob = class.read("yardstick-results/feedback/Bob.txt");
        assert!(bob.contains("`tidy.py`, line 1: ") && bob.contains("   1 | import os"), "{bob}");
        assert_eq!(
            bob.contains("Nothing is graded, because `Form / imports` failed."),
            effect == "gate",
            "{bob}"
        );
        let eve = class.read("yardstick-results/feedback/Eve.txt");
        assert!(eve.contains("`Area` is defined: is the name misspelled?"), "{eve}");
    }
}

#[test]
fn without_the_program_its_modules_are_graded_all_the_same() {
    let spec = "assignment: t\nsubmission: { files: [t.py], optional: [game.py], entry: game.py }\nscenarios:\n\
                - { name: function, points: 1, module: t, session: \">>> t()\\n1\" }\n\
                - { name: game, points: 1, expect: { stdout: \"1\\n\" } }\n";
    let class = Scratch::new(spec)
        .write("class/both/t.py", "def t(): return 1\n")
        .write("class/both/game.py", "import t\nprint(t.t())\n")
        .write("class/broken/t.py", "def t(): return 1\n")
        .write("class/broken/game.py", "print(\n")
        .write("class/without/t.py", "def t(): return 1\n")
        .write("class/wrong/game.py", "print(1)\n");
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = class.results();
    for (name, points) in [("both", "2"), ("broken", "1"), ("without", "1"), ("wrong", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}");
    }
    let page = class.read("yardstick-results/feedback/without.txt");
    assert!(page.contains("game: invalid submission (0/1)\n  `game.py` is missing; "), "{page}");
}

#[test]
fn the_name_of_the_archive_is_looked_at() {
    let class = class("points");
    class.run(&["grade", "spec.yaml", "class"]);
    let warning = "The files were not handed in as a zip file called `A3.zip`.";
    assert!(class.read("yardstick-results/feedback/Ada.txt").contains(warning));
    assert!(!class.read("yardstick-results/feedback/Grace.txt").contains("A3.zip`."));
}

#[test]
fn marks_by_hand_are_added_when_they_come() {
    let class = class("points");
    class.run(&["grade", "spec.yaml", "class"]);
    let grades = class.read("yardstick-results/grades.csv");
    assert!(grades.contains("\nAda,graded,4,5,1,1,1,1,\n"), "{grades}");
    let marked = grades.replace("\nAda,graded,4,5,1,1,1,1,\n", "\nAda,graded,4,5,1,1,1,1,0.5\n");
    let class = class.write("marks.csv", &marked);
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--marks", "marks.csv"]).code, 0);
    assert_eq!(points(&class), ["4.5", "3", "2", "4"]);
    let too_many = class.write("marks.csv", marked.replace(",0.5\n", ",7\n"));
    let refused = too_many.run(&["grade", "spec.yaml", "class", "--marks", "marks.csv"]);
    assert_eq!(refused.code, 2);
    let says = "`7` for `Ada` in `Style / names`: it is worth 1 point at the most";
    assert!(refused.stderr.contains(says), "{}", refused.stderr);
}

#[test]
fn own_tests_earn_the_share_of_the_bugs_that_they_catch() {
    let spec = "assignment: t\nsubmission: { files: [t.py] }\nscenarios:\n- name: tests\n  points: 4\n  tests:\n    \
                file: test_t.py\n    correct: right/t.py\n    wrong: [one/t.py, two/t.py]\n";
    let test = |body: &str| {
        format!("import unittest, t\nclass T(unittest.TestCase):\n    def test_it(self):\n        {body}\n")
    };
    let class = Scratch::new(spec)
        .write("right/t.py", "def double(x): return 2 * x\n")
        .write("one/t.py", "# Bug: squares instead\ndef double(x): return x * x\n")
        .write("two/t.py", "# Bug: adds two\ndef double(x): return x + 2\n")
        .write("class/both/t.py", "")
        .write("class/both/test_t.py", test("self.assertEqual(t.double(3), 6)"))
        .write("class/half/t.py", "")
        .write("class/half/test_t.py", test("self.assertEqual(t.double(0), 0)"))
        .write("class/none/t.py", "")
        .write("class/strict/t.py", "")
        .write("class/strict/test_t.py", test("self.assertEqual(t.double(3), 7)"));
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = class.results();
    for (name, points) in [("both", "4"), ("half", "2"), ("none", "0"), ("strict", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}");
    }
    let half = class.read("yardstick-results/feedback/half.txt");
    assert!(half.contains("The tests catch 1 of 2 wrong programs."), "{half}");
    assert!(half.contains("Missed:\n  - squares instead\n  Caught:\n  - adds two\n"), "{half}");
    assert!(class.read("yardstick-results/feedback/none.txt").contains("`test_t.py` was not handed in."));
    assert!(
        class
            .read("yardstick-results/feedback/strict.txt")
            .contains("The tests must pass on a right program")
    );
}

#[test]
fn fixtures_obey_the_rules_of_their_assignments() {
    let imports = |only: &[&str]| Rule::Imports { only: only.iter().map(ToString::to_string).collect() };
    let defines =
        |names: &[&str]| Rule::Defines { required: names.iter().map(|name| name.parse().unwrap()).collect() };
    let carleton = vec![imports(&["connect4"]), Rule::MainGuard, Rule::NoInputAtImport, defines(&["main()"])];
    let michigan = vec![
        Rule::NoInputAtImport,
        defines(&["class Notation(Enum)", "Player.__init__(playerName, playerNotation, curScore)"]),
        defines(&["Board.placeMark(self, colNum, mark)", "Board.__checkWinHorizontal(target)"]),
        defines(&["Game.__playBoard(curPlayer)"]),
    ];
    let queensland = vec![
        imports(&["typing", "a1_support"]),
        Rule::MainGuard,
        Rule::NoInputAtImport,
        defines(&["num_hours()", "add_piece(board, piece, column_index)", "check_win(board)", "main()"]),
    ];
    for (program, rules) in [
        ("carleton-connect4/submissions/accepted-chatty/c4game.py", carleton),
        ("michigan-connect-n/submissions/accepted-handout-words/connectN.py", michigan),
        ("uq-connect4ish/submissions/accepted-plain/a1.py", queensland),
    ] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(program);
        let content = std::fs::read(path).unwrap();
        for (rule, findings) in rules.iter().zip(check_all(&rules, "a.py", &content)) {
            assert_eq!(findings, [], "{rule:?}");
        }
    }
}

const SPEC_OF_FOUR: &str = r##"
assignment: forms
submission: { files: [main.py], optional: [count.c, Count.java, count.js, shapes.hpp] }
groups:
  - name: C
    points: 6
    scenarios:
      - { name: headers, rule: { file: count.c, includes: [stdio.h] } }
      - { name: function, rule: { file: count.c, defines: ["int count(const char *, char)"] } }
      - { name: techniques, rule: { file: count.c, avoids: [goto, global-variable, gets(), "#include <string.h>"] } }
      - { name: recursion, rule: { file: count.c, within: count, uses: [recursion] } }
      - { name: no loop, rule: { file: count.c, within: count, avoids: [for, while] } }
      - { name: author, rule: { file: count.c, header: [Author] } }
  - name: Java
    points: 3
    scenarios:
      - { name: imports, rule: { file: Count.java, imports: [java.util.Scanner] } }
      - { name: method, rule: { file: Count.java, defines: ["public static int Count.count(String, char)"] } }
      - { name: techniques, rule: { file: Count.java, avoids: [lambda, .stream(), System.exit()] } }
  - name: JavaScript
    points: 3
    scenarios:
      - { name: imports, rule: { file: count.js, imports: [] } }
      - { name: function, rule: { file: count.js, defines: ["count(text, letter)"] } }
      - { name: techniques, rule: { file: count.js, avoids: [var, loose-equality] } }
  - name: C++
    points: 1
    scenarios:
      - { name: class, rule: { file: shapes.hpp, defines: ["class Circle : public Shape", "double Circle.area()"] } }
"##;

const RIGHT: [(&str, &str); 4] = [
    (
        "count.c",
        "// Author: Ada\n#include <stdio.h>\n\nint count(const char *text, char letter) {\n    if (!*text) return 0;\n    \
         return (*text == letter) + count(text + 1, letter);\n}\n",
    ),
    (
        "Count.java",
        "import java.util.Scanner;\n\npublic class Count {\n    public static int count(String text, char letter) {\n        \
         return 0;\n    }\n}\n",
    ),
    ("count.js", "export const count = (text, letter) => text.split(letter).length - 1;\n"),
    (
        "shapes.hpp",
        "class Shape { };\nclass Circle : public Shape {\npublic:\n    double area() const;\n};\n",
    ),
];

const WRONG: [(&str, &str); 4] = [
    (
        "count.c",
        "#include <stdio.h>\n#include <string.h>\nint found = 0;\n\nint count(char *text) {\n    for (; *text; text++) found++;\n    \
         return found;\n}\n",
    ),
    (
        "Count.java",
        "import java.util.*;\n\npublic class Count {\n    static int count(String text, char letter) {\n        \
         java.io.File file;\n        return (int) text.chars().filter(c -> c == letter).count();\n    }\n}\n",
    ),
    ("count.js", "var fs = require('fs');\nfunction counts(text, letter) { return text == letter; }\n"),
    ("shapes.hpp", "class Circle {\n};\n"),
];

fn with_files(class: Scratch, name: &str, files: &[(&str, &str)]) -> Scratch {
    let class = class.write(&format!("class/{name}/main.py"), "");
    files.iter().fold(class, |class, (file, text)| class.write(&format!("class/{name}/{file}"), text))
}

#[test]
fn sources_in_c_java_and_javascript_are_held_to_rules() {
    let class = with_files(with_files(Scratch::new(SPEC_OF_FOUR), "right", &RIGHT), "wrong", &WRONG);
    // What is behind a macro is not known, so nothing is lost for it.
    let behind = RIGHT[0]
        .1
        .replace("int count(const", "#define begin {\nint count(const")
        .replace("letter) {", "letter) begin");
    let class = with_files(class, "macro", &[("count.c", &behind), RIGHT[1], RIGHT[2], RIGHT[3]]);
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = class.results();
    assert_eq!(named(&results, "right")["points"], "13");
    assert_eq!(named(&results, "wrong")["points"], "0");
    assert_eq!(named(&results, "macro")["points"], "13");
    let told = named(&results, "wrong").to_string();
    for said in [
        "`count.c`, line 2: `string.h` is included, but this file may include only `stdio.h`.",
        "`count.c`, line 5: `count` takes one parameter, `char *text`; asked for: 2, `char*` and `char`.",
        "`count.c`, line 3: a global variable is not among the techniques of this assignment.",
        "`count.c`, line 5: a function that calls itself is asked for in `count`, and there is none.",
        "`count.c`, line 6: a `for` loop is not among the techniques of this assignment in `count`.",
        "the comments at the top of the file do not name `Author`",
        "`Count.java`, line 1: `java.util.*` is imported, but this file may import only `java.util.Scanner`.",
        "`Count.java`, line 5: `java.io.File` is used by its full name, but this file may import only `java.util.Scanner`.",
        "`Count.java`, line 4: `Count.count` is not `public`.",
        "`Count.java`, line 6: a lambda is not among the techniques of this assignment.",
        "`count.js`, line 1: `fs` is imported, but this file may import nothing.",
        "`counts` is defined: is the name misspelled?",
        "`count.js`, line 1: a declaration with `var` is not among the techniques of this assignment.",
        "the class `Circle` is derived from nothing; it must be derived from `Shape`",
    ] {
        assert!(told.contains(said), "{said}\n{told}");
    }
}

/// Texts that are made to trouble a parser, each as often as it is repeated.
const TROUBLE: [(&str, &str, usize); 8] = [
    ("count.c", "x=>", 3_000),
    ("Count.java", "a<", 20_000),
    ("count.js", "f(`${", 100_000),
    ("count.c", "((((((((", 60_000),
    ("Count.java", "class A{", 60_000),
    ("count.js", "{[(", 150_000),
    ("count.c", "int a = 1;\n", 1_000_000),
    ("Count.java", "\0\u{202e}\"", 100_000),
];

#[test]
fn a_source_that_troubles_its_parser_harms_nobody_else() {
    for (file, text, times) in night::spread(TROUBLE.to_vec(), TROUBLE.len()) {
        let rule = format!("rule: {{ file: {file}, avoids: [switch] }}");
        let spec = format!(
            "assignment: a\nsubmission: {{ files: [main.py], optional: [{file}] }}\nscenarios:\n  \
             - {{ name: s, points: 1, {rule} }}\n"
        );
        let right = RIGHT.iter().find(|(name, _)| *name == file).unwrap();
        let trouble = text.repeat(times);
        let class =
            with_files(with_files(Scratch::new(&spec), "right", &[*right]), "trouble", &[(file, &trouble)]);
        let graded = class.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        let results = class.results();
        assert_eq!(named(&results, "right")["points"], "1", "{file}");
        let troubled = named(&results, "trouble");
        assert!(troubled["points"] == "0" || troubled["points"] == "1", "{file}: {troubled:#}");
        assert_eq!(troubled["status"], "graded", "{file}: {troubled:#}");
    }
}
