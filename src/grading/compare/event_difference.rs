//! Compares outputs as sequences of events, and describes the first difference.

use super::difference::{Difference, Kind, shortened};
use super::events::{Picked, pick};
use super::layout::rows;
use super::layout::side_by_side::{SideBySide, pair_by_place};
use super::layout::transcript::{
    ScreenLine, Window, place, point_out, screen, screen_of, shows_typing, turns,
};
use crate::sandbox::Exit;
use crate::spec::EventPattern;
use crate::trace::{Trace, decode};

/// Tells whether both runs have the same events in the same order. Colours do not count.
pub(super) fn accepts(patterns: &[EventPattern], expected: &Trace, actual: &Trace) -> bool {
    let actual = &actual.without_colours();
    let (wanted, found) = both(patterns, expected, actual);
    wanted.len() == found.len() && wanted.iter().zip(&found).all(|(one, other)| one.matches(other))
}

/// Tells whether the events of one run are the first of those of the other.
pub(super) fn begins(patterns: &[EventPattern], expected: &Trace, actual: &Trace) -> bool {
    let (wanted, found) = both(patterns, expected, &actual.without_colours());
    found.len() <= wanted.len() && wanted.iter().zip(&found).all(|(one, other)| one.matches(other))
}

/// Returns the number of events that are the same before the first difference, and the number of all.
pub(super) fn same_events(patterns: &[EventPattern], expected: &Trace, actual: &Trace) -> [usize; 2] {
    let (wanted, found) = both(patterns, expected, &actual.without_colours());
    let same = wanted.iter().zip(&found).take_while(|(one, other)| one.matches(other)).count();
    [same, wanted.len().max(found.len())]
}

/// Returns the first difference of two sequences of events.
pub(super) fn difference(patterns: &[EventPattern], expected: &Trace, actual: &Trace) -> Difference {
    let actual = &actual.without_colours();
    let (wanted, found) = both(patterns, expected, actual);
    let first = wanted.iter().zip(&found).take_while(|(one, other)| one.matches(other)).count();
    let (wanted, found) = (wanted.get(first), found.get(first));
    let expected_lines = screen(expected, shows_typing(expected));
    let wanted_lines: Vec<ScreenLine> = expected_lines
        .into_iter()
        .filter(|line| wanted.is_some_and(|event| line.covers(&event.place)))
        .collect();
    let lines = around(actual, found);
    let (kind, sentence) = describe(wanted, found, &wanted_lines);
    let early = early_end(expected, actual).filter(|_| found.is_none());
    let sentence = match early {
        Some(early) => early.and(&sentence),
        None => sentence,
    };
    let place = found
        .filter(|_| shows_typing(actual))
        .and_then(|event| lines.iter().find(|line| line.covers(&event.place)))
        .map(|line| place(expected, actual, line.typed_before));
    let rows = rows::excerpt(&lines, found.map(|event| &event.place), &wanted_lines);
    let sentence = (place.unwrap_or_default() + &sentence).into();
    let names = [wanted, found].map(|event| event.map(|event| event.name.clone()));
    let events = Some(names).filter(|[wanted, found]| wanted != found);
    Difference { events, ..Difference::new(kind, sentence, rows) }
}

/// Returns two dialogues side by side; `None` if they have the same events.
pub(super) fn side_by_side(
    patterns: &[EventPattern],
    expected: &Trace,
    decisive: &[usize],
    actual: &Trace,
) -> Option<SideBySide> {
    let actual = &actual.without_colours();
    let (wanted, found) = both(patterns, expected, actual);
    let first = wanted.iter().zip(&found).take_while(|(one, other)| one.matches(other)).count();
    let (wanted, found) = (wanted.get(first), found.get(first));
    let covers = |event: Option<&Picked>, line: &ScreenLine| event.is_some_and(|one| line.covers(&one.place));
    let turn_of = |turns: &[Vec<ScreenLine>], event: Option<&Picked>| {
        turns.iter().position(|turn| turn.iter().any(|line| covers(event, line)))
    };
    let expected = turns(point_out(screen(expected, shows_typing(expected)), decisive));
    let actual = turns(around(actual, found));
    let parts_at = [turn_of(&expected, wanted), turn_of(&actual, found)].into_iter().flatten().min()?;
    let counts = |one: Option<&ScreenLine>, other: Option<&ScreenLine>| {
        one.is_some_and(|line| covers(wanted, line)) || other.is_some_and(|line| covers(found, line))
    };
    Some(pair_by_place(&expected, &actual, parts_at, &counts))
}

/// Returns the screen around an event; without one, the end of the screen.
fn around(trace: &Trace, event: Option<&Picked>) -> Vec<ScreenLine> {
    let window = Window::around(event.map(|event| &event.place), &decode(&trace.stdout));
    screen_of(trace, shows_typing(trace), window, &|_| true)
}

/// Returns the events of two outputs; of the second, only as many as can be compared with the first.
fn both(patterns: &[EventPattern], expected: &Trace, actual: &Trace) -> (Vec<Picked>, Vec<Picked>) {
    let wanted = pick(&decode(&expected.stdout), patterns, usize::MAX);
    let found = pick(&decode(&actual.stdout), patterns, wanted.len() + 1);
    (wanted, found)
}

/// A program that ended normally before it had asked for all lines: everything that it did not print follows from that.
enum EarlyEnd {
    /// It printed nothing and asked for nothing.
    AtOnce,
    /// It never asked for this line, whose number comes first.
    Before(usize, String),
}

impl EarlyEnd {
    /// Returns a sentence with the early end and what is missing because of it.
    fn and(&self, missing: &str) -> String {
        match self {
            Self::AtOnce => "it printed nothing, and asked for no input".to_owned(),
            Self::Before(number, line) => {
                format!(
                    "it ended without asking for line {number} of the input, `{}`: {missing}",
                    shortened(line)
                )
            }
        }
    }
}

fn early_end(expected: &Trace, actual: &Trace) -> Option<EarlyEnd> {
    let (wanted, typed) = (&expected.dialogue.as_ref()?.typed, &actual.dialogue.as_ref()?.typed);
    let (_, line) = wanted.get(typed.len()).filter(|_| actual.exit == Exit::Code(0))?;
    let did_nothing = typed.is_empty() && actual.stdout.trim_ascii().is_empty();
    Some(if did_nothing { EarlyEnd::AtOnce } else { EarlyEnd::Before(typed.len() + 1, line.clone()) })
}

fn describe(wanted: Option<&Picked>, found: Option<&Picked>, wanted_lines: &[ScreenLine]) -> (Kind, String) {
    match (wanted, found) {
        (Some(wanted), Some(found)) if wanted.name == found.name => {
            let is_grid = wanted_lines.len() > 1;
            let kind = if is_grid { Kind::BoardCell } else { Kind::Wording };
            let contrast = match is_grid {
                true => String::new(),
                false => {
                    format!(": expected `{}`, found `{}`", shortened(&wanted.shown), shortened(&found.shown))
                }
            };
            (kind, format!("this `{}` is not the expected one{contrast}", wanted.name))
        }
        (Some(wanted), Some(found)) => {
            (Kind::Order, format!("{} is expected here, {} was found", described(wanted), described(found)))
        }
        (Some(wanted), None) => {
            let example = match wanted_lines {
                [line] => format!(": something like `{}`", shortened(line.printed_text().trim())),
                _ => String::new(),
            };
            (Kind::Missing, format!("{} is missing{example}", described(wanted)))
        }
        (None, Some(found)) => (Kind::Extra, format!("{} should not be there", described(found))),
        (None, None) => (Kind::Wording, "the events differ".to_owned()),
    }
}

fn described(event: &Picked) -> String {
    match event.shown.as_str() {
        "" => format!("`{}`", event.name),
        shown if shown.contains('\n') => format!("another `{}`", event.name),
        shown => format!("`{}` ({})", event.name, shortened(shown)),
    }
}
