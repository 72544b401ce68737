//! Varies a line that is typed at a program, word by word: numbers near the one there, words in another order, left out or
//! twice. What the words mean is not known.

/// The most words of a line that are varied.
const MOST_WORDS: usize = 6;

/// Returns lines that differ from a line in one word, or in the order of two.
pub(super) fn other_lines(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let with = |place: usize, word: &str| {
        let mut changed = words.clone();
        changed[place] = word;
        changed.join(" ")
    };
    let mut all = Vec::new();
    for (place, word) in words.iter().enumerate().take(MOST_WORDS) {
        all.extend(other_words(word).iter().map(|other| with(place, other)));
        if words.len() > 1 {
            let mut fewer = words.clone();
            fewer.remove(place);
            all.push(fewer.join(" "));
        }
        if place > 0 {
            let mut swapped = words.clone();
            swapped.swap(place - 1, place);
            all.push(swapped.join(" "));
        }
    }
    if let (true, Some(last)) = (words.len() > 1, words.last()) {
        all.push(format!("{line} {last}"));
    }
    all.retain(|other| other != line);
    all
}

/// Returns what may stand in the place of a word: for a number other numbers, for a word the same in other letters.
fn other_words(word: &str) -> Vec<String> {
    if let Ok(number) = word.parse::<i64>() {
        let near =
            [number.checked_add(1), number.checked_sub(1), number.checked_neg(), number.checked_mul(10)];
        return [0, 1, -1].into_iter().chain(near.into_iter().flatten()).map(|it| it.to_string()).collect();
    }
    if let Ok(number) = word.parse::<f64>()
        && word.contains(|it: char| it.is_ascii_digit())
    {
        let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len()).min(9);
        let others = [0.0, -number, number * 10.0, number + 1.0];
        return others.map(|other| format!("{other:.decimals$}")).into();
    }
    let upper = word.to_uppercase();
    let other_case = if upper == word { word.to_lowercase() } else { upper };
    if word.is_empty() { Vec::new() } else { vec![other_case, word.repeat(2)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_are_varied_one_at_a_time() {
        let all = other_lines("insert 5");
        for other in [
            "insert 6",
            "insert 4",
            "insert -5",
            "insert 50",
            "5 insert",
            "insert",
            "5",
            "INSERT 5",
            "insert 5 5",
        ] {
            assert!(all.iter().any(|it| it == other), "no {other} in {all:?}");
        }
        assert_eq!(other_lines("2.50"), ["0.00", "-2.50", "25.00", "3.50"]);
        assert_eq!(other_lines(""), Vec::<String>::new());
    }
}
