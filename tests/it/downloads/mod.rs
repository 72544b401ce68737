//! Bulk downloads of learning management systems: who handed in what and when, and how late.

mod anonymous;
mod blackboard;
mod brightspace;
mod canvas;
mod classroom;
mod found_again;
mod gradescope;
mod ilias;
mod moodle;
mod openolat;
mod sakai;
mod whole_classes;

use std::io::Write;

use serde_json::Value;

use crate::scratch::{Scratch, ended, named};

const HELLO: &str = "print('hello')\n";
const BYE: &str = "print('bye')\n";

/// The names of all submissions with their points.
fn points(results: &Value) -> Vec<(&str, &str)> {
    let all = results["submissions"].as_array().unwrap().iter();
    all.map(|one| (one["name"].as_str().unwrap(), one["points"].as_str().unwrap())).collect()
}

/// Grades a download as a zip file and unpacked, in a wrapping of its own and without: all must come to the same.
fn same_in_any_wrapping(files: &[(&str, &str)], announced: &str, expected: &[(&str, &str)]) {
    let wrapped: Vec<(String, &str)> =
        files.iter().map(|(name, text)| (format!("export/{name}"), *text)).collect();
    let wrapped: Vec<(&str, &str)> = wrapped.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let mut scratch = Scratch::hello().zip("all.zip", files).zip("wrapped.zip", &wrapped);
    for (name, text) in files {
        scratch = scratch.write(&format!("unpacked/{name}"), text);
    }
    for path in ["all.zip", "wrapped.zip", "unpacked"] {
        let graded = scratch.run(&["grade", "spec.yaml", path]);
        assert_eq!(graded.code, 0, "{path}: {}", graded.stderr);
        assert!(graded.stderr.contains(&announced.replace("{}", path)), "{path}: {}", graded.stderr);
        assert_eq!(points(&scratch.results()), expected, "{path}");
        let found = format!("✓ submissions  {0} of {0} are what was graded\n", expected.len());
        let verified = scratch.run(&["verify"]).stdout;
        assert!(verified.contains(&found), "{path}: {verified}");
    }
}

#[test]
fn a_zip_file_of_a_student_in_a_download_is_looked_into() {
    let inner =
        Scratch::hello().zip("inner.zip", &[("P4/hello.py", HELLO), ("__MACOSX/P4/._hello.py", "\0")]);
    let inner = std::fs::read(inner.path("inner.zip")).unwrap();
    let scratch = Scratch::hello().write("class/doejane_4321_98765_my work.zip", inner);
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1")]);
}

#[test]
fn two_files_of_one_name_are_the_students_to_sort_out() {
    let scratch = Scratch::hello()
        .write("class/doejane_4321_98765_words.py", HELLO)
        .write("class/doejane_4321_98766_words.py", BYE)
        .write("class/doejane_4321_98767_hello.py", HELLO);
    scratch.run(&["grade", "spec.yaml", "class"]);
    let problem = &named(&scratch.results(), "doejane-4321")["problem"].clone();
    assert_eq!(problem, "`words.py` was handed in twice, and nothing tells which one counts");
}

#[test]
fn recognition_can_be_overridden() {
    let files =
        [("doejane_4321_98765_hello.py", HELLO), ("roerick_23_98766_hello.py", BYE), ("notes.txt", "")];
    let scratch = files
        .iter()
        .fold(Scratch::hello(), |scratch, (name, text)| scratch.write(&format!("class/{name}"), text));
    let refused = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @"
    error: `class` looks like a Canvas download, but the name `notes.txt` in it is not one that Canvas writes (2 others are)
    help: remove it; or say `--lms canvas` to leave such files out, or `--lms none` if this is not a download
    ");
    let canvas = scratch.run(&["grade", "spec.yaml", "class", "--lms", "canvas"]);
    let passed_over = "note: `notes.txt` is left out: its name is not one that Canvas writes\n";
    assert!(canvas.stderr.contains(passed_over), "{}", canvas.stderr);
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1"), ("roerick-23", "0")]);
    scratch.run(&["grade", "spec.yaml", "class", "--lms", "none"]);
    let all = ["doejane_4321_98765_hello", "notes", "roerick_23_98766_hello"];
    assert_eq!(points(&scratch.results()).iter().map(|(name, _)| *name).collect::<Vec<_>>(), all);
    let moodle = scratch.run(&["grade", "spec.yaml", "class", "--lms", "moodle"]);
    assert_eq!(moodle.code, 2);
    insta::assert_snapshot!(moodle.stderr, @"
    error: `class` is not a Moodle download: no name in it is one that Moodle writes
    help: give the zip file as it was downloaded, or leave out `--lms moodle`
    ");
}

#[test]
fn names_that_no_lms_writes_are_refused() {
    let with = |name: &str| {
        Scratch::hello().zip(
            "all.zip",
            &[("doejane_4321_98765_hello.py", HELLO), ("roe_23_98766_hello.py", HELLO), (name, BYE)],
        )
    };
    for name in ["../roe_25_98768_hello.py", "/roe_25_98768_hello.py", "roe_25_98768_..\\hello.py"] {
        let refused = with(name).run(&["grade", "spec.yaml", "all.zip"]);
        assert_eq!(refused.code, 2, "{name}: {}", refused.stdout);
        let expected =
            format!("error: `all.zip` cannot be read as a download: `{name}` in it leads out of it\n");
        assert!(refused.stderr.starts_with(&expected), "{name}: {}", refused.stderr);
    }
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("doejane_4321_98765_hello.py", options).unwrap();
    archive.write_all(HELLO.as_bytes()).unwrap();
    archive.add_symlink("roerick_23_98766_hello.py", "/etc/passwd", options).unwrap();
    let scratch = Scratch::hello().write("all.zip", archive.finish().unwrap().into_inner());
    let refused = scratch.run(&["grade", "spec.yaml", "all.zip"]);
    assert!(refused.stderr.contains("`roerick_23_98766_hello.py` in it is a link"), "{}", refused.stderr);
}

#[test]
fn links_in_an_unpacked_download_are_left_out() {
    let scratch =
        Scratch::hello().write("secret.py", HELLO).write("class/doejane_4321_98765_hello.py", HELLO);
    std::os::unix::fs::symlink(scratch.path("secret.py"), scratch.path("class/roerick_23_98766_hello.py"))
        .unwrap();
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1")]);
}

#[test]
fn a_bomb_costs_its_own_student_and_nobody_else() {
    let bomb = "\0".repeat(70 << 20);
    let scratch = Scratch::hello()
        .zip("all.zip", &[("doejane_4321_98765_hello.py", HELLO), ("roerick_23_98766_hello.py", &bomb)]);
    assert!(std::fs::metadata(scratch.path("all.zip")).unwrap().len() < 1 << 20);
    scratch.run(&["grade", "spec.yaml", "all.zip"]);
    let results = scratch.results();
    assert_eq!(points(&results), [("doejane-4321", "1"), ("roerick-23", "0")]);
    assert_eq!(named(&results, "roerick-23")["problem"], "it is too large: more than 64 MiB");
}

#[test]
fn hostile_names_are_shown_and_do_nothing() {
    let names = [
        "=cmd|' _C calc'!A0_7_98_hello.py",
        "\u{202e}enaj_8_99_hello.py",
        "\u{1b}[2J_9_100_hello.py",
        "x'; drop_10_101_hello.py",
    ];
    let files: Vec<(&str, &str)> = names.iter().map(|name| (*name, HELLO)).collect();
    let scratch = Scratch::hello().zip("all.zip", &files);
    let graded = scratch.run(&["grade", "spec.yaml", "all.zip"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    for shown in [&graded.stdout, &graded.stderr, &scratch.read("yardstick-results/grades.csv")] {
        assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
    }
    let grades = scratch.read("yardstick-results/grades.csv");
    assert!(!grades.lines().any(|line| line.starts_with('=') || line.contains(",=")), "{grades}");
    let gradebook = scratch.read("yardstick-results/gradebook.csv");
    assert!(!gradebook.lines().any(|line| line.starts_with('=') || line.contains(",=")), "{gradebook}");
}

#[test]
fn with_quiet_a_recognised_download_is_not_mentioned() {
    let scratch = Scratch::hello().write("class/doejane_4321_98765_hello.py", HELLO);
    let mut command = scratch.command(&["grade", "spec.yaml", "class", "--quiet"]);
    assert!(!ended(&mut command).stderr.contains("Canvas download"));
}

#[test]
fn a_class_that_is_no_download_is_never_one_submission() {
    let files = [("lee/hello.py", BYE), ("doe/hello.py", HELLO), ("roe/hello.py", HELLO)];
    let wrapped = files.map(|(name, text)| (format!("class/{name}"), text));
    let wrapped: Vec<(&str, &str)> = wrapped.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let mut scratch = Scratch::hello()
        .zip("all.zip", &files)
        .zip("wrapped.zip", &wrapped)
        .zip("zips.zip", &[("doe.zip", ""), ("lee.zip", "")])
        .zip("copies.zip", &[("hello.py", HELLO), ("old/hello.py", BYE), ("older/hello.py", BYE)]);
    for section in ["A", "B"] {
        for (name, text) in files {
            scratch = scratch.write(&format!("sections/{section}/{name}"), text);
        }
    }
    for path in ["all.zip", "wrapped.zip", "zips.zip", "sections"] {
        let graded = scratch.run(&["grade", "spec.yaml", path]);
        assert_eq!(graded.code, 2, "{path}: {}", graded.stdout);
        assert!(graded.stderr.contains("looks like the submissions of many"), "{path}: {}", graded.stderr);
        let one = scratch.run(&["grade", "spec.yaml", path, "--lms", "none"]);
        assert_eq!(one.code, 0, "{path}: {}", one.stderr);
    }
    let graded = scratch.run(&["grade", "spec.yaml", "all.zip"]);
    insta::assert_snapshot!(graded.stderr, @"
    error: `all.zip` looks like the submissions of many, and like no download that is known: `hello.py` lies in each of `doe`, `lee`, `roe`
    help: if each of them is a submission, name the folder that holds them, unpacked; if it is a download, say of which LMS with `--lms`; if it is one submission, say `--lms none`
    ");
    // Of one's own copies the one at the top counts.
    scratch.run(&["grade", "spec.yaml", "copies.zip"]);
    assert_eq!(points(&scratch.results()), [("copies", "1")]);
    // Beside others, it is a student's to sort out.
    let scratch = scratch.write("class/doe/hello.py", HELLO).zip("class/lee.zip", &files);
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(points(&scratch.results()), [("doe", "1"), ("lee", "0")]);
}

#[test]
fn an_empty_zip_file_is_no_class() {
    let scratch =
        Scratch::hello().zip("all.zip", &[]).zip("junk.zip", &[("__MACOSX/._x", "")]).write("zero.zip", "");
    for path in ["all.zip", "junk.zip", "zero.zip"] {
        let graded = scratch.run(&["grade", "spec.yaml", path]);
        assert_eq!(graded.code, 2, "{path}: {}", graded.stdout);
        assert!(graded.stderr.starts_with("error: no submissions in"), "{path}: {}", graded.stderr);
    }
    assert!(!scratch.path("yardstick-results").exists());
    // One of a class costs its own student only.
    let scratch = scratch.zip("class/doe.zip", &[]).write("class/lee/hello.py", HELLO);
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(points(&scratch.results()), [("doe", "0"), ("lee", "1")]);
}

#[test]
fn many_notes_of_one_kind_become_one_and_a_list() {
    let mut scratch = Scratch::hello().write("class/doejane_4321_98765_hello.py", HELLO);
    let mut gradebook =
        "Student,ID,Section,Hello (1)\n    Points Possible,,,1\n\"Doe, Jane\",4321,A,\n".to_owned();
    for number in 1..=264 {
        gradebook += &format!("\"Absent, No {number}\",{number},A,\n");
        scratch = scratch.write(&format!("class/notes {number}.txt"), "");
    }
    let scratch = scratch.write("grades.csv", &gradebook);
    let args = ["grade", "spec.yaml", "class", "--lms", "canvas", "--gradebook", "grades.csv"];
    let graded = scratch.run(&args);
    insta::assert_snapshot!(graded.stderr, @"
    note: Canvas download `class`: 1 student
    note: 264 files are left out: their names are not those that Canvas writes: `yardstick-results/submission-notes.txt` lists them
    note: gradebook: 264 students are in it and handed in nothing: `yardstick-results/gradebook-notes.txt` lists them
    note: `yardstick-results/gradebook.csv` has 1 mark in the column `Hello (1)` of the Canvas gradebook
    ");
    let list = scratch.read("yardstick-results/gradebook-notes.txt");
    assert_eq!(list.lines().count(), 265);
    assert!(
        list.contains("\n  gradebook: Absent, No 17 is in the gradebook and handed in nothing\n"),
        "{list}"
    );
    let list = scratch.read("yardstick-results/submission-notes.txt");
    assert!(
        list.contains("  `notes 17.txt` is left out: its name is not one that Canvas writes\n"),
        "{list}"
    );
    // A list of an earlier run does not stay.
    let scratch = scratch.write("alone/doejane_4321_98765_hello.py", HELLO);
    scratch.run(&["grade", "spec.yaml", "alone"]);
    assert!(!scratch.path("yardstick-results/gradebook-notes.txt").exists());
    assert!(!scratch.path("yardstick-results/submission-notes.txt").exists());
}

#[test]
fn for_each_group_a_note_tells_which_submission_counts() {
    let scratch = Scratch::hello()
        .write("class/1-2 - Ann Lee - May 18, 2025 1224 PM/hello.py", HELLO)
        .write("class/3-4 - Rick Roe - May 18, 2025 1225 PM/hello.py", BYE)
        .write("roster.csv", "id,group\n1,red\n3,red\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
    let told =
        "note: of the group `red` the latest hand-in counts, `Rick Roe-3`: `Ann Lee-1` is not graded\n";
    assert!(graded.stderr.contains(told), "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("Rick Roe-3", "0")]);
}
