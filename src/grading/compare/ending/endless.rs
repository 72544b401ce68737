//! Says in a sentence how an endless program repeats itself.

use crate::trace::Endless;
use crate::untrusted::Untrusted;

/// The most values that the sentence names, and the length of the longest one, in characters.
const MOST_VALUES: usize = 3;
const LONGEST_VALUE: usize = 24;

/// Returns the sentence; without a claim that could be read, it says only that the program is endless.
pub(crate) fn sentence(endless: Option<&Endless>) -> Untrusted {
    let Some(endless) = endless else {
        return "Endless loop: the program comes back to the same place with the same values, again and again.".into();
    };
    let function = endless.function.as_ref().map(|name| Untrusted::concat(&[&", in `", name, &"`,"]));
    let run = if endless.lines.len() == 1 { "runs" } else { "run" };
    let does = match (endless.prints, endless.turns) {
        (true, _) => "and the same is printed for ever".to_owned(),
        (false, 1) => "and nothing changes".to_owned(),
        (false, turns) => format!("and everything is the same after {turns} turns"),
    };
    Untrusted::concat(&[
        &format!("Endless loop: {} of `", lines_in_words(&endless.lines, endless.last)),
        &endless.file,
        &"`",
        &function.unwrap_or_default(),
        &format!(" {run} again and again, {does}"),
        &values(endless),
        &".",
        &first_line(&endless.lines),
    ])
}

/// Returns a sentence with the text of the first line; an empty text if it is not known.
pub(crate) fn first_line(lines: &[(usize, Untrusted)]) -> Untrusted {
    let Some((number, text)) = lines.first() else { return Untrusted::default() };
    let text = text.map(|text| text.trim().to_owned());
    if text.is_empty() {
        return text;
    }
    Untrusted::concat(&[&format!(" Line {number} is `"), &text, &"`."])
}

/// Returns the lines in words: `line 3`, `lines 3 and 4`, `lines 3 to 9`.
pub(crate) fn lines_in_words(lines: &[(usize, Untrusted)], last: usize) -> String {
    let first = lines.first().map_or(last, |(line, _)| *line);
    match last - first.min(last) {
        0 => format!("line {first}"),
        1 => format!("lines {first} and {last}"),
        _ => format!("lines {first} to {last}"),
    }
}

/// Returns the values that never change, after a colon; an empty text if there are none.
fn values(endless: &Endless) -> Untrusted {
    let short = endless.steady.iter().filter(|(_, value)| value.length() <= LONGEST_VALUE);
    let named: Vec<_> = short.take(MOST_VALUES).collect();
    let mut text = Untrusted::default();
    for (index, (name, value)) in named.iter().enumerate() {
        let before = match index {
            0 => ": ",
            _ if index + 1 == named.len() => " and ",
            _ => ", ",
        };
        text.push(&Untrusted::concat(&[&before, &"`", name, &"` is `", value, &"`"]));
    }
    if !named.is_empty() {
        text.push(&" each time");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless(lines: &[usize], steady: &[(&str, &str)]) -> Endless {
        Endless {
            file: "main.py".into(),
            function: Some("ask".into()),
            last: *lines.last().unwrap(),
            lines: lines.iter().map(|line| (*line, "    while full:".into())).collect(),
            turns: 1,
            steady: steady.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            ..Endless::default()
        }
    }

    #[test]
    fn a_loop_is_named_with_its_lines_and_what_stays_the_same() {
        let two = endless(&[36, 37], &[("full", "True"), ("column", "0")]);
        assert_eq!(
            sentence(Some(&two)),
            "Endless loop: lines 36 and 37 of `main.py`, in `ask`, run again and again, and nothing changes: `full` \
             is `True` and `column` is `0` each time. Line 36 is `while full:`."
        );
        let one = Endless { function: None, prints: true, ..endless(&[2], &[]) };
        assert_eq!(
            sentence(Some(&one)),
            "Endless loop: line 2 of `main.py` runs again and again, and the same is printed for ever. Line 2 is `while full:`."
        );
        let many = Endless { turns: 2, ..endless(&[3, 4, 7], &[("row", "0")]) };
        assert_eq!(
            sentence(Some(&many)),
            "Endless loop: lines 3 to 7 of `main.py`, in `ask`, run again and again, and everything is the same \
             after 2 turns: `row` is `0` each time. Line 3 is `while full:`."
        );
    }
}
