//! Expected output of which only a part or the form is known: `Hello, {word}! You are {number} years old.`

use regex::Regex;

use super::written_number::number_places;

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
    ("number", r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"),
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
    /// be contained.
    pub(crate) fn matches(&self, output: &str, normalize: impl Fn(&str) -> String) -> bool {
        match self {
            Self::Whole { regex, .. } | Self::Regex(regex) => regex.is_match(output),
            Self::Contains(_) | Self::Words(_) => self.missing(output, normalize).is_none(),
        }
    }

    /// Returns the index of the first text that is not contained after those before it.
    pub(crate) fn missing(&self, output: &str, normalize: impl Fn(&str) -> String) -> Option<usize> {
        let (texts, find): (_, Find) = match self {
            Self::Contains(texts) => {
                (texts, |output, text, from| output[from..].find(text).map(|at| from + at))
            }
            Self::Words(texts) => (texts, find_whole),
            Self::Whole { .. } | Self::Regex(_) => return None,
        };
        let mut from = 0;
        texts.iter().position(|text| {
            let text = normalize(text);
            match find(output, &text, from) {
                Some(place) => {
                    from = place + text.len();
                    false
                }
                None => true,
            }
        })
    }
}

/// Finds a text in an output, not before a byte.
type Find = fn(&str, &str, usize) -> Option<usize>;

/// Returns the first place of a text, not before a byte, where it is no part of a longer word or number: `4` is in
/// `4 moves` and in `It is 4.`, and not in `164`, `-4` and `4.5`.
fn find_whole(output: &str, text: &str, from: usize) -> Option<usize> {
    let starts = output[from..].match_indices(text).map(|(at, _)| from + at);
    let mut whole = starts.filter(|start| {
        let end = start + text.len();
        let line_start = output[..*start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = output[end..].find('\n').map_or(output.len(), |newline| end + newline);
        let is_word = |one: Option<char>| one.is_some_and(|one| one.is_alphanumeric() || one == '_');
        let is_cut = |outside: Option<char>, inside: Option<char>| is_word(outside) && is_word(inside);
        let cuts_word = is_cut(output[..*start].chars().next_back(), text.chars().next())
            || is_cut(output[end..].chars().next(), text.chars().next_back());
        let cuts_number = || {
            number_places(&output[line_start..line_end]).any(|place| {
                let number = output[line_start..line_end][place.clone()].trim_end_matches('.');
                let (first, last) = (line_start + place.start, line_start + place.start + number.len());
                [*start, end].iter().any(|edge| first < *edge && *edge < last)
            })
        };
        !cuts_word && !cuts_number()
    });
    whole.next()
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
        for output in ["4", "4 moves", "It is 4.", "(4)", "10-4", "164 or 4", "a 4.5\nb 4\n"] {
            assert!(is_there("4", output), "{output}");
        }
        for output in ["164", "-4", "4.5", "0.4", "4e3", "x4", "4th", ""] {
            assert!(!is_there("4", output), "{output}");
        }
        assert!(is_there("over", "It is over!") && !is_there("over", "overflow") && !is_there("é", "éa"));
        assert!(is_there("-4", "x = -4") && is_there("is over", "It is over.") && is_there("!", "a!b"));
        let twice = Pattern::Words(vec!["4".to_owned(), "4".to_owned()]);
        assert_eq!(twice.missing("4 44", str::to_owned), Some(1));
    }

    #[test]
    fn a_wrong_placeholder_is_named_with_advice() {
        assert_eq!(Pattern::new("{nubmer}").unwrap_err().1, "did you mean `number`?");
        assert_eq!(Pattern::new("a } b").unwrap_err().1, "write `{{` or `}}` for a brace");
    }
}
