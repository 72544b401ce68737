//! The value of `hidden`: what students do not see.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// `true`, `false` or a word.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(in crate::spec) struct HiddenDocument(pub(in crate::spec) String);

impl JsonSchema for HiddenDocument {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hidden".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [true, false, "expected", "details", "result", "after due", "everything"] })
    }
}
