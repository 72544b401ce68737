//! Removes from a submission's results everything that tells whose they are.

use std::collections::BTreeMap;
use std::ops::Range;

use regex::{Regex, RegexBuilder};

use super::Graded;
use crate::compare::{Annotation, Difference, LoopValue, LoopValues, PairedRow, SideBySide};
use crate::guidance::Guidance;
use crate::submission::Submission;
use crate::untrusted::{Text, Untrusted};

/// The word that replaces a name.
const HIDDEN: &str = "[hidden]";

/// Whether readers can see whose results they are.
#[derive(Clone, Debug)]
pub enum Names {
    /// Everything is shown.
    Known,
    /// Pseudonyms replace names. For each pseudonym: the texts that must not be seen in its results.
    Hidden(BTreeMap<Untrusted, Concealed>),
}

impl Names {
    /// Whether pseudonyms replace names.
    pub fn are_hidden(&self) -> bool {
        matches!(self, Self::Hidden(_))
    }

    /// The texts that must not be seen in the results of a submission.
    pub(super) fn concealed(&self, submission: &Untrusted) -> Option<&Concealed> {
        match self {
            Self::Known => None,
            Self::Hidden(concealed) => concealed.get(submission),
        }
    }
}

/// The texts that must not be seen in the results of one submission.
#[derive(Clone, Debug, Default)]
pub struct Concealed {
    /// Names, ids and paths, in upper or lower case.
    names: Option<Regex>,
}

impl Concealed {
    /// Hides these texts, and every file name that contains one of them. Texts of fewer than three characters
    /// identify nobody and stay.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a Untrusted>) -> Self {
        let texts = texts.into_iter().map(|text| text.expose().trim());
        let mut texts: Vec<&str> = texts.filter(|text| text.chars().count() > 2).collect();
        // The longest first: a name inside a path goes with the path.
        texts.sort_by_key(|text| (std::cmp::Reverse(text.len()), *text));
        texts.dedup();
        let any = texts.iter().map(|text| regex::escape(text)).collect::<Vec<_>>().join("|");
        let names = RegexBuilder::new(&any).case_insensitive(true).size_limit(64 << 20).build().ok();
        Self { names: names.filter(|_| !texts.is_empty()) }
    }

    /// Hides everything that tells whose submission it is.
    pub fn of(submission: &Submission) -> Self {
        Self::new(&telling(submission))
    }

    /// The results of a submission without these texts. Its name stays: it is a pseudonym already.
    pub(super) fn hidden_in(&self, mut graded: Graded) -> Graded {
        if let Some(problem) = &mut graded.problem {
            self.hide_in(problem);
        }
        graded.warnings.iter_mut().for_each(|annotation| self.hide_in_annotation(annotation));
        graded.obstacle.iter_mut().for_each(|annotation| self.hide_in_annotation(annotation));
        graded.note.iter_mut().for_each(|note| self.hide_in(note));
        self.hide_in_guidance(&mut graded.guidance);
        for mistake in graded.mistakes.iter_mut().flat_map(|named| &mut named.mistakes) {
            self.hide_in(&mut mistake.sentence);
            mistake.hints.iter_mut().for_each(|hint| self.hide_in(hint));
        }
        for scenario in &mut graded.scenarios {
            scenario.annotations.iter_mut().for_each(|annotation| self.hide_in_annotation(annotation));
            scenario.reasons.iter_mut().for_each(|reason| self.hide_in(reason));
            self.hide_in_guidance(&mut scenario.guidance);
            scenario.said.iter_mut().for_each(|said| self.hide_in(said));
            if let Some(difference) = &mut scenario.difference {
                self.hide_in_difference(difference);
            }
            if let Some(dialogue) = &mut scenario.side_by_side {
                self.hide_in_dialogue(dialogue);
            }
            if let Some(values) = &mut scenario.loop_values {
                self.hide_in_loop_values(values);
            }
        }
        graded
    }

    fn hide_in_annotation(&self, annotation: &mut Annotation) {
        self.hide_in(&mut annotation.file);
        self.hide_in(&mut annotation.message);
    }

    fn hide_in_guidance(&self, guidance: &mut Guidance) {
        let Guidance { headline, lines, todo } = guidance;
        headline.iter_mut().chain(todo).for_each(|text| self.hide_in(text));
        for line in lines {
            self.hide_in(&mut line.file);
            self.hide_in(&mut line.text);
        }
    }

    fn hide_in_difference(&self, difference: &mut Difference) {
        self.hide_in(&mut difference.sentence);
        for piece in difference.rows.iter_mut().flat_map(|row| &mut row.pieces) {
            self.hide_in(&mut piece.text);
        }
    }

    fn hide_in_dialogue(&self, dialogue: &mut SideBySide) {
        for row in dialogue.turns.iter_mut().flat_map(|turn| &mut turn.rows) {
            let lines = match row {
                PairedRow::Lines { expected, actual, .. } => [expected.as_mut(), actual.as_mut()],
                PairedRow::LeftOut(_) => [None, None],
            };
            for piece in lines.into_iter().flatten().flat_map(|line| &mut line.pieces) {
                self.hide_in(&mut piece.text);
            }
        }
    }

    fn hide_in_loop_values(&self, values: &mut LoopValues) {
        match values {
            LoopValues::Always(values) => {
                for (name, value) in values {
                    self.hide_in(name);
                    self.hide_in(value);
                }
            }
            LoopValues::Changes(values) => {
                for LoopValue { name, deed: _, value } in values {
                    self.hide_in(name);
                    value.iter_mut().for_each(|value| self.hide_in(value));
                }
            }
        }
    }

    fn hide_in(&self, text: &mut Untrusted) {
        if let Some(names) = &self.names {
            *text = text.map(|text| hidden_in(text, names));
        }
    }
}

/// Every text that tells whose submission it is: names in both orders, ids, and the path of the submission.
fn telling(submission: &Submission) -> Vec<Untrusted> {
    let mut texts = vec![submission.name.clone(), submission.path.display().to_string().into()];
    texts.extend(submission.path.file_name().map(|name| name.to_string_lossy().into_owned().into()));
    for student in &submission.students {
        texts.push(student.name.clone());
        let words: Vec<Untrusted> = student.name.split(&[',', ' ']).filter(|word| !word.is_empty()).collect();
        if let [first, .., last] = words.as_slice() {
            let orders = [[first, last], [last, first]];
            for [one, other] in orders {
                let separators = ["", " ", "_", "-", ".", ", "];
                texts.extend(separators.map(|between| Untrusted::concat(&[one, &between, other])));
            }
        }
        texts.extend(student.ids.iter().map(|id| id.text.clone()));
    }
    texts
}

/// A text in which a word replaces each name.
fn hidden_in(text: &str, names: &Regex) -> String {
    let places = names.find_iter(text).filter_map(|found| place(text, found.range()));
    let mut hidden = String::new();
    let mut done = 0;
    for place in places {
        // Two names in one file name: the file name was hidden with the first.
        if place.start >= done {
            hidden += &text[done..place.start];
            hidden += HIDDEN;
            done = place.end;
        }
    }
    hidden += &text[done..];
    hidden
}

/// The part of a text that is hidden because a name was found in it: the whole file name that the name is a part of, or
/// only the name; nothing if the name is only a part of another word.
fn place(text: &str, found: Range<usize>) -> Option<Range<usize>> {
    let belongs = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let start = found.start
        - text[..found.start].chars().rev().take_while(|c| belongs(*c)).map(char::len_utf8).sum::<usize>();
    let end =
        found.end + text[found.end..].chars().take_while(|c| belongs(*c)).map(char::len_utf8).sum::<usize>();
    let ending = text[found.start..end].rsplit_once('.').map_or("", |(_, ending)| ending);
    if (1..=8).contains(&ending.len()) && ending.chars().all(char::is_alphanumeric) {
        return Some(start..end);
    }
    let is_in_word = text[..found.start].ends_with(char::is_alphanumeric)
        || text[found.end..].starts_with(char::is_alphanumeric);
    (!is_in_word).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(texts: &[&str], text: &str) -> Untrusted {
        let texts: Vec<Untrusted> = texts.iter().map(|&text| text.into()).collect();
        let mut text = Untrusted::from(text);
        Concealed::new(&texts).hide_in(&mut text);
        text
    }

    #[test]
    fn names_ids_and_file_names_that_hold_them_are_hidden() {
        let texts = ["Jane Doe", "doejane", "4321", "Doe, Jane"];
        for (text, expected) in [
            ("Hello, JANE DOE!", "Hello, [hidden]!"),
            ("`doejane_4321_98765_helo.py` is there", "`[hidden]` is there"),
            ("line 3 of `my_doejane_words.py`", "line 3 of `[hidden]`"),
            ("made by Doe, Jane.", "made by [hidden]."),
            ("doejanet plays for 43210", "doejanet plays for 43210"),
            ("(doejane_x)", "([hidden]_x)"),
        ] {
            assert_eq!(hidden(&texts, text), expected);
        }
        assert_eq!(hidden(&["", "ab"], "ab"), "ab");
    }
}
