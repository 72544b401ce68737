//! The binary and unary operators on numbers, strings and lists.

use super::compare::{find, members};
use super::fault::{Fault, Outcome};
use super::integer::Integer;
use super::{LONGEST, Object, too_long};
use crate::session::syntax::{BinaryOperator, UnaryOperator};

/// `-operand`, `+operand`
pub(crate) fn unary(operator: UnaryOperator, operand: &Object) -> Outcome<Object> {
    match (operator, operand) {
        (UnaryOperator::Minus, Object::Float(number)) => Ok(Object::Float(-number)),
        (UnaryOperator::Plus, Object::Float(number)) => Ok(Object::Float(*number)),
        (UnaryOperator::Minus | UnaryOperator::Plus, operand) => {
            let sign = match operator {
                UnaryOperator::Minus => '-',
                UnaryOperator::Plus => '+',
            };
            let message = || format!("bad operand type for unary {sign}: '{}'", operand.type_name());
            let number = operand.as_integer().ok_or_else(|| Fault::type_error(message()))?;
            Ok(Object::Int(if sign == '-' { number.negated() } else { number }))
        }
    }
}

/// `left operator right`; `is_augmented` says that it was typed as `left operator= right`.
pub(crate) fn binary(
    left: &Object,
    operator: BinaryOperator,
    right: &Object,
    is_augmented: bool,
) -> Outcome<Object> {
    if let Some(outcome) = numbers(left, operator, right) {
        return outcome;
    }
    let sets = members(left).zip(members(right));
    match (left, operator, right) {
        (_, BinaryOperator::Add, _) => concatenate(left, right, is_augmented),
        (_, BinaryOperator::Multiply, _) if is_sequence(left) => repeat(left, right),
        (_, BinaryOperator::Multiply, _) if is_sequence(right) => repeat(right, left),
        (Object::Str(_) | Object::Bytes(_), BinaryOperator::Modulo, _) => {
            Err(Fault::unsupported("`%` on a string is not supported in sessions: use `+` and `str`"))
        }
        (
            Object::Set(_) | Object::FrozenSet(_),
            BinaryOperator::Subtract
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor,
            _,
        ) if sets.is_some() => set_operation(left, operator, right),
        _ => Err(not_supported(left, operator, right, is_augmented)),
    }
}

fn not_supported(left: &Object, operator: BinaryOperator, right: &Object, is_augmented: bool) -> Fault {
    let sign = match (operator, is_augmented) {
        (BinaryOperator::Power, true) => "**=".to_owned(),
        (operator, true) => format!("{}=", operator.sign()),
        (operator, false) => operator.sign().to_owned(),
    };
    let (left, right) = (left.type_name(), right.type_name());
    Fault::type_error(format!("unsupported operand type(s) for {sign}: '{left}' and '{right}'"))
}

/// The operation on two numbers, if that is what they are.
fn numbers(left: &Object, operator: BinaryOperator, right: &Object) -> Option<Outcome<Object>> {
    match (left, right) {
        (Object::Float(left), Object::Float(right)) => floats(*left, operator, *right),
        (Object::Float(left), right) => {
            let right = to_f64(&right.as_integer()?);
            right.map_or_else(|fault| Some(Err(fault)), |right| floats(*left, operator, right))
        }
        (left, Object::Float(right)) => {
            let left = to_f64(&left.as_integer()?);
            left.map_or_else(|fault| Some(Err(fault)), |left| floats(left, operator, *right))
        }
        (Object::Bool(left), Object::Bool(right)) => match operator {
            BinaryOperator::BitAnd => Some(Ok(Object::Bool(left & right))),
            BinaryOperator::BitOr => Some(Ok(Object::Bool(left | right))),
            BinaryOperator::BitXor => Some(Ok(Object::Bool(left ^ right))),
            _ => Some(integers(&i64::from(*left).into(), operator, &i64::from(*right).into())),
        },
        (left, right) => Some(integers(&left.as_integer()?, operator, &right.as_integer()?)),
    }
}

fn to_f64(number: &Integer) -> Outcome<f64> {
    let float = number.to_f64();
    if float.is_finite() { Ok(float) } else { Err(Fault::overflow("int too large to convert to float")) }
}

fn integers(left: &Integer, operator: BinaryOperator, right: &Integer) -> Outcome<Object> {
    let divided = |message| left.divide(right).ok_or_else(|| Fault::zero_division(message));
    Ok(Object::Int(match operator {
        BinaryOperator::Add => left.add(right),
        BinaryOperator::Subtract => left.subtract(right),
        BinaryOperator::Multiply => {
            check_size(left.bits() + right.bits())?;
            left.multiply(right)
        }
        BinaryOperator::FloorDivide => divided("integer division or modulo by zero")?.0,
        BinaryOperator::Modulo => divided("integer modulo by zero")?.1,
        BinaryOperator::Divide => return quotient(left, right).map(Object::Float),
        BinaryOperator::Power if right.is_negative() => return powers(to_f64(left)?, to_f64(right)?),
        BinaryOperator::Power if left.bits() <= 32 && left.saturating().unsigned_abs() <= 1 => {
            // Of 0, 1 and -1 only this much of the exponent matters.
            left.power(if right.is_zero() { 0 } else { 2 - u32::from(right.is_odd()) })
        }
        BinaryOperator::Power => {
            let exponent = u32::try_from(right.saturating()).unwrap_or(u32::MAX);
            check_size(left.bits().saturating_mul(exponent as usize))?;
            left.power(exponent)
        }
        BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => {
            let (Some(left), Some(right)) = (left.to_i64(), right.to_i64()) else {
                return Err(Fault::unsupported("`&`, `|` and `^` are supported up to 64 bits in sessions"));
            };
            Integer::from(match operator {
                BinaryOperator::BitAnd => left & right,
                BinaryOperator::BitOr => left | right,
                _ => left ^ right,
            })
        }
    }))
}

/// `left / right`, correctly rounded.
fn quotient(left: &Integer, right: &Integer) -> Outcome<f64> {
    const EXACT: i64 = 1 << 53;
    if right.is_zero() {
        return Err(Fault::zero_division("division by zero"));
    }
    let is_exact = |number: &Integer| number.to_i64().is_some_and(|number| number.abs() <= EXACT);
    if is_exact(left) && is_exact(right) {
        return Ok(left.to_f64() / right.to_f64());
    }
    Err(Fault::unsupported("`/` is supported up to 2**53 in sessions: use `//`"))
}

fn check_size(bits: usize) -> Outcome<()> {
    const MOST_BITS: usize = 50_000;
    if bits <= MOST_BITS { Ok(()) } else { Err(Fault::unsupported("a number is too large for a session")) }
}

/// `None` if the operator is not for floats.
fn floats(left: f64, operator: BinaryOperator, right: f64) -> Option<Outcome<Object>> {
    let divisor = |message| if right == 0.0 { Err(Fault::zero_division(message)) } else { Ok(right) };
    let number = match operator {
        BinaryOperator::Add => Ok(left + right),
        BinaryOperator::Subtract => Ok(left - right),
        BinaryOperator::Multiply => Ok(left * right),
        BinaryOperator::Divide => divisor("float division by zero").map(|right| left / right),
        BinaryOperator::FloorDivide => {
            divisor("float floor division by zero").map(|right| floor_divide(left, right).0)
        }
        BinaryOperator::Modulo => divisor("float modulo").map(|right| floor_divide(left, right).1),
        BinaryOperator::Power => return Some(powers(left, right)),
        BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => return None,
    };
    Some(number.map(Object::Float))
}

fn powers(base: f64, exponent: f64) -> Outcome<Object> {
    if base == 0.0 && exponent < 0.0 {
        return Err(Fault::zero_division("0.0 cannot be raised to a negative power"));
    }
    if base < 0.0 && exponent.is_finite() && exponent.fract() != 0.0 {
        return Err(Fault::unsupported("complex numbers are not supported in sessions"));
    }
    let power = base.powf(exponent);
    if power.is_infinite() && base.is_finite() && exponent.is_finite() {
        return Err(Fault::overflow("(34, 'Numerical result out of range')"));
    }
    Ok(Object::Float(power))
}

/// The quotient rounded down and the remainder, with the sign of the divisor, as CPython has them.
fn floor_divide(left: f64, right: f64) -> (f64, f64) {
    let mut remainder = left % right;
    let mut quotient = (left - remainder) / right;
    if remainder == 0.0 {
        remainder = 0.0_f64.copysign(right);
    } else if (right < 0.0) != (remainder < 0.0) {
        remainder += right;
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return (0.0_f64.copysign(left / right), remainder);
    }
    let floor = quotient.floor();
    (if quotient - floor > 0.5 { floor + 1.0 } else { floor }, remainder)
}

fn is_sequence(object: &Object) -> bool {
    matches!(object, Object::Str(_) | Object::Bytes(_) | Object::List(_) | Object::Tuple(_))
}

fn concatenate(left: &Object, right: &Object, is_augmented: bool) -> Outcome<Object> {
    let joined = |left: &[Object], right: &[Object]| {
        let length = left.len() + right.len();
        if length > LONGEST { Err(too_long(length)) } else { Ok([left, right].concat()) }
    };
    let class = right.type_name();
    match (left, right) {
        (Object::Str(left), Object::Str(right)) if left.len() + right.len() > LONGEST => {
            Err(too_long(left.len() + right.len()))
        }
        (Object::Str(left), Object::Str(right)) => Ok(Object::str(format!("{left}{right}"))),
        (Object::Bytes(left), Object::Bytes(right)) => Ok(Object::Bytes([&**left, &**right].concat().into())),
        (Object::List(left), Object::List(right)) => {
            Ok(Object::list(joined(&left.borrow(), &right.borrow())?))
        }
        (Object::Tuple(left), Object::Tuple(right)) => Ok(Object::tuple(joined(left, right)?)),
        (Object::Str(_) | Object::List(_) | Object::Tuple(_), _) => {
            let own = left.type_name();
            Err(Fault::type_error(format!("can only concatenate {own} (not \"{class}\") to {own}")))
        }
        (Object::Bytes(_), _) => Err(Fault::type_error(format!("can't concat {class} to bytes"))),
        _ => Err(not_supported(left, BinaryOperator::Add, right, is_augmented)),
    }
}

fn repeat(sequence: &Object, times: &Object) -> Outcome<Object> {
    let Some(times) = times.as_integer() else {
        let class = times.type_name();
        return Err(Fault::type_error(format!("can't multiply sequence by non-int of type '{class}'")));
    };
    let times =
        times.to_i64().ok_or_else(|| Fault::unsupported("a number beyond 64 bits is not supported here"))?;
    let times = usize::try_from(times).unwrap_or(0);
    let checked = |length: usize| {
        let length = length.saturating_mul(times);
        if length > LONGEST { Err(too_long(length)) } else { Ok(times) }
    };
    Ok(match sequence {
        Object::Str(text) => Object::str(text.repeat(checked(text.len())?)),
        Object::Bytes(bytes) => Object::Bytes(bytes.repeat(checked(bytes.len())?).into()),
        Object::Tuple(items) => Object::tuple(repeated(items, checked(items.len())?)),
        sequence => {
            let items = sequence.items()?;
            Object::list(repeated(&items, checked(items.len())?))
        }
    })
}

fn repeated(items: &[Object], times: usize) -> Vec<Object> {
    std::iter::repeat_n(items, times).flatten().cloned().collect()
}

fn set_operation(left: &Object, operator: BinaryOperator, right: &Object) -> Outcome<Object> {
    let (own, other) = (left.items_in_any_order()?, right.items_in_any_order()?);
    let mut result = Vec::new();
    for item in &own {
        let is_in_other = find(&other, item)?.is_some();
        let stays = match operator {
            BinaryOperator::BitAnd => is_in_other,
            BinaryOperator::BitOr => true,
            _ => !is_in_other,
        };
        result.extend(stays.then(|| item.clone()));
    }
    if matches!(operator, BinaryOperator::BitOr | BinaryOperator::BitXor) {
        for item in &other {
            result.extend(find(&own, item)?.is_none().then(|| item.clone()));
        }
    }
    Ok(match left {
        Object::FrozenSet(_) => Object::FrozenSet(result.into()),
        _ => Object::Set(std::rc::Rc::new(result.into())),
    })
}
