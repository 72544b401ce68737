//! Canvas: flat files, and a mark for what is late without the time.

use super::{HELLO, points, same_in_any_wrapping};
use crate::scratch::Scratch;

#[test]
fn canvas_is_recognised() {
    same_in_any_wrapping(
        &[
            ("doejane_4321_98765_hello.py", HELLO),
            ("roerick_LATE_23_98766_hello-2.py", HELLO),
            ("leeann_24_98767_helper.py", "word = 'hello'\n"),
            ("leeann_24_98768_hello-1.py", "import helper\nprint(helper.word)\n"),
            ("leeann_24_text.html", "<p>see the files</p>"),
            ("waybob_25_text.html", "<p>print('hello')</p>"),
        ],
        "note: Canvas download `{}`: 4 students, 1 marked as late\n",
        &[("doejane-4321", "1"), ("leeann-24", "1"), ("roerick-23", "1"), ("waybob-25", "0")],
    );
}

#[test]
fn where_no_time_is_known_nothing_is_deducted_and_it_is_said() {
    let scratch = Scratch::hello().write("class/doejane_LATE_4321_98765_hello.py", HELLO);
    let spec = scratch.read("spec.yaml") + "late: { per_day: 50% }\n";
    let scratch = scratch.write("spec.yaml", spec);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(graded.stderr.contains("nothing is deducted for lateness: neither"), "{}", graded.stderr);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 Z"]);
    let told = "when 1 submission came is not known: nothing is deducted for lateness; `--roster` can tell";
    assert!(graded.stdout.contains(told), "{}", graded.stdout);
    scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 Z", "--format", "html"]);
    assert!(scratch.read("yardstick-results/report.html").contains(&format!("Lateness: </strong>{told}")));
    let page = scratch.read("yardstick-results/feedback/doejane-4321.txt");
    let told =
        "It is marked as late, but when it was handed in, is not known: nothing is deducted for lateness.";
    assert!(page.contains(told), "{page}");
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1")]);
    let checked = scratch.run(&["check", "spec.yaml", "class/doejane_LATE_4321_98765_hello.py"]);
    assert!(!checked.stdout.contains("late"), "{}", checked.stdout);
}
