//! What a checker said: its exit code, and the files in its folder.

use super::{FEEDBACK, Silent};
use crate::sandbox::{Execution, Exit, Input, KeptFolder};
use crate::spec::OutputChecker;
use crate::submission::{File, Snapshot};
use crate::trace::{Checked, CheckerAnswer, Left, left, left_in};
use crate::untrusted::Untrusted;

/// The exit codes of a checker.
const RIGHT: i32 = 42;
const WRONG: i32 = 43;

/// What a checker may leave in its folder. The last is what newer packages write instead of the score.
const TO_STUDENT: &str = "teammessage.txt";
const TO_INSTRUCTOR: &str = "judgemessage.txt";
const SCORES: [&str; 2] = ["score.txt", "score_multiplier.txt"];

/// What it leaves there if the program is to be started again: the input of the next pass.
const NEXT_PASS: &str = "nextpass.in";

/// The most files that a checker may keep for the next pass.
const MOST_KEPT: usize = 100;

/// The most characters and lines of a message.
const LONGEST_MESSAGE: usize = 2000;
const MOST_LINES: usize = 20;

/// What a checker said.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) checked: Checked,
    /// What the program is started again with, if the checker wants to see more of it.
    pub(super) next: Option<Next>,
}

impl Said {
    /// A partner that failed at what the program said to it.
    pub(super) fn wrong(told: String) -> Self {
        let (to_student, to_instructor) = (told.into(), Untrusted::default());
        let checked =
            Checked { answer: CheckerAnswer::Wrong, talked: true, decides: false, to_student, to_instructor };
        Self { checked, next: None }
    }
}

/// What a checker leaves for the next pass.
#[derive(Debug)]
pub(super) struct Next {
    /// The input of the program.
    pub(super) input: Input,
    /// The other files in the checker's folder, which are there again.
    pub(super) kept: Snapshot,
}

/// Reads what a checker said.
pub(super) fn read(
    checker: &OutputChecker,
    execution: &Execution,
    folder: &KeptFolder,
) -> Result<Said, Silent> {
    let misbehaved = |deed: String| Err(Silent::Misbehaved(deed));
    let is_right = match execution.exit {
        Exit::Code(RIGHT) => true,
        Exit::Code(WRONG) => false,
        Exit::Code(code) => {
            return misbehaved(format!(
                "ended with exit code {code}, where {RIGHT} says that an output is right, and {WRONG} that it is wrong"
            ));
        }
        Exit::Signal(signal) => return misbehaved(format!("was ended by signal {signal}")),
        Exit::Endless => return misbehaved("never ends".to_owned()),
        Exit::Exceeded(resource) => return misbehaved(resource.facts().deed.to_owned()),
    };
    let [to_student, to_instructor] = [TO_STUDENT, TO_INSTRUCTOR].map(|name| message(content(folder, name)));
    let next = next(folder)?;
    let score = SCORES.iter().find_map(|name| content(folder, name));
    let answer = match (is_right, checker.scores) {
        (false, _) if next.is_some() => {
            let deed =
                format!("left an input for another pass in `{NEXT_PASS}`, and said that the output is wrong");
            return misbehaved(deed);
        }
        (false, _) => CheckerAnswer::Wrong,
        (true, false) => CheckerAnswer::Right,
        (true, true) => match score.as_deref().map(millionths) {
            Some(Some(part)) => CheckerAnswer::Millionths(part),
            Some(None) => {
                return misbehaved("wrote a score that is no number from 0 to 1 into `score.txt`".to_owned());
            }
            // The last pass has the score.
            None if next.is_some() => CheckerAnswer::Millionths(0),
            None => return misbehaved("wrote no score into `score.txt`".to_owned()),
        },
    };
    let checked = Checked { answer, talked: checker.talks, decides: false, to_student, to_instructor };
    Ok(Said { checked, next })
}

/// Returns the content of a file in the folder of a checker.
fn content(folder: &KeptFolder, name: &str) -> Option<Vec<u8>> {
    let path = format!("{FEEDBACK}{name}");
    match left(folder, std::slice::from_ref(&path), &[]).remove(&path)? {
        Left::Content(content) => Some(content),
        Left::Nothing | Left::Misnamed(_) | Left::TooLong(_) | Left::NoFile | Left::Closed => None,
    }
}

/// Returns what the checker leaves for the next pass, if it wants one.
fn next(folder: &KeptFolder) -> Result<Option<Next>, Silent> {
    let Some(input) = content(folder, NEXT_PASS) else { return Ok(None) };
    let misbehaved = |deed: String| Err(Silent::Misbehaved(deed));
    let Ok(input) = String::from_utf8(input) else {
        return misbehaved(format!(
            "left an input for another pass in `{NEXT_PASS}` that is no text in UTF-8"
        ));
    };
    let names = left_in(folder, FEEDBACK, MOST_KEPT + 1);
    if names.len() > MOST_KEPT {
        return misbehaved(format!("left more than {MOST_KEPT} files in its folder for the next pass"));
    }
    let kept = names.iter().filter(|name| *name != NEXT_PASS).filter_map(|name| {
        let file = File { content: content(folder, name)?, executable: false };
        Some((format!("{FEEDBACK}{name}").into(), file))
    });
    Ok(Some(Next { input: lines(&input), kept: kept.collect() }))
}

/// Returns the lines of a text, as a program is given them.
fn lines(text: &str) -> Input {
    let whole = text.strip_suffix('\n');
    let lines = match text {
        "" => Vec::new(),
        text => whole.unwrap_or(text).split('\n').map(str::to_owned).collect(),
    };
    Input { lines, final_newline: whole.is_some(), terminal: false }
}

/// Returns a score in millionths; `None` if it is no number from 0 to 1.
fn millionths(text: &[u8]) -> Option<u32> {
    let number: f64 = std::str::from_utf8(text).ok()?.trim().parse().ok()?;
    (0.0..=1.0).contains(&number).then(|| (number * f64::from(CheckerAnswer::WHOLE)).round() as u32)
}

/// Returns a message of bounded length.
fn message(content: Option<Vec<u8>>) -> Untrusted {
    let content = content.unwrap_or_default();
    // A character has at most four bytes.
    let text = String::from_utf8_lossy(&content[..content.len().min(4 * LONGEST_MESSAGE)]).into_owned();
    let text: String = text.trim_end().chars().take(LONGEST_MESSAGE).collect();
    text.lines().take(MOST_LINES).collect::<Vec<_>>().join("\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_a_number_from_0_to_1() {
        for (text, score) in [
            ("0", Some(0)),
            ("1\n", Some(1_000_000)),
            (" 0.5 ", Some(500_000)),
            ("3.333e-1", Some(333_300)),
            ("1.0000001", None),
            ("-0.1", None),
            ("NaN", None),
            ("inf", None),
            ("50%", None),
            ("", None),
        ] {
            assert_eq!(millionths(text.as_bytes()), score, "{text}");
        }
        assert_eq!(millionths(b"\xff"), None);
    }

    #[test]
    fn the_input_of_a_pass_is_what_the_checker_wrote() {
        for text in ["", "\n", "a", "a\n", "a\n\n", "\r\na b\n"] {
            assert_eq!(lines(text).all_bytes(), text.as_bytes(), "{text:?}");
        }
    }

    #[test]
    fn a_message_has_a_bounded_length() {
        assert_eq!(message(Some(b"line 1\nline 2\n\n".to_vec())), "line 1\nline 2");
        assert_eq!(message(Some("é".repeat(5000).into_bytes())).length(), LONGEST_MESSAGE);
        assert_eq!(message(Some(b"x\n".repeat(500))).lines().count(), MOST_LINES);
        assert!(message(None).is_empty());
    }
}
