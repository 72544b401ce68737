//! What other programs read: each format is read by a parser that knows nothing of yardstick, and nothing that a
//! submission writes is taken for anything but text.

mod markup;
mod schemas;
mod tap;
mod workflow_commands;

use std::sync::LazyLock;

pub(crate) use schemas::{errors, valid};
use serde_json::Value;

use crate::scratch::{SOLUTION, Scratch, ended};

/// Text that means something to some reader of some format.
const HOSTILE: [&str; 16] = [
    "  ...",
    "ok 99 - forged",
    "1..0",
    "Bail out!",
    "]]><failure/><!--",
    "<script>alert(1)</script>",
    "&lt;&#x41;",
    "::error::pwned",
    "::add-mask::a",
    "```",
    "::stop-commands::x",
    "##[add-mask]a",
    "=cmd()",
    "| a | [x](https://evil.example) ![i](u) https://evil.example @somebody",
    "# SKIP",
    "%0A::error::x \\# \\",
];

/// The same, with what only bytes can say.
const BYTES: &str = r"\x1b[2J\x1b]0;title\x07\x00\x08\x7f\xff\xfe\r\n\xc2\x9b31m\xe2\x80\xaegnp.exe\xef\xbf\xbe\xef\xbf\xbf\xe2\x80\xa8";

/// Three ways to earn points: a greeting, a rule and a thing for somebody to look at.
const SPEC: &str = r#"
assignment: greeting
title: 'Greeting | <b>1</b> ::error::'
submission: { files: [hello.py] }
reference: { files: [solution.py] }
groups:
  - name: 'Greets # one: two, 100%'
    points: 10
    hint: Read the name first.
    scenarios:
      - { name: one name, stdin: [Ada] }
      - { name: a crash, stdin: [crash] }
      - { name: no module, rule: { imports: [] }, weight: 0 }
scenarios:
  - { name: style, points: 2.5, manual: comments }
"#;

/// A name for a folder that every format must write somewhere.
const NAME: &str = "=Doe, Jane | <b> ]]> # ::error::\u{202e} `x` \\";

/// A program that prints and raises all of it, and breaks the rule.
fn hostile_program() -> String {
    let lines: Vec<String> = HOSTILE.iter().map(|line| format!("    {line:?},\n")).collect();
    format!(
        "import os\nname = input('Name? ')\nlines = [\n{}]\nif name == 'crash':\n    \
         raise ValueError('\\n'.join(lines) + ']]>::error::,:%')\nprint('\\n'.join(lines))\n\
         os.write(1, b'{BYTES}\\n')\n",
        lines.concat()
    )
}

/// A right submission, a hostile one, one that does not parse and one that is not there.
fn class() -> Scratch {
    Scratch::new(SPEC)
        .write("solution.py", SOLUTION)
        .write("class/ada/hello.py", SOLUTION)
        .write(&format!("class/{NAME}/src/hello.py"), hostile_program())
        .write("class/grace/hello.py", "x = 1\nprint(\n")
        .write("class/linus/readme.txt", "\u{1b}[2J")
}

/// Every format that can be written of a class.
const OF_A_CLASS: [&str; 11] =
    ["table", "feedback", "json", "csv", "junit", "tap", "markdown", "sarif", "github", "gitlab", "ctrf"];

/// Runs a command once that writes each of these formats to a file of its name; it must end so.
fn written(args: &[&str], formats: &[&str], code: i32) -> Scratch {
    let class = class();
    let outputs: Vec<String> = formats.iter().map(|format| format!("--format={format}={format}")).collect();
    let ended =
        class.run(&args.iter().copied().chain(outputs.iter().map(String::as_str)).collect::<Vec<_>>());
    assert_eq!(ended.code, code, "{}", ended.stderr);
    class
}

/// What `grade` writes of the class in a format.
fn graded(format: &str) -> String {
    static GRADED: LazyLock<Scratch> =
        LazyLock::new(|| written(&["grade", "spec.yaml", "class"], &OF_A_CLASS, 0));
    GRADED.read(format)
}

/// What `check` writes of the hostile submission in a format.
fn checked(format: &str) -> String {
    static CHECKED: LazyLock<Scratch> = LazyLock::new(|| {
        let formats: Vec<&str> = OF_A_CLASS.into_iter().chain(["gradescope", "classroom"]).collect();
        written(&["check", "spec.yaml", &format!("class/{NAME}")], &formats, 1)
    });
    CHECKED.read(format)
}

/// Every text in a JSON value.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(map) => {
            map.iter().flat_map(|(key, value)| texts(value).into_iter().chain([key.as_str()])).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// What no reader's terminal or page should be given.
fn is_treacherous(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}' | '\u{200b}'..='\u{200f}')
}

#[test]
fn no_format_passes_on_what_controls_a_terminal() {
    for format in OF_A_CLASS.into_iter().filter(|format| *format != "json") {
        let graded = graded(format);
        assert!(!graded.contains(is_treacherous), "{format}: {graded:?}");
    }
    for format in ["json", "sarif", "gitlab", "ctrf"] {
        let value: Value = serde_json::from_str(&graded(format)).unwrap();
        for text in texts(&value).into_iter().filter(|text| *text != NAME) {
            assert!(!text.contains(is_treacherous), "{format}: {text:?}");
        }
    }
}

#[test]
fn gradescope_gets_colours_of_ours_and_no_other_control() {
    let value: Value = serde_json::from_str(&checked("gradescope")).unwrap();
    let colour = regex::Regex::new("\u{1b}\\[[0-9;]*m").unwrap();
    for text in texts(&value) {
        let plain = colour.replace_all(text, "");
        assert!(!plain.contains(is_treacherous), "{plain:?}");
    }
    // What looks like a colour of the program's own has become signs.
    assert!(texts(&value).iter().any(|text| text.contains("␛[2J")), "{value:#}");
}

#[test]
fn several_formats_go_to_files_and_one_to_standard_output() {
    let class = Scratch::hello()
        .write("class/ada/hello.py", "print('hello')")
        .write("class/grace/hello.py", "print('bye')");
    let many = class.run(&[
        "grade",
        "spec.yaml",
        "class",
        "--format",
        "junit=report.xml",
        "--format",
        "tap",
        "--format",
        "csv=grades.csv",
    ]);
    assert_eq!(many.code, 0, "{}", many.stderr);
    assert!(many.stdout.starts_with("TAP version 14\n"), "{}", many.stdout);
    assert_eq!(class.read("grades.csv"), class.read("yardstick-results/grades.csv"));
    let alone = class.run(&["grade", "spec.yaml", "class", "--format", "junit"]);
    assert_eq!(class.read("report.xml"), alone.stdout);
    let usual = class.run(&["check", "spec.yaml", "class/ada", "--format", "json=checked.json"]);
    assert!(usual.stdout.contains("✓ says hello"), "{}", usual.stdout);
    assert!(serde_json::from_str::<Value>(&class.read("checked.json")).is_ok());
    let coloured = ["check", "spec.yaml", "class/ada", "--color", "always", "--format", "feedback=page.txt"];
    assert!(class.run(&coloured).stdout.contains('\u{1b}'));
    assert!(!class.read("page.txt").contains('\u{1b}'));
}

#[test]
fn formats_that_cannot_be_had_are_refused_before_anything_is_graded() {
    let class = class();
    for (formats, says) in [
        (&["json", "csv"][..], "the formats `json` and `csv` both go to standard output"),
        (&["json=a", "csv=a"], "two formats go to `a`"),
        (&["junit=nowhere/a.xml"], "cannot write to `nowhere/a.xml`: there is no folder `nowhere`"),
        (&["junit=class"], "cannot write to `class`: it is a folder"),
        (&["junit="], "`junit=` lacks the name of a file"),
        (&["junti"], "a similar value exists: 'junit'"),
        (&["gradescope"], "`gradescope` is about one submission, and there are 4"),
        (&["classroom=a.json"], "`classroom` is about one submission, and there are 4"),
    ] {
        let mut args = vec!["grade", "spec.yaml", "class"];
        args.extend(formats.iter().flat_map(|format| ["--format", *format]));
        let refused = class.run(&args);
        assert_eq!(refused.code, 2, "{formats:?}");
        assert!(refused.stderr.contains(says), "{formats:?}: {}", refused.stderr);
        assert_eq!(refused.stdout, "");
        assert!(!class.path("yardstick-results").exists());
    }
}

#[test]
fn a_format_is_the_same_bytes_whatever_the_number_of_workers() {
    let lines = HOSTILE.join("\n");
    let class = ["ada", "grace", "linus", "mary"].into_iter().fold(Scratch::hello(), |class, name| {
        class.write(&format!("class/{name}/hello.py"), format!("print({name:?}, {lines:?})\n1 / 0\n"))
    });
    for format in ["junit", "tap", "markdown", "sarif", "gitlab", "ctrf"] {
        let [one, four] = ["1", "4"].map(|jobs| {
            class.run(&["grade", "spec.yaml", "class", "--jobs", jobs, "--format", format]).stdout
        });
        assert_eq!(one, four, "{format}");
    }
}

#[test]
fn the_summary_of_a_step_is_appended_where_github_says() {
    let class = class().write("summary.md", "before\n");
    let mut command = class.command(&["check", "spec.yaml", "class/ada", "--format", "github=log.txt"]);
    ended(command.env("GITHUB_STEP_SUMMARY", class.path("summary.md")));
    let summary = class.read("summary.md");
    assert!(summary.starts_with("before\n# Greeting"), "{summary}");
    assert!(summary.contains("**10 of 12.5 points**"), "{summary}");
    let mut command = class.command(&["check", "spec.yaml", "class/ada", "--format", "junit=a.xml"]);
    ended(command.env("GITHUB_STEP_SUMMARY", class.path("summary.md")));
    assert_eq!(class.read("summary.md"), summary, "only the format of GitHub is about the summary");
}
