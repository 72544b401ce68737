//! Where the lines of a module stand in the cells of a notebook.

use std::collections::BTreeMap;

use super::module_file;

/// A code cell of a notebook.
#[derive(Clone, Debug)]
pub struct CodeCell {
    /// Its number among the code cells, from 1.
    pub number: usize,
    /// Its text, as it is written.
    pub text: String,
    /// The line of the module in which it begins, from 1.
    pub(super) first: usize,
    /// What was left out of the module: the number of the line in the cell, and a sentence.
    pub left_out: Vec<(usize, String)>,
}

/// The cells of notebooks, by the names of the notebooks and of the modules that were made of them.
#[derive(Clone, Debug, Default)]
pub struct CodeCells {
    notebooks: Vec<(String, Vec<CodeCell>)>,
    by_file: BTreeMap<String, usize>,
}

impl CodeCells {
    pub(super) fn add(&mut self, notebook: &str, cells: Vec<CodeCell>) {
        for file in [Some(notebook.to_owned()), module_file(notebook)].into_iter().flatten() {
            self.by_file.insert(file, self.notebooks.len());
        }
        self.notebooks.push((notebook.to_owned(), cells));
    }

    /// Whether there is no notebook.
    pub fn is_empty(&self) -> bool {
        self.notebooks.is_empty()
    }

    /// Returns the cells of a notebook, each with what reports call it.
    pub fn of(&self, notebook: &str) -> Option<impl Iterator<Item = (String, &CodeCell)>> {
        let (name, cells) = self.notebooks.iter().find(|(name, _)| name == notebook)?;
        Some(cells.iter().map(move |cell| (title(name, cell.number), cell)))
    }

    /// Whether a file was made of a notebook, and has no lines that its author has written.
    pub fn is_made(&self, file: &str) -> bool {
        self.by_file.contains_key(file)
    }

    /// Returns the cell in which a line of a module stands, as reports call it, and the number of the line in the cell; `None` for
    /// a file that is no notebook.
    pub fn place(&self, file: &str, line: usize) -> Option<(String, usize)> {
        let (name, cells) = &self.notebooks[*self.by_file.get(file)?];
        let cell = cells.iter().rev().find(|cell| cell.first <= line).or(cells.first())?;
        Some((title(name, cell.number), (line + 1).saturating_sub(cell.first).max(1)))
    }
}

fn title(notebook: &str, number: usize) -> String {
    format!("{notebook}, cell {number}")
}
