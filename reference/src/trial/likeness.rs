//! Games that are similar to another one: shorter ones with the same end, and the same game in other columns.

use super::goal::MOST_MOVES;
use super::plan::{self, AfterPop, Move, Window};
use super::replay::End;
use super::{DropGame, Random};
use crate::lines::{Cell, Direction, Run};

/// The number of attempts at a short game with one end.
const ATTEMPTS: usize = 30;

impl DropGame {
    /// Returns games with the same or nearly the same end that are shorter; the shortest first.
    pub(super) fn shorter_games(&self, tokens: &[usize], random: &mut Random) -> Vec<Vec<usize>> {
        let arena = || self.arena();
        let mut games: Vec<Vec<Move>> = match self.replay(tokens).end {
            None | Some(End::Left) => Vec::new(),
            Some(End::Won { lines, player, .. }) => {
                let alike = lines.iter().flat_map(|line| self.windows_like(*line, player));
                let windows = alike.chain(self.simplest_windows());
                windows.filter_map(|it| shortest(|| plan::win(arena(), &it, random))).collect()
            }
            Some(End::Tied) => shortest(|| plan::tie(arena(), random)).into_iter().collect(),
            Some(End::Popped(lines)) => {
                let wanted = [AfterPop::Mover, AfterPop::Opponent, AfterPop::Both][lines];
                shortest(|| plan::pop(arena(), wanted, MOST_MOVES, random)).into_iter().collect()
            }
        };
        games.retain(|game| game.len() < tokens.len());
        games.sort_by_key(|game| (game.len(), game.clone()));
        games.dedup();
        games.into_iter().map(|game| game.into_iter().map(|one| self.token(one)).collect()).collect()
    }

    /// Returns the winning parts of a line, in their place and on the floor, for both players and with each cell as the
    /// last; if the line is longer than necessary, also the whole line.
    fn windows_like(&self, line: Run, player: usize) -> Vec<Window> {
        let parts: Vec<Run> = line.parts(self.size.length).collect();
        let whole = Some(line).filter(|_| parts.len() > 1);
        let mut windows = Vec::new();
        for run in parts.into_iter().chain(whole) {
            let cells: Vec<Cell> = run.cells().collect();
            let lowest = cells.iter().map(|cell| cell.row).max().unwrap_or_default();
            let down = self.size.rows - 1 - lowest;
            let on_floor = cells.iter().map(|cell| Cell { row: cell.row + down, ..*cell }).collect();
            for cells in [Some(cells), Some(on_floor).filter(|_| down > 0)].into_iter().flatten() {
                // Discs fall: of a stack, the highest is the last.
                let lasts = if run.direction() == Direction::Vertical { &cells[..1] } else { &cells[..] };
                for (&last, player) in lasts.iter().flat_map(|last| [(last, player), (last, 1 - player)]) {
                    windows.push(Window { cells: cells.clone(), player, last });
                }
            }
        }
        windows
    }

    /// Returns a row and a stack in the corner, for both players: the shortest possible wins.
    fn simplest_windows(&self) -> Vec<Window> {
        let (floor, length) = (self.size.rows - 1, self.size.length);
        let row: Vec<Cell> =
            (0..length.min(self.size.columns)).map(|column| Cell { row: floor, column }).collect();
        let stack: Vec<Cell> = (0..length.min(self.size.rows))
            .rev()
            .map(|height| Cell { row: floor - height, column: 0 })
            .collect();
        let with_last = [(row.last().copied(), row), (stack.first().copied(), stack)];
        let fit = with_last.into_iter().filter(|(_, cells)| cells.len() == length);
        let last = fit.filter_map(|(last, cells)| Some((last?, cells)));
        last.flat_map(|(last, cells)| [0, 1].map(|player| Window { cells: cells.clone(), player, last }))
            .collect()
    }

    /// Returns the same tokens with other columns: mirrored, moved to the left, exchanged.
    pub(super) fn with_other_columns(&self, tokens: &[usize]) -> Vec<Vec<usize>> {
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
}

/// Returns the shortest game of some attempts.
fn shortest(attempt: impl FnMut() -> Option<Vec<Move>>) -> Option<Vec<Move>> {
    std::iter::repeat_with(attempt).take(ATTEMPTS).flatten().min_by_key(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Subject, Trial};

    #[test]
    fn a_shorter_game_ends_as_the_longer_one_did() {
        for reference in crate::all() {
            for subject in reference.subjects() {
                let mut random = Random::new(1);
                for round in 0..40 {
                    let tokens = subject.draw(round, &mut random);
                    let shorter = subject.shorter(&tokens, &mut random);
                    assert!(shorter.is_sorted_by_key(Vec::len), "{}", subject.name());
                    assert!(shorter.iter().all(|game| game.len() < tokens.len()), "{}", subject.name());
                    for game in shorter {
                        assert!(ends(*subject, &game), "{} {:?}", subject.name(), subject.trial(&game));
                    }
                }
            }
        }
    }

    /// Tells whether a game exercises an end, as far as the subject reports it.
    fn ends(subject: &dyn Subject, tokens: &[usize]) -> bool {
        let Trial::Run { args, lines } = subject.trial(tokens) else { return false };
        let exercised = subject.exercised(&args, &lines);
        exercised.is_none_or(|features| features.iter().any(|feature| feature.kind == "ends"))
    }
}
