//! The part of the work that is one person's, when several share it.

use std::str::FromStr;

/// A part: every `of`-th group or submission, from the one with this number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its number, from 0.
    index: usize,
    /// The number of parts.
    of: usize,
}

impl Part {
    /// Tells whether the group or the submission with this number, from 0, is in the part.
    pub(super) fn has(self, number: usize) -> bool {
        number % self.of == self.index
    }
}

/// `1/3` is the first of three.
impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const HELP: &str = "a part is written `1/3`, the first of three";
        let (number, of) = text.split_once('/').ok_or(HELP)?;
        let (number, of): (usize, usize) = (number.parse().map_err(|_| HELP)?, of.parse().map_err(|_| HELP)?);
        if (1..=of).contains(&number) { Ok(Self { index: number - 1, of }) } else { Err(HELP) }
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn the_parts_have_everything_once() {
        let parts: Vec<Part> = ["1/3", "2/3", "3/3"].iter().map(|text| text.parse().unwrap()).collect();
        for number in 0..20 {
            assert_eq!(parts.iter().filter(|part| part.has(number)).count(), 1);
        }
        assert_eq!(parts[1].to_string(), "2/3");
        for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "-1/3"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
