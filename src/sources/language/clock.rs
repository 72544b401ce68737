//! Has the clock of a program begin at a given instant.
//!
//! A time namespace would move the monotonic clock alone, so the program loads a library of ours before all others. It can
//! still find the true time, for example by asking the kernel itself. That is no matter of security.

use crate::sandbox::SET_CLOCK;
use crate::submission::{File, Snapshot};

/// The path of the library, which removes it.
pub(super) const PATH: &str = ".yardstick-clock.so";

/// The variable of the environment with the instant, in nanoseconds since 1970. The library removes it.
const VARIABLE: &str = "YARDSTICK_CLOCK";

/// Puts an instant, in seconds since 1970, into the files and the environment of a run.
///
/// Returns whether that can be done on this system.
#[must_use]
pub(super) fn plant(instant: i64, files: &mut Snapshot, mut set: impl FnMut(&str, String)) -> bool {
    let Some(library) = SET_CLOCK else { return false };
    files.supply(PATH.into(), File { content: library.to_vec(), executable: true });
    set("LD_PRELOAD", format!("./{PATH}"));
    set(VARIABLE, i128::from(instant).saturating_mul(1_000_000_000).to_string());
    true
}
