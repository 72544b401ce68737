//! Checks that rules, Python's sessions and students' own tests are only about Python files: they support no other
//! language.

use super::Checker;
use crate::session::Notation;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::{Group, Scenario, Task};
use crate::submission::HandIn;

impl Checker<'_> {
    /// Refuses tasks about a file that is not Python, or that students may hand in in another language: nobody could
    /// pass them.
    pub(super) fn looks_at_python(&mut self, hand_in: &HandIn, groups: &[Group]) {
        for scenario in groups.iter().flat_map(|group| &group.scenarios) {
            let (what, file) = match &scenario.task {
                Task::Rule(rule) => ("a rule looks at", rule.file.clone()),
                Task::Tests(tests) => ("the tests that are run are written in", tests.file.clone()),
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

    fn must_be_python(&mut self, scenario: &Scenario, what: &str, file: &str, hand_in: &HandIn) {
        let place = scenario.place.clone();
        if !file.is_empty() && !file.ends_with(".py") {
            let message = format!("{what} Python, and `{file}` is none");
            let help = "compare what the program prints, or have it looked at by hand (`manual: …`)";
            self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
            return;
        }
        let other = hand_in.instead.iter().find(|name| !name.ends_with(".py"));
        if let Some(other) = other.filter(|_| file == hand_in.entry) {
            let message = format!("{what} Python, and `{other}` may be handed in instead of `{file}`");
            let help = "whoever does so would lose this scenario: remove the scenario, or `instead`";
            self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
        }
    }
}
