//! Puts what the tests became together: one program with its scenarios, or groups with programs and tests of their own.

use std::collections::BTreeSet;

use super::super::draft::{Draft, Group, Scenario, Scenarios, points};
use super::carried::{Carried, Work};
use super::tests::{Comparison, Test};
use super::{Program, Read};

/// Fills the draft.
pub(super) fn assemble(read: Vec<Read>, draft: &mut Draft) {
    let mut kept = Vec::new();
    for one in read {
        match points(one.test.points) {
            Some(worth) => kept.push((one, worth)),
            None => draft.leave_out(format!(
                "the test `{}`: {} points cannot be written in a spec",
                one.test.name, one.test.points
            )),
        }
    }
    settings(&kept, draft);
    let entries: Vec<&String> = kept.iter().map(|(read, _)| &read.carried.entry).collect();
    let has_several = entries.iter().any(|entry| **entry != *entries[0]);
    let is_one = |(read, _): &(Read, String)| {
        matches!(&read.carried.work, Work::Scenarios(scenarios) if scenarios.len() == 1)
            && read.carried.make.is_none()
            && read.carried.limits.is_empty()
    };
    let is_flat = !has_several && kept.iter().all(is_one);
    files(kept.iter().map(|(read, _)| &read.carried).collect::<Vec<_>>().as_slice(), has_several, draft);
    for (Read { test, carried, .. }, worth) in kept {
        draft.beside.extend(carried.beside);
        for remark in carried.differs {
            if !draft.differs.contains(&remark) {
                draft.differs(remark);
            }
        }
        let entry = has_several.then_some(carried.entry);
        let make = carried.make.filter(|make| draft.make.as_ref() != Some(make));
        let (limits, name) = (carried.limits, test.name.clone());
        let group = Group { name, entry, make, points: worth.clone(), limits, ..Group::default() };
        match carried.work {
            Work::Scenarios(scenarios) if is_flat => draft.scenarios.extend(
                scenarios.into_iter().map(|scenario| Scenario { points: Some(worth.clone()), ..scenario }),
            ),
            Work::Scenarios(scenarios) => {
                let pass_all = scenarios.len() > 1;
                draft.groups.push(Group { pass_all, scenarios: Scenarios::Written(scenarios), ..group });
            }
            Work::Tests(tests) => {
                draft.groups.push(Group { pass_all: !test.is_shared, tests: Some(tests), ..group });
            }
        }
    }
}

/// What is handed in: programs, what all tests need, and what only some need.
fn files(all: &[&Carried], has_several: bool, draft: &mut Draft) {
    let supplied: BTreeSet<&String> = all.iter().flat_map(|carried| &carried.supplied).collect();
    let mut optional: Vec<String> = Vec::new();
    for carried in all {
        for file in &carried.files {
            let is_entry = all.iter().any(|other| other.entry == *file);
            let is_needed = carried.is_whole || all.iter().all(|other| other.files.contains(file));
            let list = if is_entry || is_needed { &mut draft.files } else { &mut optional };
            if !list.contains(file) {
                list.push(file.clone());
            }
        }
    }
    if draft.files.is_empty() {
        draft.files = std::mem::take(&mut optional);
    }
    optional.extend(all.iter().flat_map(|carried| &carried.optional).cloned());
    let mut seen = BTreeSet::new();
    draft.optional = optional
        .into_iter()
        .filter(|file| !draft.files.contains(file) && !supplied.contains(file) && seen.insert(file.clone()))
        .collect();
    draft.supplied = supplied.into_iter().cloned().collect();
    draft.make = all.iter().find_map(|carried| carried.make.clone());
    let whole = all.iter().find(|carried| carried.is_whole || carried.make.is_some());
    draft.entry = match (whole, has_several) {
        (Some(whole), true) => Some(whole.entry.clone()),
        (None, true) => None,
        (_, false) => {
            let entry = &all[0].entry;
            let is_said = draft.files.len() + draft.optional.len() > 1 || draft.files.first() != Some(entry);
            is_said.then(|| entry.clone())
        }
    };
}

/// What holds for all tests, and in what it differs.
fn settings(kept: &[(Read, String)], draft: &mut Draft) {
    let read = || kept.iter().map(|(read, _)| read);
    let minutes = read().map(|read| read.test.minutes).fold(0.0, f64::max);
    draft.limits.push(("wall", format!("{minutes}min")));
    draft.differs("Tests limit the time on the clock, with what comes before the run. Here a program also has 2 s of processor time.");
    if read().any(|read| read.test.minutes.total_cmp(&minutes).is_ne()) {
        draft.differs("The limits of time differ from test to test. Here the longest one holds for all.");
    }
    let runs: Vec<&(Program, Test)> = read().flat_map(|read| &read.runs).collect();
    let inputs: Vec<&String> =
        runs.iter().map(|(_, test)| &test.input).filter(|input| !input.is_empty()).collect();
    let ends: Vec<bool> = inputs.iter().map(|input| input.ends_with('\n')).collect();
    draft.ends_in_a_line = !inputs.is_empty() && ends.iter().all(|ends| !ends);
    if ends.contains(&true) && ends.contains(&false) {
        draft.differs("Some inputs end with a newline and some do not. Here all do.");
    }
    if runs.iter().any(|(_, test)| test.comparison == Comparison::Regex && test.output.contains(['^', '$'])) {
        draft.differs(
            "In regular expressions `^` and `$` stand for the ends of a line here, not of the whole output.",
        );
    }
    if runs.iter().any(|(program, _)| program.was_built_earlier) {
        draft.differs("All tests ran in one folder, and some used what an earlier one had built. Here every run begins afresh.");
    }
    if runs.iter().any(|(program, _)| program.is_built) && !read().all(|read| read.carried.make.is_some()) {
        draft.differs("Programs are built here as yardstick builds them, whatever the flags were.");
    }
    let is_script = |read: &Read| read.carried.entry.ends_with(".sh") && !read.carried.supplied.is_empty();
    if read().any(is_script) {
        draft.differs(
            "Some tests need a shell: Bash runs them in the sandbox, where only the machine's own programs are, and no network. What is \
             handed in runs in the same sandbox as the script that judges it.",
        );
    }
    if read().any(|read| matches!(read.carried.work, Work::Tests(_))) {
        draft.differs("A test that runs a runner of tests is a group that counts as a whole. Each test in it is told by its name.");
    }
}
