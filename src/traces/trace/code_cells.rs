//! Tells places in the cells of a notebook, where a module that was made of it was run.

use crate::language::CodeCells;
use crate::rules::Finding;
use crate::untrusted::{Text, Untrusted};

use super::{Endless, Heard, Import, Invalid, Recorded, SessionTrace, SourcePlace, Trace, UnitTestTrace};

impl Recorded {
    /// Returns the record with the places of notebooks as they are in their cells.
    #[must_use]
    pub fn in_code_cells(self, cells: &CodeCells) -> Self {
        if cells.is_empty() {
            return self;
        }
        match self {
            Self::Run(trace) => Self::Run(run(trace, cells)),
            Self::Session(trace) => Self::Session(session(trace, cells)),
            Self::UnitTest(trace) => Self::UnitTest(unit_test(trace, cells)),
            Self::NotRun(reason) => Self::NotRun(told(&reason, cells)),
            other @ (Self::Rule(_) | Self::Package(_) | Self::Tests(_) | Self::Manual) => other,
        }
    }
}

impl Invalid {
    /// Returns the reason with the places of notebooks as they are in their cells.
    #[must_use]
    pub fn in_code_cells(self, cells: &CodeCells) -> Self {
        match self {
            Self::Broken { language, complaint } if !cells.is_empty() => {
                Self::Broken { language, complaint: told(&complaint, cells) }
            }
            other => other,
        }
    }
}

/// Returns the findings of a rule about a file with their places in the cells of the notebook.
pub fn findings(file: &str, findings: Vec<Finding>, cells: &CodeCells) -> Vec<Finding> {
    let moved = |mut finding: Finding| {
        if let Some(place) = &mut finding.place
            && let Some((cell, line)) = cells.place(file, place.line)
        {
            (place.file, place.line) = (Some(cell.into()), line);
        }
        finding
    };
    findings.into_iter().map(moved).collect()
}

fn run(trace: Trace, cells: &CodeCells) -> Trace {
    // What is no text stays as it is.
    let stderr = match String::from_utf8(trace.stderr) {
        Ok(text) => traceback(&text, cells).into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let endless = trace.endless.map(|endless| Box::new(loop_of(*endless, cells)));
    let heard = trace.heard.map(|heard| Box::new(heard_of(*heard, cells)));
    Trace { stderr, endless, heard, ..trace }
}

fn told(text: &Untrusted, cells: &CodeCells) -> Untrusted {
    text.map(|text| traceback(text, cells))
}

/// Returns a traceback with the cells in the places of files: `File "cleaning.ipynb", line 7`.
fn traceback(text: &str, cells: &CodeCells) -> String {
    let mut shift = None;
    let lines = text.split('\n').map(|line| {
        let moved = || {
            let (before, rest) = line.split_once("File \"")?;
            let (file, rest) = rest.split_once("\", line ")?;
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let number: usize = rest[..digits].parse().ok()?;
            let (cell, own) = cells.place(file, number)?;
            Some((
                format!("{before}File \"{cell}\", line {own}{}", &rest[digits..]),
                number - own.min(number),
            ))
        };
        match moved() {
            Some((line, by)) => {
                shift = Some(by);
                line
            }
            // `IndentationError: expected an indented block after 'for' statement on line 7`
            None => shift.and_then(|by| less_by(line, by)).unwrap_or_else(|| line.to_owned()),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the message of a syntax error with the number of the line at its end, which is less by so much in the cell.
fn less_by(line: &str, by: usize) -> Option<String> {
    let (message, number) = line.rsplit_once(" on line ")?;
    let number: usize = number.parse().ok()?;
    line.contains("Error: ").then(|| format!("{message} on line {}", number.saturating_sub(by)))
}

/// Returns the cell of a file and what its lines are to be lessened by; `None` if it is no notebook.
fn cell_of(file: &Untrusted, line: usize, cells: &CodeCells) -> Option<(Untrusted, usize)> {
    let (cell, own) = cells.place(file.expose(), line)?;
    Some((cell.into(), line - own.min(line)))
}

fn loop_of(mut endless: Endless, cells: &CodeCells) -> Endless {
    let first = endless.lines.first().map_or(endless.last, |(line, _)| *line);
    if let Some((file, by)) = cell_of(&endless.file, first, cells) {
        endless.file = file;
        endless.last = endless.last.saturating_sub(by);
        endless.lines.iter_mut().for_each(|(line, _)| *line = line.saturating_sub(by));
    }
    endless
}

fn heard_of(mut heard: Heard, cells: &CodeCells) -> Heard {
    for place in heard.stack.iter_mut().chain(&mut heard.called) {
        if let Some((file, by)) = cell_of(&place.file, place.line, cells) {
            (place.file, place.line) = (file, place.line - by);
        }
    }
    if let Some(around) = &mut heard.around {
        let first = around.lines.first().map_or(around.last, |(line, _)| *line);
        if let Some((file, by)) = cell_of(&around.file, first, cells) {
            around.file = file;
            around.last = around.last.saturating_sub(by);
            around.lines.iter_mut().for_each(|(line, _)| *line = line.saturating_sub(by));
        }
    }
    heard
}

fn place(place: SourcePlace, cells: &CodeCells) -> SourcePlace {
    match cell_of(&place.file, place.line, cells) {
        Some((file, by)) => {
            let shown = if place.shown == place.file { file.clone() } else { place.shown };
            SourcePlace { line: place.line - by, shown, file }
        }
        None => place,
    }
}

fn session(mut trace: SessionTrace, cells: &CodeCells) -> SessionTrace {
    let moved = |one: Option<SourcePlace>| one.map(|one| place(one, cells));
    trace.raised_at = trace.raised_at.into_iter().map(moved).collect();
    if let Import::Failed(failure) = &mut trace.import {
        failure.place = moved(failure.place.take());
    }
    trace
}

fn unit_test(mut trace: UnitTestTrace, cells: &CodeCells) -> UnitTestTrace {
    for case in &mut trace.cases {
        case.own = case.own.take().map(|own| place(own, cells));
    }
    trace.looked = trace.looked.map(|(what, at)| (what, place(at, cells)));
    trace
}
