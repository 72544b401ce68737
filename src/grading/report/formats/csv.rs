//! `grades.csv`, for spreadsheets: one row for each submission, or for each of its students.

use std::io;

use crate::points::Points;
use crate::report::{Format, Graded, Report, Visible};
use crate::submission::shown;
use crate::untrusted::Text;

/// Writes name, status, points and the points of every scenario; one row for each student if students are known; what
/// lateness costs if the spec has a rule about it; and which hand-in counts if there are several.
pub struct Csv;

impl Format for Csv {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let mut writer = ::csv::Writer::from_writer(out);
        let columns = Columns {
            students: report.submissions.iter().any(|one| !one.students.is_empty()),
            lateness: (report.submissions.iter())
                .any(|one| one.lateness.is_some() || one.members.iter().any(Option::is_some)),
            hand_ins: report.submissions.iter().any(|one| one.hand_ins.is_some()),
        };
        let scenarios = report.submissions.first().map_or(&[][..], |first| &first.scenarios);
        let scenarios = scenarios.iter().map(|scenario| Self::cell(&scenario.full_name()));
        writer.write_record(columns.fixed().into_iter().chain(scenarios))?;
        for submission in &report.submissions {
            for place in 0..submission.students.len().max(1) {
                let fixed = columns.fixed_of(submission, place, report);
                let scenarios = submission.scenarios.iter().map(|scenario| points(scenario.points));
                writer.write_record(fixed.into_iter().chain(scenarios))?;
            }
        }
        writer.flush()
    }
}

/// The columns that are not in every file.
struct Columns {
    students: bool,
    lateness: bool,
    hand_ins: bool,
}

impl Columns {
    fn fixed(&self) -> Vec<String> {
        let students: &[&str] = if self.students { &["student", "id"] } else { &[] };
        let lateness: &[&str] = if self.lateness { &["handed_in", "days_late", "deducted"] } else { &[] };
        let hand_ins: &[&str] = if self.hand_ins { &["hand_ins"] } else { &[] };
        let all = [&["name"], students, &["status", "points", "max_points"], lateness, hand_ins];
        all.concat().into_iter().map(str::to_owned).collect()
    }

    /// The first cells of one row, which is about a submission, or about one of its students.
    fn fixed_of(&self, graded: &Graded, place: usize, report: &Report) -> Vec<String> {
        let student = graded.students.get(place);
        let (earned, lateness) = graded.of_student(place);
        let mut cells = vec![Csv::cell(&graded.name)];
        if self.students {
            let id = student.and_then(|student| student.ids.first());
            cells.push(student.map_or_else(String::new, |student| Csv::cell(&student.name)));
            cells.push(id.map_or_else(String::new, |id| Csv::cell(&id.text)));
        }
        let status = if earned.is_some() { "graded" } else { "not graded" };
        cells.extend([status.to_owned(), points(earned), report.max_points.to_string()]);
        if self.lateness {
            let handed_in = lateness.and_then(|lateness| lateness.handed_in.as_ref());
            cells.push(handed_in.map(shown).unwrap_or_default());
            let days = lateness.filter(|_| handed_in.is_some()).map(|lateness| lateness.days.to_string());
            cells.push(days.unwrap_or_default());
            cells.push(lateness.map_or_else(String::new, |lateness| lateness.deducted.to_string()));
        }
        if self.hand_ins {
            cells.push(graded.about_hand_ins().unwrap_or_default().to_owned());
        }
        cells
    }
}

fn points(points: Option<Points>) -> String {
    points.map(|points| points.to_string()).unwrap_or_default()
}

impl Csv {
    /// A cell that no spreadsheet reads as a formula. Formulas begin with one of these signs, and some programs accept the
    /// full-width ones too (OWASP, "CSV Injection").
    pub fn cell(text: &(impl Text + ?Sized)) -> String {
        const SIGNS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
        let shown = Visible::new(text).to_string();
        if text.expose().starts_with(SIGNS) { format!("'{shown}") } else { shown }
    }
}
