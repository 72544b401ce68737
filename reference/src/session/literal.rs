//! Texts that are Python literals, as values: nothing is looked up or called.

use crate::session::syntax::{Expression, Literal, Statement, parse};
use crate::session::value::Value;

/// Returns the value of a text that is a Python literal.
pub fn literal(text: &str) -> Option<Value> {
    match parse(text.trim()).ok()?.as_slice() {
        [Statement::Expression(expression)] => value(expression),
        _ => None,
    }
}

fn value(expression: &Expression) -> Option<Value> {
    let values = |items: &[Expression]| items.iter().map(value).collect::<Option<Vec<_>>>();
    Some(match expression {
        Expression::Literal(Literal::None) => Value::None,
        Expression::Literal(Literal::Bool(it)) => Value::Bool(*it),
        Expression::Literal(Literal::Int(number)) => Value::int(*number),
        Expression::Literal(Literal::Large(digits)) => Value::Int(digits.clone()),
        Expression::Literal(Literal::Float(number)) => Value::Float(*number),
        Expression::Literal(Literal::Str(text)) => Value::Str(text.clone()),
        Expression::Negative(operand) => match **operand {
            Expression::Literal(Literal::Int(number)) => Value::int(-number),
            Expression::Literal(Literal::Large(ref digits)) => Value::Int(format!("-{digits}")),
            Expression::Literal(Literal::Float(number)) => Value::Float(-number),
            _ => return None,
        },
        Expression::List(items) => Value::List(values(items)?),
        Expression::Tuple(items) => Value::Tuple(values(items)?),
        Expression::Set(items) => Value::Set(values(items)?),
        Expression::Dict(entries) => Value::Dict(
            entries.iter().map(|(key, item)| Some((value(key)?, value(item)?))).collect::<Option<_>>()?,
        ),
        _ => return None,
    })
}
