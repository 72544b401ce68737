//! How much is tried: for every change a few of many, at night all of them.

use std::time::SystemTime;

/// What says that it is night; `.ci/nightly` sets it.
const NIGHT: &str = "YARDSTICK_NIGHT";

/// Whether everything is tried.
pub(crate) fn is_night() -> bool {
    std::env::var_os(NIGHT).is_some()
}

/// The first few of these; at night all of them. Those first in the list are the ones that every change must pass.
pub(crate) fn some<T>(all: &[T], few: usize) -> &[T] {
    assert!(few < all.len(), "then nothing is left for the night");
    if is_night() { all } else { &all[..few] }
}

/// The number of seconds of a day.
const DAY: u64 = 86_400;

/// One of so many shares of these, another one on the next day, and also four days later, when a test that takes turns is
/// tried again; at night all of them.
pub(crate) fn of_today<T>(all: Vec<T>, shares: usize) -> Vec<T> {
    if is_night() {
        return all;
    }
    let today = (today() / 4 * 31 + today() % 4) as usize % shares;
    println!("share number {today} of {shares} is tried today");
    all.into_iter().skip(today).step_by(shares).collect()
}

/// Whether this is the day of a test that takes turns with others, so many in all; at night it is always its day.
pub(crate) fn is_day_of(number: u64, all: u64) -> bool {
    let is_its_day = is_night() || today() % all == number;
    if !is_its_day {
        println!("not tried today: it takes turns with {} others", all - 1);
    }
    is_its_day
}

/// How many days have gone by since 1970.
pub(crate) fn today() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() / DAY
}
