//! Says what was written for the LMS, and who is left out of it and why.

use super::class::note;
use crate::results::HandedBack;

/// On standard error.
pub(super) fn tell(handed_back: &HandedBack) {
    if let Some((path, filled)) = &handed_back.gradebook {
        for remark in &filled.remarks {
            note(&format!("gradebook: {remark}"));
        }
        let noun = if filled.marks == 1 { "mark" } else { "marks" };
        let column = handed_back
            .column
            .as_ref()
            .map(|(column, lms)| format!(" in the column `{column}` of the {lms} gradebook"));
        note(&format!("`{}` has {} {noun}{}", path.display(), filled.marks, column.unwrap_or_default()));
    }
    for name in &handed_back.without_file {
        note(&format!(
            "`{name}` handed in no file to which feedback could be attached: its page is only in `feedback`"
        ));
    }
}
