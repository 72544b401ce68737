//! The keys of `numbers`: how much numbers may differ.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// How much numbers may differ.
#[derive(Clone, Debug)]
pub(in crate::spec) enum ToleranceDocument {
    /// Absolutely for numbers up to 1, and relative to the expected one above.
    Mixed(String),
    Bounds(BoundsDocument),
}

/// Bounds of which one is enough.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct BoundsDocument {
    pub(in crate::spec) absolute: Option<At<Scalar>>,
    pub(in crate::spec) relative: Option<At<Scalar>>,
}

impl<'de> Deserialize<'de> for ToleranceDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Tolerance;
        impl<'de> Visitor<'de> for Tolerance {
            type Value = ToleranceDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number such as `1e-6`, or `{absolute: 0.01}`, `{relative: 1e-6}` or both")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ToleranceDocument, E> {
                Ok(ToleranceDocument::Mixed(text.to_owned()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<ToleranceDocument, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<ToleranceDocument, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<ToleranceDocument, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ToleranceDocument, A::Error> {
                BoundsDocument::deserialize(MapAccessDeserializer::new(map)).map(ToleranceDocument::Bounds)
            }
        }
        deserializer.deserialize_any(Tolerance)
    }
}

impl JsonSchema for ToleranceDocument {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tolerance".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let number = json_schema!({ "type": ["number", "string"] });
        json_schema!({ "oneOf": [
            number,
            {
                "type": "object",
                "description": "The largest difference: as such, or as a share of the expected number.",
                "properties": { "absolute": number, "relative": number },
                "minProperties": 1,
                "additionalProperties": false
            }
        ] })
    }
}
