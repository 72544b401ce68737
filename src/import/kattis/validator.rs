//! How a package judges outputs: by the default validator, or by a program of its own.

use super::super::draft::Compare;
use super::super::package::some_of;
use super::super::{Draft, Error, Package};
use super::Problem;
use crate::language;

/// What judges outputs.
pub(super) enum Validator {
    /// The validator that every system has.
    Default,
    /// A program of the package, by its files beside the spec; the first one is run.
    Own { files: Vec<String>, talks: bool, scores: bool, passes: u32 },
}

impl Validator {
    /// Finds the validator, and lays its files beside the spec.
    pub(super) fn read(package: &Package, problem: &Problem, draft: &mut Draft) -> Result<Self, Error> {
        if !problem.is_custom && !problem.is_interactive {
            if package.has_folder("output_validators") {
                draft.leave_out(
                    "`output_validators/`, because `problem.yaml` does not say `validation: custom`",
                );
            }
            return Ok(Self::Default);
        }
        let folder =
            ["output_validator", "output_validators"].into_iter().find(|folder| package.has_folder(folder));
        let folder = folder.ok_or_else(|| {
            let what = "`problem.yaml` says that a program of the package judges outputs, and there is none";
            Error::new(what, "put it into `output_validators/`")
        })?;
        let (folder, files) = program(package, folder)?;
        let entry = entry(&folder, &files)?;
        let mut paths = vec![format!("{folder}/{entry}")];
        paths.extend(files.iter().filter(|file| **file != entry).map(|file| format!("{folder}/{file}")));
        for path in &paths {
            draft.beside.insert(path.clone(), package.get(path).unwrap_or_default().to_vec());
        }
        let missing = missing_headers(package, &paths);
        if !missing.is_empty() {
            draft.leave_out(format!(
                "{}, which the validator includes and which is not in the package: lay it beside the validator, and name it \
                 in `compare`",
                some_of(&missing)
            ));
        }
        let scores = problem.is_scored && !problem.is_interactive;
        if scores {
            draft.differs(
                "The validator's `score.txt` must be a number from 0 to 1 here, the share of the scenario's points.",
            );
        }
        Ok(Self::Own { files: paths, talks: problem.is_interactive, scores, passes: problem.passes })
    }

    /// How outputs are compared with these arguments of the validator.
    pub(super) fn compare(&self, flags: &[String], draft: &mut Draft) -> Compare {
        match self {
            Self::Own { files, talks, scores, passes } => Compare::Judged {
                talks: *talks,
                files: files.clone(),
                args: flags.to_vec(),
                scores: *scores,
                passes: *passes,
            },
            Self::Default => by_default(flags, draft),
        }
    }
}

/// The files of the only program in a folder, with the folder in which they lie.
fn program(package: &Package, folder: &str) -> Result<(String, Vec<String>), Error> {
    let mut paths: Vec<&str> = package.below(folder).map(|(path, _)| path).collect();
    let below = paths[0].split_once('/').map(|(below, _)| below.to_owned());
    let whole = match &below {
        Some(below) => {
            let is_there =
                |path: &&str| path.strip_prefix(below.as_str()).is_some_and(|rest| rest.starts_with('/'));
            let others = paths.iter().filter(|path| !is_there(path)).count();
            paths = paths.into_iter().filter(is_there).map(|path| &path[below.len() + 1..]).collect();
            (others == 0).then(|| format!("{folder}/{below}"))
        }
        None => Some(folder.to_owned()),
    };
    let is_flat = paths.iter().all(|path| !path.contains('/'));
    let whole = whole.filter(|_| is_flat).ok_or_else(|| {
        let what = format!("`{folder}/` holds more than one program, or a program with folders of its own");
        Error::new(&what, "leave one there, with its files in one folder")
    })?;
    if let Some(script) = paths.iter().find(|path| ["build", "run"].contains(path)) {
        let what =
            format!("the validator is built by a script of its own, `{whole}/{script}`, which is not run");
        return Err(Error::new(&what, "write it as a program in a language that submissions can have"));
    }
    Ok((whole, paths.into_iter().map(str::to_owned).collect()))
}

/// The file of a program that is run.
fn entry(folder: &str, files: &[String]) -> Result<String, Error> {
    let is_source = |file: &&String| {
        file.contains('.') && language::of_file(file).is_some_and(|language| language.name != "executable")
    };
    let sources: Vec<&String> = files.iter().filter(is_source).collect();
    let stem = |file: &str| file.rsplit_once('.').map(|(stem, _)| stem.to_owned()).unwrap_or_default();
    let own = folder.rsplit('/').next().unwrap_or_default();
    let names = ["main", "__main__", "validate", "validator", "check", "checker", own];
    let named = || sources.iter().find(|file| names.contains(&stem(file).as_str()));
    match sources.as_slice() {
        [one] => Ok((*one).clone()),
        [] => {
            let what = format!("the validator in `{folder}/` is written in no language that is known here");
            Err(Error::new(&what, "write it in a language that submissions can have, such as Python or C++"))
        }
        _ => named().map(|file| (*file).clone()).ok_or_else(|| {
            let what = format!("nothing tells which file of `{folder}/` is run: {}", some_of(files));
            Error::new(&what, "call it `main`, with the ending of its language")
        }),
    }
}

/// The headers in quotes that the sources include and that do not lie beside them.
fn missing_headers(package: &Package, paths: &[String]) -> Vec<String> {
    let mut missing = Vec::new();
    for path in paths {
        let text = String::from_utf8_lossy(package.get(path).unwrap_or_default()).into_owned();
        for line in text.lines() {
            let header = line.trim().strip_prefix('#').map(str::trim_start);
            let header = header.and_then(|line| line.strip_prefix("include")).map(str::trim_start);
            let header =
                header.and_then(|line| line.strip_prefix('"')?.split_once('"')).map(|(header, _)| header);
            let Some(header) = header else { continue };
            let is_there = paths.iter().any(|path| path.rsplit('/').next() == Some(header));
            if !is_there && !missing.iter().any(|other| other == header) {
                missing.push(header.to_owned());
            }
        }
    }
    missing
}

/// The relaxations that come nearest to the default validator with these flags.
fn by_default(flags: &[String], draft: &mut Draft) -> Compare {
    let (mut case, mut tokens) = (true, true);
    let (mut absolute, mut relative): (Option<f64>, Option<f64>) = (None, None);
    let mut unknown = Vec::new();
    let mut words = flags.iter();
    while let Some(flag) = words.next() {
        let mut amount =
            || words.next().and_then(|word| word.parse().ok()).filter(|amount: &f64| *amount > 0.0);
        match flag.as_str() {
            "case_sensitive" => case = false,
            "space_change_sensitive" => tokens = false,
            "float_absolute_tolerance" => absolute = amount(),
            "float_relative_tolerance" => relative = amount(),
            "float_tolerance" => {
                absolute = amount();
                relative = absolute;
            }
            other => unknown.push(other.to_owned()),
        }
    }
    if !unknown.is_empty() {
        draft.leave_out(format!("flags of the validator that are not known here: {}", some_of(&unknown)));
    }
    let numbers = match (absolute, relative) {
        (None, None) => None,
        (Some(absolute), Some(relative)) if absolute.total_cmp(&relative).is_eq() => {
            Some(format!("numbers: {absolute:e}"))
        }
        (absolute, relative) => {
            let absolute = absolute.map(|most| format!("absolute: {most:e}"));
            let relative = relative.map(|most| format!("relative: {most:e}"));
            let bounds: Vec<String> = absolute.into_iter().chain(relative).collect();
            Some(format!("numbers: {{ {} }}", bounds.join(", ")))
        }
    };
    let mut relaxations = Vec::new();
    relaxations.extend(tokens.then(|| "tokens".to_owned()));
    relaxations.extend(case.then(|| "case".to_owned()));
    relaxations.extend(numbers);
    if relaxations.is_empty() { Compare::Exact } else { Compare::Relaxed(relaxations) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tolerance_of_numbers_is_of_the_kind_that_it_was() {
        let of = |flags: &str| {
            let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
            by_default(&flags, &mut Draft::new("a", ""))
        };
        for (flags, numbers) in [
            ("float_tolerance 1e-4", "numbers: 1e-4"),
            ("float_absolute_tolerance 1e-4", "numbers: { absolute: 1e-4 }"),
            ("float_relative_tolerance 0.5", "numbers: { relative: 5e-1 }"),
            (
                "float_relative_tolerance 1e-6 float_absolute_tolerance 1",
                "numbers: { absolute: 1e0, relative: 1e-6 }",
            ),
        ] {
            let relaxed = ["tokens", "case", numbers].map(str::to_owned).to_vec();
            assert_eq!(of(flags), Compare::Relaxed(relaxed), "{flags}");
        }
    }
}
