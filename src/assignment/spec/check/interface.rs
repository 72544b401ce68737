//! Checks what neutral sessions call, and their lines.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::Checker;
use crate::language;
use crate::session::{Class, Interface, Module, Notation, Signature, Type, check_neutral};
use crate::spec::Group;
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{InterfaceDocument, Scalar, SignatureDocument};
use crate::spec::yaml::At;
use crate::spec::{SessionLine, Task};
use crate::submission::HandIn;

/// What neutral sessions call, and the languages that may call it.
#[derive(Debug, Default)]
pub(super) struct Neutral {
    /// `None` if sessions are typed in the language of the submission.
    interface: Option<Arc<Interface>>,
    /// The languages in which the program may be handed in.
    languages: Vec<Notation>,
    /// Whether some of them need a header, which is neither named nor the only one.
    needs_header: bool,
}

impl Checker<'_> {
    /// Reads the interface of a spec whose sessions are neutral.
    pub(super) fn neutral(&mut self, written: Option<&At<InterfaceDocument>>, hand_in: &HandIn) -> Neutral {
        let Some(written) = written else { return Neutral::default() };
        let interface = Arc::new(self.interface(written.value()));
        if interface.functions.is_empty() && interface.classes.is_empty() {
            let help = "say what sessions call: `interface: { functions: { sum: { takes: [list int], gives: int } } }`";
            let message = "the interface has neither functions nor classes";
            self.complain(Diagnostic::new(written.place(), message, "nothing can be called").help(help));
        }
        let files = || std::iter::once(&hand_in.entry).chain(&hand_in.instead);
        let own = self.language;
        let notation = |file: &String| match own.filter(|language| language.is_header(file)) {
            Some(language) => Notation::of_language(&language.name),
            None => Notation::of_file(file),
        };
        let languages = files().filter_map(notation).collect();
        if let Some(file) = files().find(|file| notation(file).is_none()) {
            let title = language::of_file(file).map_or("such files", |language| language.title.as_str());
            let known = Notation::ALL.map(Notation::title).join(", ");
            let message = format!("no session can be typed at `{file}`: there are none for {title}");
            let help =
                format!("leave it out of the submission, or `interface`; sessions are there for {known}");
            self.complain(Diagnostic::new(written.place(), message, "for these sessions").help(help));
        }
        let is_header = |file: &String| language::is_header(file);
        let mut native = files().filter(|file| notation(file).is_some_and(Notation::is_native));
        let needs_header = native.any(|file| !is_header(file));
        Neutral { interface: Some(interface), languages, needs_header }
    }

    fn interface(&mut self, written: &InterfaceDocument) -> Interface {
        let classes: Vec<&str> = written.classes.keys().map(String::as_str).collect();
        let functions = self.signatures(&written.functions, &classes);
        let of_class = written.classes.iter().map(|(name, class)| {
            let new =
                class.new.as_ref().map(|new| new.iter().map(|one| self.type_of(one, &classes)).collect());
            (name.clone(), Class { new, methods: self.signatures(&class.methods, &classes) })
        });
        let of_class = of_class.collect();
        let mut errors: BTreeMap<String, BTreeMap<Notation, String>> = BTreeMap::new();
        for (error, by_language) in &written.errors {
            for (language, class) in by_language {
                let Some(notation) = Notation::of_language(language) else {
                    let message = format!("there are no sessions in `{language}`");
                    let help = suggest(language, Notation::ALL.map(Notation::key));
                    self.complain(Diagnostic::new(class.place(), message, "raised there").help(help));
                    continue;
                };
                errors.entry(error.clone()).or_default().insert(notation, class.value().0.clone());
            }
        }
        Interface { functions, classes: of_class, errors }
    }

    fn signatures(
        &mut self,
        written: &BTreeMap<String, At<SignatureDocument>>,
        classes: &[&str],
    ) -> BTreeMap<String, Signature> {
        let signature = |(name, written): (&String, &At<SignatureDocument>)| {
            if !is_name(name) {
                let message = format!("`{name}` cannot be the name of a function in every language");
                let help = "a name has ASCII letters, digits and `_`, and begins with a letter";
                self.complain(Diagnostic::new(written.place(), message, "this function").help(help));
            }
            let written = written.value();
            let takes = written.takes.iter().map(|one| self.type_of(one, classes)).collect();
            let gives = written.gives.as_ref().map_or(Type::Nothing, |one| self.type_of(one, classes));
            (name.clone(), Signature { takes, gives })
        };
        written.iter().map(signature).collect()
    }

    fn type_of(&mut self, written: &At<Scalar>, classes: &[&str]) -> Type {
        Type::read(&written.value().0, classes).unwrap_or_else(|help| {
            let message = format!("`{}` is no type", written.value().0);
            self.complain(Diagnostic::new(written.place(), message, "unknown type").help(help));
            Type::Nothing
        })
    }

    /// Returns the module of a session in the form in which it is typed.
    pub(super) fn typed_module(&mut self, module: Module, own_module: Option<&At<Scalar>>) -> Module {
        let Some(interface) = &self.neutral.interface else { return module };
        let interface = Some(Arc::clone(interface));
        if let Some(own) = own_module {
            let message = "a neutral session is about the program that is handed in";
            let help = "leave `module` out, or `interface`";
            self.complain(Diagnostic::new(own.place(), message, "names a module").help(help));
        }
        Module { notation: Notation::Neutral, interface, ..module }
    }

    /// Whether a neutral session needs a header.
    pub(super) fn needs_header(&self) -> bool {
        self.neutral.needs_header
    }

    /// Checks the lines of a neutral session.
    pub(super) fn is_neutral(&mut self, lines: &[SessionLine], module: &Module, place: Range<usize>) {
        let (Notation::Neutral, Some(interface)) = (module.notation, &module.interface) else { return };
        let sources: Vec<String> = lines.iter().map(|line| line.source.clone()).collect();
        if let Err((index, reason)) = check_neutral(interface, &sources, &self.neutral.languages) {
            let place = lines.get(index).map_or(place, |line| line.place.clone());
            let help = "with `interface`, a line is a literal, a name, or one call with literals and names; its value may get a \
                        name: `tally = Tally(3)`";
            let message = "this line is not neutral";
            self.complain(Diagnostic::new(place, message, reason).help(help));
        }
    }

    /// Refuses an interface that no session uses.
    pub(super) fn uses_interface(&mut self, written: Option<&At<InterfaceDocument>>, groups: &[Group]) {
        let mut scenarios = groups.iter().flat_map(|group| &group.scenarios);
        let Some(written) = written else { return };
        if !scenarios.any(|scenario| matches!(scenario.task, Task::Session(_))) {
            let message = "no session uses the interface";
            let help = "leave it out, or type a session";
            self.complain(Diagnostic::new(written.place(), message, "has no effect").help(help));
        }
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
