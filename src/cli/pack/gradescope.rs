//! `yardstick pack gradescope`: writes the `autograder.zip` of an assignment.
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
use crate::language::{self, Language, makefiles};
use crate::results::put_whole;
use crate::spec::{ReferenceSource, Spec, Task};
use crate::unit_test::Framework;

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
    /// Install what programs in other languages need too, those that the spec takes `instead`
    #[arg(long)]
    instead: bool,
}

/// The version of the GNU C library in Gradescope's default image, Ubuntu 22.04.
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
    let needed = Needed::by(&spec.spec, args.instead);
    let archive = archive(&spec, &executable, &needed).map_err(|error| fail(error.into()))?;
    put_whole(&args.out, &archive, 0o666).map_err(fail)?;
    anstream::println!("wrote `{}`: upload it as the autograder of the assignment", args.out.display());
    if !needed.left_out.is_empty() {
        anstream::println!(
            "programs in {} cannot be graded there: `--instead` installs what they need too",
            needed.left_out.join(", ")
        );
    }
    Ok(Status::Done)
}

fn archive(
    spec: &SpecFiles,
    executable: &Executable,
    needed: &Needed,
) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let (text, program) = (0o644, 0o755);
    let mut add = |path: &str, mode: u32, content: &[u8]| {
        archive.start_file(path, SimpleFileOptions::default().unix_permissions(mode))?;
        archive.write_all(content)?;
        Ok::<(), zip::result::ZipError>(())
    };
    add("setup.sh", program, needed.setup().as_bytes())?;
    add("run_autograder", program, include_bytes!("run_autograder"))?;
    add("spec/name", text, spec.name.as_bytes())?;
    for (path, content) in &spec.files {
        add(&format!("spec/files/{path}"), text, content)?;
    }
    add("yardstick", program, &executable.content)?;
    Ok(archive.finish()?.into_inner())
}

/// The software that the programs of a spec need.
struct Needed {
    /// The packages of Ubuntu.
    packages: BTreeSet<&'static str>,
    /// The other languages that the spec accepts, for which nothing is installed.
    left_out: Vec<&'static str>,
}

impl Needed {
    /// Finds the software for submissions, for the reference, for checkers and for sessions; for other languages only if it is wanted.
    fn by(spec: &Spec, instead: bool) -> Self {
        let of_exercises = spec.exercises.iter().filter_map(|exercise| exercise.reference.as_ref());
        let references = spec.reference.iter().chain(of_exercises).filter_map(|reference| match reference {
            ReferenceSource::Program { entry, .. } => Some(entry),
            ReferenceSource::BuiltIn(_) => None,
        });
        let hand_in = &spec.hand_in;
        let files = std::iter::once(&hand_in.entry).chain(&hand_in.files).chain(&hand_in.optional);
        let by_name = files.chain(references).filter_map(|file| spec.languages.of_file(file));
        let scenarios = || spec.groups.iter().flat_map(|group| &group.scenarios);
        // Sessions and tests need Python.
        let asks =
            scenarios().any(|one| matches!(one.task, Task::Session(_) | Task::Tests(_) | Task::UnitTest(_)));
        let python = language::find("python").filter(|_| asks);
        let checkers = scenarios().filter_map(|one| match &one.task {
            Task::Run(run) => run.checker.as_ref().map(|checker| checker.language()),
            Task::Session(session) => session.checker.as_ref().map(|checker| checker.language()),
            Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => None,
        });
        let mut languages: Vec<&'static Language> = spec
            .programs()
            .filter_map(|program| program.language)
            .chain(by_name)
            .chain(checkers)
            .chain(python)
            .collect();
        let mut left_out = Vec::new();
        for other in hand_in.instead.iter().filter_map(|file| spec.languages.of_file(file)) {
            if instead {
                languages.push(other);
            } else if !languages.iter().any(|known| known.name == other.name) {
                left_out.push(other.title.as_str());
            }
        }
        let packages = languages.iter().flat_map(|language| &language.ubuntu).map(String::as_str);
        let needs_pytest = scenarios()
            .any(|one| matches!(&one.task, Task::UnitTest(task) if task.test.framework == Framework::Pytest));
        let needs_make = spec.programs().any(|program| program.build.make.is_some());
        let make = needs_make.then(makefiles).into_iter().flat_map(|make| &make.ubuntu).map(String::as_str);
        let pytest = needs_pytest.then_some("python3-pytest");
        Self { packages: packages.chain(make).chain(pytest).collect(), left_out }
    }

    /// The script that installs the packages.
    fn setup(&self) -> String {
        let packages: Vec<&str> = self.packages.iter().copied().collect();
        include_str!("setup.sh").replace("@PACKAGES@", &packages.join(" "))
    }
}
