//! The value of `scoring`: what a lost scenario costs.

use schemars::JsonSchema;
use serde::Deserialize;

/// What a lost scenario costs.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(in crate::spec) enum ScoringDocument {
    /// Its points.
    PerScenario,
    /// Each mistake costs points once, however many scenarios were lost for it.
    PerCause,
    /// Its points; the page also says what the other way would give.
    Both,
}
