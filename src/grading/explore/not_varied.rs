//! Says in words which scenarios of a spec nothing is generated from.

use crate::spec::{Spec, Task};

/// Returns the complaint about a spec from which nothing can be generated.
pub fn nothing_to_vary(spec: &Spec) -> String {
    let of = kinds(spec).join(", ");
    let what = match of.is_empty() {
        true => format!("nothing can be generated for `{}`", spec.assignment),
        false => format!("nothing can be generated for `{}`: its scenarios are {of}", spec.assignment),
    };
    format!(
        "{what}\nhelp: scenarios are generated of lines that a program reads, and of sessions; `yardstick audit` shows what \
         survives"
    )
}

/// Returns a sentence about the scenarios that were not varied; `None` if all were.
pub fn not_varied(spec: &Spec) -> Option<String> {
    let kinds = kinds(spec);
    (!kinds.is_empty()).then(|| format!("Nothing was generated of {}.", kinds.join(", ")))
}

/// Returns the kinds of scenarios that are not varied.
fn kinds(spec: &Spec) -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for (group, known) in spec.groups.iter().enumerate() {
        for scenario in &known.scenarios {
            let kind = match &scenario.task {
                Task::Run(_) | Task::Session(_) if spec.program_of(group) != 0 => {
                    "exercises with a program of their own"
                }
                Task::Run(task) => match &task.checker {
                    Some(checker) if checker.talks => "runs with a partner",
                    Some(_) => "runs with a checker",
                    None if !task.surroundings.is_text() => "runs with files that are no text",
                    None => continue,
                },
                Task::Session(task) if task.checker.is_some() => "sessions with a checker",
                Task::UnitTest(_) => "tests of yours",
                Task::Tests(_) => "students' own tests",
                Task::Manual(_) => "what a person marks",
                Task::Session(_) | Task::Rule(_) | Task::Package(_) => continue,
            };
            if !all.contains(&kind) {
                all.push(kind);
            }
        }
    }
    all
}
