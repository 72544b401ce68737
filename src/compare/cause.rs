//! What went wrong first in a scenario, without what differs from scenario to scenario.

use super::difference::{Kind, Row, Side};
use super::first_rows::{first_pair, printed, typed};
use super::template::{Fragments, Template};
use super::{Annotation, Judgement, Origin, Verdict};
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
    /// One line differs: what is missing in it, what stands there instead, and the word before that.
    Lines { kind: Kind, before: Template, missing: Option<Template>, extra: Option<Template> },
    /// All that was printed is right, but it asked for more than there is, after this line.
    Asked { after: Option<Template> },
    /// It ended in another way, after this line.
    End { verdict: Verdict, after: Option<Template> },
}

impl Judgement {
    /// What went wrong first; `None` if nothing did, or if nothing is known that other scenarios could have in common.
    pub(crate) fn cause(&self) -> Option<Cause> {
        if !self.ran || self.share.is_some() {
            return None;
        }
        let rows = self.difference.as_ref().map_or(&[][..], |difference| &difference.rows);
        let first = match self.verdict {
            Verdict::WrongAnswer if self.only_asked(rows) => {
                First::Asked { after: last_of(Side::Both, rows) }
            }
            Verdict::WrongAnswer => self.lines(rows)?,
            Verdict::RuntimeError | Verdict::EndlessLoop => match self.place() {
                Some(place) => First::Error {
                    file: place.file.clone(),
                    line: place.line,
                    class: place.message.map(|message| message.split(':').next().unwrap_or_default().into()),
                },
                None => First::End { verdict: self.verdict, after: last_of(Side::Both, rows) },
            },
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

    /// The line of the source where the program ended.
    fn place(&self) -> Option<&Annotation> {
        self.annotations.iter().find(|one| matches!(one.origin, Origin::Traceback | Origin::Loop))
    }

    /// Whether nothing is wrong but that the program asked for more lines than there are.
    fn only_asked(&self, rows: &[Row]) -> bool {
        self.asked_beyond_end && !rows.iter().any(|row| row.side == Side::Actual)
    }

    fn lines(&self, rows: &[Row]) -> Option<First> {
        let kind = self.difference.as_ref()?.kind;
        let is_printed =
            |row: &Row| matches!(row.side, Side::Actual | Side::Both) && !printed(row).is_empty();
        if !rows.iter().any(is_printed) {
            return Some(First::Silence);
        }
        let typed = typed(rows);
        let template = |text: &str| Template::new(text, &typed);
        let [expected, actual] = first_pair(rows).map(|row| row.map(printed));
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

fn last_of(side: Side, rows: &[Row]) -> Option<Template> {
    rows.iter().rev().find(|row| row.side == side).map(|row| Template::new(&printed(row), &typed(rows)))
}

/// The function that the last typed line of a session calls: `check_win` in `>>> check_win(board, 'X')`.
fn called(rows: &[Row]) -> Option<Untrusted> {
    let before = rows.iter().take_while(|row| !matches!(row.side, Side::Expected | Side::Actual));
    let typed = before.filter_map(|row| {
        let text: String = row.pieces.iter().map(|piece| piece.text.expose()).collect();
        text.strip_prefix(">>> ").map(str::to_owned)
    });
    let source = typed.last()?;
    let called = source.split('(').next()?.rsplit([' ', '=']).next()?.to_owned();
    Some(called.into())
}
