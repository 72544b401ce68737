//! The program as a WebAssembly module, which checks one submission for the page that runs it.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::hints::with_hints;
use crate::plan::{Plan, ReferenceRunner};
use crate::report::{Audience, Detail, Format, Grading, Json, Report, StudentPage, View, Visible};
use crate::run::{Outcome, Ready};
use crate::sandbox::Sandbox;
use crate::score::Marks;
use crate::spec::Spec;
use crate::submission;
use crate::system::{MODULE, temporary_folder};
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// The folder beside a spec in which lies what references did.
const TRACES: &str = "traces";

/// The most hints about each mistake.
const HINTS: u8 = 3;

/// Checks the submission at the second argument by the spec at the first one, and writes what came of it into the folder at the
/// third one: `page.html` and `results.json`.
///
/// Prints what is wrong, if something of ours fails, and ends with a code that is not 0.
pub fn main() -> ExitCode {
    // Nobody else has set it: there is one thread, and it begins here.
    let _ = tempfile::env::override_temp_dir(&temporary_folder());
    let paths: Vec<String> = env::args().skip(1).collect();
    if paths == ["--version"] {
        println!("{MODULE}");
        return ExitCode::SUCCESS;
    }
    let [spec, submission, folder] = paths.as_slice() else {
        println!("the paths of a spec, of a submission and of a folder are needed");
        return ExitCode::from(2);
    };
    let written = check(spec, submission.as_ref()).and_then(|report| {
        write(&report, folder.as_ref()).map_err(|error| format!("cannot write into `{folder}`: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            println!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn check(spec: &str, submission: &Path) -> Result<Report, String> {
    let shown = |reason: &Untrusted| Visible::lines(reason).to_string();
    let folder = Path::new(spec).parent().unwrap_or(Path::new("/"));
    let mut spec = Spec::load(spec).map_err(|error| error.to_string())?;
    spec.late.due = None;
    spec.conceals_references = true;
    let sandbox = Sandbox::host();
    let store = Store::read(&folder.join(TRACES)).map_err(|error| error.to_string())?;
    let references = ReferenceRunner { sandbox: None, store: &store };
    let plan = Plan::new(&references, &spec, None).map_err(|error| error.to_string())?;
    let submission = submission::one(submission).map_err(|error| shown(&error.message()))?;
    let (sources, ready) =
        Ready::with_sources(&sandbox, &plan, &submission).map_err(|fault| shown(&fault.0))?;
    let (outcome, ready) = match ready {
        Ok(ready) => (Outcome::Ran(ready.observe(&plan)), Some(ready)),
        Err(invalid) => (Outcome::Invalid(invalid), None),
    };
    let view = View { audience: Audience::Students, ..View::of_all(Detail::of_pages(true)) };
    let grading = Grading::begin(&plan, Marks::new(), sandbox.isolation(), view);
    let graded = grading.keep(&submission, &sources, &outcome);
    let graded = with_hints(graded, HINTS, &plan, &outcome, || ready);
    Ok(grading.finish(vec![graded]))
}

fn write(report: &Report, folder: &Path) -> io::Result<()> {
    let formats: [(&str, &dyn Format); 2] = [("page.html", &StudentPage), ("results.json", &Json)];
    for (name, format) in formats {
        let mut written = Vec::new();
        format.write(report, &mut written)?;
        fs::write(folder.join(name), written)?;
    }
    Ok(())
}
