//! A bundle: one file that proves the mark of one student.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::whole::compared;
use super::whole_file::put_whole;
use super::{Error, Lack, Listed, Recomputed, ResultsFolder, recompute};
use crate::decisions;
use crate::report::Graded;
use crate::submission::limits::MOST_BYTES;
use crate::submission::{File, Place, Snapshot, Student, Submission};
use crate::system;
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// The folder of a bundle that contains the submission's files; where there are several hand-ins, those of each are in a folder below it.
const FILES: &str = "submission";

/// A report about a bundle that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bundled {
    /// Whether the bundle contains the submission's files: it does if they have not changed since they were graded.
    pub with_files: bool,
}

/// Writes everything that proves the mark of one submission: the spec, the traces, the files if they are still there,
/// and the results that follow from them. The bundle contains nothing about other submissions, but of several hand-ins all: which one
/// counts follows from them together.
///
/// # Errors
///
/// When the folder holds no such submission, or something cannot be read or written.
pub(crate) fn bundle(path: &Path, name: &str, out: &Path) -> Result<Bundled, Error> {
    let folder = ResultsFolder::open(path)?.when_written();
    let hand_ins = folder.hand_ins(name)?;
    let names: Vec<Untrusted> = hand_ins.iter().map(|listed| listed.name.clone()).collect();
    let mut not_graded = hand_ins.iter().filter(|listed| listed.files.is_none());
    if let Some(first) = not_graded.next() {
        return Err(Error::Incomplete {
            folder: folder.path().into(),
            count: 1 + not_graded.count(),
            all: hand_ins.len(),
            first: first.name.clone(),
        });
    }
    let inside =
        |number: usize| if names.len() == 1 { FILES.to_owned() } else { format!("{FILES}/{number}") };
    let handed_in =
        hand_ins.iter().zip(1..).map(|(listed, number)| handed_in(&folder, listed, &inside(number)));
    let handed_in: Vec<Option<HandedIn>> = handed_in.collect();

    let room = system::private_folder("yardstick-", &system::temporary_folder())
        .map_err(|source| Error::Write { path: std::env::temp_dir(), source })?;
    let found = hand_ins.iter().zip(&handed_in).map(|(&listed, handed_in)| {
        let path = handed_in.as_ref().map_or_else(|| "not in this file".into(), |found| found.path.clone());
        Listed { path, members: None, ..listed.clone() }
    });
    let mut only = folder.manifest().of_one(found.collect());
    // What was given to others may hide something from everybody.
    only.latest = only.latest.take().max(folder.decided().latest().cloned());
    let students: Vec<Student> =
        hand_ins.iter().flat_map(|listed| listed.known_students().into_owned()).collect();
    let decisions = folder.decided().only(&names, &students);
    decisions::write_all(&ResultsFolder::decisions_in(room.path()), &decisions)
        .map_err(|source| Error::Write { path: room.path().to_path_buf(), source })?;
    let inside = ResultsFolder::create(room.path(), only)?.at(folder.moment());
    let only = inside.manifest();
    let all = Store::read(&folder.traces())?;
    let store = Store::open(&inside.traces())?;
    names.iter().map(Some).chain([None]).try_for_each(|name| store.adopt(&all, name))?;
    store.finish()?;
    drop(store);
    inside.write_manifest()?;
    let store = Store::read(&inside.traces())?;
    let Recomputed { report, lost, .. } = recompute(&inside, only.spec.spec()?, &store)?;
    let is_lost = (!lost.is_empty()).then(|| Lack::Traces(lost, all.damage().to_vec()));
    let says_otherwise = || match compared(&folder, &report) {
        Err(lack) => Some(lack),
        Ok((_, other)) => {
            let whose = report.submissions.iter().map(Graded::whose).filter(|name| other.contains(name));
            let whose: Vec<Untrusted> = whose.cloned().collect();
            (!whose.is_empty()).then_some(Lack::Results(whose))
        }
    };
    if let Some(lack) = is_lost.or_else(says_otherwise) {
        return Err(Error::Lacking { folder: folder.path().into(), lacks: vec![lack] });
    }
    inside.write_all(&report)?;

    let failed = |source: zip::result::ZipError| Error::Zip { path: out.into(), source: Arc::new(source) };
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut add = |name: &str, bytes: &[u8], executable: bool| {
        let options = options.unix_permissions(if executable { 0o755 } else { 0o644 });
        zip.start_file(name, options).and_then(|()| Ok(zip.write_all(bytes)?)).map_err(failed)
    };
    for file in files(room.path())? {
        let bytes = system::read(&room.path().join(&file))
            .map_err(|error| Error::Read { path: file.clone(), reason: error.to_string().into() })?;
        add(&file.to_string_lossy(), &bytes, false)?;
    }
    for (name, file) in handed_in.iter().flatten().flat_map(|found| &found.files) {
        add(name, &file.content, file.executable)?;
    }
    let bytes = zip.finish().map_err(failed)?.into_inner();
    put_whole(out, &bytes, 0o666).map_err(|source| Error::Write { path: out.to_path_buf(), source })?;
    Ok(Bundled { with_files: handed_in.iter().all(Option::is_some) })
}

/// The files of a submission with their paths in the bundle, and the path of the submission in the bundle.
struct HandedIn {
    path: PathBuf,
    files: Vec<(String, File)>,
}

/// The files of a submission, for this folder of the bundle; `None` if they have changed since they were graded.
fn handed_in(folder: &ResultsFolder, listed: &Listed, into: &str) -> Option<HandedIn> {
    let (Submission { path, place, .. }, true) = folder.look_up(listed)? else { return None };
    let inside = |path: &Path| Some(format!("{into}/{}", path.to_str()?));
    if let Place::Download(parts) = &place {
        let mut files = Vec::new();
        for part in parts.read(MOST_BYTES) {
            let (path, file) = part.ok()?;
            // A folder holds no two files of one name, which somebody may have handed in.
            if files.iter().any(|(known, _)| known == path) {
                return None;
            }
            files.push((path.to_path_buf(), file));
        }
        if let [(path, file)] = files.as_slice() {
            let name = inside(path.file_name()?.as_ref())?;
            return Some(HandedIn { path: PathBuf::from(&name), files: vec![(name, file.clone())] });
        }
        let files: Option<_> = files.into_iter().map(|(path, file)| Some((inside(&path)?, file))).collect();
        return Some(HandedIn { path: into.into(), files: files? });
    }
    if path.is_file() {
        let name = inside(path.file_name()?.as_ref())?;
        let executable = system::is_executable(&path.metadata().ok()?);
        let file = File { content: system::read(&path).ok()?, executable };
        return Some(HandedIn { path: PathBuf::from(&name), files: vec![(name, file)] });
    }
    // The files as they are on disk: a zip file in the folder stays a zip file.
    let snapshot = Snapshot::of_folder(&path).ok()?;
    let files: Option<_> = snapshot.iter().map(|(path, file)| Some((inside(path)?, file.clone()))).collect();
    Some(HandedIn { path: into.into(), files: files? })
}

/// Unpacks a bundle into a folder, so that it can be read like a results folder. Anybody may have made the bundle, so it
/// is read under the limits for submissions.
///
/// # Errors
///
/// When it is no zip file, or its files cannot be written.
pub(super) fn unbundle(path: &Path, into: &Path) -> Result<(), Error> {
    let unreadable = |reason: Untrusted| Error::Read { path: path.to_path_buf(), reason };
    let content = system::read(path).map_err(|error| unreadable(error.to_string().into()))?;
    let files = Snapshot::of_archive(&content).map_err(|problem| unreadable(problem.sentence()))?;
    for (name, file) in files.iter() {
        let target = into.join(name);
        let written = std::fs::create_dir_all(target.parent().unwrap_or(into))
            .and_then(|()| system::own_file(file.executable).open(&target))
            .and_then(|mut target| target.write_all(&file.content));
        written.map_err(|source| Error::Write { path: target.clone(), source })?;
    }
    Ok(())
}

/// The paths of all files below a folder, relative to it and sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed =
        |error: std::io::Error| Error::Read { path: folder.to_path_buf(), reason: error.to_string().into() };
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in std::fs::read_dir(folder.join(&below)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = below.join(entry.file_name());
            match entry.file_type().map_err(failed)? {
                kind if kind.is_dir() => folders.push(path),
                _ if path.ends_with("lock") => {}
                _ => found.push(path),
            }
        }
    }
    found.sort();
    Ok(found)
}
