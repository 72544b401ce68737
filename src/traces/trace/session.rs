//! The trace of a session: the answer to each typed line.

use serde::{Deserialize, Serialize};
use yardstick_reference::{Answer, Raised};

use super::Checked;
use crate::resource::Resource;
use crate::untrusted::Untrusted;

/// The record of one session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionTrace {
    /// The result of importing the module.
    pub import: Import,
    /// The answers, one for each line from the first on.
    pub answers: Vec<Answer<Untrusted>>,
    /// For each answer, the line of the submission that raised it, if one did; empty if that is unknown.
    pub raised_at: Vec<Option<SourcePlace>>,
    /// How its process ended.
    pub end: SessionEnd,
    /// The file of the submission that answered a session in the neutral form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed_at: Option<String>,
    /// What a checker said about what it shows, if one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<Box<Checked>>,
}

/// The room for what one line prints, in bytes: what is printed beyond is lost.
pub const LINE_ROOM: usize = 1 << 20;

impl SessionTrace {
    /// Returns the first line that printed more than there is room for.
    pub fn flood(&self) -> Option<usize> {
        self.answers.iter().position(|answer| answer.printed.size() >= LINE_ROOM)
    }
}

/// The result of importing a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Import {
    /// The module was imported.
    Done,
    /// The import raised an exception.
    Failed(ImportFailure),
    /// The import never ended.
    Unknown,
}

/// The reason why a module cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportFailure {
    /// The exception; `EOFError` if the module reads input.
    pub raised: Raised<Untrusted>,
    /// The place in the submission, if there is one.
    pub place: Option<SourcePlace>,
}

/// The line of a submission that raised an exception.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePlace {
    /// The number of the line, from 1.
    pub line: usize,
    /// The text of the line if Python cannot read it, otherwise the name of the file.
    pub shown: Untrusted,
    /// The name of the file.
    pub file: Untrusted,
}

/// How the process of a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionEnd {
    /// It ended by itself with this exit code.
    Code(i32),
    /// It was ended by this signal.
    Signal(i32),
    /// Its bytes on descriptor 3 are not those of the driver.
    Malformed,
    /// It exceeded the limit on this resource.
    #[serde(untagged)]
    Exceeded(#[serde(with = "word")] Resource),
}

/// The names of resources in the traces of sessions.
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

    /// Stored traces must stay readable for years, also by older versions.
    #[test]
    fn the_json_of_an_end_does_not_change() {
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
