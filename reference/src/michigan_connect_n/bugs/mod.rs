//! The bugs of the program, by family.

mod board;
mod display;
mod end;
mod imagined;
mod input;
mod overlooked;
mod placing;
mod player;
mod results;
mod round;

use crate::bug::{Bug, joined};
pub(super) use {
    board::*, display::*, end::*, imagined::*, input::*, overlooked::*, placing::*, player::*, results::*,
    round::*,
};

/// Every bug of the program.
pub(super) const ALL: [Bug; 81] = joined(&[
    player::BUGS,
    board::BUGS,
    placing::BUGS,
    display::BUGS,
    overlooked::BUGS,
    imagined::BUGS,
    input::BUGS,
    round::BUGS,
    end::BUGS,
    results::BUGS,
]);
