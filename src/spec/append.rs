//! Puts one more scenario into the text of a spec, and leaves every other byte of it.

use super::{Defects, Spec};

/// Why a scenario cannot be put into a spec.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The spec has no such group.
    #[error("the spec has no group `{name}`\nhelp: it has {known}")]
    NoGroup {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The last scenario does not stand on lines of its own.
    #[error("the last scenario of line {line} does not begin on a line of its own, with a `-`")]
    Inline {
        /// Where it stands.
        line: usize,
    },
    /// The spec would be wrong, or mean something else.
    #[error("with this scenario the spec would be wrong:\n{0}")]
    Defects(#[from] Box<Defects>),
    /// The new scenario is not what is read back.
    #[error("the spec is written in a way in which no scenario can be added to it")]
    ReadOtherwise,
}

impl Spec {
    /// The text of this spec with a scenario behind the last one of a group: of the one with this name, or else of the
    /// last group. The scenario is a mapping in YAML, line by line.
    ///
    /// # Errors
    ///
    /// When there is no such group, or the spec is written in a way that does not allow it.
    pub fn with_scenario(
        &self,
        group: Option<&str>,
        points: &str,
        mapping: &[String],
    ) -> Result<String, AppendError> {
        let index = self.group_to_append_to(group)?;
        let group = &self.groups[index];
        let last = group.scenarios.last().expect("a group has at least one scenario");
        let text = &self.source.text;
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let at = text[..last.place.start].matches('\n').count();
        // What is found may be the item of the group, whose scenarios stand in brackets.
        let begins_here = |first: &usize| {
            let from: usize = lines[..*first].iter().map(|line| line.len()).sum();
            !text[from..last.place.start].contains("scenarios:")
        };
        let first = (0..=at).rev().find(|&line| is_item(lines[line])).filter(begins_here);
        let first = first.ok_or(AppendError::Inline { line: at + 1 })?;
        let dash = indentation(lines[first]);
        let belongs = |line: &&str| is_blank(line) || indentation(line) > dash;
        let rest = lines[first + 1..].iter().take_while(|line| belongs(line)).count();
        let body = &lines[first + 1..first + 1 + rest];
        let end = first + 1 + body.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);

        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let mut added: String = lines[..end].concat();
        if !added.ends_with('\n') {
            added += newline;
        }
        let has_points = group.name.is_none().then(|| format!("points: {points}"));
        let (name, others) = mapping.split_first().expect("a scenario has a name");
        let all = std::iter::once(name).chain(&has_points).chain(others);
        for (index, line) in all.enumerate() {
            let sign = if index == 0 { "- " } else { "  " };
            let line = format!("{}{sign}{line}", " ".repeat(dash));
            added += line.trim_end();
            added += newline;
        }
        added += &lines[end..].concat();
        let count = |spec: &Self| spec.groups.iter().map(|group| group.scenarios.len()).sum::<usize>();
        let read = |path: &str| self.beside.get(path).cloned().ok_or_else(|| "it is not there".to_owned());
        let parsed = Self::parse(&self.source.name, added.clone(), &read)?;
        if count(&parsed) != count(self) + 1 {
            return Err(AppendError::ReadOtherwise);
        }
        Ok(added)
    }

    fn group_to_append_to(&self, name: Option<&str>) -> Result<usize, AppendError> {
        let Some(name) = name else { return Ok(self.groups.len() - 1) };
        let found = self.groups.iter().position(|group| group.name.as_deref() == Some(name));
        found.ok_or_else(|| {
            let known: Vec<String> =
                self.groups.iter().filter_map(|group| Some(format!("`{}`", group.name.as_ref()?))).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            AppendError::NoGroup { name: name.to_owned(), known }
        })
    }
}

/// Whether a line begins an item of a list.
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

    const HEAD: &str = "assignment: a\nsubmission: { files: [a.py] }\nreference: { files: [a.py] }\n";

    fn spec(rest: &str) -> Spec {
        let read = |_: &str| Ok(b"print()".to_vec());
        Spec::parse("spec.yaml", format!("{HEAD}{rest}"), &read).unwrap()
    }

    fn appended(rest: &str, group: Option<&str>) -> Result<String, AppendError> {
        let mapping = ["name: new".to_owned(), "stdin: [x]".to_owned()];
        let text = spec(rest).with_scenario(group, "2", &mapping)?;
        Ok(text.strip_prefix(HEAD).unwrap().to_owned())
    }

    #[test]
    fn a_scenario_comes_behind_the_last_one_of_its_group_and_before_what_follows() {
        let rest = "groups:\n  - name: One\n    points: 1\n    scenarios:\n      - name: x  # first\n        stdin: |\n          a\n\n          # typed\n\n      # a comment\n  - name: Two\n    points: 1\n    scenarios:\n    - { name: y }\n";
        assert_eq!(
            appended(rest, Some("One")).unwrap(),
            rest.replace("# typed\n", "# typed\n      - name: new\n        stdin: [x]\n")
        );
        assert_eq!(appended(rest, None).unwrap(), format!("{rest}    - name: new\n      stdin: [x]\n"));
    }

    #[test]
    fn a_scenario_outside_of_groups_has_points_of_its_own() {
        let rest = "scenarios:\n  - points: 1\n    name: x";
        assert_eq!(
            appended(rest, None).unwrap(),
            format!("{rest}\n  - name: new\n    points: 2\n    stdin: [x]\n")
        );
    }

    #[test]
    fn the_ends_of_lines_stay_as_they_are() {
        let rest = "scenarios:\r\n- { name: x, points: 1 }\r\ntitle: A\r\n";
        let expected = "scenarios:\r\n- { name: x, points: 1 }\r\n- name: new\r\n  points: 2\r\n  stdin: [x]\r\ntitle: A\r\n";
        assert_eq!(appended(rest, None).unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_added_to_is_refused() {
        let inline = "scenarios: [{ name: x, points: 1 }]\n";
        assert!(matches!(appended(inline, None), Err(AppendError::Inline { line: 4 })));
        let grouped = "scenarios:\n- { name: x, points: 1 }\n";
        let error = appended(grouped, Some("Two")).unwrap_err().to_string();
        assert_eq!(error, "the spec has no group `Two`\nhelp: it has none");
        let taken = "scenarios:\n- { name: new, points: 1 }\n";
        assert!(matches!(appended(taken, None), Err(AppendError::Defects(_))));
    }
}
