//! Runs students' own tests for JUnit on programs of the instructor: all are compiled by one compiler, and run in a virtual machine each.

use std::path::Path;

use super::junit::{CLASSES, LIBRARIES};
use crate::java_compiler::{self, COMPILER, Classes, Sources, own_classes};
use crate::language::{Driver, Error, Program, class_of, source_text};
use crate::sandbox::{Execution, Exit, Input, Limits};
use crate::submission::{File, Snapshot};

/// The class that runs all tests of a class, and tells by its exit code what came of them.
const RUN: Driver = Driver {
    path: "YardstickOwnTests.java",
    source: include_str!("YardstickOwnTests.java"),
    args: &["-cp", CLASSES, "YardstickOwnTests"],
};

/// Tests that were compiled with some programs.
pub struct CompiledTests {
    /// The class that runs the tests, the libraries and other files that the tests need.
    beside: Classes,
    /// The class files of the tests and of each program; `None` if they do not compile together.
    programs: Vec<Option<Classes>>,
    /// The class of the tests.
    class: String,
}

/// Compiles tests with each of some programs, which have the same name. Gives back how the compiler ended if it did not
/// come to its end.
///
/// # Errors
///
/// When the sandbox fails, or our own class does not compile.
pub fn compile_own_tests(
    java: &Program,
    (tests, source): (&str, &File),
    (name, programs): (&str, &[&File]),
    needed: &Snapshot,
) -> Result<Result<CompiledTests, Exit>, Error> {
    let own = own_classes(java, &[&[COMPILER], &[(RUN.path, RUN.source)]])?;
    let groups: Vec<Sources> = programs
        .iter()
        .map(|program| {
            vec![(name.into(), source_text(&program.content)), (tests.into(), source_text(&source.content))]
        })
        .collect();
    let beside: Classes = needed.iter().map(|(path, file)| (place_of(path), file.clone())).collect();
    let (compiled, made) = java_compiler::compile(&java.with_files(beside.iter())?, &own[0], &groups)?;
    let Some(compiled) = compiled else { return Ok(Err(made.exit)) };
    let programs = compiled.iter().take(programs.len()).map(|compiled| compiled.classes().ok().cloned());
    Ok(Ok(CompiledTests {
        beside: own[1].iter().cloned().chain(beside).collect(),
        programs: programs.collect(),
        class: class_of(Path::new(tests), &source.content),
    }))
}

impl CompiledTests {
    /// Tells whether the tests compile with a program.
    pub fn compile_with(&self, program: usize) -> bool {
        self.programs[program].is_some()
    }

    /// Tells whether the class that is named like the file of the tests is one of them.
    pub fn have_their_class(&self) -> bool {
        let name = format!("{}.class", self.class.replace('.', "/"));
        self.programs.iter().flatten().flatten().any(|(path, _)| Path::new(path).ends_with(&name))
    }

    /// Runs the tests on a program; `None` if they do not compile with it.
    ///
    /// # Errors
    ///
    /// When the sandbox fails.
    pub fn run(&self, java: &Program, program: usize, limits: &Limits) -> Result<Option<Execution>, Error> {
        let Some(classes) = &self.programs[program] else { return Ok(None) };
        let laid_out = java.with_files(classes.iter().chain(&self.beside))?;
        let input = Input { lines: vec![self.class.clone()], final_newline: true, terminal: false };
        laid_out.run_driver(&RUN, &input, limits).map(Some)
    }
}

/// Returns where a file lies that the tests need: libraries have a folder of their own.
fn place_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match path.extension().is_some_and(|ending| ending == "jar") {
        true => format!("{LIBRARIES}/{name}"),
        false => path.to_string_lossy().into_owned(),
    }
}
