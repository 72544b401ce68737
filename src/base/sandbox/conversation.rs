//! Two programs that talk with each other: each reads what the other one prints.
//!
//! The grader stands between them, so that it knows who said what, and after what. Neither can reach the other.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::bell::Bell;
use super::{Asks, Error, Execution, KeptFolder};

/// Two programs that talked with each other.
#[derive(Debug)]
pub struct Conversation {
    /// The program. It asked at the moments at which the lines arrived.
    pub program: Execution,
    /// The folder of the program as it left it, if that was asked for.
    pub folder: Option<KeptFolder>,
    /// What the program was told, in lines.
    pub lines: Vec<String>,
    /// The partner, with its folder.
    pub partner: (Execution, KeptFolder),
    /// Whether the partner ended before the program.
    pub partner_was_first: bool,
    /// Whether the program waited for the partner when it ended or was stopped.
    pub program_waited: bool,
    /// Whether the partner waited for the program at that moment, or had been told something too late to answer.
    pub partner_waited: bool,
}

/// How the partner is told what the program prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relay {
    /// Byte for byte.
    Bytes,
    /// As text in UTF-8: U+FFFD stands in the place of what is none.
    Text,
}

/// Who was told something so short a time ago need not have answered.
const TO_ANSWER: Duration = Duration::from_millis(500);

/// One way of a conversation.
#[derive(Debug)]
struct Wire {
    state: Mutex<WireState>,
    /// Rings while there is something to take.
    bell: Bell,
}

#[derive(Debug, Default)]
struct WireState {
    bytes: Vec<u8>,
    /// The beginning of a character whose end was not said yet, if this is text.
    begun: Vec<u8>,
    is_closed: bool,
}

/// Both ways, and what is known of both sides.
#[derive(Debug)]
pub(super) struct Wires {
    /// To the program, and to the partner.
    wires: [Wire; 2],
    /// Whether the program, or the partner, waits for the other one.
    waits: [AtomicBool; 2],
    /// When the program, or the partner, was told something for the last time.
    heard: [Mutex<Option<Instant>>; 2],
    /// How many of them have ended.
    ended: AtomicUsize,
    /// What the program was told, each with the number of bytes that it had printed before.
    told: Mutex<Vec<(usize, Vec<u8>)>>,
    /// How the partner is told what the program prints.
    relay: Relay,
}

/// One side of a conversation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'a> {
    wires: &'a Wires,
    /// 0 for the program, 1 for the partner.
    number: usize,
}

impl Wires {
    pub(super) fn new(relay: Relay) -> io::Result<Self> {
        let wire = || {
            let bell = Bell::new()?;
            io::Result::Ok(Wire { state: Mutex::default(), bell })
        };
        Ok(Self {
            wires: [wire()?, wire()?],
            waits: Default::default(),
            heard: Default::default(),
            ended: AtomicUsize::default(),
            told: Mutex::default(),
            relay,
        })
    }

    /// Returns the side of the program and that of the partner.
    pub(super) fn sides(&self) -> [Side<'_>; 2] {
        [0, 1].map(|number| Side { wires: self, number })
    }

    fn heard(&self, number: usize) -> MutexGuard<'_, Option<Instant>> {
        self.heard[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what the program was told: lines, and the moments at which they began to arrive.
    pub(super) fn told(&self) -> (Vec<String>, Asks) {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut lines, mut at) = (Vec::new(), Vec::new());
        let mut line = Vec::new();
        for (printed, bytes) in told.iter() {
            for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
                if line.is_empty() {
                    at.push(*printed);
                }
                line.extend_from_slice(piece);
                if let Some(whole) = line.strip_suffix(b"\n") {
                    lines.push(String::from_utf8_lossy(whole).into_owned());
                    line.clear();
                }
            }
        }
        if !line.is_empty() {
            lines.push(String::from_utf8_lossy(&line).into_owned());
        }
        (lines, Asks::Known { at, beyond_end: None })
    }
}

impl Wire {
    fn state(&self) -> MutexGuard<'_, WireState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What stands in the place of bytes that are no text.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

impl WireState {
    /// Adds bytes as text. The end of a character may come later.
    fn say_as_text(&mut self, bytes: &[u8]) {
        let all = [std::mem::take(&mut self.begun).as_slice(), bytes].concat();
        let mut rest = all.as_slice();
        while let Err(error) = std::str::from_utf8(rest) {
            let (text, after) = rest.split_at(error.valid_up_to());
            self.bytes.extend_from_slice(text);
            let Some(length) = error.error_len() else {
                self.begun = after.to_vec();
                return;
            };
            self.bytes.extend_from_slice(REPLACEMENT);
            rest = &after[length..];
        }
        self.bytes.extend_from_slice(rest);
    }
}

impl Side<'_> {
    /// Tells the other side something.
    pub(super) fn say(&self, bytes: &[u8]) {
        let wire = &self.wires.wires[1 - self.number];
        let mut state = wire.state();
        match self.wires.relay {
            Relay::Text if self.number == 0 => state.say_as_text(bytes),
            Relay::Text | Relay::Bytes => state.bytes.extend_from_slice(bytes),
        }
        drop(state);
        wire.bell.ring();
    }

    /// Takes what the other side said, and whether that was all.
    pub(super) fn hear(&self, printed: usize) -> (Vec<u8>, bool) {
        let wire = &self.wires.wires[self.number];
        wire.bell.silence();
        let mut state = wire.state();
        let (bytes, is_closed) = (std::mem::take(&mut state.bytes), state.is_closed);
        drop(state);
        if !bytes.is_empty() {
            self.wires.waits[self.number].store(false, Ordering::Relaxed);
            *self.wires.heard(self.number) = Some(Instant::now());
            if self.number == 0 {
                let mut told = self.wires.told.lock().unwrap_or_else(PoisonError::into_inner);
                told.push((printed, bytes.clone()));
            }
        }
        (bytes, is_closed)
    }

    /// Notes that the program of this side waits for the other one.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "the plain runner cannot see it"))]
    pub(super) fn wait(&self) {
        self.wires.waits[self.number].store(true, Ordering::Relaxed);
    }

    /// Returns the bell that rings while there is something to hear.
    pub(super) fn bell(&self) -> &Bell {
        &self.wires.wires[self.number].bell
    }

    /// Ends this side. Returns whether it was the first to end, and whether each of them waited. A program whose time is up is asked
    /// where it is, and what it had kept back is flushed then: who is told it after `time_up` need not have answered, however long ago
    /// that is on a busy machine.
    pub(super) fn end(&self, time_up: Instant) -> (bool, [bool; 2]) {
        let is_late = |at: Instant| at >= time_up || at.elapsed() < TO_ANSWER;
        let has_time = |number: usize| self.wires.heard(number).is_some_and(is_late);
        let waited = |number: usize| self.wires.waits[number].load(Ordering::Relaxed);
        let waited = [waited(0), waited(1) || has_time(1)];
        let is_first = self.wires.ended.fetch_add(1, Ordering::Relaxed) == 0;
        let wire = &self.wires.wires[1 - self.number];
        let mut state = wire.state();
        if !std::mem::take(&mut state.begun).is_empty() {
            state.bytes.extend_from_slice(REPLACEMENT);
        }
        state.is_closed = true;
        drop(state);
        wire.bell.ring();
        (is_first, waited)
    }
}

impl Conversation {
    /// Puts both sides together.
    pub(super) fn of(
        wires: &Wires,
        program: Result<(Execution, Option<KeptFolder>), Error>,
        partner: Result<(Execution, KeptFolder), Error>,
        (is_first, [program_waited, partner_waited]): (bool, [bool; 2]),
    ) -> Result<Self, Error> {
        let (program, folder) = program?;
        let (lines, asks) = wires.told();
        let program = Execution { asks, ..program };
        let (partner, partner_was_first) = (partner?, !is_first);
        Ok(Self { program, folder, lines, partner, partner_was_first, program_waited, partner_waited })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_in_lines_that_begin_when_their_first_byte_arrived() {
        let wires = Wires::new(Relay::Bytes).unwrap();
        let [program, partner] = wires.sides();
        for (said, printed) in [("3\n1", 0), (" 2\n", 4), ("end", 9)] {
            partner.say(said.as_bytes());
            assert_eq!(program.hear(printed), (said.into(), false));
        }
        partner.end(Instant::now());
        assert_eq!(program.hear(9), (Vec::new(), true));
        let (lines, asks) = wires.told();
        assert_eq!(lines, ["3", "1 2", "end"]);
        assert_eq!(asks, Asks::Known { at: vec![0, 0, 9], beyond_end: None });
    }

    proptest::proptest! {
        #[test]
        fn however_it_is_cut_text_is_told_as_a_whole_would_be(
            bytes in proptest::collection::vec(proptest::sample::select(b"a\n\xc3\xa9\xe2\x82\xac\xf0\xff".to_vec()), 0..40),
            cut in 0_usize..40,
        ) {
            let wires = Wires::new(Relay::Text).unwrap();
            let [program, partner] = wires.sides();
            let (one, other) = bytes.split_at(cut.min(bytes.len()));
            program.say(one);
            program.say(other);
            program.end(Instant::now());
            let whole = String::from_utf8_lossy(&bytes).into_owned();
            proptest::prop_assert_eq!(partner.hear(0), (whole.into_bytes(), true));
        }
    }
}
