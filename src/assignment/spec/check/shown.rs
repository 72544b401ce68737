//! Checks the expected answers of sessions without a reference: whether `compare` can use them.

use super::Checker;
use crate::session::Notation;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::{Group, PrintedComparison, SessionTask, Task};

impl Checker<'_> {
    /// Refuses a `compare` that ignores every text under the prompts.
    pub(super) fn can_be_compared(&mut self, groups: &[&Group]) {
        let scenarios = groups.iter().flat_map(|group| &group.scenarios);
        let sessions = scenarios.filter_map(|scenario| match &scenario.task {
            Task::Session(session) => Some((scenario, session)),
            _ => None,
        });
        let mut relaxed =
            sessions.clone().filter(|(_, session)| !session.comparison.values.is_empty()).peekable();
        if let Some((scenario, session)) = relaxed.peek().copied()
            && !relaxed.any(|(_, session)| {
                session.lines.iter().any(|line| ends_with_value(session.module.notation, &line.shown))
            })
        {
            let message = "`values` has nothing to compare: no text under a prompt is a value";
            let title = session.module.notation.title();
            let help =
                format!("write values as {title} shows them, such as `3.0` or `['a']`; or name a reference");
            let diagnostic = Diagnostic::new(scenario.place.clone(), message, "in this session");
            self.complain(diagnostic.help(help));
        }
        for (_, session) in sessions {
            self.is_not_ignored(session);
        }
    }

    /// Refuses text that only `print` can have written, if printed text is ignored.
    fn is_not_ignored(&mut self, session: &SessionTask) {
        if !matches!(session.comparison.printed, PrintedComparison::Ignored) {
            return;
        }
        let notation = session.module.notation;
        for line in &session.lines {
            let is_compared = line.shown.is_empty()
                || ends_with_value(notation, &line.shown)
                || is_exception(notation, &line.shown);
            if !is_compared {
                let message = "what is printed is ignored here, and this text is not a value";
                let help = "leave the text out, or compare what is printed: `printed: exact`";
                let label = format!("shows `{}`", line.shown.replace('\n', "⏎"));
                self.complain(Diagnostic::new(line.place.clone(), message, label).help(help));
            }
        }
    }
}

/// Tells whether a text ends with a value, which may have several lines.
fn ends_with_value(notation: Notation, text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).any(|first| notation.literal(&lines[first..].join("\n")).is_some())
}

/// Tells whether a text is an exception: `ValueError: too small`, or a whole traceback.
fn is_exception(notation: Notation, text: &str) -> bool {
    if notation.raised_class(text).is_some() {
        return true;
    }
    let last = text.lines().last().unwrap_or_default();
    let class = last.split(':').next().unwrap_or_default();
    let is_name = class.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    is_name && class.starts_with(char::is_uppercase) && !class.contains(' ')
}
