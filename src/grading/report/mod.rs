//! The report: verdicts, points and differences, laid out for readers.
//!
//! In a [`Report`] every number and every line is already decided. A [`Format`] only arranges them. It makes
//! [untrusted](crate::untrusted) text harmless with [`Visible`], and then escapes what is markup in its own format.

mod agenda;
mod astray;
mod beside;
mod causes;
mod conceal;
mod distribution;
mod earlier;
mod entry;
mod explanation;
mod explored;
mod figures;
mod formats;
mod graded;
mod grading;
mod hand_ins;
mod hidden;
mod history;
mod html;
mod judged;
mod line;
mod mistakes;
mod plain;
mod scoring;
mod standing;
mod student;
mod summary;
mod table;
mod view;
mod visible;
mod warned;

use std::io;

use crate::plan::Plan;
use crate::points::Points;
use crate::sandbox::Isolation;
use crate::score::{bonus_points, max_points};
use crate::submission::{Due, Student as Submitter};
use crate::untrusted::Untrusted;

use self::graded::located;

pub use self::agenda::{Agenda, SharedMistake};
pub use self::astray::{Astray, Wayward};
pub use self::conceal::{Concealed, Names};
pub use self::distribution::Distribution;
pub use self::earlier::Earlier;
pub use self::entry::Role;
pub use self::explanation::{Explanation, PARTLY_RIGHT};
pub use self::figures::Figures;
pub use self::formats::classroom::Classroom;
pub use self::formats::csv::Csv;
pub use self::formats::ctrf::Ctrf;
pub use self::formats::github::Github;
pub use self::formats::gitlab::Gitlab;
pub use self::formats::gradescope::Gradescope;
pub use self::formats::json::Json;
pub use self::formats::json::RESULTS_SCHEMA;
pub use self::formats::junit::Junit;
pub use self::formats::markdown::Markdown;
pub use self::formats::sarif::Sarif;
pub use self::formats::tap::Tap;
pub use self::graded::{Graded, GradedScenario};
pub use self::grading::Grading;
pub use self::hand_ins::{HandIns, OneHandIn};
pub use self::hidden::Undisclosed;
pub use self::history::{Compared, History, Share};
pub use self::html::ClassPage;
pub use self::html::{Html, Piece, StudentPage, comment};
pub use self::line::pass_begins;
pub use self::mistakes::common_mistakes;
pub use self::mistakes::{NamedMistake, NamedMistakes};
pub use self::plain::Plain;
pub use self::student::Student;
pub use self::summary::Summary;
pub use self::table::{Table, mark as verdict_mark};
pub use self::view::{Audience, Depth, Detail, View};
pub use self::visible::Visible;

/// The most names in a sentence.
const MOST_NAMES: usize = 5;

/// A way to write a report.
pub trait Format {
    /// Writes the whole report.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()>;
}

/// The points of a folder of submissions, and the reasons for them.
#[derive(Clone, Debug)]
pub struct Report {
    /// The key of the assignment.
    pub assignment: String,
    /// The name of the assignment for people.
    pub title: String,
    /// The most points that can be earned without bonus.
    pub max_points: Points,
    /// The most bonus points that can be earned.
    pub bonus_points: Points,
    /// The isolation under which the programs ran.
    pub isolation: Isolation,
    /// Which due date counts and why, where the spec and who graded say different ones.
    pub due: Option<String>,
    /// The due date for everybody, if there is one.
    due_for_all: Option<Due>,
    /// Whether pseudonyms replace names.
    pub anonymous: bool,
    /// The submissions that count, in the order of their names.
    pub submissions: Vec<Graded>,
    /// The hand-ins in whose place another one of the same students counts. Nothing about the class is computed from these.
    pub other_hand_ins: Vec<Graded>,
    /// The results of the class as a whole.
    pub summary: Summary,
    /// The distribution of the points.
    pub distribution: Distribution,
    /// Statistics about each scenario, in the order of the spec.
    pub figures: Vec<Figures>,
    /// What there is to decide about the class.
    pub agenda: Agenda,
    /// The class compared with earlier gradings; nothing if there are none.
    pub history: History,
}

impl Report {
    /// Makes the report of these submissions.
    pub fn new(plan: &Plan, isolation: Isolation, submissions: Vec<Graded>) -> Self {
        let summary = Summary::new(&submissions);
        let figures = Figures::of_class(&submissions);
        Self {
            distribution: Distribution::new(&submissions, max_points(plan)),
            agenda: Agenda::of_class(&submissions, &figures),
            history: History::default(),
            figures,
            assignment: plan.spec.assignment.clone(),
            title: plan.spec.title.clone(),
            max_points: max_points(plan),
            bonus_points: bonus_points(plan),
            isolation,
            due: plan.spec.late.contradiction(),
            due_for_all: plan.spec.late.due.clone(),
            anonymous: false,
            submissions,
            other_hand_ins: Vec::new(),
            summary,
        }
    }

    /// Everything that was graded, whether it counts or not.
    pub fn all(&self) -> impl Iterator<Item = &Graded> {
        self.submissions.iter().chain(&self.other_hand_ins)
    }

    /// What a reader should know about all times together, in sentences.
    pub fn about_times(&self) -> impl Iterator<Item = Untrusted> {
        let ours = self.due.clone().into_iter().chain(self.unknown_times());
        ours.map(Untrusted::from).chain(self.without_effect())
    }

    /// The sentence that names the students whose own due date lies before the one that counts for them; `None` if there are none.
    fn without_effect(&self) -> Option<Untrusted> {
        let names = self.submissions.iter().flat_map(|graded| {
            let is_earlier = |student: &&Submitter| {
                let due = student.section_due.as_deref().or(self.due_for_all.as_ref());
                student.due.as_deref().zip(due).is_some_and(|(own, due)| own < due)
            };
            graded.students.iter().filter(is_earlier).map(Submitter::with_id)
        });
        let names: Vec<Untrusted> = names.collect();
        let told = Untrusted::join(names.iter().take(MOST_NAMES), ", ");
        let more = match names.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let sentence =
            "these have a due date of their own that lies before the one for all, and does not count: ";
        (!names.is_empty()).then(|| Untrusted::concat(&[&sentence, &told, &more]))
    }

    /// The sentence that says that for some submissions the time is not known, although lateness would cost points;
    /// `None` if there are no such submissions.
    fn unknown_times(&self) -> Option<String> {
        let is_unknown =
            |one: &&Graded| one.lateness.as_ref().is_some_and(|lateness| lateness.handed_in.is_none());
        let noun = match self.submissions.iter().filter(is_unknown).count() {
            0 => return None,
            1 => "1 submission".to_owned(),
            more => format!("{more} submissions"),
        };
        Some(format!("when {noun} came is not known: nothing is deducted for lateness; `--roster` can tell"))
    }
}
