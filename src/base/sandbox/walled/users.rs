//! The user ids of programs, as seen from outside their namespaces.
//!
//! The kernel counts several resources for each user, in no namespace: descriptors that are being sent, memory of
//! pipes, epoll watches (`struct user_struct`). Programs that run side by side as one user could use them up for each
//! other. So where we may, each launcher has its own user id.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::InvalidUserIds;

/// The environment variable that sets another range.
pub(super) const VARIABLE: &str = "YARDSTICK_USER_IDS";

/// A range of user ids; both ends are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UserIds {
    first: u32,
    last: u32,
}

impl UserIds {
    /// The default range. No system gives these ids to users: they lie above the range that systemd leaves to
    /// containers, and below the numbers that are negative as signed 32-bit numbers (systemd's document "Users, Groups,
    /// UIDs and GIDs", "Summary").
    pub(super) const DEFAULT: Self = Self { first: 1_900_000_000, last: 1_904_194_303 };

    /// Returns the range from the environment variable, or the default range.
    ///
    /// # Errors
    ///
    /// When the variable is not a range.
    pub(super) fn from_environment() -> Result<Self, InvalidUserIds> {
        match std::env::var_os(VARIABLE) {
            None => Ok(Self::DEFAULT),
            Some(text) => text.to_string_lossy().parse(),
        }
    }

    /// Returns the number of ids.
    pub(super) fn count(self) -> u64 {
        u64::from(self.last - self.first) + 1
    }

    /// Returns the id at this place, counted from 0; after the last id it starts again with the first.
    pub(super) fn at(self, place: u64) -> u32 {
        self.first + (place % self.count()) as u32
    }

    /// Returns the part of the range that this user namespace has, from the text of `/proc/self/uid_map`
    /// (user_namespaces(7)). If it has none of the range, as in most containers: the upper half of the longest range
    /// that it has; `None` if that is a single id.
    pub(super) fn within(self, map: &str) -> Option<Self> {
        let ranges = || {
            map.lines().filter_map(|line| {
                let mut numbers = line.split_whitespace().map(str::parse::<u32>);
                let (first, _, count) = (numbers.next()?.ok()?, numbers.next()?, numbers.next()?.ok()?);
                Some(Self { first, last: first.checked_add(count.checked_sub(1)?)? })
            })
        };
        let both = |other: Self| {
            let common = Self { first: self.first.max(other.first), last: self.last.min(other.last) };
            (common.first <= common.last).then_some(common)
        };
        ranges().find_map(both).or_else(|| {
            let longest = ranges().max_by_key(|range| range.count()).filter(|range| range.count() > 1)?;
            // Systems have their users in the lower half; the last ids mean "nobody" (proc(5), overflowuid).
            let middle = longest.at(longest.count().div_ceil(2));
            Some(Self { first: middle, last: longest.last.saturating_sub(2).max(middle) })
        })
    }
}

impl fmt::Display for UserIds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

impl FromStr for UserIds {
    type Err = InvalidUserIds;

    fn from_str(text: &str) -> Result<Self, InvalidUserIds> {
        let parsed = text.split_once('-').and_then(|(first, last)| {
            let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            // The largest number means "no change" to the calls that set ids (setresuid(2)).
            (0 < first && first <= last && last < u32::MAX).then_some(Self { first, last })
        });
        parsed.ok_or_else(|| InvalidUserIds {
            variable: VARIABLE,
            text: text.to_owned(),
            example: Self::DEFAULT.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> UserIds {
        text.parse().unwrap()
    }

    #[test]
    fn a_range_is_two_ids_with_a_dash() {
        assert_eq!(ids("100000-165535").to_string(), "100000-165535");
        assert_eq!(ids("7-7").count(), 1);
        for text in ["", "7", "8-7", "0-9", "7-4294967295", "a-b", "-5--3"] {
            let complaint = text.parse::<UserIds>().unwrap_err().to_string();
            assert!(complaint.contains("such as `1900000000-1904194303`"), "{complaint}");
        }
    }

    #[test]
    fn after_the_last_id_comes_the_first() {
        assert_eq!([0, 1, 2, 3].map(|place| ids("7-9").at(place)), [7, 8, 9, 7]);
    }

    #[test]
    fn only_ids_that_this_user_namespace_has_are_used() {
        let whole = "         0          0 4294967295\n";
        assert_eq!(UserIds::DEFAULT.within(whole), Some(UserIds::DEFAULT));
        let container = "         0       1000          1\n         1     100000      65536\n";
        assert_eq!(UserIds::DEFAULT.within(container), Some(ids("32769-65534")));
        assert_eq!(ids("60000-70000").within(container), Some(ids("60000-65536")));
        assert_eq!(UserIds::DEFAULT.within("0 1000 1\n"), None);
        assert_eq!(UserIds::DEFAULT.within(""), None);
    }
}
