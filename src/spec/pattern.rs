//! Expected output with placeholders: `Hello, {word}! You are {number} years old.`

use regex::Regex;

/// A text with placeholders.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    regex: Regex,
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
        Ok(Self { text: text.to_owned(), regex })
    }

    /// Returns the pattern as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Tells whether the whole output matches the pattern.
    pub fn matches(&self, output: &str) -> bool {
        self.regex.is_match(output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_match_their_kind_of_text() {
        let pattern = Pattern::new("{word} has {number} points{{.}}\n{lines}bye{text}").unwrap();
        assert!(pattern.matches("Ann has -3.5e2 points{.}\nbye!"));
        assert!(pattern.matches("Ann has 3 points{.}\nany\nlines\nbye"));
        assert!(!pattern.matches("Ann has no points{.}\nbye"));
        assert!(!pattern.matches("Ann has 3 points{.}\nbye\nand more"));
    }

    #[test]
    fn a_wrong_placeholder_is_named_with_advice() {
        assert_eq!(Pattern::new("{nubmer}").unwrap_err().1, "did you mean `number`?");
        assert_eq!(Pattern::new("a } b").unwrap_err().1, "write `{{` or `}}` for a brace");
    }
}
