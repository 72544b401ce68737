//! Properties of every rule on any file, and an example of each construct.

use proptest::prelude::*;
use rayon::prelude::*;

use super::finding::Place;
use super::{Construct, MOST_FINDINGS, Rule, check_all};

/// Real programs, which the tests cut and mix.
const PROGRAMS: [&str; 4] = [
    include_str!("../python/driver.py"),
    include_str!("../language/compile.py"),
    include_str!("../../tests/python/test_driver.py"),
    include_str!("../../fixtures/faithful/modules/alone/finds.py"),
];

/// Pieces of text that matter to some rule.
const PIECES: &[&str] = &[
    "import os\n",
    "from a import *",
    "if __name__ == '__main__':\n",
    "main()",
    "input()",
    "def ",
    "class ",
    "(",
    ")",
    "[",
    "{",
    "'''",
    "\"",
    "f\"{",
    "\\\n",
    "#",
    "\t",
    "\r",
    "\0",
    "\u{feff}",
    ":=",
    "lambda: ",
    "exec('import os')",
    "sys.stdin",
    "\u{1d41e}",
    "é",
    "\n  ",
    "*",
    "async ",
    "@",
];

fn imports(only: &[&str]) -> Rule {
    Rule::Imports { only: only.iter().map(|&module| module.to_owned()).collect() }
}

fn defines(names: &[&str]) -> Rule {
    Rule::Defines { required: names.iter().map(|name| name.parse().unwrap()).collect() }
}

fn every_rule() -> Vec<Rule> {
    vec![
        imports(&[]),
        imports(&["typing", "os.path"]),
        defines(&[
            "area(width, height)",
            "Account.deposit(amount, note)",
            "class Colour(Enum)",
            "Bank.__payAll",
        ]),
        Rule::Methods { class: "Account".to_owned(), prefix: "check".to_owned(), least: 9 },
        Rule::MainGuard,
        Rule::NoInputAtImport,
        Rule::Avoids { constructs: Construct::known().map(|name| name.parse().unwrap()).collect() },
        Rule::Header { words: vec!["Author".to_owned()] },
    ]
}

/// Checks a file with every rule, and that the findings are consistent.
fn examine(content: &[u8]) {
    for findings in check_all(&every_rule(), "a.py", content) {
        assert!(findings.len() <= MOST_FINDINGS);
        for finding in findings {
            assert!(!finding.message.is_empty() && finding.message.length() < 2_000);
            let Some(place) = finding.place else { continue };
            assert!(place.line > 0 && place.column > 0);
            // It would panic for a part that is not in the line.
            let _part = place.source_line.map(|line| line[place.marked].to_owned());
            assert!(place.source_line.length() <= Place::MOST_CHARACTERS + 2);
        }
    }
}

#[test]
fn hostile_files_are_checked_in_time() {
    let mut files: Vec<String> = [
        ("(", 100_000),
        ("f(", 50_000),
        ("lambda: ", 40_000),
        ("exec(", 40_000),
        ("import os;", 20_000),
        ("f'{", 40_000),
        ("def f(\n", 20_000),
        ("input();", 25_000),
        ("if __name__ == '__main__': main()\n", 6_000),
        ("class A(A): pass\n", 10_000),
        ("exec('exec(1)')\n", 6_000),
        ("\0", 50_000),
        ("a b ", 25_000),
    ]
    .map(|(text, times)| text.repeat(times / 2))
    .into();
    files.push(String::new());
    files.push(format!("x = {}1", "-".repeat(200_000)));
    files.push(format!("x = 1{}", "+1".repeat(200_000)));
    files.push(format!("x{}", ".a".repeat(200_000)));
    files.push(" ".repeat(200_000) + &"def x;".repeat(20_000));
    files.push(" ".repeat(200_000) + &"x=1;".repeat(20_000));
    files.par_iter().for_each(|file| {
        let start = std::time::Instant::now();
        examine(file.as_bytes());
        let elapsed = start.elapsed();
        assert!(elapsed.as_secs() < 60, "{:?}… took {elapsed:?}", file.get(..20));
    });
}

#[test]
fn a_file_that_cannot_be_checked_is_one_finding_of_every_rule() {
    let long = "x = 1\n".repeat(100_000);
    for findings in check_all(&every_rule(), "a.py", long.as_bytes()) {
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!(finding.message, "the source of `a.py` cannot be checked: it has more than 524288 bytes");
    }
}

#[test]
fn constructs_are_named_as_they_are_written() {
    for name in Construct::known().chain(["sum()", ".append()"]) {
        let construct: Construct = name.parse().unwrap();
        assert_eq!(construct.to_string(), name);
        assert_ne!(construct.title(), name);
    }
    assert_eq!("List Comprehension".parse(), Ok(Construct::Known("list-comprehension")));
    let error = |written: &str| written.parse::<Construct>().unwrap_err().to_string();
    assert_eq!(error("lamda"), "`lamda` is not a construct; did you mean `lambda`?");
    assert!(error("goto").ends_with("walrus, while, while-else, with, yield"), "{}", error("goto"));
    assert!(error("a b()").starts_with("`a b()` is not a construct"));
}

/// A text that uses each construct, and one that looks similar and does not use it.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("annotation", "x: int = 1", "x = {1: int}"),
    ("annotation", "def f() -> list[int]: pass", "x = f[int]"),
    ("assert", "assert x", "x.asserts = 1"),
    ("async", "async def f(): pass", "asynchronous = 1"),
    ("break", "while x: break", "breaks = 1"),
    ("class", "class A: pass", "x = 'class A: pass'"),
    ("comprehension", "x = any(y for y in z)", "for y in z: x(y)"),
    ("conditional-expression", "x = 1 if y else 2", "if y: x = 1"),
    ("continue", "while x: continue", "while x: pass"),
    ("decorator", "@f\ndef g(): pass", "x = a @ b"),
    ("del", "del x", "x.delete()"),
    ("dict", "x = {}", "x = {1}"),
    ("dict", "x = dict(a=1)", "x.dict()"),
    ("else-after-loop", "for x in y: pass\nelse: pass", "if x: pass\nelse: pass"),
    ("eval", "eval(x)", "x.eval()"),
    ("exec", "exec(x)", "execute(x)"),
    ("f-string", "x = f'{y}'", "x = 'f{y}'"),
    ("for", "for x in y: pass", "x = [y for y in z]"),
    ("for-else", "for x in y: pass\nelse: pass", "while x: pass\nelse: pass"),
    ("generator", "sum(x for x in y)", "sum([x for x in y])"),
    ("global", "def f():\n  global x", "x = globals()"),
    ("import", "from . import x", "x = 'import y'"),
    ("import-star", "from x import *", "import x"),
    ("is", "x is not None", "x in y"),
    ("lambda", "f = lambda: 1", "f = 'lambda: 1'"),
    ("list", "x = [1]", "x[1]"),
    ("list-comprehension", "x = [y for y in z]", "x = {y for y in z}"),
    ("match", "match x:\n  case 1: pass", "match = x[1]"),
    ("nested-function", "def f():\n  def g(): pass", "class A:\n  def g(self): pass"),
    ("nonlocal", "def f():\n  nonlocal x", "x = 'nonlocal'"),
    ("pass", "pass", "password = 1"),
    ("raise", "raise E", "x.raises()"),
    ("recursion", "def f(): return f()", "def f(): return g.f()\nf()"),
    ("recursion", "class A:\n  def f(self): self.f()", "class A:\n  def f(self): self.g()"),
    ("semicolon", "x = 1; y = 2", "x = ';'"),
    ("set", "x = {1}", "x = {1: 2}"),
    ("slice", "x[1:]", "x[1]"),
    ("star-argument", "f(*x)", "x = y * z"),
    ("try", "try: pass\nexcept E: pass", "x = 'try: pass'"),
    ("tuple", "x = (1, 2)", "x = (1)"),
    ("walrus", "print(x := 1)", "x[1:2]"),
    ("while", "while x: pass", "# while x: pass"),
    ("while-else", "while x: pass\nelse: pass", "for x in y: pass\nelse: pass"),
    ("with", "with open(x) as f: pass", "within = 1"),
    ("yield", "def f(): yield 1", "x = 'yield'"),
    ("sum()", "x = sum(y)", "x = y.sum(sum)"),
    (".append()", "x.append(1)", "append(x.append)"),
];

#[test]
fn constructs_are_found_where_they_are_used() {
    for (name, used, unused) in EXAMPLES {
        let rules = [Rule::Avoids { constructs: vec![name.parse().unwrap()] }];
        let findings = |text: &str| check_all(&rules, "a.py", text.as_bytes()).remove(0);
        assert_eq!(findings(used).len(), 1, "{name} in {used:?}");
        assert_eq!(findings(unused), [], "{name} in {unused:?}");
    }
    for name in Construct::known() {
        assert!(EXAMPLES.iter().any(|(example, ..)| *example == name), "{name} has no example");
    }
}

#[test]
fn a_construct_is_reported_once_with_its_other_lines() {
    let rules = [Rule::Avoids { constructs: vec!["try".parse().unwrap()] }];
    let note = |times: usize| {
        let text = "try:\n  x\nexcept E:\n  y\n".repeat(times);
        check_all(&rules, "a.py", text.as_bytes()).remove(0).remove(0).note
    };
    assert_eq!(note(1), None);
    assert_eq!(note(2), Some("also in line 5".into()));
    assert_eq!(note(3), Some("also in lines 5 and 9".into()));
    assert_eq!(note(8), Some("also in lines 5, 9, 13, 17, 21 and 2 more".into()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_can_be_checked(content in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        examine(&content);
    }

    #[test]
    fn pieces_of_programs_in_any_order_can_be_checked(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..80),
    ) {
        examine(pieces.concat().as_bytes());
    }

    #[test]
    fn programs_with_changes_anywhere_can_be_checked(
        program in 0..PROGRAMS.len(),
        changes in proptest::collection::vec(
            (any::<prop::sample::Index>(), 0..30usize, proptest::sample::select(PIECES)), 1..12),
    ) {
        let mut content = PROGRAMS[program].as_bytes().to_vec();
        for (at, removed, piece) in changes {
            let start = at.index(content.len() + 1);
            let end = (start + removed).min(content.len());
            content.splice(start..end, piece.bytes());
        }
        examine(&content);
    }
}
