//! A folder of a test's own, with a spec and submissions, and the program run in it.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Says hello to a name; three ways to lose points, to win a bonus, and to practise.
pub(crate) const GREETING: &str = r#"
assignment: greeting
title: Greeting
submission: { files: [hello.py] }
reference: { files: [solution.py] }
groups:
  - name: Greets
    points: 10
    hint: Read the name first.
    scenarios:
      - { name: one name, stdin: [Ada] }
      - { name: two words, stdin: [Grace Hopper] }
      - { name: nobody, stdin: [""] }
  - name: Loud
    points: 2
    bonus: true
    scenarios:
      - { name: capitals, stdin: [BOB] }
  - name: Practice
    points: 0
    scenarios:
      - { name: digits, stdin: [7] }
"#;

/// What [`GREETING`] asks for.
pub(crate) const SOLUTION: &str = "name = input('Name? ')\nprint(f'Hello, {name}!')\n";
/// Loses every scenario of [`GREETING`].
pub(crate) const WITHOUT_COMMA: &str = "name = input('Name? ')\nprint(f'Hello {name}!')\n";
/// Needs four letters: loses two of the three scenarios of `Greets`, and the bonus.
pub(crate) const FOUR_LETTERS: &str = "name = input('Name? ')\nif len(name) < 4:\n    raise ValueError('too short')\nprint(f'Hello, {name}!')\n";

/// A folder with a spec, removed when it is dropped.
pub(crate) struct Scratch {
    folder: TempDir,
}

/// What came of running the program.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

impl Scratch {
    /// A folder with this `spec.yaml`.
    pub(crate) fn new(spec: &str) -> Self {
        let scratch = Self { folder: tempfile::tempdir().unwrap() };
        scratch.write("spec.yaml", spec)
    }

    /// A folder with [`GREETING`] and its reference.
    pub(crate) fn greeting() -> Self {
        Self::new(GREETING).write("solution.py", SOLUTION)
    }

    /// A folder with a spec of one scenario, worth 1 point, in which `hello` must be printed.
    pub(crate) fn hello() -> Self {
        Self::new(
            "assignment: hello\ntitle: Hello\nsubmission: { files: [hello.py] }\n\
             limits: { wall: 60s, output: 10 KiB }\nscenarios:\n  - name: says hello\n    points: 1\n    \
             expect: { stdout: \"hello\\n\" }\n",
        )
    }

    /// A copy of the whole folder, for a test that changes something in it.
    pub(crate) fn copy(&self) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let copied =
            std::process::Command::new("cp").arg("-a").arg(self.path(".")).arg(folder.path()).status();
        assert!(copied.unwrap().success());
        Self { folder }
    }

    /// Writes a file, and the folders that it lies in.
    pub(crate) fn write(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    /// Writes a zip file.
    pub(crate) fn zip(self, path: &str, files: &[(&str, &str)]) -> Self {
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, content) in files {
            archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(content.as_bytes()).unwrap();
        }
        self.write(path, archive.finish().unwrap().into_inner())
    }

    /// Where something lies in it.
    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(path)
    }

    /// A text file in it.
    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The program, about to be run in it, in a terminal of 100 columns that asks for no colour.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        Command::from_std(self.process(args))
    }

    /// The same, for tests that do something to it while it runs.
    pub(crate) fn process(&self, args: &[&str]) -> std::process::Command {
        super::limit::begin();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_yardstick"));
        command.args(args).current_dir(self.folder.path()).env("COLUMNS", "100").env("PATH", search_path());
        // As many tests run at the same time as there is room for: each program needs no more than one interpreter that is kept warm.
        command.env("YARDSTICK_JOBS", "1");
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
            command.env_remove(variable);
        }
        command
    }

    /// The interpreter that the program finds, about to be run.
    pub(crate) fn python() -> std::process::Command {
        let mut command = std::process::Command::new("/usr/bin/env");
        command.arg("python3").env("PATH", search_path());
        command
    }

    /// Runs the program in it.
    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        ended(&mut self.command(args))
    }

    /// Asserts that the spec is refused, with these words and advice.
    pub(crate) fn refuses(&self, told: &str) {
        let refused = self.run(&["check", "spec.yaml", "."]);
        assert_eq!(refused.code, 2, "{told}: {}", refused.stdout);
        assert!(
            refused.stderr.contains(told) && refused.stderr.contains("help: "),
            "{told}: {}",
            refused.stderr
        );
    }

    /// Checks a submission once, and shows it in all of these formats; what was printed, and the pages in that order.
    pub(crate) fn check_in(&self, submission: &str, formats: &[&str]) -> (Ended, Vec<String>) {
        let file = |format: &str| format!("page-{format}");
        let wanted: Vec<String> = formats.iter().map(|format| format!("{format}={}", file(format))).collect();
        let mut args = vec!["check", "spec.yaml", submission];
        args.extend(wanted.iter().flat_map(|format| ["--format", format]));
        let checked = self.run(&args);
        let pages = formats.iter().map(|format| {
            let page = self.read(&file(format));
            assert!(!page.is_empty(), "{format}");
            page
        });
        let pages = pages.collect();
        (checked, pages)
    }

    /// What `results.json` says.
    pub(crate) fn results(&self) -> Value {
        self.results_in("yardstick-results")
    }

    /// What `results.json` of a results folder says.
    pub(crate) fn results_in(&self, folder: &str) -> Value {
        serde_json::from_str(&self.read(&format!("{folder}/results.json"))).unwrap()
    }
}

/// The search path, with the system's own interpreter first, or the interpreter itself before the script of a version
/// manager: others take longer to start than most tests.
fn search_path() -> &'static OsStr {
    static SEARCH_PATH: OnceLock<OsString> = OnceLock::new();
    SEARCH_PATH.get_or_init(|| {
        let mut python = std::process::Command::new("python3");
        let output = python.args(["-c", "import sys; print(sys.executable, end='')"]).output().unwrap();
        let python = PathBuf::from(String::from_utf8(output.stdout).unwrap());
        let path = std::env::var_os("PATH").unwrap();
        let quick = [Path::new("/usr/bin"), python.parent().unwrap()];
        let folders = quick.into_iter().map(Path::to_path_buf).chain(std::env::split_paths(&path));
        std::env::join_paths(folders).unwrap()
    })
}

/// Runs a program to its end, which must not be a panic.
pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or_else(|| panic!("{}", output.status));
    let ended = Ended { code, stdout: text(output.stdout), stderr: text(output.stderr) };
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    ended
}

/// Whether a program says this on its standard output. What it would say after that is not waited for: it ends where it goes on.
pub(crate) fn says(command: &mut std::process::Command, words: &str) -> bool {
    let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
    let said =
        BufReader::new(process.stdout.take().unwrap()).lines().any(|line| line.unwrap().contains(words));
    process.wait().unwrap();
    said
}

/// Writes a program that can be executed.
#[cfg(unix)]
pub(crate) fn write_program(path: &Path, content: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
}

/// The submission of this name in `results.json`.
pub(crate) fn named<'a>(results: &'a Value, name: &str) -> &'a Value {
    let mut all = results["submissions"].as_array().unwrap().iter();
    all.find(|one| one["name"] == name).unwrap_or_else(|| panic!("no `{name}` in {results:#}"))
}
