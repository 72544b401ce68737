//! A run as it would look on a terminal: what was printed, with the typed lines where they were typed.

use std::borrow::Cow;
use std::ops::Range;

use super::difference::shortened;
use crate::trace::{Then, Trace, decode};

/// One line on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScreenLine {
    /// Printed and typed pieces, in order.
    pub(super) pieces: Vec<ScreenPiece>,
    /// Which bytes of the printed text stand on it.
    pub(super) printed: Range<usize>,
    /// How many lines had been typed before it began.
    pub(super) typed_before: usize,
    /// Which of its printed characters are decisive.
    pub(super) decisive: Vec<usize>,
    /// Whether neither a newline nor a typed line ends it: the last thing that was printed.
    pub(super) unfinished: bool,
    /// How many lines before it are not kept.
    pub(super) left_out: usize,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScreenPiece {
    pub(super) text: String,
    pub(super) typed: bool,
}

/// Tells what of a line counts.
pub(super) type Key<'k> = dyn for<'l> Fn(&'l ScreenLine) -> Cow<'l, str> + 'k;

impl ScreenLine {
    /// A line that was printed by nobody in particular.
    pub(super) fn plain(text: &str) -> Self {
        let pieces = vec![ScreenPiece { text: text.to_owned(), typed: false }];
        Self { pieces, printed: 0..0, typed_before: 0, decisive: Vec::new(), unfinished: false, left_out: 0 }
    }

    /// All of it.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self.pieces.as_slice() {
            [] => Cow::Borrowed(""),
            [piece] => Cow::Borrowed(&piece.text),
            pieces => pieces.iter().map(|piece| piece.text.as_str()).collect(),
        }
    }

    /// What of it was printed.
    pub(super) fn printed_text(&self) -> String {
        self.pieces.iter().filter(|piece| !piece.typed).map(|piece| piece.text.as_str()).collect()
    }

    /// Whether a line was typed on it, which ends a turn.
    pub(super) fn ends_turn(&self) -> bool {
        self.pieces.iter().any(|piece| piece.typed)
    }

    /// Whether some of these bytes of the printed text stand on it.
    pub(super) fn covers(&self, place: &Range<usize>) -> bool {
        self.printed.start < place.end && place.start < self.printed.end
    }
}

/// How many lines are kept of a flood, besides those that were expected: far more than are shown.
const SPARE: usize = 4096;

/// Which lines of a screen are kept. The last one always is, and so are those on which something was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Window {
    /// All of them.
    All,
    /// So many from the top.
    Top(usize),
    /// Those around these bytes of the printed text.
    Around(Range<usize>),
}

impl Window {
    /// What is kept of a screen that is laid beside one of so many lines.
    pub(super) fn beside(lines: usize) -> Self {
        Self::Top(lines.saturating_add(SPARE))
    }

    /// What is kept around a place in what was printed; around its end where that is no place.
    pub(super) fn around(place: Option<&Range<usize>>, printed: &str) -> Self {
        let start = place.map_or(printed.len(), |place| place.start);
        let before = printed.get(..start).and_then(|text| text.rmatch_indices('\n').nth(SPARE));
        let after = printed.get(start..).and_then(|text| text.match_indices('\n').nth(SPARE));
        let from = before.map_or(0, |(newline, _)| newline + 1);
        Self::Around(from..after.map_or(printed.len(), |(newline, _)| start + newline))
    }

    /// Whether a line is kept, by its number among those that count and its place in the printed text.
    fn holds(&self, number: usize, printed: &Range<usize>) -> bool {
        match self {
            Self::All => true,
            Self::Top(lines) => number < *lines,
            Self::Around(place) => printed.end > place.start && printed.start <= place.end,
        }
    }
}

/// Lines that were printed by nobody in particular: of a flood, the first ones and the last.
pub(super) fn plain_lines<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<ScreenLine> {
    let mut lines = Vec::new();
    let mut hidden: Option<(&str, usize)> = None;
    for text in texts {
        if lines.len() < SPARE {
            lines.push(ScreenLine::plain(text));
        } else {
            hidden = Some((text, hidden.map_or(0, |(_, left_out)| left_out + 1)));
        }
    }
    lines.extend(hidden.map(|(text, left_out)| ScreenLine { left_out, ..ScreenLine::plain(text) }));
    lines
}

/// How many lines there are, those that are not kept included.
pub(super) fn count(lines: &[ScreenLine]) -> usize {
    lines.iter().map(|line| 1 + line.left_out).sum()
}

/// The screen after a run.
///
/// Typed lines are left out where nobody knows when they were typed.
pub(super) fn screen(trace: &Trace, with_typed: bool) -> Vec<ScreenLine> {
    screen_of(trace, with_typed, Window::All, &|_| true)
}

/// What a window shows of the lines of the screen after a run that count.
pub(super) fn screen_of(
    trace: &Trace,
    with_typed: bool,
    window: Window,
    counts: &dyn Fn(&[ScreenPiece]) -> bool,
) -> Vec<ScreenLine> {
    let mut screen = Screen::new(window, counts);
    for turn in trace.turns() {
        screen.print(&decode(turn.printed));
        if let (Then::Typed(line), true) = (turn.then, with_typed) {
            screen.type_line(line);
        }
    }
    screen.end()
}

/// The lines of a screen, turn by turn.
pub(super) fn turns(lines: Vec<ScreenLine>) -> Vec<Vec<ScreenLine>> {
    let mut turns = vec![Vec::new()];
    for line in lines {
        let ends_turn = line.ends_turn();
        turns.last_mut().expect("there is always a last turn").push(line);
        if ends_turn {
            turns.push(Vec::new());
        }
    }
    turns.retain(|turn| !turn.is_empty());
    turns
}

/// The same lines, with the characters pointed out that stand at these bytes of the printed text.
pub(super) fn point_out(mut lines: Vec<ScreenLine>, bytes: &[usize]) -> Vec<ScreenLine> {
    for line in lines.iter_mut().filter(|line| bytes.iter().any(|byte| line.printed.contains(byte))) {
        let text = line.printed_text();
        let places = text.char_indices().map(|(place, _)| line.printed.start + place).enumerate();
        line.decisive =
            places.filter(|(_, place)| bytes.contains(place)).map(|(character, _)| character).collect();
    }
    lines
}

/// Whether it is known when each line was typed: the program was watched, and did not keep back what
/// it printed until its end, as C programs do whose output is no terminal.
pub(super) fn shows_typing(trace: &Trace) -> bool {
    trace
        .dialogue
        .as_ref()
        .is_some_and(|dialogue| dialogue.typed.len() < 2 || dialogue.typed.iter().any(|(at, _)| *at > 0))
}

/// `after line 3 of the input, …: `, for a sentence.
pub(super) fn place(trace: &Trace, typed_before: usize) -> String {
    let line = typed_before.checked_sub(1).and_then(|index| trace.dialogue.as_ref()?.typed.get(index));
    match line {
        None => "before the first input: ".to_owned(),
        Some((_, line)) if line.is_empty() => {
            format!("after line {typed_before} of the input, an empty one: ")
        }
        Some((_, line)) => format!("after line {typed_before} of the input, `{}`: ", shortened(line)),
    }
}

struct Screen<'a> {
    window: Window,
    counts: &'a dyn Fn(&[ScreenPiece]) -> bool,
    lines: Vec<ScreenLine>,
    /// How many lines that count there were.
    count: usize,
    /// The last line that counts, if it is not kept, and how many before it are not.
    hidden: Option<ScreenLine>,
    pieces: Vec<ScreenPiece>,
    /// Bytes of printed text so far, and when the current line began.
    printed: usize,
    line_start: usize,
    typed: usize,
    typed_at_start: usize,
}

impl<'a> Screen<'a> {
    fn new(window: Window, counts: &'a dyn Fn(&[ScreenPiece]) -> bool) -> Self {
        Self {
            window,
            counts,
            lines: Vec::new(),
            count: 0,
            hidden: None,
            pieces: Vec::new(),
            printed: 0,
            line_start: 0,
            typed: 0,
            typed_at_start: 0,
        }
    }

    fn print(&mut self, text: &str) {
        for line in text.split_inclusive('\n') {
            self.printed += line.len();
            let (text, ends) = line.strip_suffix('\n').map_or((line, false), |text| (text, true));
            if !text.is_empty() {
                self.pieces.push(ScreenPiece { text: text.to_owned(), typed: false });
            }
            if ends {
                self.finish_line(false);
            }
        }
    }

    fn type_line(&mut self, line: &str) {
        self.pieces.push(ScreenPiece { text: line.to_owned(), typed: true });
        self.typed += 1;
        self.finish_line(false);
    }

    fn finish_line(&mut self, unfinished: bool) {
        // As much room as they need, and no more.
        let pieces: Vec<ScreenPiece> = self.pieces.drain(..).collect();
        let printed = self.line_start..self.printed;
        let (typed_before, decisive) = (self.typed_at_start, Vec::new());
        self.line_start = self.printed;
        self.typed_at_start = self.typed;
        if !(self.counts)(&pieces) {
            return;
        }
        let number = self.count;
        self.count += 1;
        let left_out = self.hidden.take().map_or(0, |hidden| hidden.left_out + 1);
        let is_kept = self.window.holds(number, &printed) || pieces.iter().any(|piece| piece.typed);
        let line = ScreenLine { pieces, printed, typed_before, decisive, unfinished, left_out };
        if is_kept {
            self.lines.push(line);
        } else {
            self.hidden = Some(line);
        }
    }

    /// The lines that were kept.
    fn end(mut self) -> Vec<ScreenLine> {
        if !self.pieces.is_empty() {
            self.finish_line(true);
        }
        self.lines.extend(self.hidden);
        self.lines
    }
}
