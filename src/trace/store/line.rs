//! The lines of a file of traces.
//!
//! `CHECKSUM KIND PAYLOAD`, where the checksum is the first 16 hexadecimal digits of the BLAKE3 digest of what
//! follows it: a line that was cut short, or of which a bit was lost, is known for what it is.

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

use super::Record;
use super::log::LinePlace;
use crate::digest::Digest;

/// Grows when old files can no longer be read.
const VERSION: u32 = 1;

/// The digits of a checksum.
const CHECKSUM: usize = 16;

/// One line.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// The first: which version of the format follows.
    Format(u32),
    /// What some job did, packed.
    Behaviour(Digest, Vec<u8>),
    /// What came of a submission.
    Record(Record),
    /// A line that could not be read when this one was written, and was made good.
    Noted(LinePlace),
    /// The record that was written last of the submission of this name is not believed.
    Disbelieved(String),
}

/// Why a line cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// Its checksum is wrong.
    Damaged,
    /// It is whole, and nothing that is known here.
    Unknown,
}

impl Line {
    /// The first line of a file.
    pub(super) const FIRST: Self = Self::Format(VERSION);

    /// Whether what follows this line can be read.
    pub(super) fn is_first(&self) -> bool {
        *self == Self::FIRST
    }

    /// The line with its newline.
    pub(super) fn encode(&self) -> Vec<u8> {
        let payload = match self {
            Self::Format(version) => format!("yardstick-traces {version}"),
            Self::Behaviour(digest, packed) => {
                format!("behaviour {digest} {}", BASE64_STANDARD_NO_PAD.encode(packed))
            }
            Self::Record(record) => {
                let json = serde_json::to_string(record).expect("records have nothing that JSON has not");
                format!("submission {json}")
            }
            Self::Disbelieved(submission) => {
                format!("disbelieved {}", serde_json::Value::from(submission.as_str()))
            }
            Self::Noted(place) => {
                format!(
                    "noted {}",
                    serde_json::to_string(place).expect("a place has nothing that JSON has not")
                )
            }
        };
        format!("{} {payload}\n", checksum(payload.as_bytes())).into_bytes()
    }

    /// Reads a line without its newline.
    pub(super) fn decode(line: &[u8]) -> Result<Self, Unreadable> {
        let payload = payload(line).ok_or(Unreadable::Damaged)?;
        let payload = std::str::from_utf8(payload).map_err(|_| Unreadable::Unknown)?;
        Self::read(payload).ok_or(Unreadable::Unknown)
    }

    fn read(payload: &str) -> Option<Self> {
        let (kind, rest) = payload.split_once(' ')?;
        match kind {
            "yardstick-traces" => rest.parse().ok().map(Self::Format),
            "behaviour" => {
                let (digest, packed) = rest.split_once(' ')?;
                let packed = BASE64_STANDARD_NO_PAD.decode(packed).ok()?;
                Some(Self::Behaviour(digest.parse().ok()?, packed))
            }
            "submission" => serde_json::from_str(rest).ok().map(Self::Record),
            "noted" => serde_json::from_str(rest).ok().map(Self::Noted),
            "disbelieved" => serde_json::from_str(rest).ok().map(Self::Disbelieved),
            _ => None,
        }
    }
}

/// What follows the checksum, if that is right.
fn payload(line: &[u8]) -> Option<&[u8]> {
    let (digits, rest) = line.split_at_checked(CHECKSUM)?;
    let payload = rest.strip_prefix(b" ")?;
    (checksum(payload).as_bytes() == digits).then_some(payload)
}

fn checksum(payload: &[u8]) -> String {
    let mut digits = Digest::of(payload).to_string();
    digits.truncate(CHECKSUM);
    digits
}
