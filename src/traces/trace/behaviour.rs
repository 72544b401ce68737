//! The behaviour of a job: the recorded result without its cost. The same program with the same input has the same
//! behaviour.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use memchr::{memchr2, memchr2_iter};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Heard, Recorded, Sources};
use crate::digest::Digest;
use crate::sandbox::{Isolation, Usage};

/// The largest size of an unpacked behaviour, in bytes: far more than the limits on output allow.
const MOST_BYTES: u64 = 1 << 30;

/// The deepest nesting of brackets: values are at most 210 levels deep, each with up to five brackets.
const MOST_NESTED: usize = 1100;

/// The result of a job without its resource use and isolation: equal for equal output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Behaviour {
    pub(super) digest: Digest,
    json: Vec<u8>,
}

/// The parts of a result that do not belong to the behaviour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) heard: Option<Box<Heard>>,
    pub(super) usage: Option<Usage>,
    pub(super) isolation: Option<Isolation>,
}

/// Sources, as they are kept: `{"sources": …}`.
#[derive(Serialize, Deserialize)]
struct Kept<T> {
    sources: T,
}

impl Cost {
    /// Joins a recorded result without its cost with this one.
    pub(super) fn of(self, mut recorded: Recorded) -> Recorded {
        if let Recorded::Run(trace) = &mut recorded {
            trace.heard = self.heard;
            trace.usage = self.usage.unwrap_or_default();
            trace.isolation = self.isolation;
        }
        recorded
    }
}

impl Behaviour {
    /// Splits a recorded result.
    pub(super) fn of(recorded: &Recorded) -> (Self, Cost) {
        let json = serde_json::to_vec(recorded).expect("traces have nothing that JSON has not");
        let cost = match recorded {
            Recorded::Run(trace) => {
                let heard = trace.heard.clone();
                Cost { heard, usage: Some(trace.usage), isolation: trace.isolation }
            }
            _ => Cost::default(),
        };
        (Self { digest: Digest::of(&json), json }, cost)
    }

    /// The recorded result without its cost; `None` if it is none that a job could have.
    pub(super) fn recorded(&self) -> Option<Recorded> {
        read_nested(&self.json).filter(Recorded::is_sound)
    }

    /// The sources of a submission. They are no behaviour, but are kept in the same way: once, by their digest.
    pub(super) fn of_sources(sources: &Sources) -> Self {
        let json = serde_json::to_vec(&Kept { sources }).expect("sources have nothing that JSON has not");
        Self { digest: Digest::of(&json), json }
    }

    /// The sources, if these are sources.
    pub(super) fn sources(&self) -> Option<Sources> {
        serde_json::from_slice(&self.json).ok().map(|kept: Kept<Sources>| kept.sources)
    }

    /// Returns the size, in bytes.
    pub(super) fn size(&self) -> usize {
        self.json.len()
    }

    pub(super) fn packed(&self) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&self.json).and_then(|()| encoder.finish()).expect("memory takes every write")
    }

    /// Unpacks a behaviour; `None` if it does not have this digest.
    pub(super) fn unpack(digest: Digest, packed: &[u8]) -> Option<Self> {
        let mut json = Vec::new();
        DeflateDecoder::new(packed).take(MOST_BYTES).read_to_end(&mut json).ok()?;
        (Digest::of(&json) == digest).then_some(Self { digest, json })
    }
}

/// Reads JSON that may be nested as deep as values of sessions are; `None` if it is none, or nested deeper.
pub fn read_nested<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    // What has so few brackets is not nested deeper: an output may be long, and most of its lines have none.
    let brackets = memchr2_iter(b'[', b'{', json).take(MOST_NESTED + 1).count();
    if brackets > MOST_NESTED && nesting(json) > MOST_NESTED {
        return None;
    }
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    deserializer.disable_recursion_limit();
    let read = T::deserialize(&mut deserializer).ok()?;
    deserializer.end().ok().map(|()| read)
}

/// Returns how deep the brackets of a JSON text are nested.
fn nesting(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut at) = (0_usize, 0, 0);
    while let Some(byte) = json.get(at) {
        at += 1;
        match byte {
            b'"' => at += text_length(&json[at..]),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Returns the length of a JSON string from after its first quote to after its last one, in bytes.
fn text_length(json: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = json.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found + 1;
        if json[at - 1] == b'"' {
            return at;
        }
        at += 1; // Skips the escaped character.
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_do_not_count_as_nesting() {
        let json: [(&[u8], usize); 7] = [
            (b"", 0),
            (b"[{\"a\": [1]}, []]", 3),
            (br#"["[[[", "\"[[", "\\", "[["]"#, 1),
            (br#"["\\\\", [[]]]"#, 3),
            (b"]]][", 1),
            (br#"["not ended [["#, 1),
            (b"[\"\\", 1),
        ];
        for (json, deepest) in json {
            assert_eq!(nesting(json), deepest, "{}", String::from_utf8_lossy(json));
        }
    }
}
