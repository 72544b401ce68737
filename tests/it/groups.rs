//! What the kernel holds for programs, where a control group can bound it.

use std::fs;

use crate::scratch::{Scratch, named};

/// Ten processes that each send as much as sockets take, 50 MB, to nobody; /proc shows next to nothing of it.
const FILLS_SOCKETS: &str = "
import os, socket, time

def fill():
    pairs = []
    try:
        while True:
            pairs.append(socket.socketpair())
            for end in pairs[-1]:
                end.setblocking(False)
                try:
                    while True:
                        end.send(bytes(65536))
                except BlockingIOError:
                    pass
    except OSError:
        return pairs

for _ in range(9):
    if os.fork() == 0:
        held = fill()
        time.sleep(3)
        os._exit(0)
held = fill()
time.sleep(1)
print('hello')
";

/// With the memory that ten such programs do not need if only /proc is asked.
const SPEC: &str = "
assignment: hello
title: Hello
submission: { files: [hello.py] }
limits: { wall: 60s, memory: 100 MiB }
scenarios:
  - name: says hello
    points: 1
    expect: { stdout: \"hello\\n\" }
";

/// Groups of graders that are not there any more, or nothing where there can be no groups.
fn left_behind() -> Vec<String> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let Some(path) = own.lines().find_map(|line| line.split_once(":memory:")) else { return Vec::new() };
    let groups = fs::read_dir(format!("/sys/fs/cgroup/memory{}", path.1)).into_iter().flatten().flatten();
    let names = groups.filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| {
            let grader = name.strip_prefix("yardstick-").and_then(|rest| rest.split('-').next());
            grader.is_some_and(|grader| !fs::exists(format!("/proc/{grader}")).unwrap())
        })
        .collect()
}

#[test]
fn memory_in_sockets_is_bounded_by_a_control_group_and_costs_nobody_else_a_point() {
    let scratch = Scratch::new(SPEC)
        .write("class/Ada/hello.py", FILLS_SOCKETS)
        .write("class/Bob/hello.py", "print('hello')\n")
        .write("class/Eve/hello.py", "print('hello')\n");
    let is_bounded = scratch.run(&["doctor"]).stdout.contains("is bounded by a control group");
    scratch.run(&["grade", "spec.yaml", "class", "--jobs", "2"]);
    let results = scratch.results();
    let verdict = |name| named(&results, name)["scenarios"][0]["verdict"].clone();
    // Where there can be no group, such a program gets what it asks for, and `doctor` says so.
    assert_eq!(verdict("Ada"), if is_bounded { "memory limit" } else { "accepted" });
    assert_eq!([verdict("Bob"), verdict("Eve")], ["accepted", "accepted"]);
    assert_eq!(left_behind(), Vec::<String>::new());
}

#[test]
fn a_control_group_is_made_by_whoever_may_and_removed_at_the_end() {
    let before = left_behind();
    let scratch = Scratch::hello().write("Ada.py", "print('hello')\n");
    assert_eq!(scratch.run(&["check", "spec.yaml", "Ada.py"]).code, 0);
    assert_eq!(left_behind(), before);
}
