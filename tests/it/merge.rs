//! `yardstick merge`: parts that were graded apart are joined into what one machine leaves.

use std::collections::BTreeMap;

use super::night;
use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

fn class() -> Scratch {
    let programs = [SOLUTION, WITHOUT_COMMA, FOUR_LETTERS, "print("];
    let class = (0..11).fold(Scratch::greeting(), |class, number| {
        class.write(&format!("class/student-{number:02}/hello.py"), programs[number % programs.len()])
    });
    class.write("class/student-11/helo.py", SOLUTION)
}

/// Grades a part into a folder named after it.
fn part(class: &Scratch, shard: &str, more: &[&str]) -> String {
    let folder = format!("part-{}", shard.replace('/', "-of-"));
    let graded =
        class.run(&[&["grade", "spec.yaml", "class", "--shard", shard, "--out", &folder], more].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    folder
}

/// Everything that follows from the traces, and what was asked for.
fn results(class: &Scratch, folder: &str) -> BTreeMap<String, String> {
    let mut results = BTreeMap::new();
    for below in ["", "feedback/"] {
        for entry in std::fs::read_dir(class.path(folder).join(below)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
                results.insert(name.clone(), class.read(&format!("{folder}/{name}")));
            }
        }
    }
    results
}

fn merge(class: &Scratch, parts: &[&str]) -> (i32, String) {
    let merged = class.run(&[&["merge", "--out", "joined"], parts].concat());
    (merged.code, merged.stderr + &merged.stdout)
}

#[test]
fn one_two_or_eight_parts_in_any_order_are_what_one_machine_leaves() {
    let class = class();
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--out", "alone"]).code, 0);
    let alone = results(&class, "alone");
    for &of in night::some(&[2, 1, 8], 1) {
        let mut parts: Vec<String> =
            (0..of).map(|index| part(&class, &format!("{index}/{of}"), &[])).collect();
        for turn in [0, of / 2, 1] {
            let turn = turn % parts.len();
            parts.rotate_left(turn);
            parts.reverse();
            let named: Vec<&str> = parts.iter().map(String::as_str).collect();
            let (code, said) = merge(&class, &named);
            assert_eq!(code, 0, "{said}");
            assert_eq!(said, format!("12 submissions of {of} parts are joined in `joined`.\n"));
            assert_eq!(results(&class, "joined"), alone, "{parts:?}");
            let verified = class.run(&["verify", "joined"]);
            assert_eq!(verified.code, 0, "{}", verified.stdout);
        }
        std::fs::remove_dir_all(class.path("joined")).unwrap();
    }
    // What was joined is known: nothing is run again.
    let parts = [part(&class, "0/2", &[]), part(&class, "1/2", &[])];
    merge(&class, &[&parts[0], &parts[1]]);
    let graded = class.run(&["grade", "spec.yaml", "class", "--out", "joined"]);
    assert!(graded.stdout.contains("60 of 60 runs were known from before"), "{}", graded.stdout);
}

#[test]
fn a_part_that_was_graded_twice_joins_like_any_other() {
    let class = class();
    let solution = class.read("class/student-00/hello.py");
    let class = class.write("class/student-00/hello.py", WITHOUT_COMMA);
    part(&class, "0/2", &[]);
    let class = class.write("class/student-00/hello.py", solution);
    let parts = [part(&class, "0/2", &[]), part(&class, "1/2", &[])];
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--out", "alone"]).code, 0);
    for _ in 0..2 {
        let (code, said) = merge(&class, &[&parts[0], &parts[1]]);
        assert_eq!(code, 0, "{said}");
        assert_eq!(results(&class, "joined"), results(&class, "alone"));
    }
}

#[test]
fn a_part_holds_its_own_submissions_and_no_others() {
    let class = class();
    let folder = part(&class, "2/5", &[]);
    let results = results(&class, &folder);
    let pages: Vec<&str> = results.keys().filter_map(|name| name.strip_prefix("feedback/")).collect();
    assert_eq!(pages, ["student-02.txt", "student-07.txt"]);
    assert_eq!(results["grades.csv"].lines().count(), 3);
}

#[test]
fn a_job_array_tells_which_part_is_meant() {
    let class = class();
    let mut command = class.process(&["grade", "spec.yaml", "class", "--shard", "auto/5", "--out", "part"]);
    assert!(command.env("SLURM_ARRAY_TASK_ID", "2").output().unwrap().status.success());
    let explicit = part(&class, "2/5", &[]);
    assert_eq!(results(&class, "part"), results(&class, &explicit));
    let nowhere = class.run(&["grade", "spec.yaml", "class", "--shard", "auto/5"]);
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.stderr.starts_with("error: no variable of a job array is set"), "{}", nowhere.stderr);
}

#[test]
fn parts_that_do_not_make_a_whole_are_refused_by_name() {
    let class = class();
    let [first, second, third] = ["0/3", "1/3", "2/3"].map(|shard| part(&class, shard, &[]));
    let refused = |parts: &[&str]| {
        let (code, said) = merge(&class, parts);
        assert_eq!(code, 2, "{said}");
        assert!(!class.path("joined").exists(), "{said}");
        said
    };
    insta::assert_snapshot!(refused(&[&first, &third]), @"
    error: 1 of 3 parts are missing: 1
    help: grade with `--shard 1/3`
    ");
    insta::assert_snapshot!(refused(&[&second]), @"
    error: 2 of 3 parts are missing: 0, 2
    help: grade with `--shard 0/3`
    ");
    insta::assert_snapshot!(refused(&[&first, &second, &first]), @"
    error: part 0/3 is there twice: `part-0-of-3` and `part-0-of-3`
    help: name one of them
    ");

    let copy = "copy";
    std::fs::rename(class.path(&second), class.path(copy)).unwrap();
    let second = part(&class, "1/3", &[]);
    insta::assert_snapshot!(refused(&[&first, copy, &second, &third]), @"
    error: part 1/3 is there twice: `copy` and `part-1-of-3`
    help: name one of them
    ");

    class.run(&["grade", "spec.yaml", "class", "--out", "alone"]);
    insta::assert_snapshot!(refused(&[&first, "alone"]), @"error: `alone` is not a part: it was graded without `--shard`");
    insta::assert_snapshot!(refused(&[&first, "class"]), @"
    error: `class` holds no results: there is no `grading.json` in it
    help: name the folder that `yardstick grade` wrote
    ");
    let (code, said) = merge(&class, &[]);
    assert_eq!(code, 2);
    assert!(said.contains("<RESULTS>"), "{said}");
}

#[test]
fn parts_of_different_gradings_are_refused_by_what_differs_and_how() {
    let class = class().write("marks.csv", "name,Practice / digits\n").write("roster.csv", "id\n");
    let first = part(&class, "0/2", &[]);
    let mut said = Vec::new();
    for more in [
        &["--only", "greets"][..],
        &["--repeat", "2"],
        &["--sandbox", "none"],
        &["--due", "2026-03-01 23:59 +01:00"],
        &["--due", "2026-03-01 23:59 +01:00", "--format", "html"],
        &["--column", "Greeting"],
    ] {
        let second = part(&class, "1/2", more);
        said.push(merge(&class, &[&first, &second]));
    }
    let other = part(&class, "1/3", &[]);
    said.push(merge(&class, &[&first, &other]));
    let spec = class.read("spec.yaml");
    let class = class.write("spec.yaml", spec.replace("points: 10", "points: 11"));
    let second = part(&class, "1/2", &[]);
    let (code, different_specs) = merge(&class, &[&first, &second]);
    assert_eq!(code, 2);
    assert!(different_specs.contains("\n  the spec: "), "{different_specs}");
    let class = class.write("spec.yaml", spec).write("class/student-12/hello.py", SOLUTION);
    let second = part(&class, "1/2", &[]);
    said.push(merge(&class, &[&first, &second]));
    std::fs::rename(class.path("class/student-12"), class.path("class/another")).unwrap();
    std::fs::remove_dir_all(class.path("class/student-11")).unwrap();
    let second = part(&class, "1/2", &[]);
    said.push(merge(&class, &[&first, &second]));
    assert!(said.iter().all(|(code, _)| *code == 2), "{said:?}");
    let help = "\nhelp: grade both with the same spec, submissions and options\n";
    let said: String = said.into_iter().map(|(_, said)| said.replace(help, "\n")).collect();
    insta::assert_snapshot!(said, @"
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      the selected scenarios (`--only`): all and `greets`
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      the number of runs (`--repeat`): 1 and 2
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      the level of isolation: strict and none
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      the due date (`--due`): none and `2026-03-01 23:59 +01:00`
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      pages for browsers (`--format html`): not asked for and asked for
      the due date (`--due`): none and `2026-03-01 23:59 +01:00`
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      the column of the gradebook (`--column`): none and `Greeting`
    error: `part-0-of-2` and `part-1-of-3` are parts of different gradings
      the number of parts: 2 and 3
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      the number of submissions: 12 and 13
    error: `part-0-of-2` and `part-1-of-2` are parts of different gradings
      the name of submission 1: `student-00` and `another`
    ");
    assert!(!class.path("joined").exists());
}

/// Three students in a download, whose names tell whose it is.
fn download(arrivals: [&str; 2]) -> Scratch {
    let files = [("doejane_4321_91_hello.py", SOLUTION), ("roerick_22_92_hello.py", WITHOUT_COMMA)];
    let roster = format!("id,handed_in\n4321,{}\n22,{}\n", arrivals[0], arrivals[1]);
    let late = "late: { per_day: 20% }\ngroups:";
    let class = Scratch::greeting().zip("class.zip", &files).write("roster.csv", roster);
    let spec = class.read("spec.yaml").replacen("groups:", late, 1);
    class.write("spec.yaml", spec)
}

#[test]
fn parts_with_different_due_dates_or_arrivals_are_refused() {
    let class = download(["2026-03-01 22:00 +01:00", "2026-03-02 22:00 +01:00"]);
    let grade = |class: &Scratch, shard: &str, due: &str| {
        let folder = format!("part-{}", &shard[..1]);
        let roster = ["--roster", "roster.csv", "--due", due, "--shard", shard, "--out", &folder];
        let graded = class.run(&[&["grade", "spec.yaml", "class.zip"][..], &roster].concat());
        assert_eq!(graded.code, 0, "{}", graded.stderr);
    };
    let due = "2026-03-01 23:59 +01:00";
    grade(&class, "0/2", due);
    grade(&class, "1/2", "2026-03-05 23:59 +01:00");
    let (code, said) = merge(&class, &["part-0", "part-1"]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(said, @"
    error: `part-0` and `part-1` are parts of different gradings
      the due date (`--due`): `2026-03-01 23:59 +01:00` and `2026-03-05 23:59 +01:00`
    help: grade both with the same spec, submissions and options
    ");
    // The same students, of whom one part was told another time.
    let class =
        class.write("roster.csv", "id,handed_in\n4321,2026-03-01 22:00 +01:00\n22,2026-03-01 21:00 +01:00\n");
    grade(&class, "1/2", due);
    let (code, said) = merge(&class, &["part-0", "part-1"]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(said, @"
    error: `part-0` and `part-1` are parts of different gradings
      the time of arrival of `roerick-22`: `2026-03-02T21:00:00Z` and `2026-03-01T20:00:00Z`
    help: grade both with the same spec, submissions and options
    ");
}

#[test]
fn a_part_that_was_not_finished_is_refused() {
    let class = class();
    let first = part(&class, "0/2", &[]);
    let second = part(&class, "1/2", &[]);
    // As a grader leaves it that is killed.
    let manifest = class.read(&format!("{second}/grading.json"));
    let (before, after) = manifest.rsplit_once("\"files\": \"").unwrap();
    let unfinished = format!("{before}\"files\": null{}", &after[after.find('"').unwrap() + 1..]);
    let without_checksum = unfinished.lines().filter(|line| !line.contains("\"checksum\""));
    let class =
        class.write(&format!("{second}/grading.json"), without_checksum.collect::<Vec<_>>().join("\n"));
    let (code, said) = merge(&class, &[&first, &second]);
    assert_eq!(code, 3);
    insta::assert_snapshot!(said, @"
    error: the part `part-1-of-2` lacks something that its results need
      not graded yet: `student-11`
    help: grade it again with the same command; what is known is not run again
    ");
}

#[test]
fn references_that_did_not_do_the_same_are_refused() {
    // A machine each: what is there decides, and without isolation it can be seen.
    let class = class();
    let solution = format!("input()\nprint(open('{}').read())\n", class.path("machine").display());
    let class = class.write("solution.py", solution);
    let on = |machine: &str, shard: &str| {
        std::fs::write(class.path("machine"), machine).unwrap();
        part(&class, shard, &["--sandbox", "none"])
    };
    let parts = [on("one", "0/2"), on("another", "1/2")];
    let (code, said) = merge(&class, &[&parts[0], &parts[1]]);
    assert_eq!(code, 2);
    insta::assert_snapshot!(said, @"error: `the reference` is not the same in `part-0-of-2` and `part-1-of-2`: its traces differ");
}

#[test]
fn joined_parts_go_back_to_the_lms_as_one() {
    let files = [("doejane_4321_91_hello.py", SOLUTION), ("roerick_22_92_hello.py", WITHOUT_COMMA)];
    let gradebook = "Student,ID,Section,Greeting (98765)\n\"Doe, Jane\",4321,A,\n\"Roe, Rick\",22,A,\n";
    let class = Scratch::greeting().zip("class.zip", &files).write("from-canvas.csv", gradebook);
    let grade = |more: &[&str]| {
        let args = [&["grade", "spec.yaml", "class.zip", "--gradebook", "from-canvas.csv"], more].concat();
        let graded = class.run(&args);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
    };
    grade(&["--out", "whole"]);
    grade(&["--shard", "0/2", "--out", "part-0"]);
    grade(&["--shard", "1/2", "--out", "part-1"]);
    let merged = class.run(&["merge", "part-0", "part-1", "--out", "joined"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    for file in ["gradebook.csv", "feedback-lms/roerick_22_92_hello.py.txt"] {
        assert_eq!(class.read(&format!("joined/{file}")), class.read(&format!("whole/{file}")));
    }
    let zipped = |folder: &str| std::fs::read(class.path(format!("{folder}/feedback-lms.zip"))).unwrap();
    assert_eq!(zipped("joined"), zipped("whole"));
    assert_eq!(class.run(&["verify", "joined"]).code, 0);
}
