//! What is shown: nothing of it changes anything.

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;

use super::{Answer, POLICY_OF_CLASS, Shared, apart, page};
use crate::report::{ClassPage, Format};
use crate::review::desk::{absent, nonsense};
use crate::review::pages;

pub(super) async fn groups(State(review): Shared) -> Answer {
    page(review, pages::groups).await
}

#[derive(Deserialize)]
pub(super) struct Who {
    who: Option<usize>,
}

pub(super) async fn group(
    State(review): Shared,
    Path(key): Path<String>,
    Query(Who { who }): Query<Who>,
) -> Answer {
    page(review, move |review| pages::group(review, &key, who)).await
}

/// The group after another one that is open.
pub(super) async fn next_group(State(review): Shared, Path(key): Path<String>) -> Answer {
    page(review, move |review| pages::group(review, &review.desk.next_open(&key), None)).await
}

#[derive(Deserialize)]
pub(super) struct Way {
    way: Option<usize>,
}

pub(super) async fn also_right(
    State(review): Shared,
    Path(key): Path<String>,
    Query(Way { way }): Query<Way>,
) -> Answer {
    page(review, move |review| pages::also_right(review, &key, way.unwrap_or(0))).await
}

pub(super) async fn submission(State(review): Shared, Path(place): Path<String>) -> Answer {
    let place = place.parse().map_err(|_| absent("there is no such submission"))?;
    page(review, move |review| pages::submission(review, place)).await
}

#[derive(Deserialize)]
pub(super) struct Both {
    one: usize,
    /// Without it, the earlier attempt of the first one.
    other: Option<usize>,
    scenario: Option<usize>,
}

pub(super) async fn compare(
    State(review): Shared,
    Query(Both { one, other, scenario }): Query<Both>,
) -> Answer {
    page(review, move |review| pages::compare(review, one, other, scenario)).await
}

#[derive(Deserialize)]
pub(super) struct Asked {
    scenario: Option<usize>,
    who: Option<usize>,
}

pub(super) async fn marks(State(review): Shared, Query(Asked { scenario, who }): Query<Asked>) -> Answer {
    page(review, move |review| pages::marks(review, scenario, who)).await
}

#[derive(Deserialize)]
pub(super) struct Named {
    name: Option<String>,
}

pub(super) async fn requests(State(review): Shared, Query(Named { name }): Query<Named>) -> Answer {
    page(review, move |review| pages::requests(review, name.as_deref())).await
}

pub(super) async fn history(State(review): Shared) -> Answer {
    page(review, pages::history).await
}

pub(super) async fn show_publication(State(review): Shared) -> Answer {
    page(review, |review| {
        // What is listed is what would be written, also when the class was graded again a moment ago.
        review.desk.refresh();
        pages::publish(review)
    })
    .await
}

pub(super) async fn class(State(review): Shared) -> Answer {
    let base = review.guard.base().to_owned();
    let html = apart(review, move |review| {
        let lying = review.desk.now();
        let report = lying.class()?;
        let places = report.submissions.iter().filter_map(|graded| lying.place_of(&graded.name));
        let links = places.map(|place| format!("{base}submission/{place}")).collect();
        let mut html = Vec::new();
        ClassPage { links, review: Some(base) }
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

pub(super) async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], pages::style())
}

pub(super) async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], pages::SCRIPT)
}

pub(super) async fn changes(State(review): Shared) -> impl IntoResponse {
    review.live.events()
}
