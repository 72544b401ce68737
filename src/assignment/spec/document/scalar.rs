//! Single values and lines of input, as they are written.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::spec::yaml::At;

/// A single value, as it is written: `00` stays `00`.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(in crate::spec) struct Scalar(pub(in crate::spec) String);

impl JsonSchema for Scalar {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Scalar".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number", "boolean"] })
    }
}

/// Lines of input.
#[derive(Debug)]
pub(in crate::spec) enum LinesDocument {
    Lines(Vec<String>),
    /// Those of a file, by its path from the spec's folder.
    From(At<Scalar>),
}

impl Default for LinesDocument {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

/// `{from: …}`, and nothing else.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FromDocument {
    pub(super) from: At<Scalar>,
}

impl<'de> Deserialize<'de> for LinesDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lines;
        impl<'de> Visitor<'de> for Lines {
            type Value = LinesDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of lines, a text with one on each line, or `{from: …}`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<LinesDocument, E> {
                Ok(LinesDocument::Lines(text.lines().map(str::to_owned).collect()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<LinesDocument, A::Error> {
                let mut lines = Vec::new();
                while let Some(Scalar(line)) = items.next_element()? {
                    lines.push(line);
                }
                Ok(LinesDocument::Lines(lines))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LinesDocument, A::Error> {
                let from = FromDocument::deserialize(MapAccessDeserializer::new(map));
                from.map(|document| LinesDocument::From(document.from))
            }
        }
        deserializer.deserialize_any(Lines)
    }
}

impl JsonSchema for LinesDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Lines".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let line = Scalar::json_schema(generator);
        json_schema!({ "oneOf": [
            { "type": "array", "items": line },
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
