//! Whether the text under a prompt is the answer that the reference gives.

use yardstick_reference::{Answer, Value};

use super::Notation;

/// The word before the class of an exception whose message does not matter.
const RAISES: &str = "raises ";

impl Notation {
    /// Returns the class in a text that only names an exception: `raises RangeError`. Python has tracebacks for that.
    pub fn raised_class(self, text: &str) -> Option<&str> {
        match self {
            // Nothing is thrown in C.
            Self::Python | Self::C => None,
            Self::JavaScript | Self::Java | Self::Cpp | Self::Neutral => {
                text.trim().strip_prefix(RAISES).map(str::trim)
            }
        }
    }
}

/// Tells whether the text under a prompt in a spec is the answer of its reference. Values may be written in any way.
pub fn agree(notation: Notation, written: &str, answer: &Answer) -> bool {
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
    let wanted = match &answer.value {
        Some(value) => notation.literal_like(text, value),
        None => None,
    };
    match (&answer.value, wanted) {
        (Some(value), Some(wanted)) => {
            notation.repr(&in_order(notation, wanted)) == notation.repr(&in_order(notation, value.clone()))
        }
        _ => lines(text) == lines(&notation.result_under_prompt(answer)),
    }
}

/// The value with everything in one order whose order does not count: items of sets, entries of maps, properties.
fn in_order(notation: Notation, value: Value) -> Value {
    let all = |items: Vec<Value>| items.into_iter().map(|item| in_order(notation, item)).collect::<Vec<_>>();
    match value {
        Value::List(items) => Value::List(all(items)),
        Value::Tuple(items) => Value::Tuple(all(items)),
        Value::Set(items) => {
            let mut items = all(items);
            items.sort_by_cached_key(|item| notation.repr(item));
            Value::Set(items)
        }
        Value::Dict(entries) => {
            let (keys, values): (Vec<Value>, Vec<Value>) = entries.into_iter().unzip();
            let mut entries: Vec<(Value, Value)> = all(keys).into_iter().zip(all(values)).collect();
            entries.sort_by_cached_key(|(key, _)| notation.repr(key));
            Value::Dict(entries)
        }
        Value::Object { class, state: Some(mut state) } => {
            // The fields of a structure are named, in whatever order.
            let own = std::mem::take(&mut state.attributes).into_iter();
            state.attributes = own.map(|(name, value)| (name, in_order(notation, value))).collect();
            state.attributes.sort_by(|(one, _), (other, _)| one.cmp(other));
            // A number of C is the same whether it is written as a number or by the name of its enumerator.
            state.repr = state.repr.filter(|_| !notation.is_native());
            state.content = state.content.map(|content| in_order(notation, content));
            Value::Object { class, state: Some(state) }
        }
        value => value,
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yardstick_reference::Raised;

    fn value(number: f64) -> Answer {
        Answer { value: Some(Value::Float(number)), ..Answer::default() }
    }

    #[test]
    fn the_order_of_properties_items_of_sets_and_entries_of_maps_does_not_count() {
        for (written, other, same) in [
            ("{ even: 1, odd: 2 }", "{ odd: 2, even: 1 }", true),
            ("[{ a: { b: 1, c: 2 } }]", "[{ a: { c: 2, b: 1 } }]", true),
            ("new Set([1, 2])", "new Set([2, 1])", true),
            ("new Map([[1, 'a'], [2, 'b']])", "new Map([[2, 'b'], [1, 'a']])", true),
            ("[1, 2]", "[2, 1]", false),
            ("{ a: 1, b: 2 }", "{ a: 2, b: 1 }", false),
        ] {
            let answer = Answer { value: Notation::JavaScript.literal(other), ..Answer::default() };
            assert!(answer.value.is_some(), "{other}");
            assert_eq!(agree(Notation::JavaScript, written, &answer), same, "{written}, {other}");
        }
        let answer = Answer { value: Notation::Java.literal("Set.of(1, 2)"), ..Answer::default() };
        assert!(agree(Notation::Java, "Set.of(2, 1)", &answer));
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
