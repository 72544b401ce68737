//! Reads YAML, and turns the errors of the parser into diagnostics.
//!
//! Only this module knows which YAML library is used.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_yaml::budget::BudgetBreach;
use serde_yaml::{Error, Location, Spanned};

use super::diagnostic::{Diagnostic, suggest};

/// A value with its place.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct At<T>(Spanned<T>);

impl<T> At<T> {
    pub(super) fn value(&self) -> &T {
        &self.0.value
    }

    /// Returns the place, in bytes of the text.
    pub(super) fn place(&self) -> Range<usize> {
        range(self.0.referenced)
    }

    /// Returns the place where the value itself is written, if it is another one (an alias of YAML).
    pub(super) fn written(&self) -> Range<usize> {
        range(self.0.defined)
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

/// The most values that are written once and stand in several places, all of them counted wherever they stand.
const MOST_REPEATED: usize = 50_000;

/// Parses a document.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Diagnostic> {
    let options = serde_yaml::options! {
        strict_booleans: true,
        with_snippet: false,
        budget: serde_yaml::budget! {
            max_documents: 1,
            max_aliases: 1_000,
            max_anchors: 1_000,
            max_total_scalar_bytes: 8 * 1024 * 1024,
            max_recorded_anchor_events: MOST_REPEATED,
            max_recorded_anchor_bytes: 8 * 1024 * 1024,
        },
        // A few lines with aliases of aliases stand for more than any memory holds.
        alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: MOST_REPEATED },
    };
    serde_yaml::from_str_with_options(text, options).map_err(|error| complain(text, &error))
}

/// Parses a document of any shape, which somebody else wrote for another program.
///
/// # Errors
///
/// With what is wrong, in a few words, and the number of the line.
pub fn read_value(text: &str) -> Result<serde_json::Value, (String, usize)> {
    if is_blank(text) {
        return Ok(serde_json::Value::Null);
    }
    read(text).map_err(|diagnostic| {
        let before = text.get(..diagnostic.place.start).unwrap_or_default();
        (diagnostic.message, before.matches('\n').count() + 1)
    })
}

fn complain(text: &str, error: &Error) -> Diagnostic {
    let error = error.without_snippet();
    let place = error.location().map_or(0..0, |location| range_in(text, location));
    // Errors of a visitor are at the start of a word.
    let place = if place.is_empty() { word_at(text, place.start) } else { place };
    let value = text.get(place.clone()).unwrap_or_default().trim_end();
    let mut error = error;
    while let Error::AliasError { error: written, .. } = error {
        error = written;
    }
    match error {
        Error::SerdeUnknownField { field, expected, .. } => {
            Diagnostic::new(place, format!("unknown key `{field}`"), "not a key that is known here")
                .help(suggest(field, expected.iter().copied()))
        }
        Error::SerdeUnknownVariant { variant, expected, .. } => {
            Diagnostic::new(place, format!("unknown word `{variant}`"), "not a word that is known here")
                .help(suggest(variant, expected.iter().copied()))
        }
        Error::SerdeMissingField { field, .. } => {
            let help = format!("add `{field}:` here, with a value");
            Diagnostic::new(place, format!("the key `{field}` is missing"), format!("needs `{field}:`"))
                .help(help)
        }
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or("a key");
            Diagnostic::new(place, format!("`{key}` is given twice"), "a second time")
                .help("keep one of them")
        }
        Error::Eof { .. } | Error::Unexpected { .. } if is_blank(text) => {
            Diagnostic::new(0..0, "the spec is empty", "nothing stands here")
                .help("`yardstick specs --show byu-connect-four` prints a spec to start from")
        }
        Error::SerdeInvalidType { expected, .. } | Error::SerdeInvalidValue { expected, .. } => {
            Diagnostic::new(place, format!("expected {expected}"), "something else stands here")
                .help("write one of these forms")
        }
        Error::Unexpected { expected, .. } => {
            let found = Found::at(text.get(place.start..).unwrap_or_default());
            let (expected, help) = match *expected {
                "mapping start" => (
                    "keys with values, such as `name: …`",
                    "write its keys below it, each with a value: docs/spec.md names them".to_owned(),
                ),
                "sequence start" if found == Found::Single => {
                    ("a list, such as `- …`", format!("put it into brackets: `[{value}]`"))
                }
                "sequence start" => {
                    ("a list, such as `- …`", "write its items in brackets: `[first, second]`".to_owned())
                }
                "string scalar" => {
                    ("a single value", "write one value, without brackets and braces".to_owned())
                }
                other => (other, "write that instead".to_owned()),
            };
            Diagnostic::new(place, format!("expected {expected}"), found.label()).help(help)
        }
        Error::ExpectedStringKeyForExternallyTaggedEnum { .. }
        | Error::ExternallyTaggedEnumExpectedScalarOrMapping { .. } => {
            let found = Found::at(text.get(place.start..).unwrap_or_default());
            Diagnostic::new(place, "expected a single word", found.label())
                .help("write one of the words that docs/spec.md names for this key")
        }
        Error::InvalidScalar { ty, .. } => {
            let message = format!("`{value}` is not {}", plain_type(ty));
            Diagnostic::new(place, message, format!("expected {}", plain_type(ty)))
                .help("write digits alone, such as `2`")
        }
        Error::InvalidBooleanStrict { .. } => {
            Diagnostic::new(place, format!("`{value}` is not a truth value"), "expected `true` or `false`")
                .help("write `true` or `false`, in small letters")
        }
        Error::NullIntoString { .. } => Diagnostic::new(place, "a value is missing", "nothing stands here")
            .help("write `\"\"` for an empty text or an empty line"),
        Error::Eof { .. } => Diagnostic::new(place, "the spec ends too early", "something is missing here"),
        Error::MultipleDocuments { .. } | Error::Budget { breach: BudgetBreach::Documents { .. }, .. } => {
            Diagnostic::new(place, "more than one document", "a second one begins here")
                .help("remove the `---`")
        }
        Error::AliasReplayLimitExceeded { .. }
        | Error::Budget {
            breach:
                BudgetBreach::Aliases { .. }
                | BudgetBreach::Anchors { .. }
                | BudgetBreach::AliasAnchorRatio { .. }
                | BudgetBreach::MergeKeys { .. }
                | BudgetBreach::RecordedAnchorEvents { .. }
                | BudgetBreach::RecordedAnchorBytes { .. },
            ..
        } => {
            Diagnostic::new(place, "aliases such as `*name` stand for too many values in it", "one too many")
                .help("write out what they stand for, or use fewer of them")
        }
        Error::UnknownAnchor { .. } => Diagnostic::new(
            place,
            "a value that begins with `*` stands for another one in YAML",
            "there is none",
        )
        .help("put a text that begins with `*` into quotes"),
        Error::Message { msg, .. } => Diagnostic::new(place, msg.clone(), "here").help("keep one of them"),
        other => {
            // The library's own message, without its line and column.
            let message = other.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            let message = message
                .split_once(": ")
                .filter(|(head, _)| head.starts_with("line "))
                .map_or(message, |m| m.1);
            let help = match message.starts_with("tabs ") {
                true => "indent with blanks: YAML takes no tabs there",
                false => "look at the brackets, quotes and blanks of this line and of the one before it",
            };
            Diagnostic::new(place, format!("not valid YAML: {message}"), "here").help(help)
        }
    }
}

/// What stands where something else is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    List,
    Keys,
    Single,
}

impl Found {
    /// Tells what begins with this text.
    fn at(text: &str) -> Self {
        let line = text.lines().next().unwrap_or_default().trim_end();
        let is_key =
            |line: &str| line.ends_with(':') || line.contains(": ") && !line.starts_with(['"', '\'']);
        match line {
            "" | "~" | "null" => Self::Nothing,
            list if list.starts_with('[') || list.starts_with("- ") => Self::List,
            keys if keys.starts_with('{') || is_key(keys) => Self::Keys,
            // Of an empty pair of braces the second one is pointed at.
            end if end.starts_with('}') => Self::Keys,
            line if line.starts_with([']', ',', '#']) => Self::Nothing,
            _ => Self::Single,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Nothing => "nothing stands here",
            Self::List => "a list stands here",
            Self::Keys => "keys with values stand here",
            Self::Single => "a single value stands here",
        }
    }
}

fn plain_type(ty: &str) -> &'static str {
    match ty.chars().next() {
        Some('u') => "a whole number, zero or more",
        Some('i') => "a whole number",
        Some('f') => "a number",
        _ => "another kind of value",
    }
}

/// Tells whether a text contains only comments and document marks.
fn is_blank(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line == "---" || line.starts_with('#'))
}

/// The parser gives bytes for values, but only line and column for text that it cannot read.
fn range_in(text: &str, location: Location) -> Range<usize> {
    if location.span().byte_offset().is_some() {
        return range(location);
    }
    let line = location.line().saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let column = location.column().saturating_sub(1) as usize;
    let offset = text[start..].char_indices().nth(column).map_or(0, |(offset, _)| offset);
    start + offset..start + offset
}

fn range(location: Location) -> Range<usize> {
    let span = location.span();
    let start = span.byte_offset().unwrap_or_default() as usize;
    start..start + span.byte_len().unwrap_or_default() as usize
}

fn word_at(text: &str, start: usize) -> Range<usize> {
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.find(|c: char| c.is_whitespace() || ":,]}#".contains(c)).unwrap_or(rest.len());
    start..start + length.max(usize::from(!rest.is_empty()))
}
