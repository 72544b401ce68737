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
