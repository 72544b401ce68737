//! Tells open pages when something has changed: another person decided, or another submission was graded.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use super::Review;

/// How often the folder is looked at.
const LOOKS: Duration = Duration::from_secs(1);

/// The number of changes so far, and who waits for the next one.
#[derive(Debug)]
pub(super) struct Live {
    changes: watch::Sender<u64>,
}

impl Default for Live {
    fn default() -> Self {
        Self { changes: watch::channel(0).0 }
    }
}

impl Live {
    /// Tells open pages that something has changed.
    pub(super) fn tell(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// An event with the number of changes so far, and one for each change from now on.
    pub(super) fn events(&self) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let mut changes = self.changes.subscribe();
        changes.mark_changed();
        let changes = stream::unfold(changes, |mut changes| async move {
            changes.changed().await.ok()?;
            let count = changes.borrow_and_update().to_string();
            Some((Ok(Event::default().data(count)), changes))
        });
        Sse::new(changes).keep_alive(KeepAlive::default())
    }
}

/// Looks at the folder again and again.
pub(super) fn watch(review: Arc<Review>) {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(LOOKS).await;
            let other = review.clone();
            let refreshed = tokio::task::spawn_blocking(move || other.desk.refresh()).await;
            if matches!(refreshed, Ok(true)) {
                review.live.tell();
            }
        }
    });
}
