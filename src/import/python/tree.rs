//! The syntax tree of Python, as far as it is looked at.

use std::rc::Rc;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) enum Expr {
    None,
    Bool(bool),
    Int(i128),
    Float(f64),
    Str(String),
    /// An f-string.
    Format(Vec<Piece>),
    Name(String),
    /// The attribute of an object.
    Attribute(Box<Expr>, String),
    Call(Box<Expr>, Vec<Argument>),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Set(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    /// `-`, `+`, `~` or `not`.
    Unary(String, Box<Expr>),
    /// Two operands, of `and` and `or` too.
    Binary(Box<Expr>, String, Box<Expr>),
    /// One comparison; longer chains are [`Expr::Other`].
    Compare(Box<Expr>, String, Box<Expr>),
    Item(Box<Expr>, Box<Expr>),
    /// A slice of an object without a step.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// Whatever else is written so.
    Other(String),
}

/// A part of an f-string.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) enum Piece {
    Text(String),
    /// A value, with what stands behind the colon.
    Value(Expr, String),
}

/// An argument of a call, with its name if it has one.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) struct Argument {
    pub(in crate::import) name: Option<String>,
    pub(in crate::import) value: Expr,
}

/// A statement, and its line from 1.
#[derive(Clone, Debug)]
pub(in crate::import) struct Stmt {
    pub(in crate::import) line: usize,
    pub(in crate::import) work: Work,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(in crate::import) enum Work {
    Value(Expr),
    /// A value for a target.
    Assign(Expr, Expr),
    /// An operator such as `+` with a target and a value.
    Change(Expr, String, Expr),
    For(Expr, Expr, Vec<Stmt>),
    /// A condition with what is done if it holds and if not.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// What is tried, and what is done for each error.
    Try(Vec<Stmt>, Vec<Vec<Stmt>>),
    /// What is opened, the name that it has, and what is done with it.
    With(Expr, String, Vec<Stmt>),
    Return(Option<Expr>),
    Raise,
    Assert(Expr),
    Define(Rc<Function>),
    /// A name, and what was imported under it.
    Import(Vec<(String, String)>),
    /// All names of this module.
    ImportAll(String),
    Nothing,
    /// Whatever else is written so, with its first line.
    Other(String),
}

/// A function.
#[derive(Debug)]
pub(in crate::import) struct Function {
    pub(in crate::import) name: String,
    /// The parameters with what they are if nothing is given; `None` if they are of other kinds.
    pub(in crate::import) parameters: Option<Vec<(String, Option<Expr>)>>,
    pub(in crate::import) decorators: Vec<Expr>,
    pub(in crate::import) body: Vec<Stmt>,
}

impl Function {
    /// The text at its beginning.
    pub(in crate::import) fn docstring(&self) -> Option<&str> {
        match self.body.first().map(|statement| &statement.work) {
            Some(Work::Value(Expr::Str(text))) => Some(text),
            _ => None,
        }
    }
}

impl Expr {
    /// The names of an attribute of an attribute of a name, such as `check50.c.compile`.
    pub(in crate::import) fn path(&self) -> Option<String> {
        match self {
            Self::Name(name) => Some(name.clone()),
            Self::Attribute(object, name) => Some(format!("{}.{name}", object.path()?)),
            _ => None,
        }
    }
}
