//! Python's rules about lines and indentation, with which tree-sitter is lenient.

use tree_sitter::Node;

use super::reader::{Parsed, Reader, children};

/// Refuses characters that nobody sees, and lines that a backslash joins.
pub(super) fn check_characters(source: &str) -> Parsed<()> {
    let is_invisible = |it: &char| match it {
        ' ' | '\n' => false,
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => true,
        it => it.is_whitespace() || it.is_control(),
    };
    if source.starts_with(' ') {
        return Err("starts with blanks: begin the line at its margin".to_owned());
    }
    if source.lines().any(|line| line.ends_with('\\')) {
        return Err("a backslash at the end of a line is not supported in sessions: use brackets".to_owned());
    }
    match source.chars().find(is_invisible) {
        Some(character) => {
            let name = character.escape_unicode();
            Err(format!("contains the character `{name}`, which is not seen: use blanks, `\\t` or `\\x1b`"))
        }
        None => Ok(()),
    }
}

impl Reader<'_> {
    /// Refuses statements of a block that begin in different columns, and lines that end inside of a statement without
    /// brackets.
    pub(super) fn check_layout(&mut self, node: Node) -> Parsed<()> {
        let parts = children(node);
        if matches!(node.kind(), "module" | "block") {
            let margin = if node.kind() == "module" { 0 } else { parts.first().map_or(0, column) };
            let begins_line = |part: &&Node| self.begins_line(**part);
            if parts.iter().filter(begins_line).any(|part| column(part) != margin) {
                return Err("the lines of a block begin in different columns: align them".to_owned());
            }
        } else {
            for pair in parts.windows(2).take_while(|pair| !is_bracket(pair[0])) {
                match pair[1].kind() {
                    "block" => {}
                    "elif_clause" | "else_clause" if column(&pair[1]) == column(&node) => {}
                    "elif_clause" | "else_clause" => {
                        return Err("`else` begins in another column than its `if`: align them".to_owned());
                    }
                    _ if pair[0].end_position().row == pair[1].start_position().row => {}
                    _ => return Err("a line ends inside of a statement: put brackets around it".to_owned()),
                }
            }
        }
        let outside = parts.into_iter().take_while(|part| !is_bracket(*part));
        outside.into_iter().try_for_each(|part| self.nested(|reader| reader.check_layout(part)))
    }
}

fn column(node: &Node) -> usize {
    node.start_position().column
}

fn is_bracket(node: Node) -> bool {
    matches!(node.kind(), "(" | "[" | "{")
}
