//! Refuses keys that mean nothing in a scenario of their kind, so that nobody believes that they do.

use super::Checker;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{LinesDocument, ScenarioDocument};

impl Checker<'_> {
    /// Complains of keys of a run in a scenario that runs nothing of what they are about.
    pub(super) fn has_no_idle_keys(&mut self, document: &ScenarioDocument, kind: &str) {
        let types = !matches!(&document.stdin, LinesDocument::Lines(lines) if lines.is_empty());
        let idle = [
            ("stdin", types),
            ("args", document.args.is_some()),
            ("files", document.files.is_some()),
            ("env", !document.env.is_empty()),
            ("timezone", document.timezone.is_some()),
            ("clock", document.clock.is_some()),
            ("seed", document.seed.is_some()),
            ("expect", document.expect.is_given()),
            ("compare", document.compare.is_some()),
            ("module", document.module.is_some()),
            ("header", document.header.is_some()),
        ];
        for (key, _) in idle.into_iter().filter(|(_, is_given)| *is_given) {
            let message = format!("`{key}` means nothing in a scenario with `{kind}`");
            let help = format!("leave `{key}` out, or make another scenario that runs the program");
            let place = document.name.place();
            self.complain(Diagnostic::new(place, message, "this scenario runs no program").help(help));
        }
    }
}
