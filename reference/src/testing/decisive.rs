//! Tests of the characters that a reference calls decisive.

use super::turns_of;

/// Plays a game and returns each printed text that has decisive characters, with those in brackets.
fn pointed_out(key: &str, args: &[&str], words: &str) -> Vec<String> {
    let reference = crate::find(key).unwrap();
    let lines: Vec<&str> = words.split(' ').collect();
    let printed = turns_of(reference, args, &lines).into_iter().flat_map(|turn| turn.printed);
    let decided = printed.filter(|printed| !printed.decisive.is_empty());
    let bracketed = decided.map(|printed| {
        let characters = printed.text.trim_end().chars().enumerate();
        let shown = characters.map(|(place, character)| match printed.decisive.contains(&place) {
            true => format!("[{character}]"),
            false => character.to_string(),
        });
        shown.collect::<String>()
    });
    bracketed.collect()
}

#[test]
fn the_markers_of_a_winning_line_are_decisive_wherever_they_stand_in_a_row() {
    let vertical = "0 1 0 1 0 1 0";
    assert_eq!(
        pointed_out("byu-connect-four", &[], vertical),
        ["[X].......", "[X]O......", "[X]O......", "[X]O......"]
    );
    assert_eq!(
        pointed_out("umass-connect4", &["4", "4"], vertical),
        [" [X] |   |   |", " [X] | O |   |", " [X] | O |   |", " [X] | O |   |"]
    );
    assert_eq!(
        pointed_out("carleton-connect4", &[], &format!("4,4 {vertical} quit")),
        ["|[X]   |0\n|[X]O  |1\n|[X]O  |2\n|[X]O  |3\n+----+\n 0123"]
    );
    assert_eq!(
        pointed_out("uq-connect4ish", &[], "a1 a2 a1 a2 a1 a2 a1 n"),
        ["|[X]|-|-|-|-|-|-|-|", "|[X]|O|-|-|-|-|-|-|", "|[X]|O|-|-|-|-|-|-|", "|[X]|O|-|-|-|-|-|-|"]
    );
    assert_eq!(
        pointed_out("michigan-connect-n", &["3", "3", "3", "1", "Ada", "Bob"], "0 1 0 1 0"),
        ["[R]OO", "[R]YO", "[R]YO"]
    );
}

#[test]
fn every_line_that_a_move_completes_is_decisive() {
    // A row of five and nothing else, although four are enough.
    let row = "0 0 1 1 3 3 4 4 2";
    assert_eq!(pointed_out("uq-connect4ish", &[], "a1 a1 a2 a2 a4 a4 a5 a5 a3 n").len(), 1);
    let umass = pointed_out("umass-connect4", &["4", "5"], row);
    assert_eq!(umass, [" [X] | [X] | [X] | [X] | [X]"]);
    let carleton = pointed_out("carleton-connect4", &[], &format!("4,5 {row} quit"));
    assert!(carleton[0].contains("|[X][X][X][X][X]|3"), "{carleton:?}");
}

#[test]
fn nothing_is_decisive_while_a_game_goes_on() {
    assert_eq!(pointed_out("umass-connect4", &[], "0 1 0 1 0 1"), Vec::<String>::new());
    assert_eq!(pointed_out("carleton-connect4", &[], "6,7 0 1 0 1 0 1"), Vec::<String>::new());
    assert_eq!(pointed_out("uq-connect4ish", &[], "a1 a2 a1 a2 a1 a2"), Vec::<String>::new());
    let michigan = ["6", "7", "4", "1", "Ada", "Bob"];
    assert_eq!(pointed_out("michigan-connect-n", &michigan, "0 1 0 1 0 1"), Vec::<String>::new());
}
