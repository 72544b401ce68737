//! Characters that look like others: what editors, word processors and keyboards put in the place of plain ones.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::written_number::looks_like_minus;

/// Replaces characters by the plain ones that they look like, and takes letters with marks apart.
pub(in crate::compare) fn plain(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() { text } else { Cow::Owned(plain_characters(&text).collect()) }
}

/// Returns the characters of [`plain`], one after the other.
pub(in crate::compare) fn plain_characters(text: &str) -> Box<dyn Iterator<Item = char> + '_> {
    if text.is_ascii() { Box::new(text.chars()) } else { Box::new(text.nfd().filter_map(plain_character)) }
}

/// Puts the marks of letters into one order, after characters between them may have gone.
pub(in crate::compare) fn in_one_order(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() { text } else { Cow::Owned(text.nfd().collect()) }
}

/// Returns the plain character that a character looks like: itself for most, and `None` for what is not seen at all.
fn plain_character(one: char) -> Option<char> {
    match one {
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{00B4}' | '\u{02B9}' | '\u{02BC}' | '\u{FF07}' => {
            Some('\'')
        }
        '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{02BA}' | '\u{FF02}' => Some('"'),
        dash if looks_like_minus(dash) => Some('-'),
        '\u{00A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => Some(' '),
        '\u{00AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' => None,
        other => Some(other),
    }
}

/// Tells whether two texts look alike.
pub(in crate::compare) fn look_alike(one: &str, other: &str) -> bool {
    [one, other].iter().any(|text| !text.is_ascii())
        && in_one_order(plain(Cow::Borrowed(one))) == in_one_order(plain(Cow::Borrowed(other)))
}

/// Names the first characters in which two texts that look alike differ: what is expected, and what is there.
pub(in crate::compare) fn first_difference(expected: &str, actual: &str) -> [String; 2] {
    let same = expected.chars().zip(actual.chars()).take_while(|(one, other)| one == other).count();
    [expected, actual].map(|text| {
        let mut rest = text.chars().skip(same);
        let (first, next) = (rest.next(), rest.next());
        match (first, next.filter(|next| is_combining_mark(*next))) {
            (None, _) => "nothing".to_owned(),
            (Some(first), Some(mark)) => {
                format!(
                    "`{first}{mark}` (U+{:04X} and U+{:04X}, two characters)",
                    u32::from(first),
                    u32::from(mark)
                )
            }
            (Some(first), None) => named(first),
        }
    })
}

fn named(character: char) -> String {
    let (kind, is_seen) = match plain_character(character) {
        None => ("a character that is not seen", false),
        Some(' ') if character == ' ' => ("a plain blank", false),
        Some(' ') => ("a blank of another kind", false),
        Some('\'' | '"' | '-') if character.is_ascii() => ("the plain one", true),
        Some('\'' | '"') => ("a curly one", true),
        Some('-') => ("a dash", true),
        Some(_) if is_combining_mark(character) => ("a mark of its own", false),
        Some(_) => ("one character", true),
    };
    let number = u32::from(character);
    if is_seen {
        format!("`{character}` (U+{number:04X}, {kind})")
    } else {
        format!("U+{number:04X} ({kind})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_the_same_and_named() {
        for (one, other) in [
            ("Zürich", "Zu\u{308}rich"),
            ("it's \"so\"", "it\u{2019}s \u{201C}so\u{201D}"),
            ("a - b", "a\u{A0}\u{2013} b"),
            ("co\u{AD}op", "coop"),
        ] {
            assert!(look_alike(one, other) && look_alike(other, one), "{one}");
        }
        assert!(!look_alike("Zürich", "Zurich") && !look_alike("a", "b"));
        let say = first_difference;
        assert_eq!(
            say("it's", "it\u{2019}s"),
            ["`'` (U+0027, the plain one)", "`\u{2019}` (U+2019, a curly one)"]
        );
        assert_eq!(
            say("Zürich", "Zu\u{308}rich"),
            ["`ü` (U+00FC, one character)", "`u\u{308}` (U+0075 and U+0308, two characters)"]
        );
        assert_eq!(say("a b", "a\u{A0}b"), ["U+0020 (a plain blank)", "U+00A0 (a blank of another kind)"]);
    }
}
