//! Reads the record of a test, which a submission may have forged.

use serde_json::Value as Json;
use yardstick_reference::Raised;

use crate::resource::Resource;
use crate::system::signal;
use crate::trace::{CaseOutcome, SessionEnd, SourcePlace, TestCase, UnitTestTrace, decode};
use crate::untrusted::Untrusted;

/// Reads what was written for a test. Only exactly one record with the key counts.
pub(super) fn record(written: &[u8], key: &str, end: SessionEnd) -> UnitTestTrace {
    // Alone, a test that uses up its time is told by the signal.
    let end = match end {
        SessionEnd::Signal(signal::XCPU) => SessionEnd::Exceeded(Resource::Cpu),
        end => end,
    };
    let text = decode(written);
    if text.is_empty() {
        return UnitTestTrace::silent(end);
    }
    if is_unfinished(&text) {
        return UnitTestTrace::silent(end);
    }
    let record = whole(&text).and_then(|(told, json)| read(&json, &told, key, end));
    record.unwrap_or_else(|| UnitTestTrace::silent(SessionEnd::Malformed))
}

/// Tells whether only cases were told: the test ended before it was over.
fn is_unfinished(text: &str) -> bool {
    let told = |line: &str| -> Option<Json> { serde_json::from_str::<Json>(line).ok()?.get("case").cloned() };
    text.lines().all(|line| told(line).as_ref().and_then(case).is_some())
}

/// Returns the cases that were told as they came, and the record at the end.
fn whole(text: &str) -> Option<(Vec<Json>, Json)> {
    let mut lines: Vec<Json> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>().ok()?;
    let record = lines.pop()?;
    let told = lines.iter().map(|line| line.get("case").cloned()).collect::<Option<_>>()?;
    Some((told, record))
}

/// Tells whether the record says what was told before: each of its cases was, and none was lost on the way.
fn agrees(cases: &[Json], told: &[Json]) -> bool {
    let is_lost = |case: &Json| case.get("outcome").is_none_or(|outcome| outcome != "passed");
    cases.iter().all(|case| told.contains(case)) && (cases.iter().any(is_lost) || !told.iter().any(is_lost))
}

fn read(record: &Json, told: &[Json], key: &str, end: SessionEnd) -> Option<UnitTestTrace> {
    if record.get("key")?.as_str()? != key {
        return None;
    }
    if let Some(lacks) = record.get("lacks") {
        let reason = format!("this machine has no `{}`", lacks.as_str()?);
        let case = TestCase { outcome: CaseOutcome::Absent, reason: reason.into(), ..TestCase::default() };
        return Some(UnitTestTrace { cases: vec![case], ..UnitTestTrace::silent(end) });
    }
    let cases = record.get("cases")?.as_array()?;
    if !agrees(cases, told) {
        return None;
    }
    let cases: Option<Vec<TestCase>> = cases.iter().map(case).collect();
    let looked = match record.get("seen")?.as_array()?.first() {
        Some(seen) => Some((seen.get(0)?.as_str()?.into(), place(seen.get(1)?, seen.get(2)?)?)),
        None => None,
    };
    Some(UnitTestTrace {
        cases: cases?,
        score: match record.get("score")? {
            Json::Null => None,
            score => Some(score.as_i64()?.clamp(0, i64::from(u32::MAX)) as u32),
        },
        liar: record.get("liar").and_then(Json::as_str).map(Untrusted::from),
        changed: record.get("changed")?.as_str().map(Untrusted::from),
        looked,
        end,
    })
}

fn case(record: &Json) -> Option<TestCase> {
    let text = |key: &str| Some(Untrusted::from(record.get(key)?.as_str()?));
    let outcome = match record.get("outcome")?.as_str()? {
        "passed" => CaseOutcome::Passed,
        "failed" => CaseOutcome::Failed,
        "error" => CaseOutcome::Error,
        "skipped" => CaseOutcome::Skipped,
        "fixture" => CaseOutcome::Fixture,
        "hook" => CaseOutcome::Hook,
        "absent" => CaseOutcome::Absent,
        _ => return None,
    };
    let told = TestCase {
        name: text("name")?,
        outcome,
        reason: text("reason")?,
        printed: text("printed")?,
        ..TestCase::default()
    };
    let Some(raised) = record.get("raised") else { return Some(told) };
    let line = |at: &Json| usize::try_from(at.as_u64()?).ok();
    let at = record.get("at")?.as_array();
    let own = record.get("own")?.as_array();
    Some(TestCase {
        raised: Some(Raised {
            class: raised.get(0)?.as_str()?.into(),
            message: raised.get(1)?.as_str()?.into(),
        }),
        at: match at.map(Vec::as_slice) {
            Some([number, text] | [number, text, _]) => Some((line(number)?, text.as_str()?.into())),
            Some(_) => return None,
            None => None,
        },
        at_in: match at.and_then(|at| at.get(2)) {
            Some(file) => Some(file.as_str()?.into()),
            None => None,
        },
        own: match own.map(Vec::as_slice) {
            Some([number, file, _]) => Some(place(number, file)?),
            Some(_) => return None,
            None => None,
        },
        is_own: record.get("is_own")?.as_bool()?,
        importing: record.get("importing")?.as_bool()?,
        missing: record.get("missing")?.as_str().map(Untrusted::from),
        ..told
    })
}

fn place(line: &Json, file: &Json) -> Option<SourcePlace> {
    let file = Untrusted::from(file.as_str()?);
    Some(SourcePlace { line: usize::try_from(line.as_u64()?).ok()?, shown: file.clone(), file })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CASE: &str = r#"{"name": "", "outcome": "passed", "reason": "", "printed": ""}"#;

    fn passed() -> String {
        format!(
            "{{\"case\": {CASE}}}\n{{\"key\": \"k\", \"cases\": [{CASE}], \"score\": null, \"changed\": null, \"seen\": []}}"
        )
    }

    fn of(written: &str) -> UnitTestTrace {
        record(written.as_bytes(), "k", SessionEnd::Code(0))
    }

    #[test]
    fn only_exactly_one_record_with_the_key_counts() {
        let passed = passed();
        let (case, end) = passed.split_once('\n').unwrap();
        assert!(of(&format!("{passed}\n")).is_passed());
        for forged in [
            format!("{passed}\n{passed}\n"),
            format!("{case}\n{end}\n{end}\n"),
            passed.replace("\"k\"", "\"l\""),
            passed.replace("\"key\": \"k\", ", ""),
            passed.replace("passed", "won"),
            format!("x{passed}"),
            // What the record says was not told before, or what was told before is not in the record.
            end.to_owned(),
            case.replace("passed", "won"),
            format!("{case}x"),
            format!("{}\n{passed}", case.replace("passed", "failed")),
            format!("{}\n{end}", case.replace("passed", "failed")),
            format!("{case}\n{}", end.replace("passed", "failed")),
            format!("{{}}\n{passed}"),
        ] {
            assert_eq!(of(&forged), UnitTestTrace::silent(SessionEnd::Malformed), "{forged}");
        }
        assert!(!of("").is_passed());
        for told in [case.to_owned(), format!("{case}\n{case}\n")] {
            assert_eq!(of(&told), UnitTestTrace::silent(SessionEnd::Code(0)), "it was left before its end");
        }
        assert!(!of(&end.replace(CASE, "")).is_passed(), "no case is no pass");
        assert!(!of(&passed.replace(r#""changed": null"#, r#""changed": "TestCase.fail""#)).is_passed());
        assert!(
            !of(&passed.replace(r#""seen": []"#, r#""seen": [["gc.get_objects", 3, "a.py"]]"#)).is_passed()
        );
        assert!(!record(passed.as_bytes(), "k", SessionEnd::Code(1)).is_passed());
    }

    proptest! {
        #[test]
        fn no_record_breaks_the_decoder(written in ".{0,200}", value in "[\\[\\]{}\":,a-z0-9]{0,60}") {
            let _ = of(&written);
            let _ = of(&passed().replace("[]", &value));
        }

        #[test]
        fn a_case_that_was_lost_stays_lost(
            outcomes in proptest::collection::vec(
                proptest::sample::select(vec!["passed", "failed", "error", "skipped", "absent", "fixture", "hook"]), 1..6),
            kept in proptest::collection::vec(any::<bool>(), 6),
        ) {
            let case = |outcome: &&str| CASE.replace("passed", outcome);
            let told: String = outcomes.iter().map(|outcome| format!("{{\"case\": {}}}\n", case(outcome))).collect();
            let cases: Vec<String> =
                outcomes.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(outcome, _)| case(outcome)).collect();
            let end = format!(
                "{{\"key\": \"k\", \"cases\": [{}], \"score\": null, \"changed\": null, \"seen\": []}}", cases.join(", "));
            let is_right = outcomes.iter().all(|outcome| *outcome == "passed") && !cases.is_empty();
            prop_assert_eq!(of(&format!("{told}{end}\n")).is_passed(), is_right);
        }
    }
}
