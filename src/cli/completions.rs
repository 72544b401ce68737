//! `yardstick completions` and `yardstick man`: print the command line for shells and for `man`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::aot;

use super::{Cli, Error, Status};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The shells that are known.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Shell {
    /// `yardstick completions bash > ~/.local/share/bash-completion/completions/yardstick`
    Bash,
    /// `yardstick completions zsh > ~/.zfunc/_yardstick`, with `~/.zfunc` in `fpath`
    Zsh,
    /// `yardstick completions fish > ~/.config/fish/completions/yardstick.fish`
    Fish,
}

pub(super) fn completions(args: &Args) -> Result<Status, Error> {
    let shell = match args.shell {
        Shell::Bash => aot::Shell::Bash,
        Shell::Zsh => aot::Shell::Zsh,
        Shell::Fish => aot::Shell::Fish,
    };
    // The library panics if it cannot write, so it writes into memory.
    let mut script = Vec::new();
    aot::generate(shell, &mut Cli::command(), "yardstick", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Status::Done)
}

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Write the pages of all commands into this folder, instead of printing the first one
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn man(args: &ManArgs) -> Result<Status, Error> {
    match &args.out {
        Some(folder) => {
            let fail = |source| Error::File { path: folder.clone(), source };
            fs::create_dir_all(folder).map_err(fail)?;
            clap_mangen::generate_to(Cli::command(), folder).map_err(fail)?;
        }
        None => clap_mangen::Man::new(Cli::command()).render(&mut io::stdout().lock())?,
    }
    Ok(Status::Done)
}
