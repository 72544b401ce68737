//! Files that were handed in again under the same name: the LMS counts them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::submission::HandIn;

/// What stands before and behind the number, at the end of the stem.
pub(super) type Numbering = [&'static str; 2];

/// Canvas: `hello-1.py`.
pub(super) const CANVAS: Numbering = ["-", ""];

/// ILIAS: `hello (2).py`.
pub(super) const ILIAS: Numbering = [" (", ")"];

/// Gives a file that was handed in again its first name.
///
/// If there are several, the one with the highest number is the latest. The others keep the names that the LMS gave them.
pub(super) fn original_names(
    mut paths: Vec<PathBuf>,
    numbering: Numbering,
    hand_in: &HandIn,
) -> Vec<PathBuf> {
    let first_names = paths.iter().filter_map(|path| first_name(path.to_str()?, numbering));
    let first_names: BTreeSet<String> = first_names.collect();
    let open = first_names.iter().filter(|name| hand_in.is_matched(name)).map(String::as_str);
    for wanted in hand_in.names().chain(open) {
        let counted = paths
            .iter()
            .enumerate()
            .filter_map(|(index, path)| Some((count(path, numbering, wanted)?, index)));
        if let Some((number, index)) = counted.max()
            && number > 0
        {
            if let Some(first) = paths.iter().position(|path| path == Path::new(wanted)) {
                paths[first] = PathBuf::from(format!("earlier/{wanted}"));
            }
            paths[index] = PathBuf::from(wanted);
        }
    }
    paths
}

/// Returns `hello.py` for `hello-2.py`.
pub(super) fn first_name(name: &str, [before, behind]: Numbering) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (first, number) = stem.strip_suffix(behind)?.rsplit_once(before)?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{first}.{ending}"))
}

/// Returns 0 for `hello.py`, 2 for `hello-2.py`.
fn count(path: &Path, [before, behind]: Numbering, wanted: &str) -> Option<u32> {
    let path = path.to_str()?;
    if path == wanted {
        return Some(0);
    }
    let (stem, ending) = wanted.rsplit_once('.').unwrap_or((wanted, ""));
    let middle = path.strip_prefix(stem)?.strip_prefix(before)?;
    let number = if ending.is_empty() { middle } else { middle.strip_suffix(ending)?.strip_suffix('.')? };
    let number = number.strip_suffix(behind)?;
    number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_handed_in_again_has_its_name_back() {
        let hand_in = HandIn {
            files: vec!["hello.py".into()],
            optional: vec![],
            entry: "hello.py".into(),
            main: None,
            is_never_run: false,
            instead: vec![],
            programs: vec![],
        };
        let numbered = |names: &[&str], numbering| {
            original_names(names.iter().map(PathBuf::from).collect(), numbering, &hand_in)
        };
        let named = |names: &[&str]| numbered(names, CANVAS);
        assert_eq!(named(&["hello-1.py", "words-3.py"]), [Path::new("hello.py"), Path::new("words-3.py")]);
        let both = named(&["hello.py", "hello-10.py", "hello-9.py"]);
        assert_eq!(both, ["earlier/hello.py", "hello.py", "hello-9.py"].map(PathBuf::from));
        assert_eq!(named(&["hello-.py", "hello-x.py"]), ["hello-.py", "hello-x.py"].map(PathBuf::from));
        assert_eq!(
            numbered(&["hello.py", "hello (2).py", "hello-3.py"], ILIAS),
            ["earlier/hello.py", "hello.py", "hello-3.py"].map(PathBuf::from)
        );
    }
}
