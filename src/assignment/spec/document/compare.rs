//! The keys of `compare`: how outputs and values are compared.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::checker::{self, CheckerDocument, CheckerKeys};
use super::scalar::Scalar;
use super::table::TableDocument;
use super::tolerance::ToleranceDocument;
use crate::spec::yaml::At;

/// How outputs are compared.
#[derive(Debug)]
pub(in crate::spec) enum CompareDocument {
    Exact,
    Relaxed(Vec<RelaxationDocument>),
    Events(Vec<(At<Scalar>, At<EventDocument>)>),
    Table(TableDocument),
    Session(SessionDocument),
    Checker(CheckerDocument),
}

/// How the answers of a session are compared.
#[derive(Debug, Default)]
pub(in crate::spec) struct SessionDocument {
    pub(in crate::spec) values: Vec<ValueRelaxationDocument>,
    pub(in crate::spec) printed: Option<Box<At<PrintedDocument>>>,
}

/// A difference between values that is accepted.
#[derive(Clone, Debug)]
pub(in crate::spec) enum ValueRelaxationDocument {
    Named(&'static str),
    Numbers(At<ToleranceDocument>),
}

/// The names of the relaxations of values that have no number.
pub(in crate::spec) const VALUE_RELAXATIONS: [&str; 3] = ["any-sequence", "any-order", "class-only"];

/// How the printed output of a session line is compared.
#[derive(Debug)]
pub(in crate::spec) enum PrintedDocument {
    Ignored,
    Contains,
    Compared(CompareDocument),
}

/// A difference between outputs that is accepted.
#[derive(Clone, Debug)]
pub(in crate::spec) enum RelaxationDocument {
    Named(&'static str),
    Numbers(At<ToleranceDocument>),
    AlsoLines(At<OtherTexts>),
}

/// Lines with the other texts that are accepted in their places.
#[derive(Clone, Debug)]
pub(in crate::spec) struct OtherTexts(pub(in crate::spec) Vec<(At<Scalar>, Vec<At<Scalar>>)>);

/// The names of the relaxations that are a word and nothing more.
pub(in crate::spec) const RELAXATIONS: &[&str] = RELAXATION_WORDS.split_at(RELAXATION_WORDS.len() - 2).0;

/// Every word in a list of relaxations, for suggestions; the last two say more.
const RELAXATION_WORDS: &[&str] = &[
    "trailing-blanks",
    "blank-lines",
    "final-newline",
    "case",
    "punctuation",
    "runs-of-blanks",
    "tokens",
    "any-order-of-lines",
    "only-numbers",
    "look-alikes",
    "ends",
    "blank-lines-at-the-end",
    "{numbers: 1e-6}",
    "{also_line: …}",
];

/// A pattern that finds events in a transcript.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct EventDocument {
    /// A regular expression; every match inside one line is an event.
    pub(in crate::spec) line: Option<At<Scalar>>,
    /// A regular expression; matches on neighbouring lines are one event.
    pub(in crate::spec) lines: Option<At<Scalar>>,
    /// A regular expression that may match across lines.
    pub(in crate::spec) block: Option<At<Scalar>>,
    /// The part of an event that is compared.
    #[serde(default)]
    pub(in crate::spec) compare: EventCompareDocument,
    /// `ignored`: blanks and tabs in the compared part do not count.
    #[serde(default)]
    pub(in crate::spec) blanks: BlanksDocument,
    /// `once`: equal events next to each other count once. `changes`: an event counts only if it differs from the last
    /// one of its name.
    #[serde(default)]
    pub(in crate::spec) repeat: RepeatDocument,
}

/// The part of an event that is compared.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::spec) enum EventCompareDocument {
    /// Only its name.
    #[default]
    Name,
    /// The captures of the groups; upper and lower case are equal.
    Captures,
    /// The matched text, without blanks at the ends of lines.
    Text,
    /// Nothing: the event is found so that no other pattern finds it.
    Ignored,
}

/// Whether repeated events count.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::spec) enum RepeatDocument {
    /// Every event counts.
    #[default]
    Counts,
    /// Equal events next to each other count once.
    Once,
    /// An event counts only if it differs from the last one of its name, with any other events in between.
    Changes,
}

/// Whether blanks in an event count.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::spec) enum BlanksDocument {
    /// They count, but not how many there are in a row.
    #[default]
    Counts,
    /// They do not count.
    Ignored,
}

impl<'de> Deserialize<'de> for CompareDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Compare;
        impl<'de> Visitor<'de> for Compare {
            type Value = CompareDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(
                    "`exact`, `table`, a list of relaxations, `{table: …}`, `{events: …}`, `{checker: …}`, `{partner: …}`, or `{values: …, printed: …}`",
                )
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<CompareDocument, E> {
                match word {
                    "exact" => Ok(CompareDocument::Exact),
                    "table" => Ok(CompareDocument::Table(TableDocument::default())),
                    other => Err(E::unknown_variant(
                        other,
                        &["exact", "table", "[case]", "[trailing-blanks]", "[blank-lines]", "events:"],
                    )),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<CompareDocument, A::Error> {
                let mut relaxations = Vec::new();
                while let Some(relaxation) = items.next_element()? {
                    relaxations.push(relaxation);
                }
                Ok(CompareDocument::Relaxed(relaxations))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CompareDocument, A::Error> {
                let mut session = SessionDocument::default();
                let mut events = None;
                let mut table = None;
                let mut checker = CheckerKeys::default();
                let mut keys = 0;
                while let Some(key) = map.next_key::<String>()? {
                    keys += 1;
                    match key.as_str() {
                        "events" if keys == 1 => {
                            let Events(picked) = map.next_value()?;
                            events = Some(picked);
                        }
                        other if events.is_some() => {
                            return Err(de::Error::unknown_field(other, &["events"]));
                        }
                        "table" if keys == 1 => table = Some(map.next_value()?),
                        other if table.is_some() => {
                            return Err(de::Error::unknown_field(other, &["table"]));
                        }
                        "checker" | "partner" | "args" | "score" | "passes" if keys == 1 => {
                            checker.read(&key, &mut map)?;
                        }
                        _ if checker.is_given() => checker.read(&key, &mut map)?,
                        "values" => session.values = map.next_value()?,
                        "printed" => session.printed = Some(map.next_value()?),
                        other => {
                            const KEYS: &[&str] =
                                &["events", "table", "checker", "partner", "values", "printed"];
                            return Err(de::Error::unknown_field(other, KEYS));
                        }
                    }
                }
                if let Some(table) = table {
                    return Ok(CompareDocument::Table(table));
                }
                match events {
                    Some(events) => Ok(CompareDocument::Events(events)),
                    None if checker.is_given() => checker.finish().map(CompareDocument::Checker),
                    None if keys > 0 => Ok(CompareDocument::Session(session)),
                    None => Err(de::Error::missing_field("events")),
                }
            }
        }
        deserializer.deserialize_any(Compare)
    }
}

/// The events in their written order, which decides where patterns overlap.
struct Events(Vec<(At<Scalar>, At<EventDocument>)>);

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EventMap;
        impl<'de> Visitor<'de> for EventMap {
            type Value = Events;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a mapping of names of events to patterns")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Events, A::Error> {
                let mut events = Vec::new();
                while let Some(event) = map.next_entry()? {
                    events.push(event);
                }
                Ok(Events(events))
            }
        }
        deserializer.deserialize_map(EventMap)
    }
}

impl<'de> Deserialize<'de> for RelaxationDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Relaxation;
        impl<'de> Visitor<'de> for Relaxation {
            type Value = RelaxationDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(
                    "a relaxation: one of `trailing-blanks`, `case`, …, `{numbers: 1e-6}`, or `{also_line: …}`",
                )
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<RelaxationDocument, E> {
                let known = RELAXATIONS.iter().find(|known| **known == word);
                known
                    .map(|known| RelaxationDocument::Named(known))
                    .ok_or_else(|| E::unknown_variant(word, RELAXATION_WORDS))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RelaxationDocument, A::Error> {
                match map.next_key::<String>()?.as_deref() {
                    Some("numbers") => map.next_value().map(RelaxationDocument::Numbers),
                    Some("also_line") => map.next_value().map(RelaxationDocument::AlsoLines),
                    Some(other) => Err(de::Error::unknown_field(other, &["numbers", "also_line"])),
                    None => Err(de::Error::missing_field("numbers")),
                }
            }
        }
        deserializer.deserialize_any(Relaxation)
    }
}

impl<'de> Deserialize<'de> for OtherTexts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lines;
        impl<'de> Visitor<'de> for Lines {
            type Value = OtherTexts;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a mapping of lines to lists of other texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OtherTexts, A::Error> {
                let mut lines = Vec::new();
                while let Some(line) = map.next_entry()? {
                    lines.push(line);
                }
                Ok(OtherTexts(lines))
            }
        }
        deserializer.deserialize_map(Lines)
    }
}

impl<'de> Deserialize<'de> for ValueRelaxationDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Relaxation;
        impl<'de> Visitor<'de> for Relaxation {
            type Value = ValueRelaxationDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("`any-sequence`, `any-order`, `class-only` or `{numbers: 1e-6}`")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<ValueRelaxationDocument, E> {
                let known = VALUE_RELAXATIONS.into_iter().find(|known| *known == word);
                let words = &["any-sequence", "any-order", "class-only", "{numbers: 1e-6}"];
                let unknown = || E::unknown_variant(word, words);
                known.map(ValueRelaxationDocument::Named).ok_or_else(unknown)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ValueRelaxationDocument, A::Error> {
                match map.next_key::<String>()?.as_deref() {
                    Some("numbers") => map.next_value().map(ValueRelaxationDocument::Numbers),
                    Some(other) => Err(de::Error::unknown_field(other, &["numbers"])),
                    None => Err(de::Error::missing_field("numbers")),
                }
            }
        }
        deserializer.deserialize_any(Relaxation)
    }
}

impl<'de> Deserialize<'de> for PrintedDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Printed;
        impl<'de> Visitor<'de> for Printed {
            type Value = PrintedDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("`exact`, `table`, `ignored`, `contains`, a list of relaxations, `{table: …}` or `{events: …}`")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<PrintedDocument, E> {
                match word {
                    "ignored" => Ok(PrintedDocument::Ignored),
                    "contains" => Ok(PrintedDocument::Contains),
                    "exact" => Ok(PrintedDocument::Compared(CompareDocument::Exact)),
                    "table" => {
                        Ok(PrintedDocument::Compared(CompareDocument::Table(TableDocument::default())))
                    }
                    other => Err(E::unknown_variant(other, &["exact", "table", "ignored", "contains"])),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<PrintedDocument, A::Error> {
                CompareDocument::deserialize(de::value::SeqAccessDeserializer::new(items))
                    .map(PrintedDocument::Compared)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PrintedDocument, A::Error> {
                CompareDocument::deserialize(de::value::MapAccessDeserializer::new(map))
                    .map(PrintedDocument::Compared)
            }
        }
        deserializer.deserialize_any(Printed)
    }
}

impl JsonSchema for CompareDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Compare".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let event = generator.subschema_for::<EventDocument>();
        let numbers = numbers_schema(generator);
        let relaxations = json_schema!({
            "type": "array", "items": RelaxationDocument::json_schema(generator)
        });
        let table = json_schema!({
            "type": "object",
            "properties": { "table": generator.subschema_for::<TableDocument>() },
            "required": ["table"],
            "additionalProperties": false
        });
        let events = json_schema!({
            "type": "object",
            "properties": { "events": { "type": "object", "additionalProperties": event } },
            "required": ["events"],
            "additionalProperties": false
        });
        let session = json_schema!({
            "type": "object",
            "minProperties": 1,
            "properties": {
                "values": { "type": "array", "items": { "oneOf": [{ "enum": VALUE_RELAXATIONS }, numbers] } },
                "printed": {
                    "oneOf": [{ "enum": ["exact", "table", "ignored", "contains"] }, relaxations, events, table]
                }
            },
            "additionalProperties": false
        });
        let checker = checker::schema(generator);
        json_schema!({
            "oneOf": [{ "enum": ["exact", "table"] }, relaxations, events, table, session, checker]
        })
    }
}

impl JsonSchema for RelaxationDocument {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Relaxation".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let numbers = numbers_schema(generator);
        let texts =
            json_schema!({ "type": "array", "minItems": 1, "items": generator.subschema_for::<Scalar>() });
        let also_line = json_schema!({
            "type": "object",
            "properties": {
                "also_line": {
                    "description": "Other texts that are accepted in the places of some lines.",
                    "type": "object",
                    "minProperties": 1,
                    "additionalProperties": texts
                }
            },
            "required": ["also_line"],
            "additionalProperties": false
        });
        json_schema!({ "oneOf": [{ "enum": RELAXATIONS }, numbers, also_line] })
    }
}

fn numbers_schema(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "properties": { "numbers": ToleranceDocument::json_schema(generator) },
        "required": ["numbers"],
        "additionalProperties": false
    })
}
