//! Numbers as gradebooks of many languages write them: `87.5`, `87,5`, `1,000`.

use crate::points::Points;

/// The decimal sign of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decimal {
    /// `87.5`
    Point,
    /// `87,5`
    Comma,
}

impl Decimal {
    /// The decimal sign of the numbers in some texts; `None` if the texts do not show it.
    pub(super) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut all = texts.into_iter().filter_map(|text| {
            let at = text.find([',', '.'])?;
            // Three digits after the sign may be thousands, and no mark has more than three.
            let digits = |part: &str, most: usize| {
                (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
            };
            let is_number = digits(&text[..at], 6) && digits(&text[at + 1..], 2);
            is_number.then_some(if text[at..].starts_with(',') { Self::Comma } else { Self::Point })
        });
        let first = all.next()?;
        // If a file has both signs, one of them is in something that is not a number.
        if all.all(|other| other == first) { Some(first) } else { None }
    }

    /// The points as a text with this decimal sign.
    pub(super) fn write(self, points: Points) -> String {
        match self {
            Self::Point => points.to_string(),
            Self::Comma => points.to_string().replace('.', ","),
        }
    }
}

/// A number of points with any decimal sign; `None` if the text is not a number.
pub(super) fn points(text: &str) -> Option<Points> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (commas, points) = (text.matches(',').count(), text.matches('.').count());
    let is_thousands = |mark: char| {
        let mut parts = text.split(['.', ',']);
        let first = parts.next().unwrap_or_default();
        !matches!(first, "" | "0") && first.len() <= 3 && text.split(mark).skip(1).all(|part| part.len() == 3)
    };
    let plain = match (commas, points) {
        (0, 0 | 1) => text,
        (1, 0) if !is_thousands(',') => text.replace(',', "."),
        (_, 0) if is_thousands(',') => text.replace(',', ""),
        (0, _) if is_thousands('.') => text.replace('.', ""),
        (_, 1) if text.rfind('.') > text.rfind(',') => text.replace(',', ""),
        (1, _) if text.rfind(',') > text.rfind('.') => text.replace('.', "").replace(',', "."),
        _ => return None,
    };
    plain.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_both_ways_are_read() {
        for (text, read) in [
            ("10", "10"),
            ("87.50", "87.5"),
            ("87,50", "87.5"),
            ("87.50000", "87.5"),
            ("1,000", "1000"),
            ("1,000.50", "1000.5"),
            ("1.000,50", "1000.5"),
            ("1\u{a0}000,5", "1000.5"),
            ("1.000.000", "1000000"),
            ("0,125", "0.125"),
            ("0.125", "0.125"),
            ("100.000", "100"),
        ] {
            assert_eq!(points(text), Some(read.parse().unwrap()), "{text}");
        }
        for text in ["", "EX", "-", "1,2,3", "1,5.2.1", "(read only)"] {
            assert_eq!(points(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_file_writes_is_told_by_its_numbers() {
        assert_eq!(Decimal::of(["Doe, Jane", "87,50", "10"]), Some(Decimal::Comma));
        assert_eq!(Decimal::of(["Monday, 1 March 2026, 11:59", "87.5"]), Some(Decimal::Point));
        assert_eq!(Decimal::of(["1,000", "10"]), None);
        assert_eq!(Decimal::of(["8,5", "8.5"]), None);
    }
}
