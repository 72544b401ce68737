//! Windows, which calls a function in a thread of its own when somebody types Ctrl-C (Microsoft's documentation, "Console Control
//! Handlers"). It is only noted, and looked for. Programs have no console, so they are not told.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler};

/// Whether the function is in place, and whether it was called.
static LISTENS: AtomicBool = AtomicBool::new(false);
static SIGNALLED: AtomicBool = AtomicBool::new(false);

/// How often somebody who waits for a signal looks.
const LOOK: Duration = Duration::from_millis(20);

/// Makes Ctrl-C stop the runs instead of the grader; a second one ends the grader.
///
/// # Errors
///
/// When the handler cannot be installed.
pub fn stop_on_interrupt() -> io::Result<()> {
    if LISTENS.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    // SAFETY: the function may be called at any time and in any thread: it only sets a flag.
    match unsafe { SetConsoleCtrlHandler(Some(note), 1) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Returns whether that was all: if not, Windows ends the grader.
unsafe extern "system" fn note(event: u32) -> i32 {
    let asks = matches!(event, CTRL_C_EVENT | CTRL_BREAK_EVENT);
    i32::from(asks && !SIGNALLED.swap(true, Ordering::SeqCst))
}

/// Tells whether a signal asks to stop within this time.
pub fn interrupted_within(time: Duration) -> bool {
    let until = Instant::now() + time;
    loop {
        if SIGNALLED.load(Ordering::SeqCst) {
            return true;
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || !LISTENS.load(Ordering::SeqCst) {
            return false;
        }
        std::thread::sleep(left.min(LOOK));
    }
}

/// Waits until a signal asks to stop; returns at once if no handler is installed.
pub fn wait_for_interrupt() {
    while LISTENS.load(Ordering::SeqCst) && !SIGNALLED.load(Ordering::SeqCst) {
        std::thread::sleep(LOOK);
    }
}
