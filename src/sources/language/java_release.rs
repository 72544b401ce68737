//! Compares what a compiler of Java made with what the `java` of this machine can run: where two releases are installed, as
//! with Ubuntu's alternatives, `javac` may be of the newer one, and then no program starts.

use std::ffi::OsStr;
use std::path::Path;

use crate::submission::{File, Snapshot};
use crate::system;

/// The version of class files in release 1; every later one has the next number. (Table 4.1-A of the Java Virtual Machine
/// Specification)
const FIRST: u16 = 44;

/// Tells whether a file is a class.
pub(super) fn is_class(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("class"))
}

/// Returns why this `java` runs none of the classes that were made, if it is so. `handed_in` were there before.
pub(super) fn refusal(java: &Path, handed_in: &Snapshot, built: &Snapshot) -> Option<String> {
    let is_made = |(path, file): &(&Path, &File)| is_class(path) && handed_in.get(path) != Some(*file);
    let made = built.iter().filter(is_made).filter_map(|(_, file)| release_of_class(&file.content)).max()?;
    let runs = release_of_java(java)?;
    (made > runs)
        .then(|| format!("it compiles for Java {made}, but `java` is Java {runs}: choose both from one JDK"))
}

fn release_of_class(content: &[u8]) -> Option<u16> {
    let header = content.strip_prefix(&[0xca, 0xfe, 0xba, 0xbe])?;
    let major = u16::from_be_bytes(header.get(2..4)?.try_into().ok()?);
    major.checked_sub(FIRST)
}

/// Returns what the file `release` beside a `java` says of it. Not every system has one.
pub fn about_java(java: &Path) -> Option<String> {
    let home = std::fs::canonicalize(java).ok()?.parent()?.parent()?.to_path_buf();
    system::read_text(&home.join("release")).ok()
}

fn release_of_java(java: &Path) -> Option<u16> {
    release_named_in(&about_java(java)?)
}

/// Returns the version of the JDK that a program is of: `17.0.15`.
pub(super) fn version_of_java(program: &Path) -> Option<String> {
    version_in(&about_java(program)?).map(str::to_owned)
}

fn version_in(release: &str) -> Option<&str> {
    release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\"")?.strip_suffix('"'))
}

fn release_named_in(text: &str) -> Option<u16> {
    let version = version_in(text)?;
    // Before 9 it was called 1.8.
    let version = version.strip_prefix("1.").unwrap_or(version);
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_read_from_classes_and_from_the_file_of_a_jdk() {
        assert_eq!(release_of_class(&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 9]), Some(17));
        assert_eq!(release_of_class(&[0xca, 0xfe, 0xba, 0xbe, 0xff, 0xff, 0, 69]), Some(25));
        for none in [
            &b""[..],
            b"\xca\xfe\xba\xbe",
            b"\xca\xfe\xba\xbe\0\0\0",
            b"\xca\xfe\xba\xbe\0\0\0\x03",
            b"class A { }",
        ] {
            assert_eq!(release_of_class(none), None, "{none:?}");
        }
        for (version, release) in [("17.0.15", 17), ("1.8.0_392", 8), ("25", 25), ("26-ea", 26)] {
            let text = format!("IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"{version}\"\nOS_ARCH=\"x86_64\"\n");
            assert_eq!(release_named_in(&text), Some(release));
        }
        assert_eq!(release_named_in("JAVA_RUNTIME_VERSION=\"17.0.15+6\"\n"), None);
    }
}
