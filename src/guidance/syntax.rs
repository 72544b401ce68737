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
    if let Some(source) = sources.iter().find(|source| source.encoding == Encoding::Utf16) {
        let todo =
            "Save it again as UTF-8. (In Notepad: Save as, Encoding, UTF-8, not \"Unicode\" or \"UTF-16\".)";
        let headline =
            Untrusted::concat(&[&"`", &source.path, &"` is saved as UTF-16, and Python reads UTF-8."]);
        return Some(Guidance { headline: Some(headline), lines: Vec::new(), todo: Some(todo.into()) });
    }
    if let Some((source, (what, todo))) = sources.iter().find_map(|one| Some((one, no_program(one)?))) {
        let headline = Untrusted::concat(&[&"`", &source.path, &"` ", &what, &"."]);
        return Some(Guidance { headline: Some(headline), lines: Vec::new(), todo: Some(todo.into()) });
    }
    let place = place?;
    let number = place.line?;
    let code = line.as_ref().map(|line| line.text.clone()).unwrap_or_default();
    let before = number.checked_sub(1).and_then(|before| SourceLine::of(sources, &place.file, before));
    let (rest, todo, shown) = meaning(said, number, code.expose(), before)?;
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

fn meaning(said: &str, number: usize, code: &str, before: Option<SourceLine>) -> Option<Meaning> {
    let trimmed = code.trim();
    let here = |what: &str, todo: &str| Some((what.to_owned(), Some(todo.to_owned()), None));
    let begins_block = HEADS.iter().any(|head| trimmed.starts_with(head));
    let without_comment = trimmed.split(" #").next().unwrap_or(trimmed).trim_end();
    if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| trimmed.starts_with(mark)) {
        return here(
            &format!("line {number} was left behind when two versions were merged"),
            "Keep one of the two versions, and take out the lines with `<<<<<<<`, `=======` and `>>>>>>>`.",
        );
    }
    if said.contains("expected ':'")
        || (said == "invalid syntax" && begins_block && !without_comment.ends_with(':'))
    {
        let what = format!("a colon is missing at the end of line {number}");
        let todo = begins_block.then(|| format!("Write `{without_comment}:` and check again."));
        return Some((what, todo, None));
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
