//! What went wrong first in a scenario, without what differs from scenario to scenario.

mod asked_for;
mod common;
pub(super) mod decisive;
mod elsewhere;
pub(super) mod first_rows;
mod one_for_all;
mod output_lines;
pub(super) mod remedy;
mod rivals;
pub(super) mod template;
pub(super) mod worded;

use std::sync::LazyLock;

use regex::Regex;

use crate::compare::difference::{Kind, Row, Side};
use crate::compare::{Annotation, Judgement, Origin, Verdict};
use crate::untrusted::{Text, Untrusted};
pub use common::{Common, CommonByProgram};
use first_rows::{first_pair, printed, typed};
use template::{Fragments, Template};

/// What went wrong first. Scenarios of one submission that have the same are told together.
#[derive(Clone, Debug)]
pub struct Cause {
    first: First,
    /// The line that is expected where it went wrong. It makes no other cause.
    missing: Option<Template>,
    /// The function that a session called, or the file that is wrong.
    called: Option<Untrusted>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum First {
    /// The program ended with an error of this class, at this line of its source.
    Error { file: Untrusted, line: Option<usize>, class: Untrusted },
    /// Nothing was printed.
    Silence,
    /// A function answered something else: what is expected and what came, as far as it does not differ from call to call.
    Answer { relation: Untrusted },
    /// One line differs: what is missing in it, what stands there instead, and the word before that.
    Lines { kind: Kind, before: Template, missing: Option<Template>, extra: Option<Template> },
    /// Another event came than the one that is expected, or none, or one too many: their names.
    Events { expected: Option<String>, found: Option<String> },
    /// All that was printed is right, but it asked for more than there is, after this line.
    Asked { after: Option<Template> },
    /// It ended in another way, after this line; an error without a place in the source is told apart by its words.
    End { verdict: Verdict, said: Option<Untrusted>, after: Option<Template> },
}

/// The topic of programs that printed nothing.
pub const SILENCE: &str = "silence";

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        (&self.first, &self.called) == (&other.first, &other.called)
    }
}

impl Cause {
    /// What submissions that make the same mistake have in common: not the line of an error.
    pub fn topic(&self) -> Untrusted {
        let first = match &self.first {
            First::Silence => return SILENCE.into(),
            First::Error { class, .. } => {
                let missing = self.missing.as_ref().map(Template::text).unwrap_or_default();
                Untrusted::concat(&[&"error ", class, &" for ", &missing])
            }
            First::Answer { relation } => Untrusted::concat(&[&"answer ", relation]),
            First::Lines { kind, before, missing, extra } => {
                let part = |part: &Option<Template>| part.as_ref().map(Template::text).unwrap_or_default();
                Untrusted::concat(&[
                    &format!("{} after ", kind.words()),
                    &before.text(),
                    &" without ",
                    &part(missing),
                    &" with ",
                    &part(extra),
                ])
            }
            First::Events { expected, found } => {
                let name = |event: &Option<String>| event.as_deref().unwrap_or("nothing").to_owned();
                format!("{} in the place of {}", name(found), name(expected)).into()
            }
            First::Asked { after } => {
                Untrusted::concat(&[&"asked after ", &after.as_ref().map(Template::text).unwrap_or_default()])
            }
            First::End { verdict, after, .. } => {
                let after = after.as_ref().map(Template::text).unwrap_or_default();
                Untrusted::concat(&[&format!("{verdict} after "), &after])
            }
        };
        match &self.called {
            Some(called) => Untrusted::concat(&[&first, &" in ", called]),
            None => first,
        }
    }
}

impl Judgement {
    /// What went wrong first; `None` if nothing did, or if nothing is known that other scenarios could have in common.
    /// `common` has what is expected in every scenario.
    pub fn cause(&self, common: &Common) -> Option<Cause> {
        if !self.ran || self.share.is_some() {
            return None;
        }
        let rows = self.difference.as_ref().map_or(&[][..], |difference| &difference.rows);
        let first = match self.verdict {
            // The same words of a test are the same cause.
            Verdict::WrongAnswer | Verdict::RuntimeError if self.by_test && self.place().is_none() => {
                First::Answer { relation: self.reasons.first()?.clone() }
            }
            Verdict::WrongAnswer if self.only_asked(rows) => {
                First::Asked { after: last_of(Side::Both, rows, common) }
            }
            Verdict::WrongAnswer if self.wrong_file.is_some() && self.difference.is_none() => {
                First::Answer { relation: relation(self.reasons.first()?) }
            }
            Verdict::WrongAnswer => match self.lines(rows, common)? {
                First::Silence => First::Silence,
                // The same complaint of a checker is the same cause.
                _ if self.by_checker => First::Answer { relation: relation(self.reasons.first()?) },
                lines => lines,
            },
            Verdict::RuntimeError | Verdict::EndlessLoop => match self.place() {
                Some(place) => First::Error {
                    file: place.file.clone(),
                    line: place.line,
                    class: place.message.map(|message| message.split(':').next().unwrap_or_default().into()),
                },
                None => First::End {
                    verdict: self.verdict,
                    said: self.reasons.first().map(relation),
                    after: last_of(Side::Both, rows, common),
                },
            },
            Verdict::Exceeded(_) => {
                First::End { verdict: self.verdict, said: None, after: last_of(Side::Both, rows, common) }
            }
            Verdict::NoResult => First::End { verdict: self.verdict, said: None, after: None },
            Verdict::Accepted
            | Verdict::InvalidSubmission
            | Verdict::ToBeMarked
            | Verdict::Marked
            | Verdict::NotGraded => return None,
        };
        let called = called(rows).filter(|_| !self.by_test);
        let first = match (first, &called, &self.difference) {
            (
                First::Lines { kind: Kind::Wording | Kind::Number | Kind::BoardCell, .. },
                Some(_),
                Some(difference),
            ) => First::Answer { relation: relation(&difference.sentence) },
            (first, ..) => first,
        };
        // The same error has the same cause, whatever was called; so has a session that gives something that is no answer.
        let is_alike = matches!(first, First::Error { .. } | First::End { verdict: Verdict::NoResult, .. });
        let called = self.wrong_file.clone().map(Untrusted::from).or(called);
        let typed = typed(rows);
        let missing = first_pair(rows)[0].map(printed);
        let missing = missing.map(|line| Template::new(&line, &common.typed(&line, &typed)));
        Some(Cause { first, missing, called: called.filter(|_| !is_alike) })
    }

    /// The line of the source where the program ended.
    fn place(&self) -> Option<&Annotation> {
        self.annotations
            .iter()
            .find(|one| matches!(one.origin, Origin::Traceback | Origin::Loop | Origin::Sanitizer))
    }

    /// Whether nothing is wrong but that the program asked for more lines than there are.
    fn only_asked(&self, rows: &[Row]) -> bool {
        self.asked_beyond_end && !rows.iter().any(|row| row.side == Side::Actual)
    }

    fn lines(&self, rows: &[Row], common: &Common) -> Option<First> {
        let difference = self.difference.as_ref()?;
        let is_printed =
            |row: &Row| matches!(row.side, Side::Actual | Side::Both) && !printed(row).is_empty();
        if !rows.iter().any(is_printed) {
            return Some(First::Silence);
        }
        if let Some([expected, found]) = difference.events.clone() {
            return Some(First::Events { expected, found });
        }
        let kind = difference.kind;
        let typed = typed(rows);
        let [expected, actual] = first_pair(rows).map(|row| row.map(printed));
        let typed = common.typed(expected.as_deref().unwrap_or_default(), &typed);
        let template = |text: &str| Template::new(text, &typed);
        if let (Some(expected), Some(actual)) = (&expected, &actual)
            && (template(expected).has_words() || template(actual).has_words())
        {
            let fragments = Fragments::of(expected, actual);
            let part = |part: &str| Template::of_part(part, &typed);
            return Some(First::Lines {
                kind,
                before: part(fragments.just_before(&typed).0.text),
                missing: Some(part(fragments.missing)),
                extra: Some(part(fragments.extra)),
            });
        }
        let [missing, extra] = [expected, actual].map(|line| line.as_deref().map(template));
        Some(First::Lines { kind, before: template(""), missing, extra })
    }
}

fn last_of(side: Side, rows: &[Row], common: &Common) -> Option<Template> {
    let line = printed(rows.iter().rev().find(|row| row.side == side)?);
    Some(Template::new(&line, &common.typed(&line, &typed(rows))))
}

/// The function that is called last in a session before the first difference: `is_prime` in
/// `>>> [is_prime(number) for number in numbers]`, and `drop` in `>>> board.drop(3)`, whatever the board is called. A
/// line that calls nothing shows what an earlier one did.
fn called(rows: &[Row]) -> Option<Untrusted> {
    let before = rows.iter().take_while(|row| !matches!(row.side, Side::Expected | Side::Actual));
    let typed: Vec<String> = before
        .filter_map(|row| {
            let text: String = row.pieces.iter().map(|piece| piece.text.expose()).collect();
            text.strip_prefix(">>> ").map(str::to_owned)
        })
        .collect();
    let last = typed.last()?;
    let called = typed.iter().rev().find_map(|source| {
        let mut names = CALL.captures_iter(source).map(|call| call[1].to_owned());
        names.find(|name| is_own(name))
    });
    Some(called.unwrap_or_else(|| last.clone()).into())
}

/// A call in a line of Python.
static CALL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"([\p{L}_][\p{L}\p{N}_]*)\(").expect("the pattern is part of the program"));

/// Whether a called name is none of Python's own.
fn is_own(name: &str) -> bool {
    const OF_PYTHON: [&str; 12] = [
        "print",
        "len",
        "list",
        "str",
        "repr",
        "type",
        "sorted",
        "isinstance",
        "int",
        "range",
        "sum",
        "tuple",
    ];
    !OF_PYTHON.contains(&name)
}

/// A sentence about an answer without the place in it and without values, but for those that are the same again and
/// again: `True`, `False` and `None`.
fn relation(sentence: &Untrusted) -> Untrusted {
    sentence.map(|sentence| {
        let about = match sentence.split_once(", ") {
            Some((place, about)) if place.starts_with("at ") => about,
            _ => sentence,
        };
        VALUE
            .replace_all(about, |found: &regex::Captures| match &found[0] {
                same @ ("`True`" | "`False`" | "`None`") => same.to_owned(),
                _ => "#".to_owned(),
            })
            .into_owned()
    })
}

/// A value in a sentence, between backticks or single quotes, or a number.
static VALUE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"`[^`]*`|'[^']*'|[0-9]+").expect("the pattern is part of the program"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_differ_in_the_same_way_are_alike() {
        let same = |one: &str, other: &str| relation(&one.into()) == relation(&other.into());
        assert!(same("at [0], expected `False`, got `True`", "expected `False`, got `True`"));
        assert!(same("at [4], expected 'XO.', got '.O.'", "at [1], expected 'X..', got '...'"));
        assert!(!same("expected `False`, got `True`", "expected `True`, got `False`"));
        assert!(!same(
            "expected a list, `[1]`, got a bool, `True`",
            "expected a list, `[1]`, got a str, `'x'`"
        ));
    }
}
