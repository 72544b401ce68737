//! Checks the time at which the clock of a run begins.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::Checker;
use crate::language::Language;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::Scalar;
use crate::spec::yaml::At;

/// A time as it is written: an instant, or what the clock on the wall shows in the time zone of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ClockTime {
    Instant(Timestamp),
    OnTheWall(DateTime),
}

impl ClockTime {
    fn parse(text: &str) -> Option<Self> {
        if let Ok(instant) = text.parse() {
            return Some(Self::Instant(instant));
        }
        // Without a zone, the library would not complain of one that it does not know.
        let has_zone = text.contains(['[', 'Z', 'z']);
        text.parse().ok().filter(|_| !has_zone).map(Self::OnTheWall)
    }

    /// Returns the instant in the time zone of a run, in seconds since 1970. A time that a zone leaves out when summer
    /// begins is an hour later.
    pub(super) fn instant(self, env: &BTreeMap<String, String>) -> i64 {
        let wall = match self {
            Self::Instant(instant) => return instant.as_second(),
            Self::OnTheWall(wall) => wall,
        };
        let zone = env.get("TZ").and_then(|zone| TimeZone::get(zone).ok()).unwrap_or(TimeZone::UTC);
        let instant = zone.to_ambiguous_timestamp(wall).compatible();
        instant.map_or_else(|_| 0, Timestamp::as_second)
    }
}

/// The first and the last year: programs of C count seconds from 1970 on, and many write years with four digits.
const YEARS: std::ops::RangeInclusive<i16> = 1971..=9998;

impl Checker<'_> {
    /// Returns the time at which clocks begin, which is the usual one if none is written.
    pub(super) fn clock(
        &mut self,
        usual: Option<ClockTime>,
        written: Option<&At<Scalar>>,
    ) -> Option<ClockTime> {
        let Some(written) = written else { return usual };
        let text = &written.value().0;
        let clock = ClockTime::parse(text).filter(|clock| {
            YEARS.contains(&match clock {
                ClockTime::Instant(instant) => TimeZone::UTC.to_datetime(*instant).year(),
                ClockTime::OnTheWall(wall) => wall.year(),
            })
        });
        if clock.is_none() {
            let message = format!("`{text}` is no time at which a clock can begin");
            let help = "a day and a time of the years 1971 to 9998: `2026-03-01T12:00:00`, in the `timezone` of the run, or with an \
                        offset, `2026-03-01T12:00:00+01:00`";
            self.complain(Diagnostic::new(written.place(), message, "expected a day and a time").help(help));
        }
        clock
    }

    /// Complains of a clock for a language whose programs have none that can be set.
    pub(super) fn can_have_clock(&mut self, language: Option<&Language>, written: Option<&At<Scalar>>) {
        if let (Some(language), Some(written)) = (language, written)
            && !language.clock
        {
            let message = format!("the clock of {} cannot be set", language.title);
            let help =
                "have the program read the time from its input, or compare only what does not depend on it";
            self.complain(Diagnostic::new(written.place(), message, "has no effect").help(help));
        }
    }
}
