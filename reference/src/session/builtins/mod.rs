//! The built-in functions, and the built-in names that sessions do not support.
//!
//! `docs/spec.md` lists the supported ones.

pub(crate) mod attribute;
mod construct;
mod list_methods;
mod methods;
mod sequence;
mod text_methods;

pub(crate) use construct::construct;
pub(crate) use methods::call;

use crate::Host;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::arithmetic::{Number, negative};
use crate::session::objects::call::{Arguments, Builtin};
use crate::session::objects::class::Type;
use crate::session::objects::display::{repr, str};
use crate::session::terminal::Terminal;

static FUNCTIONS: &[Builtin] = &[
    Builtin { name: "abs", run: |_, arguments| absolute(&arguments.one("abs")?) },
    Builtin {
        name: "all",
        run: |_, arguments| truths("all", &arguments, |items| items.iter().all(Object::is_true)),
    },
    Builtin {
        name: "any",
        run: |_, arguments| truths("any", &arguments, |items| items.iter().any(Object::is_true)),
    },
    Builtin { name: "enumerate", run: |_, arguments| sequence::enumerate(&arguments) },
    Builtin { name: "getattr", run: |_, arguments| attribute::getattr(&arguments) },
    Builtin { name: "hasattr", run: |_, arguments| attribute::hasattr(&arguments) },
    Builtin { name: "isinstance", run: |_, arguments| isinstance(&arguments) },
    Builtin { name: "len", run: |_, arguments| sequence::length(&arguments.one("len")?) },
    Builtin { name: "max", run: |_, arguments| sequence::extreme("max", arguments) },
    Builtin { name: "min", run: |_, arguments| sequence::extreme("min", arguments) },
    Builtin { name: "print", run: print },
    Builtin { name: "repr", run: |_, arguments| repr(&arguments.one("repr")?).map(Object::str) },
    Builtin { name: "reversed", run: |_, arguments| sequence::reversed(&arguments.one("reversed")?) },
    Builtin { name: "sorted", run: |_, arguments| sequence::sorted(arguments) },
    Builtin { name: "sum", run: |_, arguments| sequence::sum(&arguments) },
    Builtin { name: "zip", run: |_, arguments| sequence::zip(&arguments) },
];

const TYPES: &str = "bool dict float int list range set str tuple type";

/// The built-in names of Python that sessions do not support.
const OTHERS: &str = "\
    AssertionError AttributeError BaseException EOFError Ellipsis Exception IndexError KeyError \
    NameError NotImplemented RuntimeError StopIteration SystemExit TypeError ValueError \
    ZeroDivisionError __import__ __name__ aiter anext ascii bin breakpoint bytearray bytes callable chr \
    classmethod compile complex delattr dir divmod eval exec exit filter format frozenset globals hash \
    help hex id input iter issubclass locals map memoryview next object oct open ord pow property quit \
    round setattr slice staticmethod super vars";

/// Returns the object of a built-in name.
pub(crate) fn find(name: &str) -> Outcome<Option<Object>> {
    if OTHERS.split(' ').any(|own| own == name) {
        let known = FUNCTIONS.iter().map(|function| function.name).chain(TYPES.split(' '));
        let known = known.collect::<Vec<_>>().join("`, `");
        return Err(Fault::unsupported(format!(
            "`{name}` is not supported in sessions: there are `{known}`"
        )));
    }
    if let Some(name) = TYPES.split(' ').find(|own| *own == name) {
        return Ok(Some(Object::Type(Type::Builtin(name))));
    }
    Ok(FUNCTIONS.iter().find(|function| function.name == name).map(Object::Builtin))
}

impl Arguments {
    /// Returns the only argument of a function with one parameter.
    fn one(&self, name: &str) -> Outcome<Object> {
        match (&self.positional[..], &self.keywords[..]) {
            ([argument], []) => Ok(argument.clone()),
            (_, [_, ..]) => Err(Fault::type_error(format!("{name}() takes no keyword arguments"))),
            (others, []) => {
                let given = others.len();
                Err(Fault::type_error(format!("{name}() takes exactly one argument ({given} given)")))
            }
        }
    }

    /// Takes a keyword argument out.
    fn take(&mut self, keyword: &str) -> Option<Object> {
        let place = self.keywords.iter().position(|(own, _)| own == keyword)?;
        Some(self.keywords.remove(place).1)
    }

    /// Returns the fault for arguments that sessions do not support, or that do not exist.
    fn unsupported(&self, name: &str) -> Fault {
        let given = self.positional.len() + self.keywords.len();
        Fault::unsupported(format!(
            "`{name}` with these {given} arguments is not supported in sessions: write it in another way"
        ))
    }
}

fn absolute(number: &Object) -> Outcome<Object> {
    match Number::of(number) {
        Some(Number::Float(number)) => Ok(Object::Float(number.abs())),
        Some(Number::Int(own)) if own < 0 => negative(number),
        Some(Number::Int(own)) => Ok(Object::Int(own)),
        None => Err(Fault::type_error(format!("bad operand type for abs(): '{}'", number.type_name()))),
    }
}

fn truths(name: &str, arguments: &Arguments, test: fn(&[Object]) -> bool) -> Outcome<Object> {
    Ok(Object::Bool(test(&arguments.one(name)?.items_in_any_order()?)))
}

fn isinstance(arguments: &Arguments) -> Outcome<Object> {
    let ([object, classes], []) = (&arguments.positional[..], &arguments.keywords[..]) else {
        return Err(arguments.unsupported("isinstance"));
    };
    let classes = match classes {
        Object::Tuple(classes) => classes.to_vec(),
        class => vec![class.clone()],
    };
    let own = object.class();
    for class in classes {
        let Object::Type(class) = class else {
            return Err(Fault::type_error("isinstance() arg 2 must be a type, a tuple of types, or a union"));
        };
        if own == class || matches!((own.name(), class.name()), ("bool", "int") | ("EnumType", "type")) {
            return Ok(Object::Bool(true));
        }
    }
    Ok(Object::Bool(false))
}

fn print(terminal: &mut Terminal, mut arguments: Arguments) -> Outcome<Object> {
    let mut text = |keyword, default: &str| match arguments.take(keyword) {
        None | Some(Object::None) => Ok(default.to_owned()),
        Some(Object::Str(text)) => Ok(text.to_string()),
        Some(other) => {
            let class = other.type_name();
            Err(Fault::type_error(format!("{keyword} must be None or a string, not {class}")))
        }
    };
    let (separator, end) = (text("sep", " ")?, text("end", "\n")?);
    if !arguments.keywords.is_empty() {
        return Err(arguments.unsupported("print"));
    }
    let texts: Outcome<Vec<String>> = arguments.positional.iter().map(str).collect();
    terminal.print(&(texts?.join(&separator) + &end));
    Ok(Object::None)
}
