//! Gradescope: folders, and a file that tells whose they are.

use super::{BYE, HELLO, same_in_any_wrapping};
use crate::scratch::{Scratch, named};

#[test]
fn gradescope_is_recognised_and_a_group_is_graded_once_and_listed_for_each() {
    let metadata = "---\nsubmission_1001:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '0042'\n    :email: jane@example.edu\n  \
        :created_at: 2023-09-21 10:11:12.123 Z\nsubmission_1002:\n  :submitters:\n  - :name: Rick Roe\n    :sid: '0043'\n    \
        :email: rick@example.edu\n  - :name: Ann Lee\n    :sid: '0044'\n    :email: ann@example.edu\n  \
        :created_at: 2023-09-21 10:11:12.123 Z\n";
    let files = [
        ("submission_metadata.yml", metadata),
        ("submission_1001/hello.py", HELLO),
        ("submission_1002/hello.py", BYE),
    ];
    let announced = "note: Gradescope download `{}`: 3 students\n";
    let group = "Ann Lee-0044 + Rick Roe-0043";
    same_in_any_wrapping(&files, announced, &[(group, "0"), ("Jane Doe-0042", "1")]);
    let scratch = Scratch::hello().zip("all.zip", &files);
    scratch.run(&["grade", "spec.yaml", "all.zip"]);
    insta::assert_snapshot!(scratch.read("yardstick-results/grades.csv"), @"
    name,student,id,status,points,max_points,says hello
    Ann Lee-0044 + Rick Roe-0043,Ann Lee,0044,graded,0,1,0
    Ann Lee-0044 + Rick Roe-0043,Rick Roe,0043,graded,0,1,0
    Jane Doe-0042,Jane Doe,0042,graded,1,1,1
    ");
    let results = scratch.results();
    let ids = &named(&results, group)["students"][1]["ids"];
    assert_eq!(ids[1]["id"], "rick@example.edu");
}
