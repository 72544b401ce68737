//! The way that `docs/index.md` shows: 30 programs from Canvas are graded, and the gradebook can be handed in again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::scratch::Scratch;

/// What Canvas gives out of a class of 30 whose programs are ten fixtures, and its gradebook.
fn canvas() -> (Scratch, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixtures = fs::read_dir(root.join("fixtures/byu-connect-four/submissions")).unwrap();
    let mut programs: Vec<_> = fixtures.map(|entry| entry.unwrap().path().join("connect.py")).collect();
    programs.retain(|program| program.is_file());
    programs.sort();
    // Of those who hand in the same, one is run.
    let mut programs: Vec<_> = programs.into_iter().step_by(6).collect();
    programs.truncate(10);
    let mut files = Vec::new();
    let mut gradebook = "Student,ID,SIS User ID,SIS Login ID,Section,Project 4 (98765),Final Score\r\n    \
                         Points Possible,,,,,80.00,(read only)\r\n"
        .to_owned();
    for (program, id) in programs.iter().cycle().zip(7001..=7030) {
        let late = if id % 10 == 0 { "LATE_" } else { "" };
        let name = format!("student{id}_{late}{id}_{}_connect.py", id + 90_000);
        files.push((name, fs::read_to_string(program).unwrap()));
        gradebook +=
            &format!("\"Student, The \"\"{id}\"\"\",{id},00{id},s{id},\"CS 110, Größe A\",,71.5\r\n");
    }
    gradebook += "\"Absent, Always\",6999,,,\"CS 110\",12,\r\n";
    assert_eq!(files.len(), 30);
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let spec = "nothing of this folder is needed but the two files of Canvas";
    (Scratch::new(spec).zip("submissions.zip", &files).write("grades.csv", &gradebook), gradebook)
}

/// What Python's own reader makes of a CSV file.
fn python_reads(file: &Path) -> Vec<Vec<String>> {
    let program = "import csv, json, sys\n\
        with open(sys.argv[1], newline='', encoding='utf-8') as file:\n    print(json.dumps(list(csv.reader(file))))\n";
    let output = Command::new("python3").args(["-c", program]).arg(file).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_commands_of_the_documents_take_a_class_from_canvas_and_back() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/index.md")).unwrap();
    let section = page.split("## From Canvas and back\n").nth(1).expect("the page has it");
    let section = section.split("\n## ").next().unwrap();
    let commands: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("$ yardstick ")).collect();
    assert_eq!(commands.len(), 1, "{section}");

    let (scratch, original) = canvas();
    let graded = scratch.run(&commands[0].split(' ').collect::<Vec<_>>());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    for told in section.lines().filter(|line| line.starts_with("note: ")) {
        assert!(graded.stderr.contains(&format!("{told}\n")), "{told}\n{}", graded.stderr);
    }

    let results = scratch.results();
    let points: BTreeMap<&str, &str> =
        results["submissions"].as_array().unwrap().iter().map(earned).collect();
    assert_eq!(points.len(), 30);
    assert!(points.values().collect::<std::collections::BTreeSet<_>>().len() > 5, "{points:?}");
    let rows = python_reads(&scratch.path("yardstick-results/gradebook.csv"));
    let before = python_reads(&scratch.path("grades.csv"));
    assert_eq!(rows.len(), before.len());
    for (row, old) in rows.iter().zip(&before) {
        let mark = points.get(&*row[1]).copied().unwrap_or(&old[5]);
        assert_eq!(row[5], mark, "{row:?}");
        assert_eq!([&row[..5], &row[6..]].concat(), [&old[..5], &old[6..]].concat());
    }
    // Every other byte is as it was.
    let filled = scratch.read("yardstick-results/gradebook.csv");
    let emptied =
        points.values().fold(filled, |text, mark| text.replace(&format!("A\",{mark},71.5"), "A\",,71.5"));
    assert_eq!(emptied, original);
}

/// A student's id, and the points of the submission.
fn earned(submission: &Value) -> (&str, &str) {
    let id = submission["name"].as_str().unwrap().rsplit('-').next().unwrap();
    (id, submission["points"].as_str().unwrap())
}
