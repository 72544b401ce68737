//! Earlier results of the same students: what they handed in there is one of their hand-ins, too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::plan::{Expected, Job, Plan};
use crate::points::Points;
use crate::results::{HandedIn, ResultsFolder};
use crate::score::Marks;
use crate::submission::{Submission, name_key};
use crate::system;

/// Earlier results, and what was marked by hand there.
#[derive(Default)]
pub(super) struct Earlier {
    folders: Vec<ResultsFolder>,
    /// The marks of each hand-in from there, by its path: the full name of each scenario, and the points.
    marks: HashMap<PathBuf, Vec<(String, Points)>>,
}

impl Earlier {
    /// Opens the results folders. None is the one that is about to be written.
    pub(super) fn open(paths: &[PathBuf], assignment: &str, out: &Path) -> Result<Self, Error> {
        let out = system::canonical(out).ok();
        let mut folders = Vec::new();
        for path in paths {
            let folder = ResultsFolder::open(path)?;
            folder.is_of(assignment)?;
            if system::canonical(path).ok() == out {
                return Err(Error::Usage(format!(
                    "`{}` holds the earlier results, and would be overwritten\nhelp: choose another folder with `--out`",
                    path.display()
                )));
            }
            folders.push(folder);
        }
        Ok(Self { folders, marks: HashMap::new() })
    }

    /// Puts what was handed in there beside what the same students handed in now. Whoever handed in nothing now has what she handed in
    /// there.
    pub(super) fn join(&mut self, submissions: &mut Vec<Submission>) -> Result<(), Error> {
        if self.folders.is_empty() {
            return Ok(());
        }
        for folder in &self.folders {
            for HandedIn { submission: earlier, files, marks } in folder.handed_in()? {
                self.marks.insert(earlier.path.clone(), marks.clone());
                // What was downloaded once more is the same hand-in.
                let is_it = |known: &Submission| {
                    known.arrival == earlier.arrival && known.digest().is_ok_and(|known| known == files)
                };
                let mut is_alone = true;
                for now in submissions.iter_mut().filter(|now| are_of_same_students(now, &earlier)) {
                    is_alone = false;
                    if let Some(known) = now.others.iter().chain([&*now]).find(|known| is_it(known)) {
                        self.marks.insert(known.path.clone(), marks.clone());
                        continue;
                    }
                    let name = now.name.clone();
                    now.others.push(Submission { name, ..earlier.clone() });
                }
                if is_alone {
                    submissions.push(earlier);
                }
            }
        }
        submissions.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(())
    }

    /// Copies what programs did there, so that it is not run again.
    pub(super) fn copy_traces(&self, into: &Path) -> Result<(), Error> {
        Ok(self.folders.iter().try_for_each(|folder| folder.copy_traces(into))?)
    }

    /// The marks that were given by hand there and still fit the plan.
    pub(super) fn marks(&self, plan: &Plan, class: &[Submission]) -> Marks {
        let most = |name: &str| {
            let by_hand = |job: &&Job| matches!(job.expected, Expected::Manual(_));
            let job = plan.jobs.iter().filter(by_hand).find(|job| plan.full_name(job) == name);
            job.map(|job| job.scenario.points)
        };
        let mut given = Marks::new();
        for one in class {
            for (scenario, points) in self.marks.get(&one.path).into_iter().flatten() {
                if most(scenario).is_some_and(|most| *points <= most) {
                    given.insert((one.name.clone(), scenario.clone()), *points);
                }
            }
        }
        given
    }
}

/// Whether the same students handed both in; where no students are known, names tell it.
fn are_of_same_students(one: &Submission, other: &Submission) -> bool {
    if one.students.is_empty() || other.students.is_empty() {
        return name_key(&one.name) == name_key(&other.name);
    }
    one.students.iter().any(|student| other.students.iter().any(|other| student.is(other)))
}
