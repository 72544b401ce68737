//! GitHub Classroom and Classroom 50: a folder of clones.

use super::{BYE, HELLO, points};
use crate::scratch::Scratch;

#[test]
fn clones_of_github_classroom_are_recognised() {
    let scratch = Scratch::hello()
        .write("hello-submissions/hello-jane-doe/hello.py", HELLO)
        .write("hello-submissions/hello-jane-doe/.git/HEAD", "ref: refs/heads/main\n")
        .write("hello-submissions/hello-rick/hello.py", BYE)
        .write("hello-submissions/hello-rick/.git/HEAD", "ref: refs/heads/main\n");
    let graded = scratch.run(&["grade", "spec.yaml", "hello-submissions"]);
    let announced = "note: GitHub Classroom download `hello-submissions`: 2 students\n";
    assert!(graded.stderr.contains(announced), "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("jane-doe", "1"), ("rick", "0")]);
}

#[test]
fn a_roster_tells_when_clones_and_files_of_canvas_were_handed_in() {
    let late = "late: { due: 2026-03-01 23:59 +01:00, per_day: 50% }\n";
    let roster = |id: &str| format!("id,handed_in\n{id},2026-03-02 00:10 +01:00\n");
    for (file, id, name) in [
        ("hello-submissions/hello-rick/hello.py", "rick", "rick"),
        ("class/roerick_LATE_23_98766_hello.py", "23", "roerick-23"),
    ] {
        let scratch = Scratch::hello().write(file, HELLO).write("roster.csv", roster(id));
        let spec = scratch.read("spec.yaml") + late;
        let scratch = scratch
            .write("spec.yaml", spec)
            .write("hello-submissions/hello-rick/.git/HEAD", "ref: refs/heads/main\n")
            .write("hello-submissions/hello-jane/.git/HEAD", "ref: refs/heads/main\n")
            .write("hello-submissions/hello-jane/hello.py", HELLO);
        let folder = file.split('/').next().unwrap();
        let unknown = scratch.run(&["grade", "spec.yaml", folder]);
        assert!(
            unknown.stdout.contains("nothing is deducted for lateness; `--roster` can tell"),
            "{}",
            unknown.stdout
        );
        assert!(points(&scratch.results()).contains(&(name, "1")));
        let told = scratch.run(&["grade", "spec.yaml", folder, "--roster", "roster.csv"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(points(&scratch.results()).contains(&(name, "0.5")), "{}", told.stdout);
    }
}

#[test]
fn a_zip_file_of_a_folder_of_clones_and_the_same_unpacked_are_recognised() {
    let head = "ref: refs/heads/main\n";
    let files = [
        ("hello-submissions/hello-jane-doe/.git/HEAD", head),
        ("hello-submissions/hello-jane-doe/src/hello.py", HELLO),
        ("hello-submissions/hello-jane-doe/lib/.git/HEAD", head),
        ("hello-submissions/hello-jane-doe/lib/notes.txt", ""),
        ("hello-submissions/hello-rick/.git/HEAD", head),
        ("hello-submissions/hello-rick/hello.py", BYE),
    ];
    let bare: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.strip_prefix("hello-submissions/").unwrap(), *text)).collect();
    let mut scratch = Scratch::hello().zip("all.zip", &files).zip("hello-submissions.zip", &bare);
    for (name, text) in &files {
        scratch = scratch.write(&format!("unpacked/{name}"), text);
    }
    for path in ["all.zip", "hello-submissions.zip", "unpacked"] {
        let graded = scratch.run(&["grade", "spec.yaml", path]);
        let announced = format!("note: GitHub Classroom download `{path}`: 2 students\n");
        assert!(graded.stderr.contains(&announced), "{}", graded.stderr);
        assert_eq!(points(&scratch.results()), [("jane-doe", "1"), ("rick", "0")], "{path}");
    }
    let stray = [&files[..], &[("hello-submissions/grades.csv", "")]].concat();
    let scratch = scratch.zip("stray.zip", &stray);
    let graded = scratch.run(&["grade", "spec.yaml", "stray.zip"]);
    assert_eq!(graded.code, 2);
    assert!(
        graded.stderr.contains("the name `hello-submissions/grades.csv` in it is not one"),
        "{}",
        graded.stderr
    );
}

#[test]
fn the_repository_of_one_student_is_a_submission() {
    let scratch = Scratch::hello()
        .zip("doe.zip", &[("hello-doe/.git/HEAD", "ref: refs/heads/main\n"), ("hello-doe/hello.py", HELLO)]);
    scratch.run(&["grade", "spec.yaml", "doe.zip"]);
    assert_eq!(points(&scratch.results()), [("doe", "1")]);
    scratch.run(&["grade", "spec.yaml", "doe.zip", "--lms", "github-classroom"]);
    assert_eq!(points(&scratch.results()), [("hello-doe", "1")]);
}

#[test]
fn one_student_who_keeps_work_under_version_control_makes_no_download_of_a_class() {
    let files = [
        ("class/jane/hello.py", HELLO),
        ("class/rick/hello.py", BYE),
        ("class/rick/.git/HEAD", "ref: refs/heads/main\n"),
        ("class/sam/hello.py", HELLO),
        ("class/sam/.git/HEAD", "ref: refs/heads/main\n"),
        ("class/tom/hello.py", BYE),
    ];
    let scratch = files.iter().fold(Scratch::hello(), |scratch, (name, text)| scratch.write(name, text));
    let scratch = scratch.zip("class.zip", &files);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("jane", "1"), ("rick", "0"), ("sam", "1"), ("tom", "0")]);
    let packed = scratch.run(&["grade", "spec.yaml", "class.zip"]);
    assert_eq!(packed.code, 2, "{}", packed.stdout);
    assert!(packed.stderr.contains("like no download that is known"), "{}", packed.stderr);
}

const HEADER: &str = "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,submitted_by,review_url,late,override\n";

/// Jane handed in twice, Sam shares her repository, Rick handed in late, and Tom nothing.
const SCORES: &str = "\
    Jane-Doe,Jane,Doe,jane@example.edu,1,1,1,2026-03-01T10:00:00Z,submit/2,Jane-Doe,https://github.com/o/cs-hello-jane-doe/pull/1,false,false\n\
    Jane-Doe,Jane,Doe,jane@example.edu,1,0,1,2026-02-28T10:00:00Z,submit/1,Jane-Doe,https://github.com/o/cs-hello-jane-doe/pull/1,true,false\n\
    sam,Sam,Poe,sam@example.edu,1,1,1,2026-03-01T10:00:00Z,submit/2,Jane-Doe,https://github.com/o/cs-hello-jane-doe/pull/1,false,false\n\
    ann-doe,,,,1,0,1,2026-03-02T10:00:00Z,submit/1,ann-doe,,true,false\n\
    tom,Tom,Roe,tom@example.edu,1,,,,,,,,\n";

#[test]
fn the_table_beside_clones_of_classroom_50_tells_whose_they_are() {
    let head = "ref: refs/heads/main\n";
    let scores = [HEADER, SCORES].concat();
    let files = [
        ("cs-hello-jane-doe/.git/HEAD", head),
        ("cs-hello-jane-doe/hello.py", HELLO),
        ("cs-hello-jane-doe/.classroom50.yaml", "classroom: cs\nassignment: hello\n"),
        ("cs-hello-ann-doe/.git/HEAD", head),
        ("cs-hello-ann-doe/hello.py", BYE),
        ("scores.csv", scores.as_str()),
    ];
    let mut scratch = Scratch::hello().zip("class.zip", &files);
    for (name, text) in &files {
        scratch = scratch.write(&format!("class/{name}"), text);
    }
    for path in ["class", "class.zip"] {
        let graded = scratch.run(&["grade", "spec.yaml", path, "--gradebook", "class/scores.csv"]);
        let announced = format!("note: Classroom 50 download `{path}`: 3 students, 1 marked as late\n");
        assert!(graded.stderr.contains(&announced), "{}", graded.stderr);
        assert_eq!(points(&scratch.results()), [("Jane Doe-Jane-Doe + Sam Poe-sam", "1"), ("ann-doe", "0")]);
        // The newest row of each has the mark, also of who has no clone.
        let filled = scratch.read("yardstick-results/gradebook.csv");
        assert_eq!(filled, scores, "{}", graded.stderr);
        assert!(
            graded.stderr.contains("Tom Roe is in the gradebook and handed in nothing"),
            "{}",
            graded.stderr
        );
        assert_eq!(scratch.run(&["verify"]).code, 0);
    }
    // What Classroom 50 counted itself is replaced.
    let other = scores.replace(",1,1,1,2026-03-01", ",1,0,1,2026-03-01");
    let scratch = scratch.write("other.csv", &other);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "other.csv"]);
    assert_eq!(scratch.read("yardstick-results/gradebook.csv"), scores, "{}", graded.stderr);
}

#[test]
fn tables_of_classroom_50_are_rosters() {
    let roster = "username,first_name,last_name,email,section,github_id,role\nrick,Rick,Roe,rick@example.edu,1,77,student\n";
    let canvas = "Student,ID,SIS Login ID,Section,Hello (1)\nRick Roe,23,rroe,A,\n";
    let head = "ref: refs/heads/main\n";
    let scratch = Scratch::hello()
        .write("class/cs-hello-rick/.git/HEAD", head)
        .write("class/cs-hello-rick/hello.py", HELLO)
        .write("class/cs-hello-jane/.git/HEAD", head)
        .write("class/cs-hello-jane/hello.py", HELLO)
        .write("canvas.csv", canvas)
        .write("roster.csv", roster)
        .write(
            "scores.csv",
            [HEADER, SCORES, "rick,Rick,Roe,,,,,,,,,,\n", "rick,Rick,Roe,,,,,,,,,,\n"].concat(),
        );
    let grade = |more: &[&str]| {
        let graded =
            scratch.run(&[&["grade", "spec.yaml", "class", "--gradebook", "canvas.csv"], more].concat());
        (scratch.read("yardstick-results/gradebook.csv"), graded.stderr)
    };
    let (filled, said) = grade(&[]);
    assert_eq!(filled, canvas);
    assert!(said.contains("`--roster` tells them"), "{said}");
    for roster in ["roster.csv", "scores.csv"] {
        let (filled, said) = grade(&["--roster", roster]);
        assert_eq!(filled, canvas.replace(",A,\n", ",A,1\n"), "{said}");
        assert!(!said.contains("`--roster` tells them"), "{said}");
    }
}

#[test]
fn another_table_of_that_name_is_a_stray() {
    let scratch = Scratch::hello()
        .write("class/hello-rick/.git/HEAD", "")
        .write("class/hello-rick/hello.py", HELLO)
        .write("class/hello-jane/.git/HEAD", "")
        .write("class/hello-jane/hello.py", HELLO)
        .write("class/scores.csv", "name,score\nrick,1\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(
        graded.code == 2 && graded.stderr.contains("the name `scores.csv` in it is not one"),
        "{}",
        graded.stderr
    );
}
