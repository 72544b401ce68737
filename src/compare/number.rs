//! Finds the numbers in a text.

/// Returns the length in bytes of the number at the start of a text, given the character behind which it stands.
pub(super) fn leading_number(text: &str, behind: Option<char>) -> Option<usize> {
    // In `3-2` and in `x-2`, the sign is no part of the number behind it.
    let is_sign_of_pair = text.starts_with(['-', '+']) && is_in_word(behind);
    (!is_sign_of_pair).then(|| digits_length(text).or_else(|| word_length(text, behind))).flatten()
}

/// Tells whether a text is one number and nothing else.
pub(super) fn is_number(text: &str) -> bool {
    leading_number(text, None) == Some(text.len())
}

/// Returns the numbers of a text in order, each in its plain form: equal numbers have equal forms, however they are
/// written. Digits right behind a letter belong to a word, as in `x1`.
pub(super) fn numbers(text: &str) -> Vec<String> {
    numbers_of_lines(text).concat()
}

/// Returns the numbers of each line that has some.
pub(super) fn numbers_of_lines(text: &str) -> Vec<Vec<String>> {
    let found = text.lines().map(|line| places(line).map(|place| plain(&line[place])).collect::<Vec<_>>());
    found.filter(|numbers| !numbers.is_empty()).collect()
}

/// Returns the places of the numbers in a line.
pub(super) fn places(line: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = 0;
    let mut behind: Option<char> = None;
    std::iter::from_fn(move || {
        while let Some(first) = line[at..].chars().next() {
            let length = if is_in_word(behind) { None } else { leading_number(&line[at..], behind) };
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

/// The exponents that are written out. Nobody means a number beyond them, and zeros would fill the memory.
const MOST_EXPONENT: i64 = 400;

/// Returns a number in its plain form: no plus, no zeros that say nothing, no exponent.
fn plain(number: &str) -> String {
    let unsigned = number.trim_start_matches(['+', '-']);
    if unsigned.starts_with(|first: char| first.is_ascii_alphabetic()) {
        let is_minus = number.starts_with('-');
        let form =
            if unsigned.len() == "nan".len() && unsigned.eq_ignore_ascii_case("nan") { "nan" } else { "inf" };
        return if is_minus && form == "inf" { "-inf".to_owned() } else { form.to_owned() };
    }
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i64 = exponent.parse().unwrap_or(i64::MAX);
    let digits = format!("{whole}{fraction}");
    if digits.bytes().all(|digit| digit == b'0') {
        return "0".to_owned();
    }
    let sign = if number.starts_with('-') { "-" } else { "" };
    if exponent.abs() > MOST_EXPONENT {
        return format!("{sign}{unsigned}");
    }
    // Digits before the point: fewer than none are zeros behind it.
    let before = whole.len() as i64 + exponent;
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    let padded = format!("{}{digits}{}", zeros(-before), zeros(before - digits.len() as i64));
    let (whole, fraction) = padded.split_at(usize::try_from(before).unwrap_or(0));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_among_any_words() {
        assert_eq!(
            numbers("x1 = 3.50, total:-7€ (2nd) 10-3 .5 4. _9 1e3 A-12"),
            ["3.5", "-7", "2", "10", "3", "0.5", "4", "1000", "12"]
        );
        assert_eq!(numbers("none, 1,234\n\n5"), ["1", "234", "5"]);
        assert_eq!(numbers_of_lines("a 1 2\nb\n3"), [vec!["1", "2"], vec!["3"]]);
        assert_eq!(
            numbers("-inf Infinity, NaN! -nan: info nano x_nan INF"),
            ["-inf", "inf", "nan", "nan", "inf"]
        );
        assert_eq!(numbers("[1. 2.e3 3.] 1.2.3 4.. 5.x"), ["1", "2000", "3", "1.2", "3", "4", "5"]);
    }

    #[test]
    fn equal_numbers_have_one_plain_form() {
        let same = [
            ("007", "7"),
            ("+2.50", "2.5"),
            ("-0.0", "0"),
            ("1.5e3", "1500"),
            ("12.5e-3", "0.0125"),
            ("1e-2", "0.01"),
            ("100e-2", "1"),
            ("12345678901234567890.10", "12345678901234567890.1"),
            ("0e999999999999999999999", "0"),
            ("1e999999999", "1e999999999"),
        ];
        for (written, form) in same {
            assert_eq!(plain(written), form);
        }
    }

    #[test]
    fn a_cell_is_a_number_only_as_a_whole() {
        assert!(is_number("-2.5e3") && is_number(".5") && is_number("5.") && is_number("-Infinity"));
        assert!(!is_number("information") && !is_number("2.5cm") && !is_number("") && !is_number("-"));
    }
}
