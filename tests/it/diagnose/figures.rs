//! How often a diagnosis is right, and its mistakes are the ones that were made.
//!
//! The reference with bugs stands for a submission: it does what a program with these mistakes does.

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

use crate::night;

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
    let recorded: Vec<_> = recorded.iter().map(Option::as_ref).collect();
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
        let singles: Vec<Vec<&'static Bug>> =
            bugs.into_iter().step_by(step(key)).map(|bug| vec![bug]).collect();
        assert_eq!(right(key, night::some(&singles, 3), 150), 100, "{key}");
    }
}

/// How many sets of bugs are tried, of the first assignment and of each other one: one takes some seconds.
const SETS: [usize; 2] = [20, 10];

/// In the other assignments, one of so many bugs is tried.
const FEWER: usize = 3;

/// One of so many bugs of an assignment is tried.
fn step(key: &str) -> usize {
    if key == ASSIGNMENTS[0] { 1 } else { FEWER }
}

/// The least share of sets that must be predicted rightly, in percent.
const PAIRS: usize = 94;
const TRIPLES: usize = 90;

#[test]
#[ignore = "plays many thousands of runs; single bugs are always tried: nightly"]
fn most_pairs_and_triples_of_bugs_predict_scenarios_that_nobody_has_seen() {
    for key in ASSIGNMENTS {
        let count = SETS[usize::from(key != ASSIGNMENTS[0])];
        assert!(right(key, &sets(key, 2, count), 150) >= PAIRS, "{key}");
        assert!(right(key, &sets(key, 3, count), 150) >= TRIPLES, "{key}");
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
        let slips = night::some(&SLIPS, 3);
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
            let mut all = reference.noticeable();
            all.reverse();
            let mut unseen = generate(reference, UNSEEN, 300, OpenInput::LeftOut);
            unseen.retain(|generated| context.is_tested(generated.subject));
            let hidden: Vec<_> = all.iter().copied().step_by(step(key)).collect();
            let hidden = night::some(&hidden, 1);
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
