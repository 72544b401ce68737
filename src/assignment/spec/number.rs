//! Numbers as programs give them: exact, however many digits they have.
//!
//! A float holds only some numbers, and the rest would be equal to a neighbour, or to each other beyond its range.

use std::cmp::Ordering;

use yardstick_reference::in_base;

/// A number that a program printed, or that a value holds.
#[derive(Clone, Debug)]
pub enum Number<'n> {
    /// What a computation gives that has no result.
    Undefined,
    /// More, or less, than every number.
    Infinite(Sign),
    /// Any other.
    Finite(Finite<'n>),
}

/// The sign of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Zero or more.
    Plus,
    /// Less than zero.
    Minus,
}

/// A number that is finite, as it is written.
#[derive(Clone, Debug)]
pub struct Finite<'n> {
    written: Written<'n>,
    /// The nearest float: infinite if there is none.
    near: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum Written<'n> {
    Decimal(&'n str),
    Hexadecimal(&'n str),
    Float(f64),
}

impl<'n> Number<'n> {
    /// Reads a number in decimal digits, such as `-2.5e3` and `5.`, or one of the words for what is not finite, such as
    /// `inf` and `NaN`; `None` for any other text.
    pub fn of_text(text: &'n str) -> Option<Self> {
        let near = text.parse::<f64>().ok()?;
        let is_word =
            text.trim_start_matches(['+', '-']).starts_with(|first: char| first.is_ascii_alphabetic());
        Some(if is_word { Self::from(near) } else { Self::finite(Written::Decimal(text), near) })
    }

    /// Creates an integer from hexadecimal digits, such as `-ff`.
    pub fn of_hexadecimal(digits: &'n str) -> Self {
        Self::finite(Written::Hexadecimal(digits), near_hexadecimal(digits))
    }

    /// Returns the nearest float, or one of its neighbours.
    pub fn near(&self) -> f64 {
        match self {
            Self::Undefined => f64::NAN,
            Self::Infinite(Sign::Plus) => f64::INFINITY,
            Self::Infinite(Sign::Minus) => f64::NEG_INFINITY,
            Self::Finite(finite) => finite.near,
        }
    }

    fn finite(written: Written<'n>, near: f64) -> Self {
        Self::Finite(Finite { written, near })
    }
}

impl From<f64> for Number<'_> {
    fn from(number: f64) -> Self {
        match number {
            _ if number.is_nan() => Self::Undefined,
            _ if number.is_finite() => Self::finite(Written::Float(number), number),
            _ => Self::Infinite(if number > 0.0 { Sign::Plus } else { Sign::Minus }),
        }
    }
}

impl Finite<'_> {
    /// Tells whether another number is at most so far from this one: as such, or as a share of this one.
    pub(super) fn is_near(&self, other: &Self, absolute: f64, relative: f64) -> bool {
        if self.written == other.written {
            return true;
        }
        let (difference, most) = ((self.near - other.near).abs(), absolute.max(relative * self.near.abs()));
        // Floats decide unless they could err, which is where they are as good as equal, or beyond the range of floats.
        let error = 8.0 * f64::EPSILON * (self.near.abs() + other.near.abs() + most) + f64::MIN_POSITIVE;
        if difference.is_finite() && most.is_finite() {
            if difference + error <= most {
                return true;
            }
            if difference - error > most {
                return false;
            }
        }
        let (Some(one), Some(other)) = (Decimal::of(&self.written), Decimal::of(&other.written)) else {
            return false;
        };
        if one == other {
            return true;
        }
        let Some(difference) = one.distance(&other) else { return false };
        let [absolute, relative] =
            [absolute, relative].map(|bound| Decimal::of_digits(&format!("{bound:e}")));
        difference.compare_size(&absolute).is_le() || difference.compare_size(&one.times(&relative)).is_le()
    }
}

/// Returns the float nearest to an integer, or one of its neighbours.
fn near_hexadecimal(digits: &str) -> f64 {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, digits),
    };
    let (first, rest) = digits.split_at(digits.len().min(16));
    let first = u64::from_str_radix(first, 16).unwrap_or_default() as f64;
    sign * first * 16_f64.powi(i32::try_from(rest.len()).unwrap_or(i32::MAX))
}

/// An exact number, `0.digits` times a power of ten. Its first and its last digit are not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decimal {
    sign: Sign,
    digits: Vec<u8>,
    /// How many digits stand before the point.
    point: i64,
}

/// Integers with more hexadecimal digits are equal only if they are the same: to convert them takes long.
const MOST_HEXADECIMAL: usize = 16_000;

/// How many zeros may be written out beside the digits of two numbers. Numbers of so different sizes are not near.
const MOST_ZEROS: usize = 2_000;

impl Decimal {
    fn of(written: &Written) -> Option<Self> {
        match written {
            Written::Decimal(text) => Some(Self::of_digits(text)),
            Written::Float(number) => Some(Self::of_digits(&format!("{number:e}"))),
            Written::Hexadecimal(digits) if digits.len() > MOST_HEXADECIMAL => None,
            Written::Hexadecimal(digits) => in_base(digits, 16, 10).map(|digits| Self::of_digits(&digits)),
        }
    }

    fn of_digits(text: &str) -> Self {
        let sign = if text.starts_with('-') { Sign::Minus } else { Sign::Plus };
        let unsigned = text.trim_start_matches(['+', '-']);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        // Only an exponent of very many digits cannot be read.
        let most = if exponent.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
        let exponent = exponent.parse::<i64>().unwrap_or(most).clamp(i64::MIN / 4, i64::MAX / 4);
        let digits = whole.bytes().chain(fraction.bytes()).map(|digit| digit - b'0').collect();
        Self::plain(sign, digits, whole.len() as i64 + exponent)
    }

    /// Leaves out the zeros at both ends.
    fn plain(sign: Sign, mut digits: Vec<u8>, point: i64) -> Self {
        let length = digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        digits.truncate(length);
        if digits.is_empty() {
            return Self { sign: Sign::Plus, digits, point: 0 };
        }
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        Self { sign, digits, point: point - zeros as i64 }
    }

    /// Compares two numbers without their signs.
    fn compare_size(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (false, false) => self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits)),
            (one, other) => other.cmp(&one),
        }
    }

    /// Returns how far two numbers are from each other; `None` if they are of too different sizes.
    fn distance(&self, other: &Self) -> Option<Self> {
        let (more, less) = if self.compare_size(other).is_ge() { (self, other) } else { (other, self) };
        if less.digits.is_empty() {
            return Some(more.clone());
        }
        let last = |number: &Self| number.point - number.digits.len() as i64;
        let length = usize::try_from(more.point - last(more).min(last(less))).ok()?;
        if length > more.digits.len() + less.digits.len() + MOST_ZEROS {
            return None;
        }
        let mut result = vec![0_i8; length + 1];
        let mut add = |number: &Self, factor: i8| {
            let start = usize::try_from(more.point - number.point).unwrap_or_default() + 1;
            for (place, digit) in result[start..].iter_mut().zip(&number.digits) {
                *place += factor * digit.cast_signed();
            }
        };
        add(more, 1);
        add(less, if more.sign == less.sign { -1 } else { 1 });
        let mut carry = 0;
        let mut digits = vec![0; length + 1];
        for (digit, sum) in digits.iter_mut().zip(&result).rev() {
            let sum = sum + carry;
            carry = sum.div_euclid(10);
            *digit = sum.rem_euclid(10).cast_unsigned();
        }
        Some(Self::plain(Sign::Plus, digits, more.point + 1))
    }

    /// Returns the product of two numbers without its sign.
    fn times(&self, other: &Self) -> Self {
        let mut sums = vec![0_u64; self.digits.len() + other.digits.len()];
        for (at, one) in self.digits.iter().enumerate() {
            for (sum, digit) in sums[at + 1..].iter_mut().zip(&other.digits) {
                *sum += u64::from(*one) * u64::from(*digit);
            }
        }
        let mut carry = 0;
        let mut digits = vec![0; sums.len()];
        for (digit, sum) in digits.iter_mut().zip(&sums).rev() {
            let sum = sum + carry;
            carry = sum / 10;
            *digit = (sum % 10) as u8;
        }
        Self::plain(Sign::Plus, digits, self.point + other.point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_numbers_have_one_exact_form() {
        for (one, other) in
            [("007", "7."), ("-0.0", "0"), ("1.5e3", "1500"), (".5", "5e-1"), ("0e99999", "0")]
        {
            assert_eq!(Decimal::of_digits(one), Decimal::of_digits(other));
        }
        assert_ne!(
            Decimal::of_digits("1e99999999999999999999"),
            Decimal::of_digits("1e-99999999999999999999")
        );
    }

    proptest! {
        #[test]
        fn exact_arithmetic_is_that_of_integers(one in -1_000_000_i64..1_000_000, other in -1_000_000_i64..1_000_000) {
            let of = |number: i64| Decimal::of_digits(&number.to_string());
            prop_assert_eq!(of(one).distance(&of(other)).unwrap(), of((one - other).abs()));
            prop_assert_eq!(of(one).times(&of(other)), of((one * other).abs()));
            prop_assert_eq!(of(one).compare_size(&of(other)), one.abs().cmp(&other.abs()));
            let hexadecimal = format!("{}{:x}", if one < 0 { "-" } else { "" }, one.abs());
            prop_assert_eq!(Decimal::of(&Written::Hexadecimal(&hexadecimal)).unwrap(), of(one));
        }
    }
}
