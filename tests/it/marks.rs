//! Marks of a file: they stay with the results, and what is not as the file says is told.

use std::process::Stdio;

use super::scratch::{Ended, Scratch};
use super::wait::until;

const RIGHT: &str = "print('hello')\n";

/// Two students, and a scenario that somebody has to look at.
fn class() -> Scratch {
    let scratch = Scratch::hello();
    let spec = scratch.read("spec.yaml") + "  - { name: style, points: 4, manual: Is it readable? }\n";
    scratch
        .write("spec.yaml", spec)
        .write("class/ann/hello.py", RIGHT)
        .write("class/bob/hello.py", "print(1)\n")
}

fn grade(class: &Scratch, more: &[&str]) -> Ended {
    let graded = class.run(&[&["grade", "spec.yaml", "class"], more].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    graded
}

fn marked(class: Scratch, marks: &str) -> (Scratch, Ended) {
    let class = class.write("marks.csv", marks);
    let graded = grade(&class, &["--marks", "marks.csv"]);
    (class, graded)
}

/// What both earned.
fn points(class: &Scratch, folder: &str) -> Vec<String> {
    let table = class.read(&format!("{folder}/grades.csv"));
    table.lines().skip(1).map(|row| row.split(',').nth(2).unwrap().to_owned()).collect()
}

fn verified(class: &Scratch) {
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
}

#[test]
fn marks_stay_whatever_is_done_with_the_results_next() {
    let (class, _) = marked(class(), "name,style\nann,2.5\nbob,\n");
    assert_eq!(points(&class, "yardstick-results"), ["3.5", "0"]);
    verified(&class);
    // Bob hands in again, and the file is not there any more.
    std::fs::remove_file(class.path("marks.csv")).unwrap();
    let class = class.write("class/bob/hello.py", RIGHT);
    let again = grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["3.5", "1"]);
    assert!(again.stdout.contains("h marked by hand"), "{}", again.stdout);
    let spec = class.read("spec.yaml").replace("points: 1\n", "points: 2\n");
    let class = class.write("spec.yaml", spec);
    assert_eq!(class.run(&["regrade"]).code, 0);
    assert_eq!(points(&class, "yardstick-results"), ["4.5", "2"]);
    verified(&class);
    // What comes later is added to what is there.
    let (class, graded) = marked(class, "name,style\nbob,1\n");
    assert!(!graded.stderr.contains("note"), "{}", graded.stderr);
    assert_eq!(points(&class, "yardstick-results"), ["4.5", "3"]);
    let bundled = class.run(&["bundle", "ann"]);
    assert_eq!(bundled.code, 0, "{}", bundled.stderr);
    let bundle = class.run(&["verify", "yardstick-bundle.zip"]);
    assert_eq!(bundle.code, 0, "{}", bundle.stdout);
}

#[test]
fn parts_are_joined_with_the_marks_of_each() {
    let class = class().write("marks.csv", "name,style\nann,2\nbob,3\n");
    for (part, marks) in [("0/2", &["--marks", "marks.csv"][..]), ("1/2", &[])] {
        grade(&class, &[&["--shard", part, "--out", &part[..1]], marks].concat());
    }
    let merged = class.run(&["merge", "0", "1"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    assert_eq!(points(&class, "yardstick-results"), ["3", "0"], "the part of Bob was graded without marks");
    verified(&class);
    grade(&class, &["--marks", "marks.csv"]);
    grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["3", "3"]);
    let planned =
        class.run(&["plan", "spec.yaml", "class", "--out", "plan", "--shards", "1", "--marks", "marks.csv"]);
    assert_eq!(planned.code, 0, "{}", planned.stderr);
    let shard = class.run(&["grade", "--plan", "plan", "--shard", "all", "--out", "shards"]);
    assert_eq!(shard.code, 0, "{}", shard.stderr);
    let merged = class.run(&["merge", "--plan", "plan", "shards", "--out", "all"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    grade(&class, &["--out", "all"]);
    assert_eq!(points(&class, "all"), ["3", "3"]);
}

#[test]
fn the_later_mark_counts_and_it_is_said() {
    let (class, _) = marked(class(), "name,style\nann,2.5\n");
    let (class, graded) = marked(class, "name,style\nann,3\n");
    let said = "note: `ann` had 2.5 for `style`, and has 3 now, as the file of marks says\n";
    assert!(graded.stderr.contains(said), "{}", graded.stderr);
    assert_eq!(points(&class, "yardstick-results"), ["4", "0"]);
    let (class, graded) = marked(class, "name,style\nbob,1\nann,3\nbob,4\n");
    let said = "note: `bob` has 1 and 4 for `style` in the file of marks: 4 counts, which stands below\n";
    assert!(graded.stderr.ends_with(said) && graded.stderr.matches("note").count() == 1, "{}", graded.stderr);
    assert_eq!(points(&class, "yardstick-results"), ["4", "4"]);
    // Copies in which different marks were given contradict each other.
    std::process::Command::new("cp")
        .args(["-r", "yardstick-results", "copy"])
        .current_dir(class.path(""))
        .status()
        .unwrap();
    let class = class.write("marks.csv", "name,style\nann,1\n");
    grade(&class, &["--marks", "marks.csv"]);
    let class = class.write("marks.csv", "name,style\nann,2\n");
    grade(&class, &["--marks", "marks.csv", "--out", "copy"]);
    let merged = class.run(&["merge", "yardstick-results", "copy", "--out", "both"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    assert_eq!(points(&class, "both"), ["3", "4"]);
    let log = class.run(&["review", "both", "--log"]).stdout;
    assert!(log.contains("≠ ann: style: decided in 2 ways, of which the last counts"), "{log}");
}

#[test]
fn a_mark_for_nobody_in_the_class_is_told() {
    let class = class().write("class/=1+1/hello.py", RIGHT).write("class/Zoe\u{308} Ma/hello.py", RIGHT);
    // As people write names, and as `grades.csv` shows one that a spreadsheet would take for a formula.
    let (class, graded) = marked(class, "name,style\n'=1+1,1\nzo\u{eb}  MA,2\nanne,3\nzed,\n");
    let said = "note: line 4 of the file of marks is for `anne`, and no submission has that name: nobody gets \
                these marks; did you mean `ann`?\n";
    assert!(graded.stderr.ends_with(said) && graded.stderr.matches("note").count() == 1, "{}", graded.stderr);
    assert_eq!(
        points(&class, "yardstick-results"),
        ["2", "3", "1", "0"],
        "{}",
        class.read("yardstick-results/grades.csv")
    );
    // Who asks for few words is told all the same.
    let quiet = grade(&class, &["--marks", "marks.csv", "--quiet"]);
    assert!(quiet.stderr.ends_with(said), "{}", quiet.stderr);
    let rows: String = (0..7).map(|number| format!("nobody{number},1\n")).collect();
    let (class, graded) = marked(class, &format!("name,style\n{rows}"));
    let said = "note: 7 rows of the file of marks are for no submission: `yardstick-results/mark-notes.txt` lists them\n";
    assert!(graded.stderr.contains(said), "{}", graded.stderr);
    grade(&class, &[]);
    assert!(!class.path("yardstick-results/mark-notes.txt").exists());
    let class = class.write("marks.csv", "name,style,style\nann,1,2\n");
    let refused = class.run(&["grade", "spec.yaml", "class", "--marks", "marks.csv"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("it has two columns `style`\nhelp: keep the one"), "{}", refused.stderr);
}

#[test]
fn a_damaged_mark_is_told_by_whoever_makes_results() {
    let (class, _) = marked(class(), "name,style\nann,2\nbob,3\n");
    let decisions = class.path("yardstick-results/decisions");
    let file = std::fs::read_dir(decisions).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap().replacen("ann", "amn", 1)).unwrap();
    let said = "is damaged, and counts as nothing\n";
    assert!(class.run(&["regrade", "--preview"]).stderr.ends_with(said));
    let graded = grade(&class, &[]);
    assert!(
        graded.stderr.starts_with("warning: line 1 of ") && graded.stderr.ends_with(said),
        "{}",
        graded.stderr
    );
    assert_eq!(points(&class, "yardstick-results"), ["1", "3"]);
}

#[test]
fn marks_for_one_assignment_are_none_for_another() {
    let (class, _) = marked(class(), "name,style\nann,2\n");
    let other = class.read("spec.yaml").replace("assignment: hello", "assignment: goodbye");
    let class = class.write("other.yaml", other);
    let refused = class.run(&["grade", "other.yaml", "class"]);
    assert_eq!(refused.code, 2);
    let said = "error: `yardstick-results` holds decisions about the assignment `hello`, and this is `goodbye`\n\
                help: grade into another folder with `--out`\n";
    assert_eq!(refused.stderr, said);
    assert_eq!(class.run(&["grade", "other.yaml", "class", "--out", "other"]).code, 0);
    assert_eq!(points(&class, "other"), ["1", "0"]);
}

#[test]
fn anonymous_results_have_marks_and_keep_none() {
    let class = class().write("marks.csv", "name,style\nsubmission-001,2\nsubmission-002,2\n");
    grade(&class, &["--anonymous", "--marks", "marks.csv"]);
    let table = class.read("yardstick-results/grades.csv");
    assert_eq!(table.matches(",2\n").count(), 2, "{table}");
    assert!(!class.path("yardstick-results/decisions").exists());
}

#[test]
fn a_grader_that_is_killed_has_lost_no_mark() {
    let class = class()
        .write("class/ann/hello.py", "import time\ntime.sleep(60)\n")
        .write("marks.csv", "name,style\nbob,3\n");
    let mut grading = class
        .process(&["grade", "spec.yaml", "class", "--marks", "marks.csv"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until(|| class.path("yardstick-results/grading.json").exists() || grading.try_wait().unwrap().is_some());
    grading.kill().unwrap();
    grading.wait().unwrap();
    std::fs::remove_file(class.path("marks.csv")).unwrap();
    let class = class.write("class/ann/hello.py", RIGHT);
    grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["1", "3"]);
    verified(&class);
}
