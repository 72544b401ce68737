//! `yardstick new`: a spec, a reference and a first scenario, to start from.

mod scaffold;
mod tryout;

use std::fs;
use std::path::{Path, PathBuf};

use super::isolation::{self, Choice};
use super::{Error, Status};
use crate::language;
use crate::sandbox;
use crate::spec::{LoadError, Spec};

use scaffold::Scaffold;
use tryout::tried_out;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The key of the assignment, which names its folder too: small letters, digits and dashes
    name: String,
    /// Your solution, which becomes the reference [default: a small example]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// A line to type in the first scenario; may be given several times [default: found out by trying]
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    stdin: Vec<String>,
    #[command(flatten)]
    isolation: isolation::Args,
    /// Command line arguments of the program
    #[arg(last = true)]
    args: Vec<String>,
}

/// The solution where none is given.
const EXAMPLE: &str = include_str!("example.py");

pub(super) fn new(args: &Args) -> Result<Status, Error> {
    let name = &args.name;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) || name.starts_with('-') {
        return Err(Error::Usage(format!(
            "`{name}` is no key of an assignment\nhelp: use small letters, digits and dashes, such as `connect-four`"
        )));
    }
    let folder = Path::new(name);
    if folder.exists() {
        return Err(Error::Usage(format!(
            "`{name}` is already there\nhelp: choose another name, or take it away"
        )));
    }
    let (program, ending) = solution(args.from.as_deref())?;
    let scaffold = Scaffold::new(name, &ending, &args.args);

    sandbox::stop_on_interrupt()?;
    let sandbox = args.isolation.open(Choice::Auto)?;
    let read = |path: &str| match path == scaffold.reference {
        true => Ok(program.clone()),
        false => Err("it is not there".to_owned()),
    };
    let parse = |text: String| Spec::parse(&scaffold.spec, text, &read).map_err(LoadError::Defects);
    let trial = tried_out(&parse(scaffold.for_trial())?, &sandbox, &args.args, &args.stdin)?;
    let text = scaffold.with_scenario(&trial);
    parse(text.clone())?;

    let spec = folder.join(&scaffold.spec);
    let reference = folder.join(&scaffold.reference);
    let fail = |source| Error::File { path: folder.to_path_buf(), source };
    fs::create_dir(folder).map_err(fail)?;
    for (path, content) in [(&spec, text.as_bytes()), (&reference, program.as_slice())] {
        fs::write(path, content).map_err(|source| Error::File { path: path.clone(), source })?;
        anstream::println!("wrote `{}`", path.display());
    }
    anstream::println!("try it: yardstick check {} {}", spec.display(), reference.display());
    Ok(Status::Done)
}

/// The program, and the ending of its name.
fn solution(from: Option<&Path>) -> Result<(Vec<u8>, String), Error> {
    let Some(path) = from else { return Ok((EXAMPLE.as_bytes().to_vec(), "py".to_owned())) };
    let wrong = |why: String| Error::Usage(format!("cannot start from `{}`: {why}", path.display()));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let program = fs::read(path).map_err(|error| wrong(error.to_string()))?;
    if language::of_file(&name).is_none() {
        let known =
            language::all().iter().map(|language| language.name.clone()).collect::<Vec<_>>().join(", ");
        return Err(wrong(format!("its ending belongs to no known language\nhelp: there are {known}")));
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    Ok((program, ending))
}
