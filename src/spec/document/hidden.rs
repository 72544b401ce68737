//! What students are not to see, as it is written.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

use crate::spec::Hidden;

/// `true`, `false` or a word.
#[derive(Clone, Copy, Debug)]
pub(in crate::spec) struct HiddenDocument(pub(in crate::spec) Hidden);

/// The words that may be written.
const WORDS: [&str; 3] = ["details", "result", "everything"];

impl<'de> Deserialize<'de> for HiddenDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BoolOrWord;
        impl Visitor<'_> for BoolOrWord {
            type Value = HiddenDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("`true`, `false`, `details`, `result` or `everything`")
            }

            fn visit_bool<E: de::Error>(self, hidden: bool) -> Result<HiddenDocument, E> {
                Ok(HiddenDocument(if hidden { Hidden::Details } else { Hidden::Nothing }))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<HiddenDocument, E> {
                match word {
                    "details" => Ok(HiddenDocument(Hidden::Details)),
                    "result" => Ok(HiddenDocument(Hidden::Result)),
                    "everything" => Ok(HiddenDocument(Hidden::Everything)),
                    other => Err(E::unknown_variant(other, &WORDS)),
                }
            }
        }
        deserializer.deserialize_any(BoolOrWord)
    }
}

impl JsonSchema for HiddenDocument {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hidden".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [true, false, "details", "result", "everything"] })
    }
}
