//! Checks how tables are compared, and how much numbers may differ.

use super::Checker;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{
    BoundsDocument, OrderDocument, RelaxationDocument, Scalar, TableDocument, ToleranceDocument,
};
use crate::spec::yaml::At;
use crate::spec::{Order, Relaxation, TableComparison, Tolerance};

impl Checker<'_> {
    pub(super) fn table(&mut self, document: &TableDocument) -> TableComparison {
        let order = |order: OrderDocument| match order {
            OrderDocument::InOrder => Order::Same,
            OrderDocument::AnyOrder => Order::Any,
        };
        let separator = document.separator.as_ref().and_then(|separator| self.separator(separator));
        let cells =
            document.cells.iter().filter_map(|relaxation| self.relaxation_of_cells(relaxation)).collect();
        if let (Some(header), OrderDocument::AnyOrder) = (&document.header, document.columns)
            && !header.value()
        {
            let message = "columns in any order are found by their headings, and there are none";
            let help = "leave out `columns`, or let the first row name them: `header: true`";
            self.complain(Diagnostic::new(header.place(), message, "no headings").help(help));
        }
        TableComparison {
            separator,
            header: document.header.as_ref().map(|header| *header.value()),
            rows: order(document.rows),
            columns: order(document.columns),
            cells,
        }
    }

    fn separator(&mut self, written: &At<Scalar>) -> Option<char> {
        let text = &written.value().0;
        let mut characters = text.chars();
        let only = characters.next().filter(|_| characters.next().is_none());
        let usable = |one: &char| {
            one.is_ascii() && !matches!(one, ' ' | '\n' | '\r' | '"' | '\0') && !one.is_ascii_alphanumeric()
        };
        let separator = only.filter(usable);
        if separator.is_none() {
            let message = format!("`{}` cannot separate cells", text.escape_debug());
            let help = "such as `separator: \",\"` or `separator: \"\\t\"`; without it, runs of blanks separate cells";
            let label = "expected one ASCII character that is no letter, digit, blank or quotation mark";
            self.complain(Diagnostic::new(written.place(), message, label).help(help));
        }
        separator
    }

    fn relaxation_of_cells(&mut self, written: &At<RelaxationDocument>) -> Option<Relaxation> {
        let relaxation = self.relaxation(written.value());
        match relaxation {
            Relaxation::Case
            | Relaxation::LookAlikes
            | Relaxation::Punctuation
            | Relaxation::RunsOfBlanks
            | Relaxation::Numbers(_) => Some(relaxation),
            Relaxation::AlsoLines(_)
            | Relaxation::Ends
            | Relaxation::BlankLinesAtTheEnd
            | Relaxation::TrailingBlanks
            | Relaxation::BlankLines
            | Relaxation::FinalNewline
            | Relaxation::Tokens
            | Relaxation::AnyOrderOfLines
            | Relaxation::OnlyNumbers => {
                let message = format!("`{}` means nothing inside of a cell", relaxation.word());
                let help = "blanks around cells and empty lines never count; for cells there are `case`, `punctuation`, `look-alikes`, `runs-of-blanks` and `numbers: 0.01`, and for rows `rows: any-order`";
                self.complain(Diagnostic::new(written.place(), message, "about lines").help(help));
                None
            }
        }
    }

    pub(super) fn tolerance(&mut self, written: &At<ToleranceDocument>) -> Tolerance {
        match written.value() {
            ToleranceDocument::Mixed(text) => Tolerance::of(self.bound(text, written)),
            ToleranceDocument::Bounds(BoundsDocument { absolute: None, relative: None }) => {
                let message = "no tolerance is given";
                let help = "such as `numbers: { absolute: 0.01 }` or `numbers: { relative: 1e-6 }`";
                self.complain(Diagnostic::new(written.place(), message, "empty").help(help));
                Tolerance::default()
            }
            ToleranceDocument::Bounds(BoundsDocument { absolute, relative }) => {
                let mut bound = |bound: &Option<At<Scalar>>| {
                    bound.as_ref().map_or(0.0, |bound| self.bound(&bound.value().0, bound))
                };
                Tolerance { absolute: bound(absolute), relative: bound(relative), only_reals: false }
            }
        }
    }

    fn bound<T>(&mut self, text: &str, written: &At<T>) -> f64 {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        if number.is_none() {
            let message = format!("`{text}` is not a tolerance");
            let label = "expected a number, zero or more";
            self.complain(Diagnostic::new(written.place(), message, label).help("such as `numbers: 1e-6`"));
        }
        number.unwrap_or_default()
    }
}
