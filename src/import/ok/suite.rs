//! A file of tests: a dictionary with suites, or functions with assertions.

use super::super::python::{self, Expr, Function, Work};
use super::cases;

/// A question: what it is worth and what it tests.
pub(super) struct Question {
    pub(super) name: String,
    pub(super) points: Option<f64>,
    pub(super) suites: Vec<Suite>,
}

/// Cases that belong together.
pub(super) struct Suite {
    pub(super) is_scored: bool,
    /// Its cases, or the reason why they cannot be carried over.
    pub(super) cases: Result<Vec<Case>, String>,
}

/// A session, or the reason why it is none.
pub(super) struct Case {
    pub(super) session: Result<String, String>,
    pub(super) points: Option<f64>,
    /// Whether it is hidden, if it says so.
    pub(super) is_hidden: Option<bool>,
    pub(super) name: Option<String>,
    pub(super) hint: Option<String>,
}

/// The question of a file; `None` if it holds no tests.
pub(super) fn question(path: &str, content: &[u8]) -> Result<Option<Question>, String> {
    let statements = python::module(path, content)?;
    let named = |wanted: &str| {
        statements.iter().find_map(|statement| match &statement.work {
            Work::Assign(Expr::Name(name), value) if name == wanted => Some(value),
            _ => None,
        })
    };
    let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".py").to_owned();
    if let Some(test) = named("test") {
        let test = python::constant(test).ok_or("its `test` is computed, and not written")?;
        let name = text(&test, "name").filter(|name| !name.is_empty()).unwrap_or(stem);
        let Some(Expr::List(suites)) = get(&test, "suites") else {
            return Err("its `test` has no suites".to_owned());
        };
        let suites = suites.iter().map(suite).collect();
        return Ok(Some(Question { name, points: number(&test, "points"), suites }));
    }
    let source = String::from_utf8_lossy(content).replace("\r\n", "\n");
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for (place, statement) in statements.iter().enumerate() {
        let Work::Define(function) = &statement.work else { continue };
        let end = statements.get(place + 1).map_or(lines.len(), |next| next.line - 1);
        found.extend(of_function(function, lines.get(..end).unwrap_or(&lines)));
    }
    let name = match named("name") {
        Some(Expr::Str(name)) => name.clone(),
        _ => stem,
    };
    let points = named("points").and_then(as_number);
    let suites = vec![Suite { is_scored: true, cases: Ok(found) }];
    let is_empty = suites.iter().all(|suite| suite.cases.as_ref().is_ok_and(Vec::is_empty));
    Ok((!is_empty).then_some(Question { name, points, suites }))
}

/// A function under `@test_case(…)`, whose parameters are names of the submission.
fn of_function(function: &Function, lines: &[&str]) -> Option<Case> {
    let arguments = function.decorators.iter().find_map(|decorator| match decorator {
        Expr::Call(called, arguments) if called.path()?.ends_with("test_case") => Some(arguments),
        _ => None,
    })?;
    let argument = |name: &str| {
        arguments
            .iter()
            .find(|argument| argument.name.as_deref() == Some(name))
            .map(|argument| &argument.value)
    };
    let words = |name: &str| match argument(name) {
        Some(Expr::Str(text)) => Some(text.clone()),
        _ => None,
    };
    let body: Vec<_> = function
        .body
        .iter()
        .filter(|statement| !matches!(statement.work, Work::Value(Expr::Str(_))))
        .collect();
    let ends = body.iter().skip(1).map(|next| next.line - 1).chain([lines.len()]);
    let pieces = body.iter().zip(ends).map(|(statement, end)| {
        let lines = lines.get(statement.line - 1..end).unwrap_or_default();
        lines.iter().map(|line| format!("{line}\n")).collect::<String>()
    });
    let shows = body.iter().any(|statement| matches!(statement.work, Work::Value(_)));
    let has_env = function.parameters.iter().flatten().any(|(name, _)| name == "env");
    let env = if has_env { ">>> env = globals()\n" } else { "" };
    let session = if body.is_empty() {
        Err("it does nothing".to_owned())
    } else {
        Ok(env.to_owned() + &cases::statements(&pieces.collect::<Vec<_>>(), shows))
    };
    Some(Case {
        session,
        points: argument("points").and_then(as_number),
        is_hidden: Some(argument("hidden") == Some(&Expr::Bool(true))),
        name: words("name").or_else(|| Some(function.name.clone())),
        hint: words("failure_message"),
    })
}

/// The questions of the docstrings of a file.
pub(super) fn docstrings(path: &str, content: &[u8], only: Option<&str>) -> Result<Vec<Question>, String> {
    let statements = python::module(path, content)?;
    let functions = statements.iter().filter_map(|statement| match &statement.work {
        Work::Define(function) if only.is_none_or(|only| function.name == only) => Some(function),
        _ => None,
    });
    let with_prompts = functions.filter_map(|function| {
        let text = function.docstring().filter(|text| text.contains(">>>"))?;
        let case = Case {
            session: cases::session(text),
            points: None,
            is_hidden: Some(false),
            name: None,
            hint: None,
        };
        let suites = vec![Suite { is_scored: true, cases: Ok(vec![case]) }];
        Some(Question { name: function.name.clone(), points: None, suites })
    });
    Ok(with_prompts.collect())
}

fn suite(suite: &Expr) -> Suite {
    let kind = text(suite, "type").unwrap_or_else(|| "doctest".to_owned());
    let setup = text(suite, "setup").unwrap_or_default();
    let is_scored = get(suite, "scored") != Some(&Expr::Bool(false));
    let cases = match (kind.as_str(), get(suite, "cases")) {
        ("doctest", Some(Expr::List(cases))) => Ok(cases.iter().map(|one| case(one, &setup)).collect()),
        ("doctest", _) => Err("it has no cases".to_owned()),
        (other, _) => Err(format!("a suite of the type `{other}`")),
    };
    Suite { is_scored, cases }
}

fn case(case: &Expr, setup: &str) -> Case {
    let before =
        if setup.contains(">>>") { cases::session(setup).unwrap_or_default() } else { String::new() };
    let session = match text(case, "code") {
        _ if get(case, "locked") == Some(&Expr::Bool(true)) => {
            Err("it is locked: its answers are not in the file".to_owned())
        }
        Some(code) => cases::session(&code).map(|session| before + &session),
        None => Err("it has no code".to_owned()),
    };
    Case {
        session,
        points: number(case, "points"),
        is_hidden: match get(case, "hidden") {
            Some(Expr::Bool(hidden)) => Some(*hidden),
            _ => None,
        },
        name: None,
        hint: text(case, "failure_message"),
    }
}

fn get<'e>(dictionary: &'e Expr, key: &str) -> Option<&'e Expr> {
    let Expr::Dict(pairs) = dictionary else { return None };
    pairs.iter().find(|(known, _)| matches!(known, Expr::Str(known) if known == key)).map(|(_, value)| value)
}

fn text(dictionary: &Expr, key: &str) -> Option<String> {
    match get(dictionary, key)? {
        Expr::Str(text) => Some(text.clone()),
        _ => None,
    }
}

fn number(dictionary: &Expr, key: &str) -> Option<f64> {
    get(dictionary, key).and_then(as_number)
}

fn as_number(value: &Expr) -> Option<f64> {
    match value {
        Expr::Int(number) => Some(*number as f64),
        Expr::Float(number) => Some(*number),
        _ => None,
    }
    .filter(|number| number.is_finite() && *number >= 0.0)
}
