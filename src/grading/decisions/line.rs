//! A line of a file: a decision with a checksum, so that half a line is never taken for one.
//!
//! ```json
//! {"checksum":"0f3a9c1e22b4d5f6","decision":{"id":"…","time":"…","by":"ada","what":"undo","of":"…"}}
//! ```
//!
//! The checksum is the first 16 hexadecimal digits of the BLAKE3 digest of the text of the decision, as it stands there.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Entry;
use crate::digest::Digest;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<'a> {
    checksum: String,
    #[serde(borrow)]
    decision: &'a RawValue,
}

/// Returns the line of a decision, with its newline.
pub(super) fn encode(entry: &Entry) -> Vec<u8> {
    let text = serde_json::to_string(entry).expect("decisions have nothing that JSON has not");
    let checksum = checksum(&text);
    format!("{{\"checksum\":\"{checksum}\",\"decision\":{text}}}\n").into_bytes()
}

/// Reads a line without its newline; `None` if it is damaged, or was written by a later version that decides other things.
pub(super) fn decode(line: &[u8]) -> Option<Entry> {
    let Sealed { checksum: told, decision } = serde_json::from_slice(line).ok()?;
    if told != checksum(decision.get()) {
        return None;
    }
    serde_json::from_str(decision.get()).ok()
}

fn checksum(text: &str) -> String {
    let mut digits = Digest::of(text.as_bytes()).to_string();
    digits.truncate(16);
    digits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::decisions::{Id, What};

    fn entry(by: String, words: String, answer: String) -> Entry {
        Entry {
            id: Id::drawn(7),
            time: jiff::Timestamp::UNIX_EPOCH,
            by,
            instead_of: vec![Id::drawn(u64::MAX)],
            what: What::Request { submission: "ada".into(), words: words.into(), answer },
        }
    }

    proptest! {
        #[test]
        fn what_wwhen_written_is_read_and_half_of_it_is_not(by: String, words: String, answer: String, cut: prop::sample::Index) {
            let entry = entry(by, words, answer);
            let line = encode(&entry);
            let line = line.strip_suffix(b"\n").unwrap();
            prop_assert!(!line.contains(&b'\n'));
            prop_assert_eq!(decode(line), Some(entry));
            prop_assert_eq!(decode(&line[..cut.index(line.len())]), None);
        }

        #[test]
        fn a_changed_byte_is_found(at: prop::sample::Index, other: u8) {
            let line = encode(&entry("ada".into(), "please".into(), "no".into()));
            let mut changed = line.strip_suffix(b"\n").unwrap().to_vec();
            let at = at.index(changed.len());
            prop_assume!(changed[at] != other);
            changed[at] = other;
            let read = decode(&changed);
            prop_assert!(read.is_none() || read == decode(line.strip_suffix(b"\n").unwrap()));
        }
    }
}
