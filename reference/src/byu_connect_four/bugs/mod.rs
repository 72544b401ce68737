//! What programs do wrong, by family.

mod input;
mod win;

use crate::bug::{Bug, joined};
pub(super) use {input::*, win::*};

/// Every bug of the program.
pub(super) static BUGS: [Bug; 2] = joined(&[win::BUGS, input::BUGS]);
