//! Pictures among the files that programs leave: what kind, how large, and whether a page may show them.
//!
//! Only the first bytes are read here, and nothing is decoded: that is left to the browser of whoever looks at the page.
//! SVG is no picture here, because it is markup that may hold scripts.

use crate::plan::Expected;
use crate::spec::ExpectedContent;
use crate::trace::{Left, Recorded};

/// The most bytes of a picture that is shown.
const MOST_BYTES: usize = 512 << 10;
/// The most pixels of a picture that is shown: a small file may hold more than a browser has memory for.
const MOST_PIXELS: u64 = 16_000_000;

/// A picture in a format that every browser shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The format.
    pub format: PictureFormat,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The file. Nobody knows what stands behind its first bytes.
    pub bytes: Vec<u8>,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Png,
    Gif,
    Jpeg,
    Bmp,
}

/// The first picture that is not as expected, beside the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pictures {
    /// The path of the file.
    pub path: String,
    /// The expected picture, if it may be shown.
    pub expected: Option<Picture>,
    /// The picture that the program left, if it may be shown.
    pub actual: Option<Picture>,
}

impl PictureFormat {
    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Gif => "GIF",
            Self::Jpeg => "JPEG",
            Self::Bmp => "BMP",
        }
    }

    /// Returns its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Jpeg => "image/jpeg",
            Self::Bmp => "image/bmp",
        }
    }
}

impl Picture {
    /// Returns the format and the size of a file, if it is a picture.
    pub(super) fn header(bytes: &[u8]) -> Option<(PictureFormat, [u32; 2])> {
        let (format, size) = if let Some(rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") {
            (PictureFormat::Png, png(rest))
        } else if let Some(rest) = bytes.strip_prefix(b"GIF87a").or(bytes.strip_prefix(b"GIF89a")) {
            (PictureFormat::Gif, little_pair(rest))
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            (PictureFormat::Jpeg, jpeg(&bytes[2..]))
        } else if bytes.starts_with(b"BM") {
            (PictureFormat::Bmp, bmp(bytes))
        } else {
            return None;
        };
        size.filter(|[width, height]| *width > 0 && *height > 0).map(|size| (format, size))
    }

    /// Returns the picture in a file, if a page may show it.
    fn of(bytes: &[u8]) -> Option<Self> {
        let (format, [width, height]) = Self::header(bytes)?;
        let may_be_shown = bytes.len() <= MOST_BYTES && u64::from(width) * u64::from(height) <= MOST_PIXELS;
        may_be_shown.then(|| Self { format, width, height, bytes: bytes.to_vec() })
    }
}

/// Returns the first file that is not as expected and of which one side is a picture that may be shown.
pub fn pictures(expected: &Expected, recorded: &Recorded) -> Option<Pictures> {
    let (Expected::Run(_, expected), Recorded::Run(trace)) = (expected, recorded) else { return None };
    expected.files.iter().find_map(|file| {
        let ExpectedContent::Bytes(wanted) = &file.content else { return None };
        let left = match trace.left.get(&file.path) {
            Some(Left::Content(left)) if left != wanted => Some(left.as_slice()),
            Some(Left::Content(_)) => return None,
            _ => None,
        };
        let [expected, actual] = [Some(wanted.as_slice()), left].map(|bytes| bytes.and_then(Picture::of));
        let is_shown = expected.is_some() || actual.is_some();
        is_shown.then(|| Pictures { path: file.path.clone(), expected, actual })
    })
}

/// The header of a PNG file is its first chunk (PNG specification, 11.2.2).
fn png(rest: &[u8]) -> Option<[u32; 2]> {
    let chunk = rest.strip_prefix(b"\0\0\0\x0dIHDR")?;
    let side = |at: usize| Some(u32::from_be_bytes(chunk.get(at..at + 4)?.try_into().ok()?));
    Some([side(0)?, side(4)?])
}

fn little_pair(rest: &[u8]) -> Option<[u32; 2]> {
    let side = |at: usize| Some(u32::from(u16::from_le_bytes(rest.get(at..at + 2)?.try_into().ok()?)));
    Some([side(0)?, side(2)?])
}

/// A JPEG file is a list of segments. That with the size begins a frame (ITU T.81, B.2.2).
fn jpeg(mut rest: &[u8]) -> Option<[u32; 2]> {
    const FRAMES: [u8; 13] = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
    loop {
        let [0xff, marker, more @ ..] = rest else { return None };
        if *marker == 0xff {
            rest = &rest[1..];
            continue;
        }
        let length = usize::from(u16::from_be_bytes(more.get(..2)?.try_into().ok()?));
        if FRAMES.contains(marker) {
            let side =
                |at: usize| Some(u32::from(u16::from_be_bytes(more.get(at..at + 2)?.try_into().ok()?)));
            return Some([side(5)?, side(3)?]);
        }
        // A segment is at least as long as its length field.
        rest = more.get(length.max(2)..)?;
    }
}

fn bmp(bytes: &[u8]) -> Option<[u32; 2]> {
    let header = u32::from_le_bytes(bytes.get(14..18)?.try_into().ok()?);
    if header < 40 {
        return None;
    }
    // A negative height says that the first row is the upper one.
    let side = |at: usize| Some(i32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?).unsigned_abs());
    Some([side(18)?, side(22)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(bytes: &[u8]) -> Option<(&'static str, [u32; 2])> {
        Picture::header(bytes).map(|(format, size)| (format.name(), size))
    }

    #[test]
    fn the_size_of_a_picture_stands_in_its_header() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x28\0\0\0\x1e\x08\x02\0\0\0";
        assert_eq!(header(png), Some(("PNG", [40, 30])));
        assert_eq!(header(b"GIF89a\x28\0\x1e\0\0\0\0"), Some(("GIF", [40, 30])));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc2\0\x11\x08\0\x1e\0\x28\x03";
        assert_eq!(header(jpeg), Some(("JPEG", [40, 30])));
        let mut bmp = vec![0; 54];
        bmp[..2].copy_from_slice(b"BM");
        (bmp[14], bmp[18]) = (40, 40);
        bmp[22..26].copy_from_slice(&(-30i32).to_le_bytes());
        assert_eq!(header(&bmp), Some(("BMP", [40, 30])));
    }

    #[test]
    fn what_is_cut_off_or_markup_is_no_picture() {
        for file in [
            &b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..],
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0",
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\0\0\0\0\0",
            b"GIF89a\x28",
            b"\xff\xd8\xff\xe0\0\0",
            b"\xff\xd8\xff\xda",
            b"BM",
            b"",
        ] {
            assert_eq!(header(file), None);
        }
    }

    #[test]
    fn a_picture_that_is_too_large_is_not_shown() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x40\0\0\0\x40\0\x08\x02\0\0\0".to_vec();
        assert_eq!(Picture::of(&png), None);
        png[19] = 1;
        png[18] = 0;
        assert!(Picture::of(&png).is_some());
        png.resize(MOST_BYTES + 1, 0);
        assert_eq!(Picture::of(&png), None);
    }
}
