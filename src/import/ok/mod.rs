//! Tests of OK and Otter: dictionaries with prompts, as in doctests, and functions with assertions.

mod cases;
mod suite;

use serde_json::Value;

use super::draft::{Group, Scenario, Scenarios, points};
use super::names::Names;
use super::package::some_of;
use super::{Draft, Error, Package};
use suite::{Case, Question, docstrings, question};

/// What such tests are called in a spec that was made of them.
const ORIGIN: &str = "tests of OK or Otter";

/// Reads the tests of an assignment.
pub(super) fn read(package: &Package) -> Result<Draft, Error> {
    let mut draft = Draft::new(&package.name, ORIGIN);
    let configuration =
        package.paths().find(|path| path.ends_with(".ok") && !path.contains('/')).map(str::to_owned);
    let configuration: Option<Value> = match &configuration {
        Some(path) => {
            let text = package.text(path)?.unwrap_or_default();
            let fail = |error| Error::new(&format!("`{path}` is not valid JSON: {error}"), "mend the file");
            Some(serde_json::from_str(text).map_err(fail)?)
        }
        None => None,
    };
    let questions = questions(package, configuration.as_ref(), &mut draft)?;
    let is_of_otter = configuration.is_none();
    let mut names = Names::default();
    for question in &questions {
        let groups = if is_of_otter { otter(question, &mut draft) } else { ok(question, &mut draft) };
        draft
            .groups
            .extend(groups.into_iter().map(|group| Group { name: names.unique(&group.name), ..group }));
    }
    if draft.groups.is_empty() {
        let what = if questions.is_empty() {
            "there are no tests of OK or Otter in it".to_owned()
        } else {
            format!("none of the tests can be carried over: {}", draft.left_out.join("; "))
        };
        return Err(Error::new(&what, "name the folder in which `tests/` or a `.ok` file lies"));
    }
    files(package, configuration.as_ref(), &mut draft);
    draft.differs("There, text is compared exactly, as doctest does. Here a text that is a value is compared as that value.");
    if is_of_otter {
        draft.differs(
            "There, all tests share the names of one notebook. Here each one begins with those of the file.",
        );
    }
    Ok(draft)
}

/// The questions of all test files.
fn questions(
    package: &Package,
    configuration: Option<&Value>,
    draft: &mut Draft,
) -> Result<Vec<Question>, Error> {
    let mut questions = Vec::new();
    let mut add = |path: &str, found: Result<Vec<Question>, String>| match found {
        Ok(found) => questions.extend(found),
        Err(reason) => draft.leave_out(format!("`{path}`: {reason}")),
    };
    let tests = configuration.and_then(|configuration| configuration["tests"].as_object());
    let mut read = Vec::new();
    for (pattern, kind) in tests.into_iter().flatten() {
        let (files, function) =
            pattern.split_once(':').map_or((pattern.as_str(), None), |(files, name)| (files, Some(name)));
        let paths: Vec<&str> =
            package.paths().filter(|path| path.ends_with(".py") && fits(files, path)).collect();
        for path in paths {
            let content = package.get(path).unwrap_or_default();
            match kind.as_str() {
                Some("ok_test") if !read.contains(&path) => {
                    read.push(path);
                    add(path, question(path, content).map(|one| one.into_iter().collect()));
                }
                Some("ok_test") => {}
                Some("doctest") => add(path, docstrings(path, content, function)),
                other => add(pattern, Err(format!("tests of the kind `{}`", other.unwrap_or_default()))),
            }
        }
    }
    if tests.is_none() {
        for path in package.paths().filter(|path| path.ends_with(".py")) {
            let is_test = path.contains("tests/") || !path.contains('/');
            if is_test && !path.ends_with("__init__.py") {
                let content = package.get(path).unwrap_or_default();
                add(path, question(path, content).map(|one| one.into_iter().collect()));
            }
        }
        for path in package.paths().filter(|path| path.ends_with(".ipynb")) {
            add(path, of_notebook(package, path));
        }
    }
    Ok(questions)
}

/// The tests that Otter keeps in a notebook.
fn of_notebook(package: &Package, path: &str) -> Result<Vec<Question>, String> {
    let text = package.text(path).map_err(|_| "it is not text".to_owned())?.unwrap_or_default();
    let notebook: Value =
        serde_json::from_str(text).map_err(|error| format!("it is not valid JSON: {error}"))?;
    let tests = notebook["metadata"]["otter"]["tests"].as_object();
    let mut found = Vec::new();
    for (name, test) in tests.into_iter().flatten() {
        // A test is a dictionary here, and JSON is nearly Python.
        let source = match test {
            Value::String(source) => source.clone(),
            Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
            other => format!("test = {}", as_python(other)),
        };
        found.extend(question(name, source.as_bytes())?);
    }
    Ok(found)
}

fn as_python(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(truth) => if *truth { "True" } else { "False" }.to_owned(),
        Value::Array(items) => format!("[{}]", items.iter().map(as_python).collect::<Vec<_>>().join(", ")),
        Value::Object(keys) => {
            let pair = |(key, value): (&String, &Value)| {
                format!("{}: {}", Value::String(key.clone()), as_python(value))
            };
            format!("{{{}}}", keys.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// Whether a path fits a pattern with `*` for any part of a name.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((front, back)) => path
            .strip_prefix(front)
            .and_then(|rest| rest.strip_suffix(back))
            .is_some_and(|part| !part.contains('/')),
    }
}

/// What is handed in, and what lies beside it.
fn files(package: &Package, configuration: Option<&Value>, draft: &mut Draft) {
    let sources =
        configuration.and_then(|configuration| configuration["src"].as_array()).into_iter().flatten();
    let sources: Vec<String> =
        sources.filter_map(Value::as_str).filter(|path| path.ends_with(".py")).map(str::to_owned).collect();
    let notebook = package.paths().find(|path| path.ends_with(".ipynb") && !path.contains('/'));
    if sources.is_empty() {
        draft.files = vec![notebook.unwrap_or("submission.ipynb").to_owned()];
        if notebook.is_none() {
            draft.differs("Nothing says what the notebook is called that is handed in: change `files`.");
        }
    } else {
        draft.module = (sources.len() > 1).then(|| sources[0].clone());
        draft.files = sources;
    }
    let is_data = |path: &&str| {
        !path.contains('/') && [".csv", ".txt", ".json", ".tsv"].iter().any(|ending| path.ends_with(ending))
    };
    let data = package
        .paths()
        .filter(is_data)
        .filter(|path| !["otter_config.json", "requirements.txt"].contains(path));
    for path in data {
        draft.beside.insert(path.to_owned(), package.get(path).unwrap_or_default().to_vec());
        draft.supplied.push(path.to_owned());
    }
    let deep: Vec<String> = package.below("data").map(|(path, _)| format!("data/{path}")).collect();
    if !deep.is_empty() {
        draft.leave_out(format!(
            "files in folders, which cannot lie beside all submissions: {}",
            some_of(&deep)
        ));
    }
}

/// The scenarios of cases, with what each one is worth.
fn scenarios(name: &str, cases: &[Case], hides: bool, draft: &mut Draft) -> Vec<(Scenario, Option<f64>)> {
    let mut names = Names::default();
    let mut carried = Vec::new();
    for (place, case) in cases.iter().enumerate() {
        let own = case.name.clone().unwrap_or_else(|| format!("case {}", place + 1));
        match &case.session {
            Ok(session) => {
                let scenario = Scenario {
                    name: names.unique(&own),
                    session: Some(session.clone()),
                    hidden: case.is_hidden.unwrap_or(hides),
                    hint: case.hint.clone().filter(|hint| !hint.trim().is_empty()),
                    ..Scenario::default()
                };
                carried.push((scenario, case.points));
            }
            Err(reason) => draft.leave_out(format!("{own} of `{name}`: {reason}")),
        }
    }
    carried
}

/// A question of OK: each suite counts as a whole, and those that are scored share the points evenly.
fn ok(question: &Question, draft: &mut Draft) -> Vec<Group> {
    let scored = question.suites.iter().filter(|suite| suite.is_scored).count();
    let mut groups = Vec::new();
    for (place, suite) in question.suites.iter().enumerate() {
        let name = if question.suites.len() == 1 {
            question.name.clone()
        } else {
            format!("{}, suite {}", question.name, place + 1)
        };
        let cases = match &suite.cases {
            Ok(cases) => cases,
            Err(reason) => {
                draft.leave_out(format!("`{name}`: {reason}"));
                continue;
            }
        };
        let carried = scenarios(&name, cases, false, draft);
        if carried.is_empty() {
            continue;
        }
        let share = if suite.is_scored { question.points.unwrap_or(1.0) / scored.max(1) as f64 } else { 0.0 };
        let scenarios: Vec<Scenario> = carried.into_iter().map(|(scenario, _)| scenario).collect();
        groups.push(Group {
            name,
            points: thousandths(share),
            pass_all: scenarios.len() > 1,
            scenarios: Scenarios::Written(scenarios),
            ..Group::default()
        });
    }
    groups
}

/// A question of Otter: cases without points share what is left of those of the question.
fn otter(question: &Question, draft: &mut Draft) -> Vec<Group> {
    let mut carried = Vec::new();
    for suite in &question.suites {
        match &suite.cases {
            Ok(cases) => carried.extend(scenarios(&question.name, cases, true, draft)),
            Err(reason) => draft.leave_out(format!("`{}`: {reason}", question.name)),
        }
    }
    let given: f64 = carried.iter().filter_map(|(_, points)| *points).sum();
    let open = carried.iter().filter(|(_, points)| points.is_none()).count();
    let all = match question.points {
        Some(points) => points,
        None if given > 0.0 => given,
        None => 1.0,
    };
    let rest = if open > 0 { (all - given).max(0.0) / open as f64 } else { 0.0 };
    let worth: Vec<f64> = carried.iter().map(|(_, points)| points.unwrap_or(rest)).collect();
    if carried.is_empty() {
        return Vec::new();
    }
    let is_even = worth.iter().all(|one| (one - worth[0]).abs() < 1e-9);
    let divisor = worth.iter().map(|worth| (worth * 100.0).round()).fold(0.0, common);
    let scenarios = carried.into_iter().zip(&worth).map(|((scenario, _), worth)| {
        let weight = (!is_even).then(|| format!("{}", (worth * 100.0).round() / divisor));
        Scenario { weight, ..scenario }
    });
    vec![Group {
        name: question.name.clone(),
        points: thousandths(worth.iter().sum()),
        scenarios: Scenarios::Written(scenarios.collect()),
        ..Group::default()
    }]
}

fn thousandths(number: f64) -> String {
    points((number * 1000.0).round() / 1000.0).unwrap_or_else(|| "0".to_owned())
}

/// The largest number that divides both.
fn common(one: f64, other: f64) -> f64 {
    if other < 1.0 { one } else { common(other, one % other) }
}
