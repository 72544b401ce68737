//! What a lost scenario costs.

/// What a lost scenario costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// Its points.
    #[default]
    PerScenario,
    /// Each mistake costs points once, however many scenarios were lost for it.
    PerCause,
    /// Its points; the page also says what the other way would give.
    Both,
}
