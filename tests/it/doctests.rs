//! Doctests of the instructor, beside what `doctest` itself says about the same programs.

use std::collections::BTreeMap;

use serde_json::Value;

use super::scratch::Scratch;

/// Classes for the functions below.
const HEAD: &str = "class Box:\n    def __init__(self, side=1):\n        self.side = side\n\n\n\
                    class Plain:\n    def __init__(self, side=1):\n        self.side = side\n\n    def __repr__(self):\n        \
                    return '<Plain at 0x%x>' % id(self)\n\n\n\
                    class Odd(ValueError):\n    pass\n\n\n";

/// Examples that call `f`, and what a right and a wrong function does. Lines of examples are separated by `|`.
const CASES: [(&str, &str, &str); 57] = [
    (">>> f()|3", "return 3", "return 4"),
    (">>> f()|1", "return True", "return 2"),
    (">>> f()|0", "return False", "return True"),
    (">>> f() # doctest: +DONT_ACCEPT_TRUE_FOR_1|True", "return True", "return 1"),
    (">>> f() # doctest: +ELLIPSIS|[0, 1, ..., 9]", "return list(range(10))", "return list(range(9))"),
    (">>> f() # doctest: +ELLIPSIS|<....Box object at 0x...>", "return Box(2)", "return Plain()"),
    (">>> f() # doctest: +ELLIPSIS|<Plain at 0x...>", "return Plain()", "return Box()"),
    (">>> f()   #doctest:+ELLIPSIS|a...z", "print('abcz')", "print('abc')"),
    (">>> f() # doctest: +ELLIPSIS|x...z", "print('xz')", "print('zx')"),
    (">>> print(f()) # doctest: +ELLIPSIS|a...b...c", "return 'a1b2c'", "return 'a1c2b'"),
    (">>> f() # doctest: +NORMALIZE_WHITESPACE|[0, 1,|    2]", "return [0, 1, 2]", "return [0, 1, 3]"),
    (">>> f() # doctest: +NORMALIZE_WHITESPACE|a b", "print('a    b  ')", "print('ab')"),
    (">>> f() # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE|a ... c", "print('a   b c')", "print('b c')"),
    (">>> f() # doctest: +ELLIPSIS +NORMALIZE_WHITESPACE|a ... c", "print('a   b', 'c')", "print('a   b')"),
    (">>> f() # doctest: +ELLIPSIS, -ELLIPSIS|a...", "print('a...')", "print('ab')"),
    (">>> f() # doctest: +SKIP|9|>>> f()|3", "return 3", "return 4"),
    (">>> f()|a|<BLANKLINE>|b", "print('a\\n\\nb')", "print('a\\nb')"),
    (">>> f()|<BLANKLINE>|b", "print('\\nb')", "print('b')"),
    (">>> f() # doctest: +DONT_ACCEPT_BLANKLINE|<BLANKLINE>", "print('<BLANKLINE>')", "print('x')"),
    (
        ">>> f()|Traceback (most recent call last):|    ...|ValueError: no",
        "raise ValueError('no')",
        "raise ValueError('yes')",
    ),
    (
        ">>> f()|Traceback (most recent call last):|  File \"a\", line 1|ValueError: no",
        "raise ValueError('no')",
        "raise KeyError('no')",
    ),
    (
        ">>> f() # doctest: +IGNORE_EXCEPTION_DETAIL|Traceback (most recent call last):|ValueError: maybe",
        "raise ValueError('no')",
        "raise TypeError('maybe')",
    ),
    (
        ">>> f() # doctest: +IGNORE_EXCEPTION_DETAIL|Traceback (most recent call last):|Odd: maybe",
        "raise Odd('no')",
        "raise ValueError('maybe')",
    ),
    (
        ">>> f() # doctest: +ELLIPSIS|Traceback (most recent call last):|ValueError: n...e",
        "raise ValueError('none')",
        "raise ValueError('some')",
    ),
    (
        ">>> f() # doctest: +ELLIPSIS|Traceback (most recent call last):|    ...|ValueError: a...",
        "raise ValueError('a\\nb')",
        "raise ValueError('c\\na')",
    ),
    (">>> f()|Traceback (most recent call last):|StopIteration", "raise StopIteration", "return 1"),
    (">>> f()|hello|3", "print('hello'); return 3", "print('hallo'); return 3"),
    (">>> f()|hello|3", "print('hello'); return 3", "print('hello'); return 4"),
    (">>> f()|3|>>> _ + 1|4", "return 3", "return 4"),
    (">>> for i in range(2): print(f(i))|0|1", "return i", "return 1"),
    (">>> for i in range(2): f(i)|0|1", "return i", "return 1"),
    (">>> for i in range(2): f(i)", "pass", "return 1"),
    (">>> a = f(); a; _ + 1|3|4", "return 3", "return 4"),
    (">>> for i in range(2): f(i)|a|1|a|2", "print('a'); return i + 1", "print('a'); return i"),
    (
        ">>> for i in range(2): f(i) # doctest: +ELLIPSIS|<....Box object at 0x...>|0",
        "return 0 if i else Box()",
        "return i",
    ),
    (">>> for i in range(2):|...     print(f(i)) # doctest: +ELLIPSIS|0|...", "return i", "return 2"),
    (">>> f( # doctest: +ELLIPSIS|...     1)|[1, ...]", "return [1, 2]", "return [2, 1]"),
    (">>> f()", "return None", "return 3"),
    (">>> f()|'a'", "return 'a'", "print('a')"),
    (">>> f()|\"it's\"", "return \"it's\"", "return 'its'"),
    (">>> print(f())|tab:  x", "return 'tab:  x'", "return 'tab: y'"),
    (">>> f()|'a\\\\\\\\b'", "return 'a\\\\b'", "return 'ab'"),
    (">>> print(f())|\\\\d", "return '\\\\d'", "return 'd'"),
    (">>> print(f())|\\x41", "return 'A'", "return 'B'"),
    (">>> f()|{1, 2}", "return {1, 2}", "return {1, 3}"),
    (">>> x = f()|>>> x|2.5", "return 2.5", "return 2.4"),
    (">>> f() is None|True", "return None", "return 1"),
    (">>> f() # doctest: +ELLIPSIS|<generator object ...>", "return (i for i in 'a')", "return ['a']"),
    (">>> f() # doctest: +ELLIPSIS|<function case... at 0x...>", "return lambda: 1", "return len"),
    (">>> f() # doctest: +ELLIPSIS|<map object at 0x...>", "return map(str, [])", "return filter(str, [])"),
    (">>> f() # doctest: +ELLIPSIS|<list_iterator object at 0x...>", "return iter([])", "return iter(())"),
    (
        ">>> f() # doctest: +ELLIPSIS|<built-in method append of list object at 0x...>",
        "return [].append",
        "return [].pop",
    ),
    (
        ">>> f() # doctest: +ELLIPSIS|<method-wrapper '__add__' of int object at 0x...>",
        "return (1).__add__",
        "return (1).__sub__",
    ),
    (">>> f() # doctest: +ELLIPSIS|[<....Box object at 0x...>, 1]", "return [Box(), 1]", "return [Box(), 2]"),
    (">>> f()|[1, [...]]", "a = [1]; a.append(a); return a", "return [1, []]"),
    (">>> f()|{'me': ({...},)}", "a = {}; a['me'] = (a,); return a", "return {'me': ({},)}"),
    (
        ">>> eval(f())|Traceback (most recent call last):|SyntaxError: invalid syntax",
        "return '1 +'",
        "return '1'",
    ),
];

/// A module in which each case is a function with its documentation.
fn module(is_right: bool) -> String {
    let mut text = HEAD.to_owned();
    for (number, (examples, right, wrong)) in CASES.iter().enumerate() {
        // The documentation is raw in one half of the cases where it has no escapes.
        let raw = if number % 2 == 1 && !examples.contains('\\') { "r" } else { "" };
        let examples = examples.replace("f(", &format!("case{number}(")).replace('|', "\n    ");
        let body = if is_right { right } else { wrong };
        text.push_str(&format!(
            "def case{number}(i=0):\n    {raw}'''Does something.\n\n    {examples}\n    '''\n    {body}\n\n\n"
        ));
    }
    text
}

#[test]
fn what_doctest_accepts_earns_the_points_and_what_it_rejects_does_not() {
    let (right, wrong) = (module(true), module(false));
    let folder = Scratch::new(
        "assignment: cases\nsubmission: { files: [cases.py] }\n\
         tests: { runner: doctest, files: [cases.py], points: 42 }\n",
    )
    .write("cases.py", &right)
    .write("right/cases.py", &right)
    .write("wrong/cases.py", &wrong);
    let with_reference = Scratch::new(
        "assignment: cases\nsubmission: { files: [cases.py] }\nreference: { files: [right/cases.py] }\n\
         tests: { runner: doctest, files: [cases.py], points: 42 }\n",
    )
    .write("cases.py", &right)
    .write("right/cases.py", &right)
    .write("wrong/cases.py", &wrong);
    let asked = "import doctest, cases\nrunner = doctest.DocTestRunner(verbose=False)\n\
                 for test in doctest.DocTestFinder().find(cases):\n    \
                 print(test.name.split('.')[-1], runner.run(test, out=lambda text: None).failed)\n";
    for submission in ["right", "wrong"] {
        let mut python = Scratch::python();
        let told =
            python.current_dir(folder.path(submission)).args(["-W", "ignore", "-c", asked]).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let told: BTreeMap<&str, bool> = told
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(name, failed)| (name, failed == "0"))
            .collect();
        let passes = told.iter().filter(|(name, _)| name.starts_with("case"));
        let passes: BTreeMap<String, bool> =
            passes.map(|(name, passes)| ((*name).to_owned(), *passes)).collect();
        assert_eq!(passes.len(), CASES.len(), "{told:?}");
        for folder in [&folder, &with_reference] {
            let (checked, pages) = folder.check_in(submission, &["json"]);
            let results: Value =
                serde_json::from_str(&pages[0]).unwrap_or_else(|_| panic!("{}", checked.stderr));
            let scenarios = results["submissions"][0]["scenarios"].as_array().unwrap();
            for one in scenarios {
                let (name, verdict) = (one["name"].as_str().unwrap(), one["verdict"].as_str().unwrap());
                let number: usize = name.trim_start_matches("case").parse().unwrap();
                assert_eq!(
                    verdict == "accepted",
                    passes[name],
                    "{submission} {name} {:?}: {verdict}",
                    CASES[number]
                );
            }
            assert_eq!(scenarios.len(), CASES.len());
        }
    }
}
