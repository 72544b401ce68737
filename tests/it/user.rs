//! Who runs the grader in a test.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ids of users whom no system gives to anybody by itself (adduser(8) begins far below, containers map 65,536).
const FIRST: u32 = 40_000;
const COUNT: u32 = 20_000;
/// How many a process of tests takes at most.
const EACH: u32 = 16;

/// Who runs the grader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    /// Whoever runs this test, root perhaps.
    Same,
    /// Somebody with this id, who is not root.
    Other(u32),
}

impl User {
    /// Somebody who is not root. Where root runs the tests it is another one each time: what the kernel counts for a user
    /// is not used up by another test.
    pub(crate) fn ordinary() -> Self {
        static TAKEN: AtomicU32 = AtomicU32::new(0);
        if !is_root() {
            return Self::Same;
        }
        let number = TAKEN.fetch_add(1, Ordering::Relaxed);
        assert!(number < EACH, "more ordinary users than `EACH`");
        Self::Other(FIRST + (std::process::id() % (COUNT / EACH)) * EACH + number)
    }

    /// The id, if that is not the user of this process.
    pub(crate) fn other(self) -> Option<u32> {
        match self {
            Self::Same => None,
            Self::Other(id) => Some(id),
        }
    }

    /// `yardstick`, to be run by this user with a folder of the test, which is opened to everybody for that.
    pub(crate) fn yardstick(self, folder: &Path) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_yardstick"));
        let Some(id) = self.other() else { return Command::new(program) };
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
        let copy = folder.join("yardstick");
        if !copy.exists() {
            copy_program(program, &copy);
        }
        let mut command = Command::new(copy);
        command.uid(id).gid(id);
        command
    }
}

/// Copies a program that is then run. Another process copies it: a program that another test starts meanwhile would
/// inherit the open copy, and the kernel runs no file that is open for writing.
pub(crate) fn copy_program(from: &Path, to: &Path) {
    assert!(Command::new("cp").args([from, to]).status().unwrap().success());
}

/// Whether root runs the tests.
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
