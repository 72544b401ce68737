//! ILIAS: a folder for each student, with the number of the user; what came late has words before its name.

use super::{BYE, HELLO, points, same_in_any_wrapping};
use crate::scratch::Scratch;

#[test]
fn ilias_is_recognised_and_what_came_late_is_that_in_any_language() {
    same_in_any_wrapping(
        &[
            ("Doe_Jane_jdoe_4713/hello.py", BYE),
            ("Doe_Jane_jdoe_4713/Verspaetete Abgabe - hello (2).py", HELLO),
            ("Roe_Rick_r_roe_4712/Verspaetete Abgabe - hello.py", HELLO),
            ("Roe_Rick_r_roe_4712/Verspaetete Abgabe - notes.txt", ""),
            ("van der Poe_Ann Lea_apoe_389/hello.py", BYE),
        ],
        "note: ILIAS download `{}`: 3 students, 2 marked as late\n",
        &[("Ann Lea van der Poe-389", "0"), ("Jane Doe-4713", "1"), ("Rick Roe-4712", "1")],
    );
}

#[test]
fn who_handed_in_for_a_team_shares_what_lies_in_its_folder_and_pages_go_back() {
    let scratch = Scratch::hello()
        .write("class/Team 12/Doe_Jane_jdoe_4713/hello.py", HELLO)
        .write("class/Team 12/Roe_Rick_rroe_4712/notes.txt", "")
        .write("class/Team 13/Poe_Ann_apoe_4714/hello.py", BYE);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("Ann Poe-4714", "0"), ("Jane Doe-4713 + Rick Roe-4712", "1")]);
    for folder in ["Doe_Jane_jdoe_4713", "Roe_Rick_rroe_4712"] {
        let page = format!("yardstick-results/feedback-lms/multi_feedback/{folder}/feedback.txt");
        assert!(scratch.read(&page).contains("1 of 1 point"));
    }
    assert_eq!(scratch.run(&["verify"]).code, 0);
}

#[test]
fn folders_of_other_shapes_are_no_users_of_ilias() {
    for folder in ["proj_alpha_team_1", "2026_03_jane_4713", "Doe_Jane_4713", "Doe_Jane_jdoe"] {
        let scratch = Scratch::hello().write(&format!("class/{folder}/hello.py"), HELLO);
        let graded = scratch.run(&["grade", "spec.yaml", "class"]);
        assert!(graded.code == 0 && !graded.stderr.contains("ILIAS"), "{folder}: {}", graded.stderr);
        assert_eq!(points(&scratch.results()), [(folder, "1")]);
    }
}
