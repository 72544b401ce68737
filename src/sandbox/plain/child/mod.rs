//! The process of a program, and its end.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::{Child, Pipes};
#[cfg(windows)]
pub(super) use windows::{Child, Pipes};

use super::super::Exit;
use super::usage::Used;

/// How a process ended, and what it had used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) exit: Exit,
    pub(super) used: Used,
}
