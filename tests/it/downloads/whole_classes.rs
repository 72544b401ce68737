//! A class as each system delivers it, with everything that happens in one: the same last names, late ones, extensions, teams, who hands in
//! twice, and who does not at all. What each cell must hold is computed here anew, by a few lines.

use std::collections::BTreeMap;

use crate::scratch::Scratch;

const SPEC: &str = "assignment: lab1\ntitle: Lab 1\nsubmission: { files: [lab.py] }\nlimits: { wall: 60s }\n\
    late: { due: 2026-03-01 23:59 +00:00, per_day: 10% }\nscenarios:\n\
    - { name: says hello, points: 4, expect: { stdout: { contains: [hello] } } }\n\
    - { name: says bye, points: 6, expect: { stdout: { contains: [bye] } } }\n";

/// What a hand-in earns, and what it says.
const PROGRAMS: [(u32, &str); 3] =
    [(10, "print('hello and bye')\n"), (4, "print('hello')\n"), (0, "print('nothing')\n")];

/// A student, with what was handed in and on which day of March, in the order of days.
struct Person {
    first: &'static str,
    last: &'static str,
    number: usize,
    login: String,
    hand_ins: Vec<(usize, u32)>,
    /// Until which day of March she can hand in, if it is not the first.
    until: Option<u32>,
}

/// Everybody with the same few names. Numbers are such that they begin with one another.
fn people() -> Vec<Person> {
    let firsts = ["Ann", "Bob", "Cyd", "Eve", "Fay", "Jan"];
    let lasts = ["Doe", "Roe", "Poe", "van der Doe", "Müller"];
    let person = |at: usize| {
        let day = [1, 1, 2, 1, 4][at % 5];
        let hand_ins = match at % 7 {
            3 => Vec::new(),
            5 => vec![(2, 1), (at % 2, day.max(2))],
            _ => vec![(at % 3, day)],
        };
        Person {
            first: firsts[at / 5],
            last: lasts[at % 5],
            number: 1 + at,
            login: format!("{}{}", firsts[at / 5].to_lowercase(), 1 + at),
            hand_ins,
            until: (at % 4 == 2).then_some(3),
        }
    };
    (0..30).map(person).collect()
}

impl Person {
    /// What must stand in her cell: the latest hand-in counts, less a point for each day. Nothing where there is none.
    fn mark(&self, knows_days: bool, knows_extensions: bool) -> Option<u32> {
        let (program, day) = *self.hand_ins.last()?;
        let until = self.until.filter(|_| knows_extensions).unwrap_or(1);
        let late = if knows_days { day.saturating_sub(until) } else { 0 };
        Some(PROGRAMS[program].0.saturating_sub(late))
    }
}

/// A download and a gradebook, and in which columns keys and marks stand.
struct Delivered {
    files: Vec<(String, String)>,
    gradebook: String,
    /// How many lines stand above the header.
    above: usize,
    key: &'static str,
    mark: &'static str,
}

impl Delivered {
    fn new(head: &str, above: usize, key: &'static str, mark: &'static str) -> Self {
        Self { files: Vec::new(), gradebook: head.to_owned(), above, key, mark }
    }

    fn add(&mut self, path: String, text: &str) {
        self.files.push((path, text.to_owned()));
    }

    /// Grades it, and returns the cell of each key.
    fn cells(&self) -> BTreeMap<String, String> {
        let class = self
            .files
            .iter()
            .fold(Scratch::new(SPEC), |scratch, (path, text)| scratch.write(&format!("class/{path}"), text));
        let class = class.write("from-lms.csv", &self.gradebook);
        let graded = class.run(&["grade", "spec.yaml", "class", "--gradebook", "from-lms.csv"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        let verified = class.run(&["verify"]);
        assert_eq!(verified.code, 0, "{}", verified.stdout);
        let filled = class.read("yardstick-results/gradebook.csv");
        let table = filled.lines().skip(self.above).collect::<Vec<_>>().join("\n");
        let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(table.as_bytes());
        let header = table.headers().unwrap().clone();
        let column = |name: &str| header.iter().position(|cell| cell == name).unwrap();
        let (key, mark) = (column(self.key), column(self.mark));
        table
            .records()
            .map(|row| row.unwrap())
            .map(|row| (row[key].to_owned(), row[mark].to_owned()))
            .collect()
    }
}

fn assert_cells(system: &str, delivered: &Delivered, expected: impl Iterator<Item = (String, Option<u32>)>) {
    let cells = delivered.cells();
    for (key, mark) in expected {
        let expected = mark.map(|mark| mark.to_string()).unwrap_or_default();
        assert_eq!(cells.get(&key), Some(&expected), "{system}: {key}: {cells:#?}");
    }
}

#[test]
fn every_cell_of_canvas_has_the_latest_and_knows_no_days() {
    let mut canvas = Delivered::new(
        "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (7)\n    Points Possible,,,,,10\n",
        0,
        "ID",
        "Lab 1 (7)",
    );
    for one in people() {
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
    }
    assert_cells(
        "Canvas",
        &canvas,
        people().iter().map(|one| (one.number.to_string(), one.mark(false, false))),
    );
}

#[test]
fn every_cell_of_brightspace_has_the_latest_and_its_days() {
    let head = "OrgDefinedId,Username,Last Name,First Name,Lab 1 Points Grade <Numeric MaxPoints:10>,End-of-Line Indicator\n";
    let mut brightspace =
        Delivered::new(head, 0, "OrgDefinedId", "Lab 1 Points Grade <Numeric MaxPoints:10>");
    for one in people() {
        for (program, day) in &one.hand_ins {
            let name = format!("{} {}", one.first, one.last);
            let folder = format!("{}-9 - {name} - Mar {day}, 2026 1050 AM", one.number);
            brightspace.add(format!("{folder}/lab.py"), PROGRAMS[*program].1);
        }
        // The export knows other numbers than the download: names tell who it is.
        brightspace.gradebook +=
            &format!("#{:04},#{},{},{},,#\n", one.number, one.login, one.last, one.first);
    }
    let expected = people().into_iter().map(|one| (format!("#{:04}", one.number), one.mark(true, false)));
    assert_cells("Brightspace", &brightspace, expected);
}

#[test]
fn every_cell_of_blackboard_has_the_latest_and_its_days() {
    let head = "Last Name,First Name,Username,Student ID,Lab 1 [Total Pts: 10 Score] |77\n";
    let mut blackboard = Delivered::new(head, 0, "Username", "Lab 1 [Total Pts: 10 Score] |77");
    for one in people() {
        for (program, day) in &one.hand_ins {
            let attempt = format!("Lab 1_{}_attempt_2026-03-{day:02}-10-50-00", one.login);
            blackboard.add(format!("{attempt}_lab.py"), PROGRAMS[*program].1);
            blackboard.add(
                format!("{attempt}.txt"),
                &format!("Name: {} {} ({})\n", one.first, one.last, one.login),
            );
        }
        blackboard.gradebook += &format!("{},{},{},S{},\n", one.last, one.first, one.login, one.number);
    }
    assert_cells(
        "Blackboard",
        &blackboard,
        people().into_iter().map(|one| (one.login.clone(), one.mark(true, false))),
    );
}

#[test]
fn every_cell_of_sakai_has_its_days() {
    let head = "Lab 1,Points\n\nDisplay ID,ID,Last Name,First Name,grade,Submission date,Late submission\n";
    let mut sakai = Delivered::new(head, 2, "ID", "grade");
    for one in people() {
        // Sakai keeps the latest only.
        if let Some((program, day)) = one.hand_ins.last() {
            let folder = format!("Lab 1/{}, {}({})", one.last, one.first, one.login);
            sakai.add(format!("{folder}/timestamp.txt"), &format!("2026-03-{day:02}T10:50:00Z"));
            sakai.add(format!("{folder}/Submission attachment(s)/lab.py"), PROGRAMS[*program].1);
        }
        sakai.gradebook += &format!("{0},{0},{1},{2},,,\n", one.login, one.last, one.first);
    }
    assert_cells("Sakai", &sakai, people().into_iter().map(|one| (one.login.clone(), one.mark(true, false))));
}

/// Of Moodle, the last ten are five teams, whose numbers are those of participants who are in other teams.
#[test]
fn every_cell_of_moodle_has_its_days_extensions_and_teams() {
    let head = "Identifier,Full name,Email address,Status,Group,Grade,Maximum grade,Grade can be changed,\
                Last modified (submission),Last modified (grade),Feedback comments\n";
    let mut moodle = Delivered::new(head, 0, "Identifier", "Grade");
    let people = people();
    let mut expected = Vec::new();
    for (at, one) in people.iter().enumerate() {
        let is_of_team = at >= 20;
        let team = if is_of_team { format!("Team {}", at / 2) } else { String::new() };
        // Of a team, the first member hands in.
        let hands_in = if is_of_team { &people[at - at % 2] } else { one };
        let mut came = "-".to_owned();
        if let Some((program, day)) = hands_in.hand_ins.last() {
            let who = if is_of_team {
                format!("{team}_{}", 30 - at / 2)
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
        let as_own = Person { hand_ins: hands_in.hand_ins.clone(), login: one.login.clone(), ..*one };
        expected.push((format!("Participant {}", one.number), as_own.mark(true, true)));
    }
    assert_cells("Moodle", &moodle, expected.into_iter());
}

/// Of Gradescope, the last ten are five groups; its own numbers are those of the school, which Canvas knows, too.
#[test]
fn every_cell_of_canvas_has_what_gradescope_delivers() {
    let head = "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (7)\n    Points Possible,,,,,10\n";
    let mut gradescope = Delivered::new(head, 0, "SIS User ID", "Lab 1 (7)");
    let people = people();
    let mut metadata = "---\n".to_owned();
    let mut expected = Vec::new();
    for (at, one) in people.iter().enumerate() {
        let members = match at {
            0..20 => vec![one],
            _ if at % 2 == 0 => vec![one, &people[at + 1]],
            _ => Vec::new(),
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
        expected
            .extend(members.iter().map(|member| (format!("{:04}", member.number), one.mark(true, false))));
        gradescope.gradebook +=
            &format!("\"{}, {}\",{},{:04},{},A,\n", one.last, one.first, 900 + at, one.number, one.login);
    }
    gradescope.add("submission_metadata.yml".to_owned(), &metadata);
    assert_cells("Gradescope", &gradescope, expected.into_iter());
}

/// Of Classroom 50, the last ten are five pairs with one repository each.
#[test]
fn every_cell_of_classroom_50_has_what_the_repository_earns() {
    let head = "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,submitted_by,review_url,late,override\n";
    let mut classroom = Delivered::new(head, 0, "username", "score");
    let people = people();
    let mut expected = Vec::new();
    for (at, one) in people.iter().enumerate() {
        let owner = if at < 20 { one } else { &people[at - at % 2] };
        let repository = format!("cs-lab1-{}", owner.login);
        if let (Some((program, _)), true) = (one.hand_ins.last(), at < 20 || at % 2 == 0) {
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
        expected.push((one.login.clone(), owner.mark(false, false)));
    }
    classroom.add("scores.csv".to_owned(), &classroom.gradebook.clone());
    assert_cells("Classroom 50", &classroom, expected.into_iter());
}
