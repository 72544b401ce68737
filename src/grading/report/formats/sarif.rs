//! SARIF 2.1.0: the annotations on lines of the source, for code scanning.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::io;

use serde_json::{Value, json};

use super::fingerprint::Fingerprints;
use super::uri::relative_reference;
use crate::compare::{Annotation, Origin, Severity};
use crate::report::{Format, Graded, Report, Visible, located};
use crate::untrusted::Untrusted;

/// Writes one result for each annotation.
pub struct Sarif;

impl Format for Sarif {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let mut origins: Vec<Origin> = located(report).map(|(_, _, annotation)| annotation.origin).collect();
        origins.sort_by_key(|origin| origin.word());
        origins.dedup();
        let rules: Vec<Value> = origins.iter().map(|origin| rule(*origin)).collect();
        let mut fingerprints = Fingerprints::default();
        let results: Vec<Value> = located(report)
            .map(|(graded, path, annotation)| result(graded, &path, annotation, &mut fingerprints))
            .collect();
        let document = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": { "name": "yardstick", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        });
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    }
}

fn rule(origin: Origin) -> Value {
    json!({ "id": origin.word(), "shortDescription": { "text": origin.about() } })
}

fn result(
    graded: &Graded,
    path: &Untrusted,
    annotation: &Annotation,
    fingerprints: &mut Fingerprints,
) -> Value {
    let message = Visible::new(&annotation.message).to_string();
    let level = match annotation.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut place = json!({ "artifactLocation": { "uri": relative_reference(path) } });
    if let Some(line) = annotation.line {
        place["region"] = json!({ "startLine": line });
        if let Some(column) = annotation.column {
            place["region"]["startColumn"] = column.into();
        }
    }
    let line = annotation.line.unwrap_or_default().to_string();
    let fingerprint = fingerprints.next(&[&graded.name, path, &annotation.origin.word(), &line, &message]);
    json!({
        "ruleId": annotation.origin.word(),
        "level": level,
        "message": { "text": message },
        "locations": [{ "physicalLocation": place }],
        "partialFingerprints": { "yardstick/v1": fingerprint },
        "properties": {
            "submission": Visible::new(&graded.name).to_string(),
            "students": graded.shown_students(),
        },
    })
}
