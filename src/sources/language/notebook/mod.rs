//! Notebooks of Jupyter (`.ipynb`): their code cells, one after the other, are a module of Python.
//!
//! What the file keeps of earlier runs is not looked at. <https://nbformat.readthedocs.io>

mod cells;
mod magic;

use serde::Deserialize;
use serde::de::IgnoredAny;

pub use cells::{CodeCell, CodeCells};

use crate::submission::{File, Problem, Snapshot};
use magic::Kept;

/// The ending of the names of notebooks.
const ENDING: &str = ".ipynb";

/// What a notebook may use and a program has not: IPython shows a value with `display`.
const PRELUDE: &str = "def display(*objects): print(*map(repr, objects), sep='\\n')\n";

/// Tells whether a file is a notebook, by its name.
pub fn is_notebook(file: &str) -> bool {
    file.ends_with(ENDING)
}

/// Returns the name of the file as which Python imports a notebook: `cleaning.py` for `cleaning.ipynb`.
pub fn module_file(file: &str) -> Option<String> {
    Some(format!("{}.py", file.strip_suffix(ENDING)?))
}

/// Puts modules of Python into the places of the notebooks with these names, and also beside them, so that they can be imported.
/// Returns where the lines of the modules stand in the notebooks.
///
/// # Errors
///
/// When a notebook is none that can be run. That is the fault of who made it.
pub fn convert<'n>(files: &mut Snapshot, names: impl Iterator<Item = &'n str>) -> Result<CodeCells, Problem> {
    let mut cells = CodeCells::default();
    for name in names.filter(|name| is_notebook(name)) {
        let Some(file) = files.get(name.as_ref()) else { continue };
        let unusable = |reason: String| Problem::Notebook { name: name.to_owned(), reason: reason.into() };
        let (source, own) = read(&file.content).map_err(unusable)?;
        let module = File { content: source.into_bytes(), executable: false };
        files.insert(name.into(), module.clone());
        if let Some(importable) = module_file(name) {
            files.supply(importable.into(), module);
        }
        cells.add(name, own);
    }
    Ok(cells)
}

/// Returns the code of a notebook; `None` if it is none.
pub fn code(content: &[u8]) -> Option<String> {
    read(content).ok().map(|(source, _)| source)
}

/// Returns a notebook with one code cell.
pub fn of_code(code: &str) -> String {
    let cell = serde_json::json!({ "cell_type": "code", "source": code, "metadata": {}, "outputs": [] });
    serde_json::json!({ "cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5 }).to_string()
}

/// A notebook, as it is written.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    cells: Option<Vec<Written>>,
    #[serde(default)]
    metadata: Metadata,
    #[serde(default)]
    nbformat: Option<u32>,
    /// Where cells were before version 4.
    #[serde(default)]
    worksheets: Option<IgnoredAny>,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    kernelspec: Kernel,
    #[serde(default)]
    language_info: Kernel,
}

#[derive(Default, Deserialize)]
struct Kernel {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    display_name: Option<String>,
}

#[derive(Deserialize)]
struct Written {
    cell_type: String,
    #[serde(default)]
    source: Lines,
    #[serde(default)]
    metadata: CellMetadata,
}

#[derive(Default, Deserialize)]
struct CellMetadata {
    #[serde(default)]
    nbgrader: Option<Nbgrader>,
}

/// What nbgrader keeps about a cell.
#[derive(Deserialize)]
struct Nbgrader {
    #[serde(default)]
    grade: bool,
    #[serde(default)]
    solution: bool,
}

/// A text, or its lines.
#[derive(Deserialize)]
#[serde(untagged)]
enum Lines {
    Text(String),
    Several(Vec<String>),
}

impl Default for Lines {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Lines {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Several(lines) => lines.concat(),
        }
    }
}

/// Reads a notebook: the module of Python, and its cells. The error says what is wrong, as the end of a sentence.
fn read(content: &[u8]) -> Result<(String, Vec<CodeCell>), String> {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    if content.trim_ascii().is_empty() {
        return Err("the file is empty: save the notebook, and hand it in again".to_owned());
    }
    let document: Document = serde_json::from_slice(content).map_err(|error| not_json(content, &error))?;
    if let Some(language) = document.metadata.other_language() {
        return Err(format!(
            "it is written in {language}, and Python is asked for: choose a kernel of Python"
        ));
    }
    let Some(written) = document.cells else {
        let is_old = document.worksheets.is_some() || document.nbformat.is_some_and(|version| version < 4);
        return Err(match is_old {
            true => "it is in the format of Jupyter before version 4: open it in Jupyter, and save it again",
            false => "there are no cells in the file: open it in Jupyter, save it, and hand it in again",
        }
        .to_owned());
    };
    let mut source = String::new();
    let mut cells = Vec::new();
    for one in written.into_iter().filter(|one| one.cell_type == "code") {
        let number = cells.len() + 1;
        let is_test = one.metadata.nbgrader.as_ref().is_some_and(|cell| cell.grade && !cell.solution);
        let text = one.source.text().replace("\r\n", "\n");
        let kept = if is_test { Kept::nothing(&text, "a test of nbgrader") } else { Kept::of(&text) };
        source.push_str(&format!("# cell {number}\n"));
        let first = source.lines().count() + 1;
        source.push_str(&kept.code);
        cells.push(CodeCell { number, text, first, left_out: kept.left_out });
    }
    if cells.iter().all(|cell| cell.text.trim().is_empty()) {
        return Err("there is no code in its cells: was it saved after you had written it?".to_owned());
    }
    if cells.iter().any(|cell| cell.text.contains("display(")) && !source.contains("import display") {
        source.insert_str(0, PRELUDE);
        cells.iter_mut().for_each(|cell| cell.first += 1);
    }
    Ok((source, cells))
}

fn not_json(content: &[u8], error: &serde_json::Error) -> String {
    let is_like_a_program = !content.trim_ascii_start().starts_with(b"{");
    if is_like_a_program {
        return "the file is no notebook of Jupyter, whatever its name is".to_owned();
    }
    let what = match error.classify() {
        serde_json::error::Category::Eof => {
            "it ends in the middle, so it was not saved or not sent completely"
        }
        _ => "it is damaged",
    };
    format!("{what} (line {} of the file). Open it in Jupyter, save it, and hand it in again", error.line())
}

impl Metadata {
    /// Returns the language of the notebook, if it is not Python.
    fn other_language(&self) -> Option<String> {
        let Self { kernelspec, language_info } = self;
        let told = language_info.name.as_ref().or(kernelspec.language.as_ref());
        let told = told.or(kernelspec.name.as_ref())?;
        let is_python = ["python", "ipython", "xpython", "pyodide"]
            .iter()
            .any(|start| told.to_lowercase().starts_with(start));
        // A kernel may have any name: without a language, nothing is known of it.
        let is_known = language_info.name.is_some()
            || kernelspec.language.is_some()
            || ["ir", "julia"].iter().any(|start| told.starts_with(start));
        let shown =
            || kernelspec.language.as_ref().or(kernelspec.display_name.as_ref()).unwrap_or(told).clone();
        (!is_python && is_known).then(|| shown().chars().filter(|c| !c.is_control()).take(40).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn notebook(cells: &[&str]) -> Vec<u8> {
        let cells: Vec<_> =
            cells.iter().map(|text| json!({"cell_type": "code", "source": text, "outputs": []})).collect();
        json!({"cells": cells, "nbformat": 4, "metadata": {}}).to_string().into_bytes()
    }

    #[test]
    fn code_cells_are_one_module_and_each_line_is_found_again() {
        let document = json!({
            "cells": [
                { "cell_type": "markdown", "source": ["# Title\n", "text"] },
                { "cell_type": "code", "source": ["import math\n", "x = 1"], "outputs": [{ "data": "…" }] },
                { "cell_type": "code", "source": "y = 2\n", "execution_count": 9 },
            ],
            "metadata": { "kernelspec": { "language": "python", "name": "python3" } }, "nbformat": 4,
        });
        let (source, cells) = read(document.to_string().as_bytes()).unwrap();
        assert_eq!(source, "# cell 1\nimport math\nx = 1\n# cell 2\ny = 2\n");
        let mut all = CodeCells::default();
        all.add("a.ipynb", cells);
        assert_eq!(all.place("a.ipynb", 3), Some(("a.ipynb, cell 1".to_owned(), 2)));
        assert_eq!(all.place("a.py", 5), Some(("a.ipynb, cell 2".to_owned(), 1)));
        assert_eq!(all.place("b.py", 5), None);
    }

    #[test]
    fn what_is_no_notebook_is_told_in_words() {
        let wrong = |content: &[u8]| read(content).map(|_| ()).unwrap_err();
        assert!(wrong(b" \n").starts_with("the file is empty"));
        assert!(wrong(b"print('hello')").starts_with("the file is no notebook of Jupyter"));
        assert!(wrong(&notebook(&["x = 1"])[..40]).starts_with("it ends in the middle"));
        assert!(wrong(b"{\"cells\": [}").starts_with("it is damaged (line 1 of the file)"));
        assert!(wrong(b"{}").starts_with("there are no cells in the file"));
        assert!(wrong(b"{\"worksheets\": [], \"nbformat\": 3}").contains("before version 4"));
        assert!(wrong(&notebook(&[])).starts_with("there is no code in its cells"));
        assert!(wrong(&notebook(&[" \n", ""])).starts_with("there is no code in its cells"));
        let r = json!({ "cells": [], "metadata": { "kernelspec": { "name": "ir", "language": "R" } } });
        assert!(wrong(r.to_string().as_bytes()).starts_with("it is written in R, and Python is asked for"));
    }

    #[test]
    fn a_test_of_nbgrader_is_left_out_and_a_solution_is_not() {
        let document = json!({ "cells": [
            { "cell_type": "code", "source": "### BEGIN SOLUTION\nx = 1\n### END SOLUTION", "metadata": { "nbgrader": { "grade": true, "solution": true } } },
            { "cell_type": "code", "source": "assert x == 1\n### BEGIN HIDDEN TESTS\nassert x < 2\n### END HIDDEN TESTS", "metadata": { "nbgrader": { "grade": true, "solution": false } } },
        ] });
        let (source, cells) = read(document.to_string().as_bytes()).unwrap();
        assert!(source.contains("x = 1") && !source.contains("assert"), "{source}");
        assert_eq!(cells[1].left_out.len(), 1);
    }

    #[test]
    fn a_value_is_shown_as_ipython_does() {
        let (source, cells) = read(&notebook(&["display('a')"])).unwrap();
        assert!(source.starts_with("def display("), "{source}");
        assert_eq!(source.lines().nth(cells[0].first - 1), Some("display('a')"));
    }
}
