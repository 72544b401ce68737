//! Writes notes about the files for the LMS: what was written, and which students are left out.

use std::mem::{Discriminant, discriminant};
use std::path::Path;

use crate::cli::Error;
use crate::cli::notes::{self, Notes, note};
use crate::gradebook::Remark;
use crate::results::HandedBack;
use crate::untrusted::Untrusted;

/// The file of the results folder that lists notes if they are too many for standard error.
const LIST: &str = "gradebook-notes.txt";

/// Writes the notes to standard error.
pub(crate) fn tell(handed_back: &HandedBack, results: &Path) -> Result<(), Error> {
    let mut all = Vec::new();
    if let Some((_, filled)) = &handed_back.gradebook {
        all.extend(of_remarks(&filled.remarks));
    }
    let count = handed_back.not_returned.len();
    all.push(Notes {
        together: format!("the pages of {count} cannot be handed back to the LMS"),
        each: handed_back.not_returned.iter().map(not_returned).collect(),
    });
    notes::tell(&all, Some(&results.join(LIST)))?;
    if let Some((path, filled)) = &handed_back.gradebook {
        let noun = if filled.marks == 1 { "mark" } else { "marks" };
        let mut text = Untrusted::from(format!("`{}` has {} {noun}", path.display(), filled.marks));
        if let Some((column, lms)) = &handed_back.column {
            text.push(&Untrusted::concat(&[
                &" in the column `",
                column,
                &format!("` of the {lms} gradebook"),
            ]));
        }
        note(&text);
        let is_unknown = |remark: &Remark| matches!(remark, Remark::NotFound(_));
        if handed_back.column.is_some() && filled.marks == 0 && filled.remarks.iter().any(is_unknown) {
            note(
                "the gradebook may know the students by other names: `--roster` tells them, in `login`, `school`, `email` or `github`",
            );
        }
    }
    Ok(())
}

fn not_returned(name: &Untrusted) -> Untrusted {
    Untrusted::concat(&[
        &"the page of `",
        name,
        &"` cannot be handed back to the LMS: it is only in `feedback`",
    ])
}

/// Notes for the remarks. Remarks of one kind become one entry; the entries have the order of the first remark of each
/// kind.
fn of_remarks(remarks: &[Remark]) -> Vec<Notes> {
    let mut kinds: Vec<(Discriminant<Remark>, Vec<&Remark>)> = Vec::new();
    for remark in remarks {
        let kind = discriminant(remark);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, all)) => all.push(remark),
            None => kinds.push((kind, vec![remark])),
        }
    }
    let notes = kinds.iter().map(|(_, all)| Notes {
        together: format!("gradebook: {} students {}", all.len(), all[0].of_several()),
        each: all.iter().map(|remark| Untrusted::concat(&[&"gradebook: ", &remark.sentence()])).collect(),
    });
    notes.collect()
}
