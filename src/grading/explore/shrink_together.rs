//! Shortens an input whose runs take long, such as a session that is compiled: all shorter ones of a round are tried
//! together.

use super::Generated;
use super::ground::Ground;
use super::shrink::without;

/// The most rounds.
const ROUNDS: usize = 5;

/// The most inputs that are tried in one round.
const MOST_TRIED: usize = 24;

/// Shortens a scenario for as long as `show` tells of one of the shorter ones that it still shows the same difference; then puts
/// the spec's own lines in the place of others.
///
/// # Errors
///
/// When `show` fails.
pub fn shrink_together<E>(
    ground: &dyn Ground,
    generated: &Generated,
    mut show: impl FnMut(&[Generated]) -> Result<Vec<bool>, E>,
) -> Result<Generated, E> {
    let with = |tokens| Generated { tokens, ..generated.clone() };
    let shortest = in_rounds(generated.clone(), &mut show, |best| {
        shorter(&best.tokens).into_iter().map(with).collect()
    })?;
    in_rounds(shortest, &mut show, |best| ground.simpler(best))
}

/// Takes the first of the proposals that still shows the difference, again and again.
fn in_rounds<E>(
    mut best: Generated,
    show: &mut impl FnMut(&[Generated]) -> Result<Vec<bool>, E>,
    propose: impl Fn(&Generated) -> Vec<Generated>,
) -> Result<Generated, E> {
    for _ in 0..ROUNDS {
        let proposed = propose(&best);
        if proposed.is_empty() {
            break;
        }
        let shown = show(&proposed)?;
        let Some((found, _)) = proposed.into_iter().zip(shown).find(|(_, shows)| *shows) else { break };
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
        let start = |tokens: &[usize]| Generated { subject: 0, tokens: tokens.to_vec() };
        let propose = |best: &Generated| shorter(&best.tokens).iter().map(|tokens| start(tokens)).collect();
        let shows = |all: &[Generated]| -> Result<Vec<bool>, ()> {
            Ok(all.iter().map(|it| it.tokens.contains(&3) && it.tokens.last() == Some(&7)).collect())
        };
        let shrunk = in_rounds(start(&[1, 2, 3, 4, 5, 7]), &mut { shows }, propose);
        assert_eq!(shrunk, Ok(start(&[3, 7])));
        let nothing =
            in_rounds(start(&[1, 2]), &mut |all: &[Generated]| Ok::<_, ()>(vec![false; all.len()]), propose);
        assert_eq!(nothing, Ok(start(&[1, 2])));
        assert_eq!(in_rounds(start(&[1]), &mut |_: &[Generated]| Err(()), propose), Ok(start(&[1])));
    }
}
