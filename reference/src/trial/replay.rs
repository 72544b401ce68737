//! Replays the moves and words of a game by its rules, and finds the features that they exercise.

use super::plan::{Move, windows};
use super::{Arena, Effect, Feature, Size, Word};
use crate::lines::{Cell, Direction, Run};

/// The kind of the features that are winning lines.
pub(super) const LINES: &str = "winning lines";
const ENDS: &str = "ends";
const WINS: &str = "ways to win";
const REFUSED: &str = "refused input";
const ORDERS: &str = "refusals in order";

/// One input line.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Move(Move),
    Word(&'a Word),
    /// A line that the subject does not know; it counts as refused.
    Unknown,
}

/// How a game ended.
pub(super) enum End {
    /// A disc completed lines.
    Won { lines: Vec<Run>, last: Cell, player: usize },
    /// A pop gave a line only to the player who moved (0), only to the opponent (1), or to both (2).
    Popped(usize),
    /// The grid is full.
    Tied,
    /// The players left.
    Left,
}

/// The result of some steps.
pub(super) struct Replay {
    pub(super) arena: Arena,
    has_ties: bool,
    /// The end of the first game.
    pub(super) end: Option<End>,
    /// Whether the handout leaves the result of a step open.
    pub(super) is_open: bool,
    /// The exercised features, each once.
    pub(super) features: Vec<Feature>,
}

impl Replay {
    /// Plays steps on an empty grid; `has_ties` tells whether a full grid ends the game.
    pub(super) fn of<'a>(arena: Arena, has_ties: bool, steps: impl Iterator<Item = Step<'a>>) -> Self {
        let empty = arena.clone();
        let mut replay = Self { arena, has_ties, end: None, is_open: false, features: Vec::new() };
        let (mut is_over, mut before) = (false, "the start");
        for step in steps {
            match step {
                Step::Word(word) if is_over => {
                    replay.is_open |= word.is_open && word.effect != Effect::Again;
                    if word.effect == Effect::Again {
                        (replay.arena, is_over, before) = (empty.clone(), false, "the start");
                    }
                }
                Step::Move(_) | Step::Unknown if is_over => {}
                Step::Unknown => {
                    replay.exercise(ORDERS, &in_order(NO_MOVE, before));
                    before = NO_MOVE;
                }
                Step::Word(word) => {
                    replay.is_open |= word.is_open;
                    replay.exercise(REFUSED, word.kind);
                    match word.effect {
                        Effect::Ends => {
                            replay.ended(End::Left);
                            is_over = true;
                        }
                        Effect::Stays | Effect::Again => {
                            replay.exercise(ORDERS, &in_order(NO_MOVE, before));
                            before = NO_MOVE;
                        }
                    }
                }
                Step::Move(one) => match replay.play(one) {
                    Played::Refused(what) => {
                        replay.exercise(REFUSED, what);
                        replay.exercise(ORDERS, &in_order(what, before));
                        before = what;
                    }
                    Played::Went => before = "a move",
                    Played::Ended(end) => {
                        replay.ended(end);
                        is_over = true;
                    }
                },
            }
        }
        replay
    }

    fn play(&mut self, one: Move) -> Played {
        match one {
            Move::Drop(column) if !self.arena.is_open(column) => Played::Refused(FULL),
            Move::Pop(column) if self.arena.height(column) == 0 => Played::Refused(EMPTY),
            Move::Drop(column) => {
                let (last, player) = (self.arena.landing(column), self.arena.mover());
                self.arena.drop(column);
                let lines = self.arena.lines_at_top(column);
                if !lines.is_empty() {
                    Played::Ended(End::Won { lines, last, player })
                } else if self.has_ties && self.arena.is_full() {
                    Played::Ended(End::Tied)
                } else {
                    Played::Went
                }
            }
            Move::Pop(column) => {
                let mover = self.arena.mover();
                self.arena.pop(column);
                let lines = self.arena.lines();
                match (lines[mover], lines[1 - mover]) {
                    (false, false) => Played::Went,
                    (true, false) => Played::Ended(End::Popped(0)),
                    (false, true) => Played::Ended(End::Popped(1)),
                    (true, true) => Played::Ended(End::Popped(2)),
                }
            }
        }
    }

    fn ended(&mut self, end: End) {
        match &end {
            End::Won { lines, last, player } => {
                self.exercise(ENDS, "a win");
                if self.arena.is_full() {
                    self.exercise(ENDS, FILLING);
                }
                self.exercise(WINS, if *player == 0 { FIRST } else { SECOND });
                for line in lines {
                    let is_end = *last == line.first() || *last == line.last();
                    self.exercise(WINS, if is_end { AT_END } else { INSIDE });
                    if line.length() > self.arena.length() {
                        self.exercise(WINS, LONGER);
                    }
                    for part in line.parts(self.arena.length()) {
                        self.exercise(LINES, &named(part.first(), part.last(), part.direction()));
                    }
                }
                if lines.len() > 1 {
                    self.exercise(WINS, SEVERAL);
                }
            }
            End::Popped(lines) => self.exercise(ENDS, POPS[*lines]),
            End::Tied => self.exercise(ENDS, TIE),
            End::Left => self.exercise(ENDS, LEFT),
        }
        self.end.get_or_insert(end);
    }

    fn exercise(&mut self, kind: &'static str, name: &str) {
        if !self.features.iter().any(|feature| feature.kind == kind && feature.name == name) {
            self.features.push(Feature { kind, name: name.to_owned() });
        }
    }
}

enum Played {
    Refused(&'static str),
    Went,
    Ended(End),
}

const NO_MOVE: &str = "a line that is no move";
const FULL: &str = "a full column";
const EMPTY: &str = "an empty column";
const TIE: &str = "a full grid";
const LEFT: &str = "the players leave";
const FILLING: &str = "a win that fills the grid";
const FIRST: &str = "by the first player";
const SECOND: &str = "by the second player";
const AT_END: &str = "the last disc is an end of the line";
const INSIDE: &str = "the last disc is inside the line";
const LONGER: &str = "the line is longer than it must be";
const SEVERAL: &str = "several lines at once";
const POPS: [&str; 3] =
    ["a pop that wins", "a pop that wins for the opponent", "a pop that gives both a line"];

/// Names a refused input together with the one before.
fn in_order(what: &str, before: &str) -> String {
    format!("{what} after {before}")
}

/// Returns every feature of a game.
pub(super) fn features(size: Size, has_pops: bool, words: &[Word]) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    let mut add = |kind, name: String| {
        let feature = Feature { kind, name };
        if !features.contains(&feature) {
            features.push(feature);
        }
    };
    for window in windows(size.rows, size.columns, size.length) {
        let (first, last) = (window.cells[0], window.cells[size.length - 1]);
        let direction = match (last.row.cmp(&first.row), last.column == first.column) {
            (std::cmp::Ordering::Equal, _) => Direction::Horizontal,
            (_, true) => Direction::Vertical,
            (std::cmp::Ordering::Greater, false) => Direction::Falling,
            (std::cmp::Ordering::Less, false) => Direction::Rising,
        };
        add(LINES, named(first, last, direction));
    }
    [FIRST, SECOND, AT_END, INSIDE, LONGER, SEVERAL].iter().for_each(|name| add(WINS, (*name).to_owned()));
    add(ENDS, "a win".to_owned());
    if has_pops {
        POPS.iter().for_each(|name| add(ENDS, (*name).to_owned()));
    } else {
        [TIE, FILLING].iter().for_each(|name| add(ENDS, (*name).to_owned()));
    }
    if words.iter().any(|word| word.effect == Effect::Ends) {
        add(ENDS, LEFT.to_owned());
    }
    let refused = words.iter().filter(|word| !word.is_open && word.effect == Effect::Stays);
    refused.for_each(|word| add(REFUSED, word.kind.to_owned()));
    let full = [Some(FULL), Some(EMPTY).filter(|_| has_pops)];
    full.into_iter().flatten().for_each(|name| add(REFUSED, name.to_owned()));
    for before in ["the start", "a move", NO_MOVE, FULL] {
        for what in [NO_MOVE, FULL] {
            let is_possible = !(before == "the start" && what == FULL);
            if is_possible {
                add(ORDERS, in_order(what, before));
            }
        }
    }
    features
}

/// Returns the name of a line.
fn named(first: Cell, last: Cell, direction: Direction) -> String {
    let way = match direction {
        Direction::Horizontal => "horizontal",
        Direction::Vertical => "vertical",
        Direction::Falling => "falling",
        Direction::Rising => "rising",
    };
    format!("{way}, row {} column {} to row {} column {}", first.row, first.column, last.row, last.column)
}
