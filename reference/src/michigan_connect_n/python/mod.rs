//! The classes of `connectN.py`, for sessions, with their private attributes under mangled names.

mod board;
mod game;
mod player;

use super::board::Notation;
use crate::session::{Class, ClassKind, Module, Object};

/// The modules that can be imported.
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
    kind: ClassKind::Enum { members: &[("EMPTY", 0), ("PLAYER1", 1), ("PLAYER2", 2)] },
};

/// The notations, in the order of the members.
const NOTATIONS: [Notation; 3] = [Notation::Empty, Notation::Player1, Notation::Player2];

/// Returns the notation of an object.
fn notation(object: &Object) -> Option<Notation> {
    match object {
        Object::Member(class, place) if std::ptr::eq(*class, &NOTATION) => NOTATIONS.get(*place).copied(),
        _ => None,
    }
}

/// Returns the object of a notation.
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

/// Returns the name of an attribute: mangled, as `_Board__grid`, or without underscores if a bug makes it public.
fn attribute(private: &'static str, is_public: bool) -> &'static str {
    let public = private.rsplit("__").next().unwrap_or(private);
    if is_public { public } else { private }
}
