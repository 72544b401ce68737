//! Checks of check50, read by their syntax.

mod calls;
mod checks;
mod follow;
mod observed;
mod pattern;
mod scenario;
mod simple;
mod value;
mod values;
mod ways;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::draft::{Group, Laid, Scenario, Scenarios};
use super::names::Names;
use super::{Draft, Error, Package, shell};
use checks::{CONFIGURATIONS, Check};
use follow::Deeds;
use scenario::Notes;

/// What such checks are called in a spec that was made of them.
const ORIGIN: &str = "checks of check50";

/// The program that a run starts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Program {
    entry: String,
    others: Vec<String>,
    is_supplied: bool,
}

/// A check as scenarios.
struct Carried {
    key: String,
    name: String,
    after: Vec<String>,
    runs: Vec<(Program, Scenario)>,
}

/// Reads the checks of a problem.
pub(super) fn read(package: Package, path: &Path) -> Result<Draft, Error> {
    let has_one = package.paths().count() == 1;
    let markers: Vec<&str> = CONFIGURATIONS.into_iter().chain(["__init__.py"]).collect();
    let package = if has_one { Some(package) } else { package.around(&markers) };
    let package = package.ok_or_else(|| {
        let help = "name the folder in which `__init__.py` or `.cs50.yml` lies";
        Error::new("these are no checks: there is neither an `__init__.py` nor a `.cs50.yml` in it", help)
    })?;
    let checks = checks::read(&package, path)?;
    let mut draft = Draft::new(&package.name, ORIGIN);
    let mut notes = Notes::default();
    let mut names = Names::default();
    let mut all: BTreeMap<String, Deeds> = BTreeMap::new();
    // What checks read themselves is not there for the program.
    let opened: BTreeSet<String> = checks
        .iter()
        .filter_map(|check| check.deeds.as_ref().ok())
        .flat_map(|deeds| deeds.opened.clone())
        .collect();
    let mut carried = Vec::new();
    for check in &checks {
        let name = names.unique(&check.name);
        match carry(check, &name, (&package, &opened), &mut all, &mut notes) {
            Ok(runs) if runs.is_empty() => {}
            Ok(runs) => {
                let after = check.after.clone().into_iter().collect();
                carried.push(Carried { key: check.key.clone(), name, after, runs });
            }
            Err(reason) => draft.leave_out(format!("the check `{name}`: {reason}")),
        }
    }
    if carried.is_empty() {
        let what = match (checks.is_empty(), draft.left_out.is_empty()) {
            (true, _) => "there are no checks in it".to_owned(),
            (false, true) => "the checks only look for files".to_owned(),
            (false, false) => {
                format!(
                    "none of the checks only runs a program with given input: {}",
                    draft.left_out.join("; ")
                )
            }
        };
        return Err(Error::new(&what, "write them as scenarios, sessions or rules by hand"));
    }
    settle(&mut draft, &carried, &all, &package);
    tell(&mut draft, &notes, &all);
    write(&mut draft, carried);
    Ok(draft)
}

/// The runs of a check as scenarios; nothing if it only looks for files or compiles.
fn carry(
    check: &Check,
    name: &str,
    (package, opened): (&Package, &BTreeSet<String>),
    all: &mut BTreeMap<String, Deeds>,
    notes: &mut Notes,
) -> Result<Vec<(Program, Scenario)>, String> {
    let own = check.deeds.clone()?;
    let mut known = match &check.after {
        Some(before) => all
            .get(before)
            .cloned()
            .ok_or_else(|| format!("it needs the check `{before}`, which was not carried over"))?,
        None => Deeds::default(),
    };
    known.exists.extend(own.exists);
    known.built.extend(own.built);
    known.included.extend(own.included);
    known.uses_valgrind |= own.uses_valgrind;
    known.uses_library |= own.uses_library;
    known.runs.clone_from(&own.runs);
    let mut runs = Vec::new();
    for (place, run) in own.runs.iter().enumerate() {
        let (program, args) = program(&run.command, &known, package)?;
        let mut scenario = scenario::scenario(run, notes)?;
        scenario.name = if own.runs.len() == 1 { name.to_owned() } else { format!("run {}", place + 1) };
        scenario.files = laid_out(&run.command, &known, package);
        scenario.files.retain(|(path, _)| args.contains(path) || !opened.contains(path));
        scenario.args = args;
        scenario.hidden = check.hint.is_some();
        scenario.hint = check.hint.clone().filter(|hint| !hint.is_empty());
        runs.push((program, scenario));
    }
    all.insert(check.key.clone(), known);
    Ok(runs)
}

/// The program that a command starts, and its arguments.
fn program(command: &str, known: &Deeds, package: &Package) -> Result<(Program, Vec<String>), String> {
    let commands = shell::commands(command)?;
    let [words] = commands.as_slice() else { return Err(format!("`{command}` is not one command")) };
    let unknown = || format!("`{command}` runs no program that is known here");
    let (first, rest) = words.split_first().ok_or_else(unknown)?;
    let names_python = ["python3", "python"].contains(&first.as_str());
    if let (true, Some((file, args))) = (names_python, rest.split_first()) {
        let entry = shell::own_path(file).filter(|file| file.ends_with(".py")).ok_or_else(unknown)?;
        let is_supplied = !known.exists.contains(&entry) && package.has(&entry);
        return Ok((Program { entry, others: Vec::new(), is_supplied }, args.to_vec()));
    }
    let name = first.strip_prefix("./").ok_or_else(unknown)?;
    let sources = known.built.iter().rev().find(|(built, _)| built == name).map(|(_, sources)| sources);
    let (entry, others) = sources.and_then(|sources| sources.split_first()).ok_or_else(unknown)?;
    Ok((Program { entry: entry.clone(), others: others.to_vec(), is_supplied: false }, rest.to_vec()))
}

/// The files that lie beside a program in a run: those that its command names, and those that only it can be meant to read.
fn laid_out(command: &str, known: &Deeds, package: &Package) -> Vec<(String, Laid)> {
    let mut files = Vec::new();
    for included in &known.included {
        let included = included.trim_start_matches("./").trim_end_matches('/');
        let last = included.rsplit('/').next().unwrap_or(included);
        if package.has(included) {
            files.push((last.to_owned(), included.to_owned()));
        }
        files.extend(
            package.below(included).map(|(path, _)| (format!("{last}/{path}"), format!("{included}/{path}"))),
        );
    }
    files.sort();
    files.dedup();
    let is_named = |path: &str| command.split_whitespace().any(|word| word.trim_start_matches("./") == path);
    let has_named = files.iter().any(|(path, _)| is_named(path));
    files.retain(|(path, _)| !has_named || is_named(path));
    // A program of the checks is laid out for all runs.
    files.retain(|(path, _)| !path.ends_with(".py") && !path.ends_with(".c"));
    files.into_iter().map(|(path, from)| (path, Laid::File(from))).collect()
}

/// What is handed in, and what lies beside the spec.
fn settle(draft: &mut Draft, carried: &[Carried], all: &BTreeMap<String, Deeds>, package: &Package) {
    let programs: BTreeSet<&Program> =
        carried.iter().flat_map(|check| check.runs.iter().map(|(program, _)| program)).collect();
    let mut files: Vec<String> = Vec::new();
    let sources = programs.iter().filter(|program| !program.is_supplied);
    let sources = sources.flat_map(|program| std::iter::once(&program.entry).chain(&program.others));
    let needed = all.values().flat_map(|deeds| &deeds.exists);
    for file in sources.chain(needed) {
        let is_of_checks = programs.iter().any(|program| program.is_supplied && program.entry == *file);
        if !files.contains(file) && !is_of_checks {
            files.push(file.clone());
        }
    }
    let supplied: Vec<String> =
        programs.iter().filter(|program| program.is_supplied).map(|program| program.entry.clone()).collect();
    let laid = carried.iter().flat_map(|check| &check.runs).flat_map(|(_, scenario)| &scenario.files);
    let laid = laid.filter_map(|(_, laid)| match laid {
        Laid::File(from) => Some(from),
        Laid::Text(_) => None,
    });
    for path in laid.chain(&supplied) {
        draft.beside.insert(path.clone(), package.get(path).unwrap_or_default().to_vec());
    }
    let entry = programs.iter().next().map(|program| program.entry.clone());
    if let Some(entry) = entry.filter(|_| programs.len() == 1) {
        let stem = files.first().unwrap_or(&entry);
        let stem = stem.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
        let named = Draft::new(stem, ORIGIN);
        (draft.key, draft.title) = (named.key, named.title);
        draft.entry = (files != [entry.clone()]).then_some(entry);
    }
    (draft.files, draft.supplied) = (files, supplied);
}

fn tell(draft: &mut Draft, notes: &Notes, all: &BTreeMap<String, Deeds>) {
    draft.differs("Checks have no points. Here each one is worth 1 point.");
    draft.differs("There, what is printed to standard error counts as output. Here it is not looked at.");
    if notes.has_prompts {
        draft.differs(
            "There, something must be printed before each line of input. Here no prompt is asked for.",
        );
    }
    if notes.follows_prompts {
        draft.differs(
            "There, some outputs must begin right behind a prompt. Here they may stand anywhere behind it.",
        );
    }
    if notes.takes_all {
        draft.differs("There, empty lines at the beginning do not count where a check takes the whole output. Here they do.");
    }
    if notes.rejects_between {
        draft.differs(
            "Some checks look whether a line is refused and then type another one. Here only the output at the end tells.",
        );
    }
    if all.values().any(|deeds| deeds.uses_valgrind) {
        draft.leave_out(
            "the search for errors of memory by valgrind: its checks run the program as the others do (`runtime: sanitized` in a group looks for them)",
        );
    }
    if all.values().any(|deeds| deeds.uses_library) {
        draft.differs("There, `<cs50.h>` is a part of the grader. Here it must be installed where programs are compiled.");
    }
}

/// Writes the checks as scenarios, or as groups where one of them has several runs or needs another one.
fn write(draft: &mut Draft, carried: Vec<Carried>) {
    let programs: BTreeSet<Program> =
        carried.iter().flat_map(|check| check.runs.iter().map(|(program, _)| program.clone())).collect();
    let names: BTreeMap<String, String> =
        carried.iter().map(|check| (check.key.clone(), check.name.clone())).collect();
    let has_needs = carried.iter().any(|check| check.after.iter().any(|key| names.contains_key(key)));
    if programs.len() == 1 && !has_needs && carried.iter().all(|check| check.runs.len() == 1) {
        for (_, scenario) in carried.into_iter().flat_map(|check| check.runs) {
            draft.scenarios.push(Scenario { points: Some("1".to_owned()), ..scenario });
        }
        return;
    }
    for check in carried {
        let entry = check.runs.first().map(|(program, _)| program.entry.clone());
        let hidden = check.runs.iter().all(|(_, scenario)| scenario.hidden);
        let scenarios: Vec<Scenario> =
            check.runs.into_iter().map(|(_, scenario)| Scenario { hidden: false, ..scenario }).collect();
        draft.groups.push(Group {
            name: check.name,
            entry: entry.filter(|_| programs.len() > 1),
            points: "1".to_owned(),
            pass_all: scenarios.len() > 1,
            after: check.after.iter().filter_map(|key| names.get(key)).cloned().collect(),
            hidden,
            scenarios: Scenarios::Written(scenarios),
            ..Group::default()
        });
    }
}
