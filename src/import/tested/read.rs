//! Finds the plan of an exercise, and its files.

use serde_json::Value;

use super::super::draft::Laid;
use super::super::package::Package;
use super::super::{Draft, Error};
use super::plan::Unit;
use super::{dsl, json};

/// The reason why a part cannot be carried over.
pub(super) type Reason = String;

/// The endings of plans.
const ENDINGS: [&str; 4] = [".yaml", ".yml", ".tson", ".json"];

/// The plan of an exercise.
pub(super) struct Plan {
    pub(super) units: Vec<Unit>,
    /// The name of the file or class that is handed in.
    pub(super) namespace: Option<String>,
    /// The language of submissions, if the exercise says it.
    pub(super) language: Option<String>,
}

pub(super) fn plan(package: &Package, draft: &mut Draft) -> Result<Plan, Error> {
    let template = package.text("config.template.json")?;
    let configuration = package.text("config.json")?.or(template).unwrap_or("{}");
    let configuration: Value = serde_json::from_str(configuration).unwrap_or_default();
    let evaluation = &configuration["evaluation"];
    let named = ["test_suite", "testplan", "plan_name"].iter().find_map(|key| evaluation[*key].as_str());
    let path = find(package, named)?;
    let text = package.text(&path)?.unwrap_or_default();
    let is_old = path.ends_with(".tson") || path.ends_with(".json");
    let fail = |what: &str| Error::new(&format!("`{path}` cannot be read: {what}"), "mend the file");
    let plan: Value = if is_old {
        serde_json::from_str(text).map_err(|error| fail(&error.to_string()))?
    } else {
        crate::spec::read_value(&dsl::plain(text))
            .map_err(|(what, line)| fail(&format!("{what} (line {line})")))?
    };
    let mut left_out = Vec::new();
    let units = if is_old {
        json::units(&plan, package, &mut left_out)
    } else {
        dsl::units(&plan, package, &mut left_out)
    };
    left_out.into_iter().for_each(|what| draft.leave_out(what));
    Ok(Plan {
        units,
        namespace: plan["namespace"].as_str().map(str::to_owned),
        language: plan["language"]
            .as_str()
            .filter(|language| *language != "tested")
            .or_else(|| configuration["programming_language"].as_str())
            .map(str::to_owned),
    })
}

/// The path of the plan: the named one, the one with the usual name, or the only one.
fn find(package: &Package, named: Option<&str>) -> Result<String, Error> {
    let is_plan = |path: &&str| {
        ENDINGS.iter().any(|ending| path.ends_with(ending))
            && !path.ends_with("config.json")
            && !path.ends_with("config.template.json")
    };
    let usual = ["plan", "suite", "tests", "testplan"]
        .iter()
        .flat_map(|name| ENDINGS.map(|ending| format!("{name}{ending}")));
    let usual: Vec<String> = usual.collect();
    let wanted: Vec<String> = named.map_or(usual, |named| vec![named.to_owned()]);
    for name in &wanted {
        for folder in ["evaluation/", ""] {
            let path = format!("{folder}{name}");
            if package.has(&path) {
                return Ok(path);
            }
        }
    }
    let all: Vec<&str> = package
        .paths()
        .filter(|path| path.starts_with("evaluation/") || !path.contains('/'))
        .filter(is_plan)
        .collect();
    match all.as_slice() {
        [one] => Ok((*one).to_owned()),
        [] => Err(Error::new(
            "there is no test plan in it",
            "name the folder of the exercise, in which `evaluation/` lies",
        )),
        several => {
            let what = format!("there are several test plans in it: {}", several.join(", "));
            Err(Error::new(&what, "name the file of one of them"))
        }
    }
}

/// A file of an exercise: it lies among those for the work folder, or beside the plan.
pub(super) fn laid(package: &Package, name: &str) -> Result<Laid, Reason> {
    let name = name.trim_start_matches("./");
    for folder in ["workdir/", "evaluation/", ""] {
        let path = format!("{folder}{name}");
        if package.has(&path) {
            return Ok(Laid::File(path));
        }
    }
    Err(format!("it needs the file `{name}`, which is not in the package"))
}
