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

impl Invalid {
    /// Reads a reason of a program that does not parse or compile, if what the language says follows its first line.
    pub fn broken_by(reason: &Untrusted) -> Option<Self> {
        let complaint = Untrusted::join(reason.lines().skip(1), "\n");
        let first = reason.first_line();
        let is_its = |title: &&str| {
            let begins = format!("{title}{ACCEPTS_NOT}");
            first.part(0..begins.chars().count()) == begins.as_str()
        };
        let language = language::all().map(|one| one.title.as_str()).find(is_its)?;
        (!complaint.is_empty()).then(|| Self::Broken { language: language.to_owned(), complaint })
    }

    /// The reason in words: the first line says it all, what follows is what the language says, if that is more.
    pub fn reason(&self) -> Untrusted {
        match self {
            Self::Problem(problem) => problem.sentence(),
            Self::Broken { language, complaint } => {
                // Compilers name the first error first, and show the place below; Python names its only one last.
                let is_error = |line: &Untrusted| line.contains(&"error:") && !line.contains(&"collect2: ");
                let is_unlinked = |line: &Untrusted| {
                    line.contains(&"undefined reference to") || line.contains(&"multiple definition of")
                };
                let names_a_line = |line: &Untrusted| {
                    language != "Python" && (line.contains(&": ") || line.contains(&" line "))
                };
                let lines = || complaint.lines();
                let first = lines().find(is_error).or_else(|| lines().find(is_unlinked));
                let first = first.or_else(|| lines().find(names_a_line)).or_else(|| lines().last());
                let first = first.unwrap_or_default();
                let more: &[&dyn Text] = if first == *complaint { &[] } else { &[&"\n", complaint] };
                let begins: [&dyn Text; 3] = [language, &ACCEPTS_NOT, &first];
                Untrusted::concat(&[&begins, more].concat())
            }
        }
    }
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
