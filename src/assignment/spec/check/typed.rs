//! Checks sessions that are typed in another language than Python: the files that they are about, and the reference.

use super::Checker;
use crate::language::Language;
use crate::session::{Module, Notation};
use crate::spec::diagnostic::Diagnostic;
use crate::spec::{Group, ReferenceSource, Scenario, SessionTask, Task};
use crate::submission::HandIn;

impl Checker<'_> {
    /// Returns the module of a file that is handed in or supplied, in the language of the spec if it names one.
    pub(super) fn module_of(&self, file: &str, language: Option<&Language>) -> Option<Module> {
        // Nothing answers sessions in a language that the spec describes.
        if self.languages.own_of_file(file).is_some() {
            return None;
        }
        // `.h` belongs to C and C++: the language says which.
        let header = language.filter(|language| language.is_header(file));
        if let Some(notation) = header.and_then(|language| Notation::of_language(&language.name)) {
            return Module::in_notation(file, notation);
        }
        let module = Module::of_file(file)?;
        let is_other = language.is_some_and(|language| language.name != module.notation.key());
        (module.notation == Notation::Python || !is_other).then_some(module)
    }

    /// Refuses sessions that the reference cannot answer, or that would lose points for a file that may be handed in.
    pub(super) fn answers_sessions(&mut self, hand_in: &HandIn, groups: &[Group]) {
        for group in groups {
            // What is wrong with one of them is wrong with all.
            if let Some((scenario, session)) = sessions_of(group).next() {
                let reference = self.exercises.reference_of(group).cloned();
                self.is_answered_by(reference.as_ref(), session.module.notation, scenario);
            }
        }
        for (scenario, session) in groups.iter().flat_map(sessions_of) {
            let notation = session.module.notation;
            if notation == Notation::Neutral {
                return;
            }
            let ending = |file: &str| file.rsplit_once('.').map(|(_, ending)| ending.to_owned());
            let file = &session.module.file;
            let other = hand_in.instead.iter().find(|name| ending(name) != ending(file));
            if let Some(other) = other.filter(|_| *file == hand_in.entry) {
                let title = notation.title();
                let message = format!(
                    "a session is typed in {title}, and `{other}` may be handed in instead of `{file}`"
                );
                let help = "whoever does so would lose this scenario: remove the scenario, or `instead`";
                let diagnostic = Diagnostic::new(scenario.place.clone(), message, "in this scenario");
                self.complain(diagnostic.help(help));
                return;
            }
        }
    }

    fn is_answered_by(
        &mut self,
        reference: Option<&ReferenceSource>,
        notation: Notation,
        scenario: &Scenario,
    ) {
        let title = notation.title();
        let message = match reference {
            None => return,
            // What is typed is Python too.
            Some(ReferenceSource::BuiltIn(_)) if notation == Notation::Neutral => return,
            Some(ReferenceSource::BuiltIn(_)) => {
                format!("a session is typed in {title}, and the reference answers Python alone")
            }
            Some(ReferenceSource::Program { entry, .. }) => match self.languages.of_file(entry) {
                Some(language)
                    if notation == Notation::Neutral && Notation::of_language(&language.name).is_some() =>
                {
                    return;
                }
                Some(language) if language.name != notation.key() => {
                    format!(
                        "a session is typed in {title}, and the reference `{entry}` is {}",
                        language.title
                    )
                }
                _ => return,
            },
        };
        let help = format!("name a solution in {title} as the reference, or write what is expected");
        let diagnostic = Diagnostic::new(scenario.place.clone(), message, "in this scenario");
        self.complain(diagnostic.help(help));
    }
}

/// Returns the sessions of a group that are typed in another language than Python.
fn sessions_of(group: &Group) -> impl Iterator<Item = (&Scenario, &SessionTask)> {
    group.scenarios.iter().filter_map(|scenario| {
        let Task::Session(session) = &scenario.task else { return None };
        (session.module.notation != Notation::Python).then_some((scenario, session))
    })
}
