//! Reads the nodes of a parsed source: their text, their parts, and why some are refused.

use tree_sitter::Node;

/// The result of reading, or an error message about the source.
pub(crate) type Parsed<T> = Result<T, String>;

/// Reads the tree of a source.
pub(super) struct Reader<'s> {
    source: &'s str,
    /// The number of nodes that are being read, each inside the one before it.
    depth: usize,
}

impl<'s> Reader<'s> {
    /// Creates a reader of a source.
    pub(super) fn new(source: &'s str) -> Self {
        Self { source, depth: 0 }
    }

    /// Returns the source of a node.
    pub(super) fn text(&self, node: Node) -> &'s str {
        &self.source[node.byte_range()]
    }

    /// Tells whether nothing but blanks stands before a node in its line.
    pub(super) fn begins_line(&self, node: Node) -> bool {
        let line = self.source[..node.start_byte()].rsplit('\n').next();
        line.unwrap_or_default().trim_start().is_empty()
    }

    /// Returns the source after a node.
    pub(super) fn after(&self, node: Node) -> &'s str {
        &self.source[node.end_byte()..]
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
