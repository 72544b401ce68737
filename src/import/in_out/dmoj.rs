//! Problems of DMOJ: `init.yml` with the files that it names.

use serde_json::Value;

use super::super::draft::{Compare, Group, Scenario, Scenarios, points};
use super::super::package::{is_text, number, scalar};
use super::super::{Draft, Error, Package};

/// What such a problem is called in a spec that was made of it.
const ORIGIN: &str = "a problem of DMOJ";

/// The keys that need a program of the judge's.
const PROGRAMS: [&str; 4] = ["custom_judge", "interactive", "signature_grader", "generator"];

/// The keys that are read.
const READ: [&str; 6] = ["archive", "test_cases", "pretest_test_cases", "points", "checker", "binary_data"];

/// The most files that tests may name.
const MOST_TESTS: usize = 2_000;

/// Reads a problem.
pub(super) fn read(mut package: Package) -> Result<Draft, Error> {
    let init = package.yaml("init.yml")?;
    refuse_programs(&init)?;
    if let Some(archive) = init.get("archive").and_then(scalar) {
        if !package.has(&archive) {
            let what = format!("`init.yml` names the archive `{archive}`, which does not lie beside it");
            return Err(Error::new(&what, "put it there, or unpack it there and take out the key"));
        }
        package.unpack(&archive)?;
    }
    let mut draft = Draft::new(&package.name, ORIGIN);
    super::ask_for_any_language(&mut draft);
    let standard = Value::from("standard");
    let checker = init.get("checker").unwrap_or(&standard);
    draft.compare = compare(checker, &mut draft)?;
    let mut reading = Reading {
        points: init.get("points").and_then(number).unwrap_or(1.0),
        is_binary: init.get("binary_data").and_then(Value::as_bool).unwrap_or(false),
        package: &package,
        checker,
        tests: 0,
        batches: 0,
        draft,
    };
    if let Some(pretests) = init.get("pretest_test_cases").and_then(Value::as_array) {
        pretests.iter().try_for_each(|case| reading.case(case, true))?;
    }
    let cases = init.get("test_cases").and_then(Value::as_array).ok_or_else(|| {
        let what = "`init.yml` does not list its tests: they would be found by patterns of names";
        Error::new(
            what,
            "list them under `test_cases`, or take out `init.yml`: then pairs of files are looked for",
        )
    })?;
    cases.iter().try_for_each(|case| reading.case(case, false))?;
    let mut draft = reading.draft;
    if draft.groups.is_empty() && draft.scenarios.is_empty() {
        return Err(Error::new("`init.yml` lists no tests", "list them under `test_cases`"));
    }
    let keys = init.as_object().into_iter().flat_map(serde_json::Map::keys);
    let rest: Vec<String> =
        keys.filter(|key| !READ.contains(&key.as_str())).map(|key| format!("`{key}`")).collect();
    if !rest.is_empty() {
        draft.leave_out(format!("of `init.yml`: {}", rest.join(", ")));
    }
    Ok(draft)
}

/// Refuses what only a program can do, wherever it stands.
fn refuse_programs(value: &Value) -> Result<(), Error> {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                if PROGRAMS.contains(&key.as_str()) {
                    let what = format!("`{key}` needs a program that only DMOJ runs");
                    let help =
                        "write a checker or a partner for the spec, and import the tests without this key";
                    return Err(Error::new(&what, help));
                }
                if key.ends_with('+') {
                    let what = format!("`{key}` holds Python that would have to be run");
                    return Err(Error::new(&what, "write what it computes into `init.yml`"));
                }
                refuse_programs(inner)?;
            }
            Ok(())
        }
        Value::Array(items) => items.iter().try_for_each(refuse_programs),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// The relaxations that come nearest to a checker of DMOJ.
fn compare(checker: &Value, draft: &mut Draft) -> Result<Compare, Error> {
    let name = checker.get("name").unwrap_or(checker);
    let name = scalar(name).unwrap_or_default();
    let args = checker.get("args").unwrap_or(&Value::Null);
    let lines = || ["trailing-blanks", "blank-lines", "runs-of-blanks", "ends"].map(str::to_owned).to_vec();
    let mut relaxations = match name.as_str() {
        "identical" => return Ok(Compare::Exact),
        "rstripped" => {
            return Ok(Compare::Relaxed(vec!["trailing-blanks".to_owned(), "final-newline".to_owned()]));
        }
        "standard" | "floats" | "floatsabs" | "floatsrel" => lines(),
        "sorted" if args.get("split_on").is_none_or(|split| split == "lines") => {
            let mut relaxations = lines();
            relaxations.push("any-order-of-lines".to_owned());
            return Ok(Compare::Relaxed(relaxations));
        }
        other => {
            let what = format!("the checker `{other}` has no counterpart in a spec");
            let help = "take it out of `init.yml`, import, and write `compare: { checker: … }` into the spec";
            return Err(Error::new(&what, help));
        }
    };
    if name.starts_with("floats") {
        let precision = args.get("precision").and_then(number).unwrap_or(6.0).clamp(0.0, 15.0);
        relaxations.push(match name.as_str() {
            "floatsabs" => format!("numbers: {{ absolute: 1e-{precision:.0} }}"),
            "floatsrel" => format!("numbers: {{ relative: 1e-{precision:.0} }}"),
            _ => format!("numbers: 1e-{precision:.0}"),
        });
    }
    let blanks =
        "Blanks in front of the first word of a line did not count. Here they do, but for the first line."
            .to_owned();
    if !draft.differs.contains(&blanks) {
        draft.differs.push(blanks);
    }
    Ok(Compare::Relaxed(relaxations))
}

/// What is known while tests are read.
struct Reading<'a> {
    package: &'a Package,
    /// What a test is worth that does not say it.
    points: f64,
    is_binary: bool,
    /// The checker of the whole problem.
    checker: &'a Value,
    tests: usize,
    batches: usize,
    draft: Draft,
}

impl Reading<'_> {
    /// Reads a test, or a batch of them.
    fn case(&mut self, case: &Value, is_pretest: bool) -> Result<(), Error> {
        let worth = case.get("points").and_then(number).unwrap_or(self.points);
        let worth = points(if is_pretest { 0.0 } else { worth }).ok_or_else(|| {
            let help = "write a number from 0 to a million with at most three decimal places";
            Error::new(&format!("{worth} points cannot be written in a spec"), help)
        })?;
        let Some(batched) = case.get("batched").and_then(Value::as_array) else {
            let mut scenario = self.scenario(case, self.checker)?;
            let names = self.draft.scenarios.iter().map(|scenario| &scenario.name);
            scenario.name = unique(&scenario.name, names);
            self.draft.scenarios.push(Scenario { points: Some(worth), hidden: true, ..scenario });
            return Ok(());
        };
        let checker = case.get("checker").unwrap_or(self.checker);
        let own = if checker == self.checker { None } else { Some(compare(checker, &mut self.draft)?) };
        let mut scenarios: Vec<Scenario> = Vec::new();
        for one in batched {
            let mut scenario = self.scenario(one, checker)?;
            scenario.name = unique(&scenario.name, scenarios.iter().map(|scenario| &scenario.name));
            scenarios.push(scenario);
        }
        if scenarios.is_empty() {
            return Err(Error::new("a batch of `init.yml` holds no tests", "take it out"));
        }
        let name = if is_pretest { "pretest batch" } else { "batch" };
        self.batches += 1;
        let after = self.needs(case)?;
        self.draft.groups.push(Group {
            name: format!("{name} {}", self.batches),
            points: worth,
            pass_all: true,
            after,
            hidden: true,
            compare: own.filter(|own| *own != self.draft.compare),
            scenarios: Scenarios::Written(scenarios),
            ..Group::default()
        });
        Ok(())
    }

    /// The batches that must be passed before this one counts, by their names.
    fn needs(&self, case: &Value) -> Result<Vec<String>, Error> {
        let numbers =
            case.get("dependencies").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let named = numbers.iter().map(|number| {
            let place = number.as_u64().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
            let group = place.and_then(|place| self.draft.groups.get(place));
            group.map(|group| group.name.clone()).ok_or_else(|| {
                let what = format!("a batch depends on the batch {number}, which does not stand before it");
                Error::new(&what, "batches are counted from 1")
            })
        });
        named.collect()
    }

    /// Lays the files of a test beside the spec.
    fn scenario(&mut self, case: &Value, checker: &Value) -> Result<Scenario, Error> {
        self.tests += 1;
        if self.tests > MOST_TESTS {
            return Err(Error::new("`init.yml` lists more than 2000 tests", "import a part of them"));
        }
        let [input, output] = ["in", "out"].map(|key| case.get(key).and_then(scalar));
        let (Some(input), Some(output)) = (input, output) else {
            let what = format!("the test {} of `init.yml` does not name its `in` and its `out`", self.tests);
            return Err(Error::new(&what, "name both files"));
        };
        for path in [&input, &output] {
            let content = self.package.get(path).ok_or_else(|| {
                let what =
                    format!("`init.yml` names `{path}`, which is neither beside it nor in its archive");
                Error::new(&what, "add the file, or take out the test")
            })?;
            if !is_text(content) {
                return Err(Error::new(
                    &format!("`{path}` is not text"),
                    "save it as UTF-8, or take out the test",
                ));
            }
            let content = if self.is_binary { content.to_vec() } else { normal(content) };
            self.draft.beside.insert(path.clone(), content);
        }
        let own = case.get("checker").filter(|own| *own != checker);
        let compare = own.map(|own| compare(own, &mut self.draft)).transpose()?;
        let name = input.rsplit_once('.').map_or(input.as_str(), |(stem, _)| stem).to_owned();
        Ok(Scenario { compare, ..Scenario::of_files(name, input, output) })
    }
}

/// A text with the ends of lines that DMOJ gives it.
fn normal(content: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(content).replace("\r\n", "\n").replace('\r', "\n");
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    (text + end).into_bytes()
}

/// A name that none of these is.
fn unique<'a>(name: &str, others: impl Iterator<Item = &'a String>) -> String {
    let others: Vec<&String> = others.collect();
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !others.contains(&name)).unwrap_or_default()
}
