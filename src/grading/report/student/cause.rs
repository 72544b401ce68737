//! What was lost for one cause: a headline, its price, what to do, and the shortest scenario that shows it.

use std::io;

use super::{BOLD, Student, in_memory, points};
use crate::report::Visible;
use crate::report::entry::Cause;
use crate::report::line::DIM;
use crate::report::table::{mark, mark_style};

impl Student {
    /// Writes a cause with the scenario that shows it.
    pub(super) fn cause(&self, cause: &Cause, out: &mut dyn io::Write) -> io::Result<()> {
        let verdict = cause.shown.1.verdict;
        let style = mark_style(verdict).bold();
        writeln!(out, "{style}{} {}{style:#}", mark(verdict), Visible::new(&cause.headline()))?;
        self.cause_details(cause, out)?;
        writeln!(out)
    }

    /// Writes what stands below the headline of a cause.
    fn cause_details(&self, cause: &Cause, out: &mut dyn io::Write) -> io::Result<()> {
        let shown = cause.shown.1;
        match cause.price() {
            Some(price) => writeln!(out, "  {DIM}{price}{DIM:#}")?,
            None => self.which(cause, out)?,
        }
        self.what_to_do(&shown.guidance, out)?;
        self.ladder(shown, out)?;
        if let Some(prospect) = cause.prospect() {
            writeln!(out, "  {BOLD}{prospect}{BOLD:#}")?;
        }
        let further = cause.further_reasons();
        if !further.is_empty() || cause.price().is_some() {
            writeln!(out)?;
        }
        if cause.price().is_some() {
            self.which(cause, out)?;
        }
        for reason in further {
            writeln!(out, "  {}", Visible::new(reason))?;
        }
        if cause.has_hint() {
            self.hint(shown, out)?;
        }
        self.evidence(shown, out)?;
        if let Some(also) = cause.also() {
            writeln!(out)?;
            writeln!(out, "  {}", Visible::new(&also))?;
        }
        Ok(())
    }

    /// Writes the name of the scenario that shows a cause, with its verdict and its points.
    fn which(&self, cause: &Cause, out: &mut dyn io::Write) -> io::Result<()> {
        let shown = cause.shown.1;
        let (name, verdict, points) = (shown.full_name(), shown.outcome(), points(shown));
        writeln!(out, "  {}: {verdict} {DIM}{points}{DIM:#}", Visible::new(&name))
    }
}

/// The text below the headline of a cause, without colour.
pub(in crate::report) fn plain_cause(cause: &Cause) -> String {
    let text = in_memory(|text| Student::default().cause_details(cause, text));
    anstream::adapter::strip_str(&text).to_string()
}
