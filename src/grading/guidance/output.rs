//! What to do about one line that is printed wrongly everywhere.

use super::search::lines_that_print;
use super::{Failure, Guidance, MoreLines, SourceLine, numbered};
use crate::compare::{FirstRows, Kind, first_pair};
use crate::untrusted::{Text, Untrusted};

/// `print` returns nothing, and `input` then prints `None`.
const PRINTS_NONE: &str = "input(print(";

/// The guidance for a slip: a line that differs, and if it were right, everything would be.
pub(super) fn guidance(failure: &Failure) -> Option<Guidance> {
    let rows = failure.judgement.first_rows()?;
    let kind = failure.judgement.difference.as_ref()?.kind;
    let printed = rows.printed.as_ref()?;
    let is_row = rows.constant.is_empty() && !printed.is_empty();
    if is_row && let Some(expected) = &rows.expected {
        let (headline, todo) = about_row(expected.expose(), printed.expose())?;
        return Some(Guidance {
            headline: Some(headline.into()),
            lines: Vec::new(),
            todo: Some(todo.into()),
        });
    }
    if let "True" | "False" | "None" = printed.expose() {
        let todo =
            "Look for a `print(…)` that should be a `return`, or for a function whose answer is printed.";
        return Some(Guidance { todo: Some(todo.into()), ..Guidance::default() });
    }
    let lines = lines_that_print(&rows.constant, failure.sources);
    let is_read = rows.asks && rows.typed.is_some() && !printed.expose().trim().is_empty();
    if is_read && rows.expected.as_ref().is_some_and(Untrusted::is_empty) {
        let todo = print_nothing(printed, &lines);
        return Some(Guidance { headline: None, lines, todo: Some(todo) });
    }
    let prints_none = rows.asks && lines.iter().any(|line| line.text.contains(&PRINTS_NONE));
    if !failure.is_slip && !prints_none {
        return None;
    }
    let is_found = !lines.is_empty();
    let todo = match (&rows.expected, kind) {
        (_, Kind::Extra) => take_out(&lines),
        (Some(expected), _) if expected.is_empty() && rows.asks => "Print no empty line there.".into(),
        (Some(_), _) if rows.asks && rows.typed.is_none() => answer_behind(&lines),
        (Some(expected), _) if expected == printed => end_line(failure, printed, &lines)?,
        (Some(_), _) if is_found => write_instead(&rows, &lines)?,
        _ => return None,
    };
    let has_more = match failure.more_lines {
        MoreLines::No => false,
        MoreLines::Perhaps => rows.are_several,
        MoreLines::Yes => true,
    };
    let todo = match has_more {
        true => Untrusted::concat(&[&todo, &" Other lines differ in the same way: mend them, too."]),
        false => todo,
    };
    Some(Guidance { headline: None, lines, todo: Some(todo) })
}

/// The line of a source where it is known: ` in line 3 of …`.
fn in_place(lines: &[SourceLine]) -> Untrusted {
    numbered(lines).map(|place| Untrusted::concat(&[&", in ", &place])).unwrap_or_default()
}

fn take_out(lines: &[SourceLine]) -> Untrusted {
    match numbered(lines).filter(|_| lines.len() == 1) {
        Some(place) => Untrusted::concat(&[&"Take out ", &place, &"."]),
        None => Untrusted::concat(&[&"Take out what prints this line", &in_place(lines), &"."]),
    }
}

/// A text stands before an answer for which nobody is to be asked.
fn print_nothing(printed: &Untrusted, lines: &[SourceLine]) -> Untrusted {
    let text = printed.map(|text| text.trim_end().to_owned());
    Untrusted::concat(&[
        &"Read this line without a text before it: take out `",
        &text,
        &"`",
        &in_place(lines),
        &".",
    ])
}

/// The last line of the output differs in its end only.
fn end_line(failure: &Failure, printed: &Untrusted, lines: &[SourceLine]) -> Option<Untrusted> {
    let [_, actual] = first_pair(&failure.judgement.difference.as_ref()?.rows);
    let how = if actual?.unfinished { "Print a newline" } else { "Print no newline" };
    Some(Untrusted::concat(&[&how, &" behind `", printed, &"`", &in_place(lines), &"."]))
}

/// A prompt ends with a newline, so that the answer does not stand behind it.
fn answer_behind(lines: &[SourceLine]) -> Untrusted {
    let has = |part: &str| lines.iter().any(|line| line.text.contains(&part));
    let how = if has(PRINTS_NONE) {
        "Give the text to `input` itself, without `print`: `input(\"…\")`"
    } else if has("\\n") {
        "Take out the `\\n` at the end of the prompt"
    } else if has("println") {
        "Print the prompt without a newline: `print` in the place of `println`"
    } else if has("print(") {
        "Let the answer stand behind the prompt: write `input(\"…\")`, or `print(…, end=\"\")`"
    } else {
        "Print no newline at the end of the prompt"
    };
    Untrusted::concat(&[&how, &in_place(lines), &"."])
}

fn write_instead(rows: &FirstRows, lines: &[SourceLine]) -> Option<Untrusted> {
    let (expected, printed) = rows.parts.as_ref()?;
    let trimmed = expected.expose().trim_end();
    if trimmed == printed.expose() && trimmed.len() < expected.expose().len() {
        return Some(Untrusted::concat(&[
            &"End this text with a blank, `",
            expected,
            &"`",
            &in_place(lines),
            &".",
        ]));
    }
    if trimmed.is_empty() {
        return Some(Untrusted::concat(&[
            &"Print an empty line instead of `",
            printed,
            &"`",
            &in_place(lines),
            &".",
        ]));
    }
    Some(Untrusted::concat(&[&"Write `", expected, &"` instead of `", printed, &"`", &in_place(lines), &"."]))
}

/// A shorter line is no row of a board, in characters.
const SHORTEST_ROW: usize = 3;

/// What is wrong with a row without words, such as one of a board, if its characters are right but for some between
/// them.
fn about_row(expected: &str, printed: &str) -> Option<(String, String)> {
    let without =
        |text: &str, extra: &[char]| text.chars().filter(|c| !extra.contains(c)).collect::<String>();
    let mut extra: Vec<char> = printed.chars().filter(|c| !expected.contains(*c)).collect();
    extra.sort_unstable();
    extra.dedup();
    let blanks = extra == [' '];
    let is_long = expected.chars().count() >= SHORTEST_ROW;
    let is_between = printed.chars().filter(|c| extra.contains(c)).count() > 1;
    if !is_long
        || !is_between
        || extra.is_empty()
        || extra.iter().any(|c| c.is_alphanumeric())
        || without(printed, &extra) != expected
    {
        return None;
    }
    if blanks {
        let headline =
            format!("A row is right but for its blanks: expected `{expected}`, printed `{printed}`.");
        let todo =
            "Print the characters of a row directly one after the other, as `print(\"\".join(row))` does.";
        return Some((headline, todo.to_owned()));
    }
    let signs: Vec<String> =
        extra.iter().filter(|c| !c.is_whitespace()).map(|sign| format!("`{sign}`")).collect();
    let signs = signs.join(" and ");
    let headline = format!("A row has {signs} in it: expected `{expected}`, printed `{printed}`.");
    Some((headline, format!("Print the rows without {signs}.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_may_be_right_but_for_what_stands_between_its_characters() {
        assert!(about_row("..X", ". . X").unwrap().0.contains("right but for its blanks"));
        assert!(about_row("..X", "|.|.|X|").unwrap().1.contains("without `|`"));
        for (expected, printed) in
            [("..X", "..O"), ("..X", ". . O"), ("..X", "..X1"), ("..X", ""), ("1", "1!!"), ("..X", "..X!")]
        {
            assert_eq!(about_row(expected, printed), None, "{printed}");
        }
    }
}
