//! Plans in YAML.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::super::draft::Laid;
use super::super::package::{Package, scalar};
use super::super::python::{self, Argument, Expr, Stmt, Work};
use super::oracle;
use super::outputs::{exception, relaxed, text, with_end};
use super::plan::{Case, Context, Input, Line, Unit};
use super::read::{Reason, laid};

/// Makes a key of the tag of its value, because values have no tags here: `return: !expression x` is `return!expression: x`.
static TAGS: LazyLock<regex::Regex> = LazyLock::new(|| {
    let keys = "return|value|content|stdin|stdout|stderr|expression|statement|exception|description|tab|unit|path|data";
    regex::Regex::new(&format!(r#"(?m)(^\s*(?:- +)*|[{{,] *)({keys}): +!(\w+)(?: +|$)"#))
        .expect("it is a valid expression")
});

/// Truth as YAML had it in its first version.
static TRUTH: LazyLock<regex::Regex> = LazyLock::new(|| {
    regex::Regex::new(r"(?mi)(^\s*(?:- +)*|[{,] *)(return|value): +(yes|no|on|off) *($|[,}]|#)")
        .expect("it is a valid expression")
});

/// The text of a plan, in the YAML that is read here.
pub(super) fn plain(text: &str) -> String {
    let text = TAGS.replace_all(text, "$1$2!$3: ");
    let truth = |found: &regex::Captures| {
        let truth = ["yes", "on"].contains(&found[3].to_ascii_lowercase().as_str());
        format!("{}{}: {truth} {}", &found[1], &found[2], &found[4])
    };
    TRUTH.replace_all(&text, truth).into_owned()
}

/// What holds below a place of a plan.
#[derive(Clone, Default)]
pub(super) struct Around {
    pub(super) config: Value,
    files: Vec<(String, Laid)>,
    /// The language of expressions, if it is not that of plans.
    language: Option<String>,
}

/// The units of a plan, and what could not be read, with the name of its unit.
pub(super) fn units(plan: &Value, package: &Package, left_out: &mut Vec<String>) -> Vec<Unit> {
    let mut around = Around::default().below(plan, package, left_out);
    around.language = plan["language"].as_str().filter(|language| *language != "tested").map(str::to_owned);
    let tabs = plan.as_array().or_else(|| first(plan, &["units", "tabs"])?.as_array());
    let mut units = Vec::new();
    for (place, tab) in tabs.into_iter().flatten().enumerate() {
        let name = first(tab, &["unit", "tab", "name"])
            .and_then(scalar)
            .unwrap_or_else(|| format!("tab {}", place + 1));
        let around = around.below(tab, package, left_out);
        let list =
            |keys: &[&str]| first(tab, keys).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut contexts = Vec::new();
        let whole = list(&["contexts", "cases"]).iter().map(|context| {
            let around = around.below(context, package, left_out);
            let cases = first(context, &["script", "testcases"]).and_then(Value::as_array);
            (around, cases.cloned().unwrap_or_default())
        });
        let whole: Vec<_> = whole.collect();
        let single = list(&["testcases", "scripts"]).iter().map(|case| (around.clone(), vec![case.clone()]));
        for (number, (around, cases)) in whole.into_iter().chain(single).enumerate() {
            let cases: Result<Vec<Case>, Reason> =
                cases.iter().map(|one| case(one, &around, package)).collect();
            match cases {
                Ok(cases) => contexts.push(Context { cases }),
                Err(reason) => left_out.push(format!("context {} of `{name}`: {reason}", number + 1)),
            }
        }
        units.push(Unit { name, hidden: tab["hidden"].as_bool() == Some(true), contexts });
    }
    units
}

/// What stands under the first of these keys.
pub(super) fn first<'v>(value: &'v Value, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().map(|key| &value[*key]).find(|value| !value.is_null())
}

impl Around {
    fn below(&self, level: &Value, package: &Package, left_out: &mut Vec<String>) -> Self {
        let mut below = self.clone();
        merge(&mut below.config, &level["config"]);
        for file in first(level, &["files", "input_files"]).and_then(Value::as_array).into_iter().flatten() {
            match input_file(file, package) {
                Ok(file) => below.files.push(file),
                Err(reason) => left_out.push(reason),
            }
        }
        below
    }
}

/// Lays settings over others.
pub(super) fn merge(into: &mut Value, more: &Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (into, more) if !more.is_null() => *into = more.clone(),
        _ => {}
    }
}

/// A file that is there before a test: by its content, or by its name in the package.
fn input_file(file: &Value, package: &Package) -> Result<(String, Laid), Reason> {
    let name = first(file, &["path", "name"]).and_then(scalar).ok_or("a file without a name")?;
    if let Some(path) = file["content!path"].as_str() {
        return Ok((name, laid(package, path)?));
    }
    match scalar(&file["content"]) {
        // Like outputs, it ends with the end of a line there.
        Some(text) => Ok((name, Laid::Text(with_end(text)))),
        None => {
            let laid = laid(package, &name)?;
            Ok((name, laid))
        }
    }
}

fn case(case: &Value, around: &Around, package: &Package) -> Result<Case, Reason> {
    let mut left_out = Vec::new();
    let around = around.below(case, package, &mut left_out);
    if let Some(reason) = left_out.pop() {
        return Err(reason);
    }
    let mut files = around.files.clone();
    let is_value = !case["return"].is_null()
        || case.as_object().is_some_and(|keys| keys.keys().any(|key| key.starts_with("return!")));
    let input = match (case.get("statement"), case.get("expression")) {
        (Some(line), _) if !is_value => Input::Statement(code(line, &around)?),
        (Some(line), _) | (None, Some(line)) => Input::Expression(code(line, &around)?),
        (None, None) => {
            let mut stdin = scalar(&case["stdin"]);
            if let Some(path) = case["stdin!path"].as_str().or_else(|| case["stdin"]["content!path"].as_str())
            {
                stdin = Some(read_text(package, path)?);
            } else if case["stdin"].is_object() {
                stdin = scalar(&case["stdin"]["content"]);
            }
            if let Some(name) = scalar(&case["stdin"]["path"])
                && let Some(text) = &stdin
            {
                files.push((name, Laid::Text(text.clone())));
            }
            let words = case["arguments"].as_array().into_iter().flatten();
            Input::Main { stdin, arguments: words.filter_map(scalar).collect() }
        }
    };
    let mut left = Vec::new();
    let listed = match &case["output_files"] {
        // With settings for all of them.
        all @ Value::Object(_) => {
            relaxed(all, &around, "file")?;
            &all["data"]
        }
        plain => plain,
    };
    let files_left = listed.as_array().into_iter().flatten().chain(case.get("file"));
    for file in files_left {
        let relaxed = relaxed(file, &around, "file")?;
        let (name, content) = if file["location"].is_null() {
            input_file(file, package)?
        } else {
            let (name, from) = (scalar(&file["location"]), scalar(&file["content"]));
            (name.ok_or("a file without a name")?, laid(package, &from.unwrap_or_default())?)
        };
        left.push((name, content, relaxed));
    }
    Ok(Case {
        input,
        oracle: oracle::of_test(case, package)?,
        returns: returned(case)?,
        stdout: text(case, "stdout", &around, package)?,
        stderr: text(case, "stderr", &around, package)?,
        exception: exception(&case["exception"])?,
        exit: case["exit_code"].as_u64(),
        files,
        left,
    })
}

/// The text of a file of the exercise.
pub(super) fn read_text(package: &Package, path: &str) -> Result<String, Reason> {
    match laid(package, path)? {
        Laid::File(path) => {
            let content = package.get(&path).and_then(|content| std::str::from_utf8(content).ok());
            content.map(str::to_owned).ok_or_else(|| format!("`{path}` is not text"))
        }
        Laid::Text(text) => Ok(text),
    }
}

/// A line of code.
fn code(line: &Value, around: &Around) -> Result<Line, Reason> {
    if let Value::Object(by_language) = line {
        let known = by_language.iter().filter_map(|(language, code)| Some((language.clone(), scalar(code)?)));
        return Ok(Line::Native(known.collect()));
    }
    let text = scalar(line).ok_or("code that is no text")?;
    if let Some(language) = &around.language {
        return Ok(Line::Native(BTreeMap::from([(language.clone(), text)])));
    }
    let statements =
        python::module("plan", text.trim().as_bytes()).map_err(|reason| format!("`{text}`: {reason}"))?;
    match statements.as_slice() {
        [Stmt { work: Work::Value(value), .. }] => Ok(Line::Value(value.clone())),
        [Stmt { work: Work::Assign(target, value), .. }] => Ok(Line::Assign(target.clone(), value.clone())),
        _ => Err(format!("`{text}` is not one line of a plan")),
    }
}

fn returned(case: &Value) -> Result<Option<Expr>, Reason> {
    let Some(keys) = case.as_object() else { return Ok(None) };
    for (key, value) in keys {
        match key.split_once('!') {
            None if key == "return" && !value.is_null() => return of_yaml(value).map(Some),
            None if key == "return-raw" => return written(value).map(Some),
            Some(("return", "expression")) => return written(value).map(Some),
            Some(("return", "oracle")) => {
                return match value["oracle"].as_str().unwrap_or("builtin") {
                    "builtin" if !value["value!expression"].is_null() => {
                        written(&value["value!expression"]).map(Some)
                    }
                    "builtin" => of_yaml(&value["value"]).map(Some),
                    "custom_check" if value["value"].is_null() => Ok(None),
                    "custom_check" => of_yaml(&value["value"]).map(Some),
                    other => Err(format!("its value is judged by a program of its own (`{other}`)")),
                };
            }
            Some(("return", tag)) => return tagged(tag, value).map(Some),
            _ => {}
        }
    }
    Ok(None)
}

/// A value that is written as an expression.
fn written(value: &Value) -> Result<Expr, Reason> {
    let text = scalar(value).ok_or("an expression that is no text")?;
    python::expression(&text).ok_or_else(|| format!("`{text}` is no expression of a plan"))
}

fn tagged(tag: &str, value: &Value) -> Result<Expr, Reason> {
    let value = of_yaml(value)?;
    Ok(match (tag, value) {
        ("tuple", Expr::List(items)) => Expr::Tuple(items),
        ("set", Expr::List(items)) => Expr::Set(items),
        ("text" | "string", Expr::Int(number)) => Expr::Str(number.to_string()),
        ("char", Expr::Int(number)) => character(number.to_string()),
        ("char", Expr::Str(text)) => character(text),
        (_, value) => value,
    })
}

/// A character: some languages have a type of its own for it.
pub(super) fn character(text: String) -> Expr {
    let value = Expr::Str(text);
    Expr::Call(Box::new(Expr::Name("char".to_owned())), vec![Argument { name: None, value }])
}

/// A value that is written in YAML.
pub(super) fn of_yaml(value: &Value) -> Result<Expr, Reason> {
    Ok(match value {
        Value::Null => Expr::None,
        Value::Bool(truth) => Expr::Bool(*truth),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Expr::Int(whole.into()),
            None => Expr::Float(number.as_f64().ok_or("a number that is too large")?),
        },
        Value::String(text) => Expr::Str(text.clone()),
        Value::Array(items) => Expr::List(items.iter().map(of_yaml).collect::<Result<_, _>>()?),
        Value::Object(keys) => Expr::Dict(pairs(keys)?),
    })
}

fn pairs(keys: &Map<String, Value>) -> Result<Vec<(Expr, Expr)>, Reason> {
    keys.iter().map(|(key, value)| Ok((Expr::Str(key.clone()), of_yaml(value)?))).collect()
}
