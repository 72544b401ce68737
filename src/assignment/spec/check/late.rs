//! Checks the reductions for late submissions.

use jiff::Span;
use jiff::civil::Date;

use super::Checker;
use super::limits::no_quantity;
use crate::points::Percent;
use crate::spec::document::{DaysFromDocument, LateDocument, LateShareDocument, Scalar};
use crate::spec::late::{LatePolicy, LateShare};
use crate::spec::yaml::At;
use crate::spec::{Diagnostic, quantity};
use crate::submission::Due;

/// The longest time of days that do not count, in days.
const MOST_FREE: usize = 366;

impl Checker<'_> {
    pub(super) fn late(&mut self, document: &LateDocument) -> LatePolicy {
        let mut time = |written: &Option<At<Scalar>>| {
            written.as_ref().and_then(|written| {
                self.duration(written, quantity::LONGEST_LATE, "`15min`, `2h` or `2 days`")
            })
        };
        let (grace, cut_off) = (time(&document.grace).unwrap_or_default(), time(&document.cut_off));
        if let (Some(written), Some(_)) = (&document.cut_off, cut_off.filter(|end| *end < grace)) {
            let message = "nothing counts before the grace has ended";
            let help = "a `cut_off` is as long as the `grace`, or longer";
            self.complain(Diagnostic::new(written.place(), message, "is shorter than `grace`").help(help));
        }
        LatePolicy {
            due: document.due.as_ref().and_then(|due| self.due(due)),
            overruled: None,
            per_day: self.percent(&document.per_day),
            of: match document.of {
                LateShareDocument::Max => LateShare::Max,
                LateShareDocument::Earned => LateShare::Earned,
            },
            grace,
            from_grace: document.days_from == DaysFromDocument::Grace,
            cap: document.cap.as_ref().map_or(Percent::ALL, |cap| self.percent(cap)),
            cut_off,
            budget: document.budget.as_ref().and_then(|written| self.budget(written)),
            free_days: document.free_days.iter().flat_map(|written| self.free_days(written)).collect(),
        }
    }

    fn budget(&mut self, written: &At<Scalar>) -> Option<u32> {
        let days = quantity::duration(&written.value().0).filter(|time| *time <= quantity::LONGEST_LATE);
        let days = days.map(|time| time.as_secs_f64() / 86_400.0).filter(|days| days.fract() == 0.0);
        if days.is_none() {
            self.complain(no_quantity(written, "a number of days", "`5 days`, up to `365 days`"));
        }
        days.map(|days| days as u32)
    }

    fn free_days(&mut self, written: &At<Scalar>) -> Vec<Date> {
        let text = &written.value().0;
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let dates = [first, last].map(|date| date.trim().parse::<Date>());
        let mut complain = |label: String| {
            let message = format!("`{text}` is not a date");
            self.complain(Diagnostic::new(written.place(), message, label));
            Vec::new()
        };
        let [Ok(first), Ok(last)] = dates else {
            return complain("expected a date such as `2026-12-24`, or `2026-12-24..2027-01-01`".to_owned());
        };
        let days: Vec<Date> =
            first.series(Span::new().days(1)).take_while(|day| *day <= last).take(MOST_FREE + 1).collect();
        match days.len() {
            0 => complain("ends before it begins".to_owned()),
            1..=MOST_FREE => days,
            _ => complain(format!("{MOST_FREE} days are the most")),
        }
    }

    fn due(&mut self, due: &At<Scalar>) -> Option<Due> {
        let text = &due.value().0;
        let parsed = text.parse();
        if let Err(error) = &parsed {
            let message = format!("`{text}` is not a due date");
            self.complain(
                Diagnostic::new(due.place(), message, "expected a day, a time and a zone")
                    .help(format!("{error}")),
            );
        }
        parsed.ok()
    }

    fn percent(&mut self, share: &At<Scalar>) -> Percent {
        share.value().0.parse().unwrap_or_else(|_| {
            self.complain(no_quantity(share, "a share", "`10%`, from 0% to 100%"));
            Percent::ZERO
        })
    }
}
