//! The report as a student may see it: scenarios that a spec hides keep their secrets.
//!
//! The output of a program, and the way in which it fails, can reveal the input that it got. So a hidden scenario shows
//! nothing but its verdict.

use std::borrow::Cow;

use super::{Audience, Graded, GradedScenario, History, Report, Role, Summary};
use crate::compare::{Difference, Verdict};
use crate::guidance::Guidance;
use crate::points::Points;
use crate::score::Lateness;
use crate::spec::Hidden;

/// The scenarios that are graded, but of which no result is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undisclosed {
    /// The number of these scenarios.
    pub count: usize,
    /// The most points that they can earn together, bonus included.
    pub points: Points,
}

impl Undisclosed {
    /// The sentence that says that there are such scenarios; `None` if there are none.
    pub fn sentence(&self) -> Option<String> {
        let (scenarios, are) = match self.count {
            0 => return None,
            1 => ("scenario", "is"),
            _ => ("scenarios", "are"),
        };
        let worth = match self.points {
            Points::ZERO => String::new(),
            points => format!(", worth {},", points.counted()),
        };
        Some(format!("{} more {scenarios}{worth} {are} graded and not shown here.", self.count))
    }
}

impl Graded {
    /// The submission as its author may see it.
    #[must_use]
    pub fn for_student(&self) -> Self {
        let scenarios: Vec<GradedScenario> =
            self.scenarios.iter().filter_map(GradedScenario::for_student).collect();
        let is_undisclosed =
            |scenario: &&GradedScenario| matches!(scenario.hidden, Hidden::Result | Hidden::AfterDue);
        let undisclosed = self.scenarios.iter().filter(is_undisclosed);
        let are_all_shown = scenarios.len() == self.scenarios.len();
        let points = match are_all_shown {
            true => self.points,
            // Nobody can be able to compute the hidden points from the points that are shown.
            false => self.points.map(|_| scenarios.iter().filter_map(|scenario| scenario.points).sum()),
        };
        let lateness = |known: &Option<Lateness>| match are_all_shown {
            true => known.clone(),
            false => known.as_ref().map(Lateness::without_points),
        };
        Self {
            name: self.name.clone(),
            students: self.students.clone(),
            one_of: self.one_of.clone(),
            arrival: self.arrival,
            hand_ins: match are_all_shown {
                true => self.hand_ins.clone(),
                false => self.hand_ins.as_ref().map(|hand_ins| Box::new(hand_ins.without_points())),
            },
            points,
            lateness: lateness(&self.lateness),
            members: self.members.iter().map(lateness).collect(),
            problem: self.problem.clone(),
            obstacle: self.obstacle.clone(),
            guidance: self.guidance.clone(),
            warnings: self.warnings.clone(),
            sources: self.sources.clone(),
            note: self.note.clone(),
            whereabouts: self.whereabouts.clone(),
            undisclosed: Undisclosed {
                count: self.undisclosed.count + undisclosed.clone().count(),
                points: self.undisclosed.points + undisclosed.map(|scenario| scenario.max_points).sum(),
            },
            comments: self.comments.clone(),
            mistakes: None,
            topics: Vec::new(),
            bare: None,
            per_cause: self.per_cause.filter(|_| are_all_shown),
            mended: match self.scenarios.iter().all(|scenario| scenario.hidden == Hidden::Nothing) {
                true => self.mended.clone(),
                false => Vec::new(),
            },
            scenarios,
        }
    }
}

impl GradedScenario {
    /// The scenario as an author may see it; `None` if an author must not see its result.
    fn for_student(&self) -> Option<Self> {
        match self.hidden {
            Hidden::Nothing => Some(self.clone()),
            Hidden::Expected => Some(self.without_expected()),
            Hidden::Details => Some(self.without_details()),
            Hidden::Result | Hidden::AfterDue | Hidden::Everything => None,
        }
    }

    /// The scenario without everything that reveals what is expected. What was printed and where the program ended are shown.
    pub(super) fn without_expected(&self) -> Self {
        // What a test says is the instructor's.
        if self.by_test {
            return self.without_details();
        }
        let ended =
            matches!(self.verdict, Verdict::RuntimeError | Verdict::EndlessLoop | Verdict::Exceeded(_));
        let reasons = match self.verdict {
            Verdict::WrongAnswer | Verdict::NoResult => vec!["What is expected here is hidden.".into()],
            _ if ended => self.reasons.first().cloned().into_iter().collect(),
            _ => self.reasons.clone(),
        };
        Self {
            reasons,
            difference: self.difference.as_ref().and_then(Difference::without_expected),
            side_by_side: None,
            pictures: None,
            annotations: if ended { self.annotations.clone() } else { Vec::new() },
            ladder: Vec::new(),
            cause: None,
            guidance: Guidance::default(),
            ..self.clone()
        }
    }

    /// The scenario without everything that reveals what is tested and what the program did.
    pub(super) fn without_details(&self) -> Self {
        // That a result was inferred tells how the input begins.
        let is_inferred =
            self.role == Role::NotRun && matches!(self.verdict, Verdict::EndlessLoop | Verdict::Exceeded(_));
        let reasons = match self.verdict {
            // The reason names the test.
            Verdict::NotGraded if self.alias.is_some() => vec!["It could not be graded.".into()],
            _ if self.role == Role::NotRun && !is_inferred => self.reasons.clone(),
            // Nothing was run, so these reasons reveal nothing.
            Verdict::InvalidSubmission | Verdict::NotGraded | Verdict::ToBeMarked | Verdict::Marked => {
                self.reasons.clone()
            }
            // The last one tells of the group.
            Verdict::Accepted if self.role == Role::Withheld => {
                self.reasons.last().cloned().into_iter().collect()
            }
            Verdict::Accepted => Vec::new(),
            Verdict::WrongAnswer
            | Verdict::RuntimeError
            | Verdict::EndlessLoop
            | Verdict::Exceeded(_)
            | Verdict::NoResult => {
                vec!["What is tested here is hidden.".into()]
            }
        };
        Self {
            reasons,
            name: self.alias.as_ref().unwrap_or(&self.name).clone(),
            role: if is_inferred { Role::Tested } else { self.role },
            runs: if is_inferred { 1 } else { self.runs },
            difference: None,
            side_by_side: None,
            loop_values: None,
            pictures: None,
            annotations: Vec::new(),
            session: Vec::new(),
            args: Vec::new(),
            files: Vec::new(),
            env: Vec::new(),
            input: Vec::new(),
            ladder: Vec::new(),
            cause: None,
            guidance: Guidance::default(),
            said: None,
            ..self.clone()
        }
    }
}

impl Report {
    /// The report as this audience may see it.
    pub fn seen_by(&self, audience: Audience) -> Cow<'_, Self> {
        match audience {
            Audience::Instructors => Cow::Borrowed(self),
            Audience::Students => Cow::Owned(self.for_students()),
        }
    }

    /// The report as students may see it.
    fn for_students(&self) -> Self {
        let submissions: Vec<Graded> = self.submissions.iter().map(Graded::for_student).collect();
        let worth = |bonus, all| submissions.first().map_or(all, |first| first.max_points(bonus));
        Self {
            max_points: worth(false, self.max_points),
            bonus_points: worth(true, self.bonus_points),
            summary: Summary::new(&submissions),
            submissions,
            other_hand_ins: Vec::new(),
            // It names hidden scenarios, and students are not to compare classes.
            history: History::default(),
            ..self.clone()
        }
    }
}
