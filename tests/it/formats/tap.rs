//! TAP 14, read by a strict parser of our own, written from the specification alone:
//! <https://testanything.org/tap-version-14-specification.html>.

use serde_json::Value;

use super::{NAME, graded};

/// A plan and its test points.
#[derive(Debug)]
struct Document {
    points: Vec<Point>,
}

/// One test point.
#[derive(Debug)]
struct Point {
    ok: bool,
    description: String,
    skip: bool,
    diagnostics: Option<Value>,
    subtest: Option<Document>,
}

/// Reads the lines of one level, which begin with `indent`; nothing may be left that is not understood.
fn read(lines: &[&str], indent: &str) -> Document {
    let own = |line: &&&str| line.starts_with(indent);
    assert!(lines.iter().all(|line| own(&line)), "{lines:#?}");
    let mut rest = lines.iter().map(|line| &line[indent.len()..]).peekable();
    let plan = rest.next().unwrap();
    let count: usize = plan.strip_prefix("1..").and_then(|count| count.parse().ok()).expect(plan);
    let mut points: Vec<Point> = Vec::new();
    while let Some(line) = rest.next() {
        let mut subtest = None;
        let mut line = line;
        if let Some(name) = line.strip_prefix("# Subtest: ") {
            let mut inner = Vec::new();
            while let Some(line) = rest.next_if(|line| line.starts_with("    ")) {
                inner.push(line);
            }
            subtest = Some(read(&inner, "    "));
            line = rest.next().expect("a subtest ends with a test point");
            assert!(line.ends_with(&format!(" - {name}")), "{line}");
        }
        points.push(point(line, points.len() + 1));
        let last = points.last_mut().unwrap();
        last.subtest = subtest;
        if rest.next_if(|line| *line == "  ---").is_some() {
            let mut block = String::new();
            loop {
                match rest.next().expect("a block is closed") {
                    "  ..." => break,
                    line => block += &format!("{}\n", line.strip_prefix("  ").expect(line)),
                }
            }
            last.diagnostics = Some(serde_yaml::from_str(&block).unwrap());
        }
    }
    assert_eq!(points.len(), count, "the plan");
    Document { points }
}

fn point(line: &str, number: usize) -> Point {
    let (ok, rest) = match line.strip_prefix("not ok ") {
        Some(rest) => (false, rest),
        None => (true, line.strip_prefix("ok ").expect(line)),
    };
    let rest = rest.strip_prefix(&format!("{number} - ")).expect(line);
    let mut description = String::new();
    let mut directive = None;
    let mut characters = rest.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                let escaped = characters.next().expect(line);
                assert!(matches!(escaped, '\\' | '#'), "{line}");
                description.push(escaped);
            }
            '#' => {
                directive = Some(characters.as_str().trim().to_lowercase());
                break;
            }
            other => description.push(other),
        }
    }
    let skip = directive.as_ref().is_some_and(|directive| directive.starts_with("skip"));
    assert_eq!(skip, directive.is_some(), "{line}");
    Point { ok, description: description.trim().to_owned(), skip, diagnostics: None, subtest: None }
}

#[test]
fn tap_has_a_point_for_each_submission_and_a_subtest_for_its_scenarios() {
    let printed = graded("tap");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "TAP version 14");
    let document = read(&lines[1..], "");
    let names: Vec<&str> = document.points.iter().map(|point| point.description.as_str()).collect();
    assert_eq!(names, [&NAME.replace('\u{202e}', "\\u{202e}"), "ada", "grace", "linus"]);
    let oks: Vec<bool> = document.points.iter().map(|point| point.ok).collect();
    assert_eq!(oks, [false, true, false, false]);
    for point in &document.points {
        let scenarios = &point.subtest.as_ref().unwrap().points;
        assert_eq!(scenarios.len(), 4);
        assert_eq!(scenarios[0].description, "Greets # one: two, 100% / one name");
        assert!(scenarios.iter().all(|scenario| scenario.diagnostics.is_some()));
    }
    let hostile = &document.points[0].subtest.as_ref().unwrap().points;
    assert_eq!(
        hostile.iter().map(|one| (one.ok, one.skip)).collect::<Vec<_>>(),
        [(false, false), (false, false), (false, false), (true, true),]
    );
    let diagnostics = hostile[0].diagnostics.as_ref().unwrap();
    assert_eq!(diagnostics["verdict"], "wrong answer");
    assert_eq!(diagnostics["max_points"], 5.0);
    let details = diagnostics["details"].as_str().unwrap();
    for shown in ["ok 99 - forged", "Bail out!", "1..0", "  ..."] {
        assert!(details.contains(shown), "{shown}: {details}");
    }
    assert_eq!(hostile[1].diagnostics.as_ref().unwrap()["line"], 22);
}
