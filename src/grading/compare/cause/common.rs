//! What every scenario expects of a program, whatever is typed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::output_lines::{Compared, OutputLine, compared_as_text};
use super::template::longest_first;
use crate::plan::Plan;

/// Lines that every scenario expects of a program. A question may name what can be typed: then a word of it that is typed in some
/// scenario is no word that differs from run to run. Where nobody types words, no line is kept.
#[derive(Debug, Default)]
pub struct Common {
    lines: BTreeSet<String>,
    /// What is typed in some scenario, but not in each, and stands in such a line.
    words: BTreeSet<String>,
}

/// What every scenario expects of each program of a hand-in.
#[derive(Debug)]
pub struct CommonByProgram {
    /// By the numbers of programs, if the hand-in has several.
    all: BTreeMap<Option<usize>, Arc<Common>>,
    nothing: Arc<Common>,
}

impl CommonByProgram {
    /// Reads what is expected in the jobs of a plan.
    pub fn new(plan: &Plan) -> Self {
        let mut programs = BTreeMap::<_, Vec<Compared>>::new();
        for one in compared_as_text(plan) {
            programs.entry(one.exercise).or_default().push(one);
        }
        let common = |(exercise, all): (_, Vec<Compared>)| (exercise, Arc::new(Common::of(&all)));
        Self { all: programs.into_iter().map(common).collect(), nothing: Arc::default() }
    }

    /// What every scenario expects of one program.
    pub fn of(&self, exercise: Option<usize>) -> &Arc<Common> {
        self.all.get(&exercise).unwrap_or(&self.nothing)
    }
}

impl Common {
    fn of(scenarios: &[Compared]) -> Self {
        let is_typed_in_each = |typed: &String| scenarios.iter().all(|one| one.input.contains(typed));
        let mut words = longest_first(scenarios.iter().flat_map(|one| one.input.iter().cloned()).collect());
        words.retain(|typed| !is_typed_in_each(typed));
        if words.is_empty() {
            return Self::default();
        }
        let lines = |one: &Compared| -> BTreeSet<String> {
            OutputLine::all(one.trace).into_iter().map(|line| line.text).collect()
        };
        let lines = scenarios.iter().map(lines).reduce(|one, other| &one & &other).unwrap_or_default();
        words.retain(|typed| lines.iter().any(|line| line.contains(typed.as_str())));
        Self { lines, words: words.into_iter().collect() }
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
