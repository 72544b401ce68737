//! Whether a definition has the required shape: its parameters, its types, its bases.

use super::super::finding::{Finding, shortened};
use super::super::grammar::Grammar;
use super::super::source::Source;
use super::defines::together;
use super::definitions::{Definition, Function, Parameter, What};
use super::prototype::{Asked, Prototype};
use super::types;

/// Returns what is wrong with a definition of the right name.
pub(super) fn wrong(asked: &Prototype, found: &Definition, source: &Source) -> Option<Finding> {
    let name = shortened(&asked.path());
    let at = |message: String| Some(Finding::new(Some(found.node.place()), message));
    match (&asked.asked, &found.what) {
        (Asked::Any, _) => None,
        (Asked::Class { word, modifiers, bases }, What::Class { word: own, bases: of, modifiers: has }) => {
            if !are_alike(word, own, source.grammar()) {
                return at(format!("`{name}` is {}; {} is asked for", with_article(own), with_article(word)));
            }
            if let Some(missing) = modifiers.iter().find(|word| !has.contains(&word.as_str())) {
                return at(format!("the {own} `{name}` is not `{missing}`"));
            }
            let missing: Vec<&String> = bases.iter().filter(|base| !of.contains(&base.as_str())).collect();
            let from = if of.is_empty() { "nothing".to_owned() } else { together(of) };
            let wanted = together(&missing);
            let message =
                format!("the {own} `{name}` is derived from {from}; it must be derived from {wanted}");
            if missing.is_empty() { None } else { at(message) }
        }
        (Asked::Class { word, .. }, What::Function(_)) => {
            at(format!("`{name}` is a function; {} is asked for", with_article(word)))
        }
        // What a variable holds is not looked at.
        (Asked::Class { .. } | Asked::Counted(_) | Asked::Typed { .. }, What::Value) => None,
        (Asked::Counted(_) | Asked::Typed { .. }, What::Class { word, .. }) => {
            let takes_nothing = match &asked.asked {
                Asked::Counted(names) => names.is_empty(),
                Asked::Typed { parameters, .. } => parameters.is_empty(),
                Asked::Any | Asked::Class { .. } => false,
            };
            let message = format!("the {word} `{name}` has no constructor; asked for: `{asked}`");
            if takes_nothing { None } else { at(message) }
        }
        (Asked::Counted(_) | Asked::Typed { .. }, What::Function(function)) => {
            let is_header = source.name().ends_with('h') || source.name().ends_with("hpp");
            let needs_body = source.grammar().has_preprocessor() && found.classes == 0 && !is_header;
            let problem = match &asked.asked {
                _ if function.is_guess => None,
                Asked::Counted(names) => miscounted(names, function),
                Asked::Typed { modifiers, returns, parameters } => {
                    unlike(modifiers, returns.as_deref(), parameters, function, source.grammar())
                }
                Asked::Any | Asked::Class { .. } => None,
            };
            let undone = (needs_body && !function.has_body)
                .then_some(Problem::Of("is only declared here; write its body too".to_owned()));
            match problem.or(undone)? {
                Problem::Of(what) => at(format!("`{name}` {what}")),
                Problem::OfParameter(parameter, what) => {
                    at(format!("the parameter `{}` of `{name}` {what}", shortened(&parameter)))
                }
            }
        }
    }
}

/// What is wrong with a function.
enum Problem {
    /// Words that follow its name.
    Of(String),
    /// A parameter as it is written, and words that follow it.
    OfParameter(String, String),
}

/// Returns why a function cannot be called with so many arguments.
fn miscounted(asked: &[String], function: &Function) -> Option<Problem> {
    let least = function.parameters.iter().filter(|parameter| !parameter.has_default).count();
    let is_open = function.is_open;
    // Of an open function of Java, the last parameter stands for any number.
    let is_last_open = is_open && function.parameters.last().is_some_and(|last| last.text.contains("..."));
    let least = least - usize::from(is_last_open);
    if asked.len() >= least && (is_open || asked.len() <= function.parameters.len()) {
        return None;
    }
    let wanted = match asked {
        [] => "none".to_owned(),
        [one] => format!("one, `{one}`"),
        names => format!("{}, {}", names.len(), together(names)),
    };
    Some(Problem::Of(format!("{}; asked for: {wanted}", taken(&function.parameters))))
}

/// Returns what a function takes, in words.
fn taken(parameters: &[Parameter]) -> String {
    let written: Vec<&str> = parameters.iter().map(|parameter| parameter.text).collect();
    match written.as_slice() {
        [] => "takes no parameters".to_owned(),
        [one] => format!("takes one parameter, `{}`", shortened(one)),
        many if many.len() > 8 => format!("takes {} parameters", many.len()),
        many => format!("takes {} parameters, {}", many.len(), together(many)),
    }
}

/// Returns the first way in which a function is unlike what is asked for.
fn unlike(
    modifiers: &[String],
    returns: Option<&str>,
    parameters: &[String],
    function: &Function,
    grammar: Grammar,
) -> Option<Problem> {
    if let Some(missing) = modifiers.iter().find(|word| !function.modifiers.contains(&word.as_str())) {
        return Some(Problem::Of(format!("is not `{missing}`")));
    }
    if grammar == Grammar::JavaScript || parameters.len() != function.parameters.len() {
        return miscounted_types(parameters, function, grammar);
    }
    for (asked, own) in parameters.iter().zip(&function.parameters) {
        if !types::are_same(asked, &own.of_type, grammar.has_preprocessor()) {
            let what = format!("is {}; asked for: `{asked}`", a_type(&own.of_type));
            return Some(Problem::OfParameter(own.text.to_owned(), what));
        }
    }
    let own = function.returns.as_deref().filter(|own| *own != "auto");
    match (returns, own) {
        (Some(asked), Some(own)) if !types::are_same(asked, own, false) => {
            Some(Problem::Of(format!("gives back `{}`; asked for: `{asked}`", shortened(own))))
        }
        _ => None,
    }
}

fn miscounted_types(parameters: &[String], function: &Function, grammar: Grammar) -> Option<Problem> {
    if grammar == Grammar::JavaScript || function.parameters.iter().any(|it| it.has_default) {
        return miscounted(parameters, function);
    }
    let exact = Function { is_open: false, ..function.clone() };
    miscounted(parameters, &exact)
}

fn a_type(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} `{}`", shortened(name))
}

fn with_article(word: &str) -> String {
    let article = if word.starts_with(['i', 'e']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// Tells whether a word for a class is as good as another: in C++, `struct` and `class` are.
fn are_alike(asked: &str, own: &str, grammar: Grammar) -> bool {
    let is_either = |word: &str| matches!(word, "class" | "struct");
    asked == own || grammar == Grammar::Cpp && is_either(asked) && is_either(own)
}
