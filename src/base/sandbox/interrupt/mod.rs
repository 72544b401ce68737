//! Ctrl-C: all current runs stop at once, and no other run starts.

#[cfg(target_family = "wasm")]
mod never;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(target_family = "wasm")]
pub use never::interrupted_within;
#[cfg(target_os = "linux")]
pub(super) use unix::descriptor;
#[cfg(unix)]
pub use unix::{interrupted_within, stop_on_interrupt, wait_for_interrupt};
#[cfg(windows)]
pub use windows::{interrupted_within, stop_on_interrupt, wait_for_interrupt};

/// Tells whether a signal has asked to stop.
pub fn interrupted() -> bool {
    interrupted_within(std::time::Duration::ZERO)
}
