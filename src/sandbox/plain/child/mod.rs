//! The process of a program, and its end.

#[cfg(unix)]
mod unix;

#[cfg(unix)]
pub(super) use unix::{Child, Pipes};

use super::super::Exit;
use super::usage::Used;

/// How a process ended, and what it had used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) exit: Exit,
    pub(super) used: Used,
}
