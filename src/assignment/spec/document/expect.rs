//! The keys of `expect`: the expectation where it is not the reference's.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::files::{FilesDocument, LeftDocument};
use super::scalar::Scalar;
use crate::spec::yaml::At;

/// The expectation where it is not the reference's.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct ExpectDocument {
    /// Standard output: a text, or one of `pattern`, `contains`, `regex`, `from` and `any_of`.
    pub(in crate::spec) stdout: Option<At<OutputDocument>>,
    /// Outputs that are right besides, in the same forms as `stdout`.
    #[serde(default)]
    pub(in crate::spec) also: Vec<At<OutputDocument>>,
    /// The exit code: a number, `nonzero` or `any`; 0 if not given. `waiting`: it must ask for more input instead.
    pub(in crate::spec) exit: Option<At<Scalar>>,
    /// Standard error: `ignored` (if not given), `empty`, or one of `contains`, `regex` and `from`.
    pub(in crate::spec) stderr: Option<StderrDocument>,
    /// Files that the program must leave, by their paths: a text, `reference`, `absent` or `{from: …}`.
    pub(in crate::spec) files: Option<FilesDocument<LeftDocument>>,
}

impl ExpectDocument {
    /// Tells whether any key is given.
    pub(in crate::spec) fn is_given(&self) -> bool {
        self.stdout.is_some()
            || !self.also.is_empty()
            || self.exit.is_some()
            || self.stderr.is_some()
            || self.files.is_some()
    }
}

/// The expected standard output.
#[derive(Debug)]
pub(in crate::spec) enum OutputDocument {
    Text(String),
    Pattern(String),
    AnyOf(Vec<At<OutputDocument>>),
    Contains(ContainedDocument),
    Regex(At<Scalar>),
    From(At<Scalar>),
}

/// A text that is contained, or several, one after the other; or whole words.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub(in crate::spec) enum ContainedDocument {
    Texts(TextsDocument),
    Whole(WholeDocument),
}

/// Whole words and numbers that are contained.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct WholeDocument {
    /// A word or number, or several, one after the other. None is a part of a longer one: `4` is not in `164`.
    pub(in crate::spec) words: TextsDocument,
}

/// A text, or several.
#[derive(Debug)]
pub(in crate::spec) struct TextsDocument(pub(in crate::spec) Vec<Scalar>);

impl<'de> Deserialize<'de> for TextsDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = TextsDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text or a whole number (anything else in quotes), or a list of them")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<TextsDocument, E> {
                Ok(TextsDocument(vec![Scalar(text.to_owned())]))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<TextsDocument, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<TextsDocument, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<TextsDocument, A::Error> {
                let mut all = Vec::new();
                while let Some(item) = items.next_element()? {
                    all.push(item);
                }
                Ok(TextsDocument(all))
            }
        }
        deserializer.deserialize_any(Texts)
    }
}

impl JsonSchema for TextsDocument {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Texts".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let text = generator.subschema_for::<Scalar>();
        json_schema!({ "anyOf": [text, { "type": "array", "items": text }] })
    }
}

impl<'de> Deserialize<'de> for ContainedDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Contained;
        impl<'de> Visitor<'de> for Contained {
            type Value = ContainedDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(
                    "a text or a whole number (anything else in quotes), a list of them, or `{words: …}`",
                )
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ContainedDocument, E> {
                TextsDocument::deserialize(text.into_deserializer()).map(ContainedDocument::Texts)
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<ContainedDocument, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<ContainedDocument, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<ContainedDocument, A::Error> {
                TextsDocument::deserialize(SeqAccessDeserializer::new(items)).map(ContainedDocument::Texts)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ContainedDocument, A::Error> {
                WholeDocument::deserialize(MapAccessDeserializer::new(map)).map(ContainedDocument::Whole)
            }
        }
        deserializer.deserialize_any(Contained)
    }
}

/// The keys of an output that is no text.
const OUTPUT_KEYS: &[&str] = &["pattern", "any_of", "contains", "regex", "from"];

impl<'de> Deserialize<'de> for OutputDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Output;
        impl<'de> Visitor<'de> for Output {
            type Value = OutputDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text, or one of `pattern`, `contains`, `regex`, `from` and `any_of`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<OutputDocument, E> {
                Ok(OutputDocument::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OutputDocument, A::Error> {
                match map.next_key::<String>()?.as_deref() {
                    Some("pattern") => map.next_value().map(|Scalar(text)| OutputDocument::Pattern(text)),
                    Some("any_of") => map.next_value().map(OutputDocument::AnyOf),
                    Some("contains") => map.next_value().map(OutputDocument::Contains),
                    Some("regex") => map.next_value().map(OutputDocument::Regex),
                    Some("from") => map.next_value().map(OutputDocument::From),
                    Some(other) => Err(de::Error::unknown_field(other, OUTPUT_KEYS)),
                    None => Err(de::Error::missing_field("pattern")),
                }
            }
        }
        deserializer.deserialize_any(Output)
    }
}

impl JsonSchema for OutputDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Output".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let output = generator.subschema_for::<Self>();
        let contained = generator.subschema_for::<ContainedDocument>();
        json_schema!({ "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "pattern": { "type": "string" } },
                "required": ["pattern"],
                "additionalProperties": false
            },
            {
                "type": "object",
                "properties": { "contains": contained },
                "required": ["contains"],
                "additionalProperties": false
            },
            {
                "type": "object",
                "properties": { "regex": { "type": "string" } },
                "required": ["regex"],
                "additionalProperties": false
            },
            {
                "type": "object",
                "properties": { "from": { "type": "string" } },
                "required": ["from"],
                "additionalProperties": false
            },
            {
                "type": "object",
                "properties": { "any_of": { "type": "array", "items": output, "minItems": 1 } },
                "required": ["any_of"],
                "additionalProperties": false
            }
        ] })
    }
}

/// The expected standard error.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::spec) enum StderrDocument {
    /// Any text.
    Ignored,
    /// No text.
    Empty,
    /// Any text that contains this one, or these, one after the other.
    Contains(At<ContainedDocument>),
    /// Any text of which a part matches this regular expression.
    Regex(At<Scalar>),
    /// The content of a file, by its path from the spec's folder.
    From(At<Scalar>),
}
