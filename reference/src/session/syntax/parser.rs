//! Reads tokens and parses expressions. Python that sessions do not support is refused by name.

use super::Expression;
use super::lexer::{Token, tokens};
use super::statements::check_target;

/// The result of parsing, or an error message about the source.
pub(crate) type Parsed<T> = Result<T, String>;

/// The keywords.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// A parser with its place in the tokens of a source.
pub(crate) struct Parser {
    tokens: Vec<Token>,
    place: usize,
    /// The number of open expressions and bodies.
    depth: usize,
}

impl Parser {
    /// Creates a parser at the start of a source.
    pub(crate) fn new(source: &str) -> Parsed<Self> {
        Ok(Self { tokens: tokens(source)?, place: 0, depth: 0 })
    }

    /// Returns the next token.
    pub(crate) fn peek(&self) -> &Token {
        self.tokens.get(self.place).unwrap_or(&Token::End)
    }

    /// Skips the next token.
    pub(crate) fn skip(&mut self) {
        self.place += 1;
    }

    /// Takes a sign, if it comes next.
    pub(crate) fn sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Token::Sign(next) if *next == sign);
        self.place += usize::from(is_next);
        is_next
    }

    /// Takes a keyword, if it comes next.
    pub(crate) fn keyword(&mut self, keyword: &str) -> bool {
        let is_next = self.is_keyword(keyword);
        self.place += usize::from(is_next);
        is_next
    }

    /// Takes a sign that must come next.
    pub(crate) fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// Takes a name that must come next.
    pub(crate) fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                let name = name.clone();
                self.skip();
                Ok(name)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// Returns the error message for an unexpected token.
    pub(crate) fn unexpected(&self, expected: &str) -> String {
        let found = self.peek().describe();
        match self.peek() {
            Token::Name(name) if KEYWORDS.contains(&name.as_str()) => {
                let instead = instead_of(name).unwrap_or(expected);
                format!("{found} cannot be used here in a session: write {instead}")
            }
            _ => format!("expected {expected}, found {found}"),
        }
    }

    /// Parses one expression, or several with commas between them, which are a tuple.
    pub(crate) fn expressions(&mut self) -> Parsed<Expression> {
        let first = self.expression()?;
        self.rest_of_tuple(first)
    }

    /// Parses the rest of a tuple if a comma comes next; otherwise returns the expression.
    pub(super) fn rest_of_tuple(&mut self, first: Expression) -> Parsed<Expression> {
        if !self.sign(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.starts_expression() {
            items.push(self.expression()?);
            if !self.sign(",") {
                break;
            }
        }
        Ok(Expression::Tuple(items))
    }

    /// Parses one expression.
    pub(crate) fn expression(&mut self) -> Parsed<Expression> {
        self.nested(Self::conditional)
    }

    /// Parses something nested, unless it is too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        const DEEPEST: usize = 60;
        if self.depth > DEEPEST {
            return Err("nested too deeply: split it into several lines".to_owned());
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Parses the targets of an assignment: names, attributes and subscripts, with commas or brackets.
    pub(crate) fn targets(&mut self) -> Parsed<Expression> {
        let first = self.target()?;
        if !self.sign(",") {
            return Ok(first);
        }
        let mut targets = vec![first];
        while !self.is_keyword("in") {
            targets.push(self.target()?);
            if !self.sign(",") {
                break;
            }
        }
        Ok(Expression::Tuple(targets))
    }

    fn target(&mut self) -> Parsed<Expression> {
        let target = self.operand()?;
        check_target(&target, true)?;
        Ok(target)
    }

    /// Tells whether a keyword comes next.
    pub(super) fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), Token::Name(name) if name == keyword)
    }

    /// Tells whether an expression can begin with the next token.
    pub(super) fn starts_expression(&self) -> bool {
        match self.peek() {
            Token::Name(name) => {
                matches!(name.as_str(), "not" | "None" | "True" | "False")
                    || !KEYWORDS.contains(&name.as_str())
            }
            Token::Constant(_) => true,
            Token::Sign(sign) => matches!(*sign, "(" | "[" | "{" | "-" | "+"),
            Token::Newline | Token::Indent | Token::Dedent | Token::End => false,
        }
    }
}

/// Returns what to write instead of an unsupported statement.
fn instead_of(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "while" => "`for … in range(…):`",
        "break" | "continue" => "an `if` around what is left out",
        "assert" => "what it asserts: its value is compared",
        "del" => "what is to be left, as a new value",
        "def" | "lambda" | "class" => "the lines themselves, once for each call",
        "try" | "raise" | "with" => "the call alone: what it raises is compared",
        "pass" => "what is to be done",
        "as" => "the name that it has",
        _ => return None,
    })
}
