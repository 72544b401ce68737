//! An interpreter whose forks do something else than it does when it starts anew is not believed, and costs nobody a point.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::scratch::{Scratch, ended, named, says, write_program};
use super::{night, optional};

/// The programs with which an interpreter is tried.
const PYTHON: &str = include_str!("../../../src/sources/language/fidelity/python.txt");
const NODE: &str = include_str!("../../../src/sources/language/fidelity/node.txt");

/// What an interpreter does wrong where a program is its fork, for each of them.
const WRONGS_OF_PYTHON: &str = include_str!("python.txt");
const WRONGS_OF_NODE: &str = include_str!("node.txt");

/// What stands before a wrong of Python.
const BEFORE: &str = include_str!("python.py");

/// Where nobody else looks for tools.
const PATH: &str = "/usr/bin:/bin";

/// The texts of a file, by what is said above each.
fn named_texts(text: &str) -> Vec<(&str, &str)> {
    let pieces =
        text.strip_prefix("=== ").unwrap().split("\n=== ").map(|piece| piece.split_once('\n').unwrap());
    pieces.map(|(head, text)| (head.split(" | ").next().unwrap(), text)).collect()
}

/// Returns what shortcuts were seen to do wrong, as it is kept in a home.
fn differing(home: &Path) -> Vec<String> {
    let kept = std::fs::read(home.join(".cache/yardstick/shortcuts.json")).unwrap();
    let kept: Value = serde_json::from_slice(&kept).unwrap();
    let all = kept["found"].as_object().unwrap().values();
    all.flat_map(|found| found["differing"].as_array().unwrap().clone())
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

/// An interpreter that forgets its exit code where it is forked.
const LIE: &str = "import sys\n\nFORKED = sys.path[0] == '/.yardstick'\n\ndef lying(code=None):\n    raise SystemExit(None if FORKED else code)\n\n\
    sys.exit = lying\n";

/// Makes an environment of Python, and returns it with the folder of its packages.
fn venv(scratch: &Scratch) -> (PathBuf, PathBuf) {
    let venv = scratch.path("liar");
    let made =
        Command::new("/usr/bin/python3").args(["-m", "venv", "--without-pip"]).arg(&venv).status().unwrap();
    assert!(made.success());
    let packages =
        std::fs::read_dir(venv.join("lib")).unwrap().next().unwrap().unwrap().path().join("site-packages");
    (venv, packages)
}

#[cfg(target_os = "linux")]
#[test]
fn an_interpreter_whose_forks_lie_starts_anew_for_each_run_and_marks_are_right() {
    let spec = "assignment: codes\nsubmission: { files: [code.py] }\nscenarios:\n  - { name: code, points: 1, expect: { stdout: \"a\\n\", exit: 3 } }\n";
    let scratch = Scratch::new(spec)
        .write("class/right/code.py", "import sys\nprint('a')\nsys.exit(3)\n")
        .write("class/wrong/code.py", "import sys\nprint('a')\nsys.exit()\n");
    let (venv, packages) = venv(&scratch);
    std::fs::write(packages.join("lie.py"), LIE).unwrap();
    std::fs::write(packages.join("lie.pth"), "import lie\n").unwrap();
    let home = scratch.path("home");
    std::fs::create_dir(&home).unwrap();
    let run = |words: &[&str], path: &str| {
        ended(scratch.command(words).env("PATH", path).env("HOME", &home).env_remove("XDG_CACHE_HOME"))
    };
    let liar = format!("{}:{PATH}", venv.join("bin").display());
    for _ in 0..2 {
        let graded = run(&["grade", "spec.yaml", "class"], &liar);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let note = "do not do what it does when it starts anew (an exit code and ";
        assert!(
            graded.stderr.contains(note) && graded.stderr.contains("changes no mark"),
            "{}",
            graded.stderr
        );
        let results = scratch.results();
        assert_eq!(named(&results, "right")["points"], "1", "{:#}", named(&results, "right"));
        assert_eq!(named(&results, "wrong")["points"], "0", "{:#}", named(&results, "wrong"));
        std::fs::remove_dir_all(scratch.path("yardstick-results")).unwrap();
    }
    let kept = std::fs::read_to_string(home.join(".cache/yardstick/shortcuts.json")).unwrap();
    assert!(kept.contains("\"an exit code\""), "{kept}");
    let honest = run(&["grade", "spec.yaml", "class"], PATH);
    assert!(!honest.stderr.contains("starts anew"), "{}", honest.stderr);
    let doctor = |path: &str, words: &str| {
        let mut doctor = scratch.process(&["doctor"]);
        says(doctor.env("PATH", path).env("HOME", &home).env_remove("XDG_CACHE_HOME"), words)
    };
    assert!(doctor(PATH, "forks of it do what it does when it starts anew, in 37 small programs"));
    // What cannot be read is found out again.
    std::fs::write(home.join(".cache/yardstick/shortcuts.json"), "{").unwrap();
    assert!(doctor(&liar, "so each run starts one anew"));
}

/// A spec of one scenario, in which `a` must be printed by a file.
fn spec_of(file: &str) -> String {
    format!(
        "assignment: letter\nsubmission: {{ files: [{file}] }}\nscenarios:\n  - {{ name: a, points: 1, expect: {{ stdout: \"a\\n\" }} }}\n"
    )
}

/// Each program must see what it is there to see; all of them by night.
fn tried<'t>(programs: &str, wrongs: &'t str) -> Vec<(usize, (&'t str, &'t str))> {
    let wrongs = named_texts(wrongs);
    let names = |all: &[(&str, &str)]| all.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&wrongs), names(&named_texts(programs)), "each program has a wrong that it is to see");
    let wrongs: Vec<_> = wrongs.into_iter().enumerate().collect();
    night::some(&wrongs, 3).to_vec()
}

#[cfg(target_os = "linux")]
#[test]
fn each_program_sees_the_wrong_in_forks_of_python_for_which_it_is_there() {
    let scratch = Scratch::new(&spec_of("letter.py")).write("class/one/letter.py", "print('a')\n");
    let (venv, packages) = venv(&scratch);
    let path = format!("{}:{PATH}", venv.join("bin").display());
    for (number, (name, wrong)) in tried(PYTHON, WRONGS_OF_PYTHON) {
        // What is compiled of a module is kept by its name.
        std::fs::write(
            packages.join(format!("lie{number}.py")),
            format!("{BEFORE}\n\nif is_fork():\n    {wrong}\n"),
        )
        .unwrap();
        std::fs::write(packages.join("lie.pth"), format!("import lie{number}\n")).unwrap();
        assert_refused(&scratch, &path, name);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn each_program_sees_the_wrong_in_forks_of_node_for_which_it_is_there() {
    if !optional::is_at_hand("node") {
        return;
    }
    let scratch = Scratch::new(&spec_of("letter.js")).write("class/one/letter.js", "console.log('a')\n");
    let folder = scratch.path("liar/bin");
    std::fs::create_dir_all(&folder).unwrap();
    let lie = folder.join("lie.cjs");
    make_node(&folder, &lie);
    for (_, (name, wrong)) in tried(NODE, WRONGS_OF_NODE) {
        // The parent of a fork is outside of what it sees.
        std::fs::write(&lie, format!("if (process.ppid === 0) {{\n{wrong}\n}}\n")).unwrap();
        assert_refused(&scratch, &format!("{}:{PATH}", folder.display()), name);
    }
}

/// Makes a Node that begins with a file of ours. A script would not do: where forks are made, a library of ours is loaded into whatever
/// starts, and only Node has what it needs.
fn make_node(folder: &Path, begins_with: &Path) {
    let source = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int count, char **words) {{\n  char options[4096];\n  \
         const char *before = getenv(\"NODE_OPTIONS\");\n  \
         snprintf(options, sizeof options, \"%s --require={}\", before ? before : \"\");\n  \
         setenv(\"NODE_OPTIONS\", options, 1);\n  execv(\"/usr/bin/node\", words);\n  return count;\n}}\n",
        begins_with.display()
    );
    let file = folder.join("node.c");
    std::fs::write(&file, source).unwrap();
    let mut compiler = Command::new("gcc");
    assert!(
        compiler.arg("-static").arg("-o").arg(folder.join("node")).arg(&file).status().unwrap().success()
    );
}

/// Grades with tools of this path, and asserts that a shortcut was refused for what a program shows, and that nobody lost a point.
fn assert_refused(scratch: &Scratch, path: &str, name: &str) {
    let home = tempfile::tempdir().unwrap();
    let mut command = scratch.command(&["grade", "spec.yaml", "class"]);
    let graded = ended(command.env("PATH", path).env("HOME", home.path()).env_remove("XDG_CACHE_HOME"));
    assert_eq!(graded.code, 0, "{name}: {}{}", graded.stdout, graded.stderr);
    assert!(differing(home.path()).iter().any(|seen| seen == name), "{name}: {}", graded.stderr);
    assert!(graded.stderr.contains("which takes longer and changes no mark"), "{name}: {}", graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "one")["points"], "1", "{name}: {:#}", named(&results, "one"));
    std::fs::remove_dir_all(scratch.path("yardstick-results")).unwrap();
}

/// A compiler that does something else where a word stands in its command.
fn lying(compiler: &str, word: &str, more: &str) -> String {
    format!(
        "#!/bin/sh\ncase \"$*\" in\n*{word}*) exec /usr/bin/{compiler} \"$@\" {more};;\n*) exec /usr/bin/{compiler} \"$@\";;\nesac\n"
    )
}

#[cfg(target_os = "linux")]
#[test]
fn a_compiler_that_builds_something_else_with_an_aid_builds_without_it() {
    let c =
        "#include <stdio.h>\nint main(void) { char c = (char)200; puts(c < 0 ? \"a\" : \"b\"); return 0; }\n";
    let cpp = "#include <iostream>\nint main() { char c = (char)200; std::cout << (c < 0 ? \"a\" : \"b\") << std::endl; }\n";
    let java = "class letter { public static void main(String[] args) { System.out.println(\"\u{e9}\".length() == 1 ? \"a\" : \"b\"); } }\n";
    let cases = [
        ("gcc", "letter.c", c, lying("gcc", "-fuse-ld=gold", "-funsigned-char"), "numbers and signs"),
        (
            "g++",
            "letter.cpp",
            cpp,
            lying("g++", "-fuse-ld=gold", "-funsigned-char"),
            "exceptions and classes",
        ),
        ("g++", "letter.cpp", cpp, lying("g++", "headers.hpp", "-funsigned-char"), "streams and containers"),
        (
            "javac",
            "letter.java",
            java,
            lying("javac", "SharedArchiveFile", "-encoding ISO-8859-1"),
            "input, text and classes",
        ),
    ];
    for (compiler, file, source, lie, name) in night::spread(Vec::from(cases), 2) {
        if !optional::is_at_hand(compiler) {
            continue;
        }
        let mut scratch = Scratch::new(&spec_of(file));
        write_program(&scratch.path(format!("liar/bin/{compiler}")), &lie);
        // From the third on, there is what is made once.
        for (number, student) in ["four", "three", "two", "one"].into_iter().enumerate() {
            let own = format!("{source}// {number}\n");
            scratch = scratch.write(&format!("class/{student}/{file}"), &own);
        }
        assert_refused(&scratch, &format!("{}:{PATH}", scratch.path("liar/bin").display()), name);
    }
}
