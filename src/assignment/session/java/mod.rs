//! Java: sessions are compiled together, and then answered each by a virtual machine of its own.

mod compiler;
mod literal;
mod show;

use super::{Notation, marked};
use crate::java_compiler::{Classes, OPENED, escaped};
use crate::language::{Driver, Error, Program};
use crate::python::Session;
use crate::sandbox::{Input, Limits};
use crate::submission::File;
use crate::trace::{Import, SessionEnd, SessionTrace};

pub(super) use literal::{like, literal};
pub(super) use show::{shown, type_name};

/// The class that answers one session.
const SESSION: Driver =
    Driver { path: "YardstickSession.class", source: "", args: &[OPENED, "-cp", ".", "YardstickSession"] };

/// The number of sessions that are compiled together.
pub(super) const BATCH: usize = 24;

/// The number of the version of both. Traces of another version are not used.
pub(super) const VERSION: u32 = 4;

/// The class name of what a line raises that cannot be compiled with the classes of the submission.
pub const NOT_COMPILED: &str = "does not compile";

/// Answers sessions, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails.
pub(super) fn answer(
    program: &Program,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let lines = sessions.iter().flat_map(|session| {
        let count = session.lines.len().to_string();
        std::iter::once(count).chain(session.lines.iter().map(|line| escaped(line)))
    });
    let input = Input { lines: lines.collect(), final_newline: true, terminal: false };
    let (made, values) = compiler::run(program, &input)?;
    let own = classes(&made.channel).filter(|classes| classes.len() == sessions.len());
    let Some(own) = own else {
        let (answers, raised_at) = Default::default();
        let end = match marked::end_of(&made) {
            SessionEnd::Code(_) => SessionEnd::Malformed,
            end => end,
        };
        let lost =
            SessionTrace { import: Import::Unknown, answers, raised_at, end, typed_at: None, checked: None };
        return Ok(vec![lost; sessions.len()]);
    };
    let answered = sessions.iter().zip(&own).map(|(session, own)| {
        let program = program.with_files(values.iter().chain(own))?;
        let input = Input { lines: session.stdin.to_vec(), final_newline: true, terminal: false };
        let execution = program.run_driver(&SESSION, &input, limits)?;
        Ok(marked::trace(&execution, session.lines.len(), Notation::Java))
    });
    answered.collect()
}

/// Reads groups of class files. Each file stands behind its name and its length, and `end` behind each group.
fn classes(written: &[u8]) -> Option<Vec<Classes>> {
    let (mut groups, mut group, mut rest) = (Vec::new(), Classes::new(), written);
    while let Some(length) = rest.iter().position(|byte| *byte == b'\n') {
        let head = std::str::from_utf8(&rest[..length]).ok()?;
        rest = &rest[length + 1..];
        if head == "end" {
            groups.push(std::mem::take(&mut group));
            continue;
        }
        let (name, size) = head.split_once(' ')?;
        let is_ours = name.starts_with("Yardstick") && !name.contains(['/', '.']);
        let (content, after) = rest.split_at_checked(size.parse().ok()?).filter(|_| is_ours)?;
        group.push((format!("{name}.class"), File { content: content.to_vec(), executable: false }));
        rest = after;
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_files_are_read_in_groups_and_only_ours() {
        let read = classes(b"YardstickSession 3\nabcend\nYardstickSession$1 0\nend\n").unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(
            (read[0][0].0.as_str(), read[0][0].1.content.as_slice()),
            ("YardstickSession.class", &b"abc"[..])
        );
        assert_eq!(read[1][0].0, "YardstickSession$1.class");
        for broken in
            [&b"YardstickValues 9\nabc"[..], b"Main 0\n", b"../Yardstick 0\n", b"Yardstick/x 0\n", b"x\n"]
        {
            assert!(classes(broken).is_none());
        }
    }
}
