//! Due dates, and the times that people write.

use std::fmt;
use std::str::FromStr;

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};

use super::Arrival;

/// The last moment at which a submission is not late, with the time zone in which its days are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Due(Zoned);

/// The reason why a text is no time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// The text is no day with a time.
    #[error("a time is written like `2026-03-01 23:59 +01:00`")]
    NoTime,
    /// The text has no time zone.
    #[error("it has no time zone: add one, such as `+01:00` or `Europe/Berlin`")]
    NoZone,
    /// There is no such time zone.
    #[error(
        "there is no time zone `{0}`: write an offset such as `+01:00`, or a name such as `Europe/Berlin`"
    )]
    UnknownZone(String),
    /// A time until which there is more time is not later than what it extends.
    #[error("this gives nobody more time: write a day and a time after {0}")]
    NotLater(String),
    /// A time has a zone where it is one on the clock of another time.
    #[error("it is on the clock of {0}: write a day and a time without a time zone")]
    OtherClock(String),
}

impl Due {
    /// Returns the moment.
    pub fn moment(&self) -> &Zoned {
        &self.0
    }

    /// Returns another due date on the same clock. The whole minute is in time.
    #[must_use]
    pub fn at(&self, until: DateTime) -> Option<Self> {
        let until = until.with().second(59).build().ok()?;
        until.to_zoned(self.0.time_zone().clone()).ok().map(Self)
    }

    /// Returns a later due date, which is written with a day and a time on the same clock.
    ///
    /// # Errors
    ///
    /// When that is no time, or is not later.
    pub fn later(&self, text: &str) -> Result<Self, TimeError> {
        let (clock, zone) = split(text)?;
        if zone.is_some() {
            return Err(TimeError::OtherClock(self.to_string()));
        }
        let until = self.at(clock).ok_or(TimeError::NoTime)?;
        if until > *self { Ok(until) } else { Err(TimeError::NotLater(self.to_string())) }
    }

    /// Returns the time of an arrival in the same time zone.
    pub fn on_its_clock(&self, arrival: Arrival) -> Zoned {
        arrival.in_zone(self.0.time_zone())
    }
}

/// Writes `2026-03-01 23:59 +01:00`.
impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&shown(&self.0))
    }
}

/// Writes a time for people: `2026-03-01 23:59 +01:00`.
pub fn shown(time: &Zoned) -> String {
    time.strftime("%Y-%m-%d %H:%M %:z").to_string()
}

/// Parses a due date. A time without seconds means the whole minute: 23:59:30 is in time for 23:59.
impl FromStr for Due {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let (clock, zone) = split(text)?;
        let zone = zone.ok_or(TimeError::NoZone)?;
        let whole_minute = !text.contains(&clock.strftime("%H:%M:%S").to_string());
        let clock = if whole_minute {
            clock.with().second(59).build().map_err(|_| TimeError::NoTime)?
        } else {
            clock
        };
        zone.to_zoned(clock).map(Self).map_err(|_| TimeError::NoTime)
    }
}

/// Parses an arrival. A time without zone is a time on the clock of the LMS.
impl FromStr for Arrival {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        Ok(match split(text)? {
            (clock, Some(zone)) => {
                let zoned = zone.to_zoned(clock).map_err(|_| TimeError::NoTime)?;
                Self::At(Timestamp::from(zoned))
            }
            (clock, None) => Self::Clock(clock),
        })
    }
}

/// Parses day, time and zone, with blanks or as in RFC 3339.
fn split(text: &str) -> Result<(DateTime, Option<TimeZone>), TimeError> {
    let text = text.trim();
    let (day, rest) = text.split_once([' ', 'T']).ok_or(TimeError::NoTime)?;
    let clock_ends = rest.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(clock_ends);
    let at = format!("{day}T{clock}").parse().map_err(|_| TimeError::NoTime)?;
    Ok((at, zone_named(zone.trim())?))
}

fn zone_named(name: &str) -> Result<Option<TimeZone>, TimeError> {
    let unknown = || TimeError::UnknownZone(name.to_owned());
    match name {
        "" => Ok(None),
        "Z" | "UTC" => Ok(Some(TimeZone::UTC)),
        _ if name.starts_with(['+', '-']) => Ok(Some(TimeZone::fixed(offset(name).ok_or_else(unknown)?))),
        _ => TimeZone::get(name).map(Some).map_err(|_| unknown()),
    }
}

/// Parses `+01:00`, `+0100` or `+01`.
fn offset(text: &str) -> Option<Offset> {
    let (sign, digits) = text.split_at_checked(1)?;
    let digits = digits.replace(':', "");
    let (hours, minutes) = digits.split_at_checked(2)?;
    let part =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i32>().ok())?;
    let minutes = if minutes.is_empty() { 0 } else { part(minutes).filter(|minutes| *minutes < 60)? };
    let seconds = part(hours)? * 3600 + minutes * 60;
    Offset::from_seconds(if sign == "-" { -seconds } else { seconds }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(text: &str) -> String {
        text.parse::<Due>().map_or_else(|error| error.to_string(), |due| due.0.timestamp().to_string())
    }

    #[test]
    fn a_due_date_has_a_day_a_time_and_a_zone() {
        for text in [
            "2026-03-01 23:59 +01:00",
            "2026-03-01 23:59 +01",
            "2026-03-01 23:59 Europe/Berlin",
            "2026-03-01T23:59+01:00",
            "2026-03-01 22:59 Z",
            "2026-03-01 17:59:59 -0500",
        ] {
            assert_eq!(due(text), "2026-03-01T22:59:59Z", "{text}");
        }
        assert_eq!(
            "2026-03-01 23:59 Europe/Berlin".parse::<Due>().unwrap().to_string(),
            "2026-03-01 23:59 +01:00"
        );
    }

    #[test]
    fn an_invalid_due_date_is_refused_with_advice() {
        for (text, word) in [
            ("2026-03-01", "like `2026-03-01 23:59 +01:00`"),
            ("tomorrow", "like `2026-03-01 23:59 +01:00`"),
            ("2026-02-30 23:59 Z", "like `2026-03-01 23:59 +01:00`"),
            ("2026-03-01 25:00 Z", "like `2026-03-01 23:59 +01:00`"),
            ("2026-03-01 23:59", "no time zone"),
            ("2026-03-01 23:59 Mars/Olympus", "no time zone `Mars/Olympus`"),
            ("2026-03-01 23:59 +1", "no time zone `+1`"),
        ] {
            assert!(due(text).contains(word), "{text}: {}", due(text));
        }
    }

    #[test]
    fn a_time_without_a_zone_is_read_on_the_clock_of_the_due_date() {
        let due: Due = "2026-03-28 23:59 Europe/Berlin".parse().unwrap();
        let on_its_clock = |text: &str| shown(&due.on_its_clock(text.parse().unwrap()));
        // Summer time begins in the following night.
        assert_eq!(on_its_clock("2026-03-29 10:00"), "2026-03-29 10:00 +02:00");
        assert_eq!(on_its_clock("2026-03-29 08:00 Z"), "2026-03-29 10:00 +02:00");
    }
}
