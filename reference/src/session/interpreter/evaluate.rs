//! Evaluates expressions.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use super::Interpreter;
use crate::session::builtins::attribute;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::arithmetic::{binary, negative};
use crate::session::objects::call::Arguments;
use crate::session::objects::compare::{compare, contains, equal};
use crate::session::objects::subscript::{item, set_item, slice};
use crate::session::syntax::{Clause, Comparison, Comprehension, Expression, Literal};

impl Interpreter<'_> {
    /// Returns the value of an expression.
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Outcome<Object> {
        self.step()?;
        match expression {
            Expression::Literal(literal) => object(literal),
            Expression::Name(name) => self.look_up(name),
            Expression::List(items) => self.evaluate_all(items).map(Object::list),
            Expression::Tuple(items) => self.evaluate_all(items).map(|items| Object::Tuple(items.into())),
            Expression::Set(_) => Err(Fault::unsupported("sets are not supported in sessions: use a list")),
            Expression::Dict(entries) => self.evaluate_entries(entries),
            Expression::Comprehension(comprehension) => self.evaluate_comprehension(comprehension),
            Expression::Attribute(owner, name) => {
                let owner = self.evaluate(owner)?;
                attribute(&owner, name)
            }
            Expression::Subscript(container, index) => {
                let container = self.evaluate(container)?;
                let index = self.evaluate(index)?;
                item(&container, &index)
            }
            Expression::Slice(container, parts) => {
                let container = self.evaluate(container)?;
                let mut bound = |part: &Option<Box<_>>| match part {
                    Some(part) => self.evaluate(part),
                    None => Ok(Object::None),
                };
                slice(&container, &bound(&parts[0])?, &bound(&parts[1])?)
            }
            Expression::Call(call) => {
                let function = self.evaluate(&call.function)?;
                let positional = self.evaluate_all(&call.positional)?;
                let mut keywords = Vec::new();
                for (name, argument) in &call.keywords {
                    keywords.push((name.clone(), self.evaluate(argument)?));
                }
                self.call(&function, Arguments { positional, keywords })
            }
            Expression::Not(operand) => Ok(Object::Bool(!self.evaluate(operand)?.is_true())),
            Expression::Negative(operand) => negative(&self.evaluate(operand)?),
            Expression::Binary(left, operator, right) => {
                let left = self.evaluate(left)?;
                binary(&left, *operator, &self.evaluate(right)?)
            }
            Expression::Compare(first, others) => self.evaluate_comparisons(first, others),
            Expression::And(left, right) => {
                let left = self.evaluate(left)?;
                if left.is_true() { self.evaluate(right) } else { Ok(left) }
            }
            Expression::Or(left, right) => {
                let left = self.evaluate(left)?;
                if left.is_true() { Ok(left) } else { self.evaluate(right) }
            }
            Expression::Conditional(it) => {
                let is_true = self.evaluate(&it.test)?.is_true();
                self.evaluate(if is_true { &it.body } else { &it.otherwise })
            }
        }
    }

    fn evaluate_all(&mut self, expressions: &[Expression]) -> Outcome<Vec<Object>> {
        expressions.iter().map(|expression| self.evaluate(expression)).collect()
    }

    fn evaluate_entries(&mut self, entries: &[(Expression, Expression)]) -> Outcome<Object> {
        let dict = Object::Dict(Rc::default());
        for (key, value) in entries {
            let key = self.evaluate(key)?;
            set_item(&dict, &key, self.evaluate(value)?)?;
        }
        Ok(dict)
    }

    fn evaluate_comparisons(
        &mut self,
        first: &Expression,
        others: &[(Comparison, Expression)],
    ) -> Outcome<Object> {
        let mut left = self.evaluate(first)?;
        for (comparison, right) in others {
            let right = self.evaluate(right)?;
            if !holds(&left, *comparison, &right)? {
                return Ok(Object::Bool(false));
            }
            left = right;
        }
        Ok(Object::Bool(true))
    }

    fn evaluate_comprehension(&mut self, comprehension: &Comprehension) -> Outcome<Object> {
        let scopes = self.locals.len();
        let mut elements = Vec::new();
        let outcome = self.go_through(&comprehension.clauses, true, &comprehension.element, &mut elements);
        self.locals.truncate(scopes);
        outcome.map(|()| Object::list(elements))
    }

    /// Evaluates the element once for each combination of the clauses.
    fn go_through(
        &mut self,
        clauses: &[Clause],
        is_outermost: bool,
        element: &Expression,
        elements: &mut Vec<Object>,
    ) -> Outcome<()> {
        let Some((clause, inner)) = clauses.split_first() else {
            elements.push(self.evaluate(element)?);
            return Ok(());
        };
        // Only the first iterable is evaluated outside the comprehension.
        let items = self.evaluate(&clause.iterable)?.items()?;
        if is_outermost {
            self.locals.push(HashMap::new());
        }
        for item in items {
            self.step()?;
            self.assign(&clause.target, item)?;
            let mut is_wanted = true;
            for condition in &clause.conditions {
                is_wanted = is_wanted && self.evaluate(condition)?.is_true();
            }
            if is_wanted {
                self.go_through(inner, false, element, elements)?;
            }
        }
        Ok(())
    }
}

fn object(literal: &Literal) -> Outcome<Object> {
    Ok(match literal {
        Literal::None => Object::None,
        Literal::Bool(it) => Object::Bool(*it),
        Literal::Int(number) => Object::Int(*number),
        Literal::Large(_) => {
            let reason =
                "a number of more than 128 bits is too large for a session: write up to 38 decimal digits";
            return Err(Fault::unsupported(reason));
        }
        Literal::Float(number) => Object::Float(*number),
        Literal::Str(text) => Object::str(text.as_str()),
    })
}

fn holds(left: &Object, comparison: Comparison, right: &Object) -> Outcome<bool> {
    let order = |sign| compare(left, right, sign);
    match comparison {
        Comparison::Equal => equal(left, right),
        Comparison::NotEqual => equal(left, right).map(|are_equal| !are_equal),
        Comparison::Less => order("<").map(|it| it.is_some_and(Ordering::is_lt)),
        Comparison::LessOrEqual => order("<=").map(|it| it.is_some_and(Ordering::is_le)),
        Comparison::Greater => order(">").map(|it| it.is_some_and(Ordering::is_gt)),
        Comparison::GreaterOrEqual => order(">=").map(|it| it.is_some_and(Ordering::is_ge)),
        Comparison::In => contains(right, left),
        Comparison::NotIn => contains(right, left).map(|it| !it),
        Comparison::Is => left.is(right),
        Comparison::IsNot => left.is(right).map(|it| !it),
    }
}
