//! The headers of C++, compiled once and not again for each submission: most of the time of a unit goes into them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::cpp::PREFIX;
use super::make::{CODE, Settings};
use crate::digest::Digest;
use crate::language::Error;
use crate::sandbox::Exit;
use crate::submission::{File, Snapshot};

/// The number of units that are compiled as they are: it takes as long as three of them to compile the headers for all others.
const FEW: usize = 3;

/// A larger one would take longer to be laid out than it saves, in bytes.
const LARGEST: usize = 48 << 20;

/// The beginning of units, as it is known.
enum Known {
    /// It was needed so often.
    Needed(usize),
    /// It was compiled; `None` if that is of no use.
    Compiled(Option<Arc<File>>),
}

/// What is known of the beginnings of units, by their text.
static KNOWN: Mutex<Option<HashMap<Digest, Known>>> = Mutex::new(None);

/// Lays out the beginning of a unit, and what was compiled of it if it was needed often.
///
/// # Errors
///
/// When the sandbox fails, or a tool is missing.
pub(super) fn supply(settings: &Settings, prefix: String, files: &mut Snapshot) -> Result<(), Error> {
    let prefix = File { content: prefix.into_bytes(), executable: false };
    if let Some(compiled) = compiled(settings, &prefix)? {
        files.insert(compiled_name().into(), File::clone(&compiled));
    }
    files.insert(PREFIX.into(), prefix);
    Ok(())
}

/// The name under which a compiler looks for it.
fn compiled_name() -> String {
    format!("{PREFIX}.gch")
}

fn compiled(settings: &Settings, prefix: &File) -> Result<Option<Arc<File>>, Error> {
    // Others that need the same wait for it.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    let known = known.entry(Digest::of(&prefix.content)).or_insert(Known::Needed(0));
    match known {
        Known::Compiled(compiled) => return Ok(compiled.clone()),
        Known::Needed(count) if *count < FEW => {
            *count += 1;
            return Ok(None);
        }
        Known::Needed(_) => {}
    }
    let name = compiled_name();
    let dialect = settings.dialect;
    let command = [&[dialect.compiler()], CODE, dialect.flags(), dialect.strictness()].concat();
    let command = [command, vec!["-x", "c++-header", "-o", &name, PREFIX]].concat();
    let mut files = Snapshot::default();
    files.insert(PREFIX.into(), prefix.clone());
    let (exit, _, files) = settings.run(&command, files)?;
    let made =
        files.get(Path::new(&name)).filter(|made| exit == Exit::Code(0) && made.content.len() <= LARGEST);
    let made = made.cloned().map(Arc::new);
    *known = Known::Compiled(made.clone());
    Ok(made)
}
