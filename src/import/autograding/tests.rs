//! The tests as they are written: in `autograding.json`, or as steps of a workflow.

use serde_json::Value;

use super::super::package::{number, scalar};
use super::super::{Draft, Error, Package};

/// One test.
#[derive(Clone, Debug, Default)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) setup: String,
    pub(super) run: String,
    pub(super) input: String,
    pub(super) output: String,
    pub(super) comparison: Comparison,
    pub(super) minutes: f64,
    pub(super) points: f64,
    /// Whether the program may end with any exit code.
    pub(super) any_exit: bool,
    /// Whether the tests that it runs share the points, so that it does not count as a whole.
    pub(super) is_shared: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Comparison {
    Exact,
    #[default]
    Included,
    Regex,
}

/// The most tests that are read.
const MOST_TESTS: usize = 1_000;

/// Finds the tests of a repository.
pub(super) fn read(package: &Package, draft: &mut Draft) -> Result<Vec<Test>, Error> {
    let named = |ending: &str| {
        package.paths().find(|path| path.rsplit('/').next() == Some(ending)).map(str::to_owned)
    };
    let is_workflow = |path: &&str| path.ends_with(".yml") || path.ends_with(".yaml");
    let workflow = named("classroom.yml").or_else(|| package.paths().find(is_workflow).map(str::to_owned));
    let tests = match (named("autograding.json"), workflow) {
        (Some(path), _) => of_json(package, &path)?,
        (None, Some(path)) => of_workflow(&package.yaml(&path)?, draft),
        (None, None) => {
            let what = "there is neither an `autograding.json` nor a workflow `classroom.yml`";
            return Err(Error::new(what, "name one of these files, or the repository in which it lies"));
        }
    };
    if tests.is_empty() {
        return Err(Error::new("there are no tests in it", "name the file that has them"));
    }
    if tests.len() > MOST_TESTS {
        return Err(Error::new(&format!("there are more than {MOST_TESTS} tests"), "import a part of them"));
    }
    Ok(tests)
}

fn of_json(package: &Package, path: &str) -> Result<Vec<Test>, Error> {
    let text = package.text(path)?.unwrap_or_default();
    let json: Value = serde_json::from_str(text)
        .map_err(|error| Error::new(&format!("`{path}` is not valid JSON: {error}"), "mend the file"))?;
    let tests = json["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(tests.iter().enumerate().map(|(place, test)| of_object(test, place)).collect())
}

fn of_object(test: &Value, place: usize) -> Test {
    let text = |key: &str| scalar(&test[key]).unwrap_or_default();
    Test {
        name: named(&text("name"), place),
        setup: text("setup"),
        run: text("run"),
        input: text("input"),
        output: text("output"),
        comparison: comparison(&text("comparison")),
        minutes: minutes(&test["timeout"], 1.0),
        points: number(&test["points"]).unwrap_or(0.0),
        ..Test::default()
    }
}

/// The steps of a workflow that use the graders of GitHub Classroom.
fn of_workflow(workflow: &Value, draft: &mut Draft) -> Vec<Test> {
    let jobs = workflow["jobs"].as_object().into_iter().flat_map(serde_json::Map::values);
    let steps = jobs.flat_map(|job| job["steps"].as_array().map(Vec::as_slice).unwrap_or_default());
    let mut tests = Vec::new();
    for step in steps {
        let Some(uses) = step["uses"].as_str() else { continue };
        let grader = ["classroom-resources/autograding-", "education/autograding-"];
        let Some(grader) = grader.into_iter().find_map(|front| uses.strip_prefix(front)) else { continue };
        let grader = grader.split('@').next().unwrap_or_default();
        let text = |key: &str| scalar(&step["with"][key]).unwrap_or_default();
        let name = named(&text("test-name"), tests.len());
        match grader {
            "grading-reporter" => {}
            "io-grader" | "command-grader" => tests.push(Test {
                name,
                setup: text("setup-command"),
                run: text("command"),
                input: if grader == "io-grader" { text("input").trim().to_owned() } else { String::new() },
                output: if grader == "io-grader" { text("expected-output") } else { String::new() },
                comparison: comparison(&text("comparison-method")),
                minutes: minutes(&step["with"]["timeout"], 10.0),
                points: number(&step["with"]["max-score"]).unwrap_or(0.0),
                ..Test::default()
            }),
            "python-grader" => tests.push(Test {
                name,
                setup: text("setup-command"),
                run: "pytest '*_test.py'".to_owned(),
                minutes: minutes(&step["with"]["timeout"], 10.0),
                points: number(&step["with"]["max-score"]).unwrap_or(0.0),
                is_shared: true,
                ..Test::default()
            }),
            other => {
                draft.leave_out(format!("the test `{name}`: the grader `{other}` runs tests of its own"));
            }
        }
    }
    tests
}

fn comparison(word: &str) -> Comparison {
    match word {
        "exact" => Comparison::Exact,
        "regex" => Comparison::Regex,
        // Every other word counts as `included`.
        _ => Comparison::Included,
    }
}

fn minutes(value: &Value, usual: f64) -> f64 {
    number(value).filter(|minutes| *minutes > 0.0).unwrap_or(usual)
}

/// The name of a test. It is often escaped for web pages, even twice.
fn named(name: &str, place: usize) -> String {
    let name = unescaped(&unescaped(name));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { format!("test {}", place + 1) } else { name }
}

/// A text without the signs that stand for others in web pages: `&amp;`, `&#250;`.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(place) = rest.find('&') {
        plain.push_str(&rest[..place]);
        rest = &rest[place..];
        let sign = rest.find(';').and_then(|end| Some((end, sign_of(&rest[1..end])?)));
        let (length, sign) = sign.map_or((1, '&'), |(end, sign)| (end + 1, sign));
        plain.push(sign);
        rest = &rest[length..];
    }
    plain + rest
}

fn sign_of(name: &str) -> Option<char> {
    let number = |text: &str, base| u32::from_str_radix(text, base).ok().and_then(char::from_u32);
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "amp" => Some('&'),
        "apos" => Some('\''),
        _ => match name.strip_prefix('#') {
            Some(code) => {
                code.strip_prefix(['x', 'X']).map_or_else(|| number(code, 10), |code| number(code, 16))
            }
            None => None,
        },
    }
}
