//! What a program claims about itself when its time was up: where it was, what went round there, and which values changed.
//!
//! The claim is the program's own, so every text in it is untrusted, and one that cannot be read says nothing.

use serde::{Deserialize, Serialize};

use crate::untrusted::Untrusted;

/// Where a program was when its time was up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    /// The innermost calls that were under way, the last one first.
    pub stack: Vec<Place>,
    /// The text of the line in which it was.
    pub text: Untrusted,
    /// The number of all calls of its own functions that were under way, with the program itself.
    pub depth: usize,
    /// The beginning of the function that it called again and again, if no loop went round.
    pub called: Option<Place>,
    /// The lines that went round.
    pub around: Option<Around>,
}

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, by its path from the submission's folder.
    pub file: Untrusted,
    /// The number of the line, from 1.
    pub line: usize,
    /// The function; `None` if it is in no function.
    pub function: Option<Untrusted>,
}

/// Lines that ran again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Around {
    /// The file, by its path from the submission's folder.
    pub file: Untrusted,
    /// The function; `None` if they are in no function.
    pub function: Option<Untrusted>,
    /// The first lines, each with its text.
    pub lines: Vec<(usize, Untrusted)>,
    /// The last line.
    pub last: usize,
    /// The values that were looked at, those in the condition first.
    pub values: Vec<Value>,
}

/// What a name meant, a few times at the same place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// The name.
    pub name: Untrusted,
    /// What was looked at.
    pub kind: ValueKind,
    /// What became of it.
    pub change: Change,
    /// What was seen first, in the order of the looks.
    pub seen: Vec<Untrusted>,
}

/// What is told of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueKind {
    /// The value itself, as the language writes it.
    Value,
    /// The length of a text or a collection.
    Length,
    /// The number of digits of a whole number.
    Digits,
}

/// What became of a value in several looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It was the same each time.
    Stays,
    /// It never became less, but more.
    Grows,
    /// It never became more, but less.
    Falls,
    /// It did anything else.
    Changes,
}

impl Heard {
    /// Reads a claim; `None` if it is none.
    pub(super) fn read(claim: &[u8]) -> Option<Self> {
        let read: Self = serde_json::from_slice(claim).ok()?;
        let has_places =
            !read.stack.is_empty() && read.stack.iter().chain(&read.called).all(|place| place.line > 0);
        (has_places && read.around.iter().all(Around::is_ordered)).then_some(read)
    }
}

impl Around {
    fn is_ordered(&self) -> bool {
        let is_ordered = self.lines.iter().map(|(line, _)| *line).chain([self.last]).is_sorted();
        is_ordered && self.lines.first().is_some_and(|(line, _)| *line > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAIM: &str = r#"{"stack":[{"file":"a.py","line":3,"function":"find"}],"text":"n += 1","depth":2,"called":null,
        "around":{"file":"a.py","function":"find","lines":[[2,"while n:"],[3,"n += 1"]],"last":3,
        "values":[{"name":"n","kind":"value","change":"grows","seen":["1","2"]}]}}"#;

    #[test]
    fn only_a_claim_with_a_place_and_lines_in_their_order_is_read() {
        let read = Heard::read(CLAIM.as_bytes()).unwrap();
        assert_eq!(read.around.as_ref().unwrap().values[0].seen[1], "2");
        assert_eq!(serde_json::from_str::<Heard>(&serde_json::to_string(&read).unwrap()).unwrap(), read);
        for (right, wrong) in [
            (r#"[{"file":"a.py","line":3,"function":"find"}]"#, "[]"),
            (r#""line":3"#, r#""line":0"#),
            (r#""last":3"#, r#""last":1"#),
            ("[[2,", "[[0,"),
            ("[[2,", "[[-2,"),
            (r#""kind":"value""#, r#""kind":"other""#),
            (r#""called":null"#, r#""called":{"file":"a.py","line":0,"function":"f"}"#),
        ] {
            let claim = CLAIM.replacen(right, wrong, 1);
            assert!(claim != CLAIM && Heard::read(claim.as_bytes()).is_none(), "{claim}");
        }
    }
}
