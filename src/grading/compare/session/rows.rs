//! The lines of a session as their language shows them, as rows of a report.

use yardstick_reference::{Answer, Value};

use crate::compare::difference::{Difference, Kind, Row, Side, changed};
use crate::compare::layout::rows::{row, some_rows};
use crate::compare::layout::transcript::{ScreenLine, ScreenPiece, plain_lines};
use crate::session::Notation;
use crate::trace::SessionTrace;
use crate::untrusted::{Text, Untrusted};

/// Returns the session up to a line, with its prompt, as its language would show it.
pub(crate) fn transcript(
    notation: Notation,
    sources: &[String],
    trace: &SessionTrace,
    until: usize,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, source) in sources.iter().enumerate().take(until + 1) {
        rows.extend(prompted(source).map(|line| row(Side::Both, &line, 0..0)));
        if index < until
            && let Some(answer) = trace.answers.get(index)
        {
            rows.extend(some_rows(Side::Both, &shown_lines(notation, answer), 0, &|_| None));
        }
    }
    rows
}

/// Returns a typed line with prompts.
pub(crate) fn prompted(source: &str) -> impl Iterator<Item = ScreenLine> {
    source.lines().enumerate().map(|(number, source)| {
        let prompt = if number == 0 { ">>> " } else { "... " };
        let pieces = [(prompt, false), (source, true)];
        let pieces = pieces.map(|(text, typed)| ScreenPiece { text: text.to_owned(), typed }).to_vec();
        ScreenLine { pieces, ..ScreenLine::plain("") }
    })
}

pub(crate) fn shown_lines<T: Text + From<String>>(notation: Notation, answer: &Answer<T>) -> Vec<ScreenLine> {
    match (&answer.value, &answer.raised) {
        (Some(value), None) if *value != Value::None => {
            let value = laid_out(notation, value);
            plain_lines(answer.printed.expose().lines().chain(value.iter().map(String::as_str)))
        }
        _ => plain_lines(notation.under_prompt(answer).expose().lines()),
    }
}

/// Writes a value on several lines: one for each row of a board.
pub(crate) fn laid_out(notation: Notation, value: &Value) -> Vec<String> {
    let Value::List(rows) = value else { return vec![notation.told(value)] };
    let is_text = rows.len() > 1 && rows.iter().all(|row| matches!(row, Value::Str(text) if text.len() > 1));
    let is_nested =
        rows.len() > 1 && rows.iter().all(|row| matches!(row, Value::List(cells) if !cells.is_empty()));
    if !is_text && !is_nested {
        return vec![notation.told(value)];
    }
    let last = rows.len() - 1;
    let [open, close] = if notation.is_native() { ["{", "}"] } else { ["[", "]"] };
    let line = |(index, row): (usize, &Value)| {
        let start = if index == 0 { open } else { " " };
        let end = if index == last { close } else { "," };
        format!("{start}{}{end}", notation.told(row))
    };
    rows.iter().enumerate().map(line).collect()
}

/// Returns the expected lines, then the actual ones; differing lines are marked.
pub(crate) fn pair_rows(expected: &[ScreenLine], actual: &[ScreenLine]) -> Vec<Row> {
    let texts = || expected.iter().zip(actual).map(|(one, other)| (one.text(), other.text()));
    let first = texts().take_while(|(one, other)| one == other).count();
    let marks: Vec<_> = texts().map(|(one, other)| changed(&one, &other)).collect();
    let side = |side: Side, lines: &[ScreenLine], of: fn(&Marks) -> std::ops::Range<usize>| -> Vec<Row> {
        some_rows(side, lines, first, &|at| marks.get(at).map(of))
    };
    let mut rows = side(Side::Expected, expected, |marks| marks.0.clone());
    rows.extend(side(Side::Actual, actual, |marks| marks.1.clone()));
    rows
}

type Marks = (std::ops::Range<usize>, std::ops::Range<usize>);

pub(crate) fn contrast(
    kind: Kind,
    sentence: impl Into<Untrusted>,
    expected: &str,
    actual: &Untrusted,
) -> Difference {
    let rows = pair_rows(&plain_lines(expected.lines()), &plain_lines(actual.expose().lines()));
    Difference::new(kind, sentence.into(), rows)
}
