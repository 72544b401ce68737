//! Writes the pages for browsers into the results folder.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Error;
use super::output::ResultsFolder;
use crate::plan::Plan;
use crate::report::{ClassPage, Format, Graded, Report, StudentPage};
use crate::run::Outcome;

/// The page of the class.
const CLASS: &str = "report.html";

/// The pages for browsers, beside those for terminals.
pub(super) struct HtmlPages<'a> {
    folder: &'a ResultsFolder,
    wanted: bool,
}

impl<'a> HtmlPages<'a> {
    /// Pages that are written only if they are wanted.
    pub(super) fn new(folder: &'a ResultsFolder, wanted: bool) -> Self {
        Self { folder, wanted }
    }

    /// Writes the page of one submission beside `text_page`, under the head of a report.
    pub(super) fn write_page(
        &self,
        text_page: &str,
        graded: &mut Graded,
        plan: &Plan,
        outcome: &Outcome,
        head: &Report,
    ) -> Result<(), Error> {
        if !self.wanted {
            return Ok(());
        }
        graded.lay_side_by_side(plan, outcome);
        self.folder.write_file(&beside(text_page), |out| StudentPage.page(graded, head, out))
    }

    /// Writes the page of the class, and removes what is left of earlier ones: it would be taken for results.
    pub(super) fn write(&self, report: &Report, text_pages: &[&String]) -> Result<(), Error> {
        let path = self.folder.path();
        let links: Vec<String> = text_pages.iter().map(|page| beside(page)).collect();
        let kept: HashSet<PathBuf> =
            if self.wanted { links.iter().map(|link| path.join(link)).collect() } else { HashSet::new() };
        let fail = |source| Error::Output { path: path.to_path_buf(), source };
        remove_other_pages(&path.join("feedback"), &kept).map_err(fail)?;
        if self.wanted {
            return self.folder.write_file(CLASS, |out| ClassPage { links }.write(report, out));
        }
        match fs::remove_file(path.join(CLASS)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fail(error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// The page for browsers that belongs to one for terminals.
fn beside(text_page: &str) -> String {
    format!("{}.html", text_page.strip_suffix(".txt").unwrap_or(text_page))
}

fn remove_other_pages(folder: &Path, kept: &HashSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") && !kept.contains(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
