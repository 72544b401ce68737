//! Values and variables of plans in C and C++, as TESTed has them there: a value in braces becomes whatever a function takes, and
//! an object of C++ lies behind a pointer.

use super::super::python::{Argument, Expr};
use super::code::Writer;
use super::language::{Language, quoted};
use super::names::pascal;
use super::read::Reason;

/// A number of a type that plans name, as both languages write it.
pub(super) fn number(cast: &str, number: i128) -> Option<String> {
    Some(match cast {
        "int8" => format!("(signed char) {number}"),
        "uint8" => format!("(unsigned char) {number}"),
        "int16" => format!("(short) {number}"),
        "uint16" => format!("(unsigned short) {number}"),
        "uint32" => format!("{number}u"),
        "int64" => format!("{number}L"),
        "uint64" => format!("{number}uL"),
        _ => return None,
    })
}

/// A value, where these languages write it in a way of their own.
pub(super) fn value(writer: &Writer, value: &Expr) -> Option<Result<String, Reason>> {
    let is_c = writer.language == Language::C;
    Some(match value {
        Expr::None if is_c => Ok("NULL".to_owned()),
        Expr::None => Ok("nullptr".to_owned()),
        Expr::Set(_) | Expr::Dict(_) if is_c => Err(NO_CONTAINER.to_owned()),
        Expr::List(items) | Expr::Tuple(items) if is_c => array(writer, items),
        Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => braces(writer, items),
        // An object lies behind a pointer.
        Expr::Attribute(..) if is_c => Err("an object, which C does not have".to_owned()),
        Expr::Attribute(object, name) => {
            let is_new = |written: &String| written.starts_with("new ") && !written.contains("->");
            writer.expression(object).map(|object| {
                let object = if is_new(&object) { format!("({object})") } else { object };
                format!("{object}->{}", writer.variable(name))
            })
        }
        _ => return None,
    })
}

const NO_CONTAINER: &str = "a set or a dictionary, which C does not have";

/// What is expected of a line, as a literal.
pub(super) fn expected(writer: &Writer, value: &Expr) -> Result<String, Reason> {
    match value {
        Expr::Set(_) | Expr::Dict(_) if writer.language == Language::C => Err(NO_CONTAINER.to_owned()),
        Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => {
            let items: Result<Vec<String>, Reason> =
                items.iter().map(|item| expected(writer, item)).collect();
            Ok(format!("{{{}}}", items?.join(", ")))
        }
        Expr::Dict(pairs) => {
            let pair = |(key, value): &(Expr, Expr)| {
                Ok(format!("{{{}, {}}}", expected(writer, key)?, expected(writer, value)?))
            };
            let pairs: Result<Vec<String>, Reason> = pairs.iter().map(pair).collect();
            Ok(format!("{{{}}}", pairs?.join(", ")))
        }
        other => writer.expression(other),
    }
}

/// The line that asks for a value: of an array of C, for so many items.
pub(super) fn asked(language: Language, code: &str, value: Option<&Expr>) -> String {
    match value {
        Some(Expr::List(items) | Expr::Tuple(items)) if language == Language::C && !items.is_empty() => {
            format!("{code} @ {}", items.len())
        }
        _ => code.to_owned(),
    }
}

/// The declaration of a variable with its first value.
pub(super) fn declaration(writer: &Writer, name: &str, value: &Expr) -> Result<String, Reason> {
    let (kind, value) = kind_of(value);
    if writer.language == Language::C {
        return Ok(match &value {
            // A function may change the text of a variable.
            Expr::Str(_) => format!("char {name}[] = {}", writer.expression(&value)?),
            Expr::List(items) | Expr::Tuple(items) => {
                format!("{} {name}[] = {}", item_type(items)?, braces(writer, items)?)
            }
            _ => format!("__auto_type {name} = {}", writer.expression(&value)?),
        });
    }
    let class = match (&value, kind) {
        (Expr::Tuple(items), _) => {
            let types = items.iter().map(|item| type_of(writer, item)).collect::<Option<Vec<_>>>();
            types.map(|types| format!("std::tuple<{}>", types.join(", ")))
        }
        _ => type_of(writer, &value),
    };
    let is_container = matches!(value, Expr::List(_) | Expr::Tuple(_) | Expr::Set(_) | Expr::Dict(_));
    let class = match (class, kind, &value) {
        (Some(class), "list", _) => class.replacen("std::vector", "std::list", 1),
        (Some(class), ..) if is_container || matches!(value, Expr::Str(_)) => class,
        (None, ..) if is_container => return Err("a variable whose type C++ would not know".to_owned()),
        _ => "auto".to_owned(),
    };
    let given = match &value {
        Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) if class.contains("std::any") => {
            let items: Result<Vec<String>, Reason> = items.iter().map(|item| in_any(writer, item)).collect();
            format!("{{{}}}", items?.join(", "))
        }
        _ => writer.expression(&value)?,
    };
    Ok(format!("{class} {name} = {given}"))
}

/// The container that a plan names, and the value that it holds.
fn kind_of(value: &Expr) -> (&str, Expr) {
    let Expr::Call(function, arguments) = value else { return ("", value.clone()) };
    match (&**function, arguments.as_slice()) {
        (
            Expr::Name(name),
            [Argument { name: None, value: Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) }],
        ) => match name.as_str() {
            "list" | "array" | "sequence" => (name, Expr::List(items.clone())),
            "tuple" => (name, Expr::Tuple(items.clone())),
            "set" => (name, Expr::Set(items.clone())),
            _ => ("", value.clone()),
        },
        _ => ("", value.clone()),
    }
}

/// The type of a value of C++; `None` if only a compiler could tell it.
fn type_of(writer: &Writer, value: &Expr) -> Option<String> {
    let of_all = |items: &[Expr]| -> Option<String> {
        let types = items.iter().map(|item| type_of(writer, item)).collect::<Option<Vec<_>>>()?;
        let first = types.first()?;
        Some(if types.iter().all(|other| other == first) { first.clone() } else { "std::any".to_owned() })
    };
    Some(match value {
        Expr::Bool(_) => "bool".to_owned(),
        Expr::Int(_) => whole_type(writer).to_owned(),
        Expr::Float(_) => "double".to_owned(),
        Expr::Str(_) => "std::string".to_owned(),
        Expr::List(items) => format!("std::vector<{}>", of_all(items)?),
        Expr::Set(items) => format!("std::set<{}>", of_all(items)?),
        Expr::Tuple(items) => {
            let types = items.iter().map(|item| type_of(writer, item)).collect::<Option<Vec<_>>>()?;
            format!("std::tuple<{}>", types.join(", "))
        }
        Expr::Dict(pairs) => {
            let (keys, values): (Vec<Expr>, Vec<Expr>) = pairs.iter().cloned().unzip();
            format!("std::map<{}, {}>", of_all(&keys)?, of_all(&values)?)
        }
        Expr::Unary(sign, number) if sign == "-" => type_of(writer, number)?,
        Expr::Call(function, arguments) => match (&**function, arguments.as_slice()) {
            (Expr::Name(name), _) if name.starts_with(char::is_uppercase) => format!("{}*", pascal(name)),
            (Expr::Name(name), [Argument { value: Expr::Int(_), .. }]) if number(name, 0).is_some() => {
                format!("std::{name}_t")
            }
            (Expr::Name(name), [Argument { value, .. }]) if name == "text" || name == "string" => {
                type_of(writer, value)?
            }
            (Expr::Name(name), [_]) if name == "char" => "char".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

/// The type of whole numbers in containers. TESTed has the widest one; solutions whose containers have `int` say that it is that.
fn whole_type(writer: &Writer) -> &'static str {
    let is_wide = ["intmax_t", "int64_t", "long"].iter().any(|word| writer.words.contains(*word));
    if writer.words.contains("int") && !is_wide && !writer.words.contains("template") {
        "int"
    } else {
        "std::intmax_t"
    }
}

/// The type of the items of an array of C.
fn item_type(items: &[Expr]) -> Result<&'static str, Reason> {
    fn of(item: &Expr) -> Option<&'static str> {
        match item {
            Expr::Bool(_) => Some("bool"),
            Expr::Int(number) if i32::try_from(*number).is_ok() => Some("int"),
            Expr::Int(_) => Some("long"),
            Expr::Float(_) => Some("double"),
            Expr::Str(_) => Some("char *"),
            Expr::Unary(_, inner) => of(inner),
            _ => None,
        }
    }
    let types = items.iter().map(of).collect::<Option<Vec<_>>>().unwrap_or_default();
    match types.first() {
        Some(first) if types.iter().all(|other| other == first) => Ok(first),
        _ => Err("an array whose items C would not know".to_owned()),
    }
}

fn array(writer: &Writer, items: &[Expr]) -> Result<String, Reason> {
    Ok(format!("({}[]){}", item_type(items)?, braces(writer, items)?))
}

fn braces(writer: &Writer, items: &[Expr]) -> Result<String, Reason> {
    let items: Result<Vec<String>, Reason> = items.iter().map(|item| writer.expression(item)).collect();
    Ok(format!("{{{}}}", items?.join(", ")))
}

/// A value in a container of values of any type: a text is a `std::string` there.
fn in_any(writer: &Writer, value: &Expr) -> Result<String, Reason> {
    match value {
        Expr::Str(text) => Ok(format!("std::string({})", quoted(text, writer.language))),
        other => writer.expression(other),
    }
}
