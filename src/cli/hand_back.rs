//! Says what was written for the LMS, and who is left out of it and why.

use std::mem::{Discriminant, discriminant};
use std::path::Path;

use super::Error;
use super::notes::{self, Notes, note};
use crate::gradebook::Remark;
use crate::results::HandedBack;

/// What is too long for standard error stands in this file of the results folder.
const LIST: &str = "gradebook-notes.txt";

/// On standard error.
pub(super) fn tell(handed_back: &HandedBack, results: &Path) -> Result<(), Error> {
    let mut all = Vec::new();
    if let Some((_, filled)) = &handed_back.gradebook {
        all.extend(of_remarks(&filled.remarks));
    }
    let count = handed_back.without_file.len();
    all.push(Notes {
        together: format!("{count} handed in no file to which feedback could be attached"),
        each: handed_back.without_file.iter().map(|name| without_file(name)).collect(),
    });
    notes::tell(&all, Some(&results.join(LIST)))?;
    if let Some((path, filled)) = &handed_back.gradebook {
        let noun = if filled.marks == 1 { "mark" } else { "marks" };
        let column = handed_back
            .column
            .as_ref()
            .map(|(column, lms)| format!(" in the column `{column}` of the {lms} gradebook"));
        note(&format!("`{}` has {} {noun}{}", path.display(), filled.marks, column.unwrap_or_default()));
    }
    Ok(())
}

fn without_file(name: &str) -> String {
    format!("`{name}` handed in no file to which feedback could be attached: its page is only in `feedback`")
}

/// Those of one kind together, in the order in which the first of each kind comes.
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
        each: all.iter().map(|remark| format!("gradebook: {remark}")).collect(),
    });
    notes.collect()
}
