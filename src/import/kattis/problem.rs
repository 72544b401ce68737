//! What `problem.yaml`, `domjudge-problem.ini` and `.timelimit` say.

use serde_json::Value;

use super::super::package::{number, scalar, words};
use super::super::shell;
use super::super::{Draft, Error, Package};

/// What a package says about itself.
pub(super) struct Problem {
    /// Whether outputs are judged by a program of the package.
    pub(super) is_custom: bool,
    pub(super) is_interactive: bool,
    /// How often a submission is started for a test, at most.
    pub(super) passes: u32,
    /// Whether groups of tests have points of their own.
    pub(super) is_scored: bool,
    /// Whether it has the form of 2025 or later.
    pub(super) is_new: bool,
    /// The arguments of the validator.
    pub(super) flags: Vec<String>,
    /// The points of the whole problem, if it says them.
    pub(super) points: Option<f64>,
    /// The languages in which it may be solved, by the names of Kattis; empty for all.
    pub(super) languages: Vec<String>,
}

/// The kinds of problems and of validation that are known: whatever else is run in another way.
const KINDS: [&str; 7] = ["pass-fail", "scoring", "interactive", "multi-pass", "default", "custom", "score"];

/// How often a submission of a problem with several passes is started, if the package does not say it, and at most.
const USUAL_PASSES: u32 = 2;
const MOST_PASSES: u32 = 100;

/// The keys of `problem.yaml` that are read.
const READ: [&str; 9] = [
    "name",
    "type",
    "validation",
    "validator_flags",
    "limits",
    "problem_format_version",
    "languages",
    "grading",
    "uuid",
];

impl Problem {
    pub(super) fn read(package: &Package, draft: &mut Draft) -> Result<Self, Error> {
        let yaml = package.yaml("problem.yaml")?;
        let ini = package.text("domjudge-problem.ini")?.unwrap_or_default();
        let ini_value = |key: &str| ini_value(ini, key);
        let title = match &yaml["name"] {
            Value::Object(names) => names.get("en").or_else(|| names.values().next()).and_then(scalar),
            name => scalar(name),
        };
        if let Some(title) = title.or_else(|| ini_value("name")).filter(|title| !title.trim().is_empty()) {
            draft.title = title.trim().to_owned();
        }
        let kinds = words(&yaml["type"]);
        let validation = words(&yaml["validation"]);
        let says = |kind: &str| kinds.iter().chain(&validation).any(|word| word == kind);
        let is_unknown = |kind: &&String| !KINDS.contains(&kind.as_str());
        if let Some(kind) = kinds.iter().chain(&validation).find(is_unknown) {
            let what = format!("a problem of the kind `{kind}` has no counterpart in a spec");
            return Err(Error::new(&what, "import another package"));
        }
        if let Some(key) = ["special_compare", "special_run"].into_iter().find(|key| ini_value(key).is_some())
        {
            let what = format!(
                "`{key}` of `domjudge-problem.ini` names a program that is installed elsewhere: `{}`",
                ini_value(key).unwrap_or_default()
            );
            let help = "put its source into `output_validators/`, take out the key, and write `validation: custom` in \
                        `problem.yaml`";
            return Err(Error::new(&what, help));
        }
        limits(package, &yaml, ini_value("timelimit"), draft)?;
        let keys = yaml.as_object().into_iter().flat_map(serde_json::Map::keys);
        let rest: Vec<String> =
            keys.filter(|key| !READ.contains(&key.as_str())).map(|key| format!("`{key}`")).collect();
        if !rest.is_empty() {
            draft.leave_out(format!("of `problem.yaml`: {}", rest.join(", ")));
        }
        let version = scalar(&yaml["problem_format_version"]).unwrap_or_default();
        Ok(Self {
            is_custom: says("custom") || says("multi-pass") || package.has_folder("output_validator"),
            is_interactive: says("interactive"),
            passes: if says("multi-pass") { passes(&yaml, draft) } else { 1 },
            is_scored: says("scoring") || says("score"),
            is_new: !version.is_empty() && !version.starts_with("legacy"),
            flags: flags(&yaml["validator_flags"]),
            points: ini_value("points").and_then(|points| points.parse().ok()),
            languages: words(&yaml["languages"]).into_iter().filter(|language| language != "all").collect(),
        })
    }
}

/// The arguments of a validator, which may be in quotes.
pub(super) fn flags(written: &Value) -> Vec<String> {
    let line = written.as_str().filter(|text| text.contains(['"', '\'']));
    let quoted = line.and_then(|line| shell::commands(line).ok()).filter(|commands| commands.len() == 1);
    quoted.and_then(|mut commands| commands.pop()).unwrap_or_else(|| words(written))
}

/// How often a submission is started for each test of a problem with several passes.
fn passes(yaml: &Value, draft: &mut Draft) -> u32 {
    let given = number(&yaml["limits"]["validation_passes"]).filter(|passes| *passes >= 2.0);
    let passes = given.map_or(USUAL_PASSES, |passes| passes as u32);
    if passes > MOST_PASSES {
        draft.differs(format!(
            "The package permits {passes} passes; here there are {MOST_PASSES} at most, and a validator that wants more fails."
        ));
    }
    passes.min(MOST_PASSES)
}

/// The limits: `problem.yaml` counts more than the settings of DOMjudge, and these more than `.timelimit`.
fn limits(package: &Package, yaml: &Value, of_ini: Option<String>, draft: &mut Draft) -> Result<(), Error> {
    let limits = &yaml["limits"];
    let of_file = package.text(".timelimit")?.map(|text| text.trim().to_owned());
    let seconds = number(&limits["time_limit"]).or_else(|| number(&limits["time"]));
    let seconds = seconds.or_else(|| of_ini.or(of_file)?.parse().ok());
    match seconds.filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0) {
        Some(seconds) => draft.limits.push(("cpu", format!("{seconds}s"))),
        None => draft.differs(
            "The package has no time limit: it would follow from its solutions. Here the usual `limits: { cpu: 2s }` \
             holds.",
        ),
    }
    for key in ["memory", "output"] {
        if let Some(amount) = number(&limits[key]).filter(|amount| *amount >= 1.0) {
            draft.limits.push((key, format!("{} MiB", amount.ceil())));
        }
    }
    if draft.limits.iter().all(|(key, _)| *key != "memory") {
        draft.differs(
            "The package leaves the limit of memory to the system (often 2048 MiB). Here it is 256 MiB, if \
             `limits: { memory: … }` says nothing else.",
        );
    }
    let keys = limits.as_object().into_iter().flat_map(serde_json::Map::keys);
    let known = [
        "time_limit",
        "time",
        "memory",
        "output",
        "time_resolution",
        "time_multiplier",
        "time_safety_margin",
        "validation_passes",
    ];
    let rest: Vec<String> =
        keys.filter(|key| !known.contains(&key.as_str())).map(|key| format!("`{key}`")).collect();
    if !rest.is_empty() {
        draft.leave_out(format!("of the limits: {}", rest.join(", ")));
    }
    Ok(())
}

/// The value of a key of `domjudge-problem.ini`.
fn ini_value(ini: &str, wanted: &str) -> Option<String> {
    let lines = ini.lines().map(str::trim).filter(|line| !line.starts_with([';', '#', '[']));
    let mut found = lines.filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == wanted).then(|| value.trim().trim_matches(['"', '\'']).trim().to_owned())
    });
    found.next().filter(|value| !value.is_empty())
}
