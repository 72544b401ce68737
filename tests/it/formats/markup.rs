//! XML, CSV and Markdown, read by the parsers of Python and by a CommonMark library.

use std::io::Write;
use std::process::{Command, Stdio};

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

use super::{NAME, checked, graded};

/// What a program in Python, which is given a text on standard input, prints as JSON.
fn python(program: &str, input: &str) -> Value {
    let mut python = Command::new("python3")
        .args(["-I", "-c", program])
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "{input}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Elements as lists: name, attributes, text, elements in it.
const XML: &str = "
import json, sys
import xml.etree.ElementTree as tree
def read(element):
    return [element.tag, element.attrib, element.text or '', [read(child) for child in element]]
print(json.dumps(read(tree.fromstring(sys.stdin.buffer.read()))))
";

/// The elements of a name in an element, with their attributes.
fn children<'a>(element: &'a Value, name: &'a str) -> impl Iterator<Item = &'a Value> {
    element[3].as_array().unwrap().iter().filter(move |child| child[0] == name)
}

#[test]
fn junit_is_xml_of_the_dialect_and_its_counts_are_right() {
    let suites = python(XML, &graded("junit"));
    assert_eq!(suites[0], "testsuites");
    let number = |element: &Value, key: &str| element[1][key].as_str().unwrap().parse::<usize>().unwrap();
    let mut sums = [0; 4];
    const COUNTS: [(&str, &str); 4] =
        [("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")];
    for suite in children(&suites, "testsuite") {
        let cases: Vec<&Value> = children(suite, "testcase").collect();
        for (index, (attribute, element)) in COUNTS.into_iter().enumerate() {
            let count = match element {
                "testcase" => cases.len(),
                _ => cases.iter().filter(|case| children(case, element).next().is_some()).count(),
            };
            assert_eq!(number(suite, attribute), count, "{attribute} of {}", suite[1]["name"]);
            sums[index] += count;
        }
        let names: Vec<_> = cases.iter().map(|case| (&case[1]["classname"], &case[1]["name"])).collect();
        let unique: std::collections::HashSet<String> =
            names.iter().map(|name| format!("{name:?}")).collect();
        assert_eq!(unique.len(), names.len(), "GitLab shows one of several with the same name");
        for child in cases.iter().flat_map(|case| case[3].as_array().unwrap()) {
            let known = ["properties", "failure", "error", "skipped", "system-out"];
            assert!(known.iter().any(|name| child[0] == *name), "{child}");
        }
    }
    assert_eq!(sums, COUNTS.map(|(attribute, _)| number(&suites, attribute)));
    assert_eq!(sums[0], 16);
}

#[test]
fn junit_shows_what_a_hostile_program_printed_as_text() {
    let suites = python(XML, &graded("junit"));
    let suite = children(&suites, "testsuite").next().unwrap();
    assert_eq!(suite[1]["name"], NAME.replace('\u{202e}', "\\u{202e}"));
    let cases: Vec<&Value> = children(suite, "testcase").collect();
    let failure = children(cases[0], "failure").next().unwrap();
    assert_eq!(failure[1]["type"], "wrong answer");
    let text = failure[2].as_str().unwrap();
    for shown in
        ["]]><failure/><!--", "<script>alert(1)</script>", "&lt;&#x41;", "␛[2J", "\\xff", "\\u{fffe}"]
    {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    let error = children(cases[1], "error").next().unwrap();
    assert_eq!(error[1]["type"], "runtime error");
    let file = format!("class/{}/src/hello.py", NAME.replace('\u{202e}', "\\u{202e}"));
    assert_eq!((&cases[1][1]["file"], &cases[1][1]["line"]), (&file.into(), &"22".into()));
    let skipped = children(cases[3], "skipped").next().unwrap();
    assert_eq!(skipped[1]["message"], "To be marked by hand: comments.");
    assert!(children(cases[2], "properties").next().is_some());
}

#[test]
fn no_cell_of_the_grades_is_a_formula() {
    const CSV: &str = "import csv, json, sys\nsys.stdin.reconfigure(newline='')\nprint(json.dumps(list(csv.reader(sys.stdin))))";
    let rows = python(CSV, &graded("csv"));
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 5);
    for cell in rows.iter().flat_map(|row| row.as_array().unwrap()) {
        assert!(!cell.as_str().unwrap().starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
    }
    assert!(rows.iter().all(|row| row.as_array().unwrap().len() == rows[0].as_array().unwrap().len()));
}

/// What a renderer of GitHub's Markdown makes of a page.
fn events(page: &str) -> Vec<Event<'_>> {
    Parser::new_ext(page, Options::all()).collect()
}

/// A page without its code blocks.
fn without_code(page: &str) -> String {
    let events = Parser::new_ext(page, Options::all()).into_offset_iter();
    let blocks = events.filter(|(event, _)| matches!(event, Event::Start(Tag::CodeBlock(_))));
    let blocks: Vec<_> = blocks.map(|(_, range)| range).collect();
    let outside = |at: &usize| !blocks.iter().any(|block| block.contains(at));
    page.char_indices().filter(|(at, _)| outside(at)).map(|(_, character)| character).collect()
}

#[test]
fn nothing_in_a_summary_is_markup_but_our_own() {
    for page in [graded("markdown"), checked("markdown")] {
        for event in events(&page) {
            let is_markup = matches!(
                event,
                Event::Html(_)
                    | Event::InlineHtml(_)
                    | Event::InlineMath(_)
                    | Event::DisplayMath(_)
                    | Event::FootnoteReference(_)
                    | Event::Start(
                        Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock | Tag::BlockQuote(_)
                    )
            );
            assert!(!is_markup, "{event:?}\n{page}");
        }
        // Addresses become links by themselves, and names preceded by @ notify.
        let outside = without_code(&page);
        assert!(!outside.contains("https://") && !outside.contains(" @"), "{outside}");
    }
}

#[test]
fn a_summary_has_a_row_for_each_submission_and_the_lost_scenarios_of_the_only_one() {
    let count = |page: &str, wanted: fn(&Tag) -> bool| {
        events(page).iter().filter(|event| matches!(event, Event::Start(tag) if wanted(tag))).count()
    };
    let class = graded("markdown");
    assert_eq!(count(&class, |tag| matches!(tag, Tag::TableRow)), 4);
    assert_eq!(count(&class, |tag| matches!(tag, Tag::TableCell)), 5 * 4);
    let one = checked("markdown");
    assert_eq!(count(&one, |tag| matches!(tag, Tag::TableRow)), 4);
    assert_eq!(count(&one, |tag| matches!(tag, Tag::CodeBlock(_))), 3);
    assert_eq!(count(&one, |tag| matches!(tag, Tag::Heading { .. })), 1 + 3);
}
