//! Programming techniques that a course has not taught yet, or asks for, and where a source uses them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::finding::{Finding, likely, shortened};
use super::grammar::Grammar;
use super::known::{find, known};
use super::source::{Node, Source};
use super::{braced, imports, within};

/// A technique that an assignment can do without, or that it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Construct {
    /// A construct of the language, by its name in `known.rs`, such as `try`.
    Known(String),
    /// A call of a function by its plain name, as in `sum()`, or with what stands before it, as in `Math.max()`.
    Call(String),
    /// A call of a method by its name, as in `.append()`.
    Method(String),
    /// The import of a module or a class, or the inclusion of a header.
    Import(String),
}

impl Construct {
    /// Returns the construct in words: `a dictionary`.
    pub(super) fn title(&self, grammar: Grammar) -> String {
        match self {
            Self::Known(name) => find(name, grammar).map_or(name.as_str(), |known| known.title).to_owned(),
            Self::Call(name) => format!("a call of `{name}`"),
            Self::Method(name) => format!("a call of the method `{name}`"),
            Self::Import(name) if grammar.has_preprocessor() => format!("the header `{name}`"),
            Self::Import(name) => format!("an import of `{name}`"),
        }
    }

    /// Returns the nodes that are examples of it.
    fn uses<'a>(&self, source: &'a Source) -> Vec<Node<'a>> {
        let grammar = source.grammar();
        match self {
            Self::Known(name) => find(name, grammar)
                .map(|known| source.nodes().filter(|node| (known.is)(*node)).collect())
                .unwrap_or_default(),
            Self::Call(name) => source.nodes().filter(|node| is_call_of(*node, name)).collect(),
            Self::Method(name) => source.nodes().filter(|node| called_method(*node) == Some(name)).collect(),
            Self::Import(name) => match grammar {
                Grammar::Python => imports::of(source, name),
                Grammar::C | Grammar::Cpp | Grammar::Java | Grammar::JavaScript => braced::imports(source)
                    .into_iter()
                    .filter(|import| import.is_of(name))
                    .map(|import| import.node)
                    .collect(),
            },
        }
    }
}

/// Tells whether a node calls the function with this name.
fn is_call_of(node: Node, name: &str) -> bool {
    match node.grammar() {
        Grammar::Python if name.contains('.') => {
            node.is("call") && node.field("function").is_some_and(|function| function.text() == name)
        }
        Grammar::Python => node.called_name() == Some(name),
        Grammar::C | Grammar::Cpp | Grammar::Java | Grammar::JavaScript => {
            braced::called(node).is_some_and(|called| called.is_of(name))
        }
    }
}

/// Returns the name of the method that a node calls.
fn called_method(node: Node<'_>) -> Option<&str> {
    if node.grammar() != Grammar::Python {
        return braced::called(node).filter(|called| called.is_method).map(|called| called.name);
    }
    let function = node.field("function").filter(|function| node.is("call") && function.is("attribute"))?;
    function.field("attribute").map(Node::text)
}

/// Writes the construct as an instructor does.
impl fmt::Display for Construct {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Known(name) => f.write_str(name),
            Self::Call(name) => write!(f, "{name}()"),
            Self::Method(name) => write!(f, ".{name}()"),
            Self::Import(name) => write!(f, "import {name}"),
        }
    }
}

/// A text that names no construct of a language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{written}` is not a construct of {}; {}", .grammar.title(), self.hint())]
pub struct ConstructError {
    /// The text.
    pub written: String,
    /// The language.
    pub grammar: Grammar,
}

/// Words that others use, with ours.
const SYNONYMS: [(&str, &str); 12] = [
    ("ternary", "conditional-expression"),
    ("raise", "throw"),
    ("throw", "raise"),
    ("catch", "try"),
    ("except", "try"),
    ("exception", "try"),
    ("foreach", "for-each"),
    ("enhanced-for", "for-each"),
    ("do", "do-while"),
    ("arrow-function", "lambda"),
    ("define", "macro"),
    ("match", "switch"),
];

impl ConstructError {
    /// Returns the name that was probably meant, or the list of all names.
    fn hint(&self) -> String {
        let all: Vec<&str> = known(self.grammar).map(|known| known.name).collect();
        let plain = plain(&self.written);
        let same = SYNONYMS.iter().find(|(word, ours)| *word == plain && all.contains(ours));
        match same.map(|(_, ours)| *ours).or_else(|| likely(&self.written, all.iter().copied())) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!(
                "write `sum()` or `.append()` for a call, {} for an import, or one of {}",
                if self.grammar.has_preprocessor() { "`#include <math.h>`" } else { "`import math`" },
                all.join(", ")
            ),
        }
    }
}

fn plain(written: &str) -> String {
    written.trim().to_lowercase().replace(['_', ' '], "-")
}

impl Construct {
    /// Reads a construct of a language as an instructor writes it.
    pub fn parse(text: &str, grammar: Grammar) -> Result<Self, ConstructError> {
        let written = text.trim();
        let is_word = |name: &str| {
            let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$' && grammar != Grammar::Python;
            !name.is_empty() && name.chars().all(letter)
        };
        let separator = if grammar == Grammar::Cpp { "::" } else { "." };
        let is_name = |name: &&str| name.split(separator).all(is_word);
        if let Some(call) = written.strip_suffix("()") {
            if let Some(method) = call.strip_prefix('.').filter(|name| is_word(name)) {
                return Ok(Self::Method(method.to_owned()));
            }
            if is_name(&call) {
                return Ok(Self::Call(call.to_owned()));
            }
        }
        let word = if grammar.has_preprocessor() { "#include " } else { "import " };
        if let Some(module) = written.strip_prefix(word) {
            return Ok(Self::Import(braced::Import::plain(module.trim().trim_end_matches(';')).to_owned()));
        }
        let found = find(&plain(written), grammar).map(|known| Self::Known(known.name.to_owned()));
        found.ok_or_else(|| ConstructError { written: written.to_owned(), grammar })
    }
}

/// Checks [`super::Rule::Avoids`]: one finding for each construct, at its first use.
pub(super) fn check_avoided(
    source: &Source,
    constructs: &[Construct],
    function: Option<&str>,
) -> Vec<Finding> {
    let part = match within::part(source, function) {
        Ok(part) => part,
        Err(missing) => return vec![*missing],
    };
    let mut findings: Vec<(usize, Finding)> = Vec::new();
    for construct in constructs {
        let mut uses = construct.uses(source);
        uses.retain(|node| part.contains(*node));
        let Some(first) = uses.first() else { continue };
        let mut lines: Vec<usize> = uses.iter().map(|node| node.line() + 1).collect();
        lines.dedup();
        let place = within::words(function);
        let title = construct.title(source.grammar());
        let message = format!("{title} is not among the techniques of this assignment{place}");
        let doubtful = source.grammar() != Grammar::Python && uses.iter().all(|node| node.is_guess());
        let finding = Finding::new(Some(first.place()), message).with_note(also(&lines[1..]));
        findings.push((first.index(), finding.suspected_if(doubtful)));
    }
    findings.sort_by_key(|(index, _)| *index);
    findings.into_iter().map(|(_, finding)| finding).collect()
}

/// Checks [`super::Rule::Uses`]: one finding for each construct that is nowhere.
pub(super) fn check_used(source: &Source, constructs: &[Construct], function: Option<&str>) -> Vec<Finding> {
    let part = match within::part(source, function) {
        Ok(part) => part,
        Err(missing) => return vec![*missing],
    };
    let is_used = |construct: &&Construct| construct.uses(source).iter().any(|node| part.contains(*node));
    let missing = constructs.iter().filter(|construct| !is_used(construct));
    let finding = |construct: &Construct| {
        let title = shortened(&construct.title(source.grammar()));
        let message = format!("{title} is asked for{}, and there is none", within::words(function));
        let note = "the file has syntax errors, which may hide it".to_owned();
        let finding = Finding::new(part.place(), message).suspected_if(source.is_broken());
        finding.with_note(source.is_broken().then_some(note))
    };
    missing.map(finding).collect()
}

/// Returns the other lines that use it, in words.
fn also(lines: &[usize]) -> Option<String> {
    const MOST: usize = 5;
    let numbers: Vec<String> = lines.iter().take(MOST).map(ToString::to_string).collect();
    match (numbers.as_slice(), lines.len().saturating_sub(MOST)) {
        ([], _) => None,
        ([one], _) => Some(format!("also in line {one}")),
        ([most @ .., last], 0) => Some(format!("also in lines {} and {last}", most.join(", "))),
        (all, more) => Some(format!("also in lines {} and {more} more", all.join(", "))),
    }
}
