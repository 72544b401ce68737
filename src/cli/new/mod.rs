//! `yardstick new`: writes a first spec with a reference and scenarios.

mod library;
mod scaffold;
mod solution;
mod tryout;

use std::fs;
use std::path::{Path, PathBuf};

use super::isolation::{self, Choice};
use super::planned::{planned, warn_of_silence};
use super::shell_word::shell_word;
use super::{Error, Status};
use crate::plan::{Plan, ReferenceRunner};
use crate::sandbox::{self, Sandbox};
use crate::spec::{LoadError, Spec};
use crate::trace::Store;

use scaffold::Scaffold;
use solution::Solution;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The key of the assignment, which names its folder too: small letters, digits and dashes
    name: String,
    /// Your solution, which becomes the reference; may be given several times: the first file is run [default: a small
    /// example]
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// A file that is laid beside every submission, such as data that it reads; may be given several times
    #[arg(long, value_name = "FILE", requires = "from")]
    supplied: Vec<PathBuf>,
    /// A program of yours that is run with what students hand in, where that is no program by itself
    #[arg(long, value_name = "FILE", requires = "from")]
    main: Option<PathBuf>,
    /// A line to type in the first scenario; may be given several times [default: found out by trying]
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    stdin: Vec<String>,
    #[command(flatten)]
    isolation: isolation::Args,
    /// Command line arguments of the program
    #[arg(last = true)]
    args: Vec<String>,
}

/// The solution if none is given.
const EXAMPLE: &str = include_str!("example.py");

pub(super) fn new(args: &Args) -> Result<Status, Error> {
    let name = &args.name;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) || name.starts_with('-') {
        return Err(Error::Usage(format!(
            "`{name}` cannot be the key of an assignment\nhelp: use small letters, digits and dashes, such as `word-count`"
        )));
    }
    let folder = Path::new(name);
    if folder.exists() {
        return Err(Error::Usage(format!(
            "`{name}` is already there\nhelp: choose another name, or remove it"
        )));
    }
    let solution = match args.from.as_slice() {
        [] => Solution::example(EXAMPLE.as_bytes()),
        from => Solution::read(from, &args.supplied, args.main.as_deref())?,
    };
    sandbox::stop_on_interrupt()?;
    let sandbox = args.isolation.open(Choice::Auto)?;
    let (scaffold, text) = written(args, &solution, &sandbox)?;
    let store = Store::empty();
    let runner = ReferenceRunner { sandbox: Some(&sandbox), store: &store };
    let spec = scaffold.parse(text.clone())?;
    let unsettled = match planned(&runner, &spec, None) {
        Ok(plan) => {
            write(folder, &scaffold, &text)?;
            return Ok(finished(&plan, folder, &scaffold, &solution));
        }
        Err(error) => error,
    };
    // A program that depends on the time does the same every time once its clock is set.
    let text = scaffold.with_clock(&text);
    let Ok(spec) = scaffold.parse(text.clone()) else { return Err(unsettled) };
    let Ok(plan) = planned(&runner, &spec, None) else { return Err(unsettled) };
    write(folder, &scaffold, &text)?;
    anstream::println!("the solution depends on the time: the spec sets its clock");
    Ok(finished(&plan, folder, &scaffold, &solution))
}

/// Says what was found and what can be done now.
fn finished(plan: &Plan, folder: &Path, scaffold: &Scaffold, solution: &Solution) -> Status {
    for name in &solution.found {
        anstream::println!("took `{name}` along: the solution uses it");
    }
    warn_of_silence(plan);
    let (spec, reference) = (folder.join(&scaffold.spec), folder.join(scaffold.handed_in()));
    let words = [spec, reference].map(|path| shell_word(&path.display().to_string()));
    anstream::println!("try it: yardstick check {}", words.join(" "));
    Status::Done
}

/// The text of the spec, with scenarios that were found by running the solution.
fn written(args: &Args, solution: &Solution, sandbox: &Sandbox) -> Result<(Scaffold, String), Error> {
    let scaffold = Scaffold::new(&args.name, solution, &args.args, false);
    let spec = scaffold.parse(scaffold.for_trial())?;
    let trial = tryout::tried_out(&spec, sandbox, &args.args, &args.stdin);
    let trial = trial.map_err(|error| match error.to_string().contains("undefined reference to `main'") {
        true => Error::Usage(format!(
            "`{}` has no `main`: it cannot be run\n\
             help: if it is a library, write a program that uses it and name that with `--main FILE`",
            solution.entry()
        )),
        false => error,
    })?;
    if !trial.does_nothing() {
        let text = scaffold.with_scenario(&trial);
        return Ok((scaffold, text));
    }
    let scaffold = Scaffold::new(&args.name, solution, &args.args, true);
    let spec = scaffold.parse(scaffold.for_trial())?;
    let sessions = library::sessions(solution, &spec, sandbox)?;
    let text = scaffold.with_sessions(&sessions);
    Ok((scaffold, text))
}

fn write(folder: &Path, scaffold: &Scaffold, text: &str) -> Result<(), Error> {
    let spec = [(scaffold.spec.clone(), text.as_bytes().to_vec())];
    for (name, content) in spec.into_iter().chain(scaffold.files.iter().cloned()) {
        let path = folder.join(name);
        let fail = |source| Error::File { path: path.clone(), source };
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(fail)?;
        fs::write(&path, content).map_err(fail)?;
        anstream::println!("wrote `{}`", path.display());
    }
    Ok(())
}

impl Scaffold {
    /// Parses this text as a spec, with the files that it names.
    fn parse(&self, text: String) -> Result<Spec, Error> {
        let read = |path: &str| {
            let file = self.files.iter().find(|(name, _)| name == path);
            file.map(|(_, content)| content.clone()).ok_or_else(|| "it is not there".to_owned())
        };
        Ok(Spec::parse(&self.spec, text, &read).map_err(LoadError::Defects)?)
    }
}
