//! The built-in functions, and the built-in names that sessions do without.

pub(crate) mod collection_methods;
pub(crate) mod console;
pub(crate) mod construct;
pub(crate) mod methods;
pub(crate) mod numbers;
pub(crate) mod sequence;
pub(crate) mod text_methods;

use crate::session::interpreter::Interpreter;
use crate::session::interpreter::call::Arguments;
use crate::session::objects::display::repr;
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::objects::{Object, Type};

/// A built-in function.
pub(crate) struct Builtin {
    /// `len`
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) run: fn(&mut Interpreter, &mut Arguments) -> Outcome<Object>,
}

static FUNCTIONS: &[Builtin] = &[
    Builtin { name: "abs", run: |_, arguments| numbers::absolute(&arguments.one("abs")?) },
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
    Builtin { name: "chr", run: |_, arguments| numbers::character(&arguments.one("chr")?) },
    Builtin { name: "divmod", run: numbers::divmod },
    Builtin { name: "enumerate", run: |_, arguments| sequence::enumerate(arguments) },
    Builtin { name: "filter", run: sequence::filter },
    Builtin { name: "getattr", run: getattr },
    Builtin { name: "hasattr", run: hasattr },
    Builtin { name: "input", run: console::input },
    Builtin { name: "isinstance", run: isinstance },
    Builtin { name: "len", run: |_, arguments| sequence::length(&arguments.one("len")?) },
    Builtin { name: "map", run: sequence::map },
    Builtin { name: "max", run: |interpreter, arguments| sequence::extreme(interpreter, "max", arguments) },
    Builtin { name: "min", run: |interpreter, arguments| sequence::extreme(interpreter, "min", arguments) },
    Builtin { name: "ord", run: |_, arguments| numbers::ordinal(&arguments.one("ord")?) },
    Builtin { name: "print", run: console::print },
    Builtin { name: "repr", run: |_, arguments| repr(&arguments.one("repr")?).map(Object::str) },
    Builtin { name: "reversed", run: |_, arguments| sequence::reversed(&arguments.one("reversed")?) },
    Builtin { name: "round", run: numbers::round },
    Builtin { name: "sorted", run: sequence::sorted },
    Builtin { name: "sum", run: numbers::sum },
    Builtin { name: "zip", run: |_, arguments| sequence::zip(arguments) },
];

const TYPES: &str = "bool bytes dict float frozenset int list object range set slice str tuple type";

/// Built-in names that Python has and sessions have not.
const OTHERS: &str = "\
    AssertionError AttributeError BaseException EOFError Ellipsis Exception IndexError KeyError \
    NameError NotImplemented RuntimeError StopIteration SystemExit TypeError ValueError \
    ZeroDivisionError __import__ __name__ ascii bin breakpoint bytearray classmethod compile complex \
    delattr dir eval exec exit format globals hash help hex id iter locals memoryview next oct open pow \
    property quit setattr staticmethod super vars";

/// What a built-in name stands for.
pub(crate) fn find(name: &str) -> Outcome<Option<Object>> {
    if OTHERS.split(' ').any(|own| own == name) {
        return Err(Fault::unsupported(format!("`{name}` is not supported in sessions")));
    }
    if let Some(name) = TYPES.split(' ').find(|own| *own == name) {
        return Ok(Some(Object::Type(Type::Builtin(name))));
    }
    Ok(FUNCTIONS.iter().find(|function| function.name == name).map(Object::Builtin))
}

impl Arguments {
    /// The only argument of a function that takes one.
    pub(crate) fn one(&self, name: &str) -> Outcome<Object> {
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
    pub(crate) fn take(&mut self, keyword: &str) -> Option<Object> {
        let place = self.keywords.iter().position(|(own, _)| own == keyword)?;
        Some(self.keywords.remove(place).1)
    }

    /// The complaint about arguments that only a slip of the spec author passes.
    pub(crate) fn unsupported(&self, name: &str) -> Fault {
        let given = self.positional.len() + self.keywords.len();
        Fault::unsupported(format!("`{name}` with these {given} arguments is not supported in sessions"))
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
