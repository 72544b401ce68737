//! Compares the answers with those of CPython, and tests the plain values and the refused Python.

use super::testing::check;
use super::{Answer, Module, SessionError, Value, answer};
use crate::Deviations;

/// Returns the answers to lines without a reference.
fn answers(lines: &[&str]) -> Result<Vec<Answer>, SessionError> {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    answer(MODULES, "empty", &lines, &[], &Deviations::default())
}

static MODULES: &[&Module] = &[&EMPTY];

static EMPTY: Module = Module { name: "empty", imports: &[], functions: &[], classes: &[], constants: &[] };

fn value(line: &str) -> Value {
    answers(&[line]).unwrap().remove(0).value.unwrap()
}

#[test]
fn lines_are_answered_as_cpython_answers_them() {
    check(&[], include_str!("cpython.txt"));
}

#[test]
fn a_value_has_its_exact_type() {
    let int = |hexadecimal: &str| Value::Int(hexadecimal.to_owned());
    let text = |text: &str| Value::Str(text.to_owned());
    assert_eq!(value("[1, True, 1.0]"), Value::List(vec![int("1"), Value::Bool(true), Value::Float(1.0)]));
    assert_eq!(value("(-255, 0, 2**64)"), Value::Tuple(vec![int("-ff"), int("0"), int("10000000000000000")]));
    assert_eq!(value("{2: 'b', 1: None}"), Value::Dict(vec![(int("2"), text("b")), (int("1"), Value::None)]));
    assert_eq!(value("{1}"), Value::Set(vec![int("1")]));
    for (line, class) in [
        ("len", "builtin_function_or_method"),
        ("int", "type"),
        ("range(3)", "range"),
        ("(c for c in 'ab')", "generator"),
        ("zip()", "zip"),
        ("[].append", "builtin_function_or_method"),
    ] {
        assert_eq!(value(line), Value::object(class), "{line}");
    }
}

#[test]
fn a_statement_has_no_value_and_none_is_one() {
    let answers = answers(&["x = 1", "None", "x; x", "print(x)", "x.y"]).unwrap();
    let values: Vec<_> = answers.iter().map(|answer| answer.value.clone()).collect();
    assert_eq!(values, [None, Some(Value::None), None, Some(Value::None), None]);
    assert_eq!(answers[3].printed, "1\n");
    assert_eq!(answers[4].raised.as_ref().map(|raised| raised.class.as_str()), Some("AttributeError"));
}

#[test]
fn what_was_printed_before_an_exception_is_kept() {
    let answer = answers(&["print('a'); print([][0])"]).unwrap().remove(0);
    assert_eq!(answer.printed, "a\n");
    assert_eq!(answer.raised.unwrap().message, "list index out of range");
}

#[test]
fn what_a_session_cannot_answer_is_told_with_its_line() {
    let refused = |line: &str| answers(&["x = [1]", line]).expect_err(line);
    for (line, part) in [
        ("f'{x}'", "f-strings are not supported"),
        ("b'a'", "bytes are not supported in sessions: write a string"),
        ("'\\ud800'", "digits of a character's code"),
        ("0x1F", "write up to 38 decimal digits"),
        ("1_000", "write up to 38 decimal digits"),
        ("999999999999999999999999999999999999999999", "write up to 38 decimal digits"),
        ("lambda: 1", "`lambda` cannot be used here"),
        ("def f(): pass", "`def` cannot be used here"),
        ("while x: x = []", "`while` cannot be used here in a session: write `for … in range(…):`"),
        ("assert x", "write what it asserts"),
        ("del x", "`del` cannot be used here"),
        ("for i in x: break", "`break` cannot be used here"),
        ("f(*x)", "write the arguments out"),
        ("'%d' % 3", "use `+` and `str`"),
        ("'abc", "a string is not closed: add `'`"),
        ("x = = 1", "expected an expression, found `=`"),
        ("(1, 2", "expected `)`, found the end of the line"),
        ("1 + 1 = 2", "to compare, write `==`"),
        ("x[0:1] = [2]", "write a name, an attribute or a subscript"),
        ("  x", "begin the line at its margin"),
        ("import os", "no module `os`: a session of this assignment can import `empty`"),
        ("from empty import nothing", "`empty` has no `nothing`"),
        ("open('file')", "`open` is not supported in sessions: there are `abs`, `all`"),
        ("frozenset(x)", "`frozenset` is not supported"),
        ("'a'.title()", "`str.title` is not supported in sessions: there are `count`"),
        ("x.sort()", "`list.sort` is not supported in sessions: there are `append`"),
        ("{}.items()", "`dict.items` is not supported"),
        ("{1}.add(2)", "`set.add` is not supported"),
        ("sorted(x, key=len)", "`sorted` with these 2 arguments"),
        ("x.pop(1, 2)", "`list.pop` with these 2 arguments"),
        ("int('1_0')", "write plain digits"),
        ("int('9' * 60)", "more than 128 bits"),
        ("int(1e60)", "more than 128 bits"),
        ("6 & 3", "`&` is not supported in sessions"),
        ("~6", "`~` is not supported in sessions"),
        ("7.5 // 2", "`//` of floats is not supported in sessions: use ints"),
        ("2 ** -1", "no negative exponent"),
        ("10 ** 20 / 3", "up to 2**53"),
        ("{1} < {2}", "`<` between sets"),
        ("list({1, 2})", "use `sorted(…)`"),
        ("print({1, 2})", "use `sorted(…)`"),
        ("1 is 1", "use `==`"),
        ("str(x.append)", "is different each time"),
        ("for i in range(1000000): [j for j in range(9)]", "takes too long"),
        ("9 ** 9 ** 9", "more than 128 bits"),
        ("2 ** 127", "more than 128 bits"),
        ("-2 ** 126 * 2 // -1", "more than 128 bits"),
        ("10 ** 38 + 10 ** 38", "more than 128 bits"),
        ("[0] * 10 ** 9", "are too many"),
        ("list(range(10 ** 12))", "are too many"),
        ("for i in x: y = 1 +", "expected an expression"),
        ("for i in x:\nprint(i)", "expected an indented line"),
        ("x.append(x), x", "one inside itself"),
    ] {
        let error = refused(line);
        assert!(error.message.contains(part), "{line}: {}", error.message);
        assert_eq!(error.line, 1);
    }
}

#[test]
fn deep_and_long_expressions_are_refused_and_do_not_overflow() {
    let lines = [
        format!("{}1{}", "(".repeat(5000), ")".repeat(5000)),
        format!("{}1{}", "[".repeat(5000), "]".repeat(5000)),
        format!("1{}", " + 1".repeat(5000)),
        format!("{}1", "-".repeat(5000)),
        format!("{}1", "not ".repeat(5001)),
        format!("x{}", "[0]".repeat(5000)),
        format!("1{}", " ** 1".repeat(5000)),
        format!("1{}", " if 1 else 1".repeat(5000)),
        format!("1{}", " or 1".repeat(5000)),
        format!("if 1: {}", "x = ".repeat(2000)),
    ];
    for line in lines {
        if let Ok(answers) = answers(&[&line]) {
            assert!(answers[0].value == Some(Value::Bool(false)) || answers[0].raised.is_some(), "{line}");
        }
    }
}

#[test]
fn a_session_about_an_unknown_module_is_refused() {
    let error = answer(MODULES, "other", &[], &[], &Deviations::default()).unwrap_err();
    assert!(error.message.starts_with("no module `other`"), "{}", error.message);
}

#[test]
fn a_literal_is_what_looks_nothing_up() {
    let int = |digits: &str| Value::Int(digits.to_owned());
    for (text, value) in [
        ("3", Some(int("3"))),
        (" -10 ", Some(int("-a"))),
        ("3.0", Some(Value::Float(3.0))),
        ("'a\\n'", Some(Value::Str("a\n".to_owned()))),
        ("(1,)", Some(Value::Tuple(vec![int("1")]))),
        ("[1,\n [True]]", Some(Value::List(vec![int("1"), Value::List(vec![Value::Bool(true)])]))),
        ("{'a': None}", Some(Value::Dict(vec![(Value::Str("a".to_owned()), Value::None)]))),
        ("hello", None),
        ("len('a')", None),
        ("1 + 1", None),
        ("Account('A')", None),
        ("1\n2", None),
        ("", None),
    ] {
        assert_eq!(crate::literal(text), value, "{text}");
    }
}
