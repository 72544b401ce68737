//! What is printed in one scenario and is the answer, or nearly, in another one.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use super::decisive::{Wanted, WantedOutput};
use super::output_lines::MendedLine;
use super::worded::{Worded, distance, is_word};
use crate::compare::relaxed::letters;

/// So many letters of a line may differ from another one that it nearly is.
const MOST_LETTERS: usize = 2;

/// What expected lines say, be it typed or not.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    /// Words of some letters, without capitals.
    words: BTreeSet<String>,
    /// The letters and digits of each line, without capitals.
    lines: BTreeSet<String>,
    /// The same of each question, and without what differs from run to run.
    questions: BTreeSet<String>,
    questions_by_words: BTreeSet<String>,
}

impl Spoken {
    fn add(&mut self, output: &WantedOutput) {
        for line in &output.lines {
            self.words.extend(spoken_words(&line.text));
            self.lines.insert(letters(&line.text).collect());
            if line.asks {
                self.questions.insert(letters(&line.text).collect());
                self.questions_by_words.insert(line.words.letters());
            }
        }
    }
}

fn spoken_words(line: &str) -> impl Iterator<Item = String> {
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| is_word(word)).map(str::to_lowercase)
}

impl WantedOutput<'_> {
    fn spoken(&self) -> &Spoken {
        self.spoken.get_or_init(|| {
            let mut spoken = Spoken::default();
            spoken.add(self);
            spoken
        })
    }
}

impl Wanted<'_> {
    /// Whether a line that should not be there says what is expected elsewhere, and missing here.
    pub(super) fn says_what_is_missing(
        &self,
        output: &WantedOutput,
        line: &MendedLine,
        printed: &Worded,
    ) -> bool {
        let (all, own) = (self.spoken(output.exercise), output.spoken());
        let is_typed = |word: &String| output.input.iter().any(|typed| typed.to_lowercase().contains(word));
        let new = spoken_words(&line.printed).filter(|word| !own.words.contains(word) && !is_typed(word));
        let new: Vec<String> = new.collect();
        let missing = new.iter().filter(|word| all.words.contains(*word)).count();
        // Half of what it says besides is an answer.
        missing > 0 && 2 * missing >= new.len() || {
            let [by_words, by_text] = [printed.letters(), letters(&line.printed).collect()];
            let is_near = |one: &str, other: &str| distance(one, other, MOST_LETTERS).is_some();
            let said = &self.said[&output.exercise];
            said.iter().any(|wanted| is_near(&wanted.letters(), &by_words) && !output.expects(wanted))
                || all.lines.difference(&own.lines).any(|wanted| is_near(wanted, &by_text))
        }
    }

    /// Whether one of the lines is another answer, or nearly. `known` has those that were looked at before, and what they would be.
    pub(super) fn are_other_answers(
        &self,
        output: &WantedOutput,
        lines: &[MendedLine],
        known: &mut BTreeSet<(Option<usize>, Worded, String)>,
    ) -> bool {
        lines.iter().filter(|line| line.is_changed()).any(|line| {
            let (printed, right) = output.worded_line(line);
            let right = right.filter(|right| printed.has_words() && *right != printed);
            right.is_some_and(|right| {
                known.insert((output.exercise, right.clone(), line.printed.clone()))
                    && self.is_another_answer(output, line, &printed, &right)
            })
        })
    }

    /// Whether a line is nearer to another one that is expected than to the right one, or says both.
    pub(super) fn is_another_answer(
        &self,
        output: &WantedOutput,
        line: &MendedLine,
        printed: &Worded,
        right: &Worded,
    ) -> bool {
        let [printed_words, right_words] = [printed, right].map(Worded::letters);
        let [printed_text, right_text] = [Some(&line.printed), line.mended.as_ref()]
            .map(|line| line.map(|line| letters(line).collect::<String>()).unwrap_or_default());
        let nearer = |others: &mut dyn Iterator<Item = String>, right: &str, printed: &str| {
            // The right one may have few letters.
            let own = LazyCell::new(|| strsim::osa_distance(right, printed));
            let mut others = others.filter(|other| other != right);
            others.any(|other| distance(&other, printed, MOST_LETTERS).is_some_and(|other| other < *own))
        };
        let (said, spoken) = (&self.said[&output.exercise], self.spoken(output.exercise));
        let is_nearer = || match line.asks {
            // A question is no answer, whatever letters they share.
            true => {
                nearer(&mut spoken.questions_by_words.iter().cloned(), &right_words, &printed_words)
                    || nearer(&mut spoken.questions.iter().cloned(), &right_text, &printed_text)
            }
            false => {
                nearer(&mut said.iter().map(Worded::letters), &right_words, &printed_words)
                    || nearer(&mut spoken.lines.iter().cloned(), &right_text, &printed_text)
            }
        };
        said.iter().any(|other| other.has_words() && printed.says_both(right, other)) || is_nearer()
    }

    /// What the expected outputs of a program say.
    fn spoken(&self, exercise: Option<usize>) -> &Spoken {
        let all = self.spoken.get_or_init(|| {
            let mut all = BTreeMap::<_, Spoken>::new();
            for output in self.outputs.values() {
                all.entry(output.exercise).or_default().add(output);
            }
            all
        });
        &all[&exercise]
    }
}
