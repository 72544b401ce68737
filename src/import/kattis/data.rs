//! The tests of a package: inputs with answers, in groups.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::draft::{Compare, Group, Scenario, Scenarios, points};
use super::super::package::{is_text, number, some_of, words};
use super::super::{Draft, Error, Package};
use super::{Problem, Validator, problem};

/// What a problem is worth if the package does not say it.
const USUAL_POINTS: f64 = 100.0;

/// Carries the tests over, as groups of files.
pub(super) fn read(
    package: &Package,
    problem: &Problem,
    validator: &Validator,
    draft: &mut Draft,
) -> Result<(), Error> {
    let settings = Settings::read(package, "data")?;
    let flags = settings.flags.clone().unwrap_or_else(|| problem.flags.clone());
    draft.compare = validator.compare(&flags, draft);
    let is_lenient = matches!(validator, Validator::Own { talks: true, .. });
    let sample = tests(package, "data/sample", is_lenient, draft);
    let secret = tests(package, "data/secret", is_lenient, draft);
    if sample.is_empty() && secret.is_empty() {
        let help = "every test needs `NAME.in` and `NAME.ans`, in `data/sample/` or `data/secret/`";
        return Err(Error::new("the package has no test with an input and an answer", help));
    }
    let whole = problem.points.filter(|points| *points > 0.0).unwrap_or(USUAL_POINTS);
    let whole = points(whole).unwrap_or_else(|| USUAL_POINTS.to_string());
    if !sample.is_empty() {
        let worth = if secret.is_empty() { whole.clone() } else { "0".to_owned() };
        draft.groups.push(group("sample", worth, &sample));
    }
    if secret.is_empty() {
        draft.leave_out("secret tests: the package has none");
    } else if problem.is_scored {
        scored(package, problem, validator, &secret, draft)?;
    } else {
        let after = draft.groups.iter().map(|group| group.name.clone()).collect();
        let all = Group { pass_all: true, after, hidden: true, ..group("secret", whole, &secret) };
        let all = with_flags_of_folders(package, validator, &secret, all, draft)?;
        draft.groups.push(all);
    }
    Ok(())
}

/// The group of these tests.
fn group(name: &str, points: String, tests: &BTreeSet<String>) -> Group {
    let folder = format!("data/{name}");
    let is_deep = tests.iter().any(|test| test[folder.len() + 1..].contains('/'));
    let from = if is_deep { format!("{folder}/**/*.in") } else { format!("{folder}/*.in") };
    Group {
        name: name.to_owned(),
        points,
        scenarios: Scenarios::Files { from, expect: "*.ans".to_owned() },
        ..Group::default()
    }
}

/// Lays the tests below a folder beside the spec; the paths of their inputs without ending.
fn tests(package: &Package, folder: &str, may_lack_answers: bool, draft: &mut Draft) -> BTreeSet<String> {
    let mut taken = BTreeSet::new();
    let (mut without_answer, mut no_text, mut with_more, mut others) = (vec![], vec![], vec![], vec![]);
    for (below, input) in package.below(folder) {
        let path = format!("{folder}/{below}");
        let Some(stem) = path.strip_suffix(".in") else {
            let is_answer =
                path.strip_suffix(".ans").is_some_and(|stem| package.get(&format!("{stem}.in")).is_some());
            let is_known =
                is_answer || path.ends_with("/testdata.yaml") || path.ends_with("/test_group.yaml");
            others.extend((!is_known).then_some(path));
            continue;
        };
        if below.split('/').any(|name| name.starts_with('.')) {
            others.push(path);
            continue;
        }
        let answer = match package.get(&format!("{stem}.ans")) {
            Some(answer) => answer,
            None if may_lack_answers => &[],
            None => {
                without_answer.push(path);
                continue;
            }
        };
        if !is_text(input) || !is_text(answer) {
            no_text.push(path);
            continue;
        }
        if package.has_folder(&format!("{stem}.files")) || package.get(&format!("{stem}.yaml")).is_some() {
            with_more.push(path);
            continue;
        }
        draft.beside.insert(format!("{stem}.ans"), answer.to_vec());
        draft.beside.insert(path.clone(), input.to_vec());
        taken.insert(stem.to_owned());
    }
    for (paths, what) in [
        (without_answer, "inputs without an answer"),
        (no_text, "tests that are not text in UTF-8"),
        (with_more, "tests with arguments, files or settings of their own"),
        (others, "files that belong to no test, or only explain one"),
    ] {
        if !paths.is_empty() {
            draft.leave_out(format!("{what}: {}", some_of(&paths)));
        }
    }
    taken
}

/// The groups of a problem in which each has points of its own.
fn scored(
    package: &Package,
    problem: &Problem,
    validator: &Validator,
    secret: &BTreeSet<String>,
    draft: &mut Draft,
) -> Result<(), Error> {
    let of_secret = Settings::read(package, "data")?.over(Settings::read(package, "data/secret")?);
    let folder = |test: &String| {
        let below = &test["data/secret/".len()..];
        below.split_once('/').map_or("secret".to_owned(), |(folder, _)| format!("secret/{folder}"))
    };
    let names: BTreeSet<String> = secret.iter().map(folder).collect();
    for name in &names {
        let tests: BTreeSet<String> = secret.iter().filter(|test| folder(test) == *name).cloned().collect();
        let settings = match name.as_str() {
            "secret" => of_secret.clone(),
            name => of_secret.inherited().over(Settings::read(package, &format!("data/{name}"))?),
        };
        let (worth, pass_all) = settings.worth(name, tests.len(), problem.is_new, draft);
        let flags = settings.flags.as_ref().filter(|flags| **flags != problem.flags);
        let compare =
            flags.map(|flags| validator.compare(flags, draft)).filter(|compare| *compare != draft.compare);
        let mut after = Vec::new();
        for needed in &settings.needs {
            let needed = [needed.clone(), format!("secret/{needed}")];
            match draft.groups.iter().find(|group| needed.contains(&group.name)) {
                Some(group) => after.push(group.name.clone()),
                None => draft.leave_out(format!("that `{name}` counts only after `{}`", needed[0])),
            }
        }
        let mut group = Group { pass_all, after, hidden: true, compare, ..group(name, worth, &tests) };
        if name == "secret" && names.len() > 1 {
            let (from, expect) = ("data/secret/*.in".to_owned(), "*.ans".to_owned());
            group.scenarios = Scenarios::Files { from, expect };
        }
        if tests.iter().any(|test| test["data/".len() + name.len() + 1..].contains('/')) {
            draft.differs(format!("The groups inside of `{name}` share its points as one."));
        }
        draft.groups.push(group);
    }
    Ok(())
}

/// The group of all secret tests. Where folders give the validator arguments of their own, each test is written with them.
fn with_flags_of_folders(
    package: &Package,
    validator: &Validator,
    secret: &BTreeSet<String>,
    all: Group,
    draft: &mut Draft,
) -> Result<Group, Error> {
    let usual = draft.compare.clone();
    let mut found: BTreeMap<String, Compare> = BTreeMap::new();
    let mut scenarios = Vec::new();
    for test in secret {
        let folder = test.rsplit_once('/').map_or("data", |(folder, _)| folder).to_owned();
        if !found.contains_key(&folder) {
            let mut settings = Settings::read(package, "data")?;
            // From `data/secret` down to the folder of the test.
            let ends = folder.match_indices('/').map(|(place, _)| place).skip(1).chain([folder.len()]);
            for end in ends {
                settings = settings.over(Settings::read(package, &folder[..end])?);
            }
            let compare =
                settings.flags.map_or_else(|| usual.clone(), |flags| validator.compare(&flags, draft));
            found.insert(folder.clone(), compare);
        }
        let compare = Some(found[&folder].clone()).filter(|compare| *compare != usual);
        let name = test["data/secret/".len()..].to_owned();
        let (input, answer) = (format!("{test}.in"), format!("{test}.ans"));
        scenarios.push(Scenario { compare, ..Scenario::of_files(name, input, answer) });
    }
    let mut compares = found.values();
    let first = compares.next().cloned().unwrap_or_default();
    if compares.all(|compare| *compare == first) {
        return Ok(Group { compare: Some(first).filter(|compare| *compare != usual), ..all });
    }
    Ok(Group { scenarios: Scenarios::Written(scenarios), ..all })
}

/// What a folder of tests says about its group.
#[derive(Clone, Default)]
struct Settings {
    /// The arguments of the validator.
    flags: Option<Vec<String>>,
    accept_score: Option<f64>,
    grader: Option<Vec<String>>,
    max_score: Option<f64>,
    aggregation: Option<String>,
    needs: Vec<String>,
}

impl Settings {
    fn read(package: &Package, folder: &str) -> Result<Self, Error> {
        let mut settings = Self::default();
        for file in ["testdata.yaml", "test_group.yaml"] {
            let yaml = package.yaml(&format!("{folder}/{file}"))?;
            let given = |key: &str| yaml.get(key).filter(|value| **value != Value::Null);
            let flags = given("output_validator_flags").or_else(|| given("output_validator_args"));
            let of_this = Self {
                flags: flags.map(problem::flags),
                accept_score: given("accept_score").and_then(number),
                grader: given("grader_flags").map(words),
                max_score: given("max_score").and_then(number),
                aggregation: given("score_aggregation").and_then(Value::as_str).map(str::to_owned),
                needs: given("require_pass").map(words).unwrap_or_default(),
            };
            settings = settings.over(of_this);
        }
        Ok(settings)
    }

    /// These, but for what others say.
    fn over(self, others: Self) -> Self {
        Self {
            flags: others.flags.or(self.flags),
            accept_score: others.accept_score.or(self.accept_score),
            grader: others.grader.or(self.grader),
            max_score: others.max_score.or(self.max_score),
            aggregation: others.aggregation.or(self.aggregation),
            needs: if others.needs.is_empty() { self.needs } else { others.needs },
        }
    }

    /// What a folder below inherits.
    fn inherited(&self) -> Self {
        Self { max_score: None, aggregation: None, needs: Vec::new(), ..self.clone() }
    }

    /// What a group is worth, and whether all of its tests must be passed for that.
    fn worth(&self, name: &str, tests: usize, is_new: bool, draft: &mut Draft) -> (String, bool) {
        let grader = self.grader.clone().unwrap_or_default();
        let says = |flag: &str| grader.iter().any(|word| word == flag);
        for flag in ["max", "always_accept", "accept_if_any_accepted", "ignore_sample"] {
            if says(flag) {
                draft.leave_out(format!("`{flag}` among the grader's flags of `{name}`"));
            }
        }
        // Packages of the new form may still say points as the old ones do.
        let is_old = self.accept_score.is_some() || self.grader.is_some();
        let (worth, pass_all) = if self.max_score.is_some() || is_new && !is_old {
            let is_sum = self.aggregation.as_deref() == Some("sum");
            let most = self.max_score.unwrap_or_else(|| {
                draft.differs(format!(
                    "`{name}` has no `max_score`: here each of its tests is worth 1 point."
                ));
                tests as f64
            });
            (most, !is_sum)
        } else {
            let each = self.accept_score.unwrap_or(1.0);
            match (says("min"), says("avg") || says("max")) {
                (true, _) => (each, true),
                (false, true) => (each, false),
                (false, false) => (each * tests as f64, false),
            }
        };
        let text = points(worth).unwrap_or_else(|| {
            draft.differs(format!("`{name}` is worth {worth}, which a spec cannot say: here it is 1 point."));
            "1".to_owned()
        });
        (text, pass_all)
    }
}
