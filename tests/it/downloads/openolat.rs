//! OpenOlat: a folder for each student, with one for each step of the task.

use super::{BYE, HELLO, points, same_in_any_wrapping};
use crate::scratch::Scratch;

#[test]
fn openolat_is_recognised_and_what_was_handed_in_last_counts() {
    same_in_any_wrapping(
        &[
            ("Course_2026.xlsx", "PK"),
            ("Task_1/solutions/hello.py", HELLO),
            ("Task_1/Doe_Jane_jdoe/1_task/hello.py", HELLO),
            ("Task_1/Doe_Jane_jdoe/2_submissions/hello.py", HELLO),
            ("Task_1/Doe_Jane_jdoe/3_corrections/hello.py", HELLO),
            ("Task_1/Doe_Jane_jdoe/4_revisions_1/hello.py", BYE),
            ("Task_1/Roe_Rick_rroe/2_submissions/hello.py", HELLO),
            // What a student calls a folder is no step.
            ("Task_1/Roe_Rick_rroe/2_submissions/3_submissions/hello.py", BYE),
            ("Task_1/van_der_Poe_Ann_apoe/2_submissions/hello.py", BYE),
        ],
        "note: OpenOlat download `{}`: 3 students\n",
        &[("Jane Doe-jdoe", "0"), ("Rick Roe-rroe", "1"), ("van der Poe Ann-apoe", "0")],
    );
}

#[test]
fn the_folder_of_the_only_student_is_no_wrapping_and_pages_and_marks_go_back_by_user_names() {
    let scratch = Scratch::hello().write("class/Doe_Jane_jdoe/1_submissions/hello.py", HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("Jane Doe-jdoe", "1")]);
    assert!(scratch.read("yardstick-results/feedback-lms/jdoe/feedback.txt").contains("1 of 1 point"));
    // OpenOlat takes lines without a header, and knows no quotes.
    assert_eq!(scratch.read("yardstick-results/gradebook.csv"), "jdoe,1\n");
    assert_eq!(scratch.run(&["verify"]).code, 0);
}

#[test]
fn whoever_has_a_folder_of_her_own_is_somebody_else() {
    let scratch = Scratch::hello()
        .write("class/Doe_Jane_j_doe/1_submissions/notes.txt", "")
        .write("class/Lee_Kim_k_doe/1_submissions/hello.py", HELLO)
        .write("class/Lee_Kim_k_doe/3_revisions_1/hello.py", HELLO)
        .write("class/Roe_Rick_rroe/1_submissions/hello.py", HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(
        points(&scratch.results()),
        [("Doe Jane j doe", "0"), ("Lee Kim k doe", "1"), ("Rick Roe-rroe", "1")]
    );
    // Nothing tells their user names.
    assert_eq!(scratch.read("yardstick-results/gradebook.csv"), "rroe,1\n");
    assert!(!scratch.path("yardstick-results/feedback-lms/doe").exists());
    assert!(graded.stderr.contains("Lee Kim k doe"), "{}", graded.stderr);
}

#[test]
fn two_tasks_are_not_mixed_and_groups_are_no_users() {
    let scratch = Scratch::hello()
        .write("class/Task_1/Doe_Jane_jdoe/1_submissions/hello.py", HELLO)
        .write("class/Task_2/Doe_Jane_jdoe/1_submissions/hello.py", BYE);
    let refused = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("`Task_1` and `Task_2` are two tasks"), "{}", refused.stderr);

    let scratch = Scratch::hello()
        .write("class/results.xlsx", "PK")
        .write("class/grouptask_1/Team_A_4711/1_submissions/hello.py", HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("Team A-4711", "1")]);
    assert!(!scratch.path("yardstick-results/feedback-lms/4711").exists());
}

#[test]
fn folders_of_other_shapes_are_no_users_of_openolat() {
    for folder in ["proj_alpha/submissions", "Doe_Jane_jdoe/submissions", "Doe/2_submissions"] {
        let scratch = Scratch::hello().write(&format!("class/{folder}/hello.py"), HELLO);
        let graded = scratch.run(&["grade", "spec.yaml", "class"]);
        assert!(!graded.stderr.contains("OpenOlat"), "{folder}: {}", graded.stderr);
    }
}
