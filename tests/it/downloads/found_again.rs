//! What was handed in is found again in a download: by those who verify, and by those who review.

use serde_json::json;

use super::{BYE, HELLO};
use crate::review::Server;
use crate::scratch::{SOLUTION, Scratch, WITHOUT_COMMA};

const FOLDER: &str = "yardstick-results";

fn verified(class: &Scratch) -> String {
    class.run(&["verify", FOLDER]).stdout
}

#[test]
fn a_submission_in_a_download_is_played_further_and_explored() {
    let files = [("doejane_4321_91_hello.py", SOLUTION), ("roerick_22_92_hello.py", WITHOUT_COMMA)];
    let class = Scratch::greeting().zip("class.zip", &files);
    assert_eq!(class.run(&["grade", "spec.yaml", "class.zip"]).code, 0);
    let server = Server::start(&class.path(FOLDER), &[]);
    let played = server.post("play", &json!({ "place": 1, "scenario": 0, "lines": "Bo" }));
    assert!(played.status == 200 && played.body.contains("wrong answer"), "{}", played.body);
    let explored = server.post("explore", &json!({ "place": 1 }));
    assert!(explored.status == 200 && explored.body.contains("<h3>"), "{}", explored.body);
    // No command of a terminal takes a file inside of a zip file.
    assert!(!server.page("submission/1").contains("yardstick diagnose"));
}

#[test]
fn the_mark_of_a_submission_in_a_download_is_proved_with_its_files() {
    let several = [
        ("doejane_4321_91_hello.py", HELLO),
        ("doejane_4321_92_words.txt", "a"),
        ("roerick_22_93_hello.py", BYE),
        ("poecyd_7_94_hello.py", BYE),
        ("poecyd_7_95_hello.py", BYE),
    ];
    let class = Scratch::hello().zip("class.zip", &several);
    class.run(&["grade", "spec.yaml", "class.zip"]);
    // Nobody can lay out two files of one name.
    let twice = class.run(&["bundle", "poecyd-7", "--out", "one.zip"]);
    assert!(twice.code == 0 && !twice.stdout.contains("the files"), "{}{}", twice.stdout, twice.stderr);
    for name in ["doejane-4321", "roerick-22"] {
        let bundled = class.run(&["bundle", name, "--out", "one.zip"]);
        assert!(
            bundled.stdout.contains("holds the files, spec and traces"),
            "{}{}",
            bundled.stdout,
            bundled.stderr
        );
        let verified = class.run(&["verify", "one.zip"]);
        assert!(verified.stdout.contains("✓ submissions  1 of 1 are what was graded"), "{}", verified.stdout);
    }
}

#[test]
fn what_changed_in_a_download_is_told_and_what_was_added_to_it_changes_nothing() {
    let jane = ("doejane_4321_91_hello.py", HELLO);
    let rick = ("roerick_22_92_hello.py", HELLO);
    let class = Scratch::hello().zip("class.zip", &[jane, rick]);
    class.run(&["grade", "spec.yaml", "class.zip"]);
    assert!(verified(&class).contains("✓ submissions  2 of 2 are what was graded\n"));
    // Somebody hands in later, and what was there lies elsewhere in the file.
    let class = class.zip("class.zip", &[("poecyd_7_90_hello.py", BYE), rick, jane]);
    assert!(verified(&class).contains("✓ submissions  2 of 2 are what was graded\n"));
    let class = class.zip("class.zip", &[jane, ("roerick_22_92_hello.py", BYE)]);
    let said = verified(&class);
    assert!(
        said.contains("✗ submissions  1 of 2 are what was graded; changed since then: roerick-22\n"),
        "{said}"
    );
    let class = class.zip("class.zip", &[jane]);
    let said = verified(&class);
    assert!(said.contains("? submissions  1 of 2 are what was graded; 1 are no longer there\n"), "{said}");
    for no_zip in [&b"no zip file"[..], b""] {
        std::fs::write(class.path("class.zip"), no_zip).unwrap();
        assert!(verified(&class).contains("2 are no longer there"));
    }
    std::fs::remove_file(class.path("class.zip")).unwrap();
    assert!(verified(&class).contains("2 are no longer there"));
    std::fs::create_dir(class.path("class.zip")).unwrap();
    assert!(verified(&class).contains("2 are no longer there"));
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_found_again() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let class = Scratch::hello().write("class/doejane_4321_91_hello.py", HELLO);
    let name = OsStr::from_bytes(b"doejane_4321_92_\xff.txt");
    std::fs::write(class.path("class").join(name), "a").unwrap();
    class.run(&["grade", "spec.yaml", "class"]);
    assert!(verified(&class).contains("✓ submissions  1 of 1 are what was graded\n"), "{}", verified(&class));
}
