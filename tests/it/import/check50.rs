//! Checks of check50, which are read by their syntax and never run.

use super::{checked, imported, refuses};
use crate::scratch::Scratch;

/// Checks in all the forms that are followed.
const CHECKS: &str = r##"
import check50
import check50.c
from re import escape, match

LIMIT = 3
WORDS = [("one", 1), ("two", 2)]

@check50.check()
def exists():
    """count.c exists"""
    check50.exists("count.c")
    check50.include("two.txt")

@check50.check(exists)
def compiles():
    """count.c compiles"""
    check50.c.compile("count.c", lcs50=True)

@check50.check(compiles)
def greets():
    """greets and counts"""
    check50.run("./count Ada").stdin("1").stdout("Hi,\s*Ada\n").stdout("1\n", regex=False).stdout(check50.EOF).exit(0)

@check50.check(compiles)
@check50.hidden("Does it say how many?")
def number():
    """finds the number"""
    check50.run("./count").stdin(f"{LIMIT - 1}").stdout(2).exit(0)

@check50.check(compiles)
def refuses():
    """refuses -1"""
    check50.run("./count").stdin("-1").reject()

@check50.check(compiles)
def whole():
    """prints exactly two lines"""
    out = check50.run("./count").stdin("2").stdout()
    compare(out, open("two.txt").read())

@check50.check(compiles)
def begins():
    """begins with Hi"""
    actual = check50.run("./count -q").stdout()
    if not match("[Hh]i", actual):
        help = "Hi?" if "x" in actual else None
        raise check50.Mismatch("Hi", actual, help=help)

@check50.check(compiles)
def words():
    """knows both words"""
    for word, number in WORDS:
        expected(word, number)

@check50.check(words)
def table():
    """reads a table"""
    check50.include("data")
    check50.run("./count data/table.csv").stdout(shown("3 rows.")).exit()

@check50.check(compiles)
def own_code():
    """does what only Python can tell"""
    out = check50.run("./count").stdout()
    if len(out.split()) > 3:
        raise check50.Failure("too long")

def expected(word, number):
    try:
        check50.run("./count " + word).stdin(str(number)).stdout(rf"^.*{escape(word)}\s*$").exit(0)
    except check50.Missing:
        raise check50.Failure("no")

def shown(text):
    return fr'^.*{escape(text)}\s*$'

def compare(output, correct):
    if output == correct:
        return
    raise check50.Mismatch(correct, output)
"##;

fn problem(checks: &str) -> Scratch {
    let configuration = "check50:\n  files:\n    - !exclude \"*\"\n    - !require count.c\n";
    Scratch::new("")
        .write("package/.cs50.yml", configuration)
        .write("package/__init__.py", checks)
        .write("package/two.txt", "1\n2\n")
        .write("package/data/table.csv", "a\n")
}

#[test]
fn what_checks_do_with_constants_is_followed() {
    let scratch = problem(CHECKS);
    let told = imported(&scratch, "check50");
    assert!(told.contains("the check `does what only Python can tell`: it takes the output apart"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "assignment: count\n",
        "submission:\n  files: [count.c]\n",
        "        args: [Ada]\n        stdin: [1]\n        expect: { stdout: { regex: 'Hi,\\s*Ada\\n(?s:.*)1\\n\\z' } }\n",
        "    hidden: true\n",
        "        hint: \"Does it say how many?\"\n",
        "{ regex: '(?:\\A|[^\\d\\-])2(?:\\z|[^\\d.]|\\.(?:\\z|\\D))' } }\n",
        "        stdin: [-1]\n        expect: { stdout: { pattern: \"{lines}{text}\" }, exit: waiting }\n",
        "        args: [\"-q\"]\n",
        "{ regex: '\\A[Hh]i' }, exit: any }\n",
        "  - name: knows both words\n    points: 1\n    pass: all\n",
        "        args: [one]\n        stdin: [1]\n",
        "    after: [knows both words]\n",
        "        args: [\"data/table.csv\"]\n",
        "{ regex: '\\A(?s:.*3 rows\\.\\s*(?:\\n?\\z))' }, exit: any }\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    assert!(!spec.contains("two.txt\":") && scratch.path("out/data/table.csv").exists(), "{spec}");
}

#[test]
fn simple_checks_grade_as_they_did() {
    let configuration = "check50:\n  checks:\n    greets Ada:\n      - run: python3 hi.py\n        stdin: Ada\n        \
                         stdout: Hi, Ada\n        exit: 0\n    fails without a name:\n      - run: python3 hi.py --strict\n        \
                         stdin: [\"\"]\n        exit: 1\n";
    let scratch = Scratch::new("").write("package/.cs50.yaml", configuration);
    imported(&scratch, "check50");
    let program = "import sys\nname = input('Name? ')\nif not name and '--strict' in sys.argv: sys.exit(1)\nprint('Hi,', name)\n";
    let scratch = scratch.write("hi.py", program).write("bad.py", "print('Hi')\n");
    assert!(checked(&scratch, "hi.py").stdout.contains("2 of 2 points"));
    assert!(checked(&scratch, "bad.py").stdout.contains("0 of 2 points"));
}

#[test]
fn checks_that_are_made_of_those_beside_them_have_files_of_their_own() {
    let less = "import check50\n@check50.check()\ndef exists():\n    check50.exists('p.py')\n\n@check50.check(exists)\ndef prints():\n    \
                \"\"\"prints a row\"\"\"\n    check50.run('python3 p.py').stdout(open('row.txt'), regex=False).exit(0)\n";
    let more = "less = __import__('check50').import_checks('../less')\nfrom less import *\n";
    let scratch = Scratch::new("")
        .write("less/__init__.py", less)
        .write("less/row.txt", "#\n")
        .write("package/__init__.py", more)
        .write("package/row.txt", "# #\n");
    imported(&scratch, "check50");
    assert!(scratch.read("out/spec.yaml").contains("expect: { stdout: { contains: \"# #\\n\" } }"));
    let outside = Scratch::new("").write("package/__init__.py", more.replace("../less", "../../etc"));
    refuses(&outside, "check50", "package", "which are not beside it");
}

#[test]
fn nothing_of_the_checks_is_run_and_what_is_endless_is_refused() {
    let check = |body: &str| format!("import check50\n@check50.check()\ndef a():\n    {body}\n");
    let long = format!("{}check50.run(\"python3 a.py\"){}", "(".repeat(3000), ")".repeat(3000));
    for (body, told) in [
        ("open('made', 'w').write('x')", "it writes files"),
        ("__import__('os').mkdir('made')", "it calls"),
        ("a()", "`a` calls itself"),
        ("for i in range(9999):\n        for j in range(9999): pass", "it does too much to be followed"),
        ("x = [1, 1]\n    for i in range(99): x = [x, x]", "it does too much to be followed"),
        ("x = 'ab'\n    for i in range(99): x = f'{x}{x}'", "it does too much to be followed"),
        (
            "x = 'a' * 9999\n    for i in range(99): x = x.replace('a', 'a' * 99)",
            "it calls `.replace` of a text",
        ),
        ("check50.run('python3 a.py').stdout('x' * 10 ** 12)", "it computes something"),
        ("check50.run('python3 a.py').stdout('(a)\\\\1')", "has a back-reference"),
        ("check50.run('python3 a.py').stdout('a(?=bc)d')", "has look-around"),
        ("check50.run('make').exit(0); check50.run('./a').exit(0)", "it lays out no Makefile"),
        ("check50.run('cat a | b').exit(0)", "its command needs a shell"),
        ("while True: pass", "it has code of its own: `while True: pass`"),
        (long.as_str(), "it has code of its own"),
        ("x = check50.run", "the checks only look for files"),
    ] {
        let scratch = Scratch::new("").write("package/__init__.py", check(body));
        let refused = scratch.run(&["import", "check50", "package", "--out", "out"]);
        assert_eq!(refused.code, 2, "{told}: {}", refused.stdout);
        assert!(!scratch.path("made").exists(), "{told}");
        assert!(refused.stderr.contains(told), "{told}: {}", refused.stderr);
    }
    refuses(&problem("def broken(:\n"), "check50", "package", "it has a syntax error");
    refuses(
        &Scratch::new("").write("package/readme.md", "x\n").write("package/b", "x"),
        "check50",
        "package",
        "these are no checks",
    );
}

/// Checks that compile what is handed in together with tests.
const TOGETHER: &str = r##"
import check50
import check50.c
import re

@check50.check()
def exists():
    """votes.c exists"""
    check50.exists("votes.c")
    check50.include("testing.c")

@check50.check(exists)
def compiles():
    """votes compiles"""
    check50.c.compile("votes.c", lcs50=True)
    votes = re.sub(r"int\s+main\(", "int other_main(", open("votes.c").read())
    testing = open("testing.c").read()
    with open("votes_test.c", "w") as f:
        f.write(votes)
        f.write("\n")
        f.write(testing)
    check50.c.compile("votes_test.c", lcs50=True)

@check50.check(compiles)
def asks():
    """asks for a number"""
    check50.run("./votes").stdin("many").stdin("-1").reject()

@check50.check(compiles)
def counts():
    """counts a vote"""
    check50.run("./votes_test 1").stdout("true").exit(0)

@check50.check(compiles)
def winners():
    """names both winners"""
    result = check50.run("./votes_test 2").stdout()
    if set(result.split("\n")) - {""} != {"Ada", "Bo"}:
        raise check50.Mismatch("Ada\nBo\n", result)
"##;

#[test]
fn sources_that_checks_put_together_are_built_by_make() {
    let testing = "int main(int argc, char **argv)\n{\n    if (argv[1][0] == '1') printf(\"%s\", vote(\"Ada\") ? \"true\" : \"false\");\n    \
                   else winners();\n}\n";
    let scratch = problem(TOGETHER).write("package/testing.c", testing);
    let told = imported(&scratch, "check50");
    assert!(told.contains("Here it is a header of yardstick's own"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("  supplied: [cs50.h]\nbuild: { flags: [\"-I.\"] }\n"), "{spec}");
    let build = "build: { make: votes_test, program: votes_test, files: [Makefile, testing.c, votes_test.part-2], flags: [] }";
    assert!(spec.contains(build), "{spec}");
    let votes = "#include <cs50.h>\n#include <stdio.h>\nbool vote(string name);\nvoid winners(void);\nint main(void)\n{\n    int n;\n    \
                 do\n    {\n        n = get_int(\"How %s? \", \"many\");\n    }\n    while (n < 0);\n}\nbool vote(string name)\n{\n    \
                 return name[0] == 'A';\n}\nvoid winners(void)\n{\n    printf(\"Bo\\nAda\\n\");\n}\n";
    let scratch = scratch
        .write("right/votes.c", votes)
        .write("wrong/votes.c", votes.replace("n < 0", "false").replace("'A'", "'B'").replace("Bo\\n", ""));
    let ended = checked(&scratch, "right");
    assert!(ended.stdout.contains("3 of 3 points"), "{spec}{}{}", ended.stdout, ended.stderr);
    let ended = checked(&scratch, "wrong");
    assert!(ended.stdout.contains("0 of 3 points"), "{spec}{}{}", ended.stdout, ended.stderr);
}

#[test]
fn the_header_for_beginners_reads_what_it_is_asked_for() {
    let checks = r#"
import check50
import check50.c

@check50.check()
def compiles():
    """compiles"""
    check50.c.compile("ask.c", lcs50=True)

@check50.check(compiles)
def asks():
    """asks until it is right"""
    (check50.run("./ask").stdin("Ada").stdin("x").stdin("99999999999").stdin("-7").stdin("1.5x").stdin("1.5").stdin("ab").stdin("c")
        .stdin("").stdin("12345678901").stdout("Ada -7 1.50 c 12345678901 12.2 end").exit(0))
"#;
    let scratch = problem(checks);
    imported(&scratch, "check50");
    let program = "#include <cs50.h>\nint main(void)\n{\n    string s = get_string(\"Name: \");\n    int i = get_int(\"%i: \", 1);\n    \
                   float f = get_float(NULL);\n    char c = get_char(\"?\");\n    long l = get_long(\"?\");\n    \
                   double d = get_double(\"?\");\n    printf(\"%s %i %.2f %c %li %.1f %s\\n\", s, i, f, c, l, d == 0 ? 0 : 12.2, \
                   get_string(\"?\") == NULL && get_int(\"?\") == INT_MAX ? \"end\" : \"more\");\n}\n";
    let scratch = scratch.write("work/ask.c", program);
    let ended = checked(&scratch, "work");
    assert!(ended.stdout.contains("1 of 1 point"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn what_make_builds_for_checks_is_built_by_make() {
    let checks = r#"
import check50
import os

def log(lines):
    if isinstance(lines, list):
        for line in lines:
            check50.log(line)

@check50.check()
def exists():
    """helpers.c exists"""
    check50.exists("helpers.c")
    check50.include("Makefile", "testing.c")
    if not os.path.exists("helpers.h"):
        check50.include("helpers.h")

@check50.check(exists)
def compiles():
    """compiles"""
    check50.run("make").exit(0)

@check50.check(compiles)
def rounds():
    """rounds"""
    log(["a pixel"])
    check50.run("./testing 0 1").stdout("".join(["28 28\n"]) * 2)

@check50.check(compiles)
def shouts():
    """says it in any case"""
    check50.run("./testing 1 1").stdout(r"(?i)^\s*DONE\s*$").exit(0)
"#;
    let scratch = problem(checks)
        .write("package/Makefile", "default: testing\n\ntesting: testing.c helpers.c\n\tgcc testing.c helpers.c -lm -o testing\n")
        .write("package/helpers.h", "int mean(int a, int b);\n")
        .write("package/testing.c", "#include <stdio.h>\n#include \"helpers.h\"\nint main(int c, char **v) { if (v[1][0] == '1') puts(\"done\"); \
                                      else for (int i = 0; i < 2; i++) printf(\"%d %d\\n\", mean(27, 28), mean(27, 28)); }\n");
    let told = imported(&scratch, "check50");
    assert!(told.contains("Here they always do."), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(
        spec.contains("build: { make: default, program: testing, files: [Makefile, testing.c, helpers.h] }"),
        "{spec}"
    );
    let scratch = scratch
        .write(
            "right/helpers.c",
            "#include \"helpers.h\"\nint mean(int a, int b) { return (a + b + 1) / 2; }\n",
        )
        .write("wrong/helpers.c", "#include \"helpers.h\"\nint mean(int a, int b) { return (a + b) / 2; }\n");
    let ended = checked(&scratch, "right");
    assert!(ended.stdout.contains("2 of 2 points"), "{spec}{}{}", ended.stdout, ended.stderr);
    let ended = checked(&scratch, "wrong");
    assert!(ended.stdout.contains("1 of 2 points"), "{spec}{}{}", ended.stdout, ended.stderr);
}

/// Checks that look for errors of memory, and that set a variable of the environment.
const WATCHED: &str = r#"
import check50
import check50.c

@check50.check()
def exists():
    """greet.c exists"""
    check50.exists("greet.c")

@check50.check(exists)
def compiles():
    """greet.c compiles"""
    check50.c.compile("greet.c", lcs50=True)

@check50.check(compiles)
def greets():
    """greets"""
    check50.run("./greet", env={"GREETING": "Salve"}).stdin("Ada").stdout("Salve, Ada").exit(0)

@check50.check(compiles)
def clean():
    """is free of memory errors"""
    check50.c.valgrind("./greet").stdin("Bo").stdout("Hi, Bo").exit(0)
"#;

const GREET: &str = "#include <cs50.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void)\n{\n    \
                     string name = get_string(\"\");\n    char *copy = malloc(strlen(name) + 1);\n    strcpy(copy, name);\n    \
                     char *word = getenv(\"GREETING\");\n    printf(\"%s, %s\\n\", word ? word : \"Hi\", copy);\n    free(copy);\n}\n";

#[test]
fn what_valgrind_looks_for_is_found_by_sanitizers_and_the_environment_is_set() {
    let scratch = Scratch::new("").write("package/__init__.py", WATCHED);
    let told = imported(&scratch, "check50");
    assert!(told.contains("Here sanitizers do") && !told.contains("not carried over"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("    runtime: sanitized\n") && spec.contains("env: { GREETING: Salve }"), "{spec}");
    let scratch = scratch.write("work/greet.c", GREET);
    let ended = checked(&scratch, "work/greet.c");
    assert!(ended.stdout.contains("2 of 2 points"), "{spec}{}{}", ended.stdout, ended.stderr);
    for wrong in [GREET.replace("    free(copy);\n", ""), GREET.replace("strlen(name) + 1", "strlen(name)")] {
        let scratch = scratch_with(&wrong);
        imported(&scratch, "check50");
        let ended = checked(&scratch, "work/greet.c");
        assert!(ended.stdout.contains("1 of 2 points"), "{}{}", ended.stdout, ended.stderr);
    }
}

fn scratch_with(program: &str) -> Scratch {
    Scratch::new("").write("package/__init__.py", WATCHED).write("work/greet.c", program)
}
