//! Blackboard: flat files with the time of the attempt.

use super::{BYE, HELLO, same_in_any_wrapping};

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
        &[("jdoe3", "1"), ("rroe", "0")],
    );
}
