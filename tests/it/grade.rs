//! `yardstick grade`: what is printed, what is left behind, and how it ends.

use serde_json::Value;

use super::optional;
use super::scratch::{FOUR_LETTERS, GREETING, SOLUTION, Scratch, WITHOUT_COMMA, ended, named};

/// A class of three, and one who misspelt the name of the file.
fn class() -> Scratch {
    Scratch::greeting()
        .write("class/Ada/hello.py", SOLUTION)
        .write("class/Bob/hello.py", WITHOUT_COMMA)
        .write("class/Cyd/hello.py", FOUR_LETTERS)
        .write("class/Dan/helo.py", SOLUTION)
}

#[test]
fn the_table_has_a_line_for_each_submission_and_a_summary() {
    let graded = class().run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    insta::assert_snapshot!(graded.stdout, @"
    Ada    12/10  ✓✓✓ ✓ ✓
    Bob     0/10  ✗✗✗ ✗ ✗
    Cyd  3.33/10  !✓! ! !
    Dan     0/10  `hello.py` is missing; `helo.py` is there: is the name misspelled?

    Greeting: 4 submissions
      mean 3.83, median 1.67 of 10 points
      lost most often: Greets / one name (2 of 4)
                       Greets / nobody (2 of 4)
                       Loud / capitals (2 of 4)
      ✓ accepted   ✗ wrong answer   ! runtime error
      results and feedback are in `yardstick-results`
    ");
}

#[test]
fn verbose_says_why_and_quiet_says_only_how_it_went() {
    let class = class();
    let verbose = class.run(&["grade", "spec.yaml", "class/Cyd", "--verbose"]);
    insta::assert_snapshot!(verbose.stdout, @"
    Cyd  3.33/10  !✓! ! !
        Greets / one name: runtime error
            It ended with exit code 1: `ValueError: too short` (line 3 of `hello.py`).
            After line 1 of the input, `Ada`: the line `Hello, Ada!` is missing.
        Greets / nobody: runtime error
            It ended with exit code 1: `ValueError: too short` (line 3 of `hello.py`).
            After line 1 of the input, an empty one: the line `Hello, !` is missing.
        Loud / capitals: runtime error
            It ended with exit code 1: `ValueError: too short` (line 3 of `hello.py`).
            After line 1 of the input, `BOB`: the line `Hello, BOB!` is missing.
        Practice / digits: runtime error
            It ended with exit code 1: `ValueError: too short` (line 3 of `hello.py`).
            After line 1 of the input, `7`: the line `Hello, 7!` is missing.

    Greeting: 1 submission
      mean 3.33, median 3.33 of 10 points
      lost most often: Greets / one name (1 of 1)
                       Greets / nobody (1 of 1)
                       Loud / capitals (1 of 1)
      ✓ accepted   ! runtime error
      results and feedback are in `yardstick-results`
    ");
    let quiet = class.run(&["grade", "spec.yaml", "class/Cyd", "--quiet"]);
    insta::assert_snapshot!(quiet.stdout, @"
    Greeting: 1 submission
      mean 3.33, median 3.33 of 10 points
      lost most often: Greets / one name (1 of 1)
                       Greets / nobody (1 of 1)
                       Loud / capitals (1 of 1)
      results and feedback are in `yardstick-results`
    ");
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "-q", "-v"]).code, 2);
}

#[test]
fn results_grades_and_feedback_agree_and_points_add_up() {
    let class = class();
    class.run(&["grade", "spec.yaml", "class"]);
    let results = class.results();
    let grades = class.read("yardstick-results/grades.csv");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let thousandths = |value: &Value| (text(value).parse::<f64>().unwrap() * 1000.0).round() as i64;
    for (row, submission) in grades.lines().skip(1).zip(results["submissions"].as_array().unwrap()) {
        let (name, points) = (text(&submission["name"]), text(&submission["points"]));
        let scenarios = submission["scenarios"].as_array().unwrap();
        let sum: i64 = scenarios.iter().map(|scenario| thousandths(&scenario["points"])).sum();
        assert_eq!(sum, thousandths(&submission["points"]), "{name}");
        let each: Vec<String> = scenarios.iter().map(|scenario| text(&scenario["points"])).collect();
        assert_eq!(row, format!("{name},graded,{points},10,{}", each.join(",")));
        let feedback = class.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert!(feedback.starts_with(&format!("Greeting: {name}\n")), "{feedback}");
        let bonus: f64 = if points == "12" { 2.0 } else { 0.0 };
        let usual = points.parse::<f64>().unwrap() - bonus;
        let total = format!("\n{usual} of 10 points and {bonus} of 2 bonus points\n");
        assert!(feedback.ends_with(&total), "{feedback}");
    }
    assert_eq!(grades.lines().count(), 5);
    let points: Vec<String> =
        results["submissions"].as_array().unwrap().iter().map(|one| text(&one["points"])).collect();
    assert_eq!(points, ["12", "0", "3.33", "0"]);
}

#[test]
fn the_number_of_workers_changes_no_byte() {
    let programs = ["print('hello')", "print('Hello')", "1 / 0", "print('hello', end='')"];
    let class = (0..6).fold(Scratch::hello(), |class, number| {
        class.write(&format!("class/student {number}/hello.py"), programs[number % programs.len()])
    });
    let results = ["1", "8", "1", "8"].map(|jobs| {
        assert_eq!(class.run(&["grade", "spec.yaml", "class", "--jobs", jobs]).code, 0);
        class.read("yardstick-results/results.json")
    });
    assert!(results.iter().all(|one| *one == results[0]), "{}", results.join("\n"));
}

#[test]
fn only_selects_scenarios_by_parts_of_their_names() {
    let class = Scratch::greeting().write("class/Ada/hello.py", SOLUTION);
    for (pattern, selected) in [
        ("greets", &["one name", "two words", "nobody"][..]),
        ("GREETS/two", &["two words"]),
        ("g*o*s", &["two words"]),
        ("capitals", &["capitals"]),
        ("*", &["one name", "two words", "nobody", "capitals", "digits"]),
    ] {
        class.run(&["grade", "spec.yaml", "class/Ada", "--only", pattern]);
        let results = class.results();
        let scenarios = named(&results, "Ada")["scenarios"].as_array().unwrap();
        let names: Vec<&str> = scenarios.iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, selected, "{pattern}");
    }
    let nothing = class.run(&["grade", "spec.yaml", "class/Ada", "--only", "shy"]);
    assert_eq!(nothing.code, 2);
    insta::assert_snapshot!(nothing.stderr, @"
    error: no scenario matches `shy`
    help: scenarios are named `group/scenario`, such as `Greets/one name`
    ");
}

#[test]
fn every_format_prints_what_the_results_folder_holds() {
    let class = Scratch::hello()
        .write("class/Ada.py", "print('hello')")
        .write("class/Bob.py", "print('hello', end='')")
        .write("class/Cyd.txt", "");
    let print = |format| class.run(&["grade", "spec.yaml", "class", "--format", format]).stdout;
    assert_eq!(print("json"), class.read("yardstick-results/results.json"));
    assert_eq!(print("csv"), class.read("yardstick-results/grades.csv"));
    let pages =
        ["Ada", "Bob", "Cyd"].map(|name| class.read(&format!("yardstick-results/feedback/{name}.txt")));
    assert_eq!(print("feedback"), pages.concat());
    assert_eq!(print("table"), class.run(&["grade", "spec.yaml", "class"]).stdout);
}

#[test]
fn fail_under_ends_with_1_if_anybody_earns_less() {
    let spec = "assignment: a\nsubmission: { files: [a.py] }\nscenarios:\n  \
                - { name: hello, points: 3.33, expect: { stdout: \"hello\\n\" } }\n  \
                - { name: bye, points: 6.67, expect: { stdout: \"bye\\n\" } }\n";
    let class = Scratch::new(spec).write("class/Ada.py", "print('hello')").write("class/Bob.py", "");
    for (submission, least, code) in [
        ("class/Ada.py", "3.33", 0),
        ("class/Ada.py", "3.34", 1),
        ("class/Ada.py", "33.3%", 0),
        ("class/Ada.py", "34 %", 1),
        ("class", "0", 0),
        ("class", "1", 1),
        ("class", "101%", 2),
        ("class", "half", 2),
        ("class", "-1", 2),
    ] {
        let least = format!("--fail-under={least}");
        let graded = class.run(&["grade", "spec.yaml", submission, &least]);
        assert_eq!(graded.code, code, "{submission} {least} {}", graded.stderr);
    }
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask_for_it() {
    let class = Scratch::hello().write("class/Bob.py", "");
    for (flag, variable, expected) in [
        ("auto", None, false),
        ("always", None, true),
        ("never", Some("CLICOLOR_FORCE"), false),
        ("auto", Some("CLICOLOR_FORCE"), true),
        ("auto", Some("FORCE_COLOR"), true),
        ("auto", Some("NO_COLOR"), false),
        ("always", Some("NO_COLOR"), true),
    ] {
        let mut command = class.command(&["grade", "spec.yaml", "class", "--color", flag]);
        if let Some(variable) = variable {
            command.env(variable, "1");
        }
        assert_eq!(ended(&mut command).stdout.contains('\x1b'), expected, "{flag} {variable:?}");
        assert!(!class.read("yardstick-results/feedback/Bob.txt").contains('\x1b'));
    }
    let wrong = class.run(&["grade", "nowhere.yaml", "class", "--color=always"]);
    assert!(wrong.stderr.starts_with('\x1b'), "{}", wrong.stderr);
    let json = class.run(&["grade", "spec.yaml", "class", "--color=always", "--format", "json"]);
    assert!(!json.stdout.contains('\x1b'));
}

#[test]
fn a_submission_may_come_in_any_wrapping() {
    const HELLO: &str = "print('hello')";
    let scratch = Scratch::hello()
        .write("class/a folder/hello.py", HELLO)
        .write("class/a nested folder/Project 4/src/hello.py", HELLO)
        .write("class/a renamed file.py", HELLO)
        .zip("class/a zip.zip", &[("hello.py", HELLO)])
        .zip("class/a nested zip.zip", &[("P4/hello.py", HELLO), ("__MACOSX/P4/._hello.py", "\0")])
        .zip("class/a zip in a folder/download.zip", &[("hello.py", HELLO)])
        .write("class/.DS_Store", "");
    for path in ["class", "class/a folder", "class/a renamed file.py", "class/a zip.zip"] {
        let graded = scratch.run(&["grade", "spec.yaml", path, "--fail-under", "1"]);
        assert_eq!(graded.code, 0, "{path}: {}{}", graded.stdout, graded.stderr);
    }
    scratch.run(&["grade", "spec.yaml", "class", "class/a folder/hello.py"]);
    let grades = scratch.read("yardstick-results/grades.csv");
    let names: Vec<&str> = grades.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    let expected = [
        "a folder",
        "a nested folder",
        "a nested zip",
        "a renamed file",
        "a zip",
        "a zip in a folder",
        "hello",
    ];
    assert_eq!(names, expected);
}

#[test]
fn two_submissions_of_one_name_stay_two() {
    let scratch = Scratch::greeting()
        .write("monday/Ada/hello.py", SOLUTION)
        .write("tuesday/Ada/hello.py", WITHOUT_COMMA)
        .write("tuesday/Ada.py", SOLUTION)
        .write("tuesday/ada/hello.py", SOLUTION);
    scratch.run(&["grade", "spec.yaml", "monday", "tuesday"]);
    let results = scratch.results();
    for (name, points, page) in
        [("Ada", "12", "Ada"), ("tuesday/Ada", "0", "tuesday_Ada"), ("Ada.py", "12", "Ada.py")]
    {
        assert_eq!(named(&results, name)["points"], points, "{name}");
        let feedback = scratch.read(&format!("yardstick-results/feedback/{page}.txt"));
        assert!(feedback.starts_with(&format!("Greeting: {name}\n")), "{feedback}");
    }
    // Where a file system takes `Ada.txt` and `ada.txt` for the same.
    assert!(scratch.read("yardstick-results/feedback/ada-2.txt").starts_with("Greeting: ada\n"));
}

#[test]
fn a_scenario_without_points_is_shown_and_not_counted() {
    let practice =
        "import sys\nname = input('Name? ')\nif name == '7': sys.exit(1)\nprint(f'Hello, {name}!')\n";
    let scratch = Scratch::greeting().write("Ada/hello.py", practice);
    let graded = scratch.run(&["grade", "spec.yaml", "Ada", "--fail-under", "12"]);
    assert_eq!(graded.code, 0);
    assert!(graded.stdout.starts_with("Ada  12/10  ✓✓✓ ✓ !\n"), "{}", graded.stdout);
    let feedback = scratch.read("yardstick-results/feedback/Ada.txt");
    assert!(feedback.contains("  Practice / digits: runtime error (not counted)\n"), "{feedback}");
    assert_eq!(scratch.run(&["check", "spec.yaml", "Ada"]).code, 0);
    assert_eq!(
        scratch.run(&["grade", "spec.yaml", "Ada", "--only", "practice", "--fail-under", "100%"]).code,
        0
    );
}

#[test]
fn a_lost_bonus_costs_nothing() {
    let shy = "name = input('Name? ')\nprint(f'Hello, {name}!' if name != 'BOB' else 'Hush!')\n";
    let scratch = Scratch::greeting().write("Ada/hello.py", shy);
    let graded = scratch.run(&["grade", "spec.yaml", "Ada", "--fail-under", "100%"]);
    assert_eq!(graded.code, 0);
    assert!(graded.stdout.starts_with("Ada  10/10  ✓✓✓ ✗ ✓\n"), "{}", graded.stdout);
    let only_bonus = GREETING.replace("bonus: true", "bonus: yes");
    let refused = Scratch::new(&only_bonus).write("solution.py", SOLUTION).run(&["grade", "spec.yaml", "."]);
    assert!(refused.stderr.contains("expected `true` or `false`"), "{}", refused.stderr);
}

#[test]
fn a_results_folder_is_written_anew() {
    let class = class();
    class.run(&["grade", "spec.yaml", "class/Bob", "--out", "marks/monday"]);
    class.run(&["grade", "spec.yaml", "class/Bob", "--out", "marks/monday", "--only", "nobody"]);
    let again = class.write("class/Bob/hello.py", SOLUTION);
    again.run(&["grade", "spec.yaml", "class/Bob", "--out", "marks/monday"]);
    assert!(again.read("marks/monday/grades.csv").contains("\nBob,graded,12,10,"));
    assert!(
        again.read("marks/monday/feedback/Bob.txt").ends_with("\n10 of 10 points and 2 of 2 bonus points\n")
    );
    let mut left: Vec<_> =
        std::fs::read_dir(again.path("marks/monday")).unwrap().map(|one| one.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["feedback", "grades.csv", "grading.json", "results.json", "traces"]);
}

#[test]
fn programs_in_every_language_run_shut_in() {
    let java = "import java.util.Scanner;\npublic class Greet { public static void main(String[] a) {\n\
                System.out.print(\"Name? \"); System.out.println(\"Hello \" + new Scanner(System.in).nextLine()); } }\n";
    let script = "const io = require('readline').createInterface({ input: process.stdin, output: process.stdout });\n\
                  io.question('Name? ', (name) => { console.log('Hello ' + name); io.close(); });\n";
    let c = "#include <stdio.h>\nint main(void) { char n[9]; printf(\"Name? \"); scanf(\"%8s\", n); printf(\"Hello %s\\n\", n); }\n";
    for (tool, file, program) in
        [("javac", "Greet.java", java), ("node", "Greet.js", script), ("gcc", "Greet.c", c)]
    {
        if optional::found(tool).is_none() {
            continue;
        }
        let spec = format!(
            "assignment: greet\nsubmission: {{ files: [{file}] }}\nlimits: {{ cpu: 5s, wall: 30s }}\nscenarios:\n  \
             - {{ name: greets, points: 1, stdin: [Ann], expect: {{ stdout: \"Name? Hello Ann\\n\" }} }}\n"
        );
        let scratch = Scratch::new(&spec).write(&format!("Ann/{file}"), program);
        for level in ["strict", "standard"] {
            let checked = scratch.run(&["check", "spec.yaml", "Ann", "--sandbox", level]);
            assert_eq!(checked.code, 0, "{level}, {file}: {}{}", checked.stdout, checked.stderr);
        }
    }
}
