//! Expected output of which only a part or the form is known: `Hello, {word}! You are {number} years old.`

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::char::is_combining_mark;

use crate::written_number::number_places;

/// Stands in an output where a line was typed: there a word ends. No character has this number.
pub const TYPED: char = '\u{FDD0}';

/// What an output must be like.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// All of it matches a text with placeholders.
    Whole {
        /// The text as it is written.
        text: String,
        /// What it stands for.
        regex: Regex,
    },
    /// It contains these texts, one after the other.
    Contains(Vec<String>),
    /// It contains these whole words and numbers, one after the other: none is a part of a longer one.
    Words(Vec<String>),
    /// A part of it matches a regular expression, in multi-line mode.
    Regex(Regex),
}

/// The placeholders, each with its regular expression.
const PLACEHOLDERS: [(&str, &str); 4] = [
    ("number", r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"),
    ("word", r"\S+"),
    ("text", r"[^\n]*"),
    ("lines", r"(?:[^\n]*\n)*?"),
];

impl Pattern {
    /// Parses a pattern; `{{` and `}}` stand for braces.
    ///
    /// # Errors
    ///
    /// The problem, and the advice.
    pub(super) fn new(text: &str) -> Result<Self, (String, String)> {
        let mut regex = String::from(r"(?s)\A");
        let mut rest = text;
        while let Some(brace) = rest.find(['{', '}']) {
            regex.push_str(&regex::escape(&rest[..brace]));
            rest = &rest[brace..];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                regex.push_str(&regex::escape(&rest[..1]));
                rest = &rest[2..];
                continue;
            }
            let name = rest.strip_prefix('{').and_then(|inside| inside.split_once('}'));
            let Some((name, after)) = name else {
                let message = "a brace that belongs to no placeholder".to_owned();
                return Err((message, "write `{{` or `}}` for a brace".to_owned()));
            };
            let Some((_, meaning)) = PLACEHOLDERS.iter().find(|(known, _)| *known == name) else {
                let help = super::diagnostic::suggest(name, PLACEHOLDERS.iter().map(|(known, _)| *known));
                return Err((format!("unknown placeholder `{{{name}}}`"), help));
            };
            regex.push_str(meaning);
            rest = after;
        }
        regex.push_str(&regex::escape(rest));
        regex.push_str(r"\z");
        let regex =
            Regex::new(&regex).map_err(|error| (error.to_string(), "use fewer placeholders".to_owned()))?;
        Ok(Self::Whole { text: text.to_owned(), regex })
    }

    /// Tells whether an output is like this. `normalize` removes the differences that do not count from a text that must
    /// be contained. Whole words end at each [`TYPED`].
    pub fn matches(&self, output: &str, normalize: impl Fn(&str) -> String) -> bool {
        match self {
            Self::Whole { regex, .. } | Self::Regex(regex) => regex.is_match(output),
            Self::Contains(_) | Self::Words(_) => self.missing(output, normalize).is_none(),
        }
    }

    /// Returns the index of the first text that is not contained after those before it.
    pub fn missing(&self, output: &str, normalize: impl Fn(&str) -> String) -> Option<usize> {
        let (texts, find): (_, Find) = match self {
            Self::Contains(texts) => {
                (texts, |output, text, from| output.text[from..].find(text).map(|at| from + at))
            }
            Self::Words(texts) => (texts, Output::find_whole),
            Self::Whole { .. } | Self::Regex(_) => return None,
        };
        let output = Output::new(output);
        let mut from = 0;
        texts.iter().position(|text| {
            let text = normalize(text);
            match find(&output, &text, from) {
                Some(place) => {
                    from = place + text.len();
                    false
                }
                None => true,
            }
        })
    }
}

/// An output in which something is looked for.
struct Output {
    text: String,
    /// The bytes before which a line was typed.
    typed: Vec<usize>,
}

/// Finds a text in an output, not before a byte.
type Find = fn(&Output, &str, usize) -> Option<usize>;

impl Output {
    fn new(with_typed: &str) -> Self {
        let mut output = Self { text: String::with_capacity(with_typed.len()), typed: Vec::new() };
        for (number, piece) in with_typed.split(TYPED).enumerate() {
            if number > 0 {
                output.typed.push(output.text.len());
            }
            output.text.push_str(piece);
        }
        output
    }

    /// Returns the first place of a text, not before a byte, where it is no part of a longer word or number: `4` is in
    /// `4 moves` and in `It is 4.`, and not in `164`, `-4`, `4.5` and `4,000`.
    fn find_whole(&self, text: &str, from: usize) -> Option<usize> {
        let starts = self.text[from..].match_indices(text).map(|(at, _)| from + at);
        let mut whole = starts.filter(|start| {
            let (start, end) = (*start, start + text.len());
            let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
            let line_end = self.text[end..].find('\n').map_or(self.text.len(), |newline| end + newline);
            // A line ends on the screen where one is typed, too.
            let (before, after) = (self.typed.partition_point(|at| *at <= start), self.typed_from(end));
            let line_start =
                before.checked_sub(1).map_or(line_start, |last| line_start.max(self.typed[last]));
            let line_end = self.typed.get(after).map_or(line_end, |next| line_end.min(*next));
            let line = &self.text[line_start..line_end];
            let (start, end) = (start - line_start, end - line_start);
            let cuts_word = || [start, end].iter().any(|edge| is_within_word(line, *edge));
            let cuts_number = || {
                let numbers = number_places(line).chain(grouped_numbers(line));
                numbers.into_iter().any(|place| {
                    let last = place.start + line[place.clone()].trim_end_matches('.').len();
                    [start, end].iter().any(|edge| place.start < *edge && *edge < last)
                })
            };
            let joins_words = || {
                let within = &self.typed[before.min(after)..after];
                within.iter().any(|at| is_within_word(line, at - line_start))
            };
            !cuts_word()
                && !cuts_number()
                && !joins_words()
                && !takes_sign(line, start)
                && !cuts_version(line, start..end)
        });
        whole.next()
    }

    /// Returns the index of the first typed line that is not before a byte.
    fn typed_from(&self, byte: usize) -> usize {
        self.typed.partition_point(|at| *at < byte)
    }
}

/// Tells whether a word goes on at a byte of a line. The mark of a letter belongs to its word.
fn is_within_word(line: &str, at: usize) -> bool {
    let is_word = |one: char| one.is_alphanumeric() || one == '_' || is_combining_mark(one);
    let (before, after) = line.split_at(at);
    before.chars().next_back().is_some_and(is_word) && after.chars().next().is_some_and(is_word)
}

/// Tells whether the sign at a byte of a line stands behind something from which the rest is taken: the one in `10-4`.
fn takes_sign(line: &str, at: usize) -> bool {
    let is_sign = |one: char| matches!(one, '-' | '\u{2212}' | '+');
    let is_signed = line[at..].starts_with(is_sign)
        && line[at..].trim_start_matches(is_sign).starts_with(|one: char| one.is_ascii_digit() || one == '.');
    is_signed && line[..at].ends_with(|one: char| is_sign(one) || one.is_alphanumeric() || one == '_')
}

/// Tells whether a text is a piece of numbers that dots part, such as a version or a date: `2.5` in `2.5.1`.
fn cuts_version(line: &str, place: std::ops::Range<usize>) -> bool {
    static PARTED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[0-9]+(?:\.[0-9]+){2,}").expect("it is well formed"));
    let cuts = |edge: usize, found: &regex::Match| found.start() < edge && edge < found.end();
    PARTED.find_iter(line).any(|found| cuts(place.start, &found) || cuts(place.end, &found))
}

/// Returns the places of numbers whose thousands are parted, such as `4,000`. In `4,100,7`, commas part numbers.
fn grouped_numbers(line: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    static GROUPED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+").expect("it is well formed"));
    let is_whole = |place: &std::ops::Range<usize>| {
        let (before, after) = (&line[..place.start], &line[place.end..]);
        let after_comma = after.strip_prefix(',').unwrap_or(after);
        !before.ends_with(|one: char| one.is_alphanumeric() || matches!(one, '.' | ',' | '_'))
            && !after_comma.starts_with(|one: char| one.is_alphanumeric() || one == '_')
    };
    GROUPED.find_iter(line).map(|found| found.range()).filter(is_whole).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_match_their_kind_of_text() {
        let pattern = Pattern::new("{word} has {number} points{{.}}\n{lines}bye{text}").unwrap();
        let matches = |output: &str| pattern.matches(output, str::to_owned);
        assert!(matches("Ann has -3.5e2 points{.}\nbye!"));
        assert!(matches("Ann has 3 points{.}\nany\nlines\nbye"));
        assert!(!matches("Ann has no points{.}\nbye"));
        assert!(
            !matches("Ann has \u{0663} points{.}\nbye"),
            "digits of other scripts are no number elsewhere either"
        );
        assert!(!matches("Ann has 3 points{.}\nbye\nand more"));
    }

    #[test]
    fn what_must_be_contained_stands_one_after_the_other() {
        let pattern = Pattern::Contains(vec!["Ada".into(), "Bob".into(), "Ada".into()]);
        let missing = |output: &str| pattern.missing(output, str::to_owned);
        assert_eq!(missing("Ada, Bob, Ada"), None);
        assert_eq!(missing("Ada, Bob"), Some(2));
        assert_eq!(missing("Bob, Ada"), Some(1));
    }

    #[test]
    fn whole_words_and_numbers_are_no_part_of_longer_ones() {
        let is_there =
            |text: &str, output: &str| Pattern::Words(vec![text.to_owned()]).matches(output, str::to_owned);
        for output in [
            "4",
            "4 moves",
            "It is 4.",
            "(4)",
            "10-4",
            "164 or 4",
            "a 4.5\nb 4\n",
            "10\u{2212}4",
            "4,5",
            "4,100,7",
        ] {
            assert!(is_there("4", output), "{output}");
        }
        for output in
            ["164", "-4", "\u{2212}4", "4.5", "0.4", "4e3", "x4", "4th", "4,000", "is 4,000,000.", ""]
        {
            assert!(!is_there("4", output), "{output}");
        }
        assert!(is_there("over", "It is over!") && !is_there("over", "overflow") && !is_there("é", "éa"));
        for (text, output) in [
            ("-4", "10-4"),
            ("-4", "--4"),
            ("-4", "x-4"),
            ("2.5", "2.5.1"),
            ("5.1", "2.5.1"),
            ("2026", "28.11.2026"),
        ] {
            assert!(!is_there(text, output), "{text} in {output}");
        }
        assert!(is_there("2.5.1", "version 2.5.1.") && is_there("- 4", "10 - 4") && is_there("-4", "(-4)"));
        assert!(is_there("-4", "x = -4") && is_there("is over", "It is over.") && is_there("!", "a!b"));
        assert!(is_there("4,000", "4,000") && is_there("000", "a,000") && !is_there("cafe", "cafe\u{301}"));
        assert!(is_there("cafe\u{301}", "a cafe\u{301}.") && is_there("\u{2212}4", "x = \u{2212}4"));
        let twice = Pattern::Words(vec!["4".to_owned(), "4".to_owned()]);
        assert_eq!(twice.missing("4 44", str::to_owned), Some(1));
    }

    #[test]
    fn words_end_where_a_line_is_typed() {
        let is_there = |text: &str, output: &str| {
            Pattern::Words(vec![text.to_owned()])
                .matches(&output.replace('|', &TYPED.to_string()), str::to_owned)
        };
        assert!(
            is_there("4", "Enter n|4 apples") && is_there("Sum", "Enter n|Sum is 4") && is_there("1", "1|4")
        );
        assert!(is_there("Sum", "a|b|Sum|c") && is_there("n? Sum", "n? |Sum is 4"));
        assert!(!is_there("14", "Part 1|4 apples") && !is_there("nSum", "n|Sum") && !is_there("4", "|x4|"));
    }

    #[test]
    fn a_wrong_placeholder_is_named_with_advice() {
        assert_eq!(Pattern::new("{nubmer}").unwrap_err().1, "did you mean `number`?");
        assert_eq!(Pattern::new("a } b").unwrap_err().1, "write `{{` or `}}` for a brace");
    }
}
