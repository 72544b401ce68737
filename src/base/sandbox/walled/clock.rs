//! The monotonic clock of the machine, which all processes share (clock_gettime(2), `CLOCK_MONOTONIC`).

use std::time::Duration;

/// Returns the current time of the clock.
pub(super) fn now() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call fills the structure, and cannot fail for a clock that every system has.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
