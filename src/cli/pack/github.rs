//! `yardstick pack github`: writes the workflow of an assignment repository, or one whose jobs grade a plan.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use super::engine;
use super::spec_files::SpecFiles;
use crate::cli::{Error, Status};
use crate::spec::shipped;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, by its path in the repository, or the key of a shipped spec (see `yardstick specs`)
    #[arg(required_unless_present = "plan", conflicts_with = "plan")]
    spec: Option<String>,
    /// The folder that `yardstick plan` has written, by its path in the repository: one job grades each of its shards
    #[arg(long, value_name = "PLAN", conflicts_with = "submission")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    origin: Origin,
    /// The branch, tag or commit to build
    #[arg(long, value_name = "REV", conflicts_with = "download")]
    rev: Option<String>,
    /// The SHA-256 that the download must have
    #[arg(long, value_name = "HEX", conflicts_with = "git", value_parser = sha256)]
    sha256: Option<String>,
    /// The submission, by its path in the repository
    #[arg(long, value_name = "PATH", default_value = ".")]
    submission: PathBuf,
    /// The file to write [default: .github/workflows/grade.yml, with --plan grade-class.yml beside it]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The options for the place from which the workflow gets yardstick.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Origin {
    /// The workflow builds yardstick from the repository at this address
    #[arg(long, value_name = "URL", value_parser = address)]
    git: Option<String>,
    /// The workflow downloads the executable from this address
    #[arg(long, value_name = "URL", value_parser = address)]
    download: Option<String>,
}

fn address(text: &str) -> Result<String, String> {
    let is_plain = text.chars().all(|c| c.is_ascii_graphic() && !"\"'`$\\{}<>".contains(c));
    match text.starts_with("https://") && is_plain {
        true => Ok(text.to_owned()),
        false => Err("expected an address such as `https://example.org/yardstick`".to_owned()),
    }
}

fn sha256(text: &str) -> Result<String, String> {
    match text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(text.to_lowercase()),
        false => Err("a SHA-256 has 64 hexadecimal digits".to_owned()),
    }
}

pub(super) fn pack(args: &Args) -> Result<Status, Error> {
    let (workflow, default) = match (&args.plan, &args.spec) {
        (Some(plan), _) => {
            in_the_repository(plan)?;
            (engine::workflow(plan, &install(args))?, "grade-class.yml")
        }
        (None, Some(spec)) => (of_spec(args, spec)?, "grade.yml"),
        (None, None) => unreachable!("the command line asks for one of them"),
    };
    let out = args.out.clone().unwrap_or_else(|| Path::new(".github/workflows").join(default));
    let fail = |source| Error::File { path: out.clone(), source };
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    // An existing file is not replaced, because somebody may have changed it by hand.
    let mut file = File::create_new(&out).map_err(fail)?;
    file.write_all(workflow.as_bytes()).map_err(fail)?;
    let repository = if args.plan.is_some() { "repository of the class" } else { "assignment's repository" };
    anstream::println!("wrote `{}`: commit it to the {repository}", out.display());
    Ok(Status::Done)
}

/// Makes sure that a path is relative: the workflow names paths from the top of the repository.
fn in_the_repository(path: &Path) -> Result<(), Error> {
    let inside = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    match path.components().all(inside) {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "`{}` is not a path inside a repository\nhelp: go to the top of the assignment's repository, and name it from there",
            path.display()
        ))),
    }
}

/// The workflow that grades every push to an assignment repository.
fn of_spec(args: &Args, spec: &str) -> Result<String, Error> {
    // If the spec cannot be loaded, the error should come here and not for every student.
    SpecFiles::load(spec)?;
    let is_shipped = shipped().iter().any(|shipped| shipped.key == spec);
    if !is_shipped {
        in_the_repository(Path::new(spec))?;
    }
    in_the_repository(&args.submission)?;
    Ok(include_str!("grade.yml")
        .replace("@INSTALL@\n", &install(args))
        .replace("@SPEC@", &quoted(spec))
        .replace("@SUBMISSION@", &quoted(&args.submission.to_string_lossy())))
}

/// The piece of a step that brings yardstick.
fn install(args: &Args) -> String {
    match (&args.origin.git, &args.origin.download) {
        (Some(git), _) => built(git, args.rev.as_deref()),
        (None, Some(url)) => downloaded(url, args.sha256.as_deref()),
        (None, None) => unreachable!("the command line asks for one of them"),
    }
}

/// A text in YAML. JSON is also YAML, and a workflow expands nothing in it except `${{`.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace("${{", "$\\u007b{")
}

fn built(git: &str, rev: Option<&str>) -> String {
    let (env, option) = match rev {
        Some(rev) => (format!("          REV: {}\n", quoted(rev)), r#" --rev "$REV""#),
        None => (String::new(), ""),
    };
    format!(
        "        env:\n          SOURCE: {}\n{env}        \
         run: cargo install --locked --git \"$SOURCE\"{option} yardstick\n",
        quoted(git)
    )
}

fn downloaded(url: &str, sha256: Option<&str>) -> String {
    let (env, check) = match sha256 {
        Some(sum) => (
            format!("          SHA256: {}\n", quoted(sum)),
            "          echo \"$SHA256  $RUNNER_TEMP/bin/yardstick\" | sha256sum --check\n",
        ),
        None => (String::new(), ""),
    };
    format!(
        "        env:\n          DOWNLOAD: {}\n{env}        run: |\n          \
         mkdir -p \"$RUNNER_TEMP/bin\"\n          \
         curl --fail --silent --show-error --location --output \"$RUNNER_TEMP/bin/yardstick\" \"$DOWNLOAD\"\n\
         {check}          \
         chmod +x \"$RUNNER_TEMP/bin/yardstick\"\n          \
         echo \"$RUNNER_TEMP/bin\" >> \"$GITHUB_PATH\"\n",
        quoted(url)
    )
}
