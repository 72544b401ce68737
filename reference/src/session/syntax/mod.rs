//! What a parsed line is made of.

pub(crate) mod lexer;
pub(crate) mod literal;
pub(crate) mod operands;
pub(crate) mod operators;
pub(crate) mod parser;
pub(crate) mod statements;

use crate::session::objects::Object;

/// Something that has a value.
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
    /// `start:stop:step`, with `None` for what was left out.
    Slice(Box<[Expression; 3]>),
    Call(Box<Call>),
    Not(Box<Expression>),
    Unary(UnaryOperator, Box<Expression>),
    Binary(Box<Expression>, BinaryOperator, Box<Expression>),
    /// `first < second < third`
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Conditional(Box<Conditional>),
}

/// `[element for target in iterable if condition]` and its sisters.
pub(crate) struct Comprehension {
    pub(crate) kind: ComprehensionKind,
    pub(crate) element: Expression,
    pub(crate) clauses: Vec<Clause>,
}

/// What a comprehension builds.
pub(crate) enum ComprehensionKind {
    List,
    Set,
    /// Of elements that are pairs.
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

#[derive(Clone, Copy)]
pub(crate) enum UnaryOperator {
    Plus,
    Minus,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
    BitAnd,
    BitOr,
    BitXor,
}

impl BinaryOperator {
    /// As messages write it.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::FloorDivide => "//",
            Self::Modulo => "%",
            Self::Power => "** or pow()",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
        }
    }
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

/// Something that is done.
pub(crate) enum Statement {
    Expression(Expression),
    /// `first = second = value`
    Assign(Vec<Expression>, Expression),
    /// `target += value`
    Augment(Expression, BinaryOperator, Expression),
    Delete(Vec<Expression>),
    Assert(Expression, Option<Expression>),
    /// The names of modules, and what they are called here.
    Import(Vec<(String, String)>),
    /// The module, and the names with what they are called here; `None` for all of them.
    ImportFrom(String, Option<Vec<(String, String)>>),
    For(Expression, Expression, Vec<Statement>),
    While(Expression, Vec<Statement>),
    If(Expression, Vec<Statement>, Vec<Statement>),
    Break,
    Continue,
    Pass,
}
