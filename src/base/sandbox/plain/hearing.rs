//! Asks a program whose time is up where it is, before it is ended. Nothing of what it does then changes how it ended.

use super::super::Error;
use super::child::Child;

/// Asks the program, if it listens, and waits a moment for what it says on standard error.
#[cfg(target_os = "linux")]
pub(super) fn hear(child: &mut Child) -> Result<(), Error> {
    use std::time::{Duration, Instant};

    use super::super::hearing::{Hearing, Moment};

    let now = |child: &mut Child| {
        let used = child.used();
        Moment { at: Instant::now(), cpu: used.cpu, delay: used.delay }
    };
    let since = now(child);
    let Some(mut hearing) = Hearing::begin(&[child.id()], since) else { return Ok(()) };
    while !child.has_ended()? && !hearing.is_over(now(child)) {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Elsewhere no program listens: what tells an interpreter to answer is compiled for Linux alone.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "on Linux it may fail")]
pub(super) fn hear(_: &mut Child) -> Result<(), Error> {
    Ok(())
}
