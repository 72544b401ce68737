//! Has a checker judge what a session shows.

use super::{Checkers, Output, Silent};
use crate::sandbox::{Input, Sandbox};
use crate::session::Notation;
use crate::spec::SessionTask;
use crate::submission::Snapshot;
use crate::trace::{Import, SessionTrace};
use crate::untrusted::Text;

impl Checkers {
    /// Asks the checker of a session, if there is one, about what it shows; unless it does not come to its last line. The answer
    /// is the text that the session should show, or what it shows if there is none.
    ///
    /// # Errors
    ///
    /// When the checker says nothing: nobody loses points for that.
    pub fn judge_session(
        &self,
        sandbox: &Sandbox,
        task: &SessionTask,
        answer: Option<&str>,
        trace: SessionTrace,
    ) -> Result<SessionTrace, Silent> {
        let is_whole = trace.import == Import::Done
            && trace.answers.len() == task.lines.len()
            && trace.flood().is_none();
        let Some(checker) = task.checker.as_ref().filter(|_| is_whole) else { return Ok(trace) };
        let printed = shown(task.module.notation, &trace);
        let input = Input { lines: task.sources(), final_newline: true, terminal: false };
        let answer = answer.unwrap_or(&printed).as_bytes();
        let output =
            Output { input: &input, answer, printed: printed.as_bytes(), kept: &Snapshot::default() };
        let said = self.ask(sandbox, checker, &output)?;
        if said.next.is_some() {
            let deed = "left an input for another pass in `nextpass.in`, and a session is typed once";
            return Err(Silent::Misbehaved(deed.to_owned()));
        }
        Ok(SessionTrace { checked: Some(Box::new(said.checked)), ..trace })
    }
}

/// Returns what a session shows under its prompts.
fn shown(notation: Notation, trace: &SessionTrace) -> String {
    let shown = trace.answers.iter().map(|answer| notation.under_prompt(answer));
    shown.filter(|shown| !shown.is_empty()).map(|shown| format!("{}\n", shown.expose())).collect()
}
