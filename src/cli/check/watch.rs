//! `yardstick check --watch`: checks again whenever a file is saved, until Ctrl-C.

use super::args::Args;
use super::eyes::{Eyes, Wake};
use super::round::{Lost, Round};
use crate::cli::planned::planned;
use crate::cli::{Error, Status, complain, terminal};
use crate::plan::ReferenceRunner;
use crate::sandbox::{self, Sandbox};
use crate::trace::Store;

/// Checks until Ctrl-C. If the spec has an error, the error is printed and the next change is waited for.
pub(super) fn watch(args: &Args, sandbox: &Sandbox) -> Result<Status, Error> {
    let eyes = Eyes::open(args)?;
    let stoppable = sandbox.with_alarm(eyes.alarm());
    let mut lost = Lost::new();
    loop {
        let store = Store::empty();
        let spec = match args.spec() {
            Ok(spec) => spec,
            Err(error) => match after_complaint(&eyes, args, &error)? {
                Wake::Stopped => return Ok(Status::Interrupted),
                Wake::Submission | Wake::Spec => continue,
            },
        };
        let reference_runner = ReferenceRunner { sandbox: Some(sandbox), store: &store };
        let plan = match planned(&reference_runner, &spec, args.only.as_deref()) {
            Ok(plan) => plan,
            Err(error) if !sandbox::interrupted() => match after_complaint(&eyes, args, &error)? {
                Wake::Stopped => return Ok(Status::Interrupted),
                Wake::Submission | Wake::Spec => continue,
            },
            Err(_) => return Ok(Status::Interrupted),
        };
        let round = Round { args, sandbox: &stoppable, plan: &plan };
        loop {
            terminal::clear()?;
            if let Err(error) = round.check(&mut lost) {
                complain(&error);
            }
            match eyes.wait(args)? {
                Wake::Submission => {}
                Wake::Spec => break,
                Wake::Stopped => return Ok(Status::Interrupted),
            }
        }
    }
}

fn after_complaint(eyes: &Eyes, args: &Args, error: &Error) -> Result<Wake, Error> {
    terminal::clear()?;
    complain(error);
    eyes.wait(args)
}
