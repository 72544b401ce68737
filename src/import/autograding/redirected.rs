//! Commands that give a program a file as its input and compare what it prints with another file: `./a.out < in.txt | diff - out.txt`.

use super::super::Package;
use super::super::draft::Compare;
use super::super::shell::commands;

/// A program with the files that a command gives it and compares with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Redirected {
    /// The command of the program alone.
    pub(super) program: String,
    /// The commands before it, such as a compiler.
    pub(super) before: Vec<String>,
    pub(super) stdin: Option<String>,
    pub(super) expected: Option<(String, Compare)>,
    pub(super) any_exit: bool,
}

/// A command of a pipeline, with its files taken off.
struct Command {
    text: String,
    stdin: Option<String>,
    stdout: Option<String>,
}

/// What a line redirects; `None` if it has none of these forms.
pub(super) fn redirected(line: &str, package: &Package) -> Option<Redirected> {
    let line = line.trim().trim_end_matches(';');
    let mut pieces: Vec<(bool, &str)> = Vec::new();
    let mut rest = line;
    while let Some((place, sign)) =
        ["&&", ";", "\n"].into_iter().filter_map(|sign| Some((rest.find(sign)?, sign))).min()
    {
        pieces.push((sign == "&&", rest[..place].trim()));
        rest = &rest[place + sign.len()..];
    }
    let (last, before) = (rest.trim(), &pieces[..]);
    if line.contains("||") || line.contains(['\\', '`', '$']) {
        return None;
    }
    let own = |path: &str| Some(path.trim_start_matches("./").to_owned()).filter(|path| package.has(path));
    let texts = |before: &[(bool, &str)]| before.iter().map(|(_, text)| (*text).to_owned()).collect();
    // `diff <(./a.out) out.txt`, and the other way round.
    if let Some((front, inner, behind)) = substituted(last) {
        let (file, compare) = compared(&format!("{front} - {behind}"))?;
        let command = command(inner)?;
        let stdin = command.stdin.as_deref().map(own);
        if stdin == Some(None) || command.stdout.is_some() {
            return None;
        }
        let expected = Some((own(&file)?, compare));
        return Some(Redirected {
            program: command.text,
            before: texts(before),
            stdin: stdin.flatten(),
            expected,
            any_exit: true,
        });
    }
    let pipeline: Vec<&str> = last.split('|').map(str::trim).collect();
    let (commands, judge) = match pipeline.split_last() {
        Some((judge, commands)) if compared(judge).is_some() && !commands.is_empty() => {
            (commands, Some(*judge))
        }
        _ => (&pipeline[..], None),
    };
    let (given, program) = match commands {
        [program] => (None, command(program)?),
        [cat, program] => match cat.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["cat", file] => (Some(own(file)?), command(program)?),
            _ => return None,
        },
        _ => return None,
    };
    let stdin = match (given, &program.stdin) {
        (Some(file), None) => Some(file),
        (None, Some(file)) => Some(own(file)?),
        (None, None) => None,
        (Some(_), Some(_)) => return None,
    };
    if let (Some(judge), None) = (judge, &program.stdout) {
        let (file, compare) = compared(judge)?;
        let expected = Some((own(&file)?, compare));
        return Some(Redirected {
            program: program.text,
            before: texts(before),
            stdin,
            expected,
            any_exit: true,
        });
    }
    // `./a.out > mine.txt; diff mine.txt out.txt`
    if let (Some((is_needed, runs)), Some((first, second, compare)), None) =
        (before.last(), two_files(last), judge)
    {
        let runs = command(runs)?;
        let (stdin, left) = (runs.stdin.as_deref().map(own), runs.stdout?);
        let other = if first == left {
            second
        } else if second == left {
            first
        } else {
            return None;
        };
        if stdin == Some(None) {
            return None;
        }
        let (expected, before) = (Some((own(&other)?, compare)), texts(&before[..before.len() - 1]));
        return Some(Redirected {
            program: runs.text,
            before,
            stdin: stdin.flatten(),
            expected,
            any_exit: !is_needed,
        });
    }
    if stdin.is_none() || program.stdout.is_some() || judge.is_some() {
        return None;
    }
    Some(Redirected { program: program.text, before: texts(before), stdin, ..Redirected::default() })
}

/// The parts of a command around `<(…)`.
fn substituted(line: &str) -> Option<(&str, &str, &str)> {
    let (front, rest) = line.split_once("<(")?;
    let (inner, behind) = rest.split_once(')')?;
    (!inner.contains(['(', '|']) && !behind.contains(['(', '|'])).then_some((
        front.trim(),
        inner.trim(),
        behind.trim(),
    ))
}

/// A command, without the files that it reads and writes.
fn command(text: &str) -> Option<Command> {
    let (mut words, mut stdin, mut stdout) = (Vec::new(), None, None);
    let spaced = text.replace('<', " < ").replace('>', " > ");
    if text.contains(">>") || text.contains("<<") || text.contains("2>") || text.contains(['\'', '"', '&']) {
        return None;
    }
    let mut all = spaced.split_whitespace();
    while let Some(word) = all.next() {
        match word {
            "<" => stdin = Some(all.next()?.trim_start_matches("./").to_owned()),
            ">" => stdout = Some(all.next()?.trim_start_matches("./").to_owned()),
            word => words.push(word),
        }
    }
    commands(&words.join(" ")).ok()?;
    Some(Command { text: words.join(" "), stdin, stdout })
}

/// The file that `diff` or `cmp` compares standard input with, and how.
fn compared(judge: &str) -> Option<(String, Compare)> {
    let (first, second, compare) = two_files(judge)?;
    match (first.as_str(), second.as_str()) {
        ("-", file) | (file, "-") => Some((file.to_owned(), compare)),
        _ => None,
    }
}

/// The two files that `diff` or `cmp` compares, and how.
fn two_files(judge: &str) -> Option<(String, String, Compare)> {
    let commands = commands(judge).ok()?;
    let [words] = commands.as_slice() else { return None };
    let (program, words) = words.split_first()?;
    let mut relaxations: Vec<&str> = Vec::new();
    let mut files = Vec::new();
    for word in words {
        match word.as_str() {
            "-q" | "-s" | "-y" | "-u" | "-c" | "--color" | "--brief" | "-a" => {}
            "-b" | "--ignore-space-change" => relaxations.extend(["trailing-blanks", "runs-of-blanks"]),
            "-Z" | "--ignore-trailing-space" => relaxations.push("trailing-blanks"),
            "-B" | "--ignore-blank-lines" => relaxations.push("blank-lines"),
            "-i" | "--ignore-case" => relaxations.push("case"),
            "-bB" | "-Bb" => relaxations.extend(["trailing-blanks", "runs-of-blanks", "blank-lines"]),
            flag if flag.starts_with('-') && flag.len() > 1 => return None,
            file => files.push(file.trim_start_matches("./").to_owned()),
        }
    }
    let compare = match relaxations.as_slice() {
        [] => Compare::Exact,
        some => Compare::Relaxed(some.iter().map(|word| (*word).to_owned()).collect()),
    };
    let [first, second] = files.as_slice() else { return None };
    (program == "diff" || program == "cmp").then(|| (first.clone(), second.clone(), compare))
}
