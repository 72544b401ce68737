//! `yardstick review`: a local page on which people decide about results. It computes nothing: groups, points and prices come from
//! `report` and `results`, and what is decided goes into the log of `decisions`.
//!
//! The server listens on 127.0.0.1 alone. Who may ask it, `guard.rs` decides; what a question changes, `desk.rs`; what an answer looks
//! like, `pages/`.

mod desk;
mod explore;
mod guard;
mod live;
mod pages;
mod part;
mod play;
mod routes;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::runtime;

use crate::results;
use crate::sandbox::Sandbox;
use crate::system::STACK;
use desk::Desk;
use guard::Guard;
use live::Live;

pub(crate) use part::Part;

/// Opens the sandbox in which programs are played further, or says why there is none.
pub(crate) type OpenSandbox = Box<dyn Fn() -> Result<Sandbox, String> + Send + Sync>;

/// What is reviewed, and by whom.
pub(crate) struct Options {
    /// The results folder.
    pub results: PathBuf,
    /// Who decides, as they call themselves.
    pub grader: String,
    /// The part of the groups and submissions that is theirs.
    pub part: Option<Part>,
    /// The number of submissions of which one is marked by everybody, so that it is known how far people agree.
    pub sample: Option<NonZeroUsize>,
    /// The results folders of earlier attempts.
    pub earlier: Vec<PathBuf>,
    /// Whether names are shown.
    pub names: bool,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What opens the sandbox.
    pub open_sandbox: OpenSandbox,
}

/// Why there is no review.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The results cannot be read.
    #[error(transparent)]
    Results(#[from] results::Error),
    /// The server cannot listen.
    #[error(
        "cannot listen on port {port} of this machine: {source}\nhelp: leave out `--port`, and a free one is taken"
    )]
    Listen {
        /// The port that was asked for.
        port: u16,
        /// The reason.
        source: io::Error,
    },
    /// Something of the system does not work.
    #[error("cannot serve the review: {0}")]
    System(#[from] io::Error),
}

/// What every answer needs.
struct Review {
    desk: Desk,
    guard: Guard,
    live: Live,
}

/// Serves a review until the process ends. `ready` is told the address, with the token that opens it.
///
/// # Errors
///
/// When the results cannot be read, or the server cannot listen.
pub(crate) fn serve(options: Options, ready: impl FnOnce(&str)) -> Result<(), Error> {
    let port = options.port;
    let desk = Desk::open(options)?;
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|source| Error::Listen { port, source })?;
    listener.set_nonblocking(true)?;
    let guard = Guard::new(listener.local_addr()?.port())?;
    let address = guard.address();
    let review = Arc::new(Review { desk, guard, live: Live::default() });
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(STACK)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        live::watch(review.clone());
        ready(&address);
        axum::serve(listener, routes::router(review)).await
    })?;
    Ok(())
}

/// `1 student`, `3 students`.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
