//! Checks that Python's sessions and students' own tests are only about Python files, and rules about files in languages
//! that have a grammar.

use super::Checker;
use crate::language::{self, is_notebook};
use crate::rules::{Grammar, Rule};
use crate::session::Notation;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::{Group, Scenario, Task};
use crate::submission::HandIn;

/// Whether a file is a module of Python, or a notebook of which one is made.
fn is_python(file: &str) -> bool {
    file.ends_with(".py") || is_notebook(file)
}

impl Checker<'_> {
    /// Refuses tasks about a file that is not Python, or that students may hand in in another language: nobody could
    /// pass them.
    pub(super) fn looks_at_python(&mut self, hand_in: &HandIn, groups: &[Group]) {
        for scenario in groups.iter().flat_map(|group| &group.scenarios) {
            let (what, file) = match &scenario.task {
                Task::Rule(rule) if rule.rule == Rule::NoWarnings => continue,
                Task::Rule(rule) => {
                    self.must_have_rules(scenario, &rule.file, hand_in);
                    continue;
                }
                Task::Tests(tests) => {
                    self.must_be_tested(scenario, &tests.file, hand_in);
                    continue;
                }
                Task::Session(session) if session.module.notation != Notation::Python => continue,
                Task::Session(session) if self.modules.contains(&session.module) => {
                    ("a session is typed at", session.module.file.clone())
                }
                // A module that is no file of the submission has its own complaint.
                Task::Session(session)
                    if session.module.name.contains('.') || session.module.name == self.entry =>
                {
                    ("a session is typed at", session.module.name.clone())
                }
                // What its `runner` cannot test has its own complaint.
                Task::Session(_) | Task::Run(_) | Task::Package(_) | Task::UnitTest(_) | Task::Manual(_) => {
                    continue;
                }
            };
            self.must_be_python(scenario, what, &file, hand_in);
        }
    }

    /// Refuses a rule about a file in a language without rules, or that may be handed in in another language.
    fn must_have_rules(&mut self, scenario: &Scenario, file: &str, hand_in: &HandIn) {
        let place = scenario.place.clone();
        let grammar =
            |file: &str| if is_notebook(file) { Some(Grammar::Python) } else { Grammar::of_file(file) };
        if !file.is_empty() && grammar(file).is_none() {
            let titles: Vec<&str> = Grammar::ALL.iter().map(|grammar| grammar.title()).collect();
            let message = match language::of_file(file) {
                Some(language) => format!("there are no rules about {}, such as `{file}`", language.title),
                None => format!("there are no rules about `{file}`"),
            };
            let help =
                format!("rules look at {}; have it looked at by hand (`manual: …`)", titles.join(", "));
            self.complain(Diagnostic::new(place, message, "in this scenario").help(&help));
            return;
        }
        let other = hand_in.instead.iter().find(|name| grammar(name) != grammar(file));
        if let Some(other) = other.filter(|_| file == hand_in.entry) {
            let message = format!("a rule looks at `{file}`, and `{other}` may be handed in instead");
            let help = "whoever does so would lose this scenario: remove the scenario, or `instead`";
            self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
        }
    }

    /// Refuses own tests in a language in which none are run, or in another one than the program.
    fn must_be_tested(&mut self, scenario: &Scenario, file: &str, hand_in: &HandIn) {
        let language = Grammar::of_file(file);
        let is_known = matches!(language, Some(Grammar::Python | Grammar::Java | Grammar::JavaScript));
        if !file.is_empty() && !is_known {
            let message =
                format!("own tests are written in Python, Java or JavaScript, and `{file}` is none");
            let help = "compare what the program prints, or have it looked at by hand (`manual: …`)";
            let diagnostic = Diagnostic::new(scenario.place.clone(), message, "in this scenario");
            self.complain(diagnostic.help(help));
            return;
        }
        let other =
            Some(&hand_in.entry).filter(|entry| !entry.is_empty() && Grammar::of_file(entry) != language);
        if let (Some(language), Some(other)) = (language, other) {
            let message = format!("the tests are written in {}, and `{other}` is not", language.title());
            let help = "tests are run by what runs the program: write them in its language";
            let diagnostic = Diagnostic::new(scenario.place.clone(), message, "in this scenario");
            self.complain(diagnostic.help(help));
        }
    }

    fn must_be_python(&mut self, scenario: &Scenario, what: &str, file: &str, hand_in: &HandIn) {
        let place = scenario.place.clone();
        if !file.is_empty() && !is_python(file) {
            let message = format!("{what} Python, and `{file}` is none");
            let help = "compare what the program prints, or have it looked at by hand (`manual: …`)";
            self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
            return;
        }
        let other = hand_in.instead.iter().find(|name| !is_python(name));
        if let Some(other) = other.filter(|_| file == hand_in.entry) {
            let message = format!("{what} Python, and `{other}` may be handed in instead of `{file}`");
            let help = "whoever does so would lose this scenario: remove the scenario, or `instead`";
            self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
        }
    }
}
