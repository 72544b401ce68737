//! The page of one submission in whole sentences, without signs, boards and colours: for screen readers and logs.

use std::io;

use super::entry::{Alike, Cause, Entry, entries};
use super::student::plain_total;
use super::warned::Warned;
use super::{Format, Graded, GradedScenario, Report, Visible};
use crate::guidance::Guidance;
use crate::points::Points;
use crate::untrusted::Untrusted;

/// Writes what was lost, why, and what to do, one sentence a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Format for Plain {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        for submission in &report.submissions {
            page(&submission.for_student(), &report.title, out)?;
        }
        Ok(())
    }
}

fn page(graded: &Graded, title: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let entries = entries(graded);
    let causes: Vec<&Cause> = entries.iter().filter_map(Entry::cause).collect();
    writeln!(out, "{}: {}.", Visible::new(title), Visible::new(&graded.shown_name()))?;
    for line in plain_total(graded).lines().filter(|line| !line.is_empty()) {
        writeln!(out, "{}.", line.trim_end_matches('.'))?;
    }
    if let Some(note) = &graded.note {
        writeln!(out, "{}", Visible::new(note))?;
    }
    if let Some(problem) = &graded.problem {
        writeln!(out)?;
        match &graded.guidance.headline {
            Some(headline) => writeln!(out, "{}", Visible::new(headline))?,
            None => writeln!(out, "{}", Visible::lines(problem))?,
        }
        return guidance(&graded.guidance, out);
    }
    for (index, one) in causes.iter().enumerate() {
        writeln!(out)?;
        cause(one, index + 1, causes.len(), out)?;
    }
    for entry in entries.iter().filter(|entry| entry.is_lost() || entry.warns()) {
        match entry {
            Entry::Cause(_) => {}
            Entry::Scenario(_, one) => {
                writeln!(out)?;
                scenario(one, out)?;
            }
            Entry::Alike(alike) => {
                writeln!(out)?;
                left_out(alike, out)?;
            }
        }
    }
    if let Some(Warned { head, lines }) = Warned::of(graded) {
        writeln!(out)?;
        writeln!(out, "{head}")?;
        for line in lines {
            writeln!(out, "{line}.")?;
        }
    }
    let right = graded.scenarios.iter().filter(|scenario| !scenario.is_lost()).count();
    writeln!(out)?;
    writeln!(out, "Right: {right} of {} scenarios.", graded.scenarios.len())
}

fn cause(cause: &Cause, number: usize, count: usize, out: &mut dyn io::Write) -> io::Result<()> {
    let scenarios = cause.scenarios().count();
    let noun = if scenarios == 1 { "scenario" } else { "scenarios" };
    let costs = match cause.lost() {
        Points::ZERO => String::new(),
        points => format!(" It costs {}, in {scenarios} {noun}.", points.counted()),
    };
    writeln!(out, "Cause {number} of {count}.{costs}")?;
    let shown = cause.shown.1;
    writeln!(out, "{}", Visible::new(&cause.headline()))?;
    guidance(&shown.guidance, out)?;
    if let Some(prospect) = cause.prospect() {
        writeln!(out, "{prospect}")?;
    }
    writeln!(out, "Shown by: {}.", Visible::new(&shown.full_name()))?;
    for reason in cause.further_reasons() {
        writeln!(out, "{}", Visible::new(reason))?;
    }
    input(shown, out)?;
    match cause.also() {
        Some(also) => writeln!(out, "{}", Visible::new(&also)),
        None => Ok(()),
    }
}

fn scenario(scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}: {}.", Visible::new(&scenario.full_name()), scenario.verdict)?;
    let first = scenario.guidance.headline.as_ref().or(scenario.reasons.first());
    for sentence in first.into_iter().chain(scenario.further_reasons()) {
        writeln!(out, "{}", Visible::new(sentence))?;
    }
    guidance(&scenario.guidance, out)?;
    input(scenario, out)
}

fn left_out(alike: &Alike, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}: {}", Visible::new(&alike.name()), Visible::new(&alike.sentence()))?;
    alike.guidance().map_or(Ok(()), |one| guidance(one, out))
}

/// Writes where it lies, and what to do.
fn guidance(guidance: &Guidance, out: &mut dyn io::Write) -> io::Result<()> {
    for line in &guidance.lines {
        let text = line.text.map(|text| text.trim().to_owned());
        let file = Visible::new(&line.file);
        writeln!(out, "Where: line {} of {file}. The line is: {}", line.number, Visible::new(&text))?;
    }
    match &guidance.todo {
        Some(todo) => writeln!(out, "Do this: {}", Visible::new(todo)),
        None => Ok(()),
    }
}

/// Writes what was typed, line by line.
fn input(scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
    let word = |line: &String| if line.is_empty() { "an empty line".to_owned() } else { line.clone() };
    let typed: Vec<String> = scenario.session.iter().chain(&scenario.input).map(word).collect();
    match typed.is_empty() {
        true => Ok(()),
        false => writeln!(out, "Typed: {}.", Visible::new(&Untrusted::join(&typed, "; "))),
    }
}
