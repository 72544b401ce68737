//! The text of a spec without some of its scenarios, and without its comments: what others may see of it.

use std::fmt::Write;
use std::ops::Range;

use super::node::Node;
use super::yaml::{self, At};
use super::{Scenario, Spec};

impl Spec {
    /// Returns the text of the spec without the scenarios that are to be left out. Groups in which none is left are left out too,
    /// and so are all scenarios that stand in the same place as one of them.
    pub fn text_without(&self, leaves_out: impl Fn(&Scenario) -> bool) -> String {
        let scenarios = self.groups.iter().flat_map(|group| &group.scenarios);
        let places: Vec<usize> =
            scenarios.filter(|scenario| leaves_out(scenario)).map(|scenario| scenario.place.start).collect();
        let text = &self.source.text;
        let Ok(root) = yaml::read::<At<Node>>(text) else { return String::new() };
        let mut written = String::new();
        if let Some(root) = root.value().without(&places) {
            root.write(text, &mut written);
        }
        written
    }
}

/// A value from which something was left out.
enum Kept<'a> {
    Single(Range<usize>),
    Text(&'a str),
    List(Vec<Kept<'a>>),
    Keys(Vec<(&'a str, Kept<'a>)>),
}

impl Node {
    /// Returns what is left; `None` if this is to be left out.
    fn without(&self, places: &[usize]) -> Option<Kept<'_>> {
        match self {
            Self::Nothing | Self::Single => Some(Kept::Single(0..0)),
            Self::Text(text) => Some(Kept::Text(text)),
            Self::List(items) => {
                let kept: Vec<Kept> = items.iter().filter_map(|item| kept(item, places)).collect();
                (items.is_empty() || !kept.is_empty()).then_some(Kept::List(kept))
            }
            Self::Keys(keys) => {
                let is_named = |(key, value): &(At<String>, At<Self>)| {
                    let is_single = !matches!(value.value(), Self::List(_) | Self::Keys(_));
                    [Some(key.place()), is_single.then(|| value.place())]
                        .into_iter()
                        .flatten()
                        .any(|place| places.contains(&place.start))
                };
                if keys.iter().any(is_named) {
                    return None;
                }
                let kept = keys.iter().map(|(key, value)| Some((key.value().as_str(), kept(value, places)?)));
                kept.collect::<Option<_>>().map(Kept::Keys)
            }
        }
    }
}

fn kept<'a>(value: &'a At<Node>, places: &[usize]) -> Option<Kept<'a>> {
    Some(match value.value().without(places)? {
        Kept::Single(_) => Kept::Single(value.written()),
        other => other,
    })
}

impl Kept<'_> {
    /// Writes it in one line of YAML.
    fn write(&self, text: &str, out: &mut String) {
        match self {
            Self::Single(place) => out.push_str(text.get(place.clone()).map_or("null", str::trim)),
            Self::Text(text) => quoted(text, out),
            Self::List(items) => {
                out.push('[');
                for (number, item) in items.iter().enumerate() {
                    out.push_str(if number == 0 { "" } else { ", " });
                    item.write(text, out);
                }
                out.push(']');
            }
            Self::Keys(keys) => {
                out.push('{');
                for (number, (key, value)) in keys.iter().enumerate() {
                    out.push_str(if number == 0 { "" } else { ", " });
                    quoted(key, out);
                    out.push_str(": ");
                    value.write(text, out);
                }
                out.push('}');
            }
        }
    }
}

/// Writes a text as JSON does, which YAML reads in the same way.
fn quoted(text: &str, out: &mut String) {
    let _ = write!(out, "{}", serde_json::Value::from(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(spec: &Spec, leaves_out: impl Fn(&Scenario) -> bool) -> Vec<String> {
        let scenarios = spec.groups.iter().flat_map(|group| &group.scenarios);
        scenarios.filter(|one| !leaves_out(one)).map(|one| one.name.clone()).collect()
    }

    #[test]
    fn a_shipped_spec_without_its_comments_says_the_same() {
        let places = regex::Regex::new(r"place: \d+\.\.\d+").unwrap();
        for shipped in super::super::shipped() {
            let load = |text: String| Spec::parse("spec.yaml", text, &|path| shipped.supplied(path)).unwrap();
            let spec = load(shipped.text.to_owned());
            let again = load(spec.text_without(|_| false));
            assert_eq!(format!("{:?}", again.hand_in), format!("{:?}", spec.hand_in), "{}", shipped.key);
            let tasks = |spec: &Spec| {
                let each = spec.groups.iter().flat_map(|group| &group.scenarios);
                let each = each.map(|one| format!("{} {:?} {:?}", one.name, one.task, one.points));
                // Only the places of lines differ.
                each.map(|one| places.replace_all(&one, "").into_owned()).collect::<Vec<_>>()
            };
            for (again, before) in tasks(&again).iter().zip(tasks(&spec)) {
                assert!(*again == before, "{}: {}", shipped.key, &before[..60]);
            }
        }
    }

    #[test]
    fn what_is_left_out_is_nowhere_in_the_text() {
        let text = "assignment: a\nsubmission: { files: [a.py] }\n# secret in a comment\ngroups:\n\
                    - name: one\n  points: 2\n  scenarios:\n\
                    \x20 - { name: shown, stdin: [1.50, 007, 'yes', yes], expect: { stdout: x } }\n\
                    \x20 - { name: secret 1, stdin: [secret], hidden: true, expect: { stdout: x } }\n\
                    - name: all secret\n  points: 2\n  hidden: result\n  scenarios:\n\
                    \x20 - name: secret 2\n    stdin: |\n      secret\n    expect: { stdout: x }\n";
        let spec = Spec::parse("spec.yaml", text.to_owned(), &|_| Err(String::new())).unwrap();
        let is_hidden = |scenario: &Scenario| scenario.hidden != super::super::Hidden::Nothing;
        let left = spec.text_without(is_hidden);
        assert!(!left.contains("secret"), "{left}");
        let again = Spec::parse("spec.yaml", left.clone(), &|_| Err(String::new())).unwrap();
        assert_eq!(names(&again, |_| false), names(&spec, is_hidden), "{left}");
        assert!(left.contains(r#"[1.50, 007, "yes", "yes"]"#), "{left}");
    }
}
