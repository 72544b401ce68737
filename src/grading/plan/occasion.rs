//! The two runs of a reference, which must do the same.

use std::borrow::Cow;

use jiff::Timestamp;
use memchr::memmem;

use crate::language::{Language, Surroundings};
use crate::submission::Snapshot;

/// Which of the two runs it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    First,
    Second,
}

/// How far the clock of the second run is ahead, in seconds: 400 days, 7 hours and 13 minutes.
const AHEAD: i64 = ((400 * 24 + 7) * 60 + 13) * 60;

/// Words of which everything that tells the time has one: `time.time`, `strftime`, `gettimeofday`, `datetime`, `new Date`,
/// `LocalDate`, `Instant`, `Calendar`, `system_clock`.
const TIMES: [&str; 5] = ["time", "Date", "Instant", "Calendar", "clock"];

impl Occasion {
    /// Returns what the run of a program finds. Where the spec sets no clock, the second run of one that may ask for the time
    /// finds another day, month and hour: otherwise only two runs around midnight would show that its output depends on the
    /// day.
    pub(super) fn surroundings<'s>(
        self,
        given: &'s Surroundings,
        language: &Language,
        files: &Snapshot,
    ) -> Cow<'s, Surroundings> {
        match self {
            Self::Second if given.clock.is_none() && language.clock && may_ask_for_the_time(files) => {
                let clock = Some(Timestamp::now().as_second() + AHEAD);
                Cow::Owned(Surroundings { clock, ..given.clone() })
            }
            Self::First | Self::Second => Cow::Borrowed(given),
        }
    }
}

fn may_ask_for_the_time(files: &Snapshot) -> bool {
    let finders = TIMES.map(|word| memmem::Finder::new(word.as_bytes()));
    files.iter().any(|(_, file)| finders.iter().any(|finder| finder.find(&file.content).is_some()))
}
