//! How many targets of each family are caught.

use super::{Set, Target};

/// Targets that have to do with the same thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// How many of it are caught.
    pub caught: usize,
    /// How many there are.
    pub of: usize,
}

impl Family {
    /// Every family, in the order of its first target.
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
