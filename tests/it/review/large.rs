//! A class as large as classes are, made of fixtures and graded once: some of it is marked by hand, and the LMS takes comments.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use crate::night;
use crate::scratch::Scratch;

/// What is marked by hand, besides what the fixtures are graded by.
const STYLE: &str = "\n  - name: Style\n    points: 10\n    scenarios:\n      \
                     - { name: names, manual: Names say what they hold. }\n";

/// The class, of which each test takes a copy. The last student is in no row of the gradebook.
pub(crate) static LARGE: LazyLock<Scratch> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let spec = std::fs::read_to_string(root.join("specs/byu-connect-four.yaml")).unwrap() + STYLE;
    let class = Scratch::new(&spec).write("moodle.csv", worksheet());
    let mut hand_in = Scratch::python();
    hand_in.arg("-B").arg(root.join("benches/review/handed_in.py")).arg(class.path("class"));
    assert!(hand_in.arg(students().to_string()).status().unwrap().success());
    let graded = class.run(&[
        "grade",
        "spec.yaml",
        "class",
        "--format",
        "html",
        "--gradebook",
        "moodle.csv",
        "--scale",
    ]);
    assert!(graded.code == 0, "{}", graded.stderr);
    class
});

/// How many there are.
pub(crate) fn students() -> usize {
    if night::is_night() { 300 } else { 40 }
}

/// What a student is called who handed in as this one of the class, from 0.
pub(crate) fn student(place: usize) -> String {
    format!("student-{place:03}")
}

/// The gradebook, in which comments can stand.
fn worksheet() -> String {
    let head = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
                Last modified (submission),Last modified (grade),Feedback comments\n";
    let row = |place| {
        let name = student(place);
        format!(
            "Participant {},{name},{name}@example.edu,Submitted for grading - ,,90.00,Yes,-,-,\n",
            place + 1
        )
    };
    std::iter::once(head.to_owned()).chain((0..students() - 1).map(row)).collect()
}

/// Copies a folder of a class, as somebody does who takes it along.
pub(crate) fn take_along(class: &Scratch, folder: &str, copy: &str) {
    let copied = Command::new("cp").arg("-a").arg(class.path(folder)).arg(class.path(copy)).status();
    assert!(copied.unwrap().success());
}
