//! Notebooks of nbgrader: each cell with tests becomes a group of tests for pytest.

mod notebook;

use super::draft::{Tests, points};
use super::names::Names;
use super::package::some_of;
use super::python;
use super::{Draft, Error, Package};
use notebook::{Cell, Role, cells, is_magic, plain};

/// What such a notebook is called in a spec that was made of it.
const ORIGIN: &str = "a notebook of nbgrader";

/// Reads the notebook of an instructor.
pub(super) fn read(package: &Package) -> Result<Draft, Error> {
    let is_notebook = |path: &&str| path.ends_with(".ipynb") && !path.contains(".ipynb_checkpoints/");
    let notebooks: Vec<&str> = package.paths().filter(is_notebook).collect();
    let [path] = notebooks.as_slice() else {
        let what = match notebooks.len() {
            0 => "there is no notebook (`.ipynb`) in it".to_owned(),
            _ => format!("there are several notebooks in it: {}", some_of(&notebooks)),
        };
        return Err(Error::new(&what, "name one notebook, as it lies in the folder `source` of nbgrader"));
    };
    let fail = |what: String| {
        Error::new(&format!("`{path}` cannot be read: {what}"), "save it once more in Jupyter")
    };
    let cells = cells(package.text(path)?.unwrap_or_default()).map_err(fail)?;
    let (folder, name) = path.rsplit_once('/').map_or(("", *path), |(folder, name)| (folder, name));
    let title = name.trim_end_matches(".ipynb");
    let mut draft = Draft::new(title, ORIGIN);
    let mut names = Names::default();
    for cell in cells.iter().filter(|cell| cell.role == Role::Tests) {
        match group(cell, title, &mut names) {
            Ok((tests, source)) => {
                draft
                    .beside
                    .extend(tests.files.iter().map(|file| (file.clone(), source.clone().into_bytes())));
                draft.tests.push(tests);
            }
            Err(reason) => draft.leave_out(format!("the tests `{}`: {reason}", cell.id)),
        }
    }
    if draft.tests.is_empty() {
        let what = match draft.left_out.as_slice() {
            [] => "it has no cells with tests (“autograder tests”)".to_owned(),
            reasons => format!("none of its tests can be carried over: {}", reasons.join("; ")),
        };
        return Err(Error::new(&what, "name the notebook as it lies in the folder `source` of nbgrader"));
    }
    let marked: Vec<&str> =
        cells.iter().filter(|cell| cell.role == Role::Marked).map(|cell| cell.id.as_str()).collect();
    if !marked.is_empty() {
        let marked = some_of(&marked);
        draft.leave_out(format!("what is marked by hand: {marked}: write scenarios with `manual` for it"));
    }
    draft.files.push(name.to_owned());
    solve(&cells, name, package.get(path).unwrap_or_default(), &mut draft);
    supply(package, folder, &mut draft);
    draft.differs(
        "There, all cells share the names of one notebook. Here each group of tests begins with those that its cells with code leave.",
    );
    draft.differs(
        "There, each cell goes on after an error. Here an error in a cell with code fails all tests.",
    );
    Ok(draft)
}

/// The tests of a cell, all of which must pass, and the file with them.
fn group(cell: &Cell, module: &str, names: &mut Names) -> Result<(Tests, String), String> {
    if cell.code.lines().any(is_magic) {
        return Err("they have lines that only a notebook understands".to_owned());
    }
    let parts = notebook::tests(&cell.code)?;
    let worth =
        points(cell.points).ok_or_else(|| format!("{} points cannot be written in a spec", cell.points))?;
    let mut source = names_of(module);
    let mut hidden = Vec::new();
    if !python::module("tests", parts.visible.as_bytes())?.is_empty() {
        source += &format!("\n\ndef test_visible():\n{}", indented(&parts.visible));
    }
    if !python::module("tests", parts.hidden.as_bytes())?.is_empty() {
        // There, hidden tests come after the others of their cell, and know their names.
        let all = parts.visible.trim_end().to_owned() + "\n" + &parts.hidden;
        source += &format!("\n\ndef test_hidden():\n{}", indented(&all));
        hidden.push("test_hidden".to_owned());
    }
    if !source.contains("def ") {
        return Err("they are empty".to_owned());
    }
    let name = names.unique(&cell.id);
    let key = Draft::new(&name, ORIGIN).key.replace('-', "_");
    let file = format!("test_{}.py", key.strip_prefix("test_").unwrap_or(&key));
    let tests = Tests {
        name: Some(name),
        runner: "pytest",
        files: vec![file],
        points: Some(worth),
        pass_all: true,
        hidden,
        without: Vec::new(),
    };
    Ok((tests, source))
}

/// The lines that take over the names of a notebook. One whose name is no word is imported by its text; what a module is called
/// itself, and where it lies, stays that of the tests.
fn names_of(module: &str) -> String {
    let is_word = !module.starts_with(|c: char| c.is_ascii_digit())
        && module.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_word {
        return format!("from {module} import *\n");
    }
    let name = python::shown(&python::Expr::Str(module.to_owned())).unwrap_or_default();
    format!(
        "from importlib import import_module\n\nnames = vars(import_module({name}))\n\
         globals().update({{name: names[name] for name in names if not name.startswith('__')}})\n"
    )
}

/// Code as the body of a function. Lines inside of texts keep their places.
fn indented(code: &str) -> String {
    let has_long_text = code.contains("\"\"\"") || code.contains("'''");
    if has_long_text {
        let text = python::shown(&python::Expr::Str(code.to_owned())).unwrap_or_default();
        return format!("    exec({text}, dict(globals()))\n");
    }
    let lines = code.trim_matches('\n').lines();
    lines.map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}

/// The solution of the notebook, which proves the tests.
fn solve(cells: &[Cell], file: &str, notebook: &[u8], draft: &mut Draft) {
    let code: Vec<String> =
        cells.iter().filter(|cell| cell.role == Role::Code).map(|cell| plain(&cell.code)).collect();
    let has_solution = cells.iter().any(|cell| cell.code.contains("BEGIN SOLUTION"));
    let path = format!("solutions/{file}");
    let code = code.iter().map(|code| code.trim_matches('\n')).filter(|code| !code.is_empty());
    let code = code.collect::<Vec<_>>().join("\n\n\n") + "\n";
    match (has_solution, python::module("solution", code.as_bytes())) {
        (true, Ok(_)) => {
            draft.beside.insert(path.clone(), notebook.to_vec());
            draft.solution = Some(path);
        }
        (true, Err(reason)) => draft.leave_out(format!("the solution: {reason}")),
        (false, _) => {
            draft.leave_out("a solution: no cell has `### BEGIN SOLUTION`, so nothing proves the tests");
        }
    }
}

/// The other files beside the notebook, which its code may read.
fn supply(package: &Package, folder: &str, draft: &mut Draft) {
    for path in package.paths() {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_beside = above == folder && !name.ends_with(".ipynb") && !name.starts_with('.');
        if let (true, Some(content)) = (is_beside, package.get(path)) {
            let path = format!("support/{name}");
            draft.beside.insert(path.clone(), content.to_vec());
            draft.supplied.push(path);
        }
    }
}
