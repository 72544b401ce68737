//! Decodes output as text without losing a byte.

use memchr::memchr;

/// The first of the private-use characters that represent bytes which are not UTF-8.
const FIRST: u32 = 0x10_FF00;

/// The first byte of each of these characters in UTF-8, and of a few others.
const FIRST_BYTE: u8 = 0xF4;

/// Decodes bytes as text. A byte that is not UTF-8, or belongs to one of the private-use characters themselves, becomes one
/// private-use character, so that different bytes stay different; [`stray_byte`] returns it.
pub fn decode(bytes: &[u8]) -> String {
    if let Ok(valid) = str::from_utf8(bytes)
        && memchr(FIRST_BYTE, bytes).is_none()
    {
        return valid.to_owned();
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        if valid.as_bytes().contains(&FIRST_BYTE) {
            for part in valid.split_inclusive(|one| stray_byte(one).is_some()) {
                let last = part.char_indices().next_back().filter(|(_, one)| stray_byte(*one).is_some());
                let (plain, stray) = part.split_at(last.map_or(part.len(), |(at, _)| at));
                text.push_str(plain);
                text.extend(stray.bytes().filter_map(represented));
            }
        } else {
            text.push_str(valid);
        }
        text.extend(chunk.invalid().iter().copied().filter_map(represented));
    }
    text
}

/// Returns the character that represents a byte.
fn represented(byte: u8) -> Option<char> {
    char::from_u32(FIRST + u32::from(byte))
}

/// Returns the byte that a character of [`decode`] represents, if it represents one.
pub fn stray_byte(character: char) -> Option<u8> {
    u8::try_from(u32::from(character).checked_sub(FIRST)?).ok()
}

/// Tells whether a character is invisible or changes how others are shown: controls, bidirectional and zero-width
/// formatting (Unicode Technical Report 36, "visual spoofing"), line separators, unusual blanks, and code points that
/// are no characters, which XML and YAML do not allow.
pub fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{A0}' | '\u{AD}' | '\u{61C}' | '\u{180E}'
            | '\u{2000}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{205F}'..='\u{206F}'
            | '\u{3000}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}'
            | '\u{FDD0}'..='\u{FDEF}')
        || u32::from(character) & 0xFFFE == 0xFFFE
}

/// Returns the length of the control sequence at the start of some bytes: ESC `[`, parameters, a final byte.
pub(super) fn control_sequence(bytes: &[u8]) -> Option<usize> {
    let parameters = bytes.strip_prefix(b"\x1b[")?;
    let length = parameters.iter().take_while(|byte| (0x20..0x40).contains(*byte)).count();
    parameters.get(length).filter(|byte| (0x40..0x7F).contains(*byte)).map(|_| 2 + length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_byte_is_lost(
            parts in prop::collection::vec(prop_oneof![
                prop::collection::vec(any::<u8>(), 0..200),
                "[\u{10FEFE}-\u{10FFFF}a]{0,3}".prop_map(String::into_bytes),
            ], 0..4),
        ) {
            let bytes = parts.concat();
            let mut back = Vec::new();
            for character in decode(&bytes).chars() {
                match stray_byte(character) {
                    Some(byte) => back.push(byte),
                    None => back.extend(character.to_string().bytes()),
                }
            }
            prop_assert_eq!(back, bytes);
        }
    }
}
