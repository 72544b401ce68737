//! Whether a file defines what it must, and what comes near where it does not.

use super::definitions::{Definition, Definitions, What};
use super::finding::{Finding, likely, listed, shortened};
use super::parameters::Parameters;
use super::signature::{Shape, Signature};
use super::source::Source;

/// Checks [`super::Rule::Defines`].
pub(super) fn check(source: &Source, required: &[Signature]) -> Vec<Finding> {
    let definitions = Definitions::of(source);
    let mut missing_classes: Vec<String> = Vec::new();
    let mut findings = Vec::new();
    for signature in required {
        match class_of(&definitions, signature) {
            Ok(class) => findings.extend(one(source, &definitions, signature, class)),
            // A missing class is one finding, however many methods it should have.
            Err((scope, name)) if !missing_classes.contains(&name) => {
                let asked = Signature { classes: Vec::new(), name: name.clone(), shape: Shape::Class(Vec::new()) };
                missing_classes.push(name);
                findings.push(missing(source, &definitions, &asked, scope));
            }
            Err(_) => {}
        }
    }
    let named = |finding: &Finding| finding.place.is_none() && findings_name_class(finding, &missing_classes);
    let mut seen = Vec::new();
    findings.retain(|finding| !named(finding) || !seen.contains(&finding.message) && {
        seen.push(finding.message.clone());
        true
    });
    findings
}
