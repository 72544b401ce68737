//! The pages for browsers, in a browser.
//!
//! A headless Chromium is driven through its debugging protocol. Where there is none, these tests are skipped:
//! `apt-get install chromium` provides one, or `YARDSTICK_CHROMIUM` names one.

mod chromium;
mod review;
mod web;

use std::fs::{self, File};
use std::path::PathBuf;

use chromium::{Browser, url};
use serde_json::{Value, json};
use yardstick::testing::report::{ClassPage, Format};

use super::html::{class, hostile_class, large_class};
use super::scratch::Scratch;

/// The pages of a class, that of the class first.
fn pages(class: &Scratch) -> Vec<PathBuf> {
    let ended = class.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let results = class.path("yardstick-results");
    let feedback = fs::read_dir(results.join("feedback")).unwrap().map(|entry| entry.unwrap().path());
    let feedback = feedback.filter(|path| path.extension().is_some_and(|extension| extension == "html"));
    std::iter::once(results.join("report.html")).chain(feedback).collect()
}

#[test]
fn no_page_complains_asks_for_anything_or_runs_what_a_submission_brings() {
    let Some(mut browser) = Browser::open_page() else { return };
    for class in [class(), hostile_class()] {
        for page in pages(&class) {
            browser.open(&page);
            assert_eq!(browser.value("document.scripts.length"), 2, "{}", page.display());
            assert_eq!(browser.value("getComputedStyle(document.body).maxWidth.endsWith('px')"), true);
            assert_eq!(browser.complaints(&url(&page)), Vec::<String>::new(), "{}", page.display());
        }
    }
}

#[test]
fn links_lead_to_pages_whatever_the_names_of_submissions_are() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = hostile_class();
    browser.open(&pages(&class)[0]);
    let links =
        browser.value("[...document.querySelectorAll('#matrix a')].map(a => [a.href, a.textContent])");
    for link in links.as_array().unwrap() {
        browser.ask("Page.navigate", &json!({ "url": link[0] }));
        browser.wait(|one| one["method"] == "Page.loadEventFired");
        assert_eq!(browser.value("document.querySelector('h1').textContent"), link[1]);
    }
}

#[test]
fn the_table_of_a_class_sorts_and_filters() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = class();
    browser.open(&pages(&class)[0]);
    let names = "[...document.querySelectorAll('#matrix tbody tr:not([hidden]) th')].map(th => th.textContent).join(' ')";
    assert_eq!(browser.value(names), "Ada Bob Cyd Dan Eve");
    let points = "document.querySelectorAll('#matrix thead button')[1].click()";
    browser.value(points);
    assert_eq!(browser.value(names), "Ada Cyd Bob Dan Eve");
    assert_eq!(browser.value("document.querySelector('#matrix [aria-sort]').textContent"), "Points");
    browser.value(points);
    assert_eq!(browser.value(names), "Bob Dan Eve Cyd Ada");
    let shown = "getComputedStyle(document.querySelector('#matrix td[data-points]'), '::after').content";
    assert_eq!(browser.value(shown), "none");
    browser.value("document.getElementById('earned').click()");
    assert_ne!(browser.value(shown), "none");
    browser.press("/");
    assert_eq!(browser.value("document.activeElement.id"), "name");
    browser.press("d");
    assert_eq!(browser.value(names), "Dan Cyd Ada");
    assert_eq!(browser.value("document.getElementById('shown').textContent"), "3 of 5 shown");
    browser.value("document.getElementById('all').click()");
    browser.value("document.querySelector('[data-places]').click()");
    assert_eq!(browser.value(names), "Bob Eve");
}

#[test]
fn a_name_is_found_without_its_accents() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = Scratch::hello();
    let names = ["Łukasz Øberg", "Émile Nuñez", "Jürgen Weiß", "Bob"];
    let class = names.iter().fold(class, |class, name| class.write(&format!("class/{name}/hello.py"), ""));
    browser.open(&pages(&class)[0]);
    let shown = "[...document.querySelectorAll('#matrix tbody tr:not([hidden]) th')].map(th => th.textContent).join(' ')";
    for (typed, found) in [
        ("lukasz ob", "Łukasz Øberg"),
        ("NUNEZ", "Émile Nuñez"),
        ("émile", "Émile Nuñez"),
        ("weiss", "Jürgen Weiß"),
        ("jürgen", "Jürgen Weiß"),
        ("bob", "Bob"),
    ] {
        let name = "document.getElementById('name')";
        browser.value(&format!("{name}.value = '{typed}', {name}.dispatchEvent(new Event('input'))"));
        assert_eq!(browser.value(shown), found, "{typed}");
    }
}

#[test]
fn on_paper_the_names_of_scenarios_stand_above_the_table() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = class();
    browser.open(&pages(&class)[0]);
    browser.ask("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    let heads = "[...document.querySelectorAll('th[data-sort]')]";
    let unseen = format!("{heads}.filter(th => !th.querySelector('button').checkVisibility()).length");
    assert_eq!(browser.value(&format!("{heads}.length > 6")), true);
    assert_eq!(browser.value(&unseen), 0);
    assert_eq!(browser.value("document.querySelector('.controls button').checkVisibility()"), false);
}

#[test]
fn on_a_telephone_the_points_stay_in_view_and_heads_are_beside_each_other() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = class().write("class/A name that is as long as names of people ever are/hello.py", "");
    let screen = json!({ "width": 375, "height": 800, "deviceScaleFactor": 1, "mobile": true });
    browser.ask("Emulation.setDeviceMetricsOverride", &screen);
    browser.open(&pages(&class)[0]);
    let right = |selector: &str| {
        format!("document.querySelector('{selector}').getBoundingClientRect().right <= innerWidth")
    };
    assert_eq!(browser.value(&right("#matrix tbody td.points")), true);
    assert_eq!(browser.value(&right("#matrix .names th span")), true);
    // Scrolled to its end, the table still says whose row it is and what it earned.
    browser.value("document.querySelector('.tall').scrollLeft = 9999");
    assert_eq!(browser.value(&right("#matrix tbody td.points")), true);
    let left = "document.querySelector('#matrix tbody td.points').getBoundingClientRect().left > 0";
    assert_eq!(browser.value(left), true);
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
}

#[test]
fn with_forced_colours_the_chosen_option_still_differs() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = class();
    browser.open(&pages(&class)[0]);
    let ground = |what: &str| format!("getComputedStyle(document.querySelector('{what}')).backgroundColor");
    let features = json!([{ "name": "forced-colors", "value": "active" }]);
    browser.ask("Emulation.setEmulatedMedia", &json!({ "features": features }));
    let chosen = browser.value(&ground("#marks:checked + span"));
    assert_ne!(chosen, browser.value(&ground("#earned + span")));
}

#[test]
fn keys_lead_from_one_lost_scenario_to_the_next() {
    let Some(mut browser) = Browser::open_page() else { return };
    let three_mistakes = "name = input('Name? ')\nif name == 'Ada': print('Hi')\nelif not name: print(1 / 0)\n\
                          elif name == 'BOB': print(f'Hello, {name}?')\nelse: print(f'Hello, {name}!')\n";
    let class = Scratch::greeting().write("class/Cyd/hello.py", three_mistakes);
    let page = pages(&class).into_iter().find(|page| page.ends_with("feedback/Cyd.html")).unwrap();
    browser.open(&page);
    let at = "document.activeElement.querySelector('h3 span').textContent";
    let (one, other, third) = ("printed Hi.", "ZeroDivisionError: division by zero", "printed Hello, BOB?.");
    for (key, mistake) in [("j", one), ("j", other), ("j", third), ("k", other)] {
        browser.press(key);
        let headline = browser.value(at);
        assert!(headline.as_str().is_some_and(|headline| headline.contains(mistake)), "{headline}");
    }
    browser.press("a");
    assert_eq!(browser.value("document.querySelectorAll('details:not([open])').length"), 0);
}

#[test]
fn dark_and_light_can_be_chosen_and_paper_is_light() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = class();
    browser.open(&pages(&class)[0]);
    let ground = "getComputedStyle(document.documentElement).backgroundColor";
    browser.value("document.getElementById('light').click()");
    let light = browser.value(ground);
    browser.value("document.getElementById('dark').click()");
    assert_ne!(browser.value(ground), light);
    browser.ask("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    assert_eq!(browser.value("getComputedStyle(document.documentElement).colorScheme"), "light");
}

#[test]
fn without_scripts_everything_can_still_be_read() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = class();
    let page = pages(&class).into_iter().find(|page| page.ends_with("feedback/Bob.html")).unwrap();
    browser.ask("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    browser.open(&page);
    assert_eq!(browser.value("document.querySelectorAll('article .sides').length"), 1);
    assert_eq!(browser.value("document.querySelector('.keys').checkVisibility()"), false);
    assert_eq!(browser.value("document.querySelector('article .differs').checkVisibility()"), true);
}

#[test]
fn the_page_of_three_hundred_submissions_is_small_and_has_a_row_for_each() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    let links = (0..300).map(|index| format!("feedback/student-{index:03}.html")).collect();
    ClassPage { links, review: None }
        .write(&large_class(300, 60), &mut File::create(&page).unwrap())
        .unwrap();
    let size = fs::metadata(&page).unwrap().len();
    assert!(size < 5_000_000, "{size} bytes");
    let Some(mut browser) = Browser::open_page() else { return };
    browser.ask("Performance.enable", &json!({ "timeDomain": "threadTicks" }));
    browser.open(&page);
    // Before anything is asked of the page: what a reader waits for, from the click on.
    let rendered = browser.value(RENDERED);
    let used = browser.seconds() * 1000.0;
    assert_eq!(browser.value("document.querySelectorAll('#matrix tbody tr').length"), 300);
    assert_eq!(browser.value("document.querySelector('#matrix tbody tr').cells.length"), 62);
    assert_eq!(
        browser.value("document.querySelector('#matrix tbody tr:last-child th').textContent"),
        "student-299"
    );
    let ms = |value: &Value| format!("{:.0} ms", value.as_f64().unwrap_or(f64::NAN));
    let paint = browser.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
    let load = browser.value("performance.getEntriesByType('navigation')[0].loadEventEnd");
    let sorted = browser.value(
        "(() => { const since = performance.now(); document.querySelectorAll('#matrix thead button')[5].click(); \
         document.body.offsetHeight; return performance.now() - since })()",
    );
    assert_eq!(browser.value("document.querySelectorAll('#matrix [aria-sort]').length"), 1);
    eprintln!(
        "300 submissions x 60 scenarios, {size} bytes: first paint {}, loaded {}, table on the screen {} \
         ({used:.0} ms of processor time); sorted in {}",
        ms(&paint),
        ms(&load),
        ms(&rendered),
        ms(&sorted)
    );
}

/// Milliseconds since the navigation began, when the table has been laid out and painted.
const RENDERED: &str = "new Promise(done => { const look = () => { \
    const last = document.querySelector('#matrix tbody tr:last-child'); \
    if (!last.checkVisibility()) { requestAnimationFrame(look); return } \
    last.getBoundingClientRect(); requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)) }; look() })";
