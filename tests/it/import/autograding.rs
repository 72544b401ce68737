//! The tests of GitHub Classroom.

use serde_json::json;

use super::{checked, imported, refuses};
use crate::scratch::Scratch;

/// A repository with these tests.
fn repository(tests: &serde_json::Value) -> Scratch {
    let text = json!({ "tests": tests }).to_string();
    Scratch::new("").write("package/.github/classroom/autograding.json", text)
}

#[test]
fn tests_that_run_one_program_become_scenarios_and_the_others_are_named() {
    let tests = json!([
        { "name": "adds &amp;lt;two&amp;gt;", "setup": "", "run": "python3 add.py --loud 'a b'", "input": "3\r\n4",
          "output": "  Sum: 7\r\n", "comparison": "included", "timeout": 1, "points": 5 },
        { "name": "exactly", "run": "python3 ./add.py", "input": "1\n2", "output": "\nSum: 3", "comparison": "exact",
          "points": 2 },
        { "name": "exactly", "run": "python add.py", "input": "1\n1", "output": "^Sum: [0-9]+$", "comparison": "regex",
          "points": null, "timeout": 2 },
        { "name": "ends well", "run": "python3 add.py", "input": "", "output": "", "points": 1 },
        { "name": "units", "setup": "sudo -H pip3 install pytest", "run": "pytest", "points": 10 },
        { "name": "piped", "run": "python3 add.py | sort | grep -q 3", "points": 1 },
        { "name": "looks ahead", "run": "python3 add.py", "input": "1", "output": "(?=S)um", "comparison": "regex",
          "points": 1 },
    ]);
    let scratch = repository(&tests);
    let told = imported(&scratch, "autograding");
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "submission:\n  files: [add.py]\nlimits:\n  wall: 2min\nfinal_newline: false\nscenarios:\n",
        "  - name: \"adds <two>\"\n    points: 5\n    args: [\"--loud\", a b]\n    stdin: [3, 4]\n    \
         expect: { stdout: { contains: \"Sum: 7\" } }\n",
        "  - name: exactly\n    points: 2\n    compare: [trailing-blanks, blank-lines, final-newline]\n",
        "    expect: { stdout: \"Sum: 3\\n\" }\n",
        "  - name: \"exactly (2)\"\n    points: 0\n",
        "    expect: { stdout: { regex: \"^Sum: [0-9]+$\" } }\n",
        "  - name: ends well\n    points: 1\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    for name in ["units", "piped", "looks ahead"] {
        assert!(told.contains(&format!("- the test `{name}`: ")), "{told}");
    }
    let program = "import sys\nprint()\nprint('  Sum:', sum(map(int, sys.stdin.read().split())))\n";
    let scratch = scratch.write("add.py", program).write("plain.py", program.replace("'  Sum", "'Sum"));
    // Blanks in front of the first word count, as the spec says.
    assert!(checked(&scratch, "add.py").stdout.contains("6 of 8 points"));
    let ended = checked(&scratch, "plain.py");
    assert!(ended.stdout.contains("8 of 8 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn programs_that_are_built_are_asked_for_as_sources() {
    let tests = json!([
        { "name": "first", "setup": "gcc -Wall -o twice twice.c helper.c -lm", "run": "./twice 4", "output": "8",
          "comparison": "exact", "points": 1 },
        { "name": "second", "run": "./twice 5", "output": "10", "comparison": "exact", "points": 1 },
    ]);
    let scratch = repository(&tests);
    let told = imported(&scratch, "autograding");
    assert!(told.contains("used what an earlier one had built"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("  files: [twice.c, helper.c]\n  entry: twice.c\n"), "{spec}");
    let scratch = scratch
        .write("work/twice.c", "#include <stdio.h>\n#include <stdlib.h>\nint twice(int);\nint main(int c, char **v) { printf(\"%d\\n\", twice(atoi(v[1]))); }\n")
        .write("work/helper.c", "int twice(int n) { return 2 * n; }\n");
    let ended = checked(&scratch, "work");
    assert!(ended.stdout.contains("2 of 2 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn several_programs_are_groups_with_entries_of_their_own() {
    let tests = json!([
        { "name": "greets", "run": "python3 greet.py", "input": "Ada\n", "output": "Hello, Ada", "points": 1 },
        { "name": "counts", "run": "javac Count.java && java Count 3", "output": "1 2 3", "points": 2 },
        { "name": "greets in another way", "run": "node greet.js", "input": "Ada\n", "output": "Hi, Ada", "points": 4 },
    ]);
    let scratch = repository(&tests);
    imported(&scratch, "autograding");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("  files: [greet.py, Count.java, greet.js]\n"), "{spec}");
    assert!(spec.contains("  - name: counts\n    points: 2\n    entry: Count.java\n"), "{spec}");
    let scratch = scratch.write("work/greet.py", "print(f'Hello, {input()}!')\n").write("work/Count.java", "public class Count { public static void main(String[] a) { System.out.println(\"1 2 \" + a[0]); } }\n");
    let ended = checked(&scratch, "work");
    assert!(ended.stdout.contains("3 of 7 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn the_steps_of_a_workflow_are_tests_too() {
    let workflow = "name: Autograding\non: [push]\njobs:\n  run:\n    runs-on: ubuntu-latest\n    steps:\n      \
                    - uses: actions/checkout@v4\n      \
                    - name: hi\n        uses: classroom-resources/autograding-io-grader@v1\n        with:\n          \
                    test-name: says hi\n          command: python3 hi.py\n          input: |\n            Ada\n          \
                    expected-output: Hi Ada\n          comparison-method: contains\n          timeout: 10\n          \
                    max-score: 3\n      \
                    - uses: classroom-resources/autograding-python-grader@v1\n        with: { test-name: units }\n      \
                    - uses: classroom-resources/autograding-grading-reporter@v1\n";
    let scratch = Scratch::new("").write("package/.github/workflows/classroom.yml", workflow);
    let told = imported(&scratch, "autograding");
    assert!(told.contains("- the test `units`: the grader `python-grader` runs tests of its own"), "{told}");
    let scratch = scratch.write("hi.py", "print(f'Hi {input()}.')\n");
    let ended = checked(&scratch, "hi.py");
    assert!(ended.stdout.contains("3 of 3 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_repository_without_a_test_that_can_be_carried_over_is_refused() {
    for (run, told) in [
        ("pytest", "`pytest` is no program of one language"),
        ("python3 $(ls)", "its command needs a shell, for `$`"),
        ("python3 ../../etc/x.py", "is no program of one language"),
        ("./unbuilt", "`./unbuilt` is no program"),
        ("make && ./x", "`make` is neither a compiler nor a program of one file"),
        ("python3 'x.py", "a quote without an end"),
        ("", "it runs nothing"),
    ] {
        refuses(
            &repository(&json!([{ "name": "x", "run": run, "points": 1 }])),
            "autograding",
            "package",
            told,
        );
    }
    refuses(&repository(&json!([])), "autograding", "package", "there are no tests in it");
    let broken = Scratch::new("").write("package/autograding.json", "{");
    refuses(&broken, "autograding", "package", "is not valid JSON");
    let empty = Scratch::new("").write("package/readme.md", "x\n");
    refuses(&empty, "autograding", "package", "neither an `autograding.json` nor a workflow");
}

#[test]
fn a_pipeline_with_an_input_and_a_grep_is_a_run() {
    let tests = json!([
        { "name": "both", "run": "echo '4' | python sum.py | grep -q '10' && echo 'OK' || echo 'BAD'", "output": "OK",
          "comparison": "included", "points": 4 },
        { "name": "dots", "run": "echo 2 | python sum.py | grep -q '^sum.3$'", "points": 2 },
        { "name": "input", "run": "echo 3 | python sum.py", "output": "sum 6", "comparison": "exact", "points": 1 },
        { "name": "not", "run": "echo 3 | python sum.py | grep -q 7 && echo NO || echo OK", "output": "OK", "points": 1 },
        { "name": "twice", "run": "python sum.py | grep -q 1 && python sum.py | grep -q 2", "points": 1 },
        { "name": "echo", "run": "echo -e '1\\n2' | python sum.py | grep -q 3", "points": 1 },
        { "name": "stars", "run": "echo 1 | python sum.py | grep -q '**'", "points": 1 },
    ]);
    let scratch = repository(&tests);
    let told = imported(&scratch, "autograding");
    for (name, reason) in [
        ("not", "a pipeline of more than"),
        ("twice", "a pipeline of more than"),
        ("echo", "shells differ in what"),
        ("stars", "the expression of"),
    ] {
        assert!(told.contains(&format!("- the test `{name}`: ")) && told.contains(reason), "{name}: {told}");
    }
    let spec = scratch.read("out/spec.yaml");
    let both = "    stdin: [4]\n    expect: { stdout: { contains: 10 }, exit: any }\n";
    assert!(spec.contains(both) || spec.contains(&both.replace("10", "\"10\"")), "{spec}");
    // The exit code of the program is lost in a pipeline.
    let program =
        "import sys\nprint('sum', sum(range(int(input()) + 1)))\nsys.exit(3 if len(sys.argv) > 9 else 0)\n";
    let scratch = scratch.write("sum.py", program);
    let ended = checked(&scratch, "sum.py");
    assert!(ended.stdout.contains("7 of 7 points"), "{spec}{}{}", ended.stdout, ended.stderr);
}

#[test]
fn all_classes_of_a_folder_may_be_built_at_once() {
    let tests = json!([
        { "name": "compiles", "run": "javac src/java/*.java", "points": 3 },
        { "name": "rounds", "run": "java -cp src/java/ Rating", "input": "3.7", "output": "4", "comparison": "included",
          "points": 2 },
    ]);
    let helper = "class Near { static long to(double number) { return Math.round(number); } }\n";
    let scratch = repository(&tests).write("package/src/java/Near.java", helper);
    let told = imported(&scratch, "autograding");
    assert!(told.contains("the test `compiles`: it only compiles a program"), "{told}");
    assert!(told.contains("All classes of a folder were built together"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("  files: [Rating.java, Near.java]\n"), "{spec}");
    let main = "public class Rating { public static void main(String[] a) { \
                System.out.println(Near.to(new java.util.Scanner(System.in).nextDouble())); } }\n";
    let scratch = scratch.write("work/src/java/Rating.java", main).write("work/src/java/Near.java", helper);
    let ended = checked(&scratch, "work");
    assert!(ended.stdout.contains("2 of 2 points"), "{}{}", ended.stdout, ended.stderr);
}
