//! `--format NAME[=FILE]`: chooses the format that is printed and the formats that are written to files.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Command, ValueEnum};

use super::Error;
use super::terminal::{self, columns};
use crate::report::{
    Audience, Classroom, Csv, Ctrf, Depth, Detail, Format, Github, Gitlab, Gradescope, Json, Junit, Markdown,
    Names, Plain, Report, Sarif, Student, StudentPage, Table, Tap, View,
};
use crate::results::put_whole;
use crate::system::name_of;

#[derive(Debug, clap::Args)]
#[group(id = "formats")]
pub(super) struct Args {
    /// What to print [default: table to grade, feedback to check]; with `=FILE`, what to write to a file as well.
    /// May be given several times
    #[arg(long = "format", value_name = "NAME[=FILE]", value_parser = OutputParser)]
    outputs: Vec<Output>,
}

/// A format, and the file that it goes to if it is not printed.
#[derive(Clone, Debug)]
struct Output {
    layout: Layout,
    file: Option<PathBuf>,
}

/// The formats by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Layout {
    /// One line a submission, and a summary
    Table,
    /// The page of each submission
    Feedback,
    /// The page of each submission in whole sentences, for screen readers and logs
    Plain,
    /// What results.json holds
    Json,
    /// What grades.csv holds
    Csv,
    /// Pages for browsers: of a class, report.html and one for each submission in the results folder, besides the table
    Html,
    /// JUnit XML, for CI systems
    Junit,
    /// TAP 14
    Tap,
    /// A summary in GitHub Flavored Markdown
    Markdown,
    /// SARIF 2.1.0: what is said about lines of the source
    Sarif,
    /// Annotations for GitHub Actions, and the summary of the step
    Github,
    /// A code quality report for GitLab
    Gitlab,
    /// CTRF, the Common Test Report Format
    Ctrf,
    /// The results.json of one submission for Gradescope
    Gradescope,
    /// The result of one submission for GitHub Classroom
    Classroom,
}

/// The properties of a format.
struct Facts {
    /// Makes the format.
    make: fn(Shape) -> Box<dyn Format>,
    /// What the format shows of each scenario.
    depth: Depth,
    /// Whether the format names places in files.
    shows_places: bool,
    /// Whether the format is about only one submission.
    is_for_one: bool,
}

/// The settings of formats for terminals.
#[derive(Clone, Copy)]
struct Shape<'a> {
    table: &'a Table,
    /// The number of columns of the terminal; `None` if the format does not go to a terminal.
    columns: Option<usize>,
}

impl Facts {
    /// The properties of a format that shows verdicts and points of any number of submissions.
    fn new(make: fn(Shape) -> Box<dyn Format>) -> Self {
        Self { make, depth: Depth::Verdicts, shows_places: false, is_for_one: false }
    }

    fn causes(self) -> Self {
        Self { depth: Depth::Causes, ..self }
    }

    fn transcripts(self) -> Self {
        Self { depth: Depth::Transcripts, ..self }
    }

    fn dialogues(self) -> Self {
        Self { depth: Depth::Dialogues, ..self }
    }

    fn places(self) -> Self {
        Self { shows_places: true, ..self }
    }

    fn for_one(self) -> Self {
        Self { is_for_one: true, ..self }
    }
}

impl Layout {
    /// The table of formats.
    fn facts(self) -> Facts {
        match self {
            Self::Table => Facts::new(|shape| Box::new(*shape.table)),
            Self::Feedback => Facts::new(|shape| Box::new(Student { columns: shape.columns })).transcripts(),
            Self::Plain => Facts::new(|_| Box::new(Plain)).transcripts(),
            Self::Json => Facts::new(|_| Box::new(Json)).causes(),
            Self::Csv => Facts::new(|_| Box::new(Csv)),
            Self::Html => Facts::new(|_| Box::new(StudentPage)).dialogues(),
            Self::Junit => Facts::new(|_| Box::new(Junit)).transcripts().places(),
            Self::Tap => Facts::new(|_| Box::new(Tap)).transcripts(),
            Self::Markdown => Facts::new(|_| Box::new(Markdown)).transcripts(),
            Self::Sarif => Facts::new(|_| Box::new(Sarif)).places(),
            Self::Github => Facts::new(|_| Box::new(Github { token: secret() })).transcripts().places(),
            Self::Gitlab => Facts::new(|_| Box::new(Gitlab)).places(),
            Self::Ctrf => Facts::new(|_| Box::new(Ctrf)).transcripts(),
            Self::Gradescope => Facts::new(|_| Box::new(Gradescope)).transcripts().for_one(),
            Self::Classroom => Facts::new(|_| Box::new(Classroom)).transcripts().places().for_one(),
        }
    }

    /// The format for a terminal with this many columns, or for a file.
    fn format(self, table: &Table, columns: Option<usize>) -> Box<dyn Format> {
        (self.facts().make)(Shape { table, columns })
    }

    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The formats that were chosen: one is printed, and the others are written to files.
pub(super) struct Formats {
    printed: Layout,
    files: Vec<(Layout, PathBuf)>,
}

impl Args {
    /// Whether at least one format goes to a file.
    pub(super) fn write_files(&self) -> bool {
        self.outputs.iter().any(|output| output.file.is_some())
    }

    /// The formats that were chosen; `usual` is printed if no other format is. Makes sure that their files can be written
    /// before anything is graded.
    pub(super) fn chosen(&self, usual: Layout) -> Result<Formats, Error> {
        let mut printed = None;
        let mut files = Vec::new();
        let mut taken = HashSet::new();
        for Output { layout, file } in &self.outputs {
            match (file, printed) {
                (Some(file), _) if !taken.insert(file) => {
                    return Err(Error::Usage(format!(
                        "two formats go to `{}`\nhelp: give each a file of its own",
                        file.display()
                    )));
                }
                (Some(file), _) => {
                    can_be_written(file)?;
                    files.push((*layout, file.clone()));
                }
                (None, None) => printed = Some(*layout),
                (None, Some(first)) => {
                    let (first, second) = (first.name(), layout.name());
                    return Err(Error::Usage(format!(
                        "the formats `{first}` and `{second}` both go to standard output\n\
                         help: give one of them a file: `--format {second}=FILE`"
                    )));
                }
            }
        }
        Ok(Formats { printed: printed.unwrap_or(usual), files })
    }
}

/// Makes sure that a file can be written into its folder.
fn can_be_written(file: &Path) -> Result<(), Error> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fail = |source| Error::File { path: file.to_path_buf(), source };
    if file.is_dir() {
        return Err(fail(io::Error::other("it is a folder")));
    }
    if !folder.is_dir() {
        return Err(fail(io::Error::other(format!("there is no folder `{}`", folder.display()))));
    }
    tempfile::NamedTempFile::new_in(folder).map(drop).map_err(fail)
}

impl Formats {
    /// Refuses many submissions for formats that are about one.
    pub(super) fn fit(&self, submissions: usize) -> Result<(), Error> {
        let html = self.files.iter().map(|(layout, _)| *layout).find(|layout| *layout == Layout::Html);
        match self.all().find(|layout| layout.facts().is_for_one).or(html) {
            Some(layout) if submissions != 1 => Err(Error::Usage(format!(
                "`{}` is about one submission, and there are {submissions}\nhelp: name one of them",
                layout.name()
            ))),
            Some(_) | None => Ok(()),
        }
    }

    /// The view that has everything that these formats show.
    pub(super) fn view<'a>(&self, audience: Audience, names: &'a Names) -> View<'a> {
        View { audience, detail: self.detail(), names, ..View::of_all(self.detail()) }
    }

    /// The detail that is enough for all of these formats.
    pub(super) fn detail(&self) -> Detail {
        let terminal = self.printed == Layout::Feedback && columns().is_some();
        let most = self.all().map(|layout| layout.facts().depth).max();
        let depth = if terminal { Depth::Dialogues } else { most.unwrap_or(Depth::Verdicts) };
        Detail { depth, places: self.all().any(|layout| layout.facts().shows_places) }
    }

    /// The format that is printed.
    pub(super) fn printed(&self) -> Layout {
        self.printed
    }

    /// Prints one format and writes the others.
    pub(super) fn write(&self, report: &Report, view: &View, table: &Table) -> Result<(), Error> {
        let shown = &*report.seen_by(view.audience);
        // The format for Gradescope says itself who may see which scenario.
        let report = |layout| if layout == Layout::Gradescope { report } else { shown };
        for (layout, file) in &self.files {
            let fail = |source| Error::File { path: file.clone(), source };
            let mut plain = anstream::StripStream::new(Vec::new());
            layout.format(table, None).write(report(*layout), &mut plain)?;
            put_whole(file, &plain.into_inner(), 0o666).map_err(fail)?;
        }
        // The format for GitHub contains commands of ours, and stops commands while it prints untrusted text.
        let mut out: Box<dyn Write> = match self.printed {
            Layout::Github => Box::new(terminal::commands()),
            _ => Box::new(terminal::out()),
        };
        // The pages of a class are in its folder.
        let printed = match (self.printed, view.audience) {
            (Layout::Html, Audience::Instructors) => Layout::Table,
            (printed, _) => printed,
        };
        printed.format(table, columns()).write(report(printed), &mut out)?;
        out.flush()?;
        match std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) {
            Some(file) if self.all().any(|layout| layout == Layout::Github) => {
                append_summary(Path::new(&file), shown)
            }
            Some(_) | None => Ok(()),
        }
    }

    fn all(&self) -> impl Iterator<Item = Layout> {
        std::iter::once(self.printed).chain(self.files.iter().map(|(layout, _)| *layout))
    }
}

/// A word that nobody can guess: the system gives a random seed to the hashers.
fn secret() -> String {
    use std::hash::{BuildHasher, RandomState};
    let word = || RandomState::new().hash_one(std::process::id());
    format!("yardstick-{:016x}{:016x}", word(), word())
}

/// GitHub refuses a summary with more bytes than this.
const MOST_SUMMARY: usize = 1 << 20;

/// Appends the summary of this step to the file that GitHub gave.
fn append_summary(file: &Path, report: &Report) -> Result<(), Error> {
    let fail = |source| Error::File { path: file.to_path_buf(), source };
    let mut text = Vec::new();
    Markdown.write(report, &mut text)?;
    if text.len() >= MOST_SUMMARY {
        let note = "The summary is too long for this page: the log of the step has it.\n";
        text = note.as_bytes().to_vec();
    }
    let mut out = fs::OpenOptions::new().append(true).create(true).open(file).map_err(fail)?;
    out.write_all(&text).map_err(fail)
}

/// Reads `NAME` or `NAME=FILE`, and lists the names.
#[derive(Clone)]
struct OutputParser;

impl TypedValueParser for OutputParser {
    type Value = Output;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Output, clap::Error> {
        let bytes = value.as_encoded_bytes();
        let (name, file) = match bytes.iter().position(|byte| *byte == b'=') {
            Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
            None => (bytes, None),
        };
        let layout = EnumValueParser::<Layout>::new().parse_ref(command, arg, &name_of(name.to_vec()))?;
        if file.is_some_and(<[u8]>::is_empty) {
            let message = format!("`{}=` lacks the name of a file\n", layout.name());
            return Err(clap::Error::raw(clap::error::ErrorKind::InvalidValue, message).with_cmd(command));
        }
        let file = file.map(|file| PathBuf::from(name_of(file.to_vec())));
        Ok(Output { layout, file })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Layout::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}
