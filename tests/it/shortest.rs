//! How short inputs become: beside the shortest that are known to show each bug, which stand in `shortest.json`.

use std::collections::BTreeMap;

use rayon::prelude::*;
use yardstick::testing::audit::with_bugs;
use yardstick::testing::compare;
use yardstick::testing::explore::{
    Generated, GenerationContext, OpenInput, SHRINKING_RUNS, Shrunk, generate, shrink,
};
use yardstick::testing::spec::Spec;
use yardstick_reference::{Bug, Bugs, Reference, Trial};

use super::night;

/// The shortest lines that are known to show each bug, by its id.
type Shortest = BTreeMap<String, Vec<String>>;

const KNOWN: &str = include_str!("shortest.json");

fn byu() -> &'static dyn Reference {
    yardstick_reference::find("byu-connect-four").unwrap()
}

fn game(tokens: &[usize]) -> Generated {
    Generated { subject: 0, tokens: tokens.to_vec() }
}

/// What is typed for tokens.
fn lines(tokens: &[usize]) -> Vec<String> {
    match game(tokens).trial(byu()) {
        Trial::Run { lines, .. } => lines,
        Trial::Session { .. } => panic!("a game is run"),
    }
}

/// Whether a game shows a bug.
fn shows(context: &GenerationContext, bug: &Bug, tokens: &[usize]) -> bool {
    let task = context.task(&game(tokens));
    let expected = context.expected(&task).unwrap();
    let recorded = with_bugs(context.reference, Bugs::NONE.with(bug), &expected).unwrap();
    !compare::accepts(&expected, &recorded, &context.spec.limits)
}

fn shrunk(context: &GenerationContext, bug: &Bug, start: &[usize], runs: usize) -> Shrunk {
    let shrunk = shrink(byu().subjects()[0], start, runs, |tokens| {
        shows(context, bug, tokens).then_some(tokens.len())
    });
    assert!(shrunk.runs <= runs && shows(context, bug, &shrunk.tokens), "{}", bug.id);
    shrunk
}

/// What three seeds generate.
fn games() -> Vec<Vec<Generated>> {
    (1..=3).map(|seed| generate(byu(), seed, 1000, OpenInput::Generated)).collect()
}

/// The first games that show a bug.
fn starts<'g>(
    context: &GenerationContext,
    bug: &Bug,
    games: &'g [Generated],
    count: usize,
) -> Vec<&'g Generated> {
    games.iter().filter(|game| shows(context, bug, &game.tokens)).take(count).collect()
}

#[test]
fn nine_of_ten_inputs_are_made_as_short_as_any_that_is_known() {
    let spec = Spec::load("byu-connect-four").unwrap();
    let context = GenerationContext::new(&spec, byu());
    let known: Shortest = serde_json::from_str(KNOWN).unwrap();
    let (bugs, games) = (byu().noticeable(), games());
    let games = night::some(&games, 1);
    let lengths: Vec<(&str, usize, usize, usize)> = bugs
        .par_iter()
        .flat_map_iter(|bug| games.iter().map(move |of_seed| (*bug, of_seed)))
        .map(|(bug, of_seed)| {
            let start = starts(&context, bug, of_seed, 1)[0];
            let shrunk = shrunk(&context, bug, &start.tokens, SHRINKING_RUNS);
            (bug.id, shrunk.tokens.len(), known[bug.id].len(), shrunk.runs)
        })
        .collect();
    let mean = lengths.iter().map(|(_, length, ..)| length).sum::<usize>() as f64 / lengths.len() as f64;
    let runs = lengths.iter().map(|(.., runs)| runs).sum::<usize>() / lengths.len();
    let longer: Vec<_> = lengths.iter().filter(|(_, length, known, _)| length > known).collect();
    let share = 100.0 - 100.0 * longer.len() as f64 / lengths.len() as f64;
    println!("{} inputs for {} bugs, {mean:.2} lines and {runs} runs in the mean", lengths.len(), bugs.len());
    println!("{share:.1} % are as short as any that is known; the others, with the known length: {longer:?}");
    assert!(mean < 9.2, "{mean}");
    assert!(share >= 90.0, "{share}: {longer:?}");
}

#[test]
fn every_known_shortest_input_shows_its_bug() {
    let spec = Spec::load("byu-connect-four").unwrap();
    let context = GenerationContext::new(&spec, byu());
    let known: Shortest = serde_json::from_str(KNOWN).unwrap();
    let subject = byu().subjects()[0];
    let token = |line: &String| {
        (0..subject.tokens())
            .find(|&token| lines(&[token]) == [line.as_str()])
            .unwrap_or_else(|| panic!("{line:?}"))
    };
    let bugs = byu().noticeable();
    assert!(known.keys().all(|id| bugs.iter().any(|bug| bug.id == id)));
    for bug in bugs {
        let tokens: Vec<usize> = known[bug.id].iter().map(token).collect();
        assert!(shows(&context, bug, &tokens), "{} in {:?}", bug.id, known[bug.id]);
    }
}

/// Writes `shortest.json` anew: what is the shortest of many starts with a large budget, and of all short inputs.
#[test]
#[ignore = "searches for some minutes, and writes `shortest.json`"]
fn the_shortest_inputs_are_searched_for() {
    const STARTS: usize = 8;
    const RUNS: usize = 4000;
    let spec = Spec::load("byu-connect-four").unwrap();
    let context = GenerationContext::new(&spec, byu());
    let (tokens, games) = (byu().subjects()[0].tokens(), games());
    let up_to_two = std::iter::once(Vec::new())
        .chain((0..tokens).map(|one| vec![one]))
        .chain((0..tokens * tokens).map(|both| vec![both / tokens, both % tokens]));
    let all: Vec<Vec<usize>> = up_to_two.collect();
    let found = byu().noticeable().into_par_iter().map(|bug| {
        let of_all = all.iter().find(|tokens| shows(&context, bug, tokens)).cloned();
        let searched = || {
            let starts = games.iter().flat_map(|of_seed| starts(&context, bug, of_seed, STARTS));
            let short = starts.map(|start| shrunk(&context, bug, &start.tokens, RUNS).tokens);
            short.min_by_key(|tokens| (tokens.len(), tokens.clone())).unwrap()
        };
        (bug.id.to_owned(), lines(&of_all.unwrap_or_else(searched)))
    });
    let found: Shortest = found.collect();
    let rows: Vec<String> = found
        .iter()
        .map(|(id, lines)| format!("  {id:?}: {}", serde_json::to_string(lines).unwrap()))
        .collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/shortest.json");
    std::fs::write(path, format!("{{\n{}\n}}\n", rows.join(",\n"))).unwrap();
}
