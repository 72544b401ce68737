//! The trace: the record of one run of a program, turn by turn.
//!
//! Everything after running is a pure function of traces. A trace knows nothing of expectations.

mod behaviour;
mod checked;
mod code_cells;
mod endless;
mod heard;
mod invalid;
mod left;
mod misuse;
mod own_tests;
mod played;
mod session;
mod sources;
mod store;
mod text;
mod unit_test;
mod within;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use self::behaviour::Behaviour;
pub use self::behaviour::read_nested;
use crate::resource::Resource;
use crate::rules::Finding;
use crate::sandbox::{Asks, Claim, Execution, Exit, Isolation, KeptFolder, Usage};
use crate::untrusted::Untrusted;

pub use checked::{Checked, CheckerAnswer};
pub use code_cells::findings as findings_in_code_cells;
pub use endless::Endless;
pub use heard::{Around, Change, Heard, Place, Value, ValueKind};
pub use invalid::Invalid;
pub use left::{Left, all as left, names_in as left_in};
pub use misuse::{Misuse, MisuseKind, Object};
pub use own_tests::{TestsComplaint, TestsSummary, TestsTrace};
pub use played::{Played, acted, answered, played};
pub use session::{Import, LINE_ROOM, SessionEnd, SessionTrace};
pub use session::{ImportFailure, SourcePlace};
pub use sources::Sources;
pub use sources::{Encoding, Source};
pub use store::{Damage, Entry, JobQuery, Observed, Preparation, Store, StoreError, StoredOutcome};
pub use store::{Glimpse, Record, Scanned, TRACE_VERSION, record_of, scan, work_plan_of};
pub use text::{decode, is_unseen, stray_byte};
pub use unit_test::{CaseOutcome, TestCase, UnitTestTrace};

/// The recorded result of one job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recorded {
    /// A run of the program.
    Run(Trace),
    /// A session.
    Session(SessionTrace),
    /// The findings of a rule.
    Rule(Vec<Finding>),
    /// The name of the zip file that was handed in, if it was one.
    Package(Option<Untrusted>),
    /// The submission's own tests.
    Tests(TestsTrace),
    /// A test of the instructor.
    UnitTest(UnitTestTrace),
    /// Nothing: a person marks the scenario.
    Manual,
    /// Nothing: there is no program to run, for this reason, though other scenarios can be graded.
    NotRun(Untrusted),
}

impl Recorded {
    /// Tells whether the behaviour is equal; the cost may differ. How far a program came with its output until its time
    /// was up is a matter of time.
    pub fn behaves_like(&self, other: &Self) -> bool {
        if let (Self::Run(one), Self::Run(other)) = (self, other) {
            let is_cut = matches!(one.exit, Exit::Exceeded(Resource::Cpu | Resource::Wall));
            let is_same = |one: &[u8], other: &[u8]| {
                let both = one.len().min(other.len());
                one[..both] == other[..both] && (is_cut || one.len() == other.len())
            };
            let answer = |trace: &Trace| trace.checked.as_ref().map(|checked| checked.answer);
            // Between two programs it is a matter of time what was said first.
            let has_talked = |trace: &Trace| trace.checked.as_ref().is_some_and(|checked| checked.talked);
            return one.exit == other.exit
                && answer(one) == answer(other)
                && (has_talked(one) || one.dialogue == other.dialogue)
                && (is_cut || (&one.endless, &one.left) == (&other.endless, &other.left))
                && one.misuse == other.misuse
                && is_same(&one.stdout, &other.stdout)
                && is_same(&one.stderr, &other.stderr);
        }
        let digest = |recorded| Behaviour::of(recorded).0.digest;
        digest(self) == digest(other)
    }
}

impl Recorded {
    /// Tells whether a job could have this result: it may come from a file that others wrote.
    fn is_sound(&self) -> bool {
        match self {
            Self::Run(trace) => trace.is_sound(),
            Self::Session(trace) => trace.checked.as_ref().is_none_or(|checked| checked.answer.is_sound()),
            Self::Rule(_)
            | Self::Package(_)
            | Self::Tests(_)
            | Self::UnitTest(_)
            | Self::Manual
            | Self::NotRun(_) => true,
        }
    }
}

/// The record of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// How the process ended.
    pub exit: Exit,
    /// Standard output, up to the limit.
    #[serde(with = "crate::bytes")]
    pub stdout: Vec<u8>,
    /// Standard error, up to the limit.
    #[serde(with = "crate::bytes")]
    pub stderr: Vec<u8>,
    /// The lines that were handed over, and when; `None` if the program could not be watched.
    pub dialogue: Option<Dialogue>,
    /// What it claims about the loop that it cannot leave, if it was proved to be endless and the claim can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<Box<Endless>>,
    /// Where it was when its time was up, if it could be asked and the claim can be read. The next time it would be
    /// somewhere else, so this is no part of its behaviour.
    #[serde(skip)]
    pub heard: Option<Box<Heard>>,
    /// What a sanitizer found in it, if it runs with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misuse: Option<Box<Misuse>>,
    /// What it left at the paths that its task asks for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left: BTreeMap<String, Left>,
    /// What a checker said about its output, if one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<Box<Checked>>,
    /// Where each pass but the last one ended, if a checker had the program started again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pass_ends: Vec<PassEnd>,
    /// The resources that it used; those of the pass that used most of each.
    #[serde(skip)]
    pub usage: Usage,
    /// The walls of the run; `None` if nothing was run.
    #[serde(skip)]
    pub isolation: Option<Isolation>,
}

/// When a program asked for lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialogue {
    /// The lines that it got, each with the number of bytes on standard output before it.
    pub typed: Vec<(usize, String)>,
    /// The number of bytes on standard output when it asked for a line that was not there.
    pub asked_beyond_end: Option<usize>,
}

/// The end of a pass that another one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassEnd {
    /// The number of bytes on standard output before it.
    pub printed: usize,
    /// The number of typed lines before it.
    pub typed: usize,
}

/// The output of a program until it asked for a line, and the line it got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// The bytes of standard output.
    pub printed: &'a [u8],
    /// The event that ended the turn.
    pub then: Then<'a>,
}

/// The end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then<'a> {
    /// The program got this line.
    Typed(&'a str),
    /// The program asked for a line, and there was none.
    EndOfInput,
    /// The program ended, and was started again.
    StartedAgain,
    /// The program ended.
    Ended,
}

impl Trace {
    /// Creates the trace of an execution that got these lines.
    pub fn new(execution: Execution, lines: &[String]) -> Self {
        let dialogue = match execution.asks {
            Asks::Unknown => None,
            Asks::Known { at, beyond_end } => {
                let typed = at.into_iter().zip(lines.iter().cloned()).collect();
                Some(Dialogue { typed, asked_beyond_end: beyond_end })
            }
        };
        let Execution { exit, stdout, stderr, claim, usage, isolation, .. } = execution;
        let (mut endless, mut heard, mut misuse) = (None, None, None);
        match claim {
            Some(Claim::Endless(claim)) => endless = Endless::read(&claim).map(Box::new),
            Some(Claim::Heard(claim)) => heard = Heard::read(&claim).map(Box::new),
            Some(Claim::Misuse(claim)) => misuse = Misuse::read(&claim).map(Box::new),
            None => {}
        }
        let (left, isolation, pass_ends) = (BTreeMap::new(), Some(isolation), Vec::new());
        Self {
            exit,
            stdout,
            stderr,
            dialogue,
            endless,
            heard,
            misuse,
            left,
            checked: None,
            pass_ends,
            usage,
            isolation,
        }
    }

    /// The same with what the program left at these paths of its folder, in which those of `known` were before.
    #[must_use]
    pub fn with_left(self, folder: Option<&KeptFolder>, asked: &[String], known: &[&Path]) -> Self {
        let left = folder.map(|folder| left::all(folder, asked, known)).unwrap_or_default();
        Self { left, ..self }
    }

    /// The same with what a checker said about the output.
    #[must_use]
    pub fn with_checked(self, checked: Option<Checked>) -> Self {
        Self { checked: checked.map(Box::new), ..self }
    }

    /// The same with another pass of the program behind it. How the program ended and what it left is said of the last one.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        let before = self.stdout.len();
        let typed = self.dialogue.as_ref().map_or(0, |dialogue| dialogue.typed.len());
        let end = PassEnd { printed: before, typed };
        let dialogue = self.dialogue.zip(next.dialogue).map(|(earlier, later)| {
            let later_typed = later.typed.into_iter().map(|(at, line)| (before + at, line));
            Dialogue {
                typed: earlier.typed.into_iter().chain(later_typed).collect(),
                asked_beyond_end: later.asked_beyond_end.map(|at| before + at),
            }
        });
        let usage = Usage {
            cpu: self.usage.cpu.max(next.usage.cpu),
            wall: self.usage.wall.max(next.usage.wall),
            memory: self.usage.memory.max(next.usage.memory),
        };
        Self {
            stdout: [self.stdout, next.stdout].concat(),
            stderr: [self.stderr, next.stderr].concat(),
            dialogue,
            pass_ends: self.pass_ends.into_iter().chain([end]).collect(),
            usage,
            ..next
        }
    }

    /// The same with no more output than there was when the program asked for a line that was not there.
    pub fn until_it_waits(&self) -> Cow<'_, Self> {
        let asked = self.dialogue.as_ref().and_then(|dialogue| dialogue.asked_beyond_end);
        match asked.filter(|asked| *asked < self.stdout.len()) {
            Some(asked) => Cow::Owned(Self { stdout: self.stdout[..asked].to_vec(), ..self.clone() }),
            None => Cow::Borrowed(self),
        }
    }

    /// Creates the trace of a program that printed this, asked for nothing and ended normally.
    pub fn of_output(stdout: Vec<u8>) -> Self {
        Self {
            exit: Exit::Code(0),
            stdout,
            stderr: Vec::new(),
            dialogue: None,
            endless: None,
            heard: None,
            misuse: None,
            left: BTreeMap::new(),
            checked: None,
            pass_ends: Vec::new(),
            usage: Usage::default(),
            isolation: None,
        }
    }

    /// Tells whether the turns end in order, each after bytes that were printed, and whether a checker could have said what it
    /// said.
    fn is_sound(&self) -> bool {
        let is_answer = self.checked.as_ref().is_none_or(|checked| checked.answer.is_sound());
        is_answer && self.turn_ends().iter().map(|(at, _)| *at).is_sorted()
    }

    /// Returns the trace with another output. What happened behind its end happened at its end.
    pub fn with_output(&self, stdout: Vec<u8>) -> Self {
        let end = stdout.len();
        let mut other = Self { stdout, ..self.clone() };
        if let Some(dialogue) = &mut other.dialogue {
            let moments = dialogue.typed.iter_mut().map(|(at, _)| at).chain(&mut dialogue.asked_beyond_end);
            moments.for_each(|at| *at = end.min(*at));
        }
        other.pass_ends.iter_mut().for_each(|pass| pass.printed = end.min(pass.printed));
        other
    }

    /// Returns the trace without the escape sequences that set colours and move the cursor (ECMA-48, control
    /// sequences).
    pub fn without_colours(&self) -> Self {
        let mut plain = Self { stdout: Vec::with_capacity(self.stdout.len()), ..self.clone() };
        let mut kept_until = Vec::with_capacity(self.stdout.len() + 1);
        let mut rest = self.stdout.as_slice();
        while let Some(&byte) = rest.first() {
            let length = text::control_sequence(rest).unwrap_or(0);
            kept_until.resize(kept_until.len() + length.max(1), plain.stdout.len());
            if length == 0 {
                plain.stdout.push(byte);
            }
            rest = &rest[length.max(1)..];
        }
        kept_until.push(plain.stdout.len());
        if let Some(dialogue) = &mut plain.dialogue {
            let moments = dialogue.typed.iter_mut().map(|(at, _)| at).chain(&mut dialogue.asked_beyond_end);
            moments.for_each(|at| *at = kept_until[*at]);
        }
        plain.pass_ends.iter_mut().for_each(|end| end.printed = kept_until[end.printed]);
        plain
    }

    /// Returns the turns in order; one turn with all output if the program could not be watched.
    pub fn turns(&self) -> Vec<Turn<'_>> {
        let mut from = 0;
        let turn = |(at, then)| {
            let printed = &self.stdout[from..at];
            from = at;
            Turn { printed, then }
        };
        self.turn_ends().into_iter().map(turn).collect()
    }

    /// Returns the number of bytes on standard output at the end of each turn, and what ended it.
    fn turn_ends(&self) -> Vec<(usize, Then<'_>)> {
        let mut passes = self.pass_ends.iter().peekable();
        let mut ends = Vec::new();
        for (number, (at, line)) in self.dialogue.iter().flat_map(|dialogue| &dialogue.typed).enumerate() {
            while let Some(pass) = passes.next_if(|pass| pass.typed <= number) {
                ends.push((pass.printed, Then::StartedAgain));
            }
            ends.push((*at, Then::Typed(line.as_str())));
        }
        ends.extend(passes.map(|pass| (pass.printed, Then::StartedAgain)));
        let beyond_end = self.dialogue.as_ref().and_then(|dialogue| dialogue.asked_beyond_end);
        ends.extend(beyond_end.map(|at| (at, Then::EndOfInput)));
        ends.push((self.stdout.len(), Then::Ended));
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn execution(asks: Asks) -> Execution {
        let stdout = b"> got a\n> bye\n".to_vec();
        Execution {
            exit: Exit::Code(0),
            stdout,
            stderr: Vec::new(),
            channel: Vec::new(),
            claim: None,
            seen: None,
            asks,
            usage: Usage::default(),
            folder: "/box/student".into(),
            isolation: crate::sandbox::Isolation::NONE,
        }
    }

    #[test]
    fn with_a_shorter_output_every_turn_ends_within_it() {
        let asks = Asks::Known { at: vec![2, 10], beyond_end: Some(14) };
        let mut trace = Trace::new(execution(asks), &["a".to_owned(), "b".to_owned()]);
        trace.pass_ends.push(PassEnd { printed: 14, typed: 2 });
        for end in 0..=trace.stdout.len() {
            let cut = trace.with_output(trace.stdout[..end].to_vec());
            let printed: Vec<u8> = cut.turns().iter().flat_map(|turn| turn.printed).copied().collect();
            assert!(trace.stdout.starts_with(&printed) && printed.len() <= end && cut.is_sound(), "{end}");
        }
    }

    #[test]
    fn how_far_a_program_came_until_its_time_was_up_is_no_part_of_its_behaviour() {
        let run = |exit, printed: &str| {
            Recorded::Run(Trace { exit, ..Trace::of_output(printed.as_bytes().to_vec()) })
        };
        let time_is_up = Exit::Exceeded(Resource::Cpu);
        assert!(run(time_is_up, "1\n2\n").behaves_like(&run(time_is_up, "1\n2\n3\n")));
        assert!(!run(time_is_up, "1\n2\n").behaves_like(&run(time_is_up, "1\n3\n")));
        assert!(!run(time_is_up, "1\n").behaves_like(&run(Exit::Code(0), "1\n")));
        assert!(!run(Exit::Code(0), "1\n").behaves_like(&run(Exit::Code(0), "1\n2\n")));
    }

    #[test]
    fn typed_lines_are_in_the_turn_in_which_they_were_typed() {
        let lines = ["a".to_owned(), "never asked for".to_owned()];
        let trace = Trace::new(execution(Asks::Known { at: vec![2], beyond_end: Some(10) }), &lines);
        let turn = |printed: &'static str, then| Turn { printed: printed.as_bytes(), then };
        assert_eq!(
            trace.turns(),
            [turn("> ", Then::Typed("a")), turn("got a\n> ", Then::EndOfInput), turn("bye\n", Then::Ended)]
        );
    }

    #[test]
    fn removing_colours_keeps_the_turns() {
        let stdout = b"\x1b[1;31m> \x1b[0mgot a\n".to_vec();
        let asks = Asks::Known { at: vec![9, 13], beyond_end: None };
        let trace = Trace::new(Execution { stdout, ..execution(asks) }, &["a".to_owned(), "b".to_owned()]);
        let plain = trace.without_colours();
        assert_eq!(plain.stdout, b"> got a\n");
        let typed = [(2, "a".to_owned()), (2, "b".to_owned())];
        assert_eq!(plain.dialogue.unwrap().typed, typed);
    }

    #[test]
    fn a_line_belongs_to_the_pass_in_which_it_was_typed_though_nothing_was_printed_around_it() {
        let pass = |printed: &str, at: &[usize], lines: &[&str]| {
            let asks = Asks::Known { at: at.to_vec(), beyond_end: None };
            let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            Trace::new(Execution { stdout: printed.into(), ..execution(asks) }, &lines)
        };
        // The first pass reads its last line after all that it prints, the third one reads nothing.
        let passes = [pass("one", &[0, 3], &["a", "b"]), pass("two", &[0], &["c"]), pass("three", &[], &[])];
        let trace = passes.into_iter().reduce(Trace::followed_by).unwrap();
        let turn = |printed: &'static str, then| Turn { printed: printed.as_bytes(), then };
        assert_eq!(
            trace.turns(),
            [
                turn("", Then::Typed("a")),
                turn("one", Then::Typed("b")),
                turn("", Then::StartedAgain),
                turn("", Then::Typed("c")),
                turn("two", Then::StartedAgain),
                turn("three", Then::Ended)
            ]
        );
        assert!(trace.is_sound());
        let beyond = vec![PassEnd { printed: 100, typed: 0 }];
        assert!(!Trace { pass_ends: beyond, ..trace }.is_sound());
    }

    #[test]
    fn a_run_that_could_not_be_watched_is_one_turn() {
        let trace = Trace::new(execution(Asks::Unknown), &["a".to_owned()]);
        assert_eq!(trace.turns(), [Turn { printed: b"> got a\n> bye\n", then: Then::Ended }]);
    }
}
