//! Lines that are typed in a game and are no moves.

/// A line that is no move.
pub(crate) struct Word {
    /// It.
    pub(crate) text: &'static str,
    /// What it stands for in a report: `a letter`.
    pub(crate) kind: &'static str,
    /// What comes of it.
    pub(crate) effect: Effect,
    /// Whether the handout leaves open what comes of it; of what begins another game, what comes of it within one.
    pub(crate) is_open: bool,
}

/// What comes of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is refused, or answered, and the same player is asked again.
    Stays,
    /// The game is over.
    Ends,
    /// After a game: another one begins.
    Again,
}

impl Word {
    /// A word that must be refused.
    pub(crate) const fn refused(text: &'static str, kind: &'static str) -> Self {
        Self { text, kind, effect: Effect::Stays, is_open: false }
    }

    /// A word of which the handout does not say what comes of it.
    pub(crate) const fn open(text: &'static str, kind: &'static str) -> Self {
        Self { is_open: true, ..Self::refused(text, kind) }
    }

    /// A word that begins another game; nothing else may be typed there, nor this within a game.
    pub(crate) const fn size(text: &'static str, kind: &'static str) -> Self {
        Self { effect: Effect::Again, ..Self::open(text, kind) }
    }

    /// A word with an effect.
    pub(crate) const fn with(text: &'static str, kind: &'static str, effect: Effect) -> Self {
        Self { effect, ..Self::refused(text, kind) }
    }
}
