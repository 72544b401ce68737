//! Which shard is meant: `--shard auto|K|K/N|all`. How many there are stands in the work plan and nowhere else.

use super::Error;
use crate::results::{Shard, ShardError};

/// The shards that one command grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// All of them.
    All,
    /// The one with this number, counted from 0.
    One(usize),
}

impl Which {
    /// Reads which shard is meant, of so many. With `auto`, the environment of the engine tells it.
    ///
    /// # Errors
    ///
    /// When there is no such shard, or a total that is stated is not that of the work plan.
    pub(crate) fn read(
        text: &str,
        of: usize,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Error> {
        let wrong = || Error::NoShard { text: text.to_owned(), of };
        match text {
            "all" => Ok(Self::All),
            "auto" => match Shard::in_array(of, environment) {
                Ok(shard) => Ok(Self::One(shard.index)),
                Err(ShardError::NotInArray { .. }) => Err(Error::NotInArray { of }),
                Err(disagrees) => Err(Error::Disagrees(disagrees)),
            },
            _ => {
                let (index, total) = text.split_once('/').map_or((text, None), |(k, n)| (k, Some(n)));
                let index = index.parse().ok().filter(|index| *index < of).ok_or_else(wrong)?;
                let is_total = total.is_none_or(|total| total.parse() == Ok(of));
                if is_total { Ok(Self::One(index)) } else { Err(wrong()) }
            }
        }
    }

    /// Tells whether a shard is meant; `None` is the shard of what needs no grading any more.
    pub(crate) fn has(self, shard: Option<usize>) -> bool {
        match self {
            Self::All => shard.is_some(),
            Self::One(index) => shard == Some(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, set: &[(&str, &str)]) -> Result<Which, String> {
        let value =
            |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into());
        Which::read(text, 8, value).map_err(|error| error.to_string())
    }

    #[test]
    fn a_shard_is_named_or_taken_from_the_engine() {
        assert_eq!(read("all", &[]), Ok(Which::All));
        assert_eq!(read("7", &[("SLURM_ARRAY_TASK_ID", "5")]), Ok(Which::One(7)));
        assert_eq!(read("7/8", &[]), Ok(Which::One(7)));
        let alone = [("SLURM_ARRAY_TASK_ID", "6"), ("SLURM_ARRAY_TASK_COUNT", "2")];
        assert_eq!(
            read("auto", &alone),
            Ok(Which::One(6)),
            "the count of Slurm is that of what was submitted"
        );
        assert_eq!(read("auto", &[("CI_NODE_INDEX", "8"), ("CI_NODE_TOTAL", "8")]), Ok(Which::One(7)));
        assert_eq!(read("auto", &[("YARDSTICK_SHARD", "3/8"), ("HQ_TASK_ID", "1")]), Ok(Which::One(3)));
    }

    #[test]
    fn what_does_not_fit_the_plan_is_refused_with_what_to_do() {
        for text in ["8", "3/16", "-1", "", "1/", "x"] {
            let said = read(text, &[]).unwrap_err();
            assert!(said.contains("8 shards") && said.contains("from 0 to 7"), "{said}");
        }
        let set: [&[(&str, &str)]; 4] = [
            &[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "6")],
            &[("SLURM_ARRAY_TASK_ID", "9")],
            &[("YARDSTICK_SHARD", "3/16")],
            &[],
        ];
        for set in set {
            let said = read("auto", set).unwrap_err();
            assert!(said.contains("\nhelp: "), "{said}");
        }
    }
}
