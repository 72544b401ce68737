//! A spec as it is written: one type for every mapping, and where each value stands.
//!
//! Nothing is checked here but the shape. The doc comments are what the JSON Schema says, and so what an
//! editor shows.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::yaml::At;

/// The spec of an assignment: what is handed in, what is tested and what that is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "yardstick spec")]
pub(super) struct SpecDocument {
    /// The key of the assignment: `byu-connect-four`.
    pub(super) assignment: At<Scalar>,
    /// Its name for people.
    pub(super) title: Option<Scalar>,
    /// What is handed in.
    pub(super) submission: SubmissionDocument,
    /// The language of the program; by default the ending of the file's name tells.
    pub(super) language: Option<At<Scalar>>,
    /// What is expected comes from this: the key of a built-in reference, or a program.
    pub(super) reference: Option<At<ReferenceDocument>>,
    /// Second readings of the handout that are accepted too, by the names that the reference gives them.
    #[serde(default)]
    pub(super) readings: Vec<At<Scalar>>,
    /// What one run may use.
    #[serde(default)]
    pub(super) limits: LimitsDocument,
    /// Whether a newline follows the last line of input; `true` if not given.
    pub(super) final_newline: Option<bool>,
    /// How outputs are compared, unless a group or a scenario says otherwise; `exact` if not given.
    pub(super) compare: Option<At<CompareDocument>>,
    /// Scenarios that share points.
    #[serde(default)]
    pub(super) groups: Vec<At<GroupDocument>>,
    /// Scenarios with points of their own.
    #[serde(default)]
    pub(super) scenarios: Vec<At<ScenarioDocument>>,
}

/// What is handed in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionDocument {
    /// Files that must be there.
    pub(super) files: At<Vec<At<Scalar>>>,
    /// The file that is run; by default the only one of `files`.
    pub(super) entry: Option<At<Scalar>>,
    /// Files that are as good as the entry: the same program in another language.
    #[serde(default)]
    pub(super) instead: Vec<At<Scalar>>,
    /// Files that are laid beside the submission, by their paths from the spec's folder.
    #[serde(default)]
    pub(super) supplied: Vec<At<Scalar>>,
}

/// What one run may use.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitsDocument {
    /// Processor time: `2s`.
    pub(super) cpu: Option<At<Scalar>>,
    /// Time on the clock, several times the processor time: `10s`.
    pub(super) wall: Option<At<Scalar>>,
    /// Memory: `256 MiB`.
    pub(super) memory: Option<At<Scalar>>,
    /// Output: `1 MiB`.
    pub(super) output: Option<At<Scalar>>,
    /// Processes at the same time: `32`.
    pub(super) processes: Option<At<u32>>,
}

/// Scenarios that share points.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupDocument {
    /// A name that no other group has.
    pub(super) name: At<Scalar>,
    /// What its scenarios share, by weight; 0 for an ungraded group.
    pub(super) points: At<Scalar>,
    /// Whether the points come on top of the maximum.
    #[serde(default)]
    pub(super) bonus: bool,
    /// How outputs are compared in this group.
    pub(super) compare: Option<At<CompareDocument>>,
    /// Command line arguments of its scenarios.
    pub(super) args: Option<Vec<Scalar>>,
    /// Shown when one of its scenarios is lost.
    pub(super) hint: Option<Scalar>,
    /// At least one.
    pub(super) scenarios: At<Vec<At<ScenarioDocument>>>,
}

/// One run of the program.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioDocument {
    /// A name that no other scenario of the group has.
    pub(super) name: At<Scalar>,
    /// Only for a scenario outside of groups: what it is worth.
    pub(super) points: Option<At<Scalar>>,
    /// Only in a group: its share of the group's points; 1 if not given.
    pub(super) weight: Option<At<u32>>,
    /// Command line arguments.
    pub(super) args: Option<Vec<Scalar>>,
    /// The lines that are typed: a list, or a text with one on each line.
    #[serde(default)]
    pub(super) stdin: LinesDocument,
    /// How outputs are compared in this scenario.
    pub(super) compare: Option<At<CompareDocument>>,
    /// What is expected, where that is not what the reference does.
    #[serde(default)]
    pub(super) expect: ExpectDocument,
    /// Shown when the scenario is lost.
    pub(super) hint: Option<Scalar>,
}

/// What is expected.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectDocument {
    /// Standard output: a text, `{pattern: …}` or `{any_of: […]}`.
    pub(super) stdout: Option<At<OutputDocument>>,
    /// The exit code: a number, `nonzero` or `any`; 0 if not given.
    pub(super) exit: Option<At<Scalar>>,
    /// Standard error: `ignored` (if not given), `empty` or `{contains: …}`.
    pub(super) stderr: Option<StderrDocument>,
}

/// A single value, as it is written: `00` stays `00`.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Scalar(pub(super) String);

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

/// Lines that are typed.
#[derive(Debug, Default)]
pub(super) struct LinesDocument(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for LinesDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lines;
        impl<'de> Visitor<'de> for Lines {
            type Value = LinesDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of lines, or a text with one on each line")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<LinesDocument, E> {
                Ok(LinesDocument(text.lines().map(str::to_owned).collect()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<LinesDocument, A::Error> {
                let mut lines = Vec::new();
                while let Some(Scalar(line)) = items.next_element()? {
                    lines.push(line);
                }
                Ok(LinesDocument(lines))
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
        json_schema!({ "oneOf": [{ "type": "array", "items": line }, { "type": "string" }] })
    }
}

/// What is expected comes from a built-in reference or from a program.
#[derive(Debug)]
pub(super) enum ReferenceDocument {
    BuiltIn(String),
    Program(ProgramDocument),
}

/// A program that is the reference.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProgramDocument {
    /// Its files, by their paths from the spec's folder; the first one is run.
    pub(super) files: At<Vec<At<Scalar>>>,
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

/// How outputs are compared.
#[derive(Debug)]
pub(super) enum CompareDocument {
    Exact,
    Relaxed(Vec<RelaxationDocument>),
    Events(Vec<(At<Scalar>, At<EventDocument>)>),
}

/// One difference that does not count.
#[derive(Clone, Debug)]
pub(super) enum RelaxationDocument {
    Named(&'static str),
    Numbers(At<Scalar>),
}

/// The relaxations without a value.
pub(super) const RELAXATIONS: [&str; 6] =
    ["trailing-blanks", "blank-lines", "final-newline", "case", "punctuation", "runs-of-blanks"];

/// Every word in a list of relaxations, for suggestions.
const RELAXATION_WORDS: &[&str] =
    &["trailing-blanks", "blank-lines", "final-newline", "case", "punctuation", "runs-of-blanks", "numbers"];

/// A pattern that picks events out of a transcript.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EventDocument {
    /// A regular expression; every match inside one line is an event.
    pub(super) line: Option<At<Scalar>>,
    /// A regular expression; matches on neighbouring lines are one event.
    pub(super) lines: Option<At<Scalar>>,
    /// A regular expression that may match across lines.
    pub(super) block: Option<At<Scalar>>,
    /// What of an event counts.
    #[serde(default)]
    pub(super) compare: EventCompareDocument,
    /// `once`: neighbouring events that are equal count once.
    #[serde(default)]
    pub(super) repeat: RepeatDocument,
}

/// What of an event counts.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum EventCompareDocument {
    /// Only that it happened.
    #[default]
    Name,
    /// What the groups of the pattern captured, without regard to case.
    Captures,
    /// All that the pattern matched, without blanks at the ends of lines.
    Text,
    /// Nothing: it is picked so that no other pattern picks it.
    Ignored,
}

/// Whether an event counts again when it is repeated.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RepeatDocument {
    /// Every event counts.
    #[default]
    Counts,
    /// Neighbouring events that are equal count once.
    Once,
}

impl<'de> Deserialize<'de> for CompareDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Compare;
        impl<'de> Visitor<'de> for Compare {
            type Value = CompareDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("`exact`, a list of relaxations, or `{events: …}`")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<CompareDocument, E> {
                match word {
                    "exact" => Ok(CompareDocument::Exact),
                    other => Err(E::unknown_variant(other, &["exact", "[trailing-blanks]", "events:"])),
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
                match map.next_key::<String>()?.as_deref() {
                    Some("events") => {
                        let Events(events) = map.next_value()?;
                        match map.next_key::<String>()? {
                            Some(other) => Err(de::Error::unknown_field(&other, &["events"])),
                            None => Ok(CompareDocument::Events(events)),
                        }
                    }
                    Some(other) => Err(de::Error::unknown_field(other, &["events"])),
                    None => Err(de::Error::missing_field("events")),
                }
            }
        }
        deserializer.deserialize_any(Compare)
    }
}

/// Events in the order in which they are written, which decides where patterns overlap.
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
                f.write_str("a relaxation: one of `trailing-blanks`, `case`, …, or `{numbers: 1e-6}`")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<RelaxationDocument, E> {
                let known = RELAXATIONS.into_iter().find(|known| *known == word);
                known.map(RelaxationDocument::Named).ok_or_else(|| E::unknown_variant(word, RELAXATION_WORDS))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RelaxationDocument, A::Error> {
                match map.next_key::<String>()?.as_deref() {
                    Some("numbers") => map.next_value().map(RelaxationDocument::Numbers),
                    Some(other) => Err(de::Error::unknown_field(other, &["numbers"])),
                    None => Err(de::Error::missing_field("numbers")),
                }
            }
        }
        deserializer.deserialize_any(Relaxation)
    }
}

impl JsonSchema for CompareDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Compare".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let event = generator.subschema_for::<EventDocument>();
        let numbers = json_schema!({
            "type": "object",
            "properties": { "numbers": { "type": ["number", "string"] } },
            "required": ["numbers"],
            "additionalProperties": false
        });
        json_schema!({ "oneOf": [
            { "const": "exact" },
            { "type": "array", "items": { "oneOf": [{ "enum": RELAXATIONS }, numbers] } },
            {
                "type": "object",
                "properties": { "events": { "type": "object", "additionalProperties": event } },
                "required": ["events"],
                "additionalProperties": false
            }
        ] })
    }
}

/// What standard output must be.
#[derive(Debug)]
pub(super) enum OutputDocument {
    Text(String),
    Pattern(String),
    AnyOf(Vec<At<OutputDocument>>),
}

impl<'de> Deserialize<'de> for OutputDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Output;
        impl<'de> Visitor<'de> for Output {
            type Value = OutputDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text, `{pattern: …}` or `{any_of: […]}`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<OutputDocument, E> {
                Ok(OutputDocument::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OutputDocument, A::Error> {
                match map.next_key::<String>()?.as_deref() {
                    Some("pattern") => map.next_value().map(|Scalar(text)| OutputDocument::Pattern(text)),
                    Some("any_of") => map.next_value().map(OutputDocument::AnyOf),
                    Some(other) => Err(de::Error::unknown_field(other, &["pattern", "any_of"])),
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
                "properties": { "any_of": { "type": "array", "items": output, "minItems": 1 } },
                "required": ["any_of"],
                "additionalProperties": false
            }
        ] })
    }
}

/// What standard error must be.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum StderrDocument {
    /// It does not matter.
    Ignored,
    /// Nothing may be printed there.
    Empty,
    /// This text must be part of it.
    Contains(Scalar),
}
