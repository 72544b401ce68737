//! The screen of a run in a terminal: the printed output, with the typed lines where they were typed.

use std::borrow::Cow;
use std::ops::Range;

use crate::compare::difference::shortened;
use crate::trace::{Then, Trace, decode};

/// One line of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScreenLine {
    /// The printed and typed pieces, in order.
    pub pieces: Vec<ScreenPiece>,
    /// The bytes of the printed output in this line.
    pub printed: Range<usize>,
    /// The number of lines that had been typed before it began.
    pub typed_before: usize,
    /// The decisive characters among the printed ones.
    pub decisive: Vec<usize>,
    /// Whether neither a newline nor a typed line ends it: it is the end of the output.
    pub unfinished: bool,
    /// The number of lines before it that are not kept.
    pub left_out: usize,
    /// The expected line for which it stands, where that is not to be seen in its text.
    pub counts_as: Option<String>,
    /// The number of the pass that begins here, if it is no line of the program's but a divider.
    pub pass: Option<usize>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScreenPiece {
    pub text: String,
    pub typed: bool,
}

/// A piece of a line of which it is not known yet whether it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'t> {
    pub text: &'t str,
    pub typed: bool,
}

/// A function that returns the compared part of a line.
pub(crate) type Key<'k> = dyn for<'l> Fn(&'l ScreenLine) -> Cow<'l, str> + 'k;

impl ScreenLine {
    /// Creates a line of printed text that belongs to no run.
    pub(crate) fn plain(text: &str) -> Self {
        let pieces = vec![ScreenPiece { text: text.to_owned(), typed: false }];
        Self {
            pieces,
            printed: 0..0,
            typed_before: 0,
            decisive: Vec::new(),
            unfinished: false,
            left_out: 0,
            counts_as: None,
            pass: None,
        }
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self.pieces.as_slice() {
            [] => Cow::Borrowed(""),
            [piece] => Cow::Borrowed(&piece.text),
            pieces => pieces.iter().map(|piece| piece.text.as_str()).collect(),
        }
    }

    /// Returns the text that is compared where nothing else is said: that of the expected line for which it stands.
    pub(crate) fn compared_text(&self) -> Cow<'_, str> {
        self.counts_as.as_deref().map_or_else(|| self.text(), Cow::Borrowed)
    }

    /// Returns the printed part of the text.
    pub(crate) fn printed_text(&self) -> String {
        self.pieces.iter().filter(|piece| !piece.typed).map(|piece| piece.text.as_str()).collect()
    }

    /// Tells whether a line was typed here, which ends a turn.
    pub(crate) fn ends_turn(&self) -> bool {
        self.pieces.iter().any(|piece| piece.typed)
    }

    /// Tells whether the line contains some of these bytes of the printed output.
    pub(crate) fn covers(&self, place: &Range<usize>) -> bool {
        self.printed.start < place.end && place.start < self.printed.end
    }
}

/// The number of lines that are kept of a very long output, besides the expected number: far more than are shown.
const EXTRA_LINES: usize = 4096;

/// The lines of a screen that are kept. The last line and lines with typed text are always kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    /// All lines.
    All,
    /// This number of lines from the top.
    Top(usize),
    /// The lines around these bytes of the printed output.
    Around(Range<usize>),
}

impl Window {
    /// Returns the window for a screen that is compared with one of this number of lines.
    pub(crate) fn beside(lines: usize) -> Self {
        Self::Top(lines.saturating_add(EXTRA_LINES))
    }

    /// Returns the window around a place in the output; without a place, around its end.
    pub(crate) fn around(place: Option<&Range<usize>>, printed: &str) -> Self {
        let start = place.map_or(printed.len(), |place| place.start);
        let before = printed.get(..start).and_then(|text| text.rmatch_indices('\n').nth(EXTRA_LINES));
        let after = printed.get(start..).and_then(|text| text.match_indices('\n').nth(EXTRA_LINES));
        let from = before.map_or(0, |(newline, _)| newline + 1);
        Self::Around(from..after.map_or(printed.len(), |(newline, _)| start + newline))
    }

    /// Tells whether a line is kept, by its number among the compared lines and its place in the output.
    fn holds(&self, number: usize, printed: &Range<usize>) -> bool {
        match self {
            Self::All => true,
            Self::Top(lines) => number < *lines,
            Self::Around(place) => printed.end > place.start && printed.start <= place.end,
        }
    }
}

/// Creates lines that belong to no run; of very many, the first ones and the last one.
pub(crate) fn plain_lines<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<ScreenLine> {
    let mut lines = Vec::new();
    let mut hidden: Option<(&str, usize)> = None;
    for text in texts {
        if lines.len() < EXTRA_LINES {
            lines.push(ScreenLine::plain(text));
        } else {
            hidden = Some((text, hidden.map_or(0, |(_, left_out)| left_out + 1)));
        }
    }
    lines.extend(hidden.map(|(text, left_out)| ScreenLine { left_out, ..ScreenLine::plain(text) }));
    lines
}

/// Returns the number of lines, including those that are not kept; a divider is no line.
pub(crate) fn count(lines: &[ScreenLine]) -> usize {
    lines.iter().map(|line| usize::from(line.pass.is_none()) + line.left_out).sum()
}

/// Returns the screen after a run.
///
/// Typed lines are left out if nobody knows when they were typed.
pub(crate) fn screen(trace: &Trace, with_typed: bool) -> Vec<ScreenLine> {
    screen_of(trace, with_typed, Window::All, &|_| true)
}

/// Returns the compared lines of the screen after a run that a window contains.
pub(crate) fn screen_of(
    trace: &Trace,
    with_typed: bool,
    window: Window,
    counts: &dyn Fn(&[Shown]) -> bool,
) -> Vec<ScreenLine> {
    let turns: Vec<_> = trace.turns().into_iter().map(|turn| (decode(turn.printed), turn.then)).collect();
    let mut screen = Screen::new(window, counts);
    for (printed, then) in &turns {
        screen.print(printed);
        match then {
            Then::Typed(line) if with_typed => screen.type_line(line),
            Then::StartedAgain => screen.start_again(),
            Then::Typed(_) | Then::EndOfInput | Then::Ended => {}
        }
    }
    screen.end()
}

/// Splits the lines of a screen into turns.
pub(crate) fn turns(lines: Vec<ScreenLine>) -> Vec<Vec<ScreenLine>> {
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

/// Marks the characters at these bytes of the printed output as decisive.
pub(crate) fn point_out(mut lines: Vec<ScreenLine>, bytes: &[usize]) -> Vec<ScreenLine> {
    for line in lines.iter_mut().filter(|line| bytes.iter().any(|byte| line.printed.contains(byte))) {
        let text = line.printed_text();
        let places = text.char_indices().map(|(place, _)| line.printed.start + place).enumerate();
        line.decisive =
            places.filter(|(_, place)| bytes.contains(place)).map(|(character, _)| character).collect();
    }
    lines
}

/// Tells whether the transcript shows when each line was typed: the program was watched, and did not buffer its output
/// until its end, as C programs do whose output is not a terminal.
pub(crate) fn shows_typing(trace: &Trace) -> bool {
    trace
        .dialogue
        .as_ref()
        .is_some_and(|dialogue| dialogue.typed.len() < 2 || dialogue.typed.iter().any(|(at, _)| *at > 0))
}

/// Returns `after line 3 of the input, …: `, for a sentence; nothing if there is no input.
pub(crate) fn place(expected: &Trace, trace: &Trace, typed_before: usize) -> String {
    let line = typed_before.checked_sub(1).and_then(|index| trace.dialogue.as_ref()?.typed.get(index));
    match line {
        None if !asks(expected) && !asks(trace) => String::new(),
        None => "before the first input: ".to_owned(),
        Some((_, line)) if line.is_empty() => {
            format!("after line {typed_before} of the input, an empty one: ")
        }
        Some((_, line)) => format!("after line {typed_before} of the input, `{}`: ", shortened(line)),
    }
}

/// Whether a program asked for a line.
pub(crate) fn asks(trace: &Trace) -> bool {
    trace.dialogue.as_ref().is_some_and(|it| !it.typed.is_empty() || it.asked_beyond_end.is_some())
}

struct Screen<'a> {
    window: Window,
    counts: &'a dyn Fn(&[Shown]) -> bool,
    lines: Vec<ScreenLine>,
    /// The number of compared lines so far.
    count: usize,
    /// The last compared line, if it is not kept.
    hidden: Option<Line<'a>>,
    current: Line<'a>,
    /// The number of printed bytes so far.
    printed: usize,
    typed: usize,
    pass: usize,
}

/// A line that may be kept. Of an endless output most are not.
#[derive(Debug, Default)]
struct Line<'t> {
    pieces: Vec<Shown<'t>>,
    /// The bytes of the printed output in it.
    printed: Range<usize>,
    typed_before: usize,
    unfinished: bool,
    /// The number of lines before it that are not kept.
    left_out: usize,
}

impl Line<'_> {
    fn kept(&self) -> ScreenLine {
        let piece = |piece: &Shown| ScreenPiece { text: piece.text.to_owned(), typed: piece.typed };
        ScreenLine {
            pieces: self.pieces.iter().map(piece).collect(),
            printed: self.printed.clone(),
            typed_before: self.typed_before,
            decisive: Vec::new(),
            unfinished: self.unfinished,
            left_out: self.left_out,
            counts_as: None,
            pass: None,
        }
    }
}

impl<'a> Screen<'a> {
    fn new(window: Window, counts: &'a dyn Fn(&[Shown]) -> bool) -> Self {
        let (lines, current) = (Vec::new(), Line::default());
        Self { window, counts, lines, count: 0, hidden: None, current, printed: 0, typed: 0, pass: 1 }
    }

    fn print(&mut self, text: &'a str) {
        for line in text.split_inclusive('\n') {
            self.printed += line.len();
            let (text, ends) = line.strip_suffix('\n').map_or((line, false), |text| (text, true));
            if !text.is_empty() {
                self.current.pieces.push(Shown { text, typed: false });
            }
            if ends {
                self.finish_line(false);
            }
        }
    }

    fn type_line(&mut self, text: &'a str) {
        self.current.pieces.push(Shown { text, typed: true });
        self.typed += 1;
        self.finish_line(false);
    }

    /// Ends a pass: what the next one prints stands below a divider.
    fn start_again(&mut self) {
        self.end_pass();
        self.pass += 1;
        let left_out = self.hidden.take().map_or(0, |hidden| hidden.left_out + 1);
        let printed = self.printed..self.printed;
        let (typed_before, pass) = (self.typed, Some(self.pass));
        let divider =
            ScreenLine { pieces: Vec::new(), printed, typed_before, left_out, pass, ..ScreenLine::plain("") };
        self.lines.push(divider);
    }

    fn end_pass(&mut self) {
        if !self.current.pieces.is_empty() {
            self.finish_line(true);
        }
    }

    fn finish_line(&mut self, unfinished: bool) {
        let line = &mut self.current;
        (line.printed.end, line.unfinished) = (self.printed, unfinished);
        let is_counted = (self.counts)(&line.pieces);
        if is_counted {
            let number = self.count;
            self.count += 1;
            let is_kept =
                self.window.holds(number, &line.printed) || line.pieces.iter().any(|piece| piece.typed);
            line.left_out = self.hidden.as_ref().map_or(0, |hidden| hidden.left_out + 1);
            if is_kept {
                self.hidden = None;
                self.lines.push(line.kept());
            } else {
                // The pieces of the line that was hidden before are no longer needed, and the room for them is.
                std::mem::swap(self.hidden.get_or_insert_default(), line);
            }
        }
        line.pieces.clear();
        (line.printed, line.typed_before) = (self.printed..self.printed, self.typed);
    }

    /// Returns the kept lines.
    fn end(mut self) -> Vec<ScreenLine> {
        self.end_pass();
        self.lines.extend(self.hidden.iter().map(Line::kept));
        self.lines
    }
}
