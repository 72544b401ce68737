//! Lays out two screens as rows around the place where they part.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::difference::{Kind, Piece, Row, Side, between_lines, changed, looks_like_board, shortened};
use super::transcript::ScreenLine;

/// How many rows are shown before the first difference.
const BEFORE: usize = 12;
/// How many rows are shown from the first difference on.
const AFTER: usize = 36;
/// How many lines are compared line by line: what follows the first difference by more is not shown anyway.
const WINDOW: usize = 200;
/// Rows that stand between differences are folded where there are more than these.
const BETWEEN: usize = 8;

/// The rows around the first difference of two screens and a description of it; nothing when no line
/// differs. `key` is what of a line counts.
pub(super) fn align(
    expected: &[ScreenLine],
    actual: &[ScreenLine],
    key: &dyn Fn(&ScreenLine) -> String,
) -> Option<(Kind, String, Option<usize>, Vec<Row>)> {
    let same = |(one, other): &(&ScreenLine, &ScreenLine)| one == other || key(one) == key(other);
    let start = expected.iter().zip(actual).take_while(same).count();
    if start == expected.len() && start == actual.len() {
        return None;
    }
    let expected_end = expected.len().min(start + WINDOW);
    let actual_end = actual.len().min(start + WINDOW);
    let expected_keys: Vec<String> = expected[start..expected_end].iter().map(key).collect();
    let actual_keys: Vec<String> = actual[start..actual_end].iter().map(key).collect();
    let ops = capture_diff_slices(Algorithm::Myers, &expected_keys, &actual_keys);
    let pair = Pair { expected: &expected[start..expected_end], actual: &actual[start..actual_end] };
    let (kind, sentence, typed_before) = pair.describe(&ops, &actual[..start]);

    let mut rows = Vec::new();
    let context = start.saturating_sub(BEFORE);
    if context > 0 {
        rows.push(folded(context));
    }
    rows.extend(actual[context..start].iter().map(|line| row(Side::Both, line, 0..0)));
    let mut rest = pair.rows(&ops);
    let unseen = actual.len() - actual_end;
    fold_between(&mut rest);
    let cut = rest.len().saturating_sub(AFTER);
    rest.truncate(AFTER);
    rows.extend(rest);
    if cut + unseen > 0 {
        rows.push(folded(cut + unseen));
    }
    Some((kind, sentence, typed_before, rows))
}

/// A row of one screen line, in which some characters are marked.
pub(super) fn row(side: Side, line: &ScreenLine, marked: Range<usize>) -> Row {
    let mut pieces = Vec::new();
    let mut at = 0;
    for piece in &line.pieces {
        let characters: Vec<char> = piece.text.chars().collect();
        let end = at + characters.len();
        let inside = |place: usize| place.clamp(at, end) - at;
        let (from, to) = (inside(marked.start), inside(marked.end));
        for (range, changed) in [(0..from, false), (from..to, true), (to..characters.len(), false)] {
            if !range.is_empty() {
                let text = characters[range].iter().collect();
                pieces.push(Piece { text, typed: piece.typed, changed });
            }
        }
        if characters.is_empty() {
            pieces.push(Piece { text: String::new(), typed: piece.typed, changed: false });
        }
        at = end;
    }
    Row { side, pieces, unfinished: line.unfinished }
}

/// A row that stands for others.
pub(super) fn folded(count: usize) -> Row {
    Row { side: Side::Folded(count), pieces: Vec::new(), unfinished: false }
}

/// The parts of two screens from the first difference on.
struct Pair<'a> {
    expected: &'a [ScreenLine],
    actual: &'a [ScreenLine],
}

impl Pair<'_> {
    fn rows(&self, ops: &[DiffOp]) -> Vec<Row> {
        let mut rows = Vec::new();
        for op in ops {
            let (expected, actual) = (op.old_range(), op.new_range());
            match op {
                DiffOp::Equal { .. } => {
                    rows.extend(self.actual[actual].iter().map(|line| row(Side::Both, line, 0..0)));
                }
                DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                    let marks: Vec<(Range<usize>, Range<usize>)> = expected
                        .clone()
                        .zip(actual.clone())
                        .map(|(one, other)| changed(&self.expected[one].text(), &self.actual[other].text()))
                        .collect();
                    for (index, line) in self.expected[expected].iter().enumerate() {
                        let marked = marks.get(index).map_or(0..usize::MAX, |(marked, _)| marked.clone());
                        rows.push(row(Side::Expected, line, marked));
                    }
                    for (index, line) in self.actual[actual].iter().enumerate() {
                        let marked = marks.get(index).map_or(0..usize::MAX, |(_, marked)| marked.clone());
                        rows.push(row(Side::Actual, line, marked));
                    }
                }
            }
        }
        rows
    }

    /// The first difference: its kind, a sentence, and how many lines had been typed before it.
    fn describe(&self, ops: &[DiffOp], before: &[ScreenLine]) -> (Kind, String, Option<usize>) {
        let Some(op) = ops.iter().find(|op| !matches!(op, DiffOp::Equal { .. })) else {
            return (Kind::Extra, "there is more output than expected".to_owned(), None);
        };
        let expected = self.expected.get(op.old_range().start).filter(|_| !op.old_range().is_empty());
        let actual = self.actual.get(op.new_range().start).filter(|_| !op.new_range().is_empty());
        let typed_before = self.actual.get(op.new_range().start).map(|line| line.typed_before);
        let (kind, sentence) = match (expected, actual) {
            (Some(one), Some(other)) => self.describe_pair(op, one, other, before),
            (Some(missing), None) => self.describe_missing(ops, &missing.text()),
            (None, Some(extra)) => self.describe_extra(ops, &extra.text()),
            (None, None) => (Kind::Extra, "there is more output than expected".to_owned()),
        };
        (kind, sentence, typed_before)
    }

    fn describe_pair(
        &self,
        op: &DiffOp,
        expected: &ScreenLine,
        actual: &ScreenLine,
        before: &[ScreenLine],
    ) -> (Kind, String) {
        let (one, other) = (expected.text(), actual.text());
        let printed: String = expected.pieces.iter().filter(|piece| !piece.typed).map(|p| p.text.as_str()).collect();
        let asks = expected.pieces.iter().any(|piece| piece.typed);
        if asks && !actual.pieces.iter().any(|piece| piece.typed) && other.trim_end() == printed.trim_end() {
            let shown = shortened(printed.trim_end());
            return (Kind::Whitespace, format!("a newline follows the prompt `{shown}`: what is typed must stand on its line"));
        }
        if one == other && expected.unfinished != actual.unfinished {
            let much = if actual.unfinished { "missing" } else { "too much" };
            return (Kind::Whitespace, format!("the newline at the end of the output is {much}"));
        }
        let at = op.old_range().start;
        let above = at.checked_sub(1).map(|above| self.expected[above].text()).or(before.last().map(ScreenLine::text));
        let below = self.expected.get(at + 1).map(ScreenLine::text);
        let is_board = looks_like_board(&one, [above.as_deref(), below.as_deref()]);
        between_lines(&one, &other, is_board)
    }

    fn describe_missing(&self, ops: &[DiffOp], line: &str) -> (Kind, String) {
        if line.trim().is_empty() {
            return (Kind::Whitespace, "an empty line is missing".to_owned());
        }
        let shown = shortened(line);
        let comes_later = self.actual_only(ops).any(|other| other.text() == line);
        if comes_later && self.expected.iter().filter(|other| other.text() == line).count() == 1 {
            return (Kind::Order, format!("the line `{shown}` comes too late"));
        }
        (Kind::Missing, format!("the line `{shown}` is missing"))
    }

    fn describe_extra(&self, ops: &[DiffOp], line: &str) -> (Kind, String) {
        if line.trim().is_empty() {
            return (Kind::Whitespace, "there is an extra empty line".to_owned());
        }
        let shown = shortened(line);
        let mut expected_only = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })).flat_map(DiffOp::old_range);
        let comes_later = expected_only.any(|at| self.expected[at].text() == line);
        if comes_later && self.expected.iter().filter(|other| other.text() == line).count() == 1 {
            return (Kind::Order, format!("the line `{shown}` comes too early"));
        }
        (Kind::Extra, format!("the line `{shown}` should not be there"))
    }

    fn actual_only(&self, ops: &[DiffOp]) -> impl Iterator<Item = &ScreenLine> {
        let changes = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
        changes.flat_map(DiffOp::new_range).map(|at| &self.actual[at])
    }
}

/// Folds long runs of rows that are the same on both sides.
fn fold_between(rows: &mut Vec<Row>) {
    let mut kept: Vec<Row> = Vec::with_capacity(rows.len());
    let mut run: Vec<Row> = Vec::new();
    let flush = |run: &mut Vec<Row>, kept: &mut Vec<Row>, is_last: bool| {
        if run.len() > BETWEEN {
            let tail = if is_last { 0 } else { 3 };
            let hidden = run.len() - 3 - tail;
            let last = run.split_off(run.len() - tail);
            run.truncate(3);
            kept.append(run);
            kept.push(folded(hidden));
            kept.extend(last);
            run.clear();
        } else {
            kept.append(run);
        }
    };
    for row in rows.drain(..) {
        if row.side == Side::Both {
            run.push(row);
        } else {
            flush(&mut run, &mut kept, false);
            kept.push(row);
        }
    }
    flush(&mut run, &mut kept, true);
    *rows = kept;
}
