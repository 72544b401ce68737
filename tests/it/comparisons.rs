//! The programs that each comparison and each expectation accepts.

use serde_json::Value;

use super::scratch::{Scratch, named};

/// The verdict and the reasons for each of some scenarios, which a program that prints its first argument
/// and ends with its second is put through.
fn judged(scenarios: &[String]) -> Vec<(String, String)> {
    let program = "import sys\nprint(sys.argv[1], end='')\nprint('a complaint', file=sys.stderr)\n\
                   sys.exit(int(sys.argv[2]))";
    let numbered = |(number, scenario)| format!("  - {{ name: s{number}, points: 1, {scenario} }}\n");
    let scenarios: String = scenarios.iter().enumerate().map(numbered).collect();
    let spec = format!("assignment: a\nsubmission: {{ files: [a.py] }}\nscenarios:\n{scenarios}");
    let scratch = Scratch::new(&spec).write("a.py", program);
    let graded = scratch.run(&["grade", "spec.yaml", "a.py"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    let scenarios = named(&results, "a")["scenarios"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let reasons =
        |one: &Value| one["reasons"].as_array().unwrap().iter().map(text).collect::<Vec<_>>().join("\n");
    scenarios.iter().map(|one| (text(&one["verdict"]), reasons(one))).collect()
}

#[test]
fn each_relaxation_accepts_what_it_says_and_nothing_else() {
    let examples = [
        ("exact", "a\n", "a\n", "a"),
        ("[trailing-blanks]", "a\nb\n", "a \t\nb\n", "a\n b\n"),
        ("[blank-lines]", "a\nb\n", "\na\n \nb\n", "a b\n"),
        ("[final-newline]", "a\n", "a", "a\n\n"),
        ("[case]", "Red wins\n", "RED Wins\n", "red  wins\n"),
        ("[punctuation]", "a, b!\n", "a b\n", "a; c\n"),
        ("[runs-of-blanks]", "a b\n", "a   b\n", "ab\n"),
        ("[numbers: 0.01]", "pi is 3.14\n", "pi is 3.1416\n", "pi is 3.3\n"),
        ("[numbers: { absolute: 0.01 }]", "1000.00\n", "1000.009\n", "1000.02\n"),
        ("[numbers: { relative: 0.01 }]", "1000 0\n", "1009 0\n", "1000 0.001\n"),
        ("[numbers: { absolute: 0.1, relative: 0.01 }]", "1000 0\n", "1009 0.1\n", "1011 0\n"),
        ("[only-numbers]", "2 + 2 = 4\n", "The sum of 2 and 2.0 is 4", "2 + 2 = 4 or 5\n"),
        ("[only-numbers, numbers: { absolute: 0.01 }]", "x1 = 3.14, y = -2\n", "(3.1416;-2)", "(3.14;2)"),
        ("table", "a b\n1 2\n", "a  b\n-----\n1\t2", "a b\n1 2.0\n"),
        ("{ table: { cells: [numbers: 0] } }", "a b\n1 2\n", "a b\n1 2.0\n", "A b\n1 2\n"),
        ("{ table: { separator: ',', cells: [case] } }", "A,b c\n", "a ,\"b c\"\n", "a,b,c\n"),
        ("{ table: { separator: '|' } }", "a|b\n", "+---+\n| a | b |\n", "a|b|\n"),
        ("{ table: { rows: any-order } }", "a b\n1 2\n3 4\n", "a b\n3 4\n1 2\n", "1 2\na b\n3 4\n"),
        ("{ table: { rows: any-order, header: false } }", "a b\n1 2\n", "1 2\na b\n", "1 2\na b\n1 2\n"),
        (
            "{ table: { rows: any-order, header: false, cells: [numbers: { absolute: 0.1 }] } }",
            "a 1\na 1.15\na 1.3\n",
            "a 1.22\na 1.09\na 0.95\n",
            "a 1.22\na 1.2\na 1.21\n",
        ),
        ("{ table: { columns: any-order } }", "a b\n1 2\n", "b a\n2 1\n", "b a\n1 2\n"),
        ("[case, blank-lines, final-newline]", "A\nB\n", "a\n\nb", "a\nc\n"),
        // Only when the full stop has gone does a blank stand at the end of the line.
        ("[punctuation, trailing-blanks]", "a\n", "a .\n", "b\n"),
        ("[trailing-blanks, punctuation]", "a\n", "a .\n", "b\n"),
        ("[final-newline, any-order-of-lines]", "b\na\n", "a\nb", "a\na"),
        ("[any-order-of-lines, numbers: 0.1]", "x 0.99\nx 1\n", "x 1.04\nx 0.98\n", "x 1.04\nx 1.2\n"),
        ("[ends]", "Hello\n\nx\n", "  Hello\n\nx", "Hello\nx\n"),
        ("[blank-lines-at-the-end]", "a\n\nb\n", "a\n\nb\n \n\n", "a\nb\n"),
        ("[look-alikes]", "it's ü - x\n", "it\u{2019}s u\u{308} \u{2013}\u{A0}x\n", "its ü - x\n"),
        (
            "[case, also_line: { Game finished: [Game over, Bye] }]",
            "a\nGame finished\n",
            "A\ngame over\n",
            "a\nGame\n",
        ),
        ("[numbers: 1e-6]", "x = 5. inf\n", "x = 5 Infinity\n", "x = inf inf\n"),
        ("[numbers: 1e-6]", "1\n", "1.0\n", "1e999\n"),
    ];
    let scenario = |compare: &str, expected: &str, printed: &str| {
        let [expected, printed] = [expected, printed].map(Value::from);
        format!("compare: {compare}, args: [{printed}, 0], expect: {{ stdout: {expected} }}")
    };
    let scenarios: Vec<String> = examples
        .into_iter()
        .flat_map(|(compare, expected, good, bad)| {
            [scenario(compare, expected, good), scenario(compare, expected, bad)]
        })
        .collect();
    for (pair, example) in judged(&scenarios).chunks(2).zip(examples) {
        assert_eq!((pair[0].0.as_str(), pair[1].0.as_str()), ("accepted", "wrong answer"), "{example:?}");
    }
}

#[test]
fn a_wrong_table_is_told_by_row_and_column() {
    let expected = "name count mean\nAda 3 2.50\nBob 4 1.25\n";
    let any_order =
        "{ table: { rows: any-order, columns: any-order, cells: [numbers: { absolute: 0.01 }] } }";
    let examples = [
        (
            "table",
            "name count mean\nAda 3 2.5\nBob 4 1.25\n",
            "Row 1, column `mean`: expected `2.50`, printed `2.5`.",
        ),
        ("table", "name mean count\nAda 2.50 3\n", "Heading 2: expected `count`, printed `mean`."),
        ("table", "name count mean\nBob 4 1.25\n", "Row 1 is missing: `Ada 3 2.50`."),
        (
            "table",
            "name count mean\nAda 3 2.50\nAnn 1 1\nBob 4 1.25\n",
            "The row `Ann 1 1` should not be there.",
        ),
        ("table", "name count mean\nAda 3 2.50 !\n", "Row 1 has too many cells: 4 in the place of 3."),
        ("table", "", "The table is missing."),
        (
            any_order,
            "mean name count\n1.25 Bob 4\n2.7 Ada 3\n",
            "Row 1 (`Ada`), column `mean`: expected `2.50`, printed `2.7`.",
        ),
        (any_order, "mean name\n1.25 Bob\n2.50 Ada\n", "The column `count` is missing."),
    ];
    let scenario = |(compare, printed, _): &(&str, &str, &str)| {
        format!("compare: {compare}, args: [{printed:?}, 0], expect: {{ stdout: {expected:?} }}")
    };
    let scenarios: Vec<String> = examples.iter().map(scenario).collect();
    for ((verdict, reasons), example) in judged(&scenarios).iter().zip(examples) {
        assert_eq!(
            (verdict.as_str(), reasons.lines().next()),
            ("wrong answer", Some(example.2)),
            "{example:?}"
        );
    }
}

#[test]
fn the_first_line_that_is_shown_differs_by_more_than_the_tolerance() {
    let expect = r#"expect: { stdout: "x = 1.00\ny is 2.00\n" }"#;
    let scenario = format!(r#"compare: [numbers: 0.1], args: ["x = 1.01\ny is 3.00\n", 0], {expect}"#);
    assert!(judged(&[scenario])[0].1.contains("xpected `y is 2.00`, printed `y is 3.00`"));
}

/// Holds a program to expectations: how it prints and ends, and the verdict and the reason that follow.
fn hold_to(examples: &[(&str, &str, i32, &str, &str)]) {
    let scenario = |(expect, printed, exit, ..): &(&str, &str, i32, &str, &str)| {
        format!("args: [{printed:?}, {exit}], expect: {{ {expect} }}")
    };
    let scenarios: Vec<String> = examples.iter().map(scenario).collect();
    for ((verdict, reasons), example) in judged(&scenarios).iter().zip(examples) {
        assert_eq!(verdict, example.3, "{example:?}: {reasons}");
        assert!(reasons.contains(example.4), "{example:?}: {reasons}");
    }
}

#[test]
fn an_expectation_may_be_a_pattern_or_one_of_several() {
    let pattern = r#"stdout: { pattern: "{word} scored {number} {{points}}\n{lines}bye{text}" }"#;
    let any_of = r#"stdout: { any_of: [tie, { pattern: "{word} wins" }] }"#;
    hold_to(&[
        (pattern, "Ann scored -2.5 {points}\nand\nmore\nbye!", 0, "accepted", ""),
        (pattern, "Ann scored many {points}\nbye", 0, "wrong answer", "not of the form that is expected."),
        (any_of, "tie", 0, "accepted", ""),
        (any_of, "red wins", 0, "accepted", ""),
        (any_of, "red and blue win", 0, "wrong answer", ""),
    ]);
}

#[test]
fn whole_words_and_numbers_can_be_looked_for() {
    let words = "stdout: { contains: { words: [4, over] } }";
    hold_to(&[
        ("stdout: { contains: 4 }", "164", 0, "accepted", ""),
        (words, "4 left, game over.", 0, "accepted", ""),
        (words, "164 left, game over", 0, "wrong answer", "`4` was not printed."),
        (words, "4 left, overflow", 0, "wrong answer", "`over` was not printed after `4`."),
    ]);
}

#[test]
fn blanks_between_a_prompt_and_what_is_typed_do_not_count_at_the_ends_of_lines() {
    let spec = |compare: &str, expected: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\n{expected}compare: {compare}\nscenarios:\n  \
             - {{ name: s, points: 1, stdin: [4, 5]{} }}\n",
            if expected.is_empty() { ", expect: { stdout: \"Number: And: Sum 9\\n\" }" } else { "" },
        )
    };
    let program = |first: &str, second: &str| {
        format!("a = int(input('{first}'))\nb = int(input('{second}'))\nprint('Sum', a + b)\n")
    };
    let reference = "reference: { files: [r.py] }\n";
    let programs = [
        ("Number: ", "And: "),
        ("Number:", "And:"),
        ("Number:  ", "And:"),
        ("Number:", "And :"),
        ("Number:\\n", "And:"),
    ];
    for expected in [reference, ""] {
        for (compare, right) in [
            ("exact", 1),
            ("[trailing-blanks]", 3),
            ("[tokens]", 3),
            ("[case]", 1),
            ("[numbers: 0, trailing-blanks]", 3),
        ] {
            let mut scratch =
                Scratch::new(&spec(compare, expected)).write("r.py", program("Number: ", "And: "));
            for (place, (first, second)) in programs.iter().enumerate() {
                scratch = scratch.write("a.py", program(first, second));
                let checked = scratch.run(&["check", "spec.yaml", "a.py"]);
                // With `tokens` a newline is as good as a blank.
                let is_right = place < right || (compare, place) == ("[tokens]", 4);
                assert_eq!(checked.code == 0, is_right, "{compare} {expected} {first}: {}", checked.stdout);
            }
        }
    }
}

#[test]
fn another_text_for_a_line_is_one_line_with_words() {
    for (lines, complaint) in [
        ("{}", "no line with another accepted text"),
        ("{ a: [] }", "no other text is given for this line"),
        ("{ a: [a] }", "this is the line itself"),
        ("{ a: [\"\"] }", "a line without letters and digits cannot stand for another one"),
        ("{ \"--\": [a] }", "a line without letters and digits cannot stand for another one"),
        ("{ a: [\"b\\nc\"] }", "this is more than one line"),
        ("{ a: [b], b: [c] }", "this text is a line with other texts itself"),
        ("{ a: [c], b: [c] }", "this text is given twice"),
    ] {
        let spec = format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\ncompare: [also_line: {lines}]\nscenarios:\n  \
             - {{ name: s, points: 1, expect: {{ stdout: x }} }}\n"
        );
        let refused = Scratch::new(&spec).write("a.py", "").run(&["check", "spec.yaml", "a.py"]);
        assert!(refused.code == 2 && refused.stderr.contains(complaint), "{lines}: {}", refused.stderr);
        assert!(refused.stderr.contains("--> spec.yaml:3"), "{}", refused.stderr);
    }
}

#[test]
fn a_comparison_that_leaves_nothing_of_what_is_expected_is_refused() {
    for (compare, stdout) in [
        ("[punctuation]", "\"---\\n\""),
        ("[case, punctuation, look-alikes]", "\"\u{201C}\u{201D}\\n\""),
        ("[only-numbers]", "\"x1\\n\""),
        ("[punctuation]", "{ contains: [a, \"!\"] }"),
        ("[only-numbers, numbers: 1]", "{ contains: { words: none } }"),
    ] {
        let spec = format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\ncompare: {compare}\nscenarios:\n  \
             - {{ name: s, points: 1, expect: {{ stdout: {stdout} }} }}\n"
        );
        let scratch = Scratch::new(&spec).write("a.py", "");
        let refused = scratch.run(&["check", "spec.yaml", "a.py"]);
        assert_eq!(refused.code, 2, "{compare} {stdout}: {}", refused.stdout);
        assert!(refused.stderr.contains("--> spec.yaml:5"), "{}", refused.stderr);
    }
}

#[test]
fn an_expectation_may_be_about_the_exit_code() {
    hold_to(&[
        ("stdout: x, exit: 2", "x", 2, "accepted", ""),
        ("stdout: x, exit: 2", "x", 0, "wrong answer", "It ended with exit code 0, where 2 is expected."),
        ("stdout: x, exit: 2", "x", 1, "wrong answer", "It ended with exit code 1, where 2 is expected."),
        ("stdout: x, exit: nonzero", "x", 7, "accepted", ""),
        ("stdout: x, exit: nonzero", "x", 0, "wrong answer", "where it must report a failure."),
        ("stdout: x, exit: any", "x", 3, "accepted", ""),
        ("stdout: x, exit: any", "y", 3, "wrong answer", "xpected `x`, printed `y`."),
        ("stdout: x", "x", 1, "runtime error", "It ended with exit code 1: `a complaint`."),
    ]);
}

#[test]
fn an_expectation_may_be_about_standard_error() {
    let nothing_expected = "It printed on standard error, where nothing is expected: `a complaint`.";
    hold_to(&[
        ("stdout: x, stderr: ignored", "x", 0, "accepted", ""),
        ("stdout: x, stderr: { contains: plain }", "x", 0, "accepted", ""),
        ("stdout: x, stderr: { contains: Usage }", "x", 0, "wrong answer", "does not contain `Usage`."),
        ("stdout: x, stderr: empty", "x", 0, "wrong answer", nothing_expected),
    ]);
}

#[test]
fn events_leave_the_wording_free_and_find_what_is_missing() {
    let spec = r#"
assignment: race
title: Race
submission: { files: [race.py] }
compare:
  events:
    refused: { line: '(?i)invalid|not a valid' }
    won: { line: '(?i)\b(red|blue) wins', compare: captures }
scenarios:
  - name: blue wins
    points: 1
    stdin: [9, 1]
    expect: { stdout: "Invalid move.\nBlue wins the race!\n" }
"#;
    let check =
        |program: &str| Scratch::new(spec).write("race.py", program).run(&["check", "spec.yaml", "race.py"]);
    let polite = "input('Move? ')\nprint('Sorry, that is not a valid move')\ninput()\nprint('And BLUE wins after 2 moves')";
    assert_eq!(check(polite).code, 0);
    let silent = check(&polite.replace("not a valid", "no"));
    assert_eq!(silent.code, 1);
    insta::assert_snapshot!(silent.stdout, @"
    Race: race

    ✗ After line 2 of the input, `1`: `refused` is expected here, `won` (BLUE) was found.
      blue wins: wrong answer (0/1)
      Input: 9 1

        Move? 9
        Sorry, that is no move
        1
      - Invalid move.
      + And BLUE wins after 2 moves

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 1 point
    ");
    let wrong = check(&polite.replace("BLUE", "Red"));
    assert!(wrong.stdout.contains("expected `Blue`, found `Red`"), "{}", wrong.stdout);
}

#[test]
fn a_program_that_ends_too_early_is_told_so_before_what_is_missing() {
    let spec = r#"
assignment: race
submission: { files: [race.py] }
reference: { files: [solution.py] }
compare: { events: { parting: { line: '(?i)bye' } } }
scenarios:
  - name: says goodbye
    points: 1
    stdin: [1, quit]
"#;
    let check = |program: &str| {
        let scratch = Scratch::new(spec)
            .write("solution.py", "input('Move? ')\ninput('Move? ')\nprint('Bye')")
            .write("race.py", program);
        scratch.run(&["check", "spec.yaml", "race.py"]).stdout
    };
    for (program, sentence) in [
        (
            "input('Move? ')",
            "✗ It ended without asking for line 2 of the input, `quit`: `parting` is missing",
        ),
        ("pass", "  It printed nothing, and asked for no input.\n"),
        ("input('Move? ')\ninput('Move? ')", "✗ `parting` is missing"),
    ] {
        let page = check(program);
        assert!(page.contains(sentence), "{page}");
    }
}

/// The verdict on each program, which is asked for two numbers as the reference is.
fn judged_beside(compare: &str, reference: &str, programs: &[&str]) -> Vec<String> {
    let spec = format!(
        "assignment: a\nsubmission: {{ files: [a.py] }}\nreference: {{ files: [ref/a.py] }}\nscenarios:\n  \
         - {{ name: s, points: 1, compare: {compare}, stdin: ['3', '4'] }}\n"
    );
    let program_of = |program: &&str| {
        let scratch = Scratch::new(&spec).write("ref/a.py", reference).write("a.py", program);
        let graded = scratch.run(&["grade", "spec.yaml", "a.py"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        named(&scratch.results(), "a")["scenarios"][0]["verdict"].as_str().unwrap().to_owned()
    };
    programs.iter().map(program_of).collect()
}

#[test]
fn a_blank_line_behind_what_is_typed_is_one() {
    let plain = "a = int(input('a: '))\nb = int(input('b: '))\nprint('Sum:', a + b)";
    let spaced = "a = int(input('a: '))\nb = int(input('\\nb: '))\nprint('\\n \\nSum:', a + b)";
    let wrong = "a = int(input('a: '))\nb = int(input('\\nb: '))\nprint('\\nSum:', a * b)";
    for compare in ["[blank-lines]", "[blank-lines, trailing-blanks]", "[blank-lines, ends]"] {
        for (reference, other) in [(plain, spaced), (spaced, plain)] {
            let verdicts = judged_beside(compare, reference, &[reference, other, wrong]);
            assert_eq!(verdicts, ["accepted", "accepted", "wrong answer"], "{compare}");
        }
    }
    assert_eq!(judged_beside("exact", plain, &[spaced]), ["wrong answer"]);
}

#[test]
fn whole_words_end_where_a_line_is_typed() {
    let spec = "assignment: a\nsubmission: { files: [a.py] }\nscenarios:\n  \
                - { name: there, points: 1, stdin: ['3'], expect: { stdout: { contains: { words: 4 } } } }\n  \
                - { name: joined, points: 1, stdin: ['3'], expect: { stdout: { contains: { words: 14 } } } }\n";
    let scratch = Scratch::new(spec).write("a.py", "n = input('Part 1')\nprint('4 apples')");
    assert_eq!(scratch.run(&["grade", "spec.yaml", "a.py"]).code, 0);
    let results = scratch.results();
    let scenarios = named(&results, "a")["scenarios"].as_array().unwrap();
    let verdicts: Vec<&str> = scenarios.iter().map(|one| one["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["accepted", "wrong answer"]);
}

#[test]
fn rows_that_are_near_to_many_others_have_partners_in_any_order() {
    let row =
        |at: usize, one: &str| format!("r {one} {:.4}\n", f64::from(u32::try_from(at).unwrap()) * 0.0001);
    let expected: String = (0..1000).map(|at| row(at, "1")).collect();
    let actual: String = (0..1000).rev().map(|at| row(at, "1.0")).collect();
    let spec = format!(
        "assignment: rows\nsubmission: {{ files: [rows.py] }}\ncompare: {{ table: {{ rows: any-order, header: false, cells: \
         [numbers: {{ absolute: 0.05 }}] }} }}\nscenarios:\n  - name: all\n    points: 1\n    expect:\n      stdout: |\n{}",
        expected.lines().map(|line| format!("        {line}\n")).collect::<String>()
    );
    let scratch = Scratch::new(&spec).write("rows.py", format!("print({actual:?}, end='')\n"));
    let ended = scratch.run(&["check", "spec.yaml", "rows.py"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
}
