//! Which scenarios of a group count.

use crate::points::Points;

/// Which scenarios of a group must be accepted for points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passing {
    /// Each earns its own.
    #[default]
    Each,
    /// All of them, or none earns any.
    All,
    /// Only this number of scenarios counts, those that earn the most. All are worth the same.
    BestOf(usize),
}

impl Passing {
    /// Returns the most points that scenarios of a group can earn, if each alone can earn these.
    pub fn most(self, scenarios: impl Iterator<Item = Points>) -> Points {
        match self {
            Self::Each | Self::All => scenarios.sum(),
            Self::BestOf(best) => scenarios.take(best).sum(),
        }
    }
}
