//! `yardstick regrade` and `yardstick diff`: what changes, and why, before anything is overwritten.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

/// A class of four that was graded.
fn graded_here() -> Scratch {
    let class = Scratch::greeting()
        .write("class/Ada/hello.py", SOLUTION)
        .write("class/Bob/hello.py", WITHOUT_COMMA)
        .write("class/Cyd/hello.py", FOUR_LETTERS)
        .write("class/Dan/helo.py", SOLUTION);
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    class
}

/// A copy of the graded class. Its results name the submissions of the original.
fn graded() -> Scratch {
    static GRADED: LazyLock<Scratch> = LazyLock::new(graded_here);
    GRADED.copy()
}

/// Every file of the results, traces and all, but for the lock.
fn files(class: &Scratch, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for below in ["", "feedback", "traces"] {
        for entry in std::fs::read_dir(class.path(folder).join(below)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(class.path(folder)).unwrap().to_str().unwrap().to_owned();
            if path.is_file() && name != "traces/lock" {
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    files
}

fn edited(class: Scratch, old: &str, new: &str) -> Scratch {
    let spec = class.read("spec.yaml");
    assert!(spec.contains(old), "{spec}");
    class.write("spec.yaml", spec.replace(old, new))
}

#[test]
fn a_preview_says_who_goes_up_and_down_and_why_and_changes_no_byte() {
    let class = edited(graded(), "groups:", "compare: [punctuation]\ngroups:");
    let class = edited(class, "points: 2\n", "points: 1\n");
    let before = files(&class, "yardstick-results");
    let preview = class.run(&["regrade", "--preview"]);
    assert_eq!(preview.code, 0, "{}", preview.stderr);
    insta::assert_snapshot!(preview.stdout, @"
    0 unchanged, 1 up, 1 down, 2 with the same points

    ↓ Ada  12 → 11
        Loud / capitals accepted (2/2) → accepted (1/1)

    ↑ Bob  0 → 11
        Greets / one name wrong answer (0/3.34) → accepted (3.34/3.34)
        Greets / two words wrong answer (0/3.33) → accepted (3.33/3.33)
        Greets / nobody wrong answer (0/3.33) → accepted (3.33/3.33)
        Loud / capitals wrong answer (0/2) → accepted (1/1)
        Practice / digits wrong answer (0/0) → accepted (0/0)

    = Cyd  3.33 → 3.33
        Loud / capitals runtime error (0/2) → runtime error (0/1): It ended with exit code 1: `ValueError: too short` (line 3 of `hello.py`).

    = Dan  0 → 0
        Loud / capitals invalid submission (0/2) → invalid submission (0/1)

    Nothing was changed: without `--preview` the results are overwritten.
    ");
    assert_eq!(files(&class, "yardstick-results"), before);
}

#[test]
fn regrading_leaves_what_grading_anew_with_that_spec_would() {
    let class = edited(graded_here(), "groups:", "compare: [punctuation]\ngroups:");
    let regraded = class.run(&["regrade", "spec.yaml"]);
    assert_eq!(regraded.code, 0, "{}", regraded.stderr);
    assert!(regraded.stdout.starts_with("3 unchanged, 1 up, 0 down\n"), "{}", regraded.stdout);
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--out", "anew"]).code, 0);
    let without_traces = |folder: &str| {
        let mut files = files(&class, folder);
        files.retain(|name, _| !name.starts_with("traces/"));
        files
    };
    assert_eq!(without_traces("yardstick-results"), without_traces("anew"));
    assert_eq!(class.run(&["verify"]).code, 0);
    let again = class.run(&["regrade"]);
    assert_eq!(again.stdout, "4 unchanged, 0 up, 0 down\n");
}

/// What Canvas gives out of a class of two, and its gradebook.
fn canvas() -> (Scratch, &'static str) {
    let files = [("doejane_4321_91_hello.py", SOLUTION), ("roerick_22_92_hello.py", FOUR_LETTERS)];
    let gradebook = "Student,ID,Section,Greeting (98765),Other (5)\r\n    Points Possible,,,10,5\r\n\
                     \"Doe, Jane\",4321,\"A, 1\",,=1+1\r\nAbsent,1,A,\"7\",\r\n\"Roe, Rick\",22,A,,\r\n";
    let class = Scratch::greeting().zip("class.zip", &files).write("from-canvas.csv", gradebook);
    (class, gradebook)
}

#[test]
fn after_regrading_nothing_that_goes_back_to_the_lms_shows_old_points() {
    let (class, gradebook) = canvas();
    assert_eq!(class.run(&["grade", "spec.yaml", "class.zip", "--gradebook", "from-canvas.csv"]).code, 0);
    let page = |page: &str| class.read(&format!("yardstick-results/feedback-lms/{page}.txt"));
    let filled = |jane: &str, rick: &str| {
        gradebook
            .replace("\"A, 1\",,", &format!("\"A, 1\",{jane},"))
            .replace("22,A,,", &format!("22,A,{rick},"))
    };
    assert_eq!(class.read("yardstick-results/gradebook.csv"), filled("12", "3.33"));
    assert!(page("roerick_22_92_hello.py").contains("3.33 of 10 points"));
    assert_eq!(class.run(&["verify"]).code, 0);

    // What is needed for it is in the results folder.
    std::fs::remove_file(class.path("from-canvas.csv")).unwrap();
    std::fs::remove_file(class.path("class.zip")).unwrap();
    let class = edited(class, "points: 10", "points: 30");
    let before = files(&class, "yardstick-results");
    assert_eq!(class.run(&["regrade", "--preview"]).code, 0);
    assert_eq!(files(&class, "yardstick-results"), before);
    let regraded = class.run(&["regrade"]);
    assert_eq!(regraded.code, 0, "{}", regraded.stderr);
    insta::assert_snapshot!(regraded.stderr, @"
    note: gradebook: it counts from 10 points, and the spec from 30: marks are not converted; `--scale` converts them
    note: gradebook: Doe, Jane (4321) has 32, which is more than the 10 points of the gradebook
    note: gradebook: Absent is in the gradebook and handed in nothing
    note: `yardstick-results/gradebook.csv` has 2 marks in the column `Greeting (98765)` of the Canvas gradebook
    ");
    assert_eq!(class.read("yardstick-results/gradebook.csv"), filled("32", "10"));
    let page = |page: &str| class.read(&format!("yardstick-results/feedback-lms/{page}.txt"));
    assert!(page("roerick_22_92_hello.py").contains("10 of 30 points"));
    let archive = std::fs::File::open(class.path("yardstick-results/feedback-lms.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(archive).unwrap();
    let zipped = std::io::read_to_string(archive.by_name("roerick_22_92_hello.py.txt").unwrap()).unwrap();
    assert_eq!(zipped, page("roerick_22_92_hello.py"));

    let changed = class.read("yardstick-results/gradebook.csv").replace(",32,", ",33,");
    let class = class.write("yardstick-results/gradebook.csv", changed);
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 1, "{}", verified.stdout);
    assert!(
        verified.stdout.contains("not what follows from the traces: gradebook.csv"),
        "{}",
        verified.stdout
    );
}

#[test]
fn a_table_that_the_lms_never_gave_out_is_written_anew_too() {
    let (class, _) = canvas();
    assert_eq!(class.run(&["grade", "spec.yaml", "class.zip", "--column", "Hello (7)"]).code, 0);
    let before = class.read("yardstick-results/gradebook.csv");
    assert!(before.contains("doejane,4321,,12\n"), "{before}");
    let class = edited(class, "points: 10", "points: 30");
    assert_eq!(class.run(&["regrade"]).code, 0);
    let table = class.read("yardstick-results/gradebook.csv");
    assert!(table.starts_with("Student,ID,Section,Hello (7)\n"), "{table}");
    assert!(table.contains("doejane,4321,,32\n"), "{table}");
}

#[test]
fn regrade_names_scenarios_that_were_never_run_and_changes_nothing() {
    let class =
        Scratch::hello().write("class/Ada.py", "print('hello')").write("class/Bob.py", "print('bye')");
    class.run(&["grade", "spec.yaml", "class"]);
    let class = edited(class, "    expect:", "    args: [loud]\n    expect:");
    let before = files(&class, "yardstick-results");
    let refused = class.run(&["regrade"]);
    assert_eq!(refused.code, 3);
    insta::assert_snapshot!(refused.stdout, @"
    0 unchanged, 0 up, 0 down, 2 that cannot be compared

    ? Ada  1 → –
        says hello accepted (1/1) → not graded (–/1): It could not be graded: it was never run like this.

    ? Bob  0 → –
        says hello wrong answer (0/1) → not graded (–/1): It could not be graded: it was never run like this.

    Not known, because it was never run like this:
      says hello (2 submissions)
    `yardstick grade` with this spec runs what is missing, and nothing else.
    ");
    assert_eq!(files(&class, "yardstick-results"), before);
}

#[test]
fn a_spec_with_defects_is_refused_and_so_is_a_folder_without_results() {
    let class = edited(graded(), "points: 10", "points: ten");
    let refused = class.run(&["regrade", "--preview"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("spec.yaml:8:13"), "{}", refused.stderr);
    for command in [&["regrade"][..], &["verify", "class"], &["trace", "Ada", "one"], &["bundle", "Ada"]] {
        let folder = if command[0] == "verify" {
            command.to_vec()
        } else {
            [command, &["--results", "class"]].concat()
        };
        let refused = class.run(&folder);
        assert_eq!(refused.code, 2, "{command:?}");
        let said = "error: `class` holds no results: there is no `grading.json` in it\n\
                    help: name the folder that `yardstick grade` wrote\n";
        assert_eq!(refused.stderr, said);
    }
}

#[test]
fn a_reference_that_was_not_run_like_this_is_told() {
    let class = graded().write("solution.py", format!("{SOLUTION}# changed\n"));
    let refused = class.run(&["regrade", "--preview"]);
    assert_eq!(refused.code, 3);
    assert!(
        refused.stderr.ends_with("never run like this\nhelp: grade with this spec first\n"),
        "{}",
        refused.stderr
    );
}

#[test]
fn marks_given_by_hand_stay_when_a_spec_changes() {
    let class = edited(
        graded(),
        "groups:",
        "groups:\n  - name: Style\n    points: 5\n    scenarios:\n      - { name: names, manual: Are the names good? }",
    );
    let class = class.write("marks.csv", "name,Style / names\nAda,4\nBob,2.5\n");
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--marks", "marks.csv"]).code, 0);
    let before = class.read("yardstick-results/grades.csv");
    assert!(before.contains("Ada,graded,16,15,4,"), "{before}");
    let class = edited(class, "hint: Read the name first.", "hint: Look again.");
    assert_eq!(class.run(&["regrade"]).stdout, "4 unchanged, 0 up, 0 down\n");
    assert_eq!(class.read("yardstick-results/grades.csv"), before);
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn diff_tells_what_changed_between_two_folders_and_ends_with_1_if_anything_did() {
    let class = graded()
        .write("later/Ada/hello.py", WITHOUT_COMMA)
        .write("later/Bob/hello.py", SOLUTION)
        .write("later/Cyd/hello.py", FOUR_LETTERS)
        .write("later/Dan/hello.py", FOUR_LETTERS)
        .write("later/Eve/hello.py", SOLUTION);
    class.run(&["grade", "spec.yaml", "later", "--out", "later-results"]);
    let changed = class.run(&["diff", "yardstick-results", "later-results"]);
    assert_eq!(changed.code, 1);
    insta::assert_snapshot!(changed.stdout, @"
    1 unchanged, 2 up, 1 down, 1 that cannot be compared

    ↓ Ada  12 → 0
        Greets / one name accepted (3.34/3.34) → wrong answer (0/3.34): After line 1 of the input, `Ada`: punctuation differs: expected `Hello, Ada!`, printed `Hello Ada!`.
        Greets / two words accepted (3.33/3.33) → wrong answer (0/3.33): After line 1 of the input, `Grace Hopper`: punctuation differs: expected `Hello, Grace Hopper!`, printed `Hello Grace Hopper!`.
        Greets / nobody accepted (3.33/3.33) → wrong answer (0/3.33): After line 1 of the input, an empty one: punctuation differs: expected `Hello, !`, printed `Hello !`.
        Loud / capitals accepted (2/2) → wrong answer (0/2): After line 1 of the input, `BOB`: punctuation differs: expected `Hello, BOB!`, printed `Hello BOB!`.
        Practice / digits accepted (0/0) → wrong answer (0/0): After line 1 of the input, `7`: punctuation differs: expected `Hello, 7!`, printed `Hello 7!`.

    ↑ Bob  0 → 12
        Greets / one name wrong answer (0/3.34) → accepted (3.34/3.34)
        Greets / two words wrong answer (0/3.33) → accepted (3.33/3.33)
        Greets / nobody wrong answer (0/3.33) → accepted (3.33/3.33)
        Loud / capitals wrong answer (0/2) → accepted (2/2)
        Practice / digits wrong answer (0/0) → accepted (0/0)

    ↑ Dan  0 → 3.33
        `hello.py` is missing; `helo.py` is there: is the name misspelled? → nothing was wrong

    ? Eve  – → 12
        it was not there before
    ");
    let same = class.run(&["diff", "later-results", "later-results"]);
    assert_eq!((same.code, same.stdout.as_str()), (0, "5 unchanged, 0 up, 0 down\n"));
    let missing = class.run(&["diff", "later-results", "class"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.stderr.contains("`class` holds no results: there is no `results.json` in it"),
        "{}",
        missing.stderr
    );
}

#[test]
fn a_name_that_would_control_the_terminal_is_made_visible() {
    let class = Scratch::hello()
        .write("class/Ada\u{1b}[31m\u{202e}/hello.py", "print('hello')")
        .write("later/Ada\u{1b}[31m\u{202e}/hello.py", "print('\u{1b}[2J')");
    class.run(&["grade", "spec.yaml", "class"]);
    class.run(&["grade", "spec.yaml", "later", "--out", "later-results"]);
    let changed = class.run(&["diff", "yardstick-results", "later-results"]);
    assert!(changed.stdout.contains("Ada␛[31m\\u{202e}"), "{}", changed.stdout);
    assert!(!changed.stdout.contains(['\u{1b}', '\u{202e}']), "{}", changed.stdout);
}
