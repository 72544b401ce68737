//! The bugs of the program, by family.

mod answer;
mod game;
mod make;
mod print;
mod update;
mod verify_board;
mod verify_move;
mod win;

use crate::bug::{Bug, joined};
pub(super) use {answer::*, game::*, make::*, print::*, update::*, verify_board::*, verify_move::*, win::*};

/// Every bug of the functions and of the game.
pub(super) const ALL: [Bug; 92] = joined(&[
    make::BUGS,
    print::BUGS,
    verify_board::BUGS,
    verify_move::BUGS,
    update::BUGS,
    win::BUGS,
    game::BUGS,
    answer::BUGS,
]);
