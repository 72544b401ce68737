//! The tests of GitHub Classroom: those that run one program, and look at what it prints.

mod command;
mod pipeline;
mod tests;

use std::collections::BTreeSet;

use super::draft::{Compare, Expect, Group, Scenario, Scenarios, Stdin, points};
use super::names::Names;
use super::{Draft, Error, Package};
use command::{Builds, Program};
use tests::{Comparison, Test};

/// What such tests are called in a spec that was made of them.
const ORIGIN: &str = "the tests of GitHub Classroom";

/// Reads the tests of a repository, or of one file.
pub(super) fn read(package: &Package) -> Result<Draft, Error> {
    let mut draft = Draft::new(&package.name, ORIGIN);
    let tests = tests::read(package, &mut draft)?;
    let mut builds = Builds::new(package.paths());
    let mut names = Names::default();
    let mut carried: Vec<(Program, Scenario, Test)> = Vec::new();
    for test in tests {
        let name = names.unique(&test.name);
        let result = pipeline::unfolded(test).and_then(|test| {
            let program = builds.program(&test.setup, &test.run)?;
            let scenario = scenario(&test, name.clone(), &program)?;
            Ok((program, scenario, test))
        });
        match result {
            Ok(test) => carried.push(test),
            Err(reason) => draft.leave_out(format!("the test `{name}`: {reason}")),
        }
    }
    if carried.is_empty() {
        let what = format!(
            "none of the tests runs one program and looks at what it prints: {}",
            draft.left_out.join("; ")
        );
        let help = "a spec runs `python3 x.py`, `node x.js`, C, C++ and Java; write other tests as sessions or by hand";
        return Err(Error::new(&what, help));
    }
    settings(&carried, &mut draft);
    if builds.has_every {
        draft.differs("All classes of a folder were built together. Here they are those that lie in the repository now: name others in `optional`.");
    }
    let entries: BTreeSet<&String> = carried.iter().map(|(program, ..)| &program.entry).collect();
    let mut files: Vec<String> = Vec::new();
    for file in
        carried.iter().flat_map(|(program, ..)| std::iter::once(&program.entry).chain(&program.others))
    {
        if !files.contains(file) {
            files.push(file.clone());
        }
    }
    let has_several = entries.len() > 1;
    draft.entry = (files.len() > 1 && !has_several).then(|| files[0].clone());
    draft.files = files;
    for (program, scenario, _) in carried {
        if has_several {
            draft.groups.push(Group {
                name: scenario.name.clone(),
                entry: Some(program.entry),
                points: scenario.points.clone().unwrap_or_default(),
                scenarios: Scenarios::Written(vec![Scenario { points: None, ..scenario }]),
                ..Group::default()
            });
        } else {
            draft.scenarios.push(scenario);
        }
    }
    Ok(draft)
}

/// A test as a run, or the reason why it cannot be one.
fn scenario(test: &Test, name: String, program: &Program) -> Result<Scenario, String> {
    let output = test.output.replace("\r\n", "\n");
    let shown = output.trim();
    let mut compare = None;
    let expect = match test.comparison {
        _ if test.input.is_empty() && test.output.is_empty() => Expect::Anything,
        Comparison::Included if shown.is_empty() => Expect::Anything,
        Comparison::Included => Expect::Contains(vec![shown.to_owned()]),
        Comparison::Exact => {
            let around = ["trailing-blanks", "blank-lines", "final-newline"].map(str::to_owned);
            compare = Some(Compare::Relaxed(around.to_vec()));
            Expect::Text(if shown.is_empty() { String::new() } else { format!("{shown}\n") })
        }
        Comparison::Regex => {
            regex::RegexBuilder::new(&test.output).multi_line(true).build().map_err(|_| {
                "its regular expression has something that is not known here, such as look-around".to_owned()
            })?;
            Expect::Regex(test.output.clone())
        }
    };
    if test.input.contains('\0') || test.output.contains('\0') {
        return Err("it holds a zero byte".to_owned());
    }
    let input = test.input.replace("\r\n", "\n");
    let lines = match input.strip_suffix('\n').unwrap_or(&input) {
        "" if input.is_empty() => Vec::new(),
        lines => lines.split('\n').map(str::to_owned).collect(),
    };
    let worth =
        points(test.points).ok_or_else(|| format!("{} points cannot be written in a spec", test.points))?;
    let (args, stdin) = (program.args.clone(), Stdin::Lines(lines));
    let exit = test.any_exit.then(|| "any".to_owned());
    Ok(Scenario { name, points: Some(worth), args, stdin, expect, exit, compare, ..Scenario::default() })
}

/// What holds for all tests, and in what it differs.
fn settings(carried: &[(Program, Scenario, Test)], draft: &mut Draft) {
    let tests = || carried.iter().map(|(_, _, test)| test);
    let minutes = tests().map(|test| test.minutes).fold(0.0, f64::max);
    draft.limits.push(("wall", format!("{minutes}min")));
    draft.differs("Tests limit the time on the clock, with what comes before the run. Here a program also has 2 s of processor time.");
    if tests().any(|test| test.minutes.total_cmp(&minutes).is_ne()) {
        draft.differs("The limits of time differ from test to test. Here the longest one holds for all.");
    }
    let mut inputs = tests().map(|test| &test.input).filter(|input| !input.is_empty()).peekable();
    let has_input = inputs.peek().is_some();
    let ends: Vec<bool> = inputs.map(|input| input.ends_with('\n')).collect();
    draft.ends_in_a_line = has_input && ends.iter().all(|ends| !ends);
    if ends.contains(&true) && ends.contains(&false) {
        draft.differs("Some inputs end with a newline and some do not. Here all do.");
    }
    if tests().any(|test| test.comparison == Comparison::Exact && !test.output.is_empty()) {
        draft.differs(
            "Blanks and lines around an exact output did not count. Here empty lines count nowhere, blanks at the ends of \
             lines neither, and blanks in front of the first word do.",
        );
    }
    if tests().any(|test| test.comparison == Comparison::Regex && test.output.contains(['^', '$'])) {
        draft.differs(
            "In regular expressions `^` and `$` stand for the ends of a line here, not of the whole output.",
        );
    }
    if carried.iter().any(|(program, ..)| program.was_built_earlier) {
        draft.differs("All tests ran in one folder, and some used what an earlier one had built. Here every run begins afresh.");
    }
    if carried.iter().any(|(program, ..)| program.is_built) {
        draft.differs("Programs are built here as yardstick builds them, whatever the flags were.");
    }
}
