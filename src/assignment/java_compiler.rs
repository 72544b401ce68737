//! Compiles sources in Java beside the classes of a submission. The program that does it is compiled itself once, and not once for
//! each submission; so is whatever of ours runs beside what it makes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::digest::Digest;
use crate::language::{Driver, Error, Kept, Program, ToolError, about_java};
use crate::sandbox::{Execution, Input, Limits};
use crate::submission::File;

/// Class files by their paths.
pub type Classes = Vec<(String, File)>;

/// Sources that are compiled together, each with its name.
pub type Sources<'s> = Vec<(Cow<'s, str>, Cow<'s, str>)>;

/// The same for sources of ours.
type OwnSources = [(&'static str, &'static str)];

/// Lets a program use a descriptor by its number.
pub const OPENED: &str = "--add-opens=java.base/java.io=ALL-UNNAMED";

/// The most memory of a virtual machine that compiles.
pub const HEAP: &str = "-Xmx256m";

/// The folder of the classes of ours that compile. No file of a submission has a name that begins so.
pub const FOLDER: &str = ".yardstick-compile";

/// The source of the program that compiles.
pub const COMPILER: (&str, &str) = ("YardstickCompile.java", include_str!("Compile.java"));

/// The program as its source.
const FROM_SOURCE: Driver = Driver {
    path: ".yardstick-compile.java",
    source: COMPILER.1,
    args: &[OPENED, HEAP, "-cp", "/nonexistent", ".yardstick-compile.java"],
};

/// The program from its classes. The class path of the virtual machine leads nowhere else, so that nothing of the submission
/// runs in it.
const FROM_CLASSES: Driver =
    Driver { path: FOLDER, source: "", args: &[OPENED, HEAP, "-cp", FOLDER, "YardstickCompile"] };

/// What was compiled of ours, by the virtual machine and the names of the sources.
type Known = HashMap<(PathBuf, Vec<&'static str>), Arc<Vec<Classes>>>;

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// Why a source does not compile: its name, the line, and what the compiler says.
pub type Complaint = (String, usize, String);

/// What came of a group of sources.
#[derive(Default)]
pub struct Compiled {
    classes: Classes,
    complaint: Option<Complaint>,
    /// The classes of the submission that hide what the sources mean.
    pub hides: Vec<Hidden>,
    /// The methods that have nothing to do with the submission.
    pub apart: String,
    /// The options of a virtual machine that runs tests.
    pub options: String,
}

impl Compiled {
    /// Returns class files by their paths, or why there are none.
    ///
    /// # Errors
    ///
    /// When a source does not compile.
    pub fn classes(&self) -> Result<&Classes, &Complaint> {
        self.complaint.as_ref().map_or(Ok(&self.classes), Err)
    }
}

/// A class of the submission that has the name of one that a test uses.
pub struct Hidden {
    /// Its name.
    pub name: String,
    /// What is hidden: `java.lang.Math`.
    pub meant: String,
    /// The file of the submission.
    pub file: String,
    /// Whether it is a container of `java.util`, such as students are often asked to write.
    pub is_container: bool,
}

impl Hidden {
    fn read(line: &str) -> Option<Self> {
        let [name, meant, file, is_container] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let [name, meant, file] = [name, meant, file].map(str::to_owned);
        Some(Self { name, meant, file, is_container: is_container == "true" })
    }
}

/// Returns the class files of each group of sources of ours, which are compiled once for a virtual machine, and kept. No file of
/// the submission is there meanwhile.
///
/// # Errors
///
/// When the sandbox fails, or the virtual machine cannot compile them.
pub fn own_classes(program: &Program, groups: &[&OwnSources]) -> Result<Arc<Vec<Classes>>, Error> {
    let names = groups.iter().flat_map(|group| group.iter().map(|(name, _)| *name));
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (program.interpreter().to_path_buf(), names.collect());
    if let Some(classes) = known.get_or_insert_default().get(&key) {
        return Ok(classes.clone());
    }
    let kept = kept(program, groups);
    let of_groups = |written: &[u8]| read(written).filter(|compiled| compiled.len() > groups.len());
    let classes_of = |compiled: Vec<Compiled>| -> Result<Vec<Classes>, String> {
        let each = compiled[..groups.len()].iter().map(|group| group.classes().cloned());
        each.collect::<Result<_, _>>().map_err(|(file, line, said)| format!("{file}:{line}: {said}"))
    };
    let before = kept.as_ref().and_then(Kept::read).and_then(|written| classes_of(of_groups(&written)?).ok());
    let classes = match before {
        Some(classes) => classes,
        None => {
            let made = compile_own(program, groups)?;
            let said = || String::from_utf8_lossy(&made.stderr).trim().to_owned();
            let broken = |said| {
                let reason = format!("it cannot compile what compiles sessions and tests: {said}");
                ToolError::Broken { tool: "java".to_owned(), reason }
            };
            let classes = of_groups(&made.channel).ok_or_else(said).and_then(classes_of).map_err(broken)?;
            if let Some(kept) = kept {
                kept.write(&made.channel);
            }
            classes
        }
    };
    let classes = Arc::new(classes);
    known.get_or_insert_default().insert(key, classes.clone());
    Ok(classes)
}

/// Compiles groups of sources of ours by the compiler as its source.
fn compile_own(program: &Program, groups: &[&OwnSources]) -> Result<Execution, Error> {
    let sources: Vec<Sources> = groups
        .iter()
        .map(|group| group.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect())
        .collect();
    let compiler = program.not_returneds().with_driver(&FROM_SOURCE)?;
    compiler.run_driver(&FROM_SOURCE, &input(&sources), &Limits::for_tools())
}

/// Where the class files of groups of sources of ours are kept, for a virtual machine that says which it is.
fn kept(program: &Program, groups: &[&OwnSources]) -> Option<Kept> {
    let release = about_java(program.interpreter())?;
    let sources = groups.iter().flat_map(|group| group.iter());
    let names: Vec<&str> = sources.clone().map(|(name, _)| name.trim_end_matches(".java")).collect();
    // Each virtual machine has a file of its own.
    let machine = Digest::of(program.interpreter().as_os_str().as_encoded_bytes()).to_string();
    let parts = [release.as_str(), FROM_SOURCE.source]
        .into_iter()
        .chain(sources.flat_map(|(name, text)| [*name, *text]));
    Some(Kept::new(
        &format!("{}-{}", names.join("+"), &machine[..8]),
        Digest::of_parts(parts.map(str::as_bytes)),
    ))
}

/// Runs a program of ours that compiles, from its classes, in a folder with the files of a submission.
///
/// # Errors
///
/// When the sandbox fails.
pub fn run(program: &Program, classes: &Classes, driver: &Driver, input: &Input) -> Result<Execution, Error> {
    let placed: Classes =
        classes.iter().map(|(name, file)| (format!("{FOLDER}/{name}"), file.clone())).collect();
    program.with_files(placed.iter())?.run_driver(driver, input, &Limits::for_tools())
}

/// Compiles groups of sources with the [compiler](COMPILER), each alone. `None` if it did not come to its end: then the execution
/// tells more. Behind the groups comes one with the options of a virtual machine.
///
/// # Errors
///
/// When the sandbox fails.
pub fn compile(
    program: &Program,
    compiler: &Classes,
    groups: &[Sources],
) -> Result<(Option<Vec<Compiled>>, Execution), Error> {
    let made = run(program, compiler, &FROM_CLASSES, &input(groups))?;
    let compiled = read(&made.channel).filter(|compiled| compiled.len() == groups.len() + 1);
    Ok((compiled, made))
}

/// Writes groups of sources as the compiler reads them.
fn input(groups: &[Sources]) -> Input {
    let lines = groups.iter().flat_map(|sources| {
        let each = sources.iter().flat_map(|(name, text)| [name.to_string(), escaped(text)]);
        std::iter::once(sources.len().to_string()).chain(each)
    });
    Input { lines: lines.collect(), final_newline: true, terminal: false }
}

/// Reads groups of class files, each behind its name and its length, and what else the compiler says of them; `end` follows each group. `None` if
/// that is not what was written.
pub fn read(written: &[u8]) -> Option<Vec<Compiled>> {
    let (mut groups, mut group, mut rest) = (Vec::new(), Compiled::default(), written);
    while let Some(length) = rest.iter().position(|byte| *byte == b'\n') {
        let head = std::str::from_utf8(&rest[..length]).ok()?;
        rest = &rest[length + 1..];
        if head == "end" {
            groups.push(std::mem::take(&mut group));
            continue;
        }
        let (name, size) = head.rsplit_once(' ')?;
        let (content, after) = rest.split_at_checked(size.parse().ok()?)?;
        rest = after;
        let text = String::from_utf8_lossy(content);
        match name {
            "error" => {
                let (line, said) = text.split_once(' ')?;
                let (file, said) = said.split_once('/')?;
                group.complaint = Some((file.to_owned(), line.parse().unwrap_or(1), said.to_owned()));
            }
            "hides" => group.hides = text.lines().map(Hidden::read).collect::<Option<_>>()?,
            "apart" => group.apart = text.into_owned(),
            "options" => group.options = text.into_owned(),
            _ => {
                let is_plain =
                    name.ends_with(".class") && !name.split('/').any(|part| matches!(part, "" | "." | ".."));
                let name = Some(name).filter(|_| is_plain)?.to_owned();
                group.classes.push((name, File { content: content.to_vec(), executable: false }));
            }
        }
    }
    Some(groups)
}

/// Returns a text on one line.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_files_and_complaints_are_read_in_groups() {
        let groups = read(b"a/B$C.class 3\nabcend\nerror 13\n7 A.java/nope\nend\n".as_slice());
        assert!(groups.is_none(), "a complaint is as long as it says");
        let groups = read(b"a/B$C.class 3\nabcend\nerror 13\n7 A.java/nopeend\nend\n").unwrap();
        assert_eq!(groups[0].classes().unwrap()[0].0, "a/B$C.class");
        let complaint = ("A.java".to_owned(), 7, "nope".to_owned());
        assert_eq!(groups[1].classes().unwrap_err(), &complaint);
        assert!(groups[2].classes().unwrap().is_empty());
        for broken in [&b"../A.class 0\nend\n"[..], b"/A.class 0\n", b"A.java 0\n", b"A.class 9\nx\n", b"x\n"]
        {
            assert!(read(broken).is_none());
        }
    }
}
