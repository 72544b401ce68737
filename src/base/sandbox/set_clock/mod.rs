//! The library that sets the clock of a program. `native.rs`, which is compiled separately, is all of it.

#[cfg(all(clippy, not(target_family = "wasm")))]
mod native;

/// The shared object; other systems than Linux have another way of loading one, or none.
#[cfg(target_os = "linux")]
pub const SET_CLOCK: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/_clock.so")));
/// No program can be given a clock here.
#[cfg(not(target_os = "linux"))]
pub const SET_CLOCK: Option<&[u8]> = None;
