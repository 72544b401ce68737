//! What a program may use only so much of: everything that is said and decided about each, in one table.
//!
//! The sandbox notices that a limit is exceeded, traces keep it, and reports tell it. They all pass a [`Resource`] on and
//! look up here what is its own, so none of them lists the limits. How much of each there is stands in
//! `sandbox/limits.rs`.

mod table;

pub use table::Resource;

/// What is decided about a resource.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// How a spec sets its limit; nothing where that is the same for all.
    pub setting: Option<Setting>,
    /// Whether programs of others can use it up: then an end by it is believed only of a program that was run alone.
    pub others_too: bool,
    /// Whether a program is refused more of it and may go on; else it is stopped.
    pub may_refuse: bool,
    /// What traces of runs call it when its limit is exceeded. They are kept for years: never change it.
    pub in_runs: &'static str,
    /// The same in traces of sessions.
    pub in_sessions: &'static str,
    /// That its limit is exceeded, behind "it ended with".
    pub end: &'static str,
    /// The same, behind "the session".
    pub deed: &'static str,
    /// The words of the verdict.
    pub words: &'static str,
    /// The mark of the verdict, which no other verdict has.
    pub mark: char,
    /// The sentence about a run behind "It", with `{limit}` where the amount stands.
    pub of_run: &'static str,
    /// The sentence about a session behind the line that did it.
    pub of_session: &'static str,
    /// What the verdict means, in one or two sentences.
    pub meaning: &'static str,
    /// What usually leads to it, the most frequent first.
    pub causes: &'static [&'static str],
    /// What to do about it.
    pub advice: &'static str,
}

/// A key below `limits` in a spec.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The key itself.
    pub key: &'static str,
    /// What an editor shows about it, with an example.
    pub about: &'static str,
}

impl Resource {
    /// The ones of which a spec may say how much there is.
    pub fn settable() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|resource| resource.facts().setting.is_some())
    }

    /// The one of which this is true.
    pub fn find(is_meant: impl Fn(&Facts) -> bool) -> Option<Self> {
        Self::ALL.into_iter().find(|resource| is_meant(resource.facts()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_resources_are_called_the_same() {
        let distinct = |name: fn(&Facts) -> String| {
            let names: BTreeSet<String> =
                Resource::ALL.into_iter().map(|resource| name(resource.facts())).collect();
            names.len()
        };
        for name in [
            |facts: &Facts| facts.words.to_owned(),
            |facts: &Facts| facts.mark.to_string(),
            |facts: &Facts| facts.in_runs.to_owned(),
            |facts: &Facts| facts.in_sessions.to_owned(),
        ] {
            assert_eq!(distinct(name), Resource::ALL.len());
        }
    }
}
