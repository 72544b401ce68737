//! Encodings of tables. Text that was decoded can be encoded again, and gives the same bytes.

use super::Error;

/// The encoding of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8 { mark: bool },
    /// UTF-16 with the lower byte first, usually with a byte order mark. Blackboard's `.xls` has this encoding.
    Utf16Le { mark: bool },
    /// UTF-16 with the higher byte first.
    Utf16Be { mark: bool },
    /// Latin-1, one byte for each character, which old spreadsheets save.
    Latin1,
}

const MARK: &str = "\u{feff}";

impl Encoding {
    /// The encoding of some bytes, and their text without a byte order mark.
    pub(super) fn decode(bytes: &[u8]) -> Result<(Self, String), Error> {
        match bytes {
            [0xFF, 0xFE, rest @ ..] => Ok((Self::Utf16Le { mark: true }, utf_16(rest, u16::from_le_bytes)?)),
            [0xFE, 0xFF, rest @ ..] => Ok((Self::Utf16Be { mark: true }, utf_16(rest, u16::from_be_bytes)?)),
            _ if bytes.contains(&0) => Self::without_mark(bytes),
            _ => Ok(match std::str::from_utf8(bytes) {
                Ok(text) => match text.strip_prefix(MARK) {
                    Some(rest) => (Self::Utf8 { mark: true }, rest.to_owned()),
                    None => (Self::Utf8 { mark: false }, text.to_owned()),
                },
                Err(_) => (Self::Latin1, bytes.iter().map(|byte| char::from(*byte)).collect()),
            }),
        }
    }

    /// UTF-16 without a byte order mark. Every table has delimiters and line ends, whose higher byte is zero: the order
    /// of the bytes follows from the places of the zeros.
    fn without_mark(bytes: &[u8]) -> Result<(Self, String), Error> {
        let zeros = |first: usize| bytes.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
        let (encoding, text) = match zeros(1) > zeros(0) {
            true => (Self::Utf16Le { mark: false }, utf_16(bytes, u16::from_le_bytes)?),
            false => (Self::Utf16Be { mark: false }, utf_16(bytes, u16::from_be_bytes)?),
        };
        if text.contains('\0') { Err(Error::NotText) } else { Ok((encoding, text)) }
    }

    /// The bytes of a text.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        let units = |mark: bool| {
            let mark = if mark { MARK } else { "" };
            mark.encode_utf16().chain(text.encode_utf16())
        };
        match self {
            Self::Utf8 { mark: false } => text.as_bytes().to_vec(),
            Self::Utf8 { mark: true } => [MARK, text].concat().into_bytes(),
            Self::Utf16Le { mark } => units(mark).flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be { mark } => units(mark).flat_map(u16::to_be_bytes).collect(),
            // Only characters of Latin-1 were read, and marks are digits.
            Self::Latin1 => text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect(),
        }
    }
}

fn utf_16(bytes: &[u8], pair: fn([u8; 2]) -> u16) -> Result<String, Error> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let text = String::from_utf16(&pairs.iter().map(|two| pair(*two)).collect::<Vec<_>>());
    text.ok().filter(|_| rest.is_empty()).ok_or(Error::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bytes_a_character_are_known_without_a_mark_and_come_back() {
        for text in ["Student\tID\n", "識別\t氏名\n参加者 1\t山田\n"] {
            for (encoding, bytes) in [
                (Encoding::Utf16Le { mark: false }, text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
                (
                    Encoding::Utf16Be { mark: false },
                    text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>(),
                ),
            ] {
                let (found, read) = Encoding::decode(&bytes).unwrap();
                assert_eq!((found, read.as_str()), (encoding, text));
                assert_eq!(found.encode(&read), bytes);
            }
        }
        assert!(Encoding::decode(b"PK\x03\x04\0\0\0\0").is_err());
        assert!(Encoding::decode(b"\0").is_err());
    }
}
