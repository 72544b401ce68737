//! Wording slips: what a program prints otherwise wherever a reference prints an event of one kind.
//!
//! A slip knows no rule of an assignment: only the names and the texts of events.

use std::borrow::Cow;

use yardstick_reference::{Printed, Turn};

use super::cells::Cells;

/// One slip: what is done to the text of events of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordingSlip {
    /// The kind of the events, as the reference names it.
    pub(super) event: Cow<'static, str>,
    /// Which of these events it concerns.
    pub(super) place: Place,
    /// What is printed instead.
    pub(super) edit: Edit,
}

/// Which events of one kind a slip concerns, by what stands beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// All.
    Everywhere,
    /// Those behind an event of this kind.
    After(Beside),
    /// Those in front of an event of this kind.
    Before(Beside),
}

/// What stands beside an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// The beginning or the end of the output.
    Edge,
    /// A line is typed there.
    Typed,
    /// An event of this kind.
    Event(Cow<'static, str>),
}

/// What is printed instead of the text of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// Nothing.
    Omitted,
    /// This text, and then its own.
    Preceded(String),
    /// Its own text, and then this.
    Followed(String),
    /// A part of its text is another one.
    Changed(Change),
    /// Its characters are laid out as cells.
    Cells(Cells),
    /// All its letters are small.
    Lower,
    /// All its letters are capitals.
    Upper,
}

/// A part of a text that is another one, with the text around it by which it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) before: String,
    /// The part as it should be.
    pub(super) right: String,
    /// The part as it is.
    pub(super) wrong: String,
    pub(super) after: String,
    /// Where in the text of an event it must stand.
    pub(super) anchor: Anchor,
}

/// Where in the text of an event a change is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// It is the whole text.
    Whole,
    /// At its end.
    End,
    /// At its beginning.
    Start,
    /// Wherever it stands.
    Anywhere,
}

impl WordingSlip {
    fn concerns(&self, event: &str, beside: &[Beside; 2]) -> bool {
        self.event == event
            && match &self.place {
                Place::Everywhere => true,
                Place::After(one) => beside[0] == *one,
                Place::Before(one) => beside[1] == *one,
            }
    }
}

impl Edit {
    /// Returns the text that is printed instead of this one.
    pub(super) fn of(&self, text: &str) -> String {
        match self {
            Self::Omitted => String::new(),
            Self::Preceded(more) => [more, text].concat(),
            Self::Followed(more) => [text, more].concat(),
            Self::Changed(change) => change.of(text),
            Self::Cells(cells) => cells.of(text),
            Self::Lower => text.to_lowercase(),
            Self::Upper => text.to_uppercase(),
        }
    }
}

impl Change {
    fn of(&self, text: &str) -> String {
        let [known, instead] =
            [&self.right, &self.wrong].map(|part| [&*self.before, &**part, &*self.after].concat());
        let changed = match self.anchor {
            Anchor::Whole => (text == known).then_some(instead),
            Anchor::End => text.strip_suffix(&known).map(|rest| [rest, &instead].concat()),
            Anchor::Start => text.strip_prefix(&known).map(|rest| [&instead, rest].concat()),
            Anchor::Anywhere => (!known.is_empty()).then(|| text.replace(&known, &instead)),
        };
        changed.unwrap_or_else(|| text.to_owned())
    }
}

/// Returns what stands beside each event, in the order of printing.
pub(super) fn neighbours(turns: &[Turn]) -> Vec<[Beside; 2]> {
    let mut steps: Vec<Option<&'static str>> = Vec::new();
    for turn in turns {
        steps.extend(turn.printed.iter().map(|printed| Some(printed.event)));
        steps.extend(turn.typed.iter().map(|_| None));
    }
    let beside = |step: Option<&Option<&'static str>>| match step {
        None => Beside::Edge,
        Some(None) => Beside::Typed,
        Some(Some(event)) => Beside::Event(Cow::Borrowed(event)),
    };
    let events = (0..steps.len()).filter(|step| steps[*step].is_some());
    events
        .map(|step| {
            [beside(step.checked_sub(1).and_then(|before| steps.get(before))), beside(steps.get(step + 1))]
        })
        .collect()
}

/// Returns what is printed with some slips, one after the other.
pub(super) fn rewritten(mut turns: Vec<Turn>, slips: &[WordingSlip]) -> Vec<Turn> {
    if slips.is_empty() {
        return turns;
    }
    let neighbours = neighbours(&turns);
    let events: Vec<&mut Printed> = turns.iter_mut().flat_map(|turn| &mut turn.printed).collect();
    for (printed, beside) in events.into_iter().zip(&neighbours) {
        for slip in slips.iter().filter(|slip| slip.concerns(printed.event, beside)) {
            printed.text = slip.edit.of(&printed.text);
            printed.decisive.clear();
        }
    }
    turns
}

/// Returns the text of what one line of a session prints, with some slips. The event is the function that it calls.
pub(super) fn rewritten_lines(text: &str, function: &str, slips: &[WordingSlip]) -> String {
    let own: Vec<&WordingSlip> = slips.iter().filter(|slip| slip.event == function).collect();
    if own.is_empty() {
        return text.to_owned();
    }
    let line = |line: &str| own.iter().fold(line.to_owned(), |line, slip| slip.edit.of(&line));
    text.split_inclusive('\n').map(line).collect()
}
