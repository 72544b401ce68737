//! `yardstick import`: writes a spec for an assignment that was made for another grader.

use std::fs;
use std::path::{Path, PathBuf};

use super::prove::prove;
use super::shell_word::shell_word;
use super::{Error, Status, isolation};
use crate::import::{self, Draft};
use crate::report::Visible;
use crate::spec::{LoadError, Spec};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What it was made for
    #[arg(value_enum)]
    format: Format,
    /// A folder or a zip file. Nothing of it is run
    path: PathBuf,
    /// The folder for the spec and the files beside it, which must not be there yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The language of submissions, where a test plan leaves it open: `python`, `javascript`, `java`, `c` or `cpp`
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Then check the programs of the package, in the sandbox: do they get the verdicts that it promises?
    #[arg(long)]
    prove: bool,
    #[command(flatten)]
    isolation: isolation::Args,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// A problem package of Kattis or DOMjudge
    Kattis,
    /// A folder of inputs and outputs, or a problem of DMOJ
    InOut,
    /// The tests of GitHub Classroom
    Autograding,
    /// A test plan of TESTed, the judge of Dodona
    Tested,
    /// Questions of Moodle's CodeRunner, exported as XML
    #[value(name = "coderunner")]
    CodeRunner,
    /// Tests of OK or Otter
    Ok,
    /// A notebook of nbgrader, as it lies in its folder `source`
    Nbgrader,
    /// Checks of check50
    #[value(name = "check50")]
    Check50,
    /// Tests for pytest
    Pytest,
    /// An autograder for Gradescope, written in Python with unittest
    Gradescope,
}

/// The name of the spec in its folder.
const SPEC: &str = "spec.yaml";

pub(super) fn import(args: &Args) -> Result<Status, Error> {
    let out = &args.out;
    if out.exists() {
        return Err(Error::Usage(format!(
            "`{}` is already there\nhelp: name another folder with `--out`, or remove it",
            out.display()
        )));
    }
    let format = match args.format {
        Format::Kattis => import::Format::Kattis,
        Format::Autograding => import::Format::Autograding,
        Format::InOut => import::Format::InOut,
        Format::Check50 => import::Format::Check50,
        Format::Tested => import::Format::Tested,
        Format::Ok => import::Format::Ok,
        Format::Nbgrader => import::Format::Nbgrader,
        Format::CodeRunner => import::Format::CodeRunner,
        Format::Pytest => import::Format::Pytest,
        Format::Gradescope => import::Format::Gradescope,
    };
    let draft = import::read(format, &args.path, args.language.as_deref())
        .map_err(|error| Error::Usage(Visible::lines(&error.0).to_string()))?;
    let text = draft.text();
    Spec::parse_beside(SPEC, text.clone(), &draft.beside).map_err(LoadError::Defects)?;
    write(out, &draft, &text)?;
    let beside = match draft.beside.len() {
        0 => String::new(),
        1 => ", and a file beside it".to_owned(),
        count => format!(", and {count} files beside it"),
    };
    anstream::println!("wrote `{}`{beside}", out.join(SPEC).display());
    list("not quite as it was there:", &draft.differs);
    list("not carried over:", &draft.left_out);
    let program = draft
        .tried
        .as_ref()
        .or(draft.solution.as_ref())
        .map_or("PROGRAM".to_owned(), |path| out.join(path).display().to_string());
    let words = [out.join(SPEC).display().to_string(), program].map(|word| shell_word(&word));
    anstream::println!("try it: yardstick check {}", Visible::new(&words.join(" ")));
    let (path, promises) = (out.join(SPEC), &draft.promises);
    match promises.len() {
        _ if args.prove => return prove(&path, promises, &args.isolation),
        0 => {}
        count => {
            let programs = if count == 1 { "a program".to_owned() } else { format!("{count} programs") };
            anstream::println!("prove it: it brings {programs} with known verdicts; `--prove` checks them");
        }
    }
    Ok(Status::Done)
}

fn list(heading: &str, remarks: &[String]) {
    if !remarks.is_empty() {
        anstream::println!("{heading}");
    }
    for remark in remarks {
        anstream::println!("- {}", Visible::new(remark));
    }
}

fn write(out: &Path, draft: &Draft, text: &str) -> Result<(), Error> {
    let spec = (SPEC, text.as_bytes());
    let beside = draft.beside.iter().map(|(path, content)| (path.as_str(), content.as_slice()));
    for (name, content) in beside.chain([spec]) {
        let path = out.join(name);
        let fail = |source| Error::File { path: path.clone(), source };
        fs::create_dir_all(path.parent().unwrap_or(out)).map_err(fail)?;
        fs::write(&path, content).map_err(fail)?;
    }
    Ok(())
}
