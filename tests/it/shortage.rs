//! A machine that refuses honest programs what they need: nobody is graded by what they did meanwhile.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::PoisonError;

use super::hostile::{NOBODY, PLANTED, User};
use super::scratch::{Ended, Scratch, ended, named};

/// Takes every inotify instance of its user, says so, and keeps them until its input ends.
const TAKES_ALL: &str = "
import ctypes, sys
libc = ctypes.CDLL(None)
held = 0
while libc.inotify_init() >= 0: held += 1
print(held, flush=True)
sys.stdin.read()
";

/// Watches its folder, as an honest program may.
const WATCHES: &str = "
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.inotify_init() < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
print('hello')
";

/// Somebody outside who takes what programs of the same user need.
struct Taker(Child);

impl Taker {
    fn new() -> Self {
        let mut python = Command::new("/usr/bin/python3");
        python.args(["-c", TAKES_ALL]).stdin(Stdio::piped()).stdout(Stdio::piped()).uid(NOBODY).gid(NOBODY);
        let mut taker = python.spawn().unwrap();
        BufReader::new(taker.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        Self(taker)
    }
}

impl Drop for Taker {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

fn grade(class: &Scratch) -> Ended {
    let copy = class.path("yardstick");
    std::fs::copy(env!("CARGO_BIN_EXE_yardstick"), &copy).unwrap();
    let mut command = Command::new(copy);
    command.args(["grade", "spec.yaml", "class", "--jobs", "1"]).current_dir(class.path("."));
    command.env("PATH", "/usr/bin:/bin").uid(NOBODY).gid(NOBODY);
    ended(&mut assert_cmd::Command::from_std(command))
}

#[test]
fn what_was_found_while_honest_programs_were_refused_something_is_not_believed() {
    if !User::Ordinary.is_another() {
        return; // It would take from other tests, which are run as the same user.
    }
    // Nobody else is graded as that user meanwhile.
    let _turn = PLANTED.lock().unwrap_or_else(PoisonError::into_inner);
    let class = Scratch::hello()
        .write("class/Ada/hello.py", "print('hello')\n")
        .write("class/Bob/hello.py", WATCHES)
        .write("class/Cyd/hello.py", "print('hello')  # as Ada\n");
    std::fs::set_permissions(class.path("."), PermissionsExt::from_mode(0o777)).unwrap();

    let taker = Taker::new();
    let graded = grade(&class);
    drop(taker);
    assert_eq!(graded.code, 3, "{}{}", graded.stdout, graded.stderr);
    let results = class.results();
    for name in ["Ada", "Bob", "Cyd"] {
        assert_eq!(named(&results, name)["status"], "not graded", "{}", graded.stdout);
    }
    let said = class.read("yardstick-results/feedback/Bob.txt");
    assert!(said.contains("it cannot watch a folder with inotify"), "{said}");

    let again = grade(&class);
    assert_eq!(again.code, 0, "{}{}", again.stdout, again.stderr);
    assert!(!again.stdout.contains("known from before"), "nothing of it was kept: {}", again.stdout);
    let results = class.results();
    for name in ["Ada", "Bob", "Cyd"] {
        assert_eq!(named(&results, name)["points"], "1", "{}", again.stdout);
    }
}
