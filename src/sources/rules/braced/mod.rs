//! Rules about sources in C, C++, Java and JavaScript, whose blocks stand in braces.
//!
//! As for Python they are decided on the syntax tree. Where the tree is a guess, because of a syntax error or a macro,
//! nothing that it says is proven.

mod bare;
mod callables;
mod changes;
mod defines;
mod definitions;
mod imports;
mod known;
mod methods;
mod names;
mod prototype;
mod shape;
#[cfg(test)]
mod tests;
mod types;
mod undecided;

pub(super) use bare::{bare, have_the_same_words, without_empty_lines};
pub(super) use callables::{callables, without};
pub(super) use changes::changes_of;
pub(super) use defines::check as check_defines;
pub(super) use imports::{Import, check as check_imports, imports};
pub(super) use known::KNOWN;
pub(super) use methods::check as check_methods;
pub(super) use names::{called, name_of};
pub use prototype::Prototype;
pub(super) use undecided::not_understood;
