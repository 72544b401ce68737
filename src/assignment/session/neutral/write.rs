//! Writes a neutral line in the language of a submission.

use super::interface::Type;
use super::typed::{Typed, TypedLine};
use crate::session::Notation;

/// The language in which lines are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    pub(super) notation: Notation,
    /// The class whose static methods the functions are in Java: that of the entry.
    pub(super) class: &'a str,
}

impl Writer<'_> {
    /// Returns a line in the language. A language without what the line needs has no such text: the reason is the error.
    pub(super) fn line(self, line: &TypedLine) -> Result<String, String> {
        if self.notation == Notation::C {
            only_what_c_has(&line.value, &line.gives)?;
        }
        let value = self.value(&line.value, &line.gives);
        let Some((name, is_new)) = &line.binds else { return Ok(value) };
        Ok(match (self.notation, is_new) {
            (Notation::JavaScript, true) => format!("let {name} = {value}"),
            (Notation::Java, true) => match (&line.value, &line.gives) {
                (Typed::Items(inner, items), Type::Array(_)) => {
                    format!("{}[] {name} = {{{}}}", self.type_name(inner), self.all(items, inner))
                }
                _ => format!("var {name} = {value}"),
            },
            (Notation::Cpp, true) => format!("auto {name} = {}", self.kept(&line.value, &value)),
            (Notation::C, true) => match &line.value {
                Typed::Items(inner, items) => {
                    // gcc and clang have arrays without items, which the standard has not.
                    let (inner, length, all) = (self.type_name(inner), items.len(), self.all(items, inner));
                    format!("{inner} {name}[{length}] = {{{all}}}")
                }
                _ => format!("__auto_type {name} = {value}"),
            },
            (Notation::Python | Notation::Neutral, _) | (_, false) => format!("{name} = {value}"),
        })
    }

    /// A text in C++ that is kept is a `std::string`, and no pointer.
    fn kept(self, value: &Typed, written: &str) -> String {
        match value {
            Typed::Text(_) => format!("std::string({written})"),
            Typed::Pairs(key, of, _) => {
                format!("std::map<{}, {}>{written}", self.type_name(key), self.type_name(of))
            }
            Typed::Members(inner, _) => format!("std::set<{}>{written}", self.type_name(inner)),
            _ => written.to_owned(),
        }
    }

    fn value(self, value: &Typed, wanted: &Type) -> String {
        let call = |name: &str, arguments: &[(Typed, Type)]| {
            let arguments: Vec<String> =
                arguments.iter().map(|(one, taken)| self.argument(one, taken)).collect();
            format!("{name}({})", arguments.join(", "))
        };
        match value {
            Typed::Nothing => match self.notation {
                Notation::Python | Notation::Neutral => "None",
                Notation::JavaScript | Notation::Java => "null",
                Notation::C => "NULL",
                Notation::Cpp => "std::nullopt",
            }
            .to_owned(),
            Typed::Bool(it) => match (self.notation, it) {
                (Notation::Python | Notation::Neutral, true) => "True".to_owned(),
                (Notation::Python | Notation::Neutral, false) => "False".to_owned(),
                (_, it) => it.to_string(),
            },
            Typed::Int(number) => match self.notation {
                Notation::Java if i32::try_from(*number).is_err() => format!("{number}L"),
                Notation::C | Notation::Cpp if i32::try_from(*number).is_err() => format!("{number}LL"),
                _ => number.to_string(),
            },
            Typed::Real(number) => format!("{number:?}"),
            Typed::Text(text) => quoted(text),
            Typed::Items(inner, items) => self.items(inner, items, wanted),
            Typed::Pairs(key, value, pairs) => self.pairs((key, value), pairs),
            Typed::Members(inner, items) => self.members(inner, items),
            Typed::Name(name, _) => name.clone(),
            Typed::Function { name, arguments } => match self.notation {
                Notation::Java => call(&format!("{}.{}", self.class, self.name(name)), arguments),
                _ => call(&self.name(name), arguments),
            },
            Typed::Method { object, name, arguments } => {
                call(&format!("{object}.{}", self.name(name)), arguments)
            }
            Typed::New { class, arguments } => match self.notation {
                Notation::Java | Notation::JavaScript => call(&format!("new {class}"), arguments),
                _ => call(class, arguments),
            },
        }
    }

    /// Returns an argument: in C, an array is a pointer and the number of its items.
    fn argument(self, value: &Typed, wanted: &Type) -> String {
        let written = self.value(value, wanted);
        match (self.notation, value) {
            (Notation::C, Typed::Items(_, items)) => format!("{written}, {}", items.len()),
            (Notation::C, Typed::Name(_, Some(length))) => format!("{written}, {length}"),
            _ => written,
        }
    }

    fn items(self, inner: &Type, items: &[Typed], wanted: &Type) -> String {
        let all = self.all(items, inner);
        let name = self.type_name(inner);
        match (self.notation, wanted) {
            (Notation::Java, Type::Array(_)) => format!("new {name}[]{{{all}}}"),
            (Notation::Java, _) => {
                let boxed = boxed(inner, &name);
                format!("new ArrayList<{boxed}>(Arrays.<{boxed}>asList({all}))")
            }
            (Notation::Cpp, _) => format!("std::vector<{name}>{{{all}}}"),
            (Notation::C, _) if items.is_empty() => format!("({name} *) NULL"),
            (Notation::C, _) => format!("({name}[]){{{all}}}"),
            (Notation::Python | Notation::Neutral | Notation::JavaScript, _) => format!("[{all}]"),
        }
    }

    /// Returns a map. In C++ it has a type only where it gets a name: in a call it is whatever map the function takes.
    fn pairs(self, (key, value): (&Type, &Type), pairs: &[(Typed, Typed)]) -> String {
        let each = |open: &str, between: &str, close: &str| {
            let pair = |(one, other): &(Typed, Typed)| {
                let (one, other) = (self.part(one, key), self.part(other, value));
                format!("{open}{one}{between}{other}{close}")
            };
            pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
        };
        match self.notation {
            Notation::Python | Notation::Neutral => format!("{{{}}}", each("", ": ", "")),
            Notation::JavaScript if pairs.is_empty() => "new Map()".to_owned(),
            Notation::JavaScript => format!("new Map([{}])", each("[", ", ", "]")),
            Notation::Java => {
                let types = [key, value].map(|of| boxed(of, &self.type_name(of))).join(", ");
                match pairs.is_empty() {
                    true => format!("new HashMap<{types}>()"),
                    false => {
                        let all = each(&format!("Map.<{types}>entry("), ", ", ")");
                        format!("new HashMap<{types}>(Map.<{types}>ofEntries({all}))")
                    }
                }
            }
            Notation::C | Notation::Cpp => format!("{{{}}}", each("{", ", ", "}")),
        }
    }

    /// Returns a set.
    fn members(self, inner: &Type, items: &[Typed]) -> String {
        let all = items.iter().map(|item| self.part(item, inner)).collect::<Vec<_>>().join(", ");
        match self.notation {
            Notation::Python | Notation::Neutral if items.is_empty() => "set()".to_owned(),
            Notation::JavaScript if items.is_empty() => "new Set()".to_owned(),
            Notation::JavaScript => format!("new Set([{all}])"),
            Notation::Java => {
                let boxed = boxed(inner, &self.type_name(inner));
                format!("new HashSet<{boxed}>(Arrays.<{boxed}>asList({all}))")
            }
            Notation::Python | Notation::Neutral | Notation::C | Notation::Cpp => format!("{{{all}}}"),
        }
    }

    /// Returns a value inside of a map or a set. Two texts in braces could be the ends of one text in C++.
    fn part(self, value: &Typed, wanted: &Type) -> String {
        let written = self.value(value, wanted);
        if self.notation == Notation::Cpp { self.kept(value, &written) } else { written }
    }

    fn all(self, items: &[Typed], inner: &Type) -> String {
        items.iter().map(|item| self.value(item, inner)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of a type in a language that asks for one.
    fn type_name(self, of: &Type) -> String {
        let is_java = self.notation == Notation::Java;
        match of {
            Type::Nothing => "void".to_owned(),
            Type::Bool => if is_java { "boolean" } else { "bool" }.to_owned(),
            Type::Int => "int".to_owned(),
            Type::Real => "double".to_owned(),
            Type::Text => match self.notation {
                Notation::Java => "String",
                Notation::C => "const char *",
                _ => "std::string",
            }
            .to_owned(),
            Type::List(inner) => match is_java {
                true => format!("List<{}>", boxed(inner, &self.type_name(inner))),
                false => format!("std::vector<{}>", self.type_name(inner)),
            },
            Type::Array(inner) => match is_java {
                true => format!("{}[]", self.type_name(inner)),
                false => format!("std::vector<{}>", self.type_name(inner)),
            },
            Type::Map(key, value) => match is_java {
                true => {
                    let types = [key, value].map(|of| boxed(of, &self.type_name(of)));
                    format!("Map<{}>", types.join(", "))
                }
                false => format!("std::map<{}, {}>", self.type_name(key), self.type_name(value)),
            },
            Type::Set(inner) => match is_java {
                true => format!("Set<{}>", boxed(inner, &self.type_name(inner))),
                false => format!("std::set<{}>", self.type_name(inner)),
            },
            Type::Optional(inner) => match is_java {
                true => boxed(inner, &self.type_name(inner)),
                false => format!("std::optional<{}>", self.type_name(inner)),
            },
            Type::Class(name) => name.clone(),
        }
    }

    /// Returns a name as it is usual in the language: `add_all`, in Java and JavaScript `addAll`.
    fn name(self, name: &str) -> String {
        if !matches!(self.notation, Notation::Java | Notation::JavaScript) {
            return name.to_owned();
        }
        let mut words = name.split('_').filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |all, word| {
            let (head, tail) = word.split_at(1);
            all + &head.to_uppercase() + tail
        })
    }
}

/// Returns the class of Java for values of a type: `Integer` for `int`.
fn boxed(of: &Type, name: &str) -> String {
    match of {
        Type::Bool => "Boolean",
        Type::Int => "Integer",
        Type::Real => "Double",
        _ => name,
    }
    .to_owned()
}

/// Returns the literal of a text. The escapes are the same in all languages.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Refuses what cannot be written in C: objects, lists, and arrays that a function gives.
fn only_what_c_has(value: &Typed, gives: &Type) -> Result<(), String> {
    let is_there = |of: &Type| {
        !matches!(of, Type::List(_) | Type::Class(_) | Type::Map(..) | Type::Set(_)) && !nests(of)
    };
    let arguments = match value {
        Typed::New { .. } | Typed::Method { .. } => return Err("C has no classes".to_owned()),
        Typed::Function { arguments, .. } => {
            if matches!(gives, Type::Array(_)) {
                return Err("a function of C gives no array".to_owned());
            }
            arguments.as_slice()
        }
        _ => &[],
    };
    let all = arguments.iter().map(|(_, taken)| taken).chain([gives]);
    match all.into_iter().find(|of| !is_there(of)) {
        Some(of) => Err(format!("C has no `{of}`")),
        None => Ok(()),
    }
}

/// Tells whether a type has parts that have parts.
fn nests(of: &Type) -> bool {
    match of {
        Type::Array(inner) => {
            !matches!(**inner, Type::Nothing | Type::Bool | Type::Int | Type::Real | Type::Text)
        }
        Type::Optional(inner) => **inner != Type::Text,
        _ => false,
    }
}
