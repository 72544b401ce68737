//! Publishing: what would be written, what stands in the way, and the writing.

use super::{Desk, Group, Lying, Refusal, State, nonsense};
use crate::compare::Verdict;
use crate::decisions::{Ruling, What};
use crate::report::{Detail, Report};
use crate::results::{self, Changes, ResultsFolder, Standings};
use crate::review::counted;
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// What stands in the way of publishing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::review) struct Obstacle {
    /// What it is, in a sentence.
    pub(in crate::review) sentence: Untrusted,
    /// Whether a person may confirm it and go on.
    pub(in crate::review) can_be_confirmed: bool,
}

/// What would be written.
pub(in crate::review) struct Publication {
    /// What stands in the way.
    pub(in crate::review) obstacles: Vec<Obstacle>,
    /// What changes since the results were written the last time.
    pub(in crate::review) changes: Changes,
    report: Report,
    folder: ResultsFolder,
}

impl Lying {
    /// What would be written, and what stands in the way.
    pub(in crate::review) fn publication(&self) -> Result<Publication, Refusal> {
        let folder = self.folder().clone();
        let report = self.report(Detail::of_pages(folder.manifest().html))?;
        let changes = Changes::between(&Standings::read(folder.path())?, &Standings::of(&report));
        let obstacles = obstacles(self, &report);
        Ok(Publication { obstacles, changes, report, folder })
    }
}

impl Desk {
    /// Writes marks and pages, if nothing stands in the way that was not confirmed.
    pub(in crate::review) fn publish(&self, confirmed: &[String]) -> Result<results::HandedBack, Refusal> {
        // Nobody decides until everything is written, and no other command writes into the folder. It may have been graded again
        // since it was looked at.
        let mut pen = self.pen();
        let _locked = Store::open(&ResultsFolder::open(&self.path)?.traces())?;
        self.put(Lying::of(&self.path, pen.path())?);
        let Publication { obstacles, changes, report, folder } = self.now().publication()?;
        let open = obstacles.iter().find(|obstacle| {
            let is_confirmed = confirmed.iter().any(|sentence| obstacle.sentence == sentence.as_str());
            !(obstacle.can_be_confirmed && is_confirmed)
        });
        if open.is_some() {
            return Err(nonsense(
                "something stands in the way that nobody confirmed: look at the list again",
            ));
        }
        let what = What::Published { changed: changes.changed.len(), confirmed: confirmed.to_vec() };
        self.write(&mut pen, what)?;
        let folder = folder.after(self.now().decided.clone());
        folder.write_manifest()?;
        Ok(folder.write_all(&report)?)
    }
}

/// Finds what stands in the way of publishing this report.
fn obstacles(lying: &Lying, report: &Report) -> Vec<Obstacle> {
    let mut obstacles = Vec::new();
    let mut add = |count: usize, can_be_confirmed: bool, sentence: String| {
        if count > 0 {
            obstacles.push(Obstacle { sentence: sentence.into(), can_be_confirmed });
        }
    };
    let own = || lying.folder().manifest().own();
    let waiting = own().filter(|(_, listed)| listed.files.is_none()).count();
    add(waiting, false, format!("{} not graded yet: `yardstick grade` has to finish first", are(waiting)));
    let not_graded = report.all().filter(|one| one.points.is_none()).count().saturating_sub(waiting);
    add(
        not_graded,
        true,
        format!(
            "{} could not be graded, through no fault of theirs: they get no points",
            counted(not_graded, "student")
        ),
    );
    let to_mark = report
        .submissions
        .iter()
        .filter(|one| one.scenarios.iter().any(|one| one.verdict == Verdict::ToBeMarked))
        .count();
    add(
        to_mark,
        true,
        format!(
            "{} still to be marked by hand: what is missing counts as nothing, and the gradebook gets no mark of theirs",
            are(to_mark)
        ),
    );
    let conflicts = lying.decided.conflicts().len();
    add(
        conflicts,
        true,
        format!("{conflicts} of the decisions contradict each other: the last ones count (see History)"),
    );
    let (open, students) = of_groups(lying, |state| !state.is_decided());
    add(open, true, format!("{} not decided: they go out as graded", groups_are(open, students)));
    let (by_hand, students) = of_groups(lying, |state| matches!(state, State::Decided(Ruling::ByHand)));
    add(by_hand, true, format!("{} to be looked at by hand", groups_are(by_hand, students)));
    let damaged = lying.decided.damaged().len();
    add(
        damaged,
        true,
        format!(
            "{} of decisions damaged, and count as nothing (see History)",
            if damaged == 1 { "1 line is".to_owned() } else { format!("{damaged} lines are") }
        ),
    );
    if let Ok(unmatched) = lying.folder().unmatched(report)
        && !unmatched.is_empty()
    {
        let names = Untrusted::join(unmatched.iter().take(8), ", ");
        let more =
            if unmatched.len() > 8 { format!(" and {} more", unmatched.len() - 8) } else { String::new() };
        let count = counted(unmatched.len(), "student");
        let sentence = Untrusted::concat(&[&format!("{count} in no row of the gradebook: "), &names, &more]);
        obstacles.push(Obstacle { sentence, can_be_confirmed: true });
    }
    obstacles
}

fn are(count: usize) -> String {
    format!("{} {}", counted(count, "student"), if count == 1 { "is" } else { "are" })
}

fn groups_are(count: usize, students: usize) -> String {
    let are = if count == 1 { "is" } else { "are" };
    format!("{} ({}) {are}", counted(count, "group"), counted(students, "student"))
}

/// The number of groups in this state, and of the submissions in them.
fn of_groups(lying: &Lying, is_meant: impl Fn(State) -> bool) -> (usize, usize) {
    let those: Vec<&Group> = lying.groups.iter().filter(|group| is_meant(lying.state(group))).collect();
    let mut members: Vec<usize> =
        those.iter().flat_map(|group| group.astray.members.iter().map(|member| member.submission)).collect();
    members.sort_unstable();
    members.dedup();
    (those.len(), members.len())
}
