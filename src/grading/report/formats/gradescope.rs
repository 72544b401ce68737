//! Gradescope's `results.json`: <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use std::io;

use serde_json::{Value, json};

use crate::report::warned::Warned;
use crate::report::{Format, Graded, GradedScenario, Report, Role, Visible, student};
use crate::spec::Hidden;

/// Writes one object about the only submission of a report.
///
/// A submission that could not be graded gets neither score nor tests. Then Gradescope says that the autograder
/// failed, and does not show a zero.
pub struct Gradescope;

impl Format for Gradescope {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        for graded in &report.submissions {
            serde_json::to_writer_pretty(&mut *out, &document(graded, report))?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn document(graded: &Graded, report: &Report) -> Value {
    let extra = json!({ "assignment": report.assignment, "isolation": report.isolation.level });
    let Some(points) = graded.points else {
        let reasons = graded.scenarios.iter().flat_map(|scenario| &scenario.reasons);
        let why = graded.problem.iter().chain(reasons).next().cloned().unwrap_or_default();
        let output = format!("This could not be graded, through no fault of yours. {}", Visible::new(&why));
        return json!({ "output": output, "output_format": "text", "extra_data": extra });
    };
    // Everybody sees the text above the tests.
    let warned = || Warned::of(graded).map(|Warned { head, lines }| format!("{head}\n{}", lines.join("\n")));
    let problem = graded.problem.as_ref().map(|problem| Visible::lines(problem).to_string());
    let output = problem.or_else(warned).unwrap_or_default();
    let mut scenarios: Vec<(usize, &GradedScenario)> = graded.scenarios.iter().enumerate().collect();
    scenarios.sort_by_key(|(_, scenario)| scenario.role != Role::FailedGate);
    json!({
        "score": f64::from(points),
        "output": output,
        "output_format": "text",
        "test_output_format": "ansi",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": extra,
        "tests": scenarios.into_iter().map(test).collect::<Vec<_>>(),
    })
}

fn test((index, scenario): (usize, &GradedScenario)) -> Value {
    let visibility = match scenario.hidden {
        Hidden::Nothing | Hidden::Expected | Hidden::Details => "visible",
        Hidden::Result => "after_published",
        Hidden::AfterDue => "after_due_date",
        Hidden::Everything => "hidden",
    };
    let shown = match scenario.hidden {
        Hidden::Expected => scenario.without_expected(),
        Hidden::Details | Hidden::Result => scenario.without_details(),
        // Gradescope shows it when nothing is hidden any more. Students never see what hides everything: it has all details for the
        // instructor.
        Hidden::Nothing | Hidden::AfterDue | Hidden::Everything => scenario.clone(),
    };
    let output = if shown.is_lost() || !shown.reasons.is_empty() {
        format!("{}\n{}", shown.verdict, student::coloured_details(&shown))
    } else {
        String::new()
    };
    let tags: Vec<String> = scenario.group.iter().map(|group| Visible::new(group).to_string()).collect();
    let mut test = json!({
        "max_score": f64::from(scenario.max_points),
        "name": Visible::new(&shown.full_name()).to_string(),
        "number": (index + 1).to_string(),
        "output": output,
        "tags": tags,
        "visibility": visibility,
        "extra_data": { "verdict": scenario.verdict.words(), "bonus": scenario.bonus },
    });
    // A test that somebody still has to mark has no score, and has neither passed nor failed.
    if let Some(points) = scenario.points {
        test["score"] = f64::from(points).into();
        test["status"] = if scenario.is_lost() { "failed" } else { "passed" }.into();
    }
    test
}
