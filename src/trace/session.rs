//! The trace of a session: what each typed line came to.

use serde::{Deserialize, Serialize};
use yardstick_reference::{Answer, Raised};

use crate::resource::Resource;

/// What one session did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionTrace {
    /// What came of importing the module.
    pub import: Import,
    /// One for each line that was answered, from the first on.
    pub answers: Vec<Answer>,
    /// For each answer, the line of the submission that raised it, if one did; empty where nobody knows.
    pub raised_at: Vec<Option<SourcePlace>>,
    /// How its process ended.
    pub end: SessionEnd,
}

/// What came of importing the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Import {
    /// It is imported.
    Done,
    /// It raised an exception.
    Failed(ImportFailure),
    /// It never came to an end.
    Unknown,
}

/// Why a module cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportFailure {
    /// The exception; `EOFError` when the module reads input.
    pub raised: Raised,
    /// Where, if that is in the submission.
    pub place: Option<SourcePlace>,
}

/// The line of a submission at which something was raised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePlace {
    /// Its number, from one.
    pub line: usize,
    /// What is shown of it: its text if Python cannot read it, else its file.
    pub shown: String,
    /// The name of its file.
    pub file: String,
}

/// How the process of a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionEnd {
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// What it wrote on the way back is not what the driver writes.
    Malformed,
    /// It used more of this than it may.
    #[serde(untagged)]
    Exceeded(#[serde(with = "word")] Resource),
}

/// What traces of sessions call a resource.
mod word {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::resource::Resource;

    pub(super) fn serialize<S: Serializer>(resource: &Resource, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(resource.facts().in_sessions)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Resource, D::Error> {
        let word = String::deserialize(deserializer)?;
        let resource = Resource::find(|facts| facts.in_sessions == word);
        resource.ok_or_else(|| D::Error::custom(format!("no session ends with `{word}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Traces that were kept must be read for years, and those of today by programs of yesterday.
    #[test]
    fn an_end_is_written_as_it_always_was() {
        let written = [
            (SessionEnd::Code(-1), r#"{"code":-1}"#),
            (SessionEnd::Signal(9), r#"{"signal":9}"#),
            (SessionEnd::Malformed, r#""malformed""#),
            (SessionEnd::Exceeded(Resource::Cpu), r#""time_exceeded""#),
            (SessionEnd::Exceeded(Resource::Wall), r#""idle_exceeded""#),
            (SessionEnd::Exceeded(Resource::Memory), r#""memory_exceeded""#),
            (SessionEnd::Exceeded(Resource::Output), r#""output_exceeded""#),
            (SessionEnd::Exceeded(Resource::Processes), r#""processes_exceeded""#),
            (SessionEnd::Exceeded(Resource::FileSize), r#""file_size_exceeded""#),
            (SessionEnd::Exceeded(Resource::Disk), r#""disk_exceeded""#),
            (SessionEnd::Exceeded(Resource::Files), r#""files_exceeded""#),
            (SessionEnd::Exceeded(Resource::Descriptors), r#""descriptors_exceeded""#),
        ];
        assert_eq!(written.len(), 3 + Resource::ALL.len());
        for (end, json) in written {
            assert_eq!(serde_json::to_string(&end).unwrap(), json);
            assert_eq!(serde_json::from_str::<SessionEnd>(json).unwrap(), end);
        }
    }
}
