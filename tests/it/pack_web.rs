//! `yardstick pack web`: what lies in the folder, and what does not. What its page does is tried in `browser/web/`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::scratch::Scratch;

/// A spec with hidden scenarios, in every way, and data that only they need.
const SECRETS: &str = "\
assignment: hello
title: Hello <you> & all
submission: { files: [hello.py] }
reference: { files: [solution.py] }
# Comments know the secret, too.
groups:
  - name: shown
    points: 2
    scenarios:
      - { name: a name, stdin: [Ada] }
      - { name: the name is secret, stdin: [secret], hidden: true }
  - name: a secret group
    points: 2
    hidden: result
    scenarios:
      - { name: a file, stdin: { from: secret.txt } }
  - name: kept
    points: 1
    hidden: everything
    scenarios:
      - { name: another name, stdin: [Bob], hidden: false }
";

const SECRET_SOLUTION: &str = "secret = 'Hello, '\nprint(secret + input('Name? ') + '!')\n";

fn secrets() -> Scratch {
    Scratch::new(SECRETS).write("solution.py", SECRET_SOLUTION).write("secret.txt", "a secret name\n")
}

/// A kit that looks like one, where nobody opens the page.
fn with_kit(scratch: Scratch) -> Scratch {
    let version = env!("CARGO_PKG_VERSION");
    let scratch = scratch.write("kit/yardstick.wasm", format!("\0asm the module of yardstick {version}\0"));
    let names = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
    let scratch = names.iter().fold(scratch, |scratch, name| scratch.write(&format!("kit/{name}"), *name));
    scratch.write("kit/pyodide-lock.json", r#"{"info": {"python": "3.13.2"}}"#)
}

fn packed(scratch: &Scratch, spec: &str) -> String {
    let ended = scratch.run(&["pack", "web", spec, "--out", "page", "--kit", "kit"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    ended.stdout
}

/// The files of the assignment, as the page gets them.
fn files(scratch: &Scratch) -> BTreeMap<String, String> {
    let script = scratch.read("page/assignment.js");
    let text = script.strip_prefix("part(\"assignment.json\", ").unwrap().strip_suffix(");\n").unwrap();
    let text: String = serde_json::from_str(text).unwrap();
    let known: Value = serde_json::from_str(&text).unwrap();
    let decoded = |content: &Value| {
        String::from_utf8_lossy(&STANDARD.decode(content.as_str().unwrap()).unwrap()).into_owned()
    };
    let files = known["files"].as_object().unwrap();
    files.iter().map(|(name, content)| (name.clone(), decoded(content))).collect()
}

#[test]
fn nothing_that_is_hidden_lies_in_the_folder() {
    let scratch = with_kit(secrets());
    let told = packed(&scratch, "spec.yaml");
    assert!(told.contains("\nleft out: what is hidden\n"), "{told}");
    let files = files(&scratch);
    for (name, content) in &files {
        assert!(!content.contains("secret") && !name.contains("secret"), "{name}: {content}");
    }
    assert_eq!(files["solution.py"], "", "students are not to read the reference");
    let spec = &files["spec.yaml"];
    assert!(spec.contains("a name") && spec.contains("another name"), "{spec}");
    assert!(files.keys().any(|name| name.starts_with("traces/")), "{:?}", files.keys());
}

#[test]
fn the_page_says_what_it_needs_in_harmless_letters() {
    let scratch = with_kit(secrets());
    packed(&scratch, "spec.yaml");
    let page = scratch.read("page/index.html");
    assert!(page.contains("Hello &lt;you&gt; &amp; all"), "{page}");
    assert!(page.contains("Python 3.13.2 (Pyodide)"), "{page}");
    assert!(!page.contains("@"), "{page}");
    let policy = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'";
    assert!(page.contains(policy) && !page.contains("unsafe-inline") && !page.contains("//"), "{page}");
    let mut files: Vec<String> = fs::read_dir(scratch.path("page"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let offline = scratch.read("page/offline.js");
    for name in files.iter().filter(|name| *name != "offline.js") {
        assert!(offline.contains(&format!("\"{name}\"")), "{name} is not kept for when there is no network");
    }
}

#[test]
fn a_page_without_some_scenarios_says_that_points_are_shared_otherwise() {
    let told = "may be worth less than it says here";
    let scratch = with_kit(secrets());
    packed(&scratch, "spec.yaml");
    assert!(scratch.read("page/index.html").contains(told));
    let scratch = with_kit(Scratch::greeting());
    packed(&scratch, "spec.yaml");
    assert!(!scratch.read("page/index.html").contains(told));
}

#[test]
fn the_parts_are_what_the_kit_holds() {
    let scratch = with_kit(secrets());
    packed(&scratch, "spec.yaml");
    let script = scratch.read("page/python.js");
    let part = script.lines().find(|line| line.starts_with("part(\"pyodide.mjs\", \"")).unwrap();
    let packed = STANDARD.decode(part.split('"').nth(3).unwrap()).unwrap();
    let mut content = String::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut content).unwrap();
    assert_eq!(content, "pyodide.mjs");
}

#[test]
fn what_no_page_can_do_is_refused_or_left_out_in_a_sentence() {
    let refused = |scratch: &Scratch, told: &str| {
        let ended = scratch.run(&["pack", "web", "spec.yaml", "--out", "page", "--kit", "kit"]);
        assert!(ended.code == 2 && ended.stderr.contains(told), "{}", ended.stderr);
        assert!(!scratch.path("page/index.html").exists());
    };
    let in_c = SECRETS.replace("hello.py", "hello.c").replace("reference: { files: [solution.py] }\n", "");
    let in_c = in_c.replace("stdin: [Ada] }", "stdin: [Ada], expect: { stdout: x } }");
    let in_c = in_c.replace("hidden: false }", "hidden: false, expect: { stdout: x } }");
    let in_c = in_c.replace("hidden: true }", "hidden: true, expect: { stdout: x } }");
    let in_c = in_c.replace("from: secret.txt } }", "from: secret.txt }, expect: { stdout: x } }");
    let scratch = with_kit(Scratch::new(&in_c).write("secret.txt", ""));
    refused(&scratch, "C cannot be checked in a page: it runs only Python");
    let scratch = with_kit(secrets()).write("page/mine.txt", "");
    refused(&scratch, "`page` is not empty");
    let scratch = secrets();
    refused(&scratch, "name the kit of this version by `--kit`");
    let scratch = with_kit(secrets()).write("kit/yardstick.wasm", "\0asm the module of yardstick 0.0.1\0");
    refused(&scratch, "`kit/yardstick.wasm` is not the module of yardstick");
    let all_hidden =
        SECRETS.replace("name: shown\n", "name: shown\n    hidden: true\n").replace(", hidden: false", "");
    let scratch = with_kit(secrets()).write("spec.yaml", all_hidden);
    refused(&scratch, "what students may see of this spec is no spec");

    let checker = SECRETS.replace(
        "      - { name: a name, stdin: [Ada] }\n",
        "      - { name: a name, stdin: [Ada] }\n      - { name: judged, stdin: [Ada], compare: { checker: check.py } }\n",
    );
    let scratch = with_kit(secrets()).write("spec.yaml", checker).write("check.py", "raise SystemExit(42)\n");
    let told = packed(&scratch, "spec.yaml");
    assert!(told.contains("left out: a scenario with a checker or a partner"), "{told}");
    assert!(!files(&scratch).contains_key("check.py"));
}
