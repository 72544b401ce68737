//! What is told of a hard limit of the grader (`ulimit -H`) with which no program can be run as it should.

use std::fmt;

/// A hard limit of the grader that is lower than the same limit of programs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the limit `ulimit -H{letter}` of this shell is {allowed}, and programs are given {needed}\n\
     help: `ulimit -H` cannot be raised again: start from a shell, a container or a job in which `ulimit -H{letter}` \
     says `unlimited`"
)]
pub struct HardLimitTooLow {
    /// The letter by which `ulimit` knows it.
    pub(super) letter: char,
    pub(super) allowed: Amount,
    pub(super) needed: Amount,
}

/// A number that `ulimit` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) value: u64,
    pub(super) unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Bytes, which `ulimit` counts in KiB.
    Bytes,
    /// Seconds.
    Seconds,
    /// Anything else, with its name in the plural.
    Count(&'static str),
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.unit {
            Unit::Bytes => write!(f, "{} KiB", self.value / 1024),
            Unit::Seconds => write!(f, "{} s", self.value),
            Unit::Count(things) => write!(f, "{} {things}", self.value),
        }
    }
}
