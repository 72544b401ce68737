//! Parses statements: assignments, imports, loops.

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::{Expression, Statement};
use crate::session::objects::arithmetic::BinaryOperator;

/// Parses the statements of a source, which may have several lines.
pub(crate) fn parse(source: &str) -> Parsed<Vec<Statement>> {
    let mut parser = Parser::new(source)?;
    let mut statements = Vec::new();
    while !matches!(parser.peek(), Token::End) {
        parser.statement(&mut statements)?;
    }
    Ok(statements)
}

const AUGMENTED: [(&str, BinaryOperator); 7] = [
    ("+=", BinaryOperator::Add),
    ("-=", BinaryOperator::Subtract),
    ("*=", BinaryOperator::Multiply),
    ("/=", BinaryOperator::Divide),
    ("//=", BinaryOperator::FloorDivide),
    ("%=", BinaryOperator::Modulo),
    ("**=", BinaryOperator::Power),
];

impl Parser {
    /// Parses a statement with its body, or a line of simple statements.
    fn statement(&mut self, statements: &mut Vec<Statement>) -> Parsed<()> {
        if self.keyword("for") {
            let target = self.targets()?;
            if !self.keyword("in") {
                return Err(self.unexpected("`in`"));
            }
            let iterable = self.expressions()?;
            statements.push(Statement::For(target, iterable, self.body()?));
        } else if self.keyword("if") {
            statements.push(self.branches()?);
        } else {
            return self.simple_statements(statements);
        }
        Ok(())
    }

    /// Parses the part after `if` or `elif`.
    fn branches(&mut self) -> Parsed<Statement> {
        let test = self.expression()?;
        let body = self.body()?;
        let otherwise = if self.keyword("elif") {
            vec![self.nested(Self::branches)?]
        } else if self.keyword("else") {
            self.body()?
        } else {
            Vec::new()
        };
        Ok(Statement::If(test, body, otherwise))
    }

    fn body(&mut self) -> Parsed<Vec<Statement>> {
        self.expect(":")?;
        let mut statements = Vec::new();
        if !self.newline() {
            self.simple_statements(&mut statements)?;
            return Ok(statements);
        }
        if !matches!(self.peek(), Token::Indent) {
            return Err(self.unexpected("an indented line"));
        }
        self.skip();
        while !matches!(self.peek(), Token::Dedent | Token::End) {
            self.nested(|parser| parser.statement(&mut statements))?;
        }
        self.skip();
        Ok(statements)
    }

    fn newline(&mut self) -> bool {
        let is_next = matches!(self.peek(), Token::Newline);
        if is_next {
            self.skip();
        }
        is_next
    }

    /// Parses statements with semicolons between them, up to the end of the line.
    fn simple_statements(&mut self, statements: &mut Vec<Statement>) -> Parsed<()> {
        loop {
            statements.push(self.simple_statement()?);
            let goes_on = self.sign(";");
            if self.newline() || matches!(self.peek(), Token::End) {
                return Ok(());
            }
            if !goes_on {
                return Err(self.unexpected("the end of the line"));
            }
        }
    }

    fn simple_statement(&mut self) -> Parsed<Statement> {
        if self.keyword("import") {
            return Ok(Statement::Import(self.name()?));
        }
        if self.keyword("from") {
            return self.import_from();
        }
        self.assignment()
    }

    /// Parses an assignment or an expression.
    fn assignment(&mut self) -> Parsed<Statement> {
        let first = self.expressions()?;
        if let Some((_, operator)) = AUGMENTED.into_iter().find(|(sign, _)| self.sign(sign)) {
            check_target(&first, false)?;
            return Ok(Statement::Augment(first, operator, self.expressions()?));
        }
        let mut targets = Vec::new();
        let mut value = first;
        while self.sign("=") {
            check_target(&value, true)?;
            targets.push(value);
            value = self.expressions()?;
        }
        Ok(if targets.is_empty() { Statement::Expression(value) } else { Statement::Assign(targets, value) })
    }

    /// Parses `from module import name, name` or `from module import *`.
    fn import_from(&mut self) -> Parsed<Statement> {
        let module = self.name()?;
        if !self.keyword("import") {
            return Err(self.unexpected("`import`"));
        }
        if self.sign("*") {
            return Ok(Statement::ImportFrom(module, None));
        }
        let mut names = vec![self.name()?];
        while self.sign(",") {
            names.push(self.name()?);
        }
        Ok(Statement::ImportFrom(module, Some(names)))
    }
}

/// Refuses targets that cannot be assigned to.
pub(super) fn check_target(target: &Expression, may_be_several: bool) -> Parsed<()> {
    match target {
        Expression::Name(_) | Expression::Attribute(..) | Expression::Subscript(..) => Ok(()),
        Expression::Tuple(targets) | Expression::List(targets) if may_be_several => {
            targets.iter().try_for_each(|target| check_target(target, true))
        }
        _ => Err("this cannot be assigned to: write a name, an attribute or a subscript; \
                  to compare, write `==`"
            .to_owned()),
    }
}
