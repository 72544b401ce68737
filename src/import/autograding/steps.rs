//! The commands of a test, one after the other, without those that only prepare the machine. Nothing is run to find out.

use super::super::shell::commands;
use super::tests::Test;

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) words: Vec<String>,
    /// The folder in which it runs, by its path from the repository; empty for the repository itself.
    pub(super) folder: String,
}

/// What a test does before it ends.
#[derive(Debug, Default)]
pub(super) struct Steps {
    pub(super) commands: Vec<Step>,
    /// The commands that install something or look around, as they are written.
    pub(super) preparations: Vec<String>,
}

/// What is said about the output of a command that nobody looks at.
const QUIET: [&str; 8] = [
    "&>/dev/null",
    "&> /dev/null",
    "2>&1",
    "2>/dev/null",
    "2> /dev/null",
    ">/dev/null",
    "> /dev/null",
    "|| true",
];

/// Programs that install something, or only tell something about the machine.
const PREPARES: [&str; 21] = [
    "pip", "pip3", "apt", "apt-get", "brew", "conda", "gem", "chmod", "ls", "pwd", "clear", "true", "cat",
    "which", "date", "whoami", "npm", "yarn", "pnpm", "pipenv", "poetry",
];

/// Programs of [`PREPARES`] that run tests as well, and the words with which they install.
const INSTALLS: [&str; 9] = ["install", "ci", "i", "add", "update", "upgrade", "config", "sync", "lock"];

impl Steps {
    /// Splits what a test does into commands.
    pub(super) fn of(test: &Test) -> Result<Self, String> {
        let mut steps = Self::default();
        let is_looked_at = !test.output.is_empty();
        for (text, is_setup) in [(&test.setup, true), (&test.run, false)] {
            let mut folder = String::new();
            for piece in pieces(&quiet(text, is_setup || !is_looked_at)) {
                if let Some(preparation) = preparation(&piece, is_setup) {
                    steps.preparations.push(preparation);
                    continue;
                }
                for words in commands(&piece)? {
                    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                        ["cd", to] => folder = within(&folder, to)?,
                        _ => steps.commands.push(Step { words, folder: folder.clone() }),
                    }
                }
            }
        }
        Ok(steps)
    }
}

/// A text without what sends its output nowhere.
fn quiet(text: &str, is_nobodys: bool) -> String {
    let mut text = text.replace('\r', "");
    if is_nobodys {
        QUIET.iter().for_each(|sign| text = text.replace(sign, ""));
    }
    text
}

/// The parts of a line between `&&`, `;` and ends of lines, outside of quotes.
fn pieces(text: &str) -> Vec<String> {
    let (mut pieces, mut piece, mut quote) = (Vec::new(), String::new(), None);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, quote) {
            (end, Some(open)) if end == open => quote = None,
            ('"' | '\'', None) => quote = Some(character),
            (';' | '\n', None) => {
                pieces.push(std::mem::take(&mut piece));
                continue;
            }
            ('&', None) if characters.next_if_eq(&'&').is_some() => {
                pieces.push(std::mem::take(&mut piece));
                continue;
            }
            _ => {}
        }
        piece.push(character);
    }
    pieces.push(piece);
    pieces.into_iter().map(|piece| piece.trim().to_owned()).filter(|piece| !piece.is_empty()).collect()
}

/// A command that only prepares the machine, as it is written.
fn preparation(piece: &str, is_setup: bool) -> Option<String> {
    let mut words = piece.split_whitespace().peekable();
    let mut first = words.next()?;
    while first == "sudo" || first.starts_with('-') {
        first = words.next()?;
    }
    let second = words.peek().copied().unwrap_or_default();
    let is_it = match first {
        "npm" | "yarn" | "pnpm" | "pipenv" | "poetry" => INSTALLS.contains(&second),
        "cat" => is_setup,
        "python" | "python3" => {
            second == "-m" && ["pip", "venv", "ensurepip"].contains(&words.nth(1).unwrap_or_default())
        }
        "echo" | "curl" | "wget" | "git" | "source" | "." | "set" | "mkdir" => is_setup,
        "java" | "javac" | "gcc" | "node" => ["-version", "--version"].contains(&second),
        other => PREPARES.contains(&other),
    };
    is_it.then(|| piece.to_owned())
}

/// A folder below another one.
pub(super) fn within(folder: &str, to: &str) -> Result<String, String> {
    let mut names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    for name in to.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop().ok_or("it leaves its repository")?),
            name => names.push(name),
        }
    }
    if to.starts_with('/') { Err("it leaves its repository".to_owned()) } else { Ok(names.join("/")) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Comparison;
    use super::*;

    fn steps(setup: &str, run: &str) -> Steps {
        let (setup, run) = (setup.to_owned(), run.to_owned());
        let test = Test { setup, run, comparison: Comparison::Included, ..Test::default() };
        Steps::of(&test).unwrap()
    }

    #[test]
    fn what_prepares_the_machine_is_no_step() {
        let steps = steps(
            "sudo -H pip3 install 'pytest>=7'; npm install",
            "cd lab/one && pytest -q > /dev/null 2>&1",
        );
        assert_eq!(steps.preparations, ["sudo -H pip3 install 'pytest>=7'", "npm install"]);
        assert_eq!(
            steps.commands,
            [Step { words: vec!["pytest".into(), "-q".into()], folder: "lab/one".into() }]
        );
    }

    #[test]
    fn a_runner_of_tests_is_a_step_and_what_leaves_the_repository_is_refused() {
        assert_eq!(steps("", "npm test").commands.len(), 1);
        assert_eq!(steps("", "pipenv run pytest").commands.len(), 1);
        assert!(steps("", "python -m pip install x").commands.is_empty());
        assert_eq!(within("a/b", "../c").as_deref(), Ok("a/c"));
        assert!(within("a", "../..").is_err() && within("a", "/etc").is_err());
    }
}
