//! Says in words how two files differ that are no texts.

use sha2::{Digest, Sha256};

use super::picture::Picture;

/// Returns how a file differs from the expected one, as it follows `the file … `.
pub(super) fn difference(expected: &[u8], actual: &[u8]) -> String {
    let digests = format!("(SHA-256 {} in the place of {})", digest(actual), digest(expected));
    match (Picture::header(expected), Picture::header(actual)) {
        (Some((wanted, _)), None) => format!("is no picture, and a {} picture is expected", wanted.name()),
        (Some((wanted, _)), Some((found, _))) if wanted != found => {
            format!("is a {} picture, and a {} picture is expected", found.name(), wanted.name())
        }
        (Some((format, wanted)), Some((_, found))) if wanted != found => {
            let ([width, height], [wide, high], name) = (wanted, found, format.name());
            format!(
                "is a {name} picture of {wide} × {high} pixels, and one of {width} × {height} is expected"
            )
        }
        (Some((format, [width, height])), Some(_)) => {
            let name = format.name();
            format!(
                "is a {name} picture of {width} × {height} pixels, as expected, but another one {digests}"
            )
        }
        (None, _) => format!("differs from what is expected: {} {digests}", lengths(expected, actual)),
    }
}

fn lengths(expected: &[u8], actual: &[u8]) -> String {
    match (actual.len(), expected.len()) {
        (one, other) if one == other => {
            let at = expected.iter().zip(actual).take_while(|(one, other)| one == other).count();
            format!("it has {one} bytes, as expected, and byte {} is the first that differs", at + 1)
        }
        (one, other) => format!("it has {one} bytes, and {other} are expected"),
    }
}

/// The digits of a digest that are shown: enough to tell files apart, and to find them in what `sha256sum` prints.
const DIGITS: usize = 12;

fn digest(bytes: &[u8]) -> String {
    let digits: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}…", &digits[..DIGITS])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_texts_differ_in_length_and_digest() {
        assert_eq!(
            difference(b"\0abc", b"\0ab"),
            "differs from what is expected: it has 3 bytes, and 4 are expected \
             (SHA-256 0bd1da9a5f5b… in the place of 609f6e36d240…)"
        );
        let same_length = difference(b"\0abc", b"\0abd");
        assert!(same_length.contains("it has 4 bytes, as expected, and byte 4 is the first that differs"));
    }

    #[test]
    fn pictures_differ_in_format_and_size_first() {
        let gif = |width: u8| [b"GIF89a".as_slice(), &[width, 0, 2, 0, 9]].concat();
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x02";
        assert_eq!(difference(&gif(1), b"\0"), "is no picture, and a GIF picture is expected");
        assert_eq!(difference(&gif(1), png), "is a PNG picture, and a GIF picture is expected");
        assert_eq!(
            difference(&gif(1), &gif(3)),
            "is a GIF picture of 3 × 2 pixels, and one of 1 × 2 is expected"
        );
        let other = [gif(1), b"!".to_vec()].concat();
        let told = difference(&gif(1), &other);
        assert!(
            told.starts_with("is a GIF picture of 1 × 2 pixels, as expected, but another one (SHA-256 "),
            "{told}"
        );
    }
}
