//! Reads sessions: lines with prompts, as in a doctest.

use std::ops::Range;

use super::Checker;
use crate::session::Notation;
use crate::spec::SessionLine;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::Scalar;
use crate::spec::yaml::At;

impl Checker<'_> {
    /// Reads the lines of a session. The text under a prompt is the expected answer to the line above.
    pub(super) fn session(&mut self, written: &At<Scalar>, notation: Notation) -> Vec<SessionLine> {
        let mut lines: Vec<SessionLine> = Vec::new();
        let mut is_open = false;
        let mut from = written.place().start;
        for line in written.value().0.lines() {
            let place = self.place_of(line, from).unwrap_or_else(|| written.place());
            from = place.end.max(from);
            if let Some(source) = prompted(line, ">>>") {
                lines.push(SessionLine {
                    source: source.to_owned(),
                    shown: String::new(),
                    leeway: None,
                    place,
                });
                is_open = true;
            } else if let (Some(source), Some(last), true) =
                (prompted(line, "..."), lines.last_mut(), is_open)
            {
                last.source = format!("{}\n{source}", last.source);
            } else if let Some(last) = lines.last_mut() {
                is_open = false;
                last.shown.push_str(line.trim_end());
                last.shown.push('\n');
            } else if !line.trim().is_empty() {
                let message = "a session begins with a prompt";
                let help = format!("write `>>> ` before each line of {}", notation.title());
                self.complain(Diagnostic::new(place, message, "no `>>> ` before it").help(help));
                return Vec::new();
            }
        }
        if lines.is_empty() {
            let help = "type lines, each behind a prompt: `>>> area(2, 3)`";
            self.complain(
                Diagnostic::new(written.place(), "the session has no lines", "types nothing").help(help),
            );
        }
        for line in &mut lines {
            line.shown = line.shown.trim_end().to_owned();
        }
        lines
    }

    /// Finds the place of a line in the spec, at or after `from`, in bytes.
    fn place_of(&self, line: &str, from: usize) -> Option<Range<usize>> {
        let at = from + self.text.get(from..)?.find(line)?;
        (!line.is_empty()).then(|| at..at + line.len())
    }
}

/// Returns the text after a prompt and its blank.
fn prompted<'a>(line: &'a str, prompt: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(prompt)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}
