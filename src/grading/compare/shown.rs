//! Compares the answer to a session's line with the text under its prompt, if there is no reference.
//!
//! The text is what the prompt of the language would show: the printed output, then the value. It does not mark the end of the output, so
//! every division of its lines is tried. A literal is compared as a value.

use std::sync::LazyLock;

use regex::Regex;
use yardstick_reference::{Answer, Raised, Value};

use super::session::answer::{differs_from, printed_differs};
use super::session::rows::contrast;
use super::{Difference, Verdict, values};
use crate::compare::difference::Kind;
use crate::plan::same_shown;
use crate::session::Notation;
use crate::spec::{AnswerComparison, Comparison, PrintedComparison};
use crate::untrusted::{Text, Untrusted};

/// How Python tells an exception: with its class, behind the calls or alone.
static RAISED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(Traceback \(most recent call last\):\s|[A-Z]\w+(Error|Exception)(:|$))")
        .expect("a pattern")
});

/// Compares an answer with the text under its prompt; `None` if it is accepted.
pub(super) fn differs(
    notation: Notation,
    comparison: &AnswerComparison,
    shown: &str,
    actual: &Answer<Untrusted>,
) -> Option<(Verdict, Difference)> {
    let actual_shown = notation.own_under_prompt(actual);
    if actual.screen.is_some() {
        // Each value stands where the statement shows it.
        let is_near = is_exact(comparison, shown)
            && printed_differs(
                &comparison.printed,
                &(shown.to_owned() + "\n"),
                &(actual_shown.expose().to_owned() + "\n").into(),
            )
            .is_none();
        let is_so = is_near || same_shown(shown, actual_shown.expose());
        let wrong = || contrast(Kind::Wording, "something else is shown", shown, &actual_shown);
        return (!is_so).then(|| (Verdict::WrongAnswer, wrong()));
    }
    // A doctest accepts the printed text of an exception; elsewhere it means nothing but one.
    let must_raise = notation != Notation::Python
        && ends_with(shown, |text| notation.raised_class(text).is_some())
        && actual.raised.is_none();
    // Where what is printed hardly counts, what may be a value or an exception is one.
    let must_answer = !is_exact(comparison, shown) && ends_with(shown, |text| is_answer(notation, text));
    let is_alike =
        same_shown(shown, actual_shown.expose()) || same_shown(shown, notation.under_prompt(actual).expose());
    let is_shown =
        is_alike && !must_answer || is_divided_so(notation, comparison, shown, must_answer, actual);
    if is_shown && !must_raise && !is_mistold(notation, shown, actual) {
        return None;
    }
    if shown.is_empty() && actual.raised.is_some() {
        return differs_from(notation, comparison, &Answer::default(), actual);
    }
    let actual = &Answer { value: as_written(notation, actual), ..actual.clone() };
    let text = &*notation.written_alike(shown);
    let literal = match &actual.value {
        Some(found) => notation.literal_like(text, found),
        None => notation.literal(text),
    };
    if let Some(value) = literal {
        let expected = Answer { value: Some(value), ..Answer::default() };
        let difference = differs_from(notation, comparison, &expected, actual);
        // Printed text looks like a value that cannot be read.
        if difference.is_some() && (must_answer || actual.raised.is_some() || !is_nothing(actual)) {
            return difference;
        }
    }
    if let Some(class) = notation.raised_class(shown) {
        let wanted = Raised { class: class.to_owned(), message: String::new() };
        let expected = Answer { raised: Some(wanted), ..Answer::default() };
        if let Some(difference) = differs_from(notation, comparison, &expected, actual) {
            return Some(difference);
        }
    }
    let wrong = contrast(Kind::Wording, "something else is shown", shown, &actual_shown);
    Some((Verdict::WrongAnswer, wrong))
}

/// Returns the value of an answer: the literal that the language shows of it, if it shows one.
fn as_written(notation: Notation, actual: &Answer<Untrusted>) -> Option<Value> {
    let literal = |shown: &Untrusted| notation.literal(&notation.written_alike(shown.expose()));
    actual.shown.as_ref().and_then(literal).or_else(|| actual.value.clone())
}

/// Tells whether the first lines of a text are the printed output, and the rest is the answer.
fn is_divided_so(
    notation: Notation,
    comparison: &AnswerComparison,
    shown: &str,
    must_answer: bool,
    actual: &Answer<Untrusted>,
) -> bool {
    let lines: Vec<&str> = shown.lines().collect();
    let printed = without_ends(actual.printed.expose().lines()).into();
    (0..=lines.len()).filter(|count| *count < lines.len() || !must_answer).any(|count| {
        let (first, rest) = lines.split_at(count);
        came_to(notation, comparison, &rest.join("\n"), actual)
            && printed_differs(&comparison.printed, &without_ends(first.iter().copied()), &printed).is_none()
    })
}

/// Tells whether a text may be a value or an exception.
fn is_answer(notation: Notation, text: &str) -> bool {
    notation.raised_class(text).is_some()
        || notation == Notation::Python && RAISED.is_match(text)
        || is_literal(notation, text)
}

fn is_literal(notation: Notation, text: &str) -> bool {
    notation.literal(&notation.written_alike(text)).is_some()
}

/// Tells whether a text means something else than the exception that is shown with the same words: its class may have any name.
fn is_mistold(notation: Notation, shown: &str, actual: &Answer<Untrusted>) -> bool {
    let Some(raised) =
        actual.raised.as_ref().filter(|_| !shown.contains("Traceback (most recent call last)"))
    else {
        return false;
    };
    let class = raised.class.expose();
    let lines: Vec<&str> = shown.lines().collect();
    let told = notation.result_under_prompt(actual).expose().lines().count();
    class.trim().is_empty()
        || class.contains('\n')
        || (0..=lines.len().saturating_sub(told)).any(|from| is_literal(notation, &lines[from..].join("\n")))
}

/// Tells whether something of a text counts where it is printed.
fn is_exact(comparison: &AnswerComparison, shown: &str) -> bool {
    match &comparison.printed {
        PrintedComparison::Compared(comparison @ (Comparison::Text(_) | Comparison::Table(_))) => {
            !comparison.leaves_nothing(shown)
        }
        PrintedComparison::Compared(Comparison::Events(_))
        | PrintedComparison::Ignored
        | PrintedComparison::Contains => false,
    }
}

/// Tells whether the last lines of a text, or all, are something.
fn ends_with(text: &str, is_it: impl Fn(&str) -> bool) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).any(|from| is_it(&lines[from..].join("\n")))
}

/// Returns lines without the blanks at their ends, which a text under a prompt does not have.
fn without_ends<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

/// Tells whether an answer is the one in a text; printed output does not count.
fn came_to(
    notation: Notation,
    comparison: &AnswerComparison,
    text: &str,
    actual: &Answer<Untrusted>,
) -> bool {
    let shown = notation.result_under_prompt(actual);
    if let (Some(class), Some(raised)) = (notation.raised_class(text), &actual.raised) {
        return raised.class == *class;
    }
    if is_nothing(actual) || text.is_empty() {
        return shown.is_empty() && text.is_empty();
    }
    let text = &*notation.written_alike(text);
    let is_value = |value: &Value| {
        notation
            .literal_like(text, value)
            .is_some_and(|wanted| values::is_same(notation, &wanted, value, &comparison.values))
    };
    let is_shown = |shown: &Untrusted| same_shown(text, &notation.written_alike(shown.expose()));
    is_shown(&shown)
        || actual.shown.as_ref().is_some_and(is_shown)
        || actual.raised.is_none() && as_written(notation, actual).as_ref().is_some_and(is_value)
}

/// Tells whether a line had no value and raised nothing.
fn is_nothing(answer: &Answer<Untrusted>) -> bool {
    answer.raised.is_none() && answer.value.as_ref().is_none_or(|value| *value == Value::None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Relaxation, Tolerance, ValueRelaxation};

    fn value(text: &str) -> Answer<Untrusted> {
        Answer { value: Notation::Python.literal(text), ..Answer::default() }
    }

    fn printed(text: &str, answer: Answer<Untrusted>) -> Answer<Untrusted> {
        Answer { printed: text.into(), ..answer }
    }

    fn exact() -> AnswerComparison {
        let printed = PrintedComparison::Compared(Comparison::Text(Vec::new()));
        AnswerComparison { values: Vec::new(), printed }
    }

    fn sentence(comparison: &AnswerComparison, shown: &str, actual: &Answer<Untrusted>) -> Option<Untrusted> {
        differs(Notation::Python, comparison, shown, actual).map(|(_, difference)| difference.sentence)
    }

    #[test]
    fn a_text_that_is_a_value_is_compared_as_one() {
        let near = AnswerComparison { values: vec![ValueRelaxation::Numbers(Tolerance::of(0.5))], ..exact() };
        assert_eq!(sentence(&near, "3", &value("3.0")), None);
        assert_eq!(sentence(&exact(), "[1,2]", &value("[1, 2]")), None);
        assert_eq!(sentence(&exact(), "\"a\"", &value("'a'")), None);
        assert_eq!(
            sentence(&exact(), "3", &value("3.0")).unwrap(),
            "expected an int, `3`, got a float, `3.0`"
        );
        assert_eq!(
            sentence(&near, "3", &value("30.5")).unwrap(),
            "expected an int, `3`, got a float, `30.5`"
        );
        let any_order = AnswerComparison { values: vec![ValueRelaxation::AnyOrder], ..exact() };
        assert_eq!(sentence(&any_order, "[1, 2]", &value("[2, 1]")), None);
    }

    #[test]
    fn printed_text_comes_before_the_value() {
        let both = printed("Hello\n", value("3"));
        assert_eq!(sentence(&exact(), "Hello\n3", &both), None);
        assert_eq!(sentence(&exact(), "3", &printed("3\n", value("None"))), None);
        assert!(sentence(&exact(), "3", &both).is_some());
        let relaxed = PrintedComparison::Compared(Comparison::Text(vec![Relaxation::Case]));
        let any_case = AnswerComparison { printed: relaxed, ..exact() };
        assert_eq!(sentence(&any_case, "hello\n3", &both), None);
        assert_eq!(sentence(&any_case, "'a'", &value("'A'")).unwrap(), "expected 'a', got 'A'");
        let ignored = AnswerComparison { printed: PrintedComparison::Ignored, ..exact() };
        assert_eq!(sentence(&ignored, "3", &both), None);
        assert!(sentence(&ignored, "4", &both).is_some());
        let contains = AnswerComparison { printed: PrintedComparison::Contains, ..exact() };
        assert_eq!(sentence(&contains, "hello\n3", &printed("Oh, hello!\n", value("3"))), None);
        assert!(sentence(&contains, "bye\n3", &both).is_some());
        let punctuation = Comparison::Text(vec![Relaxation::Punctuation, Relaxation::Ends]);
        let nothing = AnswerComparison { printed: PrintedComparison::Compared(punctuation), ..exact() };
        for (loose, shown, junk) in [
            (&ignored, "3", ""),
            (&ignored, "hello\n[1, 2]", "hello\n"),
            (&ignored, "Traceback (most recent call last):\nValueError: no", "junk\n"),
            (&contains, "9", "19 or 9?\n"),
            (&nothing, "()", "\n"),
        ] {
            assert!(sentence(loose, shown, &printed(junk, value("None"))).is_some(), "{shown}");
        }
        assert_eq!(sentence(&ignored, "hello", &printed("good day\n", value("None"))), None);
        for loose in [&ignored, &contains] {
            let said = sentence(loose, "9", &printed("9\n", value("None"))).unwrap();
            assert_eq!(said, "it printed the value instead of returning it");
            assert!(sentence(loose, "hello\n9", &printed("hello\n9\n", value("None"))).is_some());
        }
        let raises = printed("raises RangeError\n", Answer::default());
        assert!(differs(Notation::JavaScript, &exact(), "raises RangeError", &raises).is_some());
    }

    #[test]
    fn an_exception_is_no_value_whatever_its_class_is_called() {
        let raised = |class: &str, message: &str| Answer {
            raised: Some(Raised { class: class.into(), message: message.into() }),
            ..Answer::default()
        };
        let ignored = AnswerComparison { printed: PrintedComparison::Ignored, ..exact() };
        for (shown, printed_text, class, message) in [
            ("3", "", "3", ""),
            ("None", "", "None", ""),
            ("{'a': 1}", "", "{'a'", "1}"),
            ("[1,\n2]", "[1,\n", "2]", ""),
            ("hello\n3", "", "hello\n3", ""),
            ("hello\n3", "hello\n", "3", ""),
            ("", "", "", ""),
        ] {
            let found = printed(printed_text, raised(class, message));
            for comparison in [&exact(), &ignored] {
                assert!(sentence(comparison, shown, &found).is_some(), "{shown}");
            }
        }
        for shown in ["ValueError: no\n3", "Traceback (most recent call last):\nValueError: no\n3"] {
            assert_eq!(sentence(&exact(), shown, &raised("ValueError", "no\n3")), None);
        }
    }

    #[test]
    fn under_an_empty_prompt_nothing_is_shown() {
        assert_eq!(sentence(&exact(), "", &value("None")), None);
        assert!(sentence(&exact(), "", &value("3")).is_some());
        assert!(sentence(&exact(), "3", &value("None")).is_some());
    }
}
