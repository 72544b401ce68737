//! The operators on numbers, strings, lists and tuples.

use super::{Object, check_length};
use crate::session::fault::{Fault, Outcome};
use crate::session::syntax::BinaryOperator;

/// A number of one of the two types that operators know; `True` and `False` are 1 and 0.
pub(crate) enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    /// Returns the number of an object.
    pub(crate) fn of(object: &Object) -> Option<Self> {
        match object {
            Object::Float(number) => Some(Self::Float(*number)),
            object => object.as_integer().map(Self::Int),
        }
    }

    /// Returns the double that is exactly this number; up to 2**53 there is one for every whole number.
    pub(crate) fn to_f64(&self) -> Outcome<f64> {
        match self {
            Self::Float(number) => Ok(*number),
            Self::Int(number) if number.unsigned_abs() <= 1 << 53 => Ok(*number as f64),
            Self::Int(_) => Err(Fault::unsupported(
                "an int beyond 2**53 is no float in sessions: use smaller ones, or `//` in the place of `/`",
            )),
        }
    }
}

/// `-operand`
pub(crate) fn negative(operand: &Object) -> Outcome<Object> {
    match Number::of(operand) {
        Some(Number::Int(number)) => number.checked_neg().map(Object::Int).ok_or_else(too_large),
        Some(Number::Float(number)) => Ok(Object::Float(-number)),
        None => Err(Fault::type_error(format!("bad operand type for unary -: '{}'", operand.type_name()))),
    }
}

/// `left operator right`
pub(crate) fn binary(left: &Object, operator: BinaryOperator, right: &Object) -> Outcome<Object> {
    match (Number::of(left), Number::of(right)) {
        (Some(Number::Int(left)), Some(Number::Int(right))) => integers(left, operator, right),
        (Some(left), Some(right)) => floats(&left, operator, &right),
        _ => sequences(left, operator, right),
    }
}

fn integers(left: i128, operator: BinaryOperator, right: i128) -> Outcome<Object> {
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Divide => return floats(&Number::Int(left), operator, &Number::Int(right)),
        BinaryOperator::FloorDivide | BinaryOperator::Modulo if right == 0 => return Err(division_by_zero()),
        BinaryOperator::FloorDivide => floor_quotient(left, right),
        BinaryOperator::Modulo => floor_quotient(left, right).map(|quotient| left - right * quotient),
    };
    number.map(Object::Int).ok_or_else(too_large)
}

/// Returns the quotient, rounded down; `None` if it is too large.
fn floor_quotient(left: i128, right: i128) -> Option<i128> {
    let quotient = left.checked_div(right)?;
    let is_rounded_up = quotient * right != left && (left < 0) != (right < 0);
    Some(quotient - i128::from(is_rounded_up))
}

/// Returns the fault for a number that needs more than 128 bits.
fn too_large() -> Fault {
    Fault::unsupported("a number of more than 128 bits is too large for a session: use smaller ones")
}

fn division_by_zero() -> Fault {
    Fault::raised("ZeroDivisionError", "division by zero")
}

fn floats(left: &Number, operator: BinaryOperator, right: &Number) -> Outcome<Object> {
    let (left, right) = (left.to_f64()?, right.to_f64()?);
    Ok(Object::Float(match operator {
        BinaryOperator::Add => left + right,
        BinaryOperator::Subtract => left - right,
        BinaryOperator::Multiply => left * right,
        BinaryOperator::Divide if right == 0.0 => return Err(division_by_zero()),
        BinaryOperator::Divide => left / right,
        BinaryOperator::FloorDivide | BinaryOperator::Modulo => {
            let sign = operator.sign();
            let message = format!("`{sign}` of floats is not supported in sessions: use ints");
            return Err(Fault::unsupported(message));
        }
    }))
}

fn sequences(left: &Object, operator: BinaryOperator, right: &Object) -> Outcome<Object> {
    let is_sequence = |object: &Object| matches!(object, Object::Str(_) | Object::List(_) | Object::Tuple(_));
    let (own, other) = (left.type_name(), right.type_name());
    match operator {
        BinaryOperator::Add if is_sequence(left) && left.class() == right.class() => {
            let (left_items, right_items) = (left.items()?, right.items()?);
            check_length(left_items.len() + right_items.len())?;
            Ok(left.alike([left_items, right_items].concat()))
        }
        BinaryOperator::Add if is_sequence(left) => {
            Err(Fault::type_error(format!("can only concatenate {own} (not \"{other}\") to {own}")))
        }
        BinaryOperator::Multiply if is_sequence(left) => repeated(left, right),
        BinaryOperator::Multiply if is_sequence(right) => repeated(right, left),
        BinaryOperator::Modulo if left.as_str().is_some() => {
            Err(Fault::unsupported("`%` on a string is not supported in sessions: use `+` and `str`"))
        }
        _ => {
            let sign = operator.sign();
            Err(Fault::type_error(format!("unsupported operand type(s) for {sign}: '{own}' and '{other}'")))
        }
    }
}

fn repeated(sequence: &Object, times: &Object) -> Outcome<Object> {
    let times = times.as_integer().ok_or_else(|| {
        let class = times.type_name();
        Fault::type_error(format!("can't multiply sequence by non-int of type '{class}'"))
    })?;
    let items = sequence.items()?;
    let length = items.len().saturating_mul(usize::try_from(times.max(0)).unwrap_or(usize::MAX));
    check_length(length)?;
    Ok(sequence.alike(items.iter().cycle().take(length).cloned().collect()))
}
