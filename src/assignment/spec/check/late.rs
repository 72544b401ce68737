//! Checks the reductions for late submissions.

use super::Checker;
use super::limits::no_quantity;
use crate::points::Percent;
use crate::spec::document::{LateDocument, LateShareDocument, Scalar};
use crate::spec::late::{LatePolicy, LateShare};
use crate::spec::yaml::At;
use crate::spec::{Diagnostic, quantity};
use crate::submission::Due;

impl Checker<'_> {
    pub(super) fn late(&mut self, document: &LateDocument) -> LatePolicy {
        LatePolicy {
            due: document.due.as_ref().and_then(|due| self.due(due)),
            overruled: None,
            per_day: self.percent(&document.per_day),
            of: match document.of {
                LateShareDocument::Max => LateShare::Max,
                LateShareDocument::Earned => LateShare::Earned,
            },
            grace: document.grace.as_ref().map_or_else(Default::default, |grace| self.grace(grace)),
            cap: document.cap.as_ref().map_or(Percent::ALL, |cap| self.percent(cap)),
        }
    }

    fn due(&mut self, due: &At<Scalar>) -> Option<Due> {
        let text = &due.value().0;
        let parsed = text.parse();
        if let Err(error) = &parsed {
            let message = format!("`{text}` is not a due date");
            self.complain(
                Diagnostic::new(due.place(), message, "expected a day, a time and a zone")
                    .help(format!("{error}")),
            );
        }
        parsed.ok()
    }

    fn percent(&mut self, share: &At<Scalar>) -> Percent {
        share.value().0.parse().unwrap_or_else(|_| {
            self.complain(no_quantity(share, "a share", "`10%`, from 0% to 100%"));
            Percent::ZERO
        })
    }

    fn grace(&mut self, grace: &At<Scalar>) -> std::time::Duration {
        self.duration(grace, quantity::LONGEST_GRACE, "`15min` or `2h`").unwrap_or_default()
    }
}
