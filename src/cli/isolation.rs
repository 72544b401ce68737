//! The options for the isolation of programs, which several commands share.

use clap::ValueEnum;

use super::Error;
use crate::language;
use crate::sandbox::{Level, OpenError, Sandbox, SandboxOptions, Unavailable};
use crate::spec::Spec;
use crate::submission::is_open;

#[derive(Debug, clap::Args)]
#[group(id = "isolation")]
pub(super) struct Args {
    /// How strictly programs are shut in [default: strict to grade, auto to check]
    #[arg(long, value_enum, value_name = "LEVEL")]
    sandbox: Option<Choice>,
    /// How programs are started [default: fork; plain to check where there is no sandbox]
    #[arg(long, value_enum)]
    runner: Option<Runner>,
}

/// The values of `--isolation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Choice {
    /// No network, no files but their own and the system's programs, no other processes
    Strict,
    /// No network and no other files' contents; names and sizes of files can be seen
    Standard,
    /// Nothing is shut in: a program can do whatever you can
    None,
    /// The strictest that this machine has
    Auto,
}

/// The values of the option that chooses how programs are started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Runner {
    /// Python programs as forks of an interpreter that was started once, where the sandbox is strict
    Fork,
    /// Every program anew
    Spawn,
    /// Every program as you would start it yourself: it works on every system, shuts nothing in and sees less
    Plain,
}

impl Args {
    /// Opens the sandbox that was asked for, for programs of an assignment. At the same time, their tools are looked up,
    /// and those that start slowly are started. If that fails, the error comes later, when a tool is needed.
    pub(super) fn open_for(&self, spec: &Spec, default: Choice) -> Result<Sandbox, Error> {
        let hand_in = &spec.hand_in;
        let Some(language) = spec.language.or_else(|| spec.languages.of_file(&hand_in.entry)) else {
            return self.open(default);
        };
        // Whoever needs the tools waits until this is done.
        std::thread::spawn(|| language.tools().for_each(drop));
        let sandbox = self.open(default)?;
        if let Some(tool) = language.out_of_reach(&sandbox) {
            let (level, reason, remedy) = (sandbox.isolation().level, tool.reason(), tool.remedy());
            return Err(OpenError::Unavailable(Unavailable { level, reason, remedy }).into());
        }
        if !is_open(&hand_in.entry) {
            let _ = language::prepare_ahead(&sandbox, language, &hand_in.entry, &spec.sources());
        }
        Ok(sandbox)
    }

    /// Opens the sandbox that was asked for.
    pub(super) fn open(&self, default: Choice) -> Result<Sandbox, Error> {
        let options = SandboxOptions {
            warm: self.runner.is_none_or(|runner| runner == Runner::Fork),
            ..SandboxOptions::default()
        };
        if self.is_plain(default)? {
            return Ok(Sandbox::plain(&options));
        }
        let level = match self.sandbox.unwrap_or(default) {
            Choice::Strict => Level::Strict,
            Choice::Standard => Level::Standard,
            Choice::None => Level::None,
            Choice::Auto => return strictest(&options),
        };
        Ok(Sandbox::open(level, &options)?)
    }

    /// Tells whether the plain runner was asked for, or is the only one for a command that does not insist on walls.
    fn is_plain(&self, default: Choice) -> Result<bool, Error> {
        match (self.runner, self.sandbox) {
            (Some(Runner::Plain), Some(Choice::Strict | Choice::Standard)) => Err(Error::Usage(
                "the plain runner shuts nothing in: leave out `--sandbox`, or leave out `--runner plain`"
                    .to_owned(),
            )),
            (Some(Runner::Plain), _) => Ok(true),
            (None, None) => Ok(!cfg!(target_os = "linux") && default == Choice::Auto),
            _ => Ok(false),
        }
    }
}

/// Opens the sandbox of this level, for programs of an assignment.
pub(super) fn open_at(level: Level, spec: &Spec) -> Result<Sandbox, Error> {
    let (sandbox, runner) = match level {
        Level::Strict => (Some(Choice::Strict), None),
        Level::Standard => (Some(Choice::Standard), None),
        Level::None => (Some(Choice::None), None),
        Level::Plain | Level::Browser => (None, Some(Runner::Plain)),
    };
    Args { sandbox, runner }.open_for(spec, Choice::Strict)
}

/// Lets canaries try the walls before programs of students run.
pub(super) fn try_walls(sandbox: &Sandbox) -> Result<(), Error> {
    if sandbox.isolation().level <= Level::None {
        return Ok(());
    }
    let trials = sandbox.try_walls()?;
    let escaped: Vec<&str> = trials.iter().filter(|trial| !trial.held).map(|trial| trial.attempt).collect();
    if escaped.is_empty() {
        return Ok(());
    }
    Err(Error::WallsDoNotHold { level: sandbox.isolation().level, escaped: escaped.join("; ") })
}

/// Opens the strictest level that this machine has, and says so if it is not the strictest of all.
fn strictest(options: &SandboxOptions) -> Result<Sandbox, Error> {
    let mut reasons = Vec::new();
    for level in Level::ALL {
        match Sandbox::open(level, options) {
            Ok(sandbox) => {
                if level != Level::Strict {
                    let sentence = sandbox.isolation().sentence();
                    anstream::eprintln!("isolation: {level}: {sentence} ({})", reasons.join("; "));
                }
                return Ok(sandbox);
            }
            Err(OpenError::Unavailable(refusal)) => {
                reasons.push(format!("{}: {}", refusal.level, refusal.reason));
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Err(Error::Usage(format!("no level of isolation can be had here: {}", reasons.join("; "))))
}
