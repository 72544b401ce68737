//! Generates calls of functions and methods from their source alone: the arguments follow from the signatures, from the
//! literals in the source, and from values that are often forgotten.

use regex::Regex;
use yardstick_reference::Random;

use crate::rules::{Callable, Parameter, Source};

/// The number of calls of one function.
const CALLS: usize = 60;

/// The largest number of other methods that are called on an object before the tested one.
const MOST_BEFORE: usize = 2;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Float,
    Text,
    Truth,
    List,
    Dict,
}

/// Generates calls of the functions in a file.
pub struct Calls<'a> {
    source: &'a Source,
    callables: Vec<Callable>,
    /// The literals in the file.
    literals: Vec<String>,
}

impl<'a> Calls<'a> {
    /// Prepares to call the functions of a file.
    pub fn new(source: &'a Source) -> Self {
        Self { source, callables: source.callables(), literals: source.literals() }
    }

    /// Returns sessions that call this function or method, each as its lines; the same for the same seed.
    pub fn of(&self, callable: &Callable, seed: u64) -> Vec<Vec<String>> {
        let mut random = Random::new(seed);
        let all = (0..CALLS).filter_map(|round| self.session(callable, round, &mut random));
        let mut sessions: Vec<Vec<String>> = Vec::new();
        for session in all {
            if !sessions.contains(&session) {
                sessions.push(session);
            }
        }
        sessions
    }

    fn session(&self, callable: &Callable, round: usize, random: &mut Random) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        let Some(class) = &callable.class else {
            let given =
                self.given(&callable.parameters, self.source.body_of(callable), round, random, &mut lines);
            lines.push(format!("{}({})", callable.name, given.join(", ")));
            lines.extend(shown_again(&given));
            return Some(lines);
        };
        if callable.is_static {
            let given =
                self.given(&callable.parameters, self.source.body_of(callable), round, random, &mut lines);
            lines.push(format!("{class}.{}({})", callable.name, given.join(", ")));
            return Some(lines);
        }
        let object = object_of(class);
        let fields = self.source.constructor_parameters(class);
        let init = self.callables.iter().find(|it| it.class.as_ref() == Some(class) && it.name == "__init__");
        let made = |round: usize, random: &mut Random, lines: &mut Vec<String>| {
            let given =
                self.given(&fields, init.map_or("", |init| self.source.body_of(init)), round, random, lines);
            format!("{class}({})", given.join(", "))
        };
        let first = made(round, random, &mut lines);
        lines.push(format!("{object} = {first}"));
        let others: Vec<&Callable> = self
            .callables
            .iter()
            .filter(|it| {
                it.class.as_ref() == Some(class) && it.is_public() && !it.is_static && !it.is_property
            })
            .collect();
        // The first rounds test the method alone.
        for _ in 0..if round < CALLS / 3 { 0 } else { random.below(MOST_BEFORE + 1) } {
            if let Some(other) = random.pick(&others) {
                let round = random.below(CALLS);
                let given =
                    self.given(&other.parameters, self.source.body_of(other), round, random, &mut lines);
                lines.push(format!("{object}.{}({})", other.name, given.join(", ")));
            }
        }
        let given =
            self.given(&callable.parameters, self.source.body_of(callable), round, random, &mut lines);
        let call = match callable.name.as_str() {
            "__init__" => object.clone(),
            name if callable.is_property => format!("{object}.{name}"),
            name if name.starts_with("__") => {
                let other = made(random.below(CALLS), random, &mut lines);
                special(name, &object, &other, &given)?
            }
            name => format!("{object}.{name}({})", given.join(", ")),
        };
        lines.push(call);
        lines.push(object);
        lines.dedup();
        Some(lines)
    }

    /// Returns the arguments. A list gets a line of its own, so that a later change of it can be seen.
    fn given(
        &self,
        parameters: &[Parameter],
        body: &str,
        round: usize,
        random: &mut Random,
        lines: &mut Vec<String>,
    ) -> Vec<String> {
        let optional = parameters.iter().filter(|it| it.has_default).count();
        let given = parameters.len() - random.below(optional + 1);
        let mut values = Vec::new();
        for parameter in &parameters[..given] {
            let kinds = kinds_of(parameter, body);
            let kind = kinds[round % kinds.len()];
            let choices = self.values(kind);
            // A single parameter gets every value in turn; several parameters get random ones.
            let place = if given == 1 { round / kinds.len() } else { random.below(choices.len()) };
            let value = choices[place % choices.len()].clone();
            if matches!(kind, Kind::List | Kind::Dict) {
                lines.push(format!("{} = {value}", parameter.name));
                values.push(parameter.name.clone());
            } else {
                values.push(value);
            }
        }
        values
    }

    /// Returns values of a kind: those that are often forgotten, and those in the source.
    fn values(&self, kind: Kind) -> Vec<String> {
        let usual: &[&str] = match kind {
            Kind::Int => &["0", "1", "-1", "2", "3", "10"],
            Kind::Float => &["0.0", "1.5", "-2.5", "0.1"],
            Kind::Text => &["''", "'a'", "'aba'", "'abca'", "'Abba'", "'two words'", "'7'"],
            Kind::Truth => &["True", "False"],
            Kind::List => &[
                "[]",
                "[1]",
                "[2, 1]",
                "[1, 2, 3]",
                "[3, -1, 3]",
                "['b', 'a']",
                "['aba']",
                "[[1, 2], [3, 4]]",
            ],
            Kind::Dict => &["{}", "{'a': 1}", "{'b': 2, 'a': 1}"],
        };
        let mut values: Vec<String> = usual.iter().map(|&value| value.to_owned()).collect();
        for literal in &self.literals {
            let first = literal.chars().next().unwrap_or(' ');
            match kind {
                Kind::Int => {
                    let numbers =
                        literal.parse::<i64>().map(|it| [it, it + 1, it - 1, -it]).into_iter().flatten();
                    values.extend(numbers.map(|number| number.to_string()));
                }
                Kind::Float if literal.parse::<f64>().is_ok() => values.push(literal.clone()),
                Kind::Text if matches!(first, '\'' | '"') => values.push(literal.clone()),
                Kind::List if matches!(first, '[' | '(') => values.push(literal.clone()),
                Kind::Dict if first == '{' => values.push(literal.clone()),
                Kind::Float | Kind::Text | Kind::Truth | Kind::List | Kind::Dict => {}
            }
        }
        let mut seen = std::collections::HashSet::new();
        values.retain(|value| seen.insert(value.clone()));
        values
    }
}

/// Returns the variable name of an object of a class.
fn object_of(class: &str) -> String {
    let name = class.to_lowercase();
    if name == class { format!("{name}_1") } else { name }
}

/// Returns the variables among the arguments, to be shown again after the call.
fn shown_again(given: &[String]) -> Vec<String> {
    let is_name = |value: &&String| {
        value.chars().all(|it| it.is_alphanumeric() || it == '_') && value.starts_with(char::is_alphabetic)
    };
    given
        .iter()
        .filter(is_name)
        .filter(|value| !matches!(value.as_str(), "True" | "False"))
        .cloned()
        .collect()
}

/// Returns the expression that calls a special method of Python, such as an operator; `None` if it is not known.
fn special(name: &str, object: &str, other: &str, given: &[String]) -> Option<String> {
    let name = name.trim_matches('_');
    Some(match name {
        "str" | "len" | "repr" | "abs" | "bool" => format!("{name}({object})"),
        "iter" => format!("list({object})"),
        "eq" => format!("{object} == {other}"),
        "lt" => format!("{object} < {other}"),
        "add" => format!("{object} + {other}"),
        "sub" => format!("{object} - {other}"),
        "contains" => format!("{} in {object}", given.first()?),
        "getitem" => format!("{object}[{}]", given.first()?),
        _ => return None,
    })
}

/// Returns the kinds that a parameter may have, from its annotation or from its use in the body.
fn kinds_of(parameter: &Parameter, body: &str) -> Vec<Kind> {
    let annotation = parameter.annotation.as_deref().unwrap_or_default().to_lowercase();
    let written = annotation.split(['[', ' ', '|']).next().unwrap_or_default();
    match written.rsplit('.').next().unwrap_or_default() {
        "int" => return vec![Kind::Int],
        "float" => return vec![Kind::Float, Kind::Int],
        "str" => return vec![Kind::Text],
        "bool" => return vec![Kind::Truth],
        "list" | "tuple" | "sequence" | "iterable" => return vec![Kind::List],
        "dict" | "mapping" => return vec![Kind::Dict],
        _ => {}
    }
    let name = regex::escape(&parameter.name);
    let is_used = |how: &str| {
        let pattern = how.replace("NAME", &format!(r"\b{name}\b"));
        Regex::new(&pattern).is_ok_and(|pattern| pattern.is_match(body))
    };
    let signs = [
        (
            r"NAME\.(lower|upper|title|split|strip|isdigit|isalpha|replace|startswith|endswith|find)\b",
            &[Kind::Text][..],
        ),
        (r"NAME\.(append|pop|sort|insert|extend|remove|reverse)\b|sum\(NAME", &[Kind::List]),
        (r"NAME\.(items|keys|values|get)\b", &[Kind::Dict]),
        (r"(len|reversed|sorted|enumerate|max|min|set|list)\(NAME|in NAME|NAME\[", &[Kind::Text, Kind::List]),
        (r"range\([^)]*NAME|NAME *(%|//|\*\*|-|/|<|>)|(%|//|-|/|<|>|>=|<=) *NAME", &[Kind::Int, Kind::Float]),
    ];
    let found = signs.iter().find(|(sign, _)| is_used(sign)).map(|(_, kinds)| kinds.to_vec());
    let is_called = |words: &[&str]| words.iter().any(|word| parameter.name.to_lowercase().contains(word));
    found.unwrap_or_else(|| match () {
        () if is_called(&[
            "name", "owner", "title", "word", "text", "string", "message", "letter", "line",
        ]) =>
        {
            vec![Kind::Text]
        }
        () if is_called(&["list", "lst", "items", "values", "numbers", "scores", "grid", "board"]) => {
            vec![Kind::List]
        }
        () => vec![Kind::Int, Kind::Text, Kind::List],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(text: &str, path: &str) -> Vec<String> {
        let source = Source::parse("solution.py", text.as_bytes()).unwrap();
        let callable = source.callables().into_iter().find(|it| it.path() == path).unwrap();
        Calls::new(&source).of(&callable, 1).iter().map(|lines| lines.join("; ")).collect()
    }

    #[test]
    fn arguments_come_from_the_signature_and_the_body() {
        let all = sessions("def f(n: int):\n    return n > 40\n", "f");
        for call in ["f(0)", "f(1)", "f(-1)", "f(40)", "f(41)", "f(39)"] {
            assert!(all.iter().any(|it| it == call), "no {call} in {all:?}");
        }
        let all = sessions("def is_same(text):\n    return text.lower() == text[::-1]\n", "is_same");
        for call in ["is_same('')", "is_same('a')", "is_same('aba')", "is_same('Abba')"] {
            assert!(all.iter().any(|it| it == call), "no {call} in {all:?}");
        }
    }

    #[test]
    fn a_list_argument_is_shown_again_after_the_call() {
        let all = sessions("def f(values):\n    values.sort()\n", "f");
        assert!(all.iter().any(|it| it == "values = [2, 1]; f(values); values"), "{all:?}");
    }

    #[test]
    fn a_method_is_called_on_an_object() {
        let text = "class Account:\n    def __init__(self, owner: str, balance=0):\n        self.balance = balance - 0\n    \
                    def deposit(self, amount):\n        self.balance += amount // 1\n";
        let all = sessions(text, "Account.deposit");
        assert!(
            all.iter().all(|it| it.contains("account = Account('") || it.contains("account = Account(\"")),
            "{all:?}"
        );
        assert!(all.iter().any(|it| it.contains("; account.deposit(1); account")), "{all:?}");
    }
}
