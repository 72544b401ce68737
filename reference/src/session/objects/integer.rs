//! Whole numbers of any size, as Python has them.
//!
//! Numbers in sessions are small; what matters here is that the large ones are right, not fast.

use std::cmp::Ordering;
use std::fmt;

/// Digits to the base 2³², the lowest first, without leading zeros; zero has none and is not negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Integer {
    negative: bool,
    digits: Vec<u32>,
}

impl Integer {
    fn new(negative: bool, mut digits: Vec<u32>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { negative: negative && !digits.is_empty(), digits }
    }

    /// The number that these digits stand for, to a base of at most 36; `None` if one is no digit.
    pub(crate) fn parse(text: &str, base: u32) -> Option<Self> {
        let mut digits = Vec::new();
        for character in text.chars() {
            multiply_add(&mut digits, base, character.to_digit(base)?);
        }
        (!text.is_empty()).then(|| Self::new(false, digits))
    }

    /// The whole part of a finite double.
    pub(crate) fn truncate(number: f64) -> Self {
        let bits = number.abs().to_bits();
        let exponent = (bits >> 52) as i32 - 1075;
        let mantissa = Self::from(((bits & ((1 << 52) - 1)) | (1 << 52)) as i64);
        let magnitude = match exponent {
            ..=-53 => Self::default(),
            -52..=-1 => Self::from(mantissa.saturating() >> -exponent),
            0.. => mantissa.multiply(&Self::from(2).power(exponent as u32)),
        };
        Self::new(number < 0.0, magnitude.digits)
    }

    /// The nearest 64-bit number.
    pub(crate) fn saturating(&self) -> i64 {
        match (self.to_i64(), self.negative) {
            (Some(number), _) => number,
            (None, true) => i64::MIN,
            (None, false) => i64::MAX,
        }
    }

    /// The same number in 64 bits, if it fits.
    pub(crate) fn to_i64(&self) -> Option<i64> {
        let &[low, high] = match self.digits.as_slice() {
            [] => &[0, 0],
            [low] => &[*low, 0],
            [low, high] => &[*low, *high],
            _ => return None,
        };
        let magnitude = i128::from(low) | (i128::from(high) << 32);
        i64::try_from(if self.negative { -magnitude } else { magnitude }).ok()
    }

    /// The nearest double; infinite if the number is beyond all doubles.
    pub(crate) fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// In lower-case hexadecimal: `-ff`.
    pub(crate) fn to_hexadecimal(&self) -> String {
        let Some((highest, rest)) = self.digits.split_last() else { return "0".to_owned() };
        let rest: String = rest.iter().rev().map(|digit| format!("{digit:08x}")).collect();
        format!("{}{highest:x}{rest}", if self.negative { "-" } else { "" })
    }

    /// Whether it is below zero.
    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Whether it is odd.
    pub(crate) fn is_odd(&self) -> bool {
        self.digits.first().is_some_and(|digit| digit % 2 == 1)
    }

    /// How many bits the magnitude has, up to 31 too many.
    pub(crate) fn bits(&self) -> usize {
        self.digits.len() * 32
    }

    /// The same number with the other sign.
    pub(crate) fn negated(&self) -> Self {
        Self::new(!self.negative, self.digits.clone())
    }

    /// The sum.
    pub(crate) fn add(&self, other: &Self) -> Self {
        if self.negative == other.negative {
            return Self::new(self.negative, sum(&self.digits, &other.digits));
        }
        match compare(&self.digits, &other.digits) {
            Ordering::Less => Self::new(other.negative, difference(&other.digits, &self.digits)),
            Ordering::Equal | Ordering::Greater => {
                Self::new(self.negative, difference(&self.digits, &other.digits))
            }
        }
    }

    /// The difference.
    pub(crate) fn subtract(&self, other: &Self) -> Self {
        self.add(&other.negated())
    }

    /// The product.
    pub(crate) fn multiply(&self, other: &Self) -> Self {
        let mut digits = vec![0; self.digits.len() + other.digits.len()];
        for (place, &digit) in self.digits.iter().enumerate() {
            let mut carry = 0;
            for (sum, &other) in digits[place..].iter_mut().zip(other.digits.iter().chain([&0])) {
                let product = u64::from(digit) * u64::from(other) + u64::from(*sum) + carry;
                *sum = product as u32;
                carry = product >> 32;
            }
        }
        Self::new(self.negative != other.negative, digits)
    }

    /// The quotient rounded down and the remainder, which has the sign of the divisor; `None` for zero.
    pub(crate) fn divide(&self, divisor: &Self) -> Option<(Self, Self)> {
        if divisor.is_zero() {
            return None;
        }
        let (quotient, remainder) = long_division(&self.digits, &divisor.digits);
        let quotient = Self::new(self.negative != divisor.negative, quotient);
        let remainder = Self::new(self.negative, remainder);
        if remainder.is_zero() || remainder.negative == divisor.negative {
            return Some((quotient, remainder));
        }
        Some((quotient.subtract(&Self::from(1)), remainder.add(divisor)))
    }

    /// The power.
    pub(crate) fn power(&self, exponent: u32) -> Self {
        let square_and_multiply = |power: Self, bit: u32| {
            let square = power.multiply(&power);
            if (exponent >> bit) & 1 == 1 { square.multiply(self) } else { square }
        };
        (0..32 - exponent.leading_zeros()).rev().fold(Self::from(1), square_and_multiply)
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        let magnitude = number.unsigned_abs();
        Self::new(number < 0, vec![magnitude as u32, (magnitude >> 32) as u32])
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => compare(&self.digits, &other.digits),
            (true, true) => compare(&other.digits, &self.digits),
        }
    }
}

/// In decimal.
impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const BILLION: u32 = 1_000_000_000;
        let mut rest = self.digits.clone();
        let mut groups = Vec::new();
        while !rest.is_empty() {
            groups.push(divide_by(&mut rest, BILLION));
            while rest.last() == Some(&0) {
                rest.pop();
            }
        }
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{}", groups.pop().unwrap_or(0))?;
        groups.iter().rev().try_for_each(|group| write!(f, "{group:09}"))
    }
}

fn compare(left: &[u32], right: &[u32]) -> Ordering {
    left.len().cmp(&right.len()).then_with(|| left.iter().rev().cmp(right.iter().rev()))
}

fn sum(left: &[u32], right: &[u32]) -> Vec<u32> {
    let length = left.len().max(right.len()) + 1;
    let mut carry = 0;
    let digit = |digits: &[u32], place| digits.get(place).map_or(0, |&digit| u64::from(digit));
    let places = (0..length).map(|place| {
        let sum = digit(left, place) + digit(right, place) + carry;
        carry = sum >> 32;
        sum as u32
    });
    places.collect()
}

/// `left - right`, of which the left must not be the smaller.
fn difference(left: &[u32], right: &[u32]) -> Vec<u32> {
    let mut borrow = 0;
    let places = left.iter().enumerate().map(|(place, &digit)| {
        let taken = right.get(place).map_or(0, |&digit| i64::from(digit)) + borrow;
        let rest = i64::from(digit) - taken;
        borrow = i64::from(rest < 0);
        rest as u32
    });
    places.collect()
}

fn multiply_add(digits: &mut Vec<u32>, factor: u32, addend: u32) {
    let mut carry = u64::from(addend);
    for digit in digits.iter_mut() {
        let product = u64::from(*digit) * u64::from(factor) + carry;
        *digit = product as u32;
        carry = product >> 32;
    }
    if carry > 0 {
        digits.push(carry as u32);
    }
}

/// Divides in place and gives the remainder.
fn divide_by(digits: &mut [u32], divisor: u32) -> u32 {
    let mut remainder = 0;
    for digit in digits.iter_mut().rev() {
        let dividend = (u64::from(remainder) << 32) | u64::from(*digit);
        *digit = (dividend / u64::from(divisor)) as u32;
        remainder = (dividend % u64::from(divisor)) as u32;
    }
    remainder
}

/// Quotient and remainder, bit by bit.
fn long_division(dividend: &[u32], divisor: &[u32]) -> (Vec<u32>, Vec<u32>) {
    if let &[divisor] = divisor {
        let mut quotient = dividend.to_vec();
        let remainder = divide_by(&mut quotient, divisor);
        return (quotient, vec![remainder]);
    }
    let mut quotient = vec![0; dividend.len()];
    let mut remainder = Integer::default();
    for place in (0..dividend.len() * 32).rev() {
        let bit = (dividend[place / 32] >> (place % 32)) & 1;
        multiply_add(&mut remainder.digits, 2, bit);
        if compare(&remainder.digits, divisor) != Ordering::Less {
            quotient[place / 32] |= 1 << (place % 32);
            remainder = Integer::new(false, difference(&remainder.digits, divisor));
        }
    }
    (quotient, remainder.digits)
}
