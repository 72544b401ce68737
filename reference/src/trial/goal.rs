//! Games that are drawn towards goals, with invalid lines among their moves.

use super::plan::{self, AfterPop, Move};
use super::{DropGame, Effect, Random, Subject, Word};

/// The goal of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// A win with the next line of the deck.
    Win,
    /// A few moves among many invalid words.
    Noise,
    /// Full columns.
    Stack,
    /// No goal.
    Free,
    /// A full grid without a winner.
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

/// How often a goal is tried before a game without a goal is played instead.
const MOST_ATTEMPTS: usize = 60;

/// The most moves of a game that should end with a pop.
pub(super) const MOST_MOVES: usize = 160;

impl DropGame {
    /// Returns the tokens of a game towards the goal of this round.
    pub(super) fn drawn(&self, round: usize, random: &mut Random) -> Vec<usize> {
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

    /// Returns the moves of a game towards a goal.
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

    /// Puts invalid words and moves before the moves of a game.
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

    /// Returns a word that does not end the game, or sometimes one that does.
    fn any_word(&self, random: &mut Random) -> Option<usize> {
        let may_end = random.percent(10);
        let is_fit = |word: &Word| word.effect == Effect::Stays || word.effect == Effect::Ends && may_end;
        let fit: Vec<usize> = (0..self.words.len()).filter(|&word| is_fit(&self.words[word])).collect();
        random.pick(&fit).map(|word| self.moves() + word)
    }

    /// Returns tokens after a game: the words that close the program, another game, or lines that nobody should read.
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

/// Deals the cards of a deck in a mixed order: each once before any is dealt again.
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
