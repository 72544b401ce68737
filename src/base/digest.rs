//! Digests, which identify contents.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A BLAKE3 digest of 32 bytes; as text, 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// Returns the digest of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// Returns the digest of parts: different lists of parts have different digests.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// Returns the digest of the JSON of values.
    pub fn of_values(values: &[&dyn Part]) -> Self {
        let parts: Vec<Vec<u8>> = values.iter().map(|value| value.json()).collect();
        Self::of_parts(parts.iter().map(Vec::as_slice))
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&blake3::Hash::from(self.0).to_hex())
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

/// A value that has a JSON form.
pub trait Part {
    /// Returns the JSON.
    fn json(&self) -> Vec<u8>;
}

impl<T: Serialize + ?Sized> Part for T {
    fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("values that decide something have nothing that JSON has not")
    }
}

/// A text that is no digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not 64 hexadecimal digits")]
pub struct NoDigest;

impl FromStr for Digest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Self, NoDigest> {
        blake3::Hash::from_hex(text).map(|hash| Self(*hash.as_bytes())).map_err(|_| NoDigest)
    }
}

impl TryFrom<String> for Digest {
    type Error = NoDigest;

    fn try_from(text: String) -> Result<Self, NoDigest> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_digest_is_read_back_from_its_text(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
            let digest = Digest::of(&bytes);
            prop_assert_eq!(digest.to_string().parse(), Ok(digest));
        }

        #[test]
        fn other_parts_have_another_digest(
            one in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..3), 0..4),
            other in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..3), 0..4),
        ) {
            let digest = |parts: &Vec<Vec<u8>>| Digest::of_parts(parts.iter().map(Vec::as_slice));
            prop_assert_eq!(digest(&one) == digest(&other), one == other);
        }
    }
}
