//! The scenarios of a group: written one by one, or made from files.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::ScenarioDocument;
use super::scalar::Scalar;
use crate::spec::yaml::At;

/// The scenarios of a group.
#[derive(Debug)]
pub(in crate::spec) enum ScenariosDocument {
    Written(Vec<At<ScenarioDocument>>),
    Files(FolderDocument),
}

/// Scenarios from files: one for each file of input.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct FolderDocument {
    /// The files of input, by a pattern from the spec's folder: `data/*.in`; `**` stands for any folders.
    pub(in crate::spec) from: At<Scalar>,
    /// The files of expected output: `*.ans` beside the input, or `answers/*.ans`. Without it the reference is asked.
    pub(in crate::spec) expect: Option<At<Scalar>>,
}

impl<'de> Deserialize<'de> for ScenariosDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Scenarios;
        impl<'de> Visitor<'de> for Scenarios {
            type Value = ScenariosDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list, such as `- …`, or `{from: …, expect: …}`")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<ScenariosDocument, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(ScenariosDocument::Written)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ScenariosDocument, A::Error> {
                FolderDocument::deserialize(MapAccessDeserializer::new(map)).map(ScenariosDocument::Files)
            }
        }
        deserializer.deserialize_any(Scenarios)
    }
}

impl JsonSchema for ScenariosDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Scenarios".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let scenario = generator.subschema_for::<ScenarioDocument>();
        let folder = generator.subschema_for::<FolderDocument>();
        json_schema!({ "oneOf": [{ "type": "array", "items": scenario }, folder] })
    }
}
