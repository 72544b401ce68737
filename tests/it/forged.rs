//! Results that somebody wrote who is no grader: whatever stands in them, there is an answer and no panic.

use std::io::{Read, Write};
use std::sync::LazyLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD as BASE64;
use serde_json::{Value, json};
use yardstick::testing::digest::Digest;

use super::scratch::{SOLUTION, Scratch};

const RESULTS: &str = "yardstick-results";

/// Replaces what every job did, so that all digests and checksums are right.
fn forge(scratch: &Scratch, change: &dyn Fn(&mut Value)) {
    let folder = scratch.path(format!("{RESULTS}/traces"));
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.path().extension().is_none_or(|ending| ending != "traces") {
            continue;
        }
        let mut text = std::fs::read_to_string(entry.path()).unwrap();
        for line in text.clone().lines().filter(|line| line.contains(" behaviour ")) {
            let [_, _, digest, packed] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let mut json = String::new();
            let packed_bytes = BASE64.decode(packed).unwrap();
            flate2::read::DeflateDecoder::new(packed_bytes.as_slice()).read_to_string(&mut json).unwrap();
            let mut value: Value = serde_json::from_str(&json).unwrap();
            change(&mut value);
            let json = value.to_string();
            let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(json.as_bytes()).unwrap();
            let repacked = BASE64.encode(encoder.finish().unwrap());
            text = text.replace(packed, &repacked).replace(digest, &Digest::of(json.as_bytes()).to_string());
        }
        let lines = text.lines().map(|line| {
            let payload = line.split_once(' ').unwrap().1;
            format!("{} {payload}\n", &Digest::of(payload.as_bytes()).to_string()[..16])
        });
        std::fs::write(entry.path(), lines.collect::<String>()).unwrap();
    }
}

fn graded() -> Scratch {
    static GRADED: LazyLock<Scratch> = LazyLock::new(|| {
        let scratch = Scratch::greeting().write("class/Ada/hello.py", SOLUTION);
        assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
        scratch
    });
    GRADED.copy()
}

/// Everything that reads results; [`Scratch::run`] takes no panic.
fn read_all(scratch: &Scratch, what: &str) {
    let bundled = scratch.run(&["bundle", "Ada", "--out", "ada.zip"]);
    for command in [
        &["verify"][..],
        &["regrade", "spec.yaml"],
        &["trace", "Ada", "one name"],
        &["merge", RESULTS, "--out", "merged"],
        &["grade", "spec.yaml", "class"],
    ] {
        let ended = scratch.run(command);
        assert!([0, 1, 2, 3].contains(&ended.code), "{what}: {command:?}");
    }
    if bundled.code == 0 {
        scratch.run(&["verify", "ada.zip"]);
    }
}

#[test]
fn a_forged_record_of_another_kind_does_not_count() {
    for other in [
        json!("manual"),
        json!({ "not_run": "it was never run" }),
        json!({ "rule": [] }),
        json!({ "package": null }),
        json!({ "tests": { "is_there": true, "complaint": null, "caught": [] } }),
        json!({ "session": { "import": "done", "answers": [], "raised_at": [], "end": { "code": 0 } } }),
    ] {
        let scratch = graded();
        forge(&scratch, &|value| *value = other.clone());
        let verified = scratch.run(&["verify"]);
        assert_ne!(verified.code, 0, "{other}: {}", verified.stdout);
        read_all(&scratch, &other.to_string());
    }
}

#[test]
fn a_forged_dialogue_beyond_the_output_does_not_count() {
    for typed in [json!([[1_000_000_000_u64, "Ada"]]), json!([[6, "Ada"], [2, "Bob"]])] {
        let scratch = graded();
        forge(&scratch, &|value| value["run"]["dialogue"]["typed"] = typed.clone());
        assert_ne!(scratch.run(&["verify"]).code, 0);
        read_all(&scratch, &typed.to_string());
    }
    let scratch = graded();
    forge(&scratch, &|value| value["run"]["dialogue"]["asked_beyond_end"] = json!(1_000_000_000_u64));
    assert_ne!(scratch.run(&["verify"]).code, 0);
    read_all(&scratch, "asked beyond the end");
}

#[test]
fn a_manifest_with_impossible_numbers_is_read_without_a_panic() {
    for (key, value) in [
        ("shard", json!({ "index": 0, "of": 0 })),
        ("shard", json!({ "index": 7, "of": 2 })),
        ("repeat", json!(u32::MAX)),
        ("repeat", json!(0)),
        ("only", json!("*".repeat(10_000))),
        ("due", json!("9999-12-31T23:59:59Z")),
        ("due", json!("no date")),
        ("marks", json!([{ "submission": "Ada", "scenario": "one name", "points": "9223372036854775.999" }])),
        ("submissions", json!([])),
    ] {
        let scratch = graded();
        let path = scratch.path(format!("{RESULTS}/grading.json"));
        let mut manifest: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        // Marks stand there only where they came with a work plan.
        assert!(manifest.get(key).is_some() || key == "marks", "{key}");
        manifest[key] = value.clone();
        std::fs::write(&path, manifest.to_string()).unwrap();
        read_all(&scratch, &format!("{key}: {value}"));
    }
}
