//! Results that can be shared: pseudonyms in the place of names.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Error;
use crate::report::{Concealed, Names};
use crate::submission::{Student, Submission};

/// Gives every submission a pseudonym, takes its students away and puts the submissions into the order of the
/// pseudonyms, which tells nothing. Those that the key file has from an earlier run are kept.
pub(super) fn give(
    submissions: &mut Vec<Submission>,
    out: &Path,
    key: Option<&Path>,
) -> Result<Names, Error> {
    refuse_names_in(out)?;
    let mut known = match key {
        Some(key) => read_key(outside(key, out)?)?,
        None => BTreeMap::new(),
    };
    let taken: BTreeSet<String> = known.values().map(|row| row.pseudonym.clone()).collect();
    let mut free = (1..).map(|number| format!("submission-{number:03}")).filter(|one| !taken.contains(one));
    // In an order that nobody can compute again: the seed comes from the system, and is not kept.
    let seed = RandomState::new();
    submissions.sort_by_cached_key(|submission| seed.hash_one(&submission.name));
    let mut concealed = BTreeMap::new();
    for submission in &mut *submissions {
        let earlier = known.get(&submission.name).map(|row| row.pseudonym.clone());
        let pseudonym = earlier.or_else(|| free.next()).unwrap_or_default();
        let texts = telling(submission);
        concealed.insert(pseudonym.clone(), Concealed::new(texts.iter().map(String::as_str)));
        let students = std::mem::take(&mut submission.students);
        let name = std::mem::replace(&mut submission.name, pseudonym.clone());
        known.insert(name, KeyRow { pseudonym, students });
    }
    submissions.sort_by(|one, other| one.name.cmp(&other.name));
    if let Some(key) = key {
        write_key(key, &known)?;
    }
    Ok(Names::Hidden(concealed))
}

/// Everything that tells whose a submission is: names in both orders, ids, and where it lies.
fn telling(submission: &Submission) -> Vec<String> {
    let mut texts = vec![submission.name.clone(), submission.path.display().to_string()];
    texts.extend(submission.path.file_name().map(|name| name.to_string_lossy().into_owned()));
    for student in &submission.students {
        texts.push(student.name.clone());
        let words: Vec<&str> = student.name.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        if let [first, .., last] = words.as_slice() {
            let orders = [[first, last], [last, first]];
            for [one, other] in orders {
                texts.extend(["", " ", "_", "-", ".", ", "].map(|between| format!("{one}{between}{other}")));
            }
        }
        texts.extend(student.ids.iter().map(|id| id.text.clone()));
    }
    texts
}

/// A folder with results that have names in them is not for sharing.
fn refuse_names_in(out: &Path) -> Result<(), Error> {
    let is_empty = std::fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none());
    let results = std::fs::read(out.join("results.json")).unwrap_or_default();
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

/// The key, if it does not lie where the results go.
fn outside<'a>(key: &'a Path, out: &Path) -> Result<&'a Path, Error> {
    let absolute = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        // Neither needs to be there yet: as much of it as is.
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

/// Whose pseudonym it is.
struct KeyRow {
    pseudonym: String,
    students: Vec<Student>,
}

fn read_key(file: &Path) -> Result<BTreeMap<String, KeyRow>, Error> {
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
        rows.insert(name.to_owned(), KeyRow { pseudonym: pseudonym.to_owned(), students: Vec::new() });
    }
    Ok(rows)
}

/// All of the file or nothing, for nobody's eyes but the owner's.
fn write_key(file: &Path, rows: &BTreeMap<String, KeyRow>) -> Result<(), Error> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut rows: Vec<(&String, &KeyRow)> = rows.iter().collect();
    rows.sort_by_key(|(_, row)| &row.pseudonym);
    let written = || -> std::io::Result<()> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["pseudonym", "name", "students"])?;
        for (name, row) in rows {
            let students: Vec<String> = row.students.iter().map(ToString::to_string).collect();
            writer.write_record([&row.pseudonym, name, &students.join("; ")])?;
        }
        let content = writer.into_inner().map_err(|error| std::io::Error::other(error.to_string()))?;
        let private = std::fs::Permissions::from_mode(0o600);
        let mut new = tempfile::Builder::new().permissions(private).tempfile_in(folder)?;
        new.write_all(&content)?;
        new.persist(file)?;
        Ok(())
    };
    written().map_err(|source| Error::Key { path: PathBuf::from(file), source })
}
