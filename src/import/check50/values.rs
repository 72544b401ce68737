//! The values of expressions.

use super::super::python::{Expr, Piece, constant};
use super::follow::{Follower, negated};
use super::observed::{Event, Observed, Wanted, Wish};
use super::value::{Value, binary, compare, formatted};

impl Follower<'_> {
    /// What an expression is, or the reason why that is not known.
    pub(super) fn value(&mut self, expression: &Expr) -> Result<Value, String> {
        let value = self.computed(expression)?;
        self.count(value.weight())?;
        Ok(value)
    }

    fn computed(&mut self, expression: &Expr) -> Result<Value, String> {
        if let Some(constant) = constant(expression) {
            return Ok(Value::Known(constant));
        }
        let unknown = "it computes something that is not known here".to_owned();
        match expression {
            Expr::Name(name) => match self.named(name) {
                Some(Value::Module(path)) => Ok(of_module(&path)),
                Some(value) => Ok(value),
                None => Ok(of_module(name)),
            },
            Expr::Attribute(object, name) => match self.value(object)? {
                Value::Module(path) => Ok(of_module(&format!("{path}.{name}"))),
                Value::Run(run) if name == "exitcode" => Ok(Value::Of(run, Observed::Exit)),
                _ => Err(format!("it uses `.{name}`")),
            },
            Expr::Format(pieces) => {
                let mut text = String::new();
                for piece in pieces {
                    match piece {
                        Piece::Text(part) => text += part,
                        Piece::Value(value, format) => {
                            text += &formatted(&self.value(value)?, format).ok_or_else(|| unknown.clone())?;
                        }
                    }
                }
                Ok(Value::text(text))
            }
            Expr::List(items) | Expr::Tuple(items) | Expr::Set(items) => {
                let items: Vec<Value> =
                    items.iter().map(|item| self.value(item)).collect::<Result<_, _>>()?;
                let known = items.iter().map(|item| match item {
                    Value::Known(known) => Some(known.clone()),
                    _ => None,
                });
                let known: Option<Vec<Expr>> = known.collect();
                Ok(known.map_or(Value::Several(items), |known| Value::Known(Expr::List(known))))
            }
            Expr::Unary(sign, inner) if sign == "not" => negated(self.value(inner)?),
            Expr::Unary(sign, inner) => match (sign.as_str(), self.value(inner)?) {
                ("-", Value::Known(number)) => {
                    let negative = Expr::Unary("-".to_owned(), Box::new(number));
                    constant(&negative).map(Value::Known).ok_or(unknown)
                }
                _ => Err(unknown),
            },
            Expr::Binary(left, sign, right) if sign == "and" || sign == "or" => {
                let left = self.value(left)?;
                match (left.is_true(), sign == "and") {
                    (Some(true), true) | (Some(false), false) => self.value(right),
                    (Some(_), _) => Ok(left),
                    // Both are wanted.
                    (None, true) => Ok(Value::Several(vec![left, self.value(right)?])),
                    (None, false) => Err("it accepts one of two things".to_owned()),
                }
            }
            Expr::Binary(left, sign, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                binary(&left, sign, &right).ok_or(unknown)
            }
            Expr::Compare(left, sign, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.compared(&left, sign, &right)
                    .ok_or_else(|| "it compares something that is not known here".to_owned())
            }
            Expr::Item(object, index) => {
                let (object, index) = (self.value(object)?, self.value(index)?);
                item(&object, &index).ok_or(unknown)
            }
            Expr::Slice(object, from, to) => {
                let object = self.value(object)?;
                let from = from.as_ref().map(|from| self.value(from)).transpose()?;
                let to = to.as_ref().map(|to| self.value(to)).transpose()?;
                slice(&object, from.as_ref(), to.as_ref()).ok_or(unknown)
            }
            Expr::Call(function, arguments) => {
                let method = match &**function {
                    Expr::Attribute(object, name) => match self.value(object)? {
                        Value::Module(_) => None,
                        object => Some((object, name)),
                    },
                    _ => None,
                };
                let called = if method.is_none() { Some(self.value(function)?) } else { None };
                let mut given = Vec::new();
                for argument in arguments {
                    given.push((argument.name.clone(), self.value(&argument.value)?));
                }
                match (method, called) {
                    (Some((object, name)), _) => self.method(object, name, &given),
                    (None, Some(Value::Function(function))) => self.call(&function, given),
                    (None, Some(Value::Module(path))) => self.builtin(&path, &given),
                    _ => Err(unknown),
                }
            }
            Expr::Other(text) => Err(format!("it has code of its own: `{text}`")),
            _ => Err(unknown),
        }
    }

    fn compared(&mut self, left: &Value, sign: &str, right: &Value) -> Option<Value> {
        match (left, right) {
            (Value::Known(left), Value::Known(right)) => {
                compare(left, sign, right).map(|holds| Value::Known(Expr::Bool(holds)))
            }
            (Value::Of(run, observed), Value::Known(known)) => {
                let is = match (observed, known) {
                    (Observed::Output, Expr::Str(text)) => Event::All(Wish::Is(text.clone())),
                    (Observed::Exit, Expr::Int(code)) => Event::Exit(code.to_string()),
                    _ => return None,
                };
                let is_not = (is == Event::Exit("0".to_owned())).then(|| Event::Exit("nonzero".to_owned()));
                let wanted = Wanted { run: *run, event: Some(is), opposite: is_not };
                match sign {
                    "==" => Some(Value::Whether(wanted)),
                    "!=" => Some(Value::Whether(wanted.opposite())),
                    _ => None,
                }
            }
            (Value::Lines(run), Value::Known(Expr::List(items) | Expr::Set(items) | Expr::Tuple(items))) => {
                let texts = items.iter().map(|item| match item {
                    Expr::Str(text) if !text.is_empty() => Some(text.clone()),
                    _ => None,
                });
                let event = Event::All(Wish::Lines(texts.collect::<Option<_>>()?));
                let wanted = Wanted { run: *run, event: Some(event), opposite: None };
                match sign {
                    "==" => Some(Value::Whether(wanted)),
                    "!=" => Some(Value::Whether(wanted.opposite())),
                    _ => None,
                }
            }
            (Value::Known(_), Value::Of(..) | Value::Lines(_)) if sign == "==" || sign == "!=" => {
                self.compared(right, sign, left)
            }
            (Value::Known(known), Value::Of(run, Observed::Output)) => {
                let Expr::Str(text) = known else { return None };
                let event = Event::All(Wish::Contains(text.clone()));
                let wanted = Wanted { run: *run, event: Some(event), opposite: None };
                match sign {
                    "in" => Some(Value::Whether(wanted)),
                    "not in" => Some(Value::Whether(wanted.opposite())),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Something of a module, without the name of the one that everything here belongs to.
fn of_module(path: &str) -> Value {
    let path = path.strip_prefix("check50.").unwrap_or(path);
    if ["EOF", "pexpect.EOF", "pexpect.exceptions.EOF"].contains(&path) {
        Value::End
    } else {
        Value::Module(path.to_owned())
    }
}

fn place(index: &Value, length: usize) -> Option<usize> {
    let Value::Known(Expr::Int(index)) = index else { return None };
    let length = i128::try_from(length).ok()?;
    usize::try_from(if *index < 0 { index + length } else { *index }).ok()
}

fn item(object: &Value, index: &Value) -> Option<Value> {
    if let (Value::Known(Expr::Dict(pairs)), Value::Known(key)) = (object, index) {
        return pairs.iter().find(|(known, _)| known == key).map(|(_, value)| Value::Known(value.clone()));
    }
    let items = object.items()?;
    items.get(place(index, items.len())?).cloned()
}

fn slice(object: &Value, from: Option<&Value>, to: Option<&Value>) -> Option<Value> {
    let items = object.items()?;
    let end = |index: Option<&Value>, usual: usize| match index {
        Some(index) => place(index, items.len()).map(|place| place.min(items.len())),
        None => Some(usual),
    };
    let (from, to) = (end(from, 0)?, end(to, items.len())?);
    let part = items.get(from..to.max(from))?.to_vec();
    if matches!(object, Value::Known(Expr::Str(_))) {
        return part.iter().map(Value::as_text).collect::<Option<String>>().map(Value::text);
    }
    Some(Value::Several(part))
}
