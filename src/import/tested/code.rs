//! Expressions of plans, in the language of a submission.
//!
//! Plans name things in no language's way. Functions and variables get the names that are usual in each one, classes
//! begin with a capital letter everywhere, and what is written in capital letters stays.

use std::collections::BTreeSet;

use super::super::python::{Expr, shown};
use super::language::{Language, quoted};
use super::names::{camel, pascal, snake};
use super::native;
use super::plan::Line;
use super::read::Reason;

/// Casts of plans to types of numbers and texts. Our values know only their kinds.
const CASTS: [&str; 19] = [
    "integer",
    "real",
    "char",
    "text",
    "string",
    "boolean",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "bigint",
    "single_precision",
    "double_precision",
    "fixed_precision",
    "any",
];

/// Writes lines of one session.
pub(super) struct Writer<'a> {
    pub(super) language: Language,
    /// What functions and names of the submission belong to, in Java.
    pub(super) class: &'a str,
    /// The variables so far.
    pub(super) variables: BTreeSet<String>,
    /// The words of the solutions that the exercise has in the language.
    pub(super) words: &'a BTreeSet<String>,
}

impl Writer<'_> {
    /// A line.
    pub(super) fn line(&mut self, line: &Line) -> Result<String, Reason> {
        match line {
            Line::Native(codes) => {
                let code = codes.get(self.language.name()).map(|code| self.without_module(code.trim()));
                code.ok_or_else(|| format!("it has no code in {}", self.language.title()))
            }
            Line::Value(value) => self.expression(value),
            Line::Assign(Expr::Name(name), value) => {
                let is_new = !self.variables.contains(name);
                if is_new && self.language.is_native() {
                    let declared = native::declaration(self, &self.variable(name), value)?;
                    self.variables.insert(name.clone());
                    return Ok(declared);
                }
                let value = self.expression(value)?;
                self.variables.insert(name.clone());
                let name = self.variable(name);
                Ok(match (self.language, is_new) {
                    (Language::JavaScript, true) => format!("let {name} = {value}"),
                    (Language::Java, true) => format!("var {name} = {value}"),
                    // In JavaScript, an assignment has a value.
                    (Language::JavaScript, false) => format!("void ({name} = {value})"),
                    _ => format!("{name} = {value}"),
                })
            }
            Line::Assign(target, value) => {
                let assignment = format!("{} = {}", self.expression(target)?, self.expression(value)?);
                Ok(if self.language == Language::JavaScript {
                    format!("void ({assignment})")
                } else {
                    assignment
                })
            }
        }
    }

    /// A line that does the same as this one, and has no value.
    pub(super) fn without_value(&self, line: &Line, code: &str) -> String {
        match line {
            Line::Assign(..) => return code.to_owned(),
            Line::Native(_) if !is_call(code) => return code.to_owned(),
            Line::Native(_) | Line::Value(_) => {}
        }
        match self.language {
            Language::Python => format!("_ = {code}"),
            Language::JavaScript => format!("void ({code})"),
            Language::Java => format!("{{ {code}; }}"),
            Language::C | Language::Cpp => format!("(void) ({code})"),
        }
    }

    /// Code without the module in front of its names: a session has the names themselves. In Java it is their class.
    fn without_module(&self, code: &str) -> String {
        let module = format!("{}.", snake(self.class));
        if self.language == Language::Java || !code.contains(&module) {
            return code.to_owned();
        }
        let mut plain = String::new();
        let mut rest = code;
        while let Some(at) = rest.find(&module) {
            let is_part = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
            plain += &rest[..at];
            plain += if is_part { &module } else { "" };
            rest = &rest[at + module.len()..];
        }
        plain + rest
    }

    /// A name as it is usual in the language, or as a solution of the exercise has it.
    pub(super) fn variable(&self, name: &str) -> String {
        if name.chars().all(|c| !c.is_lowercase()) {
            return name.to_owned();
        }
        let usual = self.language.usual_name(name);
        let is_there = |other: &String| self.words.contains(other);
        if is_there(&usual) {
            return usual;
        }
        [name.to_owned(), snake(name), camel(name)].into_iter().find(is_there).unwrap_or(usual)
    }

    /// An expression, or the reason why it cannot be written.
    pub(super) fn expression(&self, value: &Expr) -> Result<String, Reason> {
        let all = |items: &[Expr]| -> Result<String, Reason> {
            Ok(items.iter().map(|item| self.expression(item)).collect::<Result<Vec<_>, _>>()?.join(", "))
        };
        let keys: Vec<&Expr> = match value {
            Expr::Set(items) => items.iter().collect(),
            Expr::Dict(pairs) => pairs.iter().map(|(key, _)| key).collect(),
            _ => Vec::new(),
        };
        if self.language.is_native()
            && let Some(written) = native::value(self, value)
        {
            return written;
        }
        let is_fluid = |key: &&Expr| matches!(key, Expr::List(_) | Expr::Set(_) | Expr::Dict(_));
        if self.language == Language::Python && keys.iter().any(is_fluid) {
            return Err("a set or a dictionary with keys that Python does not allow".to_owned());
        }
        if self.language == Language::Python
            && let Some(constant) = shown(value)
        {
            return Ok(constant);
        }
        Ok(match value {
            Expr::None => "null".to_owned(),
            Expr::Bool(truth) => truth.to_string(),
            Expr::Int(number) => self.integer(*number),
            Expr::Float(number) => self.float(*number)?,
            Expr::Str(text) => quoted(text, self.language),
            Expr::Name(name) if self.is_global(name) && self.language == Language::Java => {
                format!("{}.{name}", self.class)
            }
            Expr::Name(name) => self.variable(name),
            Expr::Attribute(object, name) => format!("{}.{}", self.expression(object)?, self.variable(name)),
            Expr::List(items) => match self.language {
                Language::Java if items.contains(&Expr::None) => format!("Arrays.asList({})", all(items)?),
                Language::Java => format!("List.of({})", all(items)?),
                _ => format!("[{}]", all(items)?),
            },
            Expr::Tuple(items) => match self.language {
                Language::Java => format!("List.of({})", all(items)?),
                Language::JavaScript | Language::C | Language::Cpp => format!("[{}]", all(items)?),
                Language::Python if items.len() == 1 => format!("({},)", all(items)?),
                Language::Python => format!("({})", all(items)?),
            },
            Expr::Set(items) => match self.language {
                Language::Java => format!("Set.of({})", all(items)?),
                Language::JavaScript => format!("new Set([{}])", all(items)?),
                Language::Python | Language::C | Language::Cpp => format!("{{{}}}", all(items)?),
            },
            Expr::Dict(pairs) => self.mapping(pairs)?,
            Expr::Unary(sign, inner) if sign == "-" || sign == "+" => {
                format!("{sign}{}", self.expression(inner)?)
            }
            Expr::Item(object, index) if self.language == Language::Java => {
                format!("{}.get({})", self.expression(object)?, self.expression(index)?)
            }
            Expr::Item(object, index) => {
                format!("{}[{}]", self.expression(object)?, self.expression(index)?)
            }
            Expr::Call(function, arguments) => {
                let values: Vec<Expr> = arguments.iter().map(|argument| argument.value.clone()).collect();
                if let Expr::Name(name) = &**function
                    && let Some(cast) = self.cast(name, &values)
                {
                    return cast;
                }
                let names = arguments.iter().filter_map(|argument| argument.name.as_ref()).count();
                if names > 0 && self.language != Language::Python {
                    return Err("an argument with a name".to_owned());
                }
                let given = arguments.iter().map(|argument| {
                    let value = self.expression(&argument.value)?;
                    Ok(argument.name.as_ref().map_or(value.clone(), |name| format!("{name}={value}")))
                });
                format!(
                    "{}({})",
                    self.called(function)?,
                    given.collect::<Result<Vec<_>, Reason>>()?.join(", ")
                )
            }
            other => return Err(format!("an expression that is not known here: `{}`", source(other))),
        })
    }

    fn called(&self, function: &Expr) -> Result<String, Reason> {
        let Expr::Name(name) = function else { return self.expression(function) };
        let is_class = name.starts_with(char::is_uppercase);
        Ok(match (is_class, self.language) {
            (true, Language::Python) => pascal(name),
            (true, Language::C) => return Err("an object, which C does not have".to_owned()),
            (true, _) => format!("new {}", pascal(name)),
            (false, Language::Java) => format!("{}.{}", self.class, self.variable(name)),
            (false, _) => self.variable(name),
        })
    }

    fn is_global(&self, name: &str) -> bool {
        !self.variables.contains(name) && name.chars().all(|c| !c.is_lowercase())
    }

    fn mapping(&self, pairs: &[(Expr, Expr)]) -> Result<String, Reason> {
        let written = pairs.iter().map(|(key, value)| {
            let (key, value) = (self.expression(key)?, self.expression(value)?);
            Ok(match self.language {
                Language::Python => format!("{key}: {value}"),
                Language::JavaScript => format!("[{key}, {value}]"),
                Language::C | Language::Cpp => format!("{{{key}, {value}}}"),
                Language::Java if pairs.len() > 10 => format!("Map.entry({key}, {value})"),
                Language::Java => format!("{key}, {value}"),
            })
        });
        let written = written.collect::<Result<Vec<String>, Reason>>()?.join(", ");
        Ok(match self.language {
            Language::Python | Language::C | Language::Cpp => format!("{{{written}}}"),
            Language::JavaScript => format!("new Map([{written}])"),
            Language::Java if pairs.len() > 10 => format!("Map.ofEntries({written})"),
            Language::Java => format!("Map.of({written})"),
        })
    }

    /// A value of a type that plans name.
    fn cast(&self, name: &str, values: &[Expr]) -> Option<Result<String, Reason>> {
        let items = || match values {
            [Expr::List(items) | Expr::Tuple(items) | Expr::Set(items)] => Some(items.clone()),
            [] => Some(Vec::new()),
            _ => None,
        };
        let changed = match (name, values) {
            ("list" | "array" | "sequence", _) => Expr::List(items()?),
            ("tuple", _) => Expr::Tuple(items()?),
            ("set", _) => Expr::Set(items()?),
            ("dictionary" | "map", [pairs @ Expr::Dict(_)]) => pairs.clone(),
            ("object", [Expr::Dict(pairs)]) if self.language == Language::JavaScript => {
                let pair = |(key, value): &(Expr, Expr)| {
                    Ok(format!("{}: {}", self.expression(key)?, self.expression(value)?))
                };
                let pairs: Result<Vec<String>, Reason> = pairs.iter().map(pair).collect();
                return Some(pairs.map(|pairs| format!("{{ {} }}", pairs.join(", "))));
            }
            (cast, [Expr::Int(number)])
                if self.language.is_native() && native::number(cast, *number).is_some() =>
            {
                return native::number(cast, *number).map(Ok);
            }
            ("int64" | "uint32", [Expr::Int(number)]) if self.language == Language::Java => {
                return Some(Ok(format!("{number}L")));
            }
            ("single_precision", [Expr::Float(number)]) if self.language.has_types() => {
                return Some(Ok(format!("{number:?}f")));
            }
            ("char", [Expr::Str(text)]) if self.language.has_types() && text.chars().count() == 1 => {
                let written = quoted(text, self.language);
                let sign = &written[1..written.len() - 1];
                return Some(Ok(match text.as_str() {
                    "'" => "'\\''".to_owned(),
                    "\"" => "'\"'".to_owned(),
                    _ => format!("'{sign}'"),
                }));
            }
            (cast, [one]) if CASTS.contains(&cast) => one.clone(),
            _ => return None,
        };
        Some(self.expression(&changed))
    }

    fn integer(&self, number: i128) -> String {
        let suffix = match self.language {
            Language::JavaScript if number.unsigned_abs() > (1 << 53) => "n",
            Language::Java | Language::C | Language::Cpp if i32::try_from(number).is_err() => "L",
            _ => "",
        };
        format!("{number}{suffix}")
    }

    fn float(&self, number: f64) -> Result<String, Reason> {
        if !number.is_finite() {
            return Err("a number that is infinite or none".to_owned());
        }
        Ok(if self.language.has_types() { format!("{number:?}") } else { number.to_string() })
    }
}

/// Whether a line of code might have a value that does not count.
fn is_call(code: &str) -> bool {
    code.ends_with(')') && !code.contains('=') && !code.contains('\n')
}

/// How an expression is called in a message.
fn source(value: &Expr) -> String {
    match value {
        Expr::Other(text) => text.clone(),
        Expr::Item(..) => "an item".to_owned(),
        Expr::Binary(_, sign, _) | Expr::Compare(_, sign, _) | Expr::Unary(sign, _) => sign.clone(),
        _ => "…".to_owned(),
    }
}
