//! What a program that was proved to be endless claims about itself: which lines repeat, and which values.
//!
//! The claim is the program's own, so every text in it is untrusted, and one that cannot be read says nothing more than
//! that the program is endless.

use serde::{Deserialize, Serialize};

use crate::untrusted::Untrusted;

/// A loop that a program cannot leave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endless {
    /// The file, by its path from the submission's folder.
    pub file: Untrusted,
    /// The function with the loop; `None` if it is in no function.
    pub function: Option<Untrusted>,
    /// The last line that repeats.
    pub last: usize,
    /// The first lines that repeat, each with its text.
    pub lines: Vec<(usize, Untrusted)>,
    /// How many turns it takes until everything is the same again.
    pub turns: usize,
    /// The names that always mean the same in these lines, each with its value; those of conditions come first.
    pub steady: Vec<(Untrusted, Untrusted)>,
    /// Whether something is printed each time.
    pub prints: bool,
}

impl Endless {
    /// Reads a claim; `None` if it is none.
    pub(super) fn read(claim: &[u8]) -> Option<Self> {
        let read: Self = serde_json::from_slice(claim).ok()?;
        let are_ordered = read.lines.iter().map(|(line, _)| *line).chain([read.last]).is_sorted();
        (are_ordered && read.lines.first().is_some_and(|(line, _)| *line > 0)).then_some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_claim_with_lines_in_their_order_is_read() {
        let claim = |last: usize, lines: &str| {
            format!(
                r#"{{"file":"a.py","function":null,"last":{last},"lines":{lines},"steady":[["row","0"]],"turns":1,"prints":false}}"#
            )
        };
        let read = Endless::read(claim(4, r#"[[3,"while row < 8:"],[4,"    pass"]]"#).as_bytes()).unwrap();
        assert_eq!(read.lines[1], (4, "    pass".into()));
        assert_eq!(serde_json::from_str::<Endless>(&serde_json::to_string(&read).unwrap()).unwrap(), read);
        for wrong in
            [claim(4, "[]"), claim(2, r#"[[3,""]]"#), claim(4, r#"[[0,""]]"#), claim(4, r#"[[-3,""]]"#)]
        {
            assert_eq!(Endless::read(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(Endless::read(b"{}"), None);
        assert_eq!(Endless::read(&[0xff; 100]), None);
    }
}
