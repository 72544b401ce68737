//! The built-in functions, and the built-in names that sessions do without.

use super::arithmetic;
use super::call::Arguments;
use super::compare::{compare, members};
use super::display::{repr, str};
use super::fault::{Fault, Outcome};
use super::integer::Integer;
use super::interpreter::Interpreter;
use super::object::{Object, Type};
use super::sequence::{self, extreme, length, sorted};
use super::syntax::BinaryOperator;
use crate::Host;

pub(super) use super::construct::construct;

/// A built-in function.
pub(crate) struct Builtin {
    /// `len`
    pub(super) name: &'static str,
    /// What it does.
    pub(super) run: fn(&mut Interpreter, &mut Arguments) -> Outcome<Object>,
}

static FUNCTIONS: &[Builtin] = &[
    Builtin { name: "abs", run: |_, arguments| absolute(&arguments.one("abs")?) },
    Builtin {
        name: "all",
        run: |_, arguments| truths("all", arguments, |items| items.iter().all(Object::is_true)),
    },
    Builtin {
        name: "any",
        run: |_, arguments| truths("any", arguments, |items| items.iter().any(Object::is_true)),
    },
    Builtin {
        name: "callable",
        run: |_, arguments| Ok(Object::Bool(is_callable(&arguments.one("callable")?))),
    },
    Builtin { name: "chr", run: |_, arguments| character(&arguments.one("chr")?) },
    Builtin { name: "divmod", run: divmod },
    Builtin { name: "enumerate", run: |_, arguments| sequence::enumerate(arguments) },
    Builtin { name: "filter", run: sequence::filter },
    Builtin { name: "getattr", run: getattr },
    Builtin { name: "hasattr", run: hasattr },
    Builtin { name: "input", run: input },
    Builtin { name: "isinstance", run: isinstance },
    Builtin { name: "len", run: |_, arguments| length(&arguments.one("len")?) },
    Builtin { name: "map", run: sequence::map },
    Builtin { name: "max", run: |interpreter, arguments| extreme(interpreter, "max", arguments) },
    Builtin { name: "min", run: |interpreter, arguments| extreme(interpreter, "min", arguments) },
    Builtin { name: "ord", run: |_, arguments| ordinal(&arguments.one("ord")?) },
    Builtin { name: "print", run: print },
    Builtin { name: "repr", run: |_, arguments| repr(&arguments.one("repr")?).map(Object::str) },
    Builtin { name: "reversed", run: |_, arguments| sequence::reversed(&arguments.one("reversed")?) },
    Builtin { name: "round", run: round },
    Builtin { name: "sorted", run: sorted },
    Builtin { name: "sum", run: sum },
    Builtin { name: "zip", run: |_, arguments| sequence::zip(arguments) },
];

const TYPES: [&str; 14] = [
    "bool",
    "bytes",
    "dict",
    "float",
    "frozenset",
    "int",
    "list",
    "object",
    "range",
    "set",
    "slice",
    "str",
    "tuple",
    "type",
];

/// Built-in names that Python has and sessions have not.
const OTHERS: [&str; 42] = [
    "AssertionError",
    "AttributeError",
    "BaseException",
    "EOFError",
    "Ellipsis",
    "Exception",
    "IndexError",
    "KeyError",
    "NameError",
    "NotImplemented",
    "RuntimeError",
    "StopIteration",
    "SystemExit",
    "TypeError",
    "ValueError",
    "ZeroDivisionError",
    "__import__",
    "__name__",
    "ascii",
    "bin",
    "bytearray",
    "compile",
    "complex",
    "delattr",
    "dir",
    "eval",
    "exec",
    "exit",
    "format",
    "globals",
    "hash",
    "help",
    "hex",
    "id",
    "iter",
    "locals",
    "next",
    "oct",
    "open",
    "pow",
    "setattr",
    "vars",
];

/// What a built-in name stands for.
pub(super) fn find(name: &str) -> Outcome<Option<Object>> {
    if OTHERS.contains(&name) {
        return Err(Fault::unsupported(format!("`{name}` is not supported in sessions")));
    }
    if let Some(name) = TYPES.into_iter().find(|own| *own == name) {
        return Ok(Some(Object::Type(Type::Builtin(name))));
    }
    Ok(FUNCTIONS.iter().find(|function| function.name == name).map(Object::Builtin))
}

impl Arguments {
    /// The only argument of a function that takes one.
    pub(super) fn one(&self, name: &str) -> Outcome<Object> {
        if !self.keywords.is_empty() {
            return Err(Fault::type_error(format!("{name}() takes no keyword arguments")));
        }
        match &self.positional[..] {
            [argument] => Ok(argument.clone()),
            others => {
                let given = others.len();
                Err(Fault::type_error(format!("{name}() takes exactly one argument ({given} given)")))
            }
        }
    }

    /// Takes a keyword argument.
    pub(super) fn take(&mut self, keyword: &str) -> Option<Object> {
        let place = self.keywords.iter().position(|(own, _)| own == keyword)?;
        Some(self.keywords.remove(place).1)
    }

    /// The complaint about arguments that only a slip of the spec author passes.
    pub(super) fn unsupported(&self, name: &str) -> Fault {
        let given = self.positional.len() + self.keywords.len();
        Fault::unsupported(format!("`{name}` with these {given} arguments is not supported in sessions"))
    }
}

fn absolute(number: &Object) -> Outcome<Object> {
    match number {
        Object::Float(number) => Ok(Object::Float(number.abs())),
        number => match number.as_integer() {
            Some(number) if number.is_negative() => Ok(Object::Int(number.negated())),
            Some(number) => Ok(Object::Int(number)),
            None => Err(Fault::type_error(format!("bad operand type for abs(): '{}'", number.type_name()))),
        },
    }
}

fn truths(name: &str, arguments: &Arguments, test: fn(&[Object]) -> bool) -> Outcome<Object> {
    Ok(Object::Bool(test(&arguments.one(name)?.items_in_any_order()?)))
}

fn is_callable(object: &Object) -> bool {
    matches!(
        object,
        Object::Type(_)
            | Object::Function(_)
            | Object::Method(..)
            | Object::Builtin(_)
            | Object::BuiltinMethod(_)
    )
}

fn character(number: &Object) -> Outcome<Object> {
    let number = index(number)?;
    let character = u32::try_from(number).ok().and_then(super::literal::from_code_point);
    let character = character.ok_or_else(|| Fault::value_error("chr() arg not in range(0x110000)"))?;
    Ok(Object::str(character.to_string()))
}

fn ordinal(text: &Object) -> Outcome<Object> {
    let Object::Str(text) = text else {
        let class = text.type_name();
        return Err(Fault::type_error(format!("ord() expected string of length 1, but {class} found")));
    };
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(Object::int(super::literal::code_point(character).into())),
        _ => {
            let length = text.chars().count();
            let message = format!("ord() expected a character, but string of length {length} found");
            Err(Fault::type_error(message))
        }
    }
}

/// A number that something is counted with.
pub(super) fn index(object: &Object) -> Outcome<i64> {
    let number = object.as_integer().map(|number| number.saturating());
    number.ok_or_else(|| {
        let class = object.type_name();
        Fault::type_error(format!("'{class}' object cannot be interpreted as an integer"))
    })
}

fn divmod(_: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let [left, right] = &arguments.positional[..] else { return Err(arguments.unsupported("divmod")) };
    let quotient = arithmetic::binary(left, BinaryOperator::FloorDivide, right, false)?;
    Ok(Object::tuple(vec![quotient, arithmetic::binary(left, BinaryOperator::Modulo, right, false)?]))
}

fn getattr(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    match &arguments.positional[..] {
        [owner, Object::Str(name)] => interpreter.attribute(owner, name),
        [owner, Object::Str(name), default] => {
            Ok(interpreter.attribute_if_any(owner, name)?.unwrap_or_else(|| default.clone()))
        }
        _ => Err(arguments.unsupported("getattr")),
    }
}

fn hasattr(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    match &arguments.positional[..] {
        [owner, Object::Str(name)] => Ok(Object::Bool(interpreter.attribute_if_any(owner, name)?.is_some())),
        _ => Err(arguments.unsupported("hasattr")),
    }
}

fn input(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    match &arguments.positional[..] {
        [] => {}
        [prompt] => {
            let prompt = str(prompt)?;
            interpreter.print(&prompt)?;
        }
        _ => return Err(arguments.unsupported("input")),
    }
    Ok(Object::str(interpreter.terminal.read_line().ok_or(crate::EndOfInput)?))
}

fn isinstance(_: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let [object, classes] = &arguments.positional[..] else {
        return Err(arguments.unsupported("isinstance"));
    };
    let classes = match classes {
        Object::Tuple(classes) => classes.to_vec(),
        class => vec![class.clone()],
    };
    for class in classes {
        let Object::Type(class) = class else {
            let message = "isinstance() arg 2 must be a type, a tuple of types, or a union";
            return Err(Fault::type_error(message));
        };
        let own = object.class();
        let is_inherited = match (own.name(), class.name()) {
            (_, "object") | ("bool", "int") | ("EnumType", "type") => true,
            (_, _) => false,
        };
        if own == class || is_inherited {
            return Ok(Object::Bool(true));
        }
    }
    Ok(Object::Bool(false))
}

fn print(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let mut text = |keyword, default: &str| match arguments.take(keyword) {
        None | Some(Object::None) => Ok(default.to_owned()),
        Some(Object::Str(text)) => Ok(text.to_string()),
        Some(other) => {
            let class = other.type_name();
            Err(Fault::type_error(format!("{keyword} must be None or a string, not {class}")))
        }
    };
    let (separator, end) = (text("sep", " ")?, text("end", "\n")?);
    match arguments.keywords.first() {
        None => {}
        Some((keyword, _)) if matches!(keyword.as_str(), "file" | "flush") => {
            return Err(Fault::unsupported(format!("`print` with `{keyword}` is not supported in sessions")));
        }
        Some((keyword, _)) => {
            let message = format!("'{keyword}' is an invalid keyword argument for print()");
            return Err(Fault::type_error(message));
        }
    }
    let texts: Outcome<Vec<String>> = arguments.positional.iter().map(str).collect();
    interpreter.print(&(texts?.join(&separator) + &end))?;
    Ok(Object::None)
}

fn round(_: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
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

fn sum(_: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
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
    sequence::merge_sorted(set.items_in_any_order()?, &mut |left, right| {
        Ok(compare(left, right, "<")? == Some(std::cmp::Ordering::Less))
    })
}
