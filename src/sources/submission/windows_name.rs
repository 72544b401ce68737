//! The names that no file of Windows can have (Microsoft's documentation, "Naming Files, Paths, and Namespaces").

use std::io;
use std::path::Path;

/// The names of devices, which no ending changes: `con.py` is the console.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Tells whether a file of Windows can have this path, whose parts are separated by slashes.
pub(super) fn is_possible(path: &str) -> bool {
    path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | "..")).all(is_possible_part)
}

/// What is said of a file with another name.
pub(super) const REASON: &str =
    "Windows can have no file of this name; grade this submission on Linux or macOS";

/// Returns the error for a file of Windows that cannot be read: the system does not say that its name is the reason. Other systems may
/// have written it there, and an archive unpacked it.
pub(super) fn explained(path: &Path, source: io::Error) -> io::Error {
    let is_possible = path.file_name().is_none_or(|name| is_possible_part(&name.to_string_lossy()));
    if is_possible { source } else { io::Error::new(source.kind(), REASON) }
}

fn is_possible_part(part: &str) -> bool {
    let is_wrong = |sign: char| sign < ' ' || "<>:\"|?*".contains(sign);
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let number = NUMBERED.iter().find_map(|device| stem.strip_prefix(device));
    let is_numbered = number.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']));
    let is_device = is_numbered || DEVICES.contains(&stem.as_str());
    !part.ends_with(['.', ' ']) && !part.contains(is_wrong) && !is_device
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_and_what_explorer_refuses_are_impossible() {
        for name in
            ["con.py", "src/AUX", "Lpt1.tar.gz", "nul .txt", "a:b.txt", "what?.py", "end.", "end /x", "a\tb"]
        {
            assert!(!is_possible(name), "{name}");
        }
        let refused = || io::Error::other("the parameter is incorrect");
        let of = |path: &str| explained(Path::new(path), refused()).to_string();
        assert_eq!(of("Ada: 1/aux.c"), REASON);
        assert_eq!(of("aux/main.c"), refused().to_string(), "the folder was opened");
        for name in ["console.py", "com.py", "com10.txt", "./src/../a b.py", "é.txt", "src\\a.py", "dir/"] {
            assert!(is_possible(name), "{name}");
        }
    }
}
