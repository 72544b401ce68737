//! The numbers of a text in their plain form.

use crate::written_number::{looks_like_minus, number_places};

/// Returns the numbers of a text in order, each in its plain form: equal numbers have equal forms, however they are
/// written. Digits right behind a letter belong to a word, as in `x1`.
pub(in crate::compare) fn numbers(text: &str) -> Vec<String> {
    numbers_of_lines(text).concat()
}

/// Returns the numbers of each line that has some.
pub(in crate::compare) fn numbers_of_lines(text: &str) -> Vec<Vec<String>> {
    let found =
        text.lines().map(|line| number_places(line).map(|place| plain(&line[place])).collect::<Vec<_>>());
    found.filter(|numbers| !numbers.is_empty()).collect()
}

/// The exponents that are written out. Nobody means a number beyond them, and zeros would fill the memory.
const MOST_EXPONENT: i64 = 400;

/// Returns a number in its plain form: no plus, no zeros that say nothing, no exponent.
fn plain(number: &str) -> String {
    // What only looks like a minus stays what it is.
    if let Some(unsigned) = number.strip_prefix(looks_like_minus) {
        return number[..number.len() - unsigned.len()].to_owned() + &plain(unsigned);
    }
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
        assert_eq!(numbers("\u{2212}5.0 10\u{2212}3 \u{2013} 7"), ["\u{2212}5", "10", "3", "7"]);
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
}
