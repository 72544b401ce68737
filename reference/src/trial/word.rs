//! Input lines of a game that are no moves.

/// A line that is no move.
pub(crate) struct Word {
    /// The text.
    pub(crate) text: &'static str,
    /// Its name in a report: `a letter`.
    pub(crate) kind: &'static str,
    /// Its effect.
    pub(crate) effect: Effect,
    /// Whether the handout leaves the effect open; for a word that begins another game, its effect inside a game.
    pub(crate) is_open: bool,
}

/// The effect of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is refused or answered, and the same player is asked again.
    Stays,
    /// It ends the game.
    Ends,
    /// After a game, it begins another one.
    Again,
}

impl Word {
    /// Creates a word that must be refused.
    pub(crate) const fn refused(text: &'static str, kind: &'static str) -> Self {
        Self { text, kind, effect: Effect::Stays, is_open: false }
    }

    /// Creates a word for which the handout leaves the effect open.
    pub(crate) const fn open(text: &'static str, kind: &'static str) -> Self {
        Self { is_open: true, ..Self::refused(text, kind) }
    }

    /// Creates a word that begins another game; it is typed only between games, where no other word is.
    pub(crate) const fn size(text: &'static str, kind: &'static str) -> Self {
        Self { effect: Effect::Again, ..Self::open(text, kind) }
    }

    /// Creates a word with an effect.
    pub(crate) const fn with(text: &'static str, kind: &'static str, effect: Effect) -> Self {
        Self { effect, ..Self::refused(text, kind) }
    }
}
