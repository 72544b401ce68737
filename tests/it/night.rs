//! How much is tried: for every change a few of many, at night all of them.

/// What says that it is night; `.ci/nightly` sets it.
const NIGHT: &str = "YARDSTICK_NIGHT";

/// Whether everything is tried.
pub(crate) fn is_night() -> bool {
    std::env::var_os(NIGHT).is_some()
}

/// The first few of these; at night all of them. Those first in the list are the ones that every change must pass.
pub(crate) fn some<T>(all: &[T], few: usize) -> &[T] {
    assert!(few < all.len(), "then nothing is left for the night");
    if is_night() { all } else { &all[..few] }
}

/// The first of these and every so many after it; at night all of them.
pub(crate) fn spread<T>(all: Vec<T>, step: usize) -> Vec<T> {
    share(all, 0, step)
}

/// The one at this place and every so many after it; at night all of them. What one way to run them tries, another need not.
pub(crate) fn share<T>(all: Vec<T>, from: usize, step: usize) -> Vec<T> {
    let (from, step) = if is_night() { (0, 1) } else { (from, step) };
    all.into_iter().skip(from).step_by(step).collect()
}
