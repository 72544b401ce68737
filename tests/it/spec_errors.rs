//! Specs that are wrong: each is refused with the line that is wrong and with what to do.

use super::scratch::{Scratch, ended};

/// What is said of a spec that is refused. Nothing is run, and nothing is left behind.
fn complaint(spec: impl AsRef<[u8]>) -> String {
    let scratch = Scratch::greeting().write("spec.yaml", spec).write("class/Ada/hello.py", "print()");
    refused(&scratch, "spec.yaml")
}

fn refused(scratch: &Scratch, spec: &str) -> String {
    let graded = scratch.run(&["grade", spec, "class"]);
    assert_eq!((graded.code, graded.stdout.as_str()), (2, ""), "{}", graded.stderr);
    assert!(graded.stderr.starts_with("error: "), "{}", graded.stderr);
    assert!(!scratch.path("yardstick-results").exists(), "{}", graded.stderr);
    graded.stderr
}

/// A spec with one scenario, and some lines of its own.
fn with(lines: &str) -> String {
    format!(
        "assignment: greeting\nsubmission: {{ files: [hello.py] }}\n{lines}\nscenarios:\n  - name: s\n    \
         points: 1\n    expect: {{ stdout: x }}\n"
    )
}

/// A spec with these groups.
fn with_groups(groups: &str) -> String {
    format!("assignment: greeting\nsubmission: {{ files: [hello.py] }}\ngroups:\n{groups}")
}

#[test]
fn a_misspelt_spec_gets_a_suggestion() {
    let scratch = Scratch::greeting();
    insta::assert_snapshot!(refused(&scratch, "byu-conect-four"), @"
    error: no spec `byu-conect-four`: it is neither a file nor the key of a shipped spec
    help: did you mean `byu-connect-four`?
    ");
    let far_off = refused(&scratch, "chess");
    assert!(far_off.contains("known here: `byu-connect-four`, `byu-connect-four-plus`, "), "{far_off}");
    assert!(refused(&scratch, "specs/none.yaml").contains("no spec `specs/none.yaml`: "));
}

#[test]
fn a_folder_a_large_file_and_bytes_that_are_not_utf_8_are_no_spec() {
    let scratch = Scratch::greeting().write("big.yaml", vec![b'#'; (4 << 20) + 1]).write("folder/x", "");
    assert_eq!(
        refused(&scratch, "folder"),
        "error: cannot read the spec `folder`: it is a folder, not a file\nhelp: the spec comes first, then the submissions\n"
    );
    let too_large = "error: cannot read the spec `big.yaml`: it is larger than 4 MiB\n";
    assert_eq!(refused(&scratch, "big.yaml"), too_large);
    let not_text =
        "error: cannot read the spec `spec.yaml`: line 1 is not UTF-8\nhelp: save the file as UTF-8\n";
    assert_eq!(complaint(b"assignment: \xff\xfe"), not_text);
}

#[test]
fn an_empty_spec_is_told_how_to_begin() {
    insta::assert_snapshot!(complaint(""), @"
    error: the spec is empty
     --> spec.yaml:1:1
      |
    1 |
      | ^ nothing stands here
      |
      = help: `yardstick specs --show byu-connect-four` prints a spec to start from
    ");
    for blank in ["\n\n", "# to do\n"] {
        assert!(complaint(blank).starts_with("error: the spec is empty\n"), "{blank:?}");
    }
}

#[test]
fn a_spec_that_is_no_yaml_is_refused_at_the_line_of_the_error() {
    for broken in
        ["just words", "- a\n- list", "a: b: c", "{", "a: [1, 2", "a: 'open", "\ta: b", "a: &x *x", "%%%"]
    {
        let said = complaint(broken);
        assert!(said.contains("--> spec.yaml:"), "{broken}: {said}");
    }
}

#[test]
fn an_unknown_key_gets_a_suggestion() {
    insta::assert_snapshot!(complaint(with("refrence: byu-connect-four")), @"
    error: unknown key `refrence`
     --> spec.yaml:3:1
      |
    3 | refrence: byu-connect-four
      | ^^^^^^^^ not a key that is known here
      |
      = help: did you mean `reference`?
    ");
    for (key, meant) in [("limit: {}", "limits"), ("titel: x", "title"), ("group: []", "groups")] {
        let said = complaint(with(key));
        assert!(said.contains(&format!("did you mean `{meant}`?")), "{said}");
    }
    let inside = with_groups("  - name: g\n    points: 1\n    scenarios: [{ name: s, stdinn: [1] }]\n");
    assert!(complaint(inside).contains("did you mean `stdin`?"));
    let twice = complaint(with("title: a\ntitle: b"));
    assert!(twice.contains("error: `title` is given twice\n"), "{twice}");
}

#[test]
fn a_missing_key_is_named() {
    assert!(complaint("assignment: a").contains("the key `submission` is missing"));
    assert!(complaint("submission: { files: [a.py] }").contains("the key `assignment` is missing"));
    let nameless = with_groups("  - points: 1\n    scenarios: [{ name: s }]\n");
    assert!(complaint(nameless).contains("the key `name` is missing"));
}

#[test]
fn points_are_decimal_numbers_and_not_negative() {
    let group = |points: &str| {
        with_groups(&format!(
            "  - name: g\n    points: {points}\n    scenarios: [{{ name: s, expect: {{ stdout: x }} }}]\n"
        ))
    };
    insta::assert_snapshot!(complaint(group("-1")), @"
    error: `-1` is not a number of points
     --> spec.yaml:5:13
      |
    5 |     points: -1
      |             ^^ points cannot be negative
    ");
    for (points, reason) in [
        ("ten", "points are a decimal number"),
        ("1e3", "points are a decimal number"),
        ("0.0001", "at most three decimal places"),
        ("1000001", "1000000"),
    ] {
        let said = complaint(group(points));
        assert!(said.contains(&format!("`{points}` is not a number of points")), "{said}");
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn names_are_given_once_and_every_complaint_is_shown() {
    let group = "  - name: Wins\n    points: 1\n    scenarios:\n      - { name: red, expect: { stdout: x } }\n      \
                 - { name: red, expect: { stdout: x } }\n";
    insta::assert_snapshot!(complaint(with_groups(&group.repeat(2))), @"
    error: there is another scenario of this group called `red`
     --> spec.yaml:8:17
      |
    8 |       - { name: red, expect: { stdout: x } }
      |                 ^^^ a second time
      |
      = help: give each its own name

    error: there is another group called `Wins`
     --> spec.yaml:9:11
      |
    9 |   - name: Wins
      |           ^^^^ a second time
      |
      = help: give each its own name

    error: there is another scenario of this group called `red`
      --> spec.yaml:13:17
       |
    13 |       - { name: red, expect: { stdout: x } }
       |                 ^^^ a second time
       |
       = help: give each its own name
    ");
}

#[test]
fn a_spec_or_a_group_without_scenarios_tests_nothing() {
    let nothing = complaint("assignment: greeting\nsubmission: { files: [hello.py] }\n");
    assert!(nothing.contains("error: the spec tests nothing\n"), "{nothing}");
    let empty = complaint(with_groups("  - name: Wins\n    points: 1\n    scenarios: []\n"));
    assert!(empty.contains("error: the group `Wins` has no scenarios\n"), "{empty}");
    let worthless = with_groups(
        "  - name: Wins\n    points: 1\n    scenarios: [{ name: s, weight: 0, expect: { stdout: x } }]\n",
    );
    assert!(complaint(worthless).contains("error: nobody can earn the points of `Wins`\n"));
    let unpaid =
        "assignment: a\nsubmission: { files: [a.py] }\nscenarios: [{ name: s, expect: { stdout: x } }]\n";
    assert!(complaint(unpaid).contains("error: a scenario outside of groups needs `points`\n"));
}

#[test]
fn an_unknown_reference_lists_those_that_are_known() {
    insta::assert_snapshot!(complaint(with("reference: chess")), @"
    error: no reference implementation of `chess`
     --> spec.yaml:3:12
      |
    3 | reference: chess
      |            ^^^^^ unknown reference
      |
      = help: known references: `byu-connect-four`, `byu-connect-four-plus`, `carleton-connect4`, `michigan-connect-n`, `umass-connect4`, `uq-connect4ish`; or name a program: `reference: {files: [solution.py]}`
    ");
    let near = complaint(with("reference: byu-conect-four"));
    assert!(
        near.contains("did you mean `byu-connect-four`? known references: `byu-connect-four`, "),
        "{near}"
    );
    let missing = complaint(with("reference: { files: [answer.py] }"));
    assert!(missing.contains("error: cannot read `answer.py`: No such file or directory"), "{missing}");
    let none = complaint(with("").replace("expect: { stdout: x }", "stdin: [1]"));
    assert!(none.contains("error: nothing says what `s` must print\n"), "{none}");
}

#[test]
fn relaxations_and_durations_and_expressions_are_checked() {
    for (line, says, helps) in [
        ("compare: [trailing-blank]", "unknown word `trailing-blank`", "did you mean `trailing-blanks`?"),
        ("compare: [spelling]", "unknown word `spelling`", "known here: `trailing-blanks`, `blank-lines`, "),
        ("compare: [numbers: few]", "`few` is not a tolerance", "such as `numbers: 1e-6`"),
        ("compare: loosely", "unknown word `loosely`", "known here: `exact`"),
        ("limits: { cpu: 2 }", "`2` is not a duration", "expected a duration such as `2s` or `500ms`"),
        ("limits: { wall: 0s }", "`0s` is not a duration", "expected a duration"),
        (
            "limits: { cpu: 5000000000000000000s }",
            "3:16\n  |\n3 | limits: { cpu: 5000000000000000000s }",
            "24h is the most",
        ),
        ("limits: { wall: 25h }", "`25h` is too long", "24h is the most"),
        ("limits: { memory: 5 apples }", "`5 apples` is not a size", "expected a size such as `256 MiB`"),
        (
            "limits: { processes: -1 }",
            "`-1` is not a whole number, zero or more",
            "expected a whole number, zero or more",
        ),
        ("language: pyhton", "no language `pyhton`", "did you mean `python`?"),
        ("compare: { events: {} }", "no events, so every output would do", "empty"),
        ("compare: { events: { won: {} } }", "the event `won` needs one pattern", "give one of `line`"),
        (
            "compare: { events: { won: { line: '(' } } }",
            "this regular expression cannot be used",
            "unclosed group",
        ),
        (
            "compare: { events: { won: { line: 'x*' } } }",
            "this regular expression cannot be used",
            "the empty text",
        ),
    ] {
        let said = complaint(with(line));
        assert!(said.contains(says) && said.contains(helps), "{line}\n{said}");
    }
    insta::assert_snapshot!(complaint(with("compare: { events: { won: { line: '(?<=red )wins' } } }")), @"
    error: this regular expression cannot be used
     --> spec.yaml:3:35
      |
    3 | compare: { events: { won: { line: '(?<=red )wins' } } }
      |                                   ^^^^^^^^^^^^^^^ look-around, including look-ahead and look-behind, is not supported
      |
      = help: look-around and back-references do not exist here: a match must take linear time
    ");
}

#[test]
fn a_file_to_hand_in_is_a_path_inside_the_submission() {
    for name in ["../hello.py", "/etc/passwd", "a/../../b.py", "''"] {
        let said = complaint(with("").replace("[hello.py]", &format!("[{name}]")));
        assert!(said.contains("is not a path inside a submission"), "{said}");
    }
    let which = complaint(with("").replace("[hello.py]", "[hello.py, board.py]"));
    assert!(which.contains("say which one is run: `entry: main.py`"), "{which}");
    let odd = complaint(with("").replace("[hello.py]", "[essay.docx]"));
    assert!(odd.contains("no language is known for `essay.docx`"), "{odd}");
}

#[test]
fn input_that_ends_before_the_reference_does_is_the_specs_fault() {
    let spec = with("reference: byu-connect-four").replace("expect: { stdout: x }", "stdin: [0, 1, 0]");
    insta::assert_snapshot!(complaint(spec), @"
    error: the input of `s` ends before the reference does
     --> spec.yaml:5:11
      |
    5 |   - name: s
      |           ^ after 3 lines it still asks: Enter a column:
      |
      = help: add the lines that bring the program to its end
    ");
    let program = with("reference: { files: [solution.py] }").replace("expect: { stdout: x }", "stdin: []");
    let said = complaint(program);
    assert!(said.contains("error: the reference fails on `s`\n") && said.contains("EOFError"), "{said}");
}

#[test]
fn a_reference_that_does_not_parse_is_shown() {
    let spec = with("reference: { files: [broken.py] }").replace("expect: { stdout: x }", "stdin: []");
    let scratch = Scratch::new(&spec).write("broken.py", "print(1").write("class/Ada/hello.py", "");
    let said = refused(&scratch, "spec.yaml");
    assert!(said.contains("error: the reference `broken.py` does not parse or compile\n"), "{said}");
    assert!(said.contains("SyntaxError: '(' was never closed"), "{said}");
}

#[test]
fn complaints_are_coloured_like_everything_else() {
    let scratch = Scratch::new("assignment: [");
    for (color, expected) in [("always", true), ("never", false), ("auto", false)] {
        let said = ended(&mut scratch.command(&["grade", "spec.yaml", ".", "--color", color])).stderr;
        assert_eq!(said.contains('\x1b'), expected, "{said}");
    }
}

#[test]
fn an_error_in_the_rules_for_lateness_is_shown_on_its_line() {
    let late = |lines: &str| complaint(with(&format!("late: {{ {lines} }}")));
    insta::assert_snapshot!(late("due: 2026-03-01 23:59, per_day: 10"), @"
    error: `2026-03-01 23:59` is not a due date
     --> spec.yaml:3:14
      |
    3 | late: { due: 2026-03-01 23:59, per_day: 10 }
      |              ^^^^^^^^^^^^^^^^ expected a day, a time and a zone
      |
      = help: it has no time zone: add one, such as `+01:00` or `Europe/Berlin`

    error: `10` is not a share
     --> spec.yaml:3:41
      |
    3 | late: { due: 2026-03-01 23:59, per_day: 10 }
      |                                         ^^ expected a share such as `10%`, from 0% to 100%
    ");
    for (lines, expected) in [
        ("due: 2026-03-01 23:59 Z", "error: the key `per_day` is missing"),
        ("per_day: 101%", "`101%` is not a share"),
        ("per_day: 10%, cap: half", "`half` is not a share"),
        ("per_day: 10%, grace: 15", "`15` is not a duration"),
        ("per_day: 10%, of: all", "unknown word `all`"),
        ("per_day: 10%, due: soon", "a time is written like `2026-03-01 23:59 +01:00`"),
        ("per_day: 10%, due: 2026-03-01 23:59 Mars/Olympus", "there is no time zone `Mars/Olympus`"),
    ] {
        let complaint = late(lines);
        assert!(complaint.contains(expected), "{lines}: {complaint}");
    }
}

#[test]
fn sessions_rules_and_own_tests_are_refused_for_programs_in_other_languages() {
    let of = |files: &str, scenario: &str| {
        complaint(format!(
            "assignment: a\nsubmission: {{ {files} }}\nscenarios:\n  - name: s\n    points: 1\n    {scenario}\n"
        ))
    };
    insta::assert_snapshot!(of("files: [main.rs]", "rule: { header: [Author] }"), @"
    error: there are no rules about Rust, such as `main.rs`
     --> spec.yaml:4:11
      |
    4 |   - name: s
      |           ^ in this scenario
      |
      = help: rules look at Python, C, C++, Java, JavaScript; have it looked at by hand (`manual: …`)
    ");
    let c = "files: [main.c]";
    insta::assert_snapshot!(of(c, "rule: { avoids: [class] }"), @"
    error: `class` is not a construct of C; write `sum()` or `.append()` for a call, `#include <math.h>` for an import, or one of array, bitwise, break, cast, comma, conditional-expression, continue, do-while, enum, for, global-variable, goto, if, include, label, macro, nested-loop, pointer, recursion, struct, switch, typedef, while
     --> spec.yaml:6:22
      |
    6 |     rule: { avoids: [class] }
      |                      ^^^^^ not understood
    ");
    insta::assert_snapshot!(of(c, "rule: { imports: [stdio.h] }"), @"
    error: `imports` is not the word for C
     --> spec.yaml:6:22
      |
    6 |     rule: { imports: [stdio.h] }
      |                      ^ the word of another language
      |
      = help: write `includes: […]`
    ");
    insta::assert_snapshot!(of(c, "rule: { defines: [\"int f(int\"] }"), @r#"
    error: `int f(int` needs a `)` at its end and a `(` before it
     --> spec.yaml:6:23
      |
    6 |     rule: { defines: ["int f(int"] }
      |                       ^^^^^^^^^^^ not understood
    "#);
    insta::assert_snapshot!(of(c, "rule: { main_guard: true }"), @"
    error: `main_guard` is about Python, and `main.c` is C
     --> spec.yaml:6:25
      |
    6 |     rule: { main_guard: true }
      |                         ^^^^ not for this file
      |
      = help: remove this rule: other languages have nothing like it
    ");
    insta::assert_snapshot!(of(c, "rule: { within: main, header: [Author] }"), @"
    error: `within` belongs to `avoids` and `uses`
     --> spec.yaml:6:21
      |
    6 |     rule: { within: main, header: [Author] }
      |                     ^^^^ no such rule here
      |
      = help: leave it out: this rule looks at the whole file
    ");
    insta::assert_snapshot!(of("files: [Main.java]", "rule: { uses: [raise] }"), @"
    error: `raise` is not a construct of Java; did you mean `throw`?
     --> spec.yaml:6:20
      |
    6 |     rule: { uses: [raise] }
      |                    ^^^^^ not understood
    ");
    let session = of("files: [main.rs]", "session: \">>> f(1)\"");
    assert!(session.contains("a session is typed at Python, and `main.rs` is none"), "{session}");
    let session = of(c, "session: \">>> f(1)\"");
    assert!(session.contains("a session in C needs a header, which declares what it calls"), "{session}");
    let header = of("files: [main.c], supplied: [a.h]", "header: a.h");
    assert!(header.contains("only a session has a header"), "{header}");
    let either = of("files: [main.py], instead: [main.c]", "rule: { main_guard: true }");
    assert!(either.contains("a rule looks at `main.py`, and `main.c` may be handed in instead"), "{either}");
}

#[test]
fn an_expected_text_that_compare_cannot_use_is_refused() {
    let of = |compare: &str, session: &str| {
        complaint(format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\nscenarios:\n- name: s\n  points: 1\n  compare: {compare}\n  \
             session: |\n    >>> f()\n    {session}\n"
        ))
    };
    insta::assert_snapshot!(of("{ printed: ignored }", "Hello, Ada"), @"
    error: what is printed is ignored here, and this text is not a value
     --> spec.yaml:8:5
      |
    8 |     >>> f()
      |     ^^^^^^^ shows `Hello, Ada`
      |
      = help: leave the text out, or compare what is printed: `printed: exact`
    ");
    insta::assert_snapshot!(of("{ values: [any-order] }", "Hello, Ada"), @"
    error: `values` has nothing to compare: no text under a prompt is a value
     --> spec.yaml:4:9
      |
    4 | - name: s
      |         ^ in this session
      |
      = help: write values as Python shows them, such as `3.0` or `['a']`; or name a reference
    ");
}

#[test]
fn a_table_whose_cells_cannot_be_found_or_compared_is_refused() {
    for (compare, told) in [
        (r#"{ table: { separator: ", " } }"#, "`, ` cannot separate cells"),
        (r#"{ table: { separator: " " } }"#, "without it, runs of blanks separate cells"),
        ("{ table: { cells: [blank-lines] } }", "`blank-lines` means nothing inside of a cell"),
        ("{ table: { rows: sorted } }", "any-order"),
        ("{ table: { column: any-order } }", "did you mean `columns`?"),
        ("[numbers: {}]", "no tolerance is given"),
        ("[numbers: { absolute: -1 }]", "`-1` is not a tolerance"),
        ("[numbers: { relativ: 0.1 }]", "did you mean `relative`?"),
        ("tabel", "did you mean `table`?"),
        ("[only-number]", "did you mean `only-numbers`?"),
    ] {
        let said = complaint(with(&format!("compare: {compare}")));
        assert!(said.contains(told), "{compare}: {said}");
    }
}

#[test]
fn where_only_numbers_count_one_must_be_expected() {
    let said = complaint(with("compare: [only-numbers]"));
    assert!(said.contains("no number is expected in `s`") && said.contains("= help: "), "{said}");
}

#[test]
fn something_of_what_is_expected_must_count() {
    for (compare, stdout, told) in [
        ("table", "\"-----\\n=====\\n\"", "the table that is expected in `s` has no cell that counts"),
        ("{ table: { separator: '|' } }", "\"|---|---|\"", "has no cell that counts"),
        ("{ table: { cells: [punctuation] } }", "\"? !\\n!\"", "has no cell that counts"),
        ("[punctuation]", "\"---\"", "`compare` leaves nothing of what is expected in `s`"),
        ("[only-numbers]", "x", "no number is expected in `s`"),
        ("{ events: { move: { line: 'played (.*)' } } }", "x", "no event happens in `s`"),
    ] {
        // Nearly every program ends with 0, and says nothing where it does not fail.
        for more in ["", ", exit: 0", ", exit: any", ", stderr: empty", ", also: [y 1 played z]"] {
            let expect = format!("expect: {{ stdout: {stdout}{more} }}");
            let spec = with(&format!("compare: {compare}")).replace("expect: { stdout: x }", &expect);
            let said = complaint(spec);
            assert!(said.contains(told) && said.contains("= help: "), "{compare} {more}: {said}");
        }
    }
}

#[test]
fn a_pattern_is_no_table() {
    let expect = "expect: { stdout: x, files: { a.csv: { contains: x, compare: table } } }";
    let spec = with("").replace("expect: { stdout: x }", expect);
    assert!(complaint(spec).contains("a pattern is no table"));
}

#[test]
fn the_best_of_a_group_are_fewer_than_all_and_worth_the_same() {
    let group = |keys: &str, second: &str| {
        let scenario =
            |name: &str, more: &str| format!("      - {{ name: {name}, expect: {{ stdout: x }}{more} }}\n");
        let scenarios = [scenario("a", ""), scenario("b", second), scenario("c", "")].concat();
        complaint(with_groups(&format!(
            "  - name: G\n    points: 10\n    {keys}\n    scenarios:\n{scenarios}"
        )))
    };
    for (keys, second, told) in [
        ("best_of: two", "", "`two` is not a number of scenarios"),
        ("best_of: 0", "", "`0` is not a number of scenarios"),
        ("best_of: 3", "", "the group has only 3 scenarios"),
        ("best_of: 2\n    pass: all", "", "`best_of` and `pass: all` contradict each other"),
        ("best_of: 2", ", weight: 2", "scenarios of which the best count are worth the same"),
        ("best_of: 2", ", hidden: result", "what `G` earns would reveal a hidden result"),
    ] {
        let said = group(keys, second);
        assert!(said.contains(told) && said.contains("= help: "), "{keys}: {said}");
    }
}

#[test]
fn points_that_the_best_cannot_share_evenly_are_refused() {
    let scenarios =
        ["a", "b", "c", "d"].map(|name| format!("      - {{ name: {name}, expect: {{ stdout: x }} }}\n"));
    let group =
        format!("  - name: G\n    points: 10\n    best_of: 3\n    scenarios:\n{}", scenarios.concat());
    assert!(complaint(with_groups(&group)).contains("10 points cannot be divided into 3 equal parts"));
}

#[test]
fn a_clock_that_cannot_be_set_is_refused() {
    for clock in [
        "noon",
        "12:00",
        "2026-13-01",
        "1969-12-31",
        "2026-03-01T12:00[Mars/Olympus]",
        "2026-03-01T12:00 Europe/Berlin",
    ] {
        let said = complaint(with(&format!("clock: {clock}")));
        assert!(
            said.contains("is no time at which a clock can begin") && said.contains("= help: "),
            "{clock}: {said}"
        );
    }
    let executable = with("clock: 2026-03-01").replace("hello.py", "hello");
    assert!(complaint(executable).contains("the clock of an executable file cannot be set"));
    let session = with("").replace("expect: { stdout: x }", "seed: 3\n    session: '>>> 1'");
    assert!(complaint(session).contains("a session has no `args`, `files`, `seed` and `expect`"));
    let session = with("").replace("expect: { stdout: x }", "clock: noon\n    session: '>>> 1'");
    assert!(complaint(session).contains("is no time at which a clock can begin"));
}

#[test]
fn mutants_for_own_tests_are_a_number_and_something_must_show_them() {
    let tests = |keys: &str| {
        let tests = format!("tests: {{ file: test_hello.py, correct: right.py{keys} }}");
        complaint(with("").replace("expect: { stdout: x }", &tests))
    };
    for (keys, told) in [
        ("", "these tests have no wrong program to find"),
        (", wrong: []", "these tests have no wrong program to find"),
        (", mutants: many", "`many` is no number of mutants"),
        (", mutants: 0", "`0` is no number of mutants"),
        (", mutants: 61", "`61` is no number of mutants"),
        (", mutants: 5", "nothing tells which mutants are wrong"),
        (", wrong: [right.py], tell: place", "`tell` says what is told about mutants, and there are none"),
        (", mutants: 5, tell: everything", "unknown word `everything`"),
    ] {
        let said = tests(keys);
        assert!(said.contains(told) && said.contains("^") && said.contains("help: "), "{keys}: {said}");
    }
}

#[test]
fn a_key_without_a_value_is_refused_wherever_it_stands() {
    insta::assert_snapshot!(complaint(with("title:")), @r#"
    error: the key `title` has no value
     --> spec.yaml:3:1
      |
    3 | title:
      | ^^^^^ nothing stands behind it
      |
      = help: write a value behind it, or leave the key out; `""` is an empty text
    "#);
    for lines in [
        "compare:",
        "limits: { cpu: }",
        "build: { make: ~ }",
        "language: null",
        "late:",
        "terminal:",
        "seed:",
        "audit:",
    ] {
        let told = complaint(with(lines));
        assert!(told.contains("has no value") && told.contains("leave the key out"), "{lines}: {told}");
    }
}

#[test]
fn a_value_of_another_kind_is_told_as_what_it_is_and_what_to_write() {
    for (lines, found, advice) in [
        ("title: [a]", "a list stands here", "write one value"),
        ("title: { a: b }", "keys with values stand here", "write one value"),
        ("limits: 2s", "a single value stands here", "write its keys below it"),
        ("limits: [a]", "a list stands here", "write its keys below it"),
        ("readings: full-stop", "a single value stands here", "put it into brackets: `[full-stop]`"),
        ("readings: { a: b }", "keys with values stand here", "in brackets: `[first, second]`"),
        ("scoring: []", "a list stands here", "one of the words"),
        ("runtime: {}", "keys with values stand here", "one of the words"),
        ("terminal: yes", "expected `true` or `false`", "in small letters"),
        ("title: *x", "there is none", "begins with `*` into quotes"),
        ("compare: { checker: a.py, partner: b.py }", "only one of them judges", "keep one of them"),
    ] {
        let told = complaint(with(lines));
        assert!(told.contains(found) && told.contains(advice), "{lines}: {told}");
        assert!(!told.contains("enum") && !told.contains("not valid YAML"), "{lines}: {told}");
    }
    let told = complaint(with("") + "---\nassignment: b\n");
    assert!(told.contains("more than one document") && told.contains("remove the `---`"), "{told}");
    let told = complaint(with("limits:\n\tcpu: 2s"));
    assert!(told.contains("indent with blanks"), "{told}");
}

#[test]
fn what_means_nothing_in_a_scenario_or_a_rule_is_refused() {
    let scenario = |lines: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [hello.py] }}\nscenarios:\n  - name: s\n    points: 1\n    {lines}\n"
        )
    };
    for (lines, told) in [
        ("rule: { avoids: [eval] }\n    stdin: [a]", "`stdin` means nothing in a scenario with `rule`"),
        ("rule: { avoids: [eval] }\n    expect: { exit: 0 }", "`expect` means nothing"),
        ("manual: style\n    compare: [case]", "`compare` means nothing in a scenario with `manual`"),
        ("package: { archive: a.zip }\n    args: [a]", "`args` means nothing in a scenario with `package`"),
        ("package: { archive: A3 }", "`A3` is not the name of a zip file"),
        ("package: { archive: a/b.zip }", "`a/b.zip` is not the name of a zip file"),
        ("rule: { avoids: [] }", "`avoids` names nothing in this rule"),
        ("rule: { uses: [] }", "`uses` names nothing"),
        ("rule: { defines: [] }", "`defines` names nothing"),
        ("rule: { header: [''] }", "`header` names nothing"),
        ("rule: { imports: [''] }", "`imports` names nothing"),
        ("rule: { within: '', avoids: [for] }", "`within` names nothing"),
        ("rule: { methods: { class: '', prefix: a, least: 1 } }", "`methods` names nothing"),
        ("rule: { file: helo.py, avoids: [eval] }", "the file `helo.py` of this rule is not handed in"),
        ("files: { .yardstick-x: y }\n    expect: { stdout: x }", "a name that yardstick uses itself"),
    ] {
        let complaint = complaint(scenario(lines));
        assert!(complaint.contains(told) && complaint.contains("help: "), "{lines}: {complaint}");
    }
    // Where nothing at all may be imported, the list is empty.
    let scratch = Scratch::new(&scenario("rule: { imports: [] }")).write("class/Ada/hello.py", "print()");
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
}

#[test]
fn files_that_are_named_twice_or_in_an_odd_way_are_refused() {
    for (files, told) in [
        ("[hello.py, hello.py]", "`hello.py` is named twice"),
        ("[hello.py], optional: [hello.py]", "`hello.py` is named twice"),
        ("[hello.py], instead: [hello.py]", "`hello.py` is named twice"),
        ("[hello.py], instead: [hello.xyz]", "no language is known for `hello.xyz`"),
        ("['']", "empty"),
        ("[hello.py/]", "a `/` too many"),
        ("[../hello.py]", "leads outside"),
    ] {
        let spec = with("").replace("[hello.py]", files);
        let complaint = complaint(spec);
        assert!(complaint.contains(told), "{files}: {complaint}");
    }
}

#[test]
fn own_tests_need_wrong_programs_that_are_wrong() {
    let spec = |wrong: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [hello.py] }}\nscenarios:\n  - name: s\n    points: 1\n    \
             tests: {{ file: test_hello.py, correct: solution.py, wrong: {wrong} }}\n"
        )
    };
    for (wrong, told) in [
        ("[]", "these tests have no wrong program to find"),
        ("[solution.py]", "`solution.py` is the correct program too"),
        ("[class/Ada/hello.py, class/Ada/hello.py]", "`class/Ada/hello.py` is named twice"),
    ] {
        let complaint = complaint(spec(wrong));
        assert!(complaint.contains(told), "{wrong}: {complaint}");
    }
}

#[test]
fn comparisons_that_contradict_themselves_are_refused() {
    for (compare, told) in [
        ("[case, case]", "`case` is named twice"),
        ("[numbers: 1e-6, case, numbers: 1e-3]", "`numbers` is named twice"),
        ("{ table: { header: false, columns: any-order } }", "found by their headings"),
    ] {
        let complaint = complaint(with(&format!("compare: {compare}")));
        assert!(complaint.contains(told), "{compare}: {complaint}");
    }
}

#[test]
fn names_are_one_line_and_a_title_is_not_empty() {
    let group = |name: &str| {
        with_groups(&format!(
            "  - name: {name}\n    points: 1\n    scenarios: [{{ name: s, expect: {{ stdout: x }} }}]\n"
        ))
    };
    assert!(complaint(group("\"a\\nb\"")).contains("the group has a name of several lines"));
    assert!(complaint(with("title: ''")).contains("the title is empty"));
    let first = group("G").replace("points: 1", "points: 1\n    after: [H]");
    assert!(complaint(first).contains("no group stands before this one"));
}
