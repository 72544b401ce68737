//! The built-in functions for numbers and characters.

use super::sequence;
use crate::session::interpreter::Interpreter;
use crate::session::interpreter::call::Arguments;
use crate::session::objects::Object;
use crate::session::objects::arithmetic;
use crate::session::objects::compare::{compare, members};
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::objects::integer::Integer;
use crate::session::syntax::BinaryOperator;
use crate::session::value::{code_point, from_code_point};

/// `abs`
pub(crate) fn absolute(number: &Object) -> Outcome<Object> {
    match number {
        Object::Float(number) => Ok(Object::Float(number.abs())),
        number => match number.as_integer() {
            Some(number) if number.is_negative() => Ok(Object::Int(number.negated())),
            Some(number) => Ok(Object::Int(number)),
            None => Err(Fault::type_error(format!("bad operand type for abs(): '{}'", number.type_name()))),
        },
    }
}

/// `chr`
pub(crate) fn character(number: &Object) -> Outcome<Object> {
    let number = index(number)?;
    let character = u32::try_from(number).ok().and_then(from_code_point);
    let character = character.ok_or_else(|| Fault::value_error("chr() arg not in range(0x110000)"))?;
    Ok(Object::str(character.to_string()))
}

/// `ord`
pub(crate) fn ordinal(text: &Object) -> Outcome<Object> {
    if let Object::Bytes(_) = text {
        return Err(Fault::unsupported("`ord` of bytes is not supported in sessions"));
    }
    let Object::Str(text) = text else {
        let class = text.type_name();
        return Err(Fault::type_error(format!("ord() expected string of length 1, but {class} found")));
    };
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(Object::int(code_point(character).into())),
        _ => {
            let length = text.chars().count();
            let message = format!("ord() expected a character, but string of length {length} found");
            Err(Fault::type_error(message))
        }
    }
}

/// A number that something is counted with.
pub(crate) fn index(object: &Object) -> Outcome<i64> {
    let number = object.as_integer().ok_or_else(|| {
        let class = object.type_name();
        Fault::type_error(format!("'{class}' object cannot be interpreted as an integer"))
    })?;
    number.to_i64().ok_or_else(|| Fault::unsupported("a number beyond 64 bits is not supported here"))
}

/// `divmod`
pub(crate) fn divmod(_: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let [left, right] = &arguments.positional[..] else { return Err(arguments.unsupported("divmod")) };
    let quotient = arithmetic::binary(left, BinaryOperator::FloorDivide, right, false)?;
    Ok(Object::tuple(vec![quotient, arithmetic::binary(left, BinaryOperator::Modulo, right, false)?]))
}

/// `round`
pub(crate) fn round(_: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    match &arguments.positional[..] {
        [Object::Float(number)] | [Object::Float(number), Object::None] => {
            super::construct::whole(number.round_ties_even())
        }
        [Object::Float(number), digits] => match usize::try_from(index(digits)?) {
            Ok(digits) if digits <= 20 => {
                Ok(Object::Float(format!("{number:.digits$}").parse().unwrap_or(*number)))
            }
            Ok(_) | Err(_) => Err(arguments.unsupported("round")),
        },
        [number] => match number.as_integer() {
            Some(number) => Ok(Object::Int(number)),
            None => {
                let class = number.type_name();
                Err(Fault::type_error(format!("type {class} doesn't define __round__ method")))
            }
        },
        _ => Err(arguments.unsupported("round")),
    }
}

/// `sum`
pub(crate) fn sum(_: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let keyword = arguments.take("start");
    let (items, start) = match (&arguments.positional[..], keyword) {
        ([items], start) => (items, start.unwrap_or(Object::Int(Integer::default()))),
        ([items, start], None) => (items, start.clone()),
        _ => return Err(arguments.unsupported("sum")),
    };
    if let Object::Str(_) = start {
        return Err(Fault::type_error("sum() can't sum strings [use ''.join(seq) instead]"));
    }
    let mut items = if members(items).is_some() { sorted_set(items)? } else { items.items()? }.into_iter();
    items.try_fold(start, |sum, item| arithmetic::binary(&sum, BinaryOperator::Add, &item, false))
}

/// The items of a set in an order that does not depend on the interpreter.
fn sorted_set(set: &Object) -> Outcome<Vec<Object>> {
    sequence::insertion_sorted(set.items_in_any_order()?, &mut |left, right| {
        Ok(compare(left, right, "<")? == Some(std::cmp::Ordering::Less))
    })
}
