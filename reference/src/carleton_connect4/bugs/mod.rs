//! The bugs of the program, by family.

mod end;
mod make_grid;
mod play;
mod quit;
mod search;
mod size;
mod to_string;
mod turn;
mod win;

use crate::bug::{Bug, joined};
pub(super) use {end::*, make_grid::*, play::*, quit::*, search::*, size::*, to_string::*, turn::*, win::*};

/// Every bug of the functions and of the game.
pub(super) const ALL: [Bug; 75] = joined(&[
    make_grid::BUGS,
    play::BUGS,
    win::BUGS,
    search::BUGS,
    to_string::BUGS,
    size::BUGS,
    quit::BUGS,
    turn::BUGS,
    end::BUGS,
]);
