//! The bugs of the program, by family.

mod format;
mod full_column;
mod imagined;
mod input;
mod overlooked;
mod re_prompt;
mod tie;

use crate::bug::{Bug, joined};

pub(crate) use {format::*, full_column::*, imagined::*, input::*, overlooked::*, re_prompt::*, tie::*};

/// Every bug of the program.
pub(crate) const ALL: [Bug; 101] = joined(&[&OF_THE_RULES, format::BUGS]);

/// The bugs that do not change the output of a game with valid input.
pub(crate) const OF_THE_RULES: [Bug; 77] =
    joined(&[overlooked::BUGS, imagined::BUGS, tie::BUGS, input::BUGS, full_column::BUGS, re_prompt::BUGS]);
