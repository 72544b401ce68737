//! The reasons why a submission cannot be run.

use serde::{Deserialize, Serialize};

use crate::language;
use crate::submission::Problem;
use crate::untrusted::{Text, Untrusted};

/// The reason why a submission cannot be run, which the student has to fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// A problem with the files that were handed in.
    Problem(Problem),
    /// The program does not parse or compile.
    Broken {
        /// The name of the language.
        language: String,
        /// The message of its compiler or interpreter.
        complaint: Untrusted,
    },
}

/// What stands between a language and what it says.
const ACCEPTS_NOT: &str = " does not accept it: ";

/// Who speaks where a Makefile cannot be followed, in the place of a language, and what stands behind it.
const MAKE: &str = "`make`";
const CANNOT_BUILD: &str = " cannot build it: ";

impl Invalid {
    /// The reason of a program that cannot be built. Where a Makefile says how, and no compiler complains, that is `make`'s.
    pub fn of_build(language: &str, by_make: bool, complaint: Untrusted) -> Self {
        let is_of_compiler = complaint.lines().any(|line| is_error(&line) || is_unlinked(&line));
        let language = if by_make && !is_of_compiler { MAKE } else { language };
        Self::Broken { language: language.to_owned(), complaint }
    }

    /// The same, and what was left out of the program before.
    #[must_use]
    pub fn without(self, left_out: &[String]) -> Self {
        match self {
            Self::Broken { language, complaint } if !left_out.is_empty() => {
                let told = format!(
                    "\nLeft out, because it was compiled before it was handed in: {}",
                    left_out.join(", ")
                );
                Self::Broken { language, complaint: Untrusted::concat(&[&complaint, &told]) }
            }
            other => other,
        }
    }

    /// Reads a reason of a program that does not parse or compile, if what the language says follows its first line.
    pub fn broken_by(reason: &Untrusted) -> Option<Self> {
        let complaint = Untrusted::join(reason.lines().skip(1), "\n");
        let first = reason.first_line();
        let is_its = |title: &&str| {
            let begins = [*title, behind(title)].concat();
            first.part(0..begins.chars().count()) == begins.as_str()
        };
        let language = language::all().map(|one| one.title.as_str()).chain([MAKE]).find(is_its)?;
        (!complaint.is_empty()).then(|| Self::Broken { language: language.to_owned(), complaint })
    }

    /// The reason in words: the first line says it all, what follows is what the language says, if that is more.
    pub fn reason(&self) -> Untrusted {
        match self {
            Self::Problem(problem) => problem.sentence(),
            Self::Broken { language, complaint } => {
                // Compilers name the first error first, and show the place below; Python names its only one last.
                let is_of_make = |line: &Untrusted| {
                    language == MAKE && (line.contains(&"*** ") || line.contains(&"ld: cannot find "))
                };
                let is_end = |line: &Untrusted| line.contains(&language::STOPPED);
                let names_a_line = |line: &Untrusted| {
                    language != "Python" && (line.contains(&": ") || line.contains(&" line "))
                };
                let lines = || complaint.lines();
                let first = lines().find(is_error).or_else(|| lines().find(is_unlinked));
                let first = first.or_else(|| lines().find(is_end)).or_else(|| lines().find(is_of_make));
                let first = first.or_else(|| lines().find(names_a_line)).or_else(|| lines().last());
                let first = first.unwrap_or_default();
                let more: &[&dyn Text] = if first == *complaint { &[] } else { &[&"\n", complaint] };
                let begins: [&dyn Text; 3] = [language, &behind(language), &first];
                Untrusted::concat(&[&begins, more].concat())
            }
        }
    }
}

fn behind(language: &str) -> &'static str {
    if language == MAKE { CANNOT_BUILD } else { ACCEPTS_NOT }
}

fn is_error(line: &Untrusted) -> bool {
    line.contains(&"error:") && !line.contains(&"collect2: ")
}

fn is_unlinked(line: &Untrusted) -> bool {
    line.contains(&"undefined reference to") || line.contains(&"multiple definition of")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_as_it_is_written_and_one_line_is_told_once() {
        let complaint = "a.c: In function `main`:\na.c:1:2: error: no\n  1 | no";
        let broken = Invalid::Broken { language: "C".into(), complaint: complaint.into() };
        assert_eq!(broken.reason().first_line(), "C does not accept it: a.c:1:2: error: no");
        assert_eq!(Invalid::broken_by(&broken.reason()), Some(broken));
        let short = Invalid::Broken { language: "C".into(), complaint: "make: no rule".into() };
        assert_eq!(short.reason(), "C does not accept it: make: no rule");
        let others = ["`a.c` is missing", "a\nb"].map(Untrusted::from);
        for reason in others.iter().chain([&short.reason()]) {
            assert_eq!(Invalid::broken_by(reason), None);
        }
    }
}
