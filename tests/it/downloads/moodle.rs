//! Moodle: folders of participants, or flat files.

use super::{BYE, HELLO, same_in_any_wrapping};

#[test]
fn moodle_is_recognised_with_folders_and_without() {
    let announced = "note: Moodle download `{}`: 2 students\n";
    let expected = [("Jane Doe-12345", "1"), ("Rick Roe-12346", "0")];
    same_in_any_wrapping(
        &[
            ("Jane Doe_12345_assignsubmission_file_/P4/hello.py", HELLO),
            ("Jane Doe_12345_assignsubmission_onlinetext_/onlinetext.html", "<p>Please be kind.</p>"),
            ("Rick Roe_12346_assignsubmission_file_/hello.py", BYE),
            ("Rick Roe_12346_assignsubmission_file_/Jane Doe_12345_assignsubmission_file_/hello.py", BYE),
        ],
        announced,
        &expected,
    );
    same_in_any_wrapping(
        &[
            ("Jane Doe_12345_assignsubmission_file_hello.py", HELLO),
            ("Rick Roe_12346_assignsubmission_file_hello.py", BYE),
        ],
        announced,
        &expected,
    );
}
