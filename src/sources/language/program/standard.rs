//! Builds a program that the usual standard of its language does not accept as the compiler does where nothing is said: so its author
//! compiled it at home.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use super::super::{Error, Warning};
use super::build::BuildSettings;
use super::make::make;
use super::prepare::Prepared;
use crate::submission::{File, Snapshot};

/// The source for which a compiler tells its standard.
const ASKED: &str = ".yardstick-standard.c";

/// The standards of compilers where nothing is said, by their paths, as `__STDC_VERSION__` has them.
static OWN: Mutex<Option<HashMap<PathBuf, Option<u32>>>> = Mutex::new(None);

impl BuildSettings<'_> {
    /// Builds files by the standard that the compiler has where nothing is said; `None` if that is the usual one, if the spec says
    /// which it is, or if the files are not valid then either.
    pub(super) fn built_by_own_standard(
        &self,
        command: &[String],
        files: Snapshot,
    ) -> Result<Option<(Snapshot, Vec<Warning>)>, Error> {
        let Some(usual) = &self.language.standard else { return Ok(None) };
        let is_said = self.options.flags.iter().any(|flag| flag.starts_with("-std=") || flag == "-ansi");
        if is_said || !command.contains(usual) {
            return Ok(None);
        }
        let Some(own) = self.own_standard()?.filter(|own| *own > 201_710) else { return Ok(None) };
        let command: Vec<String> = command.iter().filter(|word| *word != usual).cloned().collect();
        let (files, mut warnings) = match self.built(&command, files)? {
            Ok(built) => built,
            Err(Prepared::Broken(_) | Prepared::Stopped(_) | Prepared::Ready(_)) => return Ok(None),
        };
        let message =
            format!("this is no C17: it is compiled as C{}, the standard of this compiler", own / 100 % 100);
        let remark = Warning {
            file: self.entry.into(),
            line: 1,
            column: None,
            message: message.into(),
            is_ours: true,
        };
        warnings.insert(0, remark);
        Ok(Some((files, warnings)))
    }

    /// Asks the compiler for the standard that it has where nothing is said.
    fn own_standard(&self) -> Result<Option<u32>, Error> {
        let Some(compiler) = self.tools.values().next().map(|tool| tool.program.clone()) else {
            return Ok(None);
        };
        if let Some(known) =
            OWN.lock().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(|own| own.get(&compiler))
        {
            return Ok(*known);
        }
        let command = ["{gcc}", "-dM", "-E", ASKED].map(str::to_owned);
        let mut files = Snapshot::default();
        files.insert(ASKED.into(), File { content: Vec::new(), executable: false });
        let (execution, _) = make(self.sandbox, self.language, &command, files, None)?;
        let told = String::from_utf8_lossy(&execution.stdout);
        let version = told.lines().find_map(|line| line.strip_prefix("#define __STDC_VERSION__ "));
        let version = version.and_then(|version| version.trim_end_matches('L').parse().ok());
        OWN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().insert(compiler, version);
        Ok(version)
    }
}
