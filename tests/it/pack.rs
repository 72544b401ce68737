//! `yardstick pack`: what it writes is unpacked and run as the service runs it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::scratch::{SOLUTION, Scratch, WITHOUT_COMMA};

/// The files of a zip file, unpacked into a folder as `unzip` does it.
fn unpack(archive: &Path, folder: &Path) {
    let mut archive = zip::ZipArchive::new(fs::File::open(archive).unwrap()).unwrap();
    archive.extract(folder).unwrap();
}

/// The names in a zip file, each with the permissions of the file.
fn names(archive: &Path) -> Vec<(String, u32)> {
    let mut archive = zip::ZipArchive::new(fs::File::open(archive).unwrap()).unwrap();
    let count = archive.len();
    let mut names = Vec::new();
    for index in 0..count {
        let file = archive.by_index(index).unwrap();
        names.push((file.name().unwrap().to_string(), file.unix_mode().unwrap() & 0o777));
    }
    names
}

/// A folder that plays `/autograder`, and runs a script of it as Gradescope does.
fn autograder(scratch: &Scratch, script: &str) -> Output {
    let folder = scratch.path("autograder");
    Command::new(folder.join("source").join(script))
        .current_dir(&folder)
        .env("AUTOGRADER", &folder)
        .output()
        .unwrap()
}

/// Something that begins like a program, where nobody is to wait for a real one to be packed.
const SMALL: &[u8] = b"\x7fELF GLIBC_2.17 GLIBC_2.34";

#[test]
fn the_autograder_of_gradescope_grades_what_is_handed_in() {
    let scratch = Scratch::greeting();
    let packed = scratch.run(&["pack", "gradescope", "spec.yaml"]);
    assert_eq!(packed.code, 0, "{}", packed.stderr);
    assert_eq!(packed.stdout, "wrote `autograder.zip`: upload it as the autograder of the assignment\n");
    unpack(&scratch.path("autograder.zip"), &scratch.path("autograder/source"));
    fs::create_dir_all(scratch.path("autograder/results")).unwrap();

    let setup = autograder(&scratch, "setup.sh");
    let printed = String::from_utf8_lossy(&setup.stdout);
    assert!(setup.status.success(), "{printed}{}", String::from_utf8_lossy(&setup.stderr));
    assert!(printed.contains("Python: python3 is"), "{printed}");

    let mut scores = Vec::new();
    let mut scratch = scratch;
    for program in [SOLUTION, WITHOUT_COMMA, "print(\n"] {
        scratch = scratch.write("autograder/submission/P1/hello.py", program);
        let run = autograder(&scratch, "run_autograder");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let results: Value = serde_json::from_str(&scratch.read("autograder/results/results.json")).unwrap();
        super::formats::valid("gradescope", &results);
        assert_eq!(results["tests"].as_array().unwrap().len(), 5);
        scores.push(results["score"].as_f64().unwrap());
    }
    assert_eq!(scores, [12.0, 0.0, 0.0]);

    // What cannot be graded leaves no score: Gradescope then says that the autograder failed.
    fs::remove_file(scratch.path("autograder/source/spec/files/solution.py")).unwrap();
    fs::remove_file(scratch.path("autograder/results/results.json")).unwrap();
    let run = autograder(&scratch, "run_autograder");
    assert_eq!(run.status.code(), Some(2), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(!scratch.path("autograder/results/results.json").exists());
}

#[test]
fn a_pack_holds_the_scripts_the_spec_and_every_file_that_it_names() {
    let spec = "assignment: a\nsubmission: { files: [main.c], instead: [Main.java], supplied: [support/board.h] }\n\
                reference: { files: [./model.py] }\nscenarios: [{ name: s, points: 1 }]\n";
    let scratch = Scratch::new(spec)
        .write("small", SMALL)
        .write("support/board.h", "")
        .write("model.py", "")
        .write("unused.py", "");
    let pack = |spec: &str, out: &str| {
        let packed = scratch.run(&["pack", "gradescope", spec, "--executable", "small", "--out", out]);
        assert_eq!((packed.code, packed.stderr.as_str()), (0, ""));
        names(&scratch.path(out))
    };
    let own: Vec<(String, u32)> = pack("spec.yaml", "own.zip");
    let expected = [
        ("setup.sh", 0o755),
        ("run_autograder", 0o755),
        ("spec/name", 0o644),
        ("spec/files/./model.py", 0o644),
        ("spec/files/spec.yaml", 0o644),
        ("spec/files/support/board.h", 0o644),
        ("yardstick", 0o755),
    ];
    assert_eq!(own, expected.map(|(name, mode)| (name.to_owned(), mode)));
    unpack(&scratch.path("own.zip"), &scratch.path("own"));
    let setup = scratch.read("own/setup.sh");
    assert!(setup.contains("\npackages=(gcc libc6-dev python3)\n"), "{setup}");
    let shipped = pack("michigan-connect-n", "shipped.zip");
    assert!(shipped.iter().any(|(name, _)| name == "spec/files/michigan-connect-n/play.py"), "{shipped:?}");
    // Equal specs make equal bytes.
    pack("spec.yaml", "again.zip");
    assert_eq!(fs::read(scratch.path("own.zip")).unwrap(), fs::read(scratch.path("again.zip")).unwrap());
}

#[test]
fn a_pack_installs_what_the_languages_of_the_spec_need_and_no_more() {
    let python = "assignment: a\nsubmission: { files: [main.py], instead: [main.c, Main.java] }\n\
                  scenarios: [{ name: s, points: 1, expect: { stdout: x } }]\n";
    let session = "assignment: a\nsubmission: { files: [main.c], optional: [util.py] }\n\
                   scenarios:\n  - name: s\n    points: 1\n    module: util\n    session: |\n      >>> 1\n      1\n";
    let checked = "assignment: a\nsubmission: { files: [main.py] }\ncompare: { checker: check.cpp }\n\
                   scenarios: [{ name: s, points: 1 }]\n";
    for (spec, options, packages, said) in [
        (python, &[][..], "python3", "programs in C, Java cannot be graded there: `--instead` installs"),
        (python, &["--instead"], "default-jdk-headless gcc libc6-dev python3", ""),
        (session, &[], "gcc libc6-dev python3", ""),
        (checked, &[], "g++ python3", ""),
    ] {
        let scratch = Scratch::new(spec).write("small", SMALL).write("check.cpp", "");
        let args = [&["pack", "gradescope", "spec.yaml", "--executable", "small"], options].concat();
        let packed = scratch.run(&args);
        assert_eq!(packed.code, 0, "{}", packed.stderr);
        assert!(packed.stdout.contains(said), "{}", packed.stdout);
        assert_eq!(packed.stdout.contains("--instead"), !said.is_empty(), "{}", packed.stdout);
        unpack(&scratch.path("autograder.zip"), &scratch.path("source"));
        let setup = scratch.read("source/setup.sh");
        assert!(setup.contains(&format!("\npackages=({packages})\n")), "{setup}");
    }
}

#[test]
fn the_scripts_of_a_pack_are_scripts() {
    let scratch = Scratch::hello().write("small", SMALL);
    scratch.run(&["pack", "gradescope", "spec.yaml", "--executable", "small"]);
    unpack(&scratch.path("autograder.zip"), &scratch.path("source"));
    for script in ["setup.sh", "run_autograder"] {
        let checked =
            Command::new("bash").arg("-n").arg(scratch.path("source").join(script)).output().unwrap();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn a_spec_that_cannot_be_packed_is_refused_with_what_to_do() {
    let outside = "assignment: a\nsubmission: { files: [hello.py] }\nreference: { files: [../solution.py] }\n\
                   scenarios: [{ name: s, points: 1 }]\n";
    let scratch = Scratch::hello()
        .write("small", SMALL)
        .write("newer", b"\x7fELF GLIBC_2.39")
        .write("script", "#!/bin/sh\n")
        .write("solution.py", "")
        .write("course/spec.yaml", outside);
    let pack =
        |spec: &str, executable: &str| scratch.run(&["pack", "gradescope", spec, "--executable", executable]);
    insta::assert_snapshot!(pack("course/spec.yaml", "small").stderr, @"
    error: the spec `course/spec.yaml` names `../solution.py`, which does not lie in its folder
    help: only the folder of a spec can be packed: copy the file there, and name it so
    ");
    insta::assert_snapshot!(pack("spec.yaml", "script").stderr, @"
    error: cannot pack the executable `script`: it is not a program for Linux
    help: name a build of yardstick
    ");
    assert!(!scratch.path("autograder.zip").exists());
    let newer = pack("spec.yaml", "newer");
    assert_eq!(newer.code, 0);
    insta::assert_snapshot!(newer.stderr, @"
    warning: this yardstick needs the GNU C library 2.39, and Ubuntu 22.04, from which Gradescope starts, has 2.35
    help: choose Ubuntu 24.04 or later there, or pack a build that needs none: `--executable FILE` (docs/formats.md)
    ");
    assert_eq!(pack("speck.yaml", "small").code, 2);
}

/// The steps of a workflow, by their names.
fn steps(workflow: &str) -> Vec<Value> {
    let workflow: Value = serde_yaml::from_str(workflow).unwrap();
    assert_eq!(workflow["permissions"]["contents"], "read");
    workflow["jobs"]["grade"]["steps"].as_array().unwrap().clone()
}

#[test]
fn the_workflow_of_github_grades_what_is_pushed() {
    let scratch = Scratch::greeting().write("hello.py", WITHOUT_COMMA);
    let git =
        ["pack", "github", "spec.yaml", "--git", "https://example.org/course/yardstick.git", "--rev", "v1"];
    let packed = scratch.run(&git);
    assert_eq!(packed.code, 0, "{}", packed.stderr);
    let steps = steps(&scratch.read(".github/workflows/grade.yml"));
    let install = &steps[1];
    assert_eq!(install["run"], "cargo install --locked --git \"$SOURCE\" --rev \"$REV\" yardstick");
    assert_eq!(install["env"]["SOURCE"], "https://example.org/course/yardstick.git");
    let grade = steps.iter().find(|step| step["name"] == "Grade").unwrap();
    let bash = scratch.command(&[]);
    let program = Path::new(bash.get_program()).parent().unwrap().to_path_buf();
    let path = std::env::join_paths(
        [program].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let output = Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", grade["run"].as_str().unwrap()])
        .current_dir(scratch.path(""))
        .env("PATH", path)
        .env("RUNNER_TEMP", scratch.path("temp"))
        .env("GITHUB_STEP_SUMMARY", scratch.path("summary.md"))
        .env("SPEC", grade["env"]["SPEC"].as_str().unwrap())
        .env("SUBMISSION", grade["env"]["SUBMISSION"].as_str().unwrap())
        .output()
        .unwrap();
    let log = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{log}");
    assert!(log.contains("\n::error title=Greets / one name::wrong answer: "), "{log}");
    assert!(scratch.read("summary.md").contains("**0 of 10 points**"));
    assert!(scratch.read("temp/reports/junit.xml").contains("<testsuites"));
    assert!(scratch.read("temp/reports/results.json").contains("\"wrong answer\""));
    let again = scratch.run(&git);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("cannot write to `.github/workflows/grade.yml`"), "{}", again.stderr);
}

#[test]
fn a_workflow_downloads_from_the_address_that_it_is_told_and_nowhere_else() {
    let scratch = Scratch::greeting();
    let sum = "0123456789abcdef".repeat(4);
    let pack = |more: &[&str]| {
        let mut args = vec!["pack", "github", "byu-connect-four", "--out", "w.yml"];
        args.extend(more);
        scratch.run(&args)
    };
    for (more, says) in [
        (&[][..], "--git <URL>|--download <URL>"),
        (&["--git", "http://example.org/x"], "expected an address such as"),
        (&["--git", "https://example.org/\";id"], "expected an address such as"),
        (&["--download", "https://example.org/${{ secrets }}"], "expected an address such as"),
        (&["--download", "https://example.org/x", "--sha256", "1"], "64 hexadecimal digits"),
        (&["--download", "https://example.org/x", "--rev", "v1"], "cannot be used with"),
        (&["--download", "https://example.org/x", "--git", "https://example.org/x"], "cannot be used with"),
        (&["--git", "https://example.org/x", "--submission", "/home"], "is not a path inside a repository"),
    ] {
        let refused = pack(more);
        assert_eq!(refused.code, 2, "{more:?}");
        assert!(refused.stderr.contains(says), "{more:?}: {}", refused.stderr);
        assert!(!scratch.path("w.yml").exists());
    }
    assert_eq!(pack(&["--download", "https://example.org/yardstick", "--sha256", &sum]).code, 0);
    let steps = steps(&scratch.read("w.yml"));
    assert_eq!(steps[1]["env"]["DOWNLOAD"], "https://example.org/yardstick");
    assert_eq!(steps[1]["env"]["SHA256"], sum);
    let script = steps[1]["run"].as_str().unwrap();
    let check = script.find("sha256sum --check").unwrap();
    assert!(check < script.find("chmod +x").unwrap(), "{script}");
    let checked = Command::new("bash").args(["-n", "-c", script]).status().unwrap();
    assert!(checked.success());
}

#[test]
fn a_name_in_a_workflow_is_text_and_nothing_else() {
    let name = "it's ${{ secrets.TOKEN }} \"x\".yaml";
    let scratch = Scratch::hello();
    fs::copy(scratch.path("spec.yaml"), scratch.path(name)).unwrap();
    let packed = scratch.run(&["pack", "github", name, "--git", "https://example.org/x", "--out", "w.yml"]);
    assert_eq!(packed.code, 0, "{}", packed.stderr);
    let workflow = scratch.read("w.yml");
    assert_eq!(workflow.matches("${{").count(), 1, "only our own is expanded: {workflow}");
    let steps = steps(&workflow);
    let grade = steps.iter().find(|step| step["name"] == "Grade").unwrap();
    assert_eq!(grade["env"]["SPEC"], name);
}
