//! Pipes, sockets and devices in the place of files: they are refused by their names, never waited for and never read
//! without end.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use super::scratch::{Ended, SOLUTION, Scratch, ended};

/// If a command takes longer, it waits for what never comes.
const BACKSTOP: Duration = Duration::from_secs(60);

const SPEC: &str = "assignment: greeting\ntitle: Greeting\nsubmission: { files: [hello.py] }\n\
    reference: { files: [solution.py] }\nscenarios:\n  - name: one name\n    points: 1\n    \
    stdin: { from: in.txt }\n    files: { data.txt: { from: data.txt } }\n    \
    expect: { stdout: { from: out.txt } }\n";

/// A class that was graded and planned, and everything else that commands read.
static CLASS: LazyLock<Scratch> = LazyLock::new(|| {
    let class = Scratch::new(SPEC)
        .write("solution.py", SOLUTION)
        .write("in.txt", "Ada\n")
        .write("data.txt", "x")
        .write("out.txt", "Name? Hello, Ada!\n")
        .write("class/Ada/hello.py", SOLUTION)
        .write("class/Bob/hello.py", SOLUTION)
        .write("fixtures/submissions/Ada/hello.py", SOLUTION)
        .write("package/problem.yaml", "name: x\n")
        .write("package/data/secret/1.in", "1\n")
        .write("package/data/secret/1.ans", "1\n");
    for args in [
        &["grade", "spec.yaml", "class", "--out", "results", "--sandbox", "auto"][..],
        &["plan", "spec.yaml", "class", "--out", "plan", "--shards", "1", "--sandbox", "auto"],
        &["grade", "--plan", "plan", "--shard", "0", "--out", "shards"],
    ] {
        let ended = class.run(args);
        assert_eq!(ended.code, 0, "{args:?} {}{}", ended.stdout, ended.stderr);
    }
    class
});

/// What can lie where a file should.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Pipe,
    Socket,
    /// A link to a device that never ends.
    Endless,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Pipe, Self::Socket, Self::Endless];

    fn name(self) -> &'static str {
        match self {
            Self::Pipe => "a pipe",
            Self::Socket => "a socket",
            Self::Endless => "a device",
        }
    }

    /// Puts one in the place of a file. A pipe has no other end.
    fn put(self, path: &Path) {
        let _ = fs::remove_file(path);
        match self {
            Self::Pipe => {
                rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, 0o600.into(), 0)
                    .unwrap();
            }
            Self::Socket => drop(UnixListener::bind(path).unwrap()),
            Self::Endless => symlink("/dev/zero", path).unwrap(),
        }
    }
}

fn run(class: &Scratch, args: &[&str]) -> Ended {
    ended(class.command(args).timeout(BACKSTOP))
}

/// Each command, after its file was replaced by each of these, says so.
#[track_caller]
fn refused(file: &str, args: &[&str]) {
    for kind in Kind::ALL {
        let class = CLASS.copy();
        kind.put(&class.path(file));
        let Ended { code, stdout, stderr } = run(&class, args);
        assert!([2, 3, 65, 75].contains(&code), "{file} {args:?} {kind:?}: {code} {stdout}{stderr}");
        let name = Path::new(file).file_name().unwrap().to_str().unwrap();
        let told = format!("it is {}, not a file: put a file in its place", kind.name());
        assert!(
            stderr.contains(name) && stderr.contains(&told),
            "{file} {args:?} {kind:?}: {code} {stdout}{stderr}"
        );
    }
}

#[test]
fn in_the_place_of_a_file_of_a_spec_they_are_refused() {
    for file in ["spec.yaml", "in.txt", "data.txt", "out.txt", "solution.py"] {
        refused(file, &["check", "spec.yaml", "class/Ada"]);
    }
    let others: [&[&str]; 5] = [
        &["grade", "spec.yaml", "class", "--out", "again"],
        &["audit", "spec.yaml"],
        &["suggest", "spec.yaml"],
        &["explore", "spec.yaml", "class/Ada"],
        &["pack", "github", "spec.yaml", "--out", "packed", "--git", "https://example.org/x"],
    ];
    for args in others {
        refused("spec.yaml", args);
        refused("in.txt", args);
    }
}

#[test]
fn in_the_place_of_what_is_named_on_the_command_line_they_are_refused() {
    let cases: [(&str, &[&str]); 9] = [
        ("named", &["grade", "spec.yaml", "class", "--out", "again", "--roster", "named"]),
        ("named", &["grade", "spec.yaml", "class", "--out", "again", "--marks", "named"]),
        ("named", &["grade", "spec.yaml", "class", "--out", "again", "--gradebook", "named"]),
        ("named", &["grade", "spec.yaml", "named", "--out", "again"]),
        ("named", &["plan", "spec.yaml", "class", "--shards", "1", "--out", "again", "--timings", "named"]),
        ("named.py", &["check", "spec.yaml", "named.py"]),
        ("named.zip", &["check", "spec.yaml", "named.zip"]),
        ("named.zip", &["verify", "named.zip"]),
        ("named.py", &["new", "greet", "--from", "named.py"]),
    ];
    for (file, args) in cases {
        refused(file, args);
    }
}

#[test]
fn in_a_results_folder_they_are_refused() {
    let class = CLASS.copy();
    let traces = fs::read_dir(class.path("results/traces")).unwrap().map(|entry| entry.unwrap().file_name());
    let traces = traces.map(|name| name.into_string().unwrap()).find(|name| name != "lock").unwrap();
    let traces = format!("results/traces/{traces}");
    let commands: [&[&str]; 4] = [
        &["verify", "results"],
        &["regrade", "--results", "results"],
        &["trace", "Ada", "one name", "--results", "results"],
        &["bundle", "Ada", "--results", "results", "--out", "ada.zip"],
    ];
    for args in commands {
        for file in ["results/grading.json", &traces, "results/traces/9999-x.traces"] {
            refused(file, args);
        }
    }
    refused(&traces, &["grade", "spec.yaml", "class", "--out", "results"]);
    refused("results/results.json", &["diff", "results", "results"]);
}

#[test]
fn among_decisions_they_are_refused() {
    for kind in Kind::ALL {
        let class = CLASS.copy().write("results/decisions/0.jsonl", "");
        kind.put(&class.path("results/decisions/1.jsonl"));
        for args in [
            &["verify", "results"][..],
            &["regrade", "--results", "results"],
            &["review", "--log", "results"],
        ] {
            let Ended { code, stderr, .. } = run(&class, args);
            assert!(code != 0 && stderr.contains("1.jsonl"), "{args:?} {kind:?}: {code} {stderr}");
            assert!(stderr.contains(kind.name()), "{args:?} {kind:?}: {stderr}");
        }
    }
}

#[test]
fn in_a_plan_and_among_shards_they_are_refused() {
    let merge: &[&str] = &["merge", "--plan", "plan", "shards", "--out", "joined"];
    let status: &[&str] = &["status", "--plan", "plan", "--results", "shards"];
    for file in ["plan/plan.json", "plan/submissions.jsonl"] {
        refused(file, merge);
        refused(file, status);
        refused(file, &["grade", "--plan", "plan", "--shard", "0", "--out", "shards"]);
    }
    let class = CLASS.copy();
    for folder in ["attempts", "traces"] {
        let listed = fs::read_dir(class.path("shards").join(folder)).unwrap();
        let name = listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).next().unwrap();
        refused(&format!("shards/{folder}/{name}"), merge);
    }
}

#[test]
fn as_a_submission_among_others_one_is_not_graded_and_the_others_are() {
    for kind in Kind::ALL {
        for name in ["Cyd", "Cyd.py", "Cyd.zip"] {
            let class = CLASS.copy();
            kind.put(&class.path("class").join(name));
            let Ended { code, stdout, stderr } =
                run(&class, &["grade", "spec.yaml", "class", "--out", "again", "--sandbox", "auto"]);
            assert_eq!(code, 3, "{kind:?} {name}: {stdout}{stderr}");
            let told = format!("it is {}, not a file: put a file in its place", kind.name());
            let results = class.results_in("again");
            let reason = results["submissions"][2]["problem"].as_str().unwrap();
            assert!(reason.contains(name) && reason.contains(&told), "{kind:?} {name}: {reason}");
            let points: Vec<_> =
                results["submissions"].as_array().unwrap().iter().map(|one| &one["points"]).collect();
            assert_eq!(points, ["1".into(), "1".into(), serde_json::Value::Null].iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn in_a_package_to_import_they_are_never_waited_for() {
    for kind in Kind::ALL {
        for file in ["package/problem.yaml", "package/data/secret/1.in", "package/data/secret/2.in"] {
            let class = CLASS.copy();
            kind.put(&class.path(file));
            run(&class, &["import", "kattis", "package", "--out", "imported"]);
        }
        let class = CLASS.copy();
        kind.put(&class.path("package.zip"));
        let Ended { code, stderr, .. } =
            run(&class, &["import", "kattis", "package.zip", "--out", "imported"]);
        assert!(
            code == 2 && stderr.contains("package.zip") && stderr.contains(kind.name()),
            "{kind:?}: {stderr}"
        );
    }
}

#[test]
fn a_lock_that_is_a_link_is_not_followed() {
    let class = CLASS.copy().write("kept", "kept\n");
    fs::remove_file(class.path("results/traces/lock")).unwrap();
    symlink(class.path("kept"), class.path("results/traces/lock")).unwrap();
    let Ended { code, stderr, .. } = run(&class, &["grade", "spec.yaml", "class", "--out", "results"]);
    assert!(code == 3 && stderr.contains("lock`: it is not a file: remove it"), "{code} {stderr}");
    assert_eq!(class.read("kept"), "kept\n");
}
