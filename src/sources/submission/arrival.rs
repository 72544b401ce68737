//! The time at which a submission was handed in, as far as it is known.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};

/// When a submission was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrival {
    /// An exact moment.
    At(Timestamp),
    /// The time on the clock of the LMS: Brightspace and Blackboard write no time zone.
    Clock(DateTime),
}

impl Arrival {
    /// Returns the moment, if the clock of the LMS was in this time zone.
    ///
    /// When a clock shows a time twice, at the end of summer time, the earlier moment is used, in favour of the
    /// student.
    pub fn in_zone(self, zone: &TimeZone) -> Zoned {
        match self {
            Self::At(timestamp) => timestamp.to_zoned(zone.clone()),
            // Only a year near the end of the calendar has no such moment.
            Self::Clock(clock) => {
                zone.to_zoned(clock).unwrap_or_else(|_| Zoned::new(Timestamp::MAX, zone.clone()))
            }
        }
    }
}
