//! The files of one run: those that are laid out for it, and those that it must leave.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::compare::CompareDocument;
use super::expect::ContainedDocument;
use super::scalar::{FromDocument, Scalar};
use crate::spec::yaml::At;

/// Files by their paths.
pub(in crate::spec) type FilesDocument<T> = BTreeMap<String, At<T>>;

/// A file that is laid out for a run.
#[derive(Debug)]
pub(in crate::spec) enum GivenDocument {
    Text(String),
    From(At<Scalar>),
}

/// What must be at a path when the program has ended.
#[derive(Debug)]
pub(in crate::spec) enum LeftDocument {
    Absent,
    Reference,
    Text(String),
    Detailed(Box<DetailedDocument>),
}

/// A file, and how it is compared.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct DetailedDocument {
    /// The content. Without any of `text`, `from`, `contains` and `regex` it is what the reference leaves.
    pub(in crate::spec) text: Option<At<Scalar>>,
    /// A file with the content, by its path from the spec's folder.
    pub(in crate::spec) from: Option<At<Scalar>>,
    /// Texts that it must contain, one after the other.
    pub(in crate::spec) contains: Option<At<ContainedDocument>>,
    /// A regular expression that must match a part of it.
    pub(in crate::spec) regex: Option<At<Scalar>>,
    /// How it is compared; byte by byte if not given.
    pub(in crate::spec) compare: Option<At<CompareDocument>>,
}

impl<'de> Deserialize<'de> for GivenDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Given;
        impl<'de> Visitor<'de> for Given {
            type Value = GivenDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the text of the file, or `{from: …}`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<GivenDocument, E> {
                Ok(GivenDocument::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GivenDocument, A::Error> {
                let from = FromDocument::deserialize(MapAccessDeserializer::new(map));
                from.map(|document| GivenDocument::From(document.from))
            }
        }
        deserializer.deserialize_any(Given)
    }
}

impl<'de> Deserialize<'de> for LeftDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Left;
        impl<'de> Visitor<'de> for Left {
            type Value = LeftDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("`reference`, `absent`, the text of the file, or `{from: …, compare: […]}`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<LeftDocument, E> {
                Ok(match text {
                    "absent" => LeftDocument::Absent,
                    "reference" => LeftDocument::Reference,
                    text => LeftDocument::Text(text.to_owned()),
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LeftDocument, A::Error> {
                let detailed = DetailedDocument::deserialize(MapAccessDeserializer::new(map));
                detailed.map(|detailed| LeftDocument::Detailed(detailed.into()))
            }
        }
        deserializer.deserialize_any(Left)
    }
}

impl JsonSchema for GivenDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "GivenFile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "from": { "type": "string" } },
                "required": ["from"],
                "additionalProperties": false
            }
        ] })
    }
}

impl JsonSchema for LeftDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LeftFile".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let detailed = generator.subschema_for::<DetailedDocument>();
        json_schema!({ "oneOf": [{ "type": "string" }, detailed] })
    }
}
