//! The submissions of a class, and what is known about their students: downloads, rosters, due dates, pseudonyms.

pub(crate) mod anonymous;
mod earlier;
pub(crate) mod hand_back;
pub(crate) mod marks;
pub(crate) mod roster;
mod settle;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::notes::{self, Notes, note};
use crate::cli::{Error, file};
use crate::gradebook::{Conversion, Gradebook};
use crate::plan::Plan;
use crate::report::{Names, Visible};
use crate::results::{self, DaysTaken, HandBack, ResultsFolder};
use crate::score::Marks;
use crate::spec::Spec;
use crate::submission::{
    self, Download, Due, Lms, Recognition, Roster, Submission, Superseded, WhichCounts, each_hand_in,
    have_order,
};
use crate::trace::Store;
use crate::untrusted::Untrusted;

use earlier::Earlier;

/// The file of the results folder that lists notes if they are too many for standard error.
const LIST: &str = "submission-notes.txt";

#[derive(Debug, clap::Args)]
#[group(id = "class")]
pub(crate) struct Args {
    /// Where the submissions were downloaded from [default: the names of the files tell]
    #[arg(long, value_enum, value_name = "LMS")]
    lms: Option<Choice>,
    /// The gradebook that the LMS exported: its column of marks is filled in a copy, gradebook.csv
    #[arg(long, value_name = "FILE", conflicts_with_all = ["anonymous", "only"])]
    gradebook: Option<PathBuf>,
    /// The column of the gradebook that is filled [default: the one of this assignment]
    #[arg(long, value_name = "HEADER")]
    column: Option<String>,
    /// Convert marks to what can be earned in the column, where the gradebook counts from another maximum
    #[arg(long, requires = "gradebook")]
    scale: bool,
    /// When submissions are due, such as `2026-03-01 23:59 +01:00` [default: what the spec says]
    #[arg(long, value_name = "TIME")]
    due: Option<Due>,
    /// What the LMS does not tell: a CSV file with the column `id`, and any of `name`, `group`, `section`, `handed_in`, `due`,
    /// `login`, `school`, `email`
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// The folder with the results of all assignments of the course: what they took of a budget of days (`late: { budget: … }` in the spec)
    #[arg(long, value_name = "FOLDER")]
    course: Option<PathBuf>,
    /// Earlier results of the same students: what they handed in there may count, too (`hand_ins` in the spec); may be given several times
    #[arg(long, value_name = "RESULTS", conflicts_with = "anonymous")]
    earlier: Vec<PathBuf>,
    /// Leave results that can be shared: pseudonyms, and no names, ids or file names
    #[arg(long)]
    anonymous: bool,
    /// The file that says whose pseudonym is whose, outside of the results; one that exists is used again
    #[arg(long, value_name = "FILE", requires = "anonymous")]
    key: Option<PathBuf>,
}

/// The values of `--lms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Choice {
    Canvas,
    Moodle,
    Brightspace,
    Blackboard,
    Gradescope,
    GithubClassroom,
    Classroom50,
    Sakai,
    Ilias,
    #[value(name = "openolat")]
    OpenOlat,
    /// No download: each file and folder is a submission
    None,
}

/// The submissions that are graded, and what is known about their students.
pub(crate) struct Class {
    /// In the order in which they are shown.
    pub(crate) submissions: Vec<Submission>,
    /// The downloads that were recognised.
    pub(crate) downloads: Vec<Download>,
    /// Submissions that do not count, because another member of the group handed in later.
    superseded: Vec<Superseded>,
    /// Earlier results, in which the same students handed in, too.
    earlier: Earlier,
    /// What the gradebook says against the download.
    unclear: Vec<Notes>,
    /// The latest date of anybody, if somebody has a date of her own, whether she handed in or not.
    pub(crate) latest: Option<Due>,
    /// The settings for the files that go back to the LMS.
    pub(crate) hand_back: HandBack,
    /// Whether names or pseudonyms are shown.
    pub(crate) names: Names,
}

impl Choice {
    fn recognition(self) -> Recognition {
        match self {
            Self::Canvas => Recognition::Only(Lms::Canvas),
            Self::Moodle => Recognition::Only(Lms::Moodle),
            Self::Brightspace => Recognition::Only(Lms::Brightspace),
            Self::Blackboard => Recognition::Only(Lms::Blackboard),
            Self::Gradescope => Recognition::Only(Lms::Gradescope),
            Self::GithubClassroom => Recognition::Only(Lms::GitHubClassroom),
            Self::Classroom50 => Recognition::Only(Lms::Classroom50),
            Self::Sakai => Recognition::Only(Lms::Sakai),
            Self::Ilias => Recognition::Only(Lms::Ilias),
            Self::OpenOlat => Recognition::Only(Lms::OpenOlat),
            Self::None => Recognition::Nothing,
        }
    }
}

impl Args {
    /// Whether pseudonyms replace names.
    pub(crate) fn is_anonymous(&self) -> bool {
        self.anonymous
    }

    /// The due date of the command line.
    pub(crate) fn due(&self) -> Option<&Due> {
        self.due.as_ref()
    }

    /// Finds the submissions and reads everything that is known about them, so that errors are found before anything is
    /// graded.
    pub(crate) fn find(&self, paths: &[PathBuf], spec: &Spec, out: &Path) -> Result<Class, Error> {
        let mut earlier = Earlier::open(&self.earlier, &spec.assignment, out)?;
        let recognition = self.lms.map_or(Recognition::Any, Choice::recognition);
        let found = submission::find(paths, &spec.hand_in, recognition, spec.which_counts)?;
        let mut submissions = found.submissions;
        let mut roster = Roster::default();
        let (mut superseded, mut absent) = (Vec::new(), Vec::new());
        if let Some(file) = &self.roster {
            roster = roster::read(file)?;
            let joined = roster.apply(submissions, spec.which_counts);
            let joined = joined.map_err(|error| roster::unusable(file, &error.sentence()))?;
            (submissions, superseded, absent) = (joined.submissions, joined.superseded, joined.absent);
        }
        let hand_back = self.hand_back(&found.downloads, spec)?;
        let gradebook = hand_back.gradebook().map_err(|error| self.unusable(&error.message()))?;
        if self.scale && gradebook.as_ref().is_some_and(|gradebook| !gradebook.tells_maximum()) {
            let help = "help: leave out `--scale`, or export it with the maximum";
            return Err(
                self.unusable(&format!("it does not tell what can be earned in its column\n{help}").into())
            );
        }
        let mut unclear = match &gradebook {
            // It names whoever handed in nothing.
            Some(gradebook) => settle::settle(gradebook, &roster, spec, &mut submissions),
            None => {
                let said = " stands in the roster and handed in nothing";
                let each = absent.iter().map(|name| Untrusted::concat(&[name, &said])).collect();
                let together = format!("{} stand in the roster and handed in nothing", absent.len());
                vec![Notes { together, each }]
            }
        };
        let due = self.due().or(spec.late.due.as_ref());
        let of_gradebook = gradebook.iter().flat_map(Gradebook::extensions);
        let of_gradebook = of_gradebook.filter_map(|until| due?.at(until));
        let own = submissions.iter().flat_map(Submission::due_dates).chain(roster.due_dates()).cloned();
        let latest = own.chain(of_gradebook).max();
        unclear.extend(self.take_days(spec, &mut submissions)?);
        earlier.join(&mut submissions)?;
        let in_order = submissions.into_iter().map(|one| in_order(one, spec.which_counts));
        let mut submissions = in_order.collect::<Result<Vec<_>, _>>()?;
        let names = match self.anonymous {
            true => anonymous::give(&mut submissions, out, self.key.as_deref(), spec.late.due.as_ref())?,
            false => Names::Known,
        };
        let submissions = each_hand_in(submissions);
        let downloads = found.downloads;
        Ok(Class { submissions, downloads, superseded, earlier, unclear, latest, hand_back, names })
    }

    /// Tells each student what other assignments have taken of the budget of days.
    fn take_days(&self, spec: &Spec, submissions: &mut [Submission]) -> Result<Option<Notes>, Error> {
        // There is never more than one.
        let said = |text: String| Ok(Some(Notes { together: text.clone(), each: vec![text.into()] }));
        let due = self.due().or(spec.late.due.as_ref());
        let (course, due) = match (&self.course, spec.late.budget, due) {
            (Some(course), Some(_), Some(due)) => (course, due),
            (None, Some(_), Some(_)) => {
                let unknown = "what other assignments took of the budget of days is not known: `--course` names the folder of their results";
                return said(unknown.to_owned());
            }
            (Some(_), ..) => {
                let idle = "`--course` changes nothing: the spec has no budget of days, or nothing says when submissions are due";
                return said(idle.to_owned());
            }
            (None, ..) => return Ok(None),
        };
        let taken = DaysTaken::read(course, &spec.assignment, due)?;
        for submission in submissions {
            let students = submission.known_students().into_owned();
            if submission.students.is_empty() && taken.of(&students[0]) > 0 {
                submission.students = students;
            }
            for student in &mut submission.students {
                student.days_taken = taken.of(student);
            }
        }
        if taken.is_empty() {
            return said(format!(
                "`{}` holds no results of assignments that were due before this one",
                course.display()
            ));
        }
        Ok(None)
    }

    /// The settings for the files that go back to the LMS.
    fn hand_back(&self, downloads: &[Download], spec: &Spec) -> Result<HandBack, Error> {
        let lms = downloads.iter().map(|download| download.lms).collect();
        let hand_back = HandBack::new(lms, self.column.as_deref(), [&spec.title, &spec.assignment]);
        Ok(match &self.gradebook {
            None => hand_back,
            Some(file) => {
                let help = "help: export it from the LMS, and name that file";
                let bytes =
                    file::read(file).map_err(|why| self.unusable(&format!("{why}\n{help}").into()))?;
                let conversion = if self.scale { Conversion::ToMaximum } else { Conversion::None };
                hand_back.with_gradebook(bytes, conversion)
            }
        })
    }

    fn unusable(&self, reason: &Untrusted) -> Error {
        let file = self.gradebook.as_deref().unwrap_or(Path::new(""));
        Error::Usage(format!("cannot fill the gradebook `{}`: {}", file.display(), Visible::lines(reason)))
    }
}

impl Class {
    /// Whether traces are kept. Anonymous results have none, because traces tell whose they are.
    pub(crate) fn keeps_traces(&self) -> bool {
        !self.names.are_hidden()
    }

    /// The traces of earlier runs in a results folder, with those of earlier results.
    pub(crate) fn store(&self, out: &Path) -> Result<Store, Error> {
        Ok(match self.keeps_traces() {
            true => {
                let traces = ResultsFolder::traces_in(out);
                self.earlier.copy_traces(&traces)?;
                Store::read(&traces)?
            }
            false => Store::empty(),
        })
    }

    /// The marks that were given by hand in earlier results.
    pub(crate) fn earlier_marks(&self, plan: &Plan) -> Marks {
        self.earlier.marks(plan, &self.submissions)
    }

    /// Writes to standard error which downloads were recognised, and what is not graded.
    pub(crate) fn announce(&self, spec: &Spec, results: &Path) -> Result<(), Error> {
        let mut all = self.unclear.clone();
        for download in &self.downloads {
            note(&announcement(download, spec.which_counts));
            let (files, lms) = (&download.passed_over, download.lms);
            let problem = format!("` is left out: its name is not one that {lms} writes");
            let each = files.iter().map(|file| Untrusted::concat(&[&"`", file, &problem]));
            all.push(Notes {
                together: format!(
                    "{} files are left out: their names are not those that {lms} writes",
                    files.len()
                ),
                each: each.collect(),
            });
        }
        let each = self.superseded.iter().map(|one| {
            let Superseded { group, counts, dropped } = one;
            let head = Untrusted::concat(&[&"of the group `", group, &"` the latest hand-in counts, `"]);
            Untrusted::concat(&[&head, counts, &"`: `", dropped, &"` is not graded"])
        });
        all.push(Notes {
            together: format!(
                "of each group the latest hand-in counts: {} others are not graded",
                self.superseded.len()
            ),
            each: each.collect(),
        });
        // The list has names, so anonymous results do not contain it.
        let file = self.keeps_traces().then(|| results.join(LIST));
        notes::tell(&all, file.as_deref())?;
        if spec.late.due.is_none() && spec.hides_until_due() {
            note(
                "what is hidden until `after due` stays hidden: neither `late: { due: … }` in the spec nor `--due` says when",
            );
        }
        if spec.late.due.is_none() && spec.late.per_day > crate::points::Percent::ZERO {
            note(
                "nothing is deducted for lateness: neither `late: { due: … }` in the spec nor `--due` says when",
            );
        }
        Ok(())
    }
}

/// Makes sure that it is known which hand-in came first, if that decides. Where only the latest counts, only that is left.
fn in_order(mut one: Submission, rule: WhichCounts) -> Result<Submission, Error> {
    let arrivals: Vec<_> = one.others.iter().chain([&one]).map(|hand_in| hand_in.arrival).collect();
    if arrivals.len() > 1 && rule.needs_times() && !have_order(&arrivals) {
        return Err(results::Error::NoOrder { series: one.name, rule }.into());
    }
    if rule.needs_all() {
        return Ok(one);
    }
    let later = std::mem::take(&mut one.others).into_iter().filter(|other| other.arrival > one.arrival);
    Ok(match later.max_by_key(|other| other.arrival) {
        Some(latest) => Submission { name: one.name, students: one.students, due: one.due, ..latest },
        None => one,
    })
}

/// A sentence about a download: `Canvas download `all.zip`: 30 students, 2 marked as late`.
fn announcement(download: &Download, which: WhichCounts) -> String {
    let noun = if download.students == 1 { "student" } else { "students" };
    let mut text =
        format!("{} download `{}`: {} {noun}", download.lms, download.path.display(), download.students);
    if download.marked_late > 0 {
        text += &format!(", {} marked as late", download.marked_late);
    }
    if download.handed_in_again > 0 {
        text +=
            &format!(", {} handed in more than once: {} counts", download.handed_in_again, which.phrase());
    }
    text
}
