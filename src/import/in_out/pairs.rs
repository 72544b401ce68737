//! Folders in which files of input and of expected output lie, as many ways as there are of naming them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::draft::{Compare, Group, Scenario, Scenarios};
use super::super::package::{is_text, some_of};
use super::super::{Draft, Error, Package};

/// What a folder of pairs is called in a spec that was made of it.
const ORIGIN: &str = "a folder of inputs and outputs";

/// The endings of files of expected output, beside `.in`.
const ENDINGS: [&str; 7] = ["out", "ans", "exp", "expected", "sol", "ok", "a"];

/// How the files of a pair are named: a part in front of what they have in common, and a part behind it.
struct Naming {
    input: (&'static str, String),
    output: (&'static str, String),
    /// The folders of inputs and of outputs, if they lie apart.
    folders: Option<(&'static str, &'static str)>,
}

/// Reads a folder.
pub(super) fn read(package: &Package) -> Result<Draft, Error> {
    let mut draft = Draft::new(&package.name, ORIGIN);
    let mut paired = BTreeSet::new();
    let mut no_text = Vec::new();
    // The groups by their patterns of input and output.
    let mut groups: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    for naming in namings() {
        for input in package.paths() {
            let Some((output, patterns)) = naming.output_of(input) else { continue };
            let (Some(given), Some(expected)) = (package.get(input), package.get(&output)) else { continue };
            if paired.contains(input) || paired.contains(&output) || input == output {
                continue;
            }
            paired.extend([input.to_owned(), output.clone()]);
            if !is_text(given) || !is_text(expected) {
                no_text.push(input.to_owned());
                continue;
            }
            groups.entry(patterns).or_default().push((input.to_owned(), output.clone()));
            draft.beside.insert(input.to_owned(), given.to_vec());
            draft.beside.insert(output, expected.to_vec());
        }
    }
    if groups.is_empty() {
        let help = "such as `1.in` with `1.out` or `1.ans`, `input1.txt` with `output1.txt`, `input/1.txt` with `output/1.txt`";
        return Err(Error::new("no file of input lies here with one of expected output", help));
    }
    super::ask_for_any_language(&mut draft);
    draft.compare = Compare::Relaxed(vec!["trailing-blanks".to_owned(), "final-newline".to_owned()]);
    draft.differs(
        "Files do not say how outputs are compared. Here blanks at the ends of lines and the last newline do not count: \
         change `compare` if they do, or if more does not.",
    );
    draft.differs("Every test is worth 1 point.");
    let folder_of = |from: &str| from.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let folders: Vec<String> = groups.keys().map(|(from, _)| folder_of(from)).collect();
    for ((from, expect), tests) in groups {
        let folder = folder_of(&from);
        // Where files of one folder are named in two ways, the pattern of one may match those of the other.
        let is_clear = folders.iter().filter(|other| **other == folder).count() == 1;
        let name = folder.trim_end_matches('*').trim_end_matches('/');
        let name = unique(if name.is_empty() { "tests" } else { name }, &draft);
        let points = tests.len().to_string();
        let scenarios = if is_clear {
            Scenarios::Files { from, expect }
        } else {
            draft.differs(format!(
                "In `{name}` the last line of every input ends with a newline, if it did or not."
            ));
            Scenarios::Written(
                tests
                    .into_iter()
                    .map(|(input, output)| Scenario::of_files(input.clone(), input, output))
                    .collect(),
            )
        };
        let group = Group { name, points, scenarios, ..Group::default() };
        draft.groups.push(group);
    }
    let rest: Vec<String> =
        package.paths().filter(|path| !paired.contains(*path)).map(str::to_owned).collect();
    for (paths, what) in
        [(no_text, "tests that are not text in UTF-8"), (rest, "files that belong to no pair")]
    {
        if !paths.is_empty() {
            draft.leave_out(format!("{what}: {}", some_of(&paths)));
        }
    }
    Ok(draft)
}

/// A name that no group has yet.
fn unique(name: &str, draft: &Draft) -> String {
    let is_free = |name: &String| draft.groups.iter().all(|group| group.name != *name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// All ways of naming, the most telling first.
fn namings() -> Vec<Naming> {
    let beside = |ending: &str| Naming {
        input: ("", ".in".to_owned()),
        output: ("", format!(".{ending}")),
        folders: None,
    };
    let mut namings: Vec<Naming> = ENDINGS.into_iter().map(beside).collect();
    for (input, output) in [("input", "output"), ("in", "out"), ("input", "answer")] {
        for ending in [".txt", ""] {
            let (input, output) = ((input, ending.to_owned()), (output, ending.to_owned()));
            namings.push(Naming { input, output, folders: None });
        }
    }
    for folders in [("input", "output"), ("inputs", "outputs"), ("in", "out"), ("inputs", "expected")] {
        for (input, output) in [("", ""), ("input", "output")] {
            let endings = [(".txt", ".txt"), (".in", ".out"), (".in", ".ans"), ("", "")];
            namings.extend(endings.map(|(of_input, of_output)| Naming {
                input: (input, of_input.to_owned()),
                output: (output, of_output.to_owned()),
                folders: Some(folders),
            }));
        }
    }
    namings
}

impl Naming {
    /// The file of output that belongs to a file of input, and the patterns of both.
    fn output_of(&self, path: &str) -> Option<(String, (String, String))> {
        if path.split('/').any(|name| name.starts_with('.')) {
            return None;
        }
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let common = name.strip_prefix(self.input.0)?.strip_suffix(self.input.1.as_str())?;
        let output_folder = match self.folders {
            None => folder.to_owned(),
            Some((of_inputs, of_outputs)) => {
                let above = folder.strip_suffix(of_inputs)?;
                (above.is_empty() || above.ends_with('/')).then(|| format!("{above}{of_outputs}"))?
            }
        };
        let named = |(front, behind): &(&str, String), common: &str| format!("{front}{common}{behind}");
        let output = named(&self.output, common);
        if !common.is_empty() {
            let patterns = (
                join(folder, &named(&self.input, "*")),
                match self.folders {
                    None => named(&self.output, "*"),
                    Some(_) => join(&output_folder, &named(&self.output, "*")),
                },
            );
            return Some((join(&output_folder, &output), patterns));
        }
        // `7/input` with `7/output`: the folder tells one test from another.
        let (above, _) = folder.rsplit_once('/').unwrap_or(("", folder));
        let is_numbered = self.folders.is_none() && !folder.is_empty();
        is_numbered.then(|| (join(folder, &output), (join(above, &format!("*/{name}")), output)))
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
