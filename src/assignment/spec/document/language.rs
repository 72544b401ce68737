//! The value of `language`: the name of a language, or a language that the spec describes itself.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// The language of a program.
#[derive(Debug)]
pub(in crate::spec) enum LanguageDocument {
    Name(String),
    Own(Box<OwnLanguageDocument>),
}

/// A language that yardstick does not know.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct OwnLanguageDocument {
    /// The key of the language: `lua`.
    pub(in crate::spec) name: At<Scalar>,
    /// Its name in a sentence: `Lua`; by default the key.
    pub(in crate::spec) title: Option<At<Scalar>>,
    /// The endings of its files, without the dot.
    pub(in crate::spec) extensions: At<Vec<At<Scalar>>>,
    /// The command that checks a submission once; if it fails, the submission is invalid.
    pub(in crate::spec) check: Option<At<Vec<At<Scalar>>>>,
    /// The command that builds a program once; what it leaves in the folder is what is run.
    pub(in crate::spec) build: Option<At<Vec<At<Scalar>>>>,
    /// The command that starts a program. `{entry}` is the file that is run.
    pub(in crate::spec) run: At<Vec<At<Scalar>>>,
    /// Variables of the environment of these commands.
    #[serde(default)]
    pub(in crate::spec) env: BTreeMap<String, At<Scalar>>,
    /// The packages of Debian and Ubuntu with its tools.
    #[serde(default)]
    pub(in crate::spec) ubuntu: Vec<Scalar>,
}

impl<'de> Deserialize<'de> for LanguageDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Language;
        impl<'de> Visitor<'de> for Language {
            type Value = LanguageDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(
                    "the name of a language, or `{name: lua, extensions: [lua], run: [lua, \"{entry}\"]}`",
                )
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<LanguageDocument, E> {
                Ok(LanguageDocument::Name(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LanguageDocument, A::Error> {
                let own = OwnLanguageDocument::deserialize(MapAccessDeserializer::new(map));
                own.map(|own| LanguageDocument::Own(own.into()))
            }
        }
        deserializer.deserialize_any(Language)
    }
}

impl JsonSchema for LanguageDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Language".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let own = generator.subschema_for::<OwnLanguageDocument>();
        json_schema!({ "oneOf": [{ "type": "string" }, own] })
    }
}
