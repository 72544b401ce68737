//! What an instructor decides about a class: what to teach, who needs help, and what is strange.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::entry::{Cause, entries};
use super::{Figures, Graded};
use crate::compare::{SILENCE, Verdict};
use crate::digest::Digest;
use crate::points::Points;
use crate::untrusted::Untrusted;

/// What an instructor decides about a class.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    /// The mistakes that several submissions make, those of most submissions first.
    pub mistakes: Vec<SharedMistake>,
    /// The submissions whose authors need somebody.
    pub needs: Vec<Need>,
    /// What is strange.
    pub strange: Vec<Strange>,
}

/// A mistake, and the submissions that make it.
#[derive(Clone, Debug)]
pub struct SharedMistake {
    /// What is wrong, in the words of the submission that shows it.
    pub headline: Untrusted,
    /// What to do about it, if that is known.
    pub todo: Option<Untrusted>,
    /// The verdict of the scenario that shows it.
    pub verdict: Verdict,
    /// The submissions that make it, by their places in the report.
    pub submissions: Vec<usize>,
    /// The points that they lost for it together, bonus not included.
    pub lost: Points,
    /// The submission and the scenario that show it, by their places in the report and in the spec.
    pub example: (usize, usize),
}

/// Submissions whose authors need somebody, for one reason.
#[derive(Clone, Debug)]
pub struct Need {
    /// The reason, for people: `printed nothing`.
    pub reason: &'static str,
    /// Their places in the report.
    pub submissions: Vec<usize>,
}

/// Something strange.
#[derive(Clone, Debug)]
pub struct Strange {
    /// What it is, in a sentence.
    pub sentence: String,
    /// The submissions that it is about, by their places in the report.
    pub submissions: Vec<usize>,
}

/// A class needs this many submissions before a scenario can stand out.
const FEW: usize = 10;

/// A scenario below this discrimination stands out.
const WEAK: f64 = 0.2;

impl Agenda {
    /// Finds out what there is to decide about a class.
    pub(super) fn of_class(submissions: &[Graded], figures: &[Figures]) -> Self {
        Self {
            mistakes: mistakes(submissions),
            needs: needs(submissions),
            strange: strange(submissions, figures),
        }
    }
}

fn mistakes(submissions: &[Graded]) -> Vec<SharedMistake> {
    let found = all_mistakes(submissions);
    let mut all: Vec<SharedMistake> = found.into_values().filter(|one| one.submissions.len() > 1).collect();
    all.sort_by_key(|one| Reverse((one.submissions.len(), one.lost)));
    all
}

/// The mistakes by their topics, also those of only one submission.
pub(super) fn all_mistakes(submissions: &[Graded]) -> BTreeMap<&Untrusted, SharedMistake> {
    let mut found: BTreeMap<&Untrusted, SharedMistake> = BTreeMap::new();
    for (index, graded) in submissions.iter().enumerate() {
        for entry in &entries(graded) {
            let Some(cause) = entry.cause() else { continue };
            let Some(topic) = graded.topics.get(cause.number) else { continue };
            let shared = found.entry(topic).or_insert_with(|| shared(cause, index));
            if shared.submissions.last() != Some(&index) {
                shared.submissions.push(index);
            }
            shared.lost += cause.lost();
        }
    }
    found
}

fn shared(cause: &Cause, submission: usize) -> SharedMistake {
    let (place, shown) = cause.shown;
    SharedMistake {
        headline: cause.headline(),
        todo: shown.guidance.todo.clone(),
        verdict: shown.verdict,
        submissions: Vec::new(),
        lost: Points::ZERO,
        example: (submission, place),
    }
}

/// A reason for people, and whether it is that of a submission.
type Reason<'a> = (&'static str, &'a dyn Fn(&Graded) -> bool);

fn needs(submissions: &[Graded]) -> Vec<Need> {
    let is_invalid = |one: &Graded| one.problem.is_some() && one.points.is_some();
    let reasons: [Reason; 5] = [
        ("not graded, through no fault of theirs", &|one| one.points.is_none()),
        ("do not compile", &|one| is_invalid(one) && one.obstacle.is_some()),
        ("handed in nothing that can be run", &|one| is_invalid(one) && one.obstacle.is_none()),
        ("printed nothing at all", &is_silent),
        ("lost everything for one line that is printed wrongly", &lost_all_for_one_slip),
    ];
    let of_reason = |(reason, is_meant): Reason| {
        let meant = submissions.iter().enumerate().filter(|(_, one)| is_meant(one));
        Need { reason, submissions: meant.map(|(index, _)| index).collect() }
    };
    reasons.into_iter().map(of_reason).filter(|need| !need.submissions.is_empty()).collect()
}

fn is_silent(graded: &Graded) -> bool {
    graded.problem.is_none() && graded.topics.iter().any(|topic| *topic == SILENCE)
}

/// Whether everything was lost for one cause, and would be earned without it.
fn lost_all_for_one_slip(graded: &Graded) -> bool {
    let causes = entries(graded).iter().filter(|entry| entry.cause().is_some()).count();
    let most = graded.max_points(false);
    causes == 1
        && graded.points == Some(Points::ZERO)
        && graded.mended.iter().flatten().any(|points| *points == most)
}

fn strange(submissions: &[Graded], figures: &[Figures]) -> Vec<Strange> {
    let which = |is_meant: &dyn Fn(&Graded) -> bool| -> Vec<usize> {
        let meant = submissions.iter().enumerate().filter(|(_, one)| is_meant(one));
        meant.map(|(index, _)| index).collect()
    };
    let does = |graded: &Graded, verdict: &dyn Fn(Verdict) -> bool| {
        graded.scenarios.iter().any(|scenario| verdict(scenario.verdict))
    };
    let endless = which(&|one| does(one, &|verdict| verdict == Verdict::EndlessLoop));
    let stopped = which(&|one| does(one, &|verdict| matches!(verdict, Verdict::Exceeded(_))));
    let flaky = which(&|one| one.scenarios.iter().any(|scenario| scenario.flaky));
    let mut strange = Vec::new();
    let mut add = |count: &str, submissions: Vec<usize>| {
        if !submissions.is_empty() {
            let noun = if submissions.len() == 1 { "submission" } else { "submissions" };
            strange.push(Strange { sentence: format!("{} {noun} {count}", submissions.len()), submissions });
        }
    };
    add("with a loop that never ends", endless);
    add("stopped at a limit", stopped);
    add("not doing the same in every run", flaky);
    for equal in equal_sources(submissions) {
        add("with equal programs, but for comments and empty lines", equal);
    }
    for (place, figure) in figures.iter().enumerate().filter(|(_, figure)| figure.judged >= FEW) {
        let Some(discrimination) = figure.discrimination.filter(|value| *value < WEAK) else { continue };
        let Some(scenario) = submissions.first().and_then(|one| one.scenarios.get(place)) else { continue };
        let lost = which(&|one| one.problem.is_none() && one.scenarios[place].is_lost());
        strange.push(Strange {
            sentence: format!(
                "“{}” is lost by {} who lose little else: it tells strong from weak programs badly ({discrimination:.2})",
                scenario.full_name(),
                lost.len()
            ),
            submissions: lost,
        });
    }
    strange
}

/// Submissions whose sources are equal but for comments and empty lines.
fn equal_sources(submissions: &[Graded]) -> Vec<Vec<usize>> {
    let mut equal: BTreeMap<Digest, Vec<usize>> = BTreeMap::new();
    for (index, graded) in submissions.iter().enumerate() {
        if let Some(digest) = graded.bare {
            equal.entry(digest).or_default().push(index);
        }
    }
    equal.into_values().filter(|who| who.len() > 1).collect()
}
