//! The methods of built-in objects: which there are, and calling them.

use super::sequence::sort;
use super::{collection_methods, text_methods};
use crate::session::interpreter::Interpreter;
use crate::session::interpreter::call::Arguments;
use crate::session::objects::Object;
use crate::session::objects::fault::{Fault, Outcome};

/// A method of a built-in class.
pub(crate) struct Method {
    /// `append`
    pub(crate) name: &'static str,
    /// How many arguments it takes at least and at most, without `self`.
    pub(crate) takes: (usize, usize),
    /// What it does to an object of its class.
    pub(crate) run: fn(&Object, &[Object]) -> Outcome<Object>,
}

/// The methods of a built-in class, and those that Python has besides.
fn table(object: &Object) -> (&'static [Method], &'static str) {
    match object {
        Object::Str(_) => (text_methods::STR, text_methods::OTHERS),
        Object::List(_) => (collection_methods::LIST, "sort"),
        Object::Tuple(_) => (collection_methods::TUPLE, ""),
        Object::Dict(_) => (collection_methods::DICT, "clear fromkeys popitem"),
        Object::Set(_) => (collection_methods::SET, collection_methods::OTHERS_OF_SET),
        Object::FrozenSet(_) => (&[], collection_methods::OTHERS_OF_SET),
        Object::Int(_) | Object::Bool(_) => (&[], "bit_length real imag to_bytes conjugate"),
        Object::Float(_) => (&[], "is_integer real imag hex as_integer_ratio"),
        Object::Range(_) => (&[], "start stop step count index"),
        _ => (&[], ""),
    }
}

/// Whether an object has a method that can be called here.
pub(crate) fn is_known(object: &Object, name: &str) -> bool {
    table(object).0.iter().any(|method| method.name == name) || is_sort(object, name)
}

/// Refuses the attributes that Python has and sessions have not.
pub(crate) fn check_supported(object: &Object, name: &str) -> Outcome<()> {
    let is_other = table(object).1.split(' ').any(|own| own == name);
    if !is_other && !matches!(object, Object::Bytes(_)) {
        return Ok(());
    }
    let class = object.type_name();
    Err(Fault::unsupported(format!("`{class}.{name}` is not supported in sessions")))
}

/// Calls a method of a built-in object.
pub(crate) fn call(
    interpreter: &mut Interpreter,
    receiver: &Object,
    name: &str,
    mut arguments: Arguments,
) -> Outcome<Object> {
    if let Object::List(items) = receiver
        && is_sort(receiver, name)
    {
        if !arguments.positional.is_empty() {
            return Err(Fault::type_error("sort() takes no positional arguments"));
        }
        let (key, reverse) = (arguments.take("key"), arguments.take("reverse"));
        let unsorted = items.borrow().clone();
        let sorted = sort(interpreter, unsorted, key.as_ref(), reverse.as_ref())?;
        items.replace(sorted);
        return Ok(Object::None);
    }
    let method = table(receiver).0.iter().find(|method| method.name == name);
    let Some(method) = method.filter(|_| arguments.keywords.is_empty()) else {
        return Err(arguments.unsupported(name));
    };
    check_count(receiver.type_name(), method, arguments.positional.len())?;
    (method.run)(receiver, &arguments.positional)
}

fn is_sort(object: &Object, name: &str) -> bool {
    matches!(object, Object::List(_)) && name == "sort"
}

/// Methods that take more in Python than they do here.
const PARTIAL: &str = "count endswith find index replace split splitlines startswith union update";

fn check_count(class: &str, method: &Method, given: usize) -> Outcome<()> {
    let Method { name, takes: (least, most), .. } = method;
    if (*least..=*most).contains(&given) {
        return Ok(());
    }
    if PARTIAL.split(' ').any(|own| own == *name) {
        let message = format!("`{class}.{name}` with {given} arguments is not supported in sessions");
        return Err(Fault::unsupported(message));
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    Err(Fault::type_error(match (*least, *most) {
        (0, 0) => format!("{class}.{name}() takes no arguments ({given} given)"),
        (1, 1) => format!("{class}.{name}() takes exactly one argument ({given} given)"),
        (least, most) if least == most => format!("{name} expected {least} arguments, got {given}"),
        (least, _) if given < least => {
            format!("{name} expected at least {least} argument{}, got {given}", plural(least))
        }
        (_, most) => format!("{name} expected at most {most} argument{}, got {given}", plural(most)),
    }))
}
