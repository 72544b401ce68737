//! Which question gets which answer.

mod decide;
mod run;
mod show;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::Review;
use super::desk::{Refusal, nonsense};
use super::guard::Judgement;

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
        .route("/", get(show::groups))
        .route("/group/{key}", get(show::group))
        .route("/next/{key}", get(show::next_group))
        .route("/submission/{place}", get(show::submission))
        .route("/compare", get(show::compare))
        .route("/class", get(show::class))
        .route("/marks", get(show::marks))
        .route("/requests", get(show::requests))
        .route("/history", get(show::history))
        .route("/publish", get(show::show_publication).post(decide::publish))
        .route("/style.css", get(show::style))
        .route("/script.js", get(show::script))
        .route("/changes", get(show::changes))
        .route("/decide", post(decide::decide))
        .route("/also-right/{key}", get(show::also_right))
        .route("/also-right", post(decide::accept))
        .route("/comment", post(decide::comment))
        .route("/extension", post(decide::extension))
        .route("/undo", post(decide::undo))
        .route("/mark", post(decide::mark))
        .route("/item", post(decide::item))
        .route("/request", post(decide::request))
        .route("/play", post(run::play))
        .route("/explore", post(run::explore));
    let base = review.guard.base().trim_end_matches('/').to_owned();
    Router::new()
        .nest(&base, pages.clone())
        // A nested router does not answer to its own path with a slash.
        .route(&format!("{base}/"), get(show::groups))
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
            Self::Absent(_) => StatusCode::NOT_FOUND,
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
