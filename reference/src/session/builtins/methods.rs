//! The methods of strings and lists.

use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::call::Arguments;
use crate::session::objects::class::Type;
use crate::session::objects::compare::equal;

const STR: &[&str] = &["count", "join", "lower", "rstrip", "split", "strip", "upper"];
const LIST: &[&str] = &["append", "copy", "count"];

/// Returns the method of a built-in class with this name. Other names are refused, because they may be Python's, but
/// for those of `None`, which has no methods.
pub(super) fn find(object: &Object, name: &str) -> Outcome<Option<&'static str>> {
    let methods = match object {
        Object::Str(_) => STR,
        Object::List(_) => LIST,
        Object::Bool(_)
        | Object::Int(_)
        | Object::Float(_)
        | Object::Tuple(_)
        | Object::Dict(_)
        | Object::Range(_)
        | Object::Iterator(..)
        | Object::Type(Type::Builtin(_)) => &[],
        _ => return Ok(None),
    };
    let method = methods.iter().copied().find(|method| *method == name);
    method.map(Some).ok_or_else(|| {
        let class = object.type_name();
        let instead = match methods {
            [] => "use operators and built-in functions".to_owned(),
            methods => format!("there are `{}`", methods.join("`, `")),
        };
        Fault::unsupported(format!("`{class}.{name}` is not supported in sessions: {instead}"))
    })
}

/// Calls a method of a built-in object.
pub(crate) fn call_method(object: &Object, name: &str, arguments: &Arguments) -> Outcome<Object> {
    let unsupported = || arguments.unsupported(&format!("{}.{name}", object.type_name()));
    if !arguments.keywords.is_empty() {
        return Err(unsupported());
    }
    let blanks = |it: char| it.is_whitespace() || matches!(it, '\x1c'..='\x1f');
    Ok(match (object, name, &arguments.positional[..]) {
        (Object::List(items), "append", [item]) => {
            items.borrow_mut().push(item.clone());
            Object::None
        }
        (Object::List(items), "copy", []) => Object::list(items.borrow().clone()),
        (Object::List(items), "count", [wanted]) => {
            let mut count = 0;
            for item in items.borrow().iter() {
                count += usize::from(equal(item, wanted)?);
            }
            Object::count(count)
        }
        (Object::Str(text), "count", [part]) => match str(part)? {
            "" => Object::count(text.chars().count() + 1),
            part => Object::count(text.matches(part).count()),
        },
        (Object::Str(separator), "join", [items]) => {
            let items = items.items()?;
            let parts: Vec<&str> = items.iter().map(str).collect::<Outcome<_>>()?;
            Object::str(parts.join(separator))
        }
        (Object::Str(text), "lower", []) => Object::str(text.to_lowercase()),
        (Object::Str(text), "upper", []) => Object::str(text.to_uppercase()),
        (Object::Str(text), "rstrip", []) => Object::str(text.trim_end_matches(blanks)),
        (Object::Str(text), "strip", []) => Object::str(text.trim_matches(blanks)),
        (Object::Str(text), "split", []) => list(text.split(blanks).filter(|part| !part.is_empty())),
        (Object::Str(text), "split", [separator]) => match str(separator)? {
            "" => return Err(Fault::raised("ValueError", "empty separator")),
            separator => list(text.split(separator)),
        },
        _ => return Err(unsupported()),
    })
}

fn str(object: &Object) -> Outcome<&str> {
    let class = object.type_name();
    object.as_str().ok_or_else(|| Fault::type_error(format!("argument must be str, not {class}")))
}

fn list<'a>(parts: impl Iterator<Item = &'a str>) -> Object {
    Object::list(parts.map(Object::str).collect())
}
