//! What is decided: each becomes a line in the log before the answer says so.

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};

use super::{Answer, Shared, apart};
use crate::decisions::{Id, Place, Ruling, What};
use crate::points::Points;
use crate::review::desk::{Refusal, absent, nonsense};
use crate::submission::Student;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Acceptance {
    group: String,
    way: usize,
    /// Whether the file of the spec is changed too.
    write: bool,
}

pub(super) async fn accept(State(review): Shared, Json(accepted): Json<Acceptance>) -> Answer {
    let go = apart(review, move |review| {
        review.desk.accept(&accepted.group, accepted.way, accepted.write)?;
        Ok(format!("group/{}", review.desk.next_open(&accepted.group)))
    });
    done(Some(go.await?), "saved")
}

/// What a page is told when something was decided.
#[derive(Serialize)]
struct Done {
    /// The page that comes next; the same one if there is none.
    go: Option<String>,
    /// What was done, in a sentence.
    told: String,
}

fn done(go: Option<String>, told: impl Into<String>) -> Answer {
    Ok(Json(Done { go, told: told.into() }).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Decision {
    group: String,
    ruling: String,
    #[serde(default)]
    points: String,
    /// The places of those who are taken out.
    #[serde(default)]
    without: Vec<usize>,
    #[serde(default)]
    comment: String,
}

pub(super) async fn decide(State(review): Shared, Json(decision): Json<Decision>) -> Answer {
    let go = apart(review, move |review| {
        let Decision { group, ruling, points: given, without, comment } = decision;
        let now = review.desk.now();
        let ruling = match ruling.as_str() {
            "as-graded" => Ruling::AsGraded,
            "by-hand" => Ruling::ByHand,
            "worth" => Ruling::Worth { points: points(&given)?, of: now.most(&group)? },
            other => return Err(nonsense(format!("`{other}` is no decision"))),
        };
        let what = now.ruling(&group, &without, ruling)?;
        let What::Ruling { members, .. } = &what else {
            return Err(nonsense("this is no decision about a group"));
        };
        let submissions = members.iter().map(|member| member.submission.clone()).collect();
        review.desk.decide(|_| Ok(what))?;
        if !comment.trim().is_empty() {
            let text = comment.trim().to_owned();
            review.desk.decide(|_| Ok(What::Comment { submissions, place: None, text }))?;
        }
        Ok(format!("group/{}", review.desk.next_open(&group)))
    });
    done(Some(go.await?), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewComment {
    place: usize,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: String,
    text: String,
}

pub(super) async fn comment(State(review): Shared, Json(new): Json<NewComment>) -> Answer {
    let go = format!("submission/{}", new.place);
    apart(review, move |review| {
        let graded = review.desk.now().submission(new.place)?;
        let text = new.text.trim().to_owned();
        if text.is_empty() {
            return Err(nonsense("a comment needs a text"));
        }
        let place = match new.line.trim() {
            "" => None,
            line => {
                let source = graded.sources.iter().find(|source| source.path == new.file.as_str());
                let count = source.map_or(0, |source| source.text.lines().count());
                let line = line.parse().ok().filter(|line| (1..=count).contains(line));
                let line = line
                    .ok_or_else(|| nonsense(format!("there is no such line: `{}` has {count}", new.file)))?;
                Some(Place { file: new.file.as_str().into(), line })
            }
        };
        review.desk.decide(|_| Ok(What::Comment { submissions: vec![graded.name], place, text }))
    })
    .await?;
    done(Some(go), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoreTime {
    place: usize,
    /// A day and a time, on the clock of the due date.
    until: String,
}

pub(super) async fn extension(State(review): Shared, Json(new): Json<MoreTime>) -> Answer {
    let go = format!("submission/{}", new.place);
    apart(review, move |review| {
        let now = review.desk.now();
        let graded = now.at(new.place)?;
        // Who of a group has least time may get more.
        let each = graded.members.iter().chain([&graded.lateness]).flatten();
        let due = each.filter_map(|lateness| lateness.due.as_ref()).min();
        let due = due.ok_or_else(|| nonsense("nothing says when this is due"))?;
        let until = due.later(&new.until).map_err(|error| nonsense(error.to_string()))?;
        let students = graded.known_students();
        let students =
            students.iter().map(|one| Student::called(one.name.clone(), one.ids.clone())).collect();
        review.desk.decide(|_| Ok(What::Extension { students, until }))
    })
    .await?;
    done(Some(go), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    of: String,
}

pub(super) async fn undo(State(review): Shared, Json(Undo { of }): Json<Undo>) -> Answer {
    apart(review, move |review| {
        let of: Id = of.parse().map_err(nonsense)?;
        if !review.desk.now().decided.entries().any(|(entry, is_undone)| entry.id == of && !is_undone) {
            return Err(absent("there is no such decision, or it is undone already"));
        }
        review.desk.decide(|_| Ok(What::Undo { of }))
    })
    .await?;
    done(None, "undone")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewMark {
    place: usize,
    scenario: usize,
    points: String,
    #[serde(default)]
    items: Vec<Id>,
}

pub(super) async fn mark(State(review): Shared, Json(new): Json<NewMark>) -> Answer {
    let scenario = new.scenario;
    let next = apart(review, move |review| {
        let now = review.desk.now();
        let graded = now.at(new.place)?;
        let shown = graded.scenarios.get(new.scenario).ok_or_else(|| absent("there is no such scenario"))?;
        if !now.is_by_hand(new.place, new.scenario) {
            return Err(nonsense("there is nothing to mark by hand"));
        }
        let points = points(&new.points)?;
        if points < Points::ZERO || points > shown.max_points {
            return Err(nonsense(format!("{points} is not between 0 and {}", shown.max_points.counted())));
        }
        let (submission, scenario) = (graded.name.clone(), shown.full_name());
        review.desk.decide(|_| Ok(What::Mark { submission, scenario, points, items: new.items }))?;
        let now = review.desk.now();
        Ok(review.desk.marking(&now, new.scenario).open_from(new.place + 1))
    });
    let next = next.await?;
    let who = next.map(|place| format!("&who={place}")).unwrap_or_default();
    done(Some(format!("marks?scenario={scenario}{who}")), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewItem {
    scenario: usize,
    /// The item that is changed; empty for a new one.
    #[serde(default)]
    item: String,
    sentence: String,
    points: String,
}

pub(super) async fn item(State(review): Shared, Json(new): Json<NewItem>) -> Answer {
    apart(review, move |review| {
        let now = review.desk.now();
        let scenarios = now.graded.submissions.first().map(|graded| &graded.scenarios);
        let shown = scenarios
            .and_then(|all| all.get(new.scenario))
            .ok_or_else(|| absent("there is no such scenario"))?;
        let (points, sentence) = (points(&new.points)?, new.sentence.trim().to_owned());
        if sentence.is_empty() {
            return Err(nonsense("an item of a rubric needs a sentence"));
        }
        let known = match new.item.as_str() {
            "" => None,
            item => Some(item.parse().map_err(nonsense)?),
        };
        let scenario = shown.full_name();
        review.desk.decide(|pen| {
            Ok(What::Item { scenario, item: known.unwrap_or_else(|| pen.draw()), points, sentence })
        })
    })
    .await?;
    done(None, "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRequest {
    place: usize,
    words: String,
    answer: String,
}

pub(super) async fn request(State(review): Shared, Json(new): Json<NewRequest>) -> Answer {
    apart(review, move |review| {
        let now = review.desk.now();
        let graded = now.at(new.place)?;
        let (words, answer) = (new.words.as_str().into(), new.answer.trim().to_owned());
        review.desk.decide(|_| Ok(What::Request { submission: graded.name.clone(), words, answer }))
    })
    .await?;
    done(Some("requests".to_owned()), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirmed {
    confirmed: Vec<String>,
}

pub(super) async fn publish(State(review): Shared, Json(Confirmed { confirmed }): Json<Confirmed>) -> Answer {
    apart(review, move |review| review.desk.publish(&confirmed).map(|_| ())).await?;
    done(Some("publish".to_owned()), "published")
}

/// Reads a number of points.
fn points(text: &str) -> Result<Points, Refusal> {
    text.trim().replace(',', ".").parse().map_err(|_| nonsense(format!("`{text}` is no number of points")))
}
