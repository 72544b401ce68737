//! What tests of plans in YAML expect, and how it is compared.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::package::{Package, scalar};
use super::dsl::{Around, first, merge, read_text};
use super::plan::{Exception, Text};
use super::read::Reason;

/// The output of a test under this key.
pub(super) fn text(
    case: &Value,
    key: &str,
    around: &Around,
    package: &Package,
) -> Result<Option<Text>, Reason> {
    let output = &case[key];
    if let Some(path) = case[format!("{key}!path")].as_str() {
        return Ok(Some(Text {
            text: with_end(read_text(package, path)?),
            relaxed: relaxed(output, around, key)?,
        }));
    }
    if let Some(oracle) = case.get(format!("{key}!oracle")) {
        return Err(format!(
            "its output is judged by a program of its own (`{}`)",
            scalar(&oracle["oracle"]).unwrap_or_default()
        ));
    }
    let written = match output {
        Value::Null => return Ok(None),
        Value::Object(_) => match output["content!path"].as_str() {
            Some(path) => Some(read_text(package, path)?),
            None => first(output, &["data", "content"]).and_then(scalar),
        },
        plain => scalar(plain),
    };
    let written = written.ok_or_else(|| format!("its `{key}` is no text"))?;
    let relaxed = relaxed(output, around, key)?;
    let is_whole = config(output, around, key)["normalizeTrailingNewlines"].as_bool() == Some(false);
    Ok(Some(Text { text: if is_whole { written } else { with_end(written) }, relaxed }))
}

/// A text with a newline at its end, unless it is empty.
pub(super) fn with_end(text: String) -> String {
    if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
}

fn config(output: &Value, around: &Around, key: &str) -> Value {
    let mut config = around.config[key].clone();
    merge(&mut config, &output["config"]);
    config
}

/// The relaxations of an output.
pub(super) fn relaxed(output: &Value, around: &Around, key: &str) -> Result<Vec<String>, Reason> {
    match output["oracle"].as_str() {
        None | Some("builtin") => {}
        Some("custom_check") if key == "stdout" || key == "file" && output["data"].is_array() => {}
        Some(other) => return Err(format!("its output is judged by a program of its own (`{other}`)")),
    }
    Ok(relaxations(&config(output, around, key)))
}

/// The relaxations that options stand for.
pub(super) fn relaxations(config: &Value) -> Vec<String> {
    let is_on = |option: &str| config[option].as_bool() == Some(true);
    let mut relaxed = Vec::new();
    if is_on("caseInsensitive") {
        relaxed.push("case".to_owned());
    }
    if is_on("ignoreWhitespace") {
        relaxed.extend(["trailing-blanks", "blank-lines-at-the-end", "final-newline"].map(str::to_owned));
    }
    if is_on("tryFloatingPoint") {
        let places = config["roundTo"].as_u64().unwrap_or(3).min(12);
        relaxed.push(if is_on("applyRounding") {
            format!("numbers: 1e-{places}")
        } else {
            "numbers: 1e-9".to_owned()
        });
    }
    relaxed
}

/// The exception that a test expects.
pub(super) fn exception(exception: &Value) -> Result<Option<Exception>, Reason> {
    Ok(match exception {
        Value::Null => None,
        Value::Object(keys) => {
            let types = keys.get("types").and_then(Value::as_object).into_iter().flatten();
            let types =
                types.filter_map(|(language, name)| Some((language.clone(), scalar(name)?))).collect();
            Some(Exception { message: keys.get("message").and_then(scalar), types })
        }
        plain => Some(Exception {
            message: Some(scalar(plain).ok_or("an exception that is no text")?),
            types: BTreeMap::new(),
        }),
    })
}
