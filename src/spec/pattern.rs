//! Expected output of which only a part or the form is known: `Hello, {word}! You are {number} years old.`

use regex::Regex;

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
            Self::Contains(_) => self.missing(output, normalize).is_none(),
        }
    }

    /// Returns the index of the first text that is not contained after those before it.
    pub(crate) fn missing(&self, output: &str, normalize: impl Fn(&str) -> String) -> Option<usize> {
        let Self::Contains(texts) = self else { return None };
        let mut rest = output;
        texts.iter().position(|text| {
            let text = normalize(text);
            match rest.find(&text) {
                Some(place) => {
                    rest = &rest[place + text.len()..];
                    false
                }
                None => true,
            }
        })
    }
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
    fn a_wrong_placeholder_is_named_with_advice() {
        assert_eq!(Pattern::new("{nubmer}").unwrap_err().1, "did you mean `number`?");
        assert_eq!(Pattern::new("a } b").unwrap_err().1, "write `{{` or `}}` for a brace");
    }
}
