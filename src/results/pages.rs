//! The files that follow from a report, and how they are called.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use super::Manifest;
use crate::report::{ClassPage, Csv, Format, Graded, Json, Report, Student, StudentPage};

/// The page of the class, for browsers.
pub(super) const CLASS_PAGE: &str = "report.html";

/// The names of the files of a class, relative to the results folder.
#[derive(Debug)]
pub(super) struct Pages {
    /// By the submission's name, without ending.
    names: HashMap<String, String>,
    /// Whether there are pages for browsers too.
    html: bool,
}

/// A file, and what writes it.
pub(super) type Written<'a> = (String, Box<dyn Fn(&mut dyn Write) -> io::Result<()> + 'a>);

impl Pages {
    /// Of all submissions that were graded together, whoever graded them.
    pub(super) fn new(manifest: &Manifest) -> Self {
        let mut taken = HashSet::new();
        let names = manifest.submissions.iter().map(|submission| submission.name.clone());
        let page = |name: String| {
            let page = format!("feedback/{}", file_name(&name, &mut taken));
            (name, page)
        };
        Self { names: names.map(page).collect(), html: manifest.html }
    }

    /// The page of one submission, for terminals.
    pub(super) fn text(&self, submission: &str) -> String {
        format!("{}.txt", self.name(submission))
    }

    fn html(&self, submission: &str) -> String {
        format!("{}.html", self.name(submission))
    }

    fn name(&self, submission: &str) -> &str {
        self.names.get(submission).map_or("feedback/submission", String::as_str)
    }

    /// The pages of one submission, under the head of a report.
    pub(super) fn of_submission<'a>(&self, graded: &'a Graded, head: &'a Report) -> Vec<Written<'a>> {
        let mut pages: Vec<Written> = vec![(
            self.text(&graded.name),
            Box::new(|out| {
                // A stripping stream wants a writer that it can own.
                let mut page = anstream::StripStream::new(Vec::new());
                Student::default().page(graded, head, &mut page)?;
                out.write_all(&page.into_inner())
            }),
        )];
        if self.html {
            pages.push((self.html(&graded.name), Box::new(|out| StudentPage.page(graded, head, out))));
        }
        pages
    }

    /// The files about all submissions.
    pub(super) fn of_class<'a>(&'a self, report: &'a Report) -> Vec<Written<'a>> {
        let mut files: Vec<Written> = vec![
            ("results.json".to_owned(), Box::new(|out| Json.write(report, out))),
            ("grades.csv".to_owned(), Box::new(|out| Csv.write(report, out))),
        ];
        if self.html {
            let links = || report.submissions.iter().map(|graded| self.html(&graded.name)).collect();
            files.push((
                CLASS_PAGE.to_owned(),
                Box::new(move |out| ClassPage { links: links() }.write(report, out)),
            ));
        }
        files
    }
}

/// A submission's name as the name of a file: nothing that leads elsewhere, and no name twice.
fn file_name(name: &str, taken: &mut HashSet<String>) -> String {
    let harmless = |c: char| if c.is_alphanumeric() || "-_.@ ".contains(c) { c } else { '_' };
    let plain: String = name.chars().map(harmless).take(100).collect();
    let plain = plain.trim_start_matches(['.', '-', ' ']).trim_end();
    let plain = if plain.is_empty() { "submission" } else { plain };
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let mut candidates = std::iter::once(plain.to_owned()).chain(numbered);
    let name = candidates.find(|candidate| taken.insert(candidate.to_lowercase()));
    name.unwrap_or_else(|| plain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_submissions_lead_nowhere_else() {
        let mut taken = HashSet::new();
        let mut name = |text| file_name(text, &mut taken);
        assert_eq!(name("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(name("Doe, Jane"), "Doe_ Jane");
        assert_eq!(name("-rf"), "rf");
        assert_eq!(name("\u{1b}[2J"), "__2J");
        assert_eq!(name("Émile"), "Émile");
        assert_eq!(name("doe, jane"), "doe_ jane-2");
        assert_eq!(name(".."), "submission");
        assert_eq!(name(""), "submission-2");
    }
}
