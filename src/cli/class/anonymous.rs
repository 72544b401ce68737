//! Anonymous results, which can be shared: pseudonyms replace names.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::report::{Concealed, Names};
use crate::submission::{Due, Student, Submission};
use crate::system;
use crate::untrusted::{Text, Untrusted};

/// Gives every submission a pseudonym, removes its students, and sorts the submissions by their pseudonyms, so that the
/// order tells nothing. Pseudonyms in the key file of an earlier run are used again.
pub(crate) fn give(
    submissions: &mut Vec<Submission>,
    out: &Path,
    key: Option<&Path>,
    due: Option<&Due>,
) -> Result<Names, Error> {
    refuse_names_in(out)?;
    let mut known = match key {
        Some(key) => read_key(outside(key, out)?)?,
        None => BTreeMap::new(),
    };
    let taken: BTreeSet<String> = known.values().map(|row| row.pseudonym.clone()).collect();
    let mut free = (1..).map(|number| format!("submission-{number:03}")).filter(|one| !taken.contains(one));
    // A random order: the seed comes from the system and is not kept.
    let seed = RandomState::new();
    submissions.sort_by_cached_key(|submission| seed.hash_one(&submission.name));
    let mut concealed = BTreeMap::new();
    for submission in &mut *submissions {
        let earlier = known.get(&submission.name).map(|row| row.pseudonym.clone());
        let pseudonym = earlier.or_else(|| free.next()).unwrap_or_default();
        concealed.insert(pseudonym.as_str().into(), Concealed::of(submission));
        let students = std::mem::take(&mut submission.students);
        // Nobody is told apart any more, and nobody loses by that.
        submission.due = students.iter().filter_map(|student| student.until(due).cloned()).max();
        let name = std::mem::replace(&mut submission.name, pseudonym.as_str().into());
        submission.others.iter_mut().for_each(|other| other.name = submission.name.clone());
        known.insert(name, KeyRow { pseudonym, students });
    }
    submissions.sort_by(|one, other| one.name.cmp(&other.name));
    if let Some(key) = key {
        write_key(key, &known)?;
    }
    Ok(Names::Hidden(concealed))
}

/// Refuses a folder that contains results with names: it would be shared together with the anonymous results.
fn refuse_names_in(out: &Path) -> Result<(), Error> {
    let is_empty = std::fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none());
    let results = system::read(&out.join("results.json")).unwrap_or_default();
    let is_anonymous = serde_json::from_slice::<serde_json::Value>(&results)
        .is_ok_and(|results| results["anonymous"] == serde_json::Value::Bool(true));
    if is_empty || is_anonymous {
        return Ok(());
    }
    Err(Error::Usage(format!(
        "there may be names in `{}`, which is not empty\nhelp: choose another folder with `--out`",
        out.display()
    )))
}

/// Makes sure that the key is not written into the folder of the results.
fn outside<'a>(key: &'a Path, out: &Path) -> Result<&'a Path, Error> {
    let absolute = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        // The path may not exist yet: only the part that exists can be resolved.
        let there = path.ancestors().find_map(|part| Some((part.canonicalize().ok()?, part.to_path_buf())));
        there
            .map_or(path.clone(), |(real, part)| real.join(path.strip_prefix(&part).unwrap_or(Path::new(""))))
    };
    if absolute(key).starts_with(absolute(out)) {
        let (key, out) = (key.display(), out.display());
        return Err(Error::Usage(format!(
            "the key `{key}` would lie among the results that are shared, in `{out}`\nhelp: write it elsewhere"
        )));
    }
    Ok(key)
}

/// A pseudonym, and the students whose pseudonym it is.
struct KeyRow {
    pseudonym: String,
    students: Vec<Student>,
}

fn read_key(file: &Path) -> Result<BTreeMap<Untrusted, KeyRow>, Error> {
    if !file.exists() {
        return Ok(BTreeMap::new());
    }
    let usage = |what: String| Error::Usage(format!("cannot use the key `{}`: {what}", file.display()));
    let mut reader = csv::Reader::from_path(file).map_err(|error| usage(error.to_string()))?;
    let mut rows = BTreeMap::new();
    for row in reader.records() {
        let row = row.map_err(|error| usage(error.to_string()))?;
        let (Some(pseudonym), Some(name)) = (row.get(0), row.get(1)) else { continue };
        if !pseudonym.starts_with("submission-") {
            return Err(usage(format!(
                "`{pseudonym}` is not a pseudonym\nhelp: name a file that `--key` wrote, or none"
            )));
        }
        rows.insert(name.into(), KeyRow { pseudonym: pseudonym.to_owned(), students: Vec::new() });
    }
    Ok(rows)
}

/// Writes the key completely or not at all. Only the owner of the file may read it.
fn write_key(file: &Path, rows: &BTreeMap<Untrusted, KeyRow>) -> Result<(), Error> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut rows: Vec<(&Untrusted, &KeyRow)> = rows.iter().collect();
    rows.sort_by_key(|(_, row)| &row.pseudonym);
    let written = || -> std::io::Result<()> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["pseudonym", "name", "students"])?;
        for (name, row) in rows {
            let students = Untrusted::join(row.students.iter().map(Student::with_id), "; ");
            writer.write_record([row.pseudonym.as_str(), name.expose(), students.expose()])?;
        }
        let content = writer.into_inner().map_err(|error| std::io::Error::other(error.to_string()))?;
        // Nobody else may read a temporary file.
        let mut new = tempfile::Builder::new().tempfile_in(folder)?;
        new.write_all(&content)?;
        new.persist(file)?;
        Ok(())
    };
    written().map_err(|source| Error::Key { path: PathBuf::from(file), source })
}
