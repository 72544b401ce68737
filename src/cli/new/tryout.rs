//! Runs a program to find out what it asks and prints.

use crate::cli::Error;
use crate::plan::{ReferenceRunner, Refusal, Rehearsal};
use crate::report::Visible;
use crate::sandbox::{Exit, Input, Sandbox};
use crate::spec::Spec;
use crate::trace::{Store, Trace, decode};

/// The run of the program that was found.
pub(super) struct Trial {
    /// The lines that the program read.
    pub(super) lines: Vec<String>,
    /// Whether the program ended well after them.
    pub(super) ended_well: bool,
    /// Whether the program asked for another line.
    asks_for_more: bool,
    /// The trace of the run, which has the lines at the places where they were typed.
    pub(super) trace: Trace,
}

/// Typical answers of people. Each of them is typed again and again, as long as the program asks.
const GUESSES: [&[&str]; 9] =
    [&["Ada"], &["2"], &["1"], &["0", "1"], &["1", "2"], &["yes", "no"], &["n"], &["q"], &["quit"]];
/// The input for a program that reads until the end of its input: lines, or numbers.
const TEXT: [&str; 2] = ["one line", "another line"];
const NUMBERS: [&str; 3] = ["3", "1", "2"];

/// The most lines that are typed: a longer run would not be a good first scenario.
const MOST_LINES: usize = 40;

/// Runs the reference of a spec with these lines; without lines, tries typical answers until the program ends by itself.
pub(super) fn tried_out(
    spec: &Spec,
    sandbox: &Sandbox,
    args: &[String],
    given: &[String],
) -> Result<Trial, Error> {
    let store = Store::empty();
    let reference_runner = ReferenceRunner { sandbox: Some(sandbox), store: &store };
    let rehearsal = Rehearsal::new(&reference_runner, spec, 0)?;
    let run = |lines: Vec<String>| {
        let trace = rehearsal.run(args, &Input { lines, final_newline: true, terminal: false })?;
        Ok::<Trial, Error>(Trial::of(trace))
    };
    if !given.is_empty() {
        let trial = run(given.to_vec())?;
        if trial.asks_for_more {
            let message = "the program asks for more lines than these\nhelp: add some with `--stdin`";
            return Err(Error::Usage(message.to_owned()));
        }
        return trial.ended();
    }
    let without = run(Vec::new())?;
    if !without.asks_for_more && !without.ended_well {
        return without.ended();
    }
    if without.ends_by_itself() {
        return Ok(without);
    }
    let mut silent = None;
    for guess in guesses(&decode(&without.trace.stdout)) {
        let lines = guess.iter().cycle().take(MOST_LINES).map(ToString::to_string).collect();
        let trial = run(lines)?;
        if trial.ends_by_itself() && trial.lines.len() < MOST_LINES {
            if !trial.trace.stdout.is_empty() {
                return Ok(trial);
            }
            silent = silent.or(Some(trial));
        }
    }
    if without.ended_well {
        // The program reads until the end of its input.
        let words = run(TEXT.map(str::to_owned).to_vec())?;
        if !words.trace.stdout.is_empty() && words.ended_well {
            return Ok(words);
        }
        let numbers = run(NUMBERS.map(str::to_owned).to_vec())?;
        return Ok(if numbers.trace.stdout.is_empty() { silent.unwrap_or(words) } else { numbers });
    }
    silent.map_or_else(|| without.ended(), Ok)
}

/// The answers to try. Those that fit the first question come first.
fn guesses(question: &str) -> Vec<Vec<&'static str>> {
    let question = question.to_lowercase();
    let asks_for_name = question.contains("name") || question.contains("who");
    let mut guesses: Vec<Vec<&str>> = GUESSES.iter().map(|guess| guess.to_vec()).collect();
    // Programs often ask for a name first, and then for a number.
    guesses.insert(0, vec!["Ada", "2"]);
    if !asks_for_name {
        guesses.rotate_left(2);
    }
    guesses
}

impl Trial {
    fn of(trace: Trace) -> Self {
        let typed = trace.dialogue.iter().flat_map(|dialogue| &dialogue.typed);
        let lines = typed.map(|(_, line)| line.clone()).collect();
        let asks_for_more = trace.dialogue.as_ref().is_none_or(|one| one.asked_beyond_end.is_some());
        Self { lines, ended_well: trace.exit == Exit::Code(0), asks_for_more, trace }
    }

    /// Whether the program neither printed nor read anything.
    pub(super) fn does_nothing(&self) -> bool {
        self.ends_by_itself() && self.trace.stdout.is_empty() && self.lines.is_empty()
    }

    fn ends_by_itself(&self) -> bool {
        self.ended_well && !self.asks_for_more
    }

    /// Refuses a program that had to be stopped, or that fails without being asked for more lines.
    fn ended(self) -> Result<Self, Error> {
        let said = decode(&self.trace.stderr);
        let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
        // Java's complaint about a missing `main` is not in the last line: more advice follows.
        let about_main = lines.clone().find(|line| line.contains("ain method"));
        let last = about_main.or(lines.next_back()).unwrap_or_default().to_owned();
        match self.trace.exit {
            Exit::Code(0) => Ok(self),
            Exit::Code(_) if self.asks_for_more => Ok(self),
            Exit::Code(code) => {
                let help = if said.contains("no main method") || said.contains("Main method not found") {
                    "if it is a library, write a program that uses it and name that with `--main FILE`"
                } else if said.contains("No such file")
                    || said.contains("NoSuchFile")
                    || said.contains("FileNotFound")
                {
                    "name the files that it reads with `--supplied FILE`; they are laid beside it"
                } else {
                    "correct it; or give its arguments behind `--`, or the lines that it reads with `--stdin`"
                };
                let last = if last.is_empty() { String::new() } else { format!(": {}", Visible::new(&last)) };
                Err(Error::Usage(format!("the program fails with exit code {code}{last}\nhelp: {help}")))
            }
            exit => Err(Error::Usage(format!(
                "the program does not end by itself: {exit}\nhelp: give the lines that bring it to its end with `--stdin`"
            ))),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Plan(error) => Self::Plan(error),
            Refusal::Refused(message) => Self::Usage(message),
        }
    }
}
