//! Picks events out of a transcript whose wording is free.

use std::ops::Range;

use crate::spec::{EventCompare, EventPattern, Extent};

/// Something that happened, as a pattern picked it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picked {
    /// The name of the event.
    pub(super) name: String,
    /// What of it counts.
    pub(super) key: String,
    /// Where it stands in the text, in bytes.
    pub(super) place: Range<usize>,
}

impl Picked {
    /// Whether two events count as the same.
    pub(super) fn matches(&self, other: &Self) -> bool {
        self.name == other.name && self.key == other.key
    }
}

/// The events of a text, in order. Where matches overlap, the one that starts first counts, and of
/// those the one whose pattern is written first.
///
/// No more than `most` are picked: what a flood holds besides would only take memory.
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
        let repeats = pattern.once && events.last().is_some_and(|last| last.matches(&picked));
        if pattern.compare != EventCompare::Ignored && !repeats {
            events.push(picked);
        }
    }
    events
}

/// The matches of one pattern, in order.
fn matches<'a>(text: &'a str, pattern: &'a EventPattern) -> Box<dyn Iterator<Item = Picked> + 'a> {
    match pattern.extent {
        Extent::Block => Box::new(pattern.regex.captures_iter(text).map(|found| picked(pattern, &found, 0))),
        Extent::Line => Box::new(lines(text).flat_map(move |(start, line)| {
            pattern.regex.captures_iter(line).map(move |found| picked(pattern, &found, start))
        })),
        Extent::Lines => Box::new(joined(text, pattern)),
    }
}

/// The first match of each line, with those of neighbouring lines as one event.
fn joined<'a>(text: &'a str, pattern: &'a EventPattern) -> impl Iterator<Item = Picked> + 'a {
    let of_line =
        move |(start, line)| pattern.regex.captures(line).map(|found| picked(pattern, &found, start));
    let mut of_lines = lines(text).map(of_line);
    std::iter::from_fn(move || {
        let mut event = of_lines.find_map(|one| one)?;
        while let Some(Some(one)) = of_lines.next() {
            event.key.push('\n');
            event.key.push_str(&one.key);
            event.place.end = one.place.end;
        }
        Some(event)
    })
}

/// Lines without their newlines, and where each starts.
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
    let key = match pattern.compare {
        EventCompare::Name | EventCompare::Ignored => String::new(),
        EventCompare::Text => {
            whole.as_str().trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
        }
        EventCompare::Captures => {
            let captured = found.iter().skip(1).flatten().map(|group| group.as_str());
            let words =
                captured.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase());
            words.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
        }
    };
    Picked { name: pattern.name.clone(), key, place: start + whole.start()..start + whole.end() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(name: &str, regex: &str, extent: Extent, compare: EventCompare) -> EventPattern {
        let regex = regex::RegexBuilder::new(regex).multi_line(true).build().unwrap();
        EventPattern { name: name.to_owned(), regex, extent, compare, once: false }
    }

    fn shown(text: &str, patterns: &[EventPattern]) -> Vec<String> {
        pick(text, patterns, usize::MAX)
            .into_iter()
            .map(|event| format!("{}:{}", event.name, event.key))
            .collect()
    }

    #[test]
    fn a_grid_is_one_event_even_when_a_prompt_stands_before_its_first_row() {
        let patterns = [
            pattern("grid", r"\|[ XO]+\|\d$|\+-+\+$", Extent::Lines, EventCompare::Text),
            pattern("won", r"(?i)(red|black) wins .* (\d+)", Extent::Line, EventCompare::Captures),
        ];
        let text = "Column? |X |0\n| O|1\n+--+\nwell done\nRED wins after 7\n|X |0\n";
        assert_eq!(shown(text, &patterns), ["grid:|X |0\n| O|1\n+--+", "won:red, 7", "grid:|X |0"]);
    }

    #[test]
    fn what_is_ignored_hides_what_it_covers() {
        let patterns = [
            pattern("empty", r"(?:^-+\n)+^=$", Extent::Block, EventCompare::Ignored),
            pattern("row", r"^[-x]+$", Extent::Line, EventCompare::Text),
        ];
        assert_eq!(shown("--\n--\n=\n-x\n--\n", &patterns), ["row:-x", "row:--"]);
    }

    #[test]
    fn repeated_neighbours_count_once_where_the_pattern_says_so() {
        let mut tie = pattern("tie", "(?i)tie|draw", Extent::Line, EventCompare::Name);
        assert_eq!(shown("a tie!\nA DRAW", std::slice::from_ref(&tie)).len(), 2);
        tie.once = true;
        assert_eq!(shown("a tie!\nA DRAW", &[tie]).len(), 1);
    }
}
