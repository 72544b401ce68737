//! A program in which two players drop discs in turn, as a subject.

use super::plan::{self, Move};
use super::replay::{self, Replay};
use super::turns::without_a_move_each;
use super::{Arena, Feature, Random, Subject, Trial, Word};

/// A program in which two players drop discs in turn on a grid of one size.
pub(crate) struct DropGame {
    /// The name.
    pub(crate) name: &'static str,
    /// The command line arguments.
    pub(crate) args: &'static [&'static str],
    /// The input lines before the first move.
    pub(crate) opening: &'static [&'static str],
    /// The grid that the arguments and these lines create.
    pub(crate) size: Size,
    /// Returns the size of the grid for any arguments and input lines.
    pub(crate) sized: fn(&[String], &[String]) -> Option<Size>,
    /// Returns the input line of a move.
    pub(crate) typed: fn(Move) -> String,
    /// Whether the lowest disc of a column can be taken away.
    pub(crate) has_pops: bool,
    /// Lines that are no moves, the most readable first.
    pub(crate) words: &'static [Word],
    /// The words that end the program at any time, one after the other; empty if only the rules end it.
    pub(crate) leaving: &'static [&'static str],
    /// The words that end the program after a game.
    pub(crate) closing: &'static [&'static str],
}

/// The size of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The number of discs in a row that wins.
    pub(crate) length: usize,
    /// The number of input lines before the first move.
    pub(crate) opening: usize,
}

impl DropGame {
    /// Returns the empty grid.
    pub(super) fn arena(&self) -> Arena {
        Arena::new(self.size.rows, self.size.columns, self.size.length)
    }

    /// Returns how many tokens are moves.
    pub(super) fn moves(&self) -> usize {
        self.size.columns * if self.has_pops { 2 } else { 1 }
    }

    pub(super) fn token(&self, one: Move) -> usize {
        match one {
            Move::Drop(column) => column,
            Move::Pop(column) => self.size.columns + column,
        }
    }

    fn text(&self, token: usize) -> String {
        match token.checked_sub(self.moves()) {
            Some(word) => self.words[word].text.to_owned(),
            None if token < self.size.columns => (self.typed)(Move::Drop(token)),
            None => (self.typed)(Move::Pop(token - self.size.columns)),
        }
    }

    /// Returns the token of a word.
    pub(super) fn word(&self, text: &str) -> Option<usize> {
        self.words.iter().position(|word| word.text == text).map(|word| self.moves() + word)
    }

    /// Replays tokens by the rules.
    pub(super) fn replay(&self, tokens: &[usize]) -> Replay {
        let steps = tokens.iter().map(|&token| match token.checked_sub(self.moves()) {
            Some(word) => replay::Step::Word(&self.words[word]),
            None if token < self.size.columns => replay::Step::Move(Move::Drop(token)),
            None => replay::Step::Move(Move::Pop(token - self.size.columns)),
        });
        Replay::of(self.arena(), !self.has_pops, steps)
    }
}

impl Subject for DropGame {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn tokens(&self) -> usize {
        self.moves() + self.words.len()
    }

    fn is_open(&self, tokens: &[usize]) -> bool {
        self.replay(tokens).is_open
    }

    fn opening(&self) -> usize {
        self.opening.len()
    }

    fn thinned(&self, sort: usize, tokens: &[usize]) -> Option<Vec<Vec<usize>>> {
        without_a_move_each(sort, tokens)
    }

    fn relabelled(&self, tokens: &[usize]) -> Vec<Vec<usize>> {
        self.with_other_columns(tokens)
    }

    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize> {
        self.drawn(round, random)
    }

    fn trial(&self, tokens: &[usize]) -> Trial {
        let opening = self.opening.iter().map(ToString::to_string);
        Trial::Run {
            args: self.args.iter().map(ToString::to_string).collect(),
            lines: opening.chain(tokens.iter().map(|&token| self.text(token))).collect(),
        }
    }

    fn shorter(&self, tokens: &[usize], random: &mut Random) -> Vec<Vec<usize>> {
        self.shorter_games(tokens, random)
    }

    fn ending(&self, tokens: &[usize], random: &mut Random) -> Vec<usize> {
        let replay = self.replay(tokens);
        let closing = self.closing.iter().filter_map(|word| self.word(word));
        if replay.end.is_some() {
            return closing.collect();
        }
        if !self.leaving.is_empty() {
            return self.leaving.iter().filter_map(|word| self.word(word)).collect();
        }
        let windows = plan::windows(self.size.rows, self.size.columns, self.size.length);
        let attempts = (0..100).filter_map(|_| {
            let window = &windows[random.below(windows.len().max(1))];
            plan::win(replay.arena.clone(), window, random)
        });
        let shortest = attempts.min_by_key(Vec::len).unwrap_or_default();
        shortest.into_iter().map(|it| self.token(it)).chain(closing).collect()
    }

    fn features(&self) -> Vec<Feature> {
        replay::features(self.size, self.has_pops, self.words)
    }

    fn exercised(&self, args: &[String], lines: &[String]) -> Option<Vec<Feature>> {
        let size = (self.sized)(args, lines)?;
        let columns = 0..size.columns;
        let steps = lines.iter().skip(size.opening).map(|line| {
            let drop = columns.clone().map(Move::Drop);
            let pops = columns.clone().filter(|_| self.has_pops).map(Move::Pop);
            let known = drop.chain(pops).find(|&it| (self.typed)(it) == *line).map(replay::Step::Move);
            let word = || self.words.iter().find(|word| word.text == *line).map(replay::Step::Word);
            known.or_else(word).unwrap_or(replay::Step::Unknown)
        });
        let is_same = Size { opening: self.size.opening, ..size } == self.size;
        let arena = Arena::new(size.rows, size.columns, size.length);
        let exercised = Replay::of(arena, !self.has_pops, steps).features;
        Some(exercised.into_iter().filter(|feature| is_same || feature.kind != replay::LINES).collect())
    }
}
