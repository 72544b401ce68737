//! Checks rules about source files.

use std::fmt::Display;

use super::Checker;
use crate::rules::{Construct, Grammar, Prototype, Rule, Signature};
use crate::spec::RuleTask;
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{RuleDocument, Scalar};
use crate::spec::yaml::At;
use crate::submission::{PathPattern, is_open};

impl Checker<'_> {
    pub(super) fn rule(&mut self, rule: &At<RuleDocument>) -> RuleTask {
        let document = rule.value();
        self.asks_for_something(rule);
        let file = match &document.file {
            Some(file) => self.file_of_rule(file),
            None => self.entry.clone(),
        };
        // A file in a language without rules has its own complaint.
        let grammar = Grammar::of_file(&file).unwrap_or(Grammar::Python);
        let texts = |words: &[Scalar]| words.iter().map(|word| word.0.clone()).collect::<Vec<_>>();
        let mut rules: Vec<Rule> = Vec::new();
        rules.extend(self.imports(document, grammar));
        match &document.defines {
            Some(required) if grammar == Grammar::Python => {
                rules.push(Rule::Defines { required: self.parsed(required, str::parse::<Signature>) });
            }
            Some(required) => {
                let required = self.parsed(required, |text| Prototype::parse(text, grammar));
                rules.push(Rule::Declares { required });
            }
            None => {}
        }
        let within = document.within.as_ref().map(|within| within.value().0.trim().to_owned());
        if let Some(constructs) = &document.avoids {
            let constructs = self.parsed(constructs, |text| Construct::parse(text, grammar));
            rules.push(Rule::Avoids { constructs, within: within.clone() });
        }
        if let Some(constructs) = &document.uses {
            let constructs = self.parsed(constructs, |text| Construct::parse(text, grammar));
            rules.push(Rule::Uses { constructs, within });
        }
        if let Some(within) = &document.within
            && document.avoids.is_none()
            && document.uses.is_none()
        {
            let message = "`within` belongs to `avoids` and `uses`";
            let help = "leave it out: this rule looks at the whole file";
            self.complain(Diagnostic::new(within.place(), message, "no such rule here").help(help));
        }
        rules.extend(document.header.as_ref().map(|words| Rule::Header { words: texts(words) }));
        rules.extend(document.methods.as_ref().map(|methods| Rule::Methods {
            class: methods.class.0.clone(),
            prefix: methods.prefix.0.clone(),
            least: methods.least as usize,
        }));
        for (key, flag, rule) in [
            ("main_guard", &document.main_guard, Rule::MainGuard),
            ("no_input_at_import", &document.no_input_at_import, Rule::NoInputAtImport),
        ] {
            match flag {
                Some(wanted) if grammar != Grammar::Python => {
                    let message = format!("`{key}` is about Python, and `{file}` is {}", grammar.title());
                    let help = "remove this rule: other languages have nothing like it";
                    self.complain(Diagnostic::new(wanted.place(), message, "not for this file").help(help));
                    rules.push(rule);
                }
                Some(wanted) if *wanted.value() => rules.push(rule),
                Some(wanted) => {
                    let message = "a rule that is not wanted is left out";
                    let help = format!("write `{key}: true`, or take the scenario out");
                    self.complain(Diagnostic::new(wanted.place(), message, "expected `true`").help(help));
                    rules.push(rule);
                }
                None => {}
            }
        }
        let mut rules = rules.into_iter();
        match (rules.next(), rules.next()) {
            (Some(rule), None) => RuleTask { file, rule },
            _ => {
                let message = "a rule says exactly one thing";
                let help = "one of `imports`, `includes`, `defines`, `main_guard`, `no_input_at_import`, `avoids`, `uses`, \
                            `header`, `methods`";
                self.complain(Diagnostic::new(rule.place(), message, "nothing, or several").help(help));
                RuleTask { file, rule: Rule::MainGuard }
            }
        }
    }

    /// Checks the name of the file that a rule looks at: nobody could hand in another one than those that are asked for.
    fn file_of_rule(&mut self, file: &At<Scalar>) -> String {
        let name = self.file_name(file);
        let is_asked_for = |asked: &String| {
            *asked == name
                || is_open(asked) && PathPattern::new(asked).is_some_and(|open| open.matched(&name).is_some())
        };
        if !name.is_empty()
            && !is_open(&name)
            && name != self.entry
            && !self.handed_in.iter().any(is_asked_for)
        {
            let message = format!("the file `{name}` of this rule is not handed in");
            let nearest = suggest(&name, self.handed_in.iter().map(String::as_str));
            let help = format!("name it in `submission`, under `files` or `optional`; {nearest}");
            self.complain(Diagnostic::new(file.place(), message, "not a known file").help(help));
        }
        name
    }

    /// Refuses words that ask for nothing: every program would follow such a rule.
    fn asks_for_something(&mut self, rule: &At<RuleDocument>) {
        let document = rule.value();
        let is_empty = |words: &Option<Vec<At<Scalar>>>| words.as_ref().is_some_and(Vec::is_empty);
        let is_blank = |word: &Scalar| word.0.trim().is_empty();
        let header = document.header.as_ref();
        let imports = document.imports.iter().chain(&document.includes).flat_map(At::value);
        let methods = document.methods.as_ref();
        let idle = [
            ("avoids", is_empty(&document.avoids)),
            ("uses", is_empty(&document.uses)),
            ("defines", is_empty(&document.defines)),
            ("header", header.is_some_and(|words| words.is_empty() || words.iter().any(is_blank))),
            ("imports", imports.into_iter().any(is_blank)),
            ("methods", methods.is_some_and(|methods| is_blank(&methods.class))),
            ("within", document.within.as_ref().is_some_and(|within| is_blank(within.value()))),
        ];
        for (key, _) in idle.into_iter().filter(|(_, is_idle)| *is_idle) {
            let message = format!("`{key}` names nothing in this rule");
            let help = format!("write what the rule is about behind `{key}:`, or leave the rule out");
            self.complain(Diagnostic::new(rule.place(), message, "an empty word or list").help(help));
        }
    }

    /// Reads what may be imported or included: each language has one word for it.
    fn imports(&mut self, document: &RuleDocument, grammar: Grammar) -> Option<Rule> {
        let texts = |words: &At<Vec<Scalar>>| words.value().iter().map(|word| word.0.clone()).collect();
        let (wrong, key, right) = match grammar.has_preprocessor() {
            true => (&document.imports, "imports", "includes"),
            false => (&document.includes, "includes", "imports"),
        };
        if let Some(wrong) = wrong {
            let message = format!("`{key}` is not the word for {}", grammar.title());
            let help = format!("write `{right}: […]`");
            self.complain(
                Diagnostic::new(wrong.place(), message, "the word of another language").help(&help),
            );
        }
        let imports = document.imports.as_ref().map(|only| Rule::Imports { only: texts(only) });
        imports.or_else(|| document.includes.as_ref().map(|only| Rule::Includes { only: texts(only) }))
    }

    /// Parses each word of a list.
    fn parsed<T, E: Display>(
        &mut self,
        words: &[At<Scalar>],
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Vec<T> {
        let mut parsed = Vec::new();
        for word in words {
            match parse(&word.value().0) {
                Ok(value) => parsed.push(value),
                Err(error) => {
                    let message = format!("{error}");
                    self.complain(Diagnostic::new(word.place(), message, "not understood"));
                }
            }
        }
        parsed
    }
}
