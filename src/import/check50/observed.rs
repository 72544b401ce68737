//! What a check says about the runs of a program.

/// A run of the program, and what a check does with it, in order.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) command: String,
    /// Variables of its environment.
    pub(super) env: Vec<(String, String)>,
    /// Whether valgrind looks for errors of memory.
    pub(super) is_watched: bool,
    pub(super) events: Vec<Event>,
}

/// What a check does with a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    /// It waits for a prompt.
    Prompt,
    /// It types a line.
    Line(String),
    /// It ends the input.
    NoMore,
    /// It waits for this text.
    Text(String),
    /// It waits for what this regular expression matches.
    Regex(String),
    /// It waits for this number, which is no part of another one.
    Number(String),
    /// It wants that nothing more is printed.
    End,
    /// It takes everything that is still printed, and wants that of it.
    All(Wish),
    /// It wants that the program asks for more.
    Reject,
    /// It wants this exit code, or `nonzero`.
    Exit(String),
}

/// What is wanted of an output.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wish {
    /// That it is exactly this text.
    Is(String),
    Contains(String),
    /// That it has these lines, in any order.
    Lines(Vec<String>),
    /// That this regular expression matches a part of it.
    Has(String),
    /// That this regular expression matches its beginning.
    Begins(String),
}

/// Something that only a run tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Observed {
    /// What it printed.
    Output,
    /// Its exit code.
    Exit,
}

/// Something that a run did or did not.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) run: usize,
    /// `None` if it cannot be said in a spec.
    pub(super) event: Option<Event>,
    /// What it is if it is the other way round.
    pub(super) opposite: Option<Event>,
}

impl Wanted {
    pub(super) fn opposite(self) -> Self {
        Self { run: self.run, event: self.opposite, opposite: self.event }
    }
}
