//! How outputs and values are compared: options, which `compare` carries out.

use regex::Regex;

/// How outputs are compared.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// As text, after these relaxations, in this order; byte by byte where there are none.
    Text(Vec<Relaxation>),
    /// As sequences of events.
    Events(Vec<EventPattern>),
}

/// How the answers of a session are compared.
#[derive(Clone, Debug)]
pub struct AnswerComparison {
    /// Differences between values that do not count.
    pub values: Vec<ValueRelaxation>,
    /// How what a line printed is compared.
    pub printed: PrintedComparison,
}

/// One difference between values that does not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueRelaxation {
    /// Whether a sequence is a list or a tuple.
    AnySequence,
    /// The order of the items of a sequence.
    AnyOrder,
    /// What objects hold: their class alone counts.
    ClassOnly,
    /// Numbers that differ by no more than this, absolutely or relative to the larger; whether a number is
    /// an int or a float.
    Numbers(f64),
}

/// How what a line printed is compared.
#[derive(Clone, Debug)]
pub enum PrintedComparison {
    /// Not at all.
    Ignored,
    /// What is expected must stand somewhere in it, whatever the case; nothing is expected of it where the
    /// reference prints nothing.
    Contains,
    /// As outputs are.
    Compared(Comparison),
}

/// One difference that does not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relaxation {
    /// Blanks, tabs and carriage returns at the ends of lines.
    TrailingBlanks,
    /// Lines with nothing but blanks.
    BlankLines,
    /// Whether the last line ends with a newline.
    FinalNewline,
    /// Upper and lower case.
    Case,
    /// ASCII punctuation.
    Punctuation,
    /// How many blanks stand together.
    RunsOfBlanks,
    /// Numbers that differ by no more than this, absolutely or relative to the larger.
    Numbers(f64),
}

impl Relaxation {
    /// The word in a spec.
    pub fn word(self) -> &'static str {
        match self {
            Self::TrailingBlanks => "trailing-blanks",
            Self::BlankLines => "blank-lines",
            Self::FinalNewline => "final-newline",
            Self::Case => "case",
            Self::Punctuation => "punctuation",
            Self::RunsOfBlanks => "runs-of-blanks",
            Self::Numbers(_) => "numbers",
        }
    }

    /// What is ignored, after `only … differ`.
    pub fn title(self) -> &'static str {
        match self {
            Self::TrailingBlanks => "blanks at the ends of lines",
            Self::BlankLines => "blank lines",
            Self::FinalNewline => "the newline at the end",
            Self::Case => "upper and lower case",
            Self::Punctuation => "punctuation marks",
            Self::RunsOfBlanks => "the numbers of blanks",
            Self::Numbers(_) => "numbers, by very little,",
        }
    }
}

/// A pattern that picks events out of a transcript.
#[derive(Clone, Debug)]
pub struct EventPattern {
    /// The name of the event.
    pub name: String,
    /// In multi-line mode.
    pub regex: Regex,
    /// How far a match reaches.
    pub extent: Extent,
    /// What of the event counts.
    pub compare: EventCompare,
    /// Whether blanks count in what it captured or matched.
    pub blanks: bool,
    /// Whether it counts again when it is repeated.
    pub repeat: Repeat,
}

/// Whether an event counts again when it is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Every event counts.
    Counts,
    /// Neighbouring events that are equal count once.
    Once,
    /// It counts only where it differs from the last one of its name, whatever happened in between.
    Changes,
}

/// How far one event reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A match inside one line.
    Line,
    /// Matches on neighbouring lines.
    Lines,
    /// A match that may span lines.
    Block,
}

/// What of an event counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventCompare {
    /// Only that it happened.
    Name,
    /// What its groups captured, without regard to case.
    Captures,
    /// What it matched, without blanks at the ends of lines.
    Text,
    /// Nothing.
    Ignored,
}
