//! What a program has used so far, as the system tells it.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(windows)]
mod windows;

use std::time::Duration;

#[cfg(target_os = "linux")]
pub(super) use linux::Watch;
#[cfg(target_os = "macos")]
pub(super) use macos::Watch;
#[cfg(windows)]
pub(super) use windows::Watch;

/// What a program has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Used {
    /// Processor time of the program and of its descendants.
    pub(super) cpu: Duration,
    /// Resident memory in bytes.
    pub(super) memory: u64,
    /// Its processes at this moment.
    pub(super) processes: usize,
    /// How long it has waited for a processor, where that can be known.
    pub(super) delay: Duration,
}
