//! A place where a source breaks a rule, described for its author.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::untrusted::Untrusted;

/// One violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The place; `None` for something that is missing in the whole file.
    pub place: Option<Place>,
    /// The certainty.
    pub certainty: Certainty,
    /// A sentence about the problem, without a full stop.
    pub message: Untrusted,
    /// Advice.
    pub note: Option<Untrusted>,
}

/// The finding for a file that is not there.
pub const NOT_HANDED_IN: &str = "the file was not handed in";

/// How certain a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// The source proves it.
    Proven,
    /// The source may mean something else: it is worth a look, but costs no points.
    Suspected,
}

/// A part of a line of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file, if it is not the one that the rule names: a cell of a notebook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<Untrusted>,
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the first character of the part in the line, from 1.
    pub column: usize,
    /// The line as it is written; of a very long line only the text around the part, between `…`.
    pub source_line: Untrusted,
    /// The part, in bytes of `source_line`.
    pub marked: Range<usize>,
}

impl Finding {
    /// Creates a finding at a place, or about the whole file.
    pub(super) fn new(place: Option<Place>, message: impl Into<Untrusted>) -> Self {
        Self { place, certainty: Certainty::Proven, message: message.into(), note: None }
    }

    /// Returns the file in which it is; `named` is the one that the rule names.
    pub fn file(&self, named: &str) -> Untrusted {
        let own = self.place.as_ref().and_then(|place| place.file.clone());
        own.unwrap_or_else(|| named.into())
    }

    pub(super) fn with_note(mut self, note: Option<String>) -> Self {
        self.note = note.map(Untrusted::from);
        self
    }

    pub(super) fn suspected_if(mut self, doubtful: bool) -> Self {
        if doubtful {
            self.certainty = Certainty::Suspected;
        }
        self
    }
}

impl Place {
    /// The largest number of characters that are kept of a line.
    pub(super) const MOST_CHARACTERS: usize = 200;
    /// The number of characters before a part that is far to the right.
    const LEAD: usize = 40;

    /// Creates a place. `part` is in bytes of the line.
    pub(super) fn new(number: usize, line: &str, part: Range<usize>) -> Self {
        let before = line[..part.start].chars().count();
        let place = |source_line: String, marked| Self {
            file: None,
            line: number,
            column: before + 1,
            source_line: source_line.into(),
            marked,
        };
        if line.len() <= Self::MOST_CHARACTERS || line.chars().nth(Self::MOST_CHARACTERS).is_none() {
            return place(line.to_owned(), part);
        }
        let lead = line[..part.start].char_indices().rev().take(Self::LEAD).last();
        let start = if before < Self::MOST_CHARACTERS - Self::LEAD {
            0
        } else {
            lead.map_or(part.start, |(at, _)| at)
        };
        let end =
            line[start..].char_indices().nth(Self::MOST_CHARACTERS).map_or(line.len(), |(at, _)| start + at);
        let opening = if start > 0 { "…" } else { "" };
        let closing = if end < line.len() { "…" } else { "" };
        let marked =
            part.start - start + opening.len()..part.end.clamp(part.start, end) - start + opening.len();
        place(format!("{opening}{}{closing}", &line[start..end]), marked)
    }
}

/// Joins literals for a sentence: `a`, `b` and `c`.
pub(super) fn listed<T: AsRef<str>>(items: &[T], word: &str) -> String {
    let quoted: Vec<String> = items.iter().map(|item| format!("`{}`", shortened(item.as_ref()))).collect();
    match quoted.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// Shortens a name so that it fits into a sentence.
pub(super) fn shortened(name: &str) -> String {
    const MOST: usize = 60;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Returns the known name that was probably meant by a misspelt one.
pub fn likely<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 100;
    let plain = |name: &str| name.replace(['_', '-', ' '], "").to_lowercase();
    let wanted = plain(written);
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&plain(name), &wanted);
    known
        .into_iter()
        .filter(|name| *name != written && name.len() <= LONGEST && written.len() <= LONGEST)
        .map(|name| (name, likeness(name)))
        .filter(|(_, likeness)| *likeness >= 0.7)
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untrusted::Text;

    #[test]
    fn a_short_line_is_kept_whole() {
        let place = Place::new(3, "\tímport os", 1..8);
        assert_eq!((place.line, place.column), (3, 2));
        assert_eq!(&place.source_line.expose()[place.marked], "ímport");
    }

    #[test]
    fn a_long_line_is_cut_around_the_part() {
        for at in [0, 10, 150, 170, 5_000, 9_990] {
            let line = format!("{}here{}", "é".repeat(at), "x".repeat(10_000 - at));
            let start = at * 'é'.len_utf8();
            let place = Place::new(1, &line, start..start + 4);
            assert_eq!(&place.source_line.expose()[place.marked], "here", "at {at}");
            assert_eq!(place.column, at + 1);
            assert!(place.source_line.length() <= Place::MOST_CHARACTERS + 2);
        }
    }

    #[test]
    fn a_long_part_is_cut_with_its_line() {
        let place = Place::new(1, &"y".repeat(1_000), 100..900);
        assert_eq!(place.marked, 100..200);
    }

    #[test]
    fn misspelt_names_are_recognized_and_other_names_are_not() {
        let known = ["area_of", "play", "toString"];
        assert_eq!(likely("areaOf", known), Some("area_of"));
        assert_eq!(likely("tostring", known), Some("toString"));
        assert_eq!(likely("makeList", known), None);
    }
}
