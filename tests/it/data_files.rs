//! Scenarios that are made from files of input and answers.

use std::fmt::Write;

use super::scratch::{Scratch, named};

/// Adds the numbers of its input, however it ends.
const ADD: &str = "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n";

fn spec(scenarios: &str) -> String {
    format!(
        "assignment: add\ntitle: Add\nsubmission: {{ files: [add.py] }}\ngroups:\n  - name: Secret\n    points: 6\n    \
         scenarios: {scenarios}\n"
    )
}

fn with_reference(scenarios: &str) -> String {
    spec(scenarios).replace("groups:", "reference: { files: [solution.py] }\ngroups:")
}

/// Three pairs, the last of which is larger than 9.
fn pairs(scenarios: &str) -> Scratch {
    Scratch::new(&spec(scenarios))
        .write("data/secret/10.in", "5 6\n")
        .write("data/secret/10.ans", "11\n")
        .write("data/secret/2.in", "2 2\n")
        .write("data/secret/2.ans", "4\n")
        .write("data/secret/1.in", "1 1")
        .write("data/secret/1.ans", "2\n")
}

/// Grades one program; the names of its scenarios with their points.
fn graded(scratch: &Scratch) -> Vec<(String, String)> {
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let verified = scratch.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    let results = scratch.results();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let scenarios = named(&results, "Ada")["scenarios"].as_array().unwrap();
    scenarios.iter().map(|one| (text(&one["name"]), text(&one["points"]))).collect()
}

#[test]
fn every_file_of_input_is_a_scenario_in_the_order_of_counting() {
    let program =
        "import sys\ntotal = sum(map(int, sys.stdin.read().split()))\nprint(total if total > 2 else '?')\n";
    let scratch = pairs("{ from: data/secret/*.in, expect: '*.ans' }").write("class/Ada/add.py", program);
    let expected = [("1", "0"), ("2", "2"), ("10", "2")];
    assert_eq!(graded(&scratch), expected.map(|(name, points)| (name.to_owned(), points.to_owned())));
    let again = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(again.stdout.contains("3 of 3 runs were known"), "{}", again.stdout);

    // What is graded stays what it was, whatever comes into the folder.
    let scratch = scratch.write("data/secret/3.in", "1 2\n").write("data/secret/3.ans", "3\n");
    assert_eq!(scratch.run(&["verify"]).code, 0);
    let more = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(more.stdout.contains("3 of 4 runs were known"), "{}", more.stdout);
}

#[test]
fn answers_may_lie_in_a_folder_of_their_own_and_inputs_in_folders_below() {
    for (scenarios, files, name) in [
        ("{ from: in/input*.txt, expect: out/output*.txt }", ["in/input7.txt", "out/output7.txt"], "input7"),
        ("{ from: tests/*/input, expect: output }", ["tests/7/input", "tests/7/output"], "7"),
        ("{ from: data/**/*.in, expect: '*.ans' }", ["data/a/b/7.in", "data/a/b/7.ans"], "a/b/7"),
        ("{ from: data/**/*.in, expect: answers/**/*.ans }", ["data/7.in", "answers/7.ans"], "7"),
        ("{ from: '*.in', expect: '*.ans' }", ["7.in", "7.ans"], "7"),
    ] {
        let scratch = Scratch::new(&spec(scenarios))
            .write(files[0], "3 4\n")
            .write(files[1], "7\n")
            .write("class/Ada/add.py", ADD);
        assert_eq!(graded(&scratch), [(name.to_owned(), "6".to_owned())], "{scenarios}");
    }
}

#[test]
fn without_answers_the_reference_is_asked() {
    let scratch = Scratch::new(&with_reference("{ from: data/*.in }"))
        .write("solution.py", ADD)
        .write("data/1.in", "1 2\n")
        .write("data/2.in", "")
        .write("class/Ada/add.py", "print(3)\n");
    let expected = [("1", "3"), ("2", "0")].map(|(name, points)| (name.to_owned(), points.to_owned()));
    assert_eq!(graded(&scratch), expected);
}

#[test]
fn input_arrives_byte_by_byte() {
    let texts = ["", "\n", "a", "a\n", "a\n\n", " a \r\nb\t\n", "\r", "é\n\u{2028}x\u{85}\n\x0b"];
    let mut scratch = Scratch::new(&spec("{ from: data/*.in, expect: '*.ans' }"))
        .write("class/Ada/add.py", "import sys\nprint(sys.stdin.buffer.read().hex())\n");
    for (index, text) in texts.iter().enumerate() {
        let mut hex = String::new();
        text.bytes().for_each(|byte| write!(hex, "{byte:02x}").unwrap());
        scratch = scratch
            .write(&format!("data/{index}.in"), text)
            .write(&format!("data/{index}.ans"), format!("{hex}\n"));
    }
    let lost: Vec<_> = graded(&scratch).into_iter().filter(|(_, points)| points == "0").collect();
    assert_eq!(lost, []);
}

#[test]
fn a_packed_spec_brings_its_data_along() {
    let scratch = pairs("{ from: data/secret/*.in, expect: '*.ans' }");
    let packed = scratch.run(&["pack", "gradescope", "spec.yaml", "--out", "grader.zip"]);
    assert_eq!(packed.code, 0, "{}", packed.stderr);
    let file = std::fs::File::open(scratch.path("grader.zip")).unwrap();
    let archive = zip::ZipArchive::new(file).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    for data in ["1.in", "1.ans", "10.ans"] {
        assert!(names.iter().any(|name| name.ends_with(&format!("data/secret/{data}"))), "{names:?}");
    }
}

#[test]
fn no_scenario_is_recorded_among_files() {
    let recorded = Scratch::new(&with_reference("{ from: 'data/*.in' }"))
        .write("solution.py", "print(input('? '))\n")
        .write("data/1.in", "7\n")
        .command(&["record", "spec.yaml"])
        .write_stdin("two\n2\n")
        .output()
        .unwrap();
    let told = String::from_utf8(recorded.stderr).unwrap();
    assert!(told.contains("each of its scenarios is a file of input") && told.contains("help: "), "{told}");
}

#[test]
fn nonsense_in_patterns_is_refused_with_its_place() {
    for (scenarios, told) in [
        ("{ from: data/secret/*.inn, expect: '*.ans' }", "no file matches this pattern"),
        ("{ from: data/secrets/*.in, expect: '*.ans' }", "cannot read the folder `data/secrets`"),
        ("{ from: ../*.in, expect: '*.ans' }", "`../*.in` is no pattern of files below the spec's folder"),
        ("{ from: /etc/*.conf, expect: '*.ans' }", "`/etc/*.conf` is no pattern"),
        ("{ from: data/../../*.in, expect: '*.ans' }", "`data/../../*.in` is no pattern"),
        ("{ from: data/secret/*.in, expect: ../*.ans }", "`../*.ans` is no pattern"),
        ("{ from: data/secret/1.in, expect: 1.ans }", "`data/secret/1.in` is one file"),
        ("{ from: data/secret/*.in, expect: 1.ans }", "does not name one answer for each input"),
        ("{ from: data/secret/*.in, expect: data/*/*.ans }", "does not name one answer for each input"),
        ("{ from: data/secret/*.in, expect: '*.out' }", "no answer can be read from `data/secret/1.out`"),
        ("{ from: data/secret/*.in, expect: '*.out' }", "3 of 3 files of input have no answer"),
        ("{ from: data/secret/*.in, expects: '*.ans' }", "unknown key `expects`"),
        ("{ from: data/secret/*.in }", "nothing says what `1` must print"),
    ] {
        pairs(scenarios).write("add.py", ADD).refuses(told);
    }
    let scratch = pairs("{ from: data/secret/*.in, expect: '*.ans' }").write("add.py", ADD);
    scratch
        .write("data/secret/3.in", b"\xff\n")
        .write("data/secret/3.ans", "3\n")
        .refuses("`data/secret/3.in` is not text");
    let scratch = pairs("{ from: data/secret/*.in, expect: '*.ans' }").write("add.py", ADD);
    scratch
        .write("data/secret/3.in", "\0\n")
        .write("data/secret/3.ans", "3\n")
        .refuses("`data/secret/3.in` holds a zero byte");
}

#[test]
fn a_missing_answer_is_shown_where_the_answers_are_named() {
    let scratch = pairs("{ from: data/secret/*.in, expect: '*.ans' }").write("data/secret/7.in", "7\n");
    let refused = scratch.write("add.py", ADD).run(&["check", "spec.yaml", "."]);
    insta::assert_snapshot!(refused.stderr, @"
    error: no answer can be read from `data/secret/7.ans`: No such file or directory (os error 2)
     --> spec.yaml:7:50
      |
    7 |     scenarios: { from: data/secret/*.in, expect: '*.ans' }
      |                                                  ^^^^^^^ 1 of 4 files of input have no answer
      |
      = help: add the file, or leave out `expect` to ask the reference
    ");
}

#[test]
fn thousands_of_files_are_read_at_once() {
    let mut scratch = Scratch::new(&spec("{ from: data/*.in, expect: '*.ans' }")).write("work/add.py", ADD);
    for number in 0..2000 {
        scratch = scratch
            .write(&format!("data/{number}.in"), format!("{number} 1\n"))
            .write(&format!("data/{number}.ans"), format!("{}\n", number + 1));
    }
    let checked = scratch.run(&["check", "spec.yaml", "work", "--only", "secret/199*"]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
}
