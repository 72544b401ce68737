//! Languages that a spec describes itself, in the words of `profiles.yaml`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::options::Accepted;
use super::tools::Tool;
use super::{Language, all, find};
use crate::digest::Digest;

/// A language as a spec describes it. The first word of each command is the name of a tool, or a path in the folder of the
/// program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Definition {
    /// The key.
    pub name: String,
    /// The name in a sentence.
    pub title: String,
    /// The endings of its files.
    pub extensions: Vec<String>,
    /// The Ubuntu packages that contain its tools.
    pub ubuntu: Vec<String>,
    /// Checks a program.
    pub check: Vec<String>,
    /// Builds a program.
    pub build: Vec<String>,
    /// Starts a program.
    pub run: Vec<String>,
    /// Variables of the environment of all these.
    pub env: BTreeMap<String, String>,
}

/// The words in braces that a command of a spec may contain.
pub const WORDS: [&str; 3] = ["entry", "sources", "class"];

/// The languages of a spec: those that yardstick knows, and those that the spec describes itself, which come first.
#[derive(Clone, Debug, Default)]
pub struct Languages {
    own: Vec<(&'static Language, Digest)>,
}

impl Languages {
    /// Adds a language of the spec's own.
    pub fn add(&mut self, definition: &Definition) -> &'static Language {
        let digest = Digest::of_values(&[definition]);
        let language = interned(definition);
        if !self.own.iter().any(|(_, known)| *known == digest) {
            self.own.push((language, digest));
        }
        language
    }

    /// Returns the language with this name.
    pub fn find(&self, name: &str) -> Option<&'static Language> {
        self.own.iter().map(|(own, _)| *own).find(|own| own.name == name).or_else(|| find(name))
    }

    /// Returns the language of a file, by the ending of its name.
    pub fn of_file(&self, file: &str) -> Option<&'static Language> {
        self.own_of_file(file).or_else(|| super::of_file(file))
    }

    /// Tells whether the language of a file is known.
    pub fn knows(&self, file: &str) -> bool {
        self.own_of_file(file).is_some() || super::is_known(file)
    }

    /// Returns the language of a file, if the spec describes that language itself.
    pub fn own_of_file(&self, file: &str) -> Option<&'static Language> {
        let ending = Path::new(file).extension()?;
        let is_its = |own: &&Language| own.extensions.iter().any(|known| ending.eq_ignore_ascii_case(known));
        self.own.iter().map(|(own, _)| *own).find(is_its)
    }

    /// Returns the names of all languages.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(|(own, _)| *own).chain(all()).map(|language| language.name.as_str())
    }

    /// Returns a digest of what the spec describes; `None` if there is nothing of it, as in most specs.
    pub fn digest(&self) -> Option<Digest> {
        let own: Vec<Digest> = self.own.iter().map(|(_, digest)| *digest).collect();
        (!own.is_empty()).then(|| Digest::of_values(&[&own]))
    }
}

/// Returns the language of a definition. Each different one is made once and kept until the program ends, as those of yardstick
/// are: a spec that is read again and again has the same ones.
fn interned(definition: &Definition) -> &'static Language {
    static KNOWN: Mutex<Vec<(Definition, &'static Language)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, language)) = known.iter().find(|(one, _)| one == definition) {
        return language;
    }
    let language: &'static Language = Box::leak(Box::new(made(definition.clone())));
    known.push((definition.clone(), language));
    language
}

/// Returns the language of a definition.
pub(super) fn made(definition: Definition) -> Language {
    let Definition { name, title, extensions, ubuntu, mut check, mut build, mut run, env } = definition;
    let mut tools = BTreeMap::new();
    for command in [&mut check, &mut build, &mut run] {
        if let Some(first) = command.first_mut().filter(|first| !first.starts_with("./")) {
            tools.insert(first.clone(), known_tool(first));
            *first = format!("{{{first}}}");
        }
    }
    Language {
        main: None,
        name,
        title,
        extensions,
        tools,
        ubuntu,
        last_debian: None,
        check,
        smallest: None,
        standard: None,
        build,
        objects: Vec::new(),
        preprocessed: Vec::new(),
        library: Vec::new(),
        run,
        options: Accepted::default(),
        env,
        files: BTreeMap::new(),
        without: Vec::new(),
        leftovers: Vec::new(),
        aids: BTreeMap::new(),
        flushes: false,
        has_near_reals: false,
        warm: None,
        clock: false,
        seeding: None,
        recodes: false,
        needs_plain_lines: false,
        others: None,
        headers: Vec::new(),
    }
}

/// Returns how to find a tool: as the languages that yardstick knows find it, or just by its name.
fn known_tool(name: &str) -> Tool {
    let known = all().find_map(|language| language.tools.get(name));
    known.cloned().unwrap_or_else(Tool::unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lua(run: &[&str]) -> Definition {
        let run = run.iter().map(|word| (*word).to_owned()).collect();
        Definition { name: "moon".into(), extensions: vec!["moon".into()], run, ..Definition::default() }
    }

    #[test]
    fn a_language_of_a_spec_is_made_once_and_another_one_of_the_same_name_is_another() {
        let (mut one, mut other) = (Languages::default(), Languages::default());
        let first = one.add(&lua(&["moon", "{entry}"]));
        assert!(std::ptr::eq(first, other.add(&lua(&["moon", "{entry}"]))));
        assert_eq!(one.digest(), other.digest());
        let mut third = Languages::default();
        assert!(!std::ptr::eq(first, third.add(&lua(&["moon", "-v", "{entry}"]))));
        assert_ne!(one.digest(), third.digest());
        assert_eq!(Languages::default().digest(), None);
    }

    #[test]
    fn a_spec_has_its_own_languages_besides_all_others() {
        let mut languages = Languages::default();
        languages.add(&lua(&["moon", "{entry}"]));
        let of = |file: &str| languages.of_file(file).map(|language| language.name.as_str());
        assert_eq!((of("a.MOON"), of("a.py"), of("a.docx")), (Some("moon"), Some("python"), None));
        assert_eq!(super::super::of_file("a.moon").map(|one| &one.name), None);
    }

    #[test]
    fn a_tool_that_is_known_is_found_as_ever_and_a_file_of_the_folder_is_no_tool() {
        let own = made(lua(&["python3", "-X", "dev", "{entry}"]));
        assert_eq!(own.run[0], "{python3}");
        assert!(!own.tools["python3"].is_unknown());
        let built = made(lua(&["./program", "{entry}"]));
        assert!(built.tools.is_empty() && built.run[0] == "./program");
    }
}
