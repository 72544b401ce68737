//! Reads assignments that were made for other graders, and writes specs of them.
//!
//! What is read is only looked at: nothing of it is run. It becomes a [`Draft`], which [`written`](Draft::text) makes a
//! text that a person can read, with everything in it that could not be carried over.

mod autograding;
mod check50;
mod coderunner;
mod draft;
mod in_out;
mod kattis;
mod makefile;
mod names;
mod nbgrader;
mod ok;
mod package;
mod promise;
mod python;
mod shell;
mod tested;
mod unit_tests;
mod written;

use std::path::Path;

use crate::untrusted::Untrusted;

pub(crate) use draft::Draft;
use package::Package;
pub(crate) use promise::{Promise, Promised};

/// A format of assignments that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// A problem package of Kattis or DOMjudge.
    Kattis,
    /// A folder of inputs and outputs, or a problem of DMOJ.
    InOut,
    /// The tests of GitHub Classroom.
    Autograding,
    /// Checks of check50.
    Check50,
    /// Exercises of Dodona, for the judge TESTed.
    Tested,
    /// Questions of Moodle, for CodeRunner.
    CodeRunner,
    /// Tests of OK and Otter.
    Ok,
    /// A notebook of nbgrader.
    Nbgrader,
    /// Tests for pytest.
    Pytest,
    /// An autograder for Gradescope that is written in Python.
    Gradescope,
}

/// The reason why nothing can be imported: what is wrong, and in the last line what to do.
#[derive(Debug)]
pub(crate) struct Error(pub(crate) Untrusted);

impl Error {
    fn new(what: &str, help: &str) -> Self {
        Self(format!("{what}\nhelp: {help}").into())
    }
}

/// Reads an assignment: a folder, or a zip file. Some formats leave the language of submissions open.
///
/// # Errors
///
/// When it cannot be read, is not what its format says, or would be graded otherwise than it says.
pub(crate) fn read(format: Format, path: &Path, language: Option<&str>) -> Result<Draft, Error> {
    let package = Package::read(path)?;
    match format {
        Format::Kattis => kattis::read(package),
        Format::Autograding => autograding::read(&package),
        Format::InOut => in_out::read(package),
        Format::Check50 => check50::read(package, path),
        Format::CodeRunner => coderunner::read(&package),
        Format::Ok => ok::read(&package),
        Format::Nbgrader => nbgrader::read(&package),
        Format::Tested => tested::read(package, language),
        Format::Pytest => unit_tests::read(unit_tests::Kind::Pytest, &package),
        Format::Gradescope => unit_tests::read(unit_tests::Kind::Gradescope, &package),
    }
}
