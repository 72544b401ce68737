//! Parts: several machines can share the submissions of a class, and each grades a part of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several parts: of all submissions in the order of their names, every `of`-th, from `index` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Shard {
    /// The number of the part, counted from 0.
    pub index: usize,
    /// The number of all parts.
    pub of: usize,
}

/// A part as it is written in a file. The numbers may be impossible.
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

/// The reasons why nobody can know which part is meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The text is not a possible part.
    #[error(
        "`{0}` is not a part: write `K/N` with K from 0 to N-1, such as `0/8`, or `auto/8` in a job array"
    )]
    Malformed(String),
    /// No variable of the environment names the part.
    #[error("no variable of a job array is set: write `K/{of}` with K from 0 to {}, or set YARDSTICK_SHARD=K", .of - 1)]
    NotInArray {
        /// The number of all parts.
        of: usize,
    },
    /// A variable of the environment contradicts the number of parts.
    #[error("{name}={value} does not go with {of} parts: {help}")]
    Disagrees {
        /// The name of the variable.
        name: String,
        /// The value of the variable.
        value: String,
        /// The number of all parts.
        of: usize,
        /// The contradiction in words.
        help: String,
    },
}

/// A variable in which a batch system tells a job its number in a job array.
struct Variable {
    name: &'static str,
    /// The number of the first job.
    first: usize,
    /// The variable with the number of all jobs, if there is one.
    total: Option<&'static str>,
}

const fn variable(name: &'static str, first: usize, total: Option<&'static str>) -> Variable {
    Variable { name, first, total }
}

/// The known variables. One batch system may run inside another, so the inner ones come first. Slurm's count of jobs is
/// not used: it counts the jobs that were submitted together, so it is wrong if one part is submitted again alone.
const VARIABLES: [Variable; 14] = [
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
    variable("NOMAD_ALLOC_INDEX", 0, None),
];

impl Shard {
    /// Whether the submission at this place belongs to the part.
    pub fn has(self, place: usize) -> bool {
        place % self.of == self.index
    }

    /// Reads `K/N`, or `auto/N`; then K is taken from the environment of the job array.
    ///
    /// # Errors
    ///
    /// When the text is neither of these, or the environment does not name a possible part.
    pub fn read(text: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Self, ShardError> {
        let Some(of) = text.strip_prefix("auto/") else { return text.parse() };
        let of =
            of.parse().ok().filter(|of| *of > 0).ok_or_else(|| ShardError::Malformed(text.to_owned()))?;
        Self::in_array(of, environment)
    }

    /// Takes the number of a part, of so many, from the environment of the job array.
    ///
    /// # Errors
    ///
    /// When the environment does not name a possible part, or states another number of parts.
    pub(crate) fn in_array(
        of: usize,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShardError> {
        let is_set = |name| environment(name).filter(|value| !value.is_empty() && value != "undefined");
        for variable in &VARIABLES {
            let Some(value) = is_set(variable.name) else { continue };
            let disagrees = |name: &str, value: &str, help: &str| ShardError::Disagrees {
                name: name.to_owned(),
                value: value.to_owned(),
                of,
                help: help.to_owned(),
            };
            if let Some((index, total)) = value.split_once('/').filter(|_| variable.total.is_none()) {
                let said = Self::from_str(&format!("{index}/{total}"));
                let said = said.ok().filter(|said| said.of == of);
                let help = format!("it must be K, or K/{of}, with K from 0 to {}", of - 1);
                return said.ok_or_else(|| disagrees(variable.name, &value, &help));
            }
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
