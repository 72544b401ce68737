//! `yardstick doctor`: tries out what this machine has.

use std::io::Write;
use std::path::PathBuf;

use super::{Error, Status, node, terminal};
use crate::language::{self, Fidelity, Language, makefiles};
use crate::report::Visible;
use crate::sandbox::{Isolation, Level, OpenError, Sandbox, SandboxOptions};
use crate::unit_test;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Find out whether shards can be graded on this machine: one line of JSON, and exit code 0 or 75
    #[arg(long)]
    node: bool,
    /// With --node: the work plan whose shards are to be graded
    #[arg(long, value_name = "DIR", requires = "node")]
    plan: Option<PathBuf>,
    /// With --node: print the name of this machine, and only if shards cannot be graded on it
    #[arg(long, requires = "node")]
    print_bad: bool,
}

impl Args {
    /// Whether an engine asks.
    pub(super) fn is_for_engines(&self) -> bool {
        self.node
    }
}

/// Carries out the command: opens each level of isolation, lets canaries try its walls, and looks for the tools of every
/// language. The exit code is 0 if the walls of the strict level hold.
pub(super) fn doctor(args: &Args) -> Result<Status, Error> {
    if args.node {
        return node::node(args.plan.as_deref(), args.print_bad);
    }
    let mut out = terminal::out();
    let mut strict_holds = false;
    let (mut strict, mut standard) = (None, None);
    writeln!(out, "Isolation")?;
    for level in Level::ALL {
        match Sandbox::open(level, &SandboxOptions::default()) {
            Ok(sandbox) => {
                let holds = describe(&sandbox, &mut out)?;
                match level {
                    Level::Strict => {
                        strict_holds = holds;
                        strict = Some(sandbox);
                    }
                    Level::Standard => standard = Some(sandbox),
                    Level::None | Level::Plain | Level::Browser => {}
                }
            }
            Err(OpenError::Unavailable(refusal)) => {
                writeln!(out, "  ✗ {level}: {}\n      {}", refusal.reason, refusal.remedy)?;
            }
            #[cfg(target_os = "linux")]
            Err(OpenError::HardLimitTooLow(limit)) => {
                writeln!(out, "  ✗ {level}: {}", limit.to_string().replace('\n', "\n      "))?;
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    writeln!(out, "  - {}: `--runner plain`: {}", Level::Plain, Isolation::PLAIN.sentence())?;
    writeln!(out, "\nLanguages")?;
    for language in language::all().chain([makefiles()]) {
        for (tool, found) in language.tools() {
            match found {
                Ok(path) => writeln!(out, "  ✓ {}: {tool} is {}", language.title, path.display())?,
                Err(missing) => writeln!(out, "  ✗ {}: {missing}", language.title)?,
            }
        }
        if let Some(tool) = standard.as_ref().and_then(|sandbox| language.out_of_reach(sandbox)) {
            writeln!(out, "      at `standard`, {}\n      {}", tool.reason(), tool.remedy())?;
        }
        if let Some(sandbox) = &strict {
            if let Err(error) = language.try_smallest(sandbox)
                && !matches!(error, language::Error::Tool(_))
            {
                writeln!(out, "  ✗ {}: {}", language.title, error.to_string().replace('\n', "\n      "))?;
            }
            for sentence in shortcuts(language, sandbox) {
                writeln!(out, "      {sentence}")?;
            }
        }
    }
    match unit_test::pytest_version() {
        Some(version) => writeln!(out, "  ✓ tests: pytest {}", Visible::new(&version))?,
        None => writeln!(
            out,
            "  ✗ tests: `python3` has no `pytest`, which only `runner: pytest` needs: `python3 -m pip install pytest`, or \
             the package `python3-pytest` of the system"
        )?,
    }
    Ok(if strict_holds { Status::Done } else { Status::NotGraded })
}

/// The sentences about what makes programs of a language faster here, and whether it is believed; none about tools that are missing.
fn shortcuts(language: &Language, sandbox: &Sandbox) -> Vec<String> {
    let is_forked = language.is_forked_by_node(sandbox).ok().flatten();
    let (of_forks, others): (Vec<_>, Vec<_>) =
        language.fidelities(sandbox).unwrap_or_default().into_iter().partition(Fidelity::is_of_forks);
    let of_node = is_forked.map(|is_forked| match is_forked {
        true => "programs are forks of a Node that has started",
        false => {
            "this Node cannot be forked: every program starts one, which takes longer and changes no mark"
        }
    });
    // Where no fork is made, it is either not believed, or not possible.
    let of_forks = of_forks.into_iter().filter(|one| is_forked != Some(false) || !one.holds());
    let of_forks: Vec<String> = of_forks.map(|one| one.sentence()).collect();
    let is_told = is_forked == Some(false) && !of_forks.is_empty();
    let of_node = of_node.filter(|_| !is_told).map(str::to_owned);
    of_forks.into_iter().chain(of_node).chain(others.iter().map(Fidelity::sentence)).collect()
}

/// Describes a level that this machine has, and returns whether its walls hold.
fn describe(sandbox: &Sandbox, out: &mut impl Write) -> Result<bool, Error> {
    let isolation = sandbox.isolation();
    let level = isolation.level;
    if level == Level::None {
        writeln!(out, "  - {level}: {}", isolation.sentence())?;
        return Ok(false);
    }
    let trials = sandbox.try_walls()?;
    let escaped: Vec<&str> = trials.iter().filter(|trial| !trial.held).map(|trial| trial.attempt).collect();
    let mark = if escaped.is_empty() { '✓' } else { '✗' };
    writeln!(out, "  {mark} {level}: {}", layers(&isolation))?;
    match escaped.as_slice() {
        [] => writeln!(out, "      {} attempts to get out were refused", trials.len())?,
        escaped => writeln!(out, "      a program can: {}", escaped.join("; "))?,
    }
    writeln!(out, "      {}", users(sandbox))?;
    writeln!(out, "      {}", kernel_memory(sandbox)?)?;
    Ok(escaped.is_empty())
}

/// The sentence that says whether the kernel counts separately for programs that run side by side.
fn users(sandbox: &Sandbox) -> &'static str {
    match (sandbox.own_user(), sandbox.isolation().level) {
        (Some(_), _) => {
            "programs that run side by side are different users: the kernel counts for each alone"
        }
        (None, Level::Strict) => {
            "programs that run side by side are one user: with `newuidmap` (package uidmap) and a line for you in \
             /etc/subuid they would be different ones"
        }
        (None, Level::Standard | Level::None | Level::Plain | Level::Browser) => {
            "programs that run side by side are one user: the kernel counts for all of them together"
        }
    }
}

/// The sentence that says whether the memory that the kernel uses for programs is limited.
fn kernel_memory(sandbox: &Sandbox) -> Result<&'static str, Error> {
    Ok(if sandbox.bounds_kernel_memory()? {
        "the memory of pipes and sockets is bounded by a control group"
    } else {
        "the memory of pipes and sockets is not bounded: root, or `systemd-run --user --scope -p Delegate=yes`, may make \
         a control group for it"
    })
}

fn layers(isolation: &Isolation) -> String {
    isolation.layers().map(|(name, state)| format!("{name} {state}")).join(", ")
}
