//! What a sanitizer saw a program do that the language leaves undefined, or memory that it never freed.
//!
//! The claim comes from inside the program, so every text in it is untrusted, and one that cannot be read says nothing.

use serde::{Deserialize, Serialize};

use super::Place;
use crate::untrusted::Untrusted;

/// A misuse of memory or of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Misuse {
    /// What was done.
    pub kind: MisuseKind,
    /// Where; `None` if that is in no file of the program.
    pub place: Option<Place>,
    /// Whether something was written there, not read; `None` if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<bool>,
    /// How many bytes were read or written, or were never freed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// How many blocks were never freed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<u64>,
    /// What was missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Object>,
    /// Where the memory came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocated: Option<Place>,
    /// Where the memory was freed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freed: Option<Place>,
    /// What the sanitizer says, without addresses.
    pub message: Untrusted,
}

/// A variable, or a block of memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// The name of the variable; `None` for a block.
    pub name: Option<Untrusted>,
    /// Its size in bytes.
    pub size: i64,
    /// How far behind its beginning the access was, in bytes.
    pub offset: i64,
}

/// The kind of a misuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisuseKind {
    /// Memory outside of a variable or a block was used.
    OutOfBounds,
    /// An index is outside of its array.
    Index,
    /// Memory was used after it was freed.
    AfterFree,
    /// A variable was used whose function or block had ended.
    AfterReturn,
    /// Memory was freed a second time.
    FreedTwice,
    /// Something was freed that cannot be, or not in this way.
    FreedWrongly,
    /// `NULL` was followed.
    Null,
    /// A pointer was followed that was never set.
    NeverSet,
    /// A value was used that was never set.
    NeverSetValue,
    /// A pointer was followed that leads nowhere.
    Nowhere,
    /// A number became too large for its type.
    Overflow,
    /// A whole number was divided by 0.
    DivisionByZero,
    /// A number was shifted too far.
    Shift,
    /// A function that must give something back ended without.
    MissingReturn,
    /// Functions called each other too deeply.
    StackOverflow,
    /// Memory was never freed.
    Leak,
    /// It ended where nobody could look at its memory.
    UnseenEnd,
    /// Anything else.
    Other,
}

impl Misuse {
    /// Reads a claim; `None` if it is none.
    pub(super) fn read(claim: &[u8]) -> Option<Self> {
        let read: Self = serde_json::from_slice(claim).ok()?;
        let places = [&read.place, &read.allocated, &read.freed];
        let are_lines = places.into_iter().flatten().all(|place| place.line > 0);
        are_lines.then_some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_with_a_line_is_read_and_written_again() {
        let claim = r#"{"kind":"after-free","place":{"file":"a.c","line":3,"function":"f"},"writes":false,"bytes":4,
            "object":{"name":null,"size":12,"offset":0},"freed":{"file":"a.c","line":2,"function":null},"message":"m"}"#;
        let read = Misuse::read(claim.as_bytes()).unwrap();
        assert_eq!(Misuse::read(&serde_json::to_vec(&read).unwrap()), Some(read));
        for (right, wrong) in
            [("after-free", "after-lunch"), (r#""line":2"#, r#""line":0"#), ("\"message\"", "\"other\"")]
        {
            assert_eq!(Misuse::read(claim.replace(right, wrong).as_bytes()), None, "{wrong}");
        }
    }
}
