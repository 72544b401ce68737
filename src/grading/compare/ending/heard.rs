//! Says in sentences where a program was when its time was up.
//!
//! The sentences tell what is the same in every run of the same loop, so that results do not change from run to run: how
//! values change, but not the numbers, and the function that is called again and again, but not how deep the calls are.

use super::endless::{first_line, lines_in_words};
use crate::trace::{Around, Change, Heard, Place, Value, ValueKind};
use crate::untrusted::Untrusted;

/// The most values that are named, and the length of the longest one in characters.
const MOST_VALUES: usize = 3;
const LONGEST_VALUE: usize = 24;

/// Returns the sentences; the first one begins with what happened to the program, such as `It was stopped`.
pub(crate) fn sentences(happened: &str, heard: &Heard) -> Untrusted {
    match (&heard.around, &heard.called, heard.stack.first()) {
        (Some(around), ..) => went_round(happened, around),
        (None, Some(called), _) => was_called(happened, called),
        (None, None, Some(place)) => was_at(happened, place, &heard.text),
        (None, None, None) => format!("{happened}.").into(),
    }
}

fn was_at(happened: &str, place: &Place, text: &Untrusted) -> Untrusted {
    Untrusted::concat(&[
        &format!("{happened} in line {} of `", place.line),
        &place.file,
        &"`",
        &inside(place.function.as_ref()),
        &".",
        &first_line(&[(place.line, text.clone())]),
    ])
}

fn was_called(happened: &str, called: &Place) -> Untrusted {
    let name = called.function.as_ref().map(|name| Untrusted::concat(&[&"`", name, &"`"]));
    Untrusted::concat(&[
        &format!("{happened} in "),
        &name.unwrap_or_else(|| "a function without a name".into()),
        &format!(", which begins in line {} of `", called.line),
        &called.file,
        &"` and is called again and again.",
    ])
}

fn went_round(happened: &str, around: &Around) -> Untrusted {
    let runs = if around.lines.len() == 1 { "runs" } else { "run" };
    Untrusted::concat(&[
        &format!("{happened} in {} of `", lines_in_words(&around.lines, around.last)),
        &around.file,
        &"`",
        &inside(around.function.as_ref()),
        &format!(", which {runs} again and again"),
        &values(around),
        &".",
        &first_line(&around.lines),
    ])
}

fn inside(function: Option<&Untrusted>) -> Untrusted {
    function.map(|name| Untrusted::concat(&[&", in `", name, &"`"])).unwrap_or_default()
}

/// Returns how the values change, after a colon; an empty text if there are none.
fn values(around: &Around) -> Untrusted {
    let told: Vec<Untrusted> = around.values.iter().filter_map(change).take(MOST_VALUES).collect();
    let mut text = Untrusted::default();
    for (index, one) in told.iter().enumerate() {
        let before = match index {
            0 => ": ",
            _ if index + 1 == told.len() => " and ",
            _ => ", ",
        };
        text.push(&Untrusted::concat(&[&before, one]));
    }
    text
}

/// Returns what became of a value: `` `n` grows ``; `None` if that helps nobody.
fn change(value: &Value) -> Option<Untrusted> {
    let (deed, told) = deed(value, LONGEST_VALUE)?;
    let told = told.map(|told| Untrusted::concat(&[&" `", told, &"`"])).unwrap_or_default();
    Some(Untrusted::concat(&[&"`", &value.name, &format!("` {deed}"), &told]))
}

/// Returns what became of a value in words, and the value if it was the same each time; `None` if that helps nobody, or
/// if that value is longer than `longest` characters.
pub(crate) fn deed(value: &Value, longest: usize) -> Option<(&'static str, Option<&Untrusted>)> {
    let first = value.seen.first()?;
    let deed = match (value.kind, value.change) {
        (ValueKind::Value, Change::Stays) if first.length() <= longest => {
            let verb = if value.seen.len() == 1 { "is" } else { "stays" };
            return Some((verb, Some(first)));
        }
        (_, Change::Stays) => return None,
        (ValueKind::Length, Change::Grows) => "gets longer",
        (ValueKind::Length, Change::Falls) => "gets shorter",
        (ValueKind::Value | ValueKind::Digits, Change::Grows) => "grows",
        (ValueKind::Value | ValueKind::Digits, Change::Falls) => "falls",
        (_, Change::Changes) => "changes",
    };
    Some((deed, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HAPPENED: &str = "It used more than 1 s of processor time and was stopped";

    fn place(line: usize) -> Place {
        Place { file: "main.py".into(), line, function: Some("find".into()) }
    }

    fn heard() -> Heard {
        Heard { stack: vec![place(5)], text: "  sleep(100)".into(), depth: 3, ..Heard::default() }
    }

    fn value(name: &str, kind: ValueKind, change: Change, seen: &[&str]) -> Value {
        Value { name: name.into(), kind, change, seen: seen.iter().map(|one| (*one).into()).collect() }
    }

    #[test]
    fn what_goes_round_is_told_with_what_changes_in_it() {
        let around = Around {
            file: "main.py".into(),
            function: Some("find".into()),
            lines: vec![(4, "    while column != 8:".into()), (5, "        tries += 1".into())],
            last: 5,
            values: vec![
                value("column", ValueKind::Value, Change::Stays, &["7", "7", "7"]),
                value("seen", ValueKind::Length, Change::Stays, &["50", "50", "50"]),
                value("moves", ValueKind::Length, Change::Falls, &["3", "2", "1"]),
                value("tries", ValueKind::Value, Change::Grows, &["9", "10", "11"]),
                value("row", ValueKind::Value, Change::Changes, &["1", "2", "3"]),
            ],
        };
        let told = sentences(HAPPENED, &Heard { around: Some(around), ..heard() });
        assert_eq!(
            told,
            "It used more than 1 s of processor time and was stopped in lines 4 and 5 of `main.py`, in `find`, which run \
             again and again: `column` stays `7`, `moves` gets shorter and `tries` grows. Line 4 is `while column != 8:`."
        );
    }

    #[test]
    fn without_a_loop_the_function_that_is_called_is_told_or_the_line() {
        let told = sentences(HAPPENED, &Heard { called: Some(place(1)), ..heard() });
        let expected =
            "stopped in `find`, which begins in line 1 of `main.py` and is called again and again.";
        assert!(told.contains(&expected), "{told:?}");
        let told = sentences(HAPPENED, &heard());
        assert!(told.contains(&"in line 5 of `main.py`, in `find`. Line 5 is `sleep(100)`."), "{told:?}");
    }
}
