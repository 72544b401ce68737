//! How the bytes of a table are text: each of these can be undone without a loss.

use super::Error;

/// How bytes are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8 { mark: bool },
    /// Two bytes a character, the lower one first, after a byte order mark: Blackboard's `.xls`.
    Utf16Le,
    /// Two bytes a character, the higher one first, after a byte order mark.
    Utf16Be,
    /// One byte a character: what old spreadsheets save.
    Latin1,
}

const MARK: &str = "\u{feff}";

impl Encoding {
    /// The text of some bytes, without a byte order mark.
    pub(super) fn decode(bytes: &[u8]) -> Result<(Self, String), Error> {
        let utf_16 = |pair: fn([u8; 2]) -> u16| {
            let (pairs, rest) = bytes[2..].as_chunks::<2>();
            let text = String::from_utf16(&pairs.iter().map(|two| pair(*two)).collect::<Vec<_>>());
            text.ok().filter(|_| rest.is_empty()).ok_or(Error::NotText)
        };
        match bytes {
            [0xFF, 0xFE, ..] => Ok((Self::Utf16Le, utf_16(u16::from_le_bytes)?)),
            [0xFE, 0xFF, ..] => Ok((Self::Utf16Be, utf_16(u16::from_be_bytes)?)),
            _ if bytes.contains(&0) => Err(Error::NotText),
            _ => Ok(match std::str::from_utf8(bytes) {
                Ok(text) => match text.strip_prefix(MARK) {
                    Some(rest) => (Self::Utf8 { mark: true }, rest.to_owned()),
                    None => (Self::Utf8 { mark: false }, text.to_owned()),
                },
                Err(_) => (Self::Latin1, bytes.iter().map(|byte| char::from(*byte)).collect()),
            }),
        }
    }

    /// The bytes again.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        let units = || MARK.encode_utf16().chain(text.encode_utf16());
        match self {
            Self::Utf8 { mark: false } => text.as_bytes().to_vec(),
            Self::Utf8 { mark: true } => [MARK, text].concat().into_bytes(),
            Self::Utf16Le => units().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => units().flat_map(u16::to_be_bytes).collect(),
            // Whatever is not of this encoding was never read, and marks are digits.
            Self::Latin1 => text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect(),
        }
    }
}
