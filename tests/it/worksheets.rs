//! The grading worksheet of Moodle: whose a hand-in is, and until when it could come.

use std::fs;

use super::scratch::Scratch;

const RIGHT: &str = "print('hello')\n";
const WRONG: &str = "print('bye')\n";

const HEADER: &str = "Identifier,Full name,Email address,Status,Group,Due date,Grade,Maximum grade,\
                      Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments";

/// A row of a worksheet without an answer yet.
fn row(number: u32, name: &str, status: &str, team: &str, due: &str, came: &str) -> String {
    format!(
        "Participant {number},{name},{name}@example.edu,\"{status}\",{team},\"{due}\",,1.00,Yes,\"{came}\",-,"
    )
}

fn sheet(rows: &[String]) -> String {
    [&[HEADER.to_owned()], rows].concat().join("\n") + "\n"
}

/// Moodle numbers teams and participants by two counters: a team may have the number of somebody in another one.
fn teams() -> String {
    let submitted = "Submitted for grading";
    sheet(&[
        row(77, "Ann A", submitted, "Team Blue", "", "-"),
        row(90, "Bob O'B", submitted, "Team Red", "", "-"),
        row(91, "Cy C", submitted, "Team Blue", "", "-"),
        row(92, "Dee D", submitted, "Default group", "", "-"),
        row(93, "Eve E", "No submission", "Default group", "", "-"),
    ])
}

fn class(sheet: &str) -> Scratch {
    Scratch::hello()
        .write("class/Team Red_77_assignsubmission_file_/hello.py", RIGHT)
        .write("class/Team Blue_78_assignsubmission_file_/hello.py", WRONG)
        .write("sheet.csv", sheet)
}

/// The grade in each row.
fn grades(class: &Scratch) -> Vec<String> {
    let filled = class.read("yardstick-results/gradebook.csv");
    filled
        .lines()
        .skip(1)
        .map(|line| line.split(",1.00,").next().unwrap().rsplit(',').next().unwrap().to_owned())
        .collect()
}

fn pages(class: &Scratch) -> Vec<String> {
    let folder = fs::read_dir(class.path("yardstick-results/feedback-lms")).unwrap();
    let mut names: Vec<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_member_of_a_team_has_its_mark_and_its_page_whatever_number_it_has() {
    let class = class(&teams()).write("class/Default group_assignsubmission_file_/hello.py", RIGHT);
    let graded = class.run(&["grade", "spec.yaml", "class", "--gradebook", "sheet.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(grades(&class), ["0", "1", "0", "1", "1"], "{}", graded.stderr);
    let of_members = [
        "Ann A_77_assignsubmission_file_",
        "Bob O'B_90_assignsubmission_file_",
        "Cy C_91_assignsubmission_file_",
        "Dee D_92_assignsubmission_file_",
        "Eve E_93_assignsubmission_file_",
    ];
    assert_eq!(pages(&class), of_members);
    let page = class.read("yardstick-results/feedback-lms/Cy C_91_assignsubmission_file_/feedback.txt");
    assert!(page.contains("0 of 1 point"), "{page}");
    // It is all computed again from what was kept.
    let before = class.read("yardstick-results/gradebook.csv");
    let regraded = class.run(&["regrade"]);
    assert_eq!(regraded.code, 0, "{}", regraded.stderr);
    assert_eq!(
        (class.read("yardstick-results/gradebook.csv"), pages(&class)),
        (before, of_members.map(str::to_owned).to_vec())
    );
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn teams_are_found_in_a_worksheet_of_any_language_and_in_files_without_folders() {
    let german = teams()
        .replace(HEADER, "ID,Vollständiger Name,E-Mail-Adresse,Status,Gruppe,Fällig,Bewertung,Bestwertung,Änderbar,Abgabe,Bewertet,Feedback")
        .replace("Participant", "Teilnehmer/in");
    let class = Scratch::hello()
        .write("class/Team Red_77_assignsubmission_file_hello.py", RIGHT)
        .write("class/Team Blue_78_assignsubmission_file_hello.py", WRONG)
        .write("sheet.csv", german);
    let graded = class.run(&["grade", "spec.yaml", "class", "--gradebook", "sheet.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(grades(&class), ["0", "1", "0", "", ""], "{}", graded.stderr);
    assert_eq!(pages(&class).len(), 3);
}

#[test]
fn a_number_that_is_somebody_elses_gives_nobody_a_mark() {
    let without_teams = teams()
        .replace(",Group", "")
        .replace(",Team Red", "")
        .replace(",Team Blue", "")
        .replace(",Default group", "");
    let class = class(&without_teams);
    let graded = class.run(&["grade", "spec.yaml", "class", "--gradebook", "sheet.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(grades(&class), ["", "", "", "", ""], "{}", graded.stderr);
    let said = "note: `Team Red` has the number 77, which is that of Ann A in the gradebook: nobody gets this mark and this page.";
    assert!(graded.stderr.contains(said), "{}", graded.stderr);
    // The other team has the number of nobody.
    assert_eq!(pages(&class), ["Team Blue_78_assignsubmission_file_"]);
    assert!(
        graded.stderr.contains("the page of `Team Red-77` cannot be handed back to the LMS"),
        "{}",
        graded.stderr
    );
    // Where nobody is named, the number is all there is.
    let blind = without_teams.replace(",Full name", "");
    let blind = ["Ann A", "Bob O'B", "Cy C", "Dee D", "Eve E"]
        .iter()
        .fold(blind, |text, name| text.replacen(&format!(",{name},"), ",", 1));
    let class = Scratch::hello()
        .write("class/Participant_77_assignsubmission_file_/hello.py", RIGHT)
        .write("class/Participant_91_assignsubmission_file_/hello.py", WRONG)
        .write("sheet.csv", blind);
    let graded = class.run(&["grade", "spec.yaml", "class", "--gradebook", "sheet.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(grades(&class), ["1", "", "0", "", ""], "{}", graded.stderr);
}

#[test]
fn an_extension_in_the_worksheet_is_a_due_date_and_a_draft_is_named() {
    let extended = "Submitted for grading - Extension granted until: Sunday, 8 March 2026, 11:59 PM";
    let came = "Monday, 2 March 2026, 1:50 AM";
    let sheet = sheet(&[
        row(1, "Ann A", extended, "", "", came),
        // As in the United States.
        row(2, "Bob B", "Submitted for grading", "", "Sunday, March 8, 2026, 11:59 PM", came),
        // What is earlier than for everybody takes nothing away.
        row(
            3,
            "Cy C",
            "Submitted for grading",
            "",
            "Sunday, 1 February 2026, 11:59 PM",
            "Sunday, 1 March 2026, 11:59 PM",
        ),
        row(4, "Dee D", "Submitted for grading", "", "", came),
        row(5, "Eve E", "Draft (not submitted)", "", "Monday, 2 March 2026, 1:50 AM", came),
    ]);
    let names = ["Ann A_1", "Bob B_2", "Cy C_3", "Dee D_4", "Eve E_5"];
    let class = Scratch::hello().write("sheet.csv", sheet);
    let spec = class.read("spec.yaml") + "late: { due: 2026-03-01 23:59 +01:00, per_day: 25% }\n";
    let class = names.iter().fold(class.write("spec.yaml", spec), |class, name| {
        class.write(&format!("class/{name}_assignsubmission_file_/hello.py"), RIGHT)
    });
    let graded = class.run(&["grade", "spec.yaml", "class", "--gradebook", "sheet.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(grades(&class), ["1", "1", "1", "0.75", "1"], "{}", graded.stderr);
    let said = "note: the gradebook calls the hand-in of `Eve E-5` a draft that was not submitted; it is graded all the same";
    assert!(graded.stderr.contains(said) && graded.stderr.matches("draft").count() == 1, "{}", graded.stderr);
}
