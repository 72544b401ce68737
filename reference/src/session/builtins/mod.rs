//! The built-in names: functions, types, attributes and methods.
//!
//! `docs/spec.md` lists them.

mod attribute;
mod functions;
mod methods;

pub(crate) use attribute::{attribute, set_attribute};
pub(crate) use functions::call;
pub(crate) use methods::call_method;

use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::class::Type;

const FUNCTIONS: &[&str] = &[
    "all",
    "any",
    "enumerate",
    "getattr",
    "hasattr",
    "isinstance",
    "len",
    "print",
    "repr",
    "reversed",
    "sorted",
    "sum",
];

const TYPES: &[&str] = &["bool", "dict", "float", "int", "list", "range", "str", "tuple", "type"];

/// The built-in names of Python that sessions do not support.
const OTHERS: &str = "\
    ArithmeticError AssertionError AttributeError BaseException EOFError Ellipsis Exception IndexError KeyError \
    LookupError NameError NotImplemented OSError OverflowError RecursionError RuntimeError StopIteration SystemExit \
    TypeError ValueError ZeroDivisionError abs aiter anext ascii bin breakpoint bytearray bytes callable chr \
    classmethod compile complex delattr dir divmod eval exec exit filter format frozenset globals hash help hex id \
    input iter issubclass locals map max memoryview min next object oct open ord pow property quit round set setattr \
    slice staticmethod super vars zip";

/// Returns the object of a built-in name.
pub(crate) fn find(name: &str) -> Outcome<Object> {
    if let Some(name) = TYPES.iter().find(|own| **own == name) {
        return Ok(Object::Type(Type::Builtin(name)));
    }
    if let Some(name) = FUNCTIONS.iter().find(|own| **own == name) {
        return Ok(Object::Builtin(name));
    }
    if OTHERS.split(' ').any(|own| own == name) || name.starts_with("__") {
        let known = [FUNCTIONS, TYPES].concat().join("`, `");
        let message = format!("`{name}` is not supported in sessions: there are `{known}`");
        return Err(Fault::unsupported(message));
    }
    Err(Fault::raised("NameError", format!("name '{name}' is not defined")))
}
