//! Tests that need a shell: they become a script that is supplied, and that a shell runs in the sandbox beside what is handed in.

use std::collections::BTreeSet;

use super::super::Package;
use super::super::draft::{Expect, Laid, Scenario};
use super::super::package::{is_text, some_of};
use super::super::shell::own_path;
use super::carried::{Carried, Work};
use super::roles::{ending, handed_in, has_word, instructors, is_source, name_of};
use super::steps::Steps;
use super::tests::Test;

/// Programs that need a network, or more than the folder of a run.
const ELSEWHERE: [&str; 18] = [
    "npm", "npx", "yarn", "pnpm", "jest", "gradle", "gradlew", "mvn", "mvnw", "cargo", "dotnet", "docker",
    "curl", "wget", "git", "sudo", "Rscript", "swift",
];

/// Programs that have another name on some machines.
const STAND_INS: [(&str, &str); 2] =
    [("python", "python() { python3 \"$@\"; }"), ("pytest", "pytest() { python3 -m pytest \"$@\"; }")];

/// A virtual machine would complain on standard output that it cannot share what it measures.
const QUIET_JAVA: &str = "export JAVA_TOOL_OPTIONS=-XX:-UsePerfData\n";

/// The most files that are laid out for a run.
const MOST_FILES: usize = 200;

/// A script that does what the test does. `number` tells it from others.
///
/// # Errors
///
/// When it needs more than a folder, or nothing tells what is handed in: the reason.
pub(super) fn carried(
    test: &Test,
    package: &Package,
    number: usize,
    scenario: Scenario,
) -> Result<Carried, String> {
    let setup = setup(test);
    let run = test.run.replace('\r', "");
    let own: Vec<&str> =
        instructors(package).filter(|path| is_text(package.get(path).unwrap_or_default())).collect();
    let text_of =
        |path: &str| package.get(path).map(String::from_utf8_lossy).unwrap_or_default().into_owned();
    let line = format!("{setup}\n{run}");
    let scripts: Vec<&str> = own.iter().copied().filter(|path| is_started(&line, path)).collect();
    let texts: Vec<String> =
        std::iter::once(line.clone()).chain(scripts.iter().map(|path| text_of(path))).collect();
    for program in ELSEWHERE {
        let starts = |text: &String| {
            text.lines().any(|line| !line.trim_start().starts_with('#') && starts_program(line, program))
        };
        if texts.iter().any(starts) {
            return Err(format!("`{program}` needs a network or more than a folder, which no run has here"));
        }
    }
    let makes = ["gcc", "g++", "cc", "clang", "clang++", "make", "javac", "rustc", "go"];
    let can_make = texts.iter().any(|text| makes.iter().any(|program| starts_program(text, program)));
    for started in line
        .split_whitespace()
        .filter_map(|word| word.trim_matches(['(', ')', ';', '\'', '"']).strip_prefix("./"))
    {
        if !can_make && !package.has(started) {
            return Err(format!("`./{started}` is not in the repository"));
        }
    }
    let there: Vec<&str> = handed_in(package).collect();
    // What the command names and is not there yet is handed in.
    let is_sign = |sign: char| !(sign.is_alphanumeric() || "._-/".contains(sign));
    let words = line.split(is_sign).map(|word| word.trim_start_matches("./")).filter_map(own_path);
    let new: BTreeSet<String> = words
        .filter(|word| is_source(word) && !package.has(word) && name_of(word).len() > ending(word).len() + 1)
        .collect();
    let students: Vec<&str> =
        there.iter().copied().chain(new.iter().map(String::as_str).filter(|_| there.is_empty())).collect();
    if students.is_empty() {
        return Err("its command needs a shell, and nothing tells what is handed in".to_owned());
    }
    let readable = own
        .iter()
        .copied()
        .filter(|path| is_source(path) || name_of(path).to_lowercase().contains("makefile"));
    let all: Vec<String> = texts.iter().cloned().chain(readable.map(text_of)).collect();
    let is_named = |path: &&&str| {
        let stem = name_of(path).split('.').next().unwrap_or_default();
        all.iter().any(|text| has_word(text, name_of(path)) || has_word(text, stem))
    };
    let named: Vec<&str> = students.iter().filter(is_named).copied().collect();
    let named = if named.is_empty() { students.clone() } else { named };
    let mut script =
        format!("# The test `{}`, as GitHub Classroom ran it.\n", test.name.replace(['`', '\n'], " "));
    if texts.iter().any(|text| has_word(text, "java") || has_word(text, "javac")) {
        script += QUIET_JAVA;
    }
    for (name, stand_in) in
        STAND_INS.into_iter().filter(|(name, _)| texts.iter().any(|text| has_word(text, name)))
    {
        script += &format!("command -v {name} > /dev/null || {stand_in}\n");
    }
    scripts.iter().for_each(|path| script += &format!("chmod +x './{}'\n", path.replace('\'', "'\\''")));
    if !setup.is_empty() {
        script += &format!("{{\n{setup}\n}} >&2 || exit\n");
    }
    script += &format!("{}\n", run.trim_end());
    let entry = format!("classroom-test-{number}.sh");
    let mut carried = Carried { entry: entry.clone(), supplied: vec![entry.clone()], ..Carried::default() };
    carried.beside.insert(entry, script.into_bytes());
    carried.files = named.iter().map(|path| (*path).to_owned()).collect();
    carried.optional =
        students.iter().filter(|path| !named.contains(path)).map(|path| (*path).to_owned()).collect();
    let mut files = Vec::new();
    for path in own.iter().take(MOST_FILES) {
        files.push(((*path).to_owned(), Laid::File((*path).to_owned())));
        carried.beside.insert((*path).to_owned(), package.get(path).unwrap_or_default().to_vec());
    }
    carried.limits.push(("cpu", "10s".to_owned()));
    if own.len() > MOST_FILES {
        carried.differs.push(format!(
            "Only {MOST_FILES} files are laid out for it: {} and more are not.",
            some_of(&own[MOST_FILES..])
        ));
    }
    let stays = matches!(scenario.expect, Expect::Anything);
    carried.work =
        Work::Scenarios(vec![Scenario { files, exit: scenario.exit.filter(|_| !stays), ..scenario }]);
    Ok(carried)
}

/// What is done before, without what only prepares the machine.
fn setup(test: &Test) -> String {
    let alone = Test { run: String::new(), output: "x".to_owned(), ..test.clone() };
    match Steps::of(&alone) {
        Ok(steps) if steps.commands.is_empty() => String::new(),
        _ => test.setup.replace('\r', "").replace("sudo ", "").trim().to_owned(),
    }
}

/// Whether a line starts a file of the repository by its path.
fn is_started(line: &str, path: &str) -> bool {
    let ends = |text: &str| {
        text.is_empty() || text.starts_with(|sign: char| sign.is_whitespace() || ";&|)'\"".contains(sign))
    };
    let begins = |text: &str| {
        text.is_empty() || text.ends_with(|sign: char| sign.is_whitespace() || ";&|('\"".contains(sign))
    };
    let is_script = |word: &str| {
        line.match_indices(word).any(|(place, _)| begins(&line[..place]) && ends(&line[place + word.len()..]))
    };
    is_script(&format!("./{path}")) || (path.ends_with(".sh") && is_script(path))
}

/// Whether a line of a script starts a program, as its first word or behind a sign.
fn starts_program(line: &str, program: &str) -> bool {
    line.match_indices(program).any(|(place, _)| {
        let before = line[..place].trim_end_matches("./").trim_end_matches([' ', '\t']);
        let is_first = before.is_empty() || before.ends_with([';', '&', '|', '(', '\n', '`', '{', '!']);
        let is_first = is_first
            || ["then", "do", "else", "if", "time", "sudo"].iter().any(|word| before.ends_with(word));
        let behind = &line[place + program.len()..];
        let is_whole = behind.is_empty()
            || behind.starts_with(|sign: char| sign.is_whitespace() || ";&|)".contains(sign));
        is_first && is_whole
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_script_starts_is_told_from_what_it_only_names() {
        assert!(starts_program("cd x && npm test", "npm") && starts_program("./gradlew test", "gradlew"));
        assert!(!starts_program("echo npm", "npm") && !starts_program("gitless", "git"));
        assert!(
            is_started("bash tests/run.sh && true", "tests/run.sh") && !is_started("./run.shx", "run.sh")
        );
        assert!(!is_started("diff a ../../out/a.txt", "out/a.txt"));
    }
}
