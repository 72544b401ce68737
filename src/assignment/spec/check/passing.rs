//! Checks what must be passed before the points of a group count.

use super::Checker;
use crate::points::Points;
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{GroupDocument, Scalar};
use crate::spec::yaml::At;
use crate::spec::{Group, Passing, Scenario};

impl Checker<'_> {
    /// Finds the groups after which another one counts, among those that stand before it.
    pub(super) fn after(&mut self, names: &[At<Scalar>], before: &[Group]) -> Vec<usize> {
        let known: Vec<&str> = before.iter().filter_map(|group| group.name.as_deref()).collect();
        let mut found = Vec::new();
        for name in names {
            match known.iter().position(|known| *known == name.value().0) {
                Some(place) => found.push(place),
                None => {
                    let message = format!("no group before this one is called `{}`", name.value().0);
                    let help = match known.as_slice() {
                        [] => "no group stands before this one: put the other group above it".to_owned(),
                        known => suggest(&name.value().0, known.iter().copied()),
                    };
                    self.complain(Diagnostic::new(name.place(), message, "unknown here").help(help));
                }
            }
        }
        found
    }

    /// Complains of results that are hidden and decide whether points count that students see.
    pub(super) fn keeps_secrets(&mut self, documents: &[At<GroupDocument>], groups: &[Group]) {
        let hides = |scenario: &Scenario| scenario.hidden.hides_result();
        let is_decided_by_all = |group: &&Group| match group.passing {
            Passing::All | Passing::BestOf(_) => true,
            Passing::Each => false,
        };
        for (document, group) in documents.iter().zip(groups) {
            let shows = group.scenarios.iter().any(|one| !hides(one) && one.points > Points::ZERO);
            let own = Some(group).filter(is_decided_by_all);
            let decides = own.into_iter().chain(all_before(group, groups));
            let secret = decides.flat_map(|group| &group.scenarios).find(|one| hides(one));
            if let (Some(secret), true) = (secret, shows) {
                let message =
                    format!("what `{}` earns would reveal a hidden result", document.value().name.value().0);
                let label = format!("counts only if `{}` is accepted", secret.name);
                let help = "say `hidden: true` there at the most, or hide the results of this group too";
                self.complain(Diagnostic::new(document.value().name.place(), message, label).help(help));
            }
        }
    }
}

impl Checker<'_> {
    /// Complains of results that are hidden where a mistake costs points once: what it costs elsewhere would tell them.
    pub(super) fn keeps_secrets_by_cause(&mut self, groups: &[Group]) {
        let mut scenarios = groups.iter().flat_map(|group| &group.scenarios);
        if let Some(secret) = scenarios.find(|scenario| scenario.hidden.hides_result()) {
            let message = "`scoring: per-cause` would reveal a hidden result";
            let help = "say `hidden: true` here at the most, or `scoring: both`, which charges each scenario";
            self.complain(Diagnostic::new(secret.place.clone(), message, "its result is hidden").help(help));
        }
    }
}

/// The groups that must be passed before this one counts, and those before them.
fn all_before<'g>(group: &Group, groups: &'g [Group]) -> Vec<&'g Group> {
    let mut found: Vec<&Group> = Vec::new();
    for other in group.after.iter().map(|place| &groups[*place]) {
        found.push(other);
        found.extend(all_before(other, groups));
    }
    found
}
