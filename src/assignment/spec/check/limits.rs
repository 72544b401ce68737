//! Checks the limits of runs, and durations.

use std::time::Duration;

use super::super::diagnostic::Diagnostic;
use super::super::document::{LimitDocument, LimitsDocument, Scalar};
use super::super::quantity;
use super::super::yaml::At;
use super::Checker;
use crate::resource::Resource;
use crate::sandbox::{AmountMut, Limits};

impl Checker<'_> {
    /// Checks limits, and puts them into the place of the usual ones.
    pub(super) fn limits(&mut self, document: &LimitsDocument, usual: &Limits) -> Limits {
        let written = &document.0;
        let mut limits = usual.clone();
        for (resource, written) in written {
            match (limits.amount_mut(*resource), written) {
                (Some(AmountMut::Time(time)), LimitDocument::Quantity(text)) => {
                    let duration = self.duration(text, quantity::LONGEST_RUN, "`2s` or `500ms`");
                    *time = duration.unwrap_or(*time);
                }
                (Some(AmountMut::Bytes(bytes)), LimitDocument::Quantity(text)) => {
                    match quantity::bytes(&text.value().0) {
                        Some(size) => *bytes = size,
                        None => self.complain(no_quantity(text, "a size", "`256 MiB`")),
                    }
                }
                (Some(AmountMut::Count(count)), LimitDocument::Count(number)) => {
                    *count = *number.value() as usize;
                }
                (Some(_) | None, _) => unreachable!("each limit is read in the unit in which it is kept"),
            }
        }
        if let Some(LimitDocument::Count(processes)) = written.get(&Resource::Processes)
            && limits.processes == 0
        {
            let message = "no program can run without a process";
            let help = "write the number of processes, with that of the program itself";
            self.complain(Diagnostic::new(processes.place(), message, "expected 1 or more").help(help));
        }
        if !written.contains_key(&Resource::Wall) {
            // A busy machine must not make a program fail.
            limits.wall = limits.wall.max(limits.cpu * 5);
        }
        limits
    }

    /// Reads a duration that must not be longer than `longest`.
    pub(super) fn duration(
        &mut self,
        written: &At<Scalar>,
        longest: Duration,
        such_as: &str,
    ) -> Option<Duration> {
        let Some(duration) = quantity::duration(&written.value().0) else {
            self.complain(no_quantity(written, "a duration", such_as));
            return None;
        };
        if duration > longest {
            let message = format!("`{}` is too long", written.value().0);
            let most = format!("{}h is the most", longest.as_secs() / 3600);
            self.complain(Diagnostic::new(written.place(), message, most));
            return None;
        }
        Some(duration)
    }
}

pub(super) fn no_quantity(written: &At<Scalar>, what: &str, such_as: &str) -> Diagnostic {
    let message = format!("`{}` is not {what}", written.value().0);
    Diagnostic::new(written.place(), message, format!("expected {what} such as {such_as}"))
}
