//! Bulk downloads of learning management systems: who handed in what and when, and how late.

use std::io::Write;

use serde_json::Value;

use super::scratch::{Scratch, ended, named};

const HELLO: &str = "print('hello')\n";
const BYE: &str = "print('bye')\n";

/// The names of all submissions with their points.
fn points(results: &Value) -> Vec<(&str, &str)> {
    let all = results["submissions"].as_array().unwrap().iter();
    all.map(|one| (one["name"].as_str().unwrap(), one["points"].as_str().unwrap())).collect()
}

/// Grades a download as a zip file and unpacked, in a wrapping of its own and without: all must come to the same.
fn same_in_any_wrapping(files: &[(&str, &str)], announced: &str, expected: &[(&str, &str)]) {
    let wrapped: Vec<(String, &str)> =
        files.iter().map(|(name, text)| (format!("export/{name}"), *text)).collect();
    let wrapped: Vec<(&str, &str)> = wrapped.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let mut scratch = Scratch::hello().zip("all.zip", files).zip("wrapped.zip", &wrapped);
    for (name, text) in files {
        scratch = scratch.write(&format!("unpacked/{name}"), text);
    }
    for path in ["all.zip", "wrapped.zip", "unpacked"] {
        let graded = scratch.run(&["grade", "spec.yaml", path]);
        assert_eq!(graded.code, 0, "{path}: {}", graded.stderr);
        assert!(graded.stderr.contains(&announced.replace("{}", path)), "{path}: {}", graded.stderr);
        assert_eq!(points(&scratch.results()), expected, "{path}");
    }
}

#[test]
fn canvas_is_recognised() {
    same_in_any_wrapping(
        &[
            ("doejane_4321_98765_hello.py", HELLO),
            ("roerick_LATE_23_98766_hello-2.py", HELLO),
            ("leeann_24_98767_helper.py", "word = 'hello'\n"),
            ("leeann_24_98768_hello-1.py", "import helper\nprint(helper.word)\n"),
            ("leeann_24_text.html", "<p>see the files</p>"),
            ("waybob_25_text.html", "<p>print('hello')</p>"),
        ],
        "note: Canvas download `{}`: 4 students, 1 marked as late\n",
        &[("doejane-4321", "1"), ("leeann-24", "1"), ("roerick-23", "1"), ("waybob-25", "0")],
    );
}

#[test]
fn moodle_is_recognised_with_folders_and_without() {
    let announced = "note: Moodle download `{}`: 2 students\n";
    let expected = [("Jane Doe-12345", "1"), ("Rick Roe-12346", "0")];
    same_in_any_wrapping(
        &[
            ("Jane Doe_12345_assignsubmission_file_/P4/hello.py", HELLO),
            ("Jane Doe_12345_assignsubmission_onlinetext_/onlinetext.html", "<p>Please be kind.</p>"),
            ("Rick Roe_12346_assignsubmission_file_/hello.py", BYE),
            ("Rick Roe_12346_assignsubmission_file_/Jane Doe_12345_assignsubmission_file_/hello.py", BYE),
        ],
        announced,
        &expected,
    );
    same_in_any_wrapping(
        &[
            ("Jane Doe_12345_assignsubmission_file_hello.py", HELLO),
            ("Rick Roe_12346_assignsubmission_file_hello.py", BYE),
        ],
        announced,
        &expected,
    );
}

#[test]
fn brightspace_is_recognised_and_the_latest_attempt_counts() {
    same_in_any_wrapping(
        &[
            ("index.html", "<html></html>"),
            ("152711-351765 - John Doe - May 18, 2025 1224 PM/hello.py", BYE),
            ("152711-351799 - John Doe - May 19, 2025 905 AM/hello.py", HELLO),
            ("152712-351766 - Ann Lee - May 18, 2025 1224 PM/hello.py", BYE),
        ],
        "note: Brightspace download `{}`: 2 students, 1 handed in more than once: the latest counts\n",
        &[("Ann Lee-152712", "0"), ("John Doe-152711", "1")],
    );
}

#[test]
fn blackboard_is_recognised_and_the_latest_attempt_counts() {
    same_in_any_wrapping(
        &[
            ("Hello_jdoe3_attempt_2014-04-30-21-02-38_hello.py", HELLO),
            ("Hello_jdoe3_attempt_2014-04-30-21-02-38.txt", "Name: Jane Doe (jdoe3)\n"),
            ("Hello_jdoe3_attempt_2014-04-29-21-02-38_hello.py", BYE),
            ("Hello_jdoe3_attempt_2014-04-29-21-02-38.txt", "Name: Jane Doe (jdoe3)\n"),
            ("Hello_rroe_attempt_2014-04-30-21-02-38.txt", "Name: Rick Roe (rroe)\n"),
        ],
        "note: Blackboard download `{}`: 2 students, 1 handed in more than once: the latest counts\n",
        &[("jdoe3", "1"), ("rroe", "0")],
    );
}

#[test]
fn gradescope_is_recognised_and_a_group_is_graded_once_and_listed_for_each() {
    let metadata = "---\nsubmission_1001:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '0042'\n    :email: jane@example.edu\n  \
        :created_at: 2023-09-21 10:11:12.123 Z\nsubmission_1002:\n  :submitters:\n  - :name: Rick Roe\n    :sid: '0043'\n    \
        :email: rick@example.edu\n  - :name: Ann Lee\n    :sid: '0044'\n    :email: ann@example.edu\n  \
        :created_at: 2023-09-21 10:11:12.123 Z\n";
    let files = [
        ("submission_metadata.yml", metadata),
        ("submission_1001/hello.py", HELLO),
        ("submission_1002/hello.py", BYE),
    ];
    let announced = "note: Gradescope download `{}`: 3 students\n";
    let group = "Ann Lee-0044 + Rick Roe-0043";
    same_in_any_wrapping(&files, announced, &[(group, "0"), ("Jane Doe-0042", "1")]);
    let scratch = Scratch::hello().zip("all.zip", &files);
    scratch.run(&["grade", "spec.yaml", "all.zip"]);
    insta::assert_snapshot!(scratch.read("yardstick-results/grades.csv"), @"
    name,student,id,status,points,max_points,says hello
    Ann Lee-0044 + Rick Roe-0043,Ann Lee,0044,graded,0,1,0
    Ann Lee-0044 + Rick Roe-0043,Rick Roe,0043,graded,0,1,0
    Jane Doe-0042,Jane Doe,0042,graded,1,1,1
    ");
    let results = scratch.results();
    let ids = &named(&results, group)["students"][1]["ids"];
    assert_eq!(ids[1]["id"], "rick@example.edu");
}

#[test]
fn clones_of_github_classroom_are_recognised() {
    let scratch = Scratch::hello()
        .write("hello-submissions/hello-jane-doe/hello.py", HELLO)
        .write("hello-submissions/hello-jane-doe/.git/HEAD", "ref: refs/heads/main\n")
        .write("hello-submissions/hello-rick/hello.py", BYE)
        .write("hello-submissions/hello-rick/.git/HEAD", "ref: refs/heads/main\n");
    let graded = scratch.run(&["grade", "spec.yaml", "hello-submissions"]);
    let announced = "note: GitHub Classroom download `hello-submissions`: 2 students\n";
    assert!(graded.stderr.contains(announced), "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("jane-doe", "1"), ("rick", "0")]);
}

#[test]
fn a_zip_file_of_a_student_in_a_download_is_looked_into() {
    let inner =
        Scratch::hello().zip("inner.zip", &[("P4/hello.py", HELLO), ("__MACOSX/P4/._hello.py", "\0")]);
    let inner = std::fs::read(inner.path("inner.zip")).unwrap();
    let scratch = Scratch::hello().write("class/doejane_4321_98765_my work.zip", inner);
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1")]);
}

#[test]
fn two_files_of_one_name_are_the_students_to_sort_out() {
    let scratch = Scratch::hello()
        .write("class/doejane_4321_98765_words.py", HELLO)
        .write("class/doejane_4321_98766_words.py", BYE)
        .write("class/doejane_4321_98767_hello.py", HELLO);
    scratch.run(&["grade", "spec.yaml", "class"]);
    let problem = &named(&scratch.results(), "doejane-4321")["problem"].clone();
    assert_eq!(problem, "`words.py` was handed in twice, and nothing tells which one counts");
}

#[test]
fn recognition_can_be_overridden() {
    let files =
        [("doejane_4321_98765_hello.py", HELLO), ("roerick_23_98766_hello.py", BYE), ("notes.txt", "")];
    let scratch = files
        .iter()
        .fold(Scratch::hello(), |scratch, (name, text)| scratch.write(&format!("class/{name}"), text));
    let refused = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @"
    error: `class` looks like a Canvas download, but `notes.txt` in it is not named as Canvas names files (2 others are)
    help: take it away; or say `--lms canvas` to pass over such files, or `--lms none` if it is no download
    ");
    let canvas = scratch.run(&["grade", "spec.yaml", "class", "--lms", "canvas"]);
    let passed_over = "note: `notes.txt` is passed over: it is not named as Canvas names files\n";
    assert!(canvas.stderr.contains(passed_over), "{}", canvas.stderr);
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1"), ("roerick-23", "0")]);
    scratch.run(&["grade", "spec.yaml", "class", "--lms", "none"]);
    let all = ["doejane_4321_98765_hello", "notes", "roerick_23_98766_hello"];
    assert_eq!(points(&scratch.results()).iter().map(|(name, _)| *name).collect::<Vec<_>>(), all);
    let moodle = scratch.run(&["grade", "spec.yaml", "class", "--lms", "moodle"]);
    assert_eq!(moodle.code, 2);
    insta::assert_snapshot!(moodle.stderr, @"
    error: `class` is no Moodle download: nothing in it is named as Moodle names files
    help: give the zip file as it was downloaded, or leave out `--lms moodle`
    ");
}

#[test]
fn names_that_no_lms_writes_are_refused() {
    let with = |name: &str| {
        Scratch::hello().zip(
            "all.zip",
            &[("doejane_4321_98765_hello.py", HELLO), ("roe_23_98766_hello.py", HELLO), (name, BYE)],
        )
    };
    for name in ["../roe_25_98768_hello.py", "/roe_25_98768_hello.py", "roe_25_98768_..\\hello.py"] {
        let refused = with(name).run(&["grade", "spec.yaml", "all.zip"]);
        assert_eq!(refused.code, 2, "{name}: {}", refused.stdout);
        let expected =
            format!("error: `all.zip` is not taken for a download: `{name}` in it leads out of it\n");
        assert!(refused.stderr.starts_with(&expected), "{name}: {}", refused.stderr);
    }
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("doejane_4321_98765_hello.py", options).unwrap();
    archive.write_all(HELLO.as_bytes()).unwrap();
    archive.add_symlink("roerick_23_98766_hello.py", "/etc/passwd", options).unwrap();
    let scratch = Scratch::hello().write("all.zip", archive.finish().unwrap().into_inner());
    let refused = scratch.run(&["grade", "spec.yaml", "all.zip"]);
    assert!(refused.stderr.contains("`roerick_23_98766_hello.py` in it is a link"), "{}", refused.stderr);
}

#[test]
fn links_in_an_unpacked_download_are_left_out() {
    let scratch =
        Scratch::hello().write("secret.py", HELLO).write("class/doejane_4321_98765_hello.py", HELLO);
    std::os::unix::fs::symlink(scratch.path("secret.py"), scratch.path("class/roerick_23_98766_hello.py"))
        .unwrap();
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1")]);
}

#[test]
fn a_bomb_costs_its_own_student_and_nobody_else() {
    let bomb = "\0".repeat(70 << 20);
    let scratch = Scratch::hello()
        .zip("all.zip", &[("doejane_4321_98765_hello.py", HELLO), ("roerick_23_98766_hello.py", &bomb)]);
    assert!(std::fs::metadata(scratch.path("all.zip")).unwrap().len() < 1 << 20);
    scratch.run(&["grade", "spec.yaml", "all.zip"]);
    let results = scratch.results();
    assert_eq!(points(&results), [("doejane-4321", "1"), ("roerick-23", "0")]);
    assert_eq!(named(&results, "roerick-23")["problem"], "it is too large: more than 64 MiB");
}

#[test]
fn hostile_names_are_shown_and_do_nothing() {
    let names = [
        "=cmd|' _C calc'!A0_7_98_hello.py",
        "\u{202e}enaj_8_99_hello.py",
        "\u{1b}[2J_9_100_hello.py",
        "x'; drop_10_101_hello.py",
    ];
    let files: Vec<(&str, &str)> = names.iter().map(|name| (*name, HELLO)).collect();
    let scratch = Scratch::hello().zip("all.zip", &files);
    let graded = scratch.run(&["grade", "spec.yaml", "all.zip"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    for shown in [&graded.stdout, &graded.stderr, &scratch.read("yardstick-results/grades.csv")] {
        assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
    }
    let grades = scratch.read("yardstick-results/grades.csv");
    assert!(!grades.lines().any(|line| line.starts_with('=') || line.contains(",=")), "{grades}");
    let gradebook = scratch.read("yardstick-results/gradebook.csv");
    assert!(!gradebook.lines().any(|line| line.starts_with('=') || line.contains(",=")), "{gradebook}");
}

/// Hello, with something off for lateness.
fn late(policy: &str) -> Scratch {
    let spec = "assignment: hello\nsubmission: { files: [hello.py] }\nlimits: { wall: 60s }\nscenarios:\n  \
        - { name: says hello, points: 8, expect: { stdout: \"hello\\n\" } }\n  \
        - { name: says it again, points: 2, expect: { stdout: \"hello\\nhello\\n\" } }\n";
    let at = |day, time| format!("1{day}-2 - Student {day} - Mar {day}, 2026 {time}/hello.py");
    let scratch = Scratch::new(&format!("{spec}{policy}\n"));
    let scratch = scratch.write(&format!("class/{}", at(1, "1159 PM")), HELLO);
    let scratch = scratch.write(&format!("class/{}", at(2, "1214 AM")), HELLO);
    scratch
        .write(&format!("class/{}", at(4, "1200 AM")), HELLO)
        .write(&format!("class/{}", at(9, "800 AM")), BYE)
}

#[test]
fn lateness_costs_what_the_spec_says_and_is_a_line_of_its_own() {
    let scratch =
        late("late: { due: 2026-03-01 23:59 +01:00, per_day: 12.5%, of: max, grace: 15min, cap: 50% }");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    insta::assert_snapshot!(graded.stdout, @"
    Student 1-11     8/10  ✓✗
    Student 2-12     8/10  ✓✗
    Student 4-14  4.25/10  ✓✗
        Handed in at 2026-03-04 00:00 +01:00, 3 days late: 37.5% of 10 points: 3.75 points are deducted.
    Student 9-19     0/10  ✗✗
        Handed in at 2026-03-09 08:00 +01:00, 8 days late: 50% of 10 points, but no more than was earned: 0 points are deducted.

    hello: 4 submissions
      mean 5.06, median 6.13 of 10 points
      lost most often: says it again (4 of 4)
                       says hello (1 of 4)
      ✓ accepted   ✗ wrong answer
      results and feedback are in `yardstick-results`
    ");
    insta::assert_snapshot!(scratch.read("yardstick-results/grades.csv"), @"
    name,student,id,status,points,max_points,handed_in,days_late,deducted,says hello,says it again
    Student 1-11,Student 1,11,graded,8,10,2026-03-01 23:59 +01:00,0,0,8,0
    Student 2-12,Student 2,12,graded,8,10,2026-03-02 00:14 +01:00,0,0,8,0
    Student 4-14,Student 4,14,graded,4.25,10,2026-03-04 00:00 +01:00,3,3.75,8,0
    Student 9-19,Student 9,19,graded,0,10,2026-03-09 08:00 +01:00,8,0,0,0
    ");
    let page = scratch.read("yardstick-results/feedback/Student 4-14.txt");
    let (_, end) = page.split_once("Enter\n\n").unwrap();
    insta::assert_snapshot!(end, @"
    Handed in at 2026-03-04 00:00 +01:00, 3 days late: 37.5% of 10 points: 3.75 points are deducted.
    4.25 of 10 points: 8, less 3.75 for lateness
    ");
    let late = named(&scratch.results(), "Student 4-14")["late"].clone();
    assert_eq!(late["deducted"], "3.75");
    assert_eq!(late["days"], 3);
    assert_eq!(late["due"], "2026-03-01 23:59 +01:00");
}

#[test]
fn a_share_of_what_was_earned_can_be_taken_off() {
    let scratch = late("late: { per_day: 10%, of: earned }");
    scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 Europe/Berlin"]);
    let expected =
        [("Student 1-11", "8"), ("Student 2-12", "7.2"), ("Student 4-14", "5.6"), ("Student 9-19", "0")];
    assert_eq!(points(&scratch.results()), expected);
}

#[test]
fn a_due_date_alone_takes_nothing_off() {
    let scratch = late("");
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 +01:00"]);
    assert!(graded.stdout.contains("3 days late: nothing is deducted."), "{}", graded.stdout);
    assert_eq!(points(&scratch.results())[2], ("Student 4-14", "8"));
    let wrong = scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("it has no time zone"), "{}", wrong.stderr);
}

#[test]
fn where_no_time_is_known_nothing_is_deducted_and_it_is_said() {
    let scratch = Scratch::hello().write("class/doejane_LATE_4321_98765_hello.py", HELLO);
    let spec = scratch.read("spec.yaml") + "late: { per_day: 50% }\n";
    let scratch = scratch.write("spec.yaml", spec);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(graded.stderr.contains("nothing is deducted for lateness: neither"), "{}", graded.stderr);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 Z"]);
    let told = "when 1 submission came is not known: nothing is deducted for lateness; `--roster` can tell";
    assert!(graded.stdout.contains(told), "{}", graded.stdout);
    let page = scratch.read("yardstick-results/feedback/doejane-4321.txt");
    let told =
        "It is marked as late, but when it was handed in, is not known: nothing is deducted for lateness.";
    assert!(page.contains(told), "{page}");
    assert_eq!(points(&scratch.results()), [("doejane-4321", "1")]);
    let checked = scratch.run(&["check", "spec.yaml", "class/doejane_LATE_4321_98765_hello.py"]);
    assert!(!checked.stdout.contains("late"), "{}", checked.stdout);
}

#[test]
fn a_roster_tells_groups_times_and_dates_of_their_own() {
    let scratch = late("late: { due: 2026-03-01 23:59 +01:00, per_day: 10% }").write(
        "roster.csv",
        "id,name,group,handed_in,due,school\n14,Fay Four,,,2026-03-05 23:59 +01:00,0044\n12,,pair,,,\n20,Ten Ten,pair,,,0050\n",
    );
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "Student 4-14")["points"], "8");
    assert_eq!(named(&results, "Student 4-14")["students"][0]["name"], "Fay Four");
    let pair: Vec<&str> = named(&results, "Student 2-12")["students"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(pair, ["Student 2", "Ten Ten"]);
    for (roster, complaint) in [
        ("name\nx\n", "it has no column `id`"),
        ("id,due\n14,tomorrow\n", "line 2, column `due`: a time is written like"),
        ("id,group\n14,a\n14,b\n", "`14` stands in it twice"),
        ("id,group\n14,a\n12,a\n", ""),
    ] {
        std::fs::write(scratch.path("roster.csv"), roster).unwrap();
        let graded = scratch.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
        assert_eq!(graded.code, if complaint.is_empty() { 0 } else { 2 }, "{}", graded.stderr);
        assert!(graded.stderr.contains(complaint), "{}", graded.stderr);
    }
    // Of a group of two that both handed in, the latest counts.
    assert_eq!(points(&scratch.results()).len(), 3);
}

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

#[test]
fn what_is_recognised_is_not_said_to_who_asks_for_quiet() {
    let scratch = Scratch::hello().write("class/doejane_4321_98765_hello.py", HELLO);
    let mut command = scratch.command(&["grade", "spec.yaml", "class", "--quiet"]);
    assert!(!ended(&mut command).stderr.contains("Canvas download"));
}
