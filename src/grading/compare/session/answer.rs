//! Compares one answer of a session with the expected one.

use yardstick_reference::{Answer, Raised, Value};

use super::error::{printed_instead, returned_instead};
use super::rows::{contrast, laid_out, pair_rows};
use crate::compare::difference::{Difference, Kind, shortened, shortened_message};
use crate::compare::layout::transcript::plain_lines;
use crate::compare::{Verdict, event_difference, table, text, values};
use crate::session::Notation;
use crate::spec::{AnswerComparison, Comparison, PrintedComparison};
use crate::trace::Trace;
use crate::untrusted::{Text, Untrusted};

/// Compares an answer with the expected one; `None` if it is accepted.
pub(crate) fn differs_from(
    notation: Notation,
    comparison: &AnswerComparison,
    expected: &Answer,
    actual: &Answer<Untrusted>,
) -> Option<(Verdict, Difference)> {
    let results = || (notation.result_under_prompt(expected), notation.result_under_prompt(actual));
    let [raise, it_raised] = notation.raises();
    match (&expected.raised, &actual.raised) {
        (None, Some(raised)) => {
            let sentence = Untrusted::concat(&[&format!("it {it_raised} "), &exception(raised)]);
            let (wanted, found) = results();
            return Some((Verdict::RuntimeError, contrast(Kind::Extra, sentence, &wanted, &found)));
        }
        (Some(wanted), None) => {
            let sentence = format!("it must {raise} `{}`, and does not", wanted.class);
            // What is printed may be the message that was to be in the exception.
            let (wanted, found) = (notation.result_under_prompt(expected), notation.under_prompt(actual));
            return Some((Verdict::WrongAnswer, contrast(Kind::Missing, sentence, &wanted, &found)));
        }
        (Some(wanted), Some(raised)) if raised.class != *wanted.class => {
            let must = format!("it must {raise} `{}`, and {it_raised} ", wanted.class);
            let sentence = Untrusted::concat(&[&must, &exception(raised)]);
            let (wanted, found) = results();
            return Some((Verdict::WrongAnswer, contrast(Kind::Wording, sentence, &wanted, &found)));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
    if let Some(sentence) = of_statements(expected, actual) {
        let (wanted, found) = (notation.under_prompt(expected), notation.under_prompt(actual));
        return Some((Verdict::WrongAnswer, contrast(Kind::Wording, sentence, &wanted, &found)));
    }
    if let Some(sentence) = instead(notation, expected, actual) {
        let difference = contrast(
            Kind::Wording,
            sentence,
            &notation.under_prompt(expected),
            &notation.under_prompt(actual),
        );
        return Some((Verdict::WrongAnswer, difference));
    }
    if let Some(difference) = printed_differs(&comparison.printed, &expected.printed, &actual.printed) {
        return Some((Verdict::WrongAnswer, difference));
    }
    let wanted = expected.value.as_ref()?;
    let Some(found) = &actual.value else {
        // The driver never says this of an expression: the submission has written the answer itself.
        let sentence = "it gave something that is no answer";
        let (wanted, found) = results();
        return Some((Verdict::WrongAnswer, contrast(Kind::Missing, sentence, &wanted, &found)));
    };
    if expected.screen.is_some() {
        let sentence = among_shown(notation, wanted, found, comparison)?;
        let (wanted, found) = (notation.under_prompt(expected), notation.under_prompt(actual));
        return Some((Verdict::WrongAnswer, contrast(Kind::Wording, sentence, &wanted, &found)));
    }
    let sentence = values::divergence(notation, wanted, found, &comparison.values)?;
    let lines = |value| plain_lines(laid_out(notation, value).iter().map(String::as_str));
    let rows = pair_rows(&lines(wanted), &lines(found));
    Some((Verdict::WrongAnswer, Difference::new(value_kind(notation, wanted, found), sentence.into(), rows)))
}

/// Returns how the values of two statements differ.
fn among_shown(
    notation: Notation,
    expected: &Value,
    actual: &Value,
    comparison: &AnswerComparison,
) -> Option<String> {
    let (Value::List(expected), Value::List(actual)) = (expected, actual) else {
        return values::divergence(notation, expected, actual, &comparison.values);
    };
    let differs = |(at, (one, other)): (usize, (&Value, &Value))| {
        let sentence = values::divergence(notation, one, other, &comparison.values)?;
        Some(match expected.len().max(actual.len()) {
            1 => sentence,
            _ => format!("at value {}, {sentence}", at + 1),
        })
    };
    let mut pairs = expected.iter().zip(actual).enumerate();
    pairs.find_map(differs).or_else(|| {
        let counts = format!("it gives {} values where {} are expected", actual.len(), expected.len());
        (expected.len() != actual.len()).then_some(counts)
    })
}

/// Returns a sentence if only one of two statements shows values.
fn of_statements(expected: &Answer, actual: &Answer<Untrusted>) -> Option<&'static str> {
    match (&expected.screen, &actual.screen) {
        (Some(_), None) if expected.printed.is_empty() && !actual.printed.is_empty() => {
            Some("it prints where it must return values")
        }
        (Some(_), None) => Some("it must return values here, and returns none"),
        (None, Some(_)) => Some("it must return no values here, and returns some"),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

/// Returns a sentence if a value was printed instead of returned, or the other way round.
fn instead(notation: Notation, expected: &Answer, actual: &Answer<Untrusted>) -> Option<String> {
    let (wanted, found) = (expected.value.as_ref()?, actual.value.as_ref()?);
    if expected.screen.is_some() {
        return None;
    }
    let printed = actual.printed.expose();
    match (wanted, expected.printed.trim().is_empty()) {
        (Value::None, _) => returned_instead(&expected.printed, found, printed),
        (_, true) => printed_instead(notation, wanted, found, printed),
        (_, false) => None,
    }
}

fn value_kind(notation: Notation, expected: &Value, actual: &Value) -> Kind {
    if laid_out(notation, expected).len() > 1
        && laid_out(notation, expected).len() == laid_out(notation, actual).len()
    {
        Kind::BoardCell
    } else if matches!((expected, actual), (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)))
    {
        Kind::Number
    } else {
        Kind::Wording
    }
}

/// Returns how the output differs that came before an error; `None` if it is the beginning of the expected one.
pub(crate) fn printed_before(
    comparison: &PrintedComparison,
    expected: &str,
    actual: &Untrusted,
) -> Option<Difference> {
    let trace = |printed: &str| Trace::of_output(printed.as_bytes().to_vec());
    let (wanted, found) = (trace(expected), trace(actual.expose()));
    let begins = match comparison {
        // Whether something is still missing is not known.
        PrintedComparison::Ignored | PrintedComparison::Contains => true,
        PrintedComparison::Compared(Comparison::Text(relaxations)) => {
            text::begins(relaxations, &wanted, &found)
        }
        PrintedComparison::Compared(Comparison::Events(patterns)) => {
            event_difference::begins(patterns, &wanted, &found)
        }
        PrintedComparison::Compared(Comparison::Table(table)) => table::begins(table, &wanted, &found),
    };
    if begins { None } else { printed_differs(comparison, expected, actual) }
}

pub(crate) fn printed_differs(
    comparison: &PrintedComparison,
    expected: &str,
    actual: &Untrusted,
) -> Option<Difference> {
    let printed = actual.expose();
    let trace = |printed: &str| Trace::of_output(printed.as_bytes().to_vec());
    match comparison {
        PrintedComparison::Ignored => None,
        PrintedComparison::Contains => {
            let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            let sentence = format!("it does not print `{}`", shortened(expected.trim()));
            (!folded(printed).contains(&folded(expected)))
                .then(|| contrast(Kind::Missing, sentence, expected, actual))
        }
        PrintedComparison::Compared(Comparison::Text(relaxations)) => {
            let (wanted, found) = (trace(expected), trace(printed));
            if text::accepts(relaxations, &wanted, &found) {
                return None;
            }
            let difference = text::difference(relaxations, &wanted, &found);
            let sentence = match (expected.is_empty(), actual.is_empty()) {
                (true, _) => {
                    format!("it prints `{}`, and must print nothing", shortened(printed.trim())).into()
                }
                (_, true) => "it prints nothing".into(),
                _ => Untrusted::concat(&[&"what it prints differs: ", &difference.sentence]),
            };
            Some(Difference { sentence, ..difference })
        }
        PrintedComparison::Compared(Comparison::Events(patterns)) => {
            let (wanted, found) = (trace(expected), trace(printed));
            let differs = !event_difference::accepts(patterns, &wanted, &found);
            differs.then(|| event_difference::difference(patterns, &wanted, &found))
        }
        PrintedComparison::Compared(Comparison::Table(table)) => {
            let differs = !table::accepts(table, expected, printed);
            differs.then(|| table::difference(table, expected, printed))
        }
    }
}

/// Returns the class and the first line of the message of an exception, in backticks.
pub(crate) fn exception(raised: &Raised<Untrusted>) -> Untrusted {
    let class = raised.class.map(shortened);
    if raised.message.is_empty() {
        return Untrusted::concat(&[&"`", &class, &"`"]);
    }
    let message = raised.message.first_line().map(shortened_message);
    Untrusted::concat(&[&"`", &class, &": ", &message, &"`"])
}
