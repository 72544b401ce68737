//! Sakai: a folder for each student, named in any language, with the moment beside it; or files without folders.

use super::{BYE, HELLO, points, same_in_any_wrapping};
use crate::scratch::Scratch;

const MARKS: &str = "\"Hello\",\"Points\"\n\n\"Display ID\",\"ID\",\"Last Name\",\"First Name\",\"grade\"\n\"jdoe\",\"jdoe\",\"Doe\",\"Jane\",\"\"\n";

#[test]
fn sakai_is_recognised_with_its_own_files_and_what_was_typed() {
    same_in_any_wrapping(
        &[
            ("grades.csv", MARKS),
            ("Doe, Jane(jdoe)/timestamp.txt", "2026-03-01T20:00:00Z"),
            ("Doe, Jane(jdoe)/comments.txt", ""),
            ("Doe, Jane(jdoe)/Submission attachment(s)/hello.py", HELLO),
            ("Doe, Jane(jdoe)/Submission attachment(s)/timestamp.txt", "a file of hers"),
            ("Doe, Jane(jdoe)/Feedback Attachment(s)/hello.py", BYE),
            ("Roe, Rick(rroe)/timestamp.txt", "20260301200000000"),
            ("Roe, Rick(rroe)/Roe, Rick(rroe)_submissionText.html", "see attachment"),
            ("Roe, Rick(rroe)/Submission attachment(s)/hello.py", BYE),
            ("Poe, Cyd(cpoe)/comments.txt", ""),
        ],
        "note: Sakai download `{}`: 2 students\n",
        &[("Doe, Jane-jdoe", "1"), ("Roe, Rick-rroe", "0")],
    );
}

#[test]
fn pages_and_marks_go_back_to_sakai_in_one_archive() {
    let scratch = Scratch::hello()
        .write("class/grades.csv", MARKS)
        .write("class/Doe, Jane(jdoe)/timestamp.txt", "2026-03-01T20:00:00Z")
        .write("class/Doe, Jane(jdoe)/Submission attachment(s)/hello.py", HELLO);
    let marks = MARKS.replace("\"Jane\",\"\"", "\"Jane\",\"1\"");
    let own = "Hello,Points\n\"\"\nDisplay ID,ID,Last Name,First Name,grade\njdoe,jdoe,Doe,Jane,1\n";
    for (more, expected) in [(&["--gradebook", "class/grades.csv"][..], &*marks), (&[], own)] {
        let graded = scratch.run(&[&["grade", "spec.yaml", "class"], more].concat());
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        let read =
            |file: &str| std::fs::read_to_string(scratch.path("yardstick-results").join(file)).unwrap();
        assert_eq!(read("gradebook.csv"), expected);
        assert_eq!(read("feedback-lms/assignment/grades.csv"), expected);
        let page = read("feedback-lms/assignment/Doe, Jane(jdoe)/Feedback Attachment(s)/feedback.txt");
        assert!(page.contains("1 of 1 point"), "{page}");
        assert_eq!(scratch.run(&["verify"]).code, 0);
    }
    // What goes back is no hand-in of hers.
    let again =
        scratch.run(&["grade", "spec.yaml", "yardstick-results/feedback-lms.zip", "--force", "-o", "again"]);
    assert_eq!(again.code, 2, "{}{}", again.stdout, again.stderr);
}

#[test]
fn files_without_folders_are_those_of_their_students() {
    same_in_any_wrapping(
        &[
            ("Doe, Jane(jdoe)_Submission attachment(s)_hello.py", HELLO),
            ("Doe, Jane(jdoe)_comments.txt", ""),
            ("Roe, Rick(rroe)_Submission attachment(s)_hello.py", BYE),
        ],
        "note: Sakai download `{}`: 2 students\n",
        &[("Doe, Jane-jdoe", "1"), ("Roe, Rick-rroe", "0")],
    );
}

#[test]
fn in_any_language_the_moment_counts_and_a_group_has_its_members() {
    let scratch = Scratch::hello()
        .write("class/Doe, Jane(jdoe)/timestamp.txt", "2026-03-02T10:00:00Z")
        .write("class/Doe, Jane(jdoe)/Archivos adjuntos/hello.py", HELLO)
        .write("class/Red Team (0b9c33a2-5d0e-4a3c-9d0f-1f0a7b0c1d2e)/timestamp.txt", "2026-03-01T10:00:00Z")
        .write(
            "class/Red Team (0b9c33a2-5d0e-4a3c-9d0f-1f0a7b0c1d2e)/members.txt",
            "Lee, Ann(alee); M&#252;ller, Jan(jm)",
        )
        .write("class/Red Team (0b9c33a2-5d0e-4a3c-9d0f-1f0a7b0c1d2e)/Archivos adjuntos/hello.py", BYE);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 +00:00"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    assert_eq!(points(&results), [("Doe, Jane-jdoe", "1"), ("Lee, Ann-alee + Müller, Jan-jm", "0")]);
    let days: Vec<_> = [0, 1].map(|at| results["submissions"][at]["late"]["days"].as_u64()).into();
    assert_eq!(days, [Some(1), Some(0)]);
    assert_eq!(scratch.run(&["verify"]).code, 0);
}

#[test]
fn folders_of_which_nothing_tells_that_they_are_sakais_are_no_students_with_nothing() {
    for (more, said) in [
        // Nobody handed anything in there.
        ("class/Doe, Jane(jdoe)/notes.txt", "looks like the submissions of many"),
        // Which of two folders is the hand-in?
        ("class/Doe, Jane(jdoe)/Anhang/hello.py", "looks like the submissions of many"),
    ] {
        let scratch = Scratch::hello()
            .write("class/x/Doe, Jane(jdoe)/Abgabe/hello.py", HELLO)
            .write("class/x/Roe, Rick(rroe)/Abgabe/hello.py", HELLO)
            .write(&more.replace("class/", "class/x/"), HELLO);
        let graded = scratch.run(&["grade", "spec.yaml", "class"]);
        assert!(
            graded.code == 2 && graded.stderr.contains(said),
            "{more}: {}{}",
            graded.stdout,
            graded.stderr
        );
    }
}
