//! Whether what a compiler builds with aids does what it does without.

use std::path::PathBuf;

use super::super::program::{prepare_believing, settings};
use super::super::{Aid, Aids, BuildOptions, Error, Language, Prepared};
use super::forks::ran;
use super::{Fidelity, Shortcut, Tiny, Tool, differs};
use crate::sandbox::Sandbox;

/// The programs of each language that has aids.
pub(super) const PROGRAMS: [(&str, &str); 3] =
    [("c", include_str!("c.txt")), ("cpp", include_str!("cpp.txt")), ("java", include_str!("java.txt"))];

impl Language {
    /// Returns what is built with each kind of aids that this language has and this machine can have.
    ///
    /// # Errors
    ///
    /// When the compiler is missing or the sandbox fails.
    pub(super) fn fidelities_of_aids(&self, sandbox: &Sandbox) -> Result<Vec<Fidelity>, Error> {
        if self.aids.is_empty() {
            return Ok(Vec::new());
        }
        let compiler = settings(sandbox, self, BuildOptions::usual())?.compiler();
        let Some(compiler) = compiler else { return Ok(Vec::new()) };
        let kinds = [Shortcut::Words, Shortcut::Made].into_iter();
        let has = |kind: &Shortcut| {
            self.aids.values().any(|aid| aid.is_possible() && aid.shortcut() == Some(*kind))
        };
        kinds.filter(has).map(|kind| self.fidelity_of_aids(sandbox, compiler.clone(), kind)).collect()
    }

    /// Tells whether what a compiler builds with aids of one kind does what it does without.
    ///
    /// # Errors
    ///
    /// When the sandbox fails.
    pub(in crate::language) fn proves_aids(
        &self,
        sandbox: &Sandbox,
        compiler: PathBuf,
        kind: Shortcut,
    ) -> Result<bool, Error> {
        Ok(self.fidelity_of_aids(sandbox, compiler, kind)?.holds())
    }

    fn fidelity_of_aids(
        &self,
        sandbox: &Sandbox,
        compiler: PathBuf,
        kind: Shortcut,
    ) -> Result<Fidelity, Error> {
        let programs = PROGRAMS.iter().find(|(language, _)| *language == self.name);
        let programs = programs.map_or("", |(_, programs)| *programs);
        let others = self.aids.values().filter_map(Aid::needed).collect();
        let tool = Tool { others, ..Tool::new(sandbox, compiler, kind) };
        tool.fidelity(programs, 2, |tiny| self.differs_with_aids(sandbox, tiny, kind))
    }

    /// Tells whether a program does something else where it is built with aids of one kind; nothing where they are of no use for it, or the
    /// compiler does not know its language.
    fn differs_with_aids(
        &self,
        sandbox: &Sandbox,
        tiny: &Tiny,
        kind: Shortcut,
    ) -> Result<Option<bool>, Error> {
        let (entry, files) = tiny.files(self);
        let options = BuildOptions::usual();
        let made = self.aids.values().filter(|aid| aid.shortcut() == Some(Shortcut::Made));
        let is_of_use = |aid: &Aid| aid.files_for(&[tiny.source.as_bytes()], options).is_some();
        // Each program is built for one kind: building takes most of the time.
        if made.into_iter().any(is_of_use) != (kind == Shortcut::Made) {
            return Ok(None);
        }
        let built = |aids| prepare_believing(sandbox, self, files.clone(), &entry, &[], options, aids);
        let Prepared::Ready(without) = built(Aids::None)? else { return Ok(None) };
        let Prepared::Ready(with) = built(Aids::ToProve(kind))? else { return Ok(Some(true)) };
        Ok(Some(differs(&[ran(&with, tiny)?, ran(&without, tiny)?])))
    }
}
