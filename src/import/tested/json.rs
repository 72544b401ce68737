//! Plans in JSON, as they were before there was YAML.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::draft::Laid;
use super::super::package::{Package, scalar};
use super::super::python::{Argument, Expr};
use super::dsl::character;
use super::oracle::{self, Judges};
use super::outputs::relaxations;
use super::plan::{Case, Context, Exception, Input, Line, Text, Unit};
use super::read::{Reason, laid};

fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The units of a plan, and what could not be read.
pub(super) fn units(plan: &Value, package: &Package, left_out: &mut Vec<String>) -> Vec<Unit> {
    let mut units = Vec::new();
    for (place, tab) in items(&plan["tabs"]).iter().enumerate() {
        let name = scalar(&tab["name"]).unwrap_or_else(|| format!("tab {}", place + 1));
        let mut contexts: Vec<Vec<&Value>> = Vec::new();
        for run in items(&tab["runs"]) {
            if !run["run"].is_null() && run["run"]["input"]["main_call"].as_bool() != Some(false) {
                contexts.push(vec![&run["run"]]);
            }
            contexts.extend(
                items(&run["contexts"]).iter().map(|context| items(&context["testcases"]).iter().collect()),
            );
        }
        contexts.extend(
            items(&tab["contexts"]).iter().map(|context| items(&context["testcases"]).iter().collect()),
        );
        let mut read = Vec::new();
        for (number, cases) in contexts.into_iter().enumerate() {
            let cases: Result<Vec<Case>, Reason> = cases.into_iter().map(|one| case(one, package)).collect();
            match cases {
                Ok(cases) => read.push(Context { cases }),
                Err(reason) => left_out.push(format!("context {} of `{name}`: {reason}", number + 1)),
            }
        }
        units.push(Unit { name, hidden: tab["hidden"].as_bool() == Some(true), contexts: read });
    }
    units
}

fn case(case: &Value, package: &Package) -> Result<Case, Reason> {
    let (input, output) = (&case["input"], &case["output"]);
    let exit = &output["exit_code"];
    let mut files = Vec::new();
    for file in items(&case["link_files"]) {
        let name = first_name(file);
        let content = laid(package, &name)?;
        files.push((name, content));
    }
    let mut left = Vec::new();
    if output["exception"].is_object() {
        evaluated(&output["exception"])?;
    }
    if output["file"].is_object() {
        evaluated(&output["file"])?;
        let (name, from) = (scalar(&output["file"]["actual_path"]), scalar(&output["file"]["expected_path"]));
        left.push((name.unwrap_or_default(), laid(package, &from.unwrap_or_default())?, Vec::new()));
    }
    let of_value = oracle::of_output(&output["result"], Judges::Value, package)?;
    let of_text = oracle::of_output(&output["stdout"], Judges::Text, package)?;
    if of_value.is_some() && of_text.is_some() {
        return Err("several of its outputs are judged by programs of their own".to_owned());
    }
    let returns = match &output["result"] {
        Value::Object(result) => {
            if of_value.is_none() {
                evaluated(&output["result"])?;
            }
            result.get("value").map(value).transpose()?
        }
        _ => None,
    };
    let is_main = input["main_call"].as_bool() == Some(true)
        || (input["type"].is_null() && input["variable"].is_null() && input["literals"].is_null());
    let input = if is_main {
        let stdin = match &input["stdin"] {
            Value::Object(stdin) if stdin.get("type").and_then(Value::as_str) == Some("file") => {
                let path = scalar(&input["stdin"]["data"]).unwrap_or_default();
                match laid(package, &path)? {
                    Laid::File(path) => package.text(&path).ok().flatten().map(str::to_owned),
                    Laid::Text(text) => Some(text),
                }
            }
            other => scalar(&other["data"]),
        };
        Input::Main { stdin, arguments: items(&input["arguments"]).iter().filter_map(scalar).collect() }
    } else if let Some(literals) = input["literals"].as_object() {
        let known = literals.iter().filter_map(|(language, code)| Some((language.clone(), scalar(code)?)));
        let line = Line::Native(known.collect());
        if input["type"].as_str() == Some("statement") {
            Input::Statement(line)
        } else {
            Input::Expression(line)
        }
    } else if let Some(name) = scalar(&input["variable"]) {
        Input::Statement(Line::Assign(Expr::Name(name), value(&input["expression"])?))
    } else if input["type"].as_str() == Some("property_assignment") {
        Input::Statement(Line::Assign(value(&input["property"])?, value(&input["expression"])?))
    } else {
        let line = Line::Value(value(input)?);
        let ignores = output["result"].as_str() == Some("ignored");
        if ignores { Input::Statement(line) } else { Input::Expression(line) }
    };
    Ok(Case {
        input,
        returns,
        stdout: text(&output["stdout"], of_text.is_some())?,
        stderr: text(&output["stderr"], false)?,
        exception: match &output["exception"]["exception"] {
            Value::Null => None,
            exception => Some(Exception { message: scalar(&exception["message"]), types: BTreeMap::new() }),
        },
        exit: exit["value"].as_u64().or_else(|| exit.as_u64()),
        files,
        left,
        oracle: of_value.or(of_text),
    })
}

fn first_name(file: &Value) -> String {
    scalar(&file["name"]).or_else(|| scalar(&file["path"])).unwrap_or_default()
}

/// Refuses what a program of the plan judges.
fn evaluated(output: &Value) -> Result<(), Reason> {
    let by = if output["oracle"].is_null() { &output["evaluator"] } else { &output["oracle"] };
    match by["type"].as_str().unwrap_or("builtin") {
        "builtin" => Ok(()),
        other => Err(format!("its output is judged by a program of its own (`{other}`)")),
    }
}

fn text(output: &Value, has_oracle: bool) -> Result<Option<Text>, Reason> {
    let Value::Object(_) = output else { return Ok(None) };
    if !has_oracle {
        evaluated(output)?;
    }
    let by = if output["oracle"].is_null() { &output["evaluator"] } else { &output["oracle"] };
    Ok(scalar(&output["data"]).map(|text| Text { text, relaxed: relaxations(&by["options"]) }))
}

/// A value or an expression.
pub(super) fn value(written: &Value) -> Result<Expr, Reason> {
    let all = |list: &Value| items(list).iter().map(value).collect::<Result<Vec<Expr>, Reason>>();
    if let Some(name) = written.as_str() {
        return Ok(Expr::Name(name.to_owned()));
    }
    let data = &written["data"];
    let named = || -> Result<Expr, Reason> {
        let name = scalar(&written["name"]).ok_or("a call without a name")?;
        Ok(match &written["namespace"] {
            Value::Null => Expr::Name(name),
            object => Expr::Attribute(Box::new(value(object)?), name),
        })
    };
    Ok(match written["type"].as_str().unwrap_or_default() {
        "function" => Expr::Call(Box::new(named()?), arguments(all(&written["arguments"])?)),
        "constructor" => {
            let name = scalar(&written["name"]).ok_or("a call without a name")?;
            let mut letters = name.chars();
            let name =
                letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str());
            Expr::Call(Box::new(Expr::Name(name.unwrap_or_default())), arguments(all(&written["arguments"])?))
        }
        "property" => named()?,
        "boolean" => Expr::Bool(data.as_bool().ok_or("a truth value that is none")?),
        "nothing" | "null" | "undefined" => Expr::None,
        "char" => character(scalar(data).unwrap_or_default()),
        "text" | "string" | "any" => Expr::Str(scalar(data).unwrap_or_default()),
        "set" => Expr::Set(all(data)?),
        "tuple" => Expr::Tuple(all(data)?),
        "sequence" | "list" | "array" => Expr::List(all(data)?),
        "map" | "dictionary" | "object" => {
            let pair = |pair: &Value| Ok((value(&pair["key"])?, value(&pair["value"])?));
            Expr::Dict(items(data).iter().map(pair).collect::<Result<_, Reason>>()?)
        }
        "literal" | "identifier" => Expr::Name(scalar(data).unwrap_or_default()),
        _ => match (data.as_i64(), data.as_f64()) {
            (Some(whole), _) if written["type"].as_str() != Some("real") => Expr::Int(whole.into()),
            (_, Some(number)) => Expr::Float(number),
            _ => {
                return Err(format!(
                    "a value of the type `{}`",
                    written["type"].as_str().unwrap_or_default()
                ));
            }
        },
    })
}

fn arguments(values: Vec<Expr>) -> Vec<Argument> {
    values.into_iter().map(|value| Argument { name: None, value }).collect()
}
