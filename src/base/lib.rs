//! Runs one untrusted program, shut in and under limits, and writes down what it did.

// A module of a page runs no program, and asks it to.
#![cfg_attr(target_family = "wasm", expect(dead_code))]

pub mod bytes;
pub mod digest;
pub mod points;
pub mod resource;
pub mod sandbox;
pub mod system;
pub mod untrusted;
pub mod written_number;
