//! Finds events in a transcript with free wording.

use std::ops::Range;

use crate::spec::{EventCompare, EventPattern, Extent, Repeat};

/// An event that a pattern found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picked {
    /// The name of the event.
    pub(super) name: String,
    /// The compared part of the event.
    pub(super) key: String,
    /// The same part as it was printed.
    pub(super) shown: String,
    /// The place in the text, in bytes.
    pub(super) place: Range<usize>,
}

impl Picked {
    /// Tells whether two events count as equal.
    pub(super) fn matches(&self, other: &Self) -> bool {
        self.name == other.name && self.key == other.key
    }
}

/// Finds the events of a text, in order. If matches overlap, the one that starts first counts; if they start together,
/// the one whose pattern comes first.
///
/// At most `most` events are found: the rest of a very long output would only take memory.
pub(super) fn pick(text: &str, patterns: &[EventPattern], most: usize) -> Vec<Picked> {
    let mut found: Vec<_> = patterns.iter().map(|pattern| matches(text, pattern).peekable()).collect();
    let mut events: Vec<Picked> = Vec::new();
    let mut end = 0;
    while events.len() < most {
        let next = found
            .iter_mut()
            .enumerate()
            .filter_map(|(index, of_pattern)| of_pattern.peek().map(|picked| (picked.place.start, index)));
        let Some((start, index)) = next.min() else { break };
        let Some(picked) = found[index].next().filter(|_| start >= end) else { continue };
        end = picked.place.end;
        let pattern = &patterns[index];
        let is_last = |last: Option<&Picked>| last.is_some_and(|last| last.matches(&picked));
        let repeats = match pattern.repeat {
            Repeat::Counts => false,
            Repeat::Once => is_last(events.last()),
            Repeat::Changes => is_last(events.iter().rfind(|event| event.name == picked.name)),
        };
        if pattern.compare != EventCompare::Ignored && !repeats {
            events.push(picked);
        }
    }
    events
}

/// Returns the matches of one pattern, in order.
fn matches<'a>(text: &'a str, pattern: &'a EventPattern) -> Box<dyn Iterator<Item = Picked> + 'a> {
    match pattern.extent {
        Extent::Block => Box::new(pattern.regex.captures_iter(text).map(|found| picked(pattern, &found, 0))),
        Extent::Line => Box::new(lines(text).flat_map(move |(start, line)| {
            pattern.regex.captures_iter(line).map(move |found| picked(pattern, &found, start))
        })),
        Extent::Lines => Box::new(joined(text, pattern)),
    }
}

/// Returns the first match of each line, and joins matches on neighbouring lines into one event.
fn joined<'a>(text: &'a str, pattern: &'a EventPattern) -> impl Iterator<Item = Picked> + 'a {
    let of_line =
        move |(start, line)| pattern.regex.captures(line).map(|found| picked(pattern, &found, start));
    let mut of_lines = lines(text).map(of_line);
    std::iter::from_fn(move || {
        let mut event = of_lines.find_map(|one| one)?;
        while let Some(Some(one)) = of_lines.next() {
            event.key.push('\n');
            event.key.push_str(&one.key);
            event.shown.push('\n');
            event.shown.push_str(&one.shown);
            event.place.end = one.place.end;
        }
        Some(event)
    })
}

/// Returns the lines without their newlines, each with its start.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let place = start;
        start += line.len();
        (place, line.strip_suffix('\n').unwrap_or(line))
    })
}

fn picked(pattern: &EventPattern, found: &regex::Captures, start: usize) -> Picked {
    let whole = found.get(0).expect("group 0 is the match");
    let shown = match pattern.compare {
        EventCompare::Name | EventCompare::Ignored => String::new(),
        EventCompare::Text => {
            whole.as_str().trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
        }
        EventCompare::Captures => {
            let captured = found.iter().skip(1).flatten().map(|group| words(group.as_str()));
            captured.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
        }
    };
    let counts = if pattern.blanks { shown.clone() } else { without_blanks(pattern, found, &shown) };
    let key = if pattern.compare == EventCompare::Captures { counts.to_lowercase() } else { counts };
    Picked { name: pattern.name.clone(), key, shown, place: start + whole.start()..start + whole.end() }
}

/// Returns the words of a text, separated by single blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the compared part of an event without blanks; lines stay separate.
fn without_blanks(pattern: &EventPattern, found: &regex::Captures, shown: &str) -> String {
    let solid = |text: &str| {
        let lines = text.lines().map(|line| line.split_whitespace().collect::<String>());
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    match pattern.compare {
        EventCompare::Name | EventCompare::Ignored => String::new(),
        EventCompare::Text => solid(shown).join("\n"),
        EventCompare::Captures => {
            let captured = found.iter().skip(1).flatten().map(|group| solid(group.as_str()).join(" "));
            captured.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(name: &str, regex: &str, extent: Extent, compare: EventCompare) -> EventPattern {
        let regex = regex::RegexBuilder::new(regex).multi_line(true).build().unwrap();
        let name = name.to_owned();
        EventPattern { name, regex, extent, compare, blanks: true, repeat: Repeat::Counts }
    }

    fn shown(text: &str, patterns: &[EventPattern]) -> Vec<String> {
        pick(text, patterns, usize::MAX)
            .into_iter()
            .map(|event| format!("{}:{}", event.name, event.key))
            .collect()
    }

    #[test]
    fn a_grid_is_one_event_even_with_a_prompt_before_its_first_row() {
        let patterns = [
            pattern("grid", r"\|[ XO]+\|\d$|\+-+\+$", Extent::Lines, EventCompare::Text),
            pattern("won", r"(?i)(red|black) wins .* (\d+)", Extent::Line, EventCompare::Captures),
        ];
        let text = "Column? |X |0\n| O|1\n+--+\nwell done\nRED wins after 7\n|X |0\n";
        assert_eq!(shown(text, &patterns), ["grid:|X |0\n| O|1\n+--+", "won:red, 7", "grid:|X |0"]);
    }

    #[test]
    fn an_ignored_event_hides_the_events_inside_it() {
        let patterns = [
            pattern("empty", r"(?:^-+\n)+^=$", Extent::Block, EventCompare::Ignored),
            pattern("row", r"^[-x]+$", Extent::Line, EventCompare::Text),
        ];
        assert_eq!(shown("--\n--\n=\n-x\n--\n", &patterns), ["row:-x", "row:--"]);
    }

    #[test]
    fn equal_neighbours_count_once_with_repeat_once() {
        let mut tie = pattern("tie", "(?i)tie|draw", Extent::Line, EventCompare::Name);
        assert_eq!(shown("a tie!\nA DRAW", std::slice::from_ref(&tie)).len(), 2);
        tie.repeat = Repeat::Once;
        assert_eq!(shown("a tie!\nA DRAW", &[tie]).len(), 1);
    }

    #[test]
    fn an_unchanged_event_counts_once_with_repeat_changes() {
        let mut grid = pattern("grid", r"\|[XO]\|", Extent::Line, EventCompare::Text);
        let refused = pattern("refused", "no", Extent::Line, EventCompare::Name);
        grid.repeat = Repeat::Changes;
        let patterns = [grid, refused];
        assert_eq!(
            shown("|X|\nno\n|X|\nno\n|O|\n", &patterns),
            ["grid:|X|", "refused:", "refused:", "grid:|O|"]
        );
    }

    #[test]
    fn ignored_blanks_do_not_count_and_are_still_shown() {
        let mut board =
            pattern("board", r"((?:[ORY] ?)+\n(?:[ORY] ?)+)$", Extent::Block, EventCompare::Captures);
        board.blanks = false;
        let picked = |text| pick(text, std::slice::from_ref(&board), usize::MAX).remove(0);
        let (spaced, solid) = (picked("O R \nO Y \n"), picked("OR\nOY\n"));
        assert!(spaced.matches(&solid));
        assert!(!spaced.matches(&picked("ORO\nY\n")));
        assert_eq!((spaced.key.as_str(), spaced.shown.as_str()), ("or oy", "O R O Y"));
    }
}
