//! `grade --history`: a class is compared with earlier gradings of the same assignment.

use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};

use super::docs::docs;
use super::html::{HOSTILE, hostile_class};
use super::scratch::{Ended, FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

/// Prints a name that is not asked for before everything else.
const WITH_ITS_NAME: &str =
    "print('by Zacharias Quirke')\nname = input('Name? ')\nprint(f'Hello, {name}!')\n";

/// A class that was graded last year, with three who forget the comma, and the class of this year.
fn two_years() -> Scratch {
    let class = Scratch::greeting()
        .write("before/Percival/hello.py", WITHOUT_COMMA)
        .write("before/Quentin/hello.py", WITHOUT_COMMA)
        .write("before/Rosalind/hello.py", WITHOUT_COMMA)
        .write("before/Zacharias Quirke/hello.py", WITH_ITS_NAME)
        .write("before/Zacharias Quirke 2/hello.py", WITH_ITS_NAME)
        .write("class/Ada/hello.py", SOLUTION)
        .write("class/Bob/hello.py", WITHOUT_COMMA)
        .write("class/Cyd/hello.py", FOUR_LETTERS)
        .write("class/Dan/hello.py", FOUR_LETTERS);
    let graded = class.run(&["grade", "spec.yaml", "before", "--out", "2025"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    class
}

/// Grades the class of this year, with pages for browsers.
fn compared(class: &Scratch, more: &[&str]) -> Ended {
    let grade = ["grade", "spec.yaml", "class", "--history", "2025", "--format", "html"];
    let graded = class.run(&[&grade, more].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    graded
}

fn history(class: &Scratch, folder: &str) -> Value {
    class.results_in(folder)["class"]["history"].clone()
}

/// The texts of some elements of the page of the class.
fn texts(class: &Scratch, selector: &str) -> Vec<String> {
    let text = |element: ElementRef| {
        element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let page = Html::parse_document(&class.read("yardstick-results/report.html"));
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    page.select(&Selector::parse(selector).unwrap()).map(text).collect()
}

#[test]
fn a_class_is_compared_with_an_earlier_one_in_the_terminal_on_the_page_and_in_the_results() {
    let class = two_years();
    let graded = compared(&class, &[]);
    let line = "  compared with 2025: median 0 of 10 then, 3.33 now\n";
    assert!(graded.stdout.contains(line), "{}", graded.stdout);
    let nobody = |scenario: &str| json!({ "scenario": scenario, "accepted": 0, "judged": 5 });
    let forgotten = "After line 1 of the input, `Ada`: punctuation differs: expected `Hello, Ada!`, printed `Hello Ada!`.";
    assert_eq!(
        history(&class, "yardstick-results"),
        json!([{
            "name": "2025",
            "graded": 5,
            "median": "0",
            "max_points": "10",
            "scenarios": [
                nobody("Greets / one name"),
                nobody("Greets / two words"),
                nobody("Greets / nobody"),
                nobody("Loud / capitals"),
                nobody("Practice / digits"),
            ],
            "mistakes": [
                {
                    "headline": "It ended with exit code 1: `ValueError: too short` (line 3 of `hello.py`).",
                    "then": 0,
                    "now": 2,
                },
                {
                    "headline": "Before the first input: the line `by [hidden]` should not be there.",
                    "then": 2,
                    "now": 0,
                },
                { "headline": forgotten, "then": 3, "now": 1 },
            ],
        }])
    );
    let schema = serde_json::from_str(&docs("results.schema.json")).unwrap();
    assert!(jsonschema::is_valid(&schema, &class.results()));
    let section = "section[aria-labelledby=earlier]";
    let parts = ["h2", "caption", "th", "td", "h3", "li"].map(|part| format!("{section} {part}"));
    insta::assert_snapshot!(texts(&class, &parts.join(", ")).join("\n"), @"
    Compared with earlier
    One row a class: its submissions, and the median of their points.
    Class
    Submissions
    Median
    this class
    4
    3.33 of 10
    2025
    5
    0 of 10
    How many make each mistake
    It ended with exit code 1: ValueError: too short (line 3 of hello.py).2 of 4 now, 0 of 5 in 2025
    Before the first input: the line by [hidden] should not be there.0 of 4 now, 2 of 5 in 2025
    After line 1 of the input, Ada: punctuation differs: expected Hello, Ada!, printed Hello Ada!.1 of 4 now, 3 of 5 in 2025
    How many were accepted, where that changed much
    Greets / two words3 of 4 now, 0 of 5 in 2025
    Greets / one name1 of 4 now, 0 of 5 in 2025
    Greets / nobody1 of 4 now, 0 of 5 in 2025
    Loud / capitals1 of 4 now, 0 of 5 in 2025
    Practice / digits1 of 4 now, 0 of 5 in 2025
    ");
}

#[test]
fn several_earlier_gradings_are_named_in_the_order_of_the_command() {
    let class = two_years();
    let graded = class.run(&["grade", "spec.yaml", "class/Ada", "--out", "2024"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let twice = ["--history", "2024", "--history", "2025"];
    let graded = compared(&class, &twice);
    assert!(graded.stdout.contains("compared with 2025: "), "{}", graded.stdout);
    assert!(graded.stdout.contains("compared with 2024: median 12 of 10 then, "), "{}", graded.stdout);
    let history = history(&class, "yardstick-results");
    let names: Vec<&Value> = history.as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["2025", "2024"]);
}

#[test]
fn nobody_reads_who_was_in_an_earlier_class() {
    let class = two_years();
    compared(&class, &[]);
    for file in ["grading.json", "results.json", "report.html", "grades.csv"] {
        let text = class.read(&format!("yardstick-results/{file}"));
        for name in ["Percival", "Quentin", "Rosalind", "Zacharias", "Quirke"] {
            assert!(!text.contains(name), "{name} is in {file}");
        }
    }
    // The mistake of Zacharias is told without the name.
    assert!(class.read("yardstick-results/results.json").contains("by [hidden]"));
}

#[test]
fn without_earlier_gradings_nothing_of_it_is_written() {
    let class = two_years();
    assert_eq!(class.results_in("2025")["class"].get("history"), None);
    assert!(!class.read("2025/grading.json").contains("history"));
}

#[test]
fn the_comparison_follows_from_the_results_folder_alone() {
    let class = two_years();
    compared(&class, &[]);
    let before = history(&class, "yardstick-results");
    let page = class.read("yardstick-results/report.html");
    std::fs::remove_dir_all(class.path("2025")).unwrap();
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
    let regraded = class.run(&["regrade"]);
    assert_eq!(regraded.code, 0, "{}", regraded.stderr);
    assert_eq!(history(&class, "yardstick-results"), before);
    assert_eq!(class.read("yardstick-results/report.html"), page);

    let bundled = class.run(&["bundle", "Bob"]);
    assert_eq!(bundled.code, 0, "{}", bundled.stderr);
    let verified = class.run(&["verify", "yardstick-bundle.zip"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn parts_are_joined_if_they_are_compared_with_the_same() {
    let class = two_years();
    compared(&class, &["--out", "alone"]);
    compared(&class, &["--shard", "0/2", "--out", "part-0"]);
    compared(&class, &["--shard", "1/2", "--out", "part-1"]);
    let merged = class.run(&["merge", "part-0", "part-1", "--out", "joined"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    for file in ["results.json", "report.html"] {
        assert_eq!(class.read(&format!("joined/{file}")), class.read(&format!("alone/{file}")), "{file}");
    }

    let other = ["grade", "spec.yaml", "class", "--format", "html", "--shard", "1/2", "--out", "part-1"];
    assert_eq!(class.run(&other).code, 0);
    let merged = class.run(&["merge", "part-0", "part-1", "--out", "other"]);
    assert_eq!(merged.code, 2);
    let said = "\n  the earlier gradings (`--history`): `2025` (";
    assert!(merged.stderr.contains(said), "{}", merged.stderr);
    assert!(merged.stderr.contains(") and none\nhelp: "), "{}", merged.stderr);
}

#[test]
fn what_cannot_be_compared_is_refused_with_what_to_do() {
    let class = two_years().write("empty/note.txt", "nothing");
    let spec = class.read("spec.yaml").replace("assignment: greeting", "assignment: farewell");
    let class = class.write("other.yaml", spec);
    assert_eq!(class.run(&["grade", "other.yaml", "before", "--out", "farewell"]).code, 0);
    let refused = |folder: &str, out: &str| {
        let graded = class.run(&["grade", "spec.yaml", "class", "--history", folder, "--out", out]);
        assert_eq!(graded.code, 2, "{}", graded.stderr);
        assert!(!class.path("new").exists());
        graded.stderr
    };
    insta::assert_snapshot!(refused("nowhere", "new"), @"
    error: `nowhere` holds no results: there is no such folder
    help: name the folder that `yardstick grade` wrote
    ");
    insta::assert_snapshot!(refused("empty", "new"), @"
    error: `empty` holds no results: there is no `grading.json` in it
    help: name the folder that `yardstick grade` wrote
    ");
    insta::assert_snapshot!(refused("farewell", "new"), @"
    error: `farewell` holds results of the assignment `farewell`, and this is `greeting`
    help: name results of `greeting`, or leave it out
    ");
    insta::assert_snapshot!(refused("2025", "./2025"), @"
    error: `2025` cannot be compared with itself: the results are written into it
    help: choose another folder with `--out`
    ");
    let manifest = class.read("2025/grading.json");
    let class = class.write("2025/grading.json", manifest.replace("\"version\": 1,", "\"version\": 7,"));
    let refused = class.run(&["grade", "spec.yaml", "class", "--history", "2025", "--out", "new"]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @"
    error: cannot compare with `2025`: cannot read `2025/grading.json`: it is of another version of yardstick
    help: grade it again with this version of yardstick, or leave out that `--history`
    ");
}

#[test]
fn missing_traces_of_an_earlier_class_are_a_warning() {
    let class = two_years();
    let traces = std::fs::read_dir(class.path("2025/traces")).unwrap().map(|entry| entry.unwrap().path());
    let journal = traces.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "traces"));
    let journal = journal.unwrap();
    let text = std::fs::read_to_string(&journal).unwrap();
    let kept: Vec<&str> = text.lines().filter(|line| !line.contains("\"Percival\"")).collect();
    assert!(kept.len() < text.lines().count());
    std::fs::write(&journal, kept.join("\n") + "\n").unwrap();
    let graded = compared(&class, &[]);
    let said = "warning: traces of 1 submission are missing in `2025`: only what is known is compared\n";
    assert!(graded.stderr.contains(said), "{}", graded.stderr);
    assert_eq!(history(&class, "yardstick-results")[0]["graded"], json!(4));
}

#[test]
fn nothing_that_an_earlier_class_printed_becomes_markup() {
    let mut class = hostile_class();
    for (number, line) in HOSTILE.iter().enumerate() {
        let program = format!(
            "import sys\ninput('Name? ')\nsys.stdout.buffer.write(bytes({:?}) + b'\\n')\n",
            line.to_vec()
        );
        // A mistake of one alone is not compared.
        for twin in ["a", "b"] {
            class = class.write(&format!("class/{number}{twin}/hello.py"), &program);
        }
    }
    let folder = "<img src=x onerror=alert(12)>";
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--out", folder]).code, 0);
    let class = class.write("now/Ada/hello.py", SOLUTION);
    let graded = class.run(&["grade", "spec.yaml", "now", "--history", folder, "--format", "html"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert!(texts(&class, "section[aria-labelledby=earlier] li").len() > 5);
    assert_eq!(texts(&class, "script").len(), 2);
    assert!(texts(&class, "img, svg[onload], iframe, link, base, form, meta[content^='0']").is_empty());
    let page = class.read("yardstick-results/report.html");
    assert!(page.contains("&lt;img src=x onerror=alert(12)&gt;"));
    assert!(!page.contains(['\u{1b}', '\u{202e}', '\u{200b}', '\u{feff}']));
    assert!(!graded.stdout.contains('\u{1b}'), "{}", graded.stdout);
}
