//! Adds generated scenarios to the text of a spec.

use yardstick_reference::Trial;

use crate::language::Surroundings;
use crate::spec::{AddedTask, Addition, AppendError, Spec, Worth};

/// A generated scenario to add to a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The index of the group with the most similar scenarios.
    pub group: usize,
    /// The task.
    pub trial: Trial,
    /// What the run finds besides its program.
    pub surroundings: Surroundings,
    /// The reasons for the scenario, written as one comment each.
    pub comment: Vec<String>,
    /// The hint that is shown when it is lost.
    pub hint: Option<String>,
}

/// Returns a spec with the suggestions at the ends of their groups.
///
/// # Errors
///
/// When the spec is written in a way that does not allow additions.
pub fn add(spec: &Spec, suggestions: &[Suggestion], worth: Worth) -> Result<Spec, AppendError> {
    let mut additions: Vec<Addition> = Vec::new();
    for suggestion in suggestions {
        additions.push(suggestion.addition(free_name(spec, suggestion.group, &additions), worth));
    }
    spec.with_scenarios(&additions)
}

/// Returns the first name `generated, N` that no scenario of the group has. Names outside of groups differ, too.
fn free_name(spec: &Spec, group: usize, additions: &[Addition]) -> String {
    let name_of = |group: usize| &spec.groups[group].name;
    let in_spec = spec.groups.iter().filter(|it| it.name == *name_of(group)).flat_map(|it| &it.scenarios);
    let new = additions.iter().filter(|it| name_of(it.group) == name_of(group));
    let taken: Vec<&str> = in_spec.map(|it| it.name.as_str()).chain(new.map(|it| it.name.as_str())).collect();
    let mut names = (1..).map(|number| format!("generated, {number}"));
    names.find(|name| !taken.contains(&name.as_str())).expect("there are more numbers than names")
}

impl Suggestion {
    fn addition(&self, name: String, worth: Worth) -> Addition {
        Addition {
            group: self.group,
            comment: self.comment.clone(),
            name,
            worth,
            task: match self.trial.clone() {
                Trial::Run { args, lines } => AddedTask::Run { args, lines, exit: None },
                Trial::Session { module, lines, stdin } => AddedTask::Session {
                    module,
                    lines: lines.into_iter().map(|line| (line, String::new())).collect(),
                    stdin,
                },
            },
            surroundings: self.surroundings.clone(),
            hint: self.hint.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Spec {
        Spec::parse("spec.yaml", text.to_owned(), &|_| Err("there is no file".to_owned())).unwrap()
    }

    const BYU: &str =
        "assignment: byu-connect-four\nsubmission: { files: [solution.py] }\nreference: byu-connect-four\n";

    fn suggestion(group: usize, lines: &[&str]) -> Suggestion {
        let lines = lines.iter().map(ToString::to_string).collect();
        Suggestion {
            group,
            trial: Trial::Run { args: Vec::new(), lines },
            surroundings: Surroundings::default(),
            comment: vec!["Catches no-vertical.".to_owned()],
            hint: None,
        }
    }

    fn names(spec: &Spec) -> Vec<&str> {
        spec.groups.iter().flat_map(|group| &group.scenarios).map(|it| it.name.as_str()).collect()
    }

    #[test]
    fn a_suggestion_stands_at_the_end_of_its_group_and_is_worth_nothing() {
        let text = format!(
            "{BYU}groups:\n  - name: One\n    points: 10\n    scenarios:\n      - name: first\n        stdin: [0, 1]\n        \
             hint: Why?\n\n  # About the second.\n  - name: Two\n    points: 1\n    scenarios:\n      - name: only\n        stdin: [3]\n"
        );
        let added = add(&spec(&text), &[suggestion(0, &["0", "", "00", "-1", "y"])], Worth::Nothing).unwrap();
        let after = "        hint: Why?\n      # Catches no-vertical.\n      - name: \"generated, 1\"\n        weight: 0\n        \
                     stdin: [0, \"\", \"00\", -1, \"y\"]\n\n  # About the second.\n";
        assert!(added.source.text.contains(after), "{}", added.source.text);
        let again = add(
            &added,
            &[suggestion(0, &["5"]), suggestion(1, &["6"]), suggestion(0, &["7"])],
            Worth::Nothing,
        )
        .unwrap();
        let names = names(&again);
        assert_eq!(names, ["first", "generated, 1", "generated, 2", "generated, 3", "only", "generated, 1"]);
        assert_eq!(again.groups[0].points().to_string(), "10");
        assert_eq!(again.groups[0].scenarios[1].points.to_string(), "0");
    }

    #[test]
    fn scenarios_outside_of_groups_get_names_that_differ() {
        let text = format!(
            "{BYU}scenarios:\n- {{ name: a, points: 1, stdin: [0] }}\n- {{ name: b, points: 1, stdin: [1] }}\n"
        );
        let suggestions = [suggestion(0, &["5"]), suggestion(1, &["6"])];
        let added = add(&spec(&text), &suggestions, Worth::Weight(3)).unwrap();
        assert_eq!(names(&added), ["a", "generated, 1", "b", "generated, 2"]);
        assert_eq!(added.groups[1].points().to_string(), "3");
    }

    #[test]
    fn a_suggestion_with_a_weight_gets_points() {
        let text = format!(
            "{BYU}groups:\n  - name: One\n    points: 10\n    scenarios:\n      - name: first\n        stdin: [0, 1]\n"
        );
        for (weight, points) in [(1, "5"), (4, "8")] {
            let added = add(&spec(&text), &[suggestion(0, &["0"])], Worth::Weight(weight)).unwrap();
            assert_eq!(added.groups[0].scenarios[1].points.to_string(), points);
            assert_eq!(added.source.text.contains("weight: 4"), weight == 4, "{}", added.source.text);
        }
    }
}
