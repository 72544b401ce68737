//! `yardstick pack web`: writes a folder of static files, whose page checks programs in the browser of a student.
//!
//! What the page needs besides is a *kit*: this program as a WebAssembly module, and an interpreter of Python for browsers.

mod folder;
mod kit;
mod visible;

use std::path::PathBuf;

use self::folder::Folder;
use self::kit::Kit;
use self::visible::Visible;
use super::spec_files::SpecFiles;
use crate::cli::isolation::{self, Choice};
use crate::cli::{Error, Status};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// The folder to write; it must be new or empty
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// The folder with what every such page needs [default: `web` beside this program]
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,
    #[command(flatten)]
    isolation: isolation::Args,
}

pub(super) fn pack(args: &Args) -> Result<Status, Error> {
    let spec = SpecFiles::load(&args.spec)?;
    let mut visible = Visible::of(&spec)?;
    let kit = Kit::open(args.kit.as_deref())?;
    visible.add_references(&args.isolation.open_for(&spec.spec, Choice::Auto)?)?;
    let bytes = Folder::new(&args.out)?.write(&args.spec, &visible, &kit)?;
    anstream::println!(
        "wrote `{}`, {:.1} MB: put it on a web server, or open its `index.html`",
        args.out.display(),
        bytes as f64 / 1e6
    );
    visible.left_out().iter().for_each(|what| anstream::println!("left out: {what}"));
    Ok(Status::Done)
}
