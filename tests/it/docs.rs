//! What the README and `docs/` say is what the program does: examples are run, schemas are held to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use yardstick::testing::compare::Verdict;
use yardstick::testing::language;
use yardstick::testing::resource::Resource;
use yardstick::testing::sandbox::Limits;
use yardstick::testing::spec::{self, Spec};

pub(crate) fn docs(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(file)).unwrap()
}

/// A fenced block of a page.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) language: String,
    pub(crate) text: String,
    /// The number of its first line.
    line: usize,
    /// Whether nothing but an empty line stands between the block before and this one.
    follows: bool,
}

pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::<Block>::new();
    let mut open = false;
    let mut last_end = 0;
    for (index, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(_), true) => (open, last_end) = (false, index),
            (Some(language), false) => {
                let (language, follows) = (language.to_owned(), last_end > 0 && index == last_end + 2);
                blocks.push(Block { language, text: String::new(), line: index + 2, follows });
                open = true;
            }
            (None, true) => blocks.last_mut().unwrap().text += &format!("{line}\n"),
            (None, false) => {}
        }
    }
    blocks
}

/// The pages whose examples are specs or parts of them.
const PAGES: [&str; 2] = ["spec.md", "languages.md"];

/// The YAML blocks of those pages, each with the complaint that is printed right below it.
fn examples() -> Vec<(Block, Option<String>)> {
    let mut examples = Vec::new();
    for block in PAGES.iter().flat_map(|page| blocks(&docs(page))) {
        if block.language == "yaml" {
            examples.push((block, None));
        } else if block.follows && block.text.starts_with("error: ") {
            examples.last_mut().expect("a complaint is about a block").1 = Some(block.text);
        }
    }
    examples
}

/// A folder with the files that the examples name.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for below in ["support", "data/secret", "tests", "lib", "solution", "wrong/overdrawn"] {
        fs::create_dir_all(folder.path().join(below)).unwrap();
    }
    for file in [
        "solution.py",
        "solution.js",
        "solution.sh",
        "solution.awk",
        "solution.sql",
        "pets.sql",
        "trees.csv",
        "Account.java",
        "helper.py",
        "sum.py",
        "words.c",
        "stats.c",
        "stats.h",
        "inventory.hpp",
        "support/play.py",
        "check.py",
        "tests/harness.c",
        "data/secret/1.in",
        "data/secret/1.ans",
    ] {
        fs::write(folder.path().join(file), "print('Hello')\n").unwrap();
    }
    let cases = ["TestSquare", "TestSecret"].map(|class| {
        let methods = ["side", "drawing"].map(|name| format!("    def test_{name}(self):\n        pass\n"));
        format!("class {class}(unittest.TestCase):\n{}\n", methods.join("\n"))
    });
    for (file, text) in [
        ("test_shapes.py", "def test_area():\n    pass\n".to_owned()),
        ("tests/test_shapes.py", format!("import unittest\n\n{}", cases.join("\n"))),
        ("tests/helper.py", "SIDES = 4\n".to_owned()),
        (
            "tests/test_sums.py",
            "import unittest\n\nclass TestSums(unittest.TestCase):\n    def test_add(self):\n        pass\n"
                .to_owned(),
        ),
        ("tests/test_words.py", "def test_two():\n    pass\n".to_owned()),
        ("TestShapes.java", "class TestShapes { @Test void area() { } }\n".to_owned()),
        ("solution/Account.java", "class Account { }\n".to_owned()),
        ("wrong/overdrawn/Account.java", "class Account { int balance = -1; }\n".to_owned()),
        // An archive without files.
        ("lib/junit.jar", format!("PK\u{5}\u{6}{}", "\0".repeat(18))),
        ("handout.txt", ">>> area(1, 1)\n1\n".to_owned()),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    folder
}

/// A spec is whole when it names its assignment. Any other example is a part, whose keys take the place
/// of those of a small spec.
fn whole(example: &str) -> String {
    const SMALL: [(&str, &str); 4] = [
        ("assignment", "assignment: greeting\n"),
        ("submission", "submission: { files: [greet.py] }\n"),
        ("reference", "reference: { files: [solution.py] }\n"),
        ("scenarios", "scenarios: [{ name: greets by name, points: 1, stdin: [Ada] }]\n"),
    ];
    if example.contains("assignment:") {
        return example.to_owned();
    }
    let is_given = |key: &str| example.lines().any(|line| line.starts_with(&format!("{key}:")));
    let is_replaced = |key: &str| is_given(key) || (key == "scenarios" && is_given("groups"));
    let rest = SMALL.iter().filter(|(key, _)| !is_replaced(key));
    rest.map(|(_, text)| *text).collect::<String>() + example
}

pub(crate) fn yardstick(folder: &Path, args: &[&str]) -> std::process::Output {
    Command::cargo_bin("yardstick").unwrap().current_dir(folder).args(args).output().unwrap()
}

fn validator(schema: &str) -> jsonschema::Validator {
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
}

fn assert_valid(validator: &jsonschema::Validator, instance: &Value, what: &str) {
    let errors: Vec<String> =
        validator.iter_errors(instance).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}\n{}", errors.join("\n"));
}

/// What a person sees of the README first: all above its second heading.
fn first_screen() -> String {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    readme.split("\n## ").next().unwrap().to_owned()
}

#[test]
fn the_readme_begins_with_two_commands_that_grade_the_example_and_run_the_tests() {
    let blocks = blocks(&first_screen());
    let shown = |language: &str| {
        let found = blocks.iter().find(|block| block.language == language);
        found.unwrap_or_else(|| panic!("the README shows no `{language}`")).text.lines()
    };
    let commands: Vec<&str> = shown("console").map(|line| line.strip_prefix("$ ").unwrap()).collect();
    let [grade, test] = commands[..] else { panic!("{commands:?}") };
    assert_eq!(test, "cargo test --workspace");
    let grade: Vec<&str> = grade.strip_prefix("cargo run --release -- ").unwrap().split(' ').collect();
    let ["grade", spec, class] = grade[..] else { panic!("{grade:?}") };

    // The whole class is graded by the tests of the fixtures; here are the submissions whose rows are shown.
    let rows: Vec<Vec<&str>> = shown("text").map(|row| row.split_whitespace().collect()).collect();
    assert!(rows.len() >= 3, "{rows:?}");
    let class = Path::new(env!("CARGO_MANIFEST_DIR")).join(class);
    let submissions = rows.iter().map(|row| class.join(row[0]).display().to_string());
    let args: Vec<String> = ["grade", spec].map(str::to_owned).into_iter().chain(submissions).collect();
    let folder = tempfile::tempdir().unwrap();
    let output = yardstick(folder.path(), &args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    for row in rows {
        let is_it = |line: &str| line.split_whitespace().eq(row.iter().copied());
        assert!(printed.lines().any(is_it), "{row:?} is not in\n{printed}");
    }
}

#[test]
fn every_example_of_a_spec_is_one() {
    let folder = folder();
    let schema = validator(&docs("spec.schema.json"));
    let examples = examples();
    assert!(examples.len() > 20, "only {} examples were found", examples.len());
    for (block, _) in examples.iter().filter(|(_, complaint)| complaint.is_none()) {
        let path = folder.path().join("spec.yaml");
        let text = whole(&block.text);
        fs::write(&path, &text).unwrap();
        if let Err(error) = Spec::load(path.to_str().unwrap()) {
            panic!("docs/spec.md:{}: {error}", block.line);
        }
        let what = format!("docs/spec.md:{}", block.line);
        assert_valid(&schema, &serde_yaml::from_str(&text).unwrap(), &what);
    }
}

#[test]
fn the_smallest_spec_grades_a_program() {
    let (block, _) = examples().swap_remove(0);
    assert_eq!(block.text.lines().count(), 12);
    let folder = folder();
    fs::write(folder.path().join("greet.yaml"), block.text).unwrap();
    fs::write(folder.path().join("greet.py"), GREET).unwrap();
    let output = yardstick(folder.path(), &["check", "greet.yaml", "greet.py"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn every_wrong_spec_is_refused_in_the_words_of_the_page() {
    let examples = examples();
    let wrong: Vec<_> =
        examples.iter().filter_map(|(block, complaint)| Some((block, complaint.as_ref()?))).collect();
    assert!(wrong.len() >= 3, "only {} wrong specs were found", wrong.len());
    for (block, complaint) in wrong {
        let folder = folder();
        fs::write(folder.path().join("greet.yaml"), &block.text).unwrap();
        let output = yardstick(folder.path(), &["check", "greet.yaml", "."]);
        assert_eq!(output.status.code(), Some(2), "docs/spec.md:{}", block.line);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), *complaint, "docs/spec.md:{}", block.line);
    }
}

#[test]
fn every_key_of_a_spec_is_explained() {
    let page = docs("spec.md");
    let schema: Value = serde_json::from_str(&docs("spec.schema.json")).unwrap();
    let definitions = schema["definitions"].as_object().unwrap().values();
    let mut keys = BTreeSet::new();
    for mapping in definitions.chain([&schema]) {
        keys.extend(mapping["properties"].as_object().into_iter().flatten().map(|(key, _)| key));
    }
    assert!(keys.len() > 30, "only {keys:?} were found");
    for key in keys {
        let is_explained = [format!("`{key}`"), format!("`{key}:")].iter().any(|shown| page.contains(shown));
        assert!(is_explained && page.contains(&format!("{key}:")), "`{key}`");
    }
}

#[test]
fn the_schema_for_editors_is_the_one_that_the_program_prints() {
    let output = yardstick(Path::new("."), &["schema"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let help = "write it anew: `yardstick schema > docs/spec.schema.json`";
    assert!(printed == docs("spec.schema.json"), "{help}");
}

#[test]
fn every_shipped_spec_is_valid_against_the_schema() {
    let schema = validator(&docs("spec.schema.json"));
    for shipped in spec::shipped() {
        assert_valid(&schema, &serde_yaml::from_str(shipped.text).unwrap(), shipped.key);
    }
}

#[test]
fn the_schema_refuses_what_the_program_refuses_by_its_shape() {
    let schema = validator(&docs("spec.schema.json"));
    for part in [
        "scenario: []\n",
        "compare: roughly\n",
        "compare: [trailing-blank]\n",
        "compare: { events: { won: { line: x, repeat: twice } } }\n",
        "reference: no-such-reference\n",
        "limits: { time: 2s }\n",
        "final_newline: 1\n",
        "scenarios: [{ name: a, points: 1, stdin: { a: b } }]\n",
        "scenarios: [{ name: a, points: 1, expect: { stdout: { any_of: [] } } }]\n",
        "scenarios: [{ name: a, points: 1, expect: { stderr: full } }]\n",
        "scenarios: [{ name: a, points: 1, hidden: input }]\n",
    ] {
        let folder = folder();
        let path = folder.path().join("spec.yaml");
        fs::write(&path, whole(part)).unwrap();
        assert!(Spec::load(path.to_str().unwrap()).is_err(), "{part}");
        assert!(!schema.is_valid(&serde_yaml::from_str(&whole(part)).unwrap()), "{part}");
    }
}

#[test]
fn a_regex_takes_the_first_alternative_that_matches() {
    let picked = |pattern: &str| regex::Regex::new(pattern).unwrap().find("A, then B").unwrap().as_str();
    assert_eq!(picked("^.*A|^.*B"), "A, then B");
    assert_eq!(picked("^.*?A|^.*?B"), "A");
}

/// The program that the examples ask for.
const GREET: &str = "print(\"Hello, \" + input(\"Name? \") + \"!\")\n";

/// Grades the three submissions that `docs/results.md` tells of; gives back the results folder.
pub(crate) fn grade_the_example(folder: &Path) -> PathBuf {
    let spec = blocks(&docs("results.md")).into_iter().find(|block| block.language == "yaml").unwrap();
    fs::write(folder.join("greet.yaml"), spec.text).unwrap();
    fs::write(folder.join("solution.py"), GREET).unwrap();
    let small = GREET.replace("Hello", "hello");
    for (name, file, text) in
        [("ada", "greet.py", GREET), ("grace", "greet.py", small.as_str()), ("linus", "greeting.py", GREET)]
    {
        fs::create_dir_all(folder.join("class").join(name)).unwrap();
        fs::write(folder.join("class").join(name).join(file), text).unwrap();
    }
    let output = yardstick(folder, &["grade", "greet.yaml", "class"]);
    assert!(output.status.success(), "{output:?}");
    folder.join("yardstick-results")
}

#[test]
fn the_results_of_the_page_are_those_that_the_program_writes() {
    let folder = folder();
    let results = grade_the_example(folder.path());
    let blocks = blocks(&docs("results.md"));
    for (language, file) in [("json", "results.json"), ("csv", "grades.csv"), ("text", "feedback/grace.txt")]
    {
        let shown = blocks.iter().find(|block| block.language == language).unwrap();
        assert_eq!(fs::read_to_string(results.join(file)).unwrap(), shown.text, "{file}");
    }
}

#[test]
fn results_are_valid_against_their_schema() {
    let folder = folder();
    let results = fs::read_to_string(grade_the_example(folder.path()).join("results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    let schema = validator(&docs("results.schema.json"));
    assert_valid(&schema, &results, "results.json");
    let mut with_more = results.clone();
    with_more["submissions"][0]["scenarios"][0]["color"] = "blue".into();
    assert!(!schema.is_valid(&with_more), "an unknown key must be refused");
    let mut with_a_number = results;
    with_a_number["max_points"] = 10.into();
    assert!(!schema.is_valid(&with_a_number), "points are text");
}

#[test]
fn an_audit_is_valid_against_its_schema() {
    let schema = validator(&docs("audit.schema.json"));
    let folder = folder();
    for spec in ["byu-connect-four", "carleton-connect4"] {
        let output = yardstick(folder.path(), &["audit", spec, "--format", "json"]);
        let audit: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_valid(&schema, &audit, spec);
        let mut with_more = audit.clone();
        with_more["targets"][0]["color"] = "blue".into();
        assert!(!schema.is_valid(&with_more), "an unknown key must be refused");
    }
    let printed = yardstick(folder.path(), &["schema", "audit"]).stdout;
    assert_eq!(String::from_utf8(printed).unwrap(), docs("audit.schema.json"));
}

#[test]
fn every_verdict_is_in_the_schema_and_explained() {
    let schema: Value = serde_json::from_str(&docs("results.schema.json")).unwrap();
    let known = schema["definitions"]["scenario"]["properties"]["verdict"]["enum"].as_array().unwrap();
    assert_eq!(*known, Verdict::ALL.map(|verdict| Value::from(verdict.words())));
    let page = docs("results.md");
    for verdict in Verdict::ALL {
        assert!(page.contains(&format!("| `{verdict}` |")), "{verdict}");
    }
}

#[test]
fn every_limit_is_in_the_pages_about_specs_and_isolation() {
    let (spec, isolation) = (docs("spec.md"), docs("isolation.md"));
    for resource in Resource::ALL {
        let words = resource.facts().words;
        assert!(isolation.contains(words), "{words}");
        let Some(setting) = resource.facts().setting else { continue };
        let row = spec.lines().find(|line| line.starts_with(&format!("| `{}` |", setting.key)));
        let row = row.unwrap_or_else(|| panic!("`{}` is not listed", setting.key)).replace(' ', "");
        let usual = Limits::default().of(resource).to_string().replace(' ', "");
        assert!(row.contains(&format!("|`{usual}`")), "{usual}: {row}");
    }
}

#[test]
fn every_language_is_in_the_page_about_specs() {
    let page = docs("spec.md");
    for language in language::all() {
        assert!(page.contains(&format!("`{}`", language.name)), "{}", language.name);
    }
}

#[test]
fn the_glossary_is_in_alphabetical_order() {
    let page = docs("glossary.md");
    let words: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("** – "))
        .map(|one| one.0)
        .collect();
    assert!(words.len() > 50, "only {words:?} were found");
    assert_eq!(page.lines().filter(|line| line.starts_with("- ")).count(), words.len());
    for pair in words.windows(2) {
        assert!(pair[0].to_lowercase() < pair[1].to_lowercase(), "`{}` stands before `{}`", pair[0], pair[1]);
    }
}
