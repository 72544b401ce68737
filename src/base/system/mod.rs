//! What differs between operating systems, besides running programs: names, permissions, signals, terminals.
//!
//! One file for each family of systems, with the same functions in all. Files of people are opened here alone
//! (`reading.rs`), because what is no file differs, too.

mod folders;
pub mod line_ends;
#[cfg(target_family = "wasm")]
mod module;
mod reading;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use folders::{private_folder, remove_folder};
#[cfg(target_family = "wasm")]
pub use module::*;
pub use reading::{is_special, open_to_read, read, read_text, reject_special};
#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// The room for what calls itself, in bytes: as much as a program begins with. A usual thread of Rust has a quarter of it, in which code that is
/// not optimised cannot read values that are nested as deep as those of sessions may be.
pub const STACK: usize = 8 << 20;

/// What a module of this version contains, so that it is known for one.
pub const MODULE: &str = concat!("the module of yardstick ", env!("CARGO_PKG_VERSION"));

#[cfg(not(target_family = "wasm"))]
mod usual {
    use std::path::PathBuf;

    /// Returns the folder for files that nobody keeps.
    pub fn temporary_folder() -> PathBuf {
        std::env::temp_dir()
    }

    /// Returns the id of this process.
    pub fn process_id() -> u32 {
        std::process::id()
    }
}

#[cfg(not(target_family = "wasm"))]
pub use usual::*;
