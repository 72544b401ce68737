//! Checks of check50, read by their syntax.

mod calls;
mod checks;
mod composed;
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

use super::draft::{Group, Laid, Make, Scenario, Scenarios};
use super::names::Names;
use super::{Draft, Error, Package, makefile, shell};
use checks::{CONFIGURATIONS, Check};
use follow::Deeds;
use observed::Run;
use scenario::Notes;

/// What such checks are called in a spec that was made of them.
const ORIGIN: &str = "checks of check50";

/// The header of the library for beginners.
const LIBRARY: &str = "cs50.h";

/// The program that a run starts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Program {
    entry: String,
    others: Vec<String>,
    is_supplied: bool,
    /// How `make` builds it, if it does, and what that needs.
    make: Option<Make>,
    beside: Vec<(String, Vec<u8>)>,
}

/// A check as scenarios.
struct Carried {
    key: String,
    name: String,
    after: Vec<String>,
    runs: Vec<(Program, Scenario)>,
    /// Whether its program runs under sanitizers, as under valgrind there.
    is_sanitized: bool,
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
                let deeds = check.deeds.as_ref().ok();
                let is_watched = deeds.is_some_and(|deeds| deeds.runs.iter().any(|run| run.is_watched));
                let is_made = runs.iter().any(|(program, _)| program.make.is_some());
                if is_watched && is_made {
                    draft.leave_out(format!(
                        "the search for errors of memory by valgrind in the check `{name}`, whose program `make` builds: the \
                         Makefile may give the compiler flags for that"
                    ));
                }
                let is_sanitized = is_watched && !is_made;
                carried.push(Carried { key: check.key.clone(), name, after, runs, is_sanitized });
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
    tell(&mut draft, &notes, &all, &carried);
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
    known.included.extend(own.included);
    let is_built = |path: &String| own.built.iter().any(|(_, sources)| sources.contains(path));
    if !own.written.keys().all(is_built) {
        return Err("it writes files".to_owned());
    }
    known.written.extend(own.written);
    known.built.extend(own.built);
    known.made = own.made.or(known.made);
    known.looks_for_files |= own.looks_for_files;
    known.uses_library |= own.uses_library;
    let (makes, rest): (Vec<Run>, Vec<Run>) = own.runs.into_iter().partition(|run| made(run).is_some());
    known.made = makes.iter().find_map(made).or(known.made);
    let own = Deeds { runs: rest, ..Deeds::default() };
    known.runs.clone_from(&own.runs);
    let mut runs = Vec::new();
    for (place, run) in own.runs.iter().enumerate() {
        let (program, args) = program(&run.command, &known, package)?;
        let mut scenario = scenario::scenario(run, notes)?;
        scenario.name = if own.runs.len() == 1 { name.to_owned() } else { format!("run {}", place + 1) };
        scenario.files = laid_out(&run.command, &known, package);
        scenario.files.retain(|(path, _)| args.contains(path) || !opened.contains(path));
        let built: Vec<String> = program.make.iter().flat_map(|make| make.files.clone()).collect();
        scenario.files.retain(|(path, _)| !built.contains(path));
        scenario.args = args;
        scenario.env.clone_from(&run.env);
        scenario.hidden = check.hint.is_some();
        scenario.hint = check.hint.clone().filter(|hint| !hint.is_empty());
        runs.push((program, scenario));
    }
    all.insert(check.key.clone(), known);
    Ok(runs)
}

/// What `make` is asked for, if that is all that a run does.
fn made(run: &Run) -> Option<Option<String>> {
    let commands = shell::commands(&run.command).ok()?;
    let [words] = commands.as_slice() else { return None };
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["make"] => Some(None),
        ["make", target] if !target.starts_with('-') => Some(Some((*target).to_owned())),
        _ => None,
    }
}

/// The program that `make` builds in the folder of the checks.
fn made_program(name: &str, known: &Deeds, package: &Package) -> Result<Program, String> {
    let target = known.made.clone().ok_or("nothing builds it")?;
    let files: Vec<String> =
        known.included.iter().filter(|path| package.has(path) && !path.contains('/')).cloned().collect();
    let makefile = files
        .iter()
        .find(|file| makefile::NAMES.contains(&file.as_str()))
        .ok_or("it lays out no Makefile")?;
    let text = String::from_utf8_lossy(package.get(makefile).unwrap_or_default()).into_owned();
    let target = target.or_else(|| makefile::goal(&text)).ok_or("its Makefile has no target")?;
    let entry =
        known.exists.iter().find(|file| file.ends_with(".c")).ok_or("no source is handed in")?.clone();
    let is_built = |file: &String| [".c", ".h"].iter().any(|end| file.ends_with(end)) || file == makefile;
    let files: Vec<String> = files.iter().filter(|file| is_built(file)).cloned().collect();
    let beside =
        files.iter().map(|file| (file.clone(), package.get(file).unwrap_or_default().to_vec())).collect();
    let make = Some(Make { target, program: name.to_owned(), files, resets_flags: false });
    Ok(Program { entry, others: Vec::new(), is_supplied: false, make, beside })
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
        let (others, beside) = (Vec::new(), Vec::new());
        return Ok((Program { entry, others, is_supplied, make: None, beside }, args.to_vec()));
    }
    let name = first.strip_prefix("./").ok_or_else(unknown)?;
    let sources = known.built.iter().rev().find(|(built, _)| built == name).map(|(_, sources)| sources);
    if sources.is_none() && known.made.is_some() {
        return Ok((made_program(name, known, package)?, rest.to_vec()));
    }
    let (entry, others) = sources.and_then(|sources| sources.split_first()).ok_or_else(unknown)?;
    if let Some(parts) = known.written.get(entry) {
        let composed = composed::composed(entry, parts, package, known.uses_library)?;
        let (entry, make, beside) = (composed.entry, Some(composed.make), composed.beside);
        return Ok((Program { entry, others: Vec::new(), is_supplied: false, make, beside }, rest.to_vec()));
    }
    let (entry, others, beside) = (entry.clone(), others.to_vec(), Vec::new());
    Ok((Program { entry, others, is_supplied: false, make: None, beside }, rest.to_vec()))
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
    for (path, content) in programs.iter().flat_map(|program| &program.beside) {
        draft.beside.insert(path.clone(), content.clone());
    }
    if let [program] = programs.iter().collect::<Vec<_>>().as_slice() {
        draft.make.clone_from(&program.make);
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
    if all.values().any(|deeds| deeds.uses_library) && !package.has(LIBRARY) {
        draft.beside.insert(LIBRARY.to_owned(), include_bytes!("cs50.h").to_vec());
        draft.supplied.push(LIBRARY.to_owned());
        draft.flags.push("-I.".to_owned());
        draft.differs("There, `<cs50.h>` is a part of the grader. Here it is a header of yardstick's own, which lies beside the spec.");
    }
}

fn tell(draft: &mut Draft, notes: &Notes, all: &BTreeMap<String, Deeds>, carried: &[Carried]) {
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
    if all.values().any(|deeds| deeds.looks_for_files) {
        draft.differs(
            "Some checks lay out a file of their own only where it is not handed in. Here they always do.",
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
    if carried.iter().any(|check| check.is_sanitized) {
        draft.differs(
            "There, valgrind looks for errors of memory. Here sanitizers do (`runtime: sanitized`), which do not see values that were \
             never set.",
        );
    }
}

/// Writes the checks as scenarios, or as groups where one of them has several runs or needs another one.
fn write(draft: &mut Draft, carried: Vec<Carried>) {
    let programs: BTreeSet<Program> =
        carried.iter().flat_map(|check| check.runs.iter().map(|(program, _)| program.clone())).collect();
    let names: BTreeMap<String, String> =
        carried.iter().map(|check| (check.key.clone(), check.name.clone())).collect();
    let has_needs = carried.iter().any(|check| check.after.iter().any(|key| names.contains_key(key)));
    let is_usual = carried.iter().all(|check| !check.is_sanitized);
    if programs.len() == 1 && is_usual && !has_needs && carried.iter().all(|check| check.runs.len() == 1) {
        for (_, scenario) in carried.into_iter().flat_map(|check| check.runs) {
            draft.scenarios.push(Scenario { points: Some("1".to_owned()), ..scenario });
        }
        return;
    }
    let resets_flags = !draft.flags.is_empty();
    for check in carried {
        let entry = check.runs.first().map(|(program, _)| program.entry.clone());
        let make = check.runs.first().and_then(|(program, _)| program.make.clone());
        let hidden = check.runs.iter().all(|(_, scenario)| scenario.hidden);
        let scenarios: Vec<Scenario> =
            check.runs.into_iter().map(|(_, scenario)| Scenario { hidden: false, ..scenario }).collect();
        draft.groups.push(Group {
            name: check.name,
            entry: entry.filter(|_| programs.len() > 1),
            make: make.filter(|_| programs.len() > 1).map(|make| Make { resets_flags, ..make }),
            points: "1".to_owned(),
            pass_all: scenarios.len() > 1,
            after: check.after.iter().filter_map(|key| names.get(key)).cloned().collect(),
            hidden,
            is_sanitized: check.is_sanitized,
            scenarios: Scenarios::Written(scenarios),
            ..Group::default()
        });
    }
}
