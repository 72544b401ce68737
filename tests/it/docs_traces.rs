//! What `docs/traces.md` and `docs/regrading.md` say is what the files hold and the commands print.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use base64::Engine;
use serde_json::Value;
use yardstick::testing::digest::Digest;

use super::docs::{blocks, docs, folder, grade_the_example, yardstick};

/// The lines of the file of traces of the example, each as its kind and its payload; the checksums are right.
fn lines(results: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(results.join("traces")).unwrap().map(|file| file.unwrap().path());
    let file =
        files.into_iter().find(|file| file.extension().is_some_and(|ending| ending == "traces")).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let line = |line: &str| {
        let (checksum, rest) = line.split_once(' ').unwrap();
        assert_eq!(checksum, &Digest::of(rest.as_bytes()).to_string()[..16]);
        let (kind, payload) = rest.split_once(' ').unwrap();
        (kind.to_owned(), payload.to_owned())
    };
    text.lines().map(line).collect()
}

/// The same value without what differs between machines and runs: digests, versions, and what was used.
fn masked(value: &Value) -> Value {
    match value {
        Value::String(text) if text.parse::<Digest>().is_ok() => "a digest".into(),
        Value::Array(items) => items.iter().map(masked).collect(),
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| {
                let value = match key.as_str() {
                    "secs" | "nanos" | "memory" | "landlock" => "a number".into(),
                    "python3" => "a version".into(),
                    _ => masked(value),
                };
                (key.clone(), value)
            };
            Value::Object(entries.iter().map(entry).collect())
        }
        other => other.clone(),
    }
}

fn examples(language: &str) -> Vec<String> {
    blocks(&docs("traces.md"))
        .into_iter()
        .filter(|block| block.language == language)
        .map(|one| one.text)
        .collect()
}

#[test]
fn the_files_of_traces_are_as_the_page_describes_them() {
    let folder = folder();
    let lines = lines(&grade_the_example(folder.path()));
    let page = docs("traces.md");
    let kinds: BTreeSet<&str> = lines.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(lines[0], ("yardstick-traces".to_owned(), "1".to_owned()));
    assert!(kinds.iter().all(|kind| page.contains(&format!("| `{kind}` |"))), "{kinds:?}");

    let shown: Vec<Value> = examples("json").iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let [behaviour, record] = &shown[..] else { panic!("{} examples", shown.len()) };
    let behaviours = lines.iter().filter(|(kind, _)| kind == "behaviour").map(|(_, payload)| {
        let (digest, packed) = payload.split_once(' ').unwrap();
        let packed = base64::prelude::BASE64_STANDARD_NO_PAD.decode(packed).unwrap();
        let mut json = Vec::new();
        flate2::read::DeflateDecoder::new(packed.as_slice()).read_to_end(&mut json).unwrap();
        assert_eq!(digest, Digest::of(&json).to_string());
        serde_json::from_slice::<Value>(&json).unwrap()
    });
    assert!(behaviours.into_iter().any(|one| one == *behaviour), "{behaviour:#}");
    let records = lines.iter().filter(|(kind, _)| kind == "submission");
    let mut records = records.map(|(_, payload)| serde_json::from_str::<Value>(payload).unwrap());
    let of_grace = records.find(|record| record["submission"] == "grace").unwrap();
    assert_eq!(masked(&of_grace), masked(record));
    for key in
        of_grace.as_object().unwrap().keys().chain(of_grace["outcome"]["jobs"][0].as_object().unwrap().keys())
    {
        assert!(page.contains(&format!("| `{key}` |")), "{key}");
    }
}

/// What a page shows below a command.
fn shown(page: &str, command: &str) -> String {
    let blocks = blocks(&docs(page));
    let text = blocks.iter().find_map(|block| block.text.strip_prefix(&format!("$ yardstick {command}\n")));
    text.unwrap_or_else(|| panic!("`{command}` is not in {page}")).to_owned()
}

/// What a command prints, with the name of the digest and the numbers that no two runs share as the page has them.
fn printed(folder: &Path, args: &[&str]) -> String {
    let output = yardstick(folder, args);
    assert!(output.status.success(), "{output:?}");
    let manifest = fs::read_to_string(folder.join("yardstick-results/grading.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let digest = manifest["spec"]["digest"].as_str().unwrap();
    String::from_utf8(output.stdout).unwrap().replace(&digest[..12], "fe446f8655f7")
}

#[test]
fn the_commands_print_what_the_pages_show() {
    let folder = folder();
    grade_the_example(folder.path());
    let printed = |args: &[&str]| printed(folder.path(), args);
    assert_eq!(printed(&["verify"]), shown("regrading.md", "verify"));
    assert_eq!(printed(&["bundle", "grace"]), shown("regrading.md", "bundle grace"));
    let words = |text: &str| -> Vec<String> {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        text.split_inclusive([' ', '\n'])
            .filter(|word| !is_number(word.trim_end()))
            .map(str::to_owned)
            .collect()
    };
    let trace = printed(&["trace", "grace", "greets by name"]);
    assert_eq!(words(&trace), words(&shown("traces.md", "trace grace 'greets by name'")));
    let spec = fs::read_to_string(folder.path().join("greet.yaml")).unwrap();
    fs::write(folder.path().join("greet.yaml"), spec + "compare: [case]\n").unwrap();
    assert_eq!(printed(&["regrade", "--preview"]), shown("regrading.md", "regrade --preview"));
}

#[test]
fn every_variable_of_a_job_array_is_in_the_page_and_tells_what_it_says_there() {
    let page = docs("regrading.md");
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split(" | ").collect();
        let first: usize = cells.get(1)?.parse().ok()?;
        let names = cells[0].trim_end_matches('`').split("`, `").map(str::to_owned);
        Some(names.map(move |name| (name, first)).collect::<Vec<_>>())
    });
    let variables: Vec<(String, usize)> = rows.flatten().collect();
    assert_eq!(variables.len(), 13, "{variables:?}");
    for (name, first) in variables {
        let value = |asked: &str| (asked == name).then(|| (first + 2).to_string());
        let shard = yardstick::testing::results::Shard::read("auto/5", value).unwrap();
        assert_eq!(shard.to_string(), "2/5", "{name}");
    }
}
