//! What runs a program again, in the sandbox. Nothing of it is kept.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use super::{Answer, Shared, page};
use crate::review::pages;
use crate::review::play::Play;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPlay {
    place: usize,
    scenario: usize,
    lines: String,
}

pub(super) async fn play(State(review): Shared, Json(new): Json<NewPlay>) -> Answer {
    page(review, move |review| {
        let lines = new.lines.lines().map(str::to_owned).collect();
        let played = review.desk.play(&Play { place: new.place, scenario: new.scenario, lines })?;
        Ok(pages::played(&played))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewExploration {
    place: usize,
}

pub(super) async fn explore(State(review): Shared, Json(new): Json<NewExploration>) -> Answer {
    page(review, move |review| Ok(pages::explored(&review.desk.explore(new.place)?))).await
}
