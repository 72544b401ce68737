//! What was run is not run again: only what changed is.

use std::os::unix::fs::PermissionsExt;

use super::scratch::{Ended, GREETING, SOLUTION, Scratch, WITHOUT_COMMA, named};

/// Three submissions, each of which prints when it was run, so that every run leaves other results.
fn class() -> Scratch {
    let clock = format!("{SOLUTION}import time\nprint(time.time_ns())\n");
    ["Ada", "Bob", "Cyd"].iter().fold(Scratch::greeting(), |class, name| {
        class.write(&format!("class/{name}/hello.py"), format!("# {name}\n{clock}"))
    })
}

/// How many programs of submissions were run, as far as `grade` says.
fn runs(graded: &Ended) -> u64 {
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let told = graded.stdout.lines().find_map(|line| {
        let (known, rest) = line.trim().split_once(" of ")?;
        let (all, _) = rest.split_once(" runs were known")?;
        Some(all.parse::<u64>().unwrap() - known.parse::<u64>().unwrap())
    });
    told.unwrap_or(u64::MAX)
}

fn grade(class: &Scratch) -> u64 {
    runs(&class.run(&["grade", "spec.yaml", "class"]))
}

/// Everything that follows from the traces: the same exactly if no program was run again.
fn results(class: &Scratch) -> String {
    let files = ["results.json", "grades.csv", "feedback/Ada.txt", "feedback/Bob.txt", "feedback/Cyd.txt"];
    files.map(|file| class.read(&format!("yardstick-results/{file}"))).join("\n")
}

fn traces(class: &Scratch) -> Vec<String> {
    let files = std::fs::read_dir(class.path("yardstick-results/traces")).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lock")
        .collect();
    names.sort();
    names
}

fn edited(class: Scratch, old: &str, new: &str) -> Scratch {
    let spec = class.read("spec.yaml");
    assert!(spec.contains(old), "{spec}");
    class.write("spec.yaml", spec.replace(old, new))
}

#[test]
fn a_second_grade_runs_nothing_writes_no_trace_and_leaves_the_same_bytes() {
    let class = class();
    let first = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(runs(&first), u64::MAX, "{}", first.stdout);
    let (before, files) = (results(&class), traces(&class));
    assert_eq!(grade(&class), 0);
    assert_eq!(results(&class), before);
    assert_eq!(traces(&class), files);
}

#[test]
fn a_changed_submission_reruns_only_itself() {
    let class = class();
    grade(&class);
    let (bob, cyd) = (class.read("yardstick-results/feedback/Bob.txt"), class.read("class/Cyd/hello.py"));
    let class = class.write("class/Cyd/hello.py", WITHOUT_COMMA);
    assert_eq!(grade(&class), 5);
    assert_eq!(named(&class.results(), "Cyd")["points"], "0");
    assert_eq!(class.read("yardstick-results/feedback/Bob.txt"), bob);
    let class = class.write("class/Cyd/hello.py", cyd);
    assert_eq!(grade(&class), 0, "changed back, it is what it was");
    let class = class.write("class/Cyd/notes.txt", "another file");
    assert_eq!(grade(&class), 5);
}

#[test]
fn a_renamed_submission_and_one_that_comes_back_are_known() {
    let class = class();
    grade(&class);
    let before = results(&class);
    std::fs::rename(class.path("class/Cyd"), class.path("class/Zoe")).unwrap();
    assert_eq!(grade(&class), 0);
    assert!(!class.path("yardstick-results/feedback/Cyd.txt").exists());
    let page = |name: &str| class.read(&format!("yardstick-results/feedback/{name}.txt"));
    assert!(before.ends_with(&page("Zoe").replace("Zoe", "Cyd")));
    std::fs::rename(class.path("class/Zoe"), class.path("Zoe")).unwrap();
    assert_eq!(grade(&class), 0);
    std::fs::rename(class.path("Zoe"), class.path("class/Cyd")).unwrap();
    assert_eq!(grade(&class), 0);
    assert_eq!(results(&class), before);
}

#[test]
fn a_changed_input_reruns_only_that_scenario() {
    let class = class();
    grade(&class);
    let class = edited(class, "stdin: [Grace Hopper]", "stdin: [Grace B. Hopper]");
    assert_eq!(grade(&class), 3);
    let class = edited(
        class,
        "- { name: digits, stdin: [7] }",
        "- { name: digits, stdin: [7] }\n      - { name: new, stdin: [x] }",
    );
    assert_eq!(grade(&class), 3);
    assert_eq!(grade(&class), 0);
}

#[test]
fn points_names_hints_order_and_comparisons_rerun_nothing() {
    let class = class();
    grade(&class);
    let steps = [
        ("points: 10", "points: 20"),
        ("hint: Read the name first.", "hint: Look again."),
        ("name: two words", "name: both names"),
        ("- name: Loud", "- name: Louder"),
        ("title: Greeting", "title: Hello"),
        ("groups:", "compare: [case, blank-lines]\ngroups:"),
        ("stdin: [\"\"] }", "stdin: [\"\"], weight: 3 }"),
        ("bonus: true", "bonus: false"),
    ];
    let files = traces(&class);
    let mut class = class;
    for (old, new) in steps {
        class = edited(class, old, new);
        assert_eq!(grade(&class), 0, "{new}");
    }
    assert_eq!(traces(&class), files);
}

#[test]
fn changed_limits_rerun_only_what_may_do_something_else() {
    let limits = "limits: { wall: 60s, output: 10 KiB }";
    let class = Scratch::hello().write("class/Ada/hello.py", "print('hello')");
    let class = class
        .write("class/Bob/hello.py", "n = 0\nwhile True: n += 1")
        .write("class/Cyd/hello.py", "print(1 / 0)");
    let mut before = limits.to_owned();
    let mut class = edited(class, limits, &before);
    for (after, reruns) in [
        ("limits: { wall: 60s, output: 10 KiB, cpu: 200ms }", u64::MAX),
        // Who ended needs no more time; who did not may end now.
        ("limits: { wall: 60s, output: 10 KiB, cpu: 400ms }", 1),
        ("limits: { wall: 60s, output: 10 KiB, cpu: 200ms }", 0),
        // So much was too little, and less is so too.
        ("limits: { wall: 60s, output: 10 KiB, cpu: 300ms }", 0),
        ("limits: { wall: 60s, output: 1 MiB, cpu: 200ms }", 0),
        // Nobody comes near half of that.
        ("limits: { wall: 60s, output: 1 MiB, cpu: 200ms, memory: 128 MiB }", 0),
        // Who failed, or was stopped, may have been refused memory.
        ("limits: { wall: 60s, output: 1 MiB, cpu: 200ms, memory: 512 MiB }", 2),
        // How many processes there were is not known.
        ("limits: { wall: 60s, output: 1 MiB, cpu: 200ms, processes: 8 }", u64::MAX),
        ("limits: { wall: 60s, output: 1 MiB, cpu: 200ms, processes: 8 }", 0),
    ] {
        class = edited(class, &before, after);
        before = after.to_owned();
        assert_eq!(grade(&class), reruns, "{after}");
        let verified = class.run(&["verify"]);
        assert_eq!(verified.code, 0, "{after}: {}", verified.stdout);
        assert_eq!(class.run(&["bundle", "Bob"]).code, 0, "{after}");
    }
    assert_eq!(named(&class.results(), "Ada")["points"], "1");
    assert_eq!(named(&class.results(), "Bob")["scenarios"][0]["verdict"], "time limit");
}

#[test]
fn supplied_files_and_the_level_of_isolation_rerun_everything() {
    let class = class();
    grade(&class);
    let supplied = ("files: [hello.py]", "files: [hello.py], supplied: [names.py]");
    let class = edited(class.write("names.py", ""), supplied.0, supplied.1);
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(runs(&graded), u64::MAX, "{}", graded.stdout);
    let none = || class.run(&["grade", "spec.yaml", "class", "--sandbox", "none"]);
    assert_eq!(runs(&none()), u64::MAX);
    assert_eq!(runs(&none()), 0);
    assert_eq!(grade(&class), 0, "both levels are known now");
}

#[test]
fn another_version_of_the_interpreter_reruns_everything() {
    let class = class();
    grade(&class);
    let python = std::process::Command::new("python3")
        .args(["-c", "import sys; print(sys.executable, end='')"])
        .output()
        .unwrap();
    let python = String::from_utf8(python.stdout).unwrap();
    // Says that it is another version, and else is the same.
    let script = format!("#!/bin/sh\n{python} \"$@\" | sed 's/^version .*/version 3.99.0/'\n");
    let class = class.write("bin/python3", script);
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(class.path("bin/python3"), permissions).unwrap();
    let path = format!("{}:{}", class.path("bin").display(), std::env::var("PATH").unwrap());
    let args = ["grade", "spec.yaml", "class"];
    let other = super::scratch::ended(class.command(&args).env("PATH", path));
    assert_eq!(runs(&other), u64::MAX);
}

#[test]
fn the_reference_is_run_once_and_again_only_where_it_has_to_be() {
    // A reference that never does the same twice: whoever runs it again expects something else. The spec forgives that.
    let clock = "import time\nname = input()\nprint(name, time.time_ns())\n";
    let class = Scratch::new(&GREETING.replace("groups:", "compare: [numbers: 9]\ngroups:"))
        .write("solution.py", clock)
        // Of another cause where there is a blank in the name, so that each of the two is shown.
        .write("class/Ada/hello.py", "name = input()\nprint(1 / 0 if ' ' in name else name)\n");
    grade(&class);
    let page = class.read("yardstick-results/feedback/Ada.txt");
    assert_eq!(grade(&class), 0);
    assert_eq!(class.read("yardstick-results/feedback/Ada.txt"), page);
    let class = edited(class, "stdin: [Grace Hopper]", "stdin: [Grace]");
    assert_eq!(grade(&class), 1);
    let is_kept = |line: &&str| line.contains("Ada ") && !line.contains("…");
    let kept = |page: &str| page.lines().filter(is_kept).map(str::to_owned).collect::<Vec<_>>();
    let changed = class.read("yardstick-results/feedback/Ada.txt");
    assert_eq!(kept(&changed), kept(&page));
    assert_ne!(changed, page);
}

#[test]
fn an_invalid_submission_is_known_too() {
    let class = Scratch::greeting()
        .write("class/Ada/hello.py", "print(")
        .write("class/Bob/helo.py", SOLUTION)
        .write("class/Cyd.zip", "no zip file");
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    let before = class.read("yardstick-results/results.json");
    assert_eq!(runs(&graded), u64::MAX);
    assert_eq!(grade(&class), 0);
    assert_eq!(class.read("yardstick-results/results.json"), before);
    let class = class.write("class/Ada/hello.py", SOLUTION);
    assert_eq!(grade(&class), 5);
    assert_eq!(named(&class.results(), "Ada")["points"], "12");
}

#[test]
fn damaged_traces_are_told_once_run_again_and_whole_afterwards() {
    let class = class();
    grade(&class);
    let file = format!("yardstick-results/traces/{}", traces(&class)[0]);
    let text = class.read(&file);
    let record = text.lines().position(|line| line.contains("\"submission\":\"Bob\"")).unwrap();
    let damaged = text.replace("\"submission\":\"Bob\"", "\"submission\":\"Eve\"");
    let class = class.write(&file, damaged);
    let again = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(runs(&again), 5);
    let warning =
        format!("warning: line {} of `{file}` is damaged; what stood there is run again\n", record + 1);
    assert_eq!(again.stderr, warning);
    let third = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!((runs(&third), third.stderr.as_str()), (0, ""));
}

#[test]
fn traces_that_were_cut_anywhere_are_completed_to_the_same_results() {
    let class = ["Ada", "Bob", "Cyd"].iter().fold(Scratch::greeting(), |class, name| {
        class.write(&format!("class/{name}/hello.py"), format!("# {name}\n{WITHOUT_COMMA}"))
    });
    grade(&class);
    let before = results(&class);
    let mut rest = class.path(format!("yardstick-results/traces/{}", traces(&class)[0]));
    // Each time the newest file loses its end.
    for share in [9, 7, 5, 3, 1] {
        let text = std::fs::read(&rest).unwrap();
        std::fs::write(&rest, &text[..text.len() * share / 10]).unwrap();
        let ran = grade(&class);
        assert!(ran > 0, "{share}");
        assert_eq!(results(&class), before, "{share}");
        assert_eq!(grade(&class), 0, "{share}");
        rest = class.path(format!("yardstick-results/traces/{}", traces(&class).last().unwrap()));
    }
}

#[test]
fn without_its_files_of_traces_everything_is_run_again() {
    let class = class();
    grade(&class);
    for file in traces(&class) {
        std::fs::remove_file(class.path(format!("yardstick-results/traces/{file}"))).unwrap();
    }
    assert_eq!(grade(&class), u64::MAX);
    assert_eq!(grade(&class), 0);
}

#[test]
fn traces_of_another_version_are_left_alone_and_run_again() {
    let class = class();
    grade(&class);
    let file = format!("yardstick-results/traces/{}", traces(&class)[0]);
    let other = "0123456789abcdef yardstick-traces 999\n".to_owned();
    let class = class.write(&file, &other);
    let again = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(runs(&again), u64::MAX);
    assert!(
        again.stderr.contains("is not a file of traces that this version of yardstick can read"),
        "{}",
        again.stderr
    );
    assert_eq!(class.read(&file), other);
    assert_eq!(grade(&class), 0);
}

#[test]
fn grading_with_only_reruns_nothing_and_grading_all_after_it_runs_only_the_rest() {
    let class = class();
    grade(&class);
    assert_eq!(runs(&class.run(&["grade", "spec.yaml", "class", "--only", "loud"])), 0);
    assert_eq!(grade(&class), 0);
    let fresh = self::class();
    runs(&fresh.run(&["grade", "spec.yaml", "class", "--only", "greets"]));
    assert_eq!(grade(&fresh), 3 * 2);
}

#[test]
fn a_folder_of_older_results_is_graded_into() {
    let class = class()
        .write("yardstick-results/results.json", "{}")
        .write("yardstick-results/feedback/Gone.txt", "")
        .write("yardstick-results/notes.txt", "mine");
    grade(&class);
    assert_eq!(class.read("yardstick-results/notes.txt"), "mine");
    assert!(!class.path("yardstick-results/feedback/Gone.txt").exists());
    assert_eq!(grade(&class), 0);
}
