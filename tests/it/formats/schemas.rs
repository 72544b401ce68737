//! Formats that have a JSON Schema, held to it.

use serde_json::Value;

use super::{NAME, checked, class, graded};
use crate::scratch::Scratch;

/// What is printed in a format that has a schema in `tests/schemas/`, and is valid against it.
#[track_caller]
fn read(schema: &str, text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap();
    valid(schema, &value);
    value
}

/// A value must be valid against a schema of `tests/schemas/`.
#[track_caller]
pub(crate) fn valid(schema: &str, value: &Value) {
    let errors = errors(schema, value);
    assert!(errors.is_empty(), "{}\n{value:#}", errors.join("\n"));
}

/// What makes a value invalid against a schema of `tests/schemas/`.
pub(crate) fn errors(schema: &str, value: &Value) -> Vec<String> {
    let path = format!("{}/tests/schemas/{schema}.json", env!("CARGO_MANIFEST_DIR"));
    // The schema of SARIF has a bracket too many in the pattern of a key that is not written here.
    let text = std::fs::read_to_string(path).unwrap().replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&text).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn the_schema_of_results_is_printed_and_holds_for_a_hostile_class() {
    let schema: Value = serde_json::from_str(&class().run(&["schema", "results"]).stdout).unwrap();
    let results: Value = serde_json::from_str(&graded("json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&results).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    let hostile = crate::scratch::named(&results, NAME);
    let crash = &hostile["scenarios"][1]["annotations"][0];
    assert_eq!(crash["origin"], "runtime-error");
    assert_eq!((&crash["file"], &crash["line"]), (&"hello.py".into(), &22.into()));
    let import = &hostile["scenarios"][2]["annotations"][0];
    assert_eq!(
        (&import["origin"], &import["line"], &import["column"]),
        (&"imports".into(), &1.into(), &1.into())
    );
    let broken = &crate::scratch::named(&results, "grace")["obstacle"];
    assert_eq!((&broken["origin"], &broken["line"]), (&"does-not-compile".into(), &2.into()));
}

#[test]
fn sarif_names_rules_and_lines_by_paths_that_can_be_followed() {
    let log = read("sarif-2.1.0", &graded("sarif"));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&Value> = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| &rule["id"])
        .collect();
    assert_eq!(rules, ["does-not-compile", "imports", "runtime-error"]);
    let place = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        (place["artifactLocation"]["uri"].as_str().unwrap().to_owned(), place["region"]["startLine"].clone())
    };
    assert_eq!(results.len(), 3);
    let hostile = "class/%3DDoe%2C%20Jane%20%7C%20%3Cb%3E%20%5D%5D%3E%20%23%20%3A%3Aerror%3A%3A%E2%80%AE%20%60x%60%20%5C/src/hello.py";
    assert_eq!(place(&results[0]), (hostile.to_owned(), 22.into()));
    assert_eq!(place(&results[1]), (hostile.to_owned(), 1.into()));
    assert_eq!(place(&results[2]), ("class/grace/hello.py".to_owned(), 2.into()));
    let prints: std::collections::HashSet<&str> = results
        .iter()
        .map(|result| result["partialFingerprints"]["yardstick/v1"].as_str().unwrap())
        .collect();
    assert_eq!(prints.len(), 3);
}

#[test]
fn a_warning_of_a_rule_is_one_in_every_format() {
    let spec = "assignment: a\nsubmission: { files: [hello.py] }\nscenarios:\n  \
                - { name: no imports, points: 0, effect: warning, rule: { imports: [] } }\n  \
                - { name: main, points: 0, rule: { defines: [main] } }\n";
    let scratch = Scratch::new(spec).write("hello.py", "import os\n");
    let print = |format| scratch.run(&["check", "spec.yaml", "hello.py", "--format", format]).stdout;
    let sarif = read("sarif-2.1.0", &print("sarif"));
    let levels: Vec<&Value> =
        sarif["runs"][0]["results"].as_array().unwrap().iter().map(|result| &result["level"]).collect();
    assert_eq!(levels, ["warning", "error"]);
    let gitlab = read("gitlab", &print("gitlab"));
    assert_eq!((&gitlab[0]["severity"], &gitlab[1]["severity"]), (&"minor".into(), &"major".into()));
    // What is missing from the whole file has no line.
    assert_eq!(gitlab[1]["location"]["lines"]["begin"], 1);
    let commands = print("github");
    assert!(commands.contains("\n::warning file=hello.py,line=1,col=1,title=no imports::"), "{commands}");
    assert!(commands.contains("\n::error file=hello.py,title=main::"), "{commands}");
}

#[test]
fn gitlab_gets_findings_with_fingerprints_of_their_own() {
    let findings = read("gitlab", &graded("gitlab"));
    let all: std::collections::HashSet<&str> =
        findings.as_array().unwrap().iter().map(|finding| finding["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(all.len(), 3);
}

#[test]
fn no_two_findings_of_a_report_have_one_fingerprint() {
    let spec = "assignment: hello\nsubmission: { files: [hello.py] }\nscenarios:\n  \
        - { name: one, points: 1, expect: { stdout: x } }\n  - { name: two, points: 1, expect: { stdout: y } }\n";
    // Both scenarios stop at one line with the same words.
    let scratch = Scratch::new(spec).write("hello.py", "import sys\nraise ValueError('no')\n");
    let print = |format| scratch.run(&["check", "spec.yaml", "hello.py", "--format", format]).stdout;
    let gitlab = read("gitlab", &print("gitlab"));
    assert_eq!(gitlab.as_array().unwrap().len(), 1, "{gitlab}");
    let sarif = read("sarif-2.1.0", &print("sarif"));
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let unique: std::collections::HashSet<String> =
        results.iter().map(|result| result["partialFingerprints"]["yardstick/v1"].to_string()).collect();
    assert_eq!((results.len(), unique.len()), (1, 1));
}

#[test]
fn ctrf_counts_its_tests_and_keeps_the_points() {
    let report = read("ctrf", &graded("ctrf"));
    let tests = report["results"]["tests"].as_array().unwrap();
    let summary = &report["results"]["summary"];
    for status in ["passed", "failed", "skipped", "pending", "other"] {
        let count = tests.iter().filter(|test| test["status"] == status).count();
        assert_eq!(summary[status], count, "{status}");
    }
    assert_eq!(summary["tests"], tests.len());
    let ada = tests.iter().find(|test| test["suite"][0] == "ada").unwrap();
    assert_eq!((&ada["extra"]["points"], &ada["extra"]["max_points"]), (&5.0.into(), &5.0.into()));
}

#[test]
fn gradescope_gets_a_score_and_a_test_for_each_scenario() {
    let results = read("gradescope", &checked("gradescope"));
    assert_eq!(results["score"], 0.0);
    let tests = results["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 4);
    assert_eq!(tests[0]["status"], "failed");
    let style = &tests[3];
    assert!(style.get("score").is_none() && style.get("status").is_none(), "{style}");
}

#[test]
fn a_submission_that_could_not_be_graded_has_no_zero_in_any_format() {
    let scratch = Scratch::hello().write("hello.py", "print('hello')");
    let print = |format: &str| {
        let mut command =
            scratch.command(&["check", "spec.yaml", "hello.py", "--sandbox", "none", "--format", format]);
        // No interpreter, no grade.
        let ended = crate::scratch::ended(command.env("PATH", "/nonexistent"));
        assert_eq!(ended.code, 3, "{}", ended.stderr);
        ended.stdout
    };
    let gradescope: Value = serde_json::from_str(&print("gradescope")).unwrap();
    assert!(gradescope.get("score").is_none() && gradescope.get("tests").is_none(), "{gradescope}");
    assert!(!errors("gradescope", &gradescope).is_empty(), "Gradescope must say that the autograder failed");
    assert_eq!(read("classroom", &print("classroom"))["status"], "error");
    assert_eq!(read("ctrf", &print("ctrf"))["results"]["summary"]["other"], 1);
    assert!(print("junit").contains("<error message="));
    assert!(print("github").contains("Not graded, through no fault of the submission"));
    assert!(print("markdown").contains("**Not graded**"));
}

#[test]
fn classroom_gets_scores_that_add_up() {
    let result = read("classroom", &checked("classroom"));
    assert_eq!(result["status"], "fail");
    assert_eq!(result["max_score"], 12.5);
    let right = class().run(&["check", "spec.yaml", "class/ada", "--format", "classroom"]);
    let result = read("classroom", &right.stdout);
    let sum: f64 =
        result["tests"].as_array().unwrap().iter().map(|test| test["score"].as_f64().unwrap()).sum();
    assert_eq!(sum, 10.0);
}

#[test]
fn an_exception_in_a_session_is_shown_on_the_line_that_raised_it() {
    let spec = "assignment: a\nsubmission: { files: [hello.py] }\nreference: { files: [solution.py] }\n\
                scenarios: [{ name: s, points: 1, session: \">>> half(2)\\n1.0\" }]\n";
    let program =
        "def half(number):\n    return quarter(number)\n\n\ndef quarter(number):\n    return number / 0\n";
    let scratch = Scratch::new(spec)
        .write("solution.py", "def half(number):\n    return number / 2\n")
        .write("called/hello.py", program)
        .write("imported/hello.py", "import json\njson.loads('{')\n")
        .write("forged/hello.py", "class E(Exception):\n    __traceback__ = property(lambda self: 1 / 0)\ndef half(x):\n    raise E\n");
    for (folder, line) in [("called", 6), ("imported", 2)] {
        let printed = scratch.run(&["check", "spec.yaml", folder, "--format", "gitlab"]).stdout;
        let findings = read("gitlab", &printed);
        assert_eq!(findings[0]["check_name"], "runtime-error");
        assert_eq!(findings[0]["location"]["lines"]["begin"], line);
        assert_eq!(findings[0]["location"]["path"], format!("{folder}/hello.py"));
    }
    let forged = scratch.run(&["check", "spec.yaml", "forged", "--format", "json"]).stdout;
    let forged: Value = serde_json::from_str(&forged).unwrap();
    assert_eq!(forged["submissions"][0]["scenarios"][0]["verdict"], "runtime error");
}
