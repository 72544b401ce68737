//! `yardstick diagnose`: the mistakes of a submission by their names, and how often they are the right ones.
//!
//! The reference with bugs stands for a submission where many are needed: it does what a program with these mistakes does.

use rayon::prelude::*;
use yardstick::testing::audit::with_bugs;
use yardstick::testing::compare;
use yardstick::testing::diagnose::{Confidence, Diagnosis, Effort, Examiner, Finding, Oracle, What};
use yardstick::testing::explore::{Generated, GenerationContext, OpenInput, generate};
use yardstick::testing::plan::{Plan, ReferenceRunner};
use yardstick::testing::run::Fault;
use yardstick::testing::spec::{Spec, Task};
use yardstick::testing::trace::{Recorded, Store};
use yardstick_reference::{Bug, Bugs, Random, Reference};

use super::night;
use super::scratch::{Scratch, named};

/// Scenarios of this seed are drawn for no diagnosis.
const UNSEEN: u64 = 77;

/// The reference with bugs, and perhaps with other words, in the place of a submission.
struct Imitation<'a> {
    context: &'a GenerationContext<'a>,
    bugs: Bugs,
    reword: Option<&'a (dyn Fn(&str) -> String + Sync)>,
}

impl Imitation<'_> {
    fn recorded(&self, task: &Task) -> Option<Recorded> {
        let expected = self.context.expected(task)?;
        let recorded = with_bugs(self.context.reference, self.bugs, &expected)?;
        Some(match (&self.reword, recorded) {
            (Some(reword), recorded) => reworded(recorded, reword),
            (None, recorded) => recorded,
        })
    }
}

impl Oracle for Imitation<'_> {
    fn observe(&self, all: &[Generated]) -> Result<Vec<Option<Recorded>>, Fault> {
        Ok(all.iter().map(|generated| self.recorded(&self.context.task(generated))).collect())
    }
}

/// A run in which the output of each turn is another one.
fn reworded(recorded: Recorded, reword: &dyn Fn(&str) -> String) -> Recorded {
    let Recorded::Run(mut trace) = recorded else { return recorded };
    let mut stdout = String::new();
    let mut ends = Vec::new();
    for turn in trace.turns() {
        stdout.push_str(&reword(std::str::from_utf8(turn.printed).unwrap()));
        ends.push(stdout.len());
    }
    let dialogue = trace.dialogue.as_mut().unwrap();
    for ((at, _), end) in dialogue.typed.iter_mut().zip(&ends) {
        *at = *end;
    }
    if let Some(at) = &mut dialogue.asked_beyond_end {
        *at = ends[dialogue.typed.len()];
    }
    trace.stdout = stdout.into_bytes();
    Recorded::Run(trace)
}

/// Examines an imitation.
fn examined(examiner: &Examiner, plan: &Plan, imitation: &Imitation) -> Finding {
    let recorded: Vec<Option<Recorded>> =
        plan.jobs.iter().map(|job| imitation.recorded(&job.scenario.task)).collect();
    let effort = Effort { shortens: false, ..Effort::THOROUGH };
    examiner.examine(&recorded, imitation, effort).unwrap()
}

/// What a test needs of an assignment.
fn with_assignment(key: &str, test: impl FnOnce(&'static dyn Reference, &GenerationContext, &Plan)) {
    let spec = Spec::load(key).unwrap();
    let reference = yardstick_reference::find(key).unwrap();
    let store = Store::empty();
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, None).unwrap();
    test(reference, &GenerationContext::new(&spec, reference), &plan);
}

/// Whether a diagnosis predicts what an imitation does in scenarios that nobody has seen.
fn is_right(examiner: &Examiner, diagnosis: &Diagnosis, imitation: &Imitation, unseen: &[Generated]) -> bool {
    imitation.observe(unseen).unwrap().iter().zip(unseen).all(|(recorded, generated)| {
        recorded.as_ref().is_none_or(|recorded| examiner.predicts(diagnosis, generated, recorded))
    })
}

/// Whether some set of bugs shows at all: in a scenario of the spec, or in a generated one.
fn shows(imitation: &Imitation, unseen: &[Generated]) -> bool {
    let context = imitation.context;
    unseen.iter().any(|generated| {
        let task = context.task(generated);
        let (Some(expected), Some(recorded)) = (context.expected(&task), imitation.recorded(&task)) else {
            return false;
        };
        !compare::accepts(&expected, &recorded, &context.spec.limits)
    })
}

/// The share of sets of so many bugs whose diagnosis is right in so many scenarios that nobody has seen, in percent.
fn right(key: &str, sets: &[Vec<&'static Bug>], unseen: usize) -> usize {
    let mut percent = 0;
    with_assignment(key, |reference, context, plan| {
        let mut unseen = generate(reference, UNSEEN, unseen, OpenInput::LeftOut);
        unseen.retain(|generated| context.is_tested(generated.subject));
        let examiner = Examiner::new(context, plan);
        let results: Vec<(bool, bool, bool)> = sets
            .par_iter()
            .filter_map(|bugs| {
                let imitation = Imitation { context, bugs: bugs.iter().copied().collect(), reword: None };
                let ids: Vec<&str> = bugs.iter().map(|bug| bug.id).collect();
                let Finding::Diagnosed(diagnosis) = examined(&examiner, plan, &imitation) else {
                    let shows = shows(&imitation, &unseen);
                    if shows {
                        println!("  {key}: nothing was found of {ids:?}");
                    }
                    return shows.then_some((false, false, false));
                };
                let is_right = is_right(&examiner, &diagnosis, &imitation, &unseen);
                let mut named: Vec<&str> = diagnosis
                    .mistakes
                    .iter()
                    .map(|one| match &one.what {
                        What::Bug(bug) => bug.id,
                        What::Slip { .. } => "a slip",
                    })
                    .collect();
                let mut wanted = ids.clone();
                named.sort_unstable();
                wanted.sort_unstable();
                let is_sure = diagnosis.confidence == Confidence::Sure;
                if !is_right {
                    println!("  {key}: {} {named:?} instead of {wanted:?}", diagnosis.confidence.word());
                }
                Some((is_right, named == wanted, is_sure))
            })
            .collect();
        let count = |of: fn(&(bool, bool, bool)) -> bool| results.iter().filter(|one| of(one)).count();
        let (is_right, named, sure) = (count(|one| one.0), count(|one| one.1), count(|one| one.2));
        let all = results.len();
        percent = is_right * 100 / all.max(1);
        println!(
            "{key}: right in unseen scenarios {is_right} of {all} ({percent} %), named exactly {named}, sure {sure}"
        );
    });
    percent
}

/// Sets of so many different bugs.
fn sets(key: &str, size: usize, count: usize) -> Vec<Vec<&'static Bug>> {
    let bugs = yardstick_reference::find(key).unwrap().noticeable();
    let mut random = Random::new(size as u64);
    let mut all = Vec::new();
    while all.len() < count {
        let mut set: Vec<&'static Bug> = Vec::new();
        while set.len() < size {
            let bug = random.pick(&bugs).unwrap();
            if !set.iter().any(|known| known.id == bug.id) {
                set.push(bug);
            }
        }
        all.push(set);
    }
    all
}

const ASSIGNMENTS: [&str; 5] =
    ["byu-connect-four", "umass-connect4", "uq-connect4ish", "carleton-connect4", "michigan-connect-n"];

#[test]
fn every_single_bug_is_found_and_predicts_scenarios_that_nobody_has_seen() {
    for key in night::some(&ASSIGNMENTS, 1) {
        let bugs = yardstick_reference::find(key).unwrap().noticeable();
        let singles: Vec<Vec<&'static Bug>> = bugs.into_iter().map(|bug| vec![bug]).collect();
        assert_eq!(right(key, night::some(&singles, 12), 150), 100, "{key}");
    }
}

/// The least share of sets that must be predicted rightly, in percent.
const PAIRS: usize = 94;
const TRIPLES: usize = 90;

#[test]
#[ignore = "plays many thousands of runs; single bugs are always tried: nightly"]
fn most_pairs_and_triples_of_bugs_predict_scenarios_that_nobody_has_seen() {
    for key in ASSIGNMENTS {
        assert!(right(key, &sets(key, 2, 100), 150) >= PAIRS, "{key}");
        assert!(right(key, &sets(key, 3, 100), 150) >= TRIPLES, "{key}");
    }
}

/// Replaces a text wherever it stands.
macro_rules! instead {
    ($right:literal => $wrong:literal) => {
        |text: &str| text.replace($right, $wrong)
    };
}

/// Returns a text in which each row of the grid is laid out in another way.
fn rows(text: &str, lay_out: impl Fn(&str) -> String) -> String {
    let is_row =
        |line: &str| line.trim_end().len() == 8 && line.trim_end().chars().all(|it| ".XO".contains(it));
    let line = |line: &str| match line.strip_suffix('\n') {
        Some(row) if is_row(row) => lay_out(row) + "\n",
        _ => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

fn joined(row: &str, prefix: &str, separator: &str, suffix: &str) -> String {
    let cells: Vec<String> = row.chars().map(String::from).collect();
    format!("{prefix}{}{suffix}", cells.join(separator))
}

type Reword = fn(&str) -> String;

/// Slips of the pen: other words, other layouts, too much, too little.
const SLIPS: [(&str, Reword); 22] = [
    ("no full stop after the refusal", instead!("(0-7).\n" => "(0-7)\n")),
    ("an exclamation mark after the end", instead!("Game finished\n" => "Game finished!\n")),
    ("another word for the end", instead!("Game finished" => "Game over")),
    ("the end in capitals", instead!("Game finished" => "GAME FINISHED")),
    ("a capital in the refusal", instead!("Invalid move." => "Invalid Move.")),
    ("other columns in the refusal", instead!("(0-7)" => "(1-8)")),
    ("a comma in the refusal", instead!("move. Enter" => "move, enter")),
    ("no blank after the prompt", instead!("column: " => "column:")),
    ("another prompt", instead!("Enter a column: " => "Column? ")),
    ("a newline after the prompt", instead!("Enter a column: " => "Enter a column: \n")),
    ("a capital in the turn", instead!("'s turn" => "'s Turn")),
    ("a curly apostrophe", instead!("'s turn" => "\u{2019}s turn")),
    ("a word before the turn", |text| {
        text.replace("X's turn", "Player X's turn").replace("O's turn", "Player O's turn")
    }),
    ("a colon after the turn", instead!("'s turn\n" => "'s turn:\n")),
    ("cells in pipes", |text| rows(text, |row| joined(row, "|", "|", "|"))),
    ("blanks between cells", |text| rows(text, |row| joined(row, "", " ", ""))),
    ("small markers", |text| rows(text, str::to_lowercase)),
    ("blanks for empty cells", |text| rows(text, |row| row.replace('.', " "))),
    ("a blank after each row", |text| rows(text, |row| format!("{row} "))),
    ("no numbers below the grid", |text| {
        text.replace("\n01234567\nX's", "\nX's")
            .replace("\n01234567\nO's", "\nO's")
            .replace("\n01234567\nGame", "\nGame")
    }),
    ("no empty line above the grid", |text| text.strip_prefix('\n').unwrap_or(text).to_owned()),
    ("numbers from one", instead!("01234567" => "12345678")),
];

#[test]
fn every_slip_of_the_pen_is_told_as_one_mistake_also_if_no_bug_is_known() {
    with_assignment("byu-connect-four", |_, context, plan| {
        let examiner = Examiner::knowing(context, plan, Vec::new());
        let slips = night::some(&SLIPS, 6);
        let mut numbers = Vec::new();
        for (about, reword) in slips {
            let imitation = Imitation { context, bugs: Bugs::NONE, reword: Some(reword) };
            let Finding::Diagnosed(diagnosis) = examined(&examiner, plan, &imitation) else {
                panic!("nothing was found of `{about}`");
            };
            println!("  {about}: {} mistakes, {}", diagnosis.mistakes.len(), diagnosis.confidence.word());
            assert!(diagnosis.unexplained.is_empty(), "{about}");
            assert!(diagnosis.confidence >= Confidence::Likely, "{about}");
            numbers.push(diagnosis.mistakes.len());
        }
        let mean = numbers.iter().sum::<usize>() as f64 / numbers.len() as f64;
        println!(
            "slips that are explained: {} of {}, in the mean by {mean:.2} mistakes",
            numbers.len(),
            slips.len()
        );
        assert!(mean < 1.2, "{mean}");
    });
}

#[test]
fn a_bug_that_is_not_known_is_never_told_as_a_sure_other_one() {
    for key in night::some(&ASSIGNMENTS, 1) {
        with_assignment(key, |reference, context, plan| {
            let all = reference.noticeable();
            let mut unseen = generate(reference, UNSEEN, 300, OpenInput::LeftOut);
            unseen.retain(|generated| context.is_tested(generated.subject));
            let hidden = night::some(&all, 8);
            let wrong: Vec<&str> = hidden
                .par_iter()
                .filter(|bug| {
                    let others = all.iter().copied().filter(|other| other.id != bug.id).collect();
                    let examiner = Examiner::knowing(context, plan, others);
                    let imitation = Imitation { context, bugs: Bugs::NONE.with(bug), reword: None };
                    match examined(&examiner, plan, &imitation) {
                        Finding::Diagnosed(diagnosis) if diagnosis.confidence == Confidence::Sure => {
                            // Another name for the same behaviour is right.
                            !is_right(&examiner, &diagnosis, &imitation, &unseen)
                        }
                        Finding::Diagnosed(_) | Finding::Nothing | Finding::Unsteady => false,
                    }
                })
                .map(|bug| bug.id)
                .collect();
            println!(
                "{key}: {} of {} unknown bugs are told as sure, and wrong: {wrong:?}",
                wrong.len(),
                hidden.len()
            );
            assert_eq!(wrong, [""; 0], "{key}");
        });
    }
}

fn fixture(assignment: &str, name: &str) -> String {
    format!("{}/fixtures/{assignment}/submissions/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What `diagnose` prints of a fixture.
fn diagnosed(assignment: &str, name: &str, more: &[&str]) -> (i32, String) {
    let path = fixture(assignment, name);
    let ended = Scratch::greeting().run(&[&["diagnose", assignment, &path], more].concat());
    assert_eq!(ended.stderr, "", "{name}");
    (ended.code, ended.stdout)
}

#[test]
fn a_mistake_is_named_with_its_scenarios_its_hints_and_the_shortest_input() {
    let (code, told) = diagnosed("byu-connect-four", "full-column-overwritten", &[]);
    assert_eq!(code, 1);
    insta::assert_snapshot!(told, @"
    It lets a marker overwrite the bottom one of a full column. (sure)
      Scenarios: Harder invalid moves / a full column; Harder invalid moves / a full column after a number that is none; Harder invalid moves / a number that is none after a full column; Tie / full columns are tried before the end
      Hint 1: What happens to the sixth marker in a column?
      Hint 2: The search for the lowest open cell.
      Hint 3: It ends at row -1, which is the bottom row for Python; the move is invalid.
      Shortest input: 0 0 0 0 0 0

    This explains all 4 lost scenarios, and what the program did in 60 generated scenarios was predicted.
    ");
}

#[test]
fn so_many_hints_are_shown_as_were_asked_for() {
    for (hints, last) in [("0", None), ("1", Some("Hint 1: "))] {
        let (_, told) = diagnosed("byu-connect-four", "minus-one-accepted", &["--hints", hints]);
        assert!(!told.contains("Hint 2: "), "{told}");
        assert_eq!(told.contains("Hint 1: "), last.is_some() && told.contains("(sure)"), "{told}");
    }
}

#[test]
fn nothing_is_told_of_a_right_program() {
    let (code, told) = diagnosed("byu-connect-four", "accepted-functions", &[]);
    assert_eq!((code, told.as_str()), (0, "nothing is wrong that scenarios or generated scenarios show\n"));
}

/// Assignments, wrong submissions, and what must be told about them.
const TOLD: [(&str, &str, &str); 5] = [
    (
        "umass-connect4",
        "rows-become-lists",
        "It leaves the changed row behind as a list of characters. (sure)",
    ),
    ("byu-connect-four", "last-marker-must-be-an-end", "These explain all 9 lost scenarios"),
    ("byu-connect-four", "crashes-at-the-edge", "No mistake that is known explains all 32 lost scenarios."),
    ("byu-connect-four", "prompt-with-newline", "It ends the line after the prompt. (sure)"),
    ("umass-connect4", "gap-counted-as-connected", "also when there is something between them. (sure)"),
];

#[test]
fn programs_of_students_are_diagnosed_by_what_they_do() {
    for (assignment, name, sentence) in night::some(&TOLD, 2) {
        let (code, told) = diagnosed(assignment, name, &[]);
        assert_eq!(code, 1);
        assert!(told.contains(sentence), "{name}: {told}");
    }
}

#[test]
fn a_program_that_does_not_always_do_the_same_is_not_diagnosed() {
    let program =
        std::fs::read_to_string(fixture("byu-connect-four", "accepted-functions") + "/connect.py").unwrap();
    let program = program.replace("Invalid move.", "Invalid move. {os.urandom(8).hex()}");
    let lines = program.lines().map(|line| match line.contains("os.urandom") {
        true => line.replace("print(\"", "print(f\"").replace("print('", "print(f'"),
        false => line.to_owned(),
    });
    let program = lines.collect::<Vec<_>>().join("\n");
    let scratch = Scratch::greeting().write("connect.py", format!("import os\n{program}\n"));
    let told = scratch.run(&["diagnose", "byu-connect-four", "connect.py"]).stdout;
    assert!(!told.contains("(sure)") && !told.contains("(likely)"), "{told}");
}

#[test]
fn check_asks_a_question_about_a_mistake_that_is_known_and_gives_nothing_away() {
    let path = fixture("byu-connect-four", "start-columns-off-by-one");
    let scratch = Scratch::greeting();
    let check = |hints: &[&str]| scratch.run(&[&["check", "byu-connect-four", &path], hints].concat()).stdout;
    let question = "What is the rightmost column in which four in a row can begin?";
    let one = check(&[]);
    assert_eq!(one.matches("Think about this: ").count(), 1, "{one}");
    assert!(one.contains(question) && !one.contains("overlooks"), "{one}");
    assert_eq!(check(&["--hints", "0"]).matches("Think about this: ").count(), 0);
    assert_eq!(check(&["--hints", "3"]).matches("Think about this: ").count(), 3);
}

#[test]
fn no_hint_is_given_about_what_only_hidden_scenarios_show() {
    let spec = |hidden: &str| {
        format!(
            "assignment: small\nsubmission: {{ files: [connect.py] }}\nreference: byu-connect-four\n\
             final_newline: false\nscenarios:\n  - {{ name: first, points: 1, stdin: [0, 1, 0, 1, 0, 1, 0] }}\n  \
             - {{ name: second, points: 1, {hidden}stdin: [4, 0, 5, 0, 6, 0, 7] }}\n"
        )
    };
    let path = fixture("byu-connect-four", "start-columns-off-by-one");
    for (hidden, hints) in
        [("", 1), ("hidden: details, ", 0), ("hidden: result, ", 0), ("hidden: everything, ", 0)]
    {
        let page = Scratch::new(&spec(hidden)).run(&["check", "spec.yaml", &path]).stdout;
        assert_eq!(page.matches("Think about this: ").count(), hints, "{hidden}\n{page}");
    }
}

#[test]
fn a_class_is_diagnosed_from_its_traces_and_the_results_follow_from_them() {
    let program = |name: &str| std::fs::read(fixture("byu-connect-four", name) + "/connect.py").unwrap();
    let scratch = Scratch::greeting()
        .write("class/Ada/connect.py", program("accepted-functions"))
        .write("class/Bob/connect.py", program("start-columns-off-by-one"))
        .write("class/Cyd/connect.py", program("crashes-at-the-edge"));
    let graded =
        scratch.run(&["grade", "byu-connect-four", "class", "--diagnose", "--hints", "2", "--quiet"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    let of = |name: &str| named(&results, name)["mistakes"].clone();
    assert!(of("Ada").is_null());
    let found = of("Bob");
    assert_eq!(found["confidence"], "likely", "{found}");
    assert_eq!(found["known"].as_array().unwrap().len(), 1, "{found}");
    assert!(found["known"][0]["sentence"].as_str().unwrap().starts_with("Likely: it overlooks "), "{found}");
    assert_eq!(found["known"][0]["hints"].as_array().unwrap().len(), 3, "{found}");
    assert_eq!(of("Cyd")["confidence"], "unknown");
    let page = |name: &str| scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
    assert_eq!(page("Bob").matches("Think about this: ").count(), 2, "{}", page("Bob"));
    assert!(!page("Bob").contains("overlooks") && !page("Cyd").contains("Think about this: "));
    assert_eq!(scratch.run(&["verify"]).code, 0);
    let regraded = scratch.run(&["regrade"]);
    assert_eq!((regraded.code, scratch.results() == results), (0, true), "{}", regraded.stderr);
}

#[test]
fn the_mistake_of_a_submission_is_looked_for_among_the_mutants_of_a_reference() {
    let spec = "assignment: count\nsubmission: { files: [count.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - { name: three, points: 1, stdin: [3] }\n- { name: none, points: 1, stdin: [0] }\n";
    let solution = "n = int(input())\nfor i in range(1, n + 1):\n    print(i)\nprint('done')\n";
    let own = |range: &str| format!("limit = int(input())\nprint(*{range}, 'done', sep='\\n')\n");
    let scratch = Scratch::new(spec)
        .write("solution.py", solution)
        .write("right/count.py", own("range(1, limit + 1)"))
        .write("wrong/count.py", own("range(2, limit + 1)"))
        .write("other/count.py", own("range(7, limit + 99)"));
    let diagnose = |name: &str| scratch.run(&["diagnose", "spec.yaml", name]);
    assert_eq!(diagnose("right").stdout, "nothing is wrong that scenarios show\n");
    let wrong = diagnose("wrong");
    assert_eq!(wrong.code, 1, "{}", wrong.stderr);
    assert!(
        wrong.stdout.contains("Line 2 of `solution.py` has `2` in the place of `1`."),
        "{}",
        wrong.stdout
    );
    assert_eq!(diagnose("other").stdout, "no small change of the reference explains what it does\n");
    let graded = scratch.run(&["grade", "spec.yaml", "wrong", "--diagnose"]);
    assert_eq!(graded.code, 2, "{}", graded.stdout);
    let hints = scratch.run(&["check", "spec.yaml", "wrong"]);
    assert!(!hints.stdout.contains("Think about this"), "{}", hints.stdout);
}

#[test]
#[ignore = "x"]
fn zz_probe() {
    let key = std::env::var("KEY").unwrap();
    let ids = std::env::var("BUGS").unwrap();
    with_assignment(&key, |reference, context, plan| {
        let examiner = Examiner::new(context, plan);
        for set in ids.split(';') {
            let bugs: Vec<&Bug> =
                reference.bugs().iter().filter(|bug| set.split(',').any(|id| id == bug.id)).collect();
            let imitation = Imitation { context, bugs: bugs.iter().copied().collect(), reword: None };
            let started = std::time::Instant::now();
            match examined(&examiner, plan, &imitation) {
                Finding::Diagnosed(diagnosis) => println!(
                    "{set} {:?} {:#?} {} runs {} unexplained {:?}",
                    diagnosis.confidence,
                    diagnosis
                        .mistakes
                        .iter()
                        .map(|it| match &it.what {
                            What::Bug(bug) => bug.id.to_owned(),
                            slip => format!("{slip:?}"),
                        })
                        .collect::<Vec<_>>(),
                    diagnosis.predicted,
                    diagnosis.runs,
                    diagnosis.unexplained.len()
                ),
                other => println!("{other:?}"),
            }
            println!("{:?}", started.elapsed());
        }
    });
}
