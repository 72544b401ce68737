//! Lists what became of the values in a loop that was stopped, for readers who want to see more of them than a sentence
//! names.
//!
//! Like the sentences, the list tells how values change, but no numbers that would be others in the next run.

use super::heard::deed;
use crate::sandbox::Exit;
use crate::trace::{Endless, Heard, Recorded};
use crate::untrusted::Untrusted;

/// The most values that are listed, and the longest name or value in characters. Only a forged claim has more.
const MOST_VALUES: usize = 8;
const LONGEST: usize = 60;

/// The values in a loop that was stopped: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopValues {
    /// The loop was proved to be endless: names that always mean the same in it, each with its value.
    Always(Vec<(Untrusted, Untrusted)>),
    /// The time was up: what became of each value.
    Changes(Vec<LoopValue>),
}

/// What became of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopValue {
    /// The name.
    pub name: Untrusted,
    /// What became of it, in words: `stays`, `grows`.
    pub deed: &'static str,
    /// The value, if it was the same each time.
    pub value: Option<Untrusted>,
}

/// Returns the values in the loop in which a program was stopped; `None` if none are known.
pub fn loop_values(recorded: &Recorded) -> Option<LoopValues> {
    let Recorded::Run(trace) = recorded else { return None };
    match trace.exit {
        Exit::Endless => always(trace.endless.as_deref()?),
        Exit::Exceeded(_) => changes(trace.heard.as_deref()?),
        Exit::Code(_) | Exit::Signal(_) => None,
    }
}

fn always(endless: &Endless) -> Option<LoopValues> {
    let are_short = |(name, value): &&(Untrusted, Untrusted)| is_short(name) && is_short(value);
    let listed: Vec<_> = endless.steady.iter().filter(are_short).take(MOST_VALUES).cloned().collect();
    (!listed.is_empty()).then_some(LoopValues::Always(listed))
}

fn changes(heard: &Heard) -> Option<LoopValues> {
    let values = heard.around.as_ref()?.values.iter().filter(|value| is_short(&value.name));
    let listed = values.filter_map(|value| {
        let (deed, told) = deed(value, LONGEST)?;
        Some(LoopValue { name: value.name.clone(), deed, value: told.cloned() })
    });
    let listed: Vec<_> = listed.take(MOST_VALUES).collect();
    (!listed.is_empty()).then_some(LoopValues::Changes(listed))
}

fn is_short(text: &Untrusted) -> bool {
    text.length() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Around, Change, Value, ValueKind};

    #[test]
    fn what_is_long_is_left_out_and_so_is_what_is_too_much() {
        let long = "x".repeat(LONGEST + 1);
        let steady =
            [("a", long.as_str()), (long.as_str(), "1"), ("b", "2")].into_iter().chain([("c", "3"); 9]);
        let steady = steady.map(|(name, value)| (name.into(), value.into())).collect();
        let Some(LoopValues::Always(listed)) = always(&Endless { steady, ..Endless::default() }) else {
            panic!()
        };
        assert_eq!(listed.len(), MOST_VALUES);
        assert_eq!(listed[..2], [("b".into(), "2".into()), ("c".into(), "3".into())]);
        assert_eq!(always(&Endless::default()), None);
    }

    #[test]
    fn a_value_is_told_only_where_it_stays() {
        let value = |name: &str, kind, change| Value {
            name: name.into(),
            kind,
            change,
            seen: vec!["3".into(), "3".into()],
        };
        let values = vec![
            value("column", ValueKind::Value, Change::Stays),
            value("moves", ValueKind::Length, Change::Stays),
            value("tries", ValueKind::Digits, Change::Grows),
        ];
        let around = Around { values, ..Around::default() };
        let one = |name: &str, deed, value: Option<&str>| LoopValue {
            name: name.into(),
            deed,
            value: value.map(Untrusted::from),
        };
        assert_eq!(
            changes(&Heard { around: Some(around), ..Heard::default() }),
            Some(LoopValues::Changes(vec![one("column", "stays", Some("3")), one("tries", "grows", None)]))
        );
        assert_eq!(changes(&Heard::default()), None);
    }
}
