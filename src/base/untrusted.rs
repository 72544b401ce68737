//! Text that somebody else wrote: a student, a compiler, an LMS.
//!
//! Such text may hold escape sequences, markup or formulas. So a `String` with it could do harm wherever it is printed.
//! [`Untrusted`] has no `Display`, so nobody prints it by mistake. It can be compared, counted, cut and put together, and
//! what comes of that is untrusted too. (`Debug`, for messages of tests, and the closure of [`Untrusted::map`] do show it.)
//! Only a writer opens it, with [`Text::expose`], and makes it harmless for what it writes;
//! `tests/it/layers.rs` lists the files that may.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Text that somebody else wrote, or a sentence of ours that quotes it. In JSON it is a plain string.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Untrusted(String);

/// Text that a writer can be given: untrusted, or our own. A writer treats both in the same way.
pub trait Text {
    /// The text as it is. Only a writer may ask for it, and must make it harmless before anybody sees it.
    fn expose(&self) -> &str;
}

impl Text for Untrusted {
    fn expose(&self) -> &str {
        &self.0
    }
}

impl Text for str {
    fn expose(&self) -> &str {
        self
    }
}

impl Text for String {
    fn expose(&self) -> &str {
        self
    }
}

impl Text for Arc<str> {
    fn expose(&self) -> &str {
        self
    }
}

impl<T: Text + ?Sized> Text for &T {
    fn expose(&self) -> &str {
        T::expose(self)
    }
}

impl Untrusted {
    /// Several texts, one directly behind the other: a sentence of ours with what it quotes.
    pub fn concat(parts: &[&dyn Text]) -> Self {
        Self(parts.iter().copied().map(Text::expose).collect())
    }

    /// Several texts with a separator between them.
    pub fn join<T: Text>(parts: impl IntoIterator<Item = T>, separator: &str) -> Self {
        let mut joined = String::new();
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                joined.push_str(separator);
            }
            joined.push_str(part.expose());
        }
        Self(joined)
    }

    /// The text after a change to it.
    #[must_use]
    pub fn map(&self, change: impl FnOnce(&str) -> String) -> Self {
        Self(change(&self.0))
    }

    /// The text with a replacement wherever another text stands in it.
    #[must_use]
    pub fn without(&self, other: &impl Text, replacement: &str) -> Self {
        Self(self.0.replace(other.expose(), replacement))
    }

    /// Adds a text at the end.
    pub fn push(&mut self, more: &impl Text) {
        self.0.push_str(more.expose());
    }

    /// Whether there is no character in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of its bytes.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The number of its characters.
    pub fn length(&self) -> usize {
        self.0.chars().count()
    }

    /// Whether another text stands in it.
    pub fn contains(&self, other: &impl Text) -> bool {
        self.0.contains(other.expose())
    }

    /// Each character, as a text of its own.
    pub fn characters(&self) -> impl Iterator<Item = Self> {
        self.0.chars().map(|character| Self(character.to_string()))
    }

    /// The characters at some places, counted from 0.
    #[must_use]
    pub fn part(&self, places: Range<usize>) -> Self {
        Self(self.0.chars().skip(places.start).take(places.len()).collect())
    }

    /// Its lines, without the newlines.
    pub fn lines(&self) -> impl Iterator<Item = Self> {
        self.0.lines().map(Self::from)
    }

    /// Its first line; an empty text if there is none.
    #[must_use]
    pub fn first_line(&self) -> Self {
        self.lines().next().unwrap_or_default()
    }

    /// The parts before, between and behind the separators.
    pub fn split(&self, separators: &[char]) -> impl Iterator<Item = Self> {
        self.0.split(separators).map(Self::from)
    }

    /// The one of these texts that is most like it, if one is very much like it. It is meant for hints: a reader typed
    /// the name of something that is not there.
    pub fn most_alike<'a>(&self, texts: impl IntoIterator<Item = &'a Self>) -> Option<&'a Self> {
        const VERY_ALIKE: f64 = 0.8;
        let rated = texts.into_iter().map(|text| (strsim::jaro_winkler(&text.0, &self.0), text));
        let alike = rated.filter(|(likeness, _)| *likeness > VERY_ALIKE);
        alike.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, text)| text)
    }
}

impl From<String> for Untrusted {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Untrusted {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl PartialEq<str> for Untrusted {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Untrusted {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::ops::Deref;

    use super::*;

    /// Whether `String` implements a trait and `Untrusted` does not. An inherent constant hides the constant of a trait, but
    /// only where its bound holds.
    macro_rules! only_string_implements {
        ($($bound:tt)+) => {{
            trait Otherwise {
                const HOLDS: bool = false;
            }
            impl<T> Otherwise for T {}
            struct Type<T>(T);
            impl<T: $($bound)+> Type<T> {
                const HOLDS: bool = true;
            }
            Type::<String>::HOLDS && !Type::<Untrusted>::HOLDS
        }};
    }

    #[test]
    fn nobody_gets_at_the_text_by_accident() {
        assert!(only_string_implements!(fmt::Display));
        assert!(only_string_implements!(Deref<Target = str>));
        assert!(only_string_implements!(AsRef<str>));
        assert!(only_string_implements!(std::borrow::Borrow<str>));
        assert!(only_string_implements!(Into<String>));
    }

    #[test]
    fn in_json_it_is_a_plain_string() {
        let text = Untrusted::from("a \"b\"\n\u{1b}");
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(json, serde_json::to_string("a \"b\"\n\u{1b}").unwrap());
        assert_eq!(serde_json::from_str::<Untrusted>(&json).unwrap(), text);
    }

    #[test]
    fn what_is_made_of_untrusted_text_is_untrusted_text() {
        let name = Untrusted::from("Jöe\nDoe");
        assert_eq!(Untrusted::concat(&[&"`", &name, &"` is late"]), "`Jöe\nDoe` is late");
        assert_eq!(Untrusted::join([&name, &name], ", "), "Jöe\nDoe, Jöe\nDoe");
        assert_eq!((name.length(), name.part(1..4), name.first_line()), (7, "öe\n".into(), "Jöe".into()));
        assert_eq!(name.without(&"Doe", "…"), "Jöe\n…");
        assert_eq!(name.split(&['\n']).collect::<Vec<_>>(), ["Jöe", "Doe"]);
        let others = ["Joe Doe".into(), "Ann Lee".into()];
        assert_eq!(Untrusted::from("Jo Doe").most_alike(&others), Some(&others[0]));
        assert_eq!(Untrusted::from("x").most_alike(&others), None);
    }
}
