//! The complaints about checkers that cannot judge anybody.

use crate::spec::{Defects, Diagnostic, OutputChecker, Scenario, Spec};
use crate::trace::Checked;
use crate::untrusted::{Text, Untrusted};

/// Refuses a checker that cannot be built; this is the message of the language.
pub(super) fn broken(spec: &Spec, checker: &OutputChecker, complaint: &Untrusted) -> Box<Defects> {
    let message = format!("{} does not parse or compile", checker.title());
    let diagnostic = Diagnostic::new(checker.place.clone(), message, "this file");
    spec.defect(diagnostic.help(complaint.expose()))
}

/// Refuses a checker that says nothing about what the reference prints, for this reason.
pub(super) fn failed(spec: &Spec, scenario: &Scenario, reason: String) -> Box<Defects> {
    let label = "asked about what the reference prints here";
    let help = "correct the checker: run it by hand on the input, the answer and what the reference prints";
    spec.defect(Diagnostic::new(scenario.place.clone(), reason, label).help(help))
}

/// Refuses a checker that does not accept the reference: it would accept no right program.
pub(super) fn rejected(
    spec: &Spec,
    scenario: &Scenario,
    checker: &OutputChecker,
    checked: &Checked,
) -> Box<Defects> {
    let message =
        format!("{} does not accept what the reference prints in `{}`", checker.title(), scenario.name);
    let said = [&checked.to_instructor, &checked.to_student].into_iter().find(|said| !said.is_empty());
    let said = said.map(|said| said.first_line().expose().to_owned());
    let label = said.unwrap_or_else(|| "it says nothing about the reason".to_owned());
    let help = "correct the checker, the reference or the answer: a right program must be accepted";
    spec.defect(Diagnostic::new(scenario.place.clone(), message, label).help(help))
}
