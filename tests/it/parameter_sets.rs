//! Tests with several sets of parameters: each is told, whatever the program raises, and none is lost by having fewer.

use super::forged_junit::tested_by;
use super::scratch::Scratch;
use super::unit_tests::has_pytest;

const SPEC: &str = "assignment: squares\nsubmission: { files: [Sq.java] }\nreference: { files: [solution/Sq.java] }\n\
                    tests: { runner: junit, files: [TestSq.java, 'lib/*.jar'], points: 8 }\n";
const JUNIT_5: [&str; 1] = ["junit-platform-console-standalone"];

/// The points of each submission, and what is told.
fn graded(folder: &Scratch) -> Vec<(String, String, String)> {
    let ran = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let results = folder.results();
    let told = |reasons: &serde_json::Value| {
        let reasons = reasons.as_array().unwrap().iter();
        reasons.map(|reason| reason.as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    let all = results["submissions"].as_array().unwrap().iter().map(|one| {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        (text(&one["name"]), text(&one["points"]), told(&one["scenarios"][0]["reasons"]))
    });
    all.collect()
}

#[test]
fn every_set_that_junit_tries_is_told_whatever_is_raised() {
    let test = "import static org.junit.jupiter.api.Assertions.*;\nimport static org.junit.jupiter.api.Assumptions.*;\n\
                import org.junit.jupiter.params.ParameterizedTest;\nimport org.junit.jupiter.params.provider.ValueSource;\n\
                class TestSq {\n  @ParameterizedTest\n  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, -1})\n  void squares(int n) {\n    \
                assumeTrue(n > 0);\n    assertEquals(n * n, Sq.of(n));\n  }\n}\n";
    let Some(folder) = tested_by(test, &JUNIT_5, SPEC) else { return };
    let folder = folder.write("TestSq.java", test);
    // The sets after each of them are told too.
    let raised = [
        "public Throwable getCause() { throw new Error(); }",
        "public String getMessage() { throw new Error(); }",
        "public StackTraceElement[] getStackTrace() { return null; }",
        "public StackTraceElement[] getStackTrace() { throw new Error(); }",
    ];
    let raises = raised
        .iter()
        .enumerate()
        .map(|(at, body)| format!("    if (n == {}) throw new RuntimeException() {{ {body} }};\n", at + 2));
    let raises = format!(
        "class Sq {{\n  static int of(int n) {{\n{}    return n == 6 ? 0 : n * n;\n  }}\n}}\n",
        raises.collect::<String>()
    );
    let programs = [
        ("all", "class Sq { static int of(int n) { return n * n; } }\n".to_owned(), "8"),
        ("exit", "class Sq { static int of(int n) { if (n == 2) System.exit(0); return n * n; } }\n".to_owned(), "0"),
        ("initial", "class Sq {\n  static int one = Integer.parseInt(\"one\");\n  static int of(int n) { return n * n; }\n}\n".to_owned(), "0"),
        ("raises", raises, "3"),
    ];
    let folder = folder.write("solution/Sq.java", &programs[0].1);
    let folder = programs
        .iter()
        .fold(folder, |folder, (name, text, _)| folder.write(&format!("class/{name}/Sq.java"), text));
    let graded = graded(&folder);
    for ((name, points, reason), (expected, _, right)) in graded.iter().zip(&programs) {
        assert_eq!((name.as_str(), points.as_str()), (*expected, *right), "{reason}");
    }
    let told = |name: &str| graded.iter().find(|one| one.0 == name).map(|one| one.2.as_str()).unwrap();
    assert_eq!(
        told("exit"),
        "The program ended the test before it was over, with exit code 0: is there an `exit`?"
    );
    assert!(told("initial").contains("NumberFormatException"), "{}", told("initial"));
    assert!(told("initial").contains("line 2 of `Sq.java`"), "{}", told("initial"));
}

#[test]
fn nobody_gains_by_having_fewer_sets() {
    let java = "import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.params.ParameterizedTest;\n\
                import org.junit.jupiter.params.provider.EnumSource;\nclass TestSq {\n  @ParameterizedTest\n  @EnumSource(Sq.class)\n  \
                void free(Sq day) {\n    assertEquals(day.name().startsWith(\"S\"), day.isFree());\n  }\n}\n";
    let days =
        |all: &str, body: &str| format!("enum Sq {{ {all}; boolean isFree() {{ return {body}; }} }}\n");
    if let Some(folder) = tested_by(java, &JUNIT_5, SPEC) {
        let right = days("MON, TUE, SAT, SUN", "name().startsWith(\"S\")");
        let folder = folder
            .write("TestSq.java", java)
            .write("solution/Sq.java", right)
            .write("class/fewer/Sq.java", days("SAT, SUN", "true"))
            .write("class/wrong/Sq.java", days("MON, TUE, SAT, SUN", "true"));
        let few = "With this program there are 2 of the 4 sets of parameters of the test, which it takes from the program. It passes with 2 of 4 sets of parameters.";
        let [fewer, wrong] = graded(&folder).try_into().unwrap();
        assert_eq!((fewer.1.as_str(), fewer.2.as_str()), ("4", few));
        assert_eq!(wrong.1, "4");
    }
    if !has_pytest() {
        return;
    }
    let test = "import pytest\nimport days\n\n@pytest.mark.parametrize('day', days.ALL)\ndef test_free(day):\n    \
                if day == 'NONE':\n        pytest.skip('no day')\n    assert days.free(day) == day.startswith('S')\n";
    let days =
        |all: &str, body: &str| format!("ALL = '{all}'.split()\n\n\ndef free(day):\n    return {body}\n");
    let right = days("MON TUE NONE SAT SUN", "day.startswith('S')");
    let spec = "assignment: days\nsubmission: { files: [days.py] }\nreference: { files: [solution/days.py] }\n\
                tests: { runner: pytest, files: [test_days.py], points: 8 }\n";
    let folder = Scratch::new(spec)
        .write("test_days.py", test)
        .write("solution/days.py", &right)
        .write("class/right/days.py", right)
        .write("class/fewer/days.py", days("SAT", "True"))
        .write("class/skipping/days.py", days("NONE NONE NONE SAT", "True"))
        .write("class/wrong/days.py", days("MON TUE NONE SAT SUN", "True"));
    let points: Vec<_> = graded(&folder).into_iter().map(|(name, points, _)| (name, points)).collect();
    let expected = [("fewer", "2"), ("right", "8"), ("skipping", "2"), ("wrong", "4")];
    assert_eq!(points, expected.map(|(name, points)| (name.to_owned(), points.to_owned())));
}

#[test]
fn a_set_that_is_always_skipped_is_none_without_a_reference_too() {
    if !has_pytest() {
        return;
    }
    let test = "import pytest\nimport days\n\nNEVER = pytest.param(3, marks=pytest.mark.skip(reason='later'))\n\n\n\
                @pytest.mark.parametrize('n', [1, 2, NEVER, 4])\ndef test_next(n):\n    assert days.following(n) == n + 1\n";
    let folder = Scratch::new("assignment: days\nsubmission: { files: [days.py] }\ntests: { runner: pytest, files: [test_days.py], points: 6 }\n")
        .write("test_days.py", test)
        .write("class/right/days.py", "def following(n):\n    return n + 1\n")
        .write("class/third/days.py", "def following(n):\n    return 3 if n == 3 else 2\n")
        .write("class/two/days.py", "def following(n):\n    return n + 1 if n < 4 else 0\n");
    let points: Vec<_> = graded(&folder).into_iter().map(|(name, points, _)| (name, points)).collect();
    let expected = [("right", "6"), ("third", "2"), ("two", "4")];
    assert_eq!(points, expected.map(|(name, points)| (name.to_owned(), points.to_owned())));
}

#[test]
fn a_library_that_is_none_is_refused() {
    let test = "import org.junit.jupiter.api.*;\nclass TestSq {\n  @Test void one() { Assertions.assertEquals(1, Sq.of(1)); }\n}\n";
    let Some(folder) = tested_by(test, &JUNIT_5, SPEC) else { return };
    let folder = folder.write("TestSq.java", test);
    let mut folder =
        folder.write("solution/Sq.java", "class Sq { static int of(int n) { return n * n; } }\n");
    for (content, help) in [
        (String::new(), "download it again, or leave it out"),
        ("x".repeat(1000), "download it again, or leave it out"),
        ("PK\u{3}\u{4}".to_owned() + &"x".repeat(70_000), "download it again, or leave it out"),
        (
            "version https://git-lfs.github.com/spec/v1\nsize 12\n".to_owned(),
            "it stands for a file that Git keeps elsewhere: fetch it by `git lfs pull`",
        ),
    ] {
        folder = folder.write("lib/zz.jar", content);
        let ran = folder.run(&["check", "spec.yaml", "solution/Sq.java"]);
        assert_eq!(ran.code, 2, "{}", ran.stdout);
        assert!(ran.stderr.starts_with("error: `lib/zz.jar` is no archive of Java\n"), "{}", ran.stderr);
        assert!(ran.stderr.contains(help), "{}", ran.stderr);
    }
}
