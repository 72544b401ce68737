//! The YAML of what a run finds besides its program.

use jiff::Timestamp;

use super::plain::{plain, quoted};
use crate::language::Surroundings;

/// Returns the lines of a scenario that say what its run finds, where that is not what is usual in its group.
pub(super) fn surrounded(of: &Surroundings, usual: &Surroundings) -> Vec<String> {
    let differs = |name: &str| of.env.get(name) != usual.env.get(name);
    let variables = of.env.iter().filter(|(name, _)| *name != ZONE && differs(name));
    let variables: Vec<String> =
        variables.map(|(name, value)| format!("{}: {}", plain(name), plain(value))).collect();
    let zone = of.env.get(ZONE).filter(|_| differs(ZONE)).map(|zone| format!("timezone: {}", plain(zone)));
    // What a clock on the wall shows is another time in another zone.
    let clock = of.clock.filter(|_| of.clock != usual.clock || differs(ZONE));
    let clock = clock.and_then(|seconds| Timestamp::from_second(seconds).ok());
    let clock = clock.map(|instant| format!("clock: {}", plain(&instant.to_string())));
    let seed = of.seed.filter(|_| of.seed != usual.seed).map(|seed| format!("seed: {seed}"));
    let files = of.given.iter().map(|(path, file)| {
        let text = quoted(&String::from_utf8_lossy(&file.content));
        format!("{}: {text}", plain(&path.display().to_string()))
    });
    let mapping = |key: &str, entries: Vec<String>| {
        (!entries.is_empty()).then(|| format!("{key}: {{ {} }}", entries.join(", ")))
    };
    let all = [mapping("env", variables), zone, clock, seed, mapping("files", files.collect())];
    all.into_iter().flatten().collect()
}

/// The variable of the time zone.
const ZONE: &str = "TZ";
