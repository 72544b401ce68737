//! Judges rules about the source, and checks of how it was handed in.

use crate::compare::difference::{Difference, Kind, Piece, Row, Side, shortened};
use crate::compare::{Annotation, Judgement, Verdict, capitalized};
use crate::rules::{Certainty, Finding, NOT_HANDED_IN};
use crate::spec::{PackageTask, RuleTask};
use crate::untrusted::Untrusted;

/// The number of findings that are shown; the others are only counted.
const SHOWN: usize = 8;

/// Judges the findings of a rule.
pub(crate) fn judge_rule(task: &RuleTask, findings: &[Finding]) -> Judgement {
    let Some(first) = findings.first() else { return Judgement::new(Verdict::Accepted) };
    if first.message == NOT_HANDED_IN {
        return Judgement::did_not_run(Verdict::WrongAnswer, not_handed_in(&task.file));
    }
    // A suspected finding is reported and costs nothing.
    let proven = findings.iter().any(|finding| finding.certainty == Certainty::Proven);
    let verdict = if proven { Verdict::WrongAnswer } else { Verdict::Accepted };
    let mut reasons: Vec<Untrusted> =
        findings.iter().take(SHOWN).map(|finding| sentence(task, finding)).collect();
    if findings.len() > SHOWN {
        reasons.push(format!("There are {} more.", findings.len() - SHOWN).into());
    }
    let mut rows: Vec<Row> = findings.iter().take(SHOWN).filter_map(row).collect();
    rows.dedup();
    let difference = Difference::new(Kind::Extra, first.message.clone(), rows);
    let annotations = findings.iter().map(|finding| Annotation::of_finding(task, finding)).collect();
    Judgement { reasons, difference: Some(difference), annotations, ..Judgement::new(verdict) }
}

/// Returns the sentence about an optional file that was not handed in.
pub(crate) fn not_handed_in(file: &str) -> String {
    format!("`{file}` was not handed in.")
}

/// Returns the row with the student's line that breaks the rule, with its number.
fn row(finding: &Finding) -> Option<Row> {
    let place = finding.place.as_ref()?;
    let text = place.source_line.map(|line| format!("{:>4} | {}", place.line, shortened(line)));
    Some(Row {
        side: Side::Actual,
        pieces: vec![Piece { text, typed: false, changed: false }],
        unfinished: false,
    })
}

fn sentence(task: &RuleTask, finding: &Finding) -> Untrusted {
    let place = finding.place.as_ref().map(|place| format!(", line {}", place.line)).unwrap_or_default();
    let file = finding.file(&task.file);
    // What is not there has no line, and says in which file.
    if place.is_empty() && finding.message.contains(&format!("`{}`", task.file)) {
        return Untrusted::concat(&[&with_note(finding).map(capitalized), &"."]);
    }
    Untrusted::concat(&[&"`", &file, &"`", &place, &": ", &with_note(finding), &"."])
}

/// Returns the message of a finding and its advice, without a full stop.
pub(crate) fn with_note(finding: &Finding) -> Untrusted {
    let message = finding.message.map(|message| message.trim_end_matches('.').to_owned());
    match &finding.note {
        Some(note) => Untrusted::concat(&[&message, &" (", note, &")"]),
        None => message,
    }
}

/// Judges how a submission was handed in.
pub(crate) fn judge_package(task: &PackageTask, archive: Option<&Untrusted>) -> Judgement {
    let reason = match archive {
        Some(name) if *name == *task.archive => return Judgement::new(Verdict::Accepted),
        Some(name) => {
            let must = format!("`, and must be called `{}`.", task.archive);
            Untrusted::concat(&[&"The zip file is called `", name, &must])
        }
        None => format!("The files were not handed in as a zip file called `{}`.", task.archive).into(),
    };
    Judgement { reasons: vec![reason], ..Judgement::new(Verdict::WrongAnswer) }
}
