//! Sources that are not written in the only encoding that a compiler takes.
//!
//! Editors of Windows begin a file with a mark, or write it as Windows-1252, and the compiler of that computer reads it so. An umlaut in
//! a comment must not cost all points.

use std::borrow::Cow;

/// What the bytes from 0x80 to 0x9F stand for in Windows-1252, as the Encoding Standard of WHATWG has it.
const FROM_80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The mark at the beginning of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns a source in UTF-8 without a mark; `None` if it is so already. What begins with a mark of UTF-16 stays, for the compiler to complain about.
pub(super) fn to_utf_8(source: &[u8]) -> Option<Cow<'_, [u8]>> {
    if let Some(rest) = source.strip_prefix(MARK) {
        return Some(to_utf_8(rest).unwrap_or(Cow::Borrowed(rest)));
    }
    let is_utf_16 = source.starts_with(b"\xff\xfe") || source.starts_with(b"\xfe\xff");
    if is_utf_16 || std::str::from_utf8(source).is_ok() {
        return None;
    }
    let character = |byte: &u8| match byte {
        0x80..0xa0 => FROM_80[usize::from(byte - 0x80)],
        other => char::from(*other),
    };
    Some(Cow::Owned(source.iter().map(character).collect::<String>().into_bytes()))
}

/// Returns a source as a text, read so.
pub fn source_text(source: &[u8]) -> Cow<'_, str> {
    match to_utf_8(source) {
        Some(recoded) => Cow::Owned(String::from_utf8_lossy(&recoded).into_owned()),
        None => String::from_utf8_lossy(source),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_in_utf_8_afterwards_or_was_before() {
        let recoded =
            |source: &[u8]| to_utf_8(source).map(|text| String::from_utf8(text.into_owned()).unwrap());
        assert_eq!(recoded(b"// \xdcbung \x801 \x93\n").unwrap(), "// Übung €1 “\n");
        assert_eq!(recoded("\u{feff}// Übung\n".as_bytes()).unwrap(), "// Übung\n");
        assert_eq!(recoded(b"\xef\xbb\xbf// \xdc\n").unwrap(), "// Ü\n");
        for usual in ["", "// Übung", "class A { }"] {
            assert_eq!(recoded(usual.as_bytes()), None);
        }
        assert_eq!(recoded(b"\xff\xfec\0"), None);
    }
}
