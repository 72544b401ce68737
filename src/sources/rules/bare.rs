//! Removes the parts of a source that only people read.

use std::ops::Range;

use super::encoding;
use super::source::{Node, Source};
use super::{Grammar, Unreadable, braced, parser};

/// The reason why a source cannot be freed of its comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotBare {
    /// The source cannot be parsed.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The text of the source does not have the same bytes.
    #[error("it is not UTF-8")]
    Encoding,
    /// The source has syntax errors.
    #[error("it has syntax errors")]
    Broken,
}

/// Returns a file without comments and empty lines; of a Python file also without docstrings and other strings that are
/// statements.
///
/// # Errors
///
/// When the places of comments and strings cannot be found for certain.
pub fn bare(name: &str, content: &[u8]) -> Result<Vec<u8>, NotBare> {
    let source = Source::parse(name, content)?;
    let as_utf_8 = std::str::from_utf8(content).map_err(|_| NotBare::Encoding)?;
    let foreign = |text: &str| text.chars().filter(|c| !c.is_ascii() && *c != '\u{feff}').collect::<String>();
    if encoding::hiding(source.text()).is_some() || foreign(source.text()) != foreign(as_utf_8) {
        return Err(NotBare::Encoding);
    }
    if source.grammar() != Grammar::Python {
        return bare_in_braces(name, &source);
    }
    let bare = without(&source, &never_executed(&source));
    let is_broken = source.is_broken() || parser::parse(&bare, source.grammar())?.1;
    if is_broken { Err(NotBare::Broken) } else { Ok(bare.into_bytes()) }
}

/// Returns a file in another language without comments and empty lines, if every other word stays as it is.
fn bare_in_braces(name: &str, source: &Source) -> Result<Vec<u8>, NotBare> {
    let without_comments = Source::parse(name, braced::bare(source).as_bytes())?;
    let bare = Source::parse(name, braced::without_empty_lines(&without_comments).as_bytes())?;
    let is_same = braced::have_the_same_words(source, &bare);
    let is_broken = source.is_broken() || bare.is_broken() || !is_same;
    if is_broken { Err(NotBare::Broken) } else { Ok(bare.text().as_bytes().to_vec()) }
}

/// Returns the parts that are never executed, each with its replacement, in the order of the text.
fn never_executed(source: &Source) -> Vec<(Range<usize>, &'static str)> {
    let mut never_executed: Vec<(Range<usize>, &str)> = Vec::new();
    for node in source.nodes() {
        let is_inside = never_executed.last().is_some_and(|(last, _)| last.end > node.start());
        if is_inside {
            continue;
        }
        if node.is("comment") {
            never_executed.push((node.start()..node.end(), ""));
        } else if is_unused_string(node) {
            let block = node.parent().filter(|parent| !parent.is("module"));
            let is_needed =
                block.is_some_and(|block| block.parts().all(is_unused_string)) || !is_alone(source, node);
            never_executed.push((node.start()..node.end(), if is_needed { "0" } else { "" }));
        }
    }
    never_executed
}

/// Tells whether a node is a statement that is only a string: a docstring or a string without use.
fn is_unused_string(node: Node) -> bool {
    let mut parts = node.parts();
    let (true, Some(mut value), None) = (node.is("expression_statement"), parts.next(), parts.next()) else {
        return false;
    };
    while value.is("parenthesized_expression") {
        let Some(inside) = value.parts().next() else { return false };
        value = inside;
    }
    let is_text = value.is("string") || value.is("concatenated_string");
    is_text && !value.descendants().any(|part| part.is("interpolation"))
}

/// Tells whether a statement has no other code on its lines.
fn is_alone(source: &Source, node: Node) -> bool {
    let behind = source.text()[node.end()..].lines().next().unwrap_or_default().trim_start();
    node.begins_its_line() && (behind.is_empty() || behind.starts_with('#'))
}

/// Replaces some parts of the text, and removes lines that become empty.
fn without(source: &Source, never_executed: &[(Range<usize>, &str)]) -> String {
    let strings: Vec<Range<usize>> = source.all("string").map(|node| node.start()..node.end()).collect();
    let is_in_a_string = |byte: usize| strings.iter().any(|string| string.start < byte && byte < string.end);
    let is_cut = |byte: usize| never_executed.iter().any(|(range, _)| range.start < byte && byte < range.end);
    let is_kept_whole = |byte: usize| is_in_a_string(byte) && !is_cut(byte);
    let (mut bare, mut start) = (String::with_capacity(source.text().len()), 0);
    for line in source.text().split_inclusive('\n') {
        let end = start + line.len();
        let (mut kept, mut from) = (String::new(), start);
        for (range, instead) in
            never_executed.iter().filter(|(range, _)| range.start < end && start < range.end)
        {
            if range.start >= start {
                kept.push_str(&source.text()[from..range.start]);
                kept.push_str(instead);
            }
            from = range.end.min(end);
        }
        kept.push_str(&source.text()[from..end]);
        if is_kept_whole(end) {
            bare.push_str(&kept);
        } else if is_kept_whole(start) || bare.ends_with("\\\n") || !kept.trim().is_empty() {
            bare.push_str(kept.trim_end());
            bare.push('\n');
        }
        start = end;
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        String::from_utf8(bare("a.py", text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn comments_docstrings_and_empty_lines_are_removed() {
        for (text, left) in [
            ("# Bug: none\nx = 1  # one\n\n\ny = 2\n", "x = 1\ny = 2\n"),
            ("#!/usr/bin/env python3\n# coding: utf-8\nx = 'é'", "x = 'é'\n"),
            ("\u{feff}'''Bug'''\r\nx = 1\r\n", "x = 1\n"),
            ("def f():\n    \"\"\"Bug.\n\n    More.\n    \"\"\"\n    return 1\n", "def f():\n    return 1\n"),
            ("def f():\n    'Bug'\n", "def f():\n    0\n"),
            ("class C: 'Bug'\n", "class C: 0\n"),
            ("def f():\n    ('Bug'\n     'two')  # three\n    return 1\n", "def f():\n    return 1\n"),
            ("def f():\n    r'Bug'; return 1\n", "def f():\n    0; return 1\n"),
            ("if x:\n    # Bug\n    f(1,  # one\n      2)\n", "if x:\n    f(1,\n      2)\n"),
        ] {
            assert_eq!(of(text), left, "{text}");
        }
    }

    #[test]
    fn executed_code_is_not_changed() {
        for text in [
            "x = '# no comment'\n",
            "x = '''a  \n\n# b\n'''\n",
            "f'{g()}'\n",
            "'a'.upper()\n",
            "x = 1 + \\\n    2\n",
            "x = f'''\n{1}\n\n'''\n",
        ] {
            assert_eq!(of(text), text);
        }
    }

    #[test]
    fn comments_and_empty_lines_are_removed_from_other_languages() {
        let of = |name: &str, text: &str| String::from_utf8(bare(name, text.as_bytes()).unwrap()).unwrap();
        assert_eq!(
            of(
                "A.java",
                "// Bug: none\n/** A\n * class. */\nclass A {\n\n    int a = 1; // one\n    String s = \"// no\";\n}\n"
            ),
            "class A {\n    int a = 1;\n    String s = \"// no\";\n}\n"
        );
        assert_eq!(
            of("a.js", "let a = 1; /* one\n*/ f()\nlet t = `a\n\n// b\n`\n"),
            "let a = 1;\n f()\nlet t = `a\n\n// b\n`\n"
        );
        assert_eq!(bare("a.js", b"let a = (;"), Err(NotBare::Broken));
    }

    #[test]
    fn files_that_cannot_be_read_are_refused_with_the_reason() {
        assert_eq!(bare("a.py", b"def f(:\n"), Err(NotBare::Broken));
        assert_eq!(bare("a.py", b"x = '\xe9'\n"), Err(NotBare::Encoding));
        assert_eq!(bare("a.py", b"# coding: latin-1\nx = '\xe9'\n"), Err(NotBare::Encoding));
    }
}
