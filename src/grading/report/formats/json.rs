//! `results.json`: all results, for programs. `docs/results.md` describes it.

use std::io;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::compare::{Annotation, Difference};
use crate::decisions::Comment;
use crate::guidance::SourceLine;
use crate::points::Points;
use crate::report::entry::{Entry, entries};
use crate::report::{
    Earlier, Format, Graded, GradedScenario, HandIns, History, NamedMistake, NamedMistakes, Report, Summary,
    Visible,
};
use crate::score::Lateness;
use crate::submission::shown;
use crate::untrusted::Untrusted;

/// The version of the layout: it increases when a key changes its meaning or is removed.
const VERSION: u32 = 1;

/// The JSON Schema of `results.json` (draft-07).
pub const RESULTS_SCHEMA: &str = include_str!("../../../../docs/results.schema.json");

/// Writes one JSON object.
pub struct Json;

impl Format for Json {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, &Document(report))?;
        writeln!(out)
    }
}

/// A report that is serialised one submission after the other: all JSON values together would need more memory than
/// everything else.
struct Document<'a>(&'a Report);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.0;
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("version", &VERSION)?;
        document.serialize_entry("assignment", &report.assignment)?;
        document.serialize_entry("title", &report.title)?;
        document.serialize_entry("max_points", &report.max_points.to_string())?;
        document.serialize_entry("bonus_points", &report.bonus_points.to_string())?;
        document.serialize_entry("isolation", &report.isolation.level)?;
        document.serialize_entry("anonymous", &report.anonymous)?;
        document.serialize_entry("summary", &summary(&report.summary))?;
        document.serialize_entry("class", &class(report))?;
        document.serialize_entry("submissions", &Submissions(report, &report.submissions))?;
        if !report.other_hand_ins.is_empty() {
            document.serialize_entry("other_hand_ins", &Submissions(report, &report.other_hand_ins))?;
        }
        document.end()
    }
}

struct Submissions<'a>(&'a Report, &'a [Graded]);

impl Serialize for Submissions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|graded| submission(graded, self.0)))
    }
}

fn summary(summary: &Summary) -> Value {
    let most_lost: Vec<Value> = summary
        .most_lost
        .iter()
        .map(|(name, count)| json!({ "scenario": name, "submissions": count }))
        .collect();
    json!({
        "graded": summary.graded,
        "not_graded": summary.not_graded,
        "flaky": summary.flaky,
        "mean": text(summary.mean),
        "median": text(summary.median),
        "most_lost": most_lost,
    })
}

/// What there is to decide about the class.
fn class(report: &Report) -> Value {
    let names = |places: &[usize]| -> Vec<&Untrusted> {
        places.iter().map(|place| &report.submissions[*place].name).collect()
    };
    let agenda = &report.agenda;
    let mistakes = agenda.mistakes.iter().map(|mistake| {
        json!({
            "headline": Visible::new(&mistake.headline).to_string(),
            "todo": mistake.todo.as_ref().map(|todo| Visible::new(todo).to_string()),
            "verdict": mistake.verdict.words(),
            "lost": mistake.lost.to_string(),
            "submissions": names(&mistake.submissions),
        })
    });
    let needs = agenda.needs.iter();
    let needs = needs.map(|need| json!({ "reason": need.reason, "submissions": names(&need.submissions) }));
    let strange = agenda
        .strange
        .iter()
        .map(|strange| json!({ "sentence": strange.sentence, "submissions": names(&strange.submissions) }));
    let mut class = json!({
        "mistakes": mistakes.collect::<Vec<_>>(),
        "needs": needs.collect::<Vec<_>>(),
        "strange": strange.collect::<Vec<_>>(),
    });
    // Results of a class that is compared with nothing are what they were before there was a comparison.
    if !report.history.earlier.is_empty() {
        class["history"] = history(&report.history);
    }
    class
}

/// The earlier gradings, and how many made each mistake then and now.
fn history(history: &History) -> Value {
    let earlier = |(place, one): (usize, &Earlier)| {
        let scenarios = one.scenarios.iter();
        let scenarios = scenarios.map(|scenario| {
            json!({
                "scenario": scenario.scenario,
                "accepted": scenario.accepted,
                "judged": scenario.judged,
            })
        });
        let mistakes = history.mistakes.iter().map(|mistake| {
            json!({
                "headline": Visible::new(&mistake.what).to_string(),
                "then": mistake.then[place].map_or(0, |share| share.count),
                "now": mistake.now.count,
            })
        });
        json!({
            "name": Visible::new(&one.name).to_string(),
            "graded": one.graded,
            "median": text(one.median),
            "max_points": one.max_points.to_string(),
            "scenarios": scenarios.collect::<Vec<_>>(),
            "mistakes": mistakes.collect::<Vec<_>>(),
        })
    };
    history.earlier.iter().enumerate().map(earlier).collect()
}

fn submission(graded: &Graded, report: &Report) -> Value {
    let mut submission = json!({
        "name": graded.name,
        "status": if graded.points.is_some() { "graded" } else { "not graded" },
        "students": (0..graded.students.len()).map(|place| student(graded, place)).collect::<Vec<_>>(),
        "points": text(graded.points),
        "max_points": report.max_points.to_string(),
        "per_cause": text(graded.per_cause),
        "late": graded.lateness.as_ref().map(late),
        "problem": graded.problem.as_ref().map(|problem| Visible::lines(problem).to_string()),
        "obstacle": graded.obstacle.as_ref().map(annotation),
        "todo": graded.guidance.todo.as_ref().map(|todo| Visible::new(todo).to_string()),
        "causes": entries(graded).iter().filter_map(cause).collect::<Vec<_>>(),
        "mistakes": graded.mistakes.as_ref().map(mistakes),
        "scenarios": graded.scenarios.iter().map(scenario).collect::<Vec<_>>(),
    });
    if let Some(several) = &graded.hand_ins {
        submission["hand_ins"] = hand_ins(several);
    }
    if !graded.comments.is_empty() {
        submission["comments"] = graded.comments.iter().map(comment).collect();
    }
    // Programs that no compiler builds have none.
    if !graded.warnings.is_empty() {
        submission["warnings"] = graded.warnings.iter().map(annotation).collect();
    }
    submission
}

/// The hand-ins of students who handed in several times.
fn hand_ins(hand_ins: &HandIns) -> Value {
    let each = hand_ins.all.iter().map(|one| {
        json!({
            "name": one.name,
            "handed_in": one.handed_in,
            "points": text(one.points),
            "deducted": one.deducted.to_string(),
            "counts": one.counts,
        })
    });
    json!({
        "of": hand_ins.series,
        "rule": hand_ins.rule.word(),
        "sentence": hand_ins.sentence,
        "all": each.collect::<Vec<_>>(),
    })
}

/// A cause of lost points, with the scenarios that were lost for it; `None` for an entry that is no cause.
fn cause(entry: &Entry) -> Option<Value> {
    let cause = entry.cause()?;
    let guidance = &cause.shown.1.guidance;
    let scenarios = cause.scenarios().map(|one| json!({ "group": one.group.as_deref(), "name": &*one.name }));
    Some(json!({
        "headline": Visible::new(&cause.headline()).to_string(),
        "verdict": cause.shown.1.verdict.words(),
        "max_points": cause.max_points().to_string(),
        "points_if_mended": cause.mended.map(|(points, _)| points.to_string()),
        "lines": guidance.lines.iter().map(source_line).collect::<Vec<_>>(),
        "todo": guidance.todo.as_ref().map(|todo| Visible::new(todo).to_string()),
        "scenarios": scenarios.collect::<Vec<_>>(),
    }))
}

fn source_line(line: &SourceLine) -> Value {
    json!({
        "file": Visible::new(&line.file).to_string(),
        "line": line.number,
        "text": Visible::new(&line.text).to_string(),
    })
}

fn mistakes(named: &NamedMistakes) -> Value {
    let mistake = |mistake: &NamedMistake| {
        json!({
            "bug": mistake.bug,
            "sentence": Visible::new(&mistake.sentence).to_string(),
            "hints": mistake.hints.iter().map(|hint| Visible::new(hint).to_string()).collect::<Vec<_>>(),
            "scenarios": mistake.scenarios,
        })
    };
    json!({
        "confidence": named.confidence.word(),
        "known": named.mistakes.iter().map(mistake).collect::<Vec<_>>(),
        "unexplained": named.unexplained,
    })
}

fn student(graded: &Graded, place: usize) -> Value {
    let student = &graded.students[place];
    let ids: Vec<Value> =
        student.ids.iter().map(|id| json!({ "kind": id.kind.word(), "id": id.text })).collect();
    let mut value = json!({ "name": student.name, "ids": ids });
    if !graded.members.is_empty() {
        let (points, lateness) = graded.of_student(place);
        (value["points"], value["late"]) = (json!(text(points)), json!(lateness.map(late)));
    }
    value
}

fn late(lateness: &Lateness) -> Value {
    let mut value = json!({
        "due": lateness.due.as_ref().map(ToString::to_string),
        "handed_in": lateness.handed_in.as_ref().map(shown),
        "marked_late": lateness.marked_late,
        "days": lateness.handed_in.as_ref().map(|_| lateness.days),
        "deducted": lateness.deducted.to_string(),
        "sentence": lateness.to_string(),
    });
    if let Some(budget) = lateness.budget {
        value["budget"] = json!({ "taken": budget.taken, "left": budget.left });
    }
    value
}

fn scenario(graded: &GradedScenario) -> Value {
    json!({
        "group": graded.group.as_deref(),
        "name": &*graded.name,
        "verdict": graded.verdict.words(),
        "points": text(graded.points),
        "max_points": graded.max_points.to_string(),
        "bonus": graded.bonus,
        "runs": graded.runs,
        "flaky": graded.flaky,
        "reasons": graded.reasons.iter().map(|reason| Visible::new(reason).to_string()).collect::<Vec<_>>(),
        "difference": graded.difference.as_ref().map(difference),
        "annotations": graded.annotations.iter().map(annotation).collect::<Vec<_>>(),
        "hidden": graded.hidden.word(),
    })
}

fn difference(difference: &Difference) -> Value {
    json!({
        "kind": difference.kind.words(),
        "sentence": Visible::new(&difference.sentence).to_string(),
        "forgiven_by": difference.forgiven_by.iter().map(crate::spec::Relaxation::word).collect::<Vec<_>>(),
    })
}

fn comment(comment: &Comment) -> Value {
    let place = comment.place.as_ref();
    json!({
        "file": place.map(|place| Visible::new(&place.file).to_string()),
        "line": place.map(|place| place.line),
        "text": Visible::lines(&comment.text).to_string(),
    })
}

fn annotation(annotation: &Annotation) -> Value {
    json!({
        "file": Visible::new(&annotation.file).to_string(),
        "line": annotation.line,
        "column": annotation.column,
        "severity": annotation.severity.word(),
        "origin": annotation.origin.word(),
        "message": Visible::new(&annotation.message).to_string(),
    })
}

/// The points as decimal text; null if there are none.
fn text(points: Option<Points>) -> Option<String> {
    points.map(|points| points.to_string())
}
