//! `yardstick verify` and `yardstick bundle`: what was reported follows from what was recorded.

use std::sync::LazyLock;

use proptest::prelude::*;
use yardstick::testing::report::{Format, Json};
use yardstick::testing::results::{ResultsFolder, recompute};
use yardstick::testing::submission::Snapshot;
use yardstick::testing::trace::Store;

use super::scratch::{Ended, FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

const RESULTS: &str = "yardstick-results";

/// Everything that can be handed in.
fn class() -> Scratch {
    Scratch::greeting()
        .write("class/Ada/hello.py", SOLUTION)
        .write("class/Bob.py", WITHOUT_COMMA)
        .zip("class/Cyd.zip", &[("hello.py", FOUR_LETTERS)])
        .zip("class/Dan/work.zip", &[("hello.py", SOLUTION)])
        .write("class/Eve/helo.py", SOLUTION)
        .write("class/Fay.zip", "no zip file")
        .write("class/Gus/hello.py", "print(")
}

/// A graded class, which no test changes.
static GRADED: LazyLock<Scratch> = LazyLock::new(graded_here);

fn graded_here() -> Scratch {
    let class = class();
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    class
}

/// A copy of the graded class. Its results name the submissions of the original.
fn graded() -> Scratch {
    GRADED.copy()
}

/// The first words of every finding that is not as it should be.
fn findings(verified: &Ended) -> Vec<&str> {
    assert!([0, 1].contains(&verified.code), "{}", verified.stderr);
    verified
        .stdout
        .lines()
        .filter(|line| !line.starts_with('✓'))
        .map(|line| line.split("  ").next().unwrap())
        .collect()
}

fn verify(class: &Scratch) -> Ended {
    class.run(&["verify"])
}

#[test]
fn after_grading_all_results_follow_from_their_traces() {
    let class = graded();
    let verified = verify(&class);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    let digest = &verified.stdout[verified.stdout.find('(').unwrap()..=verified.stdout.find(')').unwrap()];
    let said = verified.stdout.replace(digest, "(DIGEST)");
    insta::assert_snapshot!(said, @"
    ✓ spec         `spec.yaml` is the spec that was used for grading (DIGEST)
    ✓ reference    it is part of the spec; graded by yardstick 0.1.0
    ✓ traces       every record is whole
    ✓ submissions  7 of 7 are what was graded
    ✓ results      every verdict and point of 7 submissions, and every page, follows from the traces
    ");
}

#[test]
fn results_follow_from_their_traces_with_every_option() {
    let manual = "groups:\n  - name: Style\n    points: 5\n    scenarios:\n      - { name: names, manual: Good names? }";
    let spec = class().read("spec.yaml").replace("groups:", manual);
    for args in [
        &["--only", "loud"][..],
        &["--marks", "marks.csv"],
        &["--shard", "1/2"],
        &["--sandbox", "none"],
        &["--repeat", "2"],
        &["--shard", "0/3", "--only", "greets*o", "--repeat", "2"],
    ] {
        let class = class().write("spec.yaml", &spec).write("marks.csv", "name,Style / names\nAda,4\n");
        let graded = class.run(&[&["grade", "spec.yaml", "class"], args].concat());
        assert_eq!(graded.code, 0, "{args:?}: {}", graded.stderr);
        let verified = verify(&class);
        assert_eq!(verified.code, 0, "{args:?}: {}", verified.stdout);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_report_is_a_function_of_the_traces_in_whatever_order_and_files_and_with_any_number_of_workers(
        order in Just((1..25).collect::<Vec<usize>>()).prop_shuffle(),
        files in 1..5_usize,
        workers in 1..9_usize,
    ) {
        let folder = ResultsFolder::open(&GRADED.path(RESULTS)).unwrap();
        let manifest = folder.manifest();
        let traces = std::fs::read_dir(folder.traces()).unwrap().map(|file| file.unwrap().path());
        let traces = traces.filter(|file| file.extension().is_some()).map(|file| std::fs::read_to_string(file).unwrap());
        let traces: String = traces.collect();
        let lines: Vec<&str> = traces.split_inclusive('\n').collect();
        let shuffled = order.iter().filter_map(|number| lines.get(*number)).chain(lines.iter().skip(25));
        let shuffled: Vec<&&str> = shuffled.collect();
        prop_assert_eq!(shuffled.len(), lines.len() - 1);
        let out = tempfile::tempdir().unwrap();
        let room = out.path().join("traces");
        std::fs::create_dir(&room).unwrap();
        for (number, part) in shuffled.chunks(shuffled.len().div_ceil(files)).enumerate() {
            let text: String = std::iter::once(&lines[0]).chain(part.iter().copied()).copied().collect();
            std::fs::write(room.join(format!("{number:04}-x.traces")), text).unwrap();
        }
        let store = Store::read(&room).unwrap();
        prop_assert_eq!(store.damage(), []);
        let spec = manifest.spec.spec().unwrap();
        let recomputed = recompute(&folder, spec, &store).unwrap();
        let mut json = Vec::new();
        Json.write(&recomputed.report, &mut json).unwrap();
        let reported = GRADED.read("yardstick-results/results.json");
        prop_assert_eq!(String::from_utf8(json).unwrap(), reported.clone());

        let (workers, folder) = (workers.to_string(), out.path().display().to_string());
        let again = GRADED.run(&["grade", "spec.yaml", "class", "--jobs", &workers, "--out", &folder]);
        prop_assert_eq!(again.code, 0, "{}", again.stderr);
        prop_assert_eq!(std::fs::read_to_string(out.path().join("results.json")).unwrap(), reported);
    }
}

#[test]
fn every_change_by_hand_is_found_and_named() {
    for (file, old, new, finding, named) in [
        ("results.json", "\"points\": \"3.33\"", "\"points\": \"8.33\"", "✗ results", "results.json"),
        ("results.json", "wrong answer", "accepted", "✗ results", "results.json"),
        ("grades.csv", "3.33", "8.33", "✗ results", "grades.csv"),
        ("feedback/Bob.txt", "0 of 10 points", "10 of 10 points", "✗ results", "feedback/Bob.txt"),
        ("grading.json", "Read the name first.", "Read the hint first.", "✗ spec", "`spec.yaml` was changed"),
    ] {
        let class = graded();
        let file = format!("{RESULTS}/{file}");
        let text = class.read(&file);
        assert!(text.contains(old), "{file}: {text}");
        let class = class.write(&file, text.replace(old, new));
        let verified = verify(&class);
        assert_eq!(verified.code, 1, "{file}: {}", verified.stdout);
        assert!(findings(&verified).contains(&finding), "{file}: {}", verified.stdout);
        assert!(verified.stdout.contains(named), "{file}: {}", verified.stdout);
        // Grading again mends it, and runs nothing.
        let again = class.run(&["grade", "spec.yaml", "class"]);
        assert!(again.stdout.contains("runs were known"), "{}", again.stdout);
        assert_eq!(verify(&class).code, 0, "{file}");
    }
}

#[test]
fn a_changed_byte_of_the_traces_is_found() {
    let class = graded();
    let traces = std::fs::read_dir(class.path(RESULTS).join("traces")).unwrap();
    let mut files = traces.map(|file| file.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|ending| ending == "traces")).unwrap();
    let text = std::fs::read(&file).unwrap();
    for place in (0..text.len()).step_by(text.len() / 20) {
        let mut damaged = text.clone();
        damaged[place] ^= 4;
        std::fs::write(&file, damaged).unwrap();
        let verified = verify(&class);
        assert_eq!(verified.code, 1, "{place}: {}", verified.stdout);
        assert!(findings(&verified).contains(&"✗ traces"), "{}", verified.stdout);
    }
    std::fs::remove_file(&file).unwrap();
    assert_eq!(findings(&verify(&class)), ["✗ results"]);
}

#[test]
fn a_changed_submission_is_named_and_one_that_is_gone_is_not_held_against_anybody() {
    let class = graded_here();
    let class = class.write("class/Ada/hello.py", WITHOUT_COMMA).write("class/Bob.py", SOLUTION);
    let class = class.write("class/Dan/work.zip", "no zip file any more").write("class/Eve/notes.txt", "");
    let verified = verify(&class);
    assert_eq!(verified.code, 1);
    let said = "✗ submissions  3 of 7 are what was graded; changed since then: Ada, Bob, Dan, Eve\n";
    assert!(verified.stdout.contains(said), "{}", verified.stdout);

    let class = graded_here();
    std::fs::remove_file(class.path("class/Bob.py")).unwrap();
    let verified = verify(&class);
    assert_eq!(verified.code, 0);
    let said = "? submissions  6 of 7 are what was graded; 1 are no longer there\n";
    assert!(verified.stdout.contains(said), "{}", verified.stdout);
}

#[test]
fn results_are_verified_from_any_folder_and_in_any_other_place() {
    let class = graded();
    let elsewhere = tempfile::tempdir().unwrap();
    let verified =
        class.process(&["verify"]).arg(class.path(RESULTS)).current_dir(elsewhere.path()).output().unwrap();
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(said.contains("✓ submissions  7 of 7"), "{said}");
    std::fs::rename(class.path(RESULTS), class.path("moved")).unwrap();
    assert_eq!(class.run(&["verify", "moved"]).code, 0);
}

#[test]
fn submissions_whose_names_are_no_text_are_graded_cached_and_verified() {
    use std::os::unix::ffi::OsStrExt;
    let class = Scratch::greeting().write("class/Ada/hello.py", SOLUTION);
    let name = std::ffi::OsStr::from_bytes(b"B\xf6b");
    std::fs::rename(class.path("class/Ada"), class.path("class").join(name)).unwrap();
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    let again = class.run(&["grade", "spec.yaml", "class"]);
    assert!(again.stdout.contains("5 of 5 runs were known"), "{}", again.stdout);
    assert!(verify(&class).stdout.contains("✓ submissions  1 of 1"), "{}", verify(&class).stdout);
}

/// The files of a bundle, by their names.
fn files(bundle: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let files = Snapshot::of_archive(&std::fs::read(bundle).unwrap()).unwrap();
    files.iter().map(|(path, file)| (path.to_str().unwrap().to_owned(), file.content.clone())).collect()
}

#[test]
fn a_bundle_proves_one_mark_anywhere_and_names_nobody_else() {
    let class = graded();
    for name in ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus"] {
        let bundled = class.run(&["bundle", name, "--out", "proof"]);
        assert_eq!(bundled.code, 0, "{name}: {}", bundled.stderr);
        assert!(bundled.stdout.starts_with("`proof` holds the files, spec and traces"), "{}", bundled.stdout);
        let elsewhere = Scratch::hello().write("proof", std::fs::read(class.path("proof")).unwrap());
        let verified = elsewhere.run(&["verify", "proof"]);
        assert_eq!(verified.code, 0, "{name}: {}", verified.stdout);
        assert!(findings(&verified).is_empty(), "{name}: {}", verified.stdout);
        assert!(verified.stdout.contains("✓ submissions  1 of 1"), "{name}: {}", verified.stdout);

        for (file, text) in files(&class.path("proof")) {
            let text = [file.as_bytes(), &text].concat();
            // `Ada` is also an input of the spec.
            for other in ["Bob", "Cyd", "Dan", "Eve", "Fay", "Gus"].into_iter().filter(|other| *other != name)
            {
                let is_there = text.windows(3).any(|part| part == other.as_bytes());
                assert!(!is_there, "{other} in the bundle of {name}: {file}");
            }
            let here = class.path("").canonicalize().unwrap();
            let here = here.to_str().unwrap().as_bytes();
            assert!(!text.windows(here.len()).any(|part| part == here), "{file}");
        }
    }
}

#[test]
fn a_bundle_that_was_tampered_with_is_found_out() {
    let class = graded();
    class.run(&["bundle", "Bob"]);
    let files = files(&class.path("yardstick-bundle.zip"));
    for (name, old, new, finding) in [
        ("results.json", "\"points\": \"0\"", "\"points\": \"10\"", "✗ results"),
        ("submission/Bob.py", "Hello ", "Hello, ", "✗ submissions"),
        ("grading.json", "points: 10", "points: 90", "✗ spec"),
    ] {
        let changed = files.iter().map(|(file, text)| {
            let text = String::from_utf8(text.clone()).unwrap();
            (file.clone(), if file == name { text.replace(old, new) } else { text })
        });
        let changed: Vec<(String, String)> = changed.collect();
        let borrowed: Vec<(&str, &str)> =
            changed.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
        let elsewhere = Scratch::hello().zip("proof.zip", &borrowed);
        let verified = elsewhere.run(&["verify", "proof.zip"]);
        assert_eq!(verified.code, 1, "{name}: {}", verified.stdout);
        assert!(findings(&verified).contains(&finding), "{name}: {}", verified.stdout);
    }
}

#[test]
fn a_bundle_without_files_says_so() {
    let class = graded_here().write("class/Bob.py", SOLUTION);
    let bundled = class.run(&["bundle", "Bob"]);
    assert!(bundled.stdout.contains("The files are not in it"), "{}", bundled.stdout);
    let verified = class.run(&["verify", "yardstick-bundle.zip"]);
    assert_eq!(verified.code, 0);
    assert_eq!(findings(&verified), ["? submissions"]);
}

#[test]
fn results_of_another_version_are_refused_by_that_reason() {
    let class = graded();
    let manifest = class.read("yardstick-results/grading.json");
    let later = manifest.replacen("\"version\": 1,", "\"version\": 2,\n  \"colour\": \"blue\",", 1);
    let class = class.write("yardstick-results/grading.json", later);
    let refused = class.run(&["verify"]);
    assert_eq!(refused.code, 2);
    let said = "error: cannot read `yardstick-results/grading.json`: it is of another version of yardstick\n";
    assert_eq!(refused.stderr, said);
}

#[test]
fn an_error_about_a_bundle_does_not_control_the_terminal() {
    let scratch = Scratch::hello().zip("proof.zip", &[("../\u{1b}[2J", "")]);
    let refused = scratch.run(&["verify", "proof.zip"]);
    assert_eq!(refused.code, 2);
    let said = "error: cannot read `proof.zip`: the zip file cannot be read: `../␛[2J` cannot be the name of a file\n";
    assert_eq!(refused.stderr, said);
    let manifest = "{\"version\": 1, \"yardstick\": \"0.1.0\", \"\u{9b}2J\": 0}";
    let refused = scratch.zip("proof.zip", &[("grading.json", manifest)]).run(&["verify", "proof.zip"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("unknown field `\\u{9b}2J`"), "{}", refused.stderr);
}

#[test]
fn a_file_that_is_no_bundle_and_an_unknown_submission_are_refused() {
    let class = graded().write("notes.txt", "no zip file");
    let refused = class.run(&["verify", "notes.txt"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.starts_with("error: cannot read `notes.txt`: "), "{}", refused.stderr);
    let refused = class.run(&["bundle", "Adda"]);
    assert_eq!(refused.code, 2);
    let said = "error: there is no submission `Adda` in `yardstick-results`\nhelp: did you mean `Ada`?\n";
    assert_eq!(refused.stderr, said);
    assert!(!class.path("yardstick-bundle.zip").exists());
}

#[test]
fn a_bundle_of_a_class_with_a_gradebook_holds_nobody_elses_row() {
    let files_of_class = [("doejane_4321_98765_hello.py", SOLUTION), ("roerick_23_98766_hello.py", SOLUTION)];
    let gradebook =
        "Student,ID,Section,Greeting (1)\n\"Doe, Jane\",4321,A,\n\"Roe, Rick\",23,A,\n\"Absent, Al\",9,A,\n";
    let class = Scratch::greeting().zip("class.zip", &files_of_class).write("original.csv", gradebook);
    let graded = class.run(&["grade", "spec.yaml", "class.zip", "--gradebook", "original.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert!(class.read("yardstick-results/grading.json").contains("Absent, Al"), "the gradebook is kept");
    assert_eq!(class.run(&["bundle", "doejane-4321"]).code, 0);
    for (file, text) in files(&class.path("yardstick-bundle.zip")) {
        let text = String::from_utf8_lossy(&text).to_lowercase();
        for other in ["roe, rick", "roerick", "absent", "98766"] {
            assert!(!text.contains(other), "{other} in {file}");
        }
    }
    let verified = class.run(&["verify", "yardstick-bundle.zip"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
}
