//! GitLab's code quality report: <https://docs.gitlab.com/ci/testing/code_quality/>.

use std::io;

use serde_json::{Value, json};

use super::fingerprint::Fingerprints;
use crate::compare::Severity;
use crate::report::{Format, Report, Visible, located};

/// Writes one object for each annotation.
pub struct Gitlab;

impl Format for Gitlab {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let mut fingerprints = Fingerprints::default();
        let findings: Vec<Value> = located(report)
            .map(|(graded, path, annotation)| {
                let message = Visible::new(&annotation.message).to_string();
                let severity = match annotation.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    Severity::Note => "info",
                };
                let line = annotation.line.unwrap_or(1);
                let check = annotation.origin.word();
                json!({
                    "description": message,
                    "check_name": check,
                    "fingerprint": fingerprints.next(&[&graded.name, &path, &check, &line.to_string(), &message]),
                    "severity": severity,
                    "location": { "path": Visible::new(&path).to_string(), "lines": { "begin": line } },
                })
            })
            .collect();
        serde_json::to_writer_pretty(&mut *out, &findings)?;
        writeln!(out)
    }
}
