//! The JSON Schema of a spec, for editors and for other programs that write specs.

use schemars::generate::SchemaSettings;

use super::document::SpecDocument;

/// Returns the schema, in the draft that editors understand (draft-07).
pub fn schema() -> serde_json::Value {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<SpecDocument>().to_value()
}
