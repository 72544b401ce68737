//! Adds scenarios to the text of a spec, and keeps every other byte of it.

use super::{Addition, Defects, Spec};

/// The reason why a scenario cannot be added to a spec.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The spec has no group with this name.
    #[error("the spec has no group `{name}`\nhelp: it has {known}")]
    NoGroup {
        /// The requested name.
        name: String,
        /// The names of the groups.
        known: String,
    },
    /// The last scenario is not on lines of its own.
    #[error(
        "nothing can be added to {group}: the last scenario there does not begin on a line of its own\n \
         --> {spec}:{line}\n\
         help: begin each scenario on a line of its own, with `- name:`, instead of listing them in brackets"
    )]
    Inline {
        /// The name of the group, or a description of a group without a name.
        group: String,
        /// The name of the spec.
        spec: String,
        /// The line of the last scenario.
        line: usize,
    },
    /// The scenarios of the group are files.
    #[error(
        "nothing can be added to {group}: each of its scenarios is a file of input\n --> {spec}:{line}\n\
         help: add a file there, or choose another group"
    )]
    Files {
        /// The name of the group.
        group: String,
        /// The name of the spec.
        spec: String,
        /// The line that names the files.
        line: usize,
    },
    /// The new spec would have defects, or a different meaning.
    #[error("with this scenario the spec would be wrong:\n{0}")]
    Defects(#[from] Box<Defects>),
    /// The new scenario would not be read back as it was.
    #[error(
        "`{name}` cannot be added to `{spec}`: as that file is written, it would be read as something else\n\
         help: begin each scenario on a line of its own, with `- name:`, and indent all of them alike"
    )]
    ReadOtherwise {
        /// The name of the spec.
        spec: String,
        /// The name of the scenario.
        name: String,
    },
}

impl Spec {
    /// Returns this spec with more scenarios, each after the last one of its group. The existing text keeps every byte.
    ///
    /// # Errors
    ///
    /// When the spec is written in a way that does not allow additions.
    pub fn with_scenarios(&self, additions: &[Addition]) -> Result<Self, AppendError> {
        let text = &self.source.text;
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let places: Vec<Place> =
            additions.iter().map(|addition| self.place(addition.group, &lines)).collect::<Result<_, _>>()?;
        let mut added = String::new();
        for number in 0..=lines.len() {
            let here = additions.iter().zip(&places).filter(|(_, place)| place.before == number);
            for (addition, place) in here {
                if !added.is_empty() && !added.ends_with('\n') {
                    added += newline;
                }
                addition
                    .written(self, place.indent)
                    .iter()
                    .for_each(|line| added.extend([line.as_str(), newline]));
            }
            added += lines.get(number).copied().unwrap_or_default();
        }
        let parsed = Self::parse_beside(&self.source.name, added, &self.beside)?;
        parsed.has_been_given(additions, self)?;
        Ok(parsed)
    }

    /// Returns the index of the group with this name; without a name, of the last group.
    ///
    /// # Errors
    ///
    /// When there is no such group.
    pub fn group_named(&self, name: Option<&str>) -> Result<usize, AppendError> {
        let Some(name) = name else { return Ok(self.groups.len() - 1) };
        let found = self.groups.iter().position(|group| group.name.as_deref() == Some(name));
        found.ok_or_else(|| {
            let known: Vec<String> =
                self.groups.iter().filter_map(|group| Some(format!("`{}`", group.name.as_ref()?))).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            AppendError::NoGroup { name: name.to_owned(), known }
        })
    }

    /// Returns the place after the last scenario of a group.
    fn place(&self, group: usize, lines: &[&str]) -> Result<Place, AppendError> {
        let text = &self.source.text;
        let group = &self.groups[group];
        let last = group.scenarios.last().expect("a group has at least one scenario");
        let at = text[..last.place.start].matches('\n').count();
        // The item may be the group itself, with its scenarios in brackets.
        let begins_here = |first: &usize| {
            let from: usize = lines[..*first].iter().map(|line| line.len()).sum();
            !text[from..last.place.start].contains("scenarios:")
        };
        let first = (0..=at).rev().find(|&line| is_item(lines[line])).filter(begins_here);
        let first = first.ok_or_else(|| {
            let name =
                group.name.as_ref().map_or_else(|| "the scenarios".to_owned(), |name| format!("`{name}`"));
            let (spec, line) = (self.source.name.clone(), at + 1);
            let before = text[..last.place.start].trim_end_matches(['"', '\'', ' ', '\n']);
            match before.ends_with("from:") {
                true => AppendError::Files { group: name, spec, line },
                false => AppendError::Inline { group: name, spec, line },
            }
        })?;
        let indent = indentation(lines[first]);
        let belongs = |line: &&str| is_blank(line) || indentation(line) > indent;
        let rest = lines[first + 1..].iter().take_while(|line| belongs(line)).count();
        let body = &lines[first + 1..first + 1 + rest];
        let length = body.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        Ok(Place { before: first + 1 + length, indent })
    }

    /// Tells whether this spec is the other one plus these scenarios, and nothing else.
    fn has_been_given(&self, additions: &[Addition], before: &Self) -> Result<(), AppendError> {
        let count = |spec: &Self| spec.groups.iter().map(|group| group.scenarios.len()).sum::<usize>();
        let is_one_too_many = count(self) != count(before) + additions.len();
        for addition in additions {
            let group = &before.groups[addition.group].name;
            let mut scenarios =
                self.groups.iter().filter(|known| known.name == *group).flat_map(|known| &known.scenarios);
            let is_there = scenarios.any(|it| it.name == addition.name && addition.is(&it.task));
            if is_one_too_many || !is_there {
                let (spec, name) = (self.source.name.clone(), addition.name.clone());
                return Err(AppendError::ReadOtherwise { spec, name });
            }
        }
        Ok(())
    }
}

/// A place in the text of a spec.
struct Place {
    /// The number of the line that follows the place.
    before: usize,
    /// The indentation of the list.
    indent: usize,
}

/// Tells whether a line begins an item of a list.
fn is_item(line: &str) -> bool {
    let line = line.trim();
    line == "-" || line.starts_with("- ")
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Surroundings;
    use crate::spec::{AddedTask, Worth};

    const HEAD: &str = "assignment: a\nsubmission: { files: [a.py] }\nreference: { files: [a.py] }\n";

    fn spec(rest: &str) -> Spec {
        let read = |_: &str| Ok(b"print()".to_vec());
        Spec::parse("spec.yaml", format!("{HEAD}{rest}"), &read).unwrap()
    }

    fn addition(spec: &Spec, group: Option<&str>) -> Addition {
        Addition {
            group: spec.group_named(group).unwrap(),
            comment: Vec::new(),
            name: "new".to_owned(),
            worth: Worth::Usual("2".parse().unwrap()),
            task: AddedTask::Run { args: Vec::new(), lines: vec!["x ".to_owned()], exit: None },
            surroundings: Surroundings::default(),
            hint: None,
        }
    }

    fn appended(rest: &str, group: Option<&str>) -> Result<String, AppendError> {
        let spec = spec(rest);
        let text = spec.with_scenarios(&[addition(&spec, group)])?.source.text;
        Ok(text.strip_prefix(HEAD).unwrap().to_owned())
    }

    #[test]
    fn a_scenario_is_added_after_the_last_one_of_its_group() {
        let rest = "groups:\n  - name: One\n    points: 1\n    scenarios:\n      - name: x  # first\n        stdin: |\n          a\n\n          # typed\n\n      # a comment\n  - name: Two\n    points: 1\n    scenarios:\n    - { name: y }\n";
        assert_eq!(
            appended(rest, Some("One")).unwrap(),
            rest.replace("# typed\n", "# typed\n      - name: new\n        stdin: [\"x \"]\n")
        );
        assert_eq!(appended(rest, None).unwrap(), format!("{rest}    - name: new\n      stdin: [\"x \"]\n"));
    }

    #[test]
    fn several_scenarios_are_added_in_order_with_their_comments() {
        let rest = "groups:\n- { name: One, points: 10, scenarios: [{ name: x }] }\n\
                    - name: Two\n  points: 4\n  scenarios:\n  - name: y\n  # of the next\n\
                    - name: Three\n  points: 1\n  scenarios:\n  - name: z\n    args: [a]\n";
        let spec = spec(rest);
        let free = |name: &str, group| Addition {
            name: name.to_owned(),
            comment: vec!["Catches: this.".to_owned()],
            worth: Worth::Nothing,
            hint: Some("Why?".to_owned()),
            ..addition(&spec, Some(group))
        };
        let added =
            spec.with_scenarios(&[free("new", "Three"), free("new", "Two"), free("newer", "Two")]).unwrap();
        let item = |name: &str, args: &str| {
            format!(
                "  # Catches: this.\n  - name: {name}\n    weight: 0\n{args}    stdin: [\"x \"]\n    hint: \"Why?\"\n"
            )
        };
        let behind = "  - name: y\n";
        let expected = rest.replace(behind, &format!("{behind}{}{}", item("new", ""), item("newer", "")));
        assert_eq!(added.source.text, format!("{HEAD}{expected}{}", item("new", "    args: []\n")));
        let points = |spec: &Spec| spec.groups.iter().map(crate::spec::Group::points).collect::<Vec<_>>();
        assert_eq!(points(&added), points(&spec));
    }

    #[test]
    fn a_scenario_outside_of_groups_has_points_of_its_own() {
        let rest = "scenarios:\n  - points: 1\n    name: x";
        assert_eq!(
            appended(rest, None).unwrap(),
            format!("{rest}\n  - name: new\n    points: 2\n    stdin: [\"x \"]\n")
        );
    }

    #[test]
    fn the_ends_of_lines_stay_as_they_are() {
        let rest = "scenarios:\r\n- { name: x, points: 1 }\r\ntitle: A\r\n";
        let expected = "scenarios:\r\n- { name: x, points: 1 }\r\n- name: new\r\n  points: 2\r\n  stdin: [\"x \"]\r\ntitle: A\r\n";
        assert_eq!(appended(rest, None).unwrap(), expected);
    }

    #[test]
    fn specs_that_do_not_allow_additions_are_refused() {
        let inline = "scenarios: [{ name: x, points: 1 }]\n";
        let error = appended(inline, None).unwrap_err().to_string();
        assert_eq!(
            error,
            "nothing can be added to the scenarios: the last scenario there does not begin on a line of its own\n \
             --> spec.yaml:4\n\
             help: begin each scenario on a line of its own, with `- name:`, instead of listing them in brackets"
        );
        let grouped = "groups: [{ name: One, points: 1, scenarios: [{ name: first }] }]\n";
        assert!(matches!(appended(grouped, None), Err(AppendError::Inline { line: 4, .. })));
        let error = spec(grouped).group_named(Some("Two")).unwrap_err().to_string();
        assert_eq!(error, "the spec has no group `Two`\nhelp: it has `One`");
        let taken = "scenarios:\n- { name: new, points: 1 }\n";
        assert!(matches!(appended(taken, None), Err(AppendError::Defects(_))));
    }

    #[test]
    fn a_scenario_that_would_be_read_differently_is_refused() {
        let spec = spec("scenarios:\n- { name: x, points: 1 }\n");
        let two_lines = AddedTask::Session {
            module: "a".to_owned(),
            lines: vec![("x = 1\r2".to_owned(), String::new())],
            stdin: Vec::new(),
        };
        let added = spec.with_scenarios(&[Addition { task: two_lines, ..addition(&spec, None) }]);
        assert!(matches!(added, Err(AppendError::ReadOtherwise { .. } | AppendError::Defects(_))));
    }
}
