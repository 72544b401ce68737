//! `yardstick play`: runs the reference in the terminal.

use std::io::{self, BufRead, Write};

use yardstick_reference::{Console, Deviations, Host, Reference, Stop};

use super::{Error, Status};
use crate::spec::{ReferenceSource, Spec, Task};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// The program to play, by the name of its file [default: the one that the spec runs]
    program: Option<String>,
    /// Its command line arguments [default: those of the spec's first scenario]
    #[arg(last = true)]
    args: Vec<String>,
}

pub(super) fn play(args: &Args) -> Result<Status, Error> {
    let spec = Spec::load(&args.spec)?;
    let reference = playable(&spec, args.program.as_deref())?;
    let scenarios = spec.groups.iter().flat_map(|group| &group.scenarios);
    let first = scenarios.into_iter().find_map(|scenario| match &scenario.task {
        Task::Run(run) => Some(run.args.clone()),
        Task::Session(_)
        | Task::Rule(_)
        | Task::Package(_)
        | Task::Tests(_)
        | Task::UnitTest(_)
        | Task::Manual(_) => None,
    });
    let arguments = if args.args.is_empty() { first.unwrap_or_default() } else { args.args.clone() };
    let mut terminal = Terminal;
    match reference.play(&arguments, &Deviations::default(), &mut Console::new(&mut terminal)) {
        // A reference crashes or prints for ever only with bugs, and it has none here.
        Ok(()) | Err(Stop::Crashed(_) | Stop::Endless) => Ok(Status::Done),
        Err(Stop::EndOfInput) => {
            anstream::println!();
            Ok(Status::Done)
        }
        Err(Stop::Usage(usage)) => {
            let given = args.args.join(" ");
            Err(Error::Usage(format!("the reference cannot be started with `{given}`: it {usage}")))
        }
    }
}

fn playable(spec: &Spec, program: Option<&str>) -> Result<&'static dyn Reference, Error> {
    let entry = &spec.hand_in.entry;
    let stem = |name: &str| name.rsplit_once('.').map_or(name.to_owned(), |(stem, _)| stem.to_owned());
    if let Some(program) = program
        && stem(program) != stem(entry)
    {
        return Err(Error::Usage(format!(
            "`{}` has no program `{program}`\nhelp: it has `{entry}`",
            spec.assignment
        )));
    }
    match &spec.reference {
        Some(ReferenceSource::BuiltIn(reference)) => Ok(*reference),
        Some(ReferenceSource::Program { entry, .. }) => {
            Err(Error::Usage(format!("only built-in references can be played; run `{entry}` itself")))
        }
        None => Err(Error::Usage(format!("the spec of `{}` names no reference", spec.assignment))),
    }
}

/// The person at the terminal.
struct Terminal;

impl Host for Terminal {
    fn print(&mut self, text: &str) {
        // If standard output is closed, nobody can read a complaint; reading the next line ends the program.
        let mut out = io::stdout();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    fn read_line(&mut self) -> Option<String> {
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(
                line.strip_suffix('\n').map_or(line.as_str(), |line| line.trim_end_matches('\r')).to_owned(),
            ),
        }
    }
}
