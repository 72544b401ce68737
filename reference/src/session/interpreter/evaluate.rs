//! Evaluates expressions.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::Interpreter;
use crate::session::builtins::attribute::attribute;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::arithmetic;
use crate::session::objects::call::Arguments;
use crate::session::objects::compare::{compare, contains, equal};
use crate::session::objects::keys::{distinct, insert};
use crate::session::objects::subscript::{item, slice};
use crate::session::objects::{Entries, Object};
use crate::session::syntax::{Clause, Comparison, Comprehension, ComprehensionKind, Expression};

/// The deepest nesting of expressions; a long sum is nested, too.
const DEEPEST: usize = 150;

impl Interpreter<'_> {
    /// Returns the value of an expression.
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Outcome<Object> {
        if self.depth >= DEEPEST {
            return Err(Fault::unsupported(
                "the expression is nested too deeply: split it into several lines",
            ));
        }
        self.depth += 1;
        let outcome = self.step().and_then(|()| self.evaluate_part(expression));
        self.depth -= 1;
        outcome
    }

    fn evaluate_part(&mut self, expression: &Expression) -> Outcome<Object> {
        match expression {
            Expression::Constant(constant) => Ok(constant.clone()),
            Expression::Name(name) => self.look_up(name),
            Expression::List(items) => self.evaluate_all(items).map(Object::list),
            Expression::Tuple(items) => self.evaluate_all(items).map(|items| Object::Tuple(items.into())),
            Expression::Set(items) => {
                let items = self.evaluate_all(items)?;
                Ok(Object::Set(distinct(items)?.into()))
            }
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
                let [start, stop, step] = &**parts;
                slice(&container, &[self.evaluate(start)?, self.evaluate(stop)?, self.evaluate(step)?])
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
            Expression::Negative(operand) => arithmetic::negative(&self.evaluate(operand)?),
            Expression::Binary(left, operator, right) => {
                let left = self.evaluate(left)?;
                arithmetic::binary(&left, *operator, &self.evaluate(right)?)
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
        let mut dict = Entries::new();
        for (key, value) in entries {
            let key = self.evaluate(key)?;
            let value = self.evaluate(value)?;
            insert(&mut dict, key, value)?;
        }
        Ok(Object::dict(dict))
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
        outcome?;
        Ok(match comprehension.kind {
            ComprehensionKind::List => Object::list(elements),
            ComprehensionKind::Set => Object::Set(distinct(elements)?.into()),
            ComprehensionKind::Generator => Object::iterator("generator", elements),
            ComprehensionKind::Dict => {
                let mut dict = Entries::new();
                for element in elements {
                    if let [key, value] = &element.items()?[..] {
                        insert(&mut dict, key.clone(), value.clone())?;
                    }
                }
                Object::dict(dict)
            }
        })
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

fn holds(left: &Object, comparison: Comparison, right: &Object) -> Outcome<bool> {
    let is_any_of = |sign, wanted: &[Ordering]| {
        compare(left, right, sign).map(|ordering| ordering.is_some_and(|it| wanted.contains(&it)))
    };
    match comparison {
        Comparison::Equal => equal(left, right),
        Comparison::NotEqual => equal(left, right).map(|are_equal| !are_equal),
        Comparison::Less => is_any_of("<", &[Ordering::Less]),
        Comparison::LessOrEqual => is_any_of("<=", &[Ordering::Less, Ordering::Equal]),
        Comparison::Greater => is_any_of(">", &[Ordering::Greater]),
        Comparison::GreaterOrEqual => is_any_of(">=", &[Ordering::Greater, Ordering::Equal]),
        Comparison::In => contains(right, left),
        Comparison::NotIn => contains(right, left).map(|it| !it),
        Comparison::Is => left.is(right),
        Comparison::IsNot => left.is(right).map(|it| !it),
    }
}
