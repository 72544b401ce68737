//! What a student may see of a report: scenarios that a spec hides keep their secrets.
//!
//! What a program prints, and how it fails, can tell the input that it got. So nothing that it did is shown of a
//! hidden scenario but its verdict.

use super::{Graded, GradedScenario, Report, Role, Summary};
use crate::compare::Verdict;
use crate::points::Points;
use crate::spec::Hidden;

/// Scenarios that are graded and of which no result is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undisclosed {
    /// How many.
    pub count: usize,
    /// What they are worth, bonus included.
    pub points: Points,
}

impl Undisclosed {
    /// That there are some, if there are.
    pub fn sentence(&self) -> Option<String> {
        let (scenarios, are) = match self.count {
            0 => return None,
            1 => ("scenario", "is"),
            _ => ("scenarios", "are"),
        };
        let worth = match self.points {
            Points::ZERO => String::new(),
            points => format!(", worth {points} points,"),
        };
        Some(format!("{} more {scenarios}{worth} {are} graded and not shown here.", self.count))
    }
}

impl Graded {
    /// The same as its author may see it.
    #[must_use]
    pub fn for_student(&self) -> Self {
        let mut student = self.clone();
        student.scenarios.retain_mut(|scenario| match scenario.hidden {
            Hidden::Nothing => true,
            Hidden::Details => {
                scenario.hide_details();
                true
            }
            Hidden::Result => {
                student.undisclosed.count += 1;
                student.undisclosed.points += scenario.max_points;
                false
            }
            Hidden::Everything => false,
        });
        if student.scenarios.len() < self.scenarios.len() {
            // The points that are not shown must not follow from those that are.
            let shown = student.scenarios.iter().filter_map(|scenario| scenario.points).sum();
            student.points = self.points.map(|_| shown);
        }
        student
    }
}

impl GradedScenario {
    /// Takes away everything that tells what is tested and what the program did then.
    pub(super) fn hide_details(&mut self) {
        match self.verdict {
            _ if self.role == Role::NotRun => {}
            // There was no run that could tell anything.
            Verdict::InvalidSubmission | Verdict::NotGraded | Verdict::ToBeMarked | Verdict::Marked => {}
            Verdict::Accepted => self.reasons = Vec::new(),
            Verdict::WrongAnswer | Verdict::RuntimeError | Verdict::Exceeded(_) | Verdict::NoResult => {
                self.reasons = vec!["What is tested here is hidden.".to_owned()];
            }
        }
        self.difference = None;
        self.side_by_side = None;
        self.annotations = Vec::new();
        self.session = Vec::new();
        self.args = Vec::new();
        self.input = Vec::new();
    }
}

impl Report {
    /// The same as students may see it.
    #[must_use]
    pub fn for_students(&self) -> Self {
        let submissions: Vec<Graded> = self.submissions.iter().map(Graded::for_student).collect();
        let worth = |bonus, all| submissions.first().map_or(all, |first| first.max_points(bonus));
        Self {
            max_points: worth(false, self.max_points),
            bonus_points: worth(true, self.bonus_points),
            summary: Summary::new(&submissions),
            submissions,
            ..self.clone()
        }
    }
}
