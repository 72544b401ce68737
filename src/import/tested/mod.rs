//! Exercises of Dodona, for the judge TESTed.

mod code;
mod dsl;
mod json;
mod language;
mod names;
mod native;
mod oracle;
mod outputs;
mod plan;
mod read;
mod session;

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Compare, Expect, Group, Laid, Scenario, Scenarios, Stderr, Stdin};
use super::names::Names;
use super::{Draft, Error, Package, Promise, Promised};
use code::Writer;
use language::Language;
use names::pascal;
use oracle::Judges;
use plan::{Case, Context, Input};
use read::Reason;

/// What such a plan is called in a spec that was made of it.
const ORIGIN: &str = "a test plan of TESTed (Dodona)";

/// Reads an exercise, for submissions in a language.
pub(super) fn read(package: Package, language: Option<&str>) -> Result<Draft, Error> {
    let has_plan = |package: &Package| {
        package.has("config.json") || package.has("config.template.json") || package.has_folder("evaluation")
    };
    let is_plain = has_plan(&package) || package.paths().all(|path| !path.contains('/'));
    let package =
        if is_plain { Some(package) } else { package.around(&["config.json", "config.template.json"]) };
    let package = package.ok_or_else(|| {
        let help = "name the folder of the exercise, in which `config.json` and `evaluation/` lie, or the plan itself";
        Error::new("this is no exercise of Dodona: there is no `evaluation/` in it", help)
    })?;
    let mut draft = Draft::new(&package.name, ORIGIN);
    let plan = read::plan(&package, &mut draft)?;
    let wanted = language.or(plan.language.as_deref()).unwrap_or("python");
    let Some(language) = Language::ALL.into_iter().find(|language| language.name() == wanted) else {
        let what = format!("plans cannot be carried over for submissions in `{wanted}`");
        let help = "name another language with `--language`: `python`, `javascript`, `java`, `c` or `cpp`";
        return Err(Error::new(&what, help));
    };
    let namespace = plan.namespace.unwrap_or_else(|| "submission".to_owned());
    draft.files = vec![language.file(&namespace)];
    let ending = draft.files[0].rsplit('.').next().unwrap_or_default().to_owned();
    // The other languages have solutions of their own.
    let solutions: Vec<(&str, &[u8])> = package
        .below("solution")
        .filter(|(path, _)| !path.contains('/') && path.ends_with(&format!(".{ending}")))
        .collect();
    let mut writer = Contexts {
        language,
        class: pascal(&namespace),
        words: words_of(&solutions),
        package: &package,
        laid: BTreeMap::new(),
        is_split: false,
    };
    let mut names = Names::default();
    for unit in &plan.units {
        let mut scenarios = Vec::new();
        let mut own_names = Names::default();
        for (place, context) in unit.contexts.iter().enumerate() {
            match writer.scenarios(context, &mut draft) {
                Ok(written) => scenarios.extend(written.into_iter().map(|scenario| {
                    let name = if scenario.name.is_empty() {
                        format!("context {}", place + 1)
                    } else {
                        scenario.name.clone()
                    };
                    Scenario { name: own_names.unique(&name), ..scenario }
                })),
                Err(reason) => draft.leave_out(format!("context {} of `{}`: {reason}", place + 1, unit.name)),
            }
        }
        if !scenarios.is_empty() {
            draft.groups.push(Group {
                name: names.unique(&unit.name),
                points: scenarios.len().to_string(),
                hidden: unit.hidden,
                scenarios: Scenarios::Written(scenarios),
                ..Group::default()
            });
        }
    }
    if draft.groups.is_empty() {
        let what = format!("nothing of the plan can be carried over: {}", draft.left_out.join("; "));
        return Err(Error::new(&what, "try another language with `--language`, or write a spec by hand"));
    }
    for (path, content) in &solutions {
        let files = BTreeMap::from([((*path).to_owned(), content.to_vec())]);
        draft.promises.push(Promise { name: format!("solution/{path}"), files, verdict: Promised::Accepted });
    }
    if language.is_native() && has_sessions(&draft) {
        draft.header = draft.files.first().cloned();
    }
    let is_split = writer.is_split;
    supply(&mut draft, &package, std::mem::take(&mut writer.laid));
    tell(&mut draft, is_split, language);
    Ok(draft)
}

/// Writes contexts as scenarios.
struct Contexts<'a> {
    language: Language,
    class: String,
    /// The words of the solutions.
    words: BTreeSet<String>,
    package: &'a Package,
    /// The files for sessions, by the names under which they lie beside submissions.
    laid: BTreeMap<String, Laid>,
    /// Whether a context became a run and a session.
    is_split: bool,
}

impl Contexts<'_> {
    fn scenarios(&mut self, context: &Context, draft: &mut Draft) -> Result<Vec<Scenario>, Reason> {
        let (mains, lines): (Vec<&Case>, Vec<&Case>) =
            context.cases.iter().partition(|case| matches!(case.input, Input::Main { .. }));
        let mut scenarios = Vec::new();
        for case in &mains {
            let is_idle = matches!(&case.input, Input::Main { stdin: None, arguments } if arguments.is_empty())
                && case.stdout.is_none()
                && case.stderr.is_none();
            if !is_idle || lines.is_empty() {
                scenarios.push(self.run(case, draft)?);
            }
        }
        self.is_split |= !scenarios.is_empty() && !lines.is_empty();
        if lines.is_empty() {
            return Ok(scenarios);
        }
        let code = Writer {
            language: self.language,
            class: &self.class,
            variables: BTreeSet::new(),
            words: &self.words,
        };
        let session = session::session(&lines, code, self.package, draft)?;
        for (path, laid) in lines.iter().flat_map(|case| &case.files) {
            if path.contains('/') {
                return Err(format!("its functions need the file `{path}` in a folder"));
            }
            if self.laid.get(path).is_some_and(|other| other != laid) {
                return Err(format!("its functions need a file `{path}` other than that of another context"));
            }
            self.laid.insert(path.clone(), laid.clone());
        }
        scenarios.push(Scenario {
            name: short(&session.name),
            session: Some(session.lines),
            compare: session.compare,
            ..Scenario::default()
        });
        Ok(scenarios)
    }

    /// A run of the program.
    fn run(&self, case: &Case, draft: &mut Draft) -> Result<Scenario, Reason> {
        let Input::Main { stdin, arguments } = &case.input else { return Err("no run".to_owned()) };
        let input = stdin.as_deref().unwrap_or_default();
        if input.contains('\0') {
            return Err("its input holds a zero byte".to_owned());
        }
        let lines: Vec<String> = input.lines().map(str::to_owned).collect();
        let name = match (arguments.as_slice(), lines.first()) {
            ([], None) => "runs".to_owned(),
            ([], Some(line)) => format!("input {line}"),
            (words, _) => format!("arguments {}", words.join(" ")),
        };
        let stderr = match (&case.stderr, &case.exception) {
            (Some(text), _) => Stderr::Contains(text.text.trim_end().to_owned()),
            (None, Some(exception)) => exception.message.clone().map_or(Stderr::Ignored, Stderr::Contains),
            (None, None) => Stderr::Empty,
        };
        let stderr =
            if matches!(&stderr, Stderr::Contains(text) if text.is_empty()) { Stderr::Empty } else { stderr };
        let exit = match (case.exit, &case.exception) {
            (Some(0), _) => None,
            (Some(code), _) if code < 256 => Some(code.to_string()),
            (Some(code), _) => return Err(format!("no program has the exit code {code}")),
            (None, Some(_)) => Some("nonzero".to_owned()),
            (None, None) => case.stderr.is_some().then(|| "any".to_owned()),
        };
        let relaxed = case.stdout.as_ref().map(|text| text.relaxed.clone()).unwrap_or_default();
        let compare = match &case.oracle {
            Some(oracle) if oracle.judges == Judges::Text => {
                Some(oracle.compare(case, self.package, draft)?)
            }
            Some(_) => return Err("what the program leaves is judged by a program of its own".to_owned()),
            None => (!relaxed.is_empty()).then_some(Compare::Relaxed(relaxed)),
        };
        let given = case.files.iter().map(|(_, laid)| laid);
        for laid in given.chain(case.left.iter().map(|(_, laid, _)| laid)) {
            if let Laid::File(from) = laid {
                draft.beside.insert(from.clone(), self.package.get(from).unwrap_or_default().to_vec());
            }
        }
        Ok(Scenario {
            name: short(&name),
            args: arguments.clone(),
            stdin: Stdin::Lines(lines),
            files: case.files.clone(),
            expect: Expect::Text(case.stdout.as_ref().map(|text| text.text.clone()).unwrap_or_default()),
            exit,
            stderr,
            left: case.left.clone(),
            compare,
            ..Scenario::default()
        })
    }
}

/// Lays the files of the work folder beside every submission, and those that functions need.
fn supply(draft: &mut Draft, package: &Package, laid: BTreeMap<String, Laid>) {
    let mut supplied: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut deep = Vec::new();
    for (path, content) in package.below("workdir") {
        if path.contains('/') {
            deep.push(path.to_owned());
        } else {
            supplied.insert(path.to_owned(), content.to_vec());
        }
    }
    for (name, laid) in laid {
        let content = match laid {
            Laid::Text(text) => text.into_bytes(),
            Laid::File(from) => package.get(&from).unwrap_or_default().to_vec(),
        };
        supplied.insert(name, content);
    }
    for (name, content) in supplied {
        let path = format!("workdir/{name}");
        draft.beside.insert(path.clone(), content);
        draft.supplied.push(path);
    }
    if !deep.is_empty() {
        draft.leave_out(format!("files in folders of `workdir/`: {}", super::package::some_of(&deep)));
    }
}

fn tell(draft: &mut Draft, is_split: bool, language: Language) {
    draft.differs("Plans have no points. Here each context is worth 1 point, in the group of its tab.");
    if has_sessions(draft) {
        draft.differs("There, nothing may be printed to standard error. Here functions may.");
        draft.differs(format!(
            "Plans have one name for all languages. Here they are those that are usual in {}.",
            language.title()
        ));
    }
    if draft.groups.iter().any(|group| has_fractions(&group.scenarios)) {
        draft.differs("There, a number with a fraction is of another type than a whole one. Here both will do where they are equal.");
    }
    if is_split {
        draft.differs(
            "Some contexts run the program and call its functions afterwards. Here they are two scenarios.",
        );
    }
    draft.differs("Limits of time and memory are those of the platform there. Here they are the usual ones.");
}

fn has_sessions(draft: &Draft) -> bool {
    draft.groups.iter().any(|group| match &group.scenarios {
        Scenarios::Written(scenarios) => scenarios.iter().any(|scenario| scenario.session.is_some()),
        Scenarios::Files { .. } => false,
    })
}

/// The words of these solutions.
fn words_of(solutions: &[(&str, &[u8])]) -> BTreeSet<String> {
    let texts = solutions.iter().map(|(_, content)| String::from_utf8_lossy(content));
    let mut words = BTreeSet::new();
    for text in texts {
        let all = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        words.extend(all.map(str::to_owned));
    }
    words
}

/// A name that is not too long.
fn short(name: &str) -> String {
    const MOST: usize = 60;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() <= MOST {
        return name;
    }
    name.chars().take(MOST - 1).collect::<String>().trim_end().to_owned() + "…"
}

fn has_fractions(scenarios: &Scenarios) -> bool {
    let Scenarios::Written(scenarios) = scenarios else { return false };
    scenarios.iter().any(|scenario| match &scenario.compare {
        Some(Compare::Answers { values, .. }) => values.iter().any(|value| value == "numbers: 1e-9"),
        _ => false,
    })
}
