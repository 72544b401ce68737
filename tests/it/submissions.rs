//! What counts as a submission, and what is left of one in the results.

use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, named};

#[test]
fn a_zip_file_is_a_folder_and_no_single_file() {
    let scratch = Scratch::hello()
        .zip(
            "class/helper.zip",
            &[("P4/hello.py", "import words\nprint(words.hello)\n"), ("P4/words.py", "hello = 'hello'\n")],
        )
        .zip("class/first.zip", &[("P4/a_test.py", "print('a test')\n"), ("P4/hello.py", "print('hello')\n")])
        .zip("class/misspelt.zip", &[("a.py", "print('hello')\n"), ("helo.py", "print('hello')\n")])
        .zip("class/twice.zip", &[("new/hello.py", "print('hello')\n"), ("old/hello.py", "print('bye')\n")]);
    scratch.run(&["grade", "spec.yaml", "class"]);
    let results = scratch.results();
    for (name, points) in [("helper", "1"), ("first", "1"), ("misspelt", "0"), ("twice", "0")] {
        assert_eq!(named(&results, name)["points"], points, "{name}");
    }
}

#[test]
fn feedback_of_an_earlier_run_does_not_stay_among_the_new() {
    let scratch = Scratch::hello().write("monday/Ada.py", "").write("tuesday/Bob.py", "");
    scratch.run(&["grade", "spec.yaml", "monday"]);
    scratch.run(&["grade", "spec.yaml", "tuesday"]);
    assert!(!scratch.path("yardstick-results/feedback/Ada.txt").exists());
}

#[test]
fn a_flood_makes_no_long_page() {
    let scratch = Scratch::hello().write("Ada.py", "print('x' * 9000)");
    let page = scratch.run(&["check", "spec.yaml", "Ada.py"]).stdout;
    assert!(page.lines().all(|line| line.chars().count() < 500), "{}", page.len());
}

#[test]
fn no_submission_is_lost_to_a_name_that_is_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::hello();
    std::fs::create_dir(scratch.path("class")).unwrap();
    for byte in b"\xf1\xf2\xf3\xf4" {
        let name = [b"B", std::slice::from_ref(byte), b".py"].concat();
        std::fs::write(scratch.path("class").join(std::ffi::OsStr::from_bytes(&name)), "print('hello')")
            .unwrap();
    }
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    assert_eq!(scratch.results()["submissions"].as_array().unwrap().len(), 4);
}

#[test]
fn one_submission_named_twice_is_graded_once() {
    let scratch = Scratch::hello().write("class/Ada/hello.py", "");
    scratch.run(&["grade", "spec.yaml", "class", "class", "class/Ada"]);
    assert_eq!(scratch.results()["submissions"].as_array().unwrap().len(), 1);
}

#[test]
fn points_and_bonus_points_are_told_apart() {
    let scratch = Scratch::greeting().write("Ada.py", FOUR_LETTERS).write("Bob.py", SOLUTION);
    let page = scratch.run(&["check", "spec.yaml", "Ada.py"]).stdout;
    assert!(!page.ends_with("3.33 of 10 points (and 2 of bonus)\n"), "{page}");
}

#[cfg(unix)]
#[test]
fn a_name_of_two_lines_stays_on_one() {
    let scratch = Scratch::hello().write("class/Ada/he\nllo.py", "print('hello')\n");
    scratch.run(&["grade", "spec.yaml", "class"]);
    let page = scratch.read("yardstick-results/feedback/Ada.txt");
    assert!(page.contains("he\u{2424}llo.py") && !page.contains("he\nllo"), "{page}");
}
