//! What beginners do wrong: the first lines of the page say what it is, where it is, and what to do.

use super::scratch::{Scratch, WITHOUT_COMMA, named};

/// A mistake: its name, the file, the program, and what must stand in the first lines of the page.
type Mistake = (&'static str, &'static str, &'static [u8], &'static [&'static str]);

/// A page begins with the name of the assignment and an empty line; these lines follow.
const FIRST: usize = 5;

const MISTAKES: [Mistake; 28] = [
    (
        "typo",
        "hello.py",
        b"name = input('Nam? ')\nprint(f'Hello, {name}!')\n",
        &["expected `Name? `, printed `Nam? `", "\u{25b8} 1  name = input('Nam? ')", "Write `Name? ` instead of `Nam? `, in line 1"],
    ),
    (
        "no blank",
        "hello.py",
        b"name = input('Name?')\nprint(f'Hello, {name}!')\n",
        &["too few blanks at the end of the line `Name?`", "End this text with a blank, `Name? `, in line 1"],
    ),
    (
        "newline",
        "hello.py",
        b"name = input('Name? \\n')\nprint(f'Hello, {name}!')\n",
        &["a newline follows the prompt `Name?`", "Take out the `\\n` at the end of the prompt, in line 1"],
    ),
    (
        "prints the prompt",
        "hello.py",
        b"name = input(print('Name? '))\nprint(f'Hello, {name}!')\n",
        &["a newline follows the prompt `Name?`", "Give the text to `input` itself, without `print`"],
    ),
    (
        "left over",
        "hello.py",
        b"name = input('Name? ')\nprint('DEBUG', len(name))\nprint(f'Hello, {name}!')\n",
        &["should not be there", "\u{25b8} 2  print('DEBUG', len(name))", "Take out line 2 of `hello.py`."],
    ),
    ("empty", "hello.py", b"", &["`hello.py` is empty.", "Save it in your editor"]),
    ("comments", "hello.py", b"# to do\n", &["`hello.py` has only comments and texts", "Is this the file that you mean?"]),
    (
        "never called",
        "hello.py",
        b"def ask():\n    return input('Name? ')\n\ndef main():\n    print(f'Hello, {ask()}!')\n",
        &["it defines 2 functions, and calls none of them", "at the left margin: `main()`"],
    ),
    (
        "guard",
        "hello.py",
        b"def main():\n    print(f\"Hello, {input('Name? ')}!\")\n\nif __name__ == 'main':\n    main()\n",
        &["ran and ended, and printed nothing", "\u{25b8} 4  if __name__ == 'main':", "Write `if __name__ == \"__main__\":`"],
    ),
    (
        "two reads",
        "hello.py",
        b"name = input('Name? ')\ninput()\nprint(f'Hello, {name}!')\n",
        &["asked for another line of input, where it should have printed `Hello, Ada!`", "\u{25b8} 2  input()", "Is `input()` one too many, in line 2"],
    ),
    (
        "own question",
        "hello.py",
        b"name = input('Name? ')\nprint(f'Hello, {name}!')\ninput('Press Enter')\n",
        &["the line `Press Enter` should not be there"],
    ),
    (
        "module",
        "hello.py",
        b"import numpy as np\nname = input('Name? ')\nprint(f'Hello, {name}!')\n",
        &["There is no module `numpy` where this is graded.", "\u{25b8} 1  import numpy as np", "only Python's own modules"],
    ),
    (
        "own module",
        "hello.py",
        b"from helper import hello\nhello()\n",
        &["There is no module `helper`", "hand in `helper.py` too"],
    ),
    (
        "misspelled",
        "hello.py",
        b"name = input('Name? ')\nprnit(f'Hello, {name}!')\n",
        &["name 'prnit' is not defined", "\u{25b8} 2  prnit(", "There is `print`."],
    ),
    (
        "number",
        "hello.py",
        b"name = int(input('Name? '))\nprint(f'Hello, {name}!')\n",
        &["invalid literal for int()", "\u{25b8} 1  name = int(", "here it was `'Ada'`, which is no whole number"],
    ),
    (
        "none",
        "hello.py",
        b"def ask():\n    print(input('Name? '))\n\nprint('Hello, ' + ask().strip() + '!')\n",
        &["printed `Ada`"],
    ),
    (
        "exit code",
        "hello.py",
        b"import sys\nname = input('Name? ')\nprint(f'Hello, {name}!')\nsys.exit(1)\n",
        &["It ended with exit code 1", "\u{25b8} 4  sys.exit(1)", "End the program with 0"],
    ),
    (
        "loop",
        "hello.py",
        b"name = input('Name? ')\nat = 0\nwhile at < len(name) + 1:\n    letter = at\nprint(f'Hello, {name}!')\n",
        &["Endless loop: lines 3 and 4", "\u{25b8} 3  while at <", "must change what line 3 looks at"],
    ),
    (
        "colon",
        "hello.py",
        b"def hello(name)\n    print(f'Hello, {name}!')\n\nhello(input('Name? '))\n",
        &["a colon is missing at the end of line 1", "\u{25b8} 1  def hello(name)", "Write `def hello(name):`"],
    ),
    (
        "quote",
        "hello.py",
        b"name = input('Name? )\nprint(f'Hello, {name}!')\n",
        &["a quote is missing in line 1", "\u{25b8} 1  name = input('Name? )"],
    ),
    (
        "indent",
        "hello.py",
        b"def hello(name):\nprint(f'Hello, {name}!')\n",
        &["line 2 must stand further to the right", "Put four blanks before each line of the block."],
    ),
    (
        "tabs",
        "hello.py",
        b"def hello(name):\n    name = name\n\tprint(f'Hello, {name}!')\n\nhello(input('Name? '))\n",
        &["line 3 begins with a tab", "Replace every tab by blanks."],
    ),
    (
        "merge",
        "hello.py",
        b"<<<<<<< HEAD\nname = input('Name? ')\n=======\nname = input('Name? ')\n>>>>>>> mine\n",
        &["was left behind when two versions were merged", "Keep one of the two versions"],
    ),
    (
        "utf-16",
        "hello.py",
        b"\xff\xfex\0=\x001\0",
        &["`hello.py` is saved as UTF-16, and Python reads UTF-8.", "Save it again as UTF-8."],
    ),
    (
        "latin",
        "hello.py",
        b"'''f\xfcr'''\nname = input('Name? ')\nprint(f'Hello, {name}!')\n",
        &["it is not saved as UTF-8", "with the encoding UTF-8"],
    ),
    (
        "latin-comment",
        "hello.py",
        b"name = input('Name? ')\n# f\xfcr\nprint(f'Hello, {name}!')\n",
        &["Non-UTF-8 code starting with '\\xfc'` (line 2 of `hello.py`)", "with the encoding UTF-8"],
    ),
    (
        "name",
        "helo.py",
        b"name = input('Name? ')\nprint(f'Hello, {name}!')\n",
        &["There is no `hello.py`, but there is `helo.py`.", "`mv helo.py hello.py`"],
    ),
    ("notebook", "hello.ipynb", b"{}", &["there is `hello.ipynb`", "A notebook is no program."]),
];

/// A class in which everybody makes one of the mistakes.
fn class(more: &[&str]) -> Scratch {
    let scratch = Scratch::greeting();
    let scratch = MISTAKES.iter().fold(scratch, |scratch, (name, file, program, _)| {
        scratch.write(&format!("class/{name}/{file}"), program)
    });
    let graded = scratch.run(&[&["grade", "spec.yaml", "class"], more].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    scratch
}

#[test]
fn the_first_lines_of_a_page_say_what_is_wrong_where_and_what_to_do() {
    let scratch = class(&[]);
    for (name, _, _, says) in &MISTAKES {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        let first: Vec<&str> = page.lines().skip(2).take(FIRST).collect();
        let first = first.join("\n");
        for says in *says {
            assert!(first.contains(says), "{name}: {says}\n{page}");
        }
    }
    assert_eq!(scratch.run(&["verify"]).code, 0, "the lines of sources follow from what is kept");
}

#[test]
fn what_is_said_to_students_in_whole_sentences_has_no_signs_and_no_boards() {
    let scratch = Scratch::greeting().write("work/hello.py", WITHOUT_COMMA);
    let plain = scratch.run(&["check", "spec.yaml", "work", "--plain"]);
    assert_eq!(plain.code, 1);
    insta::assert_snapshot!(plain.stdout, @"
    Greeting: work.
    0 of 10 points and 0 of 2 bonus points.

    Cause 1 of 1. It costs 10 points, in 5 scenarios.
    After line 1 of the input, `Ada`: punctuation differs: expected `Hello, Ada!`, printed `Hello Ada!`.
    Where: line 2 of hello.py. The line is: print(f'Hello {name}!')
    Do this: Write `Hello, ` instead of `Hello `, in line 2 of `hello.py`.
    If only this were mended: 10 of 10 points.
    Shown by: Greets / one name.
    Only punctuation marks differ.
    Typed: Ada.
    Also: two words; nobody; Loud / capitals; Practice / digits.

    Right: 0 of 5 scenarios.
    ");
}

#[test]
fn a_bundle_and_joined_parts_have_the_lines_of_the_sources() {
    let scratch =
        Scratch::greeting().write("class/Ada/hello.py", WITHOUT_COMMA).write("class/Bob/hello.py", "");
    scratch.run(&["grade", "spec.yaml", "class"]);
    let page = scratch.read("yardstick-results/feedback/Ada.txt");
    assert!(page.contains("\u{25b8} 2  print(f'Hello {name}!')"), "{page}");
    for part in ["0/2", "1/2"] {
        let out = format!("part-{}", &part[..1]);
        let graded = scratch.run(&["grade", "spec.yaml", "class", "--shard", part, "--out", &out]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
    }
    let merged = scratch.run(&["merge", "part-0", "part-1", "--out", "joined"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    assert_eq!(scratch.read("joined/feedback/Ada.txt"), page);
    let bundled = scratch.run(&["bundle", "Ada", "--out", "ada.zip"]);
    assert_eq!(bundled.code, 0, "{}", bundled.stderr);
    assert_eq!(scratch.run(&["verify", "ada.zip"]).code, 0);
}

#[test]
fn anonymous_results_hold_no_source() {
    let program = format!("# written by A. Lovelace, group 7\n{WITHOUT_COMMA}");
    let scratch = Scratch::greeting().write("class/Ada/hello.py", program);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--anonymous", "--format", "html"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    let cause = &named(&results, "submission-001")["causes"][0];
    assert_eq!(cause["lines"].as_array().map(Vec::len), Some(0), "{cause:#}");
    let page = scratch.read("yardstick-results/feedback/submission-001.html");
    assert!(!page.contains("Lovelace") && !page.contains("print(f"), "{page}");
}

#[test]
fn the_page_for_browsers_has_the_source_with_every_remark() {
    let scratch = Scratch::greeting().write("work/hello.py", WITHOUT_COMMA);
    let (_, pages) = scratch.check_in("work", &["html"]);
    let page = &pages[0];
    assert!(page.contains("The source, with every remark"), "{page}");
    assert_eq!(
        page.matches("<li class=\"marked\">").count(),
        2,
        "beside the mistake, and in the source: {page}"
    );
}

#[test]
fn a_program_in_c_that_a_signal_ends_is_told_what_raises_it() {
    let spec = "assignment: a\nsubmission: { files: [a.c] }\nscenarios:\n  - name: x\n    points: 1\n    \
                expect: { stdout: \"hi\\n\" }\n";
    let program =
        |line: &str| format!("#include <stdlib.h>\nint main(void) {{\n    {line}\n    return 0;\n}}\n");
    for (line, says) in [
        ("*(volatile int *) 0 = 1;", "Do this: A pointer leads nowhere"),
        ("volatile int none = 0; return 5 / none;", "Do this: A whole number is divided by 0"),
        ("abort();", "Do this: An `assert` fails"),
    ] {
        let ended = Scratch::new(spec).write("a.c", program(line)).run(&["check", "spec.yaml", "a.c"]);
        assert!(ended.stdout.contains(says), "{line}\n{}", ended.stdout);
    }
}

#[test]
fn a_program_in_c_whose_main_gives_nothing_back_is_told_so() {
    let spec = "assignment: a\nsubmission: { files: [a.c] }\nscenarios:\n  - name: x\n    points: 1\n    \
                expect: { stdout: \"hi\\n\" }\n";
    let program = "#include <stdio.h>\nstatic int seven(void) { return 7; }\nvoid  main ()\n{\n    puts(\"hi\");\n    seven();\n}\n";
    let ended = Scratch::new(spec).write("a.c", program).run(&["check", "spec.yaml", "a.c"]);
    assert!(
        ended.stdout.contains("Write `int main` in line 3 of `a.c`, and `return 0;` at its end."),
        "{}",
        ended.stdout
    );
}

#[test]
fn who_reads_nothing_or_everything_is_told_what_went_wrong_first() {
    let spec = "assignment: sum\nsubmission: { files: [s.py] }\nreference: { files: [solution.py] }\nscenarios:\n  \
                - { name: one, points: 2, stdin: ['7'] }\n";
    const ENOUGH: [&str; 3] = ["all-then-more", "asks", "no-end"];
    let all = "import sys\nn = int(sys.stdin.read())\n";
    let cases: [(&str, String, &str, &str, &str); 11] = [
        ("all", format!("{all}print('sum', n)\n"), "accepted", "", ""),
        (
            "all-then-error",
            format!("{all}print('sum', n)\nprint([][0])\n"),
            "runtime error",
            "! It ended with exit code 1: `IndexError",
            "",
        ),
        (
            "all-then-exit",
            format!("{all}print('sum', n)\nsys.exit(3)\n"),
            "runtime error",
            "! It ended with exit code 3.",
            "",
        ),
        (
            "all-then-name",
            format!("{all}print('sum', m)\n"),
            "runtime error",
            "! It ended with exit code 1: `NameError",
            "Give `m` a value",
        ),
        (
            "all-then-more",
            format!("{all}print('sum', n)\nprint('more')\n"),
            "wrong answer",
            "the line `more` should not be there",
            "",
        ),
        (
            "one-too-many",
            "n = input()\nm = input()\nprint('sum', n)\n".into(),
            "wrong answer",
            "asked for another line of input",
            "",
        ),
        (
            "nothing-then-error",
            "print('sum 7')\n1 / 0\n".into(),
            "runtime error",
            "! It ended with exit code 1: `ZeroDivisionError",
            "",
        ),
        (
            "nothing",
            "print('sum 8')\n".into(),
            "wrong answer",
            "It reads nothing of its input: a number differs: expected `sum 7`",
            "",
        ),
        (
            "nothing-but-it",
            "print(7)\nprint('sum 7')\n".into(),
            "wrong answer",
            "It reads nothing of its input: the line `7` should not be there",
            "",
        ),
        (
            "asks",
            "n = input('Number? ')\nprint('sum', n)\n".into(),
            "wrong answer",
            "`Number?` should not be printed there",
            "Read this line without a text before it: take out `Number?`, in line 1",
        ),
        (
            "no-end",
            "print('sum', input(), end='')\n".into(),
            "wrong answer",
            "the newline at the end of the output is missing",
            "Print a newline behind `sum 7`, in line 1",
        ),
    ];
    let scratch = Scratch::new(spec).write("solution.py", "n = int(input())\nprint('sum', n)\n");
    let scratch = cases
        .iter()
        .fold(scratch, |scratch, (name, program, ..)| scratch.write(&format!("class/{name}/s.py"), program));
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = scratch.results();
    for (name, _, verdict, first, todo) in &cases {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert_eq!(named(&results, name)["scenarios"][0]["verdict"], *verdict, "{name}: {page}");
        assert!(page.lines().nth(2).unwrap_or_default().contains(first), "{name}: {page}");
        assert!(page.contains(todo), "{name}: {page}");
        // What is told to do would be enough.
        assert_eq!(
            page.contains("If only this were mended: 2 of 2 points."),
            ENOUGH.contains(name),
            "{name}: {page}"
        );
    }
}

#[test]
fn what_would_be_typed_is_not_told_as_expected_where_a_line_is_not_read() {
    let spec = "assignment: sum\nsubmission: { files: [s.py] }\nreference: { files: [solution.py] }\nscenarios:\n  \
                - { name: one, points: 2, stdin: ['3', '4'] }\n";
    let first = "a = int(input('A: '))\n";
    let reference = first.to_owned() + "b = int(input('B: '))\nprint('Sum:', a + b)\n";
    for (rest, says) in [
        ("print('Sum:', a)", "expected the prompt `B:`, printed `Sum: 3`."),
        (
            "print('B: ', end='')\nprint('Sum:', a)",
            "after the prompt `B:` a line should be read, printed `B: Sum: 3`.",
        ),
        ("print('B: 7')", "after the prompt `B:` a line should be read, printed `B: 7`."),
    ] {
        let scratch = Scratch::new(spec).write("solution.py", reference.as_str());
        let ended = scratch.write("s.py", format!("{first}{rest}\n")).run(&["check", "spec.yaml", "s.py"]);
        assert!(
            ended.stdout.contains(&format!("After line 1 of the input, `3`: {says}")),
            "{}",
            ended.stdout
        );
    }
}

#[test]
fn a_shape_of_signs_is_no_punctuation_and_slips_of_one_kind_are_told_together() {
    let spec = "assignment: s\nsubmission: { files: [s.py] }\nscenarios:\n  \
                - { name: shape, points: 2, stdin: ['2'], expect: { stdout: \"*\\n**\\n\" } }\n  \
                - { name: words, points: 2, stdin: ['3'], expect: { stdout: \"You typed 3\\nSquare: 9\\n\" } }\n";
    let program =
        |shape: &str, words: &str| format!("n = int(input())\nif n == 2:\n    {shape}\nelse:\n    {words}\n");
    let (shape, words) = ("print('*\\n**')", "print('You typed', n); print('Square:', n * n)");
    let scratch = Scratch::new(spec)
        .write("class/empty/s.py", program("print('\\n')", words))
        .write("class/square/s.py", program("print('**\\n**')", words))
        .write("class/small/s.py", program(shape, "print('you typed', n)\n    print('square:', n * n)"));
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let page = |name: &str| scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
    for name in ["empty", "square"] {
        let page = page(name);
        assert!(!page.contains("punctuation") && !page.contains("If only this were mended"), "{page}");
    }
    let small = page("small");
    assert!(
        small.contains("in line 5 of `s.py`. Other lines differ in the same way: mend them, too."),
        "{small}"
    );
    assert!(small.contains("If only this were mended: 4 of 4 points."), "{small}");
}
