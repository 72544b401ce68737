//! A program in which two players drop discs in turn, as something to be tried.

use super::plan::{self, AfterPop, Move};
use super::replay::{self, End, Replay};
use super::{Arena, Feature, Random, Subject, Trial};

/// A program in which two players drop discs in turn on a grid of one size.
pub(crate) struct DropGame {
    /// What it is.
    pub(crate) name: &'static str,
    /// Its command line arguments.
    pub(crate) args: &'static [&'static str],
    /// The lines that are typed before the first move.
    pub(crate) opening: &'static [&'static str],
    /// The grid that these make.
    pub(crate) size: Size,
    /// Reads the size of any run off its arguments and lines.
    pub(crate) sized: fn(&[String], &[String]) -> Option<Size>,
    /// How a move is typed.
    pub(crate) typed: fn(Move) -> String,
    /// Whether the lowest disc of a column can be taken away.
    pub(crate) has_pops: bool,
    /// Lines that are no moves, the most readable first.
    pub(crate) words: &'static [Word],
    /// The words that end the program at any time, one after the other; none, if only the rules end it.
    pub(crate) leaving: &'static [&'static str],
    /// The words that end the program after a game.
    pub(crate) closing: &'static [&'static str],
}

/// The size of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// So many in a row win.
    pub(crate) length: usize,
    /// So many lines are typed before the first move.
    pub(crate) opening: usize,
}

/// A line that is no move.
pub(crate) struct Word {
    /// It.
    pub(crate) text: &'static str,
    /// What it stands for in a report: `a letter`.
    pub(crate) kind: &'static str,
    /// What comes of it.
    pub(crate) effect: Effect,
    /// Whether the handout leaves open what comes of it; of what begins another game, what comes of it within one.
    pub(crate) is_open: bool,
}

/// What comes of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is refused, or answered, and the same player is asked again.
    Stays,
    /// The game is over.
    Ends,
    /// After a game: another one begins.
    Again,
}

impl Word {
    /// A word that must be refused.
    pub(crate) const fn refused(text: &'static str, kind: &'static str) -> Self {
        Self { text, kind, effect: Effect::Stays, is_open: false }
    }

    /// A word of which the handout does not say what comes of it.
    pub(crate) const fn open(text: &'static str, kind: &'static str) -> Self {
        Self { is_open: true, ..Self::refused(text, kind) }
    }

    /// A word that begins another game; nothing else may be typed there, nor this within a game.
    pub(crate) const fn size(text: &'static str, kind: &'static str) -> Self {
        Self { effect: Effect::Again, ..Self::open(text, kind) }
    }

    /// A word with an effect.
    pub(crate) const fn with(text: &'static str, kind: &'static str, effect: Effect) -> Self {
        Self { effect, ..Self::refused(text, kind) }
    }
}

/// What a game is played towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The next line of the deck.
    Win,
    /// A few moves among many words.
    Noise,
    /// Full columns.
    Stack,
    /// Anything.
    Free,
    /// A full grid.
    Tie,
    /// A pop that ends the game.
    Pop(AfterPop),
}

const GOALS: [Goal; 20] = {
    use Goal::{Free, Noise, Stack, Tie, Win};
    [
        Noise, Win, Stack, Win, Tie, Win, Noise, Win, Free, Win, Stack, Win, Tie, Win, Noise, Win, Stack,
        Win, Free, Tie,
    ]
};

const GOALS_WITH_POPS: [Goal; 20] = {
    use AfterPop::{Both, Mover, Opponent};
    use Goal::{Free, Noise, Pop, Stack, Win};
    [
        Noise,
        Win,
        Pop(Mover),
        Win,
        Stack,
        Pop(Opponent),
        Noise,
        Win,
        Pop(Both),
        Free,
        Win,
        Pop(Mover),
        Noise,
        Win,
        Pop(Opponent),
        Stack,
        Noise,
        Win,
        Pop(Both),
        Noise,
    ]
};

/// So often a goal is tried before anything is played instead.
const MOST_ATTEMPTS: usize = 60;

/// The longest game that is to end with a pop.
const MOST_MOVES: usize = 160;

impl DropGame {
    /// The empty grid.
    fn arena(&self) -> Arena {
        Arena::new(self.size.rows, self.size.columns, self.size.length)
    }

    /// How many tokens are moves.
    fn moves(&self) -> usize {
        self.size.columns * if self.has_pops { 2 } else { 1 }
    }

    fn token(&self, one: Move) -> usize {
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

    /// The token of a word.
    fn word(&self, text: &str) -> Option<usize> {
        self.words.iter().position(|word| word.text == text).map(|word| self.moves() + word)
    }

    /// What tokens come to.
    fn replay(&self, tokens: &[usize]) -> Replay {
        let steps = tokens.iter().map(|&token| match token.checked_sub(self.moves()) {
            Some(word) => replay::Step::Word(&self.words[word]),
            None if token < self.size.columns => replay::Step::Move(Move::Drop(token)),
            None => replay::Step::Move(Move::Pop(token - self.size.columns)),
        });
        Replay::of(self.arena(), !self.has_pops, steps)
    }

    /// The moves of a game towards a goal.
    fn planned(&self, goal: Goal, round: usize, random: &mut Random) -> Vec<Move> {
        let arena = self.arena();
        let windows = plan::windows(self.size.rows, self.size.columns, self.size.length);
        let attempt = |random: &mut Random| match goal {
            Goal::Win => {
                let window = windows.get(dealt(round, windows.len())?)?;
                plan::win(arena.clone(), window, random)
            }
            Goal::Tie => plan::tie(arena.clone(), random),
            Goal::Stack => {
                let mut columns: Vec<usize> = (0..self.size.columns).collect();
                random.shuffle(&mut columns);
                let count = 1 + random.below(2.min(columns.len()));
                let mut moves = plan::stack(arena.clone(), &columns[..count], random);
                let mut after = arena.clone();
                moves.iter().for_each(|it| {
                    if let Move::Drop(column) = it {
                        after.drop(*column);
                    }
                });
                moves.extend(plan::free(after, random).into_iter().take(1 + random.below(6)));
                Some(moves)
            }
            Goal::Noise => {
                let mut moves = plan::free(arena.clone(), random);
                moves.truncate(1 + random.below(7));
                Some(moves)
            }
            Goal::Free => Some(plan::free(arena.clone(), random)),
            Goal::Pop(wanted) => plan::pop(arena.clone(), wanted, MOST_MOVES, random),
        };
        (0..MOST_ATTEMPTS).find_map(|_| attempt(random)).unwrap_or_else(|| plan::free(self.arena(), random))
    }

    /// Puts words and moves that must be refused before the moves of a game.
    fn with_noise(&self, moves: &[Move], noise: usize, random: &mut Random) -> Vec<usize> {
        let mut tokens = Vec::new();
        let mut arena = self.arena();
        for &one in moves {
            let mut insists = false;
            while random.percent(if insists { 35 } else { noise }) {
                insists = true;
                let full: Vec<usize> = (0..self.size.columns).filter(|&it| !arena.is_open(it)).collect();
                let empty: Vec<usize> = if self.has_pops {
                    (0..self.size.columns).filter(|&it| arena.height(it) == 0).collect()
                } else {
                    Vec::new()
                };
                let refused = match random.below(3) {
                    0 => random.pick(&full).map(Move::Drop),
                    1 => random
                        .pick(&empty)
                        .or(random.pick(&full).filter(|_| !self.has_pops))
                        .map(|column| if self.has_pops { Move::Pop(column) } else { Move::Drop(column) }),
                    _ => None,
                };
                tokens.extend(refused.map(|it| self.token(it)).or_else(|| self.any_word(random)));
            }
            match one {
                Move::Drop(column) => arena.drop(column),
                Move::Pop(column) => arena.pop(column),
            }
            tokens.push(self.token(one));
        }
        tokens
    }

    /// A word that does not end the game, or now and then one that does.
    fn any_word(&self, random: &mut Random) -> Option<usize> {
        let may_end = random.percent(10);
        let is_fit = |word: &Word| word.effect == Effect::Stays || word.effect == Effect::Ends && may_end;
        let fit: Vec<usize> = (0..self.words.len()).filter(|&word| is_fit(&self.words[word])).collect();
        random.pick(&fit).map(|word| self.moves() + word)
    }

    /// What follows a game: the words that close the program, another game, or lines that nobody should read.
    fn after_game(&self, random: &mut Random) -> Vec<usize> {
        let closing = || self.closing.iter().filter_map(|word| self.word(word)).collect::<Vec<usize>>();
        let again = self.words.iter().filter(|word| word.effect == Effect::Again).map(|word| word.text);
        let again: Vec<usize> = again.filter_map(|word| self.word(word)).collect();
        match random.below(10) {
            0 if closing().is_empty() => vec![random.below(self.tokens()), random.below(self.size.columns)],
            1..=3 if !again.is_empty() => {
                let mut moves = plan::free(self.arena(), random);
                moves.truncate(3 + random.below(12));
                let more = moves.into_iter().map(|it| self.token(it));
                random.pick(&again).into_iter().chain(more).chain(closing()).collect()
            }
            _ => closing(),
        }
    }
}

/// Deals the cards of a deck in an order that skips through it: each once before any comes again.
fn dealt(round: usize, cards: usize) -> Option<usize> {
    let are_coprime = |mut one: usize, mut other: usize| {
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one == 1
    };
    let stride =
        (cards * 618 / 1000..cards).find(|&stride| stride > 0 && are_coprime(stride, cards)).unwrap_or(1);
    (cards > 0).then(|| round % cards * stride % cards)
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

    fn relabelled(&self, tokens: &[usize]) -> Vec<Vec<usize>> {
        let columns = self.size.columns;
        let moved = |to: &dyn Fn(usize) -> usize| -> Vec<usize> {
            let token = |&token: &usize| match token {
                word if word >= self.moves() => word,
                pop if pop >= columns => columns + to(pop - columns),
                column => to(column),
            };
            tokens.iter().map(token).collect()
        };
        let used = |column: usize| tokens.iter().any(|&it| it < self.moves() && it % columns == column);
        let mut relabelled = vec![moved(&|column| columns - 1 - column)];
        if let Some(first) = (1..columns).find(|&column| used(column)).filter(|_| !used(0)) {
            relabelled.push(moved(&|column| column.saturating_sub(first)));
        }
        for (one, other) in (0..columns).flat_map(|other| (0..other).map(move |one| (one, other))) {
            if used(one) || used(other) {
                relabelled.push(moved(&|column| match column {
                    it if it == one => other,
                    it if it == other => one,
                    it => it,
                }));
            }
        }
        relabelled
    }

    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize> {
        let goals = if self.has_pops { GOALS_WITH_POPS } else { GOALS };
        let goal = goals[round % goals.len()];
        let moves = self.planned(goal, round, random);
        let noise = if goal == Goal::Noise {
            45
        } else if random.percent(40) {
            15
        } else {
            0
        };
        let mut tokens = self.with_noise(&moves, noise, random);
        tokens.extend(self.after_game(random));
        tokens
    }

    fn trial(&self, tokens: &[usize]) -> Trial {
        let opening = self.opening.iter().map(ToString::to_string);
        Trial::Run {
            args: self.args.iter().map(ToString::to_string).collect(),
            lines: opening.chain(tokens.iter().map(|&token| self.text(token))).collect(),
        }
    }

    fn shorter(&self, tokens: &[usize], random: &mut Random) -> Option<Vec<usize>> {
        let replay = self.replay(tokens);
        let arena = self.arena();
        let moves = match replay.end? {
            End::Won { lines, last, player } => {
                let line = random.pick(&lines)?;
                let parts: Vec<_> = line.parts(self.size.length).collect();
                let cells: Vec<_> = random.pick(&parts)?.cells().collect();
                let last =
                    if random.percent(70) && cells.contains(&last) { last } else { random.pick(&cells)? };
                let player = if random.percent(70) { player } else { random.below(2) };
                plan::win(arena, &plan::Window { cells, player, last }, random)
            }
            End::Tied => plan::tie(arena, random),
            End::Popped(lines) => {
                let wanted = [AfterPop::Mover, AfterPop::Opponent, AfterPop::Both];
                plan::pop(arena, wanted[lines], MOST_MOVES, random)
            }
            End::Left => None,
        }?;
        Some(moves.into_iter().map(|it| self.token(it)).collect())
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
