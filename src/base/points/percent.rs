//! Shares of points that people write in percent, without floats.

use std::fmt;
use std::str::FromStr;

use super::Points;

/// An exact share, from 0% to 100%, in thousandths of a percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent {
    thousandths: i64,
}

/// Why a text is no share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share is a number from 0 to 100 with at most three decimal places, such as `10%`")]
pub struct PercentError;

impl Percent {
    /// Nothing.
    pub const ZERO: Self = Self { thousandths: 0 };
    /// The whole.
    pub const ALL: Self = Self { thousandths: 100_000 };

    /// Returns a multiple of the share, but never more than all.
    #[must_use]
    pub fn times(self, count: u32) -> Self {
        Self { thousandths: self.thousandths.saturating_mul(i64::from(count)) }.min(Self::ALL)
    }

    /// This share of some points, to the nearest hundredth; halves go up.
    pub fn of(self, points: Points) -> Points {
        let exact = i128::from(points.thousandths) * i128::from(self.thousandths);
        // In thousandths of points it is a 100 000th of that, in hundredths a 1 000 000th.
        let hundredths = (2 * exact + 1_000_000).div_euclid(2_000_000);
        Points { thousandths: i64::try_from(hundredths * 10).unwrap_or(points.thousandths) }
    }
}

/// `12.5%`.
impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}%", Points { thousandths: self.thousandths })
    }
}

impl FromStr for Percent {
    type Err = PercentError;

    fn from_str(text: &str) -> Result<Self, PercentError> {
        let number = text.strip_suffix('%').ok_or(PercentError)?.trim_end();
        let number: Points = number.parse().map_err(|_| PercentError)?;
        Some(Self { thousandths: number.thousandths }).filter(|share| *share <= Self::ALL).ok_or(PercentError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn percent(text: &str) -> Percent {
        text.parse().unwrap()
    }

    fn points(text: &str) -> Points {
        text.parse().unwrap()
    }

    #[test]
    fn shares_are_exact_and_rounded_once() {
        assert_eq!(percent("10%").of(points("80")), points("8"));
        assert_eq!(percent("12.5 %").of(points("3.33")), points("0.42"));
        assert_eq!(percent("50%").of(points("0.01")), points("0.01"));
        assert_eq!(percent("33.333%").times(3).of(points("100")), points("100"));
        assert_eq!(percent("33.333%").times(2).to_string(), "66.666%");
        assert_eq!(percent("60%").times(2), Percent::ALL);
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for text in ["10", "101%", "-1%", "%", "ten%", "0.0001%"] {
            assert_eq!(text.parse::<Percent>(), Err(PercentError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_share_is_never_more_than_the_whole_and_off_by_at_most_half_a_hundredth(
            thousandths in 0..=100_000i64,
            hundredths in 0..=Points::MAX.thousandths / 10,
        ) {
            let (share, whole) = (Percent { thousandths }, Points { thousandths: hundredths * 10 });
            let part = share.of(whole);
            prop_assert!(part <= whole);
            let exact = i128::from(whole.thousandths) * i128::from(thousandths);
            prop_assert!((i128::from(part.thousandths) * 100_000 - exact).abs() <= 500_000);
        }
    }
}
