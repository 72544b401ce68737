//! A class as each system delivers it, with everything that happens in one: the same last names, late ones, extensions, teams, who hands in
//! twice, and who does not at all. What each cell must hold is computed here anew, by a few lines.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::json;

use crate::night;
use crate::review::Server;
use crate::scratch::Scratch;

/// What a hand-in earns, and what it says.
const PROGRAMS: [(u32, &str); 3] =
    [(10, "print('hello and bye')\n"), (4, "print('hello')\n"), (0, "print('nothing')\n")];

/// What each of them gets from whoever reads it.
const STYLE: [u32; 3] = [2, 1, 0];

/// Until which day of March the right ones get more time.
const GIVEN: u32 = 4;

/// A student, with what was handed in and on which day of March, in the order of days.
struct Person {
    first: String,
    last: &'static str,
    number: usize,
    login: String,
    hand_ins: Vec<(usize, u32)>,
    /// Until which day of March she can hand in, if it is not the first.
    until: Option<u32>,
}

/// Everybody with the same few names, of which one begins with another. So do numbers.
fn people(count: usize) -> Vec<Person> {
    let firsts = ["Ann", "Bob", "Cyd", "Eve", "Fay", "Jan"];
    let ends = ["", "a", "e", "i", "ia", "ie", "o", "one", "u", "y"];
    let lasts = ["Doe", "Roe", "Poe", "van der Doe", "Müller"];
    let person = |at: usize| {
        let day = [1, 1, 2, 1, 4][at % 5];
        let hand_ins = match at % 7 {
            3 => Vec::new(),
            5 => vec![(2, 1), (at % 2, day.max(2))],
            _ => vec![(at % 3, day)],
        };
        let first = format!("{}{}", firsts[at / 5 % 6], ends[at / 30]);
        let login = format!("{}{}", first.to_lowercase(), 1 + at);
        let until = (at % 4 == 2).then_some(3);
        Person { first, last: lasts[at % 5], number: 1 + at, login, hand_ins, until }
    };
    (0..count).map(person).collect()
}

/// What counts.
struct Rules {
    /// The day of March on which it is due, and what a day costs.
    due: u32,
    a_day: u32,
    /// Whether the best of several hand-ins counts, after what days cost, and not the latest.
    best: bool,
    /// Whether people read all of them, and give the right ones more time.
    read: bool,
}

impl Rules {
    fn spec(&self) -> String {
        let (by_hand, most) = match self.read {
            true => ("- { name: style, points: 2, manual: is easy to read }\n", 12),
            false => ("", 10),
        };
        let which = if self.best { "best-after-deductions" } else { "latest" };
        format!(
            "assignment: lab1\ntitle: Lab 1\nsubmission: {{ files: [lab.py] }}\nlimits: {{ wall: 60s }}\n\
             hand_ins: {which}\nlate: {{ due: 2026-03-{:02} 23:59 +00:00, per_day: {}% }}\nscenarios:\n\
             - {{ name: says hello, points: 4, expect: {{ stdout: {{ contains: [hello] }} }} }}\n\
             - {{ name: says bye, points: 6, expect: {{ stdout: {{ contains: [bye] }} }} }}\n{by_hand}",
            self.due,
            100 * self.a_day / most,
        )
    }
}

/// A row of a gradebook: its key, and what is known of whose it is.
struct Row {
    key: String,
    hand_ins: Vec<(usize, u32)>,
    until: Option<u32>,
}

/// A download and a gradebook, and in which columns keys and marks stand.
struct Delivered {
    files: Vec<(String, String)>,
    gradebook: String,
    /// How many lines stand above the header.
    above: usize,
    key: &'static str,
    mark: &'static str,
    /// Whether it tells when something was handed in.
    tells_days: bool,
    /// Whether all hand-ins of a student can be told apart.
    has_several: bool,
    rows: Vec<Row>,
}

impl Delivered {
    fn new(head: &str, above: usize, key: &'static str, mark: &'static str) -> Self {
        let (gradebook, rows) = (head.to_owned(), Vec::new());
        Self { files: Vec::new(), gradebook, above, key, mark, tells_days: true, has_several: false, rows }
    }

    fn add(&mut self, path: String, text: &str) {
        self.files.push((path, text.to_owned()));
    }

    /// A row, for what somebody hands in.
    fn row(&mut self, key: String, hands_in: &Person, until: Option<u32>) {
        self.rows.push(Row { key, hand_ins: hands_in.hand_ins.clone(), until });
    }

    /// Grades it. Where people read it, that is still to come.
    fn graded(&self, rules: &Rules) -> Scratch {
        let written =
            |class: Scratch, (path, text): &(String, String)| class.write(&format!("class/{path}"), text);
        let class = self.files.iter().fold(Scratch::new(&rules.spec()), written);
        let class = class.write("from-lms.csv", &self.gradebook);
        let graded = class.run(&["grade", "spec.yaml", "class", "--gradebook", "from-lms.csv"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        class
    }

    /// What must stand in a row: nothing where nothing was handed in.
    fn expected(&self, row: &Row, rules: &Rules) -> Option<u32> {
        let latest = row.hand_ins.len().saturating_sub(1);
        let hand_ins = &row.hand_ins[if self.has_several { 0 } else { latest }..];
        let given = (rules.read && hand_ins.iter().any(|(program, _)| *program == 0)).then_some(GIVEN);
        let until = row.until.max(given).max(Some(rules.due)).unwrap();
        let mut earned = hand_ins.iter().map(|&(program, day)| {
            let late = if self.tells_days { day.saturating_sub(until) } else { 0 };
            let style = if rules.read { STYLE[program] } else { 0 };
            (PROGRAMS[program].0 + style).saturating_sub(late * rules.a_day)
        });
        if rules.best { earned.max() } else { earned.next_back() }
    }

    /// Compares every cell of the gradebook in a results folder, and verifies that.
    fn assert_cells(&self, class: &Scratch, results: &str, rules: &Rules) {
        let filled = class.read(&format!("{results}/gradebook.csv"));
        let table = filled.lines().skip(self.above).collect::<Vec<_>>().join("\n");
        let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(table.as_bytes());
        let header = table.headers().unwrap().clone();
        let column = |name: &str| header.iter().position(|cell| cell == name).unwrap();
        let (key, mark) = (column(self.key), column(self.mark));
        let cells = table.records().map(|row| row.unwrap());
        let cells: BTreeMap<String, String> =
            cells.map(|row| (row[key].to_owned(), row[mark].to_owned())).collect();
        for row in &self.rows {
            let expected = self.expected(row, rules).map(|mark| mark.to_string()).unwrap_or_default();
            assert_eq!(cells.get(&row.key), Some(&expected), "{}: {cells:#?}", row.key);
        }
        let verified = class.run(&["verify", results]);
        assert_eq!(verified.code, 0, "{}", verified.stdout);
    }

    fn has_every_cell_right(&self) {
        let rules = Rules { due: 1, a_day: 1, best: false, read: false };
        self.assert_cells(&self.graded(&rules), RESULTS, &rules);
    }
}

const RESULTS: &str = "yardstick-results";

fn canvas(people: &[Person]) -> Delivered {
    let mut canvas = Delivered::new(
        "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (7)\n    Points Possible,,,,,10\n",
        0,
        "ID",
        "Lab 1 (7)",
    );
    canvas.tells_days = false;
    for one in people {
        let letters = format!("{}{}", one.last, one.first).replace(' ', "").to_lowercase();
        // Canvas keeps the last of several under a name with a number.
        for (again, (program, day)) in one.hand_ins.iter().enumerate() {
            let late = if *day > 1 { "LATE_" } else { "" };
            let name = if again == 0 { "lab.py".to_owned() } else { format!("lab-{again}.py") };
            canvas.add(
                format!("{letters}_{late}{}_{}{again}_{name}", one.number, 500 + one.number),
                PROGRAMS[*program].1,
            );
        }
        canvas.gradebook +=
            &format!("\"{}, {}\",{},S{},{},A,\n", one.last, one.first, one.number, one.number, one.login);
        canvas.row(one.number.to_string(), one, None);
    }
    canvas
}

fn brightspace(people: &[Person]) -> Delivered {
    let head = "OrgDefinedId,Username,Last Name,First Name,Lab 1 Points Grade <Numeric MaxPoints:10>,End-of-Line Indicator\n";
    let mut brightspace =
        Delivered::new(head, 0, "OrgDefinedId", "Lab 1 Points Grade <Numeric MaxPoints:10>");
    brightspace.has_several = true;
    for one in people {
        for (program, day) in &one.hand_ins {
            let name = format!("{} {}", one.first, one.last);
            let folder = format!("{}-9 - {name} - Mar {day}, 2026 1050 AM", one.number);
            brightspace.add(format!("{folder}/lab.py"), PROGRAMS[*program].1);
        }
        // The export knows other numbers than the download: names tell who it is.
        brightspace.gradebook +=
            &format!("#{:04},#{},{},{},,#\n", one.number, one.login, one.last, one.first);
        brightspace.row(format!("#{:04}", one.number), one, None);
    }
    brightspace
}

fn blackboard(people: &[Person]) -> Delivered {
    let head = "Last Name,First Name,Username,Student ID,Lab 1 [Total Pts: 10 Score] |77\n";
    let mut blackboard = Delivered::new(head, 0, "Username", "Lab 1 [Total Pts: 10 Score] |77");
    blackboard.has_several = true;
    for one in people {
        for (program, day) in &one.hand_ins {
            let attempt = format!("Lab 1_{}_attempt_2026-03-{day:02}-10-50-00", one.login);
            blackboard.add(format!("{attempt}_lab.py"), PROGRAMS[*program].1);
            blackboard.add(
                format!("{attempt}.txt"),
                &format!("Name: {} {} ({})\n", one.first, one.last, one.login),
            );
        }
        blackboard.gradebook += &format!("{},{},{},S{},\n", one.last, one.first, one.login, one.number);
        blackboard.row(one.login.clone(), one, None);
    }
    blackboard
}

fn sakai(people: &[Person]) -> Delivered {
    let head = "Lab 1,Points\n\nDisplay ID,ID,Last Name,First Name,grade,Submission date,Late submission\n";
    let mut sakai = Delivered::new(head, 2, "ID", "grade");
    for one in people {
        // Sakai keeps the latest only.
        if let Some((program, day)) = one.hand_ins.last() {
            let folder = format!("Lab 1/{}, {}({})", one.last, one.first, one.login);
            sakai.add(format!("{folder}/timestamp.txt"), &format!("2026-03-{day:02}T10:50:00Z"));
            sakai.add(format!("{folder}/Submission attachment(s)/lab.py"), PROGRAMS[*program].1);
        }
        sakai.gradebook += &format!("{0},{0},{1},{2},,,\n", one.login, one.last, one.first);
        sakai.row(one.login.clone(), one, None);
    }
    sakai
}

/// From here on, the last third are teams of two.
fn is_of_team(at: usize, people: &[Person]) -> bool {
    at >= people.len() * 2 / 3
}

/// The numbers of teams are those of participants who are in none.
fn moodle(people: &[Person]) -> Delivered {
    let head = "Identifier,Full name,Email address,Status,Group,Grade,Maximum grade,Grade can be changed,\
                Last modified (submission),Last modified (grade),Feedback comments\n";
    let mut moodle = Delivered::new(head, 0, "Identifier", "Grade");
    for (at, one) in people.iter().enumerate() {
        let is_of_team = is_of_team(at, people);
        let team = if is_of_team { format!("Team {}", at / 2) } else { String::new() };
        // Of a team, the first member hands in.
        let hands_in = if is_of_team { &people[at - at % 2] } else { one };
        let mut came = "-".to_owned();
        if let Some((program, day)) = hands_in.hand_ins.last() {
            let who = if is_of_team {
                format!("{team}_{}", people.len() - at / 2)
            } else {
                format!("{} {}_{}", one.first, one.last, one.number)
            };
            if !is_of_team || at % 2 == 0 {
                moodle.add(format!("{who}_assignsubmission_file_/lab.py"), PROGRAMS[*program].1);
            }
            let weekday = ["Sunday", "Monday", "Tuesday", "Wednesday"][*day as usize - 1];
            came = format!("{weekday}, {day} March 2026, 10:50 AM");
        }
        let extended =
            one.until.map(|day| format!(" - Extension granted until: Tuesday, {day} March 2026, 11:59 PM"));
        let status = format!("Submitted for grading{}", extended.unwrap_or_default());
        moodle.gradebook += &format!(
            "Participant {},{} {},{}@example.edu,\"{status}\",{team},,10.00,Yes,\"{came}\",-,\n",
            one.number, one.first, one.last, one.login
        );
        // What a team hands in is late for each member by her own date.
        moodle.row(format!("Participant {}", one.number), hands_in, one.until);
    }
    moodle
}

/// Its own numbers are those of the school, which Canvas knows, too.
fn gradescope(people: &[Person]) -> Delivered {
    let head = "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (7)\n    Points Possible,,,,,10\n";
    let mut gradescope = Delivered::new(head, 0, "SIS User ID", "Lab 1 (7)");
    let mut metadata = "---\n".to_owned();
    for (at, one) in people.iter().enumerate() {
        let members = match is_of_team(at, people) {
            false => vec![one],
            true if at % 2 == 0 => vec![one, &people[at + 1]],
            true => Vec::new(),
        };
        if let (Some((program, day)), [_, ..]) = (one.hand_ins.last(), &members[..]) {
            metadata += &format!("submission_{at}:\n  :submitters:\n");
            for member in &members {
                metadata += &format!(
                    "  - :name: {} {}\n    :sid: '{:04}'\n    :email: {}@example.edu\n",
                    member.first, member.last, member.number, member.login
                );
            }
            metadata += &format!("  :created_at: 2026-03-{day:02} 10:50:00.000 Z\n");
            gradescope.add(format!("submission_{at}/lab.py"), PROGRAMS[*program].1);
        }
        for member in members {
            gradescope.row(format!("{:04}", member.number), one, None);
        }
        gradescope.gradebook +=
            &format!("\"{}, {}\",{},{:04},{},A,\n", one.last, one.first, 900 + at, one.number, one.login);
    }
    gradescope.add("submission_metadata.yml".to_owned(), &metadata);
    gradescope
}

/// Each team has one repository.
fn classroom_50(people: &[Person]) -> Delivered {
    let head = "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,submitted_by,review_url,late,override\n";
    let mut classroom = Delivered::new(head, 0, "username", "score");
    classroom.tells_days = false;
    for (at, one) in people.iter().enumerate() {
        let is_of_team = is_of_team(at, people);
        let owner = if is_of_team { &people[at - at % 2] } else { one };
        let repository = format!("cs-lab1-{}", owner.login);
        if let (Some((program, _)), true) = (one.hand_ins.last(), !is_of_team || at % 2 == 0) {
            classroom.add(format!("{repository}/.git/HEAD"), "ref: refs/heads/main\n");
            classroom.add(format!("{repository}/lab.py"), PROGRAMS[*program].1);
        }
        let said = match owner.hand_ins.last() {
            Some((_, day)) => format!(
                ",,,2026-03-{day:02}T10:50:00Z,submit/1,{},https://github.com/o/{repository}/pull/1,{},",
                owner.login,
                *day > 1
            ),
            None => ",,,,,,,,".to_owned(),
        };
        classroom.gradebook +=
            &format!("{},{},{},{}@example.edu,1{said}\n", one.login, one.first, one.last, one.login);
        classroom.row(one.login.clone(), owner, None);
    }
    classroom.add("scores.csv".to_owned(), &classroom.gradebook.clone());
    classroom
}

#[test]
fn every_cell_of_canvas_has_the_latest_and_knows_no_days() {
    canvas(&people(30)).has_every_cell_right();
}

#[test]
fn every_cell_of_brightspace_has_the_latest_and_its_days() {
    brightspace(&people(30)).has_every_cell_right();
}

#[test]
fn every_cell_of_blackboard_has_the_latest_and_its_days() {
    blackboard(&people(30)).has_every_cell_right();
}

#[test]
fn every_cell_of_sakai_has_its_days() {
    sakai(&people(30)).has_every_cell_right();
}

#[test]
fn every_cell_of_moodle_has_its_days_extensions_and_teams() {
    moodle(&people(30)).has_every_cell_right();
}

#[test]
fn every_cell_of_canvas_has_what_gradescope_delivers() {
    gradescope(&people(30)).has_every_cell_right();
}

#[test]
fn every_cell_of_classroom_50_has_what_the_repository_earns() {
    classroom_50(&people(30)).has_every_cell_right();
}

/// As each system delivers a class.
const SYSTEMS: [fn(&[Person]) -> Delivered; 7] =
    [moodle, brightspace, canvas, blackboard, sakai, gradescope, classroom_50];

/// What one of three people decides: a mark for each submission that falls to her, and more time where it is right.
fn decide(results: &std::path::Path, own: usize) {
    let server = Server::start(results, &["--grader", ["ada", "ben", "cyd"][own]]);
    for place in (own..).step_by(3) {
        let page = server.get(&format!("submission/{place}"));
        if page.status == 404 {
            break;
        }
        let source = page.body.replace("&#39;", "'");
        let program = PROGRAMS.iter().position(|(_, text)| source.contains(text.trim_end()));
        let program = program.unwrap_or_else(|| panic!("{}", page.body));
        let points = STYLE[program].to_string();
        server.decide("mark", &json!({ "place": place, "scenario": 2, "points": points }));
        if program == 0 {
            let until = format!("2026-03-{GIVEN:02}T23:59");
            server.decide("extension", &json!({ "place": place, "until": until }));
        }
    }
}

/// Three people read a class on copies of its results. These are joined, and then dates change, and what counts of several hand-ins.
#[test]
fn every_cell_is_right_after_three_graders_two_merges_and_four_regrades() {
    let people = people(if night::is_night() { 300 } else { 30 });
    for delivers in night::some(&SYSTEMS, 2) {
        let delivered = delivers(&people);
        let best = delivered.has_several;
        let rules = Rules { due: 1, a_day: 3, best, read: true };
        let class = delivered.graded(&rules);
        for copy in ["of-ben", "of-cyd"] {
            let copied = Command::new("cp").arg("-a").args([class.path(RESULTS), class.path(copy)]).status();
            assert!(copied.unwrap().success());
        }
        for (own, results) in [RESULTS, "of-ben", "of-cyd"].iter().enumerate() {
            decide(&class.path(results), own);
        }
        for (one, other, joined) in [(RESULTS, "of-ben", "two"), ("two", "of-cyd", "joined")] {
            let merged = class.run(&["merge", one, other, "--out", joined]);
            assert_eq!(merged.code, 0, "{}{}", merged.stdout, merged.stderr);
        }
        delivered.assert_cells(&class, "joined", &rules);
        let mut class = class;
        for rules in [
            Rules { due: 3, ..rules },
            Rules { due: 2, a_day: 6, best: false, ..rules },
            Rules { due: 1, a_day: 0, ..rules },
            Rules { due: 1, a_day: 3, ..rules },
        ] {
            class = class.write("spec.yaml", rules.spec());
            let regraded = class.run(&["regrade", "spec.yaml", "--results", "joined"]);
            assert_eq!(regraded.code, 0, "{}", regraded.stderr);
            delivered.assert_cells(&class, "joined", &rules);
        }
    }
}
