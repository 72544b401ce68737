//! Counts the caught targets of each family.

use super::{Set, Target};

/// The targets of one family, which concern the same rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    /// The name of the family.
    pub name: String,
    /// The number of caught targets.
    pub caught: usize,
    /// The number of all targets.
    pub of: usize,
}

impl Family {
    /// Returns every family, in the order of its first target.
    pub(super) fn all(targets: &[Target], caught: &Set) -> Vec<Self> {
        let mut families: Vec<Self> = Vec::new();
        for (number, target) in targets.iter().enumerate() {
            let index =
                families.iter().position(|family| family.name == target.family).unwrap_or_else(|| {
                    families.push(Self { name: target.family.clone(), caught: 0, of: 0 });
                    families.len() - 1
                });
            families[index].of += 1;
            families[index].caught += usize::from(caught.contains(number));
        }
        families
    }
}
