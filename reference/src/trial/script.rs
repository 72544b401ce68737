//! Sequences of calls as subjects: of an object's methods, or of one function.

use super::{Random, Subject, Trial};

/// Calls that can follow each other in any order.
pub(crate) struct Script {
    /// The name, which begins with that of the class or function.
    pub(crate) name: &'static str,
    /// The module of the class or function.
    pub(crate) module: &'static str,
    /// The lines before the calls.
    pub(crate) opening: &'static [&'static str],
    /// The possible calls, the most readable first.
    pub(crate) steps: &'static [Step],
    /// The lines after the calls, which show the result.
    pub(crate) closing: &'static [&'static str],
    /// The largest number of calls.
    pub(crate) most: usize,
    /// The largest number of times that the same call is made.
    pub(crate) most_alike: usize,
}

/// One call.
pub(crate) struct Step {
    /// The Python line.
    pub(crate) line: &'static str,
    /// The lines that it reads.
    pub(crate) stdin: &'static [&'static str],
}

impl Step {
    /// Creates a call that reads nothing.
    pub(crate) const fn silent(line: &'static str) -> Self {
        Self { line, stdin: &[] }
    }
}

impl Subject for Script {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn tokens(&self) -> usize {
        self.steps.len()
    }

    fn is_open(&self, tokens: &[usize]) -> bool {
        let count = |step: &usize| tokens.iter().filter(|token| *token == step).count();
        tokens.len() > self.most || tokens.iter().any(|step| count(step) > self.most_alike)
    }

    /// Each step has its turn, among others.
    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize> {
        let mut tokens = vec![round % self.steps.len()];
        for _ in 0..random.below(self.most) {
            let more = [tokens.as_slice(), &[random.below(self.steps.len())]].concat();
            if !self.is_open(&more) {
                tokens = more;
            }
        }
        random.shuffle(&mut tokens);
        tokens
    }

    fn trial(&self, tokens: &[usize]) -> Trial {
        let steps = || tokens.iter().map(|&token| &self.steps[token]);
        let calls = steps().map(|step| step.line);
        let lines = self.opening.iter().copied().chain(calls).chain(self.closing.iter().copied());
        Trial::Session {
            module: self.module.to_owned(),
            lines: lines.map(str::to_owned).collect(),
            stdin: steps().flat_map(|step| step.stdin).map(ToString::to_string).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bug, Bugs, Deviations, Reference};

    /// Returns the bugs of a reference that a subject shows in its first rounds.
    fn shown(reference: &'static dyn Reference, name: &str) -> Vec<&'static str> {
        let subjects = reference.subjects();
        let subject = subjects.iter().find(|subject| subject.name() == name).expect("it is there");
        let mut random = Random::new(1);
        let trials: Vec<Trial> =
            (0..60).map(|round| subject.trial(&subject.draw(round, &mut random))).collect();
        let answers = |trial: &Trial, bugs: Bugs| {
            let Trial::Session { module, lines, stdin } = trial else { panic!("a script is a session") };
            reference.session(module, lines, stdin, &Deviations::from(bugs))
        };
        for trial in &trials {
            let answers = answers(trial, Bugs::NONE).unwrap_or_else(|error| panic!("{trial:?}: {error:?}"));
            assert!(answers.iter().all(|answer| answer.raised.is_none()), "{trial:?}: {answers:?}");
        }
        let differs = |bug: &Bug| {
            trials.iter().any(|trial| answers(trial, Bugs::NONE) != answers(trial, Bugs::NONE.with(bug)))
        };
        reference.bugs().iter().filter(|bug| differs(bug)).map(|bug| bug.id).collect()
    }

    #[test]
    fn calls_one_after_another_show_what_is_wrong_with_a_class_or_a_function() {
        for (key, name, wanted) in [
            ("michigan-connect-n", "Player", &["score-ignored", "score-unchanged", "notation-as-number"][..]),
            ("michigan-connect-n", "Game, turn by turn", &["turn-never-back", "argument-ignored"]),
            ("michigan-connect-n", "Game, round by round", &["other-player-scores", "tie-scores"]),
            (
                "uq-connect4ish",
                "check_input",
                &["column-eight-refused", "capitals-refused", "none-for-invalid"],
            ),
        ] {
            let shown = shown(crate::find(key).unwrap(), name);
            let missing: Vec<_> = wanted.iter().filter(|id| !shown.contains(id)).collect();
            assert!(missing.is_empty(), "{name} shows {shown:?}, and not {missing:?}");
        }
    }
}
