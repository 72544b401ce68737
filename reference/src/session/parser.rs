//! Reads expressions. What Python has and a session does not is refused by name.

use super::lexer::{Token, tokens};
use super::object::Object;
use super::syntax::{
    BinaryOperator, Call, Clause, Comparison, Comprehension, ComprehensionKind, Conditional, Expression,
    UnaryOperator,
};

/// What reading gives, or what is wrong with the source.
pub(super) type Parsed<T> = Result<T, String>;

/// So deep expressions may be nested.
const DEEPEST: usize = 60;

/// Words that are no names.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The binary operators, loosest first; the powers are read apart.
const BINARY: [&[(&str, BinaryOperator)]; 5] = [
    &[("|", BinaryOperator::BitOr)],
    &[("^", BinaryOperator::BitXor)],
    &[("&", BinaryOperator::BitAnd)],
    &[("+", BinaryOperator::Add), ("-", BinaryOperator::Subtract)],
    &[
        ("*", BinaryOperator::Multiply),
        ("//", BinaryOperator::FloorDivide),
        ("/", BinaryOperator::Divide),
        ("%", BinaryOperator::Modulo),
    ],
];

/// Goes through the tokens of a source.
pub(super) struct Parser {
    tokens: Vec<Token>,
    place: usize,
    depth: usize,
}

impl Parser {
    /// A parser at the start of a source.
    pub(super) fn new(source: &str) -> Parsed<Self> {
        Ok(Self { tokens: tokens(source)?, place: 0, depth: 0 })
    }

    /// What comes next.
    pub(super) fn peek(&self) -> &Token {
        self.tokens.get(self.place).unwrap_or(&Token::End)
    }

    /// Goes over what comes next.
    pub(super) fn skip(&mut self) {
        self.place += 1;
    }

    /// Takes a sign, if it comes next.
    pub(super) fn sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Token::Sign(next) if *next == sign);
        self.place += usize::from(is_next);
        is_next
    }

    /// Takes a keyword, if it comes next.
    pub(super) fn keyword(&mut self, keyword: &str) -> bool {
        let is_next = self.is_keyword(keyword);
        self.place += usize::from(is_next);
        is_next
    }

    /// Takes a sign that must come next.
    pub(super) fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// Takes a name that must come next.
    pub(super) fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                let name = name.clone();
                self.skip();
                Ok(name)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// The complaint that something else comes next.
    pub(super) fn unexpected(&self, expected: &str) -> String {
        let found = self.peek().describe();
        match self.peek() {
            Token::Name(name) if KEYWORDS.contains(&name.as_str()) => {
                format!("{found} cannot be used here in a session: write {expected}")
            }
            _ => format!("expected {expected}, found {found}"),
        }
    }

    /// One expression, or several with commas between them, which are a tuple.
    pub(super) fn expressions(&mut self) -> Parsed<Expression> {
        let first = self.expression()?;
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

    /// One expression.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        if self.depth > DEEPEST {
            return Err("nested too deeply: split it into several lines".to_owned());
        }
        self.depth += 1;
        let expression = self.conditional();
        self.depth -= 1;
        expression
    }

    /// What is assigned to: names, attributes and subscripts, with commas or brackets between them.
    pub(super) fn targets(&mut self) -> Parsed<Expression> {
        let first = self.operand()?;
        if !self.sign(",") {
            return Ok(first);
        }
        let mut targets = vec![first];
        while !self.is_keyword("in") {
            targets.push(self.operand()?);
            if !self.sign(",") {
                break;
            }
        }
        Ok(Expression::Tuple(targets))
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), Token::Name(name) if name == keyword)
    }

    fn starts_expression(&self) -> bool {
        match self.peek() {
            Token::Name(name) => {
                matches!(name.as_str(), "not" | "None" | "True" | "False")
                    || !KEYWORDS.contains(&name.as_str())
            }
            Token::Constant(_) => true,
            Token::Sign(sign) => matches!(*sign, "(" | "[" | "{" | "+" | "-"),
            Token::Newline | Token::Indent | Token::Dedent | Token::End => false,
        }
    }

    fn conditional(&mut self) -> Parsed<Expression> {
        let body = self.or()?;
        if !self.keyword("if") {
            return Ok(body);
        }
        let test = self.or()?;
        if !self.keyword("else") {
            return Err(self.unexpected("`else`"));
        }
        let otherwise = self.expression()?;
        Ok(Expression::Conditional(Box::new(Conditional { test, body, otherwise })))
    }

    fn or(&mut self) -> Parsed<Expression> {
        let mut left = self.and()?;
        while self.keyword("or") {
            left = Expression::Or(Box::new(left), Box::new(self.and()?));
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Expression> {
        let mut left = self.not()?;
        while self.keyword("and") {
            left = Expression::And(Box::new(left), Box::new(self.not()?));
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed<Expression> {
        let mut count = 0;
        while self.keyword("not") {
            count += 1;
        }
        let operand = self.comparison()?;
        // More than two say nothing new, and each would make the tree deeper.
        let count = if count > 2 { 2 - count % 2 } else { count };
        Ok((0..count).fold(operand, |operand, _| Expression::Not(Box::new(operand))))
    }

    fn comparison(&mut self) -> Parsed<Expression> {
        let first = self.binary(0)?;
        let mut others = Vec::new();
        while let Some(comparison) = self.comparison_operator()? {
            others.push((comparison, self.binary(0)?));
        }
        Ok(if others.is_empty() { first } else { Expression::Compare(Box::new(first), others) })
    }

    fn comparison_operator(&mut self) -> Parsed<Option<Comparison>> {
        const SIGNS: [(&str, Comparison); 6] = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessOrEqual),
            ("<", Comparison::Less),
            (">=", Comparison::GreaterOrEqual),
            (">", Comparison::Greater),
        ];
        if let Some((_, comparison)) = SIGNS.into_iter().find(|(sign, _)| self.sign(sign)) {
            return Ok(Some(comparison));
        }
        Ok(if self.keyword("in") {
            Some(Comparison::In)
        } else if self.keyword("not") {
            if !self.keyword("in") {
                return Err(self.unexpected("`in`"));
            }
            Some(Comparison::NotIn)
        } else if self.keyword("is") {
            Some(if self.keyword("not") { Comparison::IsNot } else { Comparison::Is })
        } else {
            None
        })
    }

    fn binary(&mut self, level: usize) -> Parsed<Expression> {
        let Some(operators) = BINARY.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.sign(sign)) {
            left = Expression::Binary(Box::new(left), *operator, Box::new(self.binary(level + 1)?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let mut operators = Vec::new();
        loop {
            if self.sign("-") {
                operators.push(UnaryOperator::Minus);
            } else if self.sign("+") {
                operators.push(UnaryOperator::Plus);
            } else {
                break;
            }
        }
        let operand = self.power()?;
        let apply = |operand, operator| Expression::Unary(operator, Box::new(operand));
        Ok(operators.into_iter().rev().fold(operand, apply))
    }

    fn power(&mut self) -> Parsed<Expression> {
        let base = self.operand()?;
        if !self.sign("**") {
            return Ok(base);
        }
        self.depth += 1;
        let exponent = if self.depth > DEEPEST { Err("nested too deeply".to_owned()) } else { self.unary() };
        self.depth -= 1;
        Ok(Expression::Binary(Box::new(base), BinaryOperator::Power, Box::new(exponent?)))
    }

    /// A name, a constant or brackets, with all attributes, subscripts and calls that follow.
    fn operand(&mut self) -> Parsed<Expression> {
        let mut operand = self.atom()?;
        loop {
            operand = if self.sign(".") {
                Expression::Attribute(Box::new(operand), self.name()?)
            } else if self.sign("[") {
                let index = self.index()?;
                self.expect("]")?;
                Expression::Subscript(Box::new(operand), Box::new(index))
            } else if self.sign("(") {
                self.call(operand)?
            } else {
                return Ok(operand);
            };
        }
    }

    fn index(&mut self) -> Parsed<Expression> {
        let part = |parser: &mut Self| {
            if parser.starts_expression() {
                parser.expression()
            } else {
                Ok(Expression::Constant(Object::None))
            }
        };
        let is_slice = matches!(self.peek(), Token::Sign(":"));
        if !is_slice {
            let first = self.expressions()?;
            if !matches!(self.peek(), Token::Sign(":")) {
                return Ok(first);
            }
            return self.slice(first, part);
        }
        self.slice(Expression::Constant(Object::None), part)
    }

    fn slice(
        &mut self,
        start: Expression,
        part: impl Fn(&mut Self) -> Parsed<Expression>,
    ) -> Parsed<Expression> {
        self.expect(":")?;
        let stop = part(self)?;
        let step = if self.sign(":") { part(self)? } else { Expression::Constant(Object::None) };
        Ok(Expression::Slice(Box::new([start, stop, step])))
    }

    fn call(&mut self, function: Expression) -> Parsed<Expression> {
        let mut call = Call { function, positional: Vec::new(), keywords: Vec::new() };
        while !self.sign(")") {
            if matches!(self.peek(), Token::Sign("*" | "**")) {
                return Err("`*` in a call is not supported in sessions: write the arguments out".to_owned());
            }
            let argument = self.expression()?;
            if self.sign("=") {
                let Expression::Name(name) = argument else {
                    return Err("what stands before `=` in a call must be a name".to_owned());
                };
                if call.keywords.iter().any(|(own, _)| *own == name) {
                    return Err(format!("`{name}=` is given twice in one call: remove one"));
                }
                call.keywords.push((name, self.expression()?));
            } else if self.is_keyword("for") {
                call.positional.push(self.comprehension(ComprehensionKind::Generator, argument)?);
            } else if call.keywords.is_empty() {
                call.positional.push(argument);
            } else {
                return Err("an argument without a name follows one with a name: move it".to_owned());
            }
            if !self.sign(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(Expression::Call(Box::new(call)))
    }

    fn atom(&mut self) -> Parsed<Expression> {
        let token = self.peek().clone();
        match token {
            Token::Constant(constant) => {
                self.skip();
                Ok(Expression::Constant(self.joined(constant)?))
            }
            Token::Sign("(") => self.parenthesized(),
            Token::Sign("[") => self.list(),
            Token::Sign("{") => self.braces(),
            Token::Name(name) => {
                let constant = match name.as_str() {
                    "None" => Object::None,
                    "True" => Object::Bool(true),
                    "False" => Object::Bool(false),
                    _ => return Ok(Expression::Name(self.name()?)),
                };
                self.skip();
                Ok(Expression::Constant(constant))
            }
            Token::Sign(_) | Token::Newline | Token::Indent | Token::Dedent | Token::End => {
                Err(self.unexpected("an expression"))
            }
        }
    }

    /// Strings that stand side by side are one.
    fn joined(&mut self, first: Object) -> Parsed<Object> {
        let mut joined = first;
        while let Token::Constant(next) = self.peek() {
            joined = match (&joined, next) {
                (Object::Str(left), Object::Str(right)) => Object::str(format!("{left}{right}")),
                (Object::Bytes(left), Object::Bytes(right)) => {
                    Object::Bytes([&**left, &**right].concat().into())
                }
                _ => return Err(self.unexpected("an operator")),
            };
            self.skip();
        }
        Ok(joined)
    }

    fn parenthesized(&mut self) -> Parsed<Expression> {
        self.expect("(")?;
        if self.sign(")") {
            return Ok(Expression::Tuple(Vec::new()));
        }
        let inner = self.expressions()?;
        let inner = if self.is_keyword("for") {
            self.comprehension(ComprehensionKind::Generator, inner)?
        } else {
            inner
        };
        self.expect(")")?;
        Ok(inner)
    }

    fn list(&mut self) -> Parsed<Expression> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.sign("]") {
            items.push(self.expression()?);
            if self.is_keyword("for") && items.len() == 1 {
                let element = items.remove(0);
                let comprehension = self.comprehension(ComprehensionKind::List, element)?;
                self.expect("]")?;
                return Ok(comprehension);
            }
            if !self.sign(",") {
                self.expect("]")?;
                break;
            }
        }
        Ok(Expression::List(items))
    }

    /// A set or a dict.
    fn braces(&mut self) -> Parsed<Expression> {
        self.expect("{")?;
        let (mut items, mut entries) = (Vec::new(), Vec::new());
        while !self.sign("}") {
            let first = self.expression()?;
            let is_dict = items.is_empty() && self.sign(":");
            let kind = if is_dict { ComprehensionKind::Dict } else { ComprehensionKind::Set };
            let element = if is_dict { Expression::Tuple(vec![first, self.expression()?]) } else { first };
            if self.is_keyword("for") && items.is_empty() && entries.is_empty() {
                let comprehension = self.comprehension(kind, element)?;
                self.expect("}")?;
                return Ok(comprehension);
            }
            match element {
                Expression::Tuple(mut pair) if is_dict => {
                    entries.extend(pair.pop().zip(pair.pop()).map(swap));
                }
                element if entries.is_empty() => items.push(element),
                _ => return Err(self.unexpected("`:`")),
            }
            if !self.sign(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(if items.is_empty() { Expression::Dict(entries) } else { Expression::Set(items) })
    }

    fn comprehension(&mut self, kind: ComprehensionKind, element: Expression) -> Parsed<Expression> {
        let mut clauses = Vec::new();
        while self.keyword("for") {
            let target = self.targets()?;
            if !self.keyword("in") {
                return Err(self.unexpected("`in`"));
            }
            let iterable = self.or()?;
            let mut conditions = Vec::new();
            while self.keyword("if") {
                conditions.push(self.or()?);
            }
            clauses.push(Clause { target, iterable, conditions });
        }
        Ok(Expression::Comprehension(Box::new(Comprehension { kind, element, clauses })))
    }
}

fn swap<T>((second, first): (T, T)) -> (T, T) {
    (first, second)
}
