//! Sessions that are typed in JavaScript.

use super::class::{self, Marked};
use crate::night;
use crate::scratch::Scratch;

const SPEC: &str = r#"
assignment: counter
submission: { files: [counter.js] }
reference: { files: [solution.js] }
limits: { cpu: 2s, wall: 5s }
groups:
  - name: functions
    points: 5
    scenarios:
      - name: object
        session: |
          >>> const c = new Counter("a")
          >>> c.up();
          up
          1
          >>> c
      - name: values
        session: |
          >>> odd(1)
          >>> add([1, 2], ["é"])
          [1, 2, 'é']
      - name: thrown
        session: |
          >>> add(1)
          raises TypeError
      - name: later
        session: |
          >>> const x = await later(4)
          >>> x
          8
          >>> await later(-1)
          RangeError: negative
      - name: input
        stdin: ["7", "é"]
        session: |
          >>> for (const line of read()) {
          ...   console.log(line);
          ... }
          7
          é
"#;

const SOLUTION: &str = r#"
class Counter {
  constructor(name) { this.name = name; this.count = 0; }
  up() { this.count += 1; console.log("up"); return this.count; }
}
function add(a, b) {
  if (!Array.isArray(a)) throw new TypeError("no array");
  return a.concat(b);
}
function odd(n) {
  const all = { nan: NaN, big: 12n, text: "it's \ud800", nothing: null, missing: undefined, zero: -0 };
  all.self = all;
  return [all, new Map([[n, [2]]]), new Set("ab"), , /x/g, new Date(0), new Uint8Array([1]), Symbol("s")];
}
const later = (n) => new Promise((ok, no) => setTimeout(() => n < 0 ? no(new RangeError("negative")) : ok(2 * n), 1));
function read() { return require("fs").readFileSync(0, "utf8").trim().split("\n"); }
"#;

const EXPORTS: &str = "module.exports = { Counter, add, odd, later, read };\n";

const A: &str = "accepted";
const W: &str = "wrong answer";
const R: &str = "runtime error";
const N: &str = "no result";

/// The solution as a module.
fn module() -> String {
    let functions = SOLUTION.replace("require(\"fs\").", "");
    format!("import {{ readFileSync }} from 'fs';\n{functions}export {{ Counter, add, odd, later, read }};\n")
}

/// Grades what was handed in as this file; returns for each the verdicts and the page.
fn graded_with(spec: &str, file: &str, submissions: &[String]) -> Vec<Marked> {
    let scratch = Scratch::new(spec)
        .write("solution.js", format!("{SOLUTION}{EXPORTS}"))
        .write("solution.mjs", module());
    class::graded(scratch, file, submissions)
}

/// Holds each of these to its verdicts and to what its page says.
fn hold(cases: &[(String, [&str; 5], &str)]) {
    let submissions: Vec<String> = cases.iter().map(|(submission, ..)| submission.clone()).collect();
    class::hold(cases, &graded_with(SPEC, "counter.js", &submissions));
}

/// The solution with some text replaced.
fn with(from: &str, to: &str) -> String {
    assert!(SOLUTION.contains(from), "{from}");
    format!("{}{EXPORTS}", SOLUTION.replace(from, to))
}

#[test]
fn a_right_file_is_accepted_however_it_shows_its_names() {
    let exports = "exports.Counter = Counter; exports.add = add; exports.odd = odd;\n\
                   exports.later = later; exports.read = read;\n";
    let submissions = [
        format!("{SOLUTION}{EXPORTS}"),
        format!("{SOLUTION}{exports}"),
        SOLUTION.to_owned(),
        format!("#!/usr/bin/env node\n{SOLUTION}"),
        format!("{SOLUTION}{EXPORTS}console.log('hello');\nsetInterval(() => {{}}, 5);\n"),
        format!("{SOLUTION}{EXPORTS}if (require.main === module) {{ process.exit(3); }}\n"),
    ];
    hold(&submissions.map(|submission| (submission, [A; 5], "")));
}

#[test]
fn names_that_a_module_exports_are_those_of_the_session() {
    let spec = SPEC.replace("counter.js", "counter.mjs").replace("solution.js", "solution.mjs");
    let spec = spec.replace("    points: 5\n", "    points: 5\n    module: counter\n");
    let module = module();
    let unnamed = module.replace("export { Counter, ", "export { ");
    let default = module.replace("export { Counter, ", "export default Counter;\nexport { ");
    let missing = "`counter.mjs` has no `Counter`, or does not export it";
    let cases = [(module, [A; 5], ""), (unnamed, [R, A, A, A, A], missing), (default, [A; 5], "")];
    let submissions: Vec<String> = cases.iter().map(|(submission, ..)| submission.clone()).collect();
    class::hold(&cases, &graded_with(&spec, "counter.mjs", &submissions));
}

#[test]
fn values_and_exceptions_are_compared_by_type() {
    let cases = [
        ("this.count;", "`${this.count}`;", [W, A, A, A, A], "expected a number, `1`, got a string, `'1'`"),
        ("return this.count;", "console.log(this.count);", [W, A, A, A, A], "what it prints differs"),
        ("this.name = name", "this.title = name", [W, A, A, A, A], "the attribute `name` is missing"),
        ("nothing: null", "nothing: undefined", [A, W, A, A, A], "expected `null`, got `undefined`"),
        ("nan: NaN", "nan: null", [A, W, A, A, A], "expected a number, `NaN`, got `null`"),
        ("12n", "12", [A, W, A, A, A], "expected a bigint, `12n`, got a number, `12`"),
        ("all.self = all", "all.self = { ...all }", [A, W, A, A, A], "the object 1 up"),
        ("new Map([[n, [2]]])", "{ [n]: [2] }", [A, W, A, A, A], "expected a Map"),
        ("new Set(\"ab\")", "new Set(\"abc\")", [A, W, A, A, A], "`'c'` should not be there"),
        (", , /x/g", ", undefined, /x/g", [A, W, A, A, A], "<empty item>"),
        ("new Date(0)", "new Date(1)", [A, W, A, A, A], "1970-01-01T00:00:00.001Z"),
        (
            "throw new TypeError",
            "throw new Error",
            [A, A, W, A, A],
            "it must throw `TypeError`, and threw `Error: no array`",
        ),
        ("throw new TypeError(\"no array\")", "throw 'no'", [A, A, W, A, A], "and threw `string: no`"),
        (
            "throw new TypeError(\"no array\")",
            "return []",
            [A, A, W, A, A],
            "it must throw `TypeError`, and does not",
        ),
        ("ok(2 * n)", "ok(n)", [A, A, A, W, A], "expected `8`, got `4`"),
        (
            "setTimeout(() => n < 0",
            "setTimeout(() => n > 3",
            [A, A, A, R, A],
            "it threw `RangeError: negative` (line 15 of `counter.js`)",
        ),
        ("=> new Promise(", "=> new Promise(() => {}, ", [A, A, A, R, A], "the promise is never settled"),
        (
            "a.concat(b)",
            "a.nope(b)",
            [A, R, A, A, A],
            "it threw `TypeError: a.nope is not a function` (line 8 of `counter.js`)",
        ),
        (
            "class Counter",
            "class Count",
            [R, R, R, R, R],
            "`counter` cannot be imported: `ReferenceError: Counter is not defined`",
        ),
        (" up()", " Up()", [R, A, A, A, A], "there is no `c.up` that can be called"),
    ];
    let cases = night::spread(Vec::from(cases), 3);
    let cases = cases.into_iter().map(|(from, to, expected, says)| (with(from, to), expected, says));
    hold(&cases.collect::<Vec<_>>());
}

#[test]
fn private_fields_count_by_their_getters() {
    let hidden = with("this.name = name; this.count = 0; }", "this.#name = name; }\n  #name; #count = 0;\n  get name() { console.log('asked'); return this.#name; }\n  get count() { return this.#count; }")
        .replace("this.count", "this.#count");
    hold(&[(hidden, [A; 5], "")]);
}

#[test]
fn without_a_reference_the_text_under_the_prompt_is_expected() {
    let spec = SPEC.replace("reference: { files: [solution.js] }\n", "");
    let spec = spec.replace(">>> c\n", ">>> c.name\n          'a'\n").replace(
        ">>> odd(1)\n",
        ">>> odd(1)[0].text\n          \"it's \\ud800\"\n          >>> odd(1)[1]\n          new Map([[1, [2]]])\n          \
         >>> odd(1)[2]\n          new Set([\"b\", `a`])\n          >>> [odd(1)[0].zero, , 0x10, null]\n          [0, , 16, null]\n",
    );
    let cases = [
        (format!("{SOLUTION}{EXPORTS}"), [A; 5], ""),
        (with("[[n, [2]]]", "[[n, [3]]]"), [A, W, A, A, A], "at [1][0], expected `2`, got `3`"),
        (
            with("TypeError(", "Error("),
            [A, A, W, A, A],
            "it must throw `TypeError`, and threw `Error: no array`",
        ),
    ];
    let submissions: Vec<String> = cases.iter().map(|(submission, ..)| submission.clone()).collect();
    class::hold(&cases, &graded_with(&spec, "counter.js", &submissions));
}

#[test]
fn a_session_that_breaks_its_interpreter_costs_only_itself() {
    let instead = |code: &str| with("return a.concat(b)", code);
    hold(&[
        (instead("for (;;);"), [A, "time limit", A, A, A], ""),
        (
            instead("process.exit(0)"),
            [A, N, A, A, A],
            "ended the program with exit code 0, and gave no answer",
        ),
        (instead("process.kill(process.pid, 9)"), [A, R, A, A, A], ""),
        (instead("return add(a, b)"), [A, R, A, A, A], "RangeError: Maximum call stack size exceeded"),
        ("process.exit(0)".to_owned(), [N; 5], ""),
        ("throw new Error('no')".to_owned(), [R; 5], ""),
    ]);
}

#[test]
fn nothing_forged_is_an_answer() {
    let forges = "require('fs').writeSync(3, '{\"value\":[\"list\",[]],\"printed\":\"\"}\\n'); return 0";
    let cases = [
        (with("return a.concat(b)", forges), [A, N, A, A, A]),
        (with("return a.concat(b)", &forges.replace("return 0", "process.reallyExit(0)")), [A, W, A, A, A]),
        (
            with("return a.concat(b)", "require('fs').writeSync(3, '{}\\n'); process.reallyExit(0)"),
            [A, W, A, A, A],
        ),
        (with("return a.concat(b)", "require('fs').closeSync(3)"), [A, N, A, A, A]),
        (with("this.count = 0;", "this.count = 1; this.log = 'x'.repeat(5 << 20);"), [W, A, A, A, A]),
        (with("return a.concat(b)", "return new Proxy(a.concat(b), {})"), [A, W, A, A, A]),
        (
            with("return a.concat(b)", "return { length: 3, 0: 1, 1: 2, 2: 'é', toJSON() { return 1; } }"),
            [A, W, A, A, A],
        ),
        (
            with(
                "return a.concat(b)",
                "let deep = []; for (let n = 0; n < 1e5; n++) deep = [deep]; return deep",
            ),
            [A, W, A, A, A],
        ),
        (with("return a.concat(b)", "return new Array(1e9)"), [A, W, A, A, A]),
        (with("return a.concat(b)", "return 'x'.repeat(1 << 28)"), [A, W, A, A, A]),
        (
            with(
                "return this.count;",
                "return Object.assign(Object.create({ constructor: Number }), { valueOf: () => 1 });",
            ),
            [W, A, A, A, A],
        ),
    ];
    let cases = night::spread(Vec::from(cases), 2);
    hold(&cases.into_iter().map(|(submission, expected)| (submission, expected, "")).collect::<Vec<_>>());
}

#[test]
fn an_answer_without_a_value_is_none_to_an_expression() {
    let forges = "const { writeSync } = require('fs');\nwriteSync(3, '{\"imported\":true,\"mark\":\"m\"}\\n' + '{}\\n'.repeat(3));\n\
                  process.reallyExit(0);\n";
    let (verdicts, page) = &graded_with(SPEC, "counter.js", &[forges.to_owned()])[0];
    // Where a line is a statement, nothing is what it gives; what it prints is missing all the same.
    assert!(verdicts.iter().all(|verdict| verdict != A), "{verdicts:?}\n{page}");
    assert!(page.contains("it gave something that is no answer"), "{page}");
}

#[test]
fn a_library_that_the_submission_has_changed_is_not_used_to_read_its_values() {
    let wrong = with("return this.count;", "return 2;");
    let changes = [
        "JSON.stringify = () => '[]';",
        "Object.prototype.toJSON = () => 1; Array.prototype.toJSON = () => 1;",
        "Object.is = () => true; Object.keys = () => [];",
        "Number.prototype.toString = () => '3ff00000'; String.prototype.padStart = () => '3ff00000';",
        "Reflect.ownKeys = Reflect.apply = Reflect.getOwnPropertyDescriptor = () => undefined;",
        "RegExp.prototype.exec = () => null; RegExp.prototype.test = () => true;",
        "for (const name of ['0', 'value', 'get']) Object.defineProperty(Object.prototype, name, { set() {}, get() { return 1; } });",
        "process.stdout.write = () => true; require('fs').writeSync = () => 0;",
        "Array.prototype[Symbol.iterator] = function* () { yield 1; };",
    ];
    let submissions = changes.map(|change| format!("{wrong}{change}\n"));
    let (spec, _) = SPEC.split_once("      - name: values\n").unwrap();
    let graded = graded_with(spec, "counter.js", &submissions);
    for (change, (verdicts, page)) in changes.iter().zip(graded) {
        assert_ne!(verdicts[0], A, "{change}\n{page}");
    }
}

#[test]
fn no_session_finds_the_lines_of_another() {
    let spec = SPEC.replace("- name: thrown\n", "- name: thrown\n        hidden: true\n");
    let looks = "return require('fs').readdirSync('.').map((file) => require('fs').readFileSync(file, 'latin1')).join() + process.argv.join() + process.execArgv.join()";
    let (_, page) = &graded_with(&spec, "counter.js", &[with("return a.concat(b)", looks)])[0];
    assert!(!page.contains("add(1)") && !page.contains(".yardstick"), "{page}");
}

#[test]
fn a_spec_that_gets_a_session_wrong_is_refused_with_its_line() {
    let complaint = |from: &str, to: &str| {
        assert!(SPEC.contains(from), "{from}");
        let scratch = Scratch::new(&SPEC.replace(from, to))
            .write("solution.js", format!("{SOLUTION}{EXPORTS}"))
            .write("solution.py", "")
            .write("counter.js", SOLUTION);
        let ended = scratch.run(&["check", "spec.yaml", "counter.js"]);
        assert_eq!(ended.code, 2, "{}", ended.stdout);
        ended.stderr
    };
    insta::assert_snapshot!(complaint("add([1, 2], [\"é\"])", "add([1, 2]"), @"
    error: this line is no JavaScript
      --> spec.yaml:20:11
       |
    20 |           >>> add([1, 2]
       |           ^^^^^^^^^^^^^^ missing ) after argument list
       |
       = help: write one expression or statement after each prompt
    ");
    insta::assert_snapshot!(complaint("[1, 2, 'é']", "[1, 3, 'é']"), @r#"
    error: the spec and the reference disagree on this line
      --> spec.yaml:20:11
       |
    20 |           >>> add([1, 2], ["é"])
       |           ^^^^^^^^^^^^^^^^^^^^^^ the spec says `[1, 3, 'é']`
       |
       = help: the reference says `[1, 2, 'é']`: write that, or leave the text out
    "#);
    insta::assert_snapshot!(complaint("odd(1)", "\"x\".repeat(1e7)"), @r#"
    error: the value of this line is too large to compare
      --> spec.yaml:19:11
       |
    19 |           >>> "x".repeat(1e7)
       |           ^^^^^^^^^^^^^^^^^^^ so every large value would do
       |
       = help: ask for parts of it, such as its length or some of its items
    "#);
    insta::assert_snapshot!(complaint("files: [solution.js]", "files: [solution.py]"), @"
    error: a session is typed in JavaScript, and the reference `solution.py` is Python
      --> spec.yaml:10:15
       |
    10 |       - name: object
       |               ^^^^^^ in this scenario
       |
       = help: name a solution in JavaScript as the reference, or write what is expected
    ");
    insta::assert_snapshot!(complaint("{ files: [counter.js] }", "{ files: [counter.js], instead: [counter.py] }"), @"
    error: a session is typed in JavaScript, and `counter.py` may be handed in instead of `counter.js`
      --> spec.yaml:10:15
       |
    10 |       - name: object
       |               ^^^^^^ in this scenario
       |
       = help: whoever does so would lose this scenario: remove the scenario, or `instead`
    ");
    insta::assert_snapshot!(complaint(">>> odd(1)", "odd(1)"), @"
    error: a session begins with a prompt
      --> spec.yaml:19:11
       |
    19 |           odd(1)
       |           ^^^^^^ no `>>> ` before it
       |
       = help: write `>>> ` before each line of JavaScript
    ");
    let unknown = complaint("- name: object\n", "- name: object\n        module: count\n");
    assert!(unknown.contains("did you mean `counter`?"), "{unknown}");
}

#[test]
fn a_line_that_is_no_javascript_costs_nobody_a_point() {
    let spec = "assignment: counter\nsubmission: { files: [counter.js] }\nscenarios:\n  - name: one\n    points: 1\n    \
                session: |\n      >>> add(1\n      2\n";
    let scratch = Scratch::new(spec).write("class/Ada/counter.js", "exports.add = 1;\n");
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(ended.stdout.contains("1 not graded: that is no fault of theirs"), "{}", ended.stdout);
    let page = scratch.read("yardstick-results/feedback/Ada.txt");
    assert!(page.contains("a line of the spec is no JavaScript: `add(1`"), "{page}");
}

#[test]
fn a_session_is_graded_again_from_its_traces() {
    let scratch = Scratch::new(SPEC)
        .write("solution.js", format!("{SOLUTION}{EXPORTS}"))
        .write("class/Ada/counter.js", with("12n", "13n"));
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    assert!(scratch.read("yardstick-results/feedback/Ada.txt").contains("4 of 5 points"));
    let near =
        SPEC.replace("    points: 5\n", "    points: 5\n    compare: { values: [{ numbers: 0.5 }] }\n");
    let scratch = scratch.write("near.yaml", near);
    let regraded = scratch.run(&["regrade", "near.yaml"]);
    assert_eq!(regraded.code, 0, "{}{}", regraded.stdout, regraded.stderr);
    assert!(scratch.read("yardstick-results/feedback/Ada.txt").contains("5 of 5 points"));
}
