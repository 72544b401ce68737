//! A test that runs one program, as a scenario.

use super::super::Package;
use super::super::draft::{Compare, Expect, Laid, Scenario, Stdin};
use super::carried::Carried;
use super::command::Program;
use super::pipeline;
use super::redirected::{self, Redirected};
use super::roles::{handed_in, has_word, instructors, is_source, name_of};
use super::tests::{Comparison, Test};
use crate::import::package::is_text;

/// The files of the repository that a run is given.
#[derive(Default)]
pub(super) struct Files {
    stdin: Option<String>,
    expected: Option<(String, Compare)>,
}

/// The most files that are laid out for a run.
const MOST_FILES: usize = 50;

/// The runs of single programs that a test consists of.
///
/// # Errors
///
/// When its command does something else besides: the reason.
pub(super) fn unfolded(test: &Test, package: &Package) -> Result<Vec<(Test, Files)>, String> {
    let is_plain = test.input.is_empty() && (test.output.is_empty() || !test.run.contains("diff"));
    if let Some(Redirected { program, before, stdin, expected, any_exit }) =
        redirected::redirected(&test.run, package).filter(|_| is_plain)
    {
        let setup = std::iter::once(test.setup.as_str()).chain(before.iter().map(String::as_str));
        let setup = setup.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        return Ok(vec![(Test { setup, run: program, any_exit, ..test.clone() }, Files { stdin, expected })]);
    }
    Ok(pipeline::unfolded(test.clone())?.into_iter().map(|test| (test, Files::default())).collect())
}

impl Files {
    /// A scenario with these files, and with those that the program may read.
    pub(super) fn laid(self, mut scenario: Scenario, package: &Package) -> Scenario {
        if let Some(path) = self.stdin {
            scenario.stdin = Stdin::File(path);
        }
        if let Some((path, compare)) = self.expected {
            scenario.expect = Expect::File(path);
            scenario.compare = (compare != Compare::Exact).then_some(compare);
        }
        let text_of =
            |path: &str| String::from_utf8_lossy(package.get(path).unwrap_or_default()).into_owned();
        let texts: Vec<String> = handed_in(package).map(text_of).collect();
        let is_used = |path: &&str| {
            let is_data = !is_source(path) && is_text(package.get(path).unwrap_or_default());
            let is_named = || texts.iter().chain(&scenario.args).any(|text| has_word(text, name_of(path)));
            is_data && !matches!(&scenario.expect, Expect::File(expected) if expected == path) && is_named()
        };
        let used: Vec<&str> = instructors(package).filter(is_used).take(MOST_FILES).collect();
        scenario.files =
            used.into_iter().map(|path| (path.to_owned(), Laid::File(path.to_owned()))).collect();
        scenario
    }
}

/// Puts the files that scenarios name beside the spec.
pub(super) fn files_beside(scenarios: &[Scenario], package: &Package, carried: &mut Carried) {
    for scenario in scenarios {
        let laid = scenario.files.iter().filter_map(|(_, laid)| match laid {
            Laid::File(path) => Some(path),
            Laid::Text(_) => None,
        });
        let stdin = match &scenario.stdin {
            Stdin::File(path) => Some(path),
            Stdin::Lines(_) => None,
        };
        let expected = match &scenario.expect {
            Expect::File(path) => Some(path),
            Expect::Text(_) | Expect::Contains(_) | Expect::Regex(_) | Expect::Anything => None,
        };
        for path in laid.chain(stdin).chain(expected) {
            carried.beside.insert(path.clone(), package.get(path).unwrap_or_default().to_vec());
        }
    }
}

/// A test as a run, or the reason why it cannot be one.
pub(super) fn scenario(test: &Test, name: String, program: &Program) -> Result<Scenario, String> {
    let output = test.output.replace("\r\n", "\n");
    let shown = output.trim();
    let mut compare = None;
    let expect = match test.comparison {
        _ if test.input.is_empty() && test.output.is_empty() => Expect::Anything,
        Comparison::Included if shown.is_empty() => Expect::Anything,
        Comparison::Included => Expect::Contains(vec![shown.to_owned()]),
        Comparison::Exact => {
            compare = Some(Compare::Relaxed(vec!["ends".to_owned()]));
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
    let (args, stdin) = (program.args.clone(), Stdin::Lines(lines));
    let exit = test.any_exit.then(|| "any".to_owned());
    Ok(Scenario { name, args, stdin, expect, exit, compare, ..Scenario::default() })
}
