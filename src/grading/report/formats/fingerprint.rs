//! Fingerprints: names for findings that stay the same from one run to the next.

use std::collections::BTreeMap;

use crate::untrusted::Text;

/// The 128-bit FNV-1a hash of some texts, in hexadecimal digits. It is the same on every machine and in every version.
/// It is not cryptographic: somebody can make two texts with the same hash.
fn fingerprint(texts: &[&dyn Text]) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    // UTF-8 never has this byte, so it separates the texts.
    let bytes = texts.iter().flat_map(|text| text.expose().bytes().chain([0xFF]));
    let hash = bytes.fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

/// Gives a different fingerprint to each finding: if findings have the same texts, the second and each later one has
/// its number in the hash too.
#[derive(Debug, Default)]
pub(crate) struct Fingerprints(BTreeMap<String, usize>);

impl Fingerprints {
    /// The fingerprint of the next finding, which these texts describe.
    pub(crate) fn next(&mut self, texts: &[&dyn Text]) -> String {
        let plain = fingerprint(texts);
        let count = self.0.entry(plain.clone()).or_default();
        *count += 1;
        match *count {
            1 => plain,
            number => fingerprint(&[texts, &[&number.to_string() as &dyn Text]].concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_never_changes_and_keeps_parts_apart() {
        assert_eq!(fingerprint(&[]), "6c62272e07bb014262b821756295c58d");
        assert_eq!(fingerprint(&[&"a", &"b"]).len(), 32);
        assert_ne!(fingerprint(&[&"a", &"b"]), fingerprint(&[&"ab", &""]));
        assert_ne!(fingerprint(&[&"a", &"b"]), fingerprint(&[&"a", &"b", &""]));
    }

    #[test]
    fn findings_that_are_alike_have_fingerprints_of_their_own() {
        let mut fingerprints = Fingerprints::default();
        let all: Vec<String> = (0..3).map(|_| fingerprints.next(&[&"a", &"b"])).collect();
        assert_eq!(all[0], fingerprint(&[&"a", &"b"]));
        assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2], "{all:?}");
        assert_eq!(Fingerprints::default().next(&[&"a", &"b"]), all[0]);
    }
}
