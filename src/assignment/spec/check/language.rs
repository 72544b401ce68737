//! Checks the language of programs, and languages that the spec describes itself.

use std::collections::BTreeMap;

use super::Checker;
use crate::language::{Definition, Language, WORDS, find};
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{LanguageDocument, OwnLanguageDocument, Scalar};
use crate::spec::yaml::At;

impl Checker<'_> {
    /// Returns the language that is named or described.
    pub(super) fn language(&mut self, written: &At<LanguageDocument>) -> Option<&'static Language> {
        let name = match written.value() {
            LanguageDocument::Own(own) => return self.own_language(own),
            LanguageDocument::Name(name) => name,
        };
        let found = self.languages.find(name);
        if found.is_none() {
            let message = format!("no language `{name}`");
            let known = suggest(name, self.languages.names());
            let help =
                format!("{known}, or describe it: `language: {{name: {name}, extensions: […], run: […]}}`");
            self.complain(Diagnostic::new(written.place(), message, "unknown").help(help));
        }
        found
    }

    /// Adds a language that the spec describes. One that is described wrongly is added as far as it is known, so that its files
    /// belong to a language.
    fn own_language(&mut self, own: &OwnLanguageDocument) -> Option<&'static Language> {
        let name = self.own_name(&own.name);
        let title =
            own.title.as_ref().map_or_else(|| name.clone(), |title| self.named(title, "the language"));
        let written = own.extensions.value();
        let extensions: Vec<String> = written.iter().filter_map(|one| self.ending(one)).collect();
        if written.is_empty() {
            let help = "name the endings of its files, without the dot: `extensions: [lua]`";
            let place = own.extensions.place();
            self.complain(Diagnostic::new(place, "the language has no files", "empty").help(help));
        }
        let mut command = |written: &At<Vec<At<Scalar>>>, key| self.command(written, key);
        let check = own.check.as_ref().map(|written| command(written, "check")).unwrap_or_default();
        let build = own.build.as_ref().map(|written| command(written, "build")).unwrap_or_default();
        let run = command(&own.run, "run");
        self.starts_the_program(own);
        let env = self.environment(&BTreeMap::new(), &own.env, None);
        let ubuntu = own.ubuntu.iter().map(|package| package.0.clone()).collect();
        if run.is_empty() {
            return None;
        }
        let definition = Definition { name, title, extensions, ubuntu, check, build, run, env };
        Some(self.languages.add(&definition))
    }

    fn own_name(&mut self, written: &At<Scalar>) -> String {
        let name = self.named(written, "the language");
        let is_key = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "+-_.".contains(c));
        if !is_key {
            let message = format!("`{name}` is no key of a language");
            let help = "small letters, digits and `-`, such as `lua`; `title` is its name in sentences";
            self.complain(Diagnostic::new(written.place(), message, "not a key").help(help));
        }
        if find(&name).is_some() {
            let message = format!("there is a language `{name}` already");
            let help =
                format!("use it (`language: {name}`), or give this one another name, such as `my-{name}`");
            self.complain(Diagnostic::new(written.place(), message, "a name of yardstick's").help(help));
        }
        name
    }

    fn ending(&mut self, written: &At<Scalar>) -> Option<String> {
        let ending = &written.value().0;
        let is_ending =
            !ending.is_empty() && ending.chars().all(|c| c.is_alphanumeric() || "+-_".contains(c));
        if !is_ending {
            let message = format!("`{ending}` is no ending of the name of a file");
            let bare = ending.trim_start_matches('.');
            let example = if bare.is_empty() || bare.contains(['.', '/', ' ']) { "lua" } else { bare };
            let help = format!("write it without the dot: `extensions: [{example}]`");
            self.complain(Diagnostic::new(written.place(), message, "not an ending").help(help));
        }
        is_ending.then(|| ending.clone())
    }

    fn command(&mut self, written: &At<Vec<At<Scalar>>>, key: &str) -> Vec<String> {
        let words = written.value();
        let Some(first) = words.first() else {
            let message = format!("the command `{key}` has no words");
            let help = format!("name a tool and its arguments: `{key}: [lua, \"{{entry}}\"]`");
            self.complain(Diagnostic::new(written.place(), message, "empty").help(help));
            return Vec::new();
        };
        self.tool(first);
        for word in words {
            self.word(word);
        }
        words.iter().map(|word| word.value().0.clone()).collect()
    }

    /// Checks the first word of a command.
    fn tool(&mut self, written: &At<Scalar>) {
        let tool = &written.value().0;
        let (message, help) = match tool.strip_prefix("./") {
            Some(program) if !program.is_empty() && !program.contains('/') => return,
            None if !tool.is_empty() && !tool.contains(['/', '{', ' ']) => return,
            None if tool.contains(' ') => (
                format!("`{tool}` is no tool"),
                "write each word of a command apart: `[lua, -W, \"{entry}\"]`".to_owned(),
            ),
            _ => (
                format!("`{tool}` is no tool"),
                "a command begins with the name of a tool, which is looked for on the search path, or with what \
                 `build` left in the folder, such as `./yardstick-program`"
                    .to_owned(),
            ),
        };
        self.complain(Diagnostic::new(written.place(), message, "the first word").help(help));
    }

    /// Checks what stands in braces.
    fn word(&mut self, written: &At<Scalar>) {
        let word = &written.value().0;
        let is_name = |inside: &&str| !inside.is_empty() && inside.chars().all(|c| c.is_ascii_lowercase());
        let inside = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).filter(is_name);
        if let Some(unknown) = inside.filter(|inside| !WORDS.contains(inside)) {
            let message = format!("nothing is filled in for `{{{unknown}}}`");
            let help = suggest(unknown, WORDS);
            self.complain(Diagnostic::new(written.place(), message, "unknown").help(help));
        }
        for alone in ["{sources}", "{class}"] {
            if word.contains(alone) && word != alone {
                let message = format!("`{alone}` stands in `{word}` with other text");
                let help = "it stands alone; only `{entry}` may be a part of a word";
                self.complain(Diagnostic::new(written.place(), message, "in this word").help(help));
            }
        }
    }

    /// Complains of a command that starts nothing of the submission.
    fn starts_the_program(&mut self, own: &OwnLanguageDocument) {
        let words = own.run.value();
        let Some(first) = words.first() else { return };
        let is_built = first.value().0.starts_with("./");
        if is_built && own.build.is_none() {
            let message = format!("nothing builds `{}`", first.value().0);
            let help = "say how: `build: [tool, -o, yardstick-program, \"{entry}\"]`";
            self.complain(Diagnostic::new(first.place(), message, "is not there").help(help));
        }
        let names_it =
            |word: &At<Scalar>| WORDS.iter().any(|known| word.value().0.contains(&format!("{{{known}}}")));
        if !is_built && own.build.is_none() && !words.iter().any(names_it) {
            let help = "put the file that is run into it: `run: [lua, \"{entry}\"]`, in quotes because of the braces";
            let message = "this command starts no program of a submission";
            self.complain(Diagnostic::new(own.run.place(), message, "without `{entry}`").help(help));
        }
    }
}
