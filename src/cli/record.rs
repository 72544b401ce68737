//! `yardstick record`: a scenario that is played, and written into the spec.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use super::isolation::{self, Choice};
use super::plain_yaml::{list, plain};
use super::{Error, Status};
use crate::plan::{Means, Rehearsal};
use crate::report::Visible;
use crate::results::put_whole;
use crate::sandbox::{Exit, Input};
use crate::spec::{AppendError, Spec, Task};
use crate::trace::{Store, Trace, decode};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file: the scenario is added to it
    spec: PathBuf,
    /// The name of the scenario [default: it is asked for]
    #[arg(long)]
    name: Option<String>,
    /// The group that it belongs to [default: the last one]
    #[arg(long)]
    group: Option<String>,
    /// What it is worth, outside of groups
    #[arg(long, default_value = "1")]
    points: crate::points::Points,
    /// Type Python at this module, instead of running the program
    #[arg(long, value_name = "MODULE")]
    session: Option<String>,
    #[command(flatten)]
    isolation: isolation::Args,
    /// Command line arguments of the program [default: those of the group's last scenario]
    #[arg(last = true)]
    args: Vec<String>,
}

pub(super) fn record(args: &Args) -> Result<Status, Error> {
    let file = args.spec.display().to_string();
    if !args.spec.is_file() {
        return Err(Error::Usage(format!(
            "`{file}` is no file\nhelp: `yardstick specs --export KEY` writes a shipped spec to a file"
        )));
    }
    let spec = Spec::load(&file)?;
    let sandbox = args.isolation.open(Choice::Auto)?;
    let store = Store::empty();
    let means = Means { sandbox: Some(&sandbox), store: &store };
    let rehearsal = Rehearsal::new(&means, &spec)?;
    let mut person = Person { lines: io::stdin().lock() };
    let name = match &args.name {
        Some(name) => name.clone(),
        None => person
            .answer("Name of the scenario: ")?
            .filter(|name| !name.trim().is_empty())
            .ok_or_else(|| Error::Usage("a scenario needs a name\nhelp: give it with `--name`".to_owned()))?,
    };
    let mut mapping = vec![format!("name: {}", plain(name.trim()))];
    match &args.session {
        Some(module) => mapping.extend(session(&rehearsal, module, &mut person)?),
        None => mapping.extend(run(&rehearsal, &arguments(args, &spec), &mut person)?),
    }
    add(args, &spec, &mapping)?;
    anstream::println!("recorded `{}` in `{file}`", Visible::new(name.trim()));
    Ok(Status::Done)
}

/// Adds a scenario to the file of a spec, through a symbolic link too.
fn add(args: &Args, spec: &Spec, mapping: &[String]) -> Result<(), Error> {
    let text = spec.with_scenario(args.group.as_deref(), &args.points.to_string(), mapping);
    let text = text.map_err(|error| match error {
        AppendError::NoGroup { .. } => Error::Usage(error.to_string()),
        AppendError::Inline { .. } | AppendError::Defects(_) | AppendError::ReadOtherwise => {
            let item = mapping.join("\n    ");
            Error::Usage(format!("{error}\nhelp: add it by hand:\n\n  - {item}"))
        }
    })?;
    let fail = |source| Error::File { path: args.spec.clone(), source };
    let path = fs::canonicalize(&args.spec).map_err(fail)?;
    put_whole(Path::new(&path), text.as_bytes(), 0o666).map_err(fail)
}

/// The arguments that were given, or those of the last run in the spec.
fn arguments(args: &Args, spec: &Spec) -> Vec<String> {
    if !args.args.is_empty() {
        return args.args.clone();
    }
    let groups = spec.groups.iter().rev().filter(|group| args.group.is_none() || group.name == args.group);
    let runs =
        groups.flat_map(|group| group.scenarios.iter().rev()).filter_map(|scenario| match &scenario.task {
            Task::Run(run) => Some(run.args.clone()),
            Task::Session(_) | Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::Manual(_) => None,
        });
    runs.into_iter().next().unwrap_or_default()
}

/// Plays the program: it is run anew with each line that is typed, and goes on where it was.
fn run(rehearsal: &Rehearsal, args: &[String], person: &mut Person) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    let mut shown = Vec::new();
    let exit = loop {
        let input = Input { lines: lines.clone(), final_newline: true, terminal: false };
        let trace = rehearsal.run(args, &input)?;
        let asked = asked(&trace)?;
        let until = asked.unwrap_or(trace.stdout.len());
        let new = trace.stdout[..until].strip_prefix(shown.as_slice()).ok_or_else(|| {
            let message =
                "the reference does not print the same every time\nhelp: take chance and time out of it";
            Error::Usage(message.to_owned())
        })?;
        person.show(&decode(new))?;
        shown = trace.stdout[..until].to_vec();
        if asked.is_none() {
            if trace.exit != Exit::Code(0) {
                person.show(decode(&trace.stderr).lines().last().unwrap_or_default())?;
                person.show("\n")?;
            }
            break trace.exit;
        }
        lines.push(person.line()?.ok_or_else(|| {
            Error::Usage("the program still asks for a line: nothing was recorded".to_owned())
        })?);
    };
    let mut mapping = Vec::new();
    if !args.is_empty() {
        mapping.push(format!("args: {}", list(args)));
    }
    if !lines.is_empty() {
        mapping.extend(wrapped("stdin", &lines));
    }
    match exit {
        Exit::Code(0) => Ok(mapping),
        Exit::Code(code) => {
            mapping.push(format!("expect: {{ exit: {code} }}"));
            Ok(mapping)
        }
        other => Err(Error::Usage(format!("the reference {other}: nothing was recorded"))),
    }
}

/// After how many bytes the program asked for a line that was not there, if it did.
fn asked(trace: &Trace) -> Result<Option<usize>, Error> {
    let unknown = "when the program asks for a line cannot be told at this level of isolation\n\
                   help: `yardstick doctor` tells what this machine has";
    let dialogue = trace.dialogue.as_ref().ok_or_else(|| Error::Usage(unknown.to_owned()))?;
    Ok(dialogue.asked_beyond_end)
}

/// Lists longer than this are broken.
const WIDEST: usize = 80;

/// A list in brackets, on several lines if it is long.
fn wrapped(key: &str, texts: &[String]) -> Vec<String> {
    let whole = format!("{key}: {}", list(texts));
    if whole.len() <= WIDEST {
        return vec![whole];
    }
    let mut rows = vec![format!("{key}: [")];
    for text in texts {
        let item = plain(text) + ",";
        let last = rows.last_mut().expect("there is a first row");
        if rows_is_full(last, &item) {
            rows.push(format!("  {item}"));
        } else {
            last.push_str(if last.ends_with('[') { "" } else { " " });
            last.push_str(&item);
        }
    }
    if let Some(last) = rows.last_mut() {
        last.pop();
        last.push(']');
    }
    rows
}

fn rows_is_full(row: &str, item: &str) -> bool {
    row.len() + 1 + item.len() > WIDEST
}

/// Answers lines of Python until the person has had enough; each line is answered after all the lines before it.
fn session(rehearsal: &Rehearsal, module: &str, person: &mut Person) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    let mut rows = vec![format!("module: {}", plain(module)), "session: |".to_owned()];
    while let Some(line) = person.statement()? {
        if line.chars().any(|c| c != '\n' && Visible::changes(c)) {
            return Err(Error::Usage(
                "a line holds characters that cannot be seen: nothing was recorded".to_owned(),
            ));
        }
        lines.push(line.clone());
        let answers = match rehearsal.answers(module, &lines) {
            Ok(answers) => answers,
            Err(refusal) => {
                // The line is as if it had never been typed.
                person.show(&format!("{refusal}\n"))?;
                lines.pop();
                continue;
            }
        };
        let shown = answers.get(lines.len() - 1).cloned().unwrap_or_default();
        if !shown.is_empty() {
            person.show(&format!("{shown}\n"))?;
        }
        for (index, row) in line.lines().enumerate() {
            rows.push(format!("  {} {row}", if index == 0 { ">>>" } else { "..." }));
        }
        if shown.lines().all(is_clear_under_a_prompt) {
            rows.extend(shown.lines().map(|row| format!("  {row}")));
        }
    }
    if lines.is_empty() {
        return Err(Error::Usage("nothing was typed: nothing was recorded".to_owned()));
    }
    Ok(rows)
}

/// Whether a row can stand under a prompt and be read as it is.
fn is_clear_under_a_prompt(row: &str) -> bool {
    let looks_like_a_prompt = row.starts_with(">>>") || row.starts_with("...");
    !row.trim().is_empty() && !looks_like_a_prompt && !row.chars().any(Visible::changes)
}

/// Who plays.
struct Person {
    lines: io::StdinLock<'static>,
}

impl Person {
    fn show(&mut self, text: &str) -> Result<(), Error> {
        let mut out = io::stdout().lock();
        write!(out, "{}", Visible::lines(text))?;
        out.flush()?;
        Ok(())
    }

    fn answer(&mut self, question: &str) -> Result<Option<String>, Error> {
        self.show(question)?;
        self.line()
    }

    fn line(&mut self) -> Result<Option<String>, Error> {
        let mut line = String::new();
        let fail = |error: io::Error| Error::Usage(format!("cannot read what was typed: {error}"));
        if self.lines.read_line(&mut line).map_err(fail)? == 0 {
            return Ok(None);
        }
        let line = line.strip_suffix('\n').unwrap_or(&line);
        Ok(Some(line.strip_suffix('\r').unwrap_or(line).to_owned()))
    }

    /// A statement of Python: after a line that ends with a colon, more lines belong to it until an empty one.
    fn statement(&mut self) -> Result<Option<String>, Error> {
        let first = loop {
            match self.answer(">>> ")? {
                None => {
                    self.show("\n")?;
                    return Ok(None);
                }
                Some(line) if line.trim().is_empty() => {}
                Some(line) => break line,
            }
        };
        let mut statement = first;
        let is_open = statement.trim_end().ends_with(':') || statement.starts_with('@');
        if is_open {
            while let Some(line) = self.answer("... ")?.filter(|line| !line.trim().is_empty()) {
                statement += &format!("\n{line}");
            }
        }
        Ok(Some(statement))
    }
}
