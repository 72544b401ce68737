//! How much two numbers may differ and still count as equal.

/// How much two numbers may differ: one of the two bounds is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// The largest difference as such.
    pub absolute: f64,
    /// The largest difference as a share of the larger number.
    pub relative: f64,
}

impl Tolerance {
    /// Creates a tolerance that is absolute for numbers up to 1, and relative above.
    pub const fn of(bound: f64) -> Self {
        Self { absolute: bound, relative: bound }
    }

    /// Tells whether two numbers count as equal.
    pub fn accepts(self, one: f64, other: f64) -> bool {
        let difference = (one - other).abs();
        // Two equal infinities have no difference.
        one == other
            || difference <= self.absolute
            || difference <= self.relative * one.abs().max(other.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_the_two_bounds_is_enough() {
        let cents = Tolerance { absolute: 0.01, relative: 0.0 };
        assert!(cents.accepts(1000.0, 1000.01 - 1e-9) && !cents.accepts(1000.0, 1000.02));
        let percent = Tolerance { absolute: 0.0, relative: 0.01 };
        assert!(percent.accepts(1000.0, 1009.0) && !percent.accepts(0.0, 0.001));
        let both = Tolerance::of(1e-6);
        assert!(both.accepts(0.0, 1e-7) && both.accepts(1e9, 1e9 + 100.0) && !both.accepts(1.0, 1.1));
        assert!(Tolerance::default().accepts(f64::INFINITY, f64::INFINITY));
    }
}
