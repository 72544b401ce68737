//! Tells whether two texts are equal if some differences do not count.

use super::any_order::{self, Line};
use super::normalize::{
    NUMBER, characters, ended, laid_out, lines_in_any_order, normalize, with_plain_signs, with_usual_lines,
    within_line,
};
use crate::spec::{Number, Relaxation, Tolerance};
use crate::written_number::{looks_like_minus, number_places};

/// Tells whether two texts are equal after some relaxations.
pub(in crate::compare) fn same(expected: &str, actual: &str, relaxations: &[Relaxation]) -> bool {
    expected == actual || ways(relaxations).iter().any(|way| same_in_one_way(expected, actual, way))
}

/// The sets of relaxations under which two texts are tried, of which one is enough.
fn ways(relaxations: &[Relaxation]) -> Vec<Vec<Relaxation>> {
    if relaxations.is_empty() {
        return Vec::new();
    }
    let mut ways = vec![relaxations.to_vec()];
    let mut also_without = |is_one: fn(&Relaxation) -> bool, only_beside: &[Relaxation]| {
        let in_the_way = |way: &&Vec<Relaxation>| {
            way.iter().any(is_one)
                && (only_beside.is_empty() || only_beside.iter().any(|one| way.contains(one)))
        };
        let without = |way: &Vec<Relaxation>| way.iter().filter(|one| !is_one(one)).cloned().collect();
        let more: Vec<Vec<Relaxation>> = ways.iter().filter(in_the_way).map(without).collect();
        ways.extend(more);
    };
    also_without(|one| matches!(one, Relaxation::AlsoLines(_)), &[]);
    also_without(|one| matches!(one, Relaxation::OnlyNumbers), &[]);
    also_without(|one| matches!(one, Relaxation::LookAlikes), &[Relaxation::OnlyNumbers]);
    also_without(|one| matches!(one, Relaxation::AnyOrderOfLines), &[Relaxation::Tokens]);
    ways
}

fn same_in_one_way(expected: &str, actual: &str, relaxations: &[Relaxation]) -> bool {
    if are_alike(expected, actual, relaxations) {
        return true;
    }
    // Without its newline, a last line is one line fewer for some, and one that is not finished for others.
    let finished = |text: &str| text.strip_suffix('\n').unwrap_or(text).to_owned() + "\n";
    relaxations.contains(&Relaxation::FinalNewline)
        && are_alike(&finished(expected), &finished(actual), &without(relaxations, &Relaxation::FinalNewline))
}

fn without(relaxations: &[Relaxation], one: &Relaxation) -> Vec<Relaxation> {
    relaxations.iter().filter(|other| *other != one).cloned().collect()
}

fn are_alike(expected: &str, actual: &str, relaxations: &[Relaxation]) -> bool {
    let tolerance = relaxations.iter().find_map(|relaxation| match relaxation {
        Relaxation::Numbers(tolerance) => Some(*tolerance),
        _ => None,
    });
    if relaxations.contains(&Relaxation::OnlyNumbers) {
        return same_numbers(expected, actual, tolerance.unwrap_or_default(), relaxations);
    }
    normalize(expected, relaxations) == normalize(actual, relaxations)
        || tolerance.is_some_and(|tolerance| same_but_for_numbers(expected, actual, tolerance, relaxations))
}

/// Tells whether two texts have the same numbers, whatever stands around them.
fn same_numbers(expected: &str, actual: &str, tolerance: Tolerance, relaxations: &[Relaxation]) -> bool {
    let of_lines = |text: &str| {
        let line = |line| Line {
            text: String::new(),
            numbers: number_places(line).map(|place| line[place].to_owned()).collect(),
        };
        text.lines().map(line).filter(|line| !line.numbers.is_empty()).collect::<Vec<_>>()
    };
    let [expected, actual] = [expected, actual].map(|text| of_lines(&with_plain_signs(text, relaxations)));
    if relaxations.contains(&Relaxation::AnyOrderOfLines) && any_order::same(&expected, &actual, tolerance) {
        return true;
    }
    let all = |lines: &[Line]| lines.iter().flat_map(|line| line.numbers.clone()).collect::<Vec<_>>();
    are_near(&all(&expected), &all(&actual), tolerance)
}

/// Tells whether two texts are equal if numbers within the tolerance count as equal.
fn same_but_for_numbers(
    expected: &str,
    actual: &str,
    tolerance: Tolerance,
    relaxations: &[Relaxation],
) -> bool {
    let [(expected, wanted), (actual, found)] = [expected, actual].map(|text| {
        let mut numbers = Vec::new();
        let text = with_usual_lines(text, relaxations);
        let text = laid_out(characters(text, relaxations, Some(&mut numbers)), relaxations).into_owned();
        (text, numbers)
    });
    if !relaxations.contains(&Relaxation::AnyOrderOfLines) {
        return ended(expected.into(), relaxations) == ended(actual.into(), relaxations)
            && are_near(&wanted, &found, tolerance);
    }
    let (expected_lines, expected_end) = lines_in_any_order(&expected, relaxations);
    let (actual_lines, actual_end) = lines_in_any_order(&actual, relaxations);
    let ends_alike = relaxations.contains(&Relaxation::FinalNewline) || expected_end == actual_end;
    ends_alike
        && any_order::same(&shared_out(&expected_lines, wanted), &shared_out(&actual_lines, found), tolerance)
}

/// Tells whether two lines are equal after the relaxations that are about a line.
pub(in crate::compare) fn same_line(expected: &str, actual: &str, relaxations: &[Relaxation]) -> bool {
    expected == actual || same(expected, actual, &within_line(relaxations))
}

/// Gives each line the numbers that stand in it.
fn shared_out(lines: &[&str], numbers: Vec<String>) -> Vec<Line> {
    let mut rest = numbers.into_iter();
    let line = |line: &&str| {
        let count = line.chars().filter(|one| *one == NUMBER).count();
        Line { text: (*line).to_owned(), numbers: rest.by_ref().take(count).collect() }
    };
    lines.iter().map(line).collect()
}

/// Tells whether as many numbers are near, one after the other.
pub(super) fn are_near(expected: &[String], actual: &[String], tolerance: Tolerance) -> bool {
    expected.len() == actual.len()
        && expected.iter().zip(actual).all(|(one, other)| is_near(one, other, tolerance))
}

/// Tells whether a number, as it is written, counts as equal to the expected one.
fn is_near(expected: &str, actual: &str, tolerance: Tolerance) -> bool {
    let signs = [expected, actual].map(|text| text.chars().next().filter(|sign| looks_like_minus(*sign)));
    if let [Some(sign), Some(other)] = signs {
        let size = |text: &'_ str| text.chars().skip(1).collect::<String>();
        return sign == other && is_near(&size(expected), &size(actual), tolerance);
    }
    let number = |text| Number::of_text(text);
    let is_real = |text: &str| text.contains(['.', 'e', 'E']);
    if tolerance.only_reals && !(is_real(expected) && is_real(actual)) {
        return expected == actual;
    }
    expected == actual
        || matches!((number(expected), number(actual)), (Some(one), Some(other)) if tolerance.accepts(&one, &other))
}

#[cfg(test)]
mod tests {
    use super::super::LADDER;
    use super::super::normalize::{TYPED_TEXT, same_letters};
    use super::super::number::numbers;
    use super::*;
    use crate::spec::Comparison;
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};

    fn numbers_within(bound: f64) -> Relaxation {
        Relaxation::Numbers(Tolerance::of(bound))
    }

    fn also_line(usual: &str, other: &str) -> Relaxation {
        Relaxation::AlsoLines([(other.to_owned(), usual.to_owned())].into())
    }

    /// Every relaxation.
    fn all() -> Vec<Relaxation> {
        use Relaxation::{AnyOrderOfLines, BlankLinesAtTheEnd, Ends, OnlyNumbers, Tokens};
        let mut all = LADDER.to_vec();
        all.extend([Tokens, AnyOrderOfLines, OnlyNumbers, Ends, BlankLinesAtTheEnd, numbers_within(0.1)]);
        all.push(also_line("a", "b c"));
        all
    }

    #[test]
    fn each_relaxation_accepts_its_own_difference_and_no_other() {
        let examples = [
            (Relaxation::TrailingBlanks, "a\nb\n", "a \t\r\nb\n"),
            (Relaxation::BlankLines, "a\nb\n", "\na\n  \n\nb\n"),
            (Relaxation::FinalNewline, "a\nb\n", "a\nb"),
            (Relaxation::Ends, "a\n b", "\n  a\n b \n\n"),
            (Relaxation::BlankLinesAtTheEnd, "a\nb\n", "a\nb\n\n  "),
            (Relaxation::LookAlikes, "it's - ü\n", "it\u{2019}s\u{A0}\u{2013} u\u{308}\n"),
            (Relaxation::Case, "Ab\n", "aB\n"),
            (Relaxation::Punctuation, "a\n", "a.\n"),
            (Relaxation::RunsOfBlanks, "a b\n", "a \t b\n"),
            (Relaxation::Tokens, "a b\nc\n", "a\nb c\n"),
            (Relaxation::AnyOrderOfLines, "a\nb\n", "b\na\n"),
            (Relaxation::OnlyNumbers, "x is 1.50\n", "y = 1.5\n"),
            (numbers_within(0.01), "x = 1.50\n", "x = 1.4999e0\n"),
            (also_line("All done", "Finished"), "a\nAll done\n", "a\nFinished\n"),
        ];
        for (own, expected, actual) in &examples {
            for (relaxation, ..) in &examples {
                use Relaxation::{
                    BlankLines, BlankLinesAtTheEnd, Ends, FinalNewline, RunsOfBlanks, Tokens, TrailingBlanks,
                };
                let includes = match relaxation {
                    Tokens => {
                        matches!(
                            own,
                            TrailingBlanks
                                | BlankLines
                                | FinalNewline
                                | RunsOfBlanks
                                | Ends
                                | BlankLinesAtTheEnd
                        )
                    }
                    Ends => matches!(own, FinalNewline | BlankLinesAtTheEnd),
                    BlankLines => matches!(own, BlankLinesAtTheEnd),
                    Relaxation::OnlyNumbers => numbers(expected) == numbers(actual),
                    _ => false,
                };
                let is_same = same(expected, actual, std::slice::from_ref(relaxation));
                assert_eq!(is_same, relaxation == own || includes, "{own:?} {relaxation:?}");
            }
        }
    }

    #[test]
    fn relaxations_work_together_in_every_order() {
        use Relaxation::{
            AnyOrderOfLines, BlankLines, Case, Ends, FinalNewline, OnlyNumbers, Punctuation, Tokens,
            TrailingBlanks,
        };
        for (relaxations, expected, actual) in [
            // The blank is at the end of the line only after the full stop was removed.
            (vec![Punctuation, TrailingBlanks], "a\n", "a .\n"),
            (vec![FinalNewline, AnyOrderOfLines], "b\na\n", "a\nb"),
            (vec![AnyOrderOfLines, Ends], " a\nb\n", "b\na"),
            (vec![AnyOrderOfLines, Tokens], "a b\nc\n", "c\n\na   b"),
            (vec![AnyOrderOfLines, numbers_within(0.1)], "x 0.99\nx 1\n", "x 1.04\nx 0.98\n"),
            (
                vec![AnyOrderOfLines, OnlyNumbers, numbers_within(0.1)],
                "x 1 2\ny 3\n",
                "y 3.01\nhm\nx 1 2.01\n",
            ),
            (vec![Punctuation, numbers_within(0.1)], "It is -1.5.\n", "It is: -1.49\n"),
            (vec![also_line("All done.", "Finished"), Case, TrailingBlanks], "all done.\n", "FINISHED \n"),
            (vec![BlankLines, Case, FinalNewline], "A\nB\n", "\na\n\nb"),
        ] {
            let mut reversed = relaxations.clone();
            reversed.reverse();
            for relaxations in [relaxations, reversed] {
                assert!(same(expected, actual, &relaxations), "{relaxations:?}");
            }
        }
        let unordered = [AnyOrderOfLines, numbers_within(0.1)];
        assert!(
            !same("x 1\nx 2\n", "x 1\nx 1\n", &unordered) && !same("x 1\ny 2\n", "x 2\ny 1\n", &unordered)
        );
        assert!(!same("a b\nc\n", "b a\nc\n", &[AnyOrderOfLines, Tokens]));
    }

    #[test]
    fn what_looks_like_a_minus_is_one_or_nothing_else() {
        use Relaxation::{LookAlikes, OnlyNumbers};
        for more in [vec![], vec![numbers_within(0.1)]] {
            let alike = [vec![OnlyNumbers, LookAlikes], more.clone()].concat();
            let only = [vec![OnlyNumbers], more].concat();
            assert!(same("x = -5\n", "y is \u{2212}5\n", &alike) && !same("-5", "\u{2212}5", &only));
            assert!(same("x \u{2212}5.0\n", "\u{2212}5\n", &only) && same("10-4", "10\u{2212}4", &only));
            assert!(!same("5\n", "\u{2212}5\n", &only) && !same("5\n", "\u{2212}5\n", &alike));
        }
    }

    #[test]
    fn behind_what_is_typed_a_blank_line_is_blank() {
        let with_typed = |text: &str| text.replace('|', TYPED_TEXT);
        let same = |one: &str, other: &str, relaxations: &[Relaxation]| {
            same(&with_typed(one), &with_typed(other), relaxations)
                && same(&with_typed(other), &with_typed(one), relaxations)
        };
        let blank_lines = [Relaxation::BlankLines];
        assert!(same("a: |b: |Sum: 7\n", "a: |\nb: | \n\nSum: 7\n", &blank_lines));
        assert!(same("a:|b\n", "a: |\nb\n", &[Relaxation::BlankLines, Relaxation::TrailingBlanks]));
        assert!(!same("a: |b\n", "a: |b\nb\n", &blank_lines) && !same("a: |b\n", "a:\n |b\n", &blank_lines));
        assert!(!same("a: ||b\n", "a: |b\n", &blank_lines));
    }

    #[test]
    fn numbers_are_compared_as_numbers_only_where_both_are() {
        let near = [numbers_within(1e-6)];
        assert!(same("3.0 .5 -2e3 7.", "3 0.5 -2000.0 7.", &near));
        assert!(!same("3 apples", "three apples", &near));
        assert!(!same("1", "1 1", &near));
        assert!(!same("1", "nan", &near));
        for nothing in ["inf", "1e999", "-1e999", "nan", &"7".repeat(400)] {
            for bound in [1e-6, 0.0, 0.5] {
                let relaxed =
                    [Relaxation::Numbers(Tolerance { absolute: 0.0, relative: bound, only_reals: false })];
                assert!(!same("3", nothing, &relaxed), "{nothing}");
                assert!(
                    !same("3", nothing, &[&[Relaxation::OnlyNumbers], &relaxed[..]].concat()),
                    "{nothing}"
                );
            }
        }
        assert!(same("-inf Infinity NaN", "-Infinity inf -nan", &near) && !same("inf", "-inf", &near));
        assert!(same("[1. 2.5] is 5.", "[1 2.50] is 5", &near) && !same("5..", "5.", &near));
        let exact = Relaxation::Numbers(Tolerance::default());
        assert!(!same("123456789012345678901234567890", "123456789012345678901234567891", &[exact]));
        assert!(same("-", "-", &near));
    }

    /// Some relaxations in any order.
    fn some_relaxations() -> impl Strategy<Value = Vec<Relaxation>> {
        let count = all().len();
        subsequence(all(), 0..=count).prop_shuffle()
    }

    /// Two texts of the same pieces, most of which are alike under some relaxation.
    fn two_texts() -> impl Strategy<Value = [String; 2]> {
        const ALIKE: [&[&str]; 14] = [
            &["a", "A", "b c", "B C."],
            &["b", "B"],
            &["1", "1.0", "1.02", "1.", "+1"],
            &["2e0", "2E0", "2", "2.1"],
            &["-1", "1", "\u{2013}1", "\u{2212}1"],
            &["nan", "NaN", "inf", "INF"],
            &["\n", "\n\n", " \n", "\n.\n", "\n \n", ""],
            &["\n", "\n", "\n"],
            &[" ", "  ", "\t", "\u{A0}", "\n"],
            &[".", ",", "", "-"],
            &["'", "\u{2019}"],
            &["ü", "u\u{308}", "Ü"],
            &["Σ", "σ", "ς"],
            &["=\u{338}", "\u{338}", "≠"],
        ];
        let pair = select(&ALIKE[..]).prop_flat_map(|alike| (select(alike), select(alike)));
        let pieces = proptest::collection::vec(
            prop_oneof![3 => pair.clone().prop_map(|(one, _)| (one, one)), 2 => pair],
            0..7,
        );
        (pieces, any::<bool>()).prop_map(|(pieces, swap)| {
            let one: String = pieces.iter().map(|(one, _)| *one).collect();
            let mut other: String = pieces.iter().map(|(_, other)| *other).collect();
            if swap {
                let mut lines: Vec<&str> = other.split_inclusive('\n').collect();
                lines.reverse();
                other = lines.concat();
            }
            [one, other]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn a_text_is_the_same_as_itself_whatever_is_relaxed(text in ".{0,60}", relaxations in some_relaxations()) {
            prop_assert!(same(&text, &text, &relaxations));
            prop_assert!(relaxations.is_empty() || same_in_one_way(&text, &text, &relaxations));
        }

        #[test]
        fn the_order_of_relaxations_decides_nothing(
            [one, other] in two_texts(),
            (relaxations, shuffled) in some_relaxations().prop_flat_map(|some| (Just(some.clone()), Just(some).prop_shuffle())),
        ) {
            prop_assert_eq!(same(&one, &other, &relaxations), same(&one, &other, &shuffled));
        }

        #[test]
        fn one_more_relaxation_accepts_what_fewer_do(
            [one, other] in two_texts(),
            (fewer, more) in some_relaxations().prop_flat_map(|more| {
                let count = more.len();
                (subsequence(more.clone(), 0..=count), Just(more))
            }),
        ) {
            prop_assert!(!same(&one, &other, &fewer) || same(&one, &other, &more), "{:?} {:?}", fewer, more);
        }

        #[test]
        fn what_is_expected_is_never_nothing(
            [expected, _] in two_texts(),
            nothing in "[ \t\r\n]{0,4}",
            relaxations in some_relaxations(),
        ) {
            let has_content = expected.chars().any(|one| !one.is_whitespace());
            if has_content && !Comparison::Text(relaxations.clone()).leaves_nothing(&expected) {
                prop_assert!(!same(&expected, &nothing, &relaxations));
            }
        }

        #[test]
        fn no_relaxation_accepts_texts_with_other_letters(one in "[aA b.\t\nΣσς]{0,8}", other in "[aA b.\t\nΣσς]{0,8}") {
            if !same_letters(&one, &other) {
                prop_assert!(!same(&one, &other, &LADDER));
            }
        }

        #[test]
        fn however_words_are_laid_out_their_tokens_are_the_same(
            words in proptest::collection::vec(("[a-c]{1,3}", "[ \t\n]{1,3}"), 0..12)
        ) {
            let laid_out: String = words.iter().map(|(word, blanks)| format!("{word}{blanks}")).collect();
            let plain: String = words.iter().map(|(word, _)| format!("{word}\n")).collect();
            prop_assert!(same(&plain, &laid_out, &[Relaxation::Tokens]));
            let more = laid_out + "d";
            prop_assert!(!same(&plain, &more, &[Relaxation::Tokens]));
        }

        #[test]
        fn normalizing_is_idempotent(text in "[a-cA-C. ,\t\r\n]{0,60}") {
            for relaxation in LADDER.into_iter().filter(|one| *one != Relaxation::FinalNewline) {
                let once = normalize(&text, std::slice::from_ref(&relaxation)).into_owned();
                prop_assert_eq!(normalize(&once, &[relaxation]), once.as_str());
            }
        }
    }
}
