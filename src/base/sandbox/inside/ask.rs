//! How a program whose time is up is asked where it is; the native half of a warm interpreter is compiled from this file too.

/// The signal that asks.
pub(crate) const ASK: i32 = 60;
