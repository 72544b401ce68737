//! Where lines were typed in an output: there a prompt ends, and so does a line on the screen.

use super::layout::transcript::shows_typing;
use crate::spec::{Relaxation, TYPED};
use crate::trace::{Then, Trace, decode};

/// Returns two outputs with [`TYPED`] wherever a line was typed; `None` where no line was, or where nobody knows.
///
/// Where it is known of one of them only, such as of an output that stands in a spec, it was typed behind the same
/// characters of the other one.
pub(super) fn marked(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> Option<[String; 2]> {
    let is_about_prompts = |one: &Relaxation| {
        use Relaxation::{AlsoLines, BlankLines, OnlyNumbers, Tokens, TrailingBlanks};
        matches!(one, TrailingBlanks | BlankLines | Tokens | OnlyNumbers | AlsoLines(_))
    };
    if !relaxations.iter().any(is_about_prompts) {
        return None;
    }
    let texts = [expected, actual].map(|trace| decode(&trace.stdout));
    if texts.iter().any(|text| text.contains(TYPED)) {
        return None;
    }
    let [expected_text, actual_text] = &texts;
    match [expected, actual].map(with_typed) {
        [Some(expected), Some(actual)] => Some([expected, actual]),
        [Some(expected), None] => Some([expected.clone(), carried_over(&expected, actual_text)]),
        [None, Some(actual)] => Some([carried_over(&actual, expected_text), actual]),
        [None, None] => None,
    }
}

/// Returns two outputs in which what stands behind a typed line is a line of its own.
pub(super) fn apart(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> Option<[String; 2]> {
    Some(marked(relaxations, expected, actual)?.map(|text| text.replace(TYPED, "\n")))
}

/// Returns an output with [`TYPED`] wherever a line was typed, as far as that is known.
pub(super) fn with_known_typed(trace: &Trace) -> String {
    let text = decode(&trace.stdout);
    if text.contains(TYPED) { text.replace(TYPED, " ") } else { with_typed(trace).unwrap_or(text) }
}

fn with_typed(trace: &Trace) -> Option<String> {
    let dialogue = trace.dialogue.as_ref().filter(|dialogue| !dialogue.typed.is_empty())?;
    // A program that was not watched, or that keeps what it prints until its end, seems to be typed at once.
    if !shows_typing(trace) || dialogue.typed.iter().all(|(at, _)| *at == 0) && !trace.stdout.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(trace.stdout.len());
    for turn in trace.turns() {
        text.push_str(&decode(turn.printed));
        match turn.then {
            Then::Typed(_) => text.push(TYPED),
            Then::EndOfInput | Then::StartedAgain | Then::Ended => {}
        }
    }
    Some(text)
}

/// Marks a text behind as many characters, and the blanks that follow them, as another one. Blanks are not counted.
fn carried_over(marked: &str, text: &str) -> String {
    let mut places = Vec::new();
    let mut count = 0_usize;
    for one in marked.chars() {
        match one {
            TYPED => places.push(count),
            other => count += usize::from(!other.is_whitespace()),
        }
    }
    let mut places = places.into_iter().peekable();
    let (mut result, mut count) = (String::with_capacity(text.len()), 0);
    for one in text.chars() {
        if !matches!(one, ' ' | '\t') {
            while places.next_if(|place| *place == count).is_some() {
                result.push(TYPED);
            }
        }
        result.push(one);
        count += usize::from(!one.is_whitespace());
    }
    result.extend(places.filter(|place| *place == count).map(|_| TYPED));
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_were_typed_behind_the_same_characters() {
        let shown = |marked: &str, text: &str| {
            carried_over(&marked.replace('|', &TYPED.to_string()), text).replace(TYPED, "|")
        };
        assert_eq!(shown("Number:|Result 5\n", "Number: Result 5\n"), "Number: |Result 5\n");
        assert_eq!(shown("a: |b: ||c", "a:b:c"), "a:|b:||c");
        assert_eq!(shown("|a|", " a  "), " |a  |");
        assert_eq!(shown("abc|d", "ab"), "ab");
    }
}
