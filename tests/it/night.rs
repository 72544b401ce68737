//! How much is tried: for every change a few of many, at night all of them.

/// What says that it is night; `.ci/nightly` sets it.
const NIGHT: &str = "YARDSTICK_NIGHT";

/// The first few of these; at night all of them. Those first in the list are the ones that every change must pass.
pub(crate) fn some<T>(all: &[T], few: usize) -> &[T] {
    assert!(few < all.len(), "then nothing is left for the night");
    if std::env::var_os(NIGHT).is_some() { all } else { &all[..few] }
}
