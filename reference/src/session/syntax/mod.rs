//! The syntax tree of a parsed line.

mod lexer;
mod literal;
mod operands;
mod operators;
mod parser;
pub(crate) mod statements;

use crate::session::objects::Object;
use crate::session::objects::arithmetic::BinaryOperator;

/// An expression.
pub(crate) enum Expression {
    Constant(Object),
    Name(String),
    List(Vec<Expression>),
    Tuple(Vec<Expression>),
    Set(Vec<Expression>),
    Dict(Vec<(Expression, Expression)>),
    Comprehension(Box<Comprehension>),
    Attribute(Box<Expression>, String),
    Subscript(Box<Expression>, Box<Expression>),
    /// `container[start:stop:step]`, with `None` for what was left out.
    Slice(Box<Expression>, Box<[Expression; 3]>),
    Call(Box<Call>),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Binary(Box<Expression>, BinaryOperator, Box<Expression>),
    /// `first < second < third`
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Conditional(Box<Conditional>),
}

/// `[element for target in iterable if condition]` and the other comprehensions.
pub(crate) struct Comprehension {
    pub(crate) kind: ComprehensionKind,
    pub(crate) element: Expression,
    pub(crate) clauses: Vec<Clause>,
}

/// The result of a comprehension.
pub(crate) enum ComprehensionKind {
    List,
    Set,
    /// A dict, whose elements are pairs.
    Dict,
    Generator,
}

/// `for target in iterable if condition if condition`
pub(crate) struct Clause {
    pub(crate) target: Expression,
    pub(crate) iterable: Expression,
    pub(crate) conditions: Vec<Expression>,
}

/// `function(positional, keyword=…)`
pub(crate) struct Call {
    pub(crate) function: Expression,
    pub(crate) positional: Vec<Expression>,
    pub(crate) keywords: Vec<(String, Expression)>,
}

/// `body if test else otherwise`
pub(crate) struct Conditional {
    pub(crate) test: Expression,
    pub(crate) body: Expression,
    pub(crate) otherwise: Expression,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
    Is,
    IsNot,
}

/// A statement.
pub(crate) enum Statement {
    Expression(Expression),
    /// `first = second = value`
    Assign(Vec<Expression>, Expression),
    /// `target += value`
    Augment(Expression, BinaryOperator, Expression),
    Import(String),
    /// The module, and the names; `None` for all of them.
    ImportFrom(String, Option<Vec<String>>),
    For(Expression, Expression, Vec<Statement>),
    If(Expression, Vec<Statement>, Vec<Statement>),
}
