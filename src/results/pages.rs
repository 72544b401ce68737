//! The files that are written from a report, and their names.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use super::Manifest;
use crate::report::{ClassPage, Csv, Format, Graded, Json, Report, Student, StudentPage};
use crate::untrusted::{Text, Untrusted};

/// The page of the class, for browsers.
pub(super) const CLASS_PAGE: &str = "report.html";

/// The names of the files of a class, relative to the results folder.
#[derive(Clone, Debug)]
pub(super) struct Pages {
    /// The path of each page by the submission's name, without its ending.
    names: HashMap<Untrusted, String>,
    /// Whether there are also pages for browsers.
    html: bool,
}

/// The name of a file, and the function that writes it.
pub(super) type Written<'a> = (String, Box<dyn Fn(&mut dyn Write) -> io::Result<()> + 'a>);

impl Pages {
    /// The names for all submissions of a grading, including those of other parts.
    pub(super) fn new(manifest: &Manifest) -> Self {
        let mut taken = HashSet::new();
        let names = manifest.submissions.iter().map(|submission| submission.name.clone());
        let page = |name: Untrusted| {
            let page = format!("feedback/{}", file_name(&name, &mut taken));
            (name, page)
        };
        Self { names: names.map(page).collect(), html: manifest.html }
    }

    /// The path of the page of one submission for terminals.
    pub(super) fn text(&self, submission: &Untrusted) -> String {
        format!("{}.txt", self.name(submission))
    }

    fn html(&self, submission: &Untrusted) -> String {
        format!("{}.html", self.name(submission))
    }

    fn name(&self, submission: &Untrusted) -> &str {
        self.names.get(submission).map_or("feedback/submission", String::as_str)
    }

    /// The pages of one submission; `head` is a report that gives the title.
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
                Box::new(move |out| ClassPage { links: links(), review: None }.write(report, out)),
            ));
        }
        files
    }
}

/// The name of a file for a submission. It leads to no other folder, and no other submission has it.
fn file_name(name: &(impl Text + ?Sized), taken: &mut HashSet<String>) -> String {
    let harmless = |c: char| if c.is_alphanumeric() || "-_.@ ".contains(c) { c } else { '_' };
    let plain: String = name.expose().chars().map(harmless).take(100).collect();
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
