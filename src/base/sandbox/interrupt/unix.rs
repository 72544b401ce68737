//! Unix systems, where a descriptor tells that a signal has come, so that it can be waited for with others.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};

/// A descriptor that becomes readable at the first signal, and stays so.
static SIGNALLED: OnceLock<UnixStream> = OnceLock::new();

/// Makes SIGINT, SIGTERM and SIGHUP stop the runs instead of the grader; a second signal ends the grader.
///
/// # Errors
///
/// When the handlers cannot be installed.
pub fn stop_on_interrupt() -> io::Result<()> {
    if SIGNALLED.get().is_some() {
        return Ok(());
    }
    let (signalled, written) = UnixStream::pair()?;
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        let again = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, again.clone())?;
        signal_hook::flag::register(signal, again)?;
        signal_hook::low_level::pipe::register(signal, written.try_clone()?)?;
    }
    let _ = SIGNALLED.set(signalled);
    Ok(())
}

/// Tells whether a signal asks to stop within this time. A terminal signals all our processes at once, and a child may
/// end before this process receives its own signal.
pub fn interrupted_within(time: Duration) -> bool {
    descriptor().is_some_and(|fd| {
        let mut watched = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
        let most = rustix::event::Timespec {
            tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        };
        match poll(&mut watched, Some(&most)) {
            // A signal ended the wait, and its handler has already run.
            Err(rustix::io::Errno::INTR) => interrupted_within(Duration::ZERO),
            polled => matches!(polled, Ok(1)),
        }
    })
}

/// Waits until a signal asks to stop; returns at once if no handler is installed.
pub fn wait_for_interrupt() {
    let Some(fd) = descriptor() else { return };
    // Other signals interrupt the wait, too.
    while matches!(
        poll(&mut [PollFd::from_borrowed_fd(fd, PollFlags::IN)], None),
        Err(rustix::io::Errno::INTR)
    ) {}
}

/// Returns the descriptor that is readable after a signal has asked to stop.
pub(in super::super) fn descriptor() -> Option<BorrowedFd<'static>> {
    SIGNALLED.get().map(AsFd::as_fd)
}
