//! Runs a built-in reference as if it were a program.

use yardstick_reference::{Console, Deviations, Host, Raised, Reference, Stop, Turn as Acted};

use super::{Dialogue, Import, SessionEnd, SessionTrace, Trace};
use crate::resource::Resource;
use crate::sandbox::Exit;
use crate::untrusted::Untrusted;

/// The record of a reference.
#[derive(Debug)]
pub struct Played {
    /// The trace, as if a program had been run.
    pub trace: Trace,
    /// The decisive bytes of its output.
    pub decisive: Vec<usize>,
    /// The reason why it stopped before its end, if it did.
    pub stopped: Result<(), Stop>,
}

/// Plays a reference with these arguments and lines.
pub fn played(
    reference: &dyn Reference,
    args: &[String],
    lines: &[String],
    deviations: &Deviations,
) -> Played {
    let (turns, stopped) = acted(reference, args, lines, deviations);
    Played::of(&turns, stopped)
}

/// Plays a reference with these arguments and lines, and returns the events of each turn.
pub fn acted(
    reference: &dyn Reference,
    args: &[String],
    lines: &[String],
    deviations: &Deviations,
) -> (Vec<Acted>, Result<(), Stop>) {
    let mut script = Script { lines: lines.iter() };
    let mut console = Console::new(&mut script);
    let stopped = reference.play(args, deviations, &mut console);
    (console.into_turns(), stopped)
}

impl Played {
    /// Returns the record of these turns.
    pub fn of(turns: &[Acted], stopped: Result<(), Stop>) -> Self {
        let mut trace = Trace::of_output(Vec::new());
        let mut dialogue = Dialogue::default();
        let mut decisive = Vec::new();
        for turn in turns {
            for printed in &turn.printed {
                let place = |&character: &usize| printed.text.char_indices().nth(character);
                let places =
                    printed.decisive.iter().filter_map(place).map(|(place, _)| trace.stdout.len() + place);
                decisive.extend(places);
                trace.stdout.extend_from_slice(printed.text.as_bytes());
            }
            dialogue.typed.extend(turn.typed.clone().map(|line| (trace.stdout.len(), line)));
        }
        match &stopped {
            Ok(()) => {}
            Err(Stop::EndOfInput) => {
                dialogue.asked_beyond_end = Some(trace.stdout.len());
                trace.exit = Exit::Code(1);
                trace.stderr = b"EOFError: EOF when reading a line\n".to_vec();
            }
            Err(Stop::Crashed(Raised { class, message })) => {
                trace.exit = Exit::Code(1);
                trace.stderr = format!("{class}: {message}\n").into_bytes();
            }
            Err(Stop::Endless) => trace.exit = Exit::Exceeded(Resource::Output),
            Err(Stop::Usage(usage)) => {
                trace.exit = Exit::Code(2);
                trace.stderr = format!("it {usage}\n").into_bytes();
            }
        }
        trace.dialogue = Some(dialogue);
        Self { trace, decisive, stopped }
    }
}

/// Returns the answers of a reference with bugs to the lines of a session. If the bugs lead to Python that the
/// reference does not understand, the line has no answer.
pub fn answered(
    reference: &dyn Reference,
    module: &str,
    lines: &[String],
    stdin: &[String],
    deviations: &Deviations,
) -> SessionTrace {
    let (answers, end) = match reference.session(module, lines, stdin, deviations) {
        Ok(answers) => (answers, SessionEnd::Code(0)),
        Err(error) => {
            let until = reference.session(module, &lines[..error.line.min(lines.len())], stdin, deviations);
            let end = match error.is_endless {
                true => SessionEnd::Exceeded(Resource::Output),
                false => SessionEnd::Malformed,
            };
            (until.unwrap_or_default(), end)
        }
    };
    let answers = answers.into_iter().map(|answer| answer.map_texts(Untrusted::from)).collect();
    SessionTrace { import: Import::Done, answers, raised_at: Vec::new(), end, typed_at: None, checked: None }
}

/// A console that types the lines of a scenario.
struct Script<'a> {
    lines: std::slice::Iter<'a, String>,
}

impl Host for Script<'_> {
    fn print(&mut self, _: &str) {}

    fn read_line(&mut self) -> Option<String> {
        self.lines.next().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yardstick_reference::Bugs;

    fn after(bug: &str, lines: &[&str]) -> Trace {
        let reference = yardstick_reference::find("byu-connect-four").unwrap();
        let bugs: Bugs = reference.bugs().iter().filter(|known| known.id == bug).collect();
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        played(reference, &[], &lines, &bugs.into()).trace
    }

    #[test]
    fn a_reference_ends_as_a_program_would() {
        let won = after("", &["0", "1", "0", "1", "0", "1", "0", "spare"]);
        assert_eq!((won.exit, won.dialogue.as_ref().unwrap().typed.len()), (Exit::Code(0), 7));
        let waiting = after("", &["0"]);
        assert_eq!(waiting.dialogue.unwrap().asked_beyond_end, Some(waiting.stdout.len()));
        let crashed = after("int-crash", &["a"]);
        assert_eq!(crashed.exit, Exit::Code(1));
        assert!(crashed.stderr.starts_with(b"ValueError: "), "{:?}", crashed.stderr);
    }
}
