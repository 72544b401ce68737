//! What a command asks a runner of tests for: `pytest tests/test_a.py::test_b`, `gradle test --tests ATest`, `npm test a.test.js`.

use super::super::shell::own_path;
use super::roles::ending;
use super::steps::{Step, within};

/// Tests that a runner is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) runner: Runner,
    /// The folder in which the runner is started.
    pub(super) folder: String,
    /// Files, folders and names, as the runner reads them; all tests if there are none.
    pub(super) targets: Vec<String>,
    /// What the names of tests must have in them, as pytest's `-k` says it.
    pub(super) keyword: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    Pytest,
    Unittest,
    Junit,
    Jest,
}

/// What comes of the commands of a test, if they do nothing but to run tests.
///
/// # Errors
///
/// When a runner is asked for something that has no counterpart here: the reason.
pub(super) fn asked(steps: &[Step]) -> Result<Option<Asked>, String> {
    let (mut all, mut is_built) = (None::<Asked>, false);
    for step in steps {
        let next = match of_step(step)? {
            Does::Asks(next) => next,
            // What is compiled before is compiled here too.
            Does::Compiles => continue,
            Does::Builds => {
                is_built = true;
                continue;
            }
            Does::Other => return Ok(None),
        };
        match &mut all {
            None => all = Some(next),
            Some(before)
                if (before.runner, &before.folder, before.targets.is_empty())
                    == (next.runner, &next.folder, false)
                    && before.keyword.is_none()
                    && next.keyword.is_none() =>
            {
                before.targets.extend(next.targets);
            }
            Some(_) => return Err("it runs several runners of tests".to_owned()),
        }
    }
    if all.is_none() && is_built {
        return Err("it only compiles, and what does not compile loses everything here".to_owned());
    }
    Ok(all)
}

/// What one command does.
enum Does {
    Asks(Asked),
    /// It calls a compiler.
    Compiles,
    /// It has a tool prepare or compile the project, and run no tests.
    Builds,
    Other,
}

fn of_step(step: &Step) -> Result<Does, String> {
    let mut words: Vec<&str> = step.words.iter().map(String::as_str).collect();
    if let ["pipenv" | "poetry", "run", ..] | ["coverage", "run", ..] = words.as_slice() {
        words.drain(..2);
    }
    let asked = |runner| Asked { runner, folder: step.folder.clone(), targets: Vec::new(), keyword: None };
    match words.as_slice() {
        ["pytest" | "py.test" | "pytest-3", rest @ ..]
        | ["python" | "python3", "-m", "pytest", rest @ ..]
        | ["-m", "pytest", rest @ ..] => pytest(asked(Runner::Pytest), rest).map(Does::Asks),
        ["python" | "python3", "-m", "unittest", rest @ ..] | ["-m", "unittest", rest @ ..] => {
            unittest(asked(Runner::Unittest), rest).map(Does::Asks)
        }
        ["gradle" | "./gradlew" | "gradlew", rest @ ..] => gradle(asked(Runner::Junit), rest),
        ["bash" | "sh", "./gradlew" | "gradlew", rest @ ..] => gradle(asked(Runner::Junit), rest),
        ["mvn" | "./mvnw" | "mvnw", rest @ ..] => maven(asked(Runner::Junit), rest),
        ["javac", ..] => Ok(Does::Compiles),
        ["java", rest @ ..] => Ok(match console(rest) {
            Some(targets) => Does::Asks(Asked { targets, ..asked(Runner::Junit) }),
            None => Does::Other,
        }),
        ["npm" | "yarn" | "pnpm", "run", "test", rest @ ..]
        | ["npm" | "yarn" | "pnpm", "test" | "t", rest @ ..]
        | ["npx" | "yarn", "jest", rest @ ..]
        | ["jest", rest @ ..] => Ok(Does::Asks(jest(asked(Runner::Jest), rest))),
        _ => Ok(Does::Other),
    }
}

/// Flags of pytest with a value of their own that changes nothing about which tests there are.
const VALUES_OF_PYTEST: [&str; 5] = ["--tb", "-p", "--maxfail", "--timeout", "--rootdir"];

fn pytest(mut asked: Asked, words: &[&str]) -> Result<Asked, String> {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "-k" => asked.keyword = words.next().map(|text| (*text).to_owned()),
            "-m" | "--doctest-modules" | "--ignore" | "--deselect" => {
                return Err(format!("`{word}` of pytest has no counterpart here"));
            }
            flag if VALUES_OF_PYTEST.contains(&flag) => drop(words.next()),
            flag if flag.starts_with("--ignore=") || flag.starts_with("--deselect=") => {
                return Err(format!("`{flag}` of pytest has no counterpart here"));
            }
            flag if flag.starts_with('-') => {}
            target => {
                let (path, names) =
                    target.split_once("::").map_or((target, None), |(path, names)| (path, Some(names)));
                let path = within(&asked.folder, path)?;
                asked.targets.push(names.map_or(path.clone(), |names| format!("{path}::{names}")));
            }
        }
    }
    Ok(asked)
}

fn unittest(mut asked: Asked, words: &[&str]) -> Result<Asked, String> {
    let mut words = words.iter().copied().peekable();
    let is_discover = words.next_if_eq(&"discover").is_some();
    let (mut folder, mut pattern) = (asked.folder.clone(), "test*.py".to_owned());
    while let Some(word) = words.next() {
        match word {
            "-s" | "--start-directory" => folder = within(&asked.folder, words.next().unwrap_or_default())?,
            "-p" | "--pattern" => words.next().unwrap_or_default().clone_into(&mut pattern),
            "-t" | "--top-level-directory" => drop(words.next()),
            "-k" => asked.keyword = words.next().map(str::to_owned),
            flag if flag.starts_with('-') => {}
            target if is_discover => folder = within(&asked.folder, target)?,
            file if ending(file) == "py" => asked.targets.push(within(&asked.folder, file)?),
            name => asked.targets.push(name.to_owned()),
        }
    }
    if asked.targets.is_empty() {
        asked.targets.push(within(&folder, &pattern)?);
    }
    Ok(asked)
}

fn gradle(mut asked: Asked, words: &[&str]) -> Result<Does, String> {
    let (mut words, mut tests) = (words.iter(), false);
    while let Some(word) = words.next() {
        match *word {
            "--tests" => asked.targets.extend(words.next().map(|name| (*name).to_owned())),
            "-p" | "--project-dir" => asked.folder = within(&asked.folder, words.next().unwrap_or(&""))?,
            flag if flag.starts_with("--tests=") => asked.targets.push(flag["--tests=".len()..].to_owned()),
            "test" | "check" | "build" => tests = true,
            flag if flag.starts_with('-') => {}
            "clean" | "compileJava" | "classes" | "testClasses" => {}
            task => match task.rsplit_once(':') {
                Some((project, "test" | "check" | "build")) => {
                    tests = true;
                    asked.folder = within(&asked.folder, &project.trim_start_matches(':').replace(':', "/"))?;
                }
                _ => return Err(format!("only its build file tells what the task `{task}` of Gradle does")),
            },
        }
    }
    Ok(if tests { Does::Asks(asked) } else { Does::Builds })
}

fn maven(mut asked: Asked, words: &[&str]) -> Result<Does, String> {
    let (mut words, mut tests) = (words.iter(), false);
    while let Some(word) = words.next() {
        match *word {
            "-f" | "--file" => {
                let file = words.next().unwrap_or(&"").trim_end_matches("pom.xml");
                asked.folder = within(&asked.folder, file)?;
            }
            "-pl" => asked.folder = within(&asked.folder, words.next().unwrap_or(&""))?,
            flag if flag.starts_with("-Dtest=") => {
                asked.targets.extend(flag["-Dtest=".len()..].split(',').map(str::to_owned));
            }
            "test" | "verify" | "package" | "install" => tests = true,
            flag if flag.starts_with('-') => {}
            "clean" | "compile" | "test-compile" => {}
            goal => return Err(format!("only its build file tells what the goal `{goal}` of Maven does")),
        }
    }
    Ok(if tests { Does::Asks(asked) } else { Does::Builds })
}

/// The classes that the console of JUnit is asked for; `None` if another program is run.
fn console(words: &[&str]) -> Option<Vec<String>> {
    let is_console =
        words.iter().any(|word| word.contains("junit-platform-console") || word.ends_with("ConsoleLauncher"));
    if let Some(place) = words.iter().position(|word| word.ends_with("org.junit.runner.JUnitCore")) {
        return Some(words[place + 1..].iter().map(|class| (*class).to_owned()).collect());
    }
    let mut classes = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "-c" | "--select-class" | "-m" | "--select-method" => {
                classes.extend(rest.next().map(|name| (*name).to_owned()));
            }
            flag => {
                let value = ["--select-class=", "-c=", "--select-method=", "-m="]
                    .iter()
                    .find_map(|front| flag.strip_prefix(front));
                classes.extend(value.map(str::to_owned));
            }
        }
    }
    is_console.then_some(classes)
}

fn jest(mut asked: Asked, words: &[&str]) -> Asked {
    let is_target = |word: &&&str| !word.starts_with('-') && **word != "jest";
    asked.targets = words
        .iter()
        .filter(is_target)
        .map(|word| own_path(word).unwrap_or_else(|| (*word).to_owned()))
        .collect();
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<(Runner, Vec<String>, Option<String>)> {
        let words = line.split_whitespace().map(str::to_owned).collect();
        let asked = asked(&[Step { words, folder: String::new() }]).unwrap();
        asked.map(|asked| (asked.runner, asked.targets, asked.keyword))
    }

    #[test]
    fn each_runner_is_known_by_its_commands() {
        let some = |runner, targets: &[&str]| {
            Some((runner, targets.iter().map(|one| (*one).to_owned()).collect(), None))
        };
        assert_eq!(
            of("pytest -q --tb short tests/test_a.py::TestA::test_b"),
            some(Runner::Pytest, &["tests/test_a.py::TestA::test_b"])
        );
        assert_eq!(of("python3 -m pytest ./test_a.py"), some(Runner::Pytest, &["test_a.py"]));
        assert_eq!(of("pytest -k area").unwrap().2.as_deref(), Some("area"));
        assert_eq!(
            of("python -m unittest -v test_a.TestA.test_b"),
            some(Runner::Unittest, &["test_a.TestA.test_b"])
        );
        assert_eq!(
            of("python -m unittest discover -s tests -p *_test.py"),
            some(Runner::Unittest, &["tests/*_test.py"])
        );
        assert_eq!(of("./gradlew clean test --tests ATest.adds"), some(Runner::Junit, &["ATest.adds"]));
        let step =
            |line: &str| Step { words: line.split(' ').map(str::to_owned).collect(), folder: String::new() };
        assert!(asked(&[step("gradle clean"), step("gradle test")]).unwrap().is_some());
        assert!(asked(&[step("gradle clean")]).is_err() && asked(&[step("javac A.java")]) == Ok(None));
        assert_eq!(of("mvn -B -Dtest=ATest#adds test"), some(Runner::Junit, &["ATest#adds"]));
        assert_eq!(
            of("java -cp .:junit.jar org.junit.runner.JUnitCore ATest"),
            some(Runner::Junit, &["ATest"])
        );
        assert_eq!(
            of("java -jar junit-platform-console-standalone.jar -cp out -c ATest"),
            some(Runner::Junit, &["ATest"])
        );
        assert_eq!(of("npm run test -- a.test.js --ci"), some(Runner::Jest, &["a.test.js"]));
        assert_eq!(of("java Main"), None);
    }
}
