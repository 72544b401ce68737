//! A few lines about one submission, for the comments that an LMS shows beside a mark.

use super::markup::Html;
use crate::report::Graded;
use crate::report::entry::{Entry, entries};
use crate::report::student::plain_total;

/// More lost scenarios than this are only counted: the page of feedback has them all.
const MOST: usize = 8;

/// What it earned and what it lost, as a student may see it: HTML that fits into a cell of a table. It begins with a
/// number or a word, and never with a sign that a spreadsheet takes for a formula.
pub fn comment(graded: &Graded) -> String {
    let graded = graded.for_student();
    let mut lines: Vec<String> =
        plain_total(&graded).lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if let Some(problem) = &graded.problem {
        lines.extend(problem.lines().next().map(str::to_owned));
    } else {
        let lost: Vec<Entry> = entries(&graded).into_iter().filter(Entry::is_lost).collect();
        lines.extend(lost.iter().take(MOST).map(|one| match one {
            Entry::Scenario(_, one) => format!("{}: {}", one.full_name(), one.verdict),
            Entry::NotRun(not_run) => format!("{}: {}", not_run.name(), not_run.sentence()),
        }));
        if lost.len() > MOST {
            lines.push(format!("and {} more", lost.len() - MOST));
        }
    }
    let mut html = Html::default();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            html.void("br", &[]);
        }
        html.text(line);
    }
    String::from_utf8_lossy(&html.into_bytes()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::Points;

    #[test]
    fn what_a_submission_says_is_no_markup_and_no_formula() {
        let graded = Graded {
            points: Some(Points::ZERO),
            problem: Some("=cmd|'<script>'!A0\nmore".to_owned()),
            ..Graded::default()
        };
        assert_eq!(comment(&graded), "0 of 0 points<br>=cmd|&#39;&lt;script&gt;&#39;!A0");
    }
}
