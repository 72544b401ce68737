//! Notes on standard error. If there are many of one kind, one note counts them and a file lists them.

use std::io::{self, Write};
use std::path::Path;

use super::Error;
use super::terminal::err;
use crate::report::Visible;
use crate::results::write_whole;
use crate::untrusted::{Text, Untrusted};

/// Up to this many notes of one kind are written one by one.
const MOST: usize = 5;

/// Notes of one kind.
#[derive(Clone)]
pub(super) struct Notes {
    /// One sentence for all of them.
    pub(super) together: String,
    /// One sentence for each.
    pub(super) each: Vec<Untrusted>,
}

/// Writes one note.
pub(super) fn note(text: &(impl Text + ?Sized)) {
    let bold = anstyle::Style::new().bold();
    let _ = writeln!(err(), "{bold}note{bold:#}: {}", Visible::new(text));
}

/// Writes notes of several kinds. If there are too many of one kind, they are listed in the file; if no kind has too
/// many, the file is removed. Without a file, every note is written to standard error.
pub(super) fn tell(notes: &[Notes], file: Option<&Path>) -> Result<(), Error> {
    let Some(file) = file else {
        notes.iter().flat_map(|notes| &notes.each).for_each(note);
        return Ok(());
    };
    let (long, short): (Vec<&Notes>, Vec<&Notes>) = notes.iter().partition(|notes| notes.each.len() > MOST);
    for notes in &long {
        note(&format!("{}: `{}` lists them", notes.together, file.display()));
    }
    short.iter().flat_map(|notes| &notes.each).for_each(note);
    let fail = |source| Error::File { path: file.to_path_buf(), source };
    if long.is_empty() {
        return match std::fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fail(error)),
            Ok(()) | Err(_) => Ok(()),
        };
    }
    let lists = long.iter().map(|notes| {
        let lines = notes.each.iter().map(|line| format!("  {}\n", Visible::new(line)));
        format!("{}:\n{}", Visible::new(&notes.together), lines.collect::<String>())
    });
    let text = lists.collect::<Vec<_>>().join("\n");
    write_whole(file, |out| out.write_all(text.as_bytes())).map_err(fail)
}
