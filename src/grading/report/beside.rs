//! A dialogue beside the expected one, for terminals that are wide enough.

use std::io;

use anstream::adapter::strip_str;
use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::line::{DIM, Line};
use crate::compare::{PairedLine, PairedRow, Side, SideBySide};

/// A narrower terminal shows the expected rows above the printed ones instead.
pub(super) const NARROWEST: usize = 110;
/// The number of turns that are shown before the turn with the first difference.
const BEFORE: usize = 1;
/// The most rows that are shown from the first difference on.
const AFTER: usize = 24;
/// If more rows than this are the same on both sides and stand together, they are folded.
const TOGETHER: usize = 8;
/// The number of rows that stay visible at each end of folded rows.
const ENDS: usize = 3;
/// A board with more rows than this is folded too.
const TALLEST: usize = 16;
/// The number of columns before the left side, and between the sides.
const MARGIN: usize = 4;
const BETWEEN: usize = 5;

const HEADS: [&str; 2] = ["expected", "printed by the program"];

/// One line of the layout.
enum Laid {
    /// A row: its two sides in colour, and whether they differ.
    Sides { expected: String, actual: String, differs: bool, is_board: bool },
    /// A line that stands for this many rows.
    Folded(usize),
}

/// A dialogue beside the expected one, laid out in lines.
pub(super) struct Beside {
    rows: Vec<Laid>,
    /// The width of the left side in columns.
    left: usize,
    before: usize,
    after: usize,
}

impl Beside {
    /// Lays a dialogue out; `None` if it does not fit into this many columns: lines are never cut off.
    pub(super) fn fitting(dialogue: &SideBySide, columns: usize) -> Option<Self> {
        let open = dialogue.parts_at.saturating_sub(BEFORE);
        let end = (dialogue.parts_at + 1).min(dialogue.turns.len());
        let shown = dialogue.turns[open.min(end)..end].iter().flat_map(|turn| &turn.rows);
        let rows = folded(shown.map(laid).collect());
        let widest =
            |side: fn(&Laid) -> &str| rows.iter().map(|row| width(side(row))).max().unwrap_or_default();
        let left = widest(Laid::expected).max(HEADS[0].width());
        let right = widest(Laid::actual).max(HEADS[1].width());
        let fits = columns >= NARROWEST && MARGIN + left + BETWEEN + right <= columns;
        let (before, after) = (dialogue.before + open, dialogue.after + dialogue.turns.len() - end);
        // The right side begins at the same column on every page, if there is enough room.
        let left = left.max((columns.saturating_sub(MARGIN + BETWEEN) / 2).min(MOST_LEFT));
        fits.then_some(Self {
            rows,
            left: left.min(columns.saturating_sub(MARGIN + BETWEEN + right)),
            before,
            after,
        })
    }

    /// Writes the lines.
    pub(super) fn write(&self, is_run: bool, out: &mut dyn io::Write) -> io::Result<()> {
        let noun = if is_run { "turn" } else { "line" };
        let left = self.left;
        writeln!(out, "    {DIM}{:left$}     {}{DIM:#}", HEADS[0], HEADS[1])?;
        more(self.before, noun, "before, without a difference", out)?;
        for row in &self.rows {
            match row {
                Laid::Folded(count) => more(*count, "row", "", out)?,
                Laid::Sides { expected, actual, differs, .. } => {
                    let padding = " ".repeat(left.saturating_sub(width(expected)));
                    let bold = Style::new().bold();
                    let sign = if *differs { format!("{bold}≠{bold:#}") } else { " ".to_owned() };
                    let line = format!("    {expected}{padding}  {sign}  {actual}");
                    writeln!(out, "{}", line.trim_end())?;
                }
            }
        }
        more(self.after, noun, "after the first difference", out)
    }
}

/// The left side is padded to this many columns at the most: if the sides are farther apart, they are hard to compare.
const MOST_LEFT: usize = 40;

fn more(count: usize, noun: &str, what: &str, out: &mut dyn io::Write) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let plural = if count == 1 { "" } else { "s" };
    let gap = if what.is_empty() { "" } else { " " };
    writeln!(out, "    {DIM}… {count} {noun}{plural}{gap}{what} …{DIM:#}")
}

impl Laid {
    fn expected(&self) -> &str {
        match self {
            Self::Sides { expected, .. } => expected,
            Self::Folded(_) => "",
        }
    }

    fn actual(&self) -> &str {
        match self {
            Self::Sides { actual, .. } => actual,
            Self::Folded(_) => "",
        }
    }

    fn is_board(&self) -> bool {
        matches!(self, Self::Sides { is_board: true, .. })
    }

    fn differs(&self) -> bool {
        matches!(self, Self::Sides { differs: true, .. })
    }
}

/// The number of columns of a text in colour.
fn width(coloured: &str) -> usize {
    strip_str(coloured).to_string().width()
}

fn laid(row: &PairedRow) -> Laid {
    match row {
        PairedRow::LeftOut(count) => Laid::Folded(*count),
        PairedRow::Lines { expected, actual, differs } => Laid::Sides {
            expected: side(Side::Expected, expected.as_ref(), *differs),
            actual: side(Side::Actual, actual.as_ref(), *differs),
            differs: *differs,
            is_board: [expected, actual].into_iter().flatten().any(|line| line.is_board),
        },
    }
}

fn side(side: Side, line: Option<&PairedLine>, differs: bool) -> String {
    let Some(PairedLine { pieces, unfinished, decisive, .. }) = line else { return String::new() };
    let side = if differs { side } else { Side::Both };
    Line { side, pieces, unfinished: *unfinished, decisive }.shown()
}

/// Folds long stretches of equal rows, and the rows that come long after the first difference.
fn folded(rows: Vec<Laid>) -> Vec<Laid> {
    let first = rows.iter().position(Laid::differs).unwrap_or(rows.len());
    let mut shown = Vec::new();
    let mut same = Vec::new();
    let mut cut = 0;
    for (index, row) in rows.into_iter().enumerate() {
        match row {
            Laid::Folded(count) if index > first + AFTER => cut += count,
            _ if index > first + AFTER => cut += 1,
            row if row.differs() => {
                shown.extend(fold(std::mem::take(&mut same)));
                shown.push(row);
            }
            row => same.push(row),
        }
    }
    shown.extend(fold(same));
    if cut > 0 {
        shown.push(Laid::Folded(cut));
    }
    shown
}

/// Replaces the middle of many equal rows by one line. If a board stands at the end, all of it stays visible.
fn fold(mut same: Vec<Laid>) -> Vec<Laid> {
    if same.len() <= TOGETHER {
        return same;
    }
    let mut from = same.len() - ENDS;
    while from > 0 && same.len() - from < TALLEST && same[from].is_board() && same[from - 1].is_board() {
        from -= 1;
    }
    let mut to = ENDS.min(from);
    // A part of a board at the beginning would not be useful.
    if to < from && same[to].is_board() {
        to = same[..to].iter().rposition(|row| !row.is_board()).map_or(0, |last| last + 1);
    }
    let end = same.split_off(from);
    let between = same.split_off(to);
    let count = between.iter().map(|row| if let Laid::Folded(count) = row { *count } else { 1 }).sum();
    if count > 0 {
        same.push(Laid::Folded(count));
    }
    same.extend(end);
    same
}
