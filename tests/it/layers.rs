//! Dependencies point one way: a module uses only modules that stand before it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, lowest first, each with the folder of its modules below `src`, and these in their order, as `docs/architecture.md` lists
/// them. The last one stands beside them.
const CRATES: [(&str, &[&str]); 6] = [
    ("base", &["system", "points", "digest", "bytes", "untrusted", "written_number", "resource", "sandbox"]),
    ("sources", &["submission", "gradebook", "rules", "language"]),
    ("traces", &["trace"]),
    ("assignment", &["java_compiler", "python", "session", "unit_test", "spec"]),
    (
        "grading",
        &[
            "checker",
            "plan",
            "run",
            "compare",
            "guidance",
            "explore",
            "diagnose",
            "score",
            "decisions",
            "report",
            "hints",
        ],
    ),
    ("", &["import", "results", "engine", "review", "audit", "cli", "web"]),
];

/// The modules, lowest first.
fn layers() -> Vec<&'static str> {
    CRATES.iter().flat_map(|(_, modules)| *modules).copied().collect()
}

/// The path of a file from the folder of its crate.
fn in_crate(src: &Path, file: &Path) -> PathBuf {
    let name = file.strip_prefix(src).unwrap();
    let folder = CRATES.iter().find(|(folder, _)| !folder.is_empty() && name.starts_with(folder));
    folder.map_or(name, |(folder, _)| name.strip_prefix(folder).unwrap()).to_owned()
}

/// The files that open untrusted text to write it, because they make it harmless for what they write: terminals and text
/// files, web pages, links, tables, names of files, and what a checker reads.
const WRITERS: [&str; 14] = [
    "checker/sessions.rs",
    "cli/class/anonymous.rs",
    "gradebook/fresh.rs",
    "plan/checked.rs",
    "plan/program.rs",
    "plan/unit_tests.rs",
    "report/formats/csv.rs",
    "report/html/dialogue.rs",
    "report/line.rs",
    "report/formats/uri.rs",
    "report/visible.rs",
    "results/hand_back.rs",
    "results/pages.rs",
    "submission/download/gather.rs",
];

/// The files that open untrusted text to look for something in it, such as a place in the source, a number or a name, or
/// to make a digest of it.
const READERS: [&str; 41] = [
    "cli/class/marks.rs",
    "cli/class/roster.rs",
    "compare/annotation.rs",
    "compare/session/answer.rs",
    "compare/cause/mod.rs",
    "compare/cause/first_rows.rs",
    "compare/session/mod.rs",
    "compare/session/error.rs",
    "compare/session/error_java.rs",
    "compare/session/error_javascript.rs",
    "compare/session/error_native.rs",
    "compare/session/rows.rs",
    "compare/shown.rs",
    "compare/cause/template.rs",
    "compare/unit_test/mod.rs",
    "compare/unit_test/sentence.rs",
    "diagnose/induce.rs",
    "explore/disagreement.rs",
    "gradebook/rows.rs",
    "guidance/ending.rs",
    "guidance/error.rs",
    "guidance/linking.rs",
    "guidance/missing.rs",
    "guidance/output.rs",
    "guidance/search.rs",
    "guidance/silence.rs",
    "guidance/syntax.rs",
    "python/show.rs",
    "report/conceal.rs",
    "report/formats/fingerprint.rs",
    "run/end_cause.rs",
    "session/neutral/fold.rs",
    "session/notation.rs",
    "submission/download/blackboard.rs",
    "submission/problem.rs",
    "submission/snapshot.rs",
    "submission/student.rs",
    "trace/code_cells.rs",
    "trace/sources.rs",
    "unit_test/fault.rs",
    "unit_test/junit.rs",
];

/// The modules of the Python that references answer sessions with, lowest first, as its `mod.rs` lists them.
const SESSION_LAYERS: [&str; 9] =
    ["digits", "value", "fault", "terminal", "syntax", "literal", "objects", "builtins", "interpreter"];

/// The words of the five assignments, which are all Connect Four. A board is none of them: programs of any assignment
/// may print one, and `compare/layout/board.rs` finds it by its looks. So are columns, which terminals and tables have.
const WORDS_OF_THE_ASSIGNMENTS: [&str; 11] = [
    "game",
    "games",
    "player",
    "players",
    "disc",
    "discs",
    "gravity",
    "connect4",
    "connectn",
    "placemark",
    "checkwin",
];

/// What they say in several words, or in one that means something else too.
const PHRASES_OF_THE_ASSIGNMENTS: [&str; 5] =
    ["connect four", "connect-four", "connect.py", "full column", "column is full"];

fn all_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { all_files(&path) } else { vec![path] }).collect()
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    all_files(folder).into_iter().filter(is_source).collect()
}

/// The module of a file of a crate, and its place in the order.
fn layer(file: &Path) -> Option<(usize, &'static str)> {
    let first = file.components().next()?.as_os_str().to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    layers().into_iter().enumerate().find(|(_, layer)| *layer == name)
}

/// The modules that a source text names as `crate::module`, in braces too.
fn used(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for part in text.split("crate::").skip(1) {
        match part.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
            Some((inside, _)) => found.extend(inside.split(',').map(first_word)),
            None => found.push(first_word(part)),
        }
    }
    found.retain(|module| !module.is_empty());
    found
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

#[test]
fn every_module_uses_only_modules_that_stand_before_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = Vec::new();
    for file in source_files(&src) {
        let name = in_crate(&src, &file);
        if ["main.rs", "lib.rs", "testing.rs", "build.rs"].iter().any(|top| name == Path::new(top)) {
            continue;
        }
        let (place, module) = layer(&name).unwrap_or_else(|| panic!("{} is in no layer", name.display()));
        seen.push(module);
        for used in used(&fs::read_to_string(&file).unwrap()) {
            let target = layers().iter().position(|layer| *layer == used);
            let target = target.unwrap_or_else(|| panic!("{} uses the unknown `{used}`", name.display()));
            assert!(target <= place, "{} uses `{used}`, which stands above `{module}`", name.display());
        }
    }
    for layer in layers() {
        assert!(seen.contains(&layer), "the layer `{layer}` has no files");
    }
}

#[test]
fn unsafe_code_stands_only_in_the_sandbox() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in source_files(&src) {
        let name = in_crate(&src, &file);
        let text = fs::read_to_string(&file).unwrap();
        let uses_unsafe =
            text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("unsafe "));
        assert!(!uses_unsafe || name.starts_with("sandbox"), "{} has unsafe code", name.display());
    }
}

/// The calls of the standard library that wait for a pipe, and read a device without end.
const WAITING: [&str; 5] = ["fs::read(", "fs::read_to_string(", "fs::copy(", "File::open(", ".read(true)"];

/// The sandbox reads files of the kernel and those that it made itself; a lock is no file of people.
#[test]
fn files_of_people_are_opened_in_one_place() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in source_files(&src) {
        let name = in_crate(&src, &file);
        if ["system", "sandbox", "trace/store/lock.rs"].iter().any(|other| name.starts_with(other)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in
            code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            let found = WAITING.iter().find(|call| line.contains(**call) && !line.contains("system::"));
            let place = format!("{}:{}", name.display(), number + 1);
            assert!(
                found.is_none(),
                "{place} opens a file besides `system::open_to_read` and `system::read`"
            );
        }
    }
}

/// The backends of the sandbox, each with the file and the type by which it is entered.
const DOORS: [(&str, &str); 3] = [("walled", "Pool"), ("plain", "Plain"), ("host", "Host")];

/// What `sandbox/mod.rs` hands on of a backend besides: a launcher is this program, started again.
const STARTS_OF_LAUNCHERS: [&str; 2] = ["become_launcher_if_asked", "count_message_kinds"];

/// What a source text takes from a module beside it: what follows `module::`.
fn taken<'a>(text: &'a str, module: &str) -> Vec<&'a str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let pattern = format!("{module}::");
    let names = code.flat_map(|line| line.match_indices(&pattern).map(move |(at, _)| (line, at)));
    let names = names.filter(|(line, at)| !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    names.map(|(line, at)| line[at + pattern.len()..].trim_end_matches(';')).collect()
}

#[test]
fn each_backend_of_the_sandbox_has_one_door() {
    let sandbox = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/base/sandbox");
    for (backend, door) in DOORS {
        let mut doors = Vec::new();
        for file in source_files(&sandbox) {
            let name = file.strip_prefix(&sandbox).unwrap();
            let text = fs::read_to_string(&file).unwrap();
            // A backend is named as a whole only where it is declared.
            let declares = text.contains(&format!("\nmod {backend};"));
            assert_eq!(declares, name == Path::new("mod.rs"), "{}", name.display());
            if name.starts_with(backend) {
                continue;
            }
            let taken = taken(&text, backend);
            let is_start = |taken: &&str| name == Path::new("mod.rs") && STARTS_OF_LAUNCHERS.contains(taken);
            doors.extend(
                taken.iter().filter(|one| !is_start(one)).map(|one| (name.to_owned(), one.to_string())),
            );
        }
        let [(file, entered)] = doors.as_slice() else { panic!("`{backend}` is entered by {doors:?}") };
        assert_eq!(file, Path::new("runner.rs"), "`{backend}` is entered elsewhere");
        assert_eq!(first_word(entered), door);
    }
}

#[test]
fn only_writers_and_readers_open_untrusted_text() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let listed: BTreeSet<PathBuf> = WRITERS.iter().chain(&READERS).map(PathBuf::from).collect();
    let opens = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        code.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("expose"))
    };
    let opening = source_files(&src).into_iter().filter(opens);
    let opening: BTreeSet<PathBuf> = opening.map(|file| in_crate(&src, &file)).collect();
    let own = BTreeSet::from([PathBuf::from("untrusted.rs")]);
    assert_eq!(opening, &listed | &own);
}

/// The modules that a source text below `reference/src/session` names as `crate::session::module`.
fn used_of_session(text: &str) -> Vec<&str> {
    text.split("crate::session::").skip(1).map(first_word).filter(|module| !module.is_empty()).collect()
}

#[test]
fn the_python_of_sessions_has_no_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/src/session");
    let mut seen = Vec::new();
    for file in source_files(&src) {
        let name = file.strip_prefix(&src).unwrap();
        let first = name.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = first.strip_suffix(".rs").unwrap_or(first);
        // These stand above all others.
        if ["mod", "tests", "testing"].contains(&module) {
            continue;
        }
        let place = SESSION_LAYERS.iter().position(|layer| *layer == module);
        let place = place.unwrap_or_else(|| panic!("{} is in no layer", name.display()));
        seen.push(module.to_owned());
        for used in used_of_session(&fs::read_to_string(&file).unwrap()) {
            let target = SESSION_LAYERS.iter().position(|layer| *layer == used);
            let target = target.unwrap_or_else(|| panic!("{} uses the unknown `{used}`", name.display()));
            assert!(target <= place, "{} uses `{used}`, which stands above `{module}`", name.display());
        }
    }
    for layer in SESSION_LAYERS {
        assert!(seen.iter().any(|module| module == layer), "the layer `{layer}` has no files");
    }
}

#[test]
fn nothing_knows_the_assignments() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let keys: Vec<&str> = yardstick::testing::spec::shipped().iter().map(|shipped| shipped.key).collect();
    let mut found = Vec::new();
    for file in all_files(&src) {
        let name = in_crate(&src, &file);
        // It lists the files that are part of the program, and their names are words of their assignments.
        if name == Path::new("spec/shipped.rs") {
            continue;
        }
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            // The key of a shipped spec is a name, of which nothing follows.
            let line = keys.iter().rev().fold(line.to_lowercase(), |line, key| line.replace(key, ""));
            let words = line.split(|c: char| !c.is_alphanumeric());
            let words = words.filter(|word| WORDS_OF_THE_ASSIGNMENTS.contains(word));
            let phrases = PHRASES_OF_THE_ASSIGNMENTS.into_iter().filter(|phrase| line.contains(phrase));
            found.extend(
                words.chain(phrases).map(|word| format!("{}:{}: {word}", name.display(), number + 1)),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
