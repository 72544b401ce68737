//! The value of `reference`: the source of the expected output.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// The expected output comes from a built-in reference or from a program.
#[derive(Debug)]
pub(in crate::spec) enum ReferenceDocument {
    BuiltIn(String),
    Program(ProgramDocument),
}

/// A program that is the reference.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct ProgramDocument {
    /// Its files, by their paths from the spec's folder; the first one is run.
    pub(in crate::spec) files: At<Vec<At<Scalar>>>,
}

impl<'de> Deserialize<'de> for ReferenceDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reference;
        impl<'de> Visitor<'de> for Reference {
            type Value = ReferenceDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the key of a built-in reference, or `{files: [solution.py]}`")
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<ReferenceDocument, E> {
                Ok(ReferenceDocument::BuiltIn(key.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ReferenceDocument, A::Error> {
                ProgramDocument::deserialize(de::value::MapAccessDeserializer::new(map))
                    .map(ReferenceDocument::Program)
            }
        }
        deserializer.deserialize_any(Reference)
    }
}

impl JsonSchema for ReferenceDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Reference".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let keys: Vec<&str> = yardstick_reference::all().iter().map(|reference| reference.key()).collect();
        let program = generator.subschema_for::<ProgramDocument>();
        json_schema!({ "oneOf": [{ "enum": keys }, program] })
    }
}
