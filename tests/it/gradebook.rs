//! Marks on their way back to a learning management system.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use super::scratch::{Scratch, WITHOUT_COMMA};

const HELLO: &str = "print('hello')\n";

/// What Python's own reader makes of a CSV file: its rows.
fn python_reads(file: &Path, encoding: &str, delimiter: &str) -> Vec<Vec<String>> {
    let program = "import csv, json, sys\n\
        with open(sys.argv[1], newline='', encoding=sys.argv[2]) as file:\n    \
        print(json.dumps(list(csv.reader(file, delimiter=sys.argv[3]))))\n";
    let output =
        Command::new("python3").args(["-c", program]).arg(file).args([encoding, delimiter]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A Canvas download of 30 and the gradebook of 31: every third program is wrong, every tenth student is late.
fn canvas_class() -> (Scratch, String) {
    let mut scratch = Scratch::hello();
    let mut gradebook = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Warm-up (98764),Hello (98765),Final Score\r\n    \
        Points Possible,,,,,5,1,(read only)\r\n"
        .to_owned();
    let mut files = Vec::new();
    for number in 1..=30 {
        let late = if number % 10 == 0 { "LATE_" } else { "" };
        let text = if number % 3 == 0 { "print('Hello')\n" } else { HELLO };
        files.push((
            format!("studenttheno{number}_{late}{}_{}_hello.py", 7000 + number, 90_000 + number),
            text,
        ));
        gradebook += &format!(
            "\"Student, The \"\"No {number}\"\"\",{},00{number},s{number},\"CS, A\",=1+1,,71.5\r\n",
            7000 + number
        );
    }
    gradebook += "\"Absent, Always\",6999,,,\"CS, A\",,,\r\n";
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    scratch = scratch.zip("submissions.zip", &files).write("original.csv", &gradebook);
    (scratch, gradebook)
}

#[test]
fn a_canvas_class_of_30_is_graded_and_its_gradebook_filled() {
    let (scratch, original) = canvas_class();
    let graded = scratch.run(&["grade", "spec.yaml", "submissions.zip", "--gradebook", "original.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert!(graded.stderr.starts_with(
        "note: Canvas download `submissions.zip`: 30 students, 3 marked as late\n\
         note: gradebook: Absent, Always is in the gradebook and handed in nothing\n\
         note: `yardstick-results/gradebook.csv` has 30 marks in the column `Hello (98765)` of the Canvas gradebook\n"
    ), "{}", graded.stderr);

    let rows = python_reads(&scratch.path("yardstick-results/gradebook.csv"), "utf-8-sig", ",");
    let before = python_reads(&scratch.path("original.csv"), "utf-8-sig", ",");
    assert_eq!(rows.len(), 33);
    for (row, old) in rows.iter().zip(&before) {
        let expected = match row[1].parse::<u32>() {
            Ok(id) if id > 7000 => {
                if (id - 7000) % 3 == 0 {
                    "0"
                } else {
                    "1"
                }
            }
            _ => old[6].as_str(),
        };
        assert_eq!(row[6], expected, "{row:?}");
        assert_eq!([&row[..6], &row[7..]].concat(), [&old[..6], &old[7..]].concat());
    }

    // Every other byte is as it was.
    let filled = std::fs::read(scratch.path("yardstick-results/gradebook.csv")).unwrap();
    let filled = String::from_utf8(filled).unwrap();
    assert_eq!(filled.replace(",=1+1,0,", ",=1+1,,").replace(",=1+1,1,", ",=1+1,,"), original);
}

#[test]
fn feedback_goes_back_under_the_names_that_the_lms_knows() {
    for (files, expected) in [
        (
            &["doejane_4321_98765_hello.py", "roerick_LATE_23_98766_hello.py"][..],
            &["doejane_4321_98765_hello.py.txt", "roerick_LATE_23_98766_hello.py.txt"][..],
        ),
        (
            &["Jane Doe_12345_assignsubmission_file_/hello.py"],
            &["Jane Doe_12345_assignsubmission_file_/feedback.txt"],
        ),
        (
            &["Jane Doe_12345_assignsubmission_file_hello.py"],
            &["Jane Doe_12345_assignsubmission_file_feedback.txt"],
        ),
        (
            &[
                "152711-351765 - John Doe - May 18, 2025 1224 PM/hello.py",
                "152711-351770 - John Doe - May 19, 2025 1224 PM/hello.py",
            ],
            &["152711-351770 - John Doe - May 19, 2025 1224 PM/feedback.txt"],
        ),
        (
            &["Hello_jdoe3_attempt_2014-04-30-21-02-38_hello.py"],
            &["Hello_jdoe3_attempt_2014-04-30-21-02-38_feedback.txt"],
        ),
    ] {
        let scratch = files
            .iter()
            .fold(Scratch::hello(), |scratch, file| scratch.write(&format!("class/{file}"), HELLO));
        scratch.run(&["grade", "spec.yaml", "class"]);
        let archive = std::fs::File::open(scratch.path("yardstick-results/feedback-lms.zip")).unwrap();
        let mut archive = zip::ZipArchive::new(archive).unwrap();
        assert_eq!(archive.len(), expected.len());
        for name in expected {
            let mut page = String::new();
            archive.by_name(name).unwrap_or_else(|_| panic!("{name}")).read_to_string(&mut page).unwrap();
            assert!(page.starts_with("Hello: ") && page.ends_with("1 of 1 point\n"), "{page}");
            assert_eq!(scratch.read(&format!("yardstick-results/feedback-lms/{name}")), page);
        }
    }
}

#[test]
fn without_a_gradebook_the_least_that_the_lms_takes_is_written() {
    let scratch = Scratch::hello().write("class/doejane_4321_98765_hello.py", HELLO);
    scratch.run(&["grade", "spec.yaml", "class", "--column", "Homework 1 (98765)"]);
    insta::assert_snapshot!(scratch.read("yardstick-results/gradebook.csv"), @"
    Student,ID,Section,Homework 1 (98765)
        Points Possible,,,1
    doejane,4321,,1
    ");
    // Brightspace wants a number of the school or a username, and its download has neither.
    let scratch = Scratch::hello().write("class/1-2 - Ann Lee - May 18, 2025 1224 PM/hello.py", HELLO);
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(!scratch.path("yardstick-results/gradebook.csv").exists());
    let scratch = scratch.write("roster.csv", "id,school\n1,0042\n");
    scratch.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
    insta::assert_snapshot!(scratch.read("yardstick-results/gradebook.csv"), @"
    OrgDefinedId,Hello Points Grade,End-of-Line Indicator
    #0042,1,#
    ");
}

#[test]
fn a_gradescope_group_is_filled_into_the_gradebook_of_another_lms_for_each_member() {
    let metadata = "submission_1:\n  :submitters:\n  - :name: Rick Roe\n    :sid: '0043'\n  - :name: Ann Lee\n    :sid: '0044'\n";
    let scratch = Scratch::hello()
        .write("class/submission_metadata.yml", metadata)
        .write("class/submission_1/hello.py", HELLO)
        .write("original.csv", "Student;ID;SIS User ID;Section;Hello (1)\n\"Roe, Rick\";7;0043;A;\n\"Lee, Ann\";8;0044;A;\n\"Lee, Ann\";9;0045;A;\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv"]);
    assert!(
        graded.stderr.contains("note: gradebook: Lee, Ann is in the gradebook and handed in nothing\n"),
        "{}",
        graded.stderr
    );
    let rows = python_reads(&scratch.path("yardstick-results/gradebook.csv"), "utf-8", ";");
    let marks: BTreeMap<&str, &str> =
        rows.iter().skip(1).map(|row| (row[1].as_str(), row[4].as_str())).collect();
    assert_eq!(marks, [("7", "1"), ("8", "1"), ("9", "")].into());
}

#[test]
fn a_blackboard_gradebook_in_utf_16_stays_in_utf_16() {
    let table = "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Hello [Total Pts: 1 Score] |77\"\r\n\"Döe\"\t\"Jane\"\t\"jdoe3\"\t\"\"\r\n";
    let utf_16 = |text: &str| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let scratch = Scratch::hello()
        .write("class/Hello_jdoe3_attempt_2014-04-30-21-02-38_hello.py", HELLO)
        .write("original.xls", utf_16(table));
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.xls"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let filled = std::fs::read(scratch.path("yardstick-results/gradebook.xls")).unwrap();
    assert_eq!(filled, utf_16(&table.replace("\t\"\"", "\t\"1\"")));
    let rows = python_reads(&scratch.path("yardstick-results/gradebook.xls"), "utf-16", "\t");
    assert_eq!(rows[1], ["Döe", "Jane", "jdoe3", "1"]);
    assert_eq!(scratch.run(&["verify"]).code, 0);
    // What is exported with commas is written so, and nothing is left of the other one.
    let commas = scratch.write("original.csv", table.replace('\t', ","));
    let graded = commas.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert!(commas.read("yardstick-results/gradebook.csv").contains("jdoe3"));
    assert!(!commas.path("yardstick-results/gradebook.xls").exists());
}

#[test]
fn a_gradebook_that_cannot_be_filled_is_refused_before_anything_is_graded() {
    let scratch = Scratch::hello().write("class/doejane_4321_98765_hello.py", HELLO);
    for (gradebook, complaint) in [
        ("", "error: cannot fill the gradebook `original.csv`: it is empty\n"),
        (
            "a,b\n1,2\n",
            "error: cannot fill the gradebook `original.csv`: its header is not that of a known gradebook: `a`, `b`\n",
        ),
        (
            "Student,ID,Section,\u{1b}One (1),Two (2)\n",
            "help: name one of `␛One (1)`, `Two (2)` with `--column`",
        ),
        ("Student,ID,Section,One (1)\n\"Doe,1,,\n", "the quote that is opened in line 2 is not closed\n"),
    ] {
        std::fs::write(scratch.path("original.csv"), gradebook).unwrap();
        let graded = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv"]);
        assert_eq!(graded.code, 2, "{gradebook}");
        assert!(graded.stderr.contains(complaint), "{}", graded.stderr);
        assert!(!scratch.path("yardstick-results").exists());
    }
    let both = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv", "--anonymous"]);
    assert_eq!(both.code, 2);
    let part =
        scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv", "--only", "hello"]);
    assert_eq!(part.code, 2, "marks of a part must not reach a gradebook");
}

#[test]
fn a_submission_with_an_unmarked_item_has_no_mark_yet() {
    let spec = "assignment: hello\nsubmission: { files: [hello.py] }\nscenarios:\n  \
        - { name: style, points: 4, manual: Is it readable? }\n  \
        - { name: says hello, points: 1, expect: { stdout: \"hello\\n\" } }\n";
    let scratch = Scratch::new(spec).write("class/doejane_4321_98765_hello.py", HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(graded.stderr.contains("doejane (4321) has no mark yet"), "{}", graded.stderr);
    let scratch = scratch.write("marks.csv", "name,style\ndoejane-4321,3\n");
    let marked = scratch.run(&["grade", "spec.yaml", "class", "--marks", "marks.csv"]);
    assert!(scratch.read("yardstick-results/gradebook.csv").ends_with("doejane,4321,,4\n"));
    let page = scratch.read("yardstick-results/feedback/doejane-4321.txt");
    for said in [&marked.stdout, &page, &scratch.read("yardstick-results/results.json")] {
        assert!(!said.to_lowercase().contains("to be marked"), "{said}");
    }
    assert!(marked.stdout.contains("h marked by hand"), "{}", marked.stdout);
    assert!(
        page.starts_with("hello: doejane-4321\n\nh style (3/4)\n  Marked by hand: Is it readable?.\n"),
        "{page}"
    );
    assert!(scratch.run(&["explain", "h"]).stdout.contains("Somebody has looked at it"));
}

#[test]
fn tables_of_marks_and_rosters_are_read_as_spreadsheets_save_them() {
    let spec = "assignment: hello\nsubmission: { files: [hello.py] }\nscenarios:\n  \
        - { name: style, points: 4, manual: Is it readable? }\n";
    let scratch = Scratch::new(spec).write("class/doejane_4321_98765_hello.py", HELLO);
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    std::fs::write(scratch.path("roster.csv"), utf_16("id;name\r\n4321;Jäne Doe\r\n")).unwrap();
    for marks in ["name;style\ndoejane-4321;2,5\n", "\u{feff}name\tstyle\ndoejane-4321\t2,50\n"] {
        for bytes in [marks.as_bytes().to_vec(), utf_16(marks)] {
            std::fs::write(scratch.path("marks.csv"), bytes).unwrap();
            let args = ["grade", "spec.yaml", "class", "--marks", "marks.csv", "--roster", "roster.csv"];
            let graded = scratch.run(&args);
            assert!(graded.stdout.starts_with("doejane-4321 (Jäne Doe)  2.5/4  h\n"), "{}", graded.stdout);
        }
    }
}

#[test]
fn an_earlier_gradebook_does_not_stay_among_new_results() {
    let scratch =
        Scratch::hello().write("class/doejane_4321_98765_hello.py", HELLO).write("other/Ada/hello.py", HELLO);
    scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(scratch.path("yardstick-results/gradebook.csv").exists());
    scratch.run(&["grade", "spec.yaml", "other"]);
    for old in ["gradebook.csv", "feedback-lms", "feedback-lms.zip"] {
        assert!(!scratch.path("yardstick-results").join(old).exists(), "{old}");
    }
}

#[test]
fn a_folder_called_by_a_name_is_filled_for_the_only_student_of_that_name() {
    let scratch = Scratch::hello()
        .write("class/Jane Doe/hello.py", HELLO)
        .write("class/Ann Lee/hello.py", HELLO)
        .write("class/rick/hello.py", HELLO)
        .write(
            "original.csv",
            "Student,ID,Section,Hello (1)\n    Points Possible,,,1\n\"Doe, Jane\",7,A,\n\"Lee, Ann\",8,A,\n\
             \"Lee, Ann\",9,A,\n",
        );
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv"]);
    insta::assert_snapshot!(graded.stderr, @"
    note: gradebook: Ann Lee cannot be told apart from others: line 4 and line 5 of the gradebook
    note: gradebook: rick is not in the gradebook
    note: `yardstick-results/gradebook.csv` has 1 mark in the column `Hello (1)` of the Canvas gradebook
    ");
    let rows = python_reads(&scratch.path("yardstick-results/gradebook.csv"), "utf-8", ",");
    assert_eq!(rows[2], ["Doe, Jane", "7", "A", "1"]);
}

#[test]
fn the_worksheet_of_moodle_tells_when_and_takes_the_marks_back() {
    let sheet = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n\
        \"Participant 12345\",\"Jane Doe\",jane@example.edu,\"Submitted for grading - \",,1.00,Yes,\"Sunday, 1 March 2026, 11:59 PM\",-,\n\
        \"Participant 12346\",\"Jane Doe\",j@example.edu,\"Submitted for grading - \",,1.00,Yes,\"Monday, 2 March 2026, 12:05 AM\",-,\n\
        \"Participant 12347\",\"Ann Lee\",ann@example.edu,\"No submission\",,1.00,Yes,-,-,\n";
    let scratch = Scratch::hello()
        .write("class/Jane Doe_12345_assignsubmission_file_/hello.py", HELLO)
        .write("class/Jane Doe_12346_assignsubmission_file_/hello.py", HELLO)
        .write("original.csv", sheet);
    let spec = scratch.read("spec.yaml") + "late: { due: 2026-03-01 23:59 +01:00, per_day: 25% }\n";
    let scratch = scratch.write("spec.yaml", spec);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv"]);
    insta::assert_snapshot!(graded.stderr, @"
    note: Moodle download `class`: 2 students
    note: gradebook: Ann Lee is in the gradebook and handed in nothing
    note: `yardstick-results/gradebook.csv` has 2 marks in the column `Grade` of the Moodle gradebook
    ");
    let filled = sheet.replacen("- \",,1.00", "- \",1,1.00", 1).replacen("- \",,1.00", "- \",0.75,1.00", 1);
    // The comments are HTML.
    let late = "\"Handed in at 2026-03-02 00:05 +01:00, 1 day late: 25% of 1 point: 0.25 points are deducted.\
                <br>0.75 of 1 point: 1, less 0.25 for lateness\"";
    let filled = filled
        .replace("1 March 2026, 11:59 PM\",-,", "1 March 2026, 11:59 PM\",-,1 of 1 point")
        .replace("12:05 AM\",-,", &format!("12:05 AM\",-,{late}"));
    assert_eq!(scratch.read("yardstick-results/gradebook.csv"), filled);
}

#[test]
fn the_comment_in_a_worksheet_of_moodle_says_what_went_wrong_first() {
    let sheet = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n\
        \"Participant 12345\",\"Jane Doe\",jane@example.edu,\"Submitted for grading - \",,10.00,Yes,-,-,\n";
    let scratch = Scratch::greeting()
        .write("class/Jane Doe_12345_assignsubmission_file_/hello.py", WITHOUT_COMMA)
        .write("original.csv", sheet);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "original.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let rows = python_reads(&scratch.path("yardstick-results/gradebook.csv"), "utf-8", ",");
    let comment = &rows[1][9];
    let cause = "<br>Greets / one name: wrong answer. After line 1 of the input, `Ada`: punctuation differs: expected \
                 `Hello, Ada!`, printed `Hello Ada!`. 4 more were lost for the same.";
    assert!(comment.starts_with("0 of 10 points") && comment.ends_with(cause), "{comment}");
}

#[test]
fn names_of_the_gradebook_stand_in_every_report() {
    let scratch = Scratch::hello().write("class/doejane_4321_98765_hello.py", "print('helo')\n").write(
        "grades.csv",
        "Student,ID,Section,Hello (1)\n,,,Manual Posting\n    Points Possible,,,1\n\"Doe, Jane\",4321,A,\n",
    );
    let formats = ["json", "csv", "junit", "tap", "markdown", "github", "ctrf", "feedback", "html"];
    let written: Vec<String> = formats.iter().map(|format| format!("{format}=written.{format}")).collect();
    let mut args = vec!["grade", "spec.yaml", "class", "--gradebook", "grades.csv"];
    written.iter().filter(|one| !one.starts_with("html")).for_each(|one| args.extend(["--format", one]));
    let table = scratch.run(&args);
    assert_eq!(table.code, 0, "{}", table.stderr);
    assert!(table.stdout.starts_with("doejane-4321 (Doe, Jane)  0/1  ✗\n"), "{}", table.stdout);
    for format in formats.iter().filter(|format| **format != "html") {
        let text = scratch.read(&format!("written.{format}"));
        assert!(text.contains("Doe, Jane"), "{format}: {text}");
    }
    scratch.run(&[&args[..5], &["--format", "html"]].concat());
    for page in ["report.html", "feedback/doejane-4321.html", "feedback/doejane-4321.txt"] {
        assert!(scratch.read(&format!("yardstick-results/{page}")).contains("Doe, Jane"), "{page}");
    }
    // What a roster says is the instructor's own word.
    let scratch = scratch.write("roster.csv", "id,name\n4321,Jane D.\n");
    let told = scratch.run(&[&args[..5], &["--roster", "roster.csv"]].concat());
    assert!(told.stdout.starts_with("doejane-4321 (Jane D.)"), "{}", told.stdout);
}

#[test]
fn marks_are_converted_where_that_is_asked_for_and_again_by_regrade() {
    let book =
        |max: &str| format!("Student;ID;Section;Hello (1)\n;;;Manual Posting\n{max}Doe;4321;A;\nRoe;23;A;\n");
    let scratch = Scratch::hello()
        .write("class/doe_4321_1_hello.py", HELLO)
        .write("class/roe_23_2_hello.py", "print(1)\n")
        .write("grades.csv", book("    Points Possible;;;2,50\n"))
        .write("blank.csv", book(""));
    let args = ["grade", "spec.yaml", "class", "--gradebook", "grades.csv"];
    let plain = scratch.run(&args);
    let told = "note: gradebook: it counts from 2.5 points, and the spec from 1: marks are not converted; `--scale` \
        converts them\n";
    assert!(plain.stderr.contains(told), "{}", plain.stderr);
    let scaled = scratch.run(&[&args[..], &["--scale"]].concat());
    assert!(scaled.stderr.contains("the spec from 1: marks are converted\n"), "{}", scaled.stderr);
    let expected =
        book("    Points Possible;;;2,50\n").replace("4321;A;", "4321;A;2,5").replace("23;A;", "23;A;0");
    assert_eq!(scratch.read("yardstick-results/gradebook.csv"), expected);
    std::fs::remove_file(scratch.path("yardstick-results/gradebook.csv")).unwrap();
    assert_eq!(scratch.run(&["regrade"]).code, 0);
    assert_eq!(scratch.read("yardstick-results/gradebook.csv"), expected);
    let blank = scratch.run(&["grade", "spec.yaml", "class", "--gradebook", "blank.csv", "--scale"]);
    assert_eq!(blank.code, 2);
    assert!(blank.stderr.contains("it does not tell what can be earned in its column"), "{}", blank.stderr);
}
