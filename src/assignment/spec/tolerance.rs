//! How much two numbers may differ and still count as equal: the one rule for all that is compared.

use super::number::Number;

/// How much two numbers may differ: one of the two bounds is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// The largest difference as such.
    pub absolute: f64,
    /// The largest difference as a share of the expected number.
    pub relative: f64,
    /// Whether only real numbers may differ: two that are written with a point or an exponent.
    pub only_reals: bool,
}

impl Tolerance {
    /// What the last of 17 digits may differ by between two ways to compute the same real number.
    pub const LAST_DIGITS: Self = Self { absolute: 1e-15, relative: 1e-12, only_reals: true };

    /// Creates a tolerance that is absolute for numbers up to 1, and relative above.
    pub const fn of(bound: f64) -> Self {
        Self { absolute: bound, relative: bound, only_reals: false }
    }

    /// Tells whether a number counts as equal to the expected one. What is not finite is equal only to the same.
    pub fn accepts(self, expected: &Number, actual: &Number) -> bool {
        match (expected, actual) {
            (Number::Undefined, Number::Undefined) => true,
            (Number::Infinite(one), Number::Infinite(other)) => one == other,
            (Number::Finite(one), Number::Finite(other)) => one.is_near(other, self.absolute, self.relative),
            (Number::Undefined | Number::Infinite(_) | Number::Finite(_), _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn accepts(tolerance: Tolerance, expected: &str, actual: &str) -> bool {
        tolerance.accepts(&Number::of_text(expected).unwrap(), &Number::of_text(actual).unwrap())
    }

    #[test]
    fn one_of_the_two_bounds_is_enough() {
        let cents = Tolerance { absolute: 0.01, relative: 0.0, only_reals: false };
        assert!(accepts(cents, "1000", "1000.01") && !accepts(cents, "1000", "1000.0100000000000000001"));
        let percent = Tolerance { absolute: 0.0, relative: 0.01, only_reals: false };
        assert!(accepts(percent, "1000", "1010") && !accepts(percent, "0", "0.001"));
        let both = Tolerance::of(1e-6);
        assert!(accepts(both, "0", "1e-7") && accepts(both, "1e9", "1000000100"));
        assert!(!accepts(both, "1", "1.1"));
        assert!(accepts(Tolerance { absolute: 0.1, relative: 0.0, only_reals: false }, "0.7", "0.8"));
    }

    #[test]
    fn a_share_is_one_of_the_expected_number() {
        let half = Tolerance { absolute: 0.0, relative: 0.5, only_reals: false };
        assert!(accepts(half, "2", "1") && !accepts(half, "1", "2"));
    }

    #[test]
    fn what_is_not_finite_is_equal_only_to_the_same() {
        let near_all = Tolerance::of(1e300);
        let numbers = ["nan", "inf", "-inf", "1", "1e999", "-1e999", "2e999", "1e999999999999999999999"];
        for (at, one) in numbers.iter().enumerate() {
            for (place, other) in numbers.iter().enumerate() {
                let finite = [3, 4, 5, 6].contains(&at) && [3, 4, 5, 6].contains(&place);
                assert!(at != place || accepts(near_all, one, other), "{one} {other}");
                assert!(at == place || finite || !accepts(near_all, one, other), "{one} {other}");
            }
        }
        let digits = |last: char| format!("{}{last}", "7".repeat(400));
        for bound in [0.0, 1e-6] {
            let tolerance = Tolerance::of(bound);
            for one in numbers {
                for other in numbers {
                    assert_eq!(accepts(tolerance, one, other), one == other, "{one} {other}");
                }
                assert!(!accepts(tolerance, one, &digits('1')) && !accepts(tolerance, &digits('1'), one));
            }
        }
        assert!(accepts(Tolerance::of(1.0), &digits('1'), &digits('2')));
        let exact = Tolerance { absolute: 0.5, relative: 0.0, only_reals: false };
        assert!(!accepts(exact, &digits('1'), &digits('2')));
    }

    #[test]
    fn integers_are_compared_as_integers_beyond_the_range_of_floats() {
        for tolerance in [Tolerance::default(), Tolerance { absolute: 0.5, relative: 0.0, only_reals: false }]
        {
            assert!(!accepts(tolerance, "9007199254740993", "9007199254740992"));
            assert!(!accepts(tolerance, "123456789012345678901234567890", "123456789012345678901234567891"));
        }
        let one = Tolerance { absolute: 1.0, relative: 0.0, only_reals: false };
        assert!(accepts(one, "123456789012345678901234567890", "123456789012345678901234567891.0"));
        let [first, second] = ["20000000000001", "20000000000000"].map(Number::of_hexadecimal);
        assert!(!Tolerance::default().accepts(&first, &second) && one.accepts(&first, &second));
        assert!(Tolerance::default().accepts(&first, &Number::of_text("9007199254740993").unwrap()));
        assert!(!Tolerance::default().accepts(&first, &Number::from(9_007_199_254_740_992.0)));
    }

    proptest! {
        #[test]
        fn whole_numbers_are_near_if_their_difference_is_small(
            expected: i64, far in -20_i64..20, bound in 0_u8..20
        ) {
            let actual = i128::from(expected) + i128::from(far);
            let tolerance = Tolerance { absolute: f64::from(bound), relative: 0.0, only_reals: false };
            let same = accepts(tolerance, &expected.to_string(), &format!("{actual}.0"));
            prop_assert_eq!(same, far.unsigned_abs() <= u64::from(bound));
        }
    }
}
