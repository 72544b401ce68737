//! What a doctest leaves open about the text under a prompt: it is accepted as `doctest` accepts it.

use std::sync::LazyLock;

use regex::Regex;

/// What the options of `doctest` say about an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leeway {
    /// `+ELLIPSIS`: `...` stands for any text.
    pub ellipsis: bool,
    /// `+NORMALIZE_WHITESPACE`: all blanks and ends of lines are alike.
    pub blanks: bool,
    /// `+IGNORE_EXCEPTION_DETAIL`: of an exception the class counts.
    pub class_only: bool,
    /// `1` stands for `True`, and `0` for `False`, unless `+DONT_ACCEPT_TRUE_FOR_1` is said.
    pub truth: bool,
    /// A line `<BLANKLINE>` stands for an empty one, unless `+DONT_ACCEPT_BLANKLINE` is said.
    pub blank_lines: bool,
    /// `+SKIP`: the example is left out.
    pub is_skipped: bool,
}

/// What an example shows.
#[derive(Clone, Copy, Debug)]
pub struct Got<'a> {
    /// What is printed, and the value behind it.
    pub shown: &'a str,
    /// The class and the message of the exception.
    pub raised: Option<(&'a str, &'a str)>,
}

/// The comment with the options of an example.
static OPTIONS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?m)#\s*doctest:\s*([^\n'"]*)$"#).expect("the pattern is part of the program")
});

/// An object whose place in memory is shown: `<shapes.Box object at 0x...>`.
static PLACED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"<(?:[\w.]*\.)?(\w+)(?: object)? at (?:0x)?\.\.\.>")
        .expect("the pattern is part of the program")
});

impl Leeway {
    /// Reads the options in the comments of an example.
    pub fn of(source: &str) -> Self {
        let mut leeway = Self {
            ellipsis: false,
            blanks: false,
            class_only: false,
            truth: true,
            blank_lines: true,
            is_skipped: false,
        };
        for comment in OPTIONS.captures_iter(source) {
            for option in comment[1].replace(',', " ").split_whitespace() {
                let (is_on, name) = (option.starts_with('+'), option.get(1..).unwrap_or_default());
                match name {
                    "ELLIPSIS" => leeway.ellipsis = is_on,
                    "NORMALIZE_WHITESPACE" => leeway.blanks = is_on,
                    "IGNORE_EXCEPTION_DETAIL" => leeway.class_only = is_on,
                    "DONT_ACCEPT_TRUE_FOR_1" => leeway.truth = !is_on,
                    "DONT_ACCEPT_BLANKLINE" => leeway.blank_lines = !is_on,
                    "SKIP" => leeway.is_skipped = is_on,
                    _ => {}
                }
            }
        }
        leeway
    }

    /// Tells whether `doctest` accepts what an example shows.
    pub fn accepts(self, wanted: &str, got: Got) -> bool {
        let is_error = wanted.starts_with("Traceback (most recent call last):")
            || wanted.starts_with("Traceback (innermost last):");
        match (is_error, got.raised) {
            (true, Some((class, message))) => {
                // The lines of the stack are indented.
                let is_message = |line: &&str| line.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                let lines: Vec<&str> = wanted.lines().skip(1).skip_while(|line| !is_message(line)).collect();
                let wanted = without_module(&lines.join("\n"));
                let whole = if message.is_empty() { class.to_owned() } else { format!("{class}: {message}") };
                let is_same = self.class_only && without_detail(&wanted) == without_module(class);
                is_same || self.is_same(&wanted, &without_module(&whole))
            }
            (false, None) => {
                let placed = PLACED.replace_all(wanted, "<$1 object>");
                self.is_same(wanted, got.shown) || self.ellipsis && self.is_same(&placed, got.shown)
            }
            _ => false,
        }
    }

    fn is_same(self, wanted: &str, got: &str) -> bool {
        let lines = |text: &str| {
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            lines.join("\n").trim_end().to_owned()
        };
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (wanted, got) = match self.blanks {
            true => (words(wanted), words(got)),
            false => (lines(wanted), lines(got)),
        };
        let is_truth = matches!((wanted.as_str(), got.as_str()), ("1", "True") | ("0", "False"));
        wanted == got || self.truth && is_truth || self.ellipsis && is_like(&wanted, &got)
    }
}

/// Returns the message of an exception without the modules before its class.
fn without_module(message: &str) -> String {
    let (class, rest) = message.split_at(message.find([':', '\n']).unwrap_or(message.len()));
    format!("{}{rest}", class.rsplit('.').next().unwrap_or(class))
}

fn without_detail(message: &str) -> &str {
    &message[..message.find([':', '\n']).unwrap_or(message.len())]
}

/// Tells whether a text is like another one in which `...` stands for any text.
fn is_like(wanted: &str, got: &str) -> bool {
    let pieces: Vec<&str> = wanted.split("...").collect();
    let [first, middle @ .., last] = pieces.as_slice() else { return wanted == got };
    let Some(rest) = got.strip_prefix(first) else { return false };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    true
}
