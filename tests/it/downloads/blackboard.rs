//! Blackboard: flat files with the time of the attempt.

use super::{BYE, HELLO, points, same_in_any_wrapping};
use crate::scratch::Scratch;

#[test]
fn blackboard_is_recognised_and_the_latest_attempt_counts() {
    same_in_any_wrapping(
        &[
            ("Hello_jdoe3_attempt_2014-04-30-21-02-38_hello.py", HELLO),
            ("Hello_jdoe3_attempt_2014-04-30-21-02-38.txt", "Name: Jane Doe (jdoe3)\n"),
            ("Hello_jdoe3_attempt_2014-04-29-21-02-38_hello.py", BYE),
            ("Hello_jdoe3_attempt_2014-04-29-21-02-38.txt", "Name: Jane Doe (jdoe3)\n"),
            ("Hello_rroe_attempt_2014-04-30-21-02-38.txt", "Name: Rick Roe (rroe)\n"),
        ],
        "note: Blackboard download `{}`: 2 students, 1 handed in more than once: the latest counts\n",
        &[("Jane Doe-jdoe3", "1"), ("Rick Roe-rroe", "0")],
    );
}

#[test]
fn receipts_tell_names_and_usernames_with_an_underscore() {
    let scratch = Scratch::hello()
        .write("class/Lab_1_j_doe_attempt_2014-04-30-21-02-38_hello.py", HELLO)
        .write(
            "class/Lab_1_j_doe_attempt_2014-04-30-21-02-38.txt",
            "Nombre: Jané Doe (j_doe)\nTarea: Lab_1\n",
        )
        .write("class/Lab_1_j_roe_attempt_2014-04-30-21-02-38_hello.py", BYE);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("Jané Doe-j_doe", "1"), ("j_roe", "0")]);
    let gradebook = scratch.read("yardstick-results/gradebook.csv");
    assert_eq!(gradebook, "Username,Hello\nj_doe,1\nj_roe,0\n");
}
