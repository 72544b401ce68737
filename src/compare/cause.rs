//! What went wrong first in a scenario, without what differs from scenario to scenario.

use super::difference::{Kind, Row, Side};
use super::{Judgement, Origin, Verdict};
use crate::untrusted::{Text, Untrusted};

/// What went wrong first. Scenarios of one submission that have the same are told together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    first: First,
    /// The function that a session called, if it was one.
    called: Option<Untrusted>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum First {
    /// The program ended with an error of this class, at this line of its source.
    Error { file: Untrusted, line: Option<usize>, class: Untrusted },
    /// Nothing was printed.
    Silence,
    /// These lines differ: the expected one and the printed one.
    Lines { kind: Kind, expected: Option<Template>, printed: Option<Template> },
    /// It ended in another way, after this line.
    End { verdict: Verdict, after: Option<Template> },
}

/// A line without its numbers and single letters, which differ from game to game. All rows of boards are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template(Untrusted);

impl Template {
    pub(super) fn new(line: &str) -> Self {
        let words = || words(line);
        let has_words = words().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
        if !has_words && !line.trim().is_empty() {
            return Self("a row".into());
        }
        let constant = |word| if is_variable(word) { "#" } else { word };
        Self(words().map(constant).collect::<String>().into())
    }

    /// Whether it is more than a row of a board.
    pub(super) fn has_words(&self) -> bool {
        self.0.expose() != "a row" && !self.0.expose().trim().is_empty()
    }
}

/// The words of a line, and what stands between them.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_inside = |character: char| character.is_alphanumeric();
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c: char| is_inside(c) != is_inside(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

/// Whether a word differs from game to game: a number, or a capital letter such as the name of a player.
pub(super) fn is_variable(word: &str) -> bool {
    let mut characters = word.chars();
    let is_letter =
        matches!((characters.next(), characters.next()), (Some(only), None) if only.is_uppercase());
    is_letter || word.chars().all(|c| c.is_ascii_digit())
}

impl Judgement {
    /// What went wrong first; `None` if nothing did, or if nothing is known that other scenarios could have in common.
    pub(crate) fn cause(&self) -> Option<Cause> {
        if !self.ran || self.share.is_some() {
            return None;
        }
        let rows = self.difference.as_ref().map_or(&[][..], |difference| &difference.rows);
        let first = match self.verdict {
            Verdict::WrongAnswer => self.lines(rows)?,
            Verdict::RuntimeError => {
                match self.annotations.iter().find(|one| one.origin == Origin::Traceback) {
                    Some(place) => First::Error {
                        file: place.file.clone(),
                        line: place.line,
                        class: place
                            .message
                            .map(|message| message.split(':').next().unwrap_or_default().into()),
                    },
                    None => First::End { verdict: self.verdict, after: last_of(Side::Both, rows) },
                }
            }
            Verdict::Exceeded(_) => First::End { verdict: self.verdict, after: last_of(Side::Both, rows) },
            Verdict::Accepted
            | Verdict::NoResult
            | Verdict::InvalidSubmission
            | Verdict::ToBeMarked
            | Verdict::Marked
            | Verdict::NotGraded => return None,
        };
        // The same error has the same cause, whatever was called.
        let is_error = matches!(first, First::Error { .. });
        Some(Cause { first, called: called(rows).filter(|_| !is_error) })
    }

    fn lines(&self, rows: &[Row]) -> Option<First> {
        let kind = self.difference.as_ref()?.kind;
        let is_printed =
            |row: &Row| matches!(row.side, Side::Actual | Side::Both) && !printed(row).is_empty();
        if !rows.iter().any(is_printed) {
            return Some(First::Silence);
        }
        let template = |row: &Row| Template::new(&printed(row));
        let [expected, printed] = first_pair(rows).map(|row| row.map(template));
        Some(First::Lines { kind, expected, printed })
    }
}

/// The first expected row and the first printed row that differ, where there is one.
pub(super) fn first_pair(rows: &[Row]) -> [Option<&Row>; 2] {
    let from = rows.iter().position(|row| matches!(row.side, Side::Expected | Side::Actual));
    let differing = &rows[from.unwrap_or(rows.len())..];
    let stretch = differing.iter().take_while(|row| !matches!(row.side, Side::Both | Side::Folded(_)));
    let first = |side| stretch.clone().find(|row| row.side == side);
    [first(Side::Expected), first(Side::Actual)]
}

/// What was printed of a row: not what was typed.
pub(super) fn printed(row: &Row) -> String {
    row.pieces.iter().filter(|piece| !piece.typed).map(|piece| piece.text.expose()).collect()
}

fn last_of(side: Side, rows: &[Row]) -> Option<Template> {
    rows.iter().rev().find(|row| row.side == side).map(|row| Template::new(&printed(row)))
}

/// The function that the last typed line of a session calls: `check_win` in `>>> check_win(board, 'X')`.
fn called(rows: &[Row]) -> Option<Untrusted> {
    let typed = rows.iter().take_while(|row| row.side == Side::Both).filter_map(|row| {
        let text: String = row.pieces.iter().map(|piece| piece.text.expose()).collect();
        text.strip_prefix(">>> ").map(str::to_owned)
    });
    let source = typed.last()?;
    let called = source.split('(').next()?.rsplit([' ', '=']).next()?.to_owned();
    Some(called.into())
}
