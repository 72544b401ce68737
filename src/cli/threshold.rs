//! `--fail-under`: the least that a submission must earn.

use crate::points::{Points, PointsError};

/// The least that a submission must earn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Threshold {
    Points(Points),
    Percent(f64),
}

impl std::str::FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(percent) = text.strip_suffix('%') else {
            return text.parse().map(Self::Points).map_err(|error: PointsError| error.to_string());
        };
        let percent = percent.trim().parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
        percent
            .map(Self::Percent)
            .ok_or_else(|| "a share is a number from 0 to 100, such as `60%`".to_owned())
    }
}

impl Threshold {
    /// Whether these points, of this maximum, are enough.
    pub(super) fn is_met(self, points: Points, max: Points) -> bool {
        match self {
            Self::Points(least) => points >= least,
            Self::Percent(least) => points.percent_of(max) >= least,
        }
    }
}
