//! Results of a download that can be shared.

use super::HELLO;
use crate::scratch::{Scratch, named};

#[test]
fn anonymous_results_hold_no_name_no_id_and_no_name_of_a_file() {
    let scratch = Scratch::hello()
        .write("class/doejane_4321_98765_hello.py", "print('Jane Doe, doejane, 4321')\n")
        .write("class/roerick_23981_98766_roerick_helo.txt", "")
        .write("class/leeann_24777_98767_hello.py", "raise ValueError(__file__ + ' leeann_24777_x.py')\n")
        .write("class/leeann_24777_98768_by_leeann.py", HELLO);
    let anonymous = |more: &[&str]| {
        let args = ["grade", "spec.yaml", "class", "--anonymous", "--out", "shared"];
        scratch.run(&[&args[..], more].concat())
    };
    let graded = anonymous(&["--key", "key.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let mut left = Vec::new();
    for path in walk(&scratch.path("shared")) {
        left.push(path.file_name().unwrap().to_string_lossy().into_owned());
        let text = format!("{}{}", path.display(), std::fs::read_to_string(&path).unwrap()).to_lowercase();
        for telling in ["doejane", "4321", "roerick", "23981", "leeann", "24777", "98765", "98766"] {
            assert!(!text.contains(telling), "{telling} in {text}");
        }
    }
    left.sort();
    let pages = ["submission-001.txt", "submission-002.txt", "submission-003.txt"];
    assert_eq!(left, [&["grades.csv", "results.json"][..], &pages].concat());
    assert!(!graded.stdout.contains("doejane"), "{}", graded.stdout);

    let key = scratch.read("key.csv");
    let first = |name: &str| {
        key.lines().find(|line| line.contains(name)).unwrap().split(',').next().unwrap().to_owned()
    };
    let results = scratch.results_in("shared");
    assert_eq!(results["anonymous"], true);
    let problem = &named(&results, &first("roerick"))["problem"];
    assert!(problem.as_str().unwrap().starts_with("`hello.py` is missing"), "{problem}");
    for _ in 0..3 {
        anonymous(&["--key", "key.csv"]);
        assert_eq!(scratch.read("key.csv"), key);
        assert_eq!(scratch.results_in("shared"), results);
    }
    let among = anonymous(&["--key", "shared/key.csv"]);
    assert_eq!((among.code, scratch.path("shared/key.csv").exists()), (2, false), "{}", among.stderr);
    scratch.run(&["grade", "spec.yaml", "class", "--out", "named"]);
    let refused = scratch.run(&["grade", "spec.yaml", "class", "--anonymous", "--out", "named"]);
    insta::assert_snapshot!(refused.stderr, @"
    error: there may be names in `named`, which is not empty
    help: choose another folder with `--out`
    ");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}
