//! `yardstick pack github`: writes the workflow of an assignment repository.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use super::spec_files::SpecFiles;
use crate::cli::{Error, Status};
use crate::spec::shipped;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, by its path in the repository, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
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
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = ".github/workflows/grade.yml")]
    out: PathBuf,
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
    // If the spec cannot be loaded, the error should come here and not for every student.
    SpecFiles::load(&args.spec)?;
    let is_shipped = shipped().iter().any(|shipped| shipped.key == args.spec);
    if !is_shipped {
        in_the_repository(Path::new(&args.spec))?;
    }
    in_the_repository(&args.submission)?;
    let fail = |source| Error::File { path: args.out.clone(), source };
    if let Some(folder) = args.out.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    // An existing file is not replaced, because somebody may have changed it by hand.
    let mut file = File::create_new(&args.out).map_err(fail)?;
    file.write_all(workflow(args).as_bytes()).map_err(fail)?;
    anstream::println!("wrote `{}`: commit it to the assignment's repository", args.out.display());
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

fn workflow(args: &Args) -> String {
    let install = match (&args.origin.git, &args.origin.download) {
        (Some(git), _) => built(git, args.rev.as_deref()),
        (None, Some(url)) => downloaded(url, args.sha256.as_deref()),
        (None, None) => unreachable!("the command line asks for one of them"),
    };
    include_str!("grade.yml")
        .replace("@INSTALL@\n", &install)
        .replace("@SPEC@", &quoted(&args.spec))
        .replace("@SUBMISSION@", &quoted(&args.submission.to_string_lossy()))
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
