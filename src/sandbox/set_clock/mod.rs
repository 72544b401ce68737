//! The library that sets the clock of a program. `native.rs`, which is compiled separately, is all of it.

#[cfg(clippy)]
mod native;

/// The shared object.
pub(crate) const SET_CLOCK: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/_clock.so"));
