//! Programs in many languages, and languages that a spec describes itself.

use super::optional;
use super::scratch::{Scratch, ended, named};

/// A spec with a language of its own. The shell is on every machine.
const SHELL: &str = r#"
assignment: greet
language:
  name: shell
  title: the shell
  extensions: [sh]
  check: [sh, -n, "{entry}"]
  run: [sh, "{entry}"]
submission: { files: [greet.sh] }
reference: { files: [solution.sh] }
scenarios:
  - { name: a name, points: 1, stdin: [Ada] }
  - { name: another, points: 1, stdin: [Bo] }
"#;

const GREET: &str = "read name\necho \"Hello, $name!\"\n";

#[test]
fn a_spec_describes_a_language_of_its_own() {
    let scratch = Scratch::new(SHELL)
        .write("solution.sh", GREET)
        .write("class/right/greet.sh", GREET)
        .write("class/wrong/greet.sh", GREET.replace(',', ""))
        .write("class/broken/greet.sh", "if true\n")
        .write("class/fails/greet.sh", "read name\nno-such-command\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    let verdict = |name: &str| named(&results, name)["scenarios"][0]["verdict"].clone();
    assert_eq!(verdict("right"), "accepted");
    assert_eq!(verdict("wrong"), "wrong answer");
    assert_eq!(verdict("broken"), "invalid submission");
    assert_eq!(verdict("fails"), "runtime error");
    let page = scratch.run(&["check", "spec.yaml", "class/broken"]).stdout;
    assert!(page.contains("invalid submission: the shell does not accept it: "), "{page}");
}

#[test]
fn a_program_of_a_language_of_ones_own_is_built_once() {
    let spec = SHELL
        .replace("check: [sh, -n, \"{entry}\"]", "build: [cp, \"{entry}\", yardstick-program]")
        .replace("run: [sh, \"{entry}\"]", "run: [./yardstick-program]");
    let greet = format!("#!/bin/sh\n{GREET}");
    let scratch = Scratch::new(&spec).write("solution.sh", &greet).write("class/Ada/greet.sh", &greet);
    let page = scratch.run(&["check", "spec.yaml", "class/Ada"]);
    assert!(page.stdout.contains("2 of 2 points"), "{}{}", page.stdout, page.stderr);
}

#[test]
fn what_was_done_by_another_command_is_done_again() {
    let scratch = Scratch::new(SHELL).write("solution.sh", GREET).write("class/Ada/greet.sh", GREET);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    assert_eq!(named(&scratch.results(), "Ada")["points"], "2");
    let other = SHELL.replace("run: [sh, \"{entry}\"]", "run: [sh, -c, \"echo other\", \"{entry}\"]");
    let scratch = scratch.write(
        "spec.yaml",
        other
            .replace("reference: { files: [solution.sh] }", "")
            .replace("stdin: [Ada]", "stdin: [Ada], expect: { stdout: \"other\\n\" }")
            .replace("stdin: [Bo]", "stdin: [Bo], expect: { stdout: \"Hello, Bo!\\n\" }"),
    );
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    assert_eq!(named(&scratch.results(), "Ada")["points"], "1");
}

#[test]
fn a_tool_that_is_missing_is_nobodys_fault_and_is_named_with_its_package() {
    let spec = SHELL.replace("[sh, \"{entry}\"]", "[moonlight, \"{entry}\"]\n  ubuntu: [moonlight-bin]");
    let spec = spec
        .replace("reference: { files: [solution.sh] }", "")
        .replace("stdin:", "expect: { stdout: x }, stdin:");
    let scratch = Scratch::new(&spec).write("class/Ada/greet.sh", GREET);
    let page = scratch.run(&["check", "spec.yaml", "class/Ada"]);
    let said = "`moonlight` is needed to run the shell and is not on the search path: install it (`apt-get install \
                moonlight-bin` on Debian and Ubuntu), or add its folder to PATH";
    assert!(page.stdout.contains(said), "{}{}", page.stdout, page.stderr);
    assert_eq!(page.code, 3);
}

/// What is said of a spec with this language.
fn refused(language: &str) -> String {
    let spec = format!(
        "assignment: greet\nlanguage: {language}\nsubmission: {{ files: [greet.moon] }}\nscenarios:\n  - {{ name: s, points: \
         1, expect: {{ stdout: x }} }}\n"
    );
    let ended = Scratch::new(&spec).write("class/Ada/greet.moon", "").run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 2, "{}{}", ended.stdout, ended.stderr);
    ended.stderr
}

#[test]
fn a_language_that_is_described_wrongly_is_refused_at_the_word() {
    let moon = |rest: &str| refused(&format!("{{ name: moon, extensions: [moon], {rest} }}"));
    for (said, words) in [
        (refused("moon"), ["no language `moon`", "or describe it: `language: {name: moon, "]),
        (refused("{ name: moon, extensions: [moon] }"), ["missing", "run"]),
        (
            refused("{ name: python, extensions: [moon], run: [moon, \"{entry}\"] }"),
            ["there is a language `python` already", "`my-python`"],
        ),
        (
            refused("{ name: Moon Shot, extensions: [moon], run: [moon, \"{entry}\"] }"),
            ["`Moon Shot` is no key of a language", "small letters"],
        ),
        (
            refused("{ name: moon, extensions: [.moon], run: [moon, \"{entry}\"] }"),
            ["`.moon` is no ending", "`extensions: [moon]`"],
        ),
        (
            refused("{ name: moon, extensions: [], run: [moon, \"{entry}\"] }"),
            ["the language has no files", "without the dot"],
        ),
        (moon("run: []"), ["the command `run` has no words", "name a tool"]),
        (moon("run: [\"moon {entry}\"]"), ["is no tool", "each word of a command apart"]),
        (moon("run: [tools/moon, \"{entry}\"]"), ["`tools/moon` is no tool", "on the search path"]),
        (moon("run: [moon, \"{entri}\"]"), ["nothing is filled in for `{entri}`", "did you mean `entry`?"]),
        (
            moon("run: [moon, \"--all={sources}\"]"),
            ["`{sources}` stands in `--all={sources}` with other text", "stands alone"],
        ),
        (moon("run: [moon]"), ["this command starts no program of a submission", "without `{entry}`"]),
        (moon("run: [./moon-program]"), ["nothing builds `./moon-program`", "say how: `build: "]),
        (moon("run: [moon, \"{entry}\"], env: { LD_PRELOAD: x }"), ["`LD_PRELOAD` cannot be set", "LD_"]),
        (moon("run: [moon, \"{entry}\"], color: blue"), ["unknown key `color`", "spec.yaml:2:"]),
    ] {
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
        assert!(said.contains("--> spec.yaml:2:"), "{said}");
    }
}

#[test]
fn nothing_types_sessions_in_a_language_of_ones_own() {
    let spec = SHELL.replace("stdin: [Ada]", "session: \">>> greet()\"");
    let scratch = Scratch::new(&spec).write("solution.sh", GREET).write("class/Ada/greet.sh", GREET);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(
        ended.stderr.contains("a session is typed at Python, and `greet.sh` is none"),
        "{}",
        ended.stderr
    );
    assert_eq!(ended.code, 2);
}

/// The file of a language, the tool that it needs, a program that fails and what is said of it, and one that is not accepted.
const FAILURES: [(&str, &str, &str, &str, &str, &str); 13] = [
    (
        "hello.c",
        "gcc",
        "#include <assert.h>\nint main(void) {\n  assert(1 == 2);\n}\n",
        "`Assertion `1 == 2' failed` (line 3 of `hello.c`)",
        "int main(void) {\n  return nothing;\n}\n",
        "C cannot read `hello.c`: line 2: error: ‘nothing’ undeclared",
    ),
    (
        "hello.cpp",
        "g++",
        "#include <stdexcept>\nint main() {\n  throw std::runtime_error(\"no goal\");\n}\n",
        "abort (signal 6): `std::runtime_error: no goal`",
        "int main() {\n  return nothing;\n}\n",
        "C++ cannot read `hello.cpp`: line 2: error: ‘nothing’ was not declared",
    ),
    (
        "hello.js",
        "node",
        "throw 'no goal';\n",
        "`no goal` (line 1 of `hello.js`)",
        "console.log((1;\n",
        "JavaScript cannot read `hello.js`: line 1: SyntaxError: ",
    ),
    (
        "hello.java",
        "javac",
        "class hello {\n}\n",
        "`Main method not found in class hello`",
        "class hello {\n  int n = nothing;\n}\n",
        "Java cannot read `hello.java`: line 2: error: cannot find symbol",
    ),
    (
        "hello.sh",
        "bash",
        "set -u\necho \"$nothing\"\n",
        "`nothing: unbound variable` (line 2 of `hello.sh`)",
        "echo 'hello\n",
        "Bash cannot read `hello.sh`: line 1: ",
    ),
    (
        "hello.php",
        "php",
        "<?php\nintdiv(1, 0);\n",
        "`DivisionByZeroError: Division by zero` (line 2 of `hello.php`)",
        "<?php\n$a = [;\n",
        "PHP cannot read `hello.php`: line 2: Parse error: syntax error, ",
    ),
    (
        "hello.lua",
        "luac",
        "local x\nprint(x.y)\n",
        "`attempt to index a nil value (local 'x')` (line 2 of `hello.lua`)",
        "print(\n",
        "Lua cannot read `hello.lua`: line ",
    ),
    (
        "hello.pl",
        "perl",
        "print 'x';\ndie 'no goal';\n",
        "`no goal` (line 2 of `hello.pl`)",
        "print 1;\nif (1 {\n}\n",
        "Perl cannot read `hello.pl`: line 2: syntax error",
    ),
    (
        "hello.rb",
        "ruby",
        "x = 1\nInteger('x')\n",
        "(ArgumentError)` (line 2 of `hello.rb`)",
        "puts [1,\n",
        "Ruby cannot read `hello.rb`: line ",
    ),
    (
        "hello.cs",
        "mcs",
        "class P {\n static void Main() {\n  int.Parse(\"x\");\n }\n}\n",
        "`System.FormatException: Input string was not in a correct format.` (line 3 of `hello.cs`)",
        "class P {\n static void Main() {\n  int x = ;\n }\n}\n",
        "C# cannot read `hello.cs`: line 3: error CS1525: ",
    ),
    (
        "hello.go",
        "go",
        "package main\n\nfunc main() {\n\tvar list []int\n\tlist[3] = 1\n}\n",
        "`runtime error: index out of range [3] with length 0` (line 5 of `hello.go`)",
        "package main\n\nfunc main() {\n\tx := 1\n}\n",
        "Go cannot read `hello.go`: line 4: ",
    ),
    (
        "hello.hs",
        "ghc",
        "main :: IO ()\nmain = print (read \"x\" :: Int)\n",
        "`Prelude.read: no parse`",
        "main :: IO ()\nmain = putStrLn 1\n",
        "Haskell cannot read `hello.hs`: line 2: ",
    ),
    (
        "hello.ts",
        "tsc",
        "const x: any = undefined;\nx.y();\n",
        "`TypeError: Cannot read properties of undefined (reading 'y')` (line 2 of `hello.ts`)",
        "const x: number = \"a\";\n",
        "TypeScript cannot read `hello.ts`: line 1: error TS2322: ",
    ),
];

#[cfg(unix)]
#[test]
fn typescript_is_as_strict_as_its_author_had_it_whatever_the_compiler_does_by_itself() {
    if !optional::is_at_hand("tsc") {
        return;
    }
    // Version 6 of the compiler is strict where nothing is said, and refuses files beside a `tsconfig.json`.
    let compiler = "#!/bin/sh\nif [ -e tsconfig.json ]; then\n  echo 'error TS5112: tsconfig.json is present but will not be \
                    loaded if files are specified on commandline.'\n  exit 1\nfi\nexec /usr/bin/tsc --strict \"$@\"\n";
    let spec = "assignment: double\nsubmission: { files: [w.ts] }\nscenarios:\n  - { name: s, points: 1, stdin: [4], \
                expect: { stdout: \"8\\n\" } }\n";
    let program = "import * as readline from \"readline\";\nlet last: string = null;\nfunction twice(n) { return n * 2; }\n\
                   const lines = readline.createInterface({ input: process.stdin });\nlines.on(\"line\", (line) => \
                   console.log(twice(Number(line))));\n";
    let scratch = Scratch::new(spec)
        .write("bin/tsc", compiler)
        .write("class/alone/w.ts", program)
        .write("class/project/w.ts", program)
        .write("class/project/tsconfig.json", "{ \"compilerOptions\": { \"strict\": true } }\n")
        .write("class/wrong/w.ts", "const n: number = \"a\";\nconsole.log(8);\n");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(scratch.path("bin/tsc"), executable).unwrap();
    let mut command = scratch.command(&["grade", "spec.yaml", "class"]);
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    let graded = ended(command.env("PATH", path));
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in [("alone", "1"), ("project", "1"), ("wrong", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{:#}", named(&results, name));
    }
}

#[test]
fn a_failure_is_told_in_the_words_of_the_language_with_the_line() {
    let tried = FAILURES.iter().filter(|(_, tool, ..)| optional::is_at_hand(tool));
    let tried: Vec<_> = tried.collect();
    let instead: Vec<&str> = tried.iter().map(|(file, ..)| *file).collect();
    let spec = format!(
        "assignment: hello\nsubmission: {{ files: [hello.py], instead: [{}] }}\nscenarios:\n  - {{ name: hello, points: 1, expect: \
         {{ stdout: \"hello\\n\" }} }}\n",
        instead.join(", ")
    );
    let scratch = tried.iter().fold(Scratch::new(&spec), |scratch, (file, _, fails, _, broken, _)| {
        scratch
            .write(&format!("class/fails in {file}/{file}"), fails)
            .write(&format!("class/broken in {file}/{file}"), broken)
    });
    if tried.is_empty() {
        return;
    }
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    for (file, _, _, failure, _, complaint) in tried {
        let page = |kind: &str| scratch.read(&format!("yardstick-results/feedback/{kind} in {file}.txt"));
        assert!(page("fails").contains(failure), "{}", page("fails"));
        assert!(page("broken").contains(complaint), "{}", page("broken"));
    }
}

/// Programs that ask and answer.
const CONVERSATIONS: [(&str, &str, &str); 8] = [
    ("greet.rb", "ruby", "print 'Name? '\nname = gets.strip\nputs \"Hi, #{name}\"\n"),
    ("greet.sh", "bash", "printf 'Name? '\nread -r name\necho \"Hi, $name\"\n"),
    ("greet.php", "php", "<?php\necho 'Name? ';\n$name = trim(fgets(STDIN));\necho \"Hi, $name\\n\";\n"),
    ("greet.lua", "luac", "io.write('Name? ')\nlocal name = io.read('l')\nprint('Hi, ' .. name)\n"),
    ("greet.pl", "perl", "print 'Name? ';\nchomp(my $name = <STDIN>);\nprint \"Hi, $name\\n\";\n"),
    (
        "greet.cs",
        "mcs",
        "using System;\nclass P {\n static void Main() {\n  Console.Write(\"Name? \");\n  Console.WriteLine(\"Hi, \" + Console.ReadLine());\n }\n}\n",
    ),
    (
        "greet.go",
        "go",
        "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar name string\n\tfmt.Print(\"Name? \")\n\tfmt.Scan(&name)\n\tfmt.Println(\"Hi, \" + name)\n}\n",
    ),
    (
        "greet.kt",
        "kotlinc",
        "fun main() {\n    print(\"Name? \")\n    val name = readLine()\n    println(\"Hi, $name\")\n}\n",
    ),
];

#[test]
fn a_question_is_shown_before_its_answer_is_read() {
    let tried: Vec<_> = CONVERSATIONS.iter().filter(|(_, tool, _)| optional::is_at_hand(tool)).collect();
    let instead: Vec<&str> = tried.iter().map(|(file, ..)| *file).collect();
    let spec = format!(
        "assignment: greet\nsubmission: {{ files: [greet.py], instead: [{}] }}\nscenarios:\n  - {{ name: greets, points: 1, stdin: [Ada], \
         expect: {{ stdout: \"Name? Hello, Ada\\n\" }} }}\n",
        instead.join(", ")
    );
    let scratch = tried.iter().fold(Scratch::new(&spec), |scratch, (file, tool, text)| {
        scratch.write(&format!("class/{tool}/{file}"), text)
    });
    if tried.is_empty() {
        return;
    }
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    for (_, tool, _) in tried {
        let page = scratch.read(&format!("yardstick-results/feedback/{tool}.txt"));
        // What is printed later stands behind the line that was typed, and says so.
        assert!(page.contains("✗ Expected `Name? Hello, Ada`, printed `Name? Hi, Ada`."), "{tool}: {page}");
    }
}

#[test]
fn the_only_source_of_java_is_called_as_its_class() {
    let spec = "assignment: square\nsubmission: { files: [Sq.java] }\nreference: { files: [test-square.java] }\nscenarios:\n  \
                - { name: square, points: 1, stdin: [3] }\n  - { name: no loop, points: 1, rule: { avoids: [while] } }\n";
    let program = |head: &str, more: &str| {
        format!(
            "import java.util.Scanner;\n\n{head} {{\n  public static void main(String[] args) {{\n    int n = new Scanner(System.in).nextInt();\n    \
                 {more}System.out.println(n * n);\n  }}\n}}\n"
        )
    };
    let scratch = Scratch::new(spec)
        .write("test-square.java", program("class Square", ""))
        .write("class/as-asked/Sq.java", program("public class Sq", ""))
        .write("class/other/Sq.java", program("public class Solution", ""))
        .write("class/not-public/Sq.java", program("class Main", ""))
        .write(
            "class/wrong/Sq.java",
            program("public class Solution", "int[] none = new int[0]; while (n > 0) n = none[n]; "),
        )
        .write("class/two/Sq.java", program("public class Solution", ""))
        .write("class/two/Other.java", "class Other {}\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in
        [("as-asked", "2"), ("other", "2"), ("not-public", "2"), ("wrong", "0"), ("two", "0")]
    {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    let page = scratch.read("yardstick-results/feedback/wrong.txt");
    assert!(page.contains("line 6 of `Solution.java`") && page.contains("none[n]"), "{page}");
}

/// SQLite prints reals with 17 digits from some version on, and here in every one.
#[test]
fn the_last_digits_of_reals_are_no_difference_between_right_queries() {
    if optional::found("sqlite3").is_none() {
        return;
    }
    let script =
        "CREATE TABLE t (name TEXT, price REAL); INSERT INTO t VALUES ('tea', 3), ('jam', 2.5), ('oil', 7);";
    let spec = |compare: &str| {
        format!(
            "assignment: prices\nsubmission: {{ files: [query.sql] }}\nreference: {{ files: [solution.sql] }}\n{compare}scenarios:\n  \
                 - {{ name: dearer, points: 1, files: {{ database.sql: {{ from: t.sql }} }} }}\n"
        )
    };
    let query = |sum: &str| format!("SELECT name, printf('%!.17g', {sum}) FROM t;\n");
    let scratch = Scratch::new(&spec(""))
        .write("in-any-order.yaml", spec("compare: [any-order-of-lines]\n"))
        .write("exact.yaml", spec("compare: exact\n"))
        .write("t.sql", script)
        .write("solution.sql", query("price * 1.1"))
        .write("class/right/query.sql", query("price + price * 0.1"))
        .write("class/wrong/query.sql", query("price * 1.1000001"))
        .write("class/whole/query.sql", query("cast(price * 1.1 AS INTEGER)"));
    for (name, right) in [("spec.yaml", "1"), ("in-any-order.yaml", "1"), ("exact.yaml", "0")] {
        let graded = scratch.run(&["grade", name, "class"]);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let results = scratch.results();
        for (submission, points) in [("right", right), ("wrong", "0"), ("whole", "0")] {
            assert_eq!(
                named(&results, submission)["points"],
                points,
                "{name}: {:#}",
                named(&results, submission)
            );
        }
        std::fs::remove_dir_all(scratch.path("yardstick-results")).unwrap();
    }
    // A whole number is no real, and none of its digits is the last.
    let scratch = Scratch::new(&spec(""))
        .write("t.sql", script)
        .write("solution.sql", "SELECT 9007199254740993, 2;\n")
        .write("class/near/query.sql", "SELECT 9007199254740992, 2;\n")
        .write("class/real/query.sql", "SELECT 9007199254740993, 2.0;\n");
    scratch.run(&["grade", "spec.yaml", "class"]);
    let results = scratch.results();
    assert!(["near", "real"].iter().all(|one| named(&results, one)["points"] == "0"), "{results:#}");
}

#[cfg(unix)]
#[test]
fn c_of_a_later_standard_is_compiled_as_the_compiler_does_at_home_and_it_is_told() {
    // gcc 15 and later take C23 where nothing is said. The one of the system knows some of it, under another name.
    let compiler = "#!/bin/sh\ncase \"$*\" in\n*-std=*) exec /usr/bin/gcc \"$@\" ;;\n*-dM*) echo '#define __STDC_VERSION__ 202311L' ;;\n\
                    *) exec /usr/bin/gcc -std=gnu2x \"$@\" ;;\nesac\n";
    let spec = |build: &str| {
        format!(
            "assignment: c\nsubmission: {{ files: [a.c] }}\n{build}scenarios:\n  - {{ name: it, points: 1, expect: {{ stdout: \"1000\\n\" }} }}\n"
        )
    };
    let program = |number: &str| {
        format!("#include <stdio.h>\nint main(void) {{ printf(\"%d\\n\", {number}); return 0; }}\n")
    };
    let scratch = Scratch::new(&spec("build: { warnings: 1 }\n"))
        .write("said.yaml", spec("build: { warnings: 1, flags: [-std=gnu17] }\n"))
        .write("bin/gcc", compiler)
        .write("class/old/a.c", program("1000"))
        .write("class/new/a.c", program("1'000"))
        .write("class/broken/a.c", program("1'000 + x"));
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(scratch.path("bin/gcc"), executable).unwrap();
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    for (name, points) in [("spec.yaml", "2"), ("said.yaml", "0")] {
        let graded = ended(scratch.command(&["grade", name, "class"]).env("PATH", &path));
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let results = scratch.results();
        assert_eq!(named(&results, "old")["points"], "2", "{:#}", named(&results, "old"));
        assert!(named(&results, "old").get("warnings").is_none());
        let new = named(&results, "new");
        assert_eq!(new["points"], points, "{name}: {new:#}");
        if points == "2" {
            let told = "this is no C17: it is compiled as C23, the standard of this compiler";
            assert_eq!(new["warnings"][0]["message"], told, "{new:#}");
        }
        assert_eq!(named(&results, "broken")["points"], "0");
        std::fs::remove_dir_all(scratch.path("yardstick-results")).unwrap();
    }
}

#[test]
fn a_query_is_run_on_the_database_that_a_scenario_lays_out() {
    if optional::found("sqlite3").is_none() {
        return;
    }
    let spec = "assignment: pets\nsubmission: { files: [query.sql] }\ncompare: [any-order-of-lines]\nscenarios:\n  - name: a script\n    \
                points: 1\n    files: { database.sql: { from: pets.sql } }\n    expect: { stdout: \"Bo\\nAda\\n\" }\n  - name: a \
                database\n    points: 1\n    files: { database.db: { from: pets.db } }\n    expect: { stdout: \"Ada\\nBo\\n\" }\n";
    let script =
        "CREATE TABLE pets (name TEXT, age INTEGER);\nINSERT INTO pets VALUES ('Ada', 3), ('Bo', 5);\n";
    let scratch = Scratch::new(spec)
        .write("pets.sql", script)
        .write("class/right/query.sql", "SELECT name FROM pets WHERE age > 1;\n")
        .write("class/wrong/query.sql", "SELECT name FROM pets WHERE age > 3;\n")
        .write("class/misspelt/query.sql", "SELECT name\nFROM pest;\n");
    let made =
        std::process::Command::new("sqlite3").arg(scratch.path("pets.db")).arg(script).status().unwrap();
    assert!(made.success());
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points, verdict) in
        [("right", "2", "accepted"), ("wrong", "0", "wrong answer"), ("misspelt", "0", "runtime error")]
    {
        let one = named(&results, name);
        assert_eq!(
            (&one["points"], &one["scenarios"][0]["verdict"]),
            (&points.into(), &verdict.into()),
            "{one:#}"
        );
    }
    let page = scratch.run(&["check", "spec.yaml", "class/misspelt"]).stdout;
    assert!(page.contains("no such table: pest"), "{page}");
}

#[test]
fn a_source_in_java_may_be_written_as_windows_writes_it() {
    if optional::found("javac").is_none() {
        return;
    }
    let spec = "assignment: greet\nsubmission: { files: [Greet.java] }\nscenarios:\n- { name: greets, points: 1, expect: { stdout: \"Grüße – 5 €\\n\" } }\n";
    let text = "// Übung 1\nclass Greet {\n  public static void main(String[] args) { System.out.println(\"Grüße – 5 €\"); }\n}\n";
    let byte = |character: char| match character {
        '–' => 0x96,
        '€' => 0x80,
        other => u8::try_from(u32::from(other)).unwrap(),
    };
    let windows: Vec<u8> = text.chars().map(byte).collect();
    let scratch = Scratch::new(spec)
        .write("class/mark/Greet.java", format!("\u{feff}{text}"))
        .write("class/plain/Greet.java", text)
        .write("class/windows/Greet.java", windows);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let remark = "`Greet.java` is not in UTF-8, so it was read as Windows-1252: save it as UTF-8.";
    for name in ["mark", "plain", "windows"] {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert!(page.contains("1 of 1 point"), "{name}: {page}");
        assert_eq!(page.replace('\n', " ").contains(remark), name == "windows", "{page}");
    }
}

#[test]
fn a_script_for_bash_may_be_saved_on_windows() {
    let spec = "assignment: sum\nsubmission: { files: [s.sh] }\nscenarios:\n  \
                - { name: one, points: 1, stdin: ['7'], expect: { stdout: \"sum 7\\n\" } }\n";
    let script = "read n\r\nif [ -n \"$n\" ]; then\r\n  echo \"sum $n\"\r\nfi\r\n";
    let scratch = Scratch::new(spec)
        .write("class/ends/s.sh", script)
        .write("class/mark/s.sh", format!("\u{feff}{script}"))
        .write("class/wrong/s.sh", script.replace("sum $n", "sun $n"));
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    let points =
        ["ends", "mark", "wrong"].map(|name| named(&results, name)["points"].as_str().unwrap().to_owned());
    assert_eq!(points, ["1", "1", "0"]);
}
