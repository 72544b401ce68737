//! The process of a program, and its end.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::Child;
#[cfg(windows)]
pub(super) use windows::Child;

use std::io::PipeReader;
use std::process::{ChildStderr, ChildStdin, ChildStdout};

use super::super::Exit;
use super::usage::Used;

/// How a process ended, and what it had used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) exit: Exit,
    pub(super) used: Used,
}

/// Our ends of the streams of a process.
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
    pub(super) channel: Option<PipeReader>,
}
