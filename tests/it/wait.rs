//! Waiting for something that others do: it is looked for again and again.
//!
//! Between two looks there is a pause, so that whoever is to do it has the processor.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// Far shorter than a run of a program, far longer than a look at some files.
const PAUSE: Duration = Duration::from_millis(1);

/// Waits until something is so.
pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        sleep(PAUSE);
    }
}

/// Waits until something is so, and no longer than this; whether it came to be so.
pub(crate) fn within(most: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    while !is_so() {
        if started.elapsed() > most {
            return false;
        }
        sleep(PAUSE);
    }
    true
}
