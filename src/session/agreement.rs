//! Whether the text under a prompt is the answer that the reference gives.

use yardstick_reference::Answer;

use super::Notation;

/// The word before the class of an exception whose message does not matter.
const RAISES: &str = "raises ";

impl Notation {
    /// Returns the class in a text that only names an exception: `raises RangeError`. Python has tracebacks for that.
    pub(crate) fn raised_class(self, text: &str) -> Option<&str> {
        match self {
            Self::Python => None,
            Self::JavaScript | Self::Java => text.trim().strip_prefix(RAISES).map(str::trim),
        }
    }
}

/// Tells whether the text under a prompt in a spec is the answer of its reference. Values may be written in any way.
pub(crate) fn agree(notation: Notation, written: &str, answer: &Answer) -> bool {
    let shown = notation.under_prompt(answer);
    if lines(written) == lines(&shown) {
        return true;
    }
    let written: Vec<&str> = written.lines().collect();
    (0..=written.len()).any(|count| {
        let (printed, result) = written.split_at(count);
        lines(&printed.join("\n")) == lines(answer.printed.trim_end())
            && is_result(notation, &result.join("\n"), answer)
    })
}

/// Tells whether a text without printed output is the answer.
fn is_result(notation: Notation, text: &str, answer: &Answer) -> bool {
    if let (Some(class), Some(raised)) = (notation.raised_class(text), &answer.raised) {
        return class == raised.class;
    }
    match (&answer.value, notation.literal(text)) {
        (Some(value), Some(wanted)) => notation.repr(&wanted) == notation.repr(value),
        _ => lines(text) == lines(&notation.result_under_prompt(answer)),
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yardstick_reference::{Raised, Value};

    fn value(number: f64) -> Answer {
        Answer { value: Some(Value::Float(number)), ..Answer::default() }
    }

    #[test]
    fn a_value_may_be_written_in_any_way_and_an_exception_by_its_class() {
        let agree = |written, answer: &Answer| agree(Notation::JavaScript, written, answer);
        assert!(agree("1e3", &value(1000.0)));
        assert!(!agree("1001", &value(1000.0)));
        let printed = Answer { printed: "up\n".to_owned(), ..value(1.0) };
        assert!(agree("up\n1.0", &printed));
        assert!(!agree("1.0", &printed));
        let raised = Raised { class: "RangeError".to_owned(), message: "no".to_owned() };
        let raised = Answer { raised: Some(raised), ..Answer::default() };
        assert!(agree("raises RangeError", &raised));
        assert!(agree("RangeError: no", &raised));
        assert!(!agree("raises TypeError", &raised));
        assert!(!agree("RangeError: yes", &raised));
    }
}
