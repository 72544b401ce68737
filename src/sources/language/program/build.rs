//! How programs of one assignment are checked and built: by which tools, and what is made of what they leave.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::super::claimed::{self, Compiled as CompiledApart};
use super::super::fidelity;
use super::super::java_release;
use super::super::symbols::Symbols;
use super::super::warm;
use super::super::{Aids, BuildOptions, Error, Language, Warning, complaint, warnings};
use super::failure::{is_about_one_of, not_prepared};
use super::prepare::{Prepared, Tools, names_in, owned, settings};
use super::{Program, trial};
use crate::sandbox::{Command, Exit, Goal, Input, Limits, Sandbox, Warm};
use crate::submission::{Snapshot, TakeError};
/// The settings for building a program, which do not depend on its files.
pub(in crate::language) struct BuildSettings<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) language: &'a Language,
    pub(super) tools: Tools,
    /// The file that is run.
    pub(super) entry: &'a str,
    /// The files that the assignment names.
    pub(super) sources: &'a [String],
    /// What the spec adds.
    pub(super) options: &'a BuildOptions,
    /// What may make it faster.
    pub(super) aids: Aids,
}

impl BuildSettings<'_> {
    /// Tells whether the interpreter of the language can be kept warm, if the sandbox allows warm interpreters.
    pub(super) fn can_be_warm(&self) -> bool {
        self.can_be_proved() && self.sandbox.is_warm() && !self.is_distrusted()
    }

    /// Returns the interpreter that runs programs by forks, if it is one.
    pub(in crate::language) fn interpreter_to_fork(&self) -> Option<PathBuf> {
        let can_be_forked = self.can_be_proved() || self.language.warm == Some(warm::Kind::Node);
        let tool = self.tools.values().next().filter(|_| can_be_forked && self.sandbox.is_warm());
        tool.map(|tool| tool.program.clone())
    }

    /// Returns the program that builds, if there is one.
    pub(in crate::language) fn compiler(&self) -> Option<PathBuf> {
        let name = self.language.build.first()?.strip_prefix('{')?.strip_suffix('}')?;
        self.tools.get(name).map(|tool| tool.program.clone())
    }

    fn is_distrusted(&self) -> bool {
        self.tools.values().next().is_some_and(|tool| fidelity::is_distrusted(self.sandbox, &tool.program))
    }

    /// Tells whether programs can be run by forks of a Node that has started.
    pub(super) fn is_run_by_node(&self) -> bool {
        self.language.warm == Some(warm::Kind::Node) && self.sandbox.is_warm() && !self.is_distrusted()
    }

    /// Tells whether the interpreter of the language can load a module of ours.
    pub(super) fn can_be_proved(&self) -> bool {
        self.language.warm == Some(warm::Kind::Python) && !self.tools.values().any(|tool| tool.cold)
    }

    /// Returns the command that checks a program: the warm interpreter that will run it, if there can be one.
    pub(super) fn check(&self, files: Snapshot) -> Result<Command, Error> {
        if !self.can_be_warm() {
            let warm = self.is_run_by_node().then_some(warm::BY_NODE);
            return Ok(Command { warm, ..self.assemble(&self.language.check, files)?.command(&[]) });
        }
        let program = self.assemble(&self.language.run, files)?;
        let warm = Warm { settings: settings(self.entry, self.sources), goal: Goal::Check };
        Ok(Command { warm: Some(warm), ..program.command(&[]) })
    }

    /// Runs the command that builds files, and returns what is there then.
    pub(super) fn built(
        &self,
        command: &[String],
        files: Snapshot,
    ) -> Result<Result<(Snapshot, Vec<Warning>), Prepared>, Error> {
        let mut files = files;
        let is_theirs = names_in(&files);
        let their_classes =
            files.iter().filter(|(path, _)| java_release::is_class(path)).map(owned).collect();
        self.options.supply(self.language, &mut files);
        let assembled = self.assemble(command, files)?.command(&[]);
        let (execution, folder) =
            self.sandbox.run_and_keep_folder(&assembled, &Input::default(), &Limits::for_tools())?;
        if execution.exit != Exit::Code(0) {
            let refused = not_prepared(&execution);
            if !self.options.is_usual() || !is_about_one_of(&refused, &is_theirs) {
                trial::of(self, command)?;
            }
            return Ok(Err(refused));
        }
        match Snapshot::of_folder(&folder.path()) {
            Ok(built) => {
                let java = self.tools.get("java");
                if let Some(reason) =
                    java.and_then(|java| java_release::refusal(&java.program, &their_classes, &built))
                {
                    return Err(trial::unable(self.language, &reason));
                }
                let stderr = complaint::without_folder(&execution.stderr, &execution.folder);
                let is_asked =
                    |file: &Path| is_theirs.contains(file) && self.options.files.get(file).is_none();
                let warnings = warnings::all(&String::from_utf8_lossy(&stderr), is_asked);
                let built = self.options.withdraw(self.language, &built);
                Ok(Ok((self.without_leftovers(&built), warnings)))
            }
            Err(TakeError::Problem(problem)) => Ok(Err(Prepared::Broken(problem.sentence()))),
            // A recipe of a Makefile can take the right away to read what it leaves. No compiler does that.
            Err(TakeError::Fault(unreadable))
                if self.options.make.is_some() && unreadable.source.kind() == ErrorKind::PermissionDenied =>
            {
                Ok(Err(Prepared::Broken("`make` left a file or a folder that may not be read".into())))
            }
            Err(TakeError::Fault(unreadable)) => Err(Error::Folder(unreadable.source)),
        }
    }

    /// Refuses a submission that claims names which the instructor's sources use, and are none of its own. Returns what is told of
    /// other such names.
    pub(super) fn claims(
        &self,
        program: &Program,
        handed_in: &Snapshot,
    ) -> Result<Result<Vec<Warning>, Prepared>, Error> {
        let Self { language, options, .. } = *self;
        let Some(library) = claimed::library_of(&program.symbols()) else { return Ok(Ok(Vec::new())) };
        if language.objects.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let compiled = match self.built_with_aids(&language.objects, handed_in.clone())? {
            Ok((files, _)) => files,
            Err(not_prepared) => return Ok(Err(not_prepared)),
        };
        let symbols = |unit: &str| {
            let object = Path::new(Path::new(unit).file_name()?).with_extension("o");
            compiled.get(&object).map(|file| Symbols::of(&file.content))
        };
        let found = CompiledApart {
            theirs: self.units(handed_in).into_iter().filter_map(symbols).collect(),
            own: options.units_of_harness(language).filter_map(|unit| symbols(&unit)).collect(),
            library: &library,
            asked: &options.asked,
            files: &options.files,
        };
        if let Some(reason) = found.refusal() {
            return Ok(Err(Prepared::Broken(reason)));
        }
        if claimed::includes_others(&options.files) {
            for unit in options.units_of_harness(language) {
                let alone = BuildSettings { entry: &unit, sources: &[], tools: self.tools.clone(), ..*self };
                let Ok((files, _)) = alone.built(&language.preprocessed, handed_in.clone())? else {
                    continue;
                };
                let Some(text) = files.get(Path::new(PREPROCESSED)) else { continue };
                let text = String::from_utf8_lossy(&text.content);
                if let Some(reason) = claimed::refused_header(&text, &options.files, &library, &options.asked)
                {
                    return Ok(Err(Prepared::Broken(reason)));
                }
            }
        }
        Ok(Ok(found.remarks(handed_in)))
    }

    /// Returns the files without those that the build has left and no run needs.
    fn without_leftovers(&self, built: &Snapshot) -> Snapshot {
        let is_left = |path: &Path| self.language.leftovers.iter().any(|folder| path.starts_with(folder));
        let kept = built.iter().filter(|(path, _)| !is_left(path));
        kept.map(owned).collect()
    }
}

/// Where a source is written with all that it includes.
const PREPROCESSED: &str = ".yardstick-preprocessed";
