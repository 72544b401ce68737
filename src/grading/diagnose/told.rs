//! Mistakes in words: a sentence about the program, and hints that give away more and more.

use super::{Confidence, Mistake, What};
use crate::untrusted::Untrusted;

impl Mistake {
    /// Returns a sentence about what the program does, as certain as the diagnosis is.
    pub fn sentence(&self, confidence: Confidence) -> Untrusted {
        let told = match &self.what {
            What::Bug(bug) => about_it(bug.about).into(),
            What::Slip { right, wrong, .. } if wrong.is_empty() => {
                Untrusted::concat(&[&"It does not print `", right, &"`."])
            }
            What::Slip { right, wrong, .. } => {
                Untrusted::concat(&[&"It prints `", wrong, &"` where `", right, &"` is expected."])
            }
        };
        match confidence {
            Confidence::Sure => told,
            Confidence::Likely => told.map(|told| format!("Likely: {}", decapitalized(told))),
            Confidence::LooksLike => told.map(|told| format!("It looks as if: {}", decapitalized(told))),
            Confidence::Unknown => told.map(|told| format!("Perhaps: {}", decapitalized(told))),
        }
    }

    /// Returns the hints: a question, the place to look, and what is wrong there.
    pub fn hints(&self) -> [Untrusted; 3] {
        match &self.what {
            What::Bug(bug) => bug.hints.map(Untrusted::from),
            What::Slip { right, wrong, .. } => [
                Untrusted::concat(&[&"How exactly must `", right, &"` be printed?"]),
                Untrusted::concat(&[&"What prints `", if wrong.is_empty() { right } else { wrong }, &"`."]),
                self.sentence(Confidence::Sure),
            ],
        }
    }
}

/// Returns a sentence about a program: `Prints nothing.` becomes `It prints nothing.`
fn about_it(about: &str) -> String {
    if about.starts_with("No ") { about.to_owned() } else { format!("It {}", decapitalized(about)) }
}

fn decapitalized(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
