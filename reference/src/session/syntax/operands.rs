//! Parses operands: names, constants, brackets, and the attributes, subscripts and calls that follow them.

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::{Call, Clause, Comprehension, ComprehensionKind, Expression};
use crate::session::objects::Object;

impl Parser {
    /// Parses a name, a constant or brackets, with all attributes, subscripts and calls that follow.
    pub(super) fn operand(&mut self) -> Parsed<Expression> {
        let mut operand = self.atom()?;
        loop {
            operand = if self.sign(".") {
                Expression::Attribute(Box::new(operand), self.name()?)
            } else if self.sign("[") {
                let subscript = self.subscript(operand)?;
                self.expect("]")?;
                subscript
            } else if self.sign("(") {
                self.call(operand)?
            } else {
                return Ok(operand);
            };
        }
    }

    fn subscript(&mut self, container: Expression) -> Parsed<Expression> {
        let first = self.part_of_slice()?;
        if !self.sign(":") {
            let index = self.rest_of_tuple(first.ok_or_else(|| self.unexpected("an index"))?)?;
            return Ok(Expression::Subscript(Box::new(container), Box::new(index)));
        }
        let second = self.part_of_slice()?;
        let third = if self.sign(":") { self.part_of_slice()? } else { None };
        let parts = [first, second, third].map(|part| part.unwrap_or(Expression::Constant(Object::None)));
        Ok(Expression::Slice(Box::new(container), Box::new(parts)))
    }

    fn part_of_slice(&mut self) -> Parsed<Option<Expression>> {
        self.starts_expression().then(|| self.expression()).transpose()
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
                if call.positional.len() + call.keywords.len() > 1 || matches!(self.peek(), Token::Sign(","))
                {
                    return Err("a generator among other arguments needs brackets of its own".to_owned());
                }
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

    /// Joins adjacent strings.
    fn joined(&mut self, first: Object) -> Parsed<Object> {
        let mut joined = first;
        while let Token::Constant(next) = self.peek() {
            joined = match (&joined, next) {
                (Object::Str(left), Object::Str(right)) => Object::str(format!("{left}{right}")),
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
        let first = self.expression()?;
        let inner = if self.is_keyword("for") {
            self.comprehension(ComprehensionKind::Generator, first)?
        } else {
            self.rest_of_tuple(first)?
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

    /// Parses a set or a dict.
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
