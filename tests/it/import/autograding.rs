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
        "  - name: exactly\n    points: 2\n    compare: [ends]\n",
        "    expect: { stdout: \"Sum: 3\\n\" }\n",
        "  - name: \"exactly (2)\"\n    points: 0\n",
        "    expect: { stdout: { regex: \"^Sum: [0-9]+$\" } }\n",
        "  - name: ends well\n    points: 1\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    for name in ["units", "looks ahead"] {
        assert!(told.contains(&format!("- the test `{name}`: ")), "{told}");
    }
    let program = "import sys\nprint()\nprint('  Sum:', sum(map(int, sys.stdin.read().split())))\n";
    let scratch = scratch.write("add.py", program).write("two.py", program.replace("Sum:'", "Sum:\\n'"));
    // What stands around the whole output does not count, and lines inside of it do.
    let ended = checked(&scratch, "add.py");
    assert!(ended.stdout.contains("8 of 8 points"), "{}{}", ended.stdout, ended.stderr);
    assert!(!checked(&scratch, "two.py").stdout.contains("8 of 8 points"));
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
    assert!(told.contains("- the test `units`: there are no tests in `*_test.py`"), "{told}");
    let scratch = scratch.write("hi.py", "print(f'Hi {input()}.')\n");
    let ended = checked(&scratch, "hi.py");
    assert!(ended.stdout.contains("3 of 3 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_repository_without_a_test_that_can_be_carried_over_is_refused() {
    for (run, told) in [
        ("pytest", "there are no tests in"),
        ("gradle test", "there are no tests for JUnit in the repository"),
        ("npm test", "there are no tests for Jest"),
        ("cargo test", "`cargo` needs a network or more than a folder"),
        ("python3 $(ls)", "nothing tells what is handed in"),
        ("python3 ../../etc/x.py", "is no program of one language"),
        ("./unbuilt", "`./unbuilt` is not in the repository"),
        ("make && ./x", "there is no Makefile in the repository"),
        ("./unbuilt | sort", "is not in the repository"),
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
    ]);
    let scratch = repository(&tests);
    imported(&scratch, "autograding");
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
fn what_needs_a_shell_is_a_script_that_a_shell_runs() {
    let tests = json!([
        { "name": "twice", "run": "echo 1 | python sum.py | grep -q 1 && echo 2 | python sum.py | grep -q 3", "points": 1 },
        { "name": "not", "run": "echo 3 | python sum.py | grep -q 7 && echo NO || echo OK", "output": "OK", "points": 2 },
        { "name": "lines", "setup": "sudo apt-get install -y x", "run": "printf '1\\n2\\n' | python sum.py | wc -l",
          "output": "2", "comparison": "exact", "points": 4 },
        { "name": "script", "run": "bash tests/all.sh", "points": 8 },
        { "name": "elsewhere", "run": "bash tests/load.sh", "points": 16 },
        { "name": "lost", "run": "./lost.sh | sort", "points": 32 },
    ]);
    let script =
        "set -e\nfor n in $(cat tests/numbers.txt); do [ \"$(echo $n | python3 sum.py)\" = $n ]; done\n";
    let scratch = repository(&tests)
        .write("package/sum.py", "")
        .write("package/tests/all.sh", script)
        .write("package/tests/load.sh", "curl https://localhost && python3 sum.py\n")
        .write("package/tests/numbers.txt", "1 3\n");
    let told = imported(&scratch, "autograding");
    assert!(told.contains("Some tests need a shell"), "{told}");
    assert!(told.contains("- the test `elsewhere`: `curl` needs a network"), "{told}");
    assert!(told.contains("- the test `lost`: `./lost.sh` is not in the repository"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("\"tests/numbers.txt\": { from: \"tests/numbers.txt\" }"), "{spec}");
    let scratch = scratch
        .write(
            "right/sum.py",
            "import sys\nfor line in sys.stdin:\n    n = int(line)\n    print(n if n < 2 else 3)\n",
        )
        .write("wrong/sum.py", "import sys\nfor line in sys.stdin:\n    print(7)\n");
    let ended = checked(&scratch, "right");
    assert!(ended.stdout.contains("15 of 15 points"), "{spec}{}{}", ended.stdout, ended.stderr);
    let ended = checked(&scratch, "wrong");
    assert!(ended.stdout.contains("4 of 15 points"), "{spec}{}{}", ended.stdout, ended.stderr);
}

#[test]
fn all_classes_of_a_folder_may_be_built_at_once() {
    let tests = json!([
        { "name": "rounds", "run": "javac src/java/*.java && java -cp src/java/ Rating", "input": "3.7", "output": "4",
          "comparison": "included", "points": 2 },
    ]);
    let helper = "class Near { static long to(double number) { return Math.round(number); } }\n";
    let scratch = repository(&tests).write("package/src/java/Near.java", helper);
    let told = imported(&scratch, "autograding");
    assert!(told.contains("All classes of a folder were built together"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("  files: [Rating.java, Near.java]\n"), "{spec}");
    let main = "public class Rating { public static void main(String[] a) { \
                System.out.println(Near.to(new java.util.Scanner(System.in).nextDouble())); } }\n";
    let scratch = scratch.write("work/src/java/Rating.java", main).write("work/src/java/Near.java", helper);
    let ended = checked(&scratch, "work");
    assert!(ended.stdout.contains("2 of 2 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn files_are_given_and_compared_as_a_shell_would() {
    let tests = json!([
        { "name": "between", "setup": "gcc main.c", "run": "diff <(./a.out) none.txt", "points": 1 },
        { "name": "blanks", "setup": "gcc main.c", "run": "./a.out < in.txt | diff -b - two.txt", "points": 2 },
        { "name": "given", "setup": "gcc main.c", "run": "cat in.txt | ./a.out", "output": "2", "points": 4 },
        { "name": "left", "run": "gcc main.c -o count && ./count < in.txt > out.txt; diff two.txt out.txt", "points": 8 },
    ]);
    let scratch = repository(&tests)
        .write("package/main.c", "int main(void) { return 0; }\n")
        .write("package/in.txt", "a b\n")
        .write("package/none.txt", "0\n")
        .write("package/two.txt", "2 \n");
    imported(&scratch, "autograding");
    let spec = scratch.read("out/spec.yaml");
    assert!(!spec.contains(".sh"), "{spec}");
    let count = "#include <stdio.h>\nint main(void) { char w[9]; int n = 0; while (scanf(\"%8s\", w) == 1) n++; printf(\"%d\\n\", n); }\n";
    let scratch = scratch.write("right/main.c", count).write("wrong/main.c", count.replace("n++", "n += 2"));
    let ended = checked(&scratch, "right");
    assert!(ended.stdout.contains("7 of 15 points"), "{spec}{}{}", ended.stdout, ended.stderr);
    let ended = checked(&scratch, "wrong");
    assert!(ended.stdout.contains("1 of 15 points"), "{spec}{}{}", ended.stdout, ended.stderr);
}
