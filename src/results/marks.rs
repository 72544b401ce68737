//! Marks of a file. They are kept as decisions, like those that people give on the page of a review.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::folder::MANIFEST;
use super::manifest::GivenMark;
use super::{Error, ResultsFolder};
use crate::decisions::{What, Writer};
use crate::points::Points;
use crate::score::Marks;
use crate::system;
use crate::untrusted::Untrusted;

/// Who gives the marks of a file.
const BY: &str = "--marks";

/// A mark of a file that is not the only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Revised {
    /// The submission.
    pub(crate) submission: Untrusted,
    /// The full name of the scenario.
    pub(crate) scenario: String,
    /// The points that count.
    pub(crate) counts: Points,
    /// The points that do not count any more.
    pub(crate) before: Points,
    /// Who gave what counts, if it is not the file.
    pub(crate) by: Option<String>,
}

impl ResultsFolder {
    /// Keeps marks for the submissions that are graded here. The later mark counts: one that a file said before is nothing new,
    /// and stays behind what somebody decided since then.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(crate) fn keep_marks(self, marks: &Marks) -> Result<(Self, Vec<Revised>), Error> {
        let decided = Arc::clone(self.decided());
        let of_files = decided.entries().filter(|(entry, is_undone)| entry.by == BY && !is_undone);
        let said: HashMap<(&Untrusted, &str), Points> = of_files
            .filter_map(|(entry, _)| match &entry.what {
                What::Mark { submission, scenario, points, .. } => Some(((submission, &**scenario), *points)),
                _ => None,
            })
            .collect();
        let own: HashSet<&Untrusted> = self.manifest().own().map(|(_, listed)| &listed.name).collect();
        let mut given: Vec<_> =
            marks.iter().filter(|((submission, _), _)| own.contains(submission)).collect();
        given.sort();
        let (mut new, mut revised) = (Vec::new(), Vec::new());
        for ((submission, scenario), &points) in given {
            let held = decided.mark(submission, scenario);
            if held.is_some_and(|(other, _)| other == points) {
                continue;
            }
            let is_new = said.get(&(submission, &**scenario)) != Some(&points);
            if let Some((other, entry)) = held {
                let (counts, before) = if is_new { (points, other) } else { (other, points) };
                let by = (!is_new).then(|| entry.by.clone());
                let (submission, scenario) = (submission.clone(), scenario.clone());
                revised.push(Revised { submission, scenario, counts, before, by });
            }
            if is_new {
                let (submission, scenario) = (submission.clone(), scenario.clone());
                let what = What::Mark { submission, scenario, points, items: Vec::new() };
                let known = decided.known_about(&what);
                new.push((what, known));
            }
        }
        if new.is_empty() {
            return Ok((self, revised));
        }
        let folder = self.decisions();
        let unwritten = |(path, source)| Error::Write { path, source };
        let mut writer = Writer::new(&folder, BY).map_err(|source| unwritten((folder, source)))?;
        writer.write_together(new).map_err(unwritten)?;
        let decided = Arc::new(Self::decided_in(self.path())?);
        Ok((self.after(decided), revised))
    }

    /// The marks that came into a folder with a work plan.
    pub(crate) fn marks_in(path: &Path) -> Marks {
        #[derive(Default, Deserialize)]
        struct Kept {
            #[serde(default)]
            marks: Vec<GivenMark>,
        }
        let text = system::read(&path.join(MANIFEST)).unwrap_or_default();
        GivenMark::points(&serde_json::from_slice::<Kept>(&text).unwrap_or_default().marks)
    }
}
