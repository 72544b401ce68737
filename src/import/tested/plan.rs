//! What a test plan says, in whichever of its forms it is written.

use std::collections::BTreeMap;

use super::super::draft::Laid;
use super::super::python::Expr;
use super::oracle::Oracle;

/// A tab of a plan.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) name: String,
    pub(super) hidden: bool,
    pub(super) contexts: Vec<Context>,
}

/// What is run in one process.
#[derive(Debug, Default)]
pub(super) struct Context {
    pub(super) cases: Vec<Case>,
}

/// A test: something that is done, and what must come of it.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) input: Input,
    /// The value, if one is expected.
    pub(super) returns: Option<Expr>,
    pub(super) stdout: Option<Text>,
    pub(super) stderr: Option<Text>,
    pub(super) exception: Option<Exception>,
    pub(super) exit: Option<u64>,
    pub(super) files: Vec<(String, Laid)>,
    pub(super) left: Vec<(String, Laid, Vec<String>)>,
    /// The function that judges one of the outputs, in the place of what is expected.
    pub(super) oracle: Option<Oracle>,
}

/// What is done.
#[derive(Debug)]
pub(super) enum Input {
    /// The program is run.
    Main { stdin: Option<String>, arguments: Vec<String> },
    /// A line whose value counts.
    Expression(Line),
    /// A line whose value does not count.
    Statement(Line),
}

/// A line of code.
#[derive(Debug, Clone)]
pub(super) enum Line {
    /// An expression for any language.
    Value(Expr),
    /// An assignment for any language.
    Assign(Expr, Expr),
    /// Code of some languages, by their names.
    Native(BTreeMap<String, String>),
}

/// An output that is expected.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    /// The relaxations, as a spec has them.
    pub(super) relaxed: Vec<String>,
}

/// An exception that is expected.
#[derive(Debug)]
pub(super) struct Exception {
    pub(super) message: Option<String>,
    /// Its classes, by language.
    pub(super) types: BTreeMap<String, String>,
}
