//! The format of the lines in a file of traces.
//!
//! Each line is `CHECKSUM KIND PAYLOAD`. The checksum is the first 16 hexadecimal digits of the BLAKE3 digest of
//! everything after it, so a line that was cut or damaged is detected.

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

use super::Record;
use super::log::LinePlace;
use crate::digest::Digest;
use crate::untrusted::Untrusted;

/// Incremented when old files can no longer be read.
const VERSION: u32 = 1;

/// The number of digits of a checksum.
const CHECKSUM: usize = 16;

/// One line.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// The first line: the version of the format.
    Format(u32),
    /// The packed behaviour of some job.
    Behaviour(Digest, Vec<u8>),
    /// The result of a submission.
    Record(Record),
    /// An unreadable line that was known when this line was written, and whose results were run again.
    Noted(LinePlace),
    /// The last record of the submission with this name is not trusted.
    Disbelieved(Untrusted),
    /// Everything in the file was graded by the work plan with this digest.
    WorkPlan(Digest),
}

/// The reason why a line cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// Its checksum is wrong.
    Damaged,
    /// It is complete, but its kind is unknown.
    Unknown,
}

impl Line {
    /// The first line of a file.
    pub(super) const FIRST: Self = Self::Format(VERSION);

    /// Tells whether the lines after this first line can be read.
    pub(super) fn is_first(&self) -> bool {
        *self == Self::FIRST
    }

    /// Returns the line with its newline.
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
                let json = serde_json::to_string(submission).expect("a text is JSON");
                format!("disbelieved {json}")
            }
            Self::WorkPlan(digest) => format!("plan {digest}"),
            Self::Noted(place) => {
                format!(
                    "noted {}",
                    serde_json::to_string(place).expect("a place has nothing that JSON has not")
                )
            }
        };
        format!("{} {payload}\n", checksum(payload.as_bytes())).into_bytes()
    }

    /// Parses a line without its newline.
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
            "plan" => rest.parse().ok().map(Self::WorkPlan),
            _ => None,
        }
    }
}

/// Returns everything after the checksum, if the checksum is right.
pub(super) fn payload(line: &[u8]) -> Option<&[u8]> {
    let (digits, rest) = line.split_at_checked(CHECKSUM)?;
    let payload = rest.strip_prefix(b" ")?;
    (checksum(payload).as_bytes() == digits).then_some(payload)
}

fn checksum(payload: &[u8]) -> String {
    let mut digits = Digest::of(payload).to_string();
    digits.truncate(CHECKSUM);
    digits
}
