//! `yardstick plan` and what follows it: shards that are graded anywhere, any number of times, join to what one machine leaves.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::OnceLock;

use super::scratch::{Ended, FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA, ended};
use super::{night, wait};

/// A class of seven.
fn class() -> Scratch {
    let programs = [SOLUTION, WITHOUT_COMMA, FOUR_LETTERS, "print("];
    let class = (0..6).fold(Scratch::greeting(), |class, number| {
        class.write(&format!("class/student-{number}/hello.py"), programs[number % programs.len()])
    });
    class.write("class/student-6/helo.py", SOLUTION)
}

/// Everything that follows from traces.
fn results(class: &Scratch, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut results = BTreeMap::new();
    for below in ["", "feedback/"] {
        for entry in fs::read_dir(class.path(folder).join(below)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() && path.file_name().unwrap() != "grading.json" {
                let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
                results.insert(name, fs::read(path).unwrap());
            }
        }
    }
    results
}

/// What one machine leaves of the class, with pages.
fn alone() -> &'static BTreeMap<String, Vec<u8>> {
    static ALONE: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    ALONE.get_or_init(|| {
        let class = class();
        let graded = class.run(&["grade", "spec.yaml", "class", "--format", "html", "--out", "alone"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        results(&class, "alone")
    })
}

/// Runs a command and makes sure how it ends; what it printed.
fn ends(class: &Scratch, code: i32, args: &[&str]) -> String {
    let ended = class.run(args);
    assert_eq!(ended.code, code, "{args:?}: {}{}", ended.stdout, ended.stderr);
    ended.stdout + &ended.stderr
}

fn plan(class: &Scratch, shards: &str, more: &[&str]) {
    ends(
        class,
        0,
        &[&["plan", "spec.yaml", "class", "--html", "--out", "plan", "--shards", shards], more].concat(),
    );
}

const GRADE: [&str; 5] = ["grade", "--plan", "plan", "--out", "shards"];

fn grade(class: &Scratch, shard: &str, code: i32) -> String {
    ends(class, code, &[&GRADE[..], &["--shard", shard]].concat())
}

const MERGE: [&str; 6] = ["merge", "--plan", "plan", "shards", "--out", "joined"];

/// Makes sure that the shards join to what one machine leaves.
fn join_to_the_same(class: &Scratch) {
    ends(class, 0, &MERGE);
    let (joined, alone) = (results(class, "joined"), alone());
    assert_eq!(joined.keys().collect::<Vec<_>>(), alone.keys().collect::<Vec<_>>());
    for (name, bytes) in &joined {
        assert!(*bytes == alone[name], "{name} is not the same");
    }
}

/// The files of one kind among the results of shards.
fn files(class: &Scratch, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(class.path("shards").join(kind));
    let mut files: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

fn spawn(class: &Scratch, shard: &str) -> Child {
    let mut command = class.process(&[&GRADE[..], &["--shard", shard, "--jobs", "2"]].concat());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn shards_in_any_order_and_by_any_engine_join_to_what_one_machine_leaves() {
    let class = class();
    plan(&class, "3", &[]);
    for (variable, value) in [("PARALLEL_SEQ", "3"), ("SLURM_ARRAY_TASK_ID", "0"), ("YARDSTICK_SHARD", "1/3")]
    {
        let mut command = class.command(&[&GRADE[..], &["--shard", "auto"]].concat());
        let graded = ended(command.env(variable, value));
        assert_eq!(graded.code, 0, "{}", graded.stderr);
    }
    assert_eq!(files(&class, "traces").len(), 3);
    join_to_the_same(&class);
    // Another try does nothing, and leaves nothing that counts.
    assert!(grade(&class, "all", 0).contains("7 of 7 submissions of the shard are graded, 7 of them before"));
    join_to_the_same(&class);
    assert_eq!(ends(&class, 0, &["verify", "joined"]).matches('✗').count(), 0);
}

#[test]
fn a_packed_plan_needs_nothing_else_whatever_files_are_called() {
    let class =
        class().zip("class/zipped.zip", &[("hello.py", SOLUTION)]).write("class/single.py", "print()");
    for byte in (1..=255_u8).filter(|byte| *byte != b'/') {
        let name = [b"a-", &[byte][..], b".txt"].concat();
        fs::write(class.path("class/student-0").join(std::ffi::OsStr::from_bytes(&name)), [byte]).unwrap();
    }
    ends(&class, 0, &["grade", "spec.yaml", "class", "--format", "html", "--out", "alone"]);
    plan(&class, "2", &["--pack"]);
    fs::rename(class.path("class"), class.path("gone")).unwrap();
    fs::rename(class.path("plan"), class.path("elsewhere")).unwrap();
    fs::rename(class.path("elsewhere"), class.path("plan")).unwrap();
    grade(&class, "1", 0);
    let recut = ["recut", "--plan", "plan", "--results", "shards", "--shards", "3", "--out", "finer"];
    ends(&class, 0, &recut);
    ends(&class, 0, &["grade", "--plan", "finer", "--out", "shards", "--shard", "all"]);
    ends(&class, 0, &MERGE);
    assert!(results(&class, "joined") == results(&class, "alone"));
}

#[test]
fn what_is_missing_is_cut_finer_and_belongs_together_with_the_rest() {
    let class = class();
    plan(&class, "2", &[]);
    grade(&class, "1", 0);
    let told = ends(&class, 75, &MERGE);
    assert!(
        told.contains("missing shards: 0\n") && told.contains("4 of 7 submissions are not graded yet"),
        "{told}"
    );
    assert!(!class.path("joined/results.json").exists(), "nothing is written");
    assert_eq!(ends(&class, 75, &["status", "--plan", "plan", "--results", "shards", "--missing"]), "0\n");
    ends(&class, 0, &["recut", "--plan", "plan", "--results", "shards", "--shards", "4", "--out", "finer"]);
    for shard in ["0", "1", "2", "3"] {
        let said = ends(&class, 0, &["grade", "--plan", "finer", "--out", "shards", "--shard", shard]);
        assert!(said.starts_with("1 of 1 submissions"), "{said}");
    }
    join_to_the_same(&class);
    assert_eq!(ends(&class, 0, &["status", "--plan", "finer", "--results", "shards", "--missing"]), "\n");
    let nothing = ["recut", "--plan", "plan", "--results", "shards", "--shards", "4", "--out", "none"];
    assert!(ends(&class, 0, &nothing).starts_with("Nothing is missing"));
}

#[test]
fn what_does_not_fit_the_plan_is_refused_with_what_to_do_and_nothing_is_lost() {
    let class = class();
    plan(&class, "3", &[]);
    let refused = |args: &[&str], environment: &[(&str, &str)], words: &str| {
        let mut command = class.command(args);
        let told = ended(command.envs(environment.iter().copied()));
        assert_eq!(told.code, 65, "{args:?}: {}{}", told.stdout, told.stderr);
        assert!(told.stderr.contains(words) && told.stderr.contains("\nhelp: "), "{}", told.stderr);
    };
    let auto = [&GRADE[..], &["--shard", "auto"]].concat();
    refused(&[&GRADE[..], &["--shard", "3"]].concat(), &[], "a plan of 3 shards");
    refused(&[&GRADE[..], &["--shard", "1/16"]].concat(), &[], "a plan of 3 shards");
    refused(&auto, &[], "no variable of a job array is set");
    refused(&auto, &[("SLURM_ARRAY_TASK_ID", "7")], "SLURM_ARRAY_TASK_ID=7");
    refused(&auto, &[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "6")], "CI_NODE_TOTAL=6");
    refused(&["grade", "--plan", "class", "--shard", "0"], &[], "holds no work plan");
    refused(&["plan", "spec.yaml", "class", "--shards", "1", "--out", "plan"], &[], "`plan` is not empty");
    refused(
        &["plan", "spec.yaml", "class", "--shards", "1", "--out", "p", "--anonymous"],
        &[],
        "keeps no traces",
    );

    // Edited, in each of its files, and of another version.
    let grade_0 = [&GRADE[..], &["--shard", "0"]].concat();
    for (file, from, to, words) in [
        ("plan/plan.json", "\"repeat\": 1", "\"repeat\": 2", "is not as `yardstick plan` wrote it"),
        ("plan/plan.json", "\"shards\": 3", "\"shards\": 4", "is not as `yardstick plan` wrote it"),
        ("plan/plan.json", "  \"plan\"", "  \"plann\"", "is not as `yardstick plan` wrote it"),
        ("plan/plan.json", "\"yardstick\": \"0", "\"yardstick\": \"9", "was planned by yardstick 9"),
        ("plan/submissions.jsonl", "student-3", "student-9", "is not as `yardstick plan` wrote it"),
        ("plan/submissions.jsonl", "\"shard\":0", "\"shard\":9", "is not as `yardstick plan` wrote it"),
        ("plan/submissions.jsonl", "\n", "", "is not as `yardstick plan` wrote it"),
    ] {
        let text = class.read(file);
        fs::write(class.path(file), text.replacen(from, to, 1)).unwrap();
        refused(&grade_0, &[], words);
        fs::write(class.path(file), text).unwrap();
    }

    // The results of another plan.
    ends(&class, 0, &["plan", "spec.yaml", "class", "--repeat", "2", "--shards", "1", "--out", "other"]);
    grade(&class, "0", 0);
    refused(
        &["grade", "--plan", "other", "--out", "shards", "--shard", "0"],
        &[],
        "holds results of another plan",
    );
    refused(&["status", "--plan", "other", "--results", "shards"], &[], "holds results of another plan");
    refused(&["merge", "--plan", "other", "shards", "--out", "joined"], &[], "holds results of another plan");
    refused(&["merge", "--plan", "plan", "shards", "--out", "shards"], &[], "results would be mixed with it");
    for shard in ["1", "2"] {
        grade(&class, shard, 0);
    }
    join_to_the_same(&class);
}

#[test]
fn a_submission_that_changed_after_the_plan_is_refused_and_the_others_are_graded() {
    let class = class();
    plan(&class, "1", &[]);
    let class = class.write("class/student-2/hello.py", SOLUTION);
    let told = grade(&class, "0", 65);
    assert!(told.contains("6 of 7 submissions") && told.contains("`student-2` changed"), "{told}");
    let told = ends(&class, 65, &MERGE);
    assert!(told.contains("`student-2` changed after the plan was made"), "{told}");
    let status = ends(&class, 65, &["status", "--plan", "plan", "--results", "shards"]);
    assert!(status.contains("6 of 7 submissions are graded") && status.contains("student-2"), "{status}");
    let class = class.write("class/student-2/hello.py", FOUR_LETTERS);
    grade(&class, "0", 0);
    join_to_the_same(&class);
}

#[test]
fn a_machine_with_another_interpreter_grades_nothing() {
    let class =
        class().write("bin/python3", "#!/bin/sh\n/usr/bin/python3 \"$@\" | sed 's/^version 3/version 9/'\n");
    fs::set_permissions(class.path("bin/python3"), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    plan(&class, "1", &[]);
    let path = format!("{}:/usr/bin:/bin", class.path("bin").display());
    let told = ended(class.command(&[&GRADE[..], &["--shard", "0"]].concat()).env("PATH", &path));
    assert_eq!(told.code, 75, "{}", told.stderr);
    assert!(told.stderr.contains("`python3` is `9") && told.stderr.contains("\nhelp: "), "{}", told.stderr);
    assert!(files(&class, "attempts").is_empty());
    let node = ended(class.command(&["doctor", "--node", "--plan", "plan"]).env("PATH", &path));
    assert_eq!((node.code, node.stdout.lines().count()), (75, 1), "{}", node.stdout);
    let said: serde_json::Value = serde_json::from_str(&node.stdout).unwrap();
    assert_eq!(said["fit"], false);
    assert!(said["why"][0].as_str().unwrap().contains("`python3` is `9"), "{said}");
    let here: serde_json::Value =
        serde_json::from_str(&ends(&class, 0, &["doctor", "--node", "--plan", "plan"])).unwrap();
    assert_eq!(here["fit"], true, "{here}");
    assert_eq!(ends(&class, 0, &["doctor", "--node", "--print-bad"]), "");
}

/// Sleeps before it does what is asked for.
const SLOW: &str = "import time\ntime.sleep(1.5)\nname = input('Name? ')\nprint(f'Hello, {name}!')\n";

/// The lines of all attempts.
fn said(class: &Scratch) -> String {
    files(class, "attempts").iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Waits until the grader of a new attempt has said something for this many times.
fn until_said(class: &Scratch, words: &str, times: usize) {
    wait::until(|| said(class).matches(words).count() >= times);
}

#[test]
fn a_submission_that_kills_its_graders_is_set_aside_and_the_others_are_unharmed() {
    let class = class().write("class/student-0/hello.py", SLOW);
    plan(&class, "1", &[]);
    for death in 1..=3 {
        let mut grader = spawn(&class, "0");
        until_said(&class, "{\"start\":0}\n", death);
        grader.kill().unwrap();
        grader.wait().unwrap();
    }
    let told = grade(&class, "0", 65);
    assert!(told.contains("6 of 7 submissions of the shard are graded"), "{told}");
    assert!(told.contains("`student-0` is set aside: 3 graders died while they graded it"), "{told}");
    let told = ends(&class, 65, &MERGE);
    assert!(told.contains("`student-0` is set aside"), "{told}");
    ends(&class, 75, &[&MERGE[..], &["--partial"]].concat());
    let partial = class.results_in("joined");
    let submissions = partial["submissions"].as_array().unwrap();
    let without: Vec<&str> = submissions
        .iter()
        .filter(|one| one["points"].is_null())
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(without, ["student-0"], "not graded, which is not zero");
    ends(&class, 0, &[&GRADE[..], &["--shard", "0", "--retry"]].concat());
    ends(&class, 0, &MERGE);
    // It does what the solution does, only later.
    let joined = class.results_in("joined");
    assert_eq!(joined["submissions"][0]["points"], joined["submissions"][4]["points"]);
}

#[test]
fn a_signal_stops_a_shard_and_is_nobodys_crash() {
    let class = class().write("class/student-0/hello.py", SLOW);
    plan(&class, "1", &[]);
    for times in 1..=4 {
        let mut grader = spawn(&class, "0");
        until_said(&class, "{\"start\":0}\n", times);
        let pid = rustix::process::Pid::from_child(&grader);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        assert_eq!(grader.wait().unwrap().code(), Some(75));
    }
    assert_eq!(said(&class).matches("\"stopped\"").count(), 4, "{}", said(&class));
    grade(&class, "0", 0);
    ends(&class, 0, &["grade", "spec.yaml", "class", "--format", "html", "--out", "alone"]);
    ends(&class, 0, &MERGE);
    assert!(results(&class, "joined") == results(&class, "alone"));
}

#[test]
fn graders_that_are_killed_at_any_moment_leave_nothing_wrong() {
    let rounds = if night::is_night() { 60 } else { 5 };
    let class = class();
    plan(&class, "2", &[]);
    // How long a grader lives, in lines of what all of them said.
    for round in 0..rounds {
        let shard = if round % 2 == 0 { "0" } else { "1" };
        let before = said(&class).lines().count();
        let mut grader = spawn(&class, shard);
        let lives = 1 + (round * 7) % 9;
        wait::until(|| {
            grader.try_wait().unwrap().is_some() || said(&class).lines().count() >= before + lives
        });
        let _ = grader.kill();
        grader.wait().unwrap();
        let status = class.run(&["status", "--plan", "plan", "--results", "shards", "--json"]);
        let status: serde_json::Value = serde_json::from_str(&status.stdout).unwrap();
        assert_eq!(status["twice"], 0, "what is done is not done again: {status}");
    }
    for shard in ["0", "1"] {
        // Whoever is killed so often is set aside; here it is known that it was not because of them.
        ends(&class, 0, &[&GRADE[..], &["--shard", shard, "--retry"]].concat());
    }
    join_to_the_same(&class);
}

#[test]
fn the_same_shard_twice_at_once_does_no_harm() {
    let class = class();
    plan(&class, "1", &[]);
    let mut graders = [spawn(&class, "0"), spawn(&class, "all"), spawn(&class, "0")];
    for grader in &mut graders {
        assert_eq!(grader.wait().unwrap().code(), Some(0));
    }
    assert_eq!(files(&class, "attempts").len(), 3);
    let joined = ends(&class, 0, &MERGE);
    assert!(joined.contains("7 submissions of"), "{joined}");
    join_to_the_same(&class);
}

#[test]
fn a_file_that_was_cut_or_damaged_counts_as_far_as_it_is_whole() {
    let class = class();
    plan(&class, "1", &[]);
    grade(&class, "0", 0);
    let [traces] = &files(&class, "traces")[..] else { panic!("one attempt, one file") };
    let whole = fs::read(traces).unwrap();
    let cuts = if night::is_night() { 40 } else { 3 };
    for cut in 0..cuts {
        fs::write(traces, &whole[..whole.len() * (cut + 1) / (cuts + 1)]).unwrap();
        let told = ends(&class, 75, &MERGE);
        assert!(told.contains("missing shards: 0") && !class.path("joined").exists(), "{told}");
        let status = class.run(&["status", "--plan", "plan", "--results", "shards", "--missing"]);
        assert_eq!((status.code, status.stdout.as_str()), (75, "0\n"));
    }
    // A bit that turned, in any line: only the checksum finds it. The line may be what a program did, to which records refer.
    let lines: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    let turned = if night::is_night() { lines.len() } else { 4 };
    for end in lines.iter().rev().step_by(lines.len().div_ceil(turned)) {
        let mut bytes = whole.clone();
        bytes[end - 10] ^= 1;
        fs::write(traces, &bytes).unwrap();
        let _ = fs::remove_dir_all(class.path("joined"));
        let told = class.run(&MERGE);
        if told.code == 0 {
            // What stood there was on no other line's account.
            join_to_the_same(&class);
        } else {
            assert!(told.code == 75 && told.stderr.contains(" not count"), "{}", told.stderr);
            let graded = grade(&class, "0", 0);
            assert!(graded.contains("7 of 7 submissions"), "{graded}");
            join_to_the_same(&class);
            for healed in files(&class, "traces").iter().filter(|path| *path != traces) {
                fs::remove_file(healed).unwrap();
            }
        }
    }
    fs::write(traces, &whole[..whole.len() / 2]).unwrap();
    grade(&class, "0", 0);
    join_to_the_same(&class);
    assert_eq!(ends(&class, 0, &["verify", "joined"]).matches('✗').count(), 0);
}

#[test]
fn records_that_differ_are_named_and_none_is_chosen() {
    let class = class().write("class/student-0/hello.py", "import time\nprint(time.time_ns())\n");
    plan(&class, "1", &[]);
    grade(&class, "0", 0);
    ends(&class, 0, &["grade", "--plan", "plan", "--out", "again", "--shard", "0"]);
    let told = ends(&class, 65, &["merge", "--plan", "plan", "shards", "again", "--out", "joined"]);
    assert!(told.contains("`student-0`: in `shards/traces/") && told.contains("in `again/traces/"), "{told}");
    assert!(!told.contains("student-1") && !class.path("joined").exists(), "{told}");
    let told =
        ends(&class, 0, &["merge", "--plan", "plan", "shards", "again", "--out", "joined", "--take-last"]);
    assert!(told.contains("`student-0`: in `shards/traces/"), "named, and not chosen in silence: {told}");
}

#[test]
fn where_there_is_no_room_or_no_permission_another_machine_may_try() {
    let class = class().write("file", "");
    plan(&class, "1", &[]);
    let told = ends(&class, 75, &["grade", "--plan", "plan", "--out", "file/shards", "--shard", "0"]);
    assert!(told.contains("cannot use `file/shards") && told.contains("\nhelp: "), "{told}");
    // The limit of a shell for the size of files, in blocks of 512 bytes.
    for blocks in ["1", "2", "4"] {
        for _ in 0..4 {
            let mut shell = std::process::Command::new("sh");
            let grade = class.process(&[&GRADE[..], &["--shard", "0"]].concat());
            shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "sh"]);
            shell.arg(grade.get_program()).args(grade.get_args()).current_dir(class.path("."));
            shell.envs(grade.get_envs().filter_map(|(name, value)| Some((name, value?))));
            let told = shell.output().unwrap();
            let stderr = String::from_utf8_lossy(&told.stderr);
            assert_eq!(told.status.code(), Some(75), "{stderr}");
            assert!(stderr.contains("error: ") && stderr.contains("help: "), "{stderr}");
        }
    }
    // Four times, and nobody is blamed.
    grade(&class, "0", 0);
    join_to_the_same(&class);
}

#[test]
fn clocks_decide_nothing() {
    let class = class();
    plan(&class, "2", &[]);
    grade(&class, "0", 0);
    let hour = std::time::Duration::from_secs(3600);
    let now = std::time::SystemTime::now();
    let set =
        |path: &Path, time| fs::File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
    files(&class, "traces").iter().for_each(|path| set(path, now + hour));
    files(&class, "attempts").iter().for_each(|path| set(path, now - hour));
    grade(&class, "1", 0);
    join_to_the_same(&class);
}

#[test]
fn the_longest_are_dealt_first_by_what_they_took_the_last_time() {
    let times = [("student-0", 9000), ("student-1", 4000), ("student-2", 3000), ("student-3", 2000)];
    let lines = times.map(|(name, time)| format!("{{\"name\":\"{name}\",\"milliseconds\":{time}}}\n"));
    let class = class().write("old.jsonl", lines.concat());
    let old = ["--timings", "old.jsonl"];
    plan(&class, "2", &old);
    let shard = |name: &str| -> u64 {
        let lines = class.read("plan/submissions.jsonl");
        let mut lines = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines.find(|line| line["submission"]["name"] == name).unwrap()["shard"].as_u64().unwrap()
    };
    // 9 + 4 and the rest, of which each is taken for the median: 4, 4, 4, 3, 2.
    assert_ne!(shard("student-0"), shard("student-1"));
    let simulate =
        ["plan", "spec.yaml", "class", "--shards", "4", "--simulate", "--slots", "2", "--out", "none"];
    let told = ends(&class, 0, &[&simulate[..], &old].concat());
    assert!(
        told.starts_with("7 submissions in 4 shards on 2 slots\n  without a remainder   15.0 s\n"),
        "{told}"
    );
    assert_eq!(told, ends(&class, 0, &[&simulate[..], &old].concat()), "the same each time");
    assert!(!class.path("none").exists());
    // What an earlier grading left tells it too.
    grade(&class, "all", 0);
    for old in ["shards", "no-such-folder", "class"] {
        let code = if old == "shards" { 0 } else { 65 };
        let told = ends(&class, code, &[&simulate[..], &["--timings", old]].concat());
        assert_eq!(told.contains("cannot learn from"), code == 65, "{told}");
    }
}

#[test]
fn who_watches_sees_when_everything_is_done() {
    let class = class();
    plan(&class, "1", &[]);
    let status = ["status", "--plan", "plan", "--results", "shards"];
    let nothing = ends(&class, 75, &status);
    assert!(
        nothing.starts_with("0 of 7 submissions are graded\n") && nothing.contains("not done: 0\n"),
        "{nothing}"
    );
    let mut grader = spawn(&class, "0");
    let Ended { code, stdout, stderr } = class.run(&[&status[..], &["--watch"]].concat());
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(stdout.starts_with("7 of 7 submissions are graded\n"), "{stdout}");
    assert!(grader.wait().unwrap().success());
}

#[test]
fn what_an_attempt_without_a_record_did_is_joined_with_the_records_that_rest_on_it() {
    let class = class();
    plan(&class, "1", &[]);
    let grade = ["grade", "--plan", "plan", "--shard", "0", "--out", "shards", "--quiet"];
    ends(&class, 0, &grade);
    // As if the attempt had died before it wrote a record: programs were run, and submissions had begun.
    let without = |folder: &str, is_lost: fn(&str) -> bool| {
        let path = fs::read_dir(class.path(folder)).unwrap().next().unwrap().unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.split_inclusive('\n').filter(|line| !is_lost(line)).collect::<String>())
            .unwrap();
    };
    without("shards/traces", |line| line.split(' ').nth(1) == Some("submission"));
    without("shards/attempts", |line| line.contains("\"done\"") || line.contains("\"end\""));
    ends(&class, 0, &grade);
    let written = |path: PathBuf| fs::read_to_string(path).unwrap();
    let behaviours = fs::read_dir(class.path("shards/traces")).unwrap().filter(|file| {
        written(file.as_ref().unwrap().path()).lines().any(|line| line.split(' ').nth(1) == Some("behaviour"))
    });
    assert_eq!(behaviours.count(), 1, "the second attempt rests on what the first one did");
    ends(&class, 0, &["merge", "--plan", "plan", "shards", "--out", "joined"]);
    assert_eq!(&results(&class, "joined"), alone());
}
