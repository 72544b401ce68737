//! Names that must differ from each other.

use std::collections::BTreeSet;

/// The names that were given so far.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// This name, with a number if another one has it already.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let name = std::iter::once(name.to_owned()).chain(numbered).find(|name| !self.0.contains(name));
        let name = name.unwrap_or_default();
        self.0.insert(name.clone());
        name
    }
}
