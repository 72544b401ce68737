//! The result of a submission's own tests.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::sandbox::Exit;

/// The results of a submission's tests on our programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestsTrace {
    /// Whether the file with the tests was handed in.
    pub is_there: bool,
    /// The end of the tests on the correct program, if they did not all pass.
    pub complaint: Option<TestsComplaint>,
    /// For each wrong program, whether a test failed.
    pub caught: Vec<bool>,
}

/// The end of tests that did not all pass on the correct program.
///
/// It contains nothing that the tests printed: they can print that program, which students must not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestsComplaint {
    /// How the process of the tests ended.
    pub exit: Exit,
    /// The summary of `unittest`, if there was one.
    pub summary: Option<TestsSummary>,
}

/// The last line of `unittest`, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestsSummary {
    /// All tests passed.
    Passed,
    /// Some tests did not pass.
    Failed {
        /// Tests with a failed assertion.
        failures: u16,
        /// Tests that raised another exception.
        errors: u16,
        /// Tests that were expected to fail and did not.
        unexpected_successes: u16,
    },
    /// There were no tests.
    NoTests,
    /// Their file cannot be imported, or a name in it is none.
    NotLoaded,
    /// They do not compile with the program.
    NotCompiled,
}

/// Larger numbers are no counts of tests, but may be a hidden message.
const MOST_TESTS: u16 = 999;

impl TestsSummary {
    /// Tells whether Node ended for a file that it cannot read, or for a name or module that is not there.
    ///
    /// Only this much is taken from what it says.
    pub fn of_node(stderr: &[u8]) -> Option<Self> {
        const NOT_LOADED: [&[u8]; 4] = [
            b"SyntaxError: ",
            b"ReferenceError: ",
            b"Error: Cannot find module ",
            b"Error [ERR_MODULE_NOT_FOUND]: ",
        ];
        let mut lines = stderr.split(|byte| *byte == b'\n');
        lines.any(|line| NOT_LOADED.iter().any(|start| line.starts_with(start))).then_some(Self::NotLoaded)
    }

    /// Parses the last line on standard error, if it is one of `unittest`.
    pub fn of(stderr: &[u8]) -> Option<Self> {
        let said = String::from_utf8_lossy(stderr);
        let last = said.trim_end().lines().next_back()?;
        let (word, numbers) = last.split_once(" (").map_or((last, ""), |(word, numbers)| (word, numbers));
        let (mut failures, mut errors, mut unexpected_successes) = (0, 0, 0);
        for number in numbers.strip_suffix(')').unwrap_or_default().split(", ").filter(|one| !one.is_empty())
        {
            let (what, count) = number.split_once('=')?;
            let count = count.parse().ok().filter(|count| *count <= MOST_TESTS)?;
            match what {
                "failures" => failures = count,
                "errors" => errors = count,
                "unexpected successes" => unexpected_successes = count,
                "skipped" | "expected failures" => {}
                _ => return None,
            }
        }
        match word {
            "OK" => Some(Self::Passed),
            "FAILED" => Some(Self::Failed { failures, errors, unexpected_successes }),
            "NO TESTS RAN" => Some(Self::NoTests),
            "NOT LOADED" => Some(Self::NotLoaded),
            _ => None,
        }
    }
}

/// Writes the summary as `unittest` does: `FAILED (failures=2)`.
impl fmt::Display for TestsSummary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Passed => f.write_str("OK"),
            Self::NoTests => f.write_str("NO TESTS RAN"),
            Self::NotLoaded => f.write_str("NOT LOADED"),
            Self::NotCompiled => f.write_str("they do not compile with it"),
            Self::Failed { failures, errors, unexpected_successes } => {
                let counts = [
                    ("failures", failures),
                    ("errors", errors),
                    ("unexpected successes", unexpected_successes),
                ];
                let counts: Vec<String> = counts
                    .iter()
                    .filter(|(_, count)| *count > 0)
                    .map(|(what, count)| format!("{what}={count}"))
                    .collect();
                write!(f, "FAILED ({})", counts.join(", "))
            }
        }
    }
}

/// Writes the end: `FAILED (failures=2), exit code 1`.
impl fmt::Display for TestsComplaint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(summary) = self.summary {
            write!(f, "{summary}, ")?;
        }
        write!(f, "{}", self.exit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_taken_from_the_output_of_tests() {
        let said = |last: &str| {
            let stderr = format!("F.\nSECRET = 1\n\nRan 2 tests in 0.0s\n\n{last}\n");
            TestsSummary::of(stderr.as_bytes()).map(|summary| summary.to_string())
        };
        for (last, shown) in [
            ("OK", Some("OK")),
            ("OK (skipped=1)", Some("OK")),
            ("FAILED (failures=2, errors=1, skipped=4)", Some("FAILED (failures=2, errors=1)")),
            ("FAILED (unexpected successes=1)", Some("FAILED (unexpected successes=1)")),
            ("NO TESTS RAN", Some("NO TESTS RAN")),
            ("FAILED (failures=1000)", None),
            ("FAILED (failures=one)", None),
            ("FAILED (secret=1)", None),
            ("SECRET = 1", None),
            ("", None),
        ] {
            assert_eq!(said(last).as_deref(), shown, "{last}");
        }
    }
}
