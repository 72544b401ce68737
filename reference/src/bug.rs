//! The bugs that a reference can show on request: their names, their descriptions, and sets of them.
//!
//! A bug is a constant, and the code that it changes asks for it: `bugs.has(&NO_VERTICAL)`. This module knows of no
//! assignment; each one has its own table, written with [`bugs!`](macro@bugs).

/// A wrong behaviour with a name: what a program with this bug does, and hints for its author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bug {
    /// The name, such as `no-vertical`, which is unique in the reference.
    pub id: &'static str,
    /// The family of rules that it concerns: `win`, `input`.
    pub family: &'static str,
    /// One sentence about what a program with this bug does.
    pub about: &'static str,
    /// How common it is among students' programs, from 1 (rare) to 3 (common).
    pub common: u8,
    /// Three hints, each clearer than the one before: a question, the place to look, and what is wrong there.
    pub hints: [&'static str; 3],
    /// The index among the bugs of the assignment.
    place: u8,
}

impl Bug {
    /// Creates the bug with this index in its assignment; [`bugs!`](macro@bugs) counts the indexes.
    pub(crate) const fn new(
        place: usize,
        (id, family): (&'static str, &'static str),
        common: u8,
        about: &'static str,
        hints: [&'static str; 3],
    ) -> Self {
        assert!(place < Bugs::MOST, "an assignment has at most 128 bugs");
        Self { id, family, about, common, hints, place: place as u8 }
    }

    /// Returns the first index after these bugs, for a table that continues another one.
    pub(crate) const fn place_after(bugs: &[Self]) -> usize {
        match bugs.last() {
            Some(last) => last.place as usize + 1,
            None => 0,
        }
    }
}

/// A bug that makes no difference when it is alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equivalent {
    /// The bug.
    pub bug: Bug,
    /// One sentence about why nobody can see it.
    pub reason: &'static str,
}

/// A set of bugs of one assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bugs(u128);

impl Bugs {
    /// The largest number of bugs.
    const MOST: usize = 128;

    /// No bug.
    pub const NONE: Self = Self(0);

    /// Tells whether the set contains this bug.
    pub const fn has(self, bug: &Bug) -> bool {
        self.0 & 1 << bug.place != 0
    }

    /// Returns the set with one more bug.
    #[must_use]
    pub const fn with(self, bug: &Bug) -> Self {
        Self(self.0 | 1 << bug.place)
    }

    /// Returns the set without one bug.
    #[must_use]
    pub const fn without(self, bug: &Bug) -> Self {
        Self(self.0 & !(1 << bug.place))
    }

    /// Tells whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl<'a> FromIterator<&'a Bug> for Bugs {
    fn from_iter<I: IntoIterator<Item = &'a Bug>>(bugs: I) -> Self {
        bugs.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Joins several tables; `N` must be the number of their bugs.
pub(crate) const fn joined<const N: usize>(tables: &[&[Bug]]) -> [Bug; N] {
    let mut all = [tables[0][0]; N];
    let (mut table, mut place) = (0, 0);
    while table < tables.len() {
        let mut at = 0;
        while at < tables[table].len() {
            all[place] = tables[table][at];
            (at, place) = (at + 1, place + 1);
        }
        table += 1;
    }
    assert!(place == N, "these tables hold another number of bugs");
    all
}

/// Defines a table of bugs: a constant for each, and `BUGS` with all of them in this order.
///
/// ```text
/// bugs! {
///     family "win":
///
///     NO_VERTICAL {
///         id: "no-vertical", common: 2,
///         about: "Never notices a vertical win.",
///         hints: [
///             "Which cells are the same in four markers on top of each other, and which change?",
///             "The search for vertical lines.",
///             "No cells of one column are compared with each other.",
///         ],
///     }
/// }
/// ```
///
/// A table contains one family. The indexes of an assignment's tables continue each other: the second table begins with
/// `after win::BUGS;`. [`joined`] makes one list of all tables.
macro_rules! bugs {
    (
        $( after $before:expr; )?
        family $family:literal:
        $( $name:ident {
            id: $id:literal, common: $common:literal, about: $about:literal, hints: $hints:expr $(,)?
        } )+
    ) => {
        #[expect(non_camel_case_types, reason = "the names are those of the constants")]
        enum Place { $( $name, )+ }

        const FIRST_PLACE: usize = 0 $( + $crate::bug::Bug::place_after($before) )?;

        $(
            #[doc = $about]
            pub(crate) const $name: $crate::bug::Bug = $crate::bug::Bug::new(
                FIRST_PLACE + Place::$name as usize,
                ($id, $family),
                $common,
                $about,
                $hints,
            );
        )+

        /// The bugs of this table.
        pub(crate) const BUGS: &[$crate::bug::Bug] = &[ $( $name, )+ ];
    };
}
pub(crate) use bugs;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn is_kebab_case(id: &str) -> bool {
        id.split('-').all(|word| {
            !word.is_empty() && word.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
        })
    }

    fn is_sentence(text: &str) -> bool {
        text.starts_with(char::is_uppercase) && text.ends_with('.') && text.trim() == text
    }

    #[test]
    fn every_bug_has_its_texts() {
        for reference in crate::all() {
            for bug in reference.bugs() {
                let Bug { id, family, about, common, hints: [question, place, answer], .. } = *bug;
                let name = format!("{} of {}", id, reference.key());
                assert!(is_kebab_case(id) && is_kebab_case(family), "{name}");
                assert!(is_sentence(about), "{name}: {about}");
                assert!((1..=3).contains(&common), "{name}");
                assert!(question.ends_with('?'), "{name}: {question}");
                assert!(is_sentence(place), "{name}: {place}");
                assert!(answer.ends_with('.'), "{name}: {answer}");
            }
        }
    }

    #[test]
    fn no_two_bugs_of_a_reference_have_the_same_id_or_place() {
        for reference in crate::all() {
            let bugs = reference.bugs();
            let ids: BTreeSet<_> = bugs.iter().map(|bug| bug.id).collect();
            let places: BTreeSet<_> = bugs.iter().map(|bug| bug.place).collect();
            assert_eq!([ids.len(), places.len()], [bugs.len(); 2], "{}", reference.key());
        }
    }

    #[test]
    fn a_set_has_the_bugs_that_were_put_in_and_no_other() {
        let all = crate::find("byu-connect-four").unwrap().bugs();
        for bug in all {
            let only = Bugs::NONE.with(bug);
            assert!(all.iter().all(|other| only.has(other) == (other == bug)), "{}", bug.id);
            let others = all.iter().collect::<Bugs>().without(bug);
            assert!(all.iter().all(|other| others.has(other) == (other != bug)), "{}", bug.id);
        }
        assert!(Bugs::NONE.is_empty() && Bugs::default() == Bugs::NONE);
    }
}
