//! Which part of the submissions is graded here, when several machines share them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several parts: of all submissions in the order of their names, every `of`-th, from `index` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Shard {
    /// From 0.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
}

/// A part as it stands in a file, which may be no part of anything.
#[derive(Deserialize)]
struct Written {
    index: usize,
    of: usize,
}

impl TryFrom<Written> for Shard {
    type Error = ShardError;

    fn try_from(Written { index, of }: Written) -> Result<Self, ShardError> {
        let shard = Some(Self { index, of }).filter(|_| index < of);
        shard.ok_or_else(|| ShardError::Malformed(format!("{index}/{of}")))
    }
}

/// Why there is no telling which part is meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// It is no part of anything.
    #[error(
        "`{0}` is not a part: write `K/N` with K from 0 to N-1, such as `0/8`, or `auto/8` in a job array"
    )]
    Malformed(String),
    /// No variable tells.
    #[error("no variable of a job array is set: write `K/{of}` with K from 0 to {}, or set YARDSTICK_SHARD=K", .of - 1)]
    NotInArray {
        /// How many parts there are.
        of: usize,
    },
    /// A variable tells something else.
    #[error("{name}={value} does not go with {of} parts: {help}")]
    Disagrees {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
        /// How many parts there are.
        of: usize,
        /// What is wrong.
        help: String,
    },
}

/// A variable in which an engine tells a job its number in an array.
struct Variable {
    name: &'static str,
    /// The number of the first job.
    first: usize,
    /// The variable that tells how many there are, if one does.
    total: Option<&'static str>,
}

const fn variable(name: &'static str, first: usize, total: Option<&'static str>) -> Variable {
    Variable { name, first, total }
}

/// The innermost engine first: one may run inside of another. Slurm's own count is left alone: it counts what
/// was submitted, and a part that is submitted again by itself would be another part.
const VARIABLES: [Variable; 13] = [
    variable("YARDSTICK_SHARD", 0, None),
    variable("PARALLEL_SEQ", 1, None),
    variable("HQ_TASK_ID", 0, None),
    variable("JOB_COMPLETION_INDEX", 0, None),
    variable("AWS_BATCH_JOB_ARRAY_INDEX", 0, Some("AWS_BATCH_JOB_ARRAY_SIZE")),
    variable("BATCH_TASK_INDEX", 0, Some("BATCH_TASK_COUNT")),
    variable("CLOUD_RUN_TASK_INDEX", 0, Some("CLOUD_RUN_TASK_COUNT")),
    variable("TEST_SHARD_INDEX", 0, Some("TEST_TOTAL_SHARDS")),
    variable("CI_NODE_INDEX", 1, Some("CI_NODE_TOTAL")),
    variable("SLURM_ARRAY_TASK_ID", 0, None),
    variable("PBS_ARRAY_INDEX", 0, None),
    variable("SGE_TASK_ID", 1, None),
    variable("LSB_JOBINDEX", 1, None),
];

impl Shard {
    /// Whether the submission at this place belongs to it.
    pub fn has(self, place: usize) -> bool {
        place % self.of == self.index
    }

    /// Reads `K/N`, or `auto/N` where K is what the environment of a job array says.
    ///
    /// # Errors
    ///
    /// When it is neither, or the environment says nothing or something else.
    pub fn read(text: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Self, ShardError> {
        let Some(of) = text.strip_prefix("auto/") else { return text.parse() };
        let of =
            of.parse().ok().filter(|of| *of > 0).ok_or_else(|| ShardError::Malformed(text.to_owned()))?;
        let is_set = |name| environment(name).filter(|value| !value.is_empty() && value != "undefined");
        for variable in &VARIABLES {
            let Some(value) = is_set(variable.name) else { continue };
            let disagrees = |name: &str, value: &str, help: &str| ShardError::Disagrees {
                name: name.to_owned(),
                value: value.to_owned(),
                of,
                help: help.to_owned(),
            };
            if let Some((name, total)) = variable.total.and_then(|name| Some((name, is_set(name)?)))
                && total.parse() != Ok(of)
            {
                return Err(disagrees(name, &total, "that many jobs were started"));
            }
            let number: Option<usize> = value.parse().ok();
            let index =
                number.and_then(|number| number.checked_sub(variable.first)).filter(|index| *index < of);
            let range = format!("numbers go from {} to {}", variable.first, of - 1 + variable.first);
            return index
                .map(|index| Self { index, of })
                .ok_or_else(|| disagrees(variable.name, &value, &range));
        }
        Err(ShardError::NotInArray { of })
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let malformed = || ShardError::Malformed(text.to_owned());
        let (index, of) = text.split_once('/').ok_or_else(malformed)?;
        let (index, of) = (index.parse().map_err(|_| malformed())?, of.parse().map_err(|_| malformed())?);
        Written { index, of }.try_into().map_err(|_| malformed())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, set: &[(&str, &str)]) -> Result<String, String> {
        let value =
            |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into());
        Shard::read(text, value).map(|shard| shard.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_part_is_written_or_taken_from_a_job_array() {
        assert_eq!(read("2/8", &[("SLURM_ARRAY_TASK_ID", "5")]), Ok("2/8".into()));
        assert_eq!(
            read("auto/8", &[("SLURM_ARRAY_TASK_ID", "5"), ("SLURM_ARRAY_TASK_COUNT", "2")]),
            Ok("5/8".into())
        );
        assert_eq!(read("auto/8", &[("CI_NODE_INDEX", "8"), ("CI_NODE_TOTAL", "8")]), Ok("7/8".into()));
        assert_eq!(read("auto/8", &[("SGE_TASK_ID", "undefined"), ("PARALLEL_SEQ", "1")]), Ok("0/8".into()));
        assert_eq!(read("auto/8", &[("HQ_TASK_ID", "2"), ("SLURM_ARRAY_TASK_ID", "6")]), Ok("2/8".into()));
    }

    #[test]
    fn what_is_no_part_is_refused() {
        for text in ["8/8", "1", "-1/8", "a/8", "0/0", "auto", "auto/0", "auto/x", ""] {
            assert!(read(text, &[("HQ_TASK_ID", "0")]).unwrap_err().contains("is not a part"), "{text}");
        }
        let array = "AWS_BATCH_JOB_ARRAY";
        let set = [(&*format!("{array}_INDEX"), "0"), (&*format!("{array}_SIZE"), "6")];
        let refusal = read("auto/8", &set).unwrap_err();
        assert_eq!(
            refusal,
            "AWS_BATCH_JOB_ARRAY_SIZE=6 does not go with 8 parts: that many jobs were started"
        );
        let refusal = read("auto/8", &[("SLURM_ARRAY_TASK_ID", "9")]).unwrap_err();
        assert_eq!(refusal, "SLURM_ARRAY_TASK_ID=9 does not go with 8 parts: numbers go from 0 to 7");
        assert!(read("auto/8", &[]).unwrap_err().starts_with("no variable of a job array is set"));
    }
}
