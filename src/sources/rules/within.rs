//! The part of a file that a rule looks at: all of it, or the functions with one name.

use super::braced;
use super::finding::{Finding, Place, likely, shortened};
use super::grammar::Grammar;
use super::source::{Node, Source};

/// The part of a file that a rule looks at.
pub(super) enum Part<'a> {
    /// All of it.
    Whole,
    /// The functions or methods with one name.
    Functions(Vec<Node<'a>>),
}

impl Part<'_> {
    /// Tells whether a node is in it.
    pub(super) fn contains(&self, node: Node) -> bool {
        match self {
            Self::Whole => true,
            Self::Functions(functions) => functions.iter().any(|function| function.contains(node)),
        }
    }

    /// Returns the place that stands for it in a finding.
    pub(super) fn place(&self) -> Option<Place> {
        match self {
            Self::Whole => None,
            Self::Functions(functions) => {
                functions.first().map(|function| name(*function).unwrap_or(*function).place())
            }
        }
    }
}

/// Returns the part, or the finding that there is no function with this name.
pub(super) fn part<'a>(source: &'a Source, function: Option<&str>) -> Result<Part<'a>, Box<Finding>> {
    let Some(written) = function else { return Ok(Part::Whole) };
    let wanted = written.rsplit(['.', ':']).next().unwrap_or(written);
    let grammar = source.grammar();
    let all = source.nodes().filter(|node| grammar.is_function(node.kind()) && node.field("body").is_some());
    let named: Vec<(Node, &str)> = all.filter_map(|node| Some((node, name(node)?.text()))).collect();
    let found: Vec<Node> = named.iter().filter(|(_, name)| *name == wanted).map(|(node, _)| *node).collect();
    if !found.is_empty() {
        return Ok(Part::Functions(found));
    }
    let message = format!("`{}` is not defined in `{}`", shortened(written), source.name());
    let near = likely(wanted, named.iter().map(|(_, name)| *name));
    let note = near.map(|near| format!("`{}` is defined: is the name misspelled?", shortened(near)));
    Err(Box::new(Finding::new(None, message).with_note(note).suspected_if(source.is_broken())))
}

/// Returns the words that say in which function.
pub(super) fn words(function: Option<&str>) -> String {
    function.map(|name| format!(" in `{name}`")).unwrap_or_default()
}

/// Returns the name of a function; that of a lambda is the variable to which it is assigned.
pub(super) fn name(function: Node<'_>) -> Option<Node<'_>> {
    match function.grammar() {
        Grammar::Python if function.is("lambda") => {
            let assignment = function.parent().filter(|parent| parent.is("assignment"))?;
            assignment.field("left").filter(|left| left.is("identifier"))
        }
        Grammar::Python => function.field("name"),
        Grammar::C | Grammar::Cpp | Grammar::Java | Grammar::JavaScript => braced::name_of(function),
    }
}
