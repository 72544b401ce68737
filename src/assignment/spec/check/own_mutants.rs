//! Makes mutants of the right program for students' own tests. Which of them are wrong in a way that shows is found out
//! when the plan is made: then they can be run.

use std::collections::HashSet;

use super::Checker;
use crate::rules::{self, Callable, Change, Source};
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{Scalar, TellDocument, TestsDocument};
use crate::spec::yaml::At;
use crate::spec::{Task, TestsTask};

/// The most mutants that a scenario may have.
const MOST: usize = 60;

/// How many candidates there are for each mutant that is wanted: some do not compile, and some nothing shows.
const CANDIDATES: usize = 3;

/// The longest text of a change that is told.
const LONGEST: usize = 40;

impl Checker<'_> {
    /// Returns how many mutants are wanted; `None` if the spec asks for none.
    pub(super) fn wanted_mutants(&mut self, document: &TestsDocument) -> Option<usize> {
        let Some(asked) = &document.mutants else {
            if let Some(tell) = &document.tell {
                let message = "`tell` says what is told about mutants, and there are none";
                let help = "say how many there are, such as `mutants: 12`, or leave out `tell`";
                self.complain(Diagnostic::new(tell.place(), message, "not used").help(help));
            }
            if document.wrong.is_empty() {
                let message = "these tests have no wrong program to find";
                let help = "name programs with a bug each under `wrong`, or have them made: `mutants: 12`";
                self.complain(Diagnostic::new(document.file.place(), message, "these tests").help(help));
            }
            return None;
        };
        let wanted = asked.value().0.parse().ok().filter(|wanted| (1..=MOST).contains(wanted));
        if wanted.is_none() {
            let message = format!("`{}` is no number of mutants", asked.value().0);
            let help = format!("write a whole number from 1 to {MOST}, such as `mutants: 12`");
            self.complain(Diagnostic::new(asked.place(), message, "not from 1 on").help(help));
        }
        wanted
    }

    /// Returns mutants of a program, each with what is told about it, spread over the program. They have no comments, as the
    /// other programs on which own tests are run.
    pub(super) fn candidates(
        &mut self,
        (path, wanted): (&At<Scalar>, usize),
        tell: Option<&At<TellDocument>>,
    ) -> Vec<(String, Vec<u8>)> {
        let Some((name, file)) = self.file_beside(path) else { return Vec::new() };
        let name = name.to_string_lossy();
        let (Ok(source), Ok(right)) =
            (Source::parse(&name, &file.content), rules::bare(&name, &file.content))
        else {
            return Vec::new();
        };
        let tells_place = tell.is_some_and(|tell| *tell.value() == TellDocument::Place);
        let mut seen = HashSet::from([right]);
        let mut all: Vec<(String, Vec<u8>)> = Vec::new();
        for change in source.changes() {
            let Ok(bare) = rules::bare(&name, source.changed(&change).as_bytes()) else { continue };
            if seen.insert(bare.clone()) {
                let about = if tells_place { place_of(&change) } else { kind_of(&source, &change) };
                all.push((about, bare));
            }
        }
        let (count, most) = (all.len(), (wanted * CANDIDATES).min(all.len()));
        (0..most).map(|number| all[number * count / most].clone()).collect()
    }

    /// Complains about mutants of which nothing could tell whether they are wrong.
    pub(super) fn mutants_can_be_told(&mut self, groups: &[crate::spec::Group]) {
        let tasks = || groups.iter().flat_map(|group| &group.scenarios).map(|scenario| &scenario.task);
        let is_tried =
            tasks().any(|task| matches!(task, Task::Run(_) | Task::Session(_) | Task::UnitTest(_)));
        let places = tasks().filter_map(|task| match task {
            Task::Tests(TestsTask { mutants: Some(mutants), .. }) => Some(mutants.place.clone()),
            _ => None,
        });
        for place in places.filter(|_| !is_tried) {
            let message = "nothing tells which mutants are wrong";
            let help = "a mutant counts if a scenario, a session or a test of yours shows it: write some, which may be worth \
                        nothing, or name wrong programs under `wrong`";
            self.complain(Diagnostic::new(place, message, "made of the right program").help(help));
        }
    }
}

/// Says what a mutant does otherwise, and where, without showing the program.
fn kind_of(source: &Source, change: &Change) -> String {
    let what = match change.sort {
        "comparison" => "two values are compared in another way",
        "arithmetic" => "something else is calculated",
        "logic" => "conditions are joined in another way",
        "condition" => "a condition is the other way round",
        "constant" => "a number or a truth value is another one",
        "text" => "a text lacks its last character",
        "statement" => "something is not done",
        "flow" => "a loop goes on in another way",
        "return" => "nothing is given back",
        "argument" => "two arguments are in the other order",
        _ => "something is done in another way",
    };
    let callables = source.callables().into_iter().filter(Callable::is_public);
    let inner = callables.filter(|it| it.lines.contains(&change.line)).min_by_key(|it| it.lines.len());
    match inner {
        Some(callable) => format!("In `{}`, {what}.", callable.path()),
        None => format!("{}{}.", what[..1].to_uppercase(), &what[1..]),
    }
}

/// Says where a mutant differs from the right program, and how.
fn place_of(change: &Change) -> String {
    let short = |text: &str| {
        let first = text.lines().next().unwrap_or_default();
        let cut: String = first.chars().take(LONGEST).collect();
        if cut.len() < text.len() { format!("{cut}…") } else { cut }
    };
    format!(
        "Line {} has `{}` in the place of `{}`.",
        change.line,
        short(&change.after),
        short(&change.before)
    )
}
