//! What the libraries of C and C++ say when they end a program.

use std::borrow::Cow;

use super::spot::{Spot, place_in};

/// Reads what the library of C or C++ says about a program that it ends by an abort, and the line that it names.
pub fn of_abort(text: &str) -> Option<(Cow<'_, str>, Option<Spot<'_>>)> {
    // The library of C++ has other quotes.
    let asserted = |line: &str| line.find("Assertion `").or_else(|| line.find("Assertion '"));
    if let Some((line, at)) = text.lines().find_map(|line| Some((line, asserted(line)?))) {
        let place = place_in(line).map(|found| found.spot);
        return Some((line[at..].trim_end_matches('.').into(), place));
    }
    let thrown = || {
        let (_, rest) = text.split_once(THROWN)?;
        let (class, rest) = rest.split_once('\'')?;
        let what = rest.trim_start().lines().next().and_then(|line| line.strip_prefix("what():"));
        Some(match what.map(str::trim).filter(|what| !what.is_empty()) {
            Some(what) => format!("{class}: {what}").into(),
            None => format!("an exception of type {class}").into(),
        })
    };
    let is_of_memory = |line: &&str| OF_MEMORY.iter().any(|words| line.starts_with(words));
    let said = thrown().or_else(|| text.lines().find(is_of_memory).map(Cow::from))?;
    Some((said, None))
}

/// How the library of C++ begins with the class of an exception that nobody catches.
const THROWN: &str = "terminate called after throwing an instance of '";

/// How the library of C begins if it finds its notes about memory destroyed.
const OF_MEMORY: [&str; 9] = [
    "free(): ",
    "malloc(): ",
    "realloc(): ",
    "munmap_chunk(): ",
    "malloc_consolidate(): ",
    "double free or corruption",
    "corrupted ",
    "*** stack smashing detected ***",
    "*** buffer overflow detected ***",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_a_program_by_an_abort_is_told() {
        for (text, message, place) in [
            (
                "warm\nyardstick-program: a.c:3: main: Assertion `1 == 2' failed.\n",
                "Assertion `1 == 2' failed",
                Some(("a.c", 3, None)),
            ),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  no such place\n",
                "std::out_of_range: no such place",
                None,
            ),
            ("terminate called after throwing an instance of 'int'\n", "an exception of type int", None),
            ("free(): double free detected in tcache 2\n", "free(): double free detected in tcache 2", None),
            (
                "*** stack smashing detected ***: terminated\n",
                "*** stack smashing detected ***: terminated",
                None,
            ),
        ] {
            let place = place.map(|(file, line, column)| Spot { file, line, column });
            assert_eq!(of_abort(text), Some((message.into(), place)), "{text}");
        }
        assert_eq!(of_abort("the end\n"), None);
    }
}
