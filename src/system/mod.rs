//! What differs between operating systems, besides running programs: names, permissions, signals, terminals.
//!
//! One file for each family of systems, with the same functions in both.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::*;
#[cfg(windows)]
pub(crate) use windows::*;
