//! Exact arithmetic of points.
//!
//! Points are whole thousandths, so sums are exact and do not depend on the order of adding. Only these functions
//! round: [`Points::shares`], [`Points::part`], [`Points::scaled`], [`Percent::of`].

mod percent;

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use percent::Percent;

/// An exact number of points; in a spec it is never negative. In JSON it is decimal text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Points {
    thousandths: i64,
}

impl Points {
    /// No points.
    pub const ZERO: Self = Self { thousandths: 0 };

    /// The largest number of points that a spec may name: a million.
    pub const MAX: Self = Self { thousandths: 1_000_000_000 };

    /// Creates a whole number of points.
    pub const fn whole(points: i32) -> Self {
        Self { thousandths: points as i64 * 1000 }
    }

    /// The points as a weight, in thousandths.
    pub fn weight(self) -> u32 {
        u32::try_from(self.thousandths).unwrap_or_default()
    }

    /// The points with their noun: `1 point`, `2.5 points`.
    pub fn counted(self) -> String {
        self.counted_as("point")
    }

    /// The points of a kind with its noun: `1 bonus point`, `2.5 bonus points`.
    pub fn counted_as(self, noun: &str) -> String {
        format!("{self} {noun}{}", if self == Self::whole(1) { "" } else { "s" })
    }

    /// Splits the points into shares in proportion to the weights, which add up exactly.
    ///
    /// Shares are whole hundredths if the points are, otherwise whole thousandths. The rest after rounding goes to the
    /// largest remainders, and among equal ones to the earlier share. If all weights are zero, all shares are zero.
    pub fn shares(self, weights: &[u32]) -> Vec<Self> {
        let total: i64 = weights.iter().map(|&weight| i64::from(weight)).sum();
        if total == 0 {
            return vec![Self::ZERO; weights.len()];
        }
        let unit = if self.thousandths % 10 == 0 { 10 } else { 1 };
        let units = self.thousandths / unit;
        let mut shares: Vec<i64> = weights.iter().map(|&weight| units * i64::from(weight) / total).collect();

        let left_over = units - shares.iter().sum::<i64>();
        let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
        by_remainder.sort_by_key(|&index| std::cmp::Reverse(units * i64::from(weights[index]) % total));
        for &index in by_remainder.iter().take(left_over as usize) {
            shares[index] += 1;
        }
        shares.into_iter().map(|share| Self { thousandths: share * unit }).collect()
    }

    /// Returns `done` of `of` equal parts, rounded to the nearest hundredth.
    pub fn part(self, done: u32, of: u32) -> Self {
        if of == 0 || done >= of {
            return self;
        }
        let (done, of) = (i64::from(done), i64::from(of));
        Self { thousandths: (self.thousandths * done * 2 + of * 10) / (of * 20) * 10 }
    }

    /// Scales the points from one maximum to another, rounded to the nearest hundredth; unchanged if `from` is zero.
    pub fn scaled(self, from: Self, to: Self) -> Self {
        if from == Self::ZERO || from == to {
            return self;
        }
        if self == from {
            return to;
        }
        let (part, whole) = (self.thousandths * to.thousandths, from.thousandths);
        Self { thousandths: (part * 2 + whole * 10).div_euclid(whole * 20) * 10 }
    }

    /// Returns the points in percent of `max`; 100 if `max` is zero.
    pub fn percent_of(self, max: Self) -> f64 {
        if max == Self::ZERO { 100.0 } else { self.thousandths as f64 * 100.0 / max.thousandths as f64 }
    }

    /// Returns the mean of some points, rounded to the nearest hundredth; `None` if there are none.
    pub fn mean(all: &[Self]) -> Option<Self> {
        let count = i64::try_from(all.len()).ok().filter(|&count| count > 0)?;
        let sum: i64 = all.iter().map(|points| points.thousandths).sum();
        Some(Self { thousandths: (sum + count * 5).div_euclid(count * 10) * 10 })
    }

    /// Returns the median of some points: the middle one, or the mean of the middle two; `None` if there are none.
    pub fn median(all: &[Self]) -> Option<Self> {
        let mut sorted = all.to_vec();
        sorted.sort();
        let middle = sorted.len() / 2;
        match sorted.len() {
            0 => None,
            odd if odd % 2 == 1 => Some(sorted[middle]),
            _ => Self::mean(&sorted[middle - 1..=middle]),
        }
    }
}

/// Points that are a whole number of sixths but not of hundredths, such as a third of ten; they are shown as a
/// fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sixths(i64);

impl Sixths {
    /// Returns the share of a scenario before rounding, if it is a whole number of sixths but not of hundredths.
    pub fn of(points: Points, weight: u32, total: u64) -> Option<Self> {
        let (part, whole) = (points.thousandths * i64::from(weight), i64::try_from(total).ok()? * 1000);
        let is_told = whole > 0 && part * 6 % whole == 0 && part * 100 % whole != 0;
        is_told.then(|| Self(part * 6 / whole))
    }

    /// Returns the sum of shares, of which some are whole numbers of hundredths; `None` if it is one itself, or no number of
    /// sixths.
    pub fn sum(shares: impl Iterator<Item = (Points, Option<Self>)>) -> Option<Self> {
        let of = |(points, sixths): (Points, Option<Self>)| match sixths {
            Some(Self(sixths)) => Some(sixths),
            None => (points.thousandths * 6 % 1000 == 0).then_some(points.thousandths * 6 / 1000),
        };
        let sum: i64 = shares.map(of).sum::<Option<i64>>()?;
        (sum % 3 != 0).then_some(Self(sum))
    }
}

/// Writes `3⅓`.
impl fmt::Display for Sixths {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let part = match self.0 % 6 {
            1 => "⅙",
            2 => "⅓",
            4 => "⅔",
            5 => "⅚",
            _ => "",
        };
        match self.0 / 6 {
            0 => f.write_str(part),
            whole => write!(f, "{whole}{part}"),
        }
    }
}

/// Writes a decimal number without trailing zeros: `72.5`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.thousandths < 0 { "-" } else { "" };
        let thousandths = self.thousandths.unsigned_abs();
        let mut text = format!("{sign}{}.{:03}", thousandths / 1000, thousandths % 1000);
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        f.pad(&text)
    }
}

/// The reason why a text is no number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointsError {
    /// The number is below zero.
    #[error("points cannot be negative")]
    Negative,
    /// The number is above [`Points::MAX`].
    #[error("points cannot exceed {}", Points::MAX)]
    TooLarge,
    /// The number has more than three decimal places.
    #[error("points have at most three decimal places")]
    TooFine,
    /// The text is no decimal number.
    #[error("points are a decimal number such as `10` or `2.5`")]
    NotDecimal,
}

impl FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let points = Self::decimal(text)?;
        if points <= Self::MAX { Ok(points) } else { Err(PointsError::TooLarge) }
    }
}

impl Points {
    /// Reads a decimal number of any size: a sum of points may exceed [`Points::MAX`].
    fn decimal(text: &str) -> Result<Self, PointsError> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) {
            return Err(PointsError::NotDecimal);
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > 3 {
            return Err(PointsError::TooFine);
        }
        let whole: i64 = whole.parse().map_err(|_| PointsError::TooLarge)?;
        let fraction: i64 = format!("{fraction:0<3}").parse().map_err(|_| PointsError::NotDecimal)?;
        let thousandths = whole.checked_mul(1000).and_then(|thousandths| thousandths.checked_add(fraction));
        let points = thousandths.map(|thousandths| Self { thousandths }).ok_or(PointsError::TooLarge)?;
        if negative && points > Self::ZERO { Err(PointsError::Negative) } else { Ok(points) }
    }
}

impl From<Points> for String {
    fn from(points: Points) -> Self {
        points.to_string()
    }
}

impl TryFrom<String> for Points {
    type Error = PointsError;

    fn try_from(text: String) -> Result<Self, PointsError> {
        Self::decimal(&text)
    }
}

/// Converts to the nearest float, for formats that have no other numbers. It is not used for sums.
impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        points.thousandths as Self / 1000.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { thousandths: self.thousandths + other.thousandths }
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { thousandths: self.thousandths - other.thousandths }
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(text: &str) -> Points {
        text.parse().unwrap()
    }

    #[test]
    fn decimal_text_comes_back_without_trailing_zeros() {
        for (written, shown) in
            [("10", "10"), ("2.50", "2.5"), ("0.125", "0.125"), ("007.000", "7"), ("-0", "0")]
        {
            assert_eq!(points(written).to_string(), shown);
        }
    }

    #[test]
    fn what_is_no_number_of_points_is_refused_with_the_reason() {
        for (written, reason) in [
            ("-1", PointsError::Negative),
            ("-0.5", PointsError::Negative),
            ("1000000.001", PointsError::TooLarge),
            ("99999999999999999999", PointsError::TooLarge),
            ("9223372036854775.999", PointsError::TooLarge),
            ("0.0001", PointsError::TooFine),
            ("ten", PointsError::NotDecimal),
            ("", PointsError::NotDecimal),
            ("1.", PointsError::NotDecimal),
            (".5", PointsError::NotDecimal),
            ("1e3", PointsError::NotDecimal),
            ("--1", PointsError::NotDecimal),
        ] {
            assert_eq!(written.parse::<Points>(), Err(reason), "{written}");
        }
    }

    #[test]
    fn three_scenarios_share_ten_points_to_the_hundredth() {
        assert_eq!(points("10").shares(&[1, 1, 1]), [points("3.34"), points("3.33"), points("3.33")]);
        assert_eq!(points("1").shares(&[2, 0, 1]), [points("0.67"), Points::ZERO, points("0.33")]);
        assert_eq!(points("0.005").shares(&[1, 1]), [points("0.003"), points("0.002")]);
    }

    #[test]
    fn two_thirds_are_told_as_such_and_three_are_whole() {
        let third = (points("1.33"), Sixths::of(points("4"), 1, 3));
        let sum = |shares: &[(Points, Option<Sixths>)]| {
            Sixths::sum(shares.iter().copied()).map(|one| one.to_string())
        };
        assert_eq!(sum(&[third, third]).as_deref(), Some("2⅔"));
        assert_eq!(sum(&[third, (points("0.5"), None)]).as_deref(), Some("1⅚"));
        assert_eq!(sum(&[third, third, third]), None);
        assert_eq!(sum(&[third, (points("0.25"), None)]), None);
    }

    #[test]
    fn thirds_and_sixths_are_shown_as_such_and_nothing_else_is() {
        let shown =
            |whole: &str, weight, total| Sixths::of(points(whole), weight, total).map(|one| one.to_string());
        for (whole, weight, total, expected) in [
            ("10", 1, 3, Some("3⅓")),
            ("10", 2, 3, Some("6⅔")),
            ("1", 1, 3, Some("⅓")),
            ("5", 1, 6, Some("⅚")),
            ("1", 1, 6, Some("⅙")),
            ("9", 1, 3, None),
            ("10", 1, 4, None),
            ("1", 3, 6, None),
            ("10", 1, 7, None),
            ("10", 0, 3, None),
            ("0", 0, 0, None),
        ] {
            assert_eq!(shown(whole, weight, total).as_deref(), expected, "{weight}/{total} of {whole}");
        }
    }

    #[test]
    fn parts_are_rounded_to_the_hundredth() {
        assert_eq!(points("10").part(2, 3), points("6.67"));
        assert_eq!(points("10").part(0, 3), Points::ZERO);
        assert_eq!(points("10").part(3, 3), points("10"));
        assert_eq!(points("0.125").part(1, 1), points("0.125"));
    }

    #[test]
    fn points_of_one_maximum_become_points_of_another() {
        assert_eq!(points("72.5").scaled(points("80"), points("10")), points("9.06"));
        assert_eq!(points("80").scaled(points("80"), points("0.125")), points("0.125"));
        assert_eq!(points("88").scaled(points("80"), points("10")), points("11"));
        assert_eq!(points("72.125").scaled(points("80"), points("80")), points("72.125"));
        assert_eq!(points("3").scaled(Points::ZERO, points("10")), points("3"));
    }

    #[test]
    fn the_median_of_two_is_their_mean() {
        assert_eq!(Points::median(&[points("1"), points("4")]), Some(points("2.5")));
        assert_eq!(Points::median(&[points("9"), points("1"), points("4")]), Some(points("4")));
        assert_eq!(Points::mean(&[points("1"), points("1"), points("2")]), Some(points("1.33")));
        assert_eq!(Points::median(&[]), None);
    }

    proptest! {
        #[test]
        fn shares_always_add_up(thousandths in 0..=Points::MAX.thousandths, weights in prop::collection::vec(0..1000u32, 1..40)) {
            let points = Points { thousandths };
            let sum: Points = points.shares(&weights).into_iter().sum();
            prop_assert_eq!(sum, if weights.iter().all(|&weight| weight == 0) { Points::ZERO } else { points });
        }

        #[test]
        fn what_is_shown_reads_back_as_the_same_points(thousandths in 0..=Points::MAX.thousandths) {
            let points = Points { thousandths };
            prop_assert_eq!(points.to_string().parse::<Points>(), Ok(points));
        }
    }
}
