//! Systems where a signal is only noted, and looked for.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Whether a signal has come.
static SIGNALLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// How often somebody who waits for a signal looks.
const LOOK: Duration = Duration::from_millis(20);

/// Makes Ctrl-C stop the runs instead of the grader; a second one ends the grader.
///
/// # Errors
///
/// When the handlers cannot be installed.
pub(crate) fn stop_on_interrupt() -> io::Result<()> {
    if SIGNALLED.get().is_some() {
        return Ok(());
    }
    let signalled = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, signalled.clone())?;
        signal_hook::flag::register(signal, signalled.clone())?;
    }
    let _ = SIGNALLED.set(signalled);
    Ok(())
}

/// Tells whether a signal asks to stop within this time.
pub(crate) fn interrupted_within(time: Duration) -> bool {
    let Some(signalled) = SIGNALLED.get() else { return false };
    let until = Instant::now() + time;
    loop {
        if signalled.load(Ordering::SeqCst) {
            return true;
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        std::thread::sleep(left.min(LOOK));
    }
}

/// Waits until a signal asks to stop; returns at once if no handler is installed.
pub(crate) fn wait_for_interrupt() {
    while SIGNALLED.get().is_some_and(|signalled| !signalled.load(Ordering::SeqCst)) {
        std::thread::sleep(LOOK);
    }
}
