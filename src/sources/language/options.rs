//! What a spec adds to how programs of a language are built, and what of it a language takes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Deserialize;

use super::{Language, MakeGoal};
use crate::digest::Digest;
use crate::submission::{File, Snapshot};

/// How a program is built and run, where that is not as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// Flags of the compiler.
    pub flags: Vec<String>,
    /// Libraries of the system, by their names for the linker.
    pub libraries: Vec<String>,
    /// Macros of the submission's sources, which those of the instructor do not see.
    pub define: BTreeMap<String, String>,
    /// Files of the instructor, by their bare names. Sources among them are compiled with the submission's.
    pub files: Snapshot,
    /// The functions that the reference defines: a submission may define them too, whatever they are called.
    pub asked: BTreeSet<String>,
    /// What looks at the program while it runs.
    pub runtime: Runtime,
    /// What `make` makes, if a Makefile says how the program is built.
    pub make: Option<MakeGoal>,
}

/// What of that decides what a line of a source means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// Flags of the compiler about the standard, macros, folders of headers and types.
    pub flags: Vec<String>,
    /// Macros of the submission's sources.
    pub define: BTreeMap<String, String>,
}

/// What looks at a program while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runtime {
    /// Nothing of the compiler.
    #[default]
    Usual,
    /// Its sanitizers, which end a program at the first thing that the language leaves undefined.
    Sanitized,
}

/// What a language takes of the options of a spec, as its profile says it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Accepted {
    define: String,
    library: String,
    around: Option<Around>,
    sanitized: Option<Sanitized>,
    /// The name of the source of ours that is built into a sanitized program.
    watcher: PathBuf,
    refused: BTreeMap<String, String>,
    packages: BTreeMap<String, String>,
}

/// How programs are sanitized.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sanitized {
    flags: Vec<String>,
    env: BTreeMap<String, String>,
}

/// That source.
const WATCHER: &str = include_str!("watcher.c");

/// How a file of the instructor is compiled without the definitions for the submission's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Around {
    undefine: String,
    include: String,
}

/// One of the keys with which a spec says how programs are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildKey {
    /// Flags of the compiler.
    Flags,
    /// Libraries of the system.
    Libraries,
    /// Macros.
    Define,
    /// Files of the instructor.
    Files,
    /// Sanitizers.
    Sanitized,
    /// A Makefile in the place of the usual command.
    Make,
}

impl BuildOptions {
    /// Returns the options of a spec that says nothing.
    pub fn usual() -> &'static Self {
        static USUAL: LazyLock<BuildOptions> = LazyLock::new(BuildOptions::default);
        &USUAL
    }

    /// Returns the options for a program in another language than the one that these are about: of them, only what looks at the
    /// program while it runs, where the language has that.
    pub fn for_other(&self, language: Option<&Language>) -> &'static Self {
        static SANITIZED: LazyLock<BuildOptions> =
            LazyLock::new(|| BuildOptions { runtime: Runtime::Sanitized, ..BuildOptions::default() });
        let is_sanitized = self.runtime == Runtime::Sanitized;
        match is_sanitized && language.is_some_and(|language| language.takes(BuildKey::Sanitized)) {
            true => &SANITIZED,
            false => Self::usual(),
        }
    }

    /// Tells whether everything is as usual.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Returns a digest of everything that decides what is built.
    pub fn digest(&self) -> Digest {
        let Self { flags, libraries, define, files, asked, runtime, make } = self;
        let is_sanitized = *runtime == Runtime::Sanitized;
        let key = Digest::of_values(&[&"build", flags, libraries, define, &files.digest(), &is_sanitized]);
        // Where nothing else is compiled with a submission, its names are its own.
        let key = match asked.is_empty() {
            true => key,
            false => Digest::of_values(&[&"asked", &key, asked]),
        };
        match make {
            None => key,
            Some(MakeGoal { target, program }) => Digest::of_values(&[&"make", &key, target, program]),
        }
    }

    /// Lays the files of the instructor beside those of a submission, in place of any with the same names.
    pub(super) fn supply(&self, language: &Language, files: &mut Snapshot) {
        let own = self.own_files(language);
        for (path, file) in own.iter() {
            files.supply(path.to_path_buf(), file.clone());
        }
        // A Makefile says itself how they are compiled.
        let Some(around) = language.options.around.as_ref().filter(|_| self.make.is_none()) else { return };
        for unit in units(&own, language) {
            let undefined = self.define.keys().map(|name| around.undefine.replace("{name}", name) + "\n");
            let included = around.include.replace("{file}", &unit) + "\n";
            let content = undefined.chain([included]).collect::<String>().into_bytes();
            files.supply(unit_of(&unit).into(), File { content, executable: false });
        }
    }

    /// Takes the files of the instructor away again.
    pub(super) fn withdraw(&self, language: &Language, files: &Snapshot) -> Snapshot {
        let own = self.own_files(language);
        let units: Vec<String> = units(&own, language).map(|unit| unit_of(&unit)).collect();
        let is_ours =
            |path: &Path| own.get(path).is_some() || units.iter().any(|unit| path == Path::new(unit));
        let rest = files.iter().filter(|(path, _)| !is_ours(path));
        rest.map(|(path, file)| (path.to_path_buf(), file.clone())).collect()
    }

    /// Returns the names of the units of sources that are not the submission's.
    pub(super) fn own_units(&self, language: &Language) -> Vec<String> {
        units(&self.own_files(language), language).map(|unit| unit_of(&unit)).collect()
    }

    /// Tells whether sources of the instructor are compiled with a submission.
    pub(super) fn has_harness(&self, language: &Language) -> bool {
        self.make.is_none() && self.units_of_harness(language).next().is_some()
    }

    /// Returns the names of the units of the instructor's sources.
    pub(super) fn units_of_harness<'a>(
        &'a self,
        language: &'a Language,
    ) -> impl Iterator<Item = String> + 'a {
        units(&self.files, language).map(|unit| unit_of(&unit))
    }

    /// Returns the files of the instructor, with the source of ours that is built into a sanitized program.
    fn own_files(&self, language: &Language) -> Snapshot {
        let mut own = self.files.clone();
        if self.sanitized(language).is_some() {
            let insists =
                self.env(language).map(|(name, value)| format!("yardstick_insist(\"{name}={value}\");"));
            let watcher = WATCHER.replace("YARDSTICK_INSISTS", &insists.collect::<String>());
            let file = File { content: watcher.into_bytes(), executable: false };
            own.insert(language.options.watcher.clone(), file);
        }
        own
    }

    fn sanitized<'l>(&self, language: &'l Language) -> Option<&'l Sanitized> {
        language.options.sanitized.as_ref().filter(|_| self.runtime == Runtime::Sanitized)
    }

    /// Returns the variables of the environment in which the program runs.
    pub(super) fn env<'l>(&self, language: &'l Language) -> impl Iterator<Item = (&'l str, &'l str)> {
        let env = self.sanitized(language).map(|sanitized| &sanitized.env);
        env.into_iter().flatten().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the words that stand for one word in braces of a command.
    pub(super) fn words(&self, language: &Language, word: &str) -> Option<Vec<String>> {
        let accepted = &language.options;
        Some(match word {
            "flags" => self.flags.clone(),
            "libraries" => self.libraries.iter().map(|name| format!("{}{name}", accepted.library)).collect(),
            "defines" => {
                let each = self.define.iter();
                each.map(|(name, value)| format!("{}{name}={value}", accepted.define)).collect()
            }
            "runtime" => {
                self.sanitized(language).map(|sanitized| sanitized.flags.clone()).unwrap_or_default()
            }
            _ => return None,
        })
    }
}

/// The beginnings of flags that leave the names of headers alone.
const TAME_FLAGS: [&str; 6] = ["-O", "-W", "-f", "-g", "-std=", "-pedantic"];

/// The beginnings of those of them that pass anything on.
const WILD_FLAGS: [&str; 3] = ["-Wp,", "-Wa,", "-fplugin"];

impl BuildOptions {
    /// Tells whether the name of a header of the language may be that of another file.
    pub(super) fn changes_headers(&self) -> bool {
        let begins = |flag: &str, all: &[&str]| all.iter().any(|beginning| flag.starts_with(beginning));
        self.flags.iter().any(|flag| !begins(flag, &TAME_FLAGS) || begins(flag, &WILD_FLAGS))
    }
}

/// The beginnings of flags that decide what a line means.
const FLAGS_OF_MEANING: [&str; 10] = [
    "-D",
    "-U",
    "-I",
    "-std=",
    "-ansi",
    "-fsigned-char",
    "-funsigned-char",
    "-fshort-enums",
    "-fms-extensions",
    "-fwrapv",
];

impl BuildOptions {
    /// Returns what decides what a line means.
    pub(super) fn meaning(&self) -> Meaning {
        let decides = |flag: &&String| FLAGS_OF_MEANING.iter().any(|beginning| flag.starts_with(beginning));
        Meaning { flags: self.flags.iter().filter(decides).cloned().collect(), define: self.define.clone() }
    }
}

/// How a program is started that a compiler made.
const PROGRAM: &str = "./yardstick-program";

/// The beginning of the name of a unit in which a source of the instructor is compiled.
pub(super) const UNIT: &str = ".yardstick-own-";

fn unit_of(source: &str) -> String {
    format!("{UNIT}{source}")
}

/// Returns the names of the sources among files.
fn units<'a>(files: &'a Snapshot, language: &'a Language) -> impl Iterator<Item = String> {
    let names = files.iter().filter_map(|(path, _)| path.to_str());
    names.filter(|name| language.is_source(name) && !language.is_header(name)).map(str::to_owned)
}

impl Language {
    /// Tells whether a spec can say this about programs of the language.
    pub fn takes(&self, key: BuildKey) -> bool {
        let has = |word: &str| self.build.iter().any(|own| own == word);
        match key {
            BuildKey::Flags => has("{flags}"),
            BuildKey::Libraries => has("{libraries}"),
            BuildKey::Define => has("{defines}"),
            BuildKey::Files => self.options.around.is_some(),
            BuildKey::Sanitized => has("{runtime}"),
            BuildKey::Make => self.is_built() && self.run == [PROGRAM],
        }
    }

    /// Tells whether its programs are built by a compiler.
    pub fn is_built(&self) -> bool {
        !self.build.is_empty()
    }

    /// Returns why a flag of the compiler is refused; `None` if it is not.
    pub fn refuses(&self, flag: &str) -> Option<&str> {
        if flag.starts_with('@') {
            return Some("it reads flags from a file, which a submission may contain");
        }
        let is_it = |refused: &str| match refused.strip_suffix('*') {
            Some(beginning) => flag.starts_with(beginning),
            None => flag == refused,
        };
        let refused = self.options.refused.iter().filter(|(refused, _)| is_it(refused));
        // The longest says it best.
        refused.max_by_key(|(refused, _)| refused.len()).map(|(_, reason)| reason.as_str())
    }

    /// Returns the package of Ubuntu that probably contains a library.
    pub(super) fn package_of(&self, library: &str) -> String {
        self.options
            .packages
            .get(library)
            .cloned()
            .unwrap_or_else(|| format!("lib{}-dev", library.to_lowercase()))
    }

    /// Tells whether a file is a source of it.
    pub fn is_source(&self, name: &str) -> bool {
        let ending = Path::new(name).extension();
        ending.is_some_and(|ending| self.extensions.iter().any(|known| ending.eq_ignore_ascii_case(known)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{all, find};
    use super::*;

    #[test]
    fn a_flag_that_changes_what_is_built_is_refused_with_the_reason() {
        let c = find("c").unwrap();
        for flag in ["-ofile", "-fplugin=x.so", "@flags", "-Wl,@flags", "-I", "-fsanitize=thread", "-lm"] {
            assert!(c.refuses(flag).is_some(), "{flag}");
        }
        for flag in
            ["-Wall", "-O2", "-std=c11", "-DN=3", "-Iinclude", "-Wl,--wrap=malloc", "-pedantic-errors"]
        {
            assert_eq!(c.refuses(flag), None, "{flag}");
        }
        assert_eq!(find("java").unwrap().refuses("-deprecation"), None);
    }

    #[test]
    fn a_language_that_takes_flags_has_a_smallest_program_to_try_them_with() {
        for language in all().filter(|language| language.takes(BuildKey::Flags)) {
            assert!(language.smallest.is_some() && language.is_built(), "{}", language.name);
            assert_eq!(language.takes(BuildKey::Sanitized), language.options.sanitized.is_some());
        }
    }
}
