//! Integers of any size, from one base into another.

/// The most decimal digits in which an integer is shown: Python itself writes no more.
const MOST_DIGITS: usize = 4300;

/// How many digits are converted at once: so many of base 16 fit into 32 bits.
const GROUP: usize = 8;

/// Returns an integer that is written in hexadecimal digits as people write it: in decimal digits, unless they are very many.
pub fn integer(hexadecimal: &str) -> String {
    let (sign, digits) = signed(hexadecimal);
    let decimal = if digits.len() < MOST_DIGITS { in_base(hexadecimal, 16, 10) } else { None };
    let decimal = decimal.filter(|decimal| signed(decimal).1.len() <= MOST_DIGITS);
    decimal.unwrap_or_else(|| format!("{sign}0x{digits}"))
}

/// Returns an integer that is written in decimal digits in hexadecimal ones; `None` if they are very many, or others.
pub(super) fn hexadecimal(decimal: &str) -> Option<String> {
    if decimal.len() <= MOST_DIGITS { in_base(decimal, 10, 16) } else { None }
}

/// Returns an integer in the digits of another base, up to 16; `None` if it has other digits. The time grows with the square of their number.
pub fn in_base(number: &str, from: u32, to: u32) -> Option<String> {
    let (sign, digits) = signed(number);
    // Groups of digits, the last ones first.
    let mut groups: Vec<u64> = Vec::new();
    let unit = u64::from(to).pow(GROUP as u32);
    let mut start = 0;
    while start < digits.len() {
        let chunk = digits.get(start..digits.len().min(start + GROUP))?;
        let mut carry = u64::from_str_radix(chunk, from).ok().filter(|_| !chunk.starts_with('+'))?;
        for group in &mut groups {
            let product = *group * u64::from(from).pow(chunk.len() as u32) + carry;
            *group = product % unit;
            carry = product / unit;
        }
        while carry > 0 {
            groups.push(carry % unit);
            carry /= unit;
        }
        start += GROUP;
    }
    let digit = |group: u64, at: usize| {
        char::from_digit((group / u64::from(to).pow(at as u32) % u64::from(to)) as u32, to)
    };
    let written = groups.iter().rev().flat_map(|group| (0..GROUP).rev().filter_map(|at| digit(*group, at)));
    let written: String = written.skip_while(|digit| *digit == '0').collect();
    let is_zero = written.is_empty();
    (!digits.is_empty()).then(|| if is_zero { "0".to_owned() } else { format!("{sign}{written}") })
}

fn signed(number: &str) -> (&str, &str) {
    number.strip_prefix('-').map_or(("", number), |digits| ("-", digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_size_are_converted_and_shown_in_decimal_digits() {
        for (hexadecimal, decimal) in [
            ("0", "0"),
            ("-ff", "-255"),
            ("100000000", "4294967296"),
            ("de0b6b3a7640000", "1000000000000000000"),
            ("-1000000000000000000000000000000", "-1329227995784915872903807060280344576"),
            ("8eeae81b84c7f27e080fde64ff05254000000000", "815915283247897734345611269596115894272000000000"),
        ] {
            assert_eq!(integer(hexadecimal), decimal);
            assert_eq!(super::hexadecimal(decimal).as_deref(), Some(hexadecimal));
        }
        for other in ["", "-", "12x", "1é2345678", "+1", "12345678+1"] {
            assert_eq!(in_base(other, 10, 16), None, "{other}");
        }
        assert_eq!(in_base("000", 10, 16).as_deref(), Some("0"));
        assert_eq!(integer(&"f".repeat(3500)).len(), 4215);
        assert!(integer(&"f".repeat(3600)).starts_with("0xff"));
        assert_eq!(super::hexadecimal(&"9".repeat(4301)), None);
    }
}
