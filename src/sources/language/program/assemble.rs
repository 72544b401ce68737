//! Fills in the words of a command of a profile, and lays out the files with which it is run.

use std::borrow::Cow;
use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::warm;
use super::super::{Error, Runtime, class_of, includes};
use super::build::BuildSettings;
use super::{ExecutableOrigin, Program, image};
use crate::submission::{File, Snapshot};
use crate::system::{names_of_built, search_path};
impl BuildSettings<'_> {
    /// Returns the sources of the language that are there, without headers and parts of the entry.
    pub(super) fn units(&self, files: &Snapshot) -> Vec<&str> {
        let is_unit = |name: &&str| {
            let is_unit = self.language.is_source(name) && !self.language.is_header(name);
            is_unit && !self.is_part(files, name) && files.get(Path::new(name)).is_some()
        };
        let others = self.sources.iter().map(String::as_str).filter(|name| *name != self.entry);
        iter::once(self.entry).chain(others).filter(is_unit).collect()
    }

    /// Tells whether the entry includes a source, which is then no unit of its own.
    fn is_part(&self, files: &Snapshot, name: &str) -> bool {
        let entry = files.get(Path::new(self.entry)).map_or(&[][..], |file| &file.content);
        name != self.entry && !self.language.headers.is_empty() && includes(entry, name)
    }

    /// Fills in the words in braces of one command of a profile.
    pub(super) fn assemble(&self, command: &[String], files: Snapshot) -> Result<Program, Error> {
        let Self { sandbox, language, ref tools, entry, sources, options, .. } = *self;
        let is_there = |name: &&String| {
            goes_along(name, entry) && !self.is_part(&files, name) && files.get(Path::new(name)).is_some()
        };
        let sources: Vec<&String> = sources.iter().filter(is_there).collect();
        let mut files = files;
        let mut words = Vec::new();
        let mut folders = Vec::new();
        let can_be_warm = self.can_be_warm();
        let class = |files: &Snapshot| {
            let content = files.get(Path::new(entry)).map(|file| file.content.as_slice());
            class_of(Path::new(entry), content.unwrap_or_default())
        };
        for word in command {
            match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                Some("sources") => {
                    let names = iter::once(entry).chain(sources.iter().map(|name| name.as_str()));
                    words.extend(names.map(|name| OsString::from(&*no_option(name))));
                    words.extend(options.own_units(language).into_iter().map(OsString::from));
                }
                Some("units") => {
                    let names = self.units(&files).into_iter();
                    words.extend(names.map(|name| OsString::from(&*no_option(name))));
                    words.extend(options.own_units(language).into_iter().map(OsString::from));
                }
                // One source at a time is preprocessed.
                Some("own") => words.push(entry.into()),
                Some("class") => words.push(class(&files).into()),
                Some("compile") => {
                    let script = File { content: warm::COMPILE.into(), executable: false };
                    files.insert(warm::COMPILE_PATH.into(), script);
                    words.push(warm::COMPILE_PATH.into());
                }
                Some(name) if let Some(aid) = language.aids.get(name) => {
                    match self.found_aid(aid, &files)? {
                        Some(found) => {
                            words.extend(found.words);
                            folders.extend(found.folder);
                        }
                        None => words.extend(aid.instead.iter().map(OsString::from)),
                    }
                }
                Some(name) if tools.contains_key(name) => {
                    words.push(tools[name].program.clone().into_os_string());
                    folders.extend(tools[name].folders.iter().cloned());
                }
                Some(name) if let Some(added) = options.words(language, name) => {
                    words.extend(added.into_iter().map(OsString::from));
                }
                _ => {
                    let word = word.replace("{entry}", &no_option(entry));
                    words.push(match word.contains("{class}") {
                        true => word.replace("{class}", &class(&files)).into(),
                        false => word.into(),
                    });
                }
            }
        }
        if options.make.is_some() {
            // Its recipes call them.
            folders.extend(tools.values().flat_map(|tool| tool.folders.iter().cloned()));
        }
        let program = PathBuf::from(words.remove(0));
        let own = program.strip_prefix(".").ok().map(|name| match file_of_program(name, &files) {
            None => ExecutableOrigin::Absent,
            Some((path, file)) => {
                // Zip files and browsers lose the permission, and an isolated linker may not be able to set it.
                files.insert(path, File { executable: true, ..file });
                if language.build.is_empty() { ExecutableOrigin::HandedIn } else { ExecutableOrigin::Built }
            }
        });
        let search_path = search_path();
        let fixed = [("PATH", search_path.as_str()), ("LANG", "C.UTF-8"), ("TZ", "UTC")];
        let env =
            fixed.into_iter().chain(language.env.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let env = env.chain(options.env(language));
        let env = env.map(|(name, value)| (name.into(), value.into())).collect();
        let image = image(&files)?;
        Ok(Program {
            sandbox: sandbox.clone(),
            entry: self.entry.to_owned(),
            files,
            image,
            program,
            args: words,
            env,
            tools: folders,
            own,
            flushes: language.flushes,
            seeding: language.seeding,
            has_clock: language.clock,
            can_be_warm,
            can_be_proved: self.can_be_proved(),
            with_prover: None,
            warm: None,
            warnings: Vec::new(),
            is_sanitized: options.runtime == Runtime::Sanitized,
            may_be_replaced: false,
            meaning: Arc::new(options.meaning()),
        })
    }
}

/// Returns the name of a file as an argument that cannot be taken for an option.
fn no_option(file: &str) -> Cow<'_, str> {
    if file.starts_with('-') { format!("./{file}").into() } else { file.into() }
}

/// Tells whether a file is checked or built together with the entry, if it exists.
pub(super) fn goes_along(name: &str, entry: &str) -> bool {
    name != entry && Path::new(name).extension() == Path::new(entry).extension()
}

/// Returns the file of a program among others.
fn file_of_program(name: &Path, files: &Snapshot) -> Option<(PathBuf, File)> {
    let names = names_of_built(name.to_str()?).into_iter().map(PathBuf::from);
    names.into_iter().find_map(|name| files.get(&name).cloned().map(|file| (name, file)))
}
