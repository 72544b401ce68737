//! The methods of strings.

use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::call::Method;

pub(super) static STR: &[Method] = &[
    Method {
        name: "count",
        takes: (1, 1),
        run: |it, arguments| {
            let (text, part) = (text(it), argument(&arguments[0])?);
            let length = if part.is_empty() { text.chars().count() + 1 } else { text.matches(part).count() };
            Ok(Object::count(length))
        },
    },
    Method {
        name: "endswith",
        takes: (1, 1),
        run: |it, arguments| Ok(Object::Bool(text(it).ends_with(argument(&arguments[0])?))),
    },
    Method { name: "join", takes: (1, 1), run: join },
    Method { name: "lower", takes: (0, 0), run: |it, _| Ok(Object::str(text(it).to_lowercase())) },
    Method {
        name: "replace",
        takes: (2, 2),
        run: |it, arguments| {
            Ok(Object::str(text(it).replace(argument(&arguments[0])?, argument(&arguments[1])?)))
        },
    },
    Method {
        name: "rstrip",
        takes: (0, 1),
        run: |it, arguments| {
            let unwanted = unwanted(arguments)?;
            Ok(Object::str(text(it).trim_end_matches(|it| is_in(it, unwanted))))
        },
    },
    Method { name: "split", takes: (0, 1), run: split },
    Method {
        name: "startswith",
        takes: (1, 1),
        run: |it, arguments| Ok(Object::Bool(text(it).starts_with(argument(&arguments[0])?))),
    },
    Method {
        name: "strip",
        takes: (0, 1),
        run: |it, arguments| {
            let unwanted = unwanted(arguments)?;
            Ok(Object::str(text(it).trim_matches(|it| is_in(it, unwanted))))
        },
    },
    Method { name: "upper", takes: (0, 0), run: |it, _| Ok(Object::str(text(it).to_uppercase())) },
];

/// The other methods of Python.
pub(super) const OTHERS: &str = "\
    capitalize casefold center encode expandtabs find format format_map index isalnum isalpha isascii \
    isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper ljust lstrip \
    maketrans partition removeprefix removesuffix rfind rindex rjust rpartition rsplit splitlines swapcase \
    title translate zfill";

fn text(object: &Object) -> &str {
    match object {
        Object::Str(text) => text,
        _ => unreachable!("the table names methods of strings only"),
    }
}

/// Returns an argument that must be a string; other types that Python accepts are refused.
fn argument(object: &Object) -> Outcome<&str> {
    match object {
        Object::Str(text) => Ok(text),
        Object::Tuple(_) => {
            Err(Fault::unsupported("a tuple of strings is not supported here: pass one string"))
        }
        _ => Err(Fault::type_error(format!("argument must be str, not {}", object.type_name()))),
    }
}

/// Returns the characters to strip or split at; `None` for blanks.
fn unwanted(arguments: &[Object]) -> Outcome<Option<&str>> {
    match arguments {
        [] | [Object::None] => Ok(None),
        [text, ..] => argument(text).map(Some),
    }
}

fn is_in(character: char, unwanted: Option<&str>) -> bool {
    unwanted.map_or_else(|| is_blank(character), |unwanted| unwanted.contains(character))
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

fn join(separator: &Object, arguments: &[Object]) -> Outcome<Object> {
    let items = arguments[0].items()?;
    let parts: Outcome<Vec<&str>> = items.iter().map(argument).collect();
    Ok(Object::str(parts?.join(text(separator))))
}

fn split(object: &Object, arguments: &[Object]) -> Outcome<Object> {
    let list = |parts: Vec<&str>| Object::list(parts.into_iter().map(Object::str).collect());
    match unwanted(arguments)? {
        None => Ok(list(text(object).split(is_blank).filter(|part| !part.is_empty()).collect())),
        Some("") => Err(Fault::value_error("empty separator")),
        Some(separator) => Ok(list(text(object).split(separator).collect())),
    }
}
