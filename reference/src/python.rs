//! How Python converts an input line or an index, for programs that do not check them.

use crate::Stop;

/// The zeros of the scripts whose digits `int` accepts.
const ZEROS: [char; 5] = ['0', '\u{660}', '\u{6f0}', '\u{966}', '\u{ff10}'];

/// Returns `int(text)`; numbers beyond 64 bits are cut to the nearest possible one.
pub(crate) fn int(text: &str) -> Result<i64, Stop> {
    let invalid = || Stop::crash("ValueError", format!("invalid literal for int() with base 10: '{text}'"));
    let trimmed = text.trim();
    let (sign, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let mut number = 0_i64;
    for group in digits.split('_') {
        if group.is_empty() {
            return Err(invalid());
        }
        for character in group.chars() {
            let digit = decimal(character).ok_or_else(invalid)?;
            number = number.saturating_mul(10).saturating_add(digit);
        }
    }
    Ok(sign * number)
}

/// Returns `int(float(text))`.
pub(crate) fn int_of_float(text: &str) -> Result<i64, Stop> {
    let number: f64 = text
        .trim()
        .parse()
        .map_err(|_| Stop::crash("ValueError", format!("could not convert string to float: '{text}'")))?;
    if number.is_nan() {
        return Err(Stop::crash("ValueError", "cannot convert float NaN to integer"));
    }
    if number.is_infinite() {
        return Err(Stop::crash("OverflowError", "cannot convert float infinity to integer"));
    }
    Ok(number as i64)
}

/// Returns `text.isdigit()`, which is true of superscripts, too.
pub(crate) fn is_digit(text: &str) -> bool {
    let is_superscript = |it| matches!(it, '²' | '³' | '¹' | '⁰' | '⁴'..='⁹');
    !text.is_empty() && text.chars().all(|it| decimal(it).is_some() || is_superscript(it))
}

/// Returns the index of `list[index]` in a list of this length: a negative index counts from the end.
pub(crate) fn index(index: i64, length: usize) -> Result<usize, Stop> {
    let place =
        if index < 0 { length.checked_sub(index.unsigned_abs() as usize) } else { Some(index as usize) };
    let place = place.filter(|&place| place < length);
    place.ok_or_else(|| Stop::crash("IndexError", "list index out of range"))
}

fn decimal(character: char) -> Option<i64> {
    let digit = |zero: char| u32::from(character).checked_sub(u32::from(zero)).filter(|&digit| digit < 10);
    ZEROS.into_iter().find_map(digit).map(i64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class<T: std::fmt::Debug>(result: Result<T, Stop>) -> String {
        match result {
            Err(Stop::Crashed(raised)) => raised.class,
            other => panic!("{other:?} is no crash"),
        }
    }

    #[test]
    fn int_takes_blanks_signs_underscores_and_digits_of_other_scripts() {
        let numbers = [("7", 7), (" 7\t", 7), ("+7", 7), ("-7", -7), ("007", 7), ("1_0", 10), ("٣", 3)];
        for (text, number) in numbers {
            assert_eq!(int(text), Ok(number), "{text:?}");
        }
        for text in ["", " ", "a", "1.0", "1 0", "--1", "_1", "1__0", "²"] {
            assert_eq!(class(int(text)), "ValueError", "{text:?}");
        }
        assert_eq!(int("99999999999999999999"), Ok(i64::MAX));
    }

    #[test]
    fn int_of_float_cuts_off_what_follows_the_point() {
        for (text, number) in [("3.7", 3), ("-0.5", 0), (" 3 ", 3), ("1e1", 10), (".5", 0)] {
            assert_eq!(int_of_float(text), Ok(number), "{text:?}");
        }
        assert_eq!([class(int_of_float("x")), class(int_of_float("nan"))], ["ValueError"; 2]);
        assert_eq!(class(int_of_float("inf")), "OverflowError");
    }

    #[test]
    fn isdigit_is_true_of_superscripts_and_false_of_signs() {
        assert!(["0", "007", "²", "1²", "٣"].into_iter().all(is_digit));
        assert!(!["", "-1", "+1", " 1", "1.0", "a"].into_iter().any(is_digit));
    }

    #[test]
    fn a_negative_index_counts_from_the_end() {
        assert_eq!([index(0, 3), index(2, 3), index(-1, 3), index(-3, 3)], [Ok(0), Ok(2), Ok(2), Ok(0)]);
        for beyond in [3, -4, i64::MAX, i64::MIN] {
            assert_eq!(class(index(beyond, 3)), "IndexError");
        }
    }
}
