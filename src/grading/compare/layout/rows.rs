//! Arranges two screens as rows around their first difference.

use std::borrow::Cow;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff};

use super::emphasis::{marked_row, marks};
use super::transcript::{Key, ScreenLine, count};
use crate::compare::difference::{
    Kind, Piece, Row, Side, between_lines, changed, has_few_characters, looks_like_board, shortened,
};
use crate::untrusted::Untrusted;

/// The number of rows before the first difference.
const BEFORE: usize = 12;
/// The largest number of rows from the first difference on.
const AFTER: usize = 24;
/// The number of rows of an output without turns.
const WITHOUT_TURNS: usize = 16;
/// The largest number of consecutive lines of one side, if all of them differ.
const TOGETHER: usize = 40;
/// Equal rows are folded if there are more than this number in a row.
const BETWEEN: usize = 8;

/// The first difference of two screens.
pub(crate) struct Divergence {
    /// The kind of the difference.
    pub kind: Kind,
    /// A sentence about the difference.
    pub sentence: String,
    /// The number of lines that were typed before it, if it is on the actual screen.
    pub typed_before: Option<usize>,
    /// The rows around it.
    pub rows: Vec<Row>,
}

/// Finds the first difference of two screens; `None` if no line differs. `key` returns the compared part of a line.
///
/// The turn of the first difference is shown on both sides, and the rest is folded: after the first difference, all
/// later ones may only follow from it.
pub(crate) fn align(expected: &[ScreenLine], actual: &[ScreenLine], key: &Key) -> Option<Divergence> {
    let same = |(one, other): &(&ScreenLine, &ScreenLine)| key(one) == key(other);
    let start = expected.iter().zip(actual).take_while(same).count();
    if start == expected.len() && start == actual.len() {
        return None;
    }
    let pair = Pair {
        above: actual[..start].last(),
        expected: turn_from(expected, start),
        actual: turn_from(actual, start),
    };
    let expected_keys: Vec<Cow<str>> = pair.expected.iter().map(key).collect();
    let actual_keys: Vec<Cow<str>> = pair.actual.iter().map(key).collect();
    let ops = pair.ops(&expected_keys, &actual_keys);
    let (kind, sentence) = pair.describe(&ops);
    let typed_before = actual.get(start).or(expected.get(start)).map(|line| line.typed_before);

    let mut rows = Vec::new();
    let context = start.saturating_sub(BEFORE);
    if context > 0 {
        rows.push(folded(context));
    }
    rows.extend(actual[context..start].iter().map(|line| row(Side::Both, line, 0..0)));
    let rest = fold_between(&pair.planned(&ops));
    let cut = rest.len().saturating_sub(AFTER);
    rows.extend(rest.iter().take(AFTER).map(|planned| pair.row(planned)));
    let unseen = cut + count(&actual[start..]) - pair.actual.len();
    if unseen > 0 {
        rows.push(folded(unseen));
    }
    Some(Divergence { kind, sentence, typed_before, rows })
}

/// Returns the lines from `start` to the end of their turn.
fn turn_from(lines: &[ScreenLine], start: usize) -> &[ScreenLine] {
    let rest = &lines[start..];
    let has_turns = lines.iter().any(ScreenLine::ends_turn);
    match rest.iter().position(ScreenLine::ends_turn) {
        Some(end) => &rest[..=end],
        None if has_turns => rest,
        None => &rest[..rest.len().min(WITHOUT_TURNS)],
    }
}

/// Returns the screen around an event, or its end, with the expected text in that place.
pub(crate) fn excerpt(lines: &[ScreenLine], event: Option<&Range<usize>>, wanted: &[ScreenLine]) -> Vec<Row> {
    let covers = |line: &ScreenLine| event.is_some_and(|place| line.covers(place));
    let from = lines.iter().position(covers).unwrap_or(lines.len());
    let to = from + lines[from..].iter().take_while(|line| covers(line)).count();
    let start = from.saturating_sub(BEFORE);
    let above = count(&lines[..start]) + lines.get(start).map_or(0, |line| line.left_out);
    let mut rows = Vec::new();
    if above > 0 {
        rows.push(folded(above));
    }
    rows.extend(lines[start..from].iter().map(|line| row(Side::Both, line, 0..0)));
    let pairs: Vec<_> =
        wanted.iter().zip(&lines[from..to]).map(|(one, other)| changed(&one.text(), &other.text())).collect();
    rows.extend(some_rows(Side::Expected, wanted, 0, &|at| pairs.get(at).map(|(marked, _)| marked.clone())));
    let shown = &lines[from..to];
    rows.extend(some_rows(Side::Actual, shown, 0, &|at| pairs.get(at).map(|(_, marked)| marked.clone())));
    if to < lines.len() {
        rows.push(folded(count(&lines[to..])));
    }
    rows
}

/// Returns the rows of some lines; of very many lines, those around the one at `first`.
pub(crate) fn some_rows(
    side: Side,
    lines: &[ScreenLine],
    first: usize,
    marked: &dyn Fn(usize) -> Option<Range<usize>>,
) -> Vec<Row> {
    let start = if lines.len() > TOGETHER { first.saturating_sub(BEFORE).min(lines.len()) } else { 0 };
    let end = lines.len().min(start + TOGETHER);
    let shown = lines[start..end].iter().enumerate();
    let shown = shown.map(|(at, line)| row(side, line, marked(start + at).unwrap_or_default()));
    let fold = |lines: &[ScreenLine]| Some(folded(count(lines))).filter(|_| !lines.is_empty());
    fold(&lines[..start]).into_iter().chain(shown).chain(fold(&lines[end..])).collect()
}

/// The largest number of shown characters of a line.
const WIDEST: usize = 240;

/// Makes a row of a screen line with marked characters. Of a very long line, the part around the mark is shown.
pub(crate) fn row(side: Side, line: &ScreenLine, marked: Range<usize>) -> Row {
    let mut row = whole_row(side, line, marked.clone());
    let length: usize = row.pieces.iter().map(|piece| piece.text.length()).sum();
    if length > WIDEST {
        let start = if marked.is_empty() { 0 } else { marked.start.saturating_sub(WIDEST / 4) };
        row.pieces = window(&row.pieces, start..(start + WIDEST).min(length), length);
    }
    row
}

/// Returns the characters of some pieces inside a range, with dots for those outside.
fn window(pieces: &[Piece], range: Range<usize>, length: usize) -> Vec<Piece> {
    let dots = |wanted: bool| wanted.then(|| Piece { text: "…".into(), typed: false, changed: false });
    let mut kept: Vec<Piece> = dots(range.start > 0).into_iter().collect();
    let mut at = 0;
    for piece in pieces {
        let count = piece.text.length();
        let inside = |place: usize| place.clamp(at, at + count) - at;
        let (from, to) = (inside(range.start), inside(range.end));
        if from < to {
            kept.push(Piece { text: piece.text.part(from..to), ..piece.clone() });
        }
        at += count;
    }
    kept.extend(dots(range.end < length));
    kept
}

fn whole_row(side: Side, line: &ScreenLine, marked: Range<usize>) -> Row {
    let mut pieces = Vec::new();
    let mut at = 0;
    for piece in &line.pieces {
        let characters: Vec<char> = piece.text.chars().collect();
        let end = at + characters.len();
        let inside = |place: usize| place.clamp(at, end) - at;
        let (from, to) = (inside(marked.start), inside(marked.end));
        for (range, changed) in [(0..from, false), (from..to, true), (to..characters.len(), false)] {
            if !range.is_empty() {
                let text: String = characters[range].iter().collect();
                pieces.push(Piece { text: text.into(), typed: piece.typed, changed });
            }
        }
        if characters.is_empty() {
            pieces.push(Piece { text: Untrusted::default(), typed: piece.typed, changed: false });
        }
        at = end;
    }
    Row { side: line.pass.map_or(side, Side::Pass), pieces, unfinished: line.unfinished }
}

/// Makes a row that stands for others.
pub(crate) fn folded(count: usize) -> Row {
    Row { side: Side::Folded(count), pieces: Vec::new(), unfinished: false }
}

/// The parts of two screens from the first difference on.
struct Pair<'a> {
    /// The last line before it, which is equal on both sides.
    above: Option<&'a ScreenLine>,
    expected: &'a [ScreenLine],
    actual: &'a [ScreenLine],
}

/// A planned row: most rows of a long output are never built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Planned {
    /// A line that is equal on both sides.
    Both(usize),
    /// An expected line, and the printed line in its place.
    Expected(usize, Option<usize>),
    /// A printed line, and the expected line in its place.
    Actual(usize, Option<usize>),
    /// A number of folded rows.
    Folded(usize),
}

impl Planned {
    fn is_both(&self) -> bool {
        matches!(self, Self::Both(_))
    }
}

impl Pair<'_> {
    /// Returns the equal and the different lines: rows of a board in their order, all others by a diff.
    fn ops(&self, expected: &[Cow<str>], actual: &[Cow<str>]) -> Vec<DiffOp> {
        let rows = self.rows_in_order();
        let places: Vec<usize> = (0..rows).collect();
        let same = |at: &usize| expected[*at] == actual[*at];
        let stretches = places.chunk_by(|one, other| same(one) == same(other));
        let mut ops: Vec<DiffOp> = stretches
            .map(|stretch| {
                let (at, len) = (stretch[0], stretch.len());
                match same(&at) {
                    true => DiffOp::Equal { old_index: at, new_index: at, len },
                    false => DiffOp::Replace { old_index: at, old_len: len, new_index: at, new_len: len },
                }
            })
            .collect();
        ops.extend(capture_diff(
            Algorithm::Myers,
            expected,
            rows..expected.len(),
            actual,
            rows..actual.len(),
        ));
        ops
    }

    /// Returns how many rows of a board are at the start of both sides; 0 if the numbers differ or there is no board.
    /// Without this, a wrong row would be reported as missing if another row is equal to it.
    fn rows_in_order(&self) -> usize {
        if self.expected.is_empty() || !self.is_board(0) {
            return 0;
        }
        let width = |line: &ScreenLine| line.text().chars().count();
        let is_row = |line: &&ScreenLine| {
            !line.ends_turn() && width(line) == width(&self.expected[0]) && has_few_characters(&line.text())
        };
        let [expected, actual] =
            [self.expected, self.actual].map(|lines| lines.iter().take_while(is_row).count());
        if expected == actual { expected } else { 0 }
    }

    fn planned(&self, ops: &[DiffOp]) -> Vec<Planned> {
        let mut rows = Vec::with_capacity(self.expected.len() + self.actual.len());
        for op in ops {
            let (expected, actual) = (op.old_range(), op.new_range());
            match op {
                DiffOp::Equal { .. } => rows.extend(actual.map(Planned::Both)),
                DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                    let pairs = expected.len().min(actual.len());
                    let other = |at: usize, from: usize| (at < pairs).then_some(from + at);
                    let (one, two) = (expected.start, actual.start);
                    let lines = expected.enumerate();
                    rows.extend(lines.map(|(at, line)| Planned::Expected(line, other(at, two))));
                    let lines = actual.enumerate();
                    rows.extend(lines.map(|(at, line)| Planned::Actual(line, other(at, one))));
                }
            }
        }
        rows
    }

    fn row(&self, planned: &Planned) -> Row {
        match *planned {
            Planned::Both(line) => row(Side::Both, &self.actual[line], 0..0),
            Planned::Folded(count) => folded(count),
            Planned::Expected(line, None) => marked_row(Side::Expected, &self.expected[line], &[], false),
            Planned::Actual(line, None) => marked_row(Side::Actual, &self.actual[line], &[], false),
            Planned::Expected(line, Some(other)) => {
                let is_board = self.is_board(line);
                let (marks, _) = marks(&self.expected[line].text(), &self.actual[other].text(), is_board);
                marked_row(Side::Expected, &self.expected[line], &marks, is_board)
            }
            Planned::Actual(line, Some(other)) => {
                let is_board = self.is_board(other);
                let (_, marks) = marks(&self.expected[other].text(), &self.actual[line].text(), is_board);
                marked_row(Side::Actual, &self.actual[line], &marks, is_board)
            }
        }
    }

    /// Tells whether an expected line looks like a row of a board, between its neighbours.
    fn is_board(&self, at: usize) -> bool {
        let above = at.checked_sub(1).map(|above| &self.expected[above]).or(self.above).map(ScreenLine::text);
        let below = self.expected.get(at + 1).map(ScreenLine::text);
        !self.expected[at].ends_turn()
            && looks_like_board(&self.expected[at].text(), [above.as_deref(), below.as_deref()])
    }

    /// Describes the first difference: its kind, and a sentence.
    fn describe(&self, ops: &[DiffOp]) -> (Kind, String) {
        let first = ops.iter().find(|op| !matches!(op, DiffOp::Equal { .. }));
        let op = first.expect("the first lines of the two turns differ");
        match (&self.expected[op.old_range()], &self.actual[op.new_range()]) {
            ([], extra) => self.describe_extra(ops, extra),
            (missing, []) => self.describe_missing(ops, missing),
            ([one, ..], [other, ..]) => self.describe_pair(op, one, other),
        }
    }

    fn describe_pair(&self, op: &DiffOp, expected: &ScreenLine, actual: &ScreenLine) -> (Kind, String) {
        let (one, other) = (expected.text(), actual.text());
        let prompt = expected.printed_text();
        if expected.ends_turn() && prompt.is_empty() {
            let printed = actual.printed_text();
            return match printed.trim().is_empty() {
                true if !actual.ends_turn() => (Kind::Whitespace, "there is an extra empty line".to_owned()),
                true => between_lines(&prompt, &printed, false),
                // A question that nobody is to be asked, or a line.
                false => {
                    let kind = if actual.ends_turn() { Kind::Wording } else { Kind::Extra };
                    (kind, format!("`{}` should not be printed there", shortened(printed.trim_end())))
                }
            };
        }
        if expected.ends_turn() && !actual.ends_turn() && other.trim_end() == prompt.trim_end() {
            let shown = shortened(prompt.trim_end());
            let sentence =
                format!("a newline follows the prompt `{shown}`: what is typed must stand on its line");
            return (Kind::Whitespace, sentence);
        }
        if expected.ends_turn() && actual.ends_turn() && prompt != actual.printed_text() {
            return between_lines(&prompt, &actual.printed_text(), false);
        }
        if one == other && expected.unfinished != actual.unfinished {
            let much = if actual.unfinished { "missing" } else { "too much" };
            return (Kind::Whitespace, format!("the newline at the end of the output is {much}"));
        }
        let (kind, sentence) = between_lines(&one, &other, self.is_board(op.old_range().start));
        match expected.ends_turn() && !actual.ends_turn() && matches!(kind, Kind::Wording | Kind::Number) {
            true => (kind, unread(&prompt, &other)),
            false => (kind, sentence),
        }
    }

    fn describe_missing(&self, ops: &[DiffOp], lines: &[ScreenLine]) -> (Kind, String) {
        let line = lines[0].text();
        let comes_later = self.actual_only(ops).any(|other| other.text() == line);
        match lines {
            [_] if line.trim().is_empty() => (Kind::Whitespace, "an empty line is missing".to_owned()),
            [_] if comes_later && self.is_unique(&line) => {
                (Kind::Order, format!("the line `{}` comes too late", shortened(&line)))
            }
            [_] => (Kind::Missing, format!("the line `{}` is missing", shortened(&line))),
            several => (Kind::Missing, format!("{} lines are missing", several.len())),
        }
    }

    fn describe_extra(&self, ops: &[DiffOp], lines: &[ScreenLine]) -> (Kind, String) {
        let line = lines[0].text();
        let mut expected_only = changes(ops).flat_map(DiffOp::old_range);
        let comes_later = expected_only.any(|at| self.expected[at].text() == line);
        match lines {
            [_] if line.trim().is_empty() => (Kind::Whitespace, "there is an extra empty line".to_owned()),
            [_] if comes_later && self.is_unique(&line) => {
                (Kind::Order, format!("the line `{}` comes too early", shortened(&line)))
            }
            [_] => (Kind::Extra, format!("the line `{}` should not be there", shortened(&line))),
            several => (Kind::Extra, format!("there are {} lines that should not be there", count(several))),
        }
    }

    fn is_unique(&self, line: &str) -> bool {
        self.expected.iter().filter(|other| other.text() == line).count() == 1
    }

    fn actual_only(&self, ops: &[DiffOp]) -> impl Iterator<Item = &ScreenLine> {
        changes(ops).flat_map(DiffOp::new_range).map(|at| &self.actual[at])
    }
}

/// Describes a line that is printed where a line should be read behind a prompt: nobody should print what is typed.
fn unread(prompt: &str, printed: &str) -> String {
    let [shown, printed_shown] = [prompt.trim_end(), printed].map(shortened);
    match printed.strip_prefix(prompt.trim_end()) {
        Some(_) => format!("after the prompt `{shown}` a line should be read, printed `{printed_shown}`"),
        None => format!("expected the prompt `{shown}`, printed `{printed_shown}`"),
    }
}

fn changes(ops: &[DiffOp]) -> impl Iterator<Item = &DiffOp> {
    ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }))
}

/// Folds long runs of equal rows.
fn fold_between(rows: &[Planned]) -> Vec<Planned> {
    const KEPT: usize = 3;
    let mut kept = Vec::with_capacity(rows.len());
    for run in rows.chunk_by(|one, other| one.is_both() == other.is_both()) {
        if run[0].is_both() && run.len() > BETWEEN {
            kept.extend_from_slice(&run[..KEPT]);
            kept.push(Planned::Folded(run.len() - 2 * KEPT));
            kept.extend_from_slice(&run[run.len() - KEPT..]);
        } else {
            kept.extend_from_slice(run);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(expected: &[&str], actual: &[&str]) -> String {
        let lines = |texts: &[&str]| texts.iter().map(|text| ScreenLine::plain(text)).collect::<Vec<_>>();
        align(&lines(expected), &lines(actual), &ScreenLine::text).unwrap().sentence
    }

    #[test]
    fn a_wrong_row_of_a_board_is_not_reported_as_missing() {
        let expected = ["|.|.|", "|O|.|", "|X|.|", "Your turn"];
        assert_eq!(
            sentence(&expected, &["|.|.|", "|X|.|", "|X|.|", "Your turn"]),
            "one cell of the board differs: character 2 of this row must be `O` and is `X`"
        );
        assert_eq!(sentence(&expected, &["|.|.|", "|X|.|", "Your turn"]), "the line `|O|.|` is missing");
    }
}
