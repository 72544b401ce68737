//! What the compiler warns of, in a few lines: the first warnings, and how many more there are.

use super::{Graded, Visible};
use crate::compare::{Annotation, Origin};

/// The number of warnings that are shown. Whoever mends them sees the next ones.
const MOST: usize = 3;

/// The lines of a page about warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Warned {
    /// What the lines are.
    pub(super) head: String,
    /// One warning each, made harmless, and how many more there are.
    pub(super) lines: Vec<String>,
}

impl Warned {
    /// Returns what a page says about warnings; `None` if there are none.
    pub(super) fn of(graded: &Graded) -> Option<Self> {
        let all = &graded.warnings;
        let is_ours = |one: &Annotation| one.origin == Origin::Remark;
        let head = match all.len() {
            0 => return None,
            1 if all.iter().all(is_ours) => "A remark, which costs no points:".to_owned(),
            _ if all.iter().all(is_ours) => "Remarks, which cost no points:".to_owned(),
            1 => "The compiler warns, which costs no points:".to_owned(),
            count => format!("The compiler warns {count} times, which costs no points:"),
        };
        let shown = all.iter().take(MOST).map(|one| {
            let line = one.line.map(|line| format!("{line}:")).unwrap_or_default();
            format!("{}:{line} {}", Visible::new(&one.file), Visible::new(&one.message))
        });
        let rest = all.len().saturating_sub(MOST);
        let rest = (rest > 0).then(|| format!("… and {rest} more"));
        Some(Self { head, lines: shown.chain(rest).collect() })
    }
}
