//! Joins what was graded by one work plan. Only merging decides what is complete: it reads every line of every file of traces,
//! one after the other, and keeps no more in memory than where the record of each submission is.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::attempt::{ATTEMPTS, TRACES, goes_on};
use super::grade::{MOST_DEATHS, differing};
use super::{Error, Seen, WorkPlan};
use crate::digest::Digest;
use crate::report::Visible;
use crate::system;
use crate::trace::{Glimpse, Record, Scanned, record_of, scan};
use crate::untrusted::Untrusted;

/// What was joined.
#[derive(Debug)]
pub(crate) struct Merged {
    /// The number of attempts of which something is joined.
    pub(crate) files: usize,
    /// The number of submissions that were graded more than once, always with the same result.
    pub(crate) twice: usize,
    /// What was passed over, in sentences.
    pub(crate) notes: Vec<String>,
    /// The submissions without a record, by their numbers.
    pub(crate) missing: Vec<usize>,
}

/// The place of a record.
#[derive(Clone, Copy, Debug)]
struct Place {
    file: usize,
    offset: u64,
    length: usize,
}

/// What one file of traces has.
#[derive(Debug, Default)]
struct Scan {
    /// Whether it was written by an attempt of the plan.
    is_ours: bool,
    /// The records that count, each with the number of its submission.
    records: Vec<(usize, Place)>,
    /// The digests of the behaviours and sources in it.
    behaviours: HashSet<Digest>,
    /// The submissions whose records need behaviours that are not in it, with these.
    needs: Vec<(usize, Digest)>,
    /// The number of records that do not count, by the reason.
    passed_over: BTreeMap<String, usize>,
    /// The submissions whose records here refer to something that is in no file.
    unfounded: HashSet<usize>,
    /// The number of lines that are cut off or damaged.
    damaged: usize,
    /// The version of every tool that a record names.
    tools: BTreeMap<String, String>,
    /// The number of bytes that were read.
    length: u64,
}

/// What decides whether a record counts.
struct Rule<'a> {
    work: &'a WorkPlan,
    numbers: HashMap<&'a Untrusted, usize>,
    /// The number of jobs of a complete record.
    jobs: usize,
}

impl Rule<'_> {
    /// Returns the number of the submission if its record counts, or else why it does not.
    fn number(&self, glimpse: &Glimpse) -> Result<usize, String> {
        let Some(name) = &glimpse.submission else { return Err("of the reference".to_owned()) };
        let number = *self.numbers.get(name).ok_or("of submissions that are not in the plan")?;
        if self.work.planned()[number].submission.files != Some(glimpse.files) {
            return Err("of other files than those of the plan".to_owned());
        }
        if let Some(what) = differing(self.work.tools(), &glimpse.preparation.tools) {
            return Err(format!("of a machine on which {what}"));
        }
        if glimpse.jobs().is_some_and(|jobs| jobs != self.jobs) {
            return Err("that are not complete".to_owned());
        }
        Ok(number)
    }
}

/// What is joined even though not all is as it should be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tolerance {
    /// Submissions may be missing.
    pub(crate) partial: bool,
    /// Records of a submission may differ: that of the file whose name comes last counts, and each is named.
    pub(crate) take_last: bool,
}

/// Joins the traces in some folders of results into one folder, in which afterwards stands what one machine would have left
/// there. `jobs` is the number of jobs in a complete record. Nothing is written unless every submission has a record, or that is
/// tolerated.
///
/// # Errors
///
/// When submissions have no record, or several that differ, or something cannot be read or written.
pub(crate) fn merge(
    work: &WorkPlan,
    results: &[PathBuf],
    traces: &Path,
    jobs: usize,
    tolerance: Tolerance,
) -> Result<Merged, Error> {
    let names = work.planned().iter().enumerate();
    let numbers = names.map(|(number, planned)| (&planned.submission.name, number)).collect();
    let rule = Rule { work, numbers, jobs };
    let seen = results.iter().map(|folder| Seen::read(folder, work)).collect::<Result<Vec<_>, _>>()?;
    let mut paths = Vec::new();
    for folder in results {
        paths.extend(files_of(&folder.join(TRACES))?);
    }
    let scans = paths.par_iter().enumerate().map(|(file, path)| look_through(file, path, &rule));
    let mut scans = scans.collect::<Result<Vec<Scan>, Error>>()?;
    // Whoever does what the reference does refers to that.
    let reference = files_of(&work.traces())?;
    let of_reference = reference.iter().map(|path| look_through(0, path, &rule));
    let of_reference = of_reference.collect::<Result<Vec<Scan>, Error>>()?;
    pass_over_unfounded(&mut scans, &of_reference);

    let mut places: Vec<Option<Place>> = vec![None; work.len()];
    let mut again = Vec::new();
    for (number, place) in scans.iter().flat_map(|scan| &scan.records) {
        match places[*number] {
            None => places[*number] = Some(*place),
            Some(first) => again.push((*number, first, *place)),
        }
    }
    let differ = again.par_iter().map(|(number, first, other)| {
        let is_like = record_at(&paths, *first)?.behaves_like(&record_at(&paths, *other)?);
        let name = Visible::new(&work.planned()[*number].submission.name);
        let (one, other) = (paths[first.file].display(), paths[other.file].display());
        Ok((!is_like).then(|| format!("`{name}`: in `{one}` and in `{other}`")))
    });
    let differ: Vec<String> = differ.collect::<Result<Vec<_>, Error>>()?.into_iter().flatten().collect();
    if !differ.is_empty() && !tolerance.take_last {
        return Err(Error::Differ(differ));
    }
    same_tools(&paths, &scans)?;

    let mut notes = notes(&paths, &scans, seen.iter().map(|seen| seen.foreign).sum());
    notes.extend(
        differ.iter().map(|one| format!("the records differ of {one}: that of the last file counts")),
    );
    let missing: Vec<usize> = (0..work.len()).filter(|number| places[*number].is_none()).collect();
    if let (Some(first), false) = (missing.first(), tolerance.partial) {
        return Err(missing_error(work, &seen, &missing, *first, &notes));
    }
    fs::create_dir_all(traces).map_err(Error::file(traces))?;
    let used: Vec<(&PathBuf, &Scan)> = paths.iter().zip(&scans).filter(|(_, scan)| scan.is_ours).collect();
    used.par_iter().try_for_each(|(path, scan)| {
        let to = traces.join(path.file_name().unwrap_or_default());
        hand_over(path, &to, scan, &rule).map_err(Error::file(to))
    })?;
    for path in reference {
        let to = traces.join(path.file_name().unwrap_or_default());
        link_or_copy(&path, &to).map_err(Error::file(to))?;
    }
    system::keep_names(traces).map_err(Error::file(traces))?;
    let mut twice: Vec<usize> = again.into_iter().map(|(number, ..)| number).collect();
    twice.sort_unstable();
    twice.dedup();
    Ok(Merged { files: used.len(), twice: twice.len(), notes, missing })
}

/// The files of traces in a folder, in the order of their names; none if there is no such folder.
pub(super) fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(Error::file(folder))?,
    };
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>();
    let mut paths = paths.map_err(Error::file(folder))?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "traces"));
    paths.sort();
    Ok(paths)
}

fn look_through(file: usize, path: &Path, rule: &Rule) -> Result<Scan, Error> {
    let mut found = Scan::default();
    let mut pass_over = BTreeMap::<String, usize>::new();
    let looked = scan::<io::Error>(path, |line, scanned| {
        let offset = found.length;
        found.length += line.len() as u64;
        match scanned {
            Scanned::WorkPlan(plan) => found.is_ours = plan == rule.work.id(),
            Scanned::Record(glimpse) if found.is_ours => match rule.number(&glimpse) {
                Ok(number) => {
                    // The grader may know them from another file.
                    let elsewhere = glimpse.needs().filter(|digest| !found.behaviours.contains(digest));
                    found.needs.extend(elsewhere.map(|digest| (number, *digest)));
                    found.tools.extend(glimpse.preparation.tools);
                    found.records.push((number, Place { file, offset, length: line.len() }));
                }
                Err(why) => *pass_over.entry(why).or_default() += 1,
            },
            Scanned::Record(_) => *pass_over.entry("of another plan".to_owned()).or_default() += 1,
            Scanned::Disbelieved(name) => {
                let number = rule.numbers.get(&name);
                if let Some(last) = found.records.iter().rposition(|(known, _)| Some(known) == number) {
                    found.records.remove(last);
                }
            }
            Scanned::Behaviour(digest) => {
                found.behaviours.insert(digest);
            }
            Scanned::Damaged => found.damaged += 1,
            Scanned::Foreign => *pass_over.entry("in files that are not ours".to_owned()).or_default() += 1,
            Scanned::Other => {}
        }
        Ok(())
    });
    looked.map_err(Error::file(path))?;
    found.passed_over = pass_over;
    Ok(found)
}

/// Passes over records that refer to a behaviour which is in no file any more: it stood on a line that is damaged, or in a file
/// that is gone.
fn pass_over_unfounded(scans: &mut [Scan], of_reference: &[Scan]) {
    let is_somewhere =
        |digest: &Digest| scans.iter().chain(of_reference).any(|scan| scan.behaviours.contains(digest));
    let unfounded = scans.iter().map(|scan| {
        let unmet = scan.needs.iter().filter(|(_, digest)| !is_somewhere(digest));
        unmet.map(|(number, _)| *number).collect::<HashSet<usize>>()
    });
    let unfounded: Vec<HashSet<usize>> = unfounded.collect();
    for (scan, unfounded) in scans.iter_mut().zip(unfounded) {
        scan.records.retain(|(number, _)| !unfounded.contains(number));
        if !unfounded.is_empty() {
            scan.passed_over.insert("that are not complete".to_owned(), unfounded.len());
        }
        scan.unfounded = unfounded;
    }
}

fn record_at(paths: &[PathBuf], place: Place) -> Result<Record, Error> {
    let path = &paths[place.file];
    let read = || -> io::Result<Record> {
        let mut line = vec![0; place.length];
        system::read_exact_at(&system::open_to_read(path)?, &mut line, place.offset)?;
        record_of(&line).ok_or_else(|| io::Error::other("a record in it changed while it was read"))
    };
    read().map_err(Error::file(path))
}

/// Makes sure that no tool has two versions, also one that the plan does not know because students chose the language.
fn same_tools(paths: &[PathBuf], scans: &[Scan]) -> Result<(), Error> {
    let mut known = BTreeMap::<&str, (&str, &Path)>::new();
    for (path, scan) in paths.iter().zip(scans) {
        for (tool, version) in &scan.tools {
            let (first, one) = *known.entry(tool).or_insert((version, path));
            if first != version {
                let (one, other) = (one.display(), path.display());
                return Err(Error::Differ(vec![format!(
                    "`{tool}` is `{first}` in `{one}` and `{version}` in `{other}`"
                )]));
            }
        }
    }
    Ok(())
}

/// What was passed over, in sentences.
fn notes(paths: &[PathBuf], scans: &[Scan], foreign: usize) -> Vec<String> {
    let mut passed_over = BTreeMap::<&str, usize>::new();
    let each = scans.iter().flat_map(|scan| &scan.passed_over);
    each.for_each(|(why, count)| *passed_over.entry(why).or_default() += count);
    let mut notes: Vec<String> =
        passed_over.iter().map(|(why, count)| format!("{count} records {why} do not count")).collect();
    let damaged = paths.iter().zip(scans).filter(|(_, scan)| scan.damaged > 0);
    notes.extend(damaged.map(|(path, scan)| {
        let noun = if scan.damaged == 1 { "line" } else { "lines" };
        format!(
            "{} {noun} of `{}` are cut off or damaged: what stood there does not count",
            scan.damaged,
            path.display()
        )
    }));
    notes.extend((foreign > 0).then(|| format!("{foreign} attempts of other plans do not count")));
    notes
}

/// The error when submissions have no record: if it helps to grade again, or else what a person must do.
fn missing_error(work: &WorkPlan, seen: &[Seen], missing: &[usize], first: usize, notes: &[String]) -> Error {
    let name = |number: &usize| work.planned()[*number].submission.name.clone();
    let mut refused = vec![(0, false); work.len()];
    for seen in seen {
        seen.deaths(work).iter().zip(&mut refused).for_each(|(deaths, (all, _))| *all += deaths);
        let changed = seen.attempts.iter().flat_map(|attempt| &attempt.changed);
        changed.for_each(|number| refused[*number].1 = true);
    }
    let set_aside: Vec<usize> =
        missing.iter().copied().filter(|number| refused[*number].0 >= MOST_DEATHS).collect();
    let changed: Vec<usize> = missing.iter().copied().filter(|number| refused[*number].1).collect();
    if missing.iter().all(|number| changed.contains(number)) {
        return Error::Changed(changed.iter().map(name).collect());
    }
    if missing.iter().all(|number| changed.contains(number) || set_aside.contains(number)) {
        return Error::SetAside { names: set_aside.iter().map(name).collect(), times: MOST_DEATHS as usize };
    }
    Error::Missing {
        count: missing.len(),
        all: work.len(),
        first: name(&first),
        shards: work.shards_of(missing),
        notes: notes.iter().map(|note| format!("\n  {note}")).collect(),
    }
}

/// Puts a file of traces into the merged folder: as it is, if everything in it counts and nobody writes it any more, or else
/// without the lines that do not count.
fn hand_over(from: &Path, to: &Path, found: &Scan, rule: &Rule) -> io::Result<()> {
    let attempt = from.with_extension("jsonl");
    let attempt = attempt.file_name().unwrap_or_default();
    let folder = from.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    let is_clean = found.damaged == 0 && found.passed_over.is_empty();
    if is_clean && !goes_on(&folder.join(ATTEMPTS).join(attempt)) {
        return link_or_copy(from, to);
    }
    let copied = tempfile::NamedTempFile::new_in(to.parent().unwrap_or(Path::new(".")))?;
    let mut out = BufWriter::new(copied);
    let mut read = 0;
    scan::<io::Error>(from, |line, scanned| {
        read += line.len() as u64;
        let counts = match &scanned {
            Scanned::Record(glimpse) => {
                rule.number(glimpse).is_ok_and(|number| !found.unfounded.contains(&number))
            }
            Scanned::Damaged | Scanned::Foreign => false,
            Scanned::WorkPlan(_) | Scanned::Disbelieved(_) | Scanned::Behaviour(_) | Scanned::Other => true,
        };
        // What was written after the file was looked through is left for the next time.
        if counts && read <= found.length { out.write_all(line) } else { Ok(()) }
    })?;
    let copied = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    copied.as_file().sync_all()?;
    copied.persist(to)?;
    Ok(())
}

/// Gives a file that nobody writes any more a second name; if that is not possible, copies it.
pub(super) fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    let folder = system::private_folder(".tmp", to.parent().unwrap_or(Path::new(".")))?;
    let new = folder.path().join("new");
    if fs::hard_link(from, &new).is_err() {
        let mut copy = fs::File::create_new(&new)?;
        io::copy(&mut system::open_to_read(from)?, &mut copy)?;
        copy.sync_all()?;
    }
    fs::rename(new, to)
}
