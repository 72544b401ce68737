//! Gives each part of a neutral session its type, as the interface says.

use std::collections::BTreeMap;

use super::interface::{Interface, Signature, Type};
use super::line::{Expression, Line};

/// A line whose parts have types.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypedLine {
    /// The name that its value gets, and whether the session has not had it before.
    pub(super) binds: Option<(String, bool)>,
    pub(super) value: Typed,
    /// The type of its value.
    pub(super) gives: Type,
}

impl TypedLine {
    /// Returns the type of the value that is shown under the prompt: nothing where it gets a name.
    pub(super) fn shows(&self) -> Type {
        if self.binds.is_some() { Type::Nothing } else { self.gives.clone() }
    }
}

/// What a line does, or the value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Typed {
    Nothing,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(String),
    /// Items of a list or an array, with their type.
    Items(Type, Vec<Typed>),
    /// Keys and values of a map, with their types.
    Pairs(Type, Type, Vec<(Typed, Typed)>),
    /// Items of a set, with their type.
    Members(Type, Vec<Typed>),
    /// A name that a line above gave, with the number of its items if it is an array that the session made.
    Name(String, Option<usize>),
    Function {
        name: String,
        arguments: Vec<(Typed, Type)>,
    },
    Method {
        object: String,
        name: String,
        arguments: Vec<(Typed, Type)>,
    },
    New {
        class: String,
        arguments: Vec<(Typed, Type)>,
    },
}

/// Reads the lines of a session.
///
/// # Errors
///
/// When a line is not neutral or does not fit the interface: its index, and the reason.
pub(super) fn session(interface: &Interface, lines: &[String]) -> Result<Vec<TypedLine>, (usize, String)> {
    let read = |(index, line): (usize, &String)| Line::read(line).map_err(|reason| (index, reason));
    let read = lines.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut names = Names { interface, known: BTreeMap::new() };
    let typed = read.iter().enumerate();
    typed
        .map(|(index, line)| names.line(line, &read[index + 1..]).map_err(|reason| (index, reason)))
        .collect()
}

/// The names that the lines above gave.
struct Names<'a> {
    interface: &'a Interface,
    /// For each name its type, and the number of its items if it is an array that the session made.
    known: BTreeMap<String, (Type, Option<usize>)>,
}

impl Names<'_> {
    fn line(&mut self, line: &Line, below: &[Line]) -> Result<TypedLine, String> {
        let wanted = line.binds.as_ref().and_then(|name| self.wanted(name, below));
        let (value, gives) = self.value(&line.value, wanted)?;
        let Some(name) = &line.binds else { return Ok(TypedLine { binds: None, value, gives }) };
        if self.interface.functions.contains_key(name) || self.interface.classes.contains_key(name) {
            return Err(format!("`{name}` is a name of the interface: give the value another one"));
        }
        if gives == Type::Nothing || value == Typed::Nothing {
            return Err(format!("nothing would get the name `{name}`: write `None` where it is needed"));
        }
        let length = match (&value, &gives) {
            (Typed::Items(_, items), Type::Array(_)) => Some(items.len()),
            (Typed::Name(_, length), _) => *length,
            _ => None,
        };
        let before = self.known.insert(name.clone(), (gives.clone(), length));
        match before {
            Some((other, _)) if other != gives => Err(format!(
                "`{name}` is `{other}` in a line above, and `{gives}` here: give it another name"
            )),
            before => Ok(TypedLine { binds: Some((name.clone(), before.is_none())), value, gives }),
        }
    }

    /// Returns the type that a name must have in the first line below that hands it on.
    fn wanted(&self, name: &str, below: &[Line]) -> Option<Type> {
        let calls = below.iter().filter_map(|line| match &line.value {
            Expression::Call { object, name, arguments } => Some((object, name, arguments)),
            _ => None,
        });
        calls
            .filter_map(|(object, called, arguments)| {
                let at =
                    arguments.iter().position(|one| matches!(one, Expression::Name(it) if it == name))?;
                // The object may be made below: any class with this method will do.
                let takes = match object {
                    Some(_) => self
                        .interface
                        .classes
                        .values()
                        .find_map(|class| class.methods.get(called))?
                        .takes
                        .as_slice(),
                    None => self.takes(called)?,
                };
                takes.get(at).cloned()
            })
            .next()
    }

    fn takes(&self, called: &str) -> Option<&[Type]> {
        let function = self.interface.functions.get(called).map(|signature| signature.takes.as_slice());
        function.or_else(|| self.interface.classes.get(called)?.new.as_deref())
    }

    fn value(&self, value: &Expression, wanted: Option<Type>) -> Result<(Typed, Type), String> {
        let Expression::Call { object, name, arguments } = value else {
            let gives = match wanted {
                Some(wanted) => wanted,
                None => self.own_type(value)?,
            };
            return Ok((self.literal(value, &gives)?, gives));
        };
        if let Some(object) = object {
            let Signature { takes, gives } = self.method(object, name)?;
            let arguments = self.arguments(name, arguments, takes)?;
            return Ok((
                Typed::Method { object: object.clone(), name: name.clone(), arguments },
                gives.clone(),
            ));
        }
        if let Some(Signature { takes, gives }) = self.interface.functions.get(name) {
            let arguments = self.arguments(name, arguments, takes)?;
            return Ok((Typed::Function { name: name.clone(), arguments }, gives.clone()));
        }
        match self.interface.classes.get(name).map(|class| &class.new) {
            Some(Some(takes)) => {
                let arguments = self.arguments(name, arguments, takes)?;
                Ok((Typed::New { class: name.clone(), arguments }, Type::Class(name.clone())))
            }
            Some(None) => Err(format!("the interface does not say how a `{name}` is made: add `new` to it")),
            None => Err(format!("the interface has no `{name}`")),
        }
    }

    fn method(&self, object: &str, name: &str) -> Result<&Signature, String> {
        match self.known.get(object) {
            Some((Type::Class(class), _)) => {
                let methods = self.interface.classes.get(class).map(|class| &class.methods);
                methods
                    .and_then(|methods| methods.get(name))
                    .ok_or_else(|| format!("the interface has no method `{name}` of `{class}`"))
            }
            Some((other, _)) => {
                Err(format!("`{object}` is `{other}`, which has no methods in a neutral session"))
            }
            None => Err(unknown(object)),
        }
    }

    fn arguments(
        &self,
        name: &str,
        given: &[Expression],
        takes: &[Type],
    ) -> Result<Vec<(Typed, Type)>, String> {
        if given.len() != takes.len() {
            let takes = match takes.len() {
                0 => "nothing".to_owned(),
                1 => "one value".to_owned(),
                more => format!("{more} values"),
            };
            return Err(format!("`{name}` takes {takes}, and gets {}", given.len()));
        }
        given.iter().zip(takes).map(|(one, taken)| Ok((self.literal(one, taken)?, taken.clone()))).collect()
    }

    /// Returns a literal or a name as a value of a type.
    fn literal(&self, value: &Expression, wanted: &Type) -> Result<Typed, String> {
        let inner = |inner: &Type, items: &[Expression]| {
            let items = items.iter().map(|item| self.literal(item, inner)).collect::<Result<_, _>>()?;
            Ok(Typed::Items(inner.clone(), items))
        };
        match (value, wanted) {
            (Expression::Name(name), wanted) => match self.known.get(name) {
                Some((known, length)) if fits(known, wanted) => Ok(Typed::Name(name.clone(), *length)),
                Some((known, _)) => Err(format!("`{name}` is `{known}`, and `{wanted}` is needed")),
                None => Err(unknown(name)),
            },
            (Expression::None, Type::Optional(_) | Type::Nothing) => Ok(Typed::Nothing),
            (value, Type::Optional(wanted)) => self.literal(value, wanted),
            (Expression::Bool(it), Type::Bool) => Ok(Typed::Bool(*it)),
            (Expression::Int(it), Type::Int) => Ok(Typed::Int(*it)),
            (Expression::Int(it), Type::Real) => Ok(Typed::Real(*it as f64)),
            (Expression::Real(it), Type::Real) => Ok(Typed::Real(*it)),
            (Expression::Text(it), Type::Text) => Ok(Typed::Text(it.clone())),
            (Expression::Items(items), Type::List(wanted) | Type::Array(wanted)) => inner(wanted, items),
            (Expression::Pairs(pairs), Type::Map(key, value)) => {
                let pair = |(one, other): &(Expression, Expression)| {
                    Ok((self.literal(one, key)?, self.literal(other, value)?))
                };
                let pairs = pairs.iter().map(pair).collect::<Result<_, String>>()?;
                Ok(Typed::Pairs((**key).clone(), (**value).clone(), pairs))
            }
            (Expression::Members(items), Type::Set(wanted)) => {
                let items = items.iter().map(|item| self.literal(item, wanted)).collect::<Result<_, _>>()?;
                Ok(Typed::Members((**wanted).clone(), items))
            }
            (Expression::Pairs(pairs), Type::Set(_)) if pairs.is_empty() => {
                Err(format!("`{wanted}` is needed here: one without items is written `set()`"))
            }
            _ => Err(format!("`{wanted}` is needed here")),
        }
    }

    /// Returns the type of a literal or a name about which nothing else is known.
    fn own_type(&self, value: &Expression) -> Result<Type, String> {
        Ok(match value {
            Expression::None => Type::Nothing,
            Expression::Bool(_) => Type::Bool,
            Expression::Int(_) => Type::Int,
            Expression::Real(_) => Type::Real,
            Expression::Text(_) => Type::Text,
            Expression::Items(items) => match items.first() {
                Some(first) => Type::List(Box::new(self.own_type(first)?)),
                None => {
                    return Err(
                        "the type of these items is not known: write the list where it is needed".to_owned()
                    );
                }
            },
            Expression::Pairs(pairs) => match pairs.first() {
                Some((key, value)) => {
                    Type::Map(Box::new(self.own_key(key)?), Box::new(self.own_type(value)?))
                }
                None => {
                    return Err("the type of this map is not known: write it where it is needed".to_owned());
                }
            },
            Expression::Members(items) => match items.first() {
                Some(first) => Type::Set(Box::new(self.own_key(first)?)),
                None => {
                    return Err("the type of this set is not known: write it where it is needed".to_owned());
                }
            },
            Expression::Name(name) => match self.known.get(name) {
                Some((known, _)) => known.clone(),
                None => return Err(unknown(name)),
            },
            Expression::Call { .. } => unreachable!("a call has the type that the interface says"),
        })
    }

    /// Returns the type of a key, or of an item of a set.
    fn own_key(&self, value: &Expression) -> Result<Type, String> {
        match self.own_type(value)? {
            key @ (Type::Bool | Type::Int | Type::Text) => Ok(key),
            other => {
                Err(format!("keys and items of sets are `bool`, `int` or `text`, and this one is `{other}`"))
            }
        }
    }
}

/// Tells whether a value of one type can be handed on as another one.
fn fits(known: &Type, wanted: &Type) -> bool {
    known == wanted || matches!(wanted, Type::Optional(inner) if **inner == *known)
}

fn unknown(name: &str) -> String {
    format!("no line above gives the name `{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interface() -> Interface {
        let read = |text: &str| Type::read(text, &["Tally"]).unwrap();
        let signature = |takes: &[&str], gives: &str| Signature {
            takes: takes.iter().map(|one| read(one)).collect(),
            gives: read(gives),
        };
        let methods = BTreeMap::from([("add".to_owned(), signature(&["list int"], "nothing"))]);
        Interface {
            functions: BTreeMap::from([("largest".to_owned(), signature(&["array real"], "real?"))]),
            classes: BTreeMap::from([(
                "Tally".to_owned(),
                super::super::interface::Class { new: Some(vec![Type::Int]), methods },
            )]),
            errors: BTreeMap::new(),
        }
    }

    fn typed(lines: &[&str]) -> Result<Vec<TypedLine>, (usize, String)> {
        session(&interface(), &lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_list_has_the_type_of_the_call_that_takes_it() {
        let lines = typed(&["t = Tally(1)", "a = [1, 2]", "largest(a)", "t.add([])", "t"]).unwrap();
        assert_eq!(lines[1].gives, Type::Array(Box::new(Type::Real)));
        let Typed::Function { arguments, .. } = &lines[2].value else { panic!() };
        assert_eq!(arguments[0].0, Typed::Name("a".to_owned(), Some(2)));
        assert_eq!(lines[2].gives.to_string(), "real?");
        assert_eq!(lines[3].gives, Type::Nothing);
        assert_eq!(lines[4].gives.to_string(), "Tally");
    }

    #[test]
    fn what_does_not_fit_the_interface_is_refused_in_its_line() {
        for (lines, at, told) in [
            (&["t = Tally(1)", "t.remove(1)"][..], 1, "no method `remove` of `Tally`"),
            (&["Tally('a')"], 0, "`int` is needed here"),
            (&["Tally()"], 0, "`Tally` takes one value, and gets 0"),
            (&["t.add([1])"], 0, "no line above gives the name `t`"),
            (&["smallest([1])"], 0, "the interface has no `smallest`"),
            (&["a = 1", "a = 'x'"], 1, "is `int` in a line above"),
            (&["a = []"], 0, "type of these items is not known"),
            (&["t = Tally(1)", "x = t.add([1])"], 1, "nothing would get the name `x`"),
            (&["largest = 1"], 0, "a name of the interface"),
        ] {
            let (line, reason) = typed(lines).unwrap_err();
            assert_eq!(line, at, "{lines:?}: {reason}");
            assert!(reason.contains(told), "{lines:?}: {reason}");
        }
    }
}
