//! Parses text into a flat syntax tree, safely for any text.
//!
//! The parser is C code with limits of its own. That of Python keeps the widths of indentation in one kilobyte and aborts
//! the process if a file has too many of them, and it reads a run of comment lines once for each of them. Both are
//! checked before the text is parsed. For every language it is counted how much of the text the parser reads again and
//! again, which is the same on every machine, and a parser that reads too much is stopped.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use regex::Regex;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Point, Tree};

use super::finding::Finding;
use super::grammar::{Grammar, Tables};

/// The largest size of a file, in bytes: ten times the largest hand-written exercise.
const MOST_BYTES: usize = 512 << 10;
/// The largest number of different indentation widths; Python itself allows a hundred levels.
const MOST_INDENTS: usize = 200;
/// The largest number of bytes that the parser would read again because of successive comment lines.
const MOST_REREADING: usize = 200_000_000;
/// The size of the pieces in which the parser gets the text, in bytes.
const PIECE: usize = 4 << 10;
/// The largest number of steps of the parser for a text of no length, and how many more it has for each byte. A step
/// reads or joins one word; sound programs take less than one for each byte.
const MOST_STEPS: (usize, usize) = (100_000, 40);
/// The number of steps between two reports of the parser.
const STEPS_OF_A_REPORT: usize = 100;

/// The reason why a source cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The file is too long.
    #[error("it has more than {MOST_BYTES} bytes")]
    TooLong,
    /// The file has too many indentation widths.
    #[error("its lines are indented in more than {MOST_INDENTS} different ways")]
    TooDeep,
    /// The file has too many comments or continued lines in a row.
    #[error("it has too many comment lines or continued lines in a row")]
    TooManyComments,
    /// The parser reads the same text again and again.
    #[error("it takes too long to parse")]
    TooLaborious,
    /// The parser failed.
    #[error("it could not be parsed")]
    Unparsed,
}

impl Unreadable {
    /// Returns the finding that replaces all others.
    pub(super) fn finding(self, file: &str) -> Finding {
        Finding::new(None, format!("the source of `{file}` cannot be checked: {self}"))
    }
}

/// One node of the tree, in a list in the order of the text.
#[derive(Debug)]
pub(super) struct Entry {
    pub kind: &'static str,
    /// The field name of the node in its parent.
    pub field: Option<&'static str>,
    /// Whether it is more than a keyword or a sign.
    pub named: bool,
    pub start: usize,
    pub end: usize,
    pub parent: usize,
    /// The index after all its descendants.
    pub after: usize,
}

/// Returns the tree as a list, parents before their children, and whether the text has syntax errors.
pub(super) fn parse(text: &str, grammar: Grammar) -> Result<(Vec<Entry>, bool), Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::TooLong);
    }
    if grammar == Grammar::Python {
        examine(text.as_bytes())?;
    }
    let tables = grammar.tables().ok_or(Unreadable::Unparsed)?;
    let mut parser = Parser::new();
    parser.set_language(&tables.language).map_err(|_| Unreadable::Unparsed)?;
    let known = match grammar {
        Grammar::Java => without_modules(text),
        _ => Cow::Borrowed(text),
    };
    let tree = bounded(&mut parser, known.as_bytes())?;
    Ok((flattened(tree.root_node(), tables, text.len()), tree.root_node().has_error()))
}

/// Returns a source of Java in which imports of modules look like those of classes, which is all that the parser knows. Every byte keeps
/// its place.
fn without_modules(text: &str) -> Cow<'_, str> {
    static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^([ \t]*import\s+)module(\s+[\w.]+\s*;)").expect("it is a regular expression")
    });
    IMPORT.replace_all(text, "${1}      ${2}")
}

/// Parses a text, and gives up when the parser has read or done too much. Neither depends on the machine.
fn bounded(parser: &mut Parser, text: &[u8]) -> Result<Tree, Unreadable> {
    let (read, steps) = (Cell::new(0usize), Cell::new(0usize));
    let most_steps = MOST_STEPS.0 + MOST_STEPS.1 * text.len();
    let is_over = || read.get() > MOST_REREADING || steps.get() > most_steps;
    let mut piece = |from: usize, _: Point| {
        let rest = text.get(from..).unwrap_or_default();
        let piece = &rest[..rest.len().min(PIECE)];
        read.set(read.get() + piece.len());
        if is_over() { &[] } else { piece }
    };
    let mut report = |_: &ParseState| {
        steps.set(steps.get() + STEPS_OF_A_REPORT);
        if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut report);
    let tree = parser.parse_with_options(&mut piece, None, Some(options));
    if is_over() { Err(Unreadable::TooLaborious) } else { tree.ok_or(Unreadable::Unparsed) }
}

/// Walks the tree with a cursor, because it can be as deep as the text is long.
fn flattened(root: Node, tables: &Tables, length: usize) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::with_capacity(length / 2);
    let mut open: Vec<usize> = Vec::new();
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let index = entries.len();
        entries.push(Entry {
            kind: tables.kind(node.kind_id()),
            field: cursor.field_id().and_then(|id| tables.field(id)),
            named: node.is_named(),
            start: node.start_byte(),
            end: node.end_byte(),
            parent: open.last().copied().unwrap_or(0),
            after: 0,
        });
        open.push(index);
        if cursor.goto_first_child() {
            continue;
        }
        loop {
            let Some(finished) = open.pop() else { return entries };
            entries[finished].after = entries.len();
            if open.is_empty() {
                return entries;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
        }
    }
}

/// Refuses text that would make the parser abort or run for ever.
fn examine(text: &[u8]) -> Result<(), Unreadable> {
    let mut widths = BTreeSet::new();
    let mut rereading = 0usize;
    let (mut run_lines, mut run_bytes) = (0usize, 0usize);
    let mut at = 0;
    while at < text.len() {
        let (width, joined, code) = indentation(text, at);
        widths.insert(width);
        if widths.len() > MOST_INDENTS {
            return Err(Unreadable::TooDeep);
        }
        let end = text[code..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(text.len(), |length| code + length + 1);
        let filler = matches!(text.get(code), None | Some(b'\n' | b'#'));
        run_lines += joined + usize::from(text.get(code) == Some(&b'#'));
        run_bytes += if filler { end - at } else { code - at };
        if !filler || end == text.len() {
            rereading = rereading.saturating_add(run_lines * run_bytes);
            (run_lines, run_bytes) = (0, 0);
        }
        at = end;
    }
    if rereading > MOST_REREADING { Err(Unreadable::TooManyComments) } else { Ok(()) }
}

/// Returns the indentation of a line as the parser counts it, how many lines a backslash joins to it, and where its
/// text begins.
fn indentation(text: &[u8], from: usize) -> (u16, usize, usize) {
    let mut width = 0u16;
    let mut joined = 0;
    let mut at = from;
    while let Some(byte) = text.get(at) {
        match byte {
            b' ' => width = width.wrapping_add(1),
            b'\t' => width = width.wrapping_add(8),
            b'\x0c' => width = 0,
            b'\\' if text.get(at + 1) == Some(&b'\n') => {
                joined += 1;
                at += 1;
            }
            _ => break,
        }
        at += 1;
    }
    (width, joined, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<(Vec<Entry>, bool), Unreadable> {
        super::parse(text, Grammar::Python)
    }

    /// Nested blocks, each with another width, around a string.
    fn nested(levels: usize) -> String {
        let blocks: String = (0..levels).map(|level| format!("{}if x:\n", " ".repeat(level))).collect();
        format!("{blocks}{}y = 'z'\n", " ".repeat(levels))
    }

    #[test]
    fn nesting_that_would_abort_the_parser_is_refused() {
        assert!(parse(&nested(100)).is_ok_and(|(_, broken)| !broken));
        assert_eq!(parse(&nested(600)).unwrap_err(), Unreadable::TooDeep);
        let joined: String = (0..600).map(|width| format!("{}\\\n x\n", " ".repeat(width))).collect();
        assert_eq!(parse(&joined).unwrap_err(), Unreadable::TooDeep);
    }

    #[test]
    fn repetitions_that_would_keep_the_parser_busy_are_refused() {
        assert!(parse(&format!("x = 1\n{}", "# a line of an ordinary length\n".repeat(2_000))).is_ok());
        for line in ["#\n", "\\\n", " \\\n", "  # c\n"] {
            let text = format!("x = 1\n{}y = 2\n", line.repeat(60_000));
            assert_eq!(parse(&text).unwrap_err(), Unreadable::TooManyComments, "{line:?}");
        }
        assert!(parse(&"\n".repeat(400_000)).is_ok());
    }

    #[test]
    fn a_parser_that_reads_the_same_again_and_again_is_stopped() {
        // After every comment it looks behind all others for what ends the line.
        let comments = format!("x\n{}.y", "/**/\n".repeat(90_000));
        let found = super::parse(&comments, Grammar::JavaScript).map(|(entries, _)| entries.len());
        assert_eq!(found, Err(Unreadable::TooLaborious));
        let few = format!("x\n{}", "// a line of an ordinary length\n".repeat(2_000));
        assert!(super::parse(&few, Grammar::JavaScript).is_ok_and(|(_, broken)| !broken));
    }

    #[test]
    fn a_list_keeps_the_shape_of_its_tree() {
        let (entries, broken) = parse("f(1)\ng\n").unwrap();
        assert!(!broken);
        assert_eq!((entries[0].kind, entries[0].after), ("module", entries.len()));
        for (index, entry) in entries.iter().enumerate().skip(1) {
            assert!(
                entry.parent < index && entry.after > index && entry.after <= entries[entry.parent].after
            );
        }
    }
}
