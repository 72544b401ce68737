//! How statements end, whatever the values are.

use super::super::python::{Stmt, Work};

/// Whether these statements always end in an error.
pub(super) fn fails(statements: &[Stmt]) -> bool {
    let last = statements.last().is_some_and(|last| match &last.work {
        Work::Raise => true,
        Work::If(_, then, otherwise) => fails(then) && fails(otherwise),
        _ => false,
    });
    last && !statements.iter().any(may_return)
}

fn may_return(statement: &Stmt) -> bool {
    match &statement.work {
        Work::Return(_) => true,
        Work::If(_, then, otherwise) => then.iter().chain(otherwise).any(may_return),
        Work::For(_, _, body) => body.iter().any(may_return),
        Work::Try(body, handlers) => body.iter().chain(handlers.iter().flatten()).any(may_return),
        _ => false,
    }
}

/// Whether these statements end the function.
pub(super) fn returns(statements: &[Stmt]) -> bool {
    statements.last().is_some_and(|last| matches!(last.work, Work::Return(_)))
}
