//! The operators on numbers, strings, lists and tuples.

use super::{Object, check_length};
use crate::session::fault::{Fault, Outcome};

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
}

impl BinaryOperator {
    fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::FloorDivide => "//",
            Self::Modulo => "%",
            Self::Power => "**",
        }
    }
}

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

    fn to_f64(&self) -> f64 {
        match self {
            Self::Int(number) => *number as f64,
            Self::Float(number) => *number,
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
        (Some(left), Some(right)) => floats(left.to_f64(), operator, right.to_f64()),
        _ => sequences(left, operator, right),
    }
}

fn integers(left: i128, operator: BinaryOperator, right: i128) -> Outcome<Object> {
    // Up to this value, doubles represent every whole number, and their quotient is rounded once.
    const EXACT: u128 = 1 << 53;
    let is_exact = left.unsigned_abs() <= EXACT && right.unsigned_abs() <= EXACT;
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::FloorDivide if right == 0 => {
            return Err(division_by_zero("integer division or modulo by zero"));
        }
        BinaryOperator::Modulo if right == 0 => return Err(division_by_zero("integer modulo by zero")),
        BinaryOperator::FloorDivide => floor_quotient(left, right),
        BinaryOperator::Modulo => floor_quotient(left, right).map(|quotient| left - right * quotient),
        BinaryOperator::Divide if right == 0 => return Err(division_by_zero("division by zero")),
        BinaryOperator::Divide if is_exact => return Ok(Object::Float(left as f64 / right as f64)),
        BinaryOperator::Divide => {
            return Err(Fault::unsupported("`/` is supported up to 2**53 in sessions: use `//`"));
        }
        BinaryOperator::Power if right < 0 => {
            return Err(Fault::unsupported("`**` takes no negative exponent in sessions: use `/`"));
        }
        BinaryOperator::Power => u32::try_from(right).ok().and_then(|exponent| left.checked_pow(exponent)),
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
pub(crate) fn too_large() -> Fault {
    Fault::unsupported("a number of more than 128 bits is too large for a session: use smaller ones")
}

fn division_by_zero(message: &str) -> Fault {
    Fault::raised("ZeroDivisionError", message)
}

fn floats(left: f64, operator: BinaryOperator, right: f64) -> Outcome<Object> {
    Ok(Object::Float(match operator {
        BinaryOperator::Add => left + right,
        BinaryOperator::Subtract => left - right,
        BinaryOperator::Multiply => left * right,
        BinaryOperator::Divide if right == 0.0 => return Err(division_by_zero("float division by zero")),
        BinaryOperator::Divide => left / right,
        BinaryOperator::FloorDivide | BinaryOperator::Modulo | BinaryOperator::Power => {
            let sign = operator.sign();
            return Err(Fault::unsupported(format!(
                "`{sign}` of floats is not supported in sessions: use ints"
            )));
        }
    }))
}

fn sequences(left: &Object, operator: BinaryOperator, right: &Object) -> Outcome<Object> {
    let (own, other) = (left.type_name(), right.type_name());
    match (left, operator, right) {
        (Object::Str(left), BinaryOperator::Add, Object::Str(right)) => {
            check_length(left.len() + right.len())?;
            Ok(Object::str(format!("{left}{right}")))
        }
        (Object::List(left), BinaryOperator::Add, Object::List(right)) => {
            joined(&left.borrow(), &right.borrow()).map(Object::list)
        }
        (Object::Tuple(left), BinaryOperator::Add, Object::Tuple(right)) => {
            joined(left, right).map(|items| Object::Tuple(items.into()))
        }
        (Object::Str(_) | Object::List(_) | Object::Tuple(_), BinaryOperator::Add, _) => {
            Err(Fault::type_error(format!("can only concatenate {own} (not \"{other}\") to {own}")))
        }
        (Object::Str(_) | Object::List(_) | Object::Tuple(_), BinaryOperator::Multiply, _) => {
            repeated(left, right)
        }
        (_, BinaryOperator::Multiply, Object::Str(_) | Object::List(_) | Object::Tuple(_)) => {
            repeated(right, left)
        }
        (Object::Str(_), BinaryOperator::Modulo, _) => {
            Err(Fault::unsupported("`%` on a string is not supported in sessions: use `+` and `str`"))
        }
        (Object::Set(_), BinaryOperator::Subtract, Object::Set(_)) => {
            Err(Fault::unsupported("`-` on sets is not supported in sessions: use a comprehension"))
        }
        _ => {
            let sign = if operator == BinaryOperator::Power { "** or pow()" } else { operator.sign() };
            Err(Fault::type_error(format!("unsupported operand type(s) for {sign}: '{own}' and '{other}'")))
        }
    }
}

fn joined(left: &[Object], right: &[Object]) -> Outcome<Vec<Object>> {
    check_length(left.len() + right.len())?;
    Ok([left, right].concat())
}

fn repeated(sequence: &Object, times: &Object) -> Outcome<Object> {
    let times = times.as_integer().ok_or_else(|| {
        let class = times.type_name();
        Fault::type_error(format!("can't multiply sequence by non-int of type '{class}'"))
    })?;
    let items = sequence.items()?;
    let length = items.len().saturating_mul(usize::try_from(times.max(0)).unwrap_or(usize::MAX));
    let items: Vec<Object> = items.iter().cycle().take(check_length(length)?).cloned().collect();
    Ok(sequence.alike(items))
}

impl Object {
    /// Returns items as a string, a tuple or a list, like the object that they come from.
    pub(super) fn alike(&self, items: Vec<Self>) -> Self {
        match self {
            Self::Str(_) => Self::str(items.iter().filter_map(Self::as_str).collect::<String>()),
            Self::Tuple(_) => Self::Tuple(items.into()),
            _ => Self::list(items),
        }
    }
}
