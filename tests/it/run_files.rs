//! Files that are laid out for a run, and files that it must leave.

use super::night;
use super::scratch::{Scratch, named};
use super::user::User;

/// Reads a table, prints how many lines it has, and writes the mean of its grades.
const SPEC: &str = r#"
assignment: grades
title: Grades
submission: { files: [grades.py] }
reference: { files: [solution.py] }
groups:
  - name: Table
    points: 10
    scenarios:
      - name: three students
        args: [data/grades.csv]
        files: { data/grades.csv: { from: three.csv }, notes.txt: "Ada\n" }
        expect: { files: { report.txt: reference, log.txt: absent } }
      - name: nobody
        args: [data/grades.csv]
        files: { data/grades.csv: "name,grade\n" }
        expect:
          files:
            report.txt: { text: "mean: -\n", compare: [trailing-blanks] }
"#;

const SOLUTION: &str = "import sys\nrows = [line.strip().split(',') for line in open(sys.argv[1])][1:]\n\
                        print(len(rows), 'students')\nwith open('report.txt', 'w') as report:\n    \
                        for name, grade in rows: print(name, grade, file=report)\n    \
                        mean = sum(int(grade) for _, grade in rows) / len(rows) if rows else '-'\n    \
                        print('mean:', mean, file=report)\n";

fn class() -> Scratch {
    Scratch::new(SPEC)
        .write("solution.py", SOLUTION)
        .write("three.csv", "name,grade\nAda,90\nGrace,80\nAlan,70\n")
}

/// What `check` prints of the solution with these lines after it.
fn check_with(more: &str) -> String {
    check(&format!("{SOLUTION}{more}"))
}

fn check(program: &str) -> String {
    let checked = class().write("work/grades.py", program).run(&["check", "spec.yaml", "work"]);
    assert_eq!(checked.stderr, "");
    checked.stdout
}

#[test]
fn what_a_program_does_with_its_files_is_compared_with_the_reference() {
    assert!(check_with("").contains("10 of 10 points"));
    insta::assert_snapshot!(check(&SOLUTION.replace("mean:", "Mean:")), @"
    Grades: work

    ✗ In the file `report.txt`, upper and lower case differ: expected `mean: 80.0`, written `Mean: 80.0`.
      2 scenarios were lost for this, 10 points together; the shortest is shown.

      Table / three students: wrong answer (0/5)
      Arguments: data/grades.csv
      File: data/grades.csv
        name,grade
        Ada,90
        Grace,80
        Alan,70
      File: notes.txt
        Ada

        Ada 90
        Grace 80
        Alan 70
      - mean: 80.0
      + Mean: 80.0

      Also: nobody.

    - expected   + printed by the program   · blank   ⏎ Enter

    0 of 10 points
    ");
}

#[test]
fn a_file_that_is_not_there_is_one_cause() {
    insta::assert_snapshot!(check(&SOLUTION.replace("report.txt", "raport.txt")), @"
    Grades: work

    ✗ The file `report.txt` is not there when the program has ended, but `raport.txt` is: is the name misspelled?
      2 scenarios were lost for this, 10 points together; the shortest is shown.

      Table / three students: wrong answer (0/5)
      Arguments: data/grades.csv
      File: data/grades.csv
        name,grade
        Ada,90
        Grace,80
        Alan,70
      File: notes.txt
        Ada

      Also: nobody.

    0 of 10 points
    ");
}

#[test]
fn a_short_file_is_shown_whole_and_a_long_one_by_its_name() {
    let spec = SPEC
        .replace(
            "notes.txt: \"Ada\\n\"",
            "notes.txt: \"<b>Ada</b>\\t\\x1b[31mred\\n\\n\\nend\", empty.txt: \"\"",
        )
        .replace("three.csv", "long.csv");
    let long: String = (0..11).map(|number| format!("Ada,{number}\n")).collect();
    let class = Scratch::new(&spec)
        .write("solution.py", SOLUTION)
        .write("long.csv", format!("name,grade\n{long}"))
        .write("class/ada/grades.py", "print('no')\n");
    let graded = class.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let page = class.read("yardstick-results/feedback/ada.txt");
    insta::assert_snapshot!(page, @"
    Grades: ada

    ✗ Expected `11 students`, printed `no`.
      2 scenarios were lost for this, 10 points together; the shortest is shown.

      Table / three students: wrong answer (0/5)
      Arguments: data/grades.csv
      Files: data/grades.csv
      File: empty.txt is empty
      File: notes.txt
        <b>Ada</b>    ␛[31mred


        end

      - 11 students
      + no

      Also: nobody.

    - expected   + printed by the program   · blank   ⏎ Enter

    0 of 10 points
    ");
    let html = class.read("yardstick-results/feedback/ada.html");
    assert!(
        html.contains("&lt;b&gt;Ada&lt;/b&gt;") && !html.contains("<b>Ada") && !html.contains('\u{1b}'),
        "{html}"
    );
    assert!(html.contains("data/grades.csv") && !html.contains("Ada,3"), "{html}");
}

#[test]
fn a_relaxation_belongs_to_one_file() {
    let page = check(&SOLUTION.replace("mean)", "mean, '')").replace("mean, file", "mean, '', file"));
    assert!(
        page.contains("Table / three students: wrong answer") && page.contains("5 of 10 points"),
        "{page}"
    );
}

#[test]
fn a_file_that_must_not_be_there_is_told() {
    let page = check_with("open('log.txt', 'w').close()\n");
    assert!(
        page.contains("The file `log.txt` is there when the program has ended, and must not be."),
        "{page}"
    );
    assert!(page.contains("5 of 10 points"), "{page}");
}

#[test]
fn whatever_stands_at_a_path_is_looked_at_without_harm() {
    let scratch = class().write("secret.txt", "mean: -\n");
    let secret = scratch.path("secret.txt").display().to_string();
    for (more, told) in [
        (
            format!("import os\nos.remove('report.txt')\nos.symlink('{secret}', 'report.txt')\n"),
            "is something else",
        ),
        ("import os\nos.remove('report.txt')\nos.mkdir('report.txt')\n".to_owned(), "is something else"),
        ("open('report.txt', 'wb').write(bytes(range(256)))\n".to_owned(), "it has 256 bytes"),
        ("open('report.txt', 'w').close()\n".to_owned(), "is empty"),
        ("open('report.txt', 'w').write('x' * 5_000_000)\n".to_owned(), "too long to be compared"),
        ("import os\nos.remove('report.txt')\nos.symlink('/', 'data2')\n".to_owned(), "is not there"),
    ] {
        let page = check_with(&more);
        assert!(page.contains(told) && page.contains("0 of 10 points"), "{more}\n{page}");
    }
}

/// What `check` prints of a program that must leave this.
fn check_left(left: &str, program: &str) -> String {
    let spec = format!(
        "assignment: s\nsubmission: {{ files: [a.py] }}\nscenarios:\n- {{ name: s, points: 1, expect: {{ stdout: '', files: {{ out.txt: {left} }} }} }}\n"
    );
    Scratch::new(&spec).write("work/a.py", program).run(&["check", "spec.yaml", "work"]).stdout
}

#[test]
fn of_a_file_a_part_or_a_form_can_be_expected() {
    let writes = |text: &str| format!("open('out.txt', 'w').write({text:?})\n");
    let both = "{ contains: [Ada, Grace], compare: [case] }";
    assert!(check_left(both, &writes("ada, GRACE")).contains("1 of 1 point"));
    let page = check_left(both, &writes("ada"));
    assert!(page.contains("The file `out.txt` does not contain `Grace`."), "{page}");
    let form = "{ regex: '^Total: [0-9]+$' }";
    assert!(check_left(form, &writes("x\nTotal: 12\ny")).contains("1 of 1 point"));
    let page = check_left(form, &writes("Total: twelve"));
    assert!(page.contains("has nothing that matches the regular expression"), "{page}");
    assert!(check_left(form, "open('out.txt', 'wb').write(bytes(9))\n").contains("is no text"));
}

#[test]
fn a_file_with_nearly_the_name_that_is_asked_for_is_named() {
    let page = check_left("x", "open('Out.txt', 'w').write('x')\n");
    let told = "is not there when the program has ended, but `Out.txt` is: is the name misspelled?";
    assert!(page.contains(told), "{page}");
    // Not those that were there before.
    let page = check_left("x", "import os\nopen('a.txt', 'w').close()\n");
    assert!(page.contains("is not there when the program has ended."), "{page}");
    assert!(check_left("absent", "open('Out.txt', 'w').close()\n").contains("1 of 1 point"));
}

#[test]
fn results_with_files_are_known_the_second_time_and_can_be_verified() {
    let scratch = class()
        .write("class/right/grades.py", SOLUTION)
        .write("class/wrong/grades.py", SOLUTION.replace("mean:", "average:"));
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class", "--jobs", "2"]).code, 0);
    let results = scratch.results();
    assert_eq!(named(&results, "right")["points"], "10");
    assert_eq!(named(&results, "wrong")["points"], "0");
    let again = scratch.run(&["grade", "spec.yaml", "class"]);
    assert!(again.stdout.contains("4 of 4 runs were known"), "{}", again.stdout);
    assert_eq!(scratch.run(&["verify"]).code, 0);

    // Other files are another run.
    let other = scratch.write("three.csv", "name,grade\nAda,90\n").run(&["grade", "spec.yaml", "class"]);
    assert!(other.stdout.contains("2 of 4 runs were known"), "{}", other.stdout);
}

#[test]
fn a_hidden_file_is_not_shown() {
    let spec = SPEC.replace("- name: three students", "- name: three students\n        hidden: true");
    let scratch = Scratch::new(&spec)
        .write("solution.py", SOLUTION)
        .write("three.csv", "name,grade\nAda,90\n")
        .write("work/grades.py", SOLUTION.replace("mean:", "Mean:"));
    let page = scratch.run(&["check", "spec.yaml", "work"]).stdout;
    let hidden = page.split("three students").nth(1).unwrap().split("✗").next().unwrap();
    assert!(!hidden.contains("Ada") && !hidden.contains("csv") && !hidden.contains("report"), "{page}");
}

#[test]
fn nonsense_in_files_is_refused_with_its_place() {
    for (right, wrong, told) in [
        ("data/grades.csv: { from", "/etc/grades.csv: { from", "is not a path inside the folder"),
        ("data/grades.csv: { from", "../grades.csv: { from", "is not a path inside the folder"),
        ("data/grades.csv: { from", "data//grades.csv: { from", "is not a path inside the folder"),
        ("notes.txt: \"Ada\\n\"", "grades.py: \"Ada\\n\"", "`grades.py` is the program itself"),
        ("notes.txt: \"Ada\\n\"", "data: \"Ada\\n\"", "cannot be a file and a folder"),
        ("{ from: three.csv }", "{ from: four.csv }", "cannot read `four.csv`"),
        ("{ from: three.csv }", "{ form: three.csv }", "form"),
        ("{ text: \"mean", "{ from: three.csv, text: \"mean", "given twice"),
        ("[trailing-blanks]", "[trailing-blank]", "trailing-blank"),
        ("{ text: \"mean", "{ regex: x, text: \"mean", "given twice"),
        ("{ text: \"mean: -\\n\"", "{ regex: \"(\"", "this regular expression cannot be used"),
        ("report.txt: reference", "raport.txt: reference", "the reference leaves no file `raport.txt`"),
        ("reference: { files: [solution.py] }\n", "", "nothing says what"),
    ] {
        assert!(SPEC.contains(right), "{right}");
        class().write("spec.yaml", SPEC.replacen(right, wrong, 1)).write("grades.py", "").refuses(told);
    }
}

/// What programs leave in their folder to harm others, each after the right answer.
const LITTER: [(&str, &str); 9] = [
    ("a large report", "open('report.txt', 'a').write('x' * (60 << 20))\n"),
    ("random bytes", "import os\nopen('report.txt', 'wb').write(os.urandom(4 << 20))\n"),
    (
        "a writer that stays",
        "import os\nif os.fork() == 0:\n    os.setsid()\n    while True: open('report.txt', 'a').write('x' * 4096)\n",
    ),
    ("folders in folders", "import os\nfor _ in range(800): os.mkdir('d'), os.chdir('d')\n"),
    ("many files", "for n in range(4000): open(f'f{n}', 'w').close()\n"),
    ("a file with holes", "open('report.txt', 'a').truncate(1 << 40)\n"),
    ("a second name", "import os\nos.remove('notes.txt')\nos.link('grades.py', 'notes.txt')\n"),
    (
        "another file's name",
        "import os\nos.remove('report.txt')\nos.symlink('/proc/self/environ', 'report.txt')\n",
    ),
    (
        "a closed folder",
        "import os\nos.mkdir('closed')\nopen('closed/f', 'w').close()\nos.chmod('closed', 0)\nos.chmod('.', 0)\n",
    ),
];

#[test]
fn beside_programs_that_leave_much_the_files_of_honest_ones_earn_their_points() {
    for user in night::some(&[User::ordinary(), User::Same], 1) {
        let mut class = class();
        for (index, (name, more)) in LITTER.iter().enumerate() {
            class = class
                .write(&format!("class/{index} honest/grades.py"), SOLUTION)
                .write(&format!("class/{index} {name}/grades.py"), format!("{SOLUTION}{more}"));
        }
        let folder = class.path(".");
        let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap());
        let graded = user
            .yardstick(&folder)
            .current_dir(&folder)
            .env("PATH", path)
            .args(["grade", "spec.yaml", "class", "--jobs", "2", "--sandbox", "strict"])
            .output()
            .unwrap();
        assert!(graded.status.success(), "{}", String::from_utf8_lossy(&graded.stderr));
        let results = class.results();
        for one in results["submissions"].as_array().unwrap() {
            let is_honest = one["name"].as_str().unwrap().ends_with("honest");
            assert!(one["points"] == "10" || !is_honest && one["points"].is_string(), "{one}");
        }
    }
}
