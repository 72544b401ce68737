//! Checks groups of which only the best scenarios count.

use super::Checker;
use crate::points::Points;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{GroupDocument, PassDocument};
use crate::spec::{Effect, Passing, Scenario};

impl Checker<'_> {
    /// Which scenarios of a group count, and the weights by which its points are shared. Where the best two count, each is
    /// worth half of the points.
    pub(super) fn passing(
        &mut self,
        document: &GroupDocument,
        points: Points,
        scenarios: &[Scenario],
        weights: &[u32],
    ) -> Passing {
        let Some(written) = &document.best_of else {
            return match document.pass {
                PassDocument::Each => Passing::Each,
                PassDocument::All => Passing::All,
            };
        };
        let text = &written.value().0;
        let mut complain = |message: String, label: &str, help: &str| {
            self.complain(Diagnostic::new(written.place(), message, label).help(help));
        };
        let best = match text.parse::<usize>() {
            Ok(best) if best > 0 => best,
            _ => {
                let message = format!("`{text}` is not a number of scenarios");
                complain(message, "expected a whole number, 1 or more", "such as `best_of: 2`");
                return Passing::Each;
            }
        };
        if document.pass == PassDocument::All {
            let help = "keep one of them: where the best count, the others may be lost";
            complain("`best_of` and `pass: all` contradict each other".to_owned(), "not all must pass", help);
        }
        if best >= scenarios.len() && !scenarios.is_empty() {
            let message = match scenarios.len() {
                1 => "the group has only one scenario".to_owned(),
                count => format!("the group has only {count} scenarios"),
            };
            complain(
                message,
                "so all of them count",
                "leave out `best_of`, or give the group more scenarios",
            );
        }
        if weights.iter().any(|weight| *weight != 1) {
            let message = "scenarios of which the best count are worth the same".to_owned();
            complain(message, "and some have a weight", "leave out `weight` in this group");
        }
        if scenarios.iter().any(|scenario| scenario.effect != Effect::Points) {
            let message = "a gate or a warning is not one of the best scenarios".to_owned();
            complain(message, "and this group has one", "put it into a group of its own");
        }
        let shares = points.shares(&vec![1; best.min(scenarios.len().max(1))]);
        if shares.first() != shares.last() {
            let message = format!("{points} points cannot be divided into {best} equal parts");
            complain(
                message,
                "each of the best is worth the same",
                "choose points that can, such as a multiple of it",
            );
        }
        Passing::BestOf(best)
    }
}
