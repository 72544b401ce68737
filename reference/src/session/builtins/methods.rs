//! Finds and calls the methods of built-in objects.

use super::{list_methods, text_methods};
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::call::{Arguments, Method};

/// Returns the supported methods of a built-in class, and the names of Python's other attributes.
fn table(object: &Object) -> (&'static [Method], &'static str) {
    match object {
        Object::Str(_) => (text_methods::STR, text_methods::OTHERS),
        Object::List(_) => (list_methods::LIST, "clear extend insert remove reverse sort"),
        Object::Tuple(_) => (list_methods::TUPLE, ""),
        Object::Dict(_) => {
            (list_methods::DICT, "clear copy fromkeys items keys pop popitem setdefault update values")
        }
        Object::Set(_) => (
            &[],
            "add clear copy difference difference_update discard intersection intersection_update isdisjoint \
             issubset issuperset pop remove symmetric_difference symmetric_difference_update union update",
        ),
        Object::Int(_) | Object::Bool(_) => (
            &[],
            "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes",
        ),
        Object::Float(_) => (&[], "as_integer_ratio conjugate fromhex hex imag is_integer real"),
        Object::Range(_) => (&[], "start stop step count index"),
        _ => (&[], ""),
    }
}

/// Returns the supported method with this name.
pub(super) fn find(object: &Object, name: &str) -> Option<&'static Method> {
    table(object).0.iter().find(|method| method.name == name)
}

/// Refuses attributes that Python has and sessions do not support.
pub(super) fn check_supported(object: &Object, name: &str) -> Outcome<()> {
    let (methods, others) = table(object);
    if !others.split(' ').any(|own| own == name) {
        return Ok(());
    }
    let class = object.type_name();
    let instead = match methods {
        [] => "use operators and built-in functions".to_owned(),
        methods => {
            let methods: Vec<_> = methods.iter().map(|method| method.name).collect();
            format!("there are `{}`", methods.join("`, `"))
        }
    };
    Err(Fault::unsupported(format!("`{class}.{name}` is not supported in sessions: {instead}")))
}

/// Calls a method of a built-in object.
pub(crate) fn call(method: &Method, receiver: &Object, arguments: &Arguments) -> Outcome<Object> {
    let Method { name, takes: (least, most), run } = method;
    let given = arguments.positional.len();
    if (*least..=*most).contains(&given) && arguments.keywords.is_empty() {
        return run(receiver, &arguments.positional);
    }
    Err(arguments.unsupported(&format!("{}.{name}", receiver.type_name())))
}
