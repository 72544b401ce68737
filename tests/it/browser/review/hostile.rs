//! Submissions that mean harm, in every view of a review: nothing of theirs runs, and nothing takes long.

use serde_json::json;

use super::sitting::Sitting;
use crate::html::HOSTILE;
use crate::review::{RESULTS, Server, graded};
use crate::scratch::{GREETING, SOLUTION, Scratch, WITHOUT_COMMA};

/// No page takes more seconds of the processor, even in a build for tests.
const MOST_SECONDS: f64 = 10.0;
/// No page is larger: a browser shows it at once.
const LARGEST: usize = 2 << 20;

/// Leaves a mark if it runs anywhere.
const CANARY: &str = "<img src=x onerror=\"window.canary=1\"><script>window.canary=1</script>";

/// A class in which everything that a student can choose means harm: outputs, sources, errors, and names.
fn class() -> Scratch {
    let lines: Vec<String> = HOSTILE.iter().map(|line| format!("{:?}", line.to_vec())).collect();
    let prints = format!(
        "import sys\nname = input('Name? ')\nfor line in [{}]:\n    sys.stdout.buffer.write(bytes(line) + b'\\n')\n\
         sys.stdout.flush()\nprint({CANARY:?})\nraise ValueError({CANARY:?})\n",
        lines.join(", ")
    );
    let comments: String = (0..400).map(|number| format!("# {number} {CANARY} \u{202e}gnp.exe\n")).collect();
    let spec = GREETING.to_owned()
        + "  - name: Style\n    points: 4\n    scenarios:\n      - { name: names, manual: names say what }\n";
    let class = Scratch::new(&spec).write("solution.py", SOLUTION);
    let program =
        |class: Scratch, name: &str, program: &str| class.write(&format!("class/{name}/hello.py"), program);
    let class = program(class, "<img src=x onerror=alert(0)>", &prints);
    let class = program(class, "\"'><script>alert(1)<!--", "def <script>alert(12)</script>\n");
    let class = program(class, "C:\\..\\..\\passwd", WITHOUT_COMMA);
    let class = program(class, "%2f..%2fetc%2fpasswd", WITHOUT_COMMA);
    let class = program(class, "-rf ~", &format!("{comments}{WITHOUT_COMMA}"));
    let class = program(
        class,
        "\u{202e}txt.exe\u{2066}",
        "input()\nfor line in range(100_000):\n    print(line, '<b onclick=alert(2)>')\n",
    );
    let class = program(class, "\t", &format!("{}{WITHOUT_COMMA}", "\n".repeat(60_000)));
    let class = program(class, "one long line", "input()\nprint('<script>' * 100_000)\n");
    let class = program(
        class,
        "; rm -rf *",
        "input()\nwhile True:\n    print('\u{2066}</td></table><script>alert(3)</script>')\n",
    );
    graded(class)
}

#[test]
fn nothing_of_a_hostile_submission_runs_in_any_view_and_no_view_takes_long() {
    let Some(mut sitting) = Sitting::of(class(), &["--names", "--grader", CANARY]) else { return };
    let results = sitting.class.results();
    let submissions = results["submissions"].as_array().unwrap().clone();
    let count = submissions.len();
    assert_eq!(count, 9);
    let scenario = submissions[0]["scenarios"].as_array().unwrap().len() - 1;
    let cards = sitting
        .browser
        .value("[...document.querySelectorAll('.card')].map((card) => card.getAttribute('href'))");
    let groups: Vec<&str> = cards.as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();

    // What people write may have come from a student, too.
    let server = &sitting.server;
    for group in &groups {
        let key = group.trim_start_matches("group/");
        server.decide("decide", &json!({ "group": key, "ruling": "as-graded", "comment": CANARY }));
    }
    for (place, submission) in submissions.iter().enumerate() {
        server.decide("request", &json!({ "place": place, "words": CANARY.repeat(1000), "answer": CANARY }));
        server.decide("comment", &json!({ "place": place, "text": format!("{CANARY}\u{202e}") }));
        if submission["scenarios"][scenario]["verdict"] == "to be marked" {
            server.decide("mark", &json!({ "place": place, "scenario": scenario, "points": "1" }));
        }
    }
    server.decide("item", &json!({ "scenario": scenario, "sentence": CANARY, "points": "1" }));

    let mut views: Vec<String> = ["", "class", "requests", "history", "publish"].map(str::to_owned).to_vec();
    for group in &groups {
        views.push((*group).to_owned());
        views.push(group.replace("group/", "also-right/"));
    }
    for (place, submission) in submissions.iter().enumerate() {
        views.push(format!("submission/{place}"));
        views.push(format!("marks?scenario={scenario}&who={place}"));
        views.push(format!("compare?one={place}&other={}", (place + 1) % count));
        let name: String =
            submission["name"].as_str().unwrap().bytes().map(|byte| format!("%{byte:02X}")).collect();
        views.push(format!("requests?name={name}"));
    }
    for view in views {
        let before = sitting.server.seconds();
        let answer = sitting.server.get(&view);
        let took = sitting.server.seconds() - before;
        assert_eq!(answer.status, 200, "`{view}`: {}", answer.body);
        println!("`{view}`: {took:.2} s, {} bytes", answer.body.len());
        assert!(took < MOST_SECONDS, "`{view}`: {took} s");
        assert!(answer.body.len() < LARGEST, "`{view}`: {} bytes", answer.body.len());
        let hides = |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!answer.body.contains(hides), "`{view}` hides something");
        sitting.visit(&view);
        nothing_ran(&mut sitting, &view);
    }

    for (place, submission) in submissions.iter().enumerate() {
        let name = submission["name"].as_str().unwrap();
        sitting.visit(&format!("submission/{place}"));
        if sitting.browser.count("#play-on") == 0 {
            continue;
        }
        let before = sitting.server.seconds();
        sitting.browser.fill("#lines", &format!("{CANARY}\n"));
        sitting.browser.click("#play-on .first");
        sitting
            .browser
            .wait_until("!['', 'It runs …'].includes(document.querySelector('#played').textContent)");
        let took = sitting.server.seconds() - before;
        assert!(took < MOST_SECONDS, "`{name}`: {took} s");
        let size =
            sitting.browser.value("document.querySelector('#played').innerHTML.length").as_u64().unwrap();
        assert!(size < LARGEST as u64, "`{name}`: {size}");
        assert!(sitting.browser.count("#played .chip") > 0, "{}", sitting.browser.text("#played"));
        nothing_ran(&mut sitting, name);
    }
}

fn nothing_ran(sitting: &mut Sitting, view: &str) {
    assert_eq!(sitting.complaints(), Vec::<String>::new(), "`{view}`");
    let own = if view == "class" { 2 } else { 1 };
    assert_eq!(sitting.browser.value("document.scripts.length"), own, "`{view}`");
    assert_eq!(sitting.browser.value("window.canary ?? null"), json!(null), "`{view}`");
    let runs = "[...document.querySelectorAll('*')].filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on'))).length";
    assert_eq!(sitting.browser.value(runs), 0, "`{view}`");
    assert_eq!(sitting.browser.count("main"), 1, "`{view}`");
    assert_eq!(sitting.browser.count("iframe, object, embed, img:not([src^='data:'])"), 0, "`{view}`");
}

#[test]
fn what_is_left_out_of_a_long_output_or_source_is_told() {
    // The largest source that is kept at all, nearly.
    let long_source = "#\n".repeat(30_000);
    let class = Scratch::greeting()
        .write("class/Ada/hello.py", long_source + WITHOUT_COMMA)
        .write("class/Bob/hello.py", "input()\nfor line in range(100_000):\n    print(line)\n");
    let class = graded(class);
    let server = Server::start(&class.path(RESULTS), &[]);
    // A remark far below is not left out.
    server.decide("comment", &json!({ "place": 0, "file": "hello.py", "line": "29000", "text": "So far?" }));
    let page = server.page("submission/0");
    assert!(page.len() < LARGEST, "{}", page.len());
    assert!(page.contains("lines are left out"), "the source is cut, and that is told");
    assert!(page.contains("So far?"));
    let page = server.page("submission/1");
    assert!(page.len() < LARGEST, "{}", page.len());
    assert!(page.contains(" rows …") || page.contains(" lines …"), "the output is cut, and that is told");
}
