//! What every scenario expects of a program, whatever is typed.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::decisive::OutputLine;
use super::template::longest_first;

/// Lines that every scenario expects of a program. A question may name what can be typed: then a word of it that is typed in some
/// scenario is no word that differs from run to run.
#[derive(Debug)]
pub struct Common {
    lines: BTreeSet<String>,
    /// What is typed in some scenario, but not in each, and stands in such a line.
    words: BTreeSet<String>,
}

impl Common {
    pub(super) const fn nothing() -> Self {
        Self { lines: BTreeSet::new(), words: BTreeSet::new() }
    }

    /// `outputs` has what is typed and what is expected in each scenario.
    pub(super) fn of(outputs: &[(&[String], &[OutputLine])]) -> Self {
        let lines =
            |lines: &[OutputLine]| lines.iter().map(|line| line.text.clone()).collect::<BTreeSet<_>>();
        let each = outputs.iter().map(|(_, all)| lines(all));
        let lines = each.reduce(|one, other| &one & &other).unwrap_or_default();
        let typed = longest_first(outputs.iter().flat_map(|(typed, _)| typed.iter().cloned()).collect());
        let is_named = |typed: &String| lines.iter().any(|line| line.contains(typed.as_str()));
        let is_typed_in_each = |typed: &String| outputs.iter().all(|(all, _)| all.contains(typed));
        let words = typed.into_iter().filter(|typed| is_named(typed) && !is_typed_in_each(typed)).collect();
        Self { lines, words }
    }

    /// Of typed lines, those that a program says in a line only because they were typed, if that line is expected.
    pub(super) fn typed<'t>(&self, line: &str, typed: &'t [String]) -> Cow<'t, [String]> {
        match self.names(line) {
            true => typed.iter().filter(|typed| !self.words.contains(*typed)).cloned().collect(),
            false => Cow::Borrowed(typed),
        }
    }

    /// Whether a line is one of them and names what can be typed.
    pub(super) fn names(&self, line: &str) -> bool {
        self.lines.contains(line) && self.words.iter().any(|word| line.contains(word.as_str()))
    }
}
