//! The comment about one submission that an LMS shows beside the mark.

use super::markup::Html;
use crate::decisions::Comment;
use crate::report::entry::{Cause, Entry, entries};
use crate::report::student::plain_total;
use crate::report::{Graded, GradedScenario};
use crate::untrusted::Untrusted;

/// If more scenarios than this were lost, the others are only counted: the page of feedback has all of them.
const MOST: usize = 8;

/// The points and the lost scenarios of a submission, as a student may see them: HTML for a cell of a table. It begins
/// with a number or a word, never with a sign that a spreadsheet reads as a formula.
pub fn comment(graded: &Graded) -> String {
    let graded = graded.for_student();
    let mut lines: Vec<Untrusted> =
        plain_total(&graded).lines().filter(|line| !line.is_empty()).map(Untrusted::from).collect();
    lines.extend(graded.comments.iter().map(Comment::told));
    if let Some(problem) = &graded.problem {
        lines.extend(problem.lines().next());
    } else {
        let lost: Vec<Entry> = entries(&graded).into_iter().filter(Entry::is_lost).collect();
        lines.extend(lost.iter().take(MOST).flat_map(told));
        if lost.len() > MOST {
            lines.push(format!("and {} more", lost.len() - MOST).into());
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

/// What is told of an entry: its verdict, what went wrong first, and the hints about it.
fn told(entry: &Entry) -> Vec<Untrusted> {
    let with_hints = |shown: &GradedScenario, more: &str| {
        let headline = Cause::headline_of(shown);
        let verdict = format!("{}: {}. ", shown.full_name(), shown.verdict);
        let first = Untrusted::concat(&[&verdict, &headline, &more]);
        let hints = shown.questions().iter().map(|hint| format!("Think about this: {hint}").into());
        std::iter::once(first).chain(hints).collect()
    };
    match entry {
        Entry::Scenario(_, shown) => with_hints(shown, ""),
        Entry::Cause(cause) => match cause.others.len() {
            0 => with_hints(cause.shown.1, ""),
            more => with_hints(cause.shown.1, &format!(" {more} more were lost for the same.")),
        },
        Entry::Alike(alike) => vec![Untrusted::concat(&[&alike.name(), &": ", &alike.sentence()])],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::Points;

    #[test]
    fn what_a_submission_says_is_no_markup_and_no_formula() {
        let graded = Graded {
            points: Some(Points::ZERO),
            problem: Some("=cmd|'<script>'!A0\nmore".into()),
            ..Graded::default()
        };
        assert_eq!(comment(&graded), "0 of 0 points<br>=cmd|&#39;&lt;script&gt;&#39;!A0");
    }
}
