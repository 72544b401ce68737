//! Tests that build a program with `make` and run it.

use super::super::Package;
use super::super::draft::Make;
use super::super::makefile;
use super::super::shell::own_path;
use super::carried::Carried;
use super::command::Program;
use super::roles::{ending, folder_of, handed_in, has_word, instructors, name_of};
use super::steps::Step;

/// The endings of sources in C and C++.
const SOURCES: [&str; 4] = ["c", "cpp", "cc", "cxx"];

/// The program that some commands make and run, if that is what they do.
///
/// # Errors
///
/// When there is no Makefile, or no source of students.
pub(super) fn carried(steps: &[Step], package: &Package) -> Result<Option<(Carried, Program)>, String> {
    let [before @ .., last] = steps else { return Ok(None) };
    let is_made =
        |step: &Step| step.words.first().is_some_and(|word| word == "make") && step.folder.is_empty();
    let program = last.words.first().and_then(|word| word.strip_prefix("./")).and_then(own_path);
    let Some(program) = program.filter(|_| last.folder.is_empty() && before.iter().any(is_made)) else {
        return Ok(None);
    };
    let is_source = |path: &str| SOURCES.contains(&ending(path));
    if !before.iter().all(is_made) || package.has(&program) {
        return Ok(None);
    }
    let name = makefile::NAMES
        .into_iter()
        .find(|name| package.has(name))
        .ok_or("there is no Makefile in the repository")?;
    let text = package.get(name).map(String::from_utf8_lossy).unwrap_or_default();
    let targets = before
        .iter()
        .flat_map(|step| &step.words[1..])
        .filter(|word| !word.starts_with('-') && *word != "clean");
    let target = match targets.collect::<Vec<_>>().as_slice() {
        [] => makefile::goal(&text).ok_or("its Makefile has no target")?,
        [one] => (*one).clone(),
        _ => return Ok(None),
    };
    let sources: Vec<&str> = handed_in(package).filter(|path| is_source(path)).collect();
    let is_named = |path: &&&str| has_word(&text, name_of(path)) || has_word(&text, &object(path));
    let named: Vec<&str> = sources.iter().filter(is_named).copied().collect();
    // Headers may be all that is handed in, beside a program of the tests.
    let headers = handed_in(package).filter(|path| ["h", "hpp"].contains(&ending(path)));
    let first = named.first().or(sources.first()).copied();
    let Some(entry) = first else {
        return Err("nothing but headers is handed in, and `make` builds the tests with them".to_owned());
    };
    let is_beside = |path: &&str| {
        let is_build = is_source(path) || ["h", "hpp"].contains(&ending(path)) || *path == name;
        folder_of(path).is_empty() && is_build
    };
    let own: Vec<String> = instructors(package).filter(is_beside).map(str::to_owned).collect();
    let mut carried = Carried { entry: entry.to_owned(), ..Carried::default() };
    carried.files = std::iter::once(entry)
        .chain(named.iter().copied().filter(|path| *path != entry))
        .map(str::to_owned)
        .collect();
    let others = sources.iter().copied().chain(headers);
    carried.optional =
        others.filter(|path| !carried.files.iter().any(|file| file == path)).map(str::to_owned).collect();
    for path in &own {
        carried.beside.insert(path.clone(), package.get(path).unwrap_or_default().to_vec());
    }
    carried.make = Some(Make { target, program, files: own, resets_flags: false });
    let program = Program {
        entry: carried.entry.clone(),
        args: last.words[1..].to_vec(),
        is_built: true,
        ..Program::default()
    };
    Ok(Some((carried, program)))
}

/// The name of what a source is compiled to.
fn object(path: &str) -> String {
    name_of(path).rsplit_once('.').map_or(String::new(), |(stem, _)| format!("{stem}.o"))
}
