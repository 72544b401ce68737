//! The result of a GitHub Classroom grader, as its reporter reads it:
//! <https://github.com/classroom-resources/autograding-grading-reporter>.

use std::io;

use serde_json::{Value, json};

use crate::report::standing::Standing;
use crate::report::{Format, Graded, GradedScenario, Report, Visible};

/// Writes one object about the only submission of a report.
pub struct Classroom;

impl Format for Classroom {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        for graded in &report.submissions {
            serde_json::to_writer_pretty(&mut *out, &document(graded, report))?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn document(graded: &Graded, report: &Report) -> Value {
    let status = match graded.points {
        None => "error",
        Some(_) if graded.is_full() => "pass",
        Some(_) => "fail",
    };
    json!({
        "version": 1,
        "status": status,
        "max_score": f64::from(report.max_points),
        "tests": graded.scenarios.iter().map(|scenario| test(scenario, graded)).collect::<Vec<_>>(),
    })
}

fn test(scenario: &GradedScenario, graded: &Graded) -> Value {
    let status = match Standing::of(scenario) {
        Standing::Passed => "pass",
        Standing::Failed | Standing::Stopped => "fail",
        Standing::Pending | Standing::NotGraded => "error",
    };
    let message = scenario.is_lost().then(|| Visible::new(&graded.reason(scenario)).to_string());
    let place = scenario.annotations.first();
    let file = place.map(|place| graded.whereabouts.path_of(&place.file)).unwrap_or_default();
    json!({
        "name": Visible::new(&scenario.full_name()).to_string(),
        "status": status,
        "message": message,
        "test_code": Visible::new(&scenario.input.join(" ")).to_string(),
        "filename": Visible::new(&file).to_string(),
        "line_no": place.and_then(|place| place.line).unwrap_or_default(),
        "execution_time": "0s",
        // The reporter adds the scores up and fails if one is missing.
        "score": scenario.points.map_or(0.0, f64::from),
    })
}
