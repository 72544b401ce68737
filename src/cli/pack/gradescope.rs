//! `yardstick pack gradescope`: the `autograder.zip` of an assignment.
//!
//! <https://gradescope-autograders.readthedocs.io/en/latest/specs/>

use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::executable::{Executable, Glibc};
use super::spec_files::SpecFiles;
use crate::cli::{Error, Status};
use crate::language;
use crate::results::put_whole;
use crate::spec::{ReferenceSource, Spec};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "autograder.zip")]
    out: PathBuf,
    /// The yardstick to pack, if not this one: a build for the machines of Gradescope
    #[arg(long, value_name = "FILE")]
    executable: Option<PathBuf>,
}

/// The GNU C library of the image that Gradescope starts from if nothing is said, Ubuntu 22.04.
const GLIBC: Glibc = 35;

pub(super) fn pack(args: &Args) -> Result<Status, Error> {
    let spec = SpecFiles::load(&args.spec)?;
    let executable = Executable::read(args.executable.as_deref())?;
    if let Some(newer) = executable.glibc().filter(|version| *version > GLIBC) {
        anstream::eprintln!(
            "warning: this yardstick needs the GNU C library 2.{newer}, and Ubuntu 22.04, from which Gradescope starts, \
             has 2.{GLIBC}\nhelp: choose Ubuntu 24.04 or later there, or pack a build that needs none: `--executable FILE` \
             (docs/formats.md)"
        );
    }
    let fail = |source| Error::File { path: args.out.clone(), source };
    let archive = archive(&spec, &executable).map_err(|error| fail(error.into()))?;
    put_whole(&args.out, &archive, 0o666).map_err(fail)?;
    anstream::println!("wrote `{}`: upload it as the autograder of the assignment", args.out.display());
    Ok(Status::Done)
}

fn archive(spec: &SpecFiles, executable: &Executable) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let (text, program) = (0o644, 0o755);
    let mut add = |path: &str, mode: u32, content: &[u8]| {
        archive.start_file(path, SimpleFileOptions::default().unix_permissions(mode))?;
        archive.write_all(content)?;
        Ok::<(), zip::result::ZipError>(())
    };
    add("setup.sh", program, setup(&spec.spec).as_bytes())?;
    add("run_autograder", program, include_bytes!("run_autograder"))?;
    add("spec/name", text, spec.name.as_bytes())?;
    for (path, content) in &spec.files {
        add(&format!("spec/files/{path}"), text, content)?;
    }
    add("yardstick", program, &executable.content)?;
    Ok(archive.finish()?.into_inner())
}

/// The script that installs what the programs of a spec need.
fn setup(spec: &Spec) -> String {
    let reference = match &spec.reference {
        Some(ReferenceSource::Program { entry, .. }) => Some(entry),
        Some(ReferenceSource::BuiltIn(_)) | None => None,
    };
    let files = std::iter::once(&spec.hand_in.entry).chain(&spec.hand_in.files).chain(&spec.hand_in.instead);
    let by_name = files.chain(reference).filter_map(|file| language::of_file(file));
    let packages: BTreeSet<&str> = spec
        .language
        .into_iter()
        .chain(by_name)
        .flat_map(|language| &language.ubuntu)
        .map(String::as_str)
        .collect();
    let packages: Vec<&str> = packages.into_iter().collect();
    include_str!("setup.sh").replace("@PACKAGES@", &packages.join(" "))
}
