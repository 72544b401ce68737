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
    let text = |text: &str| Value::Str(text.to_owned());
    assert_eq!(
        value("[1, True, 1.0]"),
        Value::List(vec![Value::int(1), Value::Bool(true), Value::Float(1.0)])
    );
    assert_eq!(value("(-255, 0)"), Value::Tuple(vec![Value::Int("-ff".to_owned()), Value::int(0)]));
    assert_eq!(
        value("{2: 'b', 1: None}"),
        Value::Dict(vec![(Value::int(2), text("b")), (Value::int(1), Value::None)])
    );
    for (line, class) in [
        ("len", "builtin_function_or_method"),
        ("int", "type"),
        ("range(3)", "range"),
        ("enumerate('ab')", "enumerate"),
        ("[].append", "builtin_function_or_method"),
    ] {
        assert_eq!(value(line), Value::object(class), "{line}");
    }
}

#[test]
fn a_statement_has_no_value_and_none_is_one() {
    let answers = answers(&["x = 1", "None", "x; x", "print(x)"]).unwrap();
    let values: Vec<_> = answers.iter().map(|answer| answer.value.clone()).collect();
    let shown = Value::List(vec![Value::int(1), Value::int(1)]);
    assert_eq!(values, [None, Some(Value::None), Some(shown), Some(Value::None)]);
    assert_eq!((answers[2].screen.as_deref(), &*answers[2].printed), (Some("1\n1\n"), ""));
    assert_eq!(answers[3].printed, "1\n");
}

#[test]
fn what_was_printed_before_an_exception_is_kept() {
    let answer = answers(&["print('a'); print([][0])"]).unwrap().remove(0);
    assert_eq!(answer.printed, "a\n");
    assert_eq!(answer.raised.unwrap().message, "list index out of range");
}

#[test]
fn what_a_session_cannot_answer_is_told_with_its_line() {
    for (line, part) in [
        ("f'{x}'", "`f'{x}'` is not supported in sessions: write a plain string, or use `+` and `str`"),
        ("b'a'", "write a plain string"),
        ("r'a'", "write a plain string"),
        ("'\\ud800'", "write the character itself"),
        ("'\\d'", "and `\\\\` for a backslash"),
        ("0x1F", "write up to 38 decimal digits"),
        ("010", "write up to 38 decimal digits"),
        ("999999999999999999999999999999999999999999", "write up to 38 decimal digits"),
        ("lambda: 1", "`lambda: 1` is not supported in sessions: write the lines themselves"),
        ("def f(): pass", "write the lines themselves"),
        ("while x: x = []", "`while x: x = []` is not supported in sessions: write `for … in range(…):`"),
        ("assert x", "write what it asserts"),
        ("for i in x: break", "write an `if` around"),
        ("x[0] += 1", "`x[0] += 1` is not supported in sessions: write it out: `x = x + 1`"),
        ("x = y = 1", "assign to one name"),
        ("{i for i in x}", "write a list: `[… for … in …]`"),
        ("any(i for i in x)", "write a list: `[… for … in …]`"),
        ("len(*x)", "write the arguments out"),
        ("len(a=1, x)", "follows one with a name: move it"),
        ("'%d' % 3", "use `+` and `str`"),
        ("2 ** 3", "`2 ** 3` is not supported in sessions: write what it comes to"),
        ("~6", "write what it comes to"),
        ("x[::-1]", "use `reversed`"),
        ("x[1, 2]", "put brackets around a tuple"),
        ("x[0:1] = [2]", "a slice cannot be assigned to"),
        ("{1}", "sets are not supported in sessions: use a list"),
        ("'abc", "this is not Python from `'abc` on"),
        ("x = = 1", "this is not Python"),
        ("(1, 2", "this is not Python"),
        ("1 + 1 = 2", "this is not Python"),
        ("for i in x:\nprint(i)", "add an indented line"),
        ("1 +\n2", "put brackets around it"),
        ("for i in x:\n    i\n  i", "begin in different columns"),
        ("if x:\n    x\n  else: x", "in another column than its `if`"),
        ("if x:\n\tx", "the character `\\u{9}`"),
        ("1 + \\\n2", "a backslash at the end of a line"),
        ("'a\nb'", "this is not Python"),
        ("'''a\nb'''", "write a plain string"),
        ("0or x", "write up to 38 decimal digits"),
        ("async for i in x: i", "is not supported in sessions"),
        ("  x", "begin the line at its margin"),
        ("import os", "no module `os`: a session of this assignment can import `empty`"),
        ("from empty import nothing", "`empty` has no `nothing`"),
        ("open('file')", "`open` is not supported in sessions: there are `all`, `any`"),
        ("x.sort()", "`list.sort` is not supported in sessions: there are `append`"),
        ("(1,).count(1)", "`tuple.count` is not supported in sessions: use operators"),
        ("x.__class__", "use what it is for"),
        ("sorted(x, key=len)", "`sorted` with these 2 arguments"),
        ("'a'.strip('a')", "`str.strip` with these 1 arguments"),
        ("isinstance(1, (int, str))", "call it for each type"),
        ("int('1_0')", "takes up to 38 plain digits in sessions, not `1_0`"),
        ("int(x)", "not a `list`"),
        ("[1] < [2]", "compare their items"),
        ("7.5 // 2", "`//` of floats is not supported in sessions: use ints"),
        ("100000000000000000000 / 3", "beyond 2**53"),
        ("9999999999999999999 * 9999999999999999999 * 9", "more than 128 bits"),
        ("1 is 1", "use `==`"),
        ("str(x.append)", "is not shown in sessions"),
        ("for i in range(1000000): [j for j in range(9)]", "takes too long"),
        ("[0] * 1000000000", "are too many"),
        ("range(1000000000000)", "are too many"),
        ("x.append(x), x", "one inside itself"),
    ] {
        let error = answers(&["x = [1]", line]).expect_err(line);
        assert!(error.message.contains(part), "{line}: {}", error.message);
        assert_eq!(error.line, 1);
    }
}

#[test]
fn a_call_that_does_not_fit_the_parameters_is_refused() {
    let reference = crate::find("umass-connect4").unwrap();
    for call in ["(4)", "(4, 4, 4)", "(4, 4, nrows=4)", "(4, cols=4)", "(4, ncols=4, ncols=4)"] {
        let lines = [format!("make_empty_board{call}")];
        let error = reference.session("connect4", &lines, &[], &Deviations::default()).expect_err(call);
        assert!(
            error.message.starts_with("`make_empty_board` takes `nrows`, `ncols`: "),
            "{}",
            error.message
        );
    }
}

#[test]
fn deep_and_long_lines_are_refused_and_do_not_overflow() {
    let indented = |depth: usize| format!("{}if 1:\n", " ".repeat(depth));
    for line in [
        format!("{}1{}", "(".repeat(5000), ")".repeat(5000)),
        format!("1{}", " + 1".repeat(5000)),
        format!("{}1", "-".repeat(5000)),
        format!("{}1", "not ".repeat(5000)),
        format!("x{}", "[0]".repeat(5000)),
        format!("1{}", " if 1 else 1".repeat(5000)),
        format!("if 1: 1\n{}", "elif 1: 1\n".repeat(150)),
        (0..2000).map(indented).collect(),
    ] {
        let message = answers(&[&line]).expect_err(&line).message;
        assert!(message.contains("split it into several lines"), "{message}");
    }
}

#[test]
fn a_session_about_an_unknown_module_is_refused() {
    let error = answer(MODULES, "other", &[], &[], &Deviations::default()).unwrap_err();
    assert!(error.message.starts_with("no module `other`"), "{}", error.message);
}

#[test]
fn a_literal_is_what_looks_nothing_up() {
    for (text, value) in [
        (" -10 ", Some(Value::int(-10))),
        ("3.0", Some(Value::Float(3.0))),
        ("'a\\n'", Some(Value::Str("a\n".to_owned()))),
        ("(1,)", Some(Value::Tuple(vec![Value::int(1)]))),
        ("[1,\n [True]]", Some(Value::List(vec![Value::int(1), Value::List(vec![Value::Bool(true)])]))),
        ("{1}", Some(Value::Set(vec![Value::int(1)]))),
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
