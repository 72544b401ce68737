//! Tests for Jest: each file is a session, in which a small program of yardstick's own runs it as Jest does.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::super::Package;
use super::super::draft::Scenario;
use super::super::names::Names;
use super::carried::{Carried, Work};
use super::roles::{ending, folder_of, has_word, is_foreign, is_of_tests, name_of};
use super::runner::Asked;
use super::steps::within;

/// The program that runs a file of tests. It is supplied with every spec that has such tests.
const PROGRAM: &str = include_str!("jest.js");

/// Its name beside the spec.
const NAME: &str = "yardstick-jest.js";

/// Where all modules are ES modules, it has an ending that says that it is none, and is loaded by a module that is one.
const NAME_BESIDE_MODULES: &str = "yardstick-jest.cjs";
const MODULE: &str = "import { createRequire } from 'module';\n\n\
                      export const { run } = createRequire(import.meta.url)('./yardstick-jest.cjs');\n";
const MODULE_NAME: &str = "yardstick-jest.mjs";

/// What an ES module imports from where.
static IMPORTS: LazyLock<Regex> = LazyLock::new(|| {
    let from = r#"(?m)^\s*(?:import\s+(?:[^'";]*?\sfrom\s+)?|import\s*\{[^'";]*?\}\s*from\s*|export\s[^'";]*?\sfrom\s+)['"]([^'"]+)['"]"#;
    Regex::new(from).expect("it is a valid expression")
});

/// The file in which a package says what it is.
const SETTINGS: &str = "package.json";

/// The functions of the object `jest` that the program knows.
const FUNCTIONS: [&str; 6] =
    ["fn", "spyOn", "clearAllMocks", "resetAllMocks", "restoreAllMocks", "setTimeout"];

/// Modules of Node that tests load.
const BUILT_IN: [&str; 9] =
    ["fs", "path", "util", "assert", "os", "events", "child_process", "stream", "@jest/globals"];

/// The tests that a command asks for.
///
/// # Errors
///
/// When they are not there, or need what that program does not know.
pub(super) fn carried(asked: &Asked, package: &Package) -> Result<Carried, String> {
    let has_modules = runs_jest(package, &asked.folder)?;
    let is_test = |path: &str| {
        let stem = name_of(path).trim_end_matches(".mjs").trim_end_matches(".js");
        (ending(path) == "js" || ending(path) == "mjs" && has_modules)
            && (stem.ends_with(".test") || stem.ends_with(".spec") || path.contains("__tests__/"))
    };
    let below = |path: &&str| asked.folder.is_empty() || path.starts_with(&format!("{}/", asked.folder));
    let is_asked = |path: &&str| {
        asked.targets.is_empty() || asked.targets.iter().any(|target| path.contains(target.as_str()))
    };
    let files: Vec<&str> = package
        .paths()
        .filter(|path| is_test(path) && !is_foreign(path))
        .filter(below)
        .filter(is_asked)
        .collect();
    if files.is_empty() {
        return Err("there are no tests for Jest of that name in the repository".to_owned());
    }
    let (mut carried, mut names) = (Carried::default(), Names::default());
    for file in &files {
        let text = text_of(package, file)?;
        understood(file, &text, has_modules)?;
        let names = if has_modules { imported(&text) } else { required(&text) };
        for name in names {
            if let Some(found) = own_file(package, folder_of(file), &name, has_modules)? {
                let is_handed_in = !is_of_tests(&found);
                let list = if is_handed_in { &mut carried.files } else { &mut carried.supplied };
                if !list.contains(&found) {
                    list.push(found);
                }
            }
        }
    }
    for file in carried.files.iter().filter(|_| !has_modules) {
        if text_of(package, file).is_ok_and(|text| text.lines().any(|line| line.starts_with("export "))) {
            return Err(format!(
                "`{file}` is a module that Babel translates for Jest, which is not done here"
            ));
        }
    }
    carried.entry = carried
        .files
        .first()
        .cloned()
        .ok_or("nothing tells what is handed in: the tests load no file of it")?;
    if !carried.supplied.is_empty() {
        return Err(format!("its tests load `{}`, which belongs to the tests", carried.supplied[0]));
    }
    let mut scenarios = Vec::new();
    let mut bare = BTreeSet::new();
    for file in files {
        let name = name_of(file).to_owned();
        if !bare.insert(name.clone()) {
            return Err(format!("two of its files are called `{name}`"));
        }
        let written = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
        let how = if has_modules { ", true" } else { "" };
        let session = format!(">>> await run('{}'{how})\n'passed'\n", written(file));
        let module = if has_modules { MODULE_NAME } else { NAME };
        let (session, module) = (Some(session), Some(module.to_owned()));
        scenarios.push(Scenario { name: names.unique(&name), session, module, ..Scenario::default() });
        carried.beside.insert(file.to_owned(), package.get(file).unwrap_or_default().to_vec());
        carried.supplied.push(file.to_owned());
    }
    let name = if has_modules { NAME_BESIDE_MODULES } else { NAME };
    let mut supplied = vec![(name, PROGRAM.as_bytes())];
    if has_modules {
        supplied.push((MODULE_NAME, MODULE.as_bytes()));
        supplied.push((SETTINGS, package.get(SETTINGS).unwrap_or_default()));
    }
    for (name, content) in supplied {
        carried.beside.insert(name.to_owned(), content.to_vec());
        carried.supplied.push(name.to_owned());
    }
    carried.differs.push(format!(
        "Tests for Jest are run by `{name}`, which knows what tests of courses use of it, and lies beside the spec."
    ));
    carried.work = Work::Scenarios(scenarios);
    Ok(carried)
}

/// Looks whether the script `test` of the package starts Jest. Tells whether its files are ES modules, as Node itself loads them.
fn runs_jest(package: &Package, folder: &str) -> Result<bool, String> {
    let path = if folder.is_empty() { SETTINGS.to_owned() } else { format!("{folder}/{SETTINGS}") };
    let text = package.get(&path).unwrap_or(b"{}");
    let json: serde_json::Value = serde_json::from_slice(text).unwrap_or_default();
    let script = json["scripts"]["test"].as_str().unwrap_or("jest");
    let is_jest = script
        .split_whitespace()
        .any(|word| word == "jest" || word.ends_with("/jest") || word.ends_with("/jest.js"));
    let has_modules = json["type"].as_str() == Some("module");
    if has_modules && !folder.is_empty() {
        return Err(format!("`{path}` makes ES modules of the files of a folder alone"));
    }
    match is_jest && !has_word(script, "react-scripts") {
        true => Ok(has_modules),
        false => Err(format!("`{script}` of its `package.json` is not Jest alone")),
    }
}

fn text_of(package: &Package, path: &str) -> Result<String, String> {
    let content = package.get(path).ok_or_else(|| format!("`{path}` is not in the repository"))?;
    String::from_utf8(content.to_vec()).map_err(|_| format!("`{path}` is not UTF-8"))
}

/// Looks whether the program knows all that a file of tests uses.
fn understood(path: &str, text: &str, is_module: bool) -> Result<(), String> {
    if !is_module && text.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")) {
        return Err(format!("`{path}` is a module that Babel translates for Jest, which is not done here"));
    }
    let word_after = |place: usize| -> String {
        text[place..].chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect()
    };
    for (place, front) in text.match_indices("jest.") {
        let name = word_after(place + front.len());
        if !text[..place].ends_with(|sign: char| sign.is_alphanumeric() || "./@".contains(sign))
            && !FUNCTIONS.contains(&name.as_str())
        {
            return Err(format!("`{path}` uses `jest.{name}`"));
        }
    }
    for (place, front) in text.match_indices(").to") {
        let name = format!("to{}", word_after(place + front.len()));
        if !["toThrow", "toThrowError", "toString"].contains(&name.as_str())
            && !PROGRAM.contains(&format!("  {name}"))
        {
            return Err(format!("`{path}` uses `{name}`"));
        }
    }
    Ok(())
}

/// What a file loads with `require`.
fn required(text: &str) -> Vec<String> {
    let after = text.match_indices("require(").map(|(place, front)| text[place + front.len()..].trim_start());
    let quoted = after.filter_map(|rest| {
        let quote = rest.chars().next().filter(|sign| ['\'', '"', '`'].contains(sign))?;
        rest[1..].split(quote).next().map(str::to_owned)
    });
    quoted.collect()
}

/// What an ES module imports.
fn imported(text: &str) -> Vec<String> {
    IMPORTS.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// The file of the repository that a test loads; none for a module of Node.
fn own_file(package: &Package, folder: &str, name: &str, is_module: bool) -> Result<Option<String>, String> {
    let bare = name.strip_prefix("node:").unwrap_or(name);
    if BUILT_IN.contains(&bare) || ["fs/promises", "assert/strict"].contains(&bare) {
        return Ok(None);
    }
    if !name.starts_with('.') {
        return Err(format!("its tests load `{name}`, which must be installed"));
    }
    let path = within(folder, name)?;
    if is_module && !["js", "mjs", "cjs", "json"].contains(&ending(&path)) {
        return Err(format!("its tests import `{name}` without its ending, which Node does not find"));
    }
    let places = [path.clone(), format!("{path}.js"), format!("{path}/index.js"), format!("{path}.json")];
    let found = places.iter().find(|place| package.has(place)).cloned();
    // What is not there yet is handed in.
    Ok(Some(found.unwrap_or_else(|| if ending(&path) == "js" { path } else { format!("{path}.js") })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_does_not_know_is_named() {
        assert!(
            understood(
                "a.test.js",
                "test('x', () => { expect(f(1)).not.toBeCloseTo(2); jest.fn(); });",
                false
            )
            .is_ok()
        );
        assert_eq!(
            understood("a", "expect(page).toMatchSnapshot()", false).unwrap_err(),
            "`a` uses `toMatchSnapshot`"
        );
        assert_eq!(understood("a", "jest.mock('x')", true).unwrap_err(), "`a` uses `jest.mock`");
        assert_eq!(required("const a = require('./a');\nrequire(\"fs\")"), ["./a", "fs"]);
        let text = "import a, { b } from './a.js';\nimport {c} from \"./c.js\"\nimport './d.mjs';\nimport {\n  e,\n} from './e.js';\n\
                    export * from './f.js';\nexport const from = './g.js';\nconst h = ' import x from ';\n";
        assert_eq!(imported(text), ["./a.js", "./c.js", "./d.mjs", "./e.js", "./f.js"]);
    }
}
