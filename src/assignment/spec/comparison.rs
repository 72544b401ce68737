//! The options for comparing outputs and values; `compare` carries them out.

use std::sync::Arc;

use regex::Regex;

use super::tolerance::Tolerance;
use crate::written_number::number_places;

/// How outputs are compared.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// As text, after these relaxations; byte by byte without relaxations.
    Text(Vec<Relaxation>),
    /// As sequences of events.
    Events(Vec<EventPattern>),
    /// As tables, cell by cell.
    Table(TableComparison),
}

impl Comparison {
    /// Tells whether a text has content, and nothing of it counts: then every output without content would be as good.
    pub fn leaves_nothing(&self, text: &str) -> bool {
        match self {
            Self::Text(relaxations) => Relaxation::leave_nothing(relaxations, text),
            Self::Table(table) => {
                let rows = text.lines().filter(|line| !TableComparison::is_drawn(line));
                let cells = rows
                    .flat_map(|row| row.split(|c| Some(c) == table.separator))
                    .collect::<Vec<_>>()
                    .join(" ");
                !text.trim().is_empty()
                    && (cells.trim().is_empty() || Relaxation::leave_nothing(&table.cells, &cells))
            }
            Self::Events(patterns) => {
                let counts = |pattern: &EventPattern| {
                    pattern.compare != EventCompare::Ignored && pattern.regex.is_match(text)
                };
                !patterns.iter().any(counts)
            }
        }
    }
}

/// How the cells of tables are found and compared.
#[derive(Clone, Debug, PartialEq)]
pub struct TableComparison {
    /// The character between two cells; runs of blanks if there is none.
    pub separator: Option<char>,
    /// Whether the first row names the columns; if it is not said, the expected table tells.
    pub header: Option<bool>,
    /// Whether the order of the rows below the header counts.
    pub rows: Order,
    /// Whether the order of the columns counts; if not, they are found by their headings.
    pub columns: Order,
    /// The differences between cells that are accepted.
    pub cells: Vec<Relaxation>,
}

impl TableComparison {
    /// Tells whether a line only draws the table: `-----+-----`.
    pub fn is_drawn(line: &str) -> bool {
        let drawn = |c: char| matches!(c, '-' | '=' | '+' | '|' | ':' | ' ' | '\t');
        line.chars().all(drawn) && (line.contains("---") || line.contains("==="))
    }
}

/// Whether an order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The same order.
    Same,
    /// Any order.
    Any,
}

/// How the answers of a session are compared.
#[derive(Clone, Debug)]
pub struct AnswerComparison {
    /// The differences between values that are accepted.
    pub values: Vec<ValueRelaxation>,
    /// How the printed output of a line is compared.
    pub printed: PrintedComparison,
}

/// A difference between values that is accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueRelaxation {
    /// A list instead of a tuple, or the other way round.
    AnySequence,
    /// Another order of the items of a sequence.
    AnyOrder,
    /// Other contents of objects of the same class.
    ClassOnly,
    /// Numbers that differ by at most this, absolutely or relative to the expected one; also an int instead of a float.
    Numbers(Tolerance),
}

/// How the printed output of a session line is compared.
#[derive(Clone, Debug)]
pub enum PrintedComparison {
    /// The output is not compared.
    Ignored,
    /// The output must contain the expected text, in any case. If the reference prints nothing, any output is accepted.
    Contains,
    /// As the output of a run.
    Compared(Comparison),
}

/// A difference between outputs that is accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Relaxation {
    /// Other texts for some lines: each text, with the line for which it stands.
    AlsoLines(Arc<[(String, String)]>),
    /// Characters that look alike: quotation marks, dashes, blanks, and letters made of one character or of two.
    LookAlikes,
    /// Blanks, tabs and carriage returns at the ends of lines.
    TrailingBlanks,
    /// Empty lines and lines of blanks.
    BlankLines,
    /// Blanks and empty lines before the first word, and behind the last one.
    Ends,
    /// Empty lines and lines of blanks at the end.
    BlankLinesAtTheEnd,
    /// A missing newline at the end of the last line.
    FinalNewline,
    /// Upper and lower case.
    Case,
    /// ASCII punctuation.
    Punctuation,
    /// The number of blanks in a row.
    RunsOfBlanks,
    /// Which blanks and line ends stand between words.
    Tokens,
    /// The order of the lines.
    AnyOrderOfLines,
    /// Everything but the numbers, and how a number is written.
    OnlyNumbers,
    /// Numbers that differ by at most this.
    Numbers(Tolerance),
}

impl Relaxation {
    /// Returns the word that is written in a spec.
    pub fn word(&self) -> &'static str {
        match self {
            Self::AlsoLines(_) => "also_line",
            Self::LookAlikes => "look-alikes",
            Self::Ends => "ends",
            Self::BlankLinesAtTheEnd => "blank-lines-at-the-end",
            Self::TrailingBlanks => "trailing-blanks",
            Self::BlankLines => "blank-lines",
            Self::FinalNewline => "final-newline",
            Self::Case => "case",
            Self::Punctuation => "punctuation",
            Self::RunsOfBlanks => "runs-of-blanks",
            Self::Tokens => "tokens",
            Self::AnyOrderOfLines => "any-order-of-lines",
            Self::OnlyNumbers => "only-numbers",
            Self::Numbers(_) => "numbers",
        }
    }

    /// Returns the ignored difference in words, as they follow `only` and precede `differ`.
    pub fn title(&self) -> &'static str {
        match self {
            Self::AlsoLines(_) => "lines with another accepted text",
            Self::LookAlikes => "characters that look alike",
            Self::Ends => "blanks and empty lines around the output",
            Self::BlankLinesAtTheEnd => "blank lines at the end",
            Self::TrailingBlanks => "blanks at the ends of lines",
            Self::BlankLines => "blank lines",
            Self::FinalNewline => "the newline at the end",
            Self::Case => "upper and lower case",
            Self::Punctuation => "punctuation marks",
            Self::RunsOfBlanks => "the numbers of blanks",
            Self::Tokens => "blanks and line ends",
            Self::AnyOrderOfLines => "the orders of the lines",
            Self::OnlyNumbers => "the words around the numbers",
            Self::Numbers(_) => "numbers, by very little,",
        }
    }
}

impl Relaxation {
    /// Tells whether a text has content, and nothing of it counts after some relaxations: then every output without
    /// content would be as good.
    fn leave_nothing(relaxations: &[Self], text: &str) -> bool {
        let has = |one: &Self| relaxations.contains(one);
        let is_nothing = |one: char| {
            one.is_whitespace() || has(&Self::Punctuation) && is_mark(one, has(&Self::LookAlikes))
        };
        let only_numbers =
            has(&Self::OnlyNumbers) && text.lines().all(|line| number_places(line).next().is_none());
        !text.trim().is_empty() && (only_numbers || text.chars().all(is_nothing))
    }
}

/// Tells whether a character is a punctuation mark, or one that may look like it.
fn is_mark(one: char, look_alikes: bool) -> bool {
    one.is_ascii_punctuation() || look_alikes && !one.is_ascii() && !one.is_alphanumeric()
}

/// A pattern that finds events in a transcript.
#[derive(Clone, Debug)]
pub struct EventPattern {
    /// The name of the event.
    pub name: String,
    /// The regular expression, in multi-line mode.
    pub regex: Regex,
    /// How many lines a match may have.
    pub extent: Extent,
    /// The part of the event that is compared.
    pub compare: EventCompare,
    /// Whether blanks in the compared part count.
    pub blanks: bool,
    /// Whether repeated events count.
    pub repeat: Repeat,
}

/// Whether repeated events count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Every event counts.
    Counts,
    /// Equal events next to each other count once.
    Once,
    /// An event counts only if it differs from the last one of its name, with any other events in between.
    Changes,
}

/// How many lines one event may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A match inside one line.
    Line,
    /// Matches on neighbouring lines together.
    Lines,
    /// A match that may span lines.
    Block,
}

/// The part of an event that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventCompare {
    /// Only its name.
    Name,
    /// The captures of its groups; upper and lower case are equal.
    Captures,
    /// The matched text, without blanks at the ends of lines.
    Text,
    /// Nothing: the event is ignored.
    Ignored,
}
