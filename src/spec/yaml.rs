//! Reads YAML, and turns the errors of the parser into diagnostics.
//!
//! Only this module knows which YAML library is used.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
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

/// Parses a document.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Diagnostic> {
    let options = serde_yaml::options! {
        strict_booleans: true,
        with_snippet: false,
        budget: serde_yaml::budget! {
            max_documents: 1,
            max_aliases: 1_000,
            max_total_scalar_bytes: 8 * 1024 * 1024,
        },
    };
    serde_yaml::from_str_with_options(text, options).map_err(|error| complain(text, &error))
}

/// Parses a document of any shape, which somebody else wrote for another program.
///
/// # Errors
///
/// With what is wrong, in a few words, and the number of the line.
pub(crate) fn read_value(text: &str) -> Result<serde_json::Value, (String, usize)> {
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
            Diagnostic::new(place, format!("the key `{field}` is missing"), format!("needs `{field}:`"))
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
        }
        Error::Unexpected { expected, .. } => {
            let expected = match *expected {
                "mapping start" => "keys with values, such as `name: …`",
                "sequence start" => "a list, such as `- …`",
                "string scalar" => "a text",
                other => other,
            };
            Diagnostic::new(place, format!("expected {expected}"), "something else stands here")
        }
        Error::InvalidScalar { ty, .. } => Diagnostic::new(
            place,
            format!("`{value}` is not {}", plain_type(ty)),
            format!("expected {}", plain_type(ty)),
        ),
        Error::InvalidBooleanStrict { .. } => {
            Diagnostic::new(place, format!("`{value}` is not a truth value"), "expected `true` or `false`")
        }
        Error::NullIntoString { .. } => Diagnostic::new(place, "a value is missing", "nothing stands here")
            .help("write `\"\"` for an empty text or an empty line"),
        Error::Eof { .. } => Diagnostic::new(place, "the spec ends too early", "something is missing here"),
        Error::MultipleDocuments { .. } => {
            Diagnostic::new(place, "more than one document", "a second one begins here")
                .help("remove the `---`")
        }
        other => {
            // The library's own message, without its line and column.
            let message = other.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            let message = message
                .split_once(": ")
                .filter(|(head, _)| head.starts_with("line "))
                .map_or(message, |m| m.1);
            Diagnostic::new(place, format!("not valid YAML: {message}"), "here")
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
