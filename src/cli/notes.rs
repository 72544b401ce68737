//! Things to know, on standard error. Where there are many of a kind, one note counts them and a file lists them.

use std::io::{self, Write};
use std::path::Path;

use super::Error;
use super::terminal::err;
use crate::report::Visible;
use crate::results::write_whole;

/// So many of a kind are told one by one.
const MOST: usize = 5;

/// Things of one kind.
pub(super) struct Notes {
    /// One sentence for all of them.
    pub(super) together: String,
    /// One sentence for each. It may hold names that students chose.
    pub(super) each: Vec<String>,
}

/// Says one thing.
pub(super) fn note(text: &str) {
    let bold = anstyle::Style::new().bold();
    let _ = writeln!(err(), "{bold}note{bold:#}: {}", Visible::new(text));
}

/// Says all of it. What would be too long is listed in the file instead; where nothing is, there is no such file.
/// Without a file, everything is said.
pub(super) fn tell(notes: &[Notes], file: Option<&Path>) -> Result<(), Error> {
    let Some(file) = file else {
        notes.iter().flat_map(|notes| &notes.each).for_each(|one| note(one));
        return Ok(());
    };
    let (long, short): (Vec<&Notes>, Vec<&Notes>) = notes.iter().partition(|notes| notes.each.len() > MOST);
    for notes in &long {
        note(&format!("{}: `{}` lists them", notes.together, file.display()));
    }
    short.iter().flat_map(|notes| &notes.each).for_each(|one| note(one));
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
