//! Python that an assignment is written in, read by its syntax. Nothing of it is run.

mod literal;
mod parse;
mod tree;

pub(super) use literal::{constant, shown};
pub(super) use parse::{expression, module};
pub(super) use tree::{Argument, Expr, Function, Piece, Stmt, Work};
