//! Shortens an input whose runs take long, such as a session that is compiled: all shorter ones of a round are tried
//! together.

use super::shrink::without;

/// The most rounds.
const ROUNDS: usize = 5;

/// The most inputs that are tried in one round.
const MOST_TRIED: usize = 24;

/// Shortens tokens for as long as `show` tells of one of the shorter inputs that it still shows the same difference.
///
/// # Errors
///
/// When `show` fails.
pub(crate) fn shrink_together<E>(
    tokens: &[usize],
    mut show: impl FnMut(&[Vec<usize>]) -> Result<Vec<bool>, E>,
) -> Result<Vec<usize>, E> {
    let mut best = tokens.to_vec();
    for _ in 0..ROUNDS {
        let shorter = shorter(&best);
        if shorter.is_empty() {
            break;
        }
        let shown = show(&shorter)?;
        let mut still = shorter.into_iter().zip(shown).filter(|(_, shows)| *shows);
        // The shortest stand first.
        let Some((found, _)) = still.next() else { break };
        best = found;
    }
    Ok(best)
}

/// Returns shorter inputs, the shortest first: beginnings and ends, and all but one or two tokens.
fn shorter(tokens: &[usize]) -> Vec<Vec<usize>> {
    let length = tokens.len();
    let mut all: Vec<Vec<usize>> = Vec::new();
    for cut in 1..length {
        all.push(tokens[..cut].to_vec());
        all.push(without(tokens, cut - 1..cut));
    }
    all.extend(length.checked_sub(1).filter(|last| *last > 0).map(|last| without(tokens, last..length)));
    for first in 0..length {
        for second in first + 1..length {
            all.push(without(&without(tokens, second..second + 1), first..first + 1));
        }
    }
    all.retain(|shorter| !shorter.is_empty());
    all.sort_by_key(Vec::len);
    all.dedup();
    // What leaves one token out must be tried, or nothing gets shorter.
    let (long, mut short): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.len() + 1 == length);
    short.truncate(MOST_TRIED.saturating_sub(long.len()));
    short.extend(long);
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_still_shows_the_difference() {
        let shows = |tokens: &Vec<usize>| tokens.contains(&3) && tokens.last() == Some(&7);
        let shrunk = shrink_together(&[1, 2, 3, 4, 5, 7], |all| Ok::<_, ()>(all.iter().map(shows).collect()));
        assert_eq!(shrunk, Ok(vec![3, 7]));
        let nothing = shrink_together(&[1, 2], |all| Ok::<_, ()>(vec![false; all.len()]));
        assert_eq!(nothing, Ok(vec![1, 2]));
        assert_eq!(shrink_together(&[1], |_| Err(())), Ok(vec![1]));
    }
}
