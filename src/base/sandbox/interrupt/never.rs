//! A module, which nobody signals: who wants it to stop ends it.

use std::time::Duration;

/// Tells whether somebody wants it to stop within a time.
pub fn interrupted_within(_: Duration) -> bool {
    false
}
