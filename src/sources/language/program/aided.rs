//! Builds with what was made before: see [`Aid`].

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::super::{Aid, Aids, Error, Warning};
use super::build::BuildSettings;
use super::make::made_once;
use super::prepare::Prepared;
use crate::submission::Snapshot;

/// An aid that is there for a program.
pub(super) struct FoundAid {
    /// The words that stand for it in a command.
    pub(super) words: Vec<OsString>,
    /// The folder that these need.
    pub(super) folder: Option<PathBuf>,
}

impl BuildSettings<'_> {
    /// Builds files as [`BuildSettings::built`] does. What is built with an aid is as it is without, but nobody has to trust
    /// that: a build that fails is done again without. One that was stopped is not: no aid makes it slower.
    pub(super) fn built_with_aids(
        &self,
        command: &[String],
        files: Snapshot,
    ) -> Result<Result<(Snapshot, Vec<Warning>), Prepared>, Error> {
        let built = match self.built(command, files.clone())? {
            Err(Prepared::Broken(_)) if self.uses_aid(command, &files)? => {
                Self { aids: Aids::None, tools: self.tools.clone(), ..*self }.built(command, files.clone())?
            }
            built => built,
        };
        match built {
            Err(broken @ Prepared::Broken(_)) => match self.built_by_own_standard(command, files)? {
                Some(built) => Ok(Ok(built)),
                None => Ok(Err(broken)),
            },
            built => Ok(built),
        }
    }

    /// Tells whether an aid stands in a command for a program.
    fn uses_aid(&self, command: &[String], files: &Snapshot) -> Result<bool, Error> {
        let names = command.iter().filter_map(|word| word.strip_prefix('{')?.strip_suffix('}'));
        let aids = names.filter_map(|name| self.language.aids.get(name));
        let found: Vec<_> = aids.map(|aid| self.found_aid(aid, files)).collect::<Result<_, _>>()?;
        Ok(found.iter().any(Option::is_some))
    }

    /// Returns an aid, if there is one for a program.
    pub(super) fn found_aid(&self, aid: &Aid, files: &Snapshot) -> Result<Option<FoundAid>, Error> {
        let shortcut = aid.shortcut();
        let is_meant = match self.aids {
            Aids::None => false,
            Aids::Proved => true,
            Aids::ToProve(kind) => shortcut == Some(kind),
        };
        if !is_meant || !aid.is_possible() || !aid.suits(files) {
            return Ok(None);
        }
        let found = self.aid_unproved(aid, files)?;
        match (shortcut, self.compiler()) {
            (Some(kind), Some(compiler)) if self.aids == Aids::Proved && found.is_some() => {
                let is_proved = self.language.proves_aids(self.sandbox, compiler, kind)?;
                Ok(found.filter(|_| is_proved))
            }
            _ => Ok(found),
        }
    }

    fn aid_unproved(&self, aid: &Aid, files: &Snapshot) -> Result<Option<FoundAid>, Error> {
        if aid.make.is_empty() {
            return Ok(Some(FoundAid { words: aid.words(Path::new("")).collect(), folder: None }));
        }
        let content = |name: &str| files.get(Path::new(name)).map_or(&[][..], |file| &file.content);
        let mut sources: Vec<&[u8]> = self.units(files).into_iter().map(content).collect();
        sources.extend(self.options.own_units(self.language).iter().map(|_| &[][..]));
        let Some(own) = aid.files_for(&sources, self.options) else { return Ok(None) };
        let path = self.made_aid(aid, own)?;
        Ok(path.map(|path| FoundAid {
            words: aid.words(&path).collect(),
            folder: path.parent().map(Path::to_path_buf),
        }))
    }

    /// Returns the path of an aid that was made, or makes it if it is time to.
    fn made_aid(&self, aid: &Aid, files: Snapshot) -> Result<Option<PathBuf>, Error> {
        let Self { sandbox, language, options, .. } = *self;
        let tools = self.tools.clone();
        let build =
            BuildSettings { sandbox, language, tools, entry: "", sources: &[], options, aids: Aids::None };
        let names: Vec<&str> = aid.keeps.iter().map(String::as_str).collect();
        let is_now = self.aids != Aids::Proved;
        made_once(&build, &aid.make, files, &names, is_now)
    }
}
