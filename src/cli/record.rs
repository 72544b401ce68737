//! `yardstick record`: plays a scenario with the reference and writes it into the spec.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use super::isolation::{self, Choice};
use super::rewrite::put_spec;
use super::{Error, Status};
use crate::language::Surroundings;
use crate::plan::{ReferenceRunner, Rehearsal};
use crate::report::Visible;
use crate::sandbox::{Exit, Input};
use crate::spec::{AddedTask, Addition, AppendError, Spec, Task, Worth};
use crate::trace::{Store, Trace, decode, is_unseen};

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
    /// The points of the scenario, outside of groups
    #[arg(long, default_value = "1")]
    points: crate::points::Points,
    /// Type lines at this module, instead of running the program
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
            "`{file}` is not a file\nhelp: `yardstick specs --export KEY` writes a shipped spec to a file"
        )));
    }
    let spec = Spec::load(&file)?;
    let sandbox = args.isolation.open_for(&spec, Choice::Auto)?;
    let store = Store::empty();
    let reference_runner = ReferenceRunner { sandbox: Some(&sandbox), store: &store };
    let usage = |error: AppendError| Error::Usage(error.to_string());
    let group = spec.group_named(args.group.as_deref()).map_err(usage)?;
    let rehearsal = Rehearsal::new(&reference_runner, &spec, group)?;
    let mut person = Person { lines: io::stdin().lock() };
    let name = match &args.name {
        Some(name) => name.clone(),
        None => person
            .answer("Name of the scenario: ")?
            .filter(|name| !name.trim().is_empty())
            .ok_or_else(|| Error::Usage("a scenario needs a name\nhelp: give it with `--name`".to_owned()))?,
    };
    let task = match &args.session {
        Some(module) => session(&rehearsal, module, &mut person)?,
        None => run(&rehearsal, arguments(args, &spec), &mut person)?,
    };
    let usual = spec.groups[group].usual.clone();
    let surroundings = match task {
        AddedTask::Run { .. } => usual,
        // In a session no random numbers are fixed.
        AddedTask::Session { .. } => Surroundings { seed: None, ..usual },
    };
    let addition = Addition {
        group,
        comment: Vec::new(),
        name: name.trim().to_owned(),
        worth: Worth::Usual(args.points),
        task,
        surroundings,
        hint: None,
    };
    let more = spec.with_scenarios(std::slice::from_ref(&addition)).map_err(|error| {
        let item = addition.text(&spec, 2);
        Error::Usage(format!(
            "{error}\n\nWhat was played is not lost, but has to be added by hand:\n\n{item}"
        ))
    })?;
    put_spec(&args.spec, &more)?;
    anstream::println!("recorded `{}` in `{file}`", Visible::new(name.trim()));
    Ok(Status::Done)
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
            Task::Session(_)
            | Task::Rule(_)
            | Task::Package(_)
            | Task::Tests(_)
            | Task::UnitTest(_)
            | Task::Manual(_) => None,
        });
    runs.into_iter().next().unwrap_or_default()
}

/// Plays the program. It is run again after each line that is typed, with all lines so far, and only the new output is
/// shown.
fn run(rehearsal: &Rehearsal, args: Vec<String>, person: &mut Person) -> Result<AddedTask, Error> {
    let mut lines = Vec::new();
    let mut shown = Vec::new();
    let exit = loop {
        let input = Input { lines: lines.clone(), final_newline: true, terminal: false };
        let trace = rehearsal.run(&args, &input)?;
        let asked = asked(&trace)?;
        let until = asked.unwrap_or(trace.stdout.len());
        let new = trace.stdout[..until].strip_prefix(shown.as_slice()).ok_or_else(|| {
            let message =
                "the reference does not print the same every time\nhelp: remove what depends on chance or on the clock";
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
    match exit {
        Exit::Code(code) => Ok(AddedTask::Run { args, lines, exit: Some(code).filter(|code| *code != 0) }),
        other => Err(Error::Usage(format!("the reference {other}: nothing was recorded"))),
    }
}

/// The number of bytes that the program had printed when it asked for a line that was not there; `None` if it did not.
fn asked(trace: &Trace) -> Result<Option<usize>, Error> {
    let unknown = "at this level of isolation yardstick cannot see when the program asks for a line\n\
                   help: `yardstick doctor` tells what this machine has";
    let dialogue = trace.dialogue.as_ref().ok_or_else(|| Error::Usage(unknown.to_owned()))?;
    Ok(dialogue.asked_beyond_end)
}

/// Answers lines of Python until the person ends the session. Each line is run after all lines before it.
fn session(rehearsal: &Rehearsal, module: &str, person: &mut Person) -> Result<AddedTask, Error> {
    let mut lines = Vec::new();
    let mut added = Vec::new();
    while let Some(line) = person.statement()? {
        if line.chars().any(|c| c != '\n' && is_unseen(c)) {
            return Err(Error::Usage(
                "a line holds characters that cannot be seen: nothing was recorded".to_owned(),
            ));
        }
        lines.push(line.clone());
        let answers = match rehearsal.answers(module, &lines) {
            Ok(answers) => answers,
            Err(refusal) => {
                // The line does not become part of the session.
                person.show(&format!("{refusal}\n"))?;
                lines.pop();
                continue;
            }
        };
        let shown = answers.get(lines.len() - 1).cloned().unwrap_or_default();
        if !shown.is_empty() {
            person.show(&format!("{shown}\n"))?;
        }
        let is_clear = shown.lines().all(is_clear_under_a_prompt);
        added.push((line, if is_clear { shown } else { String::new() }));
    }
    if lines.is_empty() {
        return Err(Error::Usage("nothing was typed: nothing was recorded".to_owned()));
    }
    Ok(AddedTask::Session { module: module.to_owned(), lines: added, stdin: Vec::new() })
}

/// Whether a row can be written under a prompt in the spec and read back unchanged.
fn is_clear_under_a_prompt(row: &str) -> bool {
    let looks_like_a_prompt = row.starts_with(">>>") || row.starts_with("...");
    !row.trim().is_empty() && !looks_like_a_prompt && !row.chars().any(is_unseen)
}

/// The person at the terminal, or the input that replaces one.
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

    /// Reads a statement of Python. If its first line ends with a colon, all lines up to an empty one belong to it.
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
