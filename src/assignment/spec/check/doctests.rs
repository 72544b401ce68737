//! Makes sessions of doctests. What stands under their prompts is compared by the grader, and never known to the submission.

use std::ops::Range;
use std::path::Path;

use super::Checker;
use super::groups::Defaults;
use crate::language::Surroundings;
use crate::spec::{Leeway, SessionLine, SessionTask};

impl Checker<'_> {
    /// Makes a session of a text with examples. It is typed at the module with the name of the file, or at the usual one.
    pub(super) fn doctest(
        &mut self,
        text: &str,
        path: &str,
        place: &Range<usize>,
        defaults: &Defaults,
    ) -> SessionTask {
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let module = self.modules.iter().find(|module| module.file == name);
        let module = module.cloned().unwrap_or_else(|| defaults.module.clone());
        let lines = examples(text, place);
        SessionTask {
            lines,
            module,
            stdin: Vec::new(),
            surroundings: Surroundings {
                clock: defaults.clock.map(|clock| clock.instant(&defaults.env)),
                env: defaults.env.clone(),
                ..Surroundings::default()
            },
            comparison: defaults.comparisons.answers.clone(),
            checker: None,
        }
    }
}

/// Reads examples as `doctest` does: what is expected ends with an empty line.
fn examples(text: &str, place: &Range<usize>) -> Vec<SessionLine> {
    let mut examples: Vec<SessionLine> = Vec::new();
    let (mut indent, mut is_open, mut is_source) = (0, false, false);
    for line in text.lines() {
        let trimmed = line.trim_start();
        let own_indent = line.len() - trimmed.len();
        if let Some(source) = prompted(trimmed, ">>>") {
            let (source, shown) = (source.to_owned(), String::new());
            examples.push(SessionLine { source, shown, leeway: None, place: place.clone() });
            (indent, is_open, is_source) = (own_indent, true, true);
        } else if let (Some(source), Some(last), true) =
            (prompted(trimmed, "..."), examples.last_mut(), is_source)
        {
            last.source = format!("{}\n{source}", last.source);
        } else if trimmed.is_empty() {
            (is_open, is_source) = (false, false);
        } else if let (Some(last), true) = (examples.last_mut(), is_open) {
            is_source = false;
            let shown = line.get(indent.min(own_indent)..).unwrap_or(trimmed).trim_end();
            last.shown.push_str(shown);
            last.shown.push('\n');
        }
    }
    for example in &mut examples {
        let leeway = Leeway::of(&example.source);
        let lines = example.shown.lines();
        let lines = lines.map(|line| if leeway.blank_lines && line == "<BLANKLINE>" { "" } else { line });
        example.shown = lines.collect::<Vec<_>>().join("\n").trim_end().to_owned();
        example.leeway = Some(leeway);
    }
    examples.retain(|example| example.leeway.is_none_or(|leeway| !leeway.is_skipped));
    examples
}

/// Returns the text after a prompt and its blank.
fn prompted<'a>(line: &'a str, prompt: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(prompt)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}
