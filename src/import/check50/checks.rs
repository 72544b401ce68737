//! The checks of a problem: the functions in its Python, or the lists in its YAML.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use serde_json::Value as Yaml;

use super::super::python::{self, Expr, Function, Stmt, Work};
use super::super::{Error, Package};
use super::follow::{Checks, Deeds, Follower};
use super::simple;

/// A check, as far as it could be followed.
pub(super) struct Check {
    /// The name that others depend on.
    pub(super) key: String,
    /// What it checks, in words.
    pub(super) name: String,
    /// The check that must be passed before.
    pub(super) after: Option<String>,
    /// What students are told instead of what happened.
    pub(super) hint: Option<String>,
    /// What it does, or why that is not known.
    pub(super) deeds: Result<Deeds, String>,
}

/// The files that say where the checks are.
pub(super) const CONFIGURATIONS: [&str; 4] = [".cs50.yaml", ".cs50.yml", ".check50.yaml", ".check50.yml"];

/// Reads the checks of a package that was found at a path.
pub(super) fn read(package: &Package, path: &Path) -> Result<Vec<Check>, Error> {
    let checks = configured(package)?;
    if let Yaml::Object(simple) = &checks {
        let check = |(name, steps): (&String, &Yaml)| Check {
            key: name.clone(),
            name: name.clone(),
            after: None,
            hint: None,
            deeds: simple::deeds(steps),
        };
        return Ok(simple.iter().map(check).collect());
    }
    let statements = statements(package, checks.as_str().unwrap_or("__init__.py"), Some(path))?;
    let empty = Checks { package, names: BTreeMap::new() };
    let names = Follower::new(&empty).top(&statements);
    // Names of the file may use each other.
    let first = Checks { package, names };
    let names = Follower::new(&first).top(&statements);
    let all = Checks { package, names };
    let mut checks: Vec<Check> = Vec::new();
    for statement in &statements {
        let Work::Define(function) = &statement.work else { continue };
        let Some(after) = decorated(function) else { continue };
        let deeds = Follower::new(&all).check(function);
        let name = function.docstring().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| function.name.replace('_', " "));
        let check = Check { key: function.name.clone(), name, after, hint: hint(function), deeds };
        // Python knows only the last of two functions with the same name.
        checks.retain(|earlier| earlier.key != check.key);
        checks.push(check);
    }
    Ok(checks)
}

/// What the configuration says about the checks: the name of a file, or the checks themselves.
fn configured(package: &Package) -> Result<Yaml, Error> {
    for name in CONFIGURATIONS.into_iter().filter(|name| package.has(name)) {
        // Its tags belong to another program, and say nothing about checks.
        let value = package.yaml(name)?;
        match &value["check50"]["checks"] {
            Yaml::Null => {}
            checks => return Ok(checks.clone()),
        }
    }
    let only = package.paths().find(|path| path.ends_with(".py") && !path.contains('/'));
    let is_alone = package.paths().count() == 1;
    let file = only.filter(|_| is_alone).unwrap_or("__init__.py");
    Ok(Yaml::String(file.to_owned()))
}

/// The statements of a file, with those of the files of the package from which it takes names in front.
fn statements(package: &Package, file: &str, path: Option<&Path>) -> Result<Vec<Stmt>, Error> {
    let Some(content) = package.get(file) else {
        let what = format!("there are no checks in it: there is no `{file}`");
        return Err(Error::new(&what, "name the folder in which `__init__.py` or `.cs50.yml` lies"));
    };
    let own = python::module(file, content)
        .map_err(|reason| Error::new(&format!("`{file}` cannot be read: {reason}"), "mend the file"))?;
    let mut all = Vec::new();
    for statement in &own {
        let imported = |name: &str| {
            let file = format!("{}.py", name.split('.').next().unwrap_or_default());
            package.get(&file).and_then(|content| python::module(&file, content).ok())
        };
        match &statement.work {
            Work::Assign(_, Expr::Call(function, arguments)) => {
                let is_import = matches!(&**function, Expr::Attribute(_, name) if name == "import_checks");
                let from = arguments.first().map(|argument| &argument.value);
                if let (true, Some(Expr::Str(from)), Some(path)) = (is_import, from, path) {
                    let other = beside(path, from)?;
                    let file = configured(&other)?;
                    all.extend(statements(&other, file.as_str().unwrap_or("__init__.py"), None)?);
                }
            }
            Work::ImportAll(name) => all.extend(imported(name).into_iter().flatten()),
            Work::Import(names) => {
                for (_, from) in names.iter().filter(|(_, from)| from.contains('.')) {
                    all.extend(imported(from).into_iter().flatten());
                }
            }
            _ => {}
        }
    }
    all.extend(own);
    Ok(all)
}

/// The checks in a folder beside this one, which others are made of.
fn beside(path: &Path, from: &str) -> Result<Package, Error> {
    let name = from
        .trim_end_matches('/')
        .strip_prefix("../")
        .filter(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-'));
    let folder = path.canonicalize().ok().and_then(|path| Some(path.parent()?.join(name?)));
    let folder = folder.filter(|folder| folder.is_dir()).ok_or_else(|| {
        let what = format!("its checks are made of those in `{from}`, which are not beside it");
        Error::new(&what, "name the folder where it lies beside the other one")
    })?;
    Package::read(&folder)
}

/// The check that must be passed before this function, if it is a check.
fn decorated(function: &Function) -> Option<Option<String>> {
    function.decorators.iter().find_map(|decorator| match decorator {
        Expr::Call(called, arguments) if ["check50.check", "check"].contains(&called.path()?.as_str()) => {
            let of = |name: &Option<String>| name.is_none() || name.as_deref() == Some("dependency");
            let before = arguments.iter().find(|argument| of(&argument.name)).map(|argument| &argument.value);
            Some(before.and_then(Expr::path))
        }
        _ => None,
    })
}

fn hint(function: &Rc<Function>) -> Option<String> {
    function.decorators.iter().find_map(|decorator| match decorator {
        Expr::Call(called, arguments) if ["check50.hidden", "hidden"].contains(&called.path()?.as_str()) => {
            match arguments.first().map(|argument| &argument.value) {
                Some(Expr::Str(text)) => Some(text.clone()),
                _ => Some(String::new()),
            }
        }
        _ => None,
    })
}
