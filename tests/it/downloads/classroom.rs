//! GitHub Classroom: a folder of clones.

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
