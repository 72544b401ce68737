//! The end of a process.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::resource::Resource;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// The process ended by itself with this exit code.
    Code(i32),
    /// The process was ended by this signal, which we did not send.
    Signal(i32),
    /// The process was proved to be endless, and ended for that; whoever proves it sits in the process itself.
    Endless,
    /// The process used more of this resource than its limit: it was stopped, or it got no more and failed.
    #[serde(untagged)]
    Exceeded(#[serde(with = "word")] Resource),
}

/// Writes the end in words for our own messages, such as `exit code 1`.
impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Endless => f.write_str("a proof that it is endless"),
            Self::Exceeded(resource) => f.write_str(resource.facts().end),
        }
    }
}

/// The names of resources in the traces of runs.
mod word {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::resource::Resource;

    pub(super) fn serialize<S: Serializer>(resource: &Resource, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(resource.facts().in_runs)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Resource, D::Error> {
        let word = String::deserialize(deserializer)?;
        let resource = Resource::find(|facts| facts.in_runs == word);
        resource.ok_or_else(|| D::Error::custom(format!("no run ends with `{word}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored traces must stay readable for years, also by older versions.
    #[test]
    fn the_json_of_an_end_does_not_change() {
        let written = [
            (Exit::Code(-1), r#"{"code":-1}"#),
            (Exit::Signal(9), r#"{"signal":9}"#),
            (Exit::Endless, r#""endless""#),
            (Exit::Exceeded(Resource::Cpu), r#""cpu_exceeded""#),
            (Exit::Exceeded(Resource::Wall), r#""wall_exceeded""#),
            (Exit::Exceeded(Resource::Memory), r#""memory_exceeded""#),
            (Exit::Exceeded(Resource::Output), r#""output_exceeded""#),
            (Exit::Exceeded(Resource::Processes), r#""processes_exceeded""#),
            (Exit::Exceeded(Resource::FileSize), r#""file_size_exceeded""#),
            (Exit::Exceeded(Resource::Disk), r#""disk_exceeded""#),
            (Exit::Exceeded(Resource::Files), r#""files_exceeded""#),
            (Exit::Exceeded(Resource::Descriptors), r#""descriptors_exceeded""#),
        ];
        assert_eq!(written.len(), 3 + Resource::ALL.len());
        for (exit, json) in written {
            assert_eq!(serde_json::to_string(&exit).unwrap(), json);
            assert_eq!(serde_json::from_str::<Exit>(json).unwrap(), exit);
        }
    }

    #[test]
    fn other_json_is_not_read_as_an_end() {
        for json in
            [r#""time_exceeded""#, r#""cpu""#, r#"{"code":"0"}"#, r#"{"cpu_exceeded":1}"#, "null", "9"]
        {
            assert!(serde_json::from_str::<Exit>(json).is_err(), "{json}");
        }
    }
}
