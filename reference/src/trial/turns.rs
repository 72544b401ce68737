//! Two players who take turns: their moves after each of them loses one.
//!
//! One move less would exchange the players for the rest of the game.

/// Games with at least this number of moves are nearly full boards: there, only leaving out equal moves can help.
const LONG: usize = 34;

/// Returns the tokens without one of each player, whose turns are the even and the odd ones. The first sort leaves out
/// the same token for both players, the second sort different ones; there is no third sort.
pub(super) fn without_a_move_each(sort: usize, tokens: &[usize]) -> Option<Vec<Vec<usize>>> {
    let wants_same = match sort {
        0 => true,
        1 if tokens.len() >= LONG => return Some(Vec::new()),
        1 => false,
        _ => return None,
    };
    let earlier = |late: usize| (0..late).rev().filter(move |early| (late - early) % 2 == 1);
    let pairs = (1..tokens.len()).rev().flat_map(|late| earlier(late).map(move |early| [early, late]));
    let fit = pairs.filter(|[early, late]| (tokens[*early] == tokens[*late]) == wants_same);
    Some(fit.map(|gaps| without_one_of_each(tokens, gaps)).collect())
}

/// Returns the tokens without one of each player; the gaps belong to different players.
fn without_one_of_each(tokens: &[usize], gaps: [usize; 2]) -> Vec<usize> {
    let of = |player: usize| {
        let places = (player..tokens.len()).step_by(2).filter(move |place| !gaps.contains(place));
        places.map(|place| tokens[place])
    };
    let (mut first, mut second) = (of(0), of(1));
    (0..tokens.len() - 2)
        .filter_map(|turn| if turn % 2 == 0 { first.next() } else { second.next() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_token_each_both_players_keep_what_is_theirs() {
        assert_eq!(without_one_of_each(&[0, 10, 1, 11, 2, 12, 3], [1, 4]), [0, 11, 1, 12, 3]);
    }

    #[test]
    fn both_go_without_the_same_token_first() {
        let ways = |sort| without_a_move_each(sort, &[5, 6, 7, 6, 5, 5]);
        assert_eq!(ways(0), Some(vec![vec![5, 6, 7, 6], vec![7, 6, 5, 6]]));
        let others = ways(1).unwrap();
        assert!(others.len() == 7 && others.iter().all(|way| way.len() == 4), "{others:?}");
        assert_eq!(ways(2), None);
        assert_eq!(without_a_move_each(1, &[0; LONG]), Some(Vec::new()));
    }
}
