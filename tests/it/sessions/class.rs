//! A class whose programs are graded together.

use crate::scratch::{Scratch, named};

/// The verdicts of a submission's scenarios, and its page.
pub(super) type Marked = (Vec<String>, String);

/// Grades what was handed in as this file, and verifies the results.
pub(super) fn graded(mut scratch: Scratch, file: &str, submissions: &[String]) -> Vec<Marked> {
    for (number, submission) in submissions.iter().enumerate() {
        scratch = scratch.write(&format!("class/s{number}/{file}"), submission);
    }
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let verified = scratch.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
    let results = scratch.results();
    let marked = |number: usize| {
        let name = format!("s{number}");
        let scenarios = named(&results, &name)["scenarios"].as_array().unwrap().clone();
        let verdicts = scenarios.iter().map(|one| one["verdict"].as_str().unwrap().to_owned()).collect();
        (verdicts, scratch.read(&format!("yardstick-results/feedback/{name}.txt")))
    };
    (0..submissions.len()).map(marked).collect()
}

/// Holds each submission to its verdicts and to what its page says.
pub(super) fn hold<const N: usize>(cases: &[(String, [&str; N], &str)], graded: &[Marked]) {
    assert_eq!(cases.len(), graded.len());
    let mut wrong = Vec::new();
    for ((submission, expected, says), (verdicts, page)) in cases.iter().zip(graded) {
        if verdicts != expected || !page.contains(says) {
            wrong.push(format!("{expected:?}, {says}\n{submission}\n{page}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
