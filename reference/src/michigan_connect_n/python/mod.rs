//! The classes of `connectN.py`, for sessions, with their private attributes under mangled names.

mod board;
mod game;
mod player;

use super::board::Notation;
use crate::session::{Class, ClassKind, Module, Object};

/// What can be imported.
pub(super) static MODULES: &[&Module] = &[&CONNECT_N];

static CONNECT_N: Module = Module {
    name: "connectN",
    imports: &[],
    functions: &[],
    classes: &[&NOTATION, &player::PLAYER, &board::BOARD, &game::GAME],
    constants: &[],
};

static NOTATION: Class = Class {
    name: "Notation",
    module: "connectN",
    kind: ClassKind::Enum { members: &[("EMPTY", 0), ("PLAYER1", 1), ("PLAYER2", 2)] },
};

/// In the order of the members.
const NOTATIONS: [Notation; 3] = [Notation::Empty, Notation::Player1, Notation::Player2];

/// The notation that an object is.
fn notation(object: &Object) -> Option<Notation> {
    match object {
        Object::Member(class, place) if std::ptr::eq(*class, &NOTATION) => NOTATIONS.get(*place).copied(),
        _ => None,
    }
}

/// The object that a notation is.
fn member(notation: Notation) -> Object {
    Object::Member(
        &NOTATION,
        match notation {
            Notation::Empty => 0,
            Notation::Player1 => 1,
            Notation::Player2 => 2,
        },
    )
}

/// The name of an attribute: private, as `_Board__grid`, or what is left of it without the underscores.
fn attribute(private: &'static str, is_public: bool) -> &'static str {
    let public = private.rsplit("__").next().unwrap_or(private);
    if is_public { public } else { private }
}
