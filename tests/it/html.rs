//! The pages for browsers, as a parser sees them.

use std::collections::HashSet;

use scraper::{ElementRef, Html, Selector};
use yardstick::testing::compare::Verdict;
use yardstick::testing::plan::{Plan, ReferenceRunner};
use yardstick::testing::points::Points;
use yardstick::testing::report::{ClassPage, Format, Graded, GradedScenario, Guidance, Report, Role};
use yardstick::testing::sandbox::Isolation;
use yardstick::testing::spec::{Hidden, Spec};
use yardstick::testing::trace::Store;

use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

/// What breaks out of pages that do not escape, or confuses who reads them.
pub(crate) const HOSTILE: [&[u8]; 16] = [
    b"</script><script>alert(1)</script>",
    b"<img src=x onerror=alert(2)>",
    b"\"><svg onload=alert(3)>",
    b"' onmouseover='alert(4)",
    b"]]><script>alert(5)</script>",
    b"<!-- --><script>alert(6)</script> <!--",
    b"</style><link rel=stylesheet href=http://localhost:9/x>",
    b"</textarea></title><iframe src=javascript:alert(7)>",
    b"&lt;script&gt;&#60;script&#62;",
    b"\x1b[2J\x1b]0;title\x07\x08\x00\x7f",
    b"\xff\xfe\xed\xa0\x80\xc0\xaf stray",
    "\u{202e}gnp.exe\u{2066}\u{200b}\u{feff}".as_bytes(),
    b"{{constructor.constructor('alert(8)')()}} ${alert(9)}",
    b"<base href=http://localhost:9/><form action=x>",
    b"<meta http-equiv=refresh content=0;url=http://localhost:9>",
    b"`code` ` <b>`",
];

/// A class that prints everything hostile, and one whose name is.
pub(crate) fn hostile_class() -> Scratch {
    let bytes: Vec<String> = HOSTILE.iter().map(|line| format!("{:?}", line.to_vec())).collect();
    let program = format!(
        "import sys\nname = input('Name? ')\nfor line in [{}]:\n    sys.stdout.buffer.write(bytes(line) + b'\\n')\n\
         sys.stdout.flush()\nraise ValueError('<script>alert(10)</script>')\n",
        bytes.join(", ")
    );
    Scratch::greeting()
        .write("class/<img src=x onerror=alert(0)>/hello.py", &program)
        .write("class/\"'&lt;#?%41 b/hello.py", WITHOUT_COMMA)
        .write("class/<script>alert(11)<!--/hello.py", "def <script>alert(12)</script>\n")
}

/// A class of three, and one who misspelt the name of the file.
pub(crate) fn class() -> Scratch {
    Scratch::greeting()
        .write("class/Ada/hello.py", SOLUTION)
        .write("class/Bob/hello.py", WITHOUT_COMMA)
        .write("class/Eve/hello.py", WITHOUT_COMMA)
        .write("class/Cyd/hello.py", FOUR_LETTERS)
        .write("class/Dan/helo.py", SOLUTION)
}

/// The report of a large class, made without running anything.
pub(crate) fn large_class(submissions: usize, scenarios: usize) -> Report {
    let spec = Spec::load("byu-connect-four").unwrap();
    let graded = (0..submissions).map(|index| Graded {
        name: format!("student-{index:03}").into(),
        points: Some(Points::whole(i32::try_from(index * scenarios / submissions).unwrap())),
        scenarios: (0..scenarios)
            .map(|scenario| scenario_of(scenario, index * scenarios / submissions))
            .collect(),
        ..Graded::default()
    });
    let store = Store::empty();
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, None).unwrap();
    let mut report = Report::new(&plan, Isolation::NONE, graded.collect());
    report.max_points = Points::whole(i32::try_from(scenarios).unwrap());
    report
}

/// The first scenarios are accepted, the others lost.
fn scenario_of(scenario: usize, accepted: usize) -> GradedScenario {
    let is_accepted = scenario < accepted;
    GradedScenario {
        partly_right: false,
        role: Role::Tested,
        group: Some(format!("Group {}", scenario / 8).into()),
        name: format!("a scenario with a name that is as long as names are, number {scenario}").into(),
        alias: None,
        by_test: false,
        verdict: if is_accepted { Verdict::Accepted } else { Verdict::WrongAnswer },
        points: Some(if is_accepted { Points::whole(1) } else { Points::ZERO }),
        max_points: Points::whole(1),
        sixths: None,
        bonus: false,
        hidden: Hidden::Nothing,
        runs: 1,
        flaky: false,
        annotations: Vec::new(),
        reasons: vec!["After line 3 of the input, `0`: expected `X's turn`, printed `O's turn`.".into()],
        difference: None,
        side_by_side: None,
        loop_values: None,
        pictures: None,
        session: Vec::new(),
        args: Vec::new(),
        files: Vec::new(),
        env: Vec::new(),
        input: Vec::new(),
        hint: None,
        ladder: Vec::new(),
        cause: None,
        length: 0,
        guidance: Guidance::default(),
        said: None,
    }
}

/// A page as a parser sees it; it must have nothing to complain about.
fn parsed(page: &str) -> Html {
    let parsed = Html::parse_document(page);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed
}

fn all<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef) -> String {
    element.text().collect::<Vec<_>>().join("").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The texts of the elements of a page that a selector names.
pub(crate) fn texts(page: &str, selector: &str) -> Vec<String> {
    all(&parsed(page), selector).into_iter().map(text).collect()
}

fn graded(scratch: &Scratch) {
    let ended = scratch.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
}

/// Every page that was left behind.
fn pages(scratch: &Scratch) -> Vec<(String, String)> {
    let folder = scratch.path("yardstick-results");
    let feedback = std::fs::read_dir(folder.join("feedback")).unwrap().map(|entry| entry.unwrap().path());
    std::iter::once(folder.join("report.html"))
        .chain(feedback.filter(|path| path.extension().is_some_and(|extension| extension == "html")))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn the_page_of_the_class_leads_to_the_page_of_each_submission() {
    let class = class();
    graded(&class);
    let page = class.read("yardstick-results/report.html");
    let page = parsed(&page);
    let links: Vec<&str> =
        all(&page, "#matrix tbody a").iter().map(|link| link.value().attr("href").unwrap()).collect();
    assert_eq!(links.len(), 5);
    for link in links {
        assert!(class.path("yardstick-results").join(link).is_file(), "{link}");
    }
    let rows: Vec<String> = all(&page, "#matrix tbody tr").into_iter().map(text).collect();
    assert_eq!(rows[0], "Ada12✓✓✓✓✓");
    let points = all(&page, "#matrix tbody tr:first-child td[data-points]");
    let points: Vec<&str> = points.iter().map(|cell| cell.value().attr("data-points").unwrap()).collect();
    assert_eq!(points, ["3.34", "3.33", "3.33", "2", "0"]);
    let shown = all(&page, "#matrix tbody tr:first-child td[data-shown]");
    let shown: Vec<&str> = shown.iter().map(|cell| cell.value().attr("data-shown").unwrap()).collect();
    assert_eq!(shown, ["3⅓"; 3]);
    assert_eq!(rows[3], "Dan0`hello.py` is missing; `helo.py` is there: is the name misspelled?");
}

#[test]
fn a_third_is_shown_as_a_third_on_every_page() {
    let class = class();
    graded(&class);
    for (name, page) in pages(&class) {
        assert!(!page.contains("3.34 of") && !page.contains(": 3.33 points"), "{name}");
    }
    assert!(class.read("yardstick-results/feedback/Cyd.html").contains("0 of 3⅓"));
    assert!(class.read("yardstick-results/feedback/Cyd.txt").contains("(0/3⅓)"));
}

#[test]
fn one_point_is_a_point_on_every_page() {
    let group = |name: &str, bonus: &str| {
        format!(
            "  - {{ name: {name}, points: 1{bonus}, scenarios: [{{ name: it, expect: {{ stdout: \"hello\\n\" }} }}] }}\n"
        )
    };
    let groups = [group("Usual", ""), group("More", ", bonus: true")].concat();
    let spec = format!("assignment: one\nsubmission: {{ files: [hello.py] }}\ngroups:\n{groups}");
    let scratch = Scratch::new(&spec).write("class/Ada/hello.py", "print('hello')");
    graded(&scratch);
    for (name, page) in pages(&scratch) {
        let shown = texts(&page, "body").concat();
        assert!(!page.contains("1 points") && !shown.contains("1 bonus points"), "{name}: {shown}");
    }
    let page = scratch.read("yardstick-results/feedback/Ada.html");
    assert_eq!(texts(&page, ".total"), ["1 of 1 point, 1 of 1 bonus point"]);
    let page = scratch.read("yardstick-results/feedback/Ada.txt");
    assert!(page.ends_with("\n1 of 1 point and 1 of 1 bonus point\n"), "{page}");
}

#[test]
fn no_two_landmarks_of_a_page_have_one_name() {
    let class = class();
    graded(&class);
    for (name, page) in pages(&class) {
        let page = parsed(&page);
        let landmarks = all(&page, "section[aria-labelledby], [role=region], nav, main");
        let named: Vec<&str> =
            landmarks.iter().filter_map(|one| one.value().attr("aria-labelledby")).collect();
        let unique: std::collections::HashSet<&&str> = named.iter().collect();
        assert_eq!(unique.len(), named.len(), "{name}: {named:?}");
        for scrolls in all(&page, ".wide") {
            assert_eq!(scrolls.value().attr("tabindex"), Some("0"), "{name}");
        }
    }
}

#[test]
fn a_mistake_of_several_submissions_stands_first_with_its_dialogue_and_who_makes_it() {
    let class = class();
    graded(&class);
    let page = class.read("yardstick-results/report.html");
    let page = parsed(&page);
    let alike = all(&page, ".alike > li");
    assert_eq!(alike.len(), 1);
    let said = text(alike[0]);
    assert!(said.starts_with("2 of 5 submissions, 20 points ✗ wrong answer"), "{said}");
    assert!(said.contains("Write Hello, instead of Hello ") && said.contains("Bob · Eve"), "{said}");
    assert_eq!(
        all(&page, ".alike .excerpt .expected").into_iter().map(text).collect::<String>(),
        "Hello, Ada!"
    );
    let needs = text(all(&page, "#needs + .agenda")[0]);
    assert!(needs.contains("1 handed in nothing that can be run") && needs.contains("Dan"), "{needs}");
    assert!(needs.contains("2 lost everything for one line"), "{needs}");
    // Bob and Eve handed in the same, but so short a program proves nothing.
    assert!(all(&page, "#strange").is_empty());
}

#[test]
fn programs_that_were_stopped_for_different_reasons_make_different_mistakes() {
    let floods = "while True: print('x' * 9999)\n";
    let (sleeps, also) = ("import time\ntime.sleep(99)\n", "import time\ntime.sleep(98)\n");
    let class = Scratch::hello()
        .write("class/Ada/hello.py", floods)
        .write("class/Bob/hello.py", sleeps)
        .write("class/Eve/hello.py", also);
    let spec = class.read("spec.yaml").replace("wall: 60s", "wall: 300ms");
    let class = class.write("spec.yaml", &spec);
    class.run(&["grade", "spec.yaml", "class"]);
    let mistakes = class.results()["class"]["mistakes"].clone();
    assert_eq!(mistakes.as_array().map(Vec::len), Some(1), "{mistakes:#}");
    assert_eq!(mistakes[0]["submissions"], serde_json::json!(["Bob", "Eve"]), "{mistakes:#}");
}

#[test]
fn a_scenario_that_separates_nobody_is_named() {
    let class =
        Scratch::greeting().write("class/Ada/hello.py", SOLUTION).write("class/Bob/hello.py", SOLUTION);
    graded(&class);
    let page = class.read("yardstick-results/report.html");
    let page = parsed(&page);
    assert_eq!(text(all(&page, ".silent summary")[0]), "5 scenarios separate nobody");
    assert_eq!(text(all(&page, ".silent li")[0]), "Greets / one name: everybody was accepted");
}

#[test]
fn the_page_of_a_submission_shows_both_dialogues_turn_by_turn() {
    let class = class();
    graded(&class);
    let page = class.read("yardstick-results/feedback/Bob.html");
    let page = parsed(&page);
    let article = all(&page, "article")[0];
    let cells: Vec<String> = article.select(&Selector::parse(".sides td").unwrap()).map(text).collect();
    assert_eq!(cells, ["Name? Ada", "", "Name? Ada", "Hello, Ada!", "≠differs", "Hello Ada!"]);
    let marked: Vec<String> = article.select(&Selector::parse("mark").unwrap()).map(text).collect();
    assert_eq!(marked, [","]);
    assert_eq!(text(all(&page, "article .code .marked code")[0]), "print(f'Hello {name}!')");
    let todo = "Do this Write Hello, instead of Hello , in line 2 of hello.py.";
    assert_eq!(text(all(&page, "article .todo")[0]), todo);
    assert_eq!(all(&page, ".sources li").len(), 2);
    assert_eq!(text(all(&page, "article .input dd")[0]), "Ada");
    assert_eq!(text(all(&page, "header .total")[0]), "0 of 10 points, 0 of 2 bonus points");
}

#[test]
fn boards_are_drawn_and_the_cell_that_differs_is_marked() {
    let spec = "assignment: board\ntitle: Board\nsubmission: { files: [board.py] }\n\
                scenarios:\n  - name: shows it\n    points: 1\n    expect: { stdout: \"...\\n.X.\\nOXO\\n\" }\n";
    let program = "print('...')\nprint('.O.')\nprint('OXO')\n";
    let class = Scratch::new(spec).write("class/Ada/board.py", program);
    graded(&class);
    let page = class.read("yardstick-results/feedback/Ada.html");
    let page = parsed(&page);
    assert_eq!(all(&page, "td.board").len(), 6);
    assert_eq!(all(&page, "td.board mark").into_iter().map(text).collect::<Vec<_>>(), ["X", "O"]);
    assert_eq!(all(&page, "td.board i.p1").len(), 5);
}

#[test]
fn the_line_that_wins_is_pointed_out_where_the_reference_tells_it() {
    let fixture =
        concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/byu-connect-four/submissions/no-vertical-win");
    let scratch = Scratch::hello();
    let only = ["--only", "Vertical win/the handout"];
    scratch.run(&[&["grade", "byu-connect-four", fixture, "--format", "html"], &only[..]].concat());
    let page = scratch.read("yardstick-results/feedback/no-vertical-win.html");
    let page = parsed(&page);
    let decisive = all(&page, "td.board:nth-of-type(1) i.decisive");
    assert_eq!(decisive.into_iter().map(text).collect::<String>(), "XXXX");
    assert_eq!(all(&page, "i.decisive").len(), 4);
    assert!(text(all(&page, ".help")[0]).contains("Characters in a circle decide."));
}

#[test]
fn pages_of_an_earlier_run_do_not_outlive_it() {
    let class = class();
    graded(&class);
    class.run(&["grade", "spec.yaml", "class/Ada", "class/Bob", "--format", "html"]);
    let names: HashSet<String> =
        pages(&class).into_iter().filter_map(|(path, _)| Some(path.rsplit_once('/')?.1.to_owned())).collect();
    assert_eq!(names, ["report.html", "Ada.html", "Bob.html"].map(str::to_owned).into());
    class.run(&["grade", "spec.yaml", "class/Ada"]);
    assert!(!class.path("yardstick-results/report.html").exists());
    assert!(!class.path("yardstick-results/feedback/Ada.html").exists());
}

#[test]
fn nothing_that_a_submission_brings_becomes_markup() {
    let class = hostile_class();
    graded(&class);
    for (path, page) in pages(&class) {
        let page = parsed(&page);
        assert_eq!(all(&page, "script").len(), 2, "{path}");
        assert_eq!(all(&page, "style").len(), 2, "{path}");
        assert!(all(&page, "img, iframe, link, base, form, object, embed").is_empty(), "{path}");
        assert_eq!(all(&page, "meta").len(), 4, "{path}");
        for element in all(&page, "*") {
            for (name, value) in element.value().attrs() {
                assert!(
                    !name.starts_with("on") && name != "style" && name != "src",
                    "{path}: {name}={value}"
                );
                let leads_here = value.starts_with('#') || value.starts_with("feedback/");
                assert!(name != "href" || leads_here, "{path}: {value}");
            }
        }
    }
}

#[test]
fn nothing_that_a_submission_prints_is_invisible() {
    let class = hostile_class();
    graded(&class);
    for (path, page) in pages(&class) {
        let stray = |c: char| {
            let hides =
                matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
            (c.is_control() && c != '\n') || hides || c == '\u{feff}'
        };
        assert!(!page.contains(stray), "{path}");
    }
    let page = pages(&class).into_iter().find(|(path, _)| path.contains("_img")).unwrap().1;
    for sign in ["␛[2J", "\\xff\\xfe", "\\u{202e}gnp.exe", "&lt;/script&gt;&lt;script&gt;alert(1)"] {
        assert!(page.contains(sign), "{sign}");
    }
}

#[test]
fn a_page_fetches_nothing_and_runs_nothing_but_its_own() {
    let class = class();
    graded(&class);
    for (path, page) in pages(&class) {
        let page = parsed(&page);
        let policy = all(&page, "meta[http-equiv]")[0].value().attr("content").unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{path}: {policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{path}: {policy}");
    }
}

#[test]
fn every_page_has_the_landmarks_and_headings_that_screen_readers_use() {
    let class = class();
    graded(&class);
    for (path, page) in pages(&class) {
        let page = parsed(&page);
        assert_eq!(all(&page, "html[lang]").len(), 1, "{path}");
        for landmark in ["body > header", "body > main", "h1", "title"] {
            assert_eq!(all(&page, landmark).len(), 1, "{path}: {landmark}");
        }
        for table in all(&page, "table") {
            assert!(!text(table.select(&Selector::parse("caption").unwrap()).next().unwrap()).is_empty());
        }
        assert!(all(&page, "th:not([scope])").is_empty(), "{path}");
        assert!(all(&page, "nav:not([aria-label]), svg:not([aria-label]):not([aria-hidden])").is_empty());
        let ids: Vec<&str> = all(&page, "[id]").iter().filter_map(|one| one.value().attr("id")).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{path}: {ids:?}");
        for pointing in all(&page, "[aria-labelledby]") {
            let target = pointing.value().attr("aria-labelledby").unwrap();
            assert!(ids.contains(&target), "{path}: nothing is called {target}");
        }
        for link in all(&page, "a[href^='#']") {
            let target = &link.value().attr("href").unwrap()[1..];
            assert!(ids.contains(&target), "{path}: nothing is called {target}");
        }
        let levels: Vec<u8> =
            all(&page, "h1, h2, h3").iter().map(|one| one.value().name().as_bytes()[1]).collect();
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{path}: {levels:?}");
    }
}

#[test]
fn controls_that_need_a_script_are_hidden_without_one() {
    let class = class();
    graded(&class);
    for (path, page) in pages(&class) {
        let page = parsed(&page);
        let offered = "input[type=search], select, button, .keys";
        for element in all(&page, offered) {
            let hidden = |one: ElementRef| one.value().attr("hidden").is_some();
            let is_hidden = hidden(element) || element.ancestors().filter_map(ElementRef::wrap).any(hidden);
            assert!(is_hidden, "{path}: {}", element.html());
        }
    }
}

#[test]
fn the_page_of_three_hundred_submissions_is_small() {
    let report = large_class(300, 60);
    let links = (0..300).map(|index| format!("feedback/student-{index:03}.html")).collect();
    let mut page = Vec::new();
    ClassPage { links, review: None }.write(&report, &mut page).unwrap();
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    assert_eq!(all(&parsed(&String::from_utf8(page).unwrap()), "#matrix tbody td").len(), 300 * 61);
}
