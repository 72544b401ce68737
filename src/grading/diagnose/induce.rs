//! Induces wording slips from the first place where what a program printed differs from a prediction.
//!
//! Most proposals are wrong; the search keeps the one that explains most.

use std::borrow::Cow;

use yardstick_reference::Turn;

use super::cells::Cells;
use super::evidence::Evidence;
use super::hypothesis::Hypothesis;
use super::predict::{Predictor, called};
use super::slip::{Anchor, Beside, Change, Edit, Place, WordingSlip, neighbours};
use crate::compare::parting;
use crate::plan::{Expected, ExpectedAnswer};
use crate::spec::{Comparison, PrintedComparison, Relaxation, Task};
use crate::trace::{Recorded, Trace, decode};
use crate::untrusted::Text;

/// The most bytes of what was printed that are looked at.
const WINDOW: usize = 400;

/// The number of earlier events that are looked at besides the one that differs: the slip may be there.
const EARLIER: usize = 2;

/// An event that a reference prints, with what stands beside it.
struct Uttered<'a> {
    event: Cow<'static, str>,
    text: &'a str,
    beside: Option<&'a [Beside; 2]>,
}

/// Returns slips that may explain the first difference between a prediction and a piece of evidence.
pub(super) fn proposals(
    predictor: &Predictor,
    hypothesis: &Hypothesis,
    evidence: &Evidence,
) -> Vec<WordingSlip> {
    let mut found = match (evidence.task(), &*evidence.recorded) {
        (Task::Run(task), Recorded::Run(actual)) => {
            let Comparison::Text(relaxations) = &task.comparison else { return Vec::new() };
            let Some((turns, _)) = predictor.turns(hypothesis, evidence.task()) else { return Vec::new() };
            of_run(relaxations, &turns, actual)
        }
        (Task::Session(task), Recorded::Session(_)) => {
            let PrintedComparison::Compared(Comparison::Text(relaxations)) = &task.comparison.printed else {
                return Vec::new();
            };
            of_session(predictor, hypothesis, evidence, relaxations)
        }
        _ => Vec::new(),
    };
    let mut seen: Vec<WordingSlip> = Vec::new();
    found.retain(|slip| {
        let is_new = !seen.contains(slip);
        if is_new {
            seen.push(slip.clone());
        }
        is_new
    });
    found
}

fn of_run(relaxations: &[Relaxation], turns: &[Turn], actual: &Trace) -> Vec<WordingSlip> {
    let beside = neighbours(turns);
    let mut all = beside.iter();
    let events: Vec<Vec<Uttered>> = turns
        .iter()
        .map(|turn| {
            let event = turn.printed.iter().map(|printed| Uttered {
                event: Cow::Borrowed(printed.event),
                text: &printed.text,
                beside: all.next(),
            });
            event.collect()
        })
        .collect();
    let printed = actual.turns();
    let is_other = |turn: &usize| {
        let text: String = events[*turn].iter().map(|event| event.text).collect();
        let is_same = printed.get(*turn).is_some_and(|turn| same(relaxations, &text, turn.printed));
        !is_same
    };
    let mut found = Vec::new();
    if let Some(turn) = (0..events.len()).find(is_other) {
        let shown = printed.get(turn).map_or(&[][..], |turn| turn.printed);
        found.extend(at_parting(relaxations, &events[turn].iter().collect::<Vec<_>>(), shown));
    }
    found.extend(at_parting(relaxations, &events.iter().flatten().collect::<Vec<_>>(), &actual.stdout));
    found
}

fn of_session(
    predictor: &Predictor,
    hypothesis: &Hypothesis,
    evidence: &Evidence,
    relaxations: &[Relaxation],
) -> Vec<WordingSlip> {
    let (Task::Session(task), Recorded::Session(actual)) = (evidence.task(), &*evidence.recorded) else {
        return Vec::new();
    };
    let Some(prediction) = predictor.predict(hypothesis, evidence.task()) else { return Vec::new() };
    let Expected::Session(_, accepted) = &prediction.expected else { return Vec::new() };
    for ((line, wanted), found) in task.lines.iter().zip(&accepted[0].answers).zip(&actual.answers) {
        let ExpectedAnswer::Answer(wanted) = wanted else { continue };
        let shown = found.printed.expose().as_bytes();
        if same(relaxations, &wanted.printed, shown) {
            continue;
        }
        let lines: Vec<Uttered> = wanted
            .printed
            .split_inclusive('\n')
            .map(|text| Uttered { event: Cow::Owned(called(&line.source).to_owned()), text, beside: None })
            .collect();
        return at_parting(relaxations, &lines.iter().collect::<Vec<_>>(), shown);
    }
    Vec::new()
}

fn same(relaxations: &[Relaxation], expected: &str, actual: &[u8]) -> bool {
    let [expected, actual] = [expected.as_bytes(), actual].map(|text| Trace::of_output(text.to_vec()));
    expected.stdout == actual.stdout
        || parting(relaxations, &expected, &actual) == [expected.stdout.len(), actual.stdout.len()]
            && !relaxations.is_empty()
}

/// Returns slips of the events around the first difference between them and what was printed.
fn at_parting(relaxations: &[Relaxation], events: &[&Uttered], printed: &[u8]) -> Vec<WordingSlip> {
    let text: String = events.iter().map(|event| event.text).collect();
    let [expected, actual] = [text.into_bytes(), printed.to_vec()].map(Trace::of_output);
    let [expected_at, actual_at] = parting(relaxations, &expected, &actual);
    let mut starts = Vec::with_capacity(events.len());
    let mut end = 0;
    for event in events {
        starts.push(end);
        end += event.text.len();
    }
    let differing = starts.iter().rposition(|start| *start <= expected_at).unwrap_or_default();
    let mut found = Vec::new();
    for index in (differing.saturating_sub(EARLIER)..=differing).rev() {
        let Some(event) = events.get(index) else { continue };
        let Some(at) = (actual_at + starts[index]).checked_sub(expected_at) else { continue };
        let window = &printed[at.min(printed.len())..printed.len().min(at + WINDOW)];
        let following: Vec<&str> =
            events[index + 1..].iter().map(|event| event.text).filter(|text| !text.is_empty()).collect();
        for edit in edits(event.text, &decode(window), &following) {
            found.extend(everywhere(event, &edit));
        }
    }
    found
}

/// Returns a slip for each choice of places.
fn everywhere(event: &Uttered, edit: &Edit) -> Vec<WordingSlip> {
    let places = event
        .beside
        .iter()
        .flat_map(|beside| [Place::After(beside[0].clone()), Place::Before(beside[1].clone())]);
    [Place::Everywhere]
        .into_iter()
        .chain(places)
        .map(|place| WordingSlip { event: event.event.clone(), place, edit: edit.clone() })
        .collect()
}

/// Returns the edits that may have made the beginning of what was printed out of the text of an event.
fn edits(text: &str, printed: &str, following: &[&str]) -> Vec<Edit> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut ends: Vec<usize> = printed.find('\n').map(|newline| newline + 1).into_iter().collect();
    ends.extend(following.iter().take(EARLIER).filter_map(|next| printed.find(next)));
    ends.push(printed.len());
    ends.dedup();
    let mut found = Vec::new();
    for end in ends {
        let instead = &printed[..end];
        if instead == text || instead.is_empty() {
            continue;
        }
        found.extend(instead.strip_prefix(text).map(|more| Edit::Followed(more.to_owned())));
        found.extend(changes(text, instead));
        if text.trim_end_matches('\n').lines().count() == 1
            && instead.trim_end_matches('\n').lines().count() == 1
        {
            found.extend(Cells::between(text, instead).into_iter().map(Edit::Cells));
        }
        found.extend((text.to_lowercase() == instead).then_some(Edit::Lower));
        found.extend((text.to_uppercase() == instead).then_some(Edit::Upper));
    }
    let core = text.trim_end_matches('\n');
    let before = printed.find(if core.is_empty() { text } else { core }).filter(|at| *at > 0);
    found.extend(before.map(|at| Edit::Preceded(printed[..at].to_owned())));
    found.push(Edit::Omitted);
    let [before, wrong, after] = Default::default();
    let only_this = Change { before, right: text.to_owned(), wrong, after, anchor: Anchor::Whole };
    found.push(Edit::Changed(only_this));
    found
}

/// Returns the changes of a part that make the second text out of the first one, the narrowest first.
fn changes(expected: &str, printed: &str) -> Vec<Edit> {
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
    };
    let start = same(&mut expected.chars().zip(printed.chars()));
    let (before, rest) = expected.split_at(start);
    let instead = &printed[start..];
    let end = same(&mut rest.chars().rev().zip(instead.chars().rev()));
    let (right, after) = rest.split_at(rest.len() - end);
    let wrong = &instead[..instead.len() - end];
    let last = before.chars().next_back().map(String::from).unwrap_or_default();
    let first = after.chars().next().map(String::from).unwrap_or_default();
    let word = before.rfind(char::is_whitespace).map_or(before, |at| &before[at..]);
    [
        (before, after, Anchor::Whole),
        ("", after, Anchor::End),
        (before, "", Anchor::Start),
        (word, "", Anchor::Anywhere),
        (&last, &first, Anchor::Anywhere),
        ("", "", Anchor::Anywhere),
    ]
    .into_iter()
    .map(|(before, after, anchor)| {
        let [before, right, wrong, after] = [before, right, wrong, after].map(str::to_owned);
        Edit::Changed(Change { before, right, wrong, after, anchor })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_edit_makes_what_was_printed_and_does_the_same_to_other_texts() {
        for (text, printed, following, other, changed) in [
            ("It is over\n", "It's over!\n", "Bye\n", "It is over\n", "It's over!\n"),
            ("A's turn\n", "A's Turn\nGo", "Go", "B's turn\n", "B's Turn\n"),
            ("A's turn\n", "A’s turn\n", "", "B's turn\n", "B’s turn\n"),
            ("Number: ", "Number:", "", "Number: ", "Number:"),
            ("Number: ", "Number: \n", "", "Number: ", "Number: \n"),
            ("Wrong (0-7).\n", "Wrong (1-7).\n", "", "Wrong (0-5).\n", "Wrong (1-5).\n"),
            (".A.\n", ".a.\n", "", "AAB\n", "aab\n"),
            ("Start\n", "Hello!\nStart\n", "", "Start\n", "Hello!\nStart\n"),
            ("--\n", "Go", "Go", "--\n", ""),
        ] {
            let following: Vec<&str> = [following].into_iter().filter(|text| !text.is_empty()).collect();
            let found = edits(text, printed, &following);
            assert!(found.iter().any(|edit| edit.of(other) == changed), "{printed:?}: {found:?}");
        }
    }
}
