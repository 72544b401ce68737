//! Checks the headers with which sessions in C and C++ are compiled.

use std::ops::Range;

use super::Checker;
use crate::language;
use crate::session::{Module, Notation};
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{Scalar, SpecDocument};
use crate::spec::yaml::At;
use crate::spec::{Group, Task};
use crate::submission::{HandIn, Snapshot};

impl Checker<'_> {
    /// Finds the headers among the files.
    pub(super) fn find_headers(&mut self, hand_in: &HandIn, supplied: &Snapshot) {
        let is_header = |name: &String| language::is_header(name);
        let supplied = supplied.iter().map(|(path, _)| path.display().to_string());
        let all = hand_in.files.iter().chain(&hand_in.optional).cloned().chain(supplied);
        let all: Vec<String> = all.collect();
        self.headers = all.iter().filter(|name| is_header(name)).cloned().collect();
        self.headers.dedup();
        let is_native = |name: &String| Notation::of_file(name).is_some_and(Notation::is_native);
        let handed_in = hand_in.files.iter().chain(&hand_in.optional);
        let mut units = handed_in.filter(|name| is_native(name) && !is_header(name));
        let has_others = hand_in.instead.iter().any(is_native);
        self.only_unit = match (units.next(), units.next()) {
            (Some(only), None) if hand_in.files.contains(only) && !has_others => Some(only.clone()),
            _ => None,
        };
    }

    /// Reads the name of a header.
    pub(super) fn header(&mut self, written: &At<Scalar>) -> String {
        let name = written.value().0.clone();
        if !self.headers.contains(&name) && self.only_unit.as_ref() != Some(&name) {
            let message = format!("the header `{name}` is neither supplied nor handed in");
            let known = suggest(&name, self.headers.iter().map(String::as_str));
            let help = match self.headers.is_empty() {
                true if self.handed_in.contains(&name) => {
                    "only the one source that is handed in can take the place of a header; where there are several, supply one".to_owned()
                }
                true => format!("put it beside the spec, and name it: `submission: {{supplied: [{name}]}}`"),
                false => known,
            };
            self.complain(Diagnostic::new(written.place(), message, "not a known header").help(help));
        }
        name
    }

    /// Returns the module of a session with its header, at the scenario that is there.
    pub(super) fn with_header(
        &mut self,
        module: Module,
        own: Option<&At<Scalar>>,
        usual: Option<&String>,
        place: Range<usize>,
    ) -> Module {
        let title = module.notation.title();
        let is_neutral = module.notation == Notation::Neutral;
        if !module.notation.is_native() && !is_neutral {
            if let Some(own) = own {
                let message = "only a session in C or C++ has a header";
                let label = format!("this one is in {title}");
                self.complain(Diagnostic::new(own.place(), message, label).help("leave it out"));
            }
            return module;
        }
        let header = match (own.map(|own| self.header(own)), usual, self.headers.as_slice()) {
            (Some(own), ..) => Some(own),
            (None, Some(usual), _) => Some(usual.clone()),
            (None, None, [only]) => Some(only.clone()),
            (None, None, _) if is_neutral && !self.needs_header() => None,
            (None, None, all) => {
                let message = match is_neutral {
                    true => "a submission in C or C++ needs a header, which declares what sessions call"
                        .to_owned(),
                    false => format!("a session in {title} needs a header, which declares what it calls"),
                };
                let help = match all {
                    [] => match &self.only_unit {
                        Some(unit) => format!(
                            "supply one, `submission: {{supplied: [name.h]}}`, or say `header: {unit}`: then what the source defines is called"
                        ),
                        None => "put it beside the spec and say `submission: {supplied: [name.h]}`, or have it handed in".to_owned(),
                    },
                    [first, ..] => format!("there are several: say which one, such as `header: {first}`"),
                };
                // What is wrong with one of them is wrong with all.
                if self.complaints.iter().all(|known| known.message != message) {
                    self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
                }
                None
            }
        };
        Module { header, ..module }
    }

    /// Refuses a header that no session uses.
    pub(super) fn uses_header(&mut self, document: &SpecDocument, groups: &[Group]) {
        let is_native = |task: &Task| matches!(task, Task::Session(session) if session.module.notation.is_native() || session.module.header.is_some());
        let own = document.groups.iter().zip(groups);
        let own = own.filter_map(|(group, checked)| {
            Some((group.value().header.as_ref()?, std::slice::from_ref(checked)))
        });
        let whole = document.header.iter().map(|header| (header, groups));
        for (header, groups) in whole.chain(own) {
            if !groups.iter().flat_map(|group| &group.scenarios).any(|scenario| is_native(&scenario.task)) {
                let message = "no session in C or C++ uses the header";
                let help = "leave it out; the file that a session is about decides its language";
                self.complain(Diagnostic::new(header.place(), message, "has no effect").help(help));
            }
        }
    }
}
