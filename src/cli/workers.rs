//! How many programs run at the same time.

use std::env;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use super::Error;

/// The variable of the environment that says it, where no `--jobs` does.
const VARIABLE: &str = "YARDSTICK_JOBS";

/// Returns how many programs run at the same time: what is asked for, what the environment says, or one for each processor.
///
/// # Errors
///
/// When the environment says no number.
pub(super) fn workers(jobs: Option<u16>) -> Result<usize, Error> {
    let said = || match env::var(VARIABLE) {
        Ok(said) => match said.parse::<u16>() {
            Ok(jobs) if jobs > 0 => Ok(jobs.into()),
            _ => Err(Error::Usage(format!(
                "`{VARIABLE}` in the environment is `{said}`\nhelp: write how many programs run at the same time, such as 2, or unset it"
            ))),
        },
        Err(_) => Ok(available_parallelism().map_or(1, NonZeroUsize::get)),
    };
    jobs.map_or_else(said, |jobs| Ok(jobs.into()))
}
