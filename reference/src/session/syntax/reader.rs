//! Parses a source with tree-sitter, and reads its tree node by node into ours.
//!
//! Tree-sitter knows all of Python and goes on after errors; what sessions do not support is refused by its name.

use tree_sitter::Node;

use super::Statement;

/// The result of reading, or an error message about the source.
pub(crate) type Parsed<T> = Result<T, String>;

/// Parses the statements of a source, which may have several lines.
pub(crate) fn parse(source: &str) -> Parsed<Vec<Statement>> {
    // The scanner of tree-sitter aborts the process if a source is indented in too many different ways.
    const MOST_LINES: usize = 200;
    const MOST_BYTES: usize = 64 << 10;
    if source.starts_with([' ', '\t']) {
        return Err("starts with blanks: begin the line at its margin".to_owned());
    }
    if source.len() > MOST_BYTES || source.lines().count() > MOST_LINES {
        return Err(format!("is longer than {MOST_LINES} lines or 64 KiB: split it into several lines"));
    }
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).map_err(|error| error.to_string())?;
    let tree = parser.parse(source, None).ok_or("cannot be parsed: write it in another way")?;
    let mut reader = Reader { source, depth: 0 };
    let root = tree.root_node();
    if root.has_error() { Err(reader.not_python(root)) } else { reader.statements(root) }
}

/// Reads the tree of a source.
pub(super) struct Reader<'s> {
    source: &'s str,
    /// The number of nodes that are being read, each inside the one before it.
    depth: usize,
}

impl<'s> Reader<'s> {
    /// Returns the source of a node.
    pub(super) fn text(&self, node: Node) -> &'s str {
        &self.source[node.byte_range()]
    }

    /// Returns the source between two places.
    pub(super) fn between(&self, start: usize, end: usize) -> &'s str {
        &self.source[start..end]
    }

    /// Returns a child that all nodes of its kind have.
    pub(super) fn child<'t>(&self, node: Node<'t>, field: &str) -> Parsed<Node<'t>> {
        node.child_by_field_name(field).ok_or_else(|| self.refused(node))
    }

    /// Reads something nested, unless it is too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        const DEEPEST: usize = 100;
        if self.depth >= DEEPEST {
            return Err("nested too deeply: split it into several lines".to_owned());
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Returns the error message for a node that sessions do not support.
    pub(super) fn refused(&self, node: Node) -> String {
        let start = self.text(node).lines().next().unwrap_or_default();
        format!("`{start}` is not supported in sessions: {}", instead_of(node.kind()))
    }

    /// Returns the error message for a source that is no Python.
    fn not_python(&self, root: Node) -> String {
        let mut node = root;
        while let Some(wrong) = node.children(&mut node.walk()).find(Node::has_error) {
            node = wrong;
        }
        let (before, after) = self.source.split_at(node.start_byte());
        let place = if after.trim().is_empty() { before.trim_end() } else { after };
        let place = place.lines().next().unwrap_or_default();
        match node.is_missing() {
            true => format!("`{}` is missing before `{place}`: add it", node.kind()),
            false => format!("this is not Python from `{place}` on: correct it"),
        }
    }
}

/// Returns all children, with keywords and signs.
pub(super) fn children(node: Node) -> Vec<Node> {
    node.children(&mut node.walk()).filter(|child| !child.is_extra()).collect()
}

/// Returns the children but for keywords and signs.
pub(super) fn parts(node: Node) -> Vec<Node> {
    children(node).into_iter().filter(Node::is_named).collect()
}

/// Returns what to do instead of a node of this kind.
fn instead_of(kind: &str) -> &'static str {
    match kind {
        "while_statement" => "write `for … in range(…):`",
        "break_statement" | "continue_statement" => "write an `if` around what is left out",
        "assert_statement" => "write what it asserts: its value is compared",
        "delete_statement" => "write what is to be left, as a new value",
        "function_definition" | "lambda" | "class_definition" => {
            "write the lines themselves, once for each call"
        }
        "try_statement" | "raise_statement" | "with_statement" => {
            "write the call alone: what it raises is compared"
        }
        "augmented_assignment" | "named_expression" => "write it out: `x = x + 1`",
        "assignment" => "assign to one name, attribute or item in a line, or to several names with commas",
        "generator_expression" | "set_comprehension" | "dictionary_comprehension" => {
            "write a list: `[… for … in …]`"
        }
        "list_splat" | "dictionary_splat" => "write the arguments out",
        "string" => "write a plain string, or use `+` and `str`",
        "escape_sequence" | "string_content" => "write the character itself, and `\\\\` for a backslash",
        "integer" | "float" => "write up to 38 decimal digits, or a float such as `1.5e3`",
        "subscript" => "write one index; put brackets around a tuple",
        "slice" => "use `reversed`, or a slice without a step",
        _ => "write what it comes to",
    }
}
