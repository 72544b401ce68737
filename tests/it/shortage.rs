//! A machine that refuses honest programs what they need: nobody is graded by what they did meanwhile.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use super::optional;
use super::scratch::{Ended, Scratch, ended, named};
use super::user::User;

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
    fn of(user: u32) -> Self {
        let mut python = Command::new("/usr/bin/python3");
        python.args(["-c", TAKES_ALL]).stdin(Stdio::piped()).stdout(Stdio::piped()).uid(user).gid(user);
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

fn grade(class: &Scratch, user: User) -> Ended {
    let mut command = user.yardstick(&class.path("."));
    command.args(["grade", "spec.yaml", "class", "--jobs", "1"]).current_dir(class.path("."));
    command.env("PATH", "/usr/bin:/bin");
    ended(&mut assert_cmd::Command::from_std(command))
}

#[test]
fn what_was_found_while_honest_programs_were_refused_something_is_not_believed() {
    let user = User::ordinary();
    let Some(id) = user.other() else {
        return optional::skipped("root: what is taken would be missed by other tests of the same user");
    };
    let class = Scratch::hello()
        .write("class/Ada/hello.py", "print('hello')\n")
        .write("class/Bob/hello.py", WATCHES)
        .write("class/Cyd/hello.py", "print('hello')  # as Ada\n");

    let taker = Taker::of(id);
    let graded = grade(&class, user);
    drop(taker);
    assert_eq!(graded.code, 3, "{}{}", graded.stdout, graded.stderr);
    let results = class.results();
    for name in ["Ada", "Bob", "Cyd"] {
        assert_eq!(named(&results, name)["status"], "not graded", "{}", graded.stdout);
    }
    let said = class.read("yardstick-results/feedback/Bob.txt");
    assert!(said.contains("it cannot watch a folder with inotify"), "{said}");

    let again = grade(&class, user);
    assert_eq!(again.code, 0, "{}{}", again.stdout, again.stderr);
    assert!(!again.stdout.contains("known from before"), "nothing of it was kept: {}", again.stdout);
    let results = class.results();
    for name in ["Ada", "Bob", "Cyd"] {
        assert_eq!(named(&results, name)["points"], "1", "{}", again.stdout);
    }
}
