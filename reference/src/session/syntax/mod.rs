//! The syntax tree of a line: plain data, which knows nothing of objects.

mod expressions;
mod layout;
mod literals;
mod parse;
mod reader;
mod statements;

pub(crate) use parse::parse;

/// A literal of one token.
#[derive(Clone)]
pub(crate) enum Literal {
    None,
    Bool(bool),
    Int(i128),
    /// An integer of more than 128 bits, in hexadecimal digits.
    Large(String),
    Float(f64),
    Str(String),
}

/// An expression.
pub(crate) enum Expression {
    Literal(Literal),
    Name(String),
    List(Vec<Expression>),
    Tuple(Vec<Expression>),
    Set(Vec<Expression>),
    Dict(Vec<(Expression, Expression)>),
    Comprehension(Box<Comprehension>),
    Attribute(Box<Expression>, String),
    Subscript(Box<Expression>, Box<Expression>),
    /// `container[start:stop]`
    Slice(Box<Expression>, [Option<Box<Expression>>; 2]),
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

/// `[element for target in iterable if condition]`
pub(crate) struct Comprehension {
    pub(crate) element: Expression,
    pub(crate) clauses: Vec<Clause>,
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

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
}

impl BinaryOperator {
    const SIGNS: [(&str, Self); 6] = [
        ("+", Self::Add),
        ("-", Self::Subtract),
        ("*", Self::Multiply),
        ("/", Self::Divide),
        ("//", Self::FloorDivide),
        ("%", Self::Modulo),
    ];

    /// Returns the operator with a sign.
    fn of(sign: &str) -> Option<Self> {
        Self::SIGNS.into_iter().find(|(own, _)| *own == sign).map(|(_, operator)| operator)
    }

    /// Returns `+`.
    pub(crate) fn sign(self) -> &'static str {
        Self::SIGNS.into_iter().find(|(_, own)| *own == self).map_or("", |(sign, _)| sign)
    }
}

/// A comparison of two operands.
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
    /// `target = value`
    Assign(Expression, Expression),
    Import(String),
    /// The module, and the names; `None` for all of them.
    ImportFrom(String, Option<Vec<String>>),
    For(Expression, Expression, Vec<Statement>),
    If(Expression, Vec<Statement>, Vec<Statement>),
}
