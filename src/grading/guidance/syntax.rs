//! What Python's complaint about a source means.

use super::{Guidance, SourceLine, linking};
use crate::compare::Annotation;
use crate::trace::{Encoding, Source, Sources};
use crate::untrusted::{Text, Untrusted};

/// The words behind which a block begins, after a colon.
const HEADS: [&str; 13] = [
    "def ", "class ", "if ", "elif ", "else", "for ", "while ", "try", "except", "finally", "with ",
    "async ", "match ",
];

/// The guidance for a program that its compiler or interpreter does not accept.
pub(super) fn guidance(language: &str, complaint: &Untrusted, sources: &Sources) -> Option<Guidance> {
    let place = Annotation::of_complaint(complaint);
    let line = place.as_ref().and_then(|place| SourceLine::of(sources, &place.file, place.line?));
    let headline = |file: &Untrusted, rest: &str| {
        let end = if rest.ends_with(['…', '?', '!']) { "" } else { "." };
        Some(Untrusted::concat(&[&language, &" cannot read `", file, &"`: ", &rest, &end]))
    };
    if let Some(source) = sources.iter().find(|source| source.encoding == Encoding::Utf16) {
        let todo =
            "Save it again as UTF-8. (In Notepad: Save as, Encoding, UTF-8, not \"Unicode\" or \"UTF-16\".)";
        let headline = Untrusted::concat(&[
            &"`",
            &source.path,
            &"` is saved as UTF-16, and ",
            &language,
            &" reads UTF-8.",
        ]);
        return Some(Guidance { headline: Some(headline), lines: Vec::new(), todo: Some(todo.into()) });
    }
    if language != "Python" {
        let linked = || linking::guidance(language, complaint, sources);
        if !is_error(complaint)
            && let Some(guidance) = linked()
        {
            return Some(guidance);
        }
        let place = place?;
        let number = place.line?;
        let rest = Untrusted::concat(&[&format!("line {number}: "), &place.message]);
        let headline = headline(&place.file, rest.expose().trim_end_matches('.'));
        let before = || SourceLine::of(sources, &place.file, number.checked_sub(1)?);
        let unended = line.as_ref().filter(|line| lacks_semicolon_before(&place, line.text.expose()));
        let unended = unended.and_then(|_| before()).filter(|before| !before.text.expose().trim().is_empty());
        let todo = unended.as_ref().map(|before| {
            format!(
                "Look at the end of line {}, the one before: a `;` is missing there, most likely.",
                before.number
            )
        });
        let lines = unended.into_iter().chain(line).collect();
        return Some(Guidance { headline, lines, todo: todo.map(Untrusted::from) });
    }
    let last = complaint.lines().last().unwrap_or_default();
    let said = last.expose().split_once(": ").map_or("", |(_, said)| said);
    if let Some((source, (what, todo))) = sources.iter().find_map(|one| Some((one, no_program(one)?))) {
        let headline = Untrusted::concat(&[&"`", &source.path, &"` ", &what, &"."]);
        return Some(Guidance { headline: Some(headline), lines: Vec::new(), todo: Some(todo.into()) });
    }
    let place = place?;
    let number = place.line?;
    let code = line.as_ref().map(|line| line.text.clone()).unwrap_or_default();
    let before = number.checked_sub(1).and_then(|before| SourceLine::of(sources, &place.file, before));
    let (rest, todo, shown) = meaning(said, (number, marked(complaint)), code.expose(), before)?;
    let lines = shown.or(line).into_iter().collect();
    Some(Guidance { headline: headline(&place.file, &rest), lines, todo: todo.map(Untrusted::from) })
}

/// Whether a compiler of C or C++ finds, at the first word of a line, that the statement before it has no end.
fn lacks_semicolon_before(place: &Annotation, code: &str) -> bool {
    let message = place.message.expose();
    let expects_end = message.contains("expected") && message.contains("‘;’") && message.contains(" before ");
    let first = code.chars().take_while(|c| c.is_whitespace()).count() + 1;
    expects_end && place.column == Some(first)
}

/// Whether the compiler itself complains, and not only the linker that it calls.
fn is_error(complaint: &Untrusted) -> bool {
    complaint.lines().any(|line| {
        line.contains(&" error: ") && !line.contains(&"collect2: ") || line.contains(&" fatal error: ")
    })
}

/// What a file is that was never meant as a program, and what to do.
fn no_program(source: &Source) -> Option<(&'static str, &'static str)> {
    let text = source.text.expose().trim_start();
    let is_notebook = text.starts_with('{') && text.contains("\"nbformat\"");
    if text.starts_with("{\\rtf") || text.starts_with("PK\u{3}\u{4}") {
        return Some((
            "is a document of a word processor, and no program",
            "Save the text of the program alone, with an editor for programs.",
        ));
    }
    is_notebook.then_some((
        "is a notebook, and no program",
        "Save it as a program (File, Save and Export As, Executable Script), and check again.",
    ))
}

/// What is wrong, what to do, and the line to look at if it is not the one that Python names.
type Meaning = (String, Option<String>, Option<SourceLine>);

fn meaning(
    said: &str,
    (number, mark): (usize, Option<usize>),
    code: &str,
    before: Option<SourceLine>,
) -> Option<Meaning> {
    let trimmed = code.trim();
    let here = |what: &str, todo: &str| Some((what.to_owned(), Some(todo.to_owned()), None));
    let begins_block = begins_block(trimmed);
    if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| trimmed.starts_with(mark)) {
        return here(
            &format!("line {number} was left behind when two versions were merged"),
            "Keep one of the two versions, and take out the lines with `<<<<<<<`, `=======` and `>>>>>>>`.",
        );
    }
    let is_told = said.contains("expected ':'");
    if is_told || (said == "invalid syntax" && begins_block) {
        let colon = missing_colon((number, mark), code, before.as_ref(), is_told);
        if colon.is_some() {
            return colon;
        }
    }
    if said.contains("expected an indented block") {
        return here(
            &format!("line {number} must stand further to the right than the line before its block"),
            "Put four blanks before each line of the block. A block without statements needs `pass`.",
        );
    }
    if said.contains("unexpected indent") {
        return here(
            &format!("line {number} stands further to the right than the lines around it"),
            "Put as many blanks before it as before the other lines of its block.",
        );
    }
    if said.contains("unindent does not match") {
        return here(
            &format!("line {number} stands under no line before it"),
            "Put as many blanks before it as before the other lines of its block.",
        );
    }
    if said.contains("inconsistent use of tabs") || said.contains("tabs and spaces") {
        let what = match code.starts_with('\t') {
            true => format!("line {number} begins with a tab, and the lines around it with blanks"),
            false => format!("line {number} begins with blanks, and the lines around it with tabs"),
        };
        return here(&what, "Replace every tab by blanks. (Most editors: Convert Indentation to Spaces.)");
    }
    if said.contains("unterminated") || said.contains("EOL while scanning") {
        return here(
            &format!("a quote is missing in line {number}"),
            "End the text with the same quote with which it begins, in the same line.",
        );
    }
    if said.contains("was never closed") {
        let bracket = said.split('\'').nth(1).unwrap_or("(");
        let todo = "Count the brackets: each one that is opened must be closed.";
        return here(&format!("the `{bracket}` in line {number} is never closed"), todo);
    }
    if said.contains("unmatched") || said.contains("does not match opening") {
        return here(
            &format!("a bracket in line {number} closes nothing"),
            "Count the brackets: each one that is closed must have been opened.",
        );
    }
    if said.contains("unexpected EOF") || said.contains("was never closed") {
        return here(
            "it ends in the middle of something",
            "Look for a bracket or a text that is never closed.",
        );
    }
    if said.contains("instead of '='")
        || (said == "invalid syntax" && begins_block && trimmed.contains(" = "))
    {
        return here(
            &format!("line {number} assigns with `=` where it should compare"),
            "Compare with `==`.",
        );
    }
    if said.contains("Missing parentheses in call to") {
        let todo = "Write `print(…)`: what is printed stands in brackets, since Python 3.";
        return here(&format!("the brackets of `print` are missing in line {number}"), todo);
    }
    if said.contains("invalid character") || said.contains("invalid non-printable") {
        let quotes = ['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}'];
        let found = code.chars().find(|c| !c.is_ascii());
        let sign = said.split('\'').nth(1).unwrap_or("");
        return match found {
            Some(c) if quotes.contains(&c) => here(
                &format!("line {number} has the quotes of a word processor (`{sign}`)"),
                "Type the quotes again in your editor: Python knows only `'` and `\"`.",
            ),
            _ => here(
                &format!("line {number} has a character that no program may have there (`{sign}`)"),
                "Type this part of the line again in your editor.",
            ),
        };
    }
    if said.contains("can't decode byte") || said.contains("codec can't decode") {
        return here("it is not saved as UTF-8", "Save it again in your editor, with the encoding UTF-8.");
    }
    if said.contains("outside function") {
        let word = said.split('\'').nth(1).unwrap_or("return");
        let todo = "Put blanks before it so that it stands below its `def`, or take it out.";
        return here(&format!("`{word}` in line {number} stands in no function"), todo);
    }
    if said.contains("outside loop") || said.contains("not properly in loop") {
        let todo = "Put blanks before it so that it stands below its `while` or `for`, or take it out.";
        return here(&format!("line {number} leaves a loop, and stands in none"), todo);
    }
    // Older ones name the line after the one where something is missing.
    if said == "invalid syntax"
        && let Some(before) = before
    {
        let open = |text: &str| text.matches('(').count() > text.matches(')').count();
        if open(before.text.expose()) {
            let what = format!("a bracket of line {} is never closed", before.number);
            let todo = "Count the brackets: each one that is opened must be closed.";
            return Some((what, Some(todo.to_owned()), Some(before)));
        }
    }
    Some((format!("line {number} is no Python: {}", said.trim_end_matches('.')), None, None))
}

/// Where a colon is missing: at the end of a line, or before what should stand below it. Before version 3.10 Python does not tell
/// that it expects one.
fn missing_colon(
    (number, mark): (usize, Option<usize>),
    code: &str,
    before: Option<&SourceLine>,
    is_told: bool,
) -> Option<Meaning> {
    let line = without_comment(code);
    let at_the_end = |number: usize, line: &str| {
        let todo = begins_block(line).then(|| format!("Write `{line}:` and check again."));
        (format!("a colon is missing at the end of line {number}"), todo)
    };
    if let Some(condition) = line.strip_prefix("else if ") {
        let what = format!("line {number} says `else if`, which is one word in Python");
        let colon = if condition.contains(':') { "" } else { ":" };
        let todo = format!("Write `elif {condition}{colon}` and check again.");
        return Some((what, Some(todo), None));
    }
    let code = code.trim_start();
    let start = mark.and_then(|mark| code.char_indices().nth(mark)).map_or(code.len(), |(at, _)| at);
    let (head, rest) = (code[..start].trim(), without_comment(&code[start..]));
    // PyPy names the first word of the line that follows.
    if let Some(before) = before.filter(|_| is_told && head.is_empty()) {
        let line = without_comment(before.text.expose());
        if begins_block(line) && !line.ends_with(':') {
            let (what, todo) = at_the_end(before.number, line);
            return Some((what, todo, Some(before.clone())));
        }
    }
    if rest.is_empty() && !line.ends_with(':') {
        let (what, todo) = at_the_end(number, line);
        return Some((what, todo, None));
    }
    let is_sure = is_told || ["{", ";", "print"].iter().any(|word| rest.starts_with(word));
    if !is_sure || !begins_block(head) || head.contains(':') {
        return None;
    }
    let word = rest.split_whitespace().next().unwrap_or(rest).trim_end_matches(':');
    let what = format!("line {number} needs a colon where `{word}` stands");
    let todo = format!(
        "End the line there, `{head}:`. What is to be done then stands below it, four blanks further to the right."
    );
    Some((what, Some(todo), None))
}

/// How many characters of the line, without the blanks before it, stand before the mark that Python puts below it.
fn marked(complaint: &Untrusted) -> Option<usize> {
    let lines: Vec<String> = complaint.lines().map(|line| line.expose().to_owned()).collect();
    let is_mark = |line: &String| line.contains('^') && line.chars().all(|c| matches!(c, ' ' | '^'));
    let below = lines.iter().rposition(is_mark)?;
    let blanks = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    blanks(&lines[below]).checked_sub(blanks(lines.get(below.checked_sub(1)?)?))
}

/// Whether a block begins behind a line.
fn begins_block(line: &str) -> bool {
    HEADS.iter().any(|head| line.starts_with(head))
}

/// A line without blanks around it, and without the comment behind it.
fn without_comment(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with('#') { "" } else { line.split(" #").next().unwrap_or(line).trim_end() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of a line with a mark below it, and what to do.
    fn told(shown: &str, before: &str, said: &str) -> Option<(String, Option<String>)> {
        let complaint =
            Untrusted::from(format!("  File \"a.py\", line 2\n    {shown}\nSyntaxError: {said}\n"));
        let line = |number, text: &str| SourceLine { file: "a.py".into(), number, text: text.into() };
        let code = shown.lines().next()?;
        let is_told = said.contains("expected ':'");
        missing_colon((2, marked(&complaint)), code, Some(&line(1, before)), is_told)
            .map(|(what, todo, _)| (what, todo))
    }

    #[test]
    fn a_colon_is_missing_where_the_mark_stands() {
        let end = "a colon is missing at the end of line 2";
        for (shown, said, what, todo) in [
            ("if x == 1\n             ^", "expected ':'", end, "Write `if x == 1:` and check again."),
            (
                "if x == 1  # one\n             ^",
                "invalid syntax",
                end,
                "Write `if x == 1:` and check again.",
            ),
            (
                "else if x == 2:\n         ^^",
                "expected ':'",
                "line 2 says `else if`, which is one word in Python",
                "Write `elif x == 2:` and check again.",
            ),
            (
                "else if x == 2: print(x)\n         ^^",
                "expected ':'",
                "line 2 says `else if`, which is one word in Python",
                "Write `elif x == 2: print(x)` and check again.",
            ),
            (
                "def f(x) then:\n             ^^^^",
                "expected ':'",
                "line 2 needs a colon where `then` stands",
                "End the line there, `def f(x):`. What is to be done then stands below it, four blanks further to the right.",
            ),
            (
                "if x == 1 {\n              ^",
                "invalid syntax",
                "line 2 needs a colon where `{` stands",
                "End the line there, `if x == 1:`. What is to be done then stands below it, four blanks further to the right.",
            ),
        ] {
            assert_eq!(told(shown, "x = 1", said), Some((what.to_owned(), Some(todo.to_owned()))), "{shown}");
        }
    }

    /// PyPy marks the first word of the next line.
    #[test]
    fn a_colon_that_is_missing_in_the_line_before_is_told_there() {
        let found = told("if is_full(grid):\n    ^", "while not over  # yet", "expected ':'");
        let todo = "Write `while not over:` and check again.".to_owned();
        assert_eq!(found, Some(("a colon is missing at the end of line 1".to_owned(), Some(todo))));
    }

    #[test]
    fn nothing_is_told_of_a_colon_where_none_is_missing() {
        for (shown, said) in [
            ("if x == 1: print(1) else: print(2)\n                        ^^^^", "invalid syntax"),
            ("for i on range(3)\n          ^^", "invalid syntax"),
            ("if x > 1 and < 4:\n                 ^", "invalid syntax"),
        ] {
            assert_eq!(told(shown, "x = 1", said), None, "{shown}");
        }
    }
}
