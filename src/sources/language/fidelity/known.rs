//! What was found out about interpreters and compilers of this machine before, in `shortcuts.json`. Where nothing can be kept it is found out again
//! each time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::super::kept;
use super::{Fidelity, Tool};
use crate::digest::Digest;
use crate::system;

/// The most that is kept.
const MOST: usize = 200;

#[derive(Debug, Default, Deserialize, Serialize)]
struct Known {
    /// The digests of files, by their paths, sizes and times of change.
    files: BTreeMap<String, String>,
    /// What was found, by the digests of an executable and of what else counts.
    found: BTreeMap<String, Found>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Found {
    tried: usize,
    differing: Vec<String>,
}

/// Returns what is known of a shortcut, or finds it out.
pub(super) fn or_find<E>(
    tool: &Tool,
    circumstances: &Digest,
    find: impl FnOnce() -> Result<Fidelity, E>,
) -> Result<Fidelity, E> {
    let place = kept::place("shortcuts.json");
    let mut known: Known = place.as_deref().and_then(read).unwrap_or_default();
    let Some((seen, digest)) = known.identity(tool) else { return find() };
    // Under another path, the same program finds other packages.
    let path = tool.path.as_os_str().as_encoded_bytes();
    let key = Digest::of_parts([digest.as_bytes(), circumstances.as_bytes(), path]).to_string();
    let is_new = !known.files.contains_key(&seen);
    let found = known.found.get(&key).cloned();
    let found =
        found.map(|Found { tried, differing }| Fidelity { shortcut: tool.shortcut, tried, differing });
    let found = match found {
        Some(found) if !is_new => return Ok(found),
        Some(found) => found,
        None => find()?,
    };
    if known.files.len() >= MOST || known.found.len() >= MOST {
        known = Known::default();
    }
    known.files.insert(seen, digest);
    known.found.insert(key, Found { tried: found.tried, differing: found.differing.clone() });
    if let Some(place) = place {
        // If it cannot be kept, it is found out again.
        let _ = kept::write(&place, &serde_json::to_vec_pretty(&known).expect("it has names as keys"));
    }
    Ok(found)
}

impl Known {
    /// What tells an executable from others, and the digest of its program, of the library of that name beside it and of what says there
    /// which version it is. What was read before is not read again.
    fn identity(&self, tool: &Tool) -> Option<(String, String)> {
        let real = tool.path.canonicalize().ok()?;
        let others = tool.others.iter().cloned().chain(libraries(&real)).chain(release(&real));
        let parts: Vec<PathBuf> = [real.clone()].into_iter().chain(others).collect();
        let seen = parts.iter().map(|part| {
            let about = fs::metadata(part).ok()?;
            let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
            Some(format!("{} {} {changed}", part.display(), about.len()))
        });
        let seen = seen.collect::<Option<Vec<_>>>()?.join("; ");
        if let Some(digest) = self.files.get(&seen) {
            return Some((seen, digest.clone()));
        }
        let contents = parts.iter().map(|part| system::read(part).ok()).collect::<Option<Vec<_>>>()?;
        Some((seen, Digest::of_parts(contents.iter().map(Vec::as_slice)).to_string()))
    }
}

/// The libraries in which an interpreter may be, where its program is only a door to them.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let folder = program.parent().and_then(Path::parent).map(|folder| folder.join("lib"));
    let entries =
        folder.filter(|folder| !folder.starts_with("/usr/lib")).and_then(|folder| fs::read_dir(folder).ok());
    let name = program.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| {
            let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            file.starts_with(&format!("lib{name}")) && file.contains(".so")
        })
        .collect();
    found.sort();
    found
}

/// The file in which a JDK says which it is: its programs are only doors to it.
fn release(program: &Path) -> Option<PathBuf> {
    program.parent()?.parent().map(|folder| folder.join("release")).filter(|file| file.is_file())
}

fn read(place: &Path) -> Option<Known> {
    serde_json::from_slice(&system::read(place).ok()?).ok()
}
