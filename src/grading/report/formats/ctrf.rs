//! CTRF, the Common Test Report Format: <https://ctrf.io>.

use std::io;

use serde_json::{Value, json};

use crate::report::standing::Standing;
use crate::report::{Format, Graded, GradedScenario, Report, Visible, student};

/// The version of the format that the tools of its authors accept.
const VERSION: &str = "0.0.0";

/// Writes one test for each scenario of each submission.
pub struct Ctrf;

impl Format for Ctrf {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let scenarios = || report.submissions.iter().flat_map(|graded| &graded.scenarios);
        let count = |status: &str| scenarios().filter(|scenario| self::status(scenario) == status).count();
        let tests: Vec<Value> = report
            .submissions
            .iter()
            .flat_map(|graded| graded.scenarios.iter().map(|scenario| test(scenario, graded)))
            .collect();
        let submissions: Vec<Value> = report
            .submissions
            .iter()
            .map(|graded| {
                json!({
                    "name": Visible::new(&graded.name).to_string(),
                    "students": graded.shown_students(),
                    "points": graded.points.map(f64::from),
                    "problem": graded.problem.as_ref().map(|problem| Visible::lines(problem).to_string()),
                })
            })
            .collect();
        let document = json!({
            "reportFormat": "CTRF",
            "specVersion": VERSION,
            "generatedBy": "yardstick",
            "results": {
                "tool": { "name": "yardstick", "version": env!("CARGO_PKG_VERSION") },
                // The report contains no times, so that equal results are equal bytes.
                "summary": {
                    "tests": tests.len(),
                    "passed": count("passed"),
                    "failed": count("failed"),
                    "skipped": 0,
                    "pending": count("pending"),
                    "other": count("other"),
                    "suites": report.submissions.len(),
                    "start": 0,
                    "stop": 0,
                },
                "tests": tests,
                "extra": {
                    "assignment": report.assignment,
                    "max_points": f64::from(report.max_points),
                    "submissions": submissions,
                },
            },
        });
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    }
}

fn status(scenario: &GradedScenario) -> &'static str {
    match Standing::of(scenario) {
        Standing::Passed => "passed",
        Standing::Failed | Standing::Stopped => "failed",
        Standing::Pending => "pending",
        Standing::NotGraded => "other",
    }
}

fn test(scenario: &GradedScenario, graded: &Graded) -> Value {
    let group = scenario.group.as_ref().map(|group| Visible::new(group).to_string());
    let suite: Vec<String> =
        [Some(Visible::new(&graded.name).to_string()), group].into_iter().flatten().collect();
    let mut test = json!({
        "name": Visible::new(&scenario.name).to_string(),
        "status": status(scenario),
        "duration": 0,
        "suite": suite,
        "rawStatus": scenario.verdict.words(),
        "extra": {
            "points": scenario.points.map(f64::from),
            "max_points": f64::from(scenario.max_points),
            "bonus": scenario.bonus,
        },
    });
    if scenario.is_lost() || !scenario.reasons.is_empty() {
        test["message"] = Visible::new(&graded.reason(scenario)).to_string().into();
        test["trace"] = student::plain_details(scenario).into();
    }
    test
}
