//! Who programs are for the kernel: what it counts for one user is not used up for another.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::optional;
use super::scratch::{Scratch, ended, says};
use super::user::{User, is_root};

/// Prints its id inside of its user namespace and the one outside (user_namespaces(7)).
const TELLS_ITS_IDS: &str = "
import os
print(*next(line for line in open('/proc/self/uid_map') if int(line.split()[0]) == os.getuid()).split())
";

/// Submissions that print what they are expected not to, so that a report shows it.
fn class(programs: &[(&str, &str)]) -> Scratch {
    let scratch = Scratch::hello();
    programs
        .iter()
        .fold(scratch, |scratch, (name, program)| scratch.write(&format!("class/{name}/hello.py"), program))
}

/// Whom programs see themselves as.
const NOBODY: u32 = 65534;

/// What `yardstick` said, run by a command that was made for it.
fn said(mut command: Command, class: &Scratch) -> String {
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let output = command.current_dir(class.path(".")).env("PATH", path).output().unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

/// The ids inside and outside that a report shows.
fn ids(report: &str) -> (u32, u32) {
    let shown = report.split("printed `").nth(1).unwrap_or_else(|| panic!("{report}"));
    let mut numbers = shown.split_whitespace().map_while(|number| number.parse().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn a_grader_of_root_s_gives_each_launcher_a_user_id_of_its_own_and_programs_see_nobody() {
    if !is_root() {
        return optional::skipped("root");
    }
    let class = class(&[("ids", TELLS_ITS_IDS)]);
    let checked = || {
        let checked = class.run(&["check", "spec.yaml", "class/ids"]);
        ids(&checked.stdout)
    };
    let (first, second) = (checked(), checked());
    for (inside, outside) in [first, second] {
        assert_eq!(inside, NOBODY);
        assert!((1_900_000_000..=1_904_194_303).contains(&outside), "{outside}");
    }
    assert_ne!(first.1, second.1);

    let mut command = class.process(&["check", "spec.yaml", "class/ids"]);
    command.env("YARDSTICK_USER_IDS", "300000-300001");
    let (_, outside) = ids(&said(command, &class));
    assert!((300_000..=300_001).contains(&outside), "{outside}");
}

#[test]
fn an_invalid_range_of_user_ids_is_named_with_what_to_write() {
    let class = class(&[("ids", TELLS_ITS_IDS)]);
    for text in ["", "root", "5-4", "0-7"] {
        let mut command = class.process(&["check", "spec.yaml", "class/ids"]);
        command.env("YARDSTICK_USER_IDS", text);
        let said = said(command, &class);
        assert!(said.contains(&format!("YARDSTICK_USER_IDS is `{text}`, which is not a range")), "{said}");
        assert!(said.contains("such as `1900000000-1904194303`"), "{said}");
    }
}

/// Where the tool for it is installed, which the gate sees to.
#[test]
fn a_user_with_subordinate_ids_gives_launchers_one_of_them() {
    if !is_root() {
        return optional::skipped("root");
    }
    if optional::found("newuidmap").is_none() {
        return;
    }
    let class = class(&[("ids", TELLS_ITS_IDS), ("opens", "print(open('/dev/stdin').read(), 'read')\n")]);
    let yardstick = User::ordinary().yardstick(&class.path("."));
    let host = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/subordinate.py");
    let command = |args: &[&str]| {
        let mut command = Command::new("python3");
        command.arg(&host).args(["200000", "1000", "--"]).arg(yardstick.get_program()).args(args);
        command
    };
    let run = |args: &[&str]| said(command(args), &class);
    assert!(says(&mut command(&["doctor"]), "programs that run side by side are different users"));
    let report = run(&["check", "spec.yaml", "class/ids"]);
    let (inside, outside) = ids(&report);
    assert!(inside == NOBODY && (200_000..201_000).contains(&outside), "{report}");
    let report = run(&["check", "spec.yaml", "class/opens"]);
    assert!(report.contains("read"), "its streams are its own: {report}");
}

/// Leaves as many descriptors under way as it can, and stays.
const LEAVES_DESCRIPTORS_UNDER_WAY: &str = "
import os, socket, time
null, kept = os.open('/dev/null', os.O_RDONLY), []
try:
    while True:
        kept.append(socket.socketpair())
        socket.send_fds(kept[-1][0], [b'x'], [null] * 250)
except OSError:
    pass
time.sleep(3)
";

/// With no more descriptors allowed to the grader than programs get, an ordinary user's grader cannot hand a listener
/// over while another program has left so many under way.
#[test]
fn a_run_that_cannot_be_watched_is_not_graded_and_not_kept() {
    let class = class(&[
        ("a", LEAVES_DESCRIPTORS_UNDER_WAY),
        ("b", "print('hello')\n"),
        ("c", "print('hello')\n"),
        ("d", "print('hello')\n"),
    ]);
    let user = User::ordinary();
    for (submissions, descriptors) in [(&["class"][..], "260"), (&["class/b", "class/c", "class/d"], "1024")]
    {
        let yardstick = user.yardstick(&class.path("."));
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {descriptors}; exec \"$@\""), "sh"]);
        command.arg(yardstick.get_program()).args(["grade", "spec.yaml", "--jobs", "2", "--out", "out"]);
        command.args(submissions);
        if let Some(id) = user.other() {
            command.uid(id).gid(id);
        }
        let said = said(command, &class);
        for submission in class.results_in("out")["submissions"].as_array().unwrap() {
            let verdict = submission["scenarios"][0]["verdict"].as_str().unwrap_or("not graded");
            let name = submission["name"].as_str().unwrap();
            let fair = match (name, descriptors) {
                ("a", _) => true,
                (_, "260") => ["accepted", "not graded"].contains(&verdict),
                _ => verdict == "accepted",
            };
            assert!(fair, "{name}: {verdict}\n{said}");
        }
    }
}

#[test]
fn resources_that_the_kernel_counts_for_a_user_are_divided_among_launchers() {
    let program = "
import ctypes, errno, resource
libc = ctypes.CDLL(None, use_errno=True)
instances = 0
while libc.inotify_init() != -1:
    instances += 1
assert ctypes.get_errno() == errno.EMFILE
print(instances, *resource.getrlimit(resource.RLIMIT_SIGPENDING))
";
    let class = class(&[("tells", program)]);
    let report = class.run(&["check", "spec.yaml", "class/tells"]).stdout;
    assert!(report.contains("printed `8 64 64`"), "{report}");
}

/// Locks belong to files, and the files that a program sees are its launcher's.
#[test]
fn a_lock_on_a_file_of_the_system_is_not_seen_by_another_program() {
    let program = "
import fcntl, struct
kind = lambda file: struct.unpack('hhqqi4x', fcntl.fcntl(file, fcntl.F_GETLK, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0)))[0]
print('locked' if kind(open('/usr/bin/env')) != fcntl.F_UNLCK else 'free')
";
    let locked = fs::File::open("/usr/bin/env").unwrap();
    rustix::fs::fcntl_lock(&locked, rustix::fs::FlockOperation::LockShared).unwrap();
    let class = class(&[("looks", program)]);
    let report = class.run(&["check", "spec.yaml", "class/looks"]).stdout;
    assert!(report.contains("printed `free`"), "{report}");
}

#[test]
fn changes_to_the_whole_machine_are_refused_or_only_seem_to_succeed() {
    let program = "
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
page = libc.mmap(None, 4096, 3, 0x22, -1, 0)
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
read, write = os.pipe()
refused = lambda result: result in (-1, 2**64 - 1) and ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)
print([
    refused(libc.fcntl(write, 1031, 1 << 20)),
    refused(libc.fcntl(os.open('/usr/bin', 0), 1026, 1)),
    refused(libc.fcntl(os.open('/usr/bin/env', 0), 1024, 0)),
    refused(libc.mmap(None, 1 << 21, 3, 0x40022, -1, 0)),
    refused(libc.prctl(62, 0, 0, 0, 0)),
    refused(libc.prctl(22, 1, 0, 0, 0)),
    refused(libc.syscall(SECCOMP, 0, 0, 0)),
    refused(libc.syscall(445, 0, 0, 0, 0)),
    refused(libc.syscall(IO_SETUP, 1, ctypes.byref(ctypes.c_long()))),
], [libc.sync(), libc.syncfs(0), libc.madvise(page, 4096, 21), libc.madvise(page, 4096, 12), libc.prctl(67, 1, 0, 0, 0)])
";
    let number = |number: libc::c_long| number.to_string();
    let program = program
        .replace("SECCOMP", &number(libc::SYS_seccomp))
        .replace("IO_SETUP", &number(libc::SYS_io_setup));
    let class = class(&[("tries", &program)]);
    let report = class.run(&["check", "spec.yaml", "class/tries"]).stdout;
    let all = format!("[{}] [0, 0, 0, 0, 0]", ["True"; 9].join(", "));
    assert!(report.contains(&all), "{report}");
}

#[test]
fn a_pipe_that_is_made_smaller_only_seems_to_be() {
    let program = "
import ctypes, errno, os, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
SET, GET = 1031, 1032
def set_size(descriptor, size):
    ctypes.set_errno(0)
    answer = libc.fcntl(descriptor, SET, ctypes.c_long(size))
    return answer if answer != -1 else errno.errorcode[ctypes.get_errno()]
read, write = os.pipe()
print(libc.fcntl(write, GET), [set_size(one, size) for one in (0, 1, read, write) for size in (1, 4096, 65536)], libc.fcntl(write, GET))
print([set_size(write, size) for size in (65537, 1 << 20, 1 << 40, -1)], set_size(99, 4096), set_size(os.open('/dev/null', 0), 4096))
print(subprocess.run([sys.executable, '-c', 'import fcntl; print(fcntl.fcntl(1, 1031, 4096))'], capture_output=True).stdout)
";
    let class = class(&[("shrinks", program)]);
    for level in ["strict", "standard"] {
        for runner in ["fork", "spawn"] {
            let args = ["check", "spec.yaml", "class/shrinks", "--sandbox", level, "--runner", runner];
            let report = class.run(&args).stdout;
            let all = ["65536"; 12].join(", ");
            for line in [
                format!("65536 [{all}] 65536"),
                "['EPERM', 'EPERM', 'EPERM', 'EPERM'] EBADF EBADF".to_owned(),
                "b'65536\\n'".to_owned(),
            ] {
                assert!(report.contains(&line), "{level} {runner} {line}: {report}");
            }
        }
    }
}

#[test]
fn a_tool_in_a_folder_that_is_closed_to_others_is_named_once_before_anything_is_run() {
    if !is_root() {
        return;
    }
    let spec = "assignment: greet\nlanguage: { name: moon, extensions: [moon], run: [moonlight, \"{entry}\"] }\n\
        submission: { files: [greet.moon] }\nscenarios:\n  - { name: s, points: 1, expect: { stdout: \"hello\\n\" } }\n";
    let class = Scratch::new(spec)
        .write("private/tool/bin/moonlight", "#!/bin/sh\nexec /bin/sh \"$1\"\n")
        .write("class/Ada/greet.moon", "echo hello\n")
        .write("class/Bob/greet.moon", "echo hello\n");
    let set = |path: &str, mode: u32| {
        std::fs::set_permissions(class.path(path), std::os::unix::fs::PermissionsExt::from_mode(mode))
            .unwrap();
    };
    let path = format!("{}:/usr/bin:/bin", class.path("private/tool/bin").display());
    let run = |args: &[&str]| ended(class.command(args).env("PATH", &path));
    set(".", 0o755);
    // At `strict`, what lies above the tool is made anew.
    let cases = [
        ("private", &["standard"][..]),
        ("private/tool", &["standard", "strict"]),
        ("private/tool/bin/moonlight", &["standard", "strict"]),
    ];
    for (number, (closed, closed_at)) in cases.into_iter().enumerate() {
        for path in ["private", "private/tool", "private/tool/bin/moonlight"] {
            set(path, if path == closed { 0o700 } else { 0o755 });
        }
        let closed = class.path(closed).canonicalize().unwrap().display().to_string();
        for level in ["standard", "strict", "none"] {
            let graded = run(&[
                "grade",
                "spec.yaml",
                "class",
                "--sandbox",
                level,
                "--out",
                &format!("{number}-{level}"),
            ]);
            if !closed_at.contains(&level) {
                assert_eq!(graded.code, 0, "{closed} {level}: {}{}", graded.stdout, graded.stderr);
                continue;
            }
            assert_ne!(graded.code, 0, "{closed} {level}: {}", graded.stdout);
            let said = match level {
                "standard" => graded.stderr,
                _ => run(&["check", "spec.yaml", "class/Ada", "--sandbox", level]).stdout,
            };
            assert_eq!(said.matches("is closed to others").count(), 1, "{said}");
            for word in [
                "moonlight",
                &format!("`{closed}` is closed"),
                "PATH=/usr/bin:$PATH",
                &format!("chmod o+rx {closed}"),
            ] {
                assert!(said.contains(word), "{word}: {said}");
            }
            assert!(level == "strict" || !graded.stdout.contains("Ada"), "{}", graded.stdout);
        }
    }
    for path in ["private", "private/tool/bin/moonlight"] {
        set(path, 0o755);
    }
}
