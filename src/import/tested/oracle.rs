//! Oracles of plans: functions in Python that judge an output. A program that lies beside the spec asks them, as a checker.

use serde_json::Value;

use super::super::Draft;
use super::super::draft::{Compare, Laid};
use super::super::package::{Package, scalar};
use super::super::python::{Expr, shown};
use super::dsl::of_yaml;
use super::json;
use super::plan::Case;
use super::read::{Reason, laid};

/// The program that asks them, and its name beside the spec.
const PROGRAM: &str = include_str!("oracle.py");
const NAME: &str = "yardstick-oracle.py";

/// A function that judges an output.
#[derive(Debug, Clone)]
pub(super) struct Oracle {
    /// What it judges.
    pub(super) judges: Judges,
    /// Its file in the package.
    file: String,
    function: String,
    arguments: Vec<Expr>,
}

/// What an oracle judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judges {
    /// What the program prints.
    Text,
    /// The value of an expression.
    Value,
    /// The files that are left.
    Files,
}

/// The oracle of a test in YAML.
pub(super) fn of_test(case: &Value, package: &Package) -> Result<Option<Oracle>, Reason> {
    let mut found = None;
    for (key, judges) in
        [("return!oracle", Judges::Value), ("stdout", Judges::Text), ("output_files", Judges::Files)]
    {
        let output = &case[key];
        if output["oracle"].as_str() != Some("custom_check") {
            continue;
        }
        if found.is_some() {
            return Err("several of its outputs are judged by programs of their own".to_owned());
        }
        if !output["languages"].is_null() {
            return Err("its oracle looks at the source, for some `languages`".to_owned());
        }
        let arguments = output["arguments"].as_array().into_iter().flatten();
        let arguments = arguments.map(of_yaml).collect::<Result<_, _>>()?;
        let name = scalar(&output["name"]);
        found = Some(oracle(judges, scalar(&output["file"]), name, arguments, package)?);
    }
    Ok(found)
}

/// The oracle of an output in JSON.
pub(super) fn of_output(output: &Value, judges: Judges, package: &Package) -> Result<Option<Oracle>, Reason> {
    let by = if output["oracle"].is_null() { &output["evaluator"] } else { &output["oracle"] };
    if !matches!(by["type"].as_str(), Some("programmed" | "custom_check")) {
        return Ok(None);
    }
    let arguments = by["arguments"].as_array().into_iter().flatten();
    let arguments = arguments.map(json::value).collect::<Result<_, _>>()?;
    let function = &by["function"];
    oracle(judges, scalar(&function["file"]), scalar(&function["name"]), arguments, package).map(Some)
}

fn oracle(
    judges: Judges,
    file: Option<String>,
    function: Option<String>,
    arguments: Vec<Expr>,
    package: &Package,
) -> Result<Oracle, Reason> {
    let file = file.ok_or("its oracle has no file")?;
    let Laid::File(file) = laid(package, &file)? else { return Err(format!("`{file}` is no file")) };
    if !file.ends_with(".py") {
        return Err(format!("its oracle is not written in Python: `{file}`"));
    }
    if module(&file).contains(|c: char| !c.is_alphanumeric() && c != '_') {
        return Err(format!("the name of its oracle is none of a module: `{file}`"));
    }
    let function = function.unwrap_or_else(|| "evaluate".to_owned());
    Ok(Oracle { judges, file, function, arguments })
}

impl Oracle {
    /// The comparison that asks it about a test, with its files beside the spec.
    pub(super) fn compare(
        &self,
        case: &Case,
        package: &Package,
        draft: &mut Draft,
    ) -> Result<Compare, Reason> {
        let literal = |value: &Expr| shown(value).ok_or("a value that Python has no literal for");
        let expected = match self.judges {
            Judges::Value => literal(case.returns.as_ref().unwrap_or(&Expr::None))?,
            Judges::Text => {
                literal(&Expr::Str(case.stdout.as_ref().map(|text| text.text.clone()).unwrap_or_default()))?
            }
            Judges::Files => {
                let paths = case.left.iter().map(|(path, ..)| Expr::Str(path.clone()));
                literal(&Expr::List(paths.collect()))?
            }
        };
        let kind = match self.judges {
            Judges::Text => "text",
            Judges::Value => "value",
            Judges::Files => "files",
        };
        let arguments = literal(&Expr::List(self.arguments.clone()))?;
        // It may import what lies beside it.
        let (folder, _) = self.file.rsplit_once('/').unwrap_or_default();
        let others = package.below(folder).map(|(path, _)| path);
        let others = others.filter(|path| path.ends_with(".py") && !path.contains('/'));
        let others = others.map(|path| format!("{folder}/{path}")).filter(|path| *path != self.file);
        let mut files = vec![NAME.to_owned(), self.file.clone()];
        files.extend(others.filter(|_| !folder.is_empty()));
        draft.beside.insert(NAME.to_owned(), PROGRAM.into());
        for file in &files[1..] {
            draft.beside.insert(file.clone(), package.get(file).unwrap_or_default().to_vec());
        }
        let args = [module(&self.file), &self.function, kind, &expected, &arguments].map(str::to_owned);
        Ok(Compare::Judged { talks: false, files, args: args.to_vec(), scores: false, passes: 1 })
    }
}

/// The name of the module in a file.
fn module(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file).trim_end_matches(".py")
}
