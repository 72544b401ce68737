//! The page of one submission as text: the scenarios that were lost, the place where the dialogue went wrong, and a hint.

use std::io;

use anstyle::Style;

use super::beside::Beside;
use super::entry::{Cause, Entry, NotRun, entries};
use super::line::{DIM, Line, TYPED, side_style};
use super::table::{mark, mark_style};
use super::{Format, Graded, GradedScenario, Report, Visible};
use crate::compare::{Difference, Row, Side, Verdict};
use crate::points::Points;
use crate::untrusted::Untrusted;

/// Writes every failed scenario of each submission with its input and its transcript, and one line for each of the
/// others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Student {
    /// The number of columns of the terminal, which may show dialogues side by side; `None` if the page is not read in
    /// a terminal.
    pub columns: Option<usize>,
}

const BOLD: Style = Style::new().bold();

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
    pub(crate) fn page(&self, graded: &Graded, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let graded = &graded.for_student();
        self.head(&report.title, &graded.shown_name(), out)?;
        self.others(graded, &|_| false, out)
    }

    /// Writes the beginning of a page.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub(crate) fn head(&self, title: &str, name: &Untrusted, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{BOLD}{title}{BOLD:#}: {}", Visible::new(name))?;
        writeln!(out)
    }

    /// Writes the rest of a page, without the scenarios that are shown already.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub(crate) fn others(
        &self,
        graded: &Graded,
        is_shown: &dyn Fn(&GradedScenario) -> bool,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        if let Some(problem) = &graded.problem {
            let verdict = graded.scenarios.first().map_or(Verdict::NotGraded, |scenario| scenario.verdict);
            let style = mark_style(verdict);
            writeln!(out, "{style}{verdict}{style:#}: {}", Visible::lines(problem))?;
            writeln!(out)?;
        } else {
            let entries = entries(graded);
            let mut ends_with_a_line = false;
            for entry in &entries {
                if entry.is_lost() && ends_with_a_line {
                    writeln!(out)?;
                }
                match entry {
                    Entry::Scenario(_, scenario) if is_shown(scenario) => continue,
                    Entry::Scenario(_, scenario) => self.scenario(scenario, out)?,
                    Entry::Cause(cause) if cause.scenarios().all(is_shown) => continue,
                    Entry::Cause(cause) => self.cause(cause, out)?,
                    Entry::NotRun(not_run) => Self::not_run(not_run, out)?,
                }
                ends_with_a_line = !entry.is_lost();
            }
            if ends_with_a_line {
                writeln!(out)?;
            }
            let lost = graded.scenarios.iter().filter(|scenario| scenario.is_lost());
            self.legend(&lost.collect::<Vec<_>>(), out)?;
        }
        total(graded, out)
    }

    /// Writes the result of one scenario. If it was lost, its input, the dialogue and the difference are there too.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub(crate) fn scenario(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        if scenario.is_lost() { self.lost_scenario(scenario, out) } else { self.kept_scenario(scenario, out) }
    }

    /// Writes what did not run: in one line, if that costs nothing.
    fn not_run(not_run: &NotRun, out: &mut dyn io::Write) -> io::Result<()> {
        let (name, sentence) = (Visible::new(&not_run.name()).to_string(), not_run.sentence());
        let (first, max) = (not_run.first(), not_run.max_points());
        let sentence = Visible::new(&sentence);
        if !not_run.costs() {
            let worth = if max == Points::ZERO { "not counted".to_owned() } else { format!("0/{max} bonus") };
            return writeln!(out, "{DIM}–{DIM:#} {name} {DIM}({worth}){DIM:#}: {sentence}");
        }
        let style = mark_style(first.verdict).bold();
        let (mark, verdict) = (mark(first.verdict), first.verdict);
        writeln!(out, "{style}{mark} {name}{style:#}: {verdict} {DIM}(0/{max}){DIM:#}")?;
        writeln!(out, "  {sentence}")?;
        writeln!(out)
    }

    /// Writes what was lost for one cause: the shortest scenario, and the names of the others.
    fn cause(&self, cause: &Cause, out: &mut dyn io::Write) -> io::Result<()> {
        let shown = cause.shown.1;
        self.title(shown, out)?;
        self.cause_details(cause, out)?;
        writeln!(out)
    }

    /// Writes what stands below the name of the scenario that shows a cause.
    fn cause_details(&self, cause: &Cause, out: &mut dyn io::Write) -> io::Result<()> {
        let shown = cause.shown.1;
        if let Some(price) = cause.price() {
            writeln!(out, "  {BOLD}{price}{BOLD:#}")?;
        }
        self.reasons(shown, out)?;
        if let Some(prospect) = cause.prospect() {
            writeln!(out, "  {BOLD}{prospect}{BOLD:#}")?;
        }
        self.details(shown, out)?;
        if let Some(also) = cause.also() {
            writeln!(out)?;
            writeln!(out, "  {}", Visible::new(&also))?;
        }
        Ok(())
    }

    /// Explains the signs of the transcripts, if there are any transcripts.
    fn legend(&self, lost: &[&GradedScenario], out: &mut dyn io::Write) -> io::Result<()> {
        let shown = || lost.iter().filter(|scenario| scenario.difference.is_some());
        if shown().next().is_none() {
            return Ok(());
        }
        let rows = shown().filter_map(|scenario| scenario.difference.as_ref()).flat_map(|one| &one.rows);
        let has_typed = rows.into_iter().any(|row| row.pieces.iter().any(|piece| piece.typed));
        let is_beside = |scenario: &&&GradedScenario| self.beside(scenario).is_some();
        let signs = match (shown().any(|one| is_beside(&one)), shown().all(|one| is_beside(&one))) {
            (false, _) => "- expected   + printed by the program",
            (true, true) => "≠ differs",
            (true, false) => "≠ differs   - expected   + printed by the program",
        };
        let typed = if has_typed { "   typed" } else { "" };
        writeln!(out, "{DIM}{signs}{DIM:#}{TYPED}{typed}{TYPED:#}{DIM}   · blank   ⏎ Enter{DIM:#}")?;
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
        self.reasons(scenario, out)?;
        self.details(scenario, out)?;
        writeln!(out)
    }

    /// Writes the name of a lost scenario with its verdict and its points.
    fn title(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        let style = mark_style(scenario.verdict).bold();
        let name = scenario.full_name();
        let (mark, verdict) = (mark(scenario.verdict), scenario.verdict);
        let points = points(scenario);
        writeln!(out, "{style}{mark} {}{style:#}: {verdict} {DIM}{points}{DIM:#}", Visible::new(&name))
    }

    /// Writes why a scenario was lost.
    fn reasons(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        for reason in &scenario.reasons {
            writeln!(out, "  {}", Visible::new(reason))?;
        }
        Ok(())
    }

    /// Writes the hint, the input, and the place where the output differs from what is expected.
    fn details(&self, scenario: &GradedScenario, out: &mut dyn io::Write) -> io::Result<()> {
        if let Some(hint) = &scenario.hint {
            for (index, line) in hint.lines().enumerate() {
                let head = if index == 0 { "Hint:" } else { "     " };
                writeln!(out, "  {BOLD}{head}{BOLD:#} {}", Visible::new(line))?;
            }
        }
        for hint in &scenario.ladder {
            writeln!(out, "  {BOLD}Think about this:{BOLD:#} {}", Visible::new(hint))?;
        }
        if !scenario.args.is_empty() {
            writeln!(out, "  {DIM}Arguments:{DIM:#} {}", Visible::new(&scenario.args.join(" ")))?;
        }
        if !scenario.input.is_empty() {
            writeln!(out, "  {DIM}Input:{DIM:#} {TYPED}{}{TYPED:#}", input(&scenario.input))?;
        }
        if scenario.difference.as_ref().is_some_and(|one| !one.rows.is_empty()) {
            writeln!(out)?;
            self.dialogue(scenario, out)?;
        }
        Ok(())
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

fn total(graded: &Graded, out: &mut dyn io::Write) -> io::Result<()> {
    if let Some(sentence) = graded.undisclosed.sentence() {
        writeln!(out, "{sentence}")?;
        writeln!(out)?;
    }
    let earned = |bonus: bool| format!("{} of {}", graded.earned(bonus), graded.max_points(bonus));
    let (usual, bonus) = (earned(false), earned(true));
    if let Some(lateness) = graded.lateness.as_ref().filter(|lateness| lateness.is_worth_telling()) {
        writeln!(out, "{lateness}")?;
    }
    let deducted = graded.lateness.as_ref().map_or(Points::ZERO, |lateness| lateness.deducted);
    if let (Some(points), true) = (graded.points, deducted > Points::ZERO) {
        let (usual, whole) = (points + deducted, graded.max_points(false));
        return writeln!(
            out,
            "{BOLD}{points} of {whole} points{BOLD:#}: {usual}, less {deducted} for lateness"
        );
    }
    match (graded.points, graded.max_points(false), graded.max_points(true)) {
        (None, ..) => writeln!(out, "{BOLD}no points yet{BOLD:#}: that is no fault of the submission"),
        (Some(_), _, Points::ZERO) => writeln!(out, "{BOLD}{usual} points{BOLD:#}"),
        (Some(_), Points::ZERO, _) => writeln!(out, "{BOLD}{bonus} bonus points{BOLD:#}"),
        (Some(_), ..) => writeln!(out, "{BOLD}{usual} points and {bonus} bonus points{BOLD:#}"),
    }
}

/// The end of a page as plain text: the points, and what they do not include.
pub(super) fn plain_total(graded: &Graded) -> String {
    let mut text = Vec::new();
    total(graded, &mut text).expect("nothing keeps anybody from writing into memory");
    anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string()
}

/// The text below the name of a scenario, in colour.
pub(super) fn coloured_details(scenario: &GradedScenario) -> String {
    let page = Student::default();
    in_memory(|text| match scenario.is_lost() {
        true => page.reasons(scenario, text).and_then(|()| page.details(scenario, text)),
        false => page.notes(scenario, text),
    })
}

/// The text below the name of the scenario that shows a cause, without colour.
pub(super) fn plain_cause(cause: &Cause) -> String {
    let text = in_memory(|text| Student::default().cause_details(cause, text));
    anstream::adapter::strip_str(&text).to_string()
}

/// The lines that are written, without their indent.
fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("nothing keeps anybody from writing into memory");
    let text = String::from_utf8_lossy(&text);
    text.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
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
        };
        let line = Line { side: *side, pieces, unfinished: *unfinished, decisive: &[] };
        writeln!(out, "  {style}{sign}{style:#} {}", line.shown())?;
    }
    Ok(())
}
