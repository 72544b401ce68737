//! The resources that a program may use up to a limit: one table has all names, texts and decisions about each of them.
//!
//! The sandbox notices that a limit is exceeded, traces keep it, and reports show it. All of them pass a [`Resource`] on
//! and look up here what they need, so that none of them lists the limits. The amounts are in `sandbox/limits.rs`.

mod table;

pub use table::Resource;

/// The names, texts and decisions about a resource.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The key with which a spec sets the limit; `None` if the limit is the same for all specs.
    pub setting: Option<Setting>,
    /// Whether other programs can use it up. Then the grader believes that a program exceeded the limit only if the program
    /// ran alone.
    pub others_too: bool,
    /// Whether a program that wants more is refused and may continue; otherwise it is stopped.
    pub may_refuse: bool,
    /// The word in traces of runs that says that the limit is exceeded. Traces are kept for years: never change it.
    pub in_runs: &'static str,
    /// The word in traces of sessions that says the same. Never change it.
    pub in_sessions: &'static str,
    /// The words that say that the limit is exceeded, after "it ended with".
    pub end: &'static str,
    /// The words that say the same after "the session".
    pub deed: &'static str,
    /// The words of the verdict.
    pub words: &'static str,
    /// The mark of the verdict; no other verdict has the same mark.
    pub mark: char,
    /// The rest of the sentence about a run, after "It". `{limit}` stands for the amount.
    pub of_run: &'static str,
    /// The rest of the sentence about a session, after the line that exceeded the limit. `{limit}` stands for the amount.
    pub of_session: &'static str,
    /// The meaning of the verdict, in one or two sentences.
    pub meaning: &'static str,
    /// The usual causes, the most frequent first.
    pub causes: &'static [&'static str],
    /// The advice to somebody who gets the verdict.
    pub advice: &'static str,
}

/// A key below `limits` in a spec.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The key itself.
    pub key: &'static str,
    /// The text that an editor shows about the key, with an example.
    pub about: &'static str,
}

impl Resource {
    /// The resources whose limits a spec can set.
    pub fn settable() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|resource| resource.facts().setting.is_some())
    }

    /// The first resource whose facts fulfil a condition.
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
