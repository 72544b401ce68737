//! The keys of `compare` that name a checker: a program that judges outputs.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// A program that judges outputs.
#[derive(Debug)]
pub(in crate::spec) struct CheckerDocument {
    pub(in crate::spec) checker: At<PathsDocument>,
    /// Whether it is a partner, which talks with the program.
    pub(in crate::spec) talks: bool,
    pub(in crate::spec) args: Vec<Scalar>,
    pub(in crate::spec) score: bool,
    pub(in crate::spec) passes: Option<At<u32>>,
}

/// One path, or several.
#[derive(Debug)]
pub(in crate::spec) enum PathsDocument {
    One(String),
    Several(Vec<At<Scalar>>),
}

/// The names of the keys.
const CHECKER_KEYS: &[&str] = &["checker", "partner", "args", "score", "passes"];

/// The keys of a checker as they are read, in any order.
#[derive(Debug, Default)]
pub(super) struct CheckerKeys {
    checker: Option<At<PathsDocument>>,
    partner: Option<At<PathsDocument>>,
    args: Option<Vec<Scalar>>,
    score: Option<bool>,
    passes: Option<At<u32>>,
}

impl CheckerKeys {
    /// Tells whether any key was read.
    pub(super) fn is_given(&self) -> bool {
        let (has_args, has_passes) = (self.args.is_some(), self.passes.is_some());
        self.checker.is_some() || self.partner.is_some() || has_args || self.score.is_some() || has_passes
    }

    /// Reads the value of one of the keys.
    pub(super) fn read<'de, A: de::MapAccess<'de>>(
        &mut self,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "checker" => self.checker = Some(map.next_value()?),
            "partner" => self.partner = Some(map.next_value()?),
            "args" => self.args = Some(map.next_value()?),
            "score" => self.score = Some(map.next_value()?),
            "passes" => self.passes = Some(map.next_value()?),
            other => return Err(de::Error::unknown_field(other, CHECKER_KEYS)),
        }
        Ok(())
    }

    /// Returns all keys together.
    pub(super) fn finish<E: de::Error>(self) -> Result<CheckerDocument, E> {
        let (checker, talks) = match (self.checker, self.partner) {
            (Some(_), Some(_)) => return Err(E::custom("a checker and a partner: only one of them judges")),
            (Some(checker), None) => (checker, false),
            (None, Some(partner)) => (partner, true),
            (None, None) => return Err(E::missing_field("checker")),
        };
        let (args, score) = (self.args.unwrap_or_default(), self.score.unwrap_or_default());
        Ok(CheckerDocument { checker, talks, args, score, passes: self.passes })
    }
}

impl<'de> Deserialize<'de> for PathsDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Paths;
        impl<'de> Visitor<'de> for Paths {
            type Value = PathsDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the path of a file, or a list of paths")
            }

            fn visit_str<E: de::Error>(self, path: &str) -> Result<PathsDocument, E> {
                Ok(PathsDocument::One(path.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<PathsDocument, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(PathsDocument::Several)
            }
        }
        deserializer.deserialize_any(Paths)
    }
}

/// Returns the schema of a `compare` with a checker.
pub(super) fn schema(generator: &mut SchemaGenerator) -> Schema {
    let path = Scalar::json_schema(generator);
    let paths = json_schema!({
        "oneOf": [{ "type": "string" }, { "type": "array", "items": path, "minItems": 1 }]
    });
    json_schema!({
        "type": "object",
        "properties": {
            "checker": paths,
            "partner": paths,
            "args": { "type": "array", "items": path },
            "score": { "type": "boolean" },
            "passes": { "type": "integer", "minimum": 2, "maximum": 100 }
        },
        "oneOf": [{ "required": ["checker"] }, { "required": ["partner"] }],
        "additionalProperties": false
    })
}
