//! When a submission was handed in, as far as anybody tells.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};

/// When a submission was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrival {
    /// A moment that is the same everywhere.
    At(Timestamp),
    /// What the clock of the LMS showed: Brightspace and Blackboard write no time zone.
    Clock(DateTime),
}

impl Arrival {
    /// The moment, if the clock of the LMS stood in this time zone.
    ///
    /// A time that a clock shows twice, when summer ends, is the earlier one: nobody is late by a doubt.
    pub fn in_zone(self, zone: &TimeZone) -> Zoned {
        match self {
            Self::At(timestamp) => timestamp.to_zoned(zone.clone()),
            // Only a year near the end of time has no such moment.
            Self::Clock(clock) => {
                zone.to_zoned(clock).unwrap_or_else(|_| Zoned::new(Timestamp::MAX, zone.clone()))
            }
        }
    }
}
