//! Parses a source with tree-sitter, and reads its tree into ours.
//!
//! Tree-sitter knows all of Python and goes on after errors; what sessions do not support is refused by its name.

use tree_sitter::Node;

use super::Statement;
use super::layout::check_characters;
use super::reader::{Parsed, Reader};

/// Parses the statements of a source, which may have several lines.
pub(crate) fn parse(source: &str) -> Parsed<Vec<Statement>> {
    // The scanner of tree-sitter aborts the process if a source is indented in too many different ways.
    const MOST_LINES: usize = 200;
    const MOST_BYTES: usize = 64 << 10;
    check_characters(source)?;
    if source.len() > MOST_BYTES || source.lines().count() > MOST_LINES {
        return Err(format!("is longer than {MOST_LINES} lines or 64 KiB: split it into several lines"));
    }
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).map_err(|error| error.to_string())?;
    let tree = parser.parse(source, None).ok_or("cannot be parsed: write it in another way")?;
    let root = tree.root_node();
    if root.has_error() {
        return Err(not_python(root, source));
    }
    let mut reader = Reader::new(source);
    reader.check_layout(root)?;
    reader.statements(root)
}

/// Returns the error message for a source that is no Python.
fn not_python(root: Node, source: &str) -> String {
    let mut node = root;
    while let Some(wrong) = node.children(&mut node.walk()).find(Node::has_error) {
        node = wrong;
    }
    let (before, after) = source.split_at(node.start_byte());
    let place = if after.trim().is_empty() { before.trim_end() } else { after };
    let place = place.lines().next().unwrap_or_default();
    match node.is_missing() {
        true => format!("`{}` is missing before `{place}`: add it", node.kind()),
        false => format!("this is not Python from `{place}` on: correct it"),
    }
}
