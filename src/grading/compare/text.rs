//! Compares outputs as text: finds the first difference, and the relaxations that would accept the output.

use std::borrow::Cow;

use super::difference::{Difference, Kind, shortened};
use super::layout::laid_out;
use super::layout::rows;
use super::layout::side_by_side::{SideBySide, pair_by_place, pair_by_text};
use super::layout::transcript::{
    ScreenLine, ScreenPiece, Shown, Window, asks, place, point_out, screen_of, shows_typing, turns,
};
use super::prompts;
use super::relaxed::{self, LADDER, normalize, normalize_line, same_bytes, same_line};
use crate::sandbox::Exit;
use crate::spec::{Comparison, Pattern, Relaxation};
use crate::trace::{Trace, decode};
use crate::untrusted::Untrusted;

/// Tells whether an output is the expected one.
pub(super) fn accepts(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> bool {
    expected.stdout == actual.stdout
        || (!relaxations.is_empty()
            && accepts_text(
                relaxations,
                [expected, actual],
                &[expected, actual].map(|it| decode(&it.stdout)),
            ))
}

/// Tells the same of outputs as text.
fn accepts_text(relaxations: &[Relaxation], [expected, actual]: [&Trace; 2], texts: &[String; 2]) -> bool {
    relaxed::same(&texts[0], &texts[1], relaxations) || is_same_but_for_prompts(relaxations, expected, actual)
}

/// Tells whether two outputs are the same where what is typed ends the line of its prompt.
fn is_same_but_for_prompts(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> bool {
    prompts::marked(relaxations, expected, actual)
        .is_some_and(|[expected, actual]| relaxed::same(&expected, &actual, relaxations))
}

/// Returns the texts of two outputs, with what is typed as the end of a line if blanks do not count there.
fn texts(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> [String; 2] {
    let plain = || [expected, actual].map(|trace| decode(&trace.stdout));
    prompts::apart(relaxations, expected, actual).unwrap_or_else(plain)
}

/// Tells whether an output is the beginning of the expected one.
pub(super) fn begins(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> bool {
    if ignores_line_ends(relaxations) {
        return begins_with_words(relaxations, expected, actual);
    }
    let with_typed = shows_typing(expected) && shows_typing(actual);
    let [expected, actual] = both(relaxations, expected, actual, with_typed);
    let text = |line: &ScreenLine| normalize_line(&counted(relaxations, line), relaxations).into_owned();
    let is_same = |(one, other): &(&ScreenLine, &ScreenLine)| {
        same_line(&counted(relaxations, other), &counted(relaxations, one), relaxations)
    };
    let same = actual.iter().zip(&expected).take_while(is_same).count();
    match &actual[same..] {
        [] => true,
        [last] if last.unfinished => {
            expected.get(same).is_some_and(|line| text(line).starts_with(&text(last)))
        }
        _ => false,
    }
}

/// Whether outputs are compared word by word, wherever their lines end.
fn ignores_line_ends(relaxations: &[Relaxation]) -> bool {
    relaxations.iter().any(|one| matches!(one, Relaxation::Tokens | Relaxation::OnlyNumbers))
}

/// Whether a screen that is compared has the lines in which something was printed, so that it is known what was typed
/// before each.
fn keeps_lines(relaxations: &[Relaxation]) -> bool {
    !ignores_line_ends(relaxations) && !relaxations.contains(&Relaxation::AnyOrderOfLines)
}

/// Tells whether the words of an output are the first words of the expected one; the last of them may have been cut off.
fn begins_with_words(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> bool {
    let [expected, actual] = texts(relaxations, expected, actual).map(|text| {
        let words = normalize(&text, relaxations);
        words.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    });
    let is_same = |(one, other): &(&String, &String)| relaxed::same(one, other, relaxations);
    let same = expected.iter().zip(&actual).take_while(is_same).count();
    match &actual[same..] {
        [] => true,
        [last] => expected.get(same).is_some_and(|word| word.starts_with(last.as_str())),
        _ => false,
    }
}

/// Returns where two outputs part: for each, the first byte of the first line that differs, or beyond its end. Without
/// relaxations, it is the first byte that differs.
pub fn parting(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> [usize; 2] {
    if relaxations.is_empty() {
        return [same_bytes(&expected.stdout, &actual.stdout); 2];
    }
    let skip_blank = relaxations.contains(&Relaxation::BlankLines);
    let lines = |trace: &Trace| {
        let mut at = 0;
        let lines = trace.stdout.split_inclusive(|byte| *byte == b'\n').map(|line| {
            let start = at;
            at += line.len();
            (start, decode(line))
        });
        lines.filter(|(_, line)| !(skip_blank && line.trim().is_empty())).collect::<Vec<_>>()
    };
    let (wanted, found) = (lines(expected), lines(actual));
    let is_same =
        |(one, other): &(&(usize, String), &(usize, String))| same_line(&one.1, &other.1, relaxations);
    let same = wanted.iter().zip(&found).take_while(is_same).count();
    let at =
        |lines: &[(usize, String)], trace: &Trace| lines.get(same).map_or(trace.stdout.len(), |(at, _)| *at);
    [at(&wanted, expected), at(&found, actual)]
}

/// Tells whether an output matches a pattern.
pub(super) fn accepts_pattern(relaxations: &[Relaxation], pattern: &Pattern, actual: &Trace) -> bool {
    let text = searched(pattern, actual);
    let relaxed = |text: &str| normalize(text, relaxations).into_owned();
    // A pattern may end with a newline that relaxations take away.
    let ends_alike = relaxed("a\n") == relaxed("a");
    pattern.matches(&text, str::to_owned)
        || pattern.matches(&relaxed(&text), relaxed)
        || ends_alike && pattern.matches(&(relaxed(&text) + "\n"), relaxed)
}

/// Returns the output in which a pattern is looked for: whole words end where a line was typed.
fn searched(pattern: &Pattern, actual: &Trace) -> String {
    match pattern {
        Pattern::Words(_) => prompts::with_known_typed(actual),
        Pattern::Whole { .. } | Pattern::Contains(_) | Pattern::Regex(_) => decode(&actual.stdout),
    }
}

/// Returns the first difference of two outputs.
pub(super) fn difference(relaxations: &[Relaxation], expected: &Trace, actual: &Trace) -> Difference {
    // What would have been typed is not what a program should have printed that reads nothing.
    let reads_nothing =
        actual.exit == Exit::Code(0) && asks(expected) && actual.dialogue.is_some() && !asks(actual);
    let with_typed =
        keeps_lines(relaxations) && !reads_nothing && shows_typing(expected) && shows_typing(actual);
    let [expected_lines, actual_lines] = both(relaxations, expected, actual, with_typed);
    let forgiven_by = forgiving(relaxations, expected, actual);
    match rows::align(&expected_lines, &actual_lines, &|line| what_counts(relaxations, line)) {
        Some(divergence) => {
            let typed_before = divergence.typed_before.filter(|_| with_typed);
            let place = typed_before.map(|count| place(expected, actual, count));
            let place = place.or_else(|| reads_nothing.then(|| "it reads nothing of its input: ".to_owned()));
            let sentence = (place.unwrap_or_default() + &divergence.sentence).into();
            Difference { forgiven_by, ..Difference::new(divergence.kind, sentence, divergence.rows) }
        }
        // The lines are equal, but were typed at other places.
        None => {
            let sentence = "the output differs, though no line of it does".into();
            let rows = rows::excerpt(&actual_lines, None, &[]);
            Difference { forgiven_by, ..Difference::new(Kind::Wording, sentence, rows) }
        }
    }
}

/// Returns two dialogues side by side; `None` if no line differs.
pub(super) fn side_by_side(
    relaxations: &[Relaxation],
    expected: &Trace,
    decisive: &[usize],
    actual: &Trace,
) -> Option<SideBySide> {
    let with_typed = shows_typing(expected) && shows_typing(actual);
    let [expected, actual] = both(relaxations, expected, actual, with_typed);
    let expected = turns(point_out(expected, decisive));
    pair_by_text(&expected, &turns(actual), &|line| what_counts(relaxations, line))
}

/// Lays two outputs out alike.
type LaidOut = fn(&[Relaxation], &str, &str) -> [Vec<ScreenLine>; 2];

/// Returns the compared lines of two screens; of the second, only as many as can be compared with the first.
fn both(
    relaxations: &[Relaxation],
    expected: &Trace,
    actual: &Trace,
    with_typed: bool,
) -> [Vec<ScreenLine>; 2] {
    let by: Option<LaidOut> = if relaxations.contains(&Relaxation::OnlyNumbers) {
        Some(laid_out::by_numbers)
    } else if relaxations.contains(&Relaxation::AnyOrderOfLines) {
        Some(laid_out::in_any_order)
    } else if relaxations.contains(&Relaxation::Tokens) {
        Some(|_, expected, actual| laid_out::by_tokens(expected, actual))
    } else {
        None
    };
    if let Some(by) = by {
        let [expected, actual] = texts(relaxations, expected, actual);
        return by(relaxations, &expected, &actual);
    }
    // Where typed lines are not shown, the prompts before them are lines of their own.
    let [expected, actual] = match prompts::apart(relaxations, expected, actual).filter(|_| !with_typed) {
        Some(apart) => apart.map(|text| Cow::Owned(Trace::of_output(text.into_bytes()))),
        None => [expected, actual].map(Cow::Borrowed),
    };
    let skip_blank = relaxations.contains(&Relaxation::BlankLines);
    let is_blank = |piece: &Shown| piece.text.trim().is_empty();
    let counts = |pieces: &[Shown]| !(skip_blank && pieces.iter().all(is_blank));
    let mut expected = screen_of(&expected, with_typed, Window::All, &counts);
    let mut actual = screen_of(&actual, with_typed, Window::beside(expected.len()), &counts);
    for lines in [&mut expected, &mut actual] {
        laid_out::trim(relaxations, lines);
    }
    laid_out::forgive(relaxations, &expected, &mut actual);
    [expected, actual]
}

/// Returns the text of a line, without the blanks between a prompt and what is typed if they do not count.
fn counted<'l>(relaxations: &[Relaxation], line: &'l ScreenLine) -> Cow<'l, str> {
    if !relaxations.contains(&Relaxation::TrailingBlanks) || !line.ends_turn() || line.counts_as.is_some() {
        return line.compared_text();
    }
    let piece = |piece: &ScreenPiece| match piece.typed {
        true => piece.text.clone(),
        false => piece.text.trim_end_matches([' ', '\t', '\r']).to_owned(),
    };
    Cow::Owned(line.pieces.iter().map(piece).collect())
}

/// Returns the compared part of a line.
fn what_counts<'l>(relaxations: &[Relaxation], line: &'l ScreenLine) -> Cow<'l, str> {
    let text = match counted(relaxations, line) {
        Cow::Borrowed(text) => normalize_line(text, relaxations),
        Cow::Owned(text) => Cow::Owned(normalize_line(&text, relaxations).into_owned()),
    };
    let ends_alike = |one: &Relaxation| matches!(one, Relaxation::FinalNewline | Relaxation::Ends);
    let marks_end = line.unfinished && !relaxations.iter().any(ends_alike);
    if marks_end { Cow::Owned(text.into_owned() + "\0") } else { text }
}

/// Returns the difference of an output that does not match a pattern.
pub(super) fn pattern_difference(pattern: &Pattern, comparison: &Comparison, actual: &Trace) -> Difference {
    let relaxations = match comparison {
        Comparison::Text(relaxations) => relaxations.as_slice(),
        Comparison::Events(_) | Comparison::Table(_) => &[],
    };
    let plain = |text: &str| normalize(text, relaxations).into_owned();
    let (sentence, wanted) = match pattern {
        Pattern::Whole { text, .. } => {
            ("the output is not of the form that is expected".to_owned(), text.as_str())
        }
        Pattern::Contains(texts) | Pattern::Words(texts) => {
            let place = pattern.missing(&plain(&searched(pattern, actual)), plain).unwrap_or_default();
            let shown = |place: usize| shortened(&texts[place]);
            let after = place.checked_sub(1).map(|before| format!(" after `{}`", shown(before)));
            (
                format!("`{}` was not printed{}", shown(place), after.unwrap_or_default()),
                texts[place].as_str(),
            )
        }
        Pattern::Regex(regex) => (
            "nothing in the output matches the regular expression that is expected".to_owned(),
            regex.as_str(),
        ),
    };
    let wanted: Vec<ScreenLine> = wanted.lines().map(ScreenLine::plain).collect();
    let rows = rows::excerpt(&end_of(actual), None, &wanted);
    Difference::new(Kind::Wording, sentence.into(), rows)
}

/// Returns the output with a sentence about it, where nobody knows which line is wrong.
pub(super) fn shown(sentence: Untrusted, actual: &Trace) -> Difference {
    Difference::new(Kind::Wording, sentence, rows::excerpt(&end_of(actual), None, &[]))
}

/// Returns the pattern and the output side by side.
pub(super) fn pattern_side_by_side(pattern: &Pattern, actual: &Trace) -> SideBySide {
    let wanted = match pattern {
        Pattern::Whole { text, .. } => text.lines().map(ScreenLine::plain).collect(),
        Pattern::Contains(texts) | Pattern::Words(texts) => {
            texts.iter().flat_map(|text| text.lines()).map(ScreenLine::plain).collect()
        }
        Pattern::Regex(regex) => regex.as_str().lines().map(ScreenLine::plain).collect(),
    };
    let printed = end_of(actual);
    pair_by_place(&[wanted], &[printed], 0, &|_, _| false)
}

/// Returns the screen at the end of a run.
fn end_of(trace: &Trace) -> Vec<ScreenLine> {
    let window = Window::around(None, &decode(&trace.stdout));
    screen_of(trace, shows_typing(trace), window, &|_| true)
}

/// Returns the smallest set of relaxations that would accept an output, in the order of the ladder; of more than two, those that are all needed.
fn forgiving(given: &[Relaxation], expected: &Trace, actual: &Trace) -> Vec<Relaxation> {
    let has_numbers = given.iter().any(|one| matches!(one, Relaxation::Numbers(_)));
    let texts = [expected, actual].map(|trace| decode(&trace.stdout));
    if !has_numbers && !relaxed::same_letters(&texts[0], &texts[1]) {
        return Vec::new();
    }
    // Where nothing is left of what is expected, everything would be right.
    let is_left = |relaxations: &[Relaxation]| !normalize(&texts[0], relaxations).trim().is_empty();
    let would_do = |more: &[Relaxation]| {
        let all = [given, more].concat();
        accepts_text(&all, [expected, actual], &texts) && (is_left(&all) || !is_left(given))
    };
    let leaves = |one: &Relaxation| is_left(&[given, std::slice::from_ref(one)].concat()) || !is_left(given);
    let ladder: Vec<Relaxation> =
        LADDER.into_iter().filter(|one| !given.contains(one) && leaves(one)).collect();
    if !would_do(&ladder) {
        return Vec::new();
    }
    let pairs = ladder.iter().enumerate().flat_map(|(index, one)| {
        ladder[index + 1..].iter().map(|other| vec![one.clone(), other.clone()]).collect::<Vec<_>>()
    });
    let mut fewer = ladder.iter().map(|one| vec![one.clone()]).chain(pairs);
    fewer.find(|candidate| would_do(candidate)).unwrap_or_else(|| {
        let mut needed = ladder.clone();
        for one in ladder.iter().rev() {
            let rest: Vec<Relaxation> = needed.iter().filter(|other| *other != one).cloned().collect();
            if would_do(&rest) {
                needed = rest;
            }
        }
        needed
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_part_at_the_first_byte_or_line_that_differs() {
        let parting = |relaxations: &[Relaxation], expected: &str, actual: &str| {
            let [expected, actual] =
                [expected, actual].map(|text| Trace::of_output(text.as_bytes().to_vec()));
            super::parting(relaxations, &expected, &actual)
        };
        for length in 0..20 {
            for at in 0..=length {
                let text = "a".repeat(length);
                let other = format!("{}b", "a".repeat(at));
                assert_eq!(parting(&[], &text, &other), [at; 2], "{length}");
            }
        }
        let lax = [Relaxation::BlankLines, Relaxation::Case];
        assert_eq!(parting(&lax, "A\n\nb\nc\n", "a\nB\nd\n"), [5, 4]);
        assert_eq!(parting(&lax, "A\n\nb\n", "a\nB\n"), [5, 4]);
    }

    #[test]
    fn what_would_accept_an_output_has_nothing_that_is_not_needed() {
        use Relaxation::{Case, Punctuation, RunsOfBlanks, TrailingBlanks};
        for (actual, needed) in [
            ("hello 1\n", vec![TrailingBlanks, RunsOfBlanks, Punctuation]),
            ("Hello [ 1 ]\n", vec![Case]),
            ("hello [  2 ]\n", vec![]),
        ] {
            let [expected, actual] =
                ["hello [ 1 ]\n", actual].map(|text| Trace::of_output(text.as_bytes().to_vec()));
            let found = forgiving(&[], &expected, &actual);
            assert_eq!(found.len(), needed.len(), "{found:?}");
            assert!(needed.iter().all(|one| found.contains(one)), "{found:?}");
        }
    }

    #[test]
    fn where_lines_end_does_not_decide_whether_an_output_is_the_beginning_of_another() {
        let begins = |relaxations: &[Relaxation], expected: &str, actual: &str| {
            let [expected, actual] =
                [expected, actual].map(|text| Trace::of_output(text.as_bytes().to_vec()));
            super::begins(relaxations, &expected, &actual)
        };
        for (actual, is_beginning) in [("", true), ("How\nmany? ", true), ("How ma", true), ("Hi", false)] {
            assert_eq!(begins(&[Relaxation::Tokens], "How many? 3 2\n", actual), is_beginning, "{actual}");
        }
        assert!(begins(&[Relaxation::OnlyNumbers], "a 1\nb 2\n", "1"));
        assert!(!begins(&[Relaxation::OnlyNumbers], "a 1\nb 2\n", "2"));
        assert!(!begins(&[], "How many? 3\n", "How\n"));
    }

    #[test]
    fn the_fewest_relaxations_are_named() {
        let forgiving = |given: &[Relaxation], expected: &str, actual: &str| {
            let trace = |text: &str| Trace::of_output(text.as_bytes().to_vec());
            super::forgiving(given, &trace(expected), &trace(actual))
        };
        assert_eq!(forgiving(&[], "a b\n", "a b \n"), [Relaxation::TrailingBlanks]);
        assert_eq!(forgiving(&[], "a b\n", "A b"), [Relaxation::FinalNewline, Relaxation::Case]);
        assert_eq!(forgiving(&[], "Bye\n", "bye.\n"), [Relaxation::Case, Relaxation::Punctuation]);
        assert_eq!(forgiving(&[Relaxation::Case], "Bye\n", "bye.\n"), [Relaxation::Punctuation]);
        assert_eq!(forgiving(&[], "a\n", "b\n"), []);
    }
}
