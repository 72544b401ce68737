//! Sessions whose clock begins at a given time.

use crate::optional;
use crate::scratch::{Scratch, named};

/// The scenarios of a session that tells the hour; `CALL` is the line, and `TEXT` says how a text is written.
const SCENARIOS: &str = "
clock: 2026-03-01T12:00:00
timezone: Europe/Berlin
scenarios:
  - { name: noon, points: 1, session: \">>> CALL\\n'2026-03-01 12:00'\" }
  - { name: again, points: 1, session: \">>> CALL\\n'2026-03-01 12:00'\" }
  - { name: another, points: 1, clock: 2027-01-01 00:00, timezone: Asia/Tokyo, session: \">>> CALL\\n'2027-01-01 00:00'\" }
";

/// How a time is written matters to no compiler, which is started for each time.
const INSTANT: &str = "  - { name: an instant, points: 1, clock: \"2030-06-30T22:30:00Z\", session: \">>> CALL\\n'2030-07-01 00:30'\" }\n";

const PYTHON: &str = "import os, time
from datetime import datetime
def now():
    assert time.localtime().tm_year == datetime.now().year and 'LD_PRELOAD' not in os.environ
    assert os.environ.get('COLOR') == 'red'
    return datetime.now().strftime('%Y-%m-%d %H:%M')
";

const JAVASCRIPT: &str = "const two = n => String(n).padStart(2, '0');
function now() {
  const d = new Date();
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}`;
}
module.exports = { now };
";

const C: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include "today.h"
const char *now(void) {
    static char text[32];
    struct timeval of_day;
    time_t now = time(NULL);
    gettimeofday(&of_day, NULL);
    if (of_day.tv_sec - now > 5) abort();
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", localtime(&now));
    return text;
}
"#;

const CPP: &str = r#"#pragma once
#include <chrono>
#include <ctime>
#include <string>
inline std::string now() {
    std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", std::localtime(&now));
    return text;
}
"#;

const JAVA: &str = r#"import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
public class Today {
    static String now() { return LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")); }
}
"#;

/// Grades one submission, twice; the results are found again and can be verified.
fn points(tool: &str, head: &str, call: &str, quote: &str, files: &[(&str, &str)]) -> Option<String> {
    optional::found(tool)?;
    let (instant, points) = if ["g++", "javac"].contains(&tool) { ("", "3") } else { (INSTANT, "4") };
    let scenarios = format!("{SCENARIOS}{instant}").replace("CALL", call).replace('\'', quote);
    let spec = format!("assignment: today\n{head}{scenarios}");
    let scratch = files.iter().fold(Scratch::new(&spec), |scratch, (file, text)| scratch.write(file, text));
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{tool}: {}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    let ada = named(&results, "ada");
    let page = scratch.read("yardstick-results/feedback/ada.txt");
    assert!(ada["points"] == points, "{tool}: {page}");
    let verified = scratch.run(&["verify"]);
    assert_eq!(verified.code, 0, "{tool}: {}{}", verified.stdout, verified.stderr);
    Some(page)
}

#[test]
fn a_session_in_python_begins_at_the_time_of_its_clock() {
    let head = "submission: { files: [today.py] }\nenv: { COLOR: red }\n";
    points("python3", head, "now()", "'", &[("class/ada/today.py", PYTHON)]);
}

#[test]
fn a_session_in_javascript_begins_at_the_time_of_its_clock() {
    let head = "submission: { files: [today.js] }\n";
    points("node", head, "now()", "'", &[("class/ada/today.js", JAVASCRIPT)]);
}

#[test]
fn a_session_in_c_begins_at_the_time_of_its_clock() {
    let head = "submission: { files: [today.c], supplied: [today.h] }\nheader: today.h\n";
    let files = [("class/ada/today.c", C), ("today.h", "const char *now(void);\n")];
    points("gcc", head, "now()", "\\\"", &files);
    // The source takes the place of the header.
    let whole = C.replace("#include \"today.h\"\n", "");
    let head = "submission: { files: [today.c] }\nheader: today.c\n";
    points("gcc", head, "now()", "\\\"", &[("class/ada/today.c", &whole)]);
}

#[test]
fn a_session_in_cpp_begins_at_the_time_of_its_clock() {
    let head = "submission: { files: [today.hpp] }\nheader: today.hpp\n";
    points("g++", head, "now()", "\\\"", &[("class/ada/today.hpp", CPP)]);
}

#[test]
fn a_session_in_java_begins_at_the_time_of_its_clock() {
    let head = "submission: { files: [Today.java] }\n";
    points("javac", head, "Today.now()", "\\\"", &[("class/ada/Today.java", JAVA)]);
}

#[test]
fn a_reference_has_the_clock_of_a_session_too_and_a_page_tells_the_time() {
    let spec = "assignment: due\nsubmission: { files: [due.py] }\nreference: { files: [right/due.py] }\n\
                scenarios:\n  - { name: late, points: 1, clock: 2026-03-02, session: '>>> overdue(1)' }\n  \
                - { name: early, points: 1, clock: 2026-03-01, session: '>>> overdue(1)' }\n";
    let right = "import datetime\ndef overdue(day):\n    return datetime.date.today() > datetime.date(2026, 3, day)\n";
    let scratch = Scratch::new(spec)
        .write("right/due.py", right)
        .write("wrong/due.py", right.replace("today() >", "today() >="));
    let page = scratch.run(&["check", "spec.yaml", "right/due.py"]);
    assert!(page.stdout.contains("2 of 2 points"), "{}{}", page.stdout, page.stderr);
    let page = scratch.run(&["check", "spec.yaml", "wrong/due.py"]).stdout;
    assert!(page.contains("1 of 2 points") && page.contains("early: wrong answer"), "{page}");
    assert!(page.contains("Environment: clock 2026-03-01 00:00:00 UTC"), "{page}");
}
