//! Names for findings that stay the same from one run to the next.

/// The 128-bit FNV-1a hash of some texts, in hexadecimal digits. It is the same on every machine and in every
/// version; it keeps nobody from making two texts with the same hash.
pub(super) fn fingerprint(texts: &[&str]) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    // No text holds this byte, so that parts cannot run together.
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xFF]));
    let hash = bytes.fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_never_changes_and_keeps_parts_apart() {
        assert_eq!(fingerprint(&[]), "6c62272e07bb014262b821756295c58d");
        assert_eq!(fingerprint(&["a", "b"]).len(), 32);
        assert_ne!(fingerprint(&["a", "b"]), fingerprint(&["ab", ""]));
        assert_ne!(fingerprint(&["a", "b"]), fingerprint(&["a", "b", ""]));
    }
}
