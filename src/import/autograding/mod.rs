//! The tests of GitHub Classroom: those that run one program and look at what it prints, those that run a runner of tests, and those
//! that need a shell.

mod assembled;
mod carried;
mod command;
mod in_shell;
mod jars;
mod java_tests;
mod jest;
mod make;
mod pipeline;
mod python_modules;
mod python_tests;
mod redirected;
mod roles;
mod run;
mod runner;
mod steps;
mod tests;

use super::draft::Scenario;
use super::names::Names;
use super::{Draft, Error, Package};
use carried::{Carried, Work};
use command::{Builds, Program};
use roles::is_of_tests;
use runner::{Asked, Runner};
use steps::Steps;
use tests::Test;

/// What such tests are called in a spec that was made of them.
const ORIGIN: &str = "the tests of GitHub Classroom";

/// A test, with what it becomes.
struct Read {
    test: Test,
    carried: Carried,
    /// The tests of single programs that it consists of, if it runs programs.
    runs: Vec<(Program, Test)>,
}

/// Reads the tests of a repository, or of one file.
pub(super) fn read(package: &Package) -> Result<Draft, Error> {
    let mut draft = Draft::new(&package.name, ORIGIN);
    let mut names = Names::default();
    let all: Vec<Test> = tests::read(package, &mut draft)?
        .into_iter()
        .map(|test| Test { name: names.unique(&test.name), ..test })
        .collect();
    let mut reader =
        Reader { package, builds: Builds::new(package.paths()), scripts: 0, prefers_shell: false };
    let mut outcomes = reader.all(&all);
    // What `make` builds is not built beside a script of a shell.
    let has_script = |read: &Read| !read.carried.supplied.is_empty() && read.carried.entry.ends_with(".sh");
    let carried = || outcomes.iter().flatten();
    if carried().any(|read| read.carried.make.is_some()) && carried().any(has_script) {
        reader = Reader { package, builds: Builds::new(package.paths()), scripts: 0, prefers_shell: true };
        outcomes = reader.all(&all);
    }
    let mut read = Vec::new();
    for (test, outcome) in all.iter().zip(outcomes) {
        match outcome {
            Ok(one) => read.push(one),
            Err(reason) => draft.leave_out(format!("the test `{}`: {reason}", test.name)),
        }
    }
    if read.is_empty() {
        let what = format!("none of the tests can be carried over: {}", draft.left_out.join("; "));
        let help = "name the whole repository, with its tests and what students begin with; a spec runs programs in Python, C, C++, \
                    Java and JavaScript, pytest, unittest, JUnit and Jest; write other tests as sessions or by hand";
        return Err(Error::new(&what, help));
    }
    if reader.builds.has_every {
        draft.differs("All classes of a folder were built together. Here they are those that lie in the repository now: name others in `optional`.");
    }
    one_program_of_classes(&mut read, &mut draft);
    assembled::assemble(read, &mut draft);
    Ok(draft)
}

/// Leaves out tests of classes that are another program than those of the first such test: a spec builds only one together.
fn one_program_of_classes(read: &mut Vec<Read>, draft: &mut Draft) {
    let Some(first) = read.iter().find(|one| one.carried.is_whole).map(|one| one.carried.entry.clone())
    else {
        return;
    };
    read.retain(|one| {
        let is_other = one.carried.is_whole && one.carried.entry != first;
        if is_other {
            draft.leave_out(format!(
                "the test `{}`: its classes are another program than that of `{first}`: import it from a file of its own",
                one.test.name
            ));
        }
        !is_other
    });
}

/// What is known while one test after the other is read.
struct Reader<'p> {
    package: &'p Package,
    builds: Builds,
    /// How many tests became scripts.
    scripts: usize,
    /// Whether a shell runs what `make` builds.
    prefers_shell: bool,
}

impl Reader<'_> {
    fn all(&mut self, tests: &[Test]) -> Vec<Result<Read, String>> {
        tests.iter().map(|test| self.one(test)).collect()
    }

    /// What a test becomes, or the reason why it cannot be carried over.
    fn one(&mut self, test: &Test) -> Result<Read, String> {
        let steps = Steps::of(test);
        if let Ok(steps) = &steps
            && test.output.trim().is_empty()
            && let Some(asked) = runner::asked(&steps.commands)?
            && !self.stand_in_what_is_handed_in(&asked)
        {
            return self.asked(&asked, test);
        }
        let reason = match self.of_program(test, steps.ok()) {
            Ok(read) => return Ok(read),
            Err(reason) => reason,
        };
        if test.run.trim().is_empty() || reason.contains("a quote without an end") {
            return Err(reason);
        }
        let scenario = run::scenario(test, test.name.clone(), &Program::default())?;
        let shell = in_shell::carried(test, self.package, self.scripts + 1, scenario);
        let is_clearer = |other: &String| {
            reason.contains("needs a shell") || !other.contains("nothing tells what is handed in")
        };
        let carried = shell.map_err(|other| if is_clearer(&other) { other } else { reason.clone() })?;
        self.scripts += 1;
        Ok(Read { test: test.clone(), carried, runs: Vec::new() })
    }

    /// Whether students write the file in which the tests stand.
    fn stand_in_what_is_handed_in(&self, asked: &Asked) -> bool {
        let file_of = |target: &String| match asked.runner {
            Runner::Pytest => target.split("::").next().unwrap_or_default().to_owned(),
            Runner::Unittest => python_tests::dotted(target, &asked.folder, self.package).0,
            Runner::Junit | Runner::Jest => String::new(),
        };
        asked.targets.iter().map(file_of).any(|file| self.package.has(&file) && !is_of_tests(&file))
    }

    fn asked(&self, asked: &Asked, test: &Test) -> Result<Read, String> {
        let carried = match asked.runner {
            Runner::Pytest | Runner::Unittest => {
                python_tests::carried(asked, self.package, &format!("{} {}", test.setup, test.run))
            }
            Runner::Junit => java_tests::carried(asked, self.package),
            Runner::Jest => jest::carried(asked, self.package),
        };
        Ok(Read { test: test.clone(), carried: carried?, runs: Vec::new() })
    }

    /// A test that runs one program, or several one after the other.
    fn of_program(&mut self, test: &Test, steps: Option<Steps>) -> Result<Read, String> {
        let made =
            steps.filter(|_| !self.prefers_shell).map(|steps| make::carried(&steps.commands, self.package));
        if let Some(Some((carried, program))) = made.transpose()? {
            let scenario = run::scenario(test, test.name.clone(), &program)?;
            return Ok(Read {
                carried: Carried { work: Work::Scenarios(vec![scenario]), ..carried },
                test: test.clone(),
                runs: vec![(program, test.clone())],
            });
        }
        let (mut runs, mut scenarios) = (Vec::new(), Vec::new());
        for (unfolded, files) in run::unfolded(test, self.package)? {
            let program = self.builds.program(&unfolded)?;
            if let Some(read) = self.started_tests(&program, test)? {
                return Ok(read);
            }
            let scenario: Scenario = run::scenario(&unfolded, unfolded.name.clone(), &program)?;
            scenarios.push(files.laid(scenario, self.package));
            runs.push((program, unfolded));
        }
        let (first, _) = runs.first().ok_or("it runs nothing")?;
        if runs.iter().any(|(program, _)| program.entry != first.entry) {
            return Err("it runs several programs, which needs a shell".to_owned());
        }
        let mut files: Vec<String> = vec![first.entry.clone()];
        files.extend(first.others.iter().cloned());
        let mut carried = Carried { entry: first.entry.clone(), files, ..Carried::default() };
        carried.is_whole = first.is_built && !first.others.is_empty();
        run::files_beside(&scenarios, self.package, &mut carried);
        carried.work = Work::Scenarios(scenarios);
        Ok(Read { test: test.clone(), carried, runs })
    }

    /// Tests of the instructor that are started as a program: `python3 test_shapes.py`.
    fn started_tests(&self, program: &Program, test: &Test) -> Result<Option<Read>, String> {
        let entry = &program.entry;
        let is_python = entry.ends_with(".py") && is_of_tests(entry) && self.package.has(entry);
        let modules = python_modules::imported(self.package, entry);
        let handed_in: Vec<String> = modules.files.into_iter().filter(|file| !is_of_tests(file)).collect();
        if !is_python || handed_in.is_empty() || !program.args.is_empty() {
            return Ok(None);
        }
        let text = self.package.get(entry).map(String::from_utf8_lossy).unwrap_or_default();
        let (runner, is_runner) = match text.contains("pytest.main(") {
            true => (Runner::Pytest, true),
            false => (
                Runner::Unittest,
                text.contains("unittest.main(")
                    || text.contains("\n    main()") && text.contains("import unittest"),
            ),
        };
        if is_runner && test.output.is_empty() && test.input.is_empty() {
            let asked = Asked { runner, folder: String::new(), targets: vec![entry.clone()], keyword: None };
            return self.asked(&asked, test).map(Some);
        }
        // A program of the instructor's is supplied: students do not hand it in.
        let scenario = run::scenario(test, test.name.clone(), program)?;
        let mut carried =
            Carried { entry: roles::name_of(entry).to_owned(), files: handed_in, ..Carried::default() };
        if entry.contains('/') {
            return Err("it starts a file in a folder, which needs a shell".to_owned());
        }
        carried.supplied.push(entry.clone());
        carried.beside.insert(entry.clone(), self.package.get(entry).unwrap_or_default().to_vec());
        carried.work = Work::Scenarios(vec![scenario]);
        Ok(Some(Read { test: test.clone(), carried, runs: vec![(program.clone(), test.clone())] }))
    }
}
