//! Generated scenarios as YAML, put where they belong in the text of a spec.

use yardstick_reference::Trial;

use crate::spec::Spec;

/// A scenario that is to be put into a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The group whose scenarios are the most like it.
    pub group: usize,
    /// What it does.
    pub trial: Trial,
    /// What it is good for: a line of comment each.
    pub comment: Vec<String>,
    /// Shown when it is lost.
    pub hint: Option<String>,
}

/// A spec is written in a way that nothing can be added to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "nothing can be added to `{group}`: its last scenario is not written as a block\n\
     help: begin each scenario of it on a line of its own with `- name:`"
)]
pub struct NoPlace {
    /// The name of the group.
    pub group: String,
}

/// Lines are broken after so many characters.
const WIDTH: usize = 110;

/// The text of a spec with suggestions at the ends of their groups, without points.
///
/// # Errors
///
/// When a group is written in a way that nothing can be added to.
pub fn append(spec: &Spec, suggestions: &[Suggestion]) -> Result<String, NoPlace> {
    let lines: Vec<&str> = spec.source.text.lines().collect();
    let mut additions: Vec<(usize, String)> = Vec::new();
    let mut numbers = vec![0; spec.groups.len()];
    for suggestion in suggestions {
        let group = &spec.groups[suggestion.group];
        let no_place = || NoPlace { group: group.name.clone().unwrap_or_else(|| "scenarios".to_owned()) };
        let place = group.scenarios.last().map(|scenario| scenario.place.start).ok_or_else(no_place)?;
        let (end, indent) = end_of_item(&lines, line_of(&spec.source.text, place)).ok_or_else(no_place)?;
        let name = loop {
            numbers[suggestion.group] += 1;
            let name = format!("generated, {}", numbers[suggestion.group]);
            if group.scenarios.iter().all(|scenario| scenario.name != name) {
                break name;
            }
        };
        let weight = if group.name.is_some() { "weight: 0" } else { "points: 0" };
        additions.push((end, written(suggestion, &name, weight, indent)));
    }
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        text += line;
        text.push('\n');
        additions.iter().filter(|(end, _)| *end == number).for_each(|(_, addition)| text += addition);
    }
    Ok(text)
}

/// A scenario with its comment.
fn written(suggestion: &Suggestion, name: &str, weight: &str, indent: usize) -> String {
    let mut lines: Vec<String> = suggestion.comment.iter().flat_map(|text| comment(text, indent)).collect();
    lines.push(format!("- name: {}", scalar(name)));
    lines.push(format!("  {weight}"));
    match &suggestion.trial {
        Trial::Run { args, lines: typed } => {
            if !args.is_empty() {
                lines.extend(list("args", args, indent));
            }
            lines.extend(list("stdin", typed, indent));
        }
        Trial::Session { lines: typed, .. } => {
            lines.push("  session: |".to_owned());
            for line in typed {
                let prompts = std::iter::once(">>>").chain(std::iter::repeat("..."));
                lines.extend(line.lines().zip(prompts).map(|(line, prompt)| format!("    {prompt} {line}")));
            }
        }
    }
    lines.extend(suggestion.hint.iter().map(|hint| format!("  hint: {}", scalar(hint))));
    let blank = " ".repeat(indent);
    lines.into_iter().map(|line| format!("{blank}{line}\n")).collect()
}

/// A text as lines of comment.
fn comment(text: &str, indent: usize) -> Vec<String> {
    let mut lines = vec!["#".to_owned()];
    for word in text.split_whitespace() {
        let length = |line: &String| indent + line.chars().count() + 1 + word.chars().count();
        if lines.last().is_some_and(|line| length(line) > WIDTH) {
            lines.push("#  ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            *line += &format!(" {word}");
        }
    }
    lines
}

/// `key: [one, two]`, over several lines if it is long.
fn list(key: &str, texts: &[String], indent: usize) -> Vec<String> {
    let items: Vec<String> = texts.iter().map(|text| scalar(text)).collect();
    let line = format!("  {key}: [{}]", items.join(", "));
    if indent + line.chars().count() <= WIDTH {
        return vec![line];
    }
    let mut lines = vec![format!("  {key}:"), "    [".to_owned()];
    for (number, item) in items.iter().enumerate() {
        let comma = if number + 1 < items.len() { "," } else { "]" };
        let last = lines.len() - 1;
        let length = indent + lines[last].chars().count() + item.chars().count();
        if length + 3 > WIDTH {
            lines.push("     ".to_owned());
        }
        let last = lines.len() - 1;
        let gap = if lines[last].ends_with(['[', ' ']) { "" } else { " " };
        lines[last] += &format!("{gap}{item}{comma}");
    }
    lines
}

/// A text as YAML takes it for one line of a list: numbers and plain words as they are, all else in quotes.
fn scalar(text: &str) -> String {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" && text == digits || !digits.starts_with('0'));
    // Words of one or two letters may be taken for truth values: `y`, `no`.
    let is_word = text.len() > 3
        && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !["true", "false", "null"].contains(&text.to_ascii_lowercase().as_str());
    if is_number || is_word {
        return text.to_owned();
    }
    serde_json::to_string(text).expect("JSON takes every text")
}

/// The number of the line that has this byte.
fn line_of(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte].iter().filter(|byte| **byte == b'\n').count()
}

/// The last line of the list item with this line, and how far it is indented; `None` if it is no block.
fn end_of_item(lines: &[&str], line: usize) -> Option<(usize, usize)> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let name = indent(lines[line]);
    let start = (0..=line).rev().find(|&number| {
        let text = lines[number].trim_start();
        text.starts_with("- ") && (number == line || indent(lines[number]) < name)
    })?;
    if lines[start].trim_start().starts_with("- {")
        || lines[line].contains('{') && !lines[line].contains("name:")
    {
        return None;
    }
    let dash = indent(lines[start]);
    let mut end = line;
    for (number, text) in lines.iter().enumerate().skip(line + 1) {
        let is_content = !text.trim().is_empty() && !text.trim_start().starts_with('#');
        if is_content && indent(text) <= dash {
            break;
        }
        if !text.trim().is_empty() && indent(text) > dash {
            end = number;
        }
    }
    Some((end, dash))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Spec {
        Spec::parse("spec.yaml", text.to_owned(), &|_| Err("there is no file".to_owned())).unwrap()
    }

    const BYU: &str =
        "assignment: byu-connect-four\nsubmission: { files: [connect.py] }\nreference: byu-connect-four\n";

    fn suggestion(group: usize, lines: &[&str]) -> Suggestion {
        let lines = lines.iter().map(ToString::to_string).collect();
        Suggestion {
            group,
            trial: Trial::Run { args: Vec::new(), lines },
            comment: vec!["Catches no-vertical.".to_owned()],
            hint: None,
        }
    }

    #[test]
    fn a_suggestion_stands_at_the_end_of_its_group_and_is_worth_nothing() {
        let text = format!(
            "{BYU}groups:\n  - name: One\n    points: 10\n    scenarios:\n      - name: first\n        stdin: [0, 1]\n        \
             hint: Why?\n\n  # About the second.\n  - name: Two\n    points: 1\n    scenarios:\n      - name: only\n        stdin: [3]\n"
        );
        let added = append(&spec(&text), &[suggestion(0, &["0", "", "00", "-1", "y"])]).unwrap();
        let after = "        hint: Why?\n      # Catches no-vertical.\n      - name: \"generated, 1\"\n        weight: 0\n        \
                     stdin: [0, \"\", \"00\", -1, \"y\"]\n\n  # About the second.\n";
        assert!(added.contains(after), "{added}");
        let again = append(&spec(&added), &[suggestion(0, &["5"]), suggestion(1, &["6"])]).unwrap();
        let spec = spec(&again);
        let names: Vec<&str> =
            spec.groups.iter().flat_map(|group| &group.scenarios).map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["first", "generated, 1", "generated, 2", "only", "generated, 1"]);
        assert_eq!(spec.groups[0].points().to_string(), "10");
        assert_eq!(spec.groups[0].scenarios[1].points.to_string(), "0");
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let typed = [
            "0",
            "007",
            "-0",
            "-1",
            "",
            " 3",
            "\"quoted\"",
            "back\\slash",
            "no",
            "null",
            "#",
            "a: b",
            "٣",
            "one",
        ];
        let text = format!(
            "{BYU}groups:\n- name: One\n  points: 1\n  scenarios:\n  - name: first\n    stdin: [0]\n"
        );
        let long: Vec<&str> = typed.iter().copied().cycle().take(60).collect();
        let added = append(&spec(&text), &[suggestion(0, &long)]).unwrap();
        let spec = spec(&added);
        let crate::spec::Task::Run(task) = &spec.groups[0].scenarios[1].task else { panic!("{added}") };
        assert_eq!(task.input.lines, long);
        assert!(added.lines().all(|line| line.chars().count() <= WIDTH + 2), "{added}");
    }

    #[test]
    fn a_group_in_braces_is_left_alone() {
        let text = format!(
            "{BYU}groups: [{{ name: One, points: 1, scenarios: [{{ name: first, stdin: [0] }}] }}]\n"
        );
        let refused = append(&spec(&text), &[suggestion(0, &["5"])]).unwrap_err();
        assert!(refused.to_string().starts_with("nothing can be added to `One`"), "{refused}");
    }
}
