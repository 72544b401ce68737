//! Properties of every rule on any file, and an example of each construct.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rayon::prelude::*;

use super::finding::Place;
use super::known::known;
use super::{Construct, Grammar, MOST_FINDINGS, Prototype, Rule, check_all};

/// Real programs, which the tests cut and mix.
const PROGRAMS: [(&str, &str); 7] = [
    ("a.py", include_str!("../../assignment/python/driver.py")),
    ("a.py", include_str!("../language/compile.py")),
    ("a.py", include_str!("../../../tests/python/test_driver.py")),
    ("a.py", include_str!("../../../fixtures/faithful/modules/alone/finds.py")),
    ("a.c", include_str!("../../assignment/session/native/runtime.c")),
    ("A.java", include_str!("../../assignment/unit_test/YardstickJunit.java")),
    ("a.js", include_str!("../../assignment/session/javascript/driver.js")),
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
    "}",
    ";",
    "#include <a.h>\n",
    "#define A(x) x\n",
    "int f(int a) {",
    "class A extends B {",
    "template <typename T> ",
    "=> ",
    "`${",
    "R\"(",
    "/*",
    "*/",
    "//",
    "for (",
    "return f(a, b);",
];

fn imports(only: &[&str]) -> Rule {
    Rule::Imports { only: only.iter().map(|&module| module.to_owned()).collect() }
}

fn defines(names: &[&str]) -> Rule {
    Rule::Defines { required: names.iter().map(|name| name.parse().unwrap()).collect() }
}

fn every_construct(grammar: Grammar) -> Vec<Construct> {
    known(grammar).map(|known| Construct::parse(known.name, grammar).unwrap()).collect()
}

/// A file of each language.
const FILES: [&str; 5] = ["a.py", "a.c", "a.cpp", "A.java", "a.js"];

/// Every rule about a file in this language.
fn every_rule(file: &str) -> Vec<Rule> {
    let grammar = Grammar::of_file(file).unwrap();
    if grammar == Grammar::Python {
        return every_rule_of_python();
    }
    let declares = |names: &[&str]| {
        names.iter().map(|name| Prototype::parse(name, grammar).unwrap()).collect::<Vec<_>>()
    };
    vec![
        Rule::Imports { only: Vec::new() },
        Rule::Includes { only: vec!["stdio.h".to_owned()] },
        Rule::Declares { required: declares(&["area(width, height)", "Account.deposit(amount)", "class A"]) },
        Rule::Methods { class: "A".to_owned(), prefix: "check".to_owned(), least: 9 },
        Rule::Avoids { constructs: every_construct(grammar), within: None },
        Rule::Uses { constructs: every_construct(grammar), within: Some("f".to_owned()) },
        Rule::Header { words: vec!["Author".to_owned()] },
    ]
}

fn every_rule_of_python() -> Vec<Rule> {
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
        Rule::Avoids { constructs: every_construct(Grammar::Python), within: None },
        Rule::Uses { constructs: every_construct(Grammar::Python), within: Some("f".to_owned()) },
        Rule::Header { words: vec!["Author".to_owned()] },
    ]
}

/// Checks a file with every rule of its language, and that the findings are consistent.
fn examine(file: &str, content: &[u8]) {
    for findings in check_all(&every_rule(file), file, content) {
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
        examine("a.py", file.as_bytes());
        let elapsed = start.elapsed();
        assert!(elapsed.as_secs() < 60, "{:?}… took {elapsed:?}", file.get(..20));
    });
}

#[test]
fn a_file_that_cannot_be_checked_is_one_finding_of_every_rule() {
    let long = "x = 1\n".repeat(2_000_000);
    for file in FILES {
        for findings in check_all(&every_rule(file), file, long.as_bytes()) {
            let [finding] = findings.as_slice() else { panic!("{findings:?}") };
            let message = format!("the source of `{file}` cannot be checked: it has more than 524288 bytes");
            assert_eq!(finding.message, message.as_str());
        }
    }
}

#[test]
fn constructs_are_named_as_they_are_written() {
    for grammar in Grammar::ALL {
        for name in known(grammar).map(|known| known.name).chain(["sum()", ".append()"]) {
            let construct = Construct::parse(name, grammar).unwrap();
            assert_eq!(construct.to_string(), name);
            assert_ne!(construct.title(grammar), name);
        }
    }
    let python = |written: &str| Construct::parse(written, Grammar::Python);
    assert_eq!(python("List Comprehension"), Ok(Construct::Known("list-comprehension".to_owned())));
    let error = |written: &str, grammar| Construct::parse(written, grammar).unwrap_err().to_string();
    let lambda = "`lamda` is not a construct of Python; did you mean `lambda`?";
    assert_eq!(error("lamda", Grammar::Python), lambda);
    let all = error("goto", Grammar::Python);
    assert!(all.ends_with("walrus, while, while-else, with, yield"), "{all}");
    assert!(error("a b()", Grammar::Python).starts_with("`a b()` is not a construct"));
    let other = "`raise` is not a construct of Java; did you mean `throw`?";
    assert_eq!(error("raise", Grammar::Java), other);
    assert!(error("goto", Grammar::Java).starts_with("`goto` is not a construct of Java; write `sum()`"));
}

/// A text that uses each construct, and one that looks similar and does not use it.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("annotation", "x: int = 1", "x = {1: int}"),
    ("annotation", "def f() -> list[int]: pass", "x = f[int]"),
    ("annotation", "def f[T: int](x: T): pass", "class Box[T: (int, str)]: pass"),
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
    ("if", "if x: pass", "y = 1 if x else 2"),
    ("import", "from . import x", "x = 'import y'"),
    ("import-star", "from x import *", "import x"),
    ("is", "x is not None", "x in y"),
    ("lambda", "f = lambda: 1", "f = 'lambda: 1'"),
    ("list", "x = [1]", "x[1]"),
    ("list-comprehension", "x = [y for y in z]", "x = {y for y in z}"),
    ("match", "match x:\n  case 1: pass", "match = x[1]"),
    ("nested-function", "def f():\n  def g(): pass", "class A:\n  def g(self): pass"),
    ("nested-loop", "for x in y:\n  while x: pass", "for x in y: pass\nwhile x: pass"),
    ("import os", "from os.path import join", "import oslo"),
    ("os.system()", "os.system(x)", "system(x)"),
    ("nonlocal", "def f():\n  nonlocal x", "x = 'nonlocal'"),
    ("pass", "pass", "password = 1"),
    ("raise", "raise E", "x.raises()"),
    ("recursion", "def f(): return f()", "def f(): return g.f()\nf()"),
    ("recursion", "f = lambda n: n and f(n - 1)", "f = lambda n: n and g(n - 1)"),
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
        let constructs = vec![Construct::parse(name, Grammar::Python).unwrap()];
        let rules = [Rule::Avoids { constructs, within: None }];
        let findings = |text: &str| check_all(&rules, "a.py", text.as_bytes()).remove(0);
        assert_eq!(findings(used).len(), 1, "{name} in {used:?}");
        assert_eq!(findings(unused), [], "{name} in {unused:?}");
    }
    for name in known(Grammar::Python).map(|known| known.name) {
        assert!(EXAMPLES.iter().any(|(example, ..)| *example == name), "{name} has no example");
    }
}

#[test]
fn the_documentation_lists_every_construct_with_its_languages() {
    let mut rows: BTreeMap<(&str, &str), BTreeSet<Grammar>> = BTreeMap::new();
    for grammar in Grammar::ALL {
        for known in known(grammar) {
            rows.entry((known.name, known.title)).or_default().insert(grammar);
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|((name, _), grammars)| (*name, grammars.first().copied()));
    let row = |((name, title), grammars): ((&str, &str), BTreeSet<Grammar>)| {
        let titles: Vec<&str> = grammars.iter().map(|grammar| grammar.title()).collect();
        format!("| `{name}` | {title} | {} |\n", titles.join(", "))
    };
    let rows: String = rows.into_iter().map(row).collect();
    let table = format!("| word | what it stands for | in |\n|---|---|---|\n{rows}\n");
    assert!(include_str!("../../../docs/spec.md").contains(&table), "{table}");
}

#[test]
fn a_lambda_is_the_function_of_its_variable() {
    let constructs = vec![Construct::Known("while".to_owned()), Construct::Call("sum".to_owned())];
    let text = "area = lambda xs: sum(xs)\nx.area = lambda xs: 1\nwhile x: pass\n";
    let found = |rule: Rule| {
        let found = check_all(&[rule], "a.py", text.as_bytes()).remove(0);
        found.into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    let within = |name: &str| Some(name.to_owned());
    assert_eq!(
        found(Rule::Avoids { constructs: constructs.clone(), within: within("area") }),
        ["a call of `sum` is not among the techniques of this assignment in `area`"]
    );
    assert_eq!(
        found(Rule::Uses { constructs, within: within("area") }),
        ["a `while` loop is asked for in `area`, and there is none"]
    );
}

#[test]
fn a_construct_is_reported_once_with_its_other_lines() {
    let constructs = vec![Construct::Known("try".to_owned())];
    let rules = [Rule::Avoids { constructs, within: None }];
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
        for file in FILES {
            examine(file, &content);
        }
    }

    #[test]
    fn pieces_of_programs_in_any_order_can_be_checked(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..80),
    ) {
        for file in FILES {
            examine(file, pieces.concat().as_bytes());
        }
    }

    #[test]
    fn programs_with_changes_anywhere_can_be_checked(
        program in 0..PROGRAMS.len(),
        changes in proptest::collection::vec(
            (any::<prop::sample::Index>(), 0..30usize, proptest::sample::select(PIECES)), 1..12),
    ) {
        let mut content = PROGRAMS[program].1.as_bytes().to_vec();
        for (at, removed, piece) in changes {
            let start = at.index(content.len() + 1);
            let end = (start + removed).min(content.len());
            content.splice(start..end, piece.bytes());
        }
        examine(PROGRAMS[program].0, &content);
    }
}
