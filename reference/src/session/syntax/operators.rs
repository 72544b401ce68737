//! Parses operators, from the lowest to the highest precedence.

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::{Comparison, Conditional, Expression};
use crate::session::objects::arithmetic::BinaryOperator;

/// The binary operators with their precedence; powers are parsed separately.
const BINARY: [(&str, usize, BinaryOperator); 6] = [
    ("+", 0, BinaryOperator::Add),
    ("-", 0, BinaryOperator::Subtract),
    ("*", 1, BinaryOperator::Multiply),
    ("//", 1, BinaryOperator::FloorDivide),
    ("/", 1, BinaryOperator::Divide),
    ("%", 1, BinaryOperator::Modulo),
];

impl Parser {
    /// Parses an expression with all its operators.
    pub(super) fn conditional(&mut self) -> Parsed<Expression> {
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

    /// Parses operands with `or` between them.
    pub(super) fn or(&mut self) -> Parsed<Expression> {
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
        // More than two add nothing, and each would make the tree deeper.
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

    fn binary(&mut self, least: usize) -> Parsed<Expression> {
        let mut left = self.unary()?;
        while let Some((_, binds, operator)) =
            BINARY.into_iter().find(|(sign, binds, _)| *binds >= least && self.sign(sign))
        {
            left = Expression::Binary(Box::new(left), operator, Box::new(self.binary(binds + 1)?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let mut count = 0;
        while self.sign("-") {
            count += 1;
        }
        if matches!(self.peek(), Token::Sign("+")) {
            return Err("`+` before a number is not supported in sessions: leave it out".to_owned());
        }
        let operand = self.power()?;
        Ok((0..count).fold(operand, |operand, _| Expression::Negative(Box::new(operand))))
    }

    fn power(&mut self) -> Parsed<Expression> {
        let base = self.operand()?;
        if !self.sign("**") {
            return Ok(base);
        }
        let exponent = self.nested(Self::unary);
        Ok(Expression::Binary(Box::new(base), BinaryOperator::Power, Box::new(exponent?)))
    }
}
