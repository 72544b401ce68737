//! The page of one submission as text: what was lost and why, the place where the dialogue went wrong, and what to do.

mod cause;
mod total;

use std::io;

use anstyle::Style;

use super::beside::Beside;
use super::entry::{Alike, Entry, entries};
use super::line::{DIM, Line, TYPED, pass_begins, side_style};
use super::table::{mark, mark_style};
use super::warned::Warned;
use super::{Format, Graded, GradedScenario, Report, Visible};
use crate::compare::{Difference, Row, Side, Verdict};
use crate::guidance::Guidance;
use crate::language::GivenFile;
use crate::points::Points;
use crate::untrusted::Untrusted;

pub(super) use cause::plain_cause;
pub(super) use total::plain_total;

/// Writes every failed scenario of each submission with its input and its transcript, and one line for each of the
/// others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Student {
    /// The number of columns of the terminal, which may show dialogues side by side; `None` if the page is not read in
    /// a terminal.
    pub columns: Option<usize>,
}

const BOLD: Style = Style::new().bold();

/// A line of a source is not cut to fewer columns than these.
const NARROWEST: usize = 60;

impl Format for Student {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        for submission in &report.submissions {
            self.page(submission, report, out)?;
        }
        Ok(())
    }
}

impl Student {
    /// Writes the page of one submission.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub fn page(&self, graded: &Graded, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let graded = &graded.for_student();
        self.head(&report.title, &graded.shown_name(), out)?;
        self.others(graded, &|_| false, out)
    }

    /// Writes the beginning of a page.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub fn head(&self, title: &str, name: &Untrusted, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{BOLD}{title}{BOLD:#}: {}", Visible::new(name))?;
        writeln!(out)
    }

    /// Writes the rest of a page, without the scenarios that are shown already.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub fn others(
        &self,
        graded: &Graded,
        is_shown: &dyn Fn(&GradedScenario) -> bool,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        for comment in &graded.comments {
            writeln!(out, "{BOLD}From your instructors:{BOLD:#} {}", Visible::lines(&comment.told()))?;
            writeln!(out)?;
        }
        if let Some(problem) = &graded.problem {
            let verdict = graded.scenarios.first().map_or(Verdict::NotGraded, |scenario| scenario.verdict);
            self.problem(verdict, problem, &graded.guidance, out)?;
        } else {
            let entries = entries(graded);
            let mut ends_with_a_line = false;
            for entry in &entries {
                if entry.is_lost() && ends_with_a_line {
                    writeln!(out)?;
                }
                match entry {
                    Entry::Scenario(_, scenario) if is_shown(scenario) => {
                        self.later_hints(scenario, out)?;
                        continue;
                    }
                    Entry::Scenario(_, scenario) => self.scenario(scenario, out)?,
                    Entry::Cause(cause) if cause.scenarios().all(is_shown) => {
                        self.later_hints(cause.shown.1, out)?;
                        continue;
                    }
                    Entry::Cause(cause) => self.cause(cause, out)?,
                    Entry::Alike(alike) => self.alike(alike, out)?,
                }
                ends_with_a_line = !entry.is_lost();
            }
            if ends_with_a_line {
                writeln!(out)?;
            }
            let lost = graded.scenarios.iter().filter(|scenario| scenario.is_lost());
            self.legend(&lost.collect::<Vec<_>>(), out)?;
        }
        if let Some(Warned { head, lines }) = Warned::of(graded) {
            writeln!(out, "{BOLD}{head}{BOLD:#}")?;
            for line in lines {
                writeln!(out, "  {}", self.fitting(&line, 4))?;
            }
            writeln!(out)?;
        }
        if let Some(note) = &graded.note {
            writeln!(out, "{}", Visible::new(note))?;
            writeln!(out)?;
        }
        total::write(graded, out)?;
        total::per_cause(graded, out)?;
        total::causes(graded, out)
    }

    /// Writes why there was nothing to run, and what to do.
    fn problem(
        &self,
        verdict: Verdict,
        problem: &Untrusted,
        guidance: &Guidance,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let style = mark_style(verdict);
        let Some(headline) = &guidance.headline else {
            writeln!(out, "{style}{verdict}{style:#}: {}", Visible::lines(problem))?;
            return writeln!(out);
        };
        writeln!(out, "{style}{verdict}{style:#}: {}", Visible::new(headline))?;
        self.what_to_do(guidance, out)?;
        let mut details = problem.lines().skip(1).peekable();
        if details.peek().is_some() {
            writeln!(out)?;
        }
        for line in details {
            writeln!(out, "  {DIM}{}{DIM:#}", Visible::new(&line))?;
        }
        writeln!(out)
    }

    /// Writes the lines of the source that matter, and what to do about them.
    fn what_to_do(&self, guidance: &Guidance, out: &mut dyn io::Write) -> io::Result<()> {
        let width = guidance.lines.iter().map(|line| line.number.to_string().len()).max().unwrap_or_default();
        for line in &guidance.lines {
            let text = Visible::new(&line.text.map(|text| text.trim_end().to_owned())).to_string();
            writeln!(out, "  {BOLD}▸ {:>width$}{BOLD:#}  {}", line.number, self.fitting(&text, width + 8))?;
        }
        match &guidance.todo {
            Some(todo) => writeln!(out, "  {BOLD}Do this:{BOLD:#} {}", Visible::new(todo)),
            None => Ok(()),
        }
    }

    /// A line of a source, cut where the terminal ends. `before` columns stand before it.
    fn fitting(&self, text: &str, before: usize) -> String {
        let room = self.columns.unwrap_or(usize::MAX).max(NARROWEST).saturating_sub(before);
        match text.char_indices().nth(room) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }

    /// Writes the result of one scenario. If it was lost, its input, the dialogue and the difference are there too.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub fn scenario(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        if scenario.is_lost() { self.lost_scenario(scenario, out) } else { self.kept_scenario(scenario, out) }
    }

    /// Writes what did not run or is not counted: in one line, if that costs nothing.
    fn alike(&self, alike: &Alike, out: &mut dyn io::Write) -> io::Result<()> {
        let name = Visible::new(&alike.name()).to_string();
        let (first, max) = (alike.first(), alike.max_points());
        if !alike.costs() {
            let worth = if max == Points::ZERO { "not counted".to_owned() } else { format!("0/{max} bonus") };
            let sentence = alike.sentence();
            return writeln!(out, "{DIM}–{DIM:#} {name} {DIM}({worth}){DIM:#}: {}", Visible::new(&sentence));
        }
        let style = mark_style(first.verdict).bold();
        let (mark, verdict) = (mark(first.verdict), first.verdict);
        let worth = alike.shown_max();
        writeln!(out, "{style}{mark} {name}{style:#}: {verdict} {DIM}(0/{worth}){DIM:#}")?;
        self.why(alike, out)?;
        writeln!(out)
    }

    /// Writes why scenarios did not run or are not counted, and what to do about it.
    fn why(&self, alike: &Alike, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "  {}", Visible::new(&alike.sentence()))?;
        if let Some(guidance) = alike.guidance() {
            self.what_to_do(guidance, out)?;
        }
        said(alike.said(), out)
    }

    /// Explains the signs of the transcripts, if there are any transcripts.
    fn legend(&self, lost: &[&GradedScenario], out: &mut dyn io::Write) -> io::Result<()> {
        let shown = || lost.iter().filter(|scenario| scenario.difference.is_some());
        if shown().next().is_none() {
            return Ok(());
        }
        let rows = || shown().filter_map(|scenario| scenario.difference.as_ref()).flat_map(|one| &one.rows);
        let has_typed = rows().any(|row| row.pieces.iter().any(|piece| piece.typed));
        let is_beside = |scenario: &&&GradedScenario| self.beside(scenario).is_some();
        let has = |side| rows().any(|row| row.side == side);
        let is_said = shown().all(|one| one.by_test) && !has(Side::Expected);
        let signs = match (shown().any(|one| is_beside(&one)), shown().all(|one| is_beside(&one))) {
            (false, _) if is_said => "+ what the test says   ",
            // What is expected is hidden.
            (false, _) if !has(Side::Expected) && !has(Side::Actual) => "",
            (false, _) => "- expected   + printed by the program   ",
            (true, true) => "≠ differs   ",
            (true, false) => "≠ differs   - expected   + printed by the program   ",
        };
        let typed = if has_typed { "typed   " } else { "" };
        writeln!(out, "{DIM}{signs}{DIM:#}{TYPED}{typed}{TYPED:#}{DIM}· blank   ⏎ Enter{DIM:#}")?;
        writeln!(out)
    }

    fn kept_scenario(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        let style = mark_style(scenario.verdict);
        let mark = mark(scenario.verdict);
        let points = points(scenario);
        writeln!(out, "{style}{mark}{style:#} {} {DIM}{points}{DIM:#}", Visible::new(&scenario.full_name()))?;
        self.notes(scenario, out)
    }

    /// Writes the reasons why a scenario is accepted, if there are any. A warning also shows the place that it is about.
    fn notes(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        self.reasons(scenario, out)?;
        self.dialogue(scenario, out)
    }

    fn lost_scenario(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        self.title(scenario, out)?;
        self.told(scenario, out)?;
        self.details(scenario, out)?;
        writeln!(out)
    }

    /// Writes the name of a lost scenario with its verdict and its points.
    fn title(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        let style = mark_style(scenario.verdict).bold();
        let name = scenario.full_name();
        let (mark, verdict) = (mark(scenario.verdict), scenario.outcome());
        let points = points(scenario);
        writeln!(out, "{style}{mark} {}{style:#}: {verdict} {DIM}{points}{DIM:#}", Visible::new(&name))
    }

    /// Writes why a scenario was lost, and what to do about it.
    fn told(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        let first = scenario.guidance.headline.as_ref().or(scenario.reasons.first());
        for sentence in first.into_iter().chain(scenario.further_reasons()) {
            writeln!(out, "  {}", Visible::new(sentence))?;
        }
        self.what_to_do(&scenario.guidance, out)
    }

    /// Writes the reasons of the verdict.
    fn reasons(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        for reason in &scenario.reasons {
            writeln!(out, "  {}", Visible::new(reason))?;
        }
        Ok(())
    }

    /// Writes the hint, the input, and the place where the output differs.
    fn details(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        self.hint(scenario, out)?;
        self.ladder(scenario, out)?;
        self.evidence(scenario, out)
    }

    /// Writes the instructor's hint, if there is one.
    fn hint(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        if let Some(hint) = &scenario.hint {
            for (index, line) in hint.lines().enumerate() {
                let head = if index == 0 { "Hint:" } else { "     " };
                writeln!(out, "  {BOLD}{head}{BOLD:#} {}", Visible::new(line))?;
            }
        }
        Ok(())
    }

    /// Writes the hints about the mistakes that were found.
    fn ladder(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        for hint in scenario.questions() {
            writeln!(out, "  {BOLD}Think about this:{BOLD:#} {}", Visible::new(hint))?;
        }
        Ok(())
    }

    /// Writes hints about a scenario that is already shown.
    fn later_hints(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        if scenario.questions().is_empty() {
            return Ok(());
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", Visible::new(&scenario.full_name()))?;
        self.ladder(scenario, out)?;
        writeln!(out)
    }

    /// Writes the input, and the place where the output differs from what is expected.
    fn evidence(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        if !scenario.args.is_empty() {
            writeln!(out, "  {DIM}Arguments:{DIM:#} {}", Visible::new(&scenario.args.join(" ")))?;
        }
        if !scenario.env.is_empty() {
            writeln!(out, "  {DIM}Environment:{DIM:#} {}", Visible::new(&scenario.env.join(" ")))?;
        }
        given(&scenario.files, out)?;
        if !scenario.input.is_empty() {
            writeln!(out, "  {DIM}Input:{DIM:#} {TYPED}{}{TYPED:#}", input(&scenario.input))?;
        }
        if scenario.difference.as_ref().is_some_and(|one| !one.rows.is_empty()) {
            writeln!(out)?;
            self.dialogue(scenario, out)?;
        }
        said(scenario.said.as_ref(), out)
    }

    /// Writes the dialogue beside the expected one if both fit, or else the rows around the difference.
    fn dialogue(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        match (self.beside(scenario), &scenario.difference) {
            (Some(beside), _) => beside.write(scenario.session.is_empty(), out),
            (None, Some(difference)) => transcript(difference, out),
            (None, None) => Ok(()),
        }
    }

    fn beside(&self, scenario: &GradedScenario) -> Option<Beside> {
        Beside::fitting(scenario.side_by_side.as_ref()?, self.columns?)
    }
}

/// Writes what a compiler said, if there is no program for it.
fn said(said: Option<&Untrusted>, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(said) = said else { return Ok(()) };
    writeln!(out)?;
    for line in said.lines() {
        writeln!(out, "  {DIM}{}{DIM:#}", Visible::new(&line))?;
    }
    Ok(())
}

/// Writes the files that were laid out: the names of large ones, and the others whole.
fn given(files: &[GivenFile], out: &mut dyn io::Write) -> io::Result<()> {
    let large = files.iter().filter(|file| file.text.is_none());
    let large: Vec<&str> = large.map(|file| file.name.as_str()).collect();
    if !large.is_empty() {
        writeln!(out, "  {DIM}Files:{DIM:#} {}", Visible::new(&large.join(", ")))?;
    }
    for GivenFile { name, text } in files {
        let Some(text) = text else { continue };
        let about = if text.is_empty() { " is empty" } else { "" };
        writeln!(out, "  {DIM}File:{DIM:#} {}{about}", Visible::new(name))?;
        for line in text.lines() {
            match line {
                "" => writeln!(out)?,
                line => writeln!(out, "    {TYPED}{}{TYPED:#}", Visible::new(line))?,
            }
        }
    }
    Ok(())
}

/// The text below the name of a scenario, in colour.
pub(super) fn coloured_details(scenario: &GradedScenario) -> String {
    let page = Student::default();
    in_memory(|text| match scenario.is_lost() {
        true => page.told(scenario, text).and_then(|()| page.details(scenario, text)),
        false => page.notes(scenario, text),
    })
}

/// The lines that are written, without their indent.
fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("nothing keeps anybody from writing into memory");
    let text = String::from_utf8_lossy(&text);
    text.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Why scenarios did not run or are not counted, without colour.
pub(super) fn plain_alike(alike: &Alike) -> String {
    let text = in_memory(|text| Student::default().why(alike, text));
    anstream::adapter::strip_str(&text).to_string()
}

/// The text below the name of a scenario, without colour.
pub(super) fn plain_details(scenario: &GradedScenario) -> String {
    anstream::adapter::strip_str(&coloured_details(scenario)).to_string()
}

/// The typed lines in one row. An empty line becomes a sign, and a line with blanks gets quotes.
fn input(lines: &[String]) -> String {
    let word = |line: &String| match line.as_str() {
        "" => "⏎".to_owned(),
        line if line.contains(char::is_whitespace) => format!("\"{}\"", Visible::new(line)),
        line => Visible::new(line).to_string(),
    };
    lines.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn points(scenario: &GradedScenario) -> String {
    match scenario.shown_points() {
        _ if scenario.max_points == Points::ZERO => "(not counted)".to_owned(),
        None => format!("(–/{})", scenario.shown_max()),
        Some(points) => {
            format!("({points}/{}{})", scenario.shown_max(), if scenario.bonus { " bonus" } else { "" })
        }
    }
}

/// Writes the dialogue as it looked on the terminal, with the expected rows at the place where they are missing.
fn transcript(difference: &Difference, out: &mut dyn io::Write) -> io::Result<()> {
    for Row { side, pieces, unfinished } in &difference.rows {
        let style = side_style(*side);
        let sign = match side {
            Side::Both => ' ',
            Side::Expected => '-',
            Side::Actual => '+',
            Side::Folded(count) => {
                let noun = if *count == 1 { "line" } else { "lines" };
                writeln!(out, "    {DIM}… {count} {noun} …{DIM:#}")?;
                continue;
            }
            Side::Pass(pass) => {
                writeln!(out, "    {DIM}── {} ──{DIM:#}", pass_begins(*pass))?;
                continue;
            }
        };
        let line = Line { side: *side, pieces, unfinished: *unfinished, decisive: &[] };
        writeln!(out, "  {style}{sign}{style:#} {}", line.shown())?;
    }
    Ok(())
}
