//! Paths with wildcards: `data/secret/*.in`.

use std::cmp::Ordering;

/// A path from a folder in which `*` stands for some characters of a name, and `**` for any folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPattern {
    text: String,
    parts: Vec<Part>,
}

/// One name of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// The pieces around the wildcards of a name; one piece if there are none.
    Name(Vec<String>),
    /// Any number of folders.
    Folders,
}

impl PathPattern {
    /// Reads a pattern; `None` if it is no plain path below the folder.
    pub fn new(text: &str) -> Option<Self> {
        let part = |name: &str| match name {
            "" | "." | ".." => None,
            "**" => Some(Part::Folders),
            name => Some(Part::Name(name.split('*').map(str::to_owned).collect())),
        };
        let parts = text.split('/').map(part).collect::<Option<Vec<Part>>>()?;
        let is_plain = !text.contains(['\0', '\\'])
            && !text.contains("***")
            && matches!(parts.last(), Some(Part::Name(_)))
            && parts.iter().filter(|part| **part == Part::Folders).count() < 2;
        is_plain.then(|| Self { text: text.to_owned(), parts })
    }

    /// The number of its wildcards.
    pub fn wildcards(&self) -> usize {
        self.parts.iter().map(Part::wildcards).sum()
    }

    /// The number of wildcards in the name of the file.
    pub fn wildcards_of_name(&self) -> usize {
        self.parts.last().map_or(0, Part::wildcards)
    }

    /// Tells whether it names a folder too.
    pub fn names_a_folder(&self) -> bool {
        self.parts.len() > 1
    }

    /// The folder in which all files lie that match; empty if that is the folder itself.
    pub fn folder(&self) -> String {
        let names: Vec<&str> = self.text.split('/').collect();
        let fixed = names[..names.len() - 1].iter().take_while(|name| !name.contains('*'));
        fixed.copied().collect::<Vec<_>>().join("/")
    }

    /// Tells whether files in folders below that one can match.
    pub fn goes_deeper(&self) -> bool {
        let fixed = self.parts.iter().take_while(|part| part.wildcards() == 0).count();
        fixed + 1 < self.parts.len()
    }

    /// Returns what the wildcards stand for, in their order; `None` if the path does not match.
    pub fn matched(&self, path: &str) -> Option<Vec<String>> {
        let names: Vec<&str> = path.split('/').collect();
        let more = names.len().checked_sub(self.parts.iter().filter(|part| **part != Part::Folders).count());
        let mut rest = names.as_slice();
        let mut found = Vec::new();
        for part in &self.parts {
            match part {
                Part::Folders => {
                    let (folders, others) = rest.split_at_checked(more?)?;
                    if folders.iter().any(|name| name.starts_with('.')) {
                        return None;
                    }
                    found.push(folders.join("/"));
                    rest = others;
                }
                Part::Name(pieces) => {
                    let (name, others) = rest.split_first()?;
                    found.extend(matched_name(pieces, name)?);
                    rest = others;
                }
            }
        }
        rest.is_empty().then_some(found)
    }

    /// Returns the path with these texts in the place of its wildcards.
    pub fn filled(&self, texts: &[String]) -> String {
        let mut texts = texts.iter();
        let mut names = Vec::new();
        for part in &self.parts {
            match part {
                Part::Folders => names.extend(texts.next().filter(|folders| !folders.is_empty()).cloned()),
                Part::Name(pieces) => {
                    let mut name = pieces[0].clone();
                    for piece in &pieces[1..] {
                        name.push_str(texts.next().map_or("", String::as_str));
                        name.push_str(piece);
                    }
                    names.push(name);
                }
            }
        }
        names.join("/")
    }

    /// Returns the name of what lies at a path that matches: the path below the folder, without what all of them end with.
    pub fn name_of<'p>(&self, path: &'p str) -> &'p str {
        let folder = self.folder();
        let below = path.strip_prefix(&folder).unwrap_or(path).trim_start_matches('/');
        let ending = self.text.rsplit('*').next().unwrap_or_default();
        below.strip_suffix(ending).filter(|name| !name.is_empty()).unwrap_or(below)
    }
}

impl Part {
    fn wildcards(&self) -> usize {
        match self {
            Self::Name(pieces) => pieces.len() - 1,
            Self::Folders => 1,
        }
    }
}

/// Returns what the wildcards of a name stand for: each for at least one character, and the first not for a dot at the
/// beginning, with which hidden files begin.
fn matched_name(pieces: &[String], name: &str) -> Option<Vec<String>> {
    let (first, others) = pieces.split_first()?;
    let mut rest = name.strip_prefix(first.as_str())?;
    let Some((last, between)) = others.split_last() else { return rest.is_empty().then(Vec::new) };
    if first.is_empty() && name.starts_with('.') {
        return None;
    }
    let mut found = Vec::new();
    for piece in between {
        let from = rest.chars().next()?.len_utf8();
        let at = from + rest[from..].find(piece.as_str())?;
        found.push(rest[..at].to_owned());
        rest = &rest[at + piece.len()..];
    }
    let text = rest.strip_suffix(last.as_str()).filter(|text| !text.is_empty())?;
    found.push(text.to_owned());
    Some(found)
}

/// Compares names as people count: `2` stands before `10`.
pub fn in_natural_order(one: &str, other: &str) -> Ordering {
    let (mut rest, mut others) = (one, other);
    loop {
        let (Some(next), Some(next_other)) = (rest.chars().next(), others.chars().next()) else {
            // Equal but for zeros in front of numbers.
            return rest.len().cmp(&others.len()).then_with(|| one.cmp(other));
        };
        let are_digits = next.is_ascii_digit() && next_other.is_ascii_digit();
        let ordering = if are_digits {
            let [(number, behind), (other_number, behind_other)] = [number(rest), number(others)];
            (rest, others) = (behind, behind_other);
            number.len().cmp(&other_number.len()).then_with(|| number.cmp(other_number))
        } else {
            (rest, others) = (&rest[next.len_utf8()..], &others[next_other.len_utf8()..]);
            next.cmp(&next_other)
        };
        if ordering.is_ne() {
            return ordering;
        }
    }
}

/// Splits off the number at the beginning, without zeros in front of it.
fn number(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].trim_start_matches('0'), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(pattern: &str, path: &str) -> Option<Vec<String>> {
        PathPattern::new(pattern).unwrap().matched(path)
    }

    #[test]
    fn a_wildcard_stands_for_a_part_of_a_name() {
        for (pattern, path, found) in [
            ("data/*.in", "data/1.in", Some(vec!["1"])),
            ("data/*.in", "data/a.b.in", Some(vec!["a.b"])),
            ("data/*.in", "data/.in", None),
            ("data/*.in", "data/._1.in", None),
            ("data/*.in", "data/1.ans", None),
            ("data/*.in", "data/deep/1.in", None),
            ("*.in", "1.in", Some(vec!["1"])),
            ("in/input*-*.txt", "in/input1-small.txt", Some(vec!["1", "small"])),
            ("tests/*/input", "tests/7/input", Some(vec!["7"])),
            ("data/**/*.in", "data/1.in", Some(vec!["", "1"])),
            ("data/**/*.in", "data/a/b/1.in", Some(vec!["a/b", "1"])),
            ("data/**/x/*.in", "data/x/x/1.in", Some(vec!["x", "1"])),
            ("data/**/*.in", "data/.git/1.in", None),
            ("data/**/*.in", "other/1.in", None),
        ] {
            let found: Option<Vec<String>> =
                found.map(|found| found.into_iter().map(str::to_owned).collect());
            assert_eq!(matched(pattern, path), found, "{pattern} {path}");
        }
    }

    #[test]
    fn a_filled_pattern_matches_again() {
        for (pattern, path) in [
            ("data/*.in", "data/1.in"),
            ("data/**/*.in", "data/1.in"),
            ("data/**/*.in", "data/a/b/1.in"),
            ("a*b*c/d*e", "a1b2c/d3e"),
        ] {
            let pattern = PathPattern::new(pattern).unwrap();
            assert_eq!(pattern.filled(&pattern.matched(path).unwrap()), path);
        }
    }

    #[test]
    fn files_are_named_by_what_they_do_not_have_in_common() {
        for (pattern, path, name) in [
            ("data/secret/*.in", "data/secret/1.in", "1"),
            ("data/**/*.in", "data/secret/1.in", "secret/1"),
            ("tests/*/input", "tests/7/input", "7"),
            ("*.in", "1.in", "1"),
            ("data/*", "data/1.in", "1.in"),
            ("**/input", "input", "input"),
        ] {
            assert_eq!(PathPattern::new(pattern).unwrap().name_of(path), name, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_stays_below_the_folder_of_the_spec() {
        for text in
            ["", "/data/*.in", "../*.in", "data/../*.in", "data//*.in", "./*.in", "data/", "data/**", "a/***"]
        {
            assert_eq!(PathPattern::new(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_in_names_are_in_the_order_of_counting() {
        let mut names = ["10", "a10", "2", "a2b", "a", "1", "01", "a2", "é"];
        names.sort_by(|one, other| in_natural_order(one, other));
        assert_eq!(names, ["01", "1", "2", "10", "a", "a2", "a2b", "a10", "é"]);
    }
}
