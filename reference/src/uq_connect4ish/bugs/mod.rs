//! The bugs of the program, by family.

mod columns;
mod display;
mod end;
mod input;
mod outcome;
mod pieces;
mod results;
mod turns;
mod win;

use crate::bug::{Bug, joined};
pub(super) use {
    columns::*, display::*, end::*, input::*, outcome::*, pieces::*, results::*, turns::*, win::*,
};

/// Every bug of the program.
pub(super) const ALL: [Bug; 88] = joined(&[
    display::BUGS,
    input::BUGS,
    columns::BUGS,
    pieces::BUGS,
    win::BUGS,
    outcome::BUGS,
    turns::BUGS,
    end::BUGS,
    results::BUGS,
]);
