//! What a command of a shell runs, if it is one program in a language that is known here. Nothing is run to find out.

use std::collections::BTreeMap;

use super::super::shell::own_path;
use super::steps::Steps;
use super::tests::Test;
use crate::language;

/// A program that a command runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// Its file.
    pub(super) entry: String,
    /// The other sources that are built with it.
    pub(super) others: Vec<String>,
    pub(super) args: Vec<String>,
    pub(super) is_built: bool,
    /// Whether another test has built it.
    pub(super) was_built_earlier: bool,
}

/// The stem of a name that stands for every source of a folder: `javac src/*.java`.
const EVERY: &str = "yardstick-every-class";

/// What was built so far: the sources, by the name of the program.
#[derive(Default)]
pub(super) struct Builds {
    built: BTreeMap<String, Vec<String>>,
    /// The files of the repository.
    files: Vec<String>,
    /// Whether a program was built with all classes of its folder.
    pub(super) has_every: bool,
}

impl Builds {
    /// Nothing was built yet in a repository with these files.
    pub(super) fn new<'p>(files: impl Iterator<Item = &'p str>) -> Self {
        Self { files: files.map(str::to_owned).collect(), ..Self::default() }
    }

    /// The program that a test runs, or the reason why it is none.
    pub(super) fn program(&mut self, test: &Test) -> Result<Program, String> {
        let every = |line: &str| match line.contains("javac ") {
            true => line.replace("*.java", &format!("{EVERY}.java")),
            false => line.to_owned(),
        };
        if test.run.trim().is_empty() {
            return Err("it runs nothing".to_owned());
        }
        let steps = Steps::of(&Test { setup: every(&test.setup), run: every(&test.run), ..test.clone() })?;
        if steps.commands.iter().any(|step| !step.folder.is_empty()) {
            return Err("it goes into a folder before it runs a program".to_owned());
        }
        let commands: Vec<Vec<String>> = steps.commands.into_iter().map(|step| step.words).collect();
        let Some((last, before)) = commands.split_last() else {
            return Err("it only prepares the machine".to_owned());
        };
        let mut built = Vec::new();
        for command in before {
            let (name, sources) = build(command).ok_or_else(|| {
                format!("`{}` is neither a compiler nor a program of one file", command.join(" "))
            })?;
            built.push(name.clone());
            self.built.insert(name, sources);
        }
        if let Some((name, sources)) = build(last) {
            self.built.insert(name, sources);
            return Err(
                "it only compiles a program, and what does not compile loses everything here".to_owned()
            );
        }
        let (program, args) = last.split_first().ok_or("it runs nothing")?;
        let interpreted = |endings: &[&str]| {
            let (file, args) =
                args.split_first().filter(|(file, _)| endings.iter().any(|end| file.ends_with(end)))?;
            let (args, entry) = (args.to_vec(), own_path(file)?);
            Some(Program { entry, args, ..Program::default() })
        };
        let unknown = || format!("`{}` is no program of one language that is known here", last.join(" "));
        match program.as_str() {
            "python" | "python3" => interpreted(&[".py"]).ok_or_else(unknown),
            "node" => interpreted(&[".js", ".mjs"]).ok_or_else(unknown),
            "java" => {
                let (class, args) = java(args).ok_or_else(unknown)?;
                self.built(&format!("class {class}"), args, &built).map(without_folder).ok_or_else(unknown)
            }
            other => {
                let name = other.strip_prefix("./").ok_or_else(unknown)?;
                self.built(name, args, &built).ok_or_else(unknown)
            }
        }
    }

    fn built(&mut self, name: &str, args: &[String], now: &[String]) -> Option<Program> {
        let Some(sources) = self.built.get(name) else { return self.built_with_others(name, args, now) };
        let main = name.strip_prefix("class ").and_then(|class| {
            let file = format!("{class}.java");
            sources.iter().find(|source| source.rsplit('/').next() == Some(file.as_str()))
        });
        let entry = if name.starts_with("class ") { main? } else { sources.first()? };
        Some(Program {
            entry: entry.clone(),
            others: sources.iter().filter(|source| *source != entry).cloned().collect(),
            args: args.to_vec(),
            is_built: true,
            was_built_earlier: !now.iter().any(|built| built == name),
        })
    }
}

impl Builds {
    /// A class that was built with all others of its folder: those that the repository has.
    fn built_with_others(&mut self, name: &str, args: &[String], now: &[String]) -> Option<Program> {
        let class = name.strip_prefix("class ")?;
        let all = format!("class {EVERY}");
        let source = self.built.get(&all)?.first()?;
        let entry = source.replace(EVERY, class);
        let folder =
            |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        let is_beside =
            |path: &&String| path.ends_with(".java") && **path != entry && folder(path) == folder(&entry);
        self.has_every = true;
        Some(Program {
            others: self.files.iter().filter(is_beside).cloned().collect(),
            args: args.to_vec(),
            is_built: true,
            was_built_earlier: !now.contains(&all),
            entry,
        })
    }
}

/// A program of Java whose sources lie in one folder, with their bare names: that folder is found in what is handed in, and
/// classes without a package are looked for in it.
fn without_folder(program: Program) -> Program {
    let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let bare = |path: &String| path.rsplit('/').next().unwrap_or_default().to_owned();
    if program.others.iter().any(|other| folder(other) != folder(&program.entry)) {
        return program;
    }
    Program { entry: bare(&program.entry), others: program.others.iter().map(bare).collect(), ..program }
}

/// What a compiler builds, and of which sources.
fn build(command: &[String]) -> Option<(String, Vec<String>)> {
    let (compiler, words) = command.split_first()?;
    let language = match compiler.as_str() {
        "gcc" | "cc" | "clang" => "c",
        "g++" | "c++" | "clang++" => "cpp",
        "rustc" => "rust",
        "javac" => "java",
        _ => return None,
    };
    let mut name = None;
    let mut sources = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" => name = words.next().cloned(),
            "-d" | "-cp" | "-classpath" => drop(words.next()),
            flag if flag.starts_with('-') => {}
            header if header.ends_with(".h") || header.ends_with(".hpp") => {}
            source => {
                let is_known = language::of_file(source).is_some_and(|known| known.name == language);
                sources.push(own_path(source).filter(|_| is_known)?);
            }
        }
    }
    let first = sources.first()?;
    let stem =
        first.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or_default().to_owned();
    let name = match language {
        "java" => format!("class {stem}"),
        "rust" => name.unwrap_or(stem),
        _ => name.unwrap_or_else(|| "a.out".to_owned()),
    };
    Some((name.trim_start_matches("./").to_owned(), sources))
}

/// The class that Java runs, and its arguments.
fn java(args: &[String]) -> Option<(&str, &[String])> {
    match args {
        [flag, _, class, args @ ..] if flag == "-cp" || flag == "-classpath" => Some((class, args)),
        [class, args @ ..] if !class.starts_with('-') => Some((class, args)),
        _ => None,
    }
}
