//! Finds the numbers that are written in a text.

/// Returns the length in bytes of the number at the start of a text, given the character behind which it stands.
pub fn leading_number(text: &str, behind: Option<char>) -> Option<usize> {
    // Most characters of a text begin none.
    let begins = matches!(text.bytes().next()?, b'0'..=b'9' | b'+' | b'-' | b'.' | b'n' | b'N' | b'i' | b'I');
    if !begins {
        return None;
    }
    // In `3-2` and in `x-2`, the sign is no part of the number behind it.
    let is_sign_of_pair = text.starts_with(['-', '+']) && is_in_word(behind);
    (!is_sign_of_pair).then(|| digits_length(text).or_else(|| word_length(text, behind))).flatten()
}

/// Tells whether a text is one number and nothing else.
pub fn is_number(text: &str) -> bool {
    leading_number(text, None) == Some(text.len())
}

/// Tells whether a character is not a minus and looks like one.
pub fn looks_like_minus(one: char) -> bool {
    matches!(one, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}')
}

/// Returns the places of the numbers in a line. What looks like a minus right before a number belongs to it, so that
/// nobody takes it for the number without a sign.
pub fn number_places(line: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = 0;
    let mut behind: Option<char> = None;
    std::iter::from_fn(move || {
        while let Some(first) = line[at..].chars().next() {
            let length = if is_in_word(behind) { None } else { signed_number(&line[at..], behind) };
            match length {
                Some(length) => {
                    let place = at..at + length;
                    at += length;
                    behind = Some('0');
                    return Some(place);
                }
                None => {
                    at += first.len_utf8();
                    // A digit in a word keeps the digits behind it in that word; a sign parts them.
                    behind = Some(first);
                }
            }
        }
        None
    })
}

/// Returns the length in bytes of the number at the start of a text, with what looks like its minus.
fn signed_number(text: &str, behind: Option<char>) -> Option<usize> {
    let Some(sign) = text.chars().next().filter(|first| looks_like_minus(*first)) else {
        return leading_number(text, behind);
    };
    let unsigned = &text[sign.len_utf8()..];
    let length = if unsigned.starts_with(['-', '+']) { None } else { leading_number(unsigned, Some(sign)) };
    length.map(|length| sign.len_utf8() + length)
}

fn is_in_word(behind: Option<char>) -> bool {
    behind.is_some_and(|one| one.is_alphanumeric() || one == '_')
}

/// Returns the length in bytes of the digits at the start of a text, with sign, point and exponent.
fn digits_length(text: &str) -> Option<usize> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = usize::from(text.starts_with(['-', '+']));
    let whole = digits(length);
    length += whole;
    if text[length..].starts_with('.') {
        let fraction = digits(length + 1);
        if whole + fraction == 0 {
            return None;
        }
        // `5.` is a whole number, as numpy and Fortran write it; in `5.x` and `5..` the point belongs to what follows.
        let following = text[length + 1..].chars().next();
        let is_at_end = following != Some('.') && !is_in_word(following);
        let has_exponent = exponent_length(&text[length + 1..]) > 0;
        length += if fraction > 0 || is_at_end || has_exponent { 1 + fraction } else { 0 };
    } else if whole == 0 {
        return None;
    }
    Some(length + exponent_length(&text[length..]))
}

/// Returns the length in bytes of the exponent at the start of a text; 0 if there is none.
fn exponent_length(text: &str) -> usize {
    if !text.starts_with(['e', 'E']) {
        return 0;
    }
    let sign = usize::from(text[1..].starts_with(['-', '+']));
    let digits = text[1 + sign..].bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 { 1 + sign + digits } else { 0 }
}

/// Returns the length in bytes of the word at the start of a text if it stands for a number that is not finite: languages
/// write these in capitals and small letters.
fn word_length(text: &str, behind: Option<char>) -> Option<usize> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let word = text[sign..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_whole = !is_in_word(behind) && !is_in_word(text[sign + word..].chars().next());
    let is_known =
        ["nan", "inf", "infinity"].iter().any(|known| text[sign..sign + word].eq_ignore_ascii_case(known));
    (is_whole && is_known).then_some(sign + word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_number_only_as_a_whole() {
        assert!(is_number("-2.5e3") && is_number(".5") && is_number("5.") && is_number("-Infinity"));
        assert!(!is_number("information") && !is_number("2.5cm") && !is_number("") && !is_number("-"));
    }
}
