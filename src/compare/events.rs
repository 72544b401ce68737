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
pub(super) fn pick(text: &str, patterns: &[EventPattern]) -> Vec<Picked> {
    let mut found: Vec<(usize, usize, Picked)> = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        found.extend(matches(text, pattern).into_iter().map(|picked| (picked.place.start, index, picked)));
    }
    found.sort_by_key(|(start, index, _)| (*start, *index));
    let mut events: Vec<Picked> = Vec::new();
    let mut end = 0;
    for (start, index, picked) in found {
        if start < end {
            continue;
        }
        end = picked.place.end;
        let pattern = &patterns[index];
        let repeats = pattern.once && events.last().is_some_and(|last| last.matches(&picked));
        if pattern.compare != EventCompare::Ignored && !repeats {
            events.push(picked);
        }
    }
    events
}

fn matches(text: &str, pattern: &EventPattern) -> Vec<Picked> {
    match pattern.extent {
        Extent::Block => pattern.regex.captures_iter(text).map(|found| picked(pattern, &found, 0)).collect(),
        Extent::Line => lines(text)
            .flat_map(|(start, line)| {
                pattern.regex.captures_iter(line).map(move |found| picked(pattern, &found, start))
            })
            .collect(),
        Extent::Lines => joined(text, pattern),
    }
}

/// The first match of each line, with those of neighbouring lines as one event.
fn joined(text: &str, pattern: &EventPattern) -> Vec<Picked> {
    let mut events: Vec<Picked> = Vec::new();
    let mut neighbour = None;
    for (number, (start, line)) in lines(text).enumerate() {
        let Some(found) = pattern.regex.captures(line) else { continue };
        let one = picked(pattern, &found, start);
        match events.last_mut() {
            Some(event) if neighbour == Some(number) => {
                event.key = format!("{}\n{}", event.key, one.key);
                event.place.end = one.place.end;
            }
            _ => events.push(one),
        }
        neighbour = Some(number + 1);
    }
    events
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
        pick(text, patterns).into_iter().map(|event| format!("{}:{}", event.name, event.key)).collect()
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
