//! A session that is about to be compiled: its lines, up to the first that cannot be.

use std::collections::BTreeSet;

use super::ended::Cut;
use super::line::{self, Known, Line};
use crate::session::UNREADABLE;

/// The lines of a session.
#[derive(Debug)]
pub(super) struct Draft {
    /// Its lines as far as they can be read.
    pub(super) lines: Vec<Line>,
    /// What keeps it from its end.
    pub(super) cut: Option<Cut>,
}

impl Draft {
    /// Reads the lines of a session.
    pub(super) fn new(sources: &[String], types: &BTreeSet<String>) -> Self {
        let mut known = Known { types: types.clone(), ..Known::default() };
        let mut draft = Self { lines: Vec::new(), cut: None };
        for source in sources {
            match line::read(source, &known) {
                Ok(line) => {
                    if line.kind == line::Kind::Declaration {
                        known.declared.extend(line.names.iter().cloned());
                    }
                    draft.lines.push(line);
                }
                Err(reason) => {
                    draft.cut(draft.lines.len(), UNREADABLE, &reason);
                    break;
                }
            }
        }
        draft
    }

    /// Cuts it before a line, if it is not cut before that already.
    pub(super) fn cut(&mut self, line: usize, class: &'static str, message: &str) -> bool {
        let is_earlier = self.cut.as_ref().is_none_or(|cut| line < cut.line);
        if is_earlier {
            self.cut = Some(Cut { line, class, message: message.to_owned() });
        }
        is_earlier
    }

    /// The lines that are carried out.
    pub(super) fn whole(&self) -> &[Line] {
        let count = self.cut.as_ref().map_or(self.lines.len(), |cut| cut.line);
        &self.lines[..count.min(self.lines.len())]
    }
}
