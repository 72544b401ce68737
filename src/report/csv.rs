//! `grades.csv`: one row a submission, for spreadsheets.

use std::io;

use super::{Format, Report, Visible};

/// Writes name, status, points and the points of every scenario.
pub struct Csv;

impl Format for Csv {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let mut writer = ::csv::Writer::from_writer(out);
        let scenarios = report.submissions.first().map_or(&[][..], |first| &first.scenarios);
        let fixed = ["name", "status", "points", "max_points"].map(str::to_owned);
        writer.write_record(
            fixed.into_iter().chain(scenarios.iter().map(|scenario| cell(&scenario.full_name()))),
        )?;
        for submission in &report.submissions {
            let status = if submission.points.is_some() { "graded" } else { "not graded" };
            let points =
                |points: Option<crate::points::Points>| points.map(|p| p.to_string()).unwrap_or_default();
            let fixed = [
                cell(&submission.name),
                status.to_owned(),
                points(submission.points),
                report.max_points.to_string(),
            ];
            writer.write_record(
                fixed.into_iter().chain(submission.scenarios.iter().map(|scenario| points(scenario.points))),
            )?;
        }
        writer.flush()
    }
}

/// A text that no spreadsheet takes for a formula: such texts begin with one of these signs, wide ones included
/// (OWASP, "CSV Injection").
fn cell(text: &str) -> String {
    const SIGNS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    let shown = Visible::new(text).to_string();
    if text.starts_with(SIGNS) { format!("'{shown}") } else { shown }
}
