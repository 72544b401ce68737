//! The methods of strings.

use super::methods::Method;
use crate::session::objects::Object;
use crate::session::objects::fault::{Fault, Outcome};

pub(crate) static STR: &[Method] = &[
    Method {
        name: "count",
        takes: (1, 1),
        run: |it, arguments| {
            let (text, part) = (text(it), argument("must be str", &arguments[0])?);
            let length = if part.is_empty() { text.chars().count() + 1 } else { text.matches(part).count() };
            Ok(Object::count(length))
        },
    },
    Method {
        name: "endswith",
        takes: (1, 1),
        run: |it, arguments| one_of("endswith", &arguments[0], |end| text(it).ends_with(end)),
    },
    Method {
        name: "find",
        takes: (1, 1),
        run: |it, arguments| Ok(position(it, &arguments[0])?.unwrap_or(Object::int(-1))),
    },
    Method {
        name: "index",
        takes: (1, 1),
        run: |it, arguments| {
            position(it, &arguments[0])?.ok_or_else(|| Fault::value_error("substring not found"))
        },
    },
    Method { name: "isalpha", takes: (0, 0), run: |it, _| every_character(it, char::is_alphabetic) },
    Method { name: "isdigit", takes: (0, 0), run: |it, _| every_character(it, |it| it.is_ascii_digit()) },
    Method {
        name: "islower",
        takes: (0, 0),
        run: |it, _| has_case(it, char::is_lowercase, char::is_uppercase),
    },
    Method { name: "isspace", takes: (0, 0), run: |it, _| every_character(it, is_blank) },
    Method {
        name: "isupper",
        takes: (0, 0),
        run: |it, _| has_case(it, char::is_uppercase, char::is_lowercase),
    },
    Method { name: "join", takes: (1, 1), run: join },
    Method { name: "lower", takes: (0, 0), run: |it, _| Ok(Object::str(text(it).to_lowercase())) },
    Method { name: "lstrip", takes: (0, 1), run: |it, arguments| stripped(it, arguments, Ends::Left) },
    Method {
        name: "replace",
        takes: (2, 2),
        run: |it, arguments| {
            let old = argument("replace() argument 1 must be str", &arguments[0])?;
            Ok(Object::str(
                text(it).replace(old, argument("replace() argument 2 must be str", &arguments[1])?),
            ))
        },
    },
    Method { name: "rstrip", takes: (0, 1), run: |it, arguments| stripped(it, arguments, Ends::Right) },
    Method { name: "split", takes: (0, 1), run: split },
    Method { name: "splitlines", takes: (0, 0), run: |it, _| Ok(strings(text(it).lines())) },
    Method {
        name: "startswith",
        takes: (1, 1),
        run: |it, arguments| one_of("startswith", &arguments[0], |start| text(it).starts_with(start)),
    },
    Method { name: "strip", takes: (0, 1), run: |it, arguments| stripped(it, arguments, Ends::Both) },
    Method { name: "upper", takes: (0, 0), run: |it, _| Ok(Object::str(text(it).to_uppercase())) },
];

/// What Python has besides.
pub(crate) const OTHERS: &str = "\
    capitalize casefold center encode expandtabs format format_map isalnum isascii isdecimal \
    isidentifier isnumeric isprintable istitle ljust maketrans partition removeprefix removesuffix rfind \
    rindex rjust rpartition rsplit swapcase title translate zfill";

fn text(object: &Object) -> &str {
    match object {
        Object::Str(text) => text,
        _ => unreachable!("the table names methods of strings only"),
    }
}

/// An argument that must be a string, as the complaint begins.
fn argument<'a>(complaint: &str, object: &'a Object) -> Outcome<&'a str> {
    match object {
        Object::Str(text) => Ok(text),
        _ => Err(Fault::type_error(format!("{complaint}, not {}", object.type_name()))),
    }
}

fn strings<'a>(parts: impl Iterator<Item = &'a str>) -> Object {
    Object::list(parts.map(Object::str).collect())
}

/// Whether the string begins, or ends, with one of a tuple of strings.
fn one_of(name: &str, wanted: &Object, test: impl Fn(&str) -> bool) -> Outcome<Object> {
    let complaint = format!("{name} first arg must be str or a tuple of str");
    let wanted = match wanted {
        Object::Tuple(wanted) => wanted.to_vec(),
        wanted => vec![wanted.clone()],
    };
    for part in wanted {
        if test(argument(&complaint, &part)?) {
            return Ok(Object::Bool(true));
        }
    }
    Ok(Object::Bool(false))
}

fn position(object: &Object, part: &Object) -> Outcome<Option<Object>> {
    let place = text(object).find(argument("must be str", part)?);
    Ok(place.map(|place| Object::count(text(object)[..place].chars().count())))
}

fn every_character(object: &Object, test: impl Fn(char) -> bool) -> Outcome<Object> {
    Ok(Object::Bool(!text(object).is_empty() && text(object).chars().all(test)))
}

fn has_case(object: &Object, own: fn(char) -> bool, other: fn(char) -> bool) -> Outcome<Object> {
    Ok(Object::Bool(text(object).contains(own) && !text(object).contains(other)))
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// The two ends of a string.
#[derive(Clone, Copy)]
enum Ends {
    Left,
    Right,
    Both,
}

/// The string without the blanks, or the characters of the argument, at its ends.
fn stripped(object: &Object, arguments: &[Object], ends: Ends) -> Outcome<Object> {
    let unwanted = match arguments.first() {
        None | Some(Object::None) => None,
        Some(Object::Str(unwanted)) => Some(&**unwanted),
        Some(_) => {
            let name = match ends {
                Ends::Left => "lstrip",
                Ends::Right => "rstrip",
                Ends::Both => "strip",
            };
            return Err(Fault::type_error(format!("{name} arg must be None or str")));
        }
    };
    let is_unwanted = |it: char| unwanted.map_or_else(|| is_blank(it), |unwanted| unwanted.contains(it));
    let text = text(object);
    Ok(Object::str(match ends {
        Ends::Left => text.trim_start_matches(is_unwanted),
        Ends::Right => text.trim_end_matches(is_unwanted),
        Ends::Both => text.trim_matches(is_unwanted),
    }))
}

fn join(object: &Object, arguments: &[Object]) -> Outcome<Object> {
    let items = arguments[0].items().map_err(|fault| match fault {
        Fault::Raised(_) => Fault::type_error("can only join an iterable"),
        Fault::Unsupported(_) => fault,
    })?;
    let part = |(number, item): (usize, &Object)| match item {
        Object::Str(text) => Ok(text.to_string()),
        other => {
            let class = other.type_name();
            Err(Fault::type_error(format!("sequence item {number}: expected str instance, {class} found")))
        }
    };
    let parts: Outcome<Vec<String>> = items.iter().enumerate().map(part).collect();
    Ok(Object::str(parts?.join(text(object))))
}

fn split(object: &Object, arguments: &[Object]) -> Outcome<Object> {
    match arguments.first() {
        None | Some(Object::None) => {
            Ok(strings(text(object).split(is_blank).filter(|part| !part.is_empty())))
        }
        Some(separator) => match argument("must be str or None", separator)? {
            "" => Err(Fault::value_error("empty separator")),
            separator => Ok(strings(text(object).split(separator))),
        },
    }
}
