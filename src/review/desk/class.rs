//! The results of the class, as its page shows them.

use super::{Lying, Refusal};
use crate::report::{ClassPage, Report};

impl Lying {
    /// The results with everything that was decided. Of all dialogues there are those that the page of the class shows: the examples of the
    /// mistakes that most make.
    pub(in crate::review) fn class(&self) -> Result<Report, Refusal> {
        let mut report = (*self.current()?).clone();
        let mistakes = report.agenda.mistakes.iter().take(ClassPage::EXAMPLES);
        let examples: Vec<(usize, usize)> = mistakes.map(|mistake| mistake.example).collect();
        for (submission, scenario) in examples {
            let place = self.place_of(&report.submissions[submission].name).unwrap_or(submission);
            let shown = self.submission(place)?.scenarios.into_iter().nth(scenario);
            report.submissions[submission].scenarios[scenario].difference =
                shown.and_then(|one| one.difference);
        }
        Ok(report)
    }
}
