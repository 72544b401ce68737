//! Which question gets which answer.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use super::desk::{Refusal, nonsense};
use super::guard::Judgement;
use super::play::Play;
use super::{Review, pages};
use crate::decisions::{Id, Place, Ruling, What};
use crate::points::Points;
use crate::report::{ClassPage, Format};

/// What a page may load and do: its own style sheet, script and requests, and pictures that stand in the page itself.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; \
    base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// The policy of the page of the class, which has one of its own inside.
const POLICY_OF_CLASS: &str = "frame-ancestors 'none'";

type Answer = Result<Response, Refusal>;
type Shared = State<Arc<Review>>;

/// Makes the answers.
pub(super) fn router(review: Arc<Review>) -> Router {
    let pages = Router::new()
        .route("/", get(groups))
        .route("/group/{key}", get(group))
        .route("/next/{key}", get(next_group))
        .route("/submission/{place}", get(submission))
        .route("/compare", get(compare))
        .route("/class", get(class))
        .route("/marks", get(marks))
        .route("/requests", get(requests))
        .route("/history", get(history))
        .route("/publish", get(show_publication).post(publish))
        .route("/style.css", get(style))
        .route("/script.js", get(script))
        .route("/changes", get(changes))
        .route("/decide", post(decide))
        .route("/also-right/{key}", get(also_right))
        .route("/also-right", post(accept))
        .route("/comment", post(comment))
        .route("/undo", post(undo))
        .route("/mark", post(mark))
        .route("/item", post(item))
        .route("/request", post(request))
        .route("/play", post(play));
    let base = review.guard.base().trim_end_matches('/').to_owned();
    Router::new()
        .nest(&base, pages.clone())
        // A nested router does not answer to its own path with a slash.
        .route(&format!("{base}/"), get(groups))
        .layer(middleware::from_fn_with_state(review.clone(), guarded))
        .with_state(review)
}

/// Lets in who may ask, and says to the browser what it may do with the answer.
async fn guarded(State(review): Shared, request: Request, next: Next) -> Response {
    let judgement = review.guard.judge(request.method(), request.uri(), request.headers());
    let mut response = match judgement {
        Judgement::Admitted => next.run(request).await,
        Judgement::Welcome => {
            let to = [
                (header::LOCATION, review.guard.base().to_owned()),
                (header::SET_COOKIE, review.guard.cookie()),
            ];
            (StatusCode::SEE_OTHER, to).into_response()
        }
        Judgement::Refused(status, sentence) => (status, sentence).into_response(),
    };
    let headers = response.headers_mut();
    let mut say = |name: &'static str, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    say("content-security-policy", POLICY);
    say("x-content-type-options", "nosniff");
    say("referrer-policy", "no-referrer");
    say("cache-control", "no-store");
    say("cross-origin-opener-policy", "same-origin");
    say("cross-origin-resource-policy", "same-origin");
    response
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match &self {
            Self::Nonsense(_) => StatusCode::BAD_REQUEST,
            Self::Results(_) | Self::Fault(_) | Self::Unwritten { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, self.to_string()).into_response()
    }
}

/// Does what takes long apart from the answers to other questions.
async fn apart<T: Send + 'static>(
    review: Arc<Review>,
    work: impl FnOnce(&Review) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(move || work(&review)).await;
    done.unwrap_or_else(|_| {
        Err(nonsense("this failed, through a fault of yardstick: its message is in the terminal"))
    })
}

async fn page(
    review: Arc<Review>,
    make: impl FnOnce(&Review) -> Result<Vec<u8>, Refusal> + Send + 'static,
) -> Answer {
    let html = apart(review, make).await?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response())
}

async fn groups(State(review): Shared) -> Answer {
    page(review, pages::groups).await
}

#[derive(Deserialize)]
struct Who {
    who: Option<usize>,
}

async fn group(State(review): Shared, Path(key): Path<String>, Query(Who { who }): Query<Who>) -> Answer {
    page(review, move |review| pages::group(review, &key, who)).await
}

/// The group after another one that is open.
async fn next_group(State(review): Shared, Path(key): Path<String>) -> Answer {
    page(review, move |review| pages::group(review, &review.next_open(&key), None)).await
}

#[derive(Deserialize)]
struct Way {
    way: Option<usize>,
}

async fn also_right(
    State(review): Shared,
    Path(key): Path<String>,
    Query(Way { way }): Query<Way>,
) -> Answer {
    page(review, move |review| pages::also_right(review, &key, way.unwrap_or(0))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Acceptance {
    group: String,
    way: usize,
    /// Whether the file of the spec is changed too.
    write: bool,
}

async fn accept(State(review): Shared, Json(accepted): Json<Acceptance>) -> Answer {
    let go = apart(review, move |review| {
        review.desk.accept(&accepted.group, accepted.way, accepted.write)?;
        Ok(format!("group/{}", review.next_open(&accepted.group)))
    });
    done(Some(go.await?), "saved")
}

async fn submission(State(review): Shared, Path(place): Path<usize>) -> Answer {
    page(review, move |review| pages::submission(review, place)).await
}

#[derive(Deserialize)]
struct Both {
    one: usize,
    other: usize,
    scenario: Option<usize>,
}

async fn compare(State(review): Shared, Query(Both { one, other, scenario }): Query<Both>) -> Answer {
    page(review, move |review| pages::compare(review, [one, other], scenario)).await
}

#[derive(Deserialize)]
struct Asked {
    scenario: Option<usize>,
    who: Option<usize>,
}

async fn marks(State(review): Shared, Query(Asked { scenario, who }): Query<Asked>) -> Answer {
    page(review, move |review| pages::marks(review, scenario, who)).await
}

#[derive(Deserialize)]
struct Named {
    name: Option<String>,
}

async fn requests(State(review): Shared, Query(Named { name }): Query<Named>) -> Answer {
    page(review, move |review| pages::requests(review, name.as_deref())).await
}

async fn history(State(review): Shared) -> Answer {
    page(review, pages::history).await
}

async fn show_publication(State(review): Shared) -> Answer {
    page(review, pages::publish).await
}

async fn class(State(review): Shared) -> Answer {
    let base = review.guard.base().to_owned();
    let html = apart(review, move |review| {
        let report = review.desk.now().class()?;
        let links = (0..report.submissions.len()).map(|place| format!("{base}submission/{place}")).collect();
        let mut html = Vec::new();
        ClassPage { links, back: Some(base) }
            .write(&report, &mut html)
            .map_err(|error| nonsense(error.to_string()))?;
        Ok(html)
    });
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY_OF_CLASS),
    ];
    Ok((headers, html.await?).into_response())
}

async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], pages::style())
}

async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], pages::SCRIPT)
}

async fn changes(State(review): Shared) -> impl IntoResponse {
    review.live.events()
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
struct Decision {
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

async fn decide(State(review): Shared, Json(decision): Json<Decision>) -> Answer {
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
        Ok(format!("group/{}", review.next_open(&group)))
    });
    done(Some(go.await?), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewComment {
    place: usize,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: String,
    text: String,
}

async fn comment(State(review): Shared, Json(new): Json<NewComment>) -> Answer {
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
struct Undo {
    of: String,
}

async fn undo(State(review): Shared, Json(Undo { of }): Json<Undo>) -> Answer {
    apart(review, move |review| {
        let of: Id = of.parse().map_err(nonsense)?;
        if !review.desk.now().decided.entries().any(|(entry, is_undone)| entry.id == of && !is_undone) {
            return Err(nonsense("there is no such decision, or it is undone already"));
        }
        review.desk.decide(|_| Ok(What::Undo { of }))
    })
    .await?;
    done(None, "undone")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewMark {
    place: usize,
    scenario: usize,
    points: String,
    #[serde(default)]
    items: Vec<Id>,
}

async fn mark(State(review): Shared, Json(new): Json<NewMark>) -> Answer {
    let scenario = new.scenario;
    let next = apart(review, move |review| {
        let now = review.desk.now();
        let graded =
            now.graded.submissions.get(new.place).ok_or_else(|| nonsense("there is no such submission"))?;
        let shown =
            graded.scenarios.get(new.scenario).ok_or_else(|| nonsense("there is no such scenario"))?;
        let points = points(&new.points)?;
        if points < Points::ZERO || points > shown.max_points {
            return Err(nonsense(format!("{points} is not between 0 and {}", shown.max_points.counted())));
        }
        let (submission, scenario) = (graded.name.clone(), shown.full_name());
        review.desk.decide(|_| Ok(What::Mark { submission, scenario, points, items: new.items }))?;
        let count = now.graded.submissions.len();
        let own = |place: &usize| review.desk.part.is_none_or(|part| part.has(*place));
        Ok((new.place + 1..count).find(own))
    });
    let next = next.await?;
    let who = next.map(|place| format!("&who={place}")).unwrap_or_default();
    done(Some(format!("marks?scenario={scenario}{who}")), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewItem {
    scenario: usize,
    /// The item that is changed; empty for a new one.
    #[serde(default)]
    item: String,
    sentence: String,
    points: String,
}

async fn item(State(review): Shared, Json(new): Json<NewItem>) -> Answer {
    apart(review, move |review| {
        let now = review.desk.now();
        let scenarios = now.graded.submissions.first().map(|graded| &graded.scenarios);
        let shown = scenarios
            .and_then(|all| all.get(new.scenario))
            .ok_or_else(|| nonsense("there is no such scenario"))?;
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
struct NewRequest {
    place: usize,
    words: String,
    answer: String,
}

async fn request(State(review): Shared, Json(new): Json<NewRequest>) -> Answer {
    apart(review, move |review| {
        let now = review.desk.now();
        let graded =
            now.graded.submissions.get(new.place).ok_or_else(|| nonsense("there is no such submission"))?;
        let (words, answer) = (new.words.as_str().into(), new.answer.trim().to_owned());
        review.desk.decide(|_| Ok(What::Request { submission: graded.name.clone(), words, answer }))
    })
    .await?;
    done(Some("requests".to_owned()), "saved")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPlay {
    place: usize,
    scenario: usize,
    lines: String,
}

async fn play(State(review): Shared, Json(new): Json<NewPlay>) -> Answer {
    page(review, move |review| {
        let lines = new.lines.lines().map(str::to_owned).collect();
        let played = review.desk.play(&Play { place: new.place, scenario: new.scenario, lines })?;
        Ok(pages::played(&played))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Confirmed {
    confirmed: Vec<String>,
}

async fn publish(State(review): Shared, Json(Confirmed { confirmed }): Json<Confirmed>) -> Answer {
    apart(review, move |review| review.desk.publish(&confirmed).map(|_| ())).await?;
    done(Some("publish".to_owned()), "published")
}

/// Reads a number of points.
fn points(text: &str) -> Result<Points, Refusal> {
    text.trim().replace(',', ".").parse().map_err(|_| nonsense(format!("`{text}` is no number of points")))
}

impl Review {
    /// The group after this one that is open and belongs to the person who reviews; else this one.
    fn next_open(&self, key: &str) -> String {
        let now = self.desk.now();
        let at = now.groups.iter().position(|group| group.key == key).map_or(0, |at| at + 1);
        let count = now.groups.len();
        let order = (0..count).map(|step| (at + step) % count.max(1));
        let is_open = |place: &usize| {
            let own = self.desk.part.is_none_or(|part| part.has(*place));
            own && !now.state(&now.groups[*place]).is_decided()
        };
        order.into_iter().find(is_open).map_or_else(|| key.to_owned(), |place| now.groups[place].key.clone())
    }
}
