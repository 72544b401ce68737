//! A roster: each member of a group is listed once, whatever the roster calls her.

use super::scratch::{Ended, Scratch};

const RIGHT: &str = "print('hello')\n";

fn class(folders: &[&str], roster: &str) -> Scratch {
    let class = Scratch::hello().write("roster.csv", roster);
    folders.iter().fold(class, |class, name| class.write(&format!("class/{name}/hello.py"), RIGHT))
}

fn grade(class: &Scratch, more: &[&str]) -> Ended {
    class.run(&[&["grade", "spec.yaml", "class", "--roster", "roster.csv"], more].concat())
}

/// The name, the student and the id of each row.
fn rows(class: &Scratch) -> Vec<String> {
    let table = class.read("yardstick-results/grades.csv");
    table.lines().skip(1).map(|row| row.split(',').take(3).collect::<Vec<_>>().join(",")).collect()
}

#[test]
fn members_who_all_handed_in_are_listed_once() {
    let roster = "id,name,group,handed_in\nann,Ann A,,\nbob,Bob B,red,2026-03-02 10:00 Z\n\
                  cyd,Cyd C,red,2026-03-01 10:00 Z\neve,Eve E,red,\n";
    let gradebook = "Student,ID,SIS User ID,SIS Login ID,Section,Hello (1)\n    Points Possible,,,,,1\n\
                     \"A, Ann\",1,ann,ann,S,\n\"B, Bob\",2,bob,bob,S,\n\"C, Cyd\",3,cyd,cyd,S,\n\
                     \"E, Eve\",5,eve,eve,S,\n";
    let class = class(&["ann", "bob", "cyd"], roster).write("from-canvas.csv", gradebook);
    let graded = grade(&class, &["--gradebook", "from-canvas.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(rows(&class), ["ann,Ann A,", "bob,Bob B,", "bob,Cyd C,", "bob,Eve E,"]);
    let filled = class.read("yardstick-results/gradebook.csv");
    assert_eq!(filled.matches(",S,1\n").count(), 4, "{filled}");
    assert!(!graded.stderr.contains("not in the gradebook"), "{}", graded.stderr);
    assert!(graded.stderr.contains("`cyd` is not graded"), "{}", graded.stderr);
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn a_name_is_the_same_in_another_case_and_in_another_form_of_unicode() {
    // The folders are as a file system of Apple writes them, or somebody who likes capitals.
    let roster = "id,name,group\nZo\u{eb} M\u{fc}ller,,red\nbob roe,,red\nCyd,,red\n";
    let class = class(&["Zoe\u{308} Mu\u{308}ller", "anna"], roster);
    assert_eq!(grade(&class, &[]).code, 0);
    let of_zoe = ["Cyd", "Zoe\u{308} Mu\u{308}ller", "bob roe"]
        .map(|name| format!("Zoe\u{308} Mu\u{308}ller,{name},"));
    assert_eq!(rows(&class), [&of_zoe[..], &["anna,,".to_owned()]].concat());
    // Where two names differ in their case alone, only the exact one tells.
    let class = self::class(&["Ann", "ann", "bob"], "id,name\nann,Ann the Second\nBOB,Bob Roe\n");
    assert_eq!(grade(&class, &[]).code, 0);
    assert_eq!(rows(&class), ["Ann,,", "ann,Ann the Second,", "bob,Bob Roe,"]);
    let class = class.write("roster.csv", "id,name\nANN,Somebody\n");
    let refused = grade(&class, &[]);
    assert_eq!(refused.code, 2);
    let said = "`ANN` may be any of `Ann`, `ann`\nhelp: write the submission's name, as the table shows it\n";
    assert!(refused.stderr.ends_with(said), "{}", refused.stderr);
}

#[test]
fn who_stands_in_it_and_handed_in_nothing_is_named() {
    // A group has a hand-in as soon as one of it does.
    let roster = "id,name,group\nann,,\nbob,Bob Roe,\ncyd,,red\neve,Eve Poe,red\nfay,Fay Doe,blue\nanna,,\n";
    let class = class(&["ann", "cyd"], roster);
    let graded = grade(&class, &[]);
    let named: Vec<&str> = graded
        .stderr
        .lines()
        .filter_map(|line| line.strip_suffix(" stands in the roster and handed in nothing"))
        .collect();
    assert_eq!(named, ["note: Bob Roe (bob)", "note: Fay Doe (fay)", "note: anna"], "{}", graded.stderr);
    let many: String = (0..300).map(|number| format!("n{number}\n")).collect();
    let graded = grade(&class.write("roster.csv", format!("id\nann\n{many}")), &[]);
    assert!(
        graded.stderr.contains("note: 300 stand in the roster and handed in nothing"),
        "{}",
        graded.stderr
    );
}

#[test]
fn two_rows_about_one_student_are_refused() {
    let class = Scratch::hello()
        .write("class/doejane_4321_98765_hello.py", RIGHT)
        .write("class/roerick_22_98766_hello.py", RIGHT);
    for (roster, said) in [
        ("id,name\n4321,Jane\ndoejane-4321,Jane\n", "`4321` and `doejane-4321` are the same student"),
        ("id,login\n4321,jdoe\njdoe,\n", "`4321` and `jdoe` are the same student"),
        ("id,name\n22,Rick\n22,Rick\n", "`22` stands in it twice"),
    ] {
        let class = class.copy().write("roster.csv", roster);
        let refused = grade(&class, &[]);
        assert_eq!(refused.code, 2, "{roster}");
        let said = format!("{said}\nhelp: keep one of the rows\n");
        assert!(refused.stderr.ends_with(&said), "{}", refused.stderr);
    }
}

#[test]
fn whom_the_lms_names_in_another_way_is_no_second_member() {
    let metadata = "submission_1001:\n  :submitters:\n  - :name: Ann LEE\n    :email: ann@x.edu\n    :sid: '7'\n\
                    \x20 - :name: Rick Roe\n    :email: rick@x.edu\n    :sid: '8'\n  :created_at: 2026-03-01 10:00:00 Z\n";
    let class = Scratch::hello()
        .write("class/submission_metadata.yml", metadata)
        .write("class/submission_1001/hello.py", RIGHT)
        .write("roster.csv", "id,name,group,email\nnobody,Ann Lee,red,ANN@x.edu\n8,,red,\n9,Cyd Poe,red,\n");
    let graded = grade(&class, &[]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let rows = rows(&class);
    let names: Vec<&str> = rows.iter().map(|row| row.split(',').nth(1).unwrap()).collect();
    assert_eq!(names, ["Ann Lee", "Cyd Poe", "Rick Roe"], "{rows:?}");
}
