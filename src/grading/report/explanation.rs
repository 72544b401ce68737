//! Explains verdicts and kinds of difference in plain words, for readers who see them for the first time.

use crate::compare::{Kind, Verdict};
use crate::resource::Facts;

/// The explanation of a word in a report.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The meaning, in one or two sentences.
    pub meaning: &'static str,
    /// The usual causes, the most frequent first; empty if nothing went wrong.
    pub causes: &'static [&'static str],
    /// The thing to do next.
    pub advice: &'static str,
}

/// What pages say of a scenario that was lost in part.
pub const PARTLY_RIGHT: &str = "partly right";

impl Explanation {
    /// Explains what is said of a scenario that was lost in part.
    pub const PARTLY_RIGHT: Self = Self {
        meaning: "A part of what is asked for is right, and earned its part of the points. Files for programs call it a wrong answer.",
        causes: &[
            "A test passes with some of its values, and not with all.",
            "The output is right, and the instructor's checker found a better one.",
            "Own tests find some of the wrong programs, and not all.",
        ],
        advice: "Look at the sentence above the points: it says which part is not right yet.",
    };

    /// Explains a verdict.
    pub fn of_verdict(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Self {
                meaning: "The program did what it must. It has all points of the scenario.",
                causes: &[],
                advice: "Nothing. A sentence below it tells of a second reading of the handout, or of a warning.",
            },
            Verdict::WrongAnswer => Self {
                meaning: "The program ended well, and printed or gave back something else than was expected.",
                causes: &[
                    "A word, a blank or an empty line differs from the handout's.",
                    "A rule of the assignment is wrong, or is not looked at in this case.",
                    "Something is printed that was meant for trying the program out.",
                ],
                advice: "Look at the first row that differs: what comes after it is mostly its consequence. \
                         Then run the program and type the input that is shown.",
            },
            Verdict::RuntimeError => Self {
                meaning: "The program ended with an exception, with an exit code that is not 0, or by a signal.",
                causes: &[
                    "Input that is no number goes into `int()`.",
                    "An index is beyond the end of a list, or negative.",
                    "It asks for another line after the last one was typed: `EOFError`.",
                    "In C or C++: a pointer or an index that leads nowhere, which is a segmentation fault.",
                ],
                advice: "The exception and its line are named. Run the program and type the input that is shown.",
            },
            Verdict::EndlessLoop => Self {
                meaning: "The program came back to the same place with the same values, and had read nothing meanwhile. \
                          It would have gone round for ever, so it was stopped.",
                causes: &[
                    "Nothing in the loop changes what its condition asks for.",
                    "A question is asked once, before the loop, and never again inside of it.",
                    "`continue` leaves out the line that counts.",
                ],
                advice: "The sentence names the lines that repeat, and values that stay the same: one of these has to \
                         change in the loop.",
            },
            Verdict::Exceeded(resource) => {
                let &Facts { meaning, causes, advice, .. } = resource.facts();
                Self { meaning, causes, advice }
            }
            Verdict::NoResult => Self {
                meaning: "A session ended before it gave an answer that could be compared.",
                causes: &[
                    "The module ends the interpreter, as `exit()` does.",
                    "The module asks for input, or runs the whole program, when it is imported.",
                    "The interpreter itself crashes, as it does when a function calls itself too often.",
                ],
                advice: "Put what runs the program below `if __name__ == \"__main__\":`, and import the module once \
                         by hand.",
            },
            Verdict::InvalidSubmission => Self {
                meaning: "There is no program that could be run. Nothing of it was tested.",
                causes: &[
                    "The file has another name, or lies in the wrong folder.",
                    "The file does not compile: a bracket, a colon or an indentation is wrong.",
                    "The archive is empty, or holds another assignment.",
                ],
                advice: "The page says which file is looked for, or which line does not compile. Mend that, and check \
                         again.",
            },
            Verdict::ToBeMarked => Self {
                meaning: "Somebody has to look at it: no program can mark it.",
                causes: &["The spec says so, for instance for style or for a report."],
                advice: "Students wait. Instructors hand in the marks with `yardstick grade --marks`.",
            },
            Verdict::Marked => Self {
                meaning: "Somebody has looked at it and given these points.",
                causes: &["The spec says that it is marked by hand, for instance for style or for a report."],
                advice: "Whoever gave the points can say why. Instructors change them in the file that they gave to \
                         `yardstick grade --marks`.",
            },
            Verdict::NotGraded => Self {
                meaning: "It could not be graded, through no fault of the submission. It has no points, and not zero \
                          either.",
                causes: &[
                    "An interpreter or a compiler is missing on the machine that grades.",
                    "The machine ran out of memory, disk or processes.",
                    "Grading was interrupted.",
                ],
                advice: "Nothing is to be mended in the submission. Who grades looks at the reason, asks `yardstick \
                         doctor`, and grades again.",
            },
        }
    }

    /// Explains a kind of difference.
    pub fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::Whitespace => Self {
                meaning: "Only blanks, tabs or empty lines differ.",
                causes: &[
                    "A prompt lacks its blank at the end: `input(\"Name:\")`.",
                    "`print(a, b)` puts a blank between its arguments.",
                    "A string that ends with `\\n` is printed with `print`, which adds another newline.",
                ],
                advice: "Blanks are shown as `·`, tabs as `→` and newlines as `⏎` where they matter: compare these.",
            },
            Kind::Case => Self {
                meaning: "Capital and small letters differ.",
                causes: &["A message was typed by hand, and not copied from the handout."],
                advice: "Copy the message from the handout.",
            },
            Kind::Punctuation => Self {
                meaning: "Only punctuation marks differ, such as a full stop or a colon.",
                causes: &["A message was typed by hand, and not copied from the handout."],
                advice: "Copy the message from the handout, its last character included.",
            },
            Kind::Number => Self {
                meaning: "The words are right, and a number in them is not.",
                causes: &[
                    "Something is counted from 0 and should be from 1, or the other way round.",
                    "A counter counts refused input too, or is not set back.",
                ],
                advice: "Work the number out by hand for the input that is shown.",
            },
            Kind::BoardCell => Self {
                meaning: "The board has its right shape, and something in it is not where it should be.",
                causes: &[
                    "Something is put into the wrong row or column.",
                    "Rows are printed from the bottom, or rows and columns are exchanged.",
                    "The right place gets the wrong character.",
                    "All rows are the same list: `[[\".\"] * 3] * 3`.",
                ],
                advice: "Draw the board by hand for the input that is shown. The cells that differ are marked.",
            },
            Kind::Wording => Self {
                meaning: "Other words are printed.",
                causes: &[
                    "The program takes another branch: a condition is true that should be false, or the other way round.",
                    "A message is not the handout's.",
                ],
                advice: "If the words belong to another situation, ask why the program thinks it is in that one.",
            },
            Kind::Order => Self {
                meaning: "The right lines are printed in another order.",
                causes: &["Something is printed before or after a check, and should be the other way round."],
                advice: "Compare the order with the handout's sample.",
            },
            Kind::Extra => Self {
                meaning: "Something is printed that should not be there.",
                causes: &[
                    "A `print` is left from trying the program out.",
                    "The program goes on when it should have ended.",
                ],
                advice: "Find the line of the program that prints it.",
            },
            Kind::Missing => Self {
                meaning: "Something that is expected is not printed.",
                causes: &[
                    "The program ended too early, or crashed.",
                    "A case is not treated: the first or the last round of a loop, an empty list, a refused input.",
                ],
                advice: "Find the line of the program that should print it, and ask why it is not reached.",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_says_what_it_means_and_what_to_do() {
        let verdicts = Verdict::ALL.map(|verdict| (verdict.words(), Explanation::of_verdict(verdict)));
        let kinds = Kind::ALL.map(|kind| (kind.words(), Explanation::of_kind(kind)));
        let partly = (PARTLY_RIGHT, Explanation::PARTLY_RIGHT);
        for (word, explanation) in verdicts.into_iter().chain(kinds).chain([partly]) {
            let sentences = [explanation.meaning, explanation.advice].into_iter();
            for sentence in sentences.chain(explanation.causes.iter().copied()) {
                assert!(sentence.ends_with(['.', '`']), "{word}: {sentence}");
                assert!(!sentence.contains("  "), "{word}: {sentence}");
            }
            assert_eq!(explanation.causes.is_empty(), word == "accepted", "{word}");
        }
    }
}
