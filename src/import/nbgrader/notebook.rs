//! A notebook of an instructor, as nbgrader's metadata describe its cells.

use serde_json::Value;

/// A cell with code, or one that somebody has to mark.
pub(super) struct Cell {
    /// The name that it has there.
    pub(super) id: String,
    pub(super) role: Role,
    /// A number; 0 if it is worth nothing.
    pub(super) points: f64,
    pub(super) code: String,
}

/// What a cell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Code of the assignment or of its solution.
    Code,
    /// Tests.
    Tests,
    /// Somebody reads and marks it.
    Marked,
}

/// Returns the cells that matter, or what is wrong with the notebook.
pub(super) fn cells(text: &str) -> Result<Vec<Cell>, String> {
    let notebook: Value =
        serde_json::from_str(text).map_err(|error| format!("it is not valid JSON: {error}"))?;
    let kernel = notebook["metadata"]["kernelspec"]["language"].as_str().unwrap_or("python");
    if !kernel.eq_ignore_ascii_case("python") {
        return Err(format!("its language is {kernel}, and only notebooks in Python are read"));
    }
    let Some(cells) = notebook["cells"].as_array() else {
        return Err("it has no cells: open it in Jupyter and save it once more".to_owned());
    };
    let found = (1..).zip(cells).filter_map(|(number, cell)| {
        let nbgrader = &cell["metadata"]["nbgrader"];
        let says = |key: &str| nbgrader[key].as_bool().unwrap_or_default();
        let is_code = cell["cell_type"] == "code";
        let role = match (says("grade"), says("solution"), says("task")) {
            (true, false, false) if is_code => Role::Tests,
            (true, ..) | (.., true) => Role::Marked,
            (false, ..) if is_code => Role::Code,
            (false, ..) => return None,
        };
        let code = match &cell["source"] {
            Value::String(text) => text.clone(),
            lines => lines.as_array().into_iter().flatten().filter_map(Value::as_str).collect(),
        };
        Some(Cell {
            id: nbgrader["grade_id"].as_str().map_or_else(|| format!("cell {number}"), str::to_owned),
            role,
            points: nbgrader["points"].as_f64().unwrap_or_default(),
            code: code.replace("\r\n", "\n"),
        })
    });
    Ok(found.collect())
}

/// Tests that students see, and tests that nbgrader takes out of what they get.
pub(super) struct Tests {
    pub(super) visible: String,
    pub(super) hidden: String,
}

/// Parts the code of tests at the marks of hidden ones.
pub(super) fn tests(code: &str) -> Result<Tests, String> {
    let mut parts = Tests { visible: String::new(), hidden: String::new() };
    let mut is_hidden = false;
    for line in code.lines() {
        match mark(line).as_deref() {
            Some("BEGIN HIDDEN TESTS") => is_hidden = true,
            Some("END HIDDEN TESTS") if is_hidden => is_hidden = false,
            Some("END HIDDEN TESTS") => return Err("hidden tests end that did not begin".to_owned()),
            _ => {
                let part = if is_hidden { &mut parts.hidden } else { &mut parts.visible };
                *part += &format!("{line}\n");
            }
        }
    }
    match is_hidden {
        true => Err("its hidden tests have no `### END HIDDEN TESTS`".to_owned()),
        false => Ok(parts),
    }
}

/// The code of a solution without marks, and without lines that only a notebook understands.
pub(super) fn plain(code: &str) -> String {
    let is_mark = |line: &&str| {
        let mark = mark(line);
        let known = ["BEGIN SOLUTION", "END SOLUTION", "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"];
        mark.is_some_and(|mark| known.contains(&mark.as_str()))
    };
    let kept = code.lines().filter(|line| !is_mark(line) && !is_magic(line));
    kept.map(|line| format!("{line}\n")).collect()
}

/// Whether a line is for the notebook and not for Python.
pub(super) fn is_magic(line: &str) -> bool {
    line.trim_start().starts_with(['%', '!', '?'])
}

/// The words of a line that is a mark: `### BEGIN HIDDEN TESTS`.
fn mark(line: &str) -> Option<String> {
    let words = line.trim().strip_prefix("###")?.trim_start_matches('#');
    Some(words.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase())
}
