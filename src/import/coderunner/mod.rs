//! Questions of CodeRunner, from an export of Moodle. Each one becomes a group.

mod question;
mod tester;
mod tests;
mod xml;

use std::collections::BTreeMap;

use super::draft::{Group, Scenario, Scenarios, points};
use super::names::Names;
use super::{Draft, Error, Package, Promise, Promised};
use question::{Kind, Question, Test};
use tester::Tester;

/// What such questions are called in a spec that was made of them.
const ORIGIN: &str = "questions of CodeRunner (Moodle)";

/// Reads the questions of an export.
pub(super) fn read(package: &Package) -> Result<Draft, Error> {
    let files: Vec<&str> = package.paths().filter(|path| path.ends_with(".xml")).collect();
    let [path] = files.as_slice() else {
        let what = if files.is_empty() {
            "there is no `.xml` file in it"
        } else {
            "there are several `.xml` files in it"
        };
        return Err(Error::new(what, "name one file that Moodle exported as “Moodle XML”"));
    };
    let root = xml::parse(package.text(path)?.unwrap_or_default());
    let root =
        root.map_err(|what| Error::new(&format!("`{path}` cannot be read: {what}"), "export it once more"))?;
    let mut draft = Draft::new(&package.name, ORIGIN);
    let (mut names, mut entries) = (Names::default(), Names::default());
    let mut supplied: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut others = 0;
    for element in root.all("question") {
        match element.attribute("type") {
            Some("coderunner") => {}
            Some("category") => continue,
            _ => {
                others += 1;
                continue;
            }
        }
        let name = names.unique(&question::name(element));
        let result = question::read(element).and_then(|question| {
            for (name, content) in &question.files {
                if supplied.get(name).is_some_and(|other| other != content) {
                    return Err(format!("its file `{name}` is another one than that of another question"));
                }
            }
            supplied.extend(question.files.iter().cloned());
            group(&question, &name, &mut entries, &mut draft)
        });
        match result {
            Ok(group) => draft.groups.push(group),
            Err(reason) => draft.leave_out(format!("the question `{name}`: {reason}")),
        }
    }
    if others > 0 {
        let questions = if others == 1 { "a question" } else { "questions" };
        draft.leave_out(format!("{questions} of other kinds than CodeRunner: {others}"));
    }
    if draft.groups.is_empty() {
        let what = format!("none of its questions can be carried over: {}", draft.left_out.join("; "));
        let what = if draft.left_out.is_empty() {
            "there are no questions of CodeRunner in it".to_owned()
        } else {
            what
        };
        return Err(Error::new(&what, "write them as scenarios or sessions by hand"));
    }
    for (name, content) in supplied {
        let path = format!("support/{name}");
        draft.beside.insert(path.clone(), content);
        draft.supplied.push(path);
    }
    settle(&mut draft);
    Ok(draft)
}

/// A question as a group.
fn group(question: &Question, name: &str, entries: &mut Names, draft: &mut Draft) -> Result<Group, String> {
    let made: Vec<&Test> = question.tests.iter().filter(|test| !test.is_precheck).collect();
    let stem = stem(question, entries);
    let tester = Tester::of(question, &stem, &made);
    let file = tester.as_ref().map_or_else(|| file_name(question, &stem), |tester| tester.file.clone());
    let is_whole = question.all_or_nothing;
    let mut scenarios = Vec::new();
    let mut marks = Vec::new();
    for (place, test) in made.into_iter().enumerate() {
        let scenario =
            tests::scenario(question, test).map_err(|reason| format!("test {}: {reason}", place + 1))?;
        marks.push(test.mark);
        let args = tester.iter().map(|_| format!("{}", place + 1)).collect();
        let name = format!("test {}", place + 1);
        scenarios.push(Scenario { name, args, hidden: test.is_hidden, ..scenario });
    }
    if scenarios.is_empty() {
        return Err("it has no tests".to_owned());
    }
    if question.tests.iter().any(|test| test.is_precheck) {
        draft.leave_out(format!("the tests of `{name}` that are only for trying out"));
    }
    if question.tests.iter().any(|test| test.has_extra) {
        draft.leave_out(format!("the extra texts of the tests of `{name}`, of which only templates know"));
    }
    if !is_whole {
        weigh(&mut scenarios, &marks);
    }
    let solution = format!("solutions/{file}");
    let has_answer = !question.answer.trim().is_empty();
    if has_answer {
        let answer = match &tester {
            Some(tester) => tester.answer.clone(),
            None => question.answer.trim_end_matches('\n').to_owned() + "\n",
        };
        draft.beside.insert(solution.clone(), answer.into_bytes());
    }
    let has_program = tester.is_none();
    let entry = tester.as_ref().map_or_else(|| file.clone(), |tester| tester.entry.clone());
    if let Some(tester) = tester {
        let path = format!("support/{}", tester.entry);
        draft.beside.insert(path.clone(), tester.source.into_bytes());
        draft.supplied.push(path);
    }
    let runs = scenarios.iter().all(|scenario| scenario.session.is_none());
    let mut limits = Vec::new();
    limits.extend(question.cpu.map(|seconds| ("cpu", format!("{}ms", (seconds * 1000.0).round()))));
    limits.extend(question.memory.map(|memory| ("memory", format!("{memory} MiB"))));
    draft.files.push(file.clone());
    Ok(Group {
        name: name.to_owned(),
        entry: Some(entry),
        points: points(question.points)
            .ok_or_else(|| format!("{} points cannot be written in a spec", question.points))?,
        pass_all: is_whole && scenarios.len() > 1,
        // Sessions say themselves what is expected, and so do the programs around functions.
        solution: (has_answer && runs && has_program).then_some(solution),
        limits,
        compare: tests::compare(question, runs),
        scenarios: Scenarios::Written(scenarios),
        ..Group::default()
    })
}

/// The name of a question's files, without an ending.
fn stem(question: &Question, entries: &mut Names) -> String {
    let key = Draft::new(&question.name, ORIGIN).key.replace('-', "_");
    let key = if key.starts_with(|c: char| c.is_ascii_digit()) { format!("question_{key}") } else { key };
    entries.unique(&key).replace([' ', '(', ')'], "")
}

/// The name of the file that is handed in: after the class in Java, else after the question.
fn file_name(question: &Question, stem: &str) -> String {
    let ending = match question.kind {
        Kind::Python => "py",
        Kind::JavaScript => "js",
        Kind::C => "c",
        Kind::Cpp => "cpp",
        Kind::Java | Kind::JavaClass | Kind::JavaMethod => "java",
        Kind::CFunction | Kind::CppFunction => "h",
    };
    if ending == "java" {
        let class = regex::Regex::new(r"(?:public\s+)?class\s+(\w+)").ok();
        let named = class.and_then(|class| Some(class.captures(&question.answer)?[1].to_owned()));
        return format!("{}.java", named.unwrap_or_else(|| "Answer".to_owned()));
    }
    format!("{stem}.{ending}")
}

/// Weights in proportion to marks.
fn weigh(scenarios: &mut [Scenario], marks: &[f64]) {
    if marks.iter().all(|mark| mark.total_cmp(&marks[0]).is_eq()) {
        return;
    }
    let factor =
        [1.0, 10.0, 100.0].into_iter().find(|factor| marks.iter().all(|mark| (mark * factor).fract() < 1e-9));
    for (scenario, mark) in scenarios.iter_mut().zip(marks) {
        scenario.weight = Some(format!("{}", (mark * factor.unwrap_or(100.0)).round()));
    }
}

/// What holds for all questions, and in what it differs.
fn settle(draft: &mut Draft) {
    // The entry of a group is one of the files, or a program around one.
    let has_tester = draft
        .groups
        .iter()
        .any(|group| group.entry.as_ref().is_some_and(|entry| !draft.files.contains(entry)));
    if has_tester {
        draft.entry = draft.groups.first().and_then(|group| group.entry.clone());
        draft.differs("There, the answer is a function or a method. Here a function of C and C++ is a file that a program of the assignment includes, and a method of Java stands in a class.");
    }
    if has_tester && draft.groups.len() > 1 {
        // Nobody must hand in all of them.
        draft.optional = std::mem::take(&mut draft.files);
    }
    let asked = draft.files.len() + draft.optional.len();
    if let [group] = draft.groups.as_mut_slice() {
        group.entry = None;
        draft.solution = group.solution.take();
        draft.limits = std::mem::take(&mut group.limits);
        let named = Draft::new(&group.name, ORIGIN);
        (draft.key, draft.title) = (named.key, group.name.clone());
    }
    let solutions = draft.beside.keys().filter(|path| path.starts_with("solutions/"));
    draft.tried = match solutions.collect::<Vec<_>>().as_slice() {
        [] => None,
        [one] => Some((*one).clone()),
        _ => Some("solutions".to_owned()),
    };
    let answers = draft
        .beside
        .iter()
        .filter_map(|(path, content)| Some((path.strip_prefix("solutions/")?.to_owned(), content.clone())));
    let answers: BTreeMap<String, Vec<u8>> = answers.collect();
    if answers.len() == asked {
        draft.promises.push(Promise {
            name: "the answers".to_owned(),
            files: answers,
            verdict: Promised::Accepted,
        });
    }
    draft.differs("There, empty lines at the end do not count. Here no empty lines do.");
    draft.differs("There, each answer has a field of its own. Here the files are called as the spec says.");
    let has_sessions = draft.groups.iter().any(|group| match &group.scenarios {
        Scenarios::Written(scenarios) => scenarios.iter().any(|scenario| scenario.session.is_some()),
        Scenarios::Files { .. } => false,
    });
    if has_sessions {
        draft.differs("There, anything on standard error fails a test. Here it does so where a program is run, and not where its functions are called.");
        draft.differs("There, what an answer prints by itself belongs to its tests. Here it does not count where its functions are called.");
    }
    draft.leave_out("penalties for further attempts, and the texts of the questions");
}
