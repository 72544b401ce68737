//! The remarks of a judgement about places in a submission's source.

use std::path::{Component, Path};

use super::difference::shortened_message;
use super::ending::misuse;
use super::ending::source::with_note;
use super::ending::spot::Spot;
use super::ending::told::{self, Told};
use crate::language::Warning;
use crate::rules::{Certainty, Finding};
use crate::spec::RuleTask;
use crate::trace::{Endless, Heard, Misuse, decode};
use crate::untrusted::{Text, Untrusted};

/// A remark about one place in a submission's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The file, by its path from the submission's folder.
    pub file: Untrusted,
    /// The number of the line, from 1; `None` for something that is missing in the whole file.
    pub line: Option<usize>,
    /// The number of the character in the line, from 1, if it is known.
    pub column: Option<usize>,
    /// The message, without a full stop.
    pub message: Untrusted,
    /// The severity.
    pub severity: Severity,
    /// The origin.
    pub origin: Origin,
}

/// How serious a remark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It costs points.
    Error,
    /// It costs no points.
    Warning,
    /// It is only suspected.
    Note,
}

impl Severity {
    /// Returns the word that files use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// The origin of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A rule.
    Rule {
        /// The key of the rule in specs.
        key: &'static str,
        /// What this kind of rule requires.
        about: &'static str,
    },
    /// The program itself, which ended at this place.
    Traceback,
    /// The loop that the program cannot leave.
    Loop,
    /// What went round when the time of the program was up, or the line in which it was.
    TimeUp,
    /// A sanitizer, which found a misuse of memory or of numbers.
    Sanitizer,
    /// The compiler or interpreter, which does not accept the file.
    Compiler,
    /// The compiler, which accepts the file and warns.
    CompilerWarning,
    /// The grader, which saw what is probably not meant.
    Remark,
}

impl Origin {
    /// Returns the word that files use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rule { key, .. } => key,
            Self::Traceback => "runtime-error",
            Self::Loop => "endless-loop",
            Self::TimeUp => "time-limit",
            Self::Sanitizer => "sanitizer",
            Self::Compiler => "does-not-compile",
            Self::CompilerWarning => "compiler-warning",
            Self::Remark => "remark",
        }
    }

    /// Returns one sentence about all remarks of this origin.
    pub fn about(self) -> &'static str {
        match self {
            Self::Rule { about, .. } => about,
            Self::Traceback => "A program ends with an error.",
            Self::Loop => "A loop never ends.",
            Self::TimeUp => "A program is still here when its time is up.",
            Self::Sanitizer => {
                "A program does what its language leaves undefined, or does not free its memory."
            }
            Self::Compiler => "A file does not parse or compile.",
            Self::CompilerWarning => "The compiler warns of something that is probably a mistake.",
            Self::Remark => "Something works, and is probably not meant so.",
        }
    }
}

impl Annotation {
    /// Creates a remark from a finding of a rule.
    pub(super) fn of_finding(task: &RuleTask, finding: &Finding) -> Self {
        Self {
            file: finding.file(&task.file),
            line: finding.place.as_ref().map(|place| place.line),
            column: finding.place.as_ref().map(|place| place.column),
            message: with_note(finding),
            severity: match finding.certainty {
                Certainty::Proven => Severity::Error,
                Certainty::Suspected => Severity::Note,
            },
            origin: Origin::Rule { key: task.rule.key(), about: task.rule.about() },
        }
    }

    /// Creates a remark from a warning.
    pub fn of_warning(warning: &Warning) -> Option<Self> {
        let Warning { file, line, column, message, is_ours } = warning;
        let (message, origin) = match is_ours {
            true => (message.expose().to_owned(), Origin::Remark),
            false => (shortened_message(message.expose()), Origin::CompilerWarning),
        };
        let remark = Self::at(file.clone(), *line, *column, message, origin);
        is_inside(file.expose()).then_some(Self { severity: Severity::Warning, ..remark })
    }

    /// Reads a traceback: the place where the program ended.
    pub(super) fn of_traceback(stderr: &[u8]) -> Option<Self> {
        let text = decode(stderr);
        let Some((file, line)) = last_frame(&text) else {
            let Told { message, place } = told::of_failure(&text)?;
            let Spot { file, line, column } = place?;
            return Some(Self::at(file, line, column, shortened_message(message), Origin::Traceback));
        };
        let last = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(Self::at(file, line, None, shortened_message(last.trim()), Origin::Traceback))
    }

    /// Points at the first line of a loop that never ends.
    pub(super) fn of_loop(endless: &Endless) -> Option<Self> {
        let (file, (line, _)) = (endless.file.expose(), endless.lines.first()?);
        is_inside(file).then(|| Self::at(file, *line, None, "this loop never ends".to_owned(), Origin::Loop))
    }

    /// Points at what a sanitizer found.
    pub(super) fn of_misuse(misuse: &Misuse) -> Option<Self> {
        let place = misuse.place.as_ref().filter(|place| is_inside(place.file.expose()))?;
        let message = misuse::remark(misuse.kind);
        Some(Self::at(place.file.clone(), place.line, None, message, Origin::Sanitizer))
    }

    /// Points at what went round when the time of a program was up, or at the line in which it was.
    pub(super) fn of_heard(heard: &Heard) -> Option<Self> {
        let (file, line, message) = match (&heard.around, &heard.called, heard.stack.first()) {
            (Some(around), ..) => {
                (&around.file, around.lines.first()?.0, "this still went round when the time was up")
            }
            (None, Some(called), _) => {
                (&called.file, called.line, "this was still called when the time was up")
            }
            (None, None, Some(place)) => {
                (&place.file, place.line, "the program was still here when its time was up")
            }
            (None, None, None) => return None,
        };
        let file = file.expose();
        is_inside(file).then(|| Self::at(file, line, None, message.to_owned(), Origin::TimeUp))
    }

    /// Reads the first place that an error message of a compiler or an interpreter names.
    pub fn of_complaint(complaint: &Untrusted) -> Option<Self> {
        let complaint = complaint.expose();
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty())?;
        if let Some((file, line)) = last_frame(complaint) {
            return Some(Self::at(file, line, None, shortened_message(last.trim()), Origin::Compiler));
        }
        let is_error = |line: &&str| line.contains(": error: ") || line.contains(": fatal error: ");
        // Warnings may stand before the error of a compiler that writes everything in one line.
        let says_something = |found: &Self| !told::says_nothing(found.message.expose());
        let errors = || complaint.lines().filter(is_error).find_map(|line| Self::of_place(line, line));
        let mut before = "";
        let found = errors().filter(says_something).or_else(|| {
            complaint.lines().find_map(|line| {
                // rustc writes the message, then ` --> file:line:column`.
                let place = line.trim_start().strip_prefix("--> ");
                let found =
                    place.map_or_else(|| Self::of_place(line, line), |place| Self::of_place(place, before));
                before = line;
                found.filter(says_something)
            })
        });
        found.or_else(|| {
            let Told { message, place } = told::of_complaint(complaint)?;
            let Spot { file, line, column } = place?;
            Some(Self::at(file, line, column, shortened_message(message), Origin::Compiler))
        })
    }

    /// Reads a place and a message as compilers write them.
    fn of_place(place: &str, says: &str) -> Option<Self> {
        let mut parts = place.splitn(4, ':');
        let (file, number) = (parts.next()?, parts.next()?);
        let column = parts.next().and_then(|column| column.parse().ok());
        let number = number.parse().ok()?;
        let message = says.strip_prefix(&format!("{file}:")).unwrap_or(says);
        let message = message.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ');
        is_inside(file).then(|| Self::at(file, number, column, shortened_message(message), Origin::Compiler))
    }

    /// Creates a remark about an error that ended a program or kept it from starting.
    pub(super) fn at(
        file: impl Into<Untrusted>,
        line: usize,
        column: Option<usize>,
        message: impl Into<Untrusted>,
        origin: Origin,
    ) -> Self {
        Self {
            file: file.into(),
            line: Some(line.max(1)),
            column,
            message: message.into(),
            severity: Severity::Error,
            origin,
        }
    }
}

/// Returns the innermost file of the submission in a Python traceback, and its line.
pub(super) fn last_frame(text: &str) -> Option<(&str, usize)> {
    text.lines().rev().find_map(|line| {
        let (file, rest) = line.trim().strip_prefix("File \"")?.split_once("\", line ")?;
        let number = rest.split(',').next()?.trim().parse().ok()?;
        is_inside(file).then_some((file, number))
    })
}

/// Tells whether this can be the path of a file in the submission's folder. Its author is not trusted.
pub(super) fn is_inside(file: &str) -> bool {
    let plain = |part: Component| matches!(part, Component::Normal(_));
    !file.is_empty() && !file.starts_with('<') && Path::new(file).components().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(annotation: Option<Annotation>) -> Option<(Untrusted, usize, Option<usize>, Untrusted)> {
        annotation.map(|one| (one.file, one.line.unwrap(), one.column, one.message))
    }

    #[test]
    fn a_traceback_names_the_innermost_line_of_the_submission() {
        let stderr = b"Traceback (most recent call last):\n  File \"main.py\", line 9, in <module>\n    main()\n  \
                       File \"shapes.py\", line 4, in main\n    int('x')\n  File \"/usr/lib/python3/x.py\", line 1, in f\n\
                       ValueError: no\n";
        let found = place(Annotation::of_traceback(stderr));
        assert_eq!(found, Some(("shapes.py".into(), 4, None, "ValueError: no".into())));
    }

    #[test]
    fn the_advice_of_python_is_not_cut() {
        let stderr =
            b"  File \"a.py\", line 1, in f\nAttributeError: 'a_type_with_a_very_long_name' object has no \
                       attribute 'another_rather_long_name'. Did you mean: 'another_rather_long_word'?\n";
        let (.., message) = place(Annotation::of_traceback(stderr)).unwrap();
        let expected = "AttributeError: 'a_type_with_a_very_long_name' object has no attribute…. Did you mean: \
                        'another_rather_long_word'?";
        assert_eq!(message, expected);
    }

    #[test]
    fn a_traceback_cannot_name_files_outside_the_submission() {
        for file in ["/etc/passwd", "../../other/hw.py", "<string>", ""] {
            let stderr = format!("  File \"{file}\", line 1\nValueError: no\n");
            assert_eq!(Annotation::of_traceback(stderr.as_bytes()), None, "{file}");
        }
        assert_eq!(Annotation::of_traceback(b"  File \"a.py\", line 99999999999999999999\nx\n"), None);
    }

    #[test]
    fn a_loop_outside_of_the_submission_is_not_pointed_at() {
        let of = |file: &str| {
            let lines = vec![(3, "while True:".into())];
            Annotation::of_loop(&Endless { file: file.into(), last: 3, lines, ..Endless::default() })
        };
        assert_eq!(of("a.py").and_then(|one| one.line), Some(3));
        assert_eq!(of("../a.py"), None);
    }

    #[test]
    fn the_place_of_an_error_is_found_for_every_language() {
        for (complaint, expected) in [
            (
                "  File \"a.py\", line 3\n    print(\n         ^\nSyntaxError: '(' was never closed",
                ("a.py", 3, None),
            ),
            ("a.c: In function 'main':\na.c:3:5: error: expected ';'\n", ("a.c", 3, Some(5))),
            ("Greet.java:7: error: ';' expected\n  x\n", ("Greet.java", 7, None)),
            ("error[E0425]: cannot find value `x`\n --> a.rs:2:13\n  |\n", ("a.rs", 2, Some(13))),
            ("a.js:1\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n", ("a.js", 1, None)),
        ] {
            let (file, line, column, message) = place(Annotation::of_complaint(&complaint.into())).unwrap();
            assert_eq!((file.expose(), line, column), expected, "{message:?}");
        }
        assert_eq!(Annotation::of_complaint(&"collect2: error: ld returned 1 exit status\n".into()), None);
    }
}
