//! Ctrl-C: every run that is under way stops at once, and no other begins.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};

/// The end that becomes readable, for good, at the first signal.
static SIGNALLED: OnceLock<UnixStream> = OnceLock::new();

/// From now on SIGINT, SIGTERM and SIGHUP stop the runs instead of the grader; a second one ends it.
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

/// Whether a signal has asked to stop.
pub fn interrupted() -> bool {
    interrupted_within(Duration::ZERO)
}

/// Whether a signal asks to stop before so much time is over. A terminal signals all processes of ours at once, and those
/// that we started may be gone before we are told.
pub fn interrupted_within(time: Duration) -> bool {
    descriptor().is_some_and(|fd| {
        let mut watched = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
        let most = rustix::event::Timespec {
            tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        };
        match poll(&mut watched, Some(&most)) {
            // It is the signal that cuts the waiting short: its handler has told by now.
            Err(rustix::io::Errno::INTR) => interrupted(),
            polled => matches!(polled, Ok(1)),
        }
    })
}

/// Returns when a signal has asked to stop, or at once if none can.
pub fn wait_for_interrupt() {
    let Some(fd) = descriptor() else { return };
    // Waiting is cut short by signals that mean something else.
    while matches!(
        poll(&mut [PollFd::from_borrowed_fd(fd, PollFlags::IN)], None),
        Err(rustix::io::Errno::INTR)
    ) {}
}

/// Readable once a signal has asked to stop.
pub(super) fn descriptor() -> Option<BorrowedFd<'static>> {
    SIGNALLED.get().map(AsFd::as_fd)
}
