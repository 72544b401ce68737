//! Writes an audit as a table for a terminal.

use std::io;

use anstyle::{AnsiColor, Style};

use super::{Audit, AuditedScenario, Unjudged};
use crate::report::Visible;

/// The largest number of names in one place; of the rest, only the number is shown.
const MOST_NAMES: usize = 7;

/// The largest number of unexercised features of a kind that are shown.
const MOST_FEATURES: usize = 3;

/// What is said about mutants of which something of ours failed.
pub(super) const UNJUDGED: &str = "something failed that is no fault of theirs, and would fail for a student too. Mend it, and audit again; \
                                   what nothing else catches does not count";

impl Audit {
    /// Writes the catches of each scenario, and the survivors.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub(crate) fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.head(out)?;
        self.scenarios(out)?;
        self.smallest(out)?;
        self.features(out)?;
        self.survivors_table(out)?;
        self.unjudged_table(out)?;
        self.uncharged_table(out)?;
        self.equivalents_table(out)
    }

    fn head(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let bold = Style::new().bold();
        let survivors = self.targets.len() - self.caught.len();
        let style = if survivors == 0 { AnsiColor::Green } else { AnsiColor::Yellow }.on_default();
        writeln!(
            out,
            "{bold}{}{bold:#}: {} in {} catch {style}{} of {} ({} %){style:#}; {} % if common ones count more",
            self.assignment,
            counted(self.scenarios.len(), "scenario"),
            counted(self.inputs(), "line"),
            self.caught.len(),
            counted(self.targets.len(), self.what),
            self.percent(),
            self.weighted_percent(),
        )?;
        let width = self.families.iter().map(|family| family.name.len()).max().unwrap_or_default();
        if self.what == "mutant" {
            let dim = Style::new().dimmed();
            writeln!(
                out,
                "{dim}Mutants flatter a suite: small changes of a good program are seldom what students get wrong.{dim:#}"
            )?;
            if let Some(sentence) = self.left_out() {
                writeln!(out, "{dim}{sentence}{dim:#}")?;
            }
        }
        for family in &self.families {
            let missed = family.of - family.caught;
            let style = if missed == 0 { Style::new() } else { AnsiColor::Yellow.on_default() };
            writeln!(out, "  {:width$}  {style}{:>3}/{}{style:#}", family.name, family.caught, family.of)?;
        }
        Ok(())
    }

    fn scenarios(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
        writeln!(out, "\n{bold}lines  catches  only this one  scenario{bold:#}")?;
        for scenario in &self.scenarios {
            let AuditedScenario { name, inputs, catches, alone, .. } = scenario;
            let only = if alone.is_empty() { "–".to_owned() } else { alone.len().to_string() };
            writeln!(out, "{inputs:>5}  {:>7}  {only:>13}  {}", catches.len(), Visible::new(name))?;
            if !alone.is_empty() {
                let ids: Vec<&str> = alone.iter().map(|target| self.targets[target].id.as_str()).collect();
                writeln!(out, "{:31}{dim}{}{dim:#}", "", some_of(&ids))?;
            }
        }
        Ok(())
    }

    fn smallest(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let smallest = &self.smallest;
        let inputs: usize = smallest.scenarios.iter().map(|&number| self.scenarios[number].inputs).sum();
        let certain = if smallest.is_smallest { "no fewer would do" } else { "fewer may do" };
        if self.caught.is_empty() {
            return Ok(());
        }
        if smallest.scenarios.len() == self.scenarios.len() {
            return writeln!(out, "\nEach scenario is needed: without any of them, less would be caught.");
        }
        writeln!(
            out,
            "\n{} in {} would catch the same; {certain}. The others are redundant for detection: keep them where \
             they teach, or carry points.",
            counted(smallest.scenarios.len(), "scenario"),
            counted(inputs, "line"),
        )?;
        for &number in &smallest.scenarios {
            writeln!(out, "  {}", Visible::new(&self.scenarios[number].name))?;
        }
        Ok(())
    }

    fn features(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
        if !self.features.is_empty() {
            writeln!(out, "\n{bold}exercised{bold:#}")?;
        }
        let width = self.features.iter().map(|kind| kind.name.len()).max().unwrap_or_default();
        for kind in &self.features {
            let never: Vec<&str> = kind.never.iter().map(String::as_str).take(MOST_FEATURES).collect();
            let more = if kind.never.len() > MOST_FEATURES { "; …" } else { "" };
            let never =
                if never.is_empty() { String::new() } else { format!("never: {}{more}", never.join("; ")) };
            let counts = format!("{}/{}", kind.exercised, kind.of);
            writeln!(out, "  {:width$}  {counts:>6}  {dim}{never}{dim:#}", kind.name)?;
        }
        Ok(())
    }

    fn survivors_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let bold = Style::new().bold();
        let survivors = self.survivors();
        if self.targets.is_empty() {
            return writeln!(
                out,
                "\nThere was nothing to catch: this audit says nothing about the scenarios."
            );
        }
        if survivors.is_empty() {
            return writeln!(out, "\nNothing survives.");
        }
        let survive = if survivors.len() == 1 { "survives" } else { "survive" };
        writeln!(out, "\n{bold}{} {survive}{bold:#}", counted(survivors.len(), self.what))?;
        let width = survivors.iter().map(|target| target.id.len()).max().unwrap_or_default();
        for target in survivors {
            writeln!(out, "  {:width$}  {}", target.id, Visible::new(&target.about))?;
        }
        Ok(())
    }

    fn unjudged_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.unjudged.is_empty() {
            return Ok(());
        }
        let bold = Style::new().bold();
        let count = counted(self.unjudged.len(), self.what);
        writeln!(out, "\n{bold}{count} could not be judged everywhere{bold:#}: {UNJUDGED}")?;
        let width = self.unjudged.iter().map(|one| one.id.len()).max().unwrap_or_default();
        for one in &self.unjudged {
            let (reason, caught) = (Visible::new(&one.reason), one.elsewhere());
            writeln!(out, "  {:width$}  {reason}{caught}", one.id)?;
        }
        Ok(())
    }

    fn uncharged_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let uncharged = self.uncharged();
        if uncharged.is_empty() {
            return Ok(());
        }
        let bold = Style::new().bold();
        let are = if uncharged.len() == 1 { "is" } else { "are" };
        writeln!(
            out,
            "\n{bold}{} {are} caught, and not charged{bold:#}: only scenarios that are worth nothing show them",
            counted(uncharged.len(), self.what)
        )?;
        let width = uncharged.iter().map(|target| target.id.len()).max().unwrap_or_default();
        for target in uncharged {
            writeln!(out, "  {:width$}  {}", target.id, Visible::new(&target.about))?;
        }
        Ok(())
    }

    fn equivalents_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.equivalents.is_empty() {
            return Ok(());
        }
        let bold = Style::new().bold();
        let are = if self.equivalents.len() == 1 { "is" } else { "are" };
        writeln!(
            out,
            "\n{bold}{} {are} equivalent{bold:#}: no input shows what they do, and they do not count",
            counted(self.equivalents.len(), self.what)
        )?;
        let width = self.equivalents.iter().map(|one| one.id.len()).max().unwrap_or_default();
        for one in &self.equivalents {
            writeln!(out, "  {:width$}  {}", one.id, Visible::new(&one.reason))?;
        }
        Ok(())
    }

    /// Returns the sentence about changes that the compiler refuses.
    pub(super) fn left_out(&self) -> Option<String> {
        match self.not_built {
            0 => None,
            1 => Some("One change more does not compile, and is left out.".to_owned()),
            count => Some(format!("{count} changes more do not compile, and are left out.")),
        }
    }

    /// Returns the number of input lines of all scenarios.
    pub(crate) fn inputs(&self) -> usize {
        self.scenarios.iter().map(|scenario| scenario.inputs).sum()
    }
}

impl Unjudged {
    /// Returns what is said of it besides the reason.
    pub(super) fn elsewhere(&self) -> &'static str {
        if self.is_caught { "; another scenario catches it" } else { "" }
    }
}

/// Writes a number with its noun: `1 scenario`, `2 scenarios`.
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns the first names, and how many more there are.
fn some_of(names: &[&str]) -> String {
    match names.len().checked_sub(MOST_NAMES).filter(|&more| more > 0) {
        None => names.join("; "),
        Some(more) => format!("{}; and {more} more", names[..MOST_NAMES].join("; ")),
    }
}
