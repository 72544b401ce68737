//! The program and the library as their users see them.

mod fixtures;
mod sandbox;
