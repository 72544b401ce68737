//! Changes what a spec accepts besides. Every other byte of its text is kept.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::also::AlsoOutput;
use super::{Defects, Spec};

/// What a spec accepts besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amendment {
    /// A list at the top of the spec gets words.
    Words {
        /// The list.
        list: AmendedList,
        /// The words, such as `trailing-blanks`.
        words: Vec<String>,
    },
    /// Scenarios get outputs that are right besides what is expected.
    Outputs {
        /// The outputs.
        outputs: Vec<AlsoOutput>,
    },
}

/// A list of a spec that says what is accepted besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AmendedList {
    /// Differences that do not count.
    Compare,
    /// Second readings of the handout.
    Readings,
}

/// Why a list cannot be changed.
#[derive(Debug, thiserror::Error)]
pub enum AmendError {
    /// It is no list of words.
    #[error("`{key}` of `{spec}` is no list of words, so nothing is added to it: change it by hand")]
    NoList {
        /// The key.
        key: &'static str,
        /// The name of the spec.
        spec: String,
    },
    /// The keys of the spec are not on lines of their own.
    #[error("the keys of `{spec}` are not on lines of their own, so `{key}` cannot be added: add it by hand")]
    NoLines {
        /// The key.
        key: &'static str,
        /// The name of the spec.
        spec: String,
    },
    /// The scenario does not stand in the spec, or not in a way that could be changed.
    #[error("nothing can be added to the scenario `{scenario}` of `{spec}`: {reason}")]
    NoScenario {
        /// The full name of the scenario.
        scenario: String,
        /// The name of the spec.
        spec: String,
        /// The reason, with what to do.
        reason: &'static str,
    },
    /// The changed spec has defects.
    #[error(transparent)]
    Defects(#[from] Box<Defects>),
}

/// What is changed, in a few words: `compare gets case`.
impl fmt::Display for Amendment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Words { list, words } => write!(f, "{} gets {}", list.key(), words.join(", ")),
            Self::Outputs { outputs } => match &outputs[..] {
                [one] => write!(f, "one output more in {}", one.scenario),
                more => write!(f, "one output more in each of {} scenarios", more.len()),
            },
        }
    }
}

impl AmendedList {
    /// The key.
    pub fn key(self) -> &'static str {
        match self {
            Self::Compare => "compare",
            Self::Readings => "readings",
        }
    }
}

impl Spec {
    /// Returns the spec with more that is accepted. What is there already changes nothing.
    ///
    /// # Errors
    ///
    /// When the text cannot be changed so, or the changed spec has defects.
    pub fn amended(&self, amendment: &Amendment) -> Result<Self, AmendError> {
        match amendment {
            Amendment::Words { list, words } => {
                let text = self.with_words(*list, words)?;
                Ok(Self::parse_beside(&self.source.name, text, &self.beside)?)
            }
            Amendment::Outputs { outputs } => self.with_outputs(outputs),
        }
    }

    fn with_words(&self, list: AmendedList, words: &[String]) -> Result<String, AmendError> {
        let (key, text) = (list.key(), &self.source.text);
        let no_list = || AmendError::NoList { key, spec: self.source.name.clone() };
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let begins = |line: &str, key: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
        let Some(at) = lines.iter().position(|line| begins(line, key)) else {
            let first = lines.iter().position(|line| begins(line, "groups") || begins(line, "scenarios"));
            let first = first.ok_or_else(|| AmendError::NoLines { key, spec: self.source.name.clone() })?;
            let added = format!("{key}: [{}]{newline}", words.join(", "));
            return Ok([&*lines[..first].concat(), &added, &*lines[first..].concat()].concat());
        };
        let (value, comment) = split_comment(lines[at][key.len() + 1..].trim_end());
        let known = match value.strip_prefix('[').map(|rest| rest.strip_suffix(']')) {
            Some(Some(inside)) => inside.split(',').map(str::trim).filter(|word| !word.is_empty()).collect(),
            Some(None) => return Err(no_list()),
            None if value == "exact" => Vec::new(),
            None if !value.is_empty() && value.chars().all(|one| one.is_ascii_lowercase() || one == '-') => {
                vec![value]
            }
            None => return Err(no_list()),
        };
        let new = words.iter().map(String::as_str).filter(|word| !known.contains(word));
        let all: Vec<&str> = known.iter().copied().chain(new).collect();
        let changed = format!("{key}: [{}]{comment}{newline}", all.join(", "));
        let changed = if all.len() == known.len() { lines[at] } else { &changed };
        Ok([&*lines[..at].concat(), changed, &*lines[at + 1..].concat()].concat())
    }
}

/// Parts a value from the comment behind it, which keeps the blanks before it.
fn split_comment(value: &str) -> (&str, &str) {
    let at = value.find(" #").unwrap_or(value.len());
    let kept = value[..at].trim_end().len();
    (value[..kept].trim_start(), &value[kept..])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const REST: &str = "scenarios:\n  - { name: s, points: 1, expect: { stdout: x } }\n";

    fn amended(head: &str, words: &[&str]) -> Result<String, String> {
        let text = format!("assignment: a\nsubmission: {{ files: [a.py] }}\n{head}{REST}");
        let spec = Spec::parse_beside("a.yaml", text, &BTreeMap::new()).unwrap();
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let amended = spec.amended(&Amendment::Words { list: AmendedList::Compare, words });
        let text = amended.map_err(|error| error.to_string())?.source.text;
        let text = text.strip_prefix("assignment: a\nsubmission: { files: [a.py] }\n").unwrap();
        Ok(text.strip_suffix(REST).unwrap().to_owned())
    }

    #[test]
    fn a_list_gets_words_and_keeps_everything_else() {
        for (head, words, expected) in [
            ("", &["case"][..], "compare: [case]\n"),
            ("compare: exact # as the handout says\n", &["case"], "compare: [case] # as the handout says\n"),
            (
                "compare: [trailing-blanks]\n",
                &["case", "blank-lines"],
                "compare: [trailing-blanks, case, blank-lines]\n",
            ),
            ("compare: [ case ]   # why\n", &["case"], "compare: [ case ]   # why\n"),
            (
                "# compare: what\ncompare: [case]\ntitle: T\n",
                &["tokens"],
                "# compare: what\ncompare: [case, tokens]\ntitle: T\n",
            ),
        ] {
            assert_eq!(amended(head, words).as_deref(), Ok(expected), "{head}");
        }
    }

    #[test]
    fn what_is_no_list_of_words_is_left_alone() {
        let said =
            amended("compare:\n  events:\n    won: { line: 'x', compare: name }\n", &["case"]).unwrap_err();
        assert!(said.contains("`compare` of `a.yaml` is no list of words"), "{said}");
        assert!(amended("", &["nonsense"]).is_err());
    }
}
